import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { type Id, saleId } from '#src/kernel/id.ts';
import { formatDecimal, ONE } from '#src/kernel/money.ts';
import { ORDER_TYPES } from '#src/kernel/order-type.ts';
import { DAY, formatTime, HOUR, type Micros } from '#src/kernel/time.ts';
import { insertOrder } from '#src/orders/row/store.ts';
import { render } from '#src/orders/row/view.ts';
import { lastPaidAt } from '#src/orders/rules/dates.ts';
import { isDiscounted } from '#src/orders/rules/decide.ts';
import { figuresOf } from '#src/orders/rules/figures.ts';
import { ORDER_STATUSES, type OrderStatus } from '#src/orders/rules/status.ts';
import type { Order } from '#src/orders/types.ts';
import { FEW } from '#src/storage/finding.ts';
import { blankOrder, lineOf, paymentOf } from '#test/harness/orders.ts';
import { type Client, onEachEngine, type Service } from '#test/harness/service.ts';
import { make, read } from './helpers.ts';
import { listed } from './order-helpers.ts';

// Any filter, alone or with any others, finds what going through all orders one by one finds. There are more
// orders of one value than a list looks up by value, and few of others, so that both ways are taken.

const USUAL = FEW + 1_000;
const SPECIAL = 300;
const START: Micros = BigInt(Date.parse('2026-03-01T00:00:00Z')) * 1000n;

/** An order with what a filter can look at. */
interface ModelOrder {
  readonly order: Order;
  readonly total: bigint;
}

interface World {
  readonly client: Client;
  readonly owners: Readonly<Record<'sites' | 'registers' | 'staff' | 'customers', readonly string[]>>;
  readonly orders: readonly ModelOrder[];
}

/** The same numbers every time. */
function dice(): (sides: number) => number {
  let state = 7;
  return (sides) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * sides);
  };
}

function makeOrder(
  company: Id,
  id: Id,
  owners: World['owners'],
  roll: (sides: number) => number,
  usual: boolean,
): Order {
  const pick = (from: readonly string[]) => BigInt(from[roll(from.length)] ?? 0);
  const maybe = (from: readonly string[]) => (roll(3) === 0 ? null : pick(from));
  const created_at = START + BigInt(roll(60)) * HOUR;
  const status = ORDER_STATUSES[roll(ORDER_STATUSES.length)] ?? 'SUBMITTED';
  const price = usual ? 10n : BigInt(1 + roll(40));
  const sold = lineOf('1');
  const product = { ...sold.product, id: usual ? 1n : BigInt(1 + roll(3)) };
  const line = { ...sold, product, line_id: id, quantity: roll(10) === 0 ? -ONE : ONE };
  const paid_at = roll(3) === 0 ? null : created_at + BigInt(roll(60)) * HOUR;
  const payment = { ...paymentOf('1'), id, created_at, paid_at };
  const site = pick(owners.sites);
  const register = maybe(owners.registers);
  const kind = roll(3) === 0 ? 'account' : 'cash';
  const method = { ...payment.method, id: kind === 'account' ? 7n : 8n, kind };
  return {
    ...blankOrder,
    company_id: company,
    id,
    saleid: saleId(id),
    site_id: site,
    // The registers are at the first site, and no order is of a register elsewhere.
    register_id: String(site) === owners.sites[0] ? register : null,
    staff_member_id: maybe(owners.staff),
    customer_id: maybe(owners.customers),
    status,
    price_variation: roll(4) === 0 ? (ONE * 9n) / 10n : null,
    deleted: roll(8) === 0 && status !== 'COMPLETE',
    created_at,
    updated_at: created_at + BigInt(roll(50)) * HOUR,
    lines: [{ ...line, unit: { amount: price * ONE, form: 'inc' } }],
    payments: roll(6) === 0 ? [] : [{ ...payment, method }],
    order_type: roll(2) === 0 ? null : (ORDER_TYPES[roll(usual ? 2 : 4)] ?? null),
    sale_number: roll(4) === 0 ? `No ${roll(5)}` : null,
    group_id: roll(4) === 0 ? `Table ${roll(3)}` : null,
    table_id: roll(4) === 0 ? BigInt(roll(3) + 1) : null,
    placed_at: created_at + BigInt(roll(30)) * HOUR,
    fulfil_at: created_at + BigInt(roll(90)) * HOUR,
  };
}

