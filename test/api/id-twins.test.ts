import assert from 'node:assert/strict';
import { it } from 'node:test';
import { answerSchemas } from '#src/description/document.ts';
import { readExamples } from '#src/description/examples.ts';
import { topicId } from '#src/description/topics.ts';
import { TOPICS } from '#src/kernel/event.ts';
import { ROUTES } from '#src/routes.ts';
import { theDocument, unlikeTwins } from '#test/harness/described.ts';
import type { JsonSchema } from '#test/harness/schema.ts';
import { type Json, onEachEngine } from '#test/harness/service.ts';
import { change, drop, invalidFields, make, read, UNKNOWN_ID } from './helpers.ts';
import { choose, openMenu } from './menu-helpers.ts';

type Schemas = Readonly<Record<string, JsonSchema>>;

/** True for an id of 64 bits, or a list of them: other whole numbers of 64 bits have 0 as their minimum. */
function holdsIds({ type, format, minimum, items }: JsonSchema): boolean {
  if ([type].flat().includes('integer') && format === 'int64') return minimum !== 0;
  return items !== undefined && holdsIds(items as JsonSchema);
}

/** The places of ids below a value of the description, with whether their twins stand beside them. */
function idsIn(value: unknown, place: string): [place: string, hasTwin: boolean][] {
  if (typeof value !== 'object' || value === null) return [];
  const { properties = {}, required } = value as { properties?: Schemas; required?: readonly string[] };
  const own = Object.entries(properties).flatMap(([name, schema]): [string, boolean][] => {
    if (!holdsIds(schema)) return [];
    const twin = properties[`${name}_str`];
    const words = JSON.stringify(twin ?? {});
    const isTold = required?.includes(name) === required?.includes(`${name}_str`);
    return [[`${place}.${name}`, words.includes('"string"') && !words.includes('int64') && isTold]];
  });
  return [...own, ...Object.entries(value).flatMap(([key, each]) => idsIn(each, `${place}.${key}`))];
}

it('every id in every answer of the description has its twin (reference: conventions.12)', () => {
  const { paths, webhooks } = theDocument();
  const all = idsIn({ ...answerSchemas(ROUTES), paths, webhooks }, '');
  assert.ok(all.length > 150, String(all.length));
  assert.deepEqual(
    all.filter(([, hasTwin]) => !hasTwin),
    [],
  );
});

/** True for what takes an id in a body, or a list of ids. */
function takesIds({ $ref, anyOf, items }: JsonSchema): boolean {
  const inside = [...((anyOf ?? []) as JsonSchema[]), ...(items === undefined ? [] : [items as JsonSchema])];
  return $ref === '#/components/schemas/Id' || inside.some(takesIds);
}

/** The fields of bodies that take ids and do not take their twins. */
function bareInputs(value: unknown, place: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { type, properties = {} } = value as { type?: unknown; properties?: Schemas };
  const bare = Object.entries(type === 'object' ? properties : {}).filter(
    ([name, schema]) => takesIds(schema) && !name.endsWith('_str') && properties[`${name}_str`] === undefined,
  );
  const own = bare.map(([name]) => `${place}.${name}`);
  return [...own, ...Object.entries(value).flatMap(([key, each]) => bareInputs(each, `${place}.${key}`))];
}

it('every id that a body of the description has is taken by its twin as well (reference: conventions.12)', () => {
  const { paths, components } = theDocument();
  assert.deepEqual(bareInputs({ paths, schemas: components.schemas }, ''), []);
});

/** The ids that a value shows without a twin beside them, of the names that the description has for ids. */
function bareIds(value: unknown, names: ReadonlySet<string>, place: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => {
    const isId =
      names.has(key) && (typeof each === 'number' || (Array.isArray(each) && typeof each[0] === 'number'));
    const isBare = isId && !Object.hasOwn(value, `${key}_str`);
    return [...(isBare ? [`${place}.${key}`] : []), ...bareIds(each, names, `${place}.${key}`)];
  });
}

