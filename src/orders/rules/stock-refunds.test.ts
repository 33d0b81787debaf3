import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { blankOrder, lineOf } from '#test/harness/orders.ts';
import { ONE } from '../../kernel/money.ts';
import type { Order } from '../types.ts';
import {
  changeOfNew,
  changeOfNewRefund,
  changeOfRefund,
  changeOfSale,
  givenBackBy,
  planStock,
  type StockChange,
  stillTaken,
  touchedProducts,
} from './stock.ts';

// An order of one product and its refunds, with the stock beside them.

const PRODUCT = 50n;
const DAY = 1000n;

type Status = 'SUBMITTED' | 'ON_HOLD' | 'REJECTED' | 'COMPLETE';

/** One order, its refunds and the amount that is left, as the service moves it. */
class Shop {
  amount: bigint;
  isCounted = true;
  tomorrow = DAY;
  order: Order;
  refunds: Order[] = [];

  constructor(amount: number, fields: Partial<Order> = {}) {
    this.amount = BigInt(amount) * ONE;
    this.order = { ...blankOrder, status: 'SUBMITTED', lines: [], ...fields };
  }

  #move(change: StockChange): Order['held'] {
    const touched = touchedProducts(change);
    const rows = this.isCounted && touched.length > 0 ? [{ product_id: PRODUCT, amount: this.amount }] : [];
    const plan = planStock(change, touched, rows);
    for (const { amount } of plan.amounts) this.amount = amount;
    return touched.length === 0 ? change.held : plan.held;
  }

  make(quantity: number, status: Status): void {
    const after = { ...this.order, status, lines: lines(quantity) };
    this.order = { ...after, held: this.#move(changeOfNew(after, () => this.tomorrow)) };
  }

  change(fields: { quantity?: number; status?: Status; ahead?: boolean }): void {
    const { quantity, status = this.order.status, ahead } = fields;
    const after = {
      ...this.order,
      status,
      lines: quantity === undefined ? this.order.lines : lines(quantity),
      fulfil_at: ahead === undefined ? this.order.fulfil_at : ahead ? this.tomorrow : 0n,
    };
    const change = changeOfSale(this.order, after, givenBackBy(this.refunds), () => this.tomorrow);
    this.order = { ...after, held: this.#move(change) };
  }

  refund(...quantities: number[]): void {
    const id = BigInt(this.refunds.length + 1);
    const refund: Order = {
      ...blankOrder,
      id,
      status: 'COMPLETE',
      original_order_id: this.order.id,
      lines: quantities.flatMap(lines),
    };
    const taken = stillTaken(this.order, givenBackBy(this.refunds));
    const held = this.#move(changeOfNewRefund(refund, taken, () => this.tomorrow));
    this.refunds.push({ ...refund, held });
  }

  /** One that waited for its money is deleted. */
  withdraw(at: number): void {
    const refund = this.refunds[at];
    if (refund === undefined) return;
    const others = this.refunds.filter((each) => each !== refund);
    this.#move(changeOfRefund(refund, { ...refund, deleted: true }, this.order, others));
    this.refunds = others;
  }

  /** How many the order has, and how many of these came back. */
  get sold(): number {
    return this.order.lines.reduce((sum, { quantity }) => sum + Number(quantity / ONE), 0);
  }
  get back(): number {
    const all = this.refunds.flatMap((refund) => refund.lines).filter(({ quantity }) => quantity < 0n);
    return all.reduce((sum, { quantity }) => sum - Number(quantity / ONE), 0);
  }
  get left(): number {
    return Number(this.amount / ONE);
  }
}

const lines = (quantity: number) =>
  quantity === 0 ? [] : [{ ...lineOf('1'), quantity: BigInt(quantity) * ONE }];

const LATER = { ignore_availability: true, fulfil_at: 2n * DAY };

describe('what is given back (reference: orders.37)', () => {
  const cases: [name: string, left: number[], steps: (shop: Shop) => Iterable<void>][] = [
    [
      'what was given back by a rejection does not come back again by a refund',
      [7, 10, 10],
      function* (shop) {
        yield shop.make(3, 'ON_HOLD');
        yield shop.change({ status: 'REJECTED' });
        yield shop.refund(-3);
      },
    ],
    [
      'nor the other way round, in parts',
      [7, 8, 10, 10],
      function* (shop) {
        yield shop.make(3, 'ON_HOLD');
        yield shop.refund(-1);
        yield shop.change({ status: 'REJECTED' });
        yield shop.refund(-2);
      },
    ],
    [
      'what was never taken does not come back, and what came back before is not taken',
      [10, 10, 8, 9, 10],
      function* (shop) {
        yield shop.make(3, 'SUBMITTED');
        yield shop.refund(-1);
        yield shop.change({ status: 'ON_HOLD' });
        yield shop.refund(-1);
        yield shop.change({ status: 'REJECTED' });
      },
    ],
    [
      'a line made smaller gives back what refunds have left of it',
      [7, 9, 9, 10, 10, 9],
      function* (shop) {
        yield shop.make(3, 'ON_HOLD');
        yield shop.refund(-1, -1);
        yield shop.change({ quantity: 3 });
        yield shop.change({ quantity: 1 });
        yield shop.change({ quantity: 2 });
        yield shop.change({ quantity: 3 });
      },
    ],
    [
      'an order that is held twice takes what is left of it',
      [7, 8, 10, 10, 9, 10],
      function* (shop) {
        yield shop.make(3, 'ON_HOLD');
        yield shop.refund(-1);
        yield shop.change({ status: 'SUBMITTED' });
        yield shop.refund(-1);
        yield shop.change({ status: 'ON_HOLD' });
        yield shop.change({ status: 'REJECTED' });
      },
    ],
    [
      'an exchange takes what it sells, whatever comes back',
      [10, 9, 8, 6, 5],
      function* (shop) {
        yield shop.make(3, 'SUBMITTED');
        yield shop.refund(-1, 1);
        yield shop.change({ quantity: 2, status: 'ON_HOLD' });
        yield shop.refund(-1, 3);
        yield shop.refund(1);
      },
    ],
    [
      'one that was withdrawn gave nothing back',
      [7, 8, 7, 10],
      function* (shop) {
        yield shop.make(3, 'ON_HOLD');
        yield shop.refund(-1);
        yield shop.withdraw(0);
        yield shop.change({ status: 'REJECTED' });
      },
    ],
    [
      'one that was withdrawn after the order gave all back changes nothing',
      [7, 8, 10, 10],
      function* (shop) {
        yield shop.make(3, 'ON_HOLD');
        yield shop.refund(-1);
        yield shop.change({ status: 'REJECTED' });
        yield shop.withdraw(0);
      },
    ],
    [
      'what came back while it was not counted is not given back later',
      [7, 7, 7, 9],
      function* (shop) {
        yield shop.make(3, 'ON_HOLD');
        shop.isCounted = false;
        yield shop.refund(-1);
        shop.isCounted = true;
        yield shop.change({ status: 'ON_HOLD' });
        yield shop.change({ status: 'REJECTED' });
      },
    ],
    [
      'what was not counted when it was taken is not given back',
      [10, 8, 10, 10],
      function* (shop) {
        shop.isCounted = false;
        yield shop.make(2, 'ON_HOLD');
        shop.isCounted = true;
        yield shop.change({ quantity: 4 });
        yield shop.refund(-3);
        yield shop.change({ status: 'REJECTED' });
      },
    ],
    [
      'a return by the order itself is not limited by refunds',
      [7, 8, 13, 10],
      function* (shop) {
        yield shop.make(3, 'ON_HOLD');
        yield shop.refund(-1);
        yield shop.change({ quantity: -3 });
        yield shop.change({ status: 'REJECTED' });
      },
    ],
  ];
  for (const [name, left, steps] of cases) {
    it(`is what was taken: ${name}`, () => {
      const shop = new Shop(10);
      const seen: number[] = [];
      for (const _ of steps(shop)) seen.push(shop.left);
      assert.deepEqual(seen, left);
    });
  }
});

describe('an order of a later day (reference: orders.39)', () => {
  it('takes its products on its day at its next change, and gives back exactly these', () => {
    const shop = new Shop(5, LATER);
    shop.make(3, 'ON_HOLD');
    assert.equal(shop.left, 5);
    shop.tomorrow = 3n * DAY;
    shop.change({});
    assert.equal(shop.left, 2);
    shop.change({ status: 'COMPLETE' });
    shop.refund(-2);
    shop.refund(-1);
    assert.equal(shop.left, 5);
  });

  it('takes them when it is completed, also before its day', () => {
    const made = new Shop(5, LATER);
    made.make(3, 'COMPLETE');
    const changed = new Shop(5, LATER);
    changed.make(3, 'ON_HOLD');
    changed.change({ status: 'COMPLETE' });
    assert.deepEqual([made.left, changed.left], [2, 2]);
  });

  it('takes what there is where there is not enough, the rest once it is there, and no more is sold of it', () => {
    const shop = new Shop(2, LATER);
    shop.make(3, 'ON_HOLD');
    shop.tomorrow = 3n * DAY;
    shop.change({});
    assert.equal(shop.left, 0);
    assert.throws(() => shop.change({ quantity: 4 }), { code: 'out_of_stock' });
    shop.refund(-1);
    assert.equal(shop.left, 1);
    shop.change({ quantity: 3 });
    assert.equal(shop.left, 0);
    shop.change({ status: 'REJECTED' });
    assert.equal(shop.left, 2);
  });
});

describe('the stock under any sequence of changes of an order and its refunds', () => {
  const quantity = fc.integer({ min: 0, max: 6 });
  const step = fc.oneof(
    fc.record({ what: fc.constant('quantity' as const), quantity }),
    fc.record({
      what: fc.constant('status' as const),
      status: fc.constantFrom<Status>('SUBMITTED', 'ON_HOLD'),
    }),
    fc.record({ what: fc.constant('refund' as const), quantity, sold: quantity }),
    fc.record({ what: fc.constant('withdraw' as const), at: fc.nat(3) }),
    fc.record({ what: fc.constant('ahead' as const), ahead: fc.boolean() }),
    fc.record({ what: fc.constant('day' as const) }),
    fc.record({ what: fc.constant('count' as const) }),
  );
  type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

  /** False where it is out of stock. */
  function take(shop: Shop, next: Step): boolean {
    try {
      if (next.what === 'quantity') shop.change({ quantity: next.quantity });
      else if (next.what === 'status') shop.change({ status: next.status });
      else if (next.what === 'ahead') shop.change({ ahead: next.ahead });
      else if (next.what === 'withdraw' && shop.isCounted) shop.withdraw(next.at);
      else if (next.what === 'day') shop.tomorrow += DAY;
      else if (next.what === 'count') shop.isCounted = !shop.isCounted;
      else if (next.what === 'refund') {
        const most = Math.max(0, shop.sold - shop.back);
        shop.refund(-Math.min(next.quantity, most), shop.isCounted ? next.sold : 0);
      }
      return true;
    } catch {
      return false;
    }
  }
  const exchanged = (shop: Shop) =>
    shop.refunds
      .flatMap((refund) => refund.lines)
      .reduce((sum, { quantity: much }) => sum + (much > 0n ? Number(much / ONE) : 0), 0);

  const sequence = fc.array(step, { maxLength: 25, size: 'max' });

  it('is what it was, less what the order has of it and what was sold in exchange', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 12 }), quantity, sequence, (start, first, steps) => {
        const shop = new Shop(start);
        shop.make(first, 'SUBMITTED');
        for (const next of steps) {
          if (['ahead', 'day', 'count', 'withdraw'].includes(next.what)) continue;
          take(shop, next);
          const has = shop.order.status === 'SUBMITTED' ? 0 : Math.max(0, shop.sold - shop.back);
          assert.equal(shop.left, start - has - exchanged(shop));
        }
      }),
      { numRuns: 2000, seed: 31 },
    );
  });

  it('is never more than it was, nor below zero, whatever day it is and whether it is counted; of a rejected order all of it is there again', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 12 }),
        quantity,
        fc.boolean(),
        sequence,
        (start, first, skips, steps) => {
          const shop = new Shop(start, skips ? LATER : {});
          shop.make(first, 'SUBMITTED');
          let isExact = true;
          for (const next of steps) {
            // Whether as many came back as were sold, or nothing was counted, such a refund does not tell.
            const refund = next.what === 'withdraw' ? shop.refunds[next.at] : undefined;
            if (refund?.held.length === 0 && refund.lines.some(({ quantity: much }) => much > 0n))
              isExact = false;
            take(shop, next);
            if (!shop.isCounted) isExact = false;
            assert.ok(shop.left >= 0 && shop.left <= start, `${shop.left} of ${start}`);
          }
          shop.isCounted = true;
          shop.change({ status: 'REJECTED' });
          assert.ok(shop.left <= start);
          if (isExact) assert.equal(shop.left, start - exchanged(shop));
        },
      ),
      { numRuns: 2000, seed: 31 },
    );
  });
});
