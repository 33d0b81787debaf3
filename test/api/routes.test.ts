import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { ROUTES } from '#src/routes.ts';
import { sql } from '#src/storage/sql.ts';
import { type Answer, type Client, onEachEngine } from '#test/harness/service.ts';
import { CASES } from './cases/all.ts';
import { type Arranged, C, callerOf, createWorld, nameOf, pathOf, type World } from './cases/case.ts';
import { everythingOf, refused, UNKNOWN_ID } from './helpers.ts';
import { screenAs, screenOf } from './screens.ts';

// Every route of the table is called three ways: so that it succeeds, so that it is refused, and by another
// company. A new route needs a case in test/api/cases/; the first test says which is missing.

/** What the routes and the cases do not have of each other, as sentences that say what to do. */
function gaps(routes: readonly string[], cases: readonly string[]): string[] {
  return [
    ...routes
      .filter((route) => !cases.includes(route))
      .map((route) => `${route} is never tested: add a case in test/api/cases/.`),
    ...cases
      .filter((name) => !routes.includes(name))
      .map((name) => `${name} is no route of src/routes.ts: correct or remove its case in test/api/cases/.`),
    ...routes
      .filter((route, at) => routes.indexOf(route) !== at)
      .map((route) => `${route} is twice in src/routes.ts: the second is never reached, remove it.`),
  ];
}

it('every route has a case, and every case a route', () => {
  const missing = gaps(ROUTES.map(nameOf), Object.keys(CASES));
  if (missing.length > 0) assert.fail(missing.join('\n'));
});

it('the search for gaps notices routes and cases without each other', () => {
  assert.deepEqual(gaps(['GET /a', 'GET /b', 'GET /b'], ['GET /b', 'GET /c']), [
    'GET /a is never tested: add a case in test/api/cases/.',
    'GET /c is no route of src/routes.ts: correct or remove its case in test/api/cases/.',
    'GET /b is twice in src/routes.ts: the second is never reached, remove it.',
  ]);
});

function send(client: Client, method: string, path: string, arranged: Arranged): Promise<Answer> {
  const { body, headers = {}, without = [] } = arranged;
  return client.ask(method, path, { headers, without, ...(body === undefined ? {} : { body }) });
}

/** The same call with unknown ids in its path; undefined when its path names nothing of the company. */
function withUnknown(template: string, arranged: Arranged): Arranged | undefined {
  const params: Record<string, string> = { ...arranged.params };
  for (const [, name] of template.matchAll(/:(\w+_id|saleid)/g)) {
    if (name === 'saleid') params.saleid = 'ZZZZZZZZ';
    else if (name !== undefined && name !== 'company_id') params[name] = UNKNOWN_ID;
  }
  if (template.endsWith('*')) params['*'] = (params['*'] ?? '').replace(/\d+/g, UNKNOWN_ID);
  const changed = Object.keys(params).some((name) => params[name] !== arranged.params?.[name]);
  return changed ? { ...arranged, params } : undefined;
}

function isNotFound(answer: Answer): void {
  assert.equal(answer.status, 404, answer.text);
  assert.equal(answer.json.error, 'not_found');
}

/** What is shown once, beside the record that was made. */
const SHOWN_ONCE: Readonly<Record<string, readonly string[]>> = {
  [`POST ${C}/addons`]: ['client_secret', 'signing_secret', 'signing_secret_base64'],
  [`POST ${C}/addons/:addon_id/signing_secret`]: ['old_secret_valid_until'],
  [`POST ${C}/registers/:register_id/sessions`]: ['access_token', 'token_type', 'expires_in'],
};

/** What answers something else than what is at their own address, as it is what has changed. */
const ANSWER_OTHERS: ReadonlySet<string> = new Set([
  // The whole order.
  `POST ${C}/orders/:order_id/lines`,
  `PUT ${C}/orders/:order_id/lines/:number`,
  `POST ${C}/orders/:order_id/payments`,
  `PUT ${C}/orders/:order_id/payments/:number`,
  // The category, not the list of its products.
  `PUT ${C}/categories/:category_id/products`,
  // A list is there.
  `POST ${C}/imports`,
]);

