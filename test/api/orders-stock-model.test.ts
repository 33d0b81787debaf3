import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import fc from 'fast-check';
import { type Answer, type Client, type Json, onEachEngine, type Service } from '#test/harness/service.ts';
import { change, EventLog, make, read } from './helpers.ts';
import { newSite } from './order-helpers.ts';

// Any sequence of changes of orders and of a stock, with a plain account kept beside it: the service has the same
// amounts as the account, refuses more than the account has, and makes an event of every change in order.

const RUNS = 12;
const STEPS = 36;
/** Amounts are kept in ten-thousandths here. */
const UNIT = 10_000;
const START = 3 * UNIT;

const HOLDING: readonly string[] = ['ON_HOLD', 'ACCEPTED', 'PENDING', 'COMPLETE'];
const FINAL: readonly string[] = ['REJECTED', 'COMPLETE'];

// Products by their place: dishes have two sets with the same options; everything costs nothing.
const PRODUCTS = 5;
const DISHES = [0, 1] as const;
const OPTIONS = [2, 3] as const;
const MODIFIER = 4;

interface Chosen {
  readonly set: number;
  readonly options: readonly { readonly product: number; readonly no: boolean }[];
}
interface Line {
  readonly product: number;
  readonly quantity: number;
  /** True where the modifier is wanted, false where it is left out. */
  readonly modifiers: readonly boolean[];
  readonly sets: readonly Chosen[];
}
interface Order {
  readonly id: string;
  /** The id of the order that it refunds. */
  readonly refundOf: string | null;
  readonly status: string;
  readonly deleted: boolean;
  readonly lines: readonly Line[];
}
const BLANK = { id: '', refundOf: null, deleted: false };

/** What comes of a call: it is done, or it is refused. */
type Outcome = 'done' | 'out_of_stock' | 'invalid_request' | 'conflict';

const sold = fc.oneof(
  fc.integer({ min: 1, max: 5 }).map((count) => count * UNIT),
  fc.integer({ min: 1, max: UNIT }),
);
const returned = fc.integer({ min: 1, max: 2 }).map((count) => -count * UNIT);
const givenBack = fc.constantFrom(-UNIT / 10, -UNIT / 2, -UNIT, -2 * UNIT);
const quantity = fc.oneof({ weight: 5, arbitrary: sold }, { weight: 1, arbitrary: returned });
const chosen: fc.Arbitrary<Chosen> = fc.record({
  set: fc.constantFrom(0, 1),
  options: fc.array(fc.record({ product: fc.constantFrom(...OPTIONS), no: fc.boolean() }), { maxLength: 2 }),
});
const modifiers = fc.array(fc.boolean(), { maxLength: 2 });
const plain: fc.Arbitrary<Line> = fc.record({
  product: fc.constantFrom(0, 1, 2),
  quantity,
  modifiers,
  sets: fc.constant([]),
});
const withSets: fc.Arbitrary<Line> = fc.record({
  product: fc.constantFrom(...DISHES),
  quantity,
  modifiers: fc.constant([]),
  sets: fc.uniqueArray(chosen, { selector: (each) => each.set, minLength: 1, maxLength: 2 }),
});
const line = fc.oneof(plain, withSets);
/** What a refund sells in exchange. */
const exchanged = fc.option(fc.record({ product: fc.constantFrom(0, 1, 2), quantity: sold }));
const lines = fc.array(line, { minLength: 1, maxLength: 3 });
/** Picks one of those there are. */
const at = fc.nat({ max: 999 });
const kind = <T extends string>(what: T) => fc.constant<T>(what);

