import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { RIGHTS, type Right } from '#src/company/rules/rights.ts';
import { OPERATIONS } from '#src/description/operations.ts';
import type { Route } from '#src/edge/route.ts';
import { DEVICE_SCOPES, scopesOfRole, withIncluded } from '#src/edge/scopes.ts';
import { ROUTES } from '#src/routes.ts';
import { type Answer, type Client, type Json, onEachEngine } from '#test/harness/service.ts';
import { CASES } from './cases/all.ts';
import { C, createWorld, nameOf, pathOf, type World } from './cases/case.ts';
import { everythingOf, make, read, refused, withoutTwins } from './helpers.ts';
import { hire, permissionsOf, type SignedIn, signIn } from './operator-helpers.ts';
import { newSite } from './order-helpers.ts';
import { ACTS, type Act, type Attempt, allBut, type Ground, openGround, orderOf } from './rights-acts.ts';
import { type Screen, screenAs, screenOf } from './screens.ts';

// Every permission against every route (reference: staff.19). The table itself is what operations say (`rights`), with the
// calls below, which need none. A new route has to be in one of them, and every permission of a call has an act.

/** Changes that staff members make and that need no permission, and why. */
const FREE: Readonly<Record<string, string>> = {
  'POST batch': 'each of its requests needs what it needs by itself',
  'POST registers/:register_id/heartbeat': 'a register says that it is there',
  'POST registers/:register_id/print_jobs/claim': 'paper',
  'POST registers/:register_id/print_jobs/:job_id/failed': 'paper',
  'POST registers/:register_id/print_jobs/:job_id/extend': 'paper',
  'POST registers/:register_id/print_jobs/:job_id/reprint': 'a copy says that it is one',
  'POST registers/:register_id/sessions': 'takes the PIN of who signs in',
  'DELETE registers/:register_id/sessions/:session_id': 'signs out',
  'POST registers/:register_id/approvals': 'takes the PIN of who approves',
  'POST customers': 'guests are written down by whoever serves them',
  'PUT customers/:customer_id': 'guests are written down by whoever serves them',
  'DELETE customers/:customer_id': 'guests are written down by whoever serves them',
  'POST sites/:site_id/checkins': 'guests come',
  'DELETE sites/:site_id/checkins/:checkin_id': 'guests go',
  'POST sites/:site_id/tickets/:ticket_id/bump': 'cooks cook',
  'POST sites/:site_id/tickets/:ticket_id/recall': 'cooks cook',
  'POST orders/:order_id/receipt': 'guests get receipts',
  'POST orders/:order_id/receipt/mail': 'guests get receipts',
  'POST orders/:order_id/split': 'nothing is sold, voided, paid or given back by it',
  'POST mails/:mail_id/resend': 'guests get receipts',
  'POST payment_requests/:payment_request_id/cancel': 'its provider decides',
  'POST payment_requests/:payment_request_id/resolve': 'its provider decides',
  'POST shifts': 'what is in a drawer is counted at its closing',
  'POST sandbox/clock': 'a sandbox has no money',
  'POST sandbox/faults': 'a sandbox has no money',
  'DELETE sandbox/faults': 'a sandbox has no money',
  'DELETE sandbox/faults/:fault_id': 'a sandbox has no money',
  'POST sandbox/reset': 'a sandbox has no money',
};

/** A route as it is called here. */
const shortOf = (route: Pick<Route, 'method' | 'path'>) => nameOf(route).replace(`${C}/`, '');
/** The permissions that an operation says. */
function rightsOf(route: Route): readonly string[] {
  const entry = OPERATIONS[nameOf(route)];
  return entry === undefined || 'paths' in entry ? [] : (entry.rights ?? []);
}
/** What staff members at a register can be given, and users who are staff. */
const STAFF_SCOPES = withIncluded([...DEVICE_SCOPES, ...scopesOfRole('staff')]);
const isForStaff = ({ scope }: Route) => scope === undefined || STAFF_SCOPES.has(scope) || scope === 'till';

