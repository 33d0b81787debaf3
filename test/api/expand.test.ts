import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Json, onEachEngine } from '#test/harness/service.ts';
import { invalidFields, make, read, refused, secondAddon } from './helpers.ts';
import { openShop } from './order-helpers.ts';
import { letIn, screenOf } from './screens.ts';

// Which answers take `expand` for the ids that they hold, and which do not (reference: conventions.57, conventions.58).

/** Names of ids of what can be expanded. */
const EXPANDABLE = /^(customer|product|register|method|payment_method)_id$/;

const MOVED = 'It says what was moved then; the products of the site say what they are now.';
const DOCUMENT = 'The document says what is printed, with the names that it needs.';

/** The answers that hold such an id and do not take `expand`, and why. */
const WITHOUT: Readonly<Record<string, string>> = {
  'registers/{register_id}/sessions/{session_id}': 'The register is that of the path.',
  'registers/{register_id}/approvals/{approval_id}': 'The register is that of the path.',
  'sites/{site_id}/stock_movements': MOVED,
  'sites/{site_id}/stock_movements/{movement_id}': MOVED,
  'sites/{site_id}/tickets': DOCUMENT,
  'sites/{site_id}/tickets/{ticket_id}': DOCUMENT,
  'orders/{order_id}/tickets': DOCUMENT,
  'sites/{site_id}/menu': 'The products of its option sets are in it.',
  optionsets: 'What an option is sold as stands in the menu of a site, with its sets.',
  'optionsets/{option_set_id}': 'What an option is sold as stands in the menu of a site, with its sets.',
  'orders/{order_id}/history': 'It says who made a change then, not what they are now.',
  'orders/{order_id}/refunds': 'It says what can be given back of lines, which take it.',
  'orders/{order_id}/optionsets': 'Options are named as they were sold; their lines take it.',
  'orders/{order_id}/optionsets/{number}': 'Options are named as they were sold; their lines take it.',
  'shifts/{shift_id}/report': 'It names the register and the payment methods as they were called.',
  audit: 'It says what was done then, with the names of that time.',
  'audit/{number}': 'It says what was done then, with the names of that time.',
  'members/{user_id}/keys': 'A key is named by its device; the list of devices takes it.',
};

/** What a reference within a document names. */
const named = (document: Json, to: string): Json =>
  to
    .slice(2)
    .split('/')
    .reduce((at: Json, name) => at[name], document);

/** The names of fields in a schema, however deep. */
function namesIn(document: Json, schema: Json, seen: ReadonlySet<string> = new Set()): string[] {
  if (schema === null || typeof schema !== 'object') return [];
  if (Array.isArray(schema)) return schema.flatMap((each) => namesIn(document, each, seen));
  const { $ref: to, properties = {}, items, additionalProperties, anyOf, oneOf, allOf } = schema;
  if (to !== undefined) {
    if (seen.has(to)) return [];
    return namesIn(document, named(document, to), new Set([...seen, to]));
  }
  const parts = [...Object.values(properties), items, additionalProperties, anyOf, oneOf, allOf];
  const below = parts.flatMap((each) => namesIn(document, each ?? null, seen));
  return [...Object.keys(properties), ...below];
}

onEachEngine('expand', (service) => {
  it('is taken wherever an id of what it shows stands, or there is a reason', async () => {
    const { json: document } = await service().client.ask('GET', '/openapi.json', {
      without: ['authorization'],
    });
    const lacking: string[] = [];
    let taking = 0;
    for (const [path, { get }] of Object.entries<Json>(document.paths)) {
      const content = Object.values<Json>(get?.responses?.['200']?.content ?? {});
      const names = content.flatMap(({ schema }) => namesIn(document, schema));
      if (!names.some((name) => EXPANDABLE.test(name))) continue;
      const parameters = (get.parameters ?? []).map((each: Json) =>
        each.$ref === undefined ? each : named(document, each.$ref),
      );
      const takes = parameters.some((each: Json) => each.name === 'expand');
      if (takes) taking++;
      else lacking.push(path.replace('/v1/companies/{company_id}/', ''));
    }
    assert.deepEqual(lacking.sort(), Object.keys(WITHOUT).sort());
    assert.ok(taking > 20, `Only ${taking} take it.`);
  });

  it('shows the register of print jobs, as it is listed', async () => {
    const shop = await openShop(service());
    const { client, register, soup } = shop;
    const order = await shop.order({ register_id: register, lines: [{ product_id: soup.id }] });
    const jobs = `registers/${register}/print_jobs`;
    for (let count = 0; count < 2; count++) {
      await make(client, `orders/${order.id}/receipt`, { register_id: Number(register) });
    }
    const plain = await read(client, jobs);
    assert.ok(plain.length >= 2);
    const shown = await read(client, `registers/${register}`);
    assert.deepEqual(
      await read(client, `${jobs}?expand=register`),
      plain.map((job: Json) => ({ ...job, register: shown })),
    );
    const one = await read(client, `${jobs}/${plain[0].id}`);
    assert.deepEqual(await read(client, `${jobs}/${plain[0].id}?expand=register`), {
      ...one,
      register: shown,
    });
    for (const path of [jobs, `${jobs}/${plain[0].id}`]) {
      invalidFields(await client.get(`${path}?expand=customer`), 'expand');
      const other = await secondAddon(service(), ['orders:read']);
      refused(await other.get(`${path}?expand=register`), 403, 'insufficient_scope');
      assert.equal((await other.get(path)).status, 200);
    }
  });

  it('shows the register of devices', async () => {
    const owner = await screenOf(service(), service().card);
    const { client, card } = service();
    const till = await make(client, 'registers', { name: 'Till', site_id: card.sites[0].id });
    await letIn(service(), owner, till.id, 'Front');
    const plain = await read(owner.client, 'devices?limit=5000');
    const expanded = await read(owner.client, 'devices?limit=5000&expand=register');
    assert.deepEqual(
      expanded.map(({ register: _, ...device }: Json) => device),
      plain,
    );
    const mine = expanded.filter((device: Json) => device.register_id === till.id);
    assert.deepEqual(
      mine.map(({ register }: Json) => register),
      [await read(client, `registers/${till.id}`)],
    );
  });
});