const OPEN = ['SUBMITTED', 'ON_HOLD', 'ACCEPTED', 'PENDING'] as const;
/** Orders end seldom: what has ended only refuses. */
const status = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...OPEN) },
  { weight: 1, arbitrary: kind('COMPLETE') },
);
const to = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...OPEN) },
  { weight: 1, arbitrary: fc.constantFrom('REJECTED', 'COMPLETE') },
);
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ what: kind('create'), status, lines }) },
  { weight: 3, arbitrary: fc.record({ what: kind('move'), at, to }) },
  { weight: 1, arbitrary: fc.record({ what: kind('delete'), at }) },
  { weight: 2, arbitrary: fc.record({ what: kind('refund'), at, quantity: givenBack, exchanged }) },
  { weight: 3, arbitrary: fc.record({ what: kind('add lines'), at, lines }) },
  { weight: 3, arbitrary: fc.record({ what: kind('quantity'), at, line: at, quantity }) },
  { weight: 3, arbitrary: fc.record({ what: kind('modifiers'), at, line: at, modifiers }) },
  { weight: 1, arbitrary: fc.record({ what: kind('remove line'), at, line: at }) },
  { weight: 3, arbitrary: fc.record({ what: kind('add set'), at, line: at, chosen }) },
  { weight: 2, arbitrary: fc.record({ what: kind('remove set'), at, line: at }) },
  {
    weight: 1,
    arbitrary: fc.record({
      what: kind('restock'),
      product: fc.nat({ max: PRODUCTS - 1 }),
      amount: fc.nat({ max: 5 * UNIT }),
    }),
  },
);
/** What every sequence begins with: orders that things can happen to. */
const opening = fc.tuple(
  fc.record({ what: kind('create'), status: kind('ON_HOLD'), lines: fc.tuple(withSets) }),
  fc.record({ what: kind('create'), status: kind('SUBMITTED'), lines: fc.tuple(withSets, plain) }),
  fc.record({ what: kind('create'), status: kind('ACCEPTED'), lines: fc.tuple(plain) }),
);
const sequence = fc
  .tuple(opening, fc.array(step, { minLength: STEPS / 2, maxLength: STEPS, size: 'max' }))
  .map(([first, rest]): Step[] => [...first, ...rest]);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** How much of each product lines need. */
function needs(of: readonly Line[]): number[] {
  const sums = Array.from({ length: PRODUCTS }, () => 0);
  const add = (product: number, much: number) => sums.splice(product, 1, (sums[product] ?? 0) + much);
  for (const each of of) {
    add(each.product, each.quantity);
    for (const wanted of each.modifiers) if (wanted) add(MODIFIER, each.quantity);
    const options = each.sets.flatMap((set) => set.options);
    for (const { product, no } of options) if (!no) add(product, each.quantity);
  }
  return sums;
}

/** How many of each product came back by the refunds of an order. */
const cameBack = ({ id }: Order, all: readonly Order[]) =>
  needs(
    all
      .filter(({ refundOf }) => refundOf === id)
      .flatMap((refund) => refund.lines)
      .filter(({ quantity: much }) => much < 0),
  ).map((much) => -much);

/**
 * What orders have of the stock together: what they need and was not given back by refunds, before it was taken or
 * after; and what refunds sold in exchange.
 */
function held(all: readonly Order[]): number[] {
  const sums = needs([]);
  for (const order of all) {
    if (order.deleted || !HOLDING.includes(order.status)) continue;
    const isRefund = order.refundOf !== null;
    const back = cameBack(order, all);
    const needed = needs(isRefund ? order.lines.filter(({ quantity: much }) => much > 0) : order.lines);
    for (const [product, much] of needed.entries())
      sums[product] = (sums[product] ?? 0) + (much > 0 ? Math.max(0, much - (back[product] ?? 0)) : much);
  }
  return sums;
}

/** The number of a line of one's own, those of options before it counted. */
const numberOf = ({ lines: all }: Order, place: number) =>
  all.slice(0, place).reduce((sum, { sets }) => sum + 1 + sets.flatMap((set) => set.options).length, 1);

/** The products of the service, and its figures of them. */
interface World {
  readonly client: Client;
  readonly site: string;
  readonly products: readonly Json[];
  readonly sets: readonly Json[];
}