/** What is missing in a table of what calls need, as sentences that say what to do. */
function gaps(
  routes: readonly { readonly name: string; readonly writes: boolean; readonly rights: readonly string[] }[],
  free: readonly string[],
  acts: readonly string[],
): string[] {
  const cells = routes.flatMap(({ name, rights }) => rights.map((right) => `${name} ${right}`));
  return [
    ...routes
      .filter(({ name, writes, rights }) => writes && rights.length === 0 && !free.includes(name))
      .map(({ name }) => `${name}: say \`rights\` in its operation, or in FREE why it needs none.`),
    ...free
      .filter((name) => !routes.some((each) => each.name === name && each.rights.length === 0))
      .map((name) => `${name} is no call of staff without permissions: remove it from FREE.`),
    ...cells.filter((cell) => !acts.includes(cell)).map((cell) => `${cell}: add an act (rights-acts.ts).`),
    ...acts.filter((act) => !cells.includes(act)).map((act) => `${act}: its operation does not say so.`),
  ];
}

it('every call of staff members says which permissions it may need, or that it needs none', () => {
  const routes = ROUTES.filter(isForStaff).map((route) => ({
    ...{ name: shortOf(route), rights: rightsOf(route) },
    writes: !['read', 'stream'].includes(route.access),
  }));
  const acts = [...new Set(ACTS.map(({ route, right }) => `${route} ${right}`))];
  const missing = gaps(routes, Object.keys(FREE), acts);
  if (missing.length > 0) assert.fail(missing.join('\n'));
  const others = ROUTES.filter((route) => !isForStaff(route) && rightsOf(route).length > 0);
  assert.deepEqual(others.map(shortOf), [], 'what staff members cannot call at all');
});

it('every permission binds somewhere', () => {
  assert.deepEqual([...new Set(ACTS.map(({ right }) => right))].sort(), [...RIGHTS].sort());
});

it('the search for gaps notices calls, cells and acts without each other', () => {
  const routes = [
    { name: 'POST a', writes: true, rights: [] },
    { name: 'POST b', writes: true, rights: ['Void'] },
    { name: 'GET c', writes: false, rights: [] },
  ];
  assert.deepEqual(gaps(routes, ['POST b'], ['GET c Void']), [
    'POST a: say `rights` in its operation, or in FREE why it needs none.',
    'POST b is no call of staff without permissions: remove it from FREE.',
    'POST b Void: add an act (rights-acts.ts).',
    'GET c Void: its operation does not say so.',
  ]);
});

const succeeded = (answer: Answer) => assert.ok(answer.status >= 200 && answer.status < 300, answer.text);
function denied(answer: Answer, ...rights: readonly Right[]): void {
  refused(answer, 403, 'access_denied');
  assert.ok(rights.includes(answer.json.right), answer.text);
}