it('every id in every recorded answer has its twin, which says the same', () => {
  const names = new Set(idsIn(answerSchemas(ROUTES), '').map(([place]) => place.split('.').at(-1) ?? ''));
  const examples = Object.entries(readExamples());
  assert.ok(examples.length > 150 && names.size > 20);
  const topics = new Set<string>([...TOPICS, 'test', 'orders/status'].map(topicId));
  const faults = examples.flatMap(([id, example]) => {
    // What a topic's messages carry is recorded as a request.
    const shown = topics.has(id) ? example?.request : example?.response;
    return [...bareIds(shown, names, id), ...unlikeTwins(shown, id)];
  });
  assert.deepEqual(faults, []);
});

onEachEngine('twins of ids', (service) => {
  it('are taken in the place of ids, at any depth and in lists', async () => {
    const { client } = service();
    const menu = await openMenu(service());
    const { burger, ice, cola, fries, side, drink, size, small, site } = menu;
    const text = (value: Json) => String(value.id);
    const inTwins = (sets: readonly Json[]): Json =>
      sets.map(({ option_set_id: set, options }) => ({
        option_set_id_str: String(set),
        options: options.map(({ product_id: product, option_sets: inner }: Json) => ({
          product_id_str: String(product),
          ...(inner === undefined ? {} : { option_sets: inTwins(inner) }),
        })),
      }));
    await change(client, `products/${ice.id}`, { is_modifier: true });
    const sets = [choose(side, fries), choose(drink, [cola, { option_sets: [choose(size, small)] }])];
    const order = await make(client, 'orders', {
      site_id_str: String(site),
      lines: [
        { product_id_str: text(burger), option_sets: inTwins(sets) },
        { product_id_str: text(cola), product_id: cola.id, modifiers_str: [text(ice), `-${ice.id}`] },
      ],
    });
    assert.equal(order.site_id_str, String(site));
    const [first] = order.lines;
    const second = order.lines.find((line: Json) => line.modifiers.length > 0);
    assert.deepEqual([first.product_id_str, first.line_id_str], [text(burger), String(first.line_id)]);
    assert.deepEqual(second.modifiers_str, [text(ice), `-${ice.id}`]);
    assert.equal(order.options[0].option_set_id_str, text(side));
    assert.equal(order.options[1].options[0].option_sets[0].options[0].product_id_str, text(small));
    const chosen = { option_set_id_str: text(side), options: [{ product_id_str: text(fries) }] };
    const set1 = await change(client, `orders/${order.id}/optionsets/1`, chosen);
    assert.equal(set1.option_set_id_str, text(side));
    const other = { option_set_id: drink.id, option_set_id_str: text(side) };
    invalidFields(await client.put(`orders/${order.id}/optionsets/1`, other), 'option_set_id_str');
    const product = await make(client, 'products', {
      name: 'Twin',
      unit_price: 1,
      option_sets_str: [text(side)],
    });
    assert.equal(product.option_sets[0].id, side.id);
    const set = await make(client, 'optionsets', {
      name: 'Twins',
      options: [{ product_id_str: text(fries) }],
    });
    assert.equal(set.options[0].product_id_str, text(fries));
    const again = await change(client, `products/${product.id}`, {
      taxes_str: [String(menu.tax)],
      taxes: [menu.tax],
    });
    assert.deepEqual([again.taxes, again.taxes_str], [[menu.tax], [String(menu.tax)]]);
    const { id_str: list } = await read(client, 'price_lists/base');
    const untaxed = await make(client, 'orders', {
      site_id: site,
      lines: [{ product_id: cola.id, taxes_str: [] }],
    });
    assert.deepEqual([untaxed.lines[0].taxes, untaxed.lines[0].taxes_str], [[], undefined]);
    const taxed = await change(client, `orders/${untaxed.id}/lines/1`, { taxes_str: [String(menu.tax)] });
    assert.deepEqual(
      taxed.lines[0].taxes.map((tax: Json) => tax.id),
      [menu.tax],
    );
    const priced = await make(client, 'sites', { name: 'Priced', price_list: { id_str: list } });
    assert.equal(priced.price_list.id_str, list);
  });

  it('that name nothing are refused by their names (reference: conventions.31)', async () => {
    const { client, card } = service();
    const site = card.sites[0].id;
    const product = { name: 'Twinned', sku: 'twinned', unit_price: 1, taxes_str: [{ id_str: UNKNOWN_ID }] };
    const refusals: readonly (readonly [path: string, body: object, field: string])[] = [
      [`sites/${site}/products`, product, 'taxes_str[0]'],
      ['orders', { site_id: site, lines: [{ product_id_str: UNKNOWN_ID }] }, 'lines[0].product_id_str'],
      ['orders', { site_id_str: UNKNOWN_ID }, 'site_id_str'],
      ['orders', { site_id: UNKNOWN_ID }, 'site_id'],
      [
        'orders',
        { site_id: site, lines: [{ product_id: 1, taxes_str: [UNKNOWN_ID] }] },
        'lines[0].taxes_str[0]',
      ],
    ];
    for (const [path, body, field] of refusals) {
      const answer = await client.post(path, body);
      invalidFields(answer, field);
      assert.ok(answer.json.error_description.startsWith(`${field}: `), answer.text);
    }
  });

  it('that differ from their ids are refused by their names', async () => {
    const { client } = service();
    const { burger, cola, side, site } = await openMenu(service());
    const refused = async (path: string, body: object, field: string) =>
      invalidFields(await client.post(path, body), field);
    await refused('orders', { site_id: site, site_id_str: String(site + 1) }, 'site_id_str');
    await refused('orders', { site_id_str: 'one' }, 'site_id_str');
    const line = { product_id: burger.id, product_id_str: String(cola.id) };
    await refused('orders', { site_id: site, lines: [line] }, 'lines[0].product_id_str');
    const options = [{ option_set_id: side.id, option_set_id_str: '1', line_number: 1, options: [] }];
    await refused(
      'orders',
      { site_id: site, lines: [{ product_id: burger.id }], options },
      'options[0].option_set_id_str',
    );
    await refused('products', { name: 'n', unit_price: 1, taxes: [1], taxes_str: ['1', '2'] }, 'taxes_str');
    const hook = {
      topic: 'orders/completed',
      address: 'https://pos.example.com/',
      filter: { site_ids: [1], site_ids_str: ['2'] },
    };
    await refused('webhooks', hook, 'filter.site_ids_str');
  });

  it('are in events, and in deliveries as JSON and as XML', async () => {
    const { client, card } = service();
    const site = card.sites[0].id;
    const hooks = await Promise.all(
      ['json', 'xml'].map((format) => {
        const filter = { site_ids_str: [String(site)] };
        const address = 'https://pos.example.com/';
        return make(client, 'webhooks', { topic: 'orders/deleted', address, format, filter });
      }),
    );
    assert.deepEqual(hooks[0].filter, { site_ids: [site], site_ids_str: [String(site)] });
    const [product] = await read(client, `sites/${site}/products?limit=1`);
    const order = await make(client, 'orders', { site_id: site, lines: [{ product_id: product.id }] });
    await drop(client, `orders/${order.id}`);
    const [event] = await read(client, 'events?topic=orders/deleted');
    assert.deepEqual(event.site_ids_str, [String(site)]);
    assert.equal(event.payload.lines[0].product_id_str, String(product.id));
    const posted = async (hook: Json): Promise<string> => {
      const [delivery] = await read(client, `webhooks/${hook.id}/deliveries`);
      return (await read(client, `webhooks/${hook.id}/deliveries/${delivery.id}/request`)).body;
    };
    assert.ok((await posted(hooks[0])).includes(`"product_id_str":"${product.id}"`));
    const xml = await posted(hooks[1]);
    assert.ok(xml.includes(`<product_id_str>${product.id}</product_id_str>`), xml);
    assert.ok(xml.includes('<modifiers_str/>'), xml);
  });

  it('are taken of orders that are merged', async () => {
    const { client, card } = service();
    const site_id = card.sites[0].id;
    const [first, second] = [
      await make(client, 'orders', { site_id }),
      await make(client, 'orders', { site_id }),
    ];
    const path = `orders/${first.id}/merge`;
    invalidFields(await client.post(path, { order_ids_str: [UNKNOWN_ID] }), 'order_ids_str[0]');
    invalidFields(await client.post(path, {}), 'order_ids');
    assert.equal((await client.post(path, { order_ids_str: [second.id_str] })).status, 200);
    assert.equal((await read(client, `orders/${second.id}`)).merged_into_str, first.id_str);
  });
});
