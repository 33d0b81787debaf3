import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { blankOrder, d, lineOf, paymentOf } from '#test/harness/orders.ts';
import { ApiError } from '../../kernel/errors.ts';
import type { Line, Lock, Order } from '../types.ts';
import { figuresOf } from './figures.ts';
import { refuseLocked, refuseUnexplained } from './staff-limits.ts';
import { LOCKS } from './words.ts';

const OWN = 6n;
const lemon = {
  product: { id: 60n, name: 'Lemon', sku: null },
  price: { amount: 0n, form: 'ex' },
  without: false,
} as const;
const milk = { ...lemon, product: { id: 61n, name: 'Milk', sku: null } };
const line: Line = { ...lineOf('10'), quantity: d('2'), modifiers: [lemon] };
const payment = paymentOf('4');
const order: Order = { ...blankOrder, lines: [line], payments: [payment] };
const more = { ...line, number: 2, line_id: 101n };
const again = { ...payment, number: 2, id: 201n };
const own = { ...again, method: { id: OWN, name: 'Wallet', kind: 'addon' } };

/** What stands in the way of a change, as the refusal says it at its end; `-` when nothing does. */
function because(before: Order, change: Partial<Order>, wallets: readonly bigint[] = [99n, OWN]): string {
  const after = { ...before, ...change };
  try {
    refuseLocked({
      before: { order: before, figures: figuresOf(before) },
      after: { order: after, figures: figuresOf(after) },
      ownMethods: wallets,
    });
    return '-';
  } catch (error) {
    assert.ok(error instanceof ApiError && error.code === 'access_denied', String(error));
    return /\((.*)\)\.$/.exec(error.message)?.[1] ?? error.message;
  }
}

describe('locks', () => {
  const CHANGES: readonly [what: string, change: Partial<Order>, kept: readonly Lock[]][] = [
    ['nothing', {}, []],
    ['a line more', { lines: [line, more] }, ['NEW_LINES', 'ALL']],
    ['a return more', { lines: [line, { ...more, quantity: d('-1') }] }, ['NEW_LINES', 'ALL']],
    ['more of a line', { lines: [{ ...line, quantity: d('2.0001') }] }, ['NEW_LINES', 'ALL']],
    ['a modifier more', { lines: [{ ...line, modifiers: [lemon, milk] }] }, ['NEW_LINES', 'ALL']],
    ['a modifier twice', { lines: [{ ...line, modifiers: [lemon, lemon] }] }, ['NEW_LINES', 'ALL']],
    ['another modifier', { lines: [{ ...line, modifiers: [milk] }] }, ['NEW_LINES', 'ALL']],
    ['a modifier left out', { lines: [{ ...line, modifiers: [{ ...milk, without: true }] }] }, []],
    ['less of a line', { lines: [{ ...line, quantity: d('1') }] }, []],
    ['no lines', { lines: [] }, []],
    ['a note', { notes: 'x', lines: [{ ...line, notes: 'x' }] }, []],
    ['another status', { status: 'REJECTED' }, []],
    ['a payment', { payments: [payment, again] }, ['PAYMENTS', 'APP_PAYMENT', 'ALL']],
    ["the add-on's payment", { payments: [payment, own] }, ['PAYMENTS', 'ALL']],
    ['another tip', { payments: [{ ...payment, tip: d('1') }] }, ['PAYMENTS', 'APP_PAYMENT', 'ALL']],
    ['another ref', { payments: [{ ...payment, ref: 'x' }] }, ['PAYMENTS', 'APP_PAYMENT', 'ALL']],
    ['a deletion', { deleted: true }, ['DELETE', 'ALL']],
    ['no locks', { lock: [] }, LOCKS],
  ];
  for (const [what, change, kept] of CHANGES) {
    it(`keep staff members from ${what} as the table says`, () => {
      assert.equal(because(order, change), '-');
      for (const lock of LOCKS) {
        assert.equal(because({ ...order, lock: [lock] }, change), kept.includes(lock) ? lock : '-', lock);
      }
    });
  }

  it('of their own name are named rather than ALL', () => {
    assert.equal(because({ ...order, lock: ['ALL', 'DELETE'] }, { deleted: true }), 'DELETE');
  });

  it('forbid all payments with APP_PAYMENT when the add-on has no method', () => {
    assert.equal(
      because({ ...order, lock: ['APP_PAYMENT'] }, { payments: [payment, own] }, []),
      'APP_PAYMENT',
    );
  });

  it('do not apply to an earlier deletion, payment or sale', () => {
    const was: Order = { ...order, lock: [...LOCKS], deleted: true };
    assert.equal(because(was, { notes: 'x' }), '-');
  });
});

