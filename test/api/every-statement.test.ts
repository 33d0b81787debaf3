import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, it } from 'node:test';
import type { Route } from '#src/edge/route.ts';
import { TOPICS } from '#src/kernel/event.ts';
import { ROUTES } from '#src/routes.ts';
import { sql } from '#src/storage/sql.ts';
import { type Fault, type FaultyEdge, openFaultyEdge } from '#test/harness/faults.ts';
import { type Answer, onEachEngine, type Service } from '#test/harness/service.ts';
import { CASES } from './cases/all.ts';
import {
  type Arranged,
  C,
  callerOf,
  createWorld,
  nameOf,
  pathOf,
  type RouteCase,
  type World,
} from './cases/case.ts';
import { companyTables, everythingOf, make } from './helpers.ts';

// Every route that writes is made to fail at its first statement, then at its second, and so on to its COMMIT:
// afterwards the company is as it was before, and no answer was 2xx. A route is swept as soon as it has a case.

/** A transaction with more statements is not made to fail at each of them. */
const DENSE = 20;
/** So many failures are made before all rows are looked at again, which takes longer than they do. */
const AT_ONCE = 6;
/** So many tests share a company: all of its rows are looked at again and again, and each test adds some. */
const TESTS_OF_A_COMPANY = 20;

type WriteRoute = Extract<Route, { access: 'write' | 'long' }>;

/** A company of its own with little in it, so that looking at all of its rows is quick. */
async function openWorld(service: Service): Promise<World> {
  const { client, card } = await service.newCompany('Swept');
  // What is for sandboxes alone is swept as well.
  await service.app.storage.write(async (tx) =>
    tx.run(sql`update companies set is_sandbox = 1 where id = ${BigInt(card.company_id)}`),
  );
  const site = card.sites[0].id;
  await make(client, `sites/${site}/products`, {
    name: 'Soup',
    unit_price: 10,
    availability: { amount: 1000 },
  });
  const customer = await make(client, 'customers', { first_name: 'Ada', phone: '1', reference_id: 'ada' });
  const world = await createWorld({ ...service, client, card: { ...card, customers: [customer] } });
  // Every change has a webhook, so that deliveries are rows of every transaction.
  for (const topic of TOPICS) {
    const filter = topic === 'products/availability' ? { site_ids: [site] } : {};
    await make(client, 'webhooks', { topic, address: 'https://hooks.example.com/all', filter });
  }
  // What the first use of a payment method does is not what every use does.
  await world.order({ payments: [{ method_id: world.cash, amount: 1 }] });
  return world;
}

/** The rows of a company by table. */
function tablesOf(text: string): Map<string, string[]> {
  const tables = new Map<string, string[]>();
  let rows: string[] = [];
  for (const line of text.split('\n')) {
    if (line.startsWith('[')) rows.push(line);
    else {
      rows = [];
      tables.set(line, rows);
    }
  }
  return tables;
}

/** How many rows of each table are new and how many are gone, where there are any. */
function changeOf(before: string, now: string): Record<string, string> {
  const was = tablesOf(before);
  const change: Record<string, string> = {};
  for (const [table, rows] of tablesOf(now)) {
    const old = new Set(was.get(table));
    const fresh = new Set(rows);
    const added = rows.filter((row) => !old.has(row)).length;
    const gone = [...old].filter((row) => !fresh.has(row)).length;
    // The counter of an hour is made by the first message, and raised by the next ones.
    if (table === 'mail_hours' && added === 1) change[table] = 'counted';
    else if (added + gone > 0) change[table] = `+${added} -${gone}`;
  }
  return change;
}

/** Every statement of a short transaction; of a long one the first and last, one of each kind, and some more. */
function chosen(statements: readonly string[]): number[] {
  const last = statements.length;
  const every = Math.ceil(last / DENSE);
  return statements.flatMap((text, at) => {
    const isKept = at < 2 || at >= last - 2 || /event_counters|idempotency_keys/.test(text);
    return isKept || at % every === 0 ? [at + 1] : [];
  });
}

/** A call that can be made again and again, each time with another fault. */
interface Swept {
  readonly arranged: Arranged;
  call(fault?: Fault, key?: string): Promise<Answer>;
  state(): Promise<string>;
}

function isFailure(answer: Answer, fault: Fault): void {
  const [status, error] =
    fault.kind === 'crash' || fault.kind === 'refused'
      ? [500, 'server_error']
      : [503, 'temporarily_unavailable'];
  assert.equal(answer.status, status, `${JSON.stringify(fault)}: ${answer.text}`);
  assert.equal(answer.json.error, error);
}