onEachEngine('every permission against every route (reference: staff.19)', (service) => {
  let ground: Ground;
  let world: World;
  let manager: { readonly id: string; readonly pin: string };
  let owner: Screen;
  let clerk: Screen;
  let elsewhere: string;
  before(async () => {
    ground = await openGround(service());
    world = await createWorld(service());
    const { client } = ground.shop;
    manager = await hire(client, '9731', { first_name: 'Mia', is_admin: true });
    owner = await screenOf(service(), service().card);
    clerk = await screenAs(service(), 'staff');
    elsewhere = await newSite(client);
  });

  const known = new Map<string, Promise<SignedIn>>();
  /** A staff member who has permissions in a way, signed in; the same one every time. */
  function staff(way: 'own' | 'everywhere' | 'here' | 'elsewhere', rights: readonly Right[]) {
    const key = `${service().engine} ${way} ${[...rights].sort()}`;
    const made = known.get(key) ?? hired(way, rights);
    known.set(key, made);
    return made;
  }
  async function hired(way: string, rights: readonly Right[]): Promise<SignedIn> {
    const { client, register, site } = ground.shop;
    const permissions = permissionsOf(rights);
    const at = { here: site, elsewhere }[way];
    const given = async () => {
      const { id } = await make(client, 'roles', { name: `${way} ${rights}`, permissions });
      return [at === undefined ? { role_id: id } : { role_id: id, site_id: at }];
    };
    const fields = way === 'own' ? { permissions } : { permissions: [], roles: await given() };
    return signIn(service(), client, register, await hire(client, '4711', fields));
  }

  const attempt = (client: Client, act: Attempt, approvals: readonly Json[] = []) => {
    const { method, path, body, accept } = act;
    const headers = {
      ...(approvals.length === 0 ? {} : { 'x-approval': approvals.map(({ id_str }) => id_str).join(', ') }),
      ...(accept === undefined ? {} : { accept }),
    };
    return client.ask(method, path, { headers, ...(body === undefined ? {} : { body }) });
  };
  const approve = (client: Client, right: Right, act: Attempt): Promise<Json> =>
    make(client, `registers/${ground.shop.register}/approvals`, {
      ...{ pin: manager.pin, staff_id: manager.id, right, reason: 'Guest complained' },
      order_id: act.order ?? null,
    });

  /** An approval is used up, and stands where the act is kept, with its reason. */
  async function keeps(act: Attempt, answer: Answer, right: Right, approval: Json): Promise<void> {
    const { client, register } = ground.shop;
    const at = `registers/${register}/approvals/${approval.id_str}`;
    assert.equal((await read(client, at)).used_at === null, act.method === 'GET');
    const order = act.order ?? (act.path === 'orders' ? answer.json.id_str : undefined);
    if (order !== undefined) {
      const history = await read(client, `orders/${order}/history`);
      const noted = { right, staff_member_id: Number(manager.id), reason: 'Guest complained' };
      assert.deepEqual(history.at(-1).approvals.map(withoutTwins), [noted]);
    } else if (/^shifts\/\d+\/(?:movements|close)$/.test(act.path)) {
      assert.equal(answer.json.approved_by, Number(manager.id));
    }
  }

  /** Without the permission nothing is done, whoever asks; with it the same call is. */
  async function binds({ right, besides = [], arrange }: Act): Promise<void> {
    const needed = [right, ...besides];
    const act = await arrange(ground);
    const without = await staff('own', allBut(right));
    const apart = await staff('elsewhere', needed);
    const alone = await staff('own', needed);
    const state = await everythingOf(service(), ground.shop.client.companyId);
    const shown = await orderOf(ground, act);
    denied(await attempt(without.client, act), right);
    denied(await attempt(apart.client, act), ...needed);
    assert.deepEqual(await orderOf(ground, act), shown);
    assert.equal(await everythingOf(service(), ground.shop.client.companyId), state);
    succeeded(await attempt(alone.client, act));
  }

  /** Users who are staff may finish sales and nothing else, unless somebody approves. */
  async function bindsClerks({ right, besides = [], arrange }: Act): Promise<void> {
    const act = await arrange(ground);
    const missing = [right, ...besides].filter((each) => each !== 'FinishSale');
    if (missing.length > 0) {
      denied(await attempt(clerk.client, act), ...missing);
      const approvals: Json[] = [];
      for (const each of missing) approvals.push(await approve(clerk.client, each, act));
      succeeded(await attempt(clerk.client, act, approvals));
    } else succeeded(await attempt(clerk.client, act));
  }

  for (const each of ACTS) {
    const { name, route, right, besides = [], arrange, addon = ({ shop }: Ground) => shop.client } = each;
    it(`${route}: to ${name} takes ${[right, ...besides].join(' and ')}, and nothing else`, async () => {
      await binds(each);
      for (const way of ['everywhere', 'here'] as const) {
        const { client } = await staff(way, [right, ...besides]);
        succeeded(await attempt(client, await arrange(ground)));
      }
      await bindsClerks(each);
      for (const client of [addon(ground), owner.client]) {
        succeeded(await attempt(client, await arrange(ground)));
      }
    });

    it(`${route}: to ${name} takes an approval of ${right} otherwise, which is good once`, async () => {
      const { client } = await staff('own', allBut(right));
      const act = await arrange(ground);
      const approval = await approve(client, right, act);
      const answer = await attempt(client, act, [approval]);
      succeeded(answer);
      await keeps(act, answer, right, approval);
      if (act.method !== 'GET') denied(await attempt(client, await arrange(ground), [approval]), right);
    });
  }

  for (const route of ROUTES) {
    const name = nameOf(route);
    const each = CASES[name];
    if (each === undefined || rightsOf(route).length > 0) continue;
    it(`${name} needs ${isForStaff(route) ? 'no permission' : 'more than a staff member has'}`, async () => {
      const { client } = await staff('own', []);
      const arranged = (await each.arrange?.(world)) ?? {};
      const { headers = {}, without = [], body } = arranged;
      const path = pathOf(route.path, world.client.companyId, arranged);
      const call = { headers, without, ...(body === undefined ? {} : { body }) };
      for (const caller of isForStaff(route) ? [client] : [client, clerk.client]) {
        const answer = await caller.ask(route.method, path, call);
        if (!isForStaff(route)) refused(answer, 403, 'insufficient_scope');
        else if (answer.status === 403) assert.equal(answer.json.right, undefined, answer.text);
      }
    });
  }
});
