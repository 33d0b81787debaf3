import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { looksUp, plansOf } from '#test/harness/plans.ts';
import { onEachStorage } from '#test/harness/storage.ts';
import type { Reader } from '../../storage/port.ts';
import { raw, sql } from '../../storage/sql.ts';
import type { OrderFilter } from './filter.store.ts';
import { countOrders, findOrder, listOrders } from './lists.store.ts';
import { contentTag } from './rendering.ts';

// What the lists of orders cost must not grow with the table: each is found along an index.

const ORDERS = 20_000n;
/** One in so many is rare in every way that orders are found by. */
const RARE_EVERY = 1000n;

/** Rendered by this version: reading them renders nothing. */
const TAG = contentTag({ head: '{}', lines: '[]', options: '[]', payments: '[]' });
const NUMBERS = sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${ORDERS})`;
const FILL = [
  sql`insert into orders (company_id, id, site_id, status, deleted, discounted, on_account, total,
      created_at, updated_at, placed_at, fulfil_at, paid_at, saleid, etag, head, lines, options, payments, state)
    ${NUMBERS} select 1, n, 1, case when n % ${RARE_EVERY} = 0 then 'SUBMITTED' else 'COMPLETE' end, 0, 0, 0, n % 977,
      n, n, n, n, n, cast(n as text), ${TAG}, '{}', '[]', '[]', '[]', '{}' from numbers`,
  ...['product', 'method', 'type', 'number', 'group'].map(
    (kind) => sql`insert into order_terms (company_id, kind, value, created_at, order_id)
      ${NUMBERS} select 1, ${kind}, case when n % ${RARE_EVERY} = 0 then 'rare' else 'usual' end, n, n from numbers`,
  ),
];

const NONE: OrderFilter = {
  statuses: [],
  among: undefined,
  onAccount: false,
  discounted: false,
  deleted: false,
  linkedCustomer: false,
  ids: undefined,
  created: [],
  updated: [],
  placed: [],
  fulfil: [],
  paid: [],
  value: [],
  terms: [],
  sort: undefined,
};

const MANY = [{ than: 'gte', value: 10n }] as const;
const RARE = [{ than: 'gt', value: 975n }] as const;
const FEW = [{ than: 'gt', value: ORDERS - 500n }] as const;
const TERMS = ['product', 'method', 'type', 'number', 'group'] as const;
const BY_ID = /orders_pkey|sqlite_autoindex_orders/;
const PICKED = /orders_pkey|sqlite_autoindex_orders|orders_by_status/;

/** A list, and what finds its page. */
const WALKS: readonly (readonly [name: string, filter: Partial<OrderFilter>, by: RegExp])[] = [
  ['no filter', {}, /orders_newest/],
  ...[true, false].flatMap((descending) => [
    ['by time of making', { sort: { by: 'created', descending } }, /orders_newest/] as const,
    ['by time of placing', { sort: { by: 'placed', descending } }, /orders_by_placed/] as const,
    ['by last change', { sort: { by: 'updated', descending } }, /orders_by_update/] as const,
    ['by value', { sort: { by: 'value', descending } }, /orders_by_value/] as const,
  ]),
  ['placed in a long time', { placed: MANY }, /orders_by_placed/],
  ['wanted in a long time', { fulfil: MANY }, /orders_by_fulfil/],
  ['paid in a long time', { paid: MANY }, /orders_by_paid/],
  ['of a usual site, paid in a long time', { site: 1n, paid: MANY }, /orders_by_paid/],
  ['changed in a long time', { updated: MANY }, /orders_by_update/],
  ['of a usual value', { value: MANY }, /orders_newest/],
  ['of a usual site by value', { site: 1n, sort: { by: 'value', descending: true } }, /orders_by_value/],
  ['of a usual site by time of placing', { site: 1n, placed: MANY }, /orders_by_placed/],
  ['of a usual status', { among: ['COMPLETE'] }, /orders_by_status|orders_newest/],
  ['of usual statuses', { among: ['COMPLETE', 'ACCEPTED'] }, /orders_newest/],
  [
    'of a usual status by value',
    { among: ['COMPLETE'], sort: { by: 'value', descending: true } },
    /orders_by_value/,
  ],
];
const PICKS: typeof WALKS = [
  ['changed just now, by value', { updated: FEW, sort: { by: 'value', descending: true } }, PICKED],
  ['made just now, by value', { created: FEW, sort: { by: 'value', descending: false } }, PICKED],
  ['wanted soon, by time of placing', { fulfil: FEW, sort: { by: 'placed', descending: true } }, PICKED],
  ['paid just now, by value', { paid: FEW, sort: { by: 'value', descending: true } }, PICKED],
  ['of a usual site, of a rare value', { site: 1n, value: RARE }, BY_ID],
  ['of a usual status, of a rare value', { statuses: ['COMPLETE'], value: RARE }, BY_ID],
  ['of some rare statuses', { among: ['SUBMITTED', 'ACCEPTED'] }, PICKED],
  ['of a rare status by value', { among: ['SUBMITTED'], sort: { by: 'value', descending: true } }, PICKED],
  ...TERMS.map((kind) => [`of a rare ${kind}`, { terms: [{ kind, value: 'rare' }] }, PICKED] as const),
];

onEachStorage('lists of orders', [], (ground) => {
  before(async () => {
    await ground().storage.write(async (tx) => {
      for (const statement of FILL) await tx.run(statement);
      if (ground().storage.engine === 'postgres') await tx.run(raw('analyze'));
    });
  });

  const plans = (filter: Partial<OrderFilter>, after?: readonly bigint[]) => {
    const { storage } = ground();
    return storage.read((tx) =>
      plansOf(tx, storage.engine, (reader) =>
        listOrders(reader, 1n, { ...NONE, ...filter }, 25, new Set()).read(after, 25),
      ),
    );
  };

  for (const [name, filter, by] of WALKS) {
    it(`${name}: are walked through along an index`, async () => {
      for (const after of [undefined, [5000n, 5000n]]) {
        const found = await plans(filter, after);
        looksUp(found);
        const { plan = '' } = found.at(-1) ?? {};
        assert.match(plan, by);
        assert.doesNotMatch(plan, /TEMP B-TREE|Sort/);
      }
    });
  }

  for (const [name, filter, by] of PICKS) {
    it(`${name}: few are picked by an index`, async () => {
      const found = await plans(filter);
      looksUp(found);
      assert.match(found.at(-1)?.plan ?? '', by);
    });
  }

  for (const kind of TERMS) {
    it(`of a usual ${kind}: are walked through along the rows of it`, async () => {
      for (const after of [undefined, [5000n, 5000n]]) {
        const found = await plans({ terms: [{ kind, value: 'usual' }] }, after);
        looksUp(found);
        const walk = found.find(({ statement }) => statement.includes('order by')) ?? found[0];
        assert.match(walk?.plan ?? '', /order_terms|SEARCH c USING PRIMARY KEY/);
        assert.doesNotMatch(walk?.plan ?? '', /TEMP B-TREE|Sort/);
      }
    });
  }

  it('begin after an order that is found by its id, whatever they go by', async () => {
    const { storage } = ground();
    const filters: Partial<OrderFilter>[] = [
      {},
      { site: 1n },
      { customer: 1n, sort: { by: 'value', descending: true } },
      { updated: [{ than: 'gte', value: 1n }] },
    ];
    for (const filter of filters) {
      const found = await storage.read((tx) =>
        plansOf(tx, storage.engine, (reader) => findOrder(reader, 1n, { ...NONE, ...filter }, 5000n)),
      );
      looksUp(found);
      assert.match(found.at(-1)?.plan ?? '', /PRIMARY KEY|orders_pkey|\(company_id=\? AND id=\?\)/);
    }
  });

  it('that no order can meet ask for nothing', async () => {
    const { storage } = ground();
    const impossible: Partial<OrderFilter>[] = [
      { deleted: true, statuses: ['COMPLETE'] },
      { deleted: true, among: ['COMPLETE'] },
      { statuses: ['SUBMITTED'], among: ['COMPLETE', 'REJECTED'] },
      { onAccount: true, among: ['ACCEPTED'] },
    ];
    const silent: Reader = { get: () => assert.fail(), all: () => assert.fail() };
    for (const some of impossible) {
      const filter = { ...NONE, ...some };
      const page = await listOrders(silent, 1n, filter, 25, new Set()).read(undefined, 25);
      assert.deepEqual(page, { rows: [], more: false });
      assert.deepEqual(await countOrders(silent, 1n, filter), { count: 0, more: false });
    }
    for (const some of [{ statuses: ['COMPLETE'] }, { onAccount: true, among: ['PENDING'] }] as const) {
      const filter: OrderFilter = { ...NONE, ...some };
      await storage.read((tx) =>
        plansOf(tx, storage.engine, (reader) =>
          listOrders(reader, 1n, filter, 25, new Set()).read(undefined, 25),
        ),
      );
    }
  });

  it('are counted along an index, with an end to the work', async () => {
    const { storage } = ground();
    const counts: [Partial<OrderFilter>, number, boolean][] = [
      [{}, 10_001, true],
      [{ terms: [{ kind: 'type', value: 'rare' }] }, 20, false],
      [{ among: ['SUBMITTED'], placed: MANY }, 20, false],
      [{ placed: [{ than: 'lte', value: 9_999n }] }, 9_999, false],
      [{ placed: [{ than: 'lte', value: 10_000n }] }, 10_000, false],
      [{ placed: [{ than: 'lte', value: 10_001n }] }, 10_001, true],
      [
        {
          paid: [
            { than: 'gt', value: 10n },
            { than: 'lte', value: 9_999n },
          ],
        },
        9_989,
        false,
      ],
      [{ placed: [{ than: 'lte', value: 9_000n }], value: [{ than: 'lt', value: 0n }] }, 0, false],
    ];
    for (const [filter, count, more] of counts) {
      await storage.read(async (tx) => {
        const whole = { ...NONE, ...filter };
        assert.deepEqual(await countOrders(tx, 1n, whole), { count, more });
        looksUp(await plansOf(tx, storage.engine, (reader) => countOrders(reader, 1n, whole)));
      });
    }
  });
});
