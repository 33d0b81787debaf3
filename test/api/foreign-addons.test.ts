import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { ROUTES } from '#src/routes.ts';
import { type Client, onEachEngine } from '#test/harness/service.ts';
import { CASES } from './cases/all.ts';
import { type Arranged, createWorld, nameOf, pathOf, type World } from './cases/case.ts';
import { placesOf } from './foreign-places.ts';
import { everythingOf, secondAddon, UNKNOWN_ID } from './helpers.ts';

// What belongs to one add-on is not there for another one of the same company (reference: events.12, staff.4).

/** The ids of what belongs to an add-on. */
const OWN = ['webhook_id', 'delivery_id', 'session_id', 'approval_id'];

onEachEngine('what belongs to another add-on', (service) => {
  let world: World;
  let other: Client;
  before(async () => {
    world = await createWorld(service());
    other = await secondAddon(service());
  });

  const routes = ROUTES.filter(
    (route) => route.scope !== 'admin' && placesOf(route).some(({ name }) => OWN.includes(name)),
  );
  for (const route of routes) {
    const name = nameOf(route);
    it(`is not there for ${name}`, async () => {
      const arranged = (await CASES[name]?.arrange?.(world)) ?? {};
      const params = Object.entries(arranged.params ?? {});
      const unknown = Object.fromEntries(
        params.map(([key, id]) => [key, OWN.includes(key) ? UNKNOWN_ID : id]),
      );
      const before = await everythingOf(service(), world.client.companyId);
      const ask = (each: Arranged) => {
        const { body, headers = {} } = each;
        const path = pathOf(route.path, world.client.companyId, each);
        return other.ask(route.method, path, { headers, ...(body === undefined ? {} : { body }) });
      };
      const here = await ask(arranged);
      assert.deepEqual([here.status, here.text], [404, (await ask({ ...arranged, params: unknown })).text]);
      assert.equal(await everythingOf(service(), world.client.companyId), before);
    });
  }
});