async function fill({ app, newCompany }: Service): Promise<World> {
  const { client, card } = await newCompany('Many orders');
  const [site] = card.sites;
  const two = async (path: string, first: unknown, body: object) => [
    String(first),
    (await make(client, path, body)).id_str,
  ];
  const owners = {
    sites: await two('sites', site.id, { name: 'Two' }),
    registers: await two('registers', site.registers[0].id, { name: 'Two', site_id: site.id }),
    staff: await two('staff', card.staff[0].id, { first_name: 'Two' }),
    customers: [
      (await make(client, 'customers', { first_name: 'One', phone: '1' })).id_str,
      (await make(client, 'customers', { first_name: 'Two', phone: '2' })).id_str,
    ],
  };
  const roll = dice();
  const orders = await app.storage.write(async (tx) => {
    const known: ModelOrder[] = [];
    for (const [at, id] of (await tx.ids('order', USUAL + SPECIAL)).entries()) {
      const order = makeOrder(BigInt(card.company_id), id, owners, roll, at < USUAL);
      const figures = figuresOf(order);
      await insertOrder(tx, { order, figures }, render(order, figures));
      // One long turn would be a silence of seconds for the database, on a slow machine.
      if (at % 100 === 0) await turn();
      known.push({ order, total: figures.priced.total });
    }
    return known;
  });
  return { client, owners, orders };
}

const SUFFIXES = ['lt', 'lte', 'gt', 'gte'] as const;
type Suffix = (typeof SUFFIXES)[number];

/** A list that is asked for: its path and query, and which orders it is about. */
interface ListQuery {
  readonly address: string;
  /** What the list goes by, and whether it falls. */
  readonly at: (known: ModelOrder) => bigint;
  readonly falling: boolean;
  matches(known: ModelOrder): boolean;
}

type Test = (known: ModelOrder) => boolean;

function compare(a: bigint, than: Suffix, b: bigint): boolean {
  switch (than) {
    case 'lt':
      return a < b;
    case 'lte':
      return a <= b;
    case 'gt':
      return a > b;
    default:
      return a >= b;
  }
}

/** Every segment that a list's path can have, with its meaning. */
function segmentsOf({ owners }: World): { text: string; owner: boolean; status: boolean; test: Test }[] {
  const owned = (name: keyof World['owners'], read: (order: Order) => Id | null) =>
    owners[name].slice(0, 1).map((id) => ({
      text: `${name}/${id}`,
      owner: true,
      status: false,
      test: ({ order }: ModelOrder) => read(order) === BigInt(id),
    }));
  const plain = (text: string, status: boolean, test: (order: Order) => boolean) => ({
    text,
    owner: false,
    status,
    test: ({ order }: ModelOrder) => test(order),
  });
  const onAccount = (order: Order) => order.payments.some((payment) => payment.method.kind === 'account');
  return [
    ...owned('sites', (order) => order.site_id),
    ...owned('registers', (order) => order.register_id),
    ...owned('staff', (order) => order.staff_member_id),
    ...owned('customers', (order) => order.customer_id),
    ...(['COMPLETE', 'PENDING', 'ON_HOLD'] satisfies OrderStatus[]).map((status) =>
      plain(status.toLowerCase(), true, (order) => order.status === status),
    ),
    plain('pending/accounts', true, (order) => order.status === 'PENDING' && onAccount(order)),
    plain('discounted', false, isDiscounted),
    plain('deleted', false, (order) => order.deleted),
    plain('linkedcustomer', false, (order) => order.customer_id !== null),
  ];
}