/** Calls whose case does less than the route can: a name, the route, and the call's arguments. */
const MORE: readonly (readonly [string, string, Pick<Required<RouteCase>, 'arrange' | 'status'>])[] = [
  [
    'a paid order of a new customer, the last of its group',
    `POST ${C}/orders`,
    {
      arrange: ({ site, product, cash, unique }) => ({
        body: {
          site_id: site,
          status: 'PENDING',
          group_id: unique(),
          customer: {
            first_name: 'Ann',
            email: `${unique().replaceAll(' ', '.')}@example.com`,
            reference_id: unique(),
          },
          lines: [{ product_id: product, quantity: 2 }],
          payments: [{ method_id: cash, amount: 20 }],
        },
      }),
      status: 201,
    },
  ],
  [
    'a payment that completes an order',
    `POST ${C}/orders/:order_id/payments`,
    {
      arrange: async (world) => {
        const callback_uri = 'https://hooks.example.com/order';
        const order = await world.order({ status: 'PENDING', group_id: world.unique(), callback_uri });
        return { params: { order_id: order.id_str }, body: { method_id: world.cash, amount: 10, tip: 1 } };
      },
      status: 201,
    },
  ],
  [
    'a refund with its stock',
    `POST ${C}/orders`,
    {
      arrange: async (world) => {
        const original = await world.order({
          payments: [{ method_id: world.cash, amount: 10 }],
          status: 'COMPLETE',
        });
        const lines = [{ product_id: world.product, quantity: -1 }];
        const payments = [{ method_id: world.cash, amount: -10 }];
        return { body: { site_id: world.site, original_order_id_str: original.id_str, lines, payments } };
      },
      status: 201,
    },
  ],
  [
    'a rejection that gives its stock back',
    `PUT ${C}/orders/:order_id`,
    {
      arrange: async (world) => {
        const order = await world.order({ status: 'ACCEPTED', customer_id: world.customer });
        const body = { status: 'REJECTED', reject_reason: { name: 'Closed' }, customer_id: null };
        return { params: { order_id: order.id_str }, body };
      },
      status: 200,
    },
  ],
  [
    'all that was given up',
    `POST ${C}/webhooks/:webhook_id/redeliver`,
    {
      arrange: async ({ service, client, make: create }) => {
        const address = 'https://hooks.example.com/dead';
        const webhook = await create('webhooks', { topic: 'orders/completed', address });
        for (const _ of [1, 2]) await create(`webhooks/${webhook.id}/test`, {});
        await service.app.storage.write(async (tx) =>
          tx.run(sql`update deliveries set state = 'dead'
            where company_id = ${BigInt(client.companyId)} and webhook_id = ${BigInt(webhook.id)}`),
        );
        return { params: { webhook_id: webhook.id_str }, body: {} };
      },
      status: 202,
    },
  ],
];

/** Where a case has nothing to change: a delivery that is waiting already, none that was given up, a new lease. */
const CHANGE_NOTHING = [
  `POST ${C}/registers/:register_id/print_jobs/:job_id/extend`,
  `POST ${C}/webhooks/:webhook_id/deliveries/:delivery_id/redeliver`,
  `POST ${C}/webhooks/:webhook_id/redeliver`,
  `POST ${C}/callbacks/:delivery_id/redeliver`,
];
/** They work on all that there is, or on a sandbox with its beginning; test/api/sandbox-*.test.ts have them. */
const OF_THE_WHOLE = [`DELETE ${C}/sandbox/faults`, `POST ${C}/sandbox/reset`];
/** It sends all past deliveries again: more with every call. */
const GROWS = [
  `POST ${C}/webhooks/:webhook_id/replay`,
  `POST ${C}/addons/:addon_id/webhooks/:webhook_id/replay`,
];

/** Without the table that has as many rows as a name has pieces: each call has a name of its own. */
function withoutNames<T>({ product_grams: _, ...changed }: Record<string, T>): Record<string, T> {
  return changed;
}