describe('price_limit', () => {
  const limited = (limit: string, change: Partial<Order> = {}): Order => ({
    ...order,
    price_limit: d(limit),
    ...change,
  });
  const costs = (amount: string): Partial<Order> => ({ lines: [lineOf(amount)] });
  for (const [what, before, change, kept] of [
    ['up to the limit', limited('30'), costs('30'), false],
    ['beyond it', limited('30'), costs('30.01'), true],
    ['beyond it by service', limited('30'), { ...costs('30'), tip_service_amount: d('0.01') }, true],
    ['beyond it by a percent', limited('30'), { ...costs('29'), tip_service_percent: d('10') }, true],
    ['by a tip', limited('20'), { payments: [{ ...payment, tip: d('100') }] }, false],
    ['less, and still beyond', limited('5'), costs('19.99'), false],
    ['as much, and still beyond', limited('5'), { notes: 'x' }, false],
    ['more when it is beyond', limited('5'), costs('20.01'), true],
    ['the limit away', limited('30'), { price_limit: null }, true],
    ['the limit up', limited('30'), { price_limit: d('31') }, true],
    ['the limit down', limited('30'), { price_limit: d('29') }, true],
    ['anything when there is none', order, costs('1000'), false],
    ['a first limit', order, { price_limit: d('1') }, false],
  ] as const) {
    it(`${kept ? 'keeps' : 'does not keep'} staff members from going ${what}`, () => {
      const text = before.price_limit === null ? '' : `price_limit ${before.price_limit / d('1')}`;
      assert.equal(because(before, change), kept ? text : '-');
    });
  }
});

describe('a reason for rejecting', () => {
  const asked: Order = { ...order, prompt_for_reject_reason: true };
  const rejected: Partial<Order> = { status: 'REJECTED' };
  const none = { id: null, name: null, notes: null };
  for (const [what, before, change, needed] of [
    ['with none', asked, rejected, true],
    ['with an empty one', asked, { ...rejected, reject_reason: { ...none, name: '' } }, true],
    ['with a name', asked, { ...rejected, reject_reason: { ...none, name: 'Closed' } }, false],
    ['with an id', asked, { ...rejected, reject_reason: { ...none, id: 0 } }, false],
    ['with notes', asked, { ...rejected, reject_reason: { ...none, notes: 'x' } }, false],
    ['with one given before', { ...asked, reject_reason: { ...none, id: 1 } }, rejected, false],
    ['while no longer asking', asked, { ...rejected, prompt_for_reject_reason: false }, true],
    ['when no reason is asked for', order, rejected, false],
    ['an order that was accepted', { ...asked, status: 'ACCEPTED' }, rejected, false],
    ['not at all', asked, { status: 'ACCEPTED' }, false],
  ] as const) {
    it(`is ${needed ? '' : 'not '}missing when a staff member rejects ${what}`, () => {
      const after = { ...before, ...change };
      const reject = () =>
        refuseUnexplained({
          before: { order: before, figures: figuresOf(before) },
          after: { order: after, figures: figuresOf(after) },
        });
      if (needed)
        assert.throws(
          reject,
          (error) => error instanceof ApiError && error.fields[0]?.field === 'reject_reason',
        );
      else reject();
    });
  }
});