/** Filters by what an order has of its own, with their meaning. */
const OWN: readonly { name: string; value: string; test: Test }[] = [
  { name: 'product_id', value: '1', test: ({ order }) => order.lines[0]?.product.id === 1n },
  { name: 'product_id', value: '3', test: ({ order }) => order.lines[0]?.product.id === 3n },
  { name: 'payment_method_id', value: '7', test: ({ order }) => order.payments[0]?.method.id === 7n },
  { name: 'order_type', value: 'Dine in', test: ({ order }) => order.order_type === 'Dine in' },
  { name: 'order_type', value: 'Delivery', test: ({ order }) => order.order_type === 'Delivery' },
  { name: 'sale_number', value: 'No 1', test: ({ order }) => order.sale_number === 'No 1' },
  { name: 'group_id', value: 'Table 2', test: ({ order }) => order.group_id === 'Table 2' },
  { name: 'table_id', value: '2', test: ({ order }) => order.table_id === 2n },
  { name: 'status', value: 'complete', test: ({ order }) => order.status === 'COMPLETE' },
  {
    name: 'status',
    value: 'SUBMITTED,ON_HOLD',
    test: ({ order }) => order.status === 'SUBMITTED' || order.status === 'ON_HOLD',
  },
];

const TIMES = ['created', 'updated', 'placed', 'fulfil', 'paid'] as const;
const SORTED_BY = {
  created: ({ order }: ModelOrder) => order.created_at,
  placed: ({ order }: ModelOrder) => order.placed_at,
  updated: ({ order }: ModelOrder) => order.updated_at,
  fulfil: ({ order }: ModelOrder) => order.fulfil_at,
  paid: ({ order }: ModelOrder) => lastPaidAt(order) ?? 0n,
  value: ({ total }: ModelOrder) => total,
};

function arbitraryList(world: World): fc.Arbitrary<ListQuery> {
  const suffix = fc.constantFrom(...SUFFIXES);
  const time = fc.record({ than: suffix, hour: fc.integer({ min: -2, max: 110 }), isDate: fc.boolean() });
  const times = fc.uniqueArray(time, { maxLength: 2, selector: ({ than }) => than });
  const value = fc.record({
    than: suffix,
    cents: fc.constantFrom(-1000, 0, 900, 999, 1000, 1001, 2500, 3950),
  });
  return fc
    .record({
      segments: fc.shuffledSubarray(segmentsOf(world), { maxLength: 4 }),
      split: fc.nat(4),
      created: times,
      updated: fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, times),
      placed: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, times),
      fulfil: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, times),
      paid: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, times),
      own: fc.oneof(
        { weight: 2, arbitrary: fc.constant([]) },
        fc.uniqueArray(fc.constantFrom(...OWN), { maxLength: 2, selector: ({ name }) => name }),
      ),
      sort: fc.option(
        fc.constantFrom('created', 'placed', 'updated', 'value', '-created', '-placed', '-updated', '-value'),
      ),
      values: fc.uniqueArray(value, { maxLength: 2, selector: ({ than }) => than }),
      ids: fc.option(
        fc.subarray(
          world.orders.map(({ order }) => order.id),
          { minLength: 1, maxLength: 300 },
        ),
        { freq: 5 },
      ),
    })
    .map(({ segments, split, values, ids, own, sort, ...bounds }): ListQuery => {
      const first = segments.filter(({ owner }, at) => owner && at < split);
      const rest = segments.filter((segment) => !first.includes(segment));
      const path = [...first.map(({ text }) => text), 'orders', ...rest.map(({ text }) => text)].join('/');
      const query = new URLSearchParams();
      const statuses = segments.filter(({ status }) => status);
      const tests: Test[] = segments.filter(({ status }) => !status).map(({ test }) => test);
      if (!segments.some(({ text }) => text === 'deleted')) tests.push(({ order }) => !order.deleted);
      if (statuses.length > 0) tests.push((known) => statuses.some(({ test }) => test(known)));
      for (const name of TIMES) {
        for (const { than, hour, isDate } of bounds[name]) {
          const at = START + BigInt(hour) * HOUR;
          const day = at - (at % DAY);
          query.set(`${name}_${than}`, isDate ? formatTime(at).slice(0, 10) : formatTime(at));
          const bound = !isDate ? at : than === 'lt' || than === 'gte' ? day : day + DAY - 1n;
          tests.push(({ order }) => {
            const at = name === 'paid' ? lastPaidAt(order) : order[`${name}_at`];
            return at !== null && compare(at, than, bound);
          });
        }
      }
      for (const { name, value, test } of own) {
        query.set(name, value);
        tests.push(test);
      }
      if (sort !== null) query.set('sort', sort);
      for (const { than, cents } of values) {
        const bound = (BigInt(cents) * ONE) / 100n;
        query.set(`value_${than}`, formatDecimal(bound));
        tests.push(({ total }) => compare(total, than, bound));
      }
      if (ids !== null) {
        const wanted = new Set(ids);
        query.set('ids', ids.join(','));
        tests.push(({ order }) => wanted.has(order.id));
      }
      const narrowedBy = (['updated', 'placed', 'fulfil', 'paid'] as const).find(
        (name) => bounds[name].length > 0,
      );
      const by =
        sort === null ? (narrowedBy ?? 'created') : (sort.replace('-', '') as keyof typeof SORTED_BY);
      const address = query.size === 0 ? path : `${path}?${query}`;
      return {
        address,
        at: SORTED_BY[by],
        falling: sort === null || sort.startsWith('-'),
        matches: (known) => tests.every((test) => test(known)),
      };
    });
}