async function open({ client }: Service): Promise<World> {
  const site = await newSite(client);
  const products: Json[] = [];
  for (let place = 0; place < PRODUCTS; place++) {
    const body = { name: `P${place}`, unit_price: 0, is_modifier: place === MODIFIER };
    products.push(await make(client, `sites/${site}/products`, body));
  }
  const options = OPTIONS.map((place) => ({ product_id: products[place].id }));
  const sets: Json[] = [];
  for (const name of ['One', 'Two'])
    sets.push(await make(client, 'optionsets', { name, instructions: true, options }));
  for (const place of DISHES)
    await change(client, `products/${products[place].id}`, { option_sets: sets.map(({ id }) => id) });
  return { client, site, products, sets };
}

/** One sequence, done to the service and to the account. */
class Run {
  readonly #world: World;
  readonly #log: EventLog;
  readonly #orders: Order[] = [];
  readonly #amounts: number[] = Array.from({ length: PRODUCTS }, () => START);

  private constructor(world: World, log: EventLog) {
    this.#world = world;
    this.#log = log;
  }

  static async begin(world: World): Promise<Run> {
    for (const { id } of world.products) await restock(world, id, START);
    return new Run(world, await EventLog.open(world.client));
  }

  /** Does a step; the answer is what the account says it is. */
  async take(next: Step): Promise<Outcome | 'nothing'> {
    if (next.what === 'restock') {
      await restock(this.#world, this.#world.products[next.product].id, next.amount);
      this.#amounts[next.product] = next.amount;
      return 'done';
    }
    if (next.what === 'create') {
      const { status } = next;
      const made = { ...BLANK, status, lines: next.lines };
      const body = { site_id: this.#world.site, status, lines: next.lines.map((each) => this.#body(each)) };
      return this.#add('done', made, body);
    }
    const place = this.#orders.length === 0 ? 0 : next.at % this.#orders.length;
    const order = this.#orders[place];
    if (order === undefined) return 'nothing';
    if (next.what === 'refund') {
      const back = { product: 2, quantity: next.quantity, modifiers: [], sets: [] };
      const more = next.exchanged === null ? [] : [{ ...back, ...next.exchanged }];
      const made = { ...BLANK, refundOf: order.id, status: 'COMPLETE', lines: [back, ...more] };
      const left = (needs(order.lines)[2] ?? 0) - (cameBack(order, this.#orders)[2] ?? 0);
      const isThere = !order.deleted && order.refundOf === null && left + next.quantity >= 0;
      return this.#add(isThere ? 'done' : 'invalid_request', made, {
        site_id: this.#world.site,
        original_order_id_str: order.id,
        // With a price of its own it is no share of the sale's price, but no larger quantity comes back.
        lines: [{ ...this.#body(back), unit_price: 0 }, ...more.map((each) => this.#body(each))],
      });
    }
    return this.#change(place, order, next);
  }

  async #add(expected: Outcome, made: Order, body: object): Promise<Outcome> {
    const outcome = expected === 'done' ? this.#trial(this.#orders.length, made) : expected;
    const answer = await this.#world.client.post('orders', body);
    agrees(answer, outcome);
    if (outcome === 'done') this.#accept(this.#orders.length, { ...made, id: answer.json.id_str });
    return outcome;
  }

  async #change(
    place: number,
    order: Order,
    next: Exclude<Step, { what: 'create' | 'refund' | 'restock' }>,
  ): Promise<Outcome | 'nothing'> {
    const { client } = this.#world;
    const path = `orders/${order.id}`;
    const closed: Outcome | undefined = order.deleted
      ? 'conflict'
      : order.status === 'COMPLETE'
        ? next.what === 'delete'
          ? 'conflict'
          : 'invalid_request'
        : undefined;
    const finish = async (after: Order, refusal: Outcome | undefined, call: () => Promise<Answer>) => {
      const outcome = closed ?? refusal ?? this.#trial(place, after);
      agrees(await call(), outcome);
      if (outcome === 'done') this.#accept(place, after);
      return outcome;
    };
    if (next.what === 'delete') {
      const isRefunded = this.#orders.some(({ refundOf }) => refundOf === order.id);
      const refusal = isRefunded ? 'conflict' : undefined;
      return finish({ ...order, deleted: true }, refusal, () => client.delete(path));
    }
    if (next.what === 'move') {
      // From REJECTED there is no way, nor from where work has begun back to SUBMITTED, but from ON_HOLD.
      const same = order.status === next.to;
      const back = next.to === 'SUBMITTED' && order.status !== 'ON_HOLD';
      const refusal = !same && (order.status === 'REJECTED' || back) ? 'conflict' : undefined;
      return finish({ ...order, status: next.to }, refusal, () => client.put(path, { status: next.to }));
    }
    const fixed: Outcome | undefined = FINAL.includes(order.status) ? 'conflict' : undefined;
    if (next.what === 'add lines') {
      const after = { ...order, lines: [...order.lines, ...next.lines] };
      return finish(after, fixed, () =>
        client.post(
          `${path}/lines`,
          next.lines.map((each) => this.#body(each)),
        ),
      );
    }
    const which = order.lines.length === 0 ? 0 : next.line % order.lines.length;
    const of = order.lines[which];
    if (of === undefined) return 'nothing';
    const number = numberOf(order, which);
    const target = `${path}/lines/${number}`;
    const replaced = (...by: Line[]) => ({ ...order, lines: order.lines.toSpliced(which, 1, ...by) });
    if (next.what === 'remove line') return finish(replaced(), fixed, () => client.delete(target));
    if (next.what === 'quantity') {
      const { quantity: much } = next;
      return finish(replaced({ ...of, quantity: much }), fixed, () =>
        client.put(target, { quantity: much / UNIT }),
      );
    }
    if (next.what === 'modifiers') {
      const mixed = next.modifiers.length > 0 && of.sets.length > 0;
      return finish(
        replaced({ ...of, modifiers: next.modifiers }),
        fixed ?? (mixed ? 'invalid_request' : undefined),
        () => client.put(target, { modifiers: this.#modifiers(next.modifiers) }),
      );
    }
    if (next.what === 'add set') {
      const has = of.sets.some(({ set }) => set === next.chosen.set);
      const takesNone = of.product === 2 || of.modifiers.length > 0;
      return finish(
        replaced({ ...of, sets: [...of.sets, next.chosen] }),
        fixed ?? (has || takesNone ? 'invalid_request' : undefined),
        () => client.post(`${path}/optionsets`, { ...this.#set(next.chosen), line_number: number }),
      );
    }
    const gone = of.sets[0];
    if (gone === undefined) return 'nothing';
    const shown = await read(client, `${path}/optionsets`);
    const id = this.#world.sets[gone.set].id;
    const found = shown.find((set: Json) => set.line_number === number && set.option_set_id === id);
    assert.ok(found !== undefined, 'The order does not show the set where it should be.');
    return finish(replaced({ ...of, sets: of.sets.slice(1) }), fixed, () =>
      client.delete(`${path}/optionsets/${found.number}`),
    );
  }

  /** The amounts when an order becomes another, or is added. */
  #after(place: number, order: Order): number[] {
    const [had, has] = [held(this.#orders), held(this.#orders.toSpliced(place, 1, order))];
    return this.#amounts.map((amount, product) => amount + (had[product] ?? 0) - (has[product] ?? 0));
  }

  /** Whether there is enough for an order to become another. */
  #trial(place: number, order: Order): Outcome {
    return this.#after(place, order).every((amount) => amount >= 0) ? 'done' : 'out_of_stock';
  }

  #accept(place: number, order: Order): void {
    this.#amounts.splice(0, PRODUCTS, ...this.#after(place, order));
    this.#orders.splice(place, 1, order);
  }

  /** What the service has is what the account has, and every change was told. */
  async check(): Promise<void> {
    const { client, site, products } = this.#world;
    const inventory = await read(client, `sites/${site}/inventory`);
    const told = products.map(() => START);
    for (const { topic, payload } of await this.#log.take()) {
      if (topic !== 'products/availability') continue;
      const product = products.findIndex(({ id }) => id === payload.product_id);
      assert.equal(units(payload.previous.amount), told[product], 'An event does not follow the one before.');
      assert.notEqual(units(payload.availability.amount), told[product], 'An event tells of no change.');
      assert.ok(payload.availability.amount >= 0, 'An event tells of less than nothing.');
      told[product] = units(payload.availability.amount);
    }
    const left = products.map(({ id }) => units(inventory.find((each: Json) => each.id === id).stock));
    assert.deepEqual(left, this.#amounts);
    assert.deepEqual(told, this.#amounts);
    assert.ok(left.every((amount) => amount >= 0));
    if (this.#orders.length === 0) return;
    const ids = this.#orders.map(({ id }) => id).join(',');
    const query = `ids=${ids}&fields=lines&limit=100`;
    const all = [await read(client, `orders?${query}`), await read(client, `orders/deleted?${query}`)].flat();
    for (const order of this.#orders) {
      const shown = all.find(({ id_str: id }: Json) => id === order.id);
      assert.ok(shown !== undefined, `Order ${order.id} is gone.`);
      assert.deepEqual([shown.status, shown.deleted], [order.status, order.deleted]);
      assert.deepEqual(
        shown.lines.map((each: Json) => [each.product_id, units(each.quantity)]),
        order.lines.flatMap(({ product, quantity: much, sets }) =>
          [product, ...sets.flatMap((set) => set.options.map((option) => option.product))].map((each) => [
            products[each].id,
            much,
          ]),
        ),
      );
    }
  }

  #body({ product, quantity: much, modifiers: with_, sets }: Line): object {
    return {
      product_id: this.#world.products[product].id,
      quantity: much / UNIT,
      ...(with_.length === 0 ? {} : { modifiers: this.#modifiers(with_) }),
      ...(sets.length === 0 ? {} : { option_sets: sets.map((set) => this.#set(set)) }),
    };
  }

  #modifiers(wanted: readonly boolean[]): number[] {
    const { id } = this.#world.products[MODIFIER];
    return wanted.map((each) => (each ? id : -id));
  }

  #set({ set, options }: Chosen): object {
    return {
      option_set_id: this.#world.sets[set].id,
      options: options.map(({ product, no }) => ({
        product_id: this.#world.products[product].id,
        ...(no ? { instructions: 'No' } : {}),
      })),
    };
  }
}

const units = (amount: number) => Math.round(amount * UNIT);

async function restock({ client, site }: World, product: number, amount: number): Promise<void> {
  const availability = { is_available: true, amount: amount / UNIT };
  await change(client, `sites/${site}/products/${product}`, { availability });
}

function agrees(answer: Answer, outcome: Outcome): void {
  const is = answer.status < 300 ? 'done' : answer.json?.error;
  assert.equal(is, outcome, answer.text.slice(0, 500));
}

onEachEngine('the stock under any sequence of orders', (service) => {
  let world: World;
  before(async () => {
    world = await open(service());
  });

  it('is what a plain account says', async () => {
    const seen = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(sequence, async (steps) => {
        const run = await Run.begin(world);
        for (const each of steps) {
          const key = `${each.what}: ${await run.take(each)}`;
          seen.set(key, (seen.get(key) ?? 0) + 1);
        }
        await run.check();
      }),
      { numRuns: RUNS, seed: 20_260_307, endOnFailure: true },
    );
    // The sequences get to everything that there is to do, and to the end of the stock.
    const everything = [
      'create',
      'move',
      'delete',
      'refund',
      'restock',
      'add lines',
      'quantity',
      'modifiers',
    ];
    for (const what of [...everything, 'remove line', 'add set', 'remove set'])
      assert.ok(seen.has(`${what}: done`), what);
    for (const what of ['create', 'move', 'add lines', 'quantity'])
      assert.ok(seen.has(`${what}: out_of_stock`), `${what}, when there is not enough`);
  });
});