onEachEngine('a failure at any statement', (service) => {
  let edge: FaultyEdge;
  let world: World;
  let tables: readonly string[];
  before(async () => {
    edge = await openFaultyEdge(service());
    tables = await companyTables(service());
  });
  let begun = 0;
  beforeEach(async () => {
    if (begun++ % TESTS_OF_A_COMPANY === 0) world = await openWorld(service());
  });
  after(() => edge.close());

  async function arrange(route: WriteRoute, each: Pick<RouteCase, 'arrange'>): Promise<Swept> {
    const arranged = (await each.arrange?.(world)) ?? {};
    const path = pathOf(route.path, world.client.companyId, arranged);
    const { body, headers = {}, without = [] } = arranged;
    return {
      arranged,
      call: (fault, key) => {
        if (fault !== undefined) edge.storage.arm(fault);
        const more = key === undefined ? {} : { 'idempotency-key': key };
        return edge.ask(route.method, path, callerOf(route, world).token, {
          headers: { ...headers, ...more },
          without,
          ...(body === undefined ? {} : { body }),
        });
      },
      state: () => everythingOf(service(), world.client.companyId, tables),
    };
  }

  /** Makes a call once for each fault, and fails unless everything is as it was. */
  async function fails(swept: Swept, before: string, faults: readonly Fault[], key?: string): Promise<void> {
    for (const fault of faults) isFailure(await swept.call(fault, key), fault);
    const now = await swept.state();
    if (now === before) return;
    assert.fail(`${JSON.stringify(faults)} left something behind: ${JSON.stringify(changeOf(before, now))}`);
  }

  /** Of a commit with an unknown outcome that was saved: its changes, and its statements. */
  async function savedUnknown({ call, state }: Swept, key?: string) {
    const before = await state();
    const fault: Fault = { kind: 'unknown', saved: true };
    isFailure(await call(fault, key), fault);
    return { change: changeOf(before, await state()), statements: edge.storage.statements };
  }

  async function sweep(route: WriteRoute, each: Pick<RouteCase, 'arrange' | 'status'>) {
    const { change, statements } = await savedUnknown(await arrange(route, each));
    const swept = await arrange(route, each);
    const before = await swept.state();
    const faults = chosen(statements).flatMap((at): Fault[] => [
      { kind: 'away', at },
      { kind: 'crash', at },
    ]);
    for (let at = 0; at < faults.length; at += AT_ONCE) {
      await fails(swept, before, faults.slice(at, at + AT_ONCE));
    }
    await fails(swept, before, [{ kind: 'refused' }, { kind: 'unknown', saved: false }]);
    const answer = await swept.call();
    assert.equal(answer.status, each.status, answer.text);
    // It made the same changes once as without a failure, by the same statements.
    const changed = changeOf(before, await swept.state());
    const name = nameOf(route);
    if (GROWS.includes(name)) assert.deepEqual(Object.keys(changed), Object.keys(change));
    else assert.deepEqual(withoutNames(changed), withoutNames(change));
    assert.equal(edge.storage.statements.length, statements.length);
    return { answer, changed, arranged: swept.arranged };
  }

  /**
   * With a key an unexpected failure is final, and a database that was away is not (reference: conventions.35,
   * conventions.39).
   */
  async function sweepWithKey(route: WriteRoute, each: Pick<RouteCase, 'arrange' | 'status'>) {
    const kept = randomUUID();
    const known = await arrange(route, each);
    const { change, statements } = await savedUnknown(known, kept);
    const swept = await arrange(route, each);
    const key = randomUUID();
    let before = await swept.state();

    /** The stored answer is all that is saved, and everybody gets it from now on. */
    const isStored = async (fault: Fault) => {
      const own = randomUUID();
      const first = await swept.call(fault, own);
      isFailure(first, fault);
      const now = await swept.state();
      assert.deepEqual(changeOf(before, now), { idempotency_keys: '+1 -0' }, JSON.stringify(fault));
      const again = await swept.call(undefined, own);
      assert.equal(again.status, 500);
      assert.equal(again.text, first.text);
      assert.equal(again.headers['idempotent-replayed'], 'true');
      assert.equal(await swept.state(), now);
      before = now;
    };
    for (const at of chosen(statements)) {
      await fails(swept, before, [{ kind: 'away', at }], key);
      await isStored({ kind: 'crash', at });
    }
    await isStored({ kind: 'refused' });
    await fails(swept, before, [{ kind: 'unknown', saved: false }], key);

    // No reply is stored for a call that the database was away for: sent again it goes through, and a third call gets
    // the stored reply.
    const answer = await swept.call(undefined, key);
    assert.equal(answer.status, each.status, answer.text);
    assert.equal(answer.headers['idempotent-replayed'], undefined);
    const after = await swept.state();
    assert.deepEqual(changeOf(before, after), change);
    for (const [again, its] of [
      [swept, key],
      [known, kept],
    ] as const) {
      const told = await again.call(undefined, its);
      assert.equal(told.status, each.status, told.text);
      assert.equal(told.headers['idempotent-replayed'], 'true');
      if (again === swept) assert.equal(told.text, answer.text);
    }
    assert.equal(await swept.state(), after);
  }

  for (const route of ROUTES) {
    if (route.access !== 'write' && route.access !== 'long') continue;
    const name = nameOf(route);
    const each = CASES[name];
    // The walk through the routes fails for it.
    if (each === undefined || OF_THE_WHOLE.includes(name)) continue;

    it(`${name} leaves nothing behind`, async () => {
      const { answer, arranged, changed } = await sweep(route, each);
      each.shows(answer, arranged, world);
      assert.equal(Object.keys(changed).length === 0, CHANGE_NOTHING.includes(name), JSON.stringify(changed));
    });
    if (route.access === 'write' && route.idempotent === true) {
      it(`${name} leaves nothing but its answer behind, with an Idempotency-Key`, () =>
        sweepWithKey(route, each));
    }
  }

  for (const [what, name, each] of MORE) {
    it(`${name} leaves nothing behind: ${what}`, async () => {
      const route = ROUTES.find((candidate) => nameOf(candidate) === name);
      assert.ok(route?.access === 'write');
      const { changed } = await sweep(route, each);
      assert.ok(Object.keys(changed).length > 0);
      if (route.idempotent === true) await sweepWithKey(route, each);
    });
  }
});