onEachEngine('a list of many orders', (service) => {
  let world: World;
  before(async () => {
    world = await fill(service());
  });

  /** The ids that a list has to show, in its order. */
  const expected = ({ at, falling, matches }: ListQuery): string[] => {
    const rising = world.orders
      .filter(matches)
      .sort((a, b) => (at(a) === at(b) ? Number(a.order.id - b.order.id) : at(a) < at(b) ? -1 : 1))
      .map(({ order }) => order.id.toString());
    return falling ? rising.reverse() : rising;
  };
  const withLimit = (address: string, limit: number) =>
    `${address}${address.includes('?') ? '&' : '?'}limit=${limit}`;

  it('finds what going through all of them finds', async () => {
    let found = 0;
    await fc.assert(
      fc.asyncProperty(arbitraryList(world), async (asked) => {
        const address = withLimit(asked.address, 5000);
        const ids = await listed(world.client, address);
        assert.deepEqual(ids, expected(asked));
        const counted = await world.client.get(`${address}&count=true`);
        assert.equal(counted.headers['x-total-count'], String(ids.length), address);
        if (ids.length > 0) found++;
      }),
      { numRuns: 250 },
    );
    assert.ok(found > 20, `Hardly any list found anything (${found}): are its filters too narrow?`);
  });

  it('shows the same page by page', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryList(world), fc.integer({ min: 1, max: 400 }), async (asked, size) => {
        const ids = expected(asked);
        const limit = Math.max(size, Math.ceil(ids.length / 12));
        assert.deepEqual(await listed(world.client, withLimit(asked.address, limit)), ids);
      }),
      { numRuns: 40 },
    );
  });

  it('takes both ways to a range of values', async () => {
    const { client, orders } = world;
    const count = (test: (total: bigint) => boolean) =>
      orders.filter(({ order, total }) => !order.deleted && test(total)).length;
    const many = count((total) => total >= 9n * ONE && total <= 10n * ONE);
    const few = count((total) => total > 30n * ONE);
    assert.ok(many > FEW && few > 10 && few < 200, `${many} and ${few}`);
    assert.equal((await read(client, 'orders?value_gte=9&value_lte=10&limit=5000')).length, many);
    assert.equal((await read(client, 'orders?value_gt=30&limit=5000')).length, few);
  });
});