/** What was made is at the address that the answer names, what was changed at its own, and it was answered as it is there (reference: conventions.10). */
async function readsBack(client: Client, name: string, path: string, answer: Answer): Promise<void> {
  const { location } = answer.headers;
  const isMade = answer.status === 201 && location !== undefined;
  if (!isMade && !(answer.status === 200 && /^(?:PUT|PATCH|POST) /.test(name))) return;
  const at = isMade ? new URL(location).pathname : path.replace(/\?.*/, '');
  const { status, json, text } = await client.get(at);
  if (isMade) {
    assert.equal(status, 200, `${at}: ${text}`);
    assert.ok(!Array.isArray(json), `${at} is a list.`);
  } else if (status !== 200) return;
  if (ANSWER_OTHERS.has(name)) return;
  const once = SHOWN_ONCE[name] ?? [];
  const record = Object.entries(answer.json).filter(([field]) => !once.includes(field));
  const shown = Array.isArray(answer.json) ? answer.json : Object.fromEntries(record);
  assert.deepEqual(shown, json, `${name} answers something else than GET shows.`);
}

onEachEngine('routes', (service) => {
  let world: World;
  let strangers: Pick<World, 'client' | 'owner'>;
  before(async () => {
    world = await createWorld(service());
    const { app, foreign, foreignCard } = service();
    // What is for sandboxes alone would be refused before anything of another company is looked for.
    await app.storage.write(async (tx) =>
      tx.run(sql`update companies set is_sandbox = 1 where id = ${BigInt(foreignCard.company_id)}`),
    );
    strangers = { client: foreign, owner: (await screenOf(service(), foreignCard)).client };
  });

  for (const route of ROUTES) {
    const name = nameOf(route);
    const each = CASES[name];
    // The first test above fails for it.
    if (each === undefined) continue;

    it(`${name} succeeds`, async () => {
      const arranged = (await each.arrange?.(world)) ?? {};
      const path = pathOf(route.path, world.client.companyId, arranged);
      const answer = await send(callerOf(route, world), route.method, path, arranged);
      assert.equal(answer.status, each.status, answer.text);
      each.shows(answer, arranged, world);
      await readsBack(callerOf(route, world), name, path, answer);
      await each.settles?.(arranged, world);
    });

    it(`${name} is refused`, async () => {
      const arranged = await each.refusal.arrange(world);
      const path = pathOf(route.path, world.client.companyId, arranged);
      const answer = await send(callerOf(route, world), route.method, path, arranged);
      assert.equal(answer.status, each.refusal.status, answer.text);
      assert.equal(answer.json.error, each.refusal.error, answer.text);
      assert.ok(answer.json.error_description.length > 0);
      if (each.refusal.field !== undefined) assert.equal(answer.json.errors?.[0]?.field, each.refusal.field);
    });

    if (route.scope === 'admin') {
      it(`${name} is closed to add-ons with every scope, and to staff`, async () => {
        const arranged = (await each.arrange?.(world)) ?? {};
        const path = pathOf(route.path, world.client.companyId, arranged);
        const staff = await screenAs(service(), 'staff');
        for (const caller of [world.client, staff.client]) {
          const answer = await send(caller, route.method, path, arranged);
          refused(answer, 403, 'insufficient_scope');
          assert.match(answer.json.error_description, /owners and managers/);
        }
      });
    }

    it(`${name} is closed to other companies`, async () => {
      const { client } = service();
      const foreign = callerOf(route, strangers);
      const arranged = (await each.arrange?.(world)) ?? {};
      const ours = await everythingOf(service(), client.companyId);
      const theirs = await everythingOf(service(), foreign.companyId);

      if (route.path.includes(':company_id')) {
        const here = await send(
          foreign,
          route.method,
          pathOf(route.path, client.companyId, arranged),
          arranged,
        );
        const nowhere = await send(foreign, route.method, pathOf(route.path, UNKNOWN_ID, arranged), arranged);
        isNotFound(here);
        isNotFound(nowhere);
        assert.equal(here.text, nowhere.text);
      }

      const path = pathOf(route.path, foreign.companyId, arranged);
      const guess = withUnknown(route.path, arranged);
      if (guess !== undefined) {
        const own = await send(foreign, route.method, path, arranged);
        isNotFound(own);
        const guessed = await send(
          foreign,
          route.method,
          pathOf(route.path, foreign.companyId, guess),
          guess,
        );
        assert.equal(own.text, guessed.text);
      } else if (route.method === 'GET' && arranged.marker !== undefined) {
        const own = await send(foreign, route.method, path, arranged);
        assert.equal(own.status, each.status, own.text);
        assert.equal(own.text.includes(arranged.marker), false, 'It shows what belongs to another company.');
      }

      assert.equal(await everythingOf(service(), client.companyId), ours);
      assert.equal(await everythingOf(service(), foreign.companyId), theirs);
    });
  }
});
