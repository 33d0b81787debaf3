import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  blankOrder,
  d,
  lineOf,
  NO_OFFER,
  orderOf,
  paymentOf,
  refusal,
  withLine,
  wrong,
} from '#test/harness/orders.ts';
import { ONE } from '../../kernel/money.ts';
import type { Line, LineChange, Order, OrderChange } from '../types.ts';
import {
  addPayment,
  applyFields,
  changePayment,
  changeStatus,
  checkGivenBack,
  checkRefund,
  completeWhenPaid,
  isDiscounted,
  refundedBy,
  refuseClosed,
  refusePayment,
  sendToKitchen,
} from './decide.ts';
import { figuresOf } from './figures.ts';
import { MAX_PAYMENTS } from './limits.ts';
import { changeLine } from './lines.ts';
import { HOLDS_STOCK, ORDER_STATUSES } from './status.ts';

describe('applyFields', () => {
  it('changes the fields that were sent and nothing else', () => {
    assert.deepEqual(applyFields(blankOrder, {}), blankOrder);
    assert.deepEqual(applyFields(blankOrder, { notes: 'x', guests: 2 }), {
      ...blankOrder,
      notes: 'x',
      guests: 2,
    });
    const before = { ...blankOrder, notes: 'x', group_id: 'g', register_id: 4n };
    assert.deepEqual(applyFields(before, { notes: null }), { ...before, notes: null });
    assert.deepEqual(applyFields(before, { register_id: null }), { ...before, register_id: null });
  });

  // Before: percent and fixed variation; sent: the same; after, or the refusal.
  const variations: [
    string,
    (string | null)[],
    (string | null | undefined)[],
    (string | null)[] | undefined,
  ][] = [
    ['a percentage is set', [null, null], ['0.9', undefined], ['0.9', null]],
    ['a neutral one is none', ['0.9', null], ['1', undefined], [null, null]],
    ['null is none', ['0.9', null], [null, undefined], [null, null]],
    ['an amount is set', [null, null], [undefined, '-1'], [null, '-1']],
    ['an amount of 0 is none', [null, '-1'], [undefined, '0'], [null, null]],
    ['nothing sent, nothing changed', ['0.9', null], [undefined, undefined], ['0.9', null]],
    ['both are refused', [null, null], ['0.9', '-1'], undefined],
    ['the second kind is refused', ['0.9', null], [undefined, '-1'], undefined],
    ['and so is the first', [null, '-1'], ['0.9', undefined], undefined],
    ['unless the one is reset', ['0.9', null], ['1', '-1'], [null, '-1']],
    ['or the other', [null, '-1'], ['0.9', null], ['0.9', null]],
  ];
  for (const [name, [percent, fixed], [sentPercent, sentFixed], after] of variations) {
    it(`variations: ${name}`, () => {
      const read = (text: string | null | undefined) => (typeof text === 'string' ? d(text) : null);
      const pair = { price_variation: read(percent), price_fixed_variation: read(fixed) };
      const input: Pick<LineChange, 'price_variation' | 'price_fixed_variation'> = {
        ...(sentPercent === undefined ? {} : { price_variation: read(sentPercent) }),
        ...(sentFixed === undefined ? {} : { price_fixed_variation: read(sentFixed) }),
      };
      const onOrder = () => applyFields({ ...blankOrder, ...pair }, input);
      const onLine = () => changeLine(withLine(pair), 1, input, undefined, NO_OFFER).lines[0];
      if (after === undefined) {
        assert.throws(onOrder, wrong('price_variation'));
        assert.throws(onLine, wrong('price_variation'));
        return;
      }
      const expected = { price_variation: read(after[0]), price_fixed_variation: read(after[1]) };
      assert.deepEqual(onOrder(), { ...blankOrder, ...expected });
      assert.deepEqual(onLine(), { ...lineOf('10'), ...expected });
    });
  }

  it('takes whole minor units for service and surcharge', () => {
    for (const field of ['tip_service_amount', 'credit_card_surcharge'] as const) {
      const change = (amount: string): OrderChange => ({ [field]: d(amount) });
      assert.throws(() => applyFields(blankOrder, change('0.005')), wrong(field));
      assert.equal(applyFields({ ...blankOrder, minor_units: 3 }, change('0.005'))[field], d('0.005'));
      assert.throws(() => applyFields({ ...blankOrder, minor_units: 0 }, change('0.5')), wrong(field));
    }
  });
});

describe('the status', () => {
  it('changes where there is a way', () => {
    assert.equal(changeStatus(blankOrder, 'ACCEPTED').status, 'ACCEPTED');
    assert.equal(changeStatus(blankOrder, 'SUBMITTED'), blankOrder);
    assert.throws(() => changeStatus({ ...blankOrder, status: 'REJECTED' }, 'ACCEPTED'), refusal('conflict'));
  });

  it('closes an order: COMPLETE is a 400 in these words, deleted a 409', () => {
    for (const status of ORDER_STATUSES) {
      const check = () => refuseClosed({ ...blankOrder, status });
      if (status === 'COMPLETE') assert.throws(check, { message: 'A COMPLETE order cannot be updated.' });
      else check();
      assert.throws(() => refuseClosed({ ...blankOrder, status, deleted: true }), refusal('conflict'));
    }
  });

  it('follows from payment for a PENDING order alone', () => {
    const paid = { ...orderOf('a'), payments: [paymentOf('4')] };
    for (const status of ORDER_STATUSES) {
      const order = { ...paid, status };
      const after = completeWhenPaid(order, figuresOf(order)).status;
      assert.equal(after, status === 'PENDING' ? 'COMPLETE' : status);
    }
    const pending: Order = { ...paid, status: 'PENDING' };
    for (const still of [
      { ...pending, complete_when_paid: false },
      { ...pending, payments: [paymentOf('3.99')] },
      { ...pending, lines: [], payments: [] },
    ]) {
      assert.equal(completeWhenPaid(still, figuresOf(still)).status, 'PENDING');
    }
  });
});

describe('the kitchen', () => {
  it('gets the lines that are due, in the statuses in which it cooks', () => {
    for (const status of ORDER_STATUSES) {
      const order = sendToKitchen({ ...orderOf('ab'), status });
      const sent = HOLDS_STOCK.has(status);
      assert.ok(order.lines.every((line) => line.sent_to_kitchen === sent));
      assert.equal(sendToKitchen(order), order, 'A line is sent once.');
    }
  });

  const due: [what: string, line: Partial<Line>, sent: boolean][] = [
    ['a line without a course', {}, true],
    ['a called course', { course_status: 'called' }, true],
    ['an uncalled course', { course_status: 'uncalled' }, false],
    ['a pending course', { course_status: 'pending' }, false],
    ['a line that was sent', { sent_to_kitchen: true }, false],
    ['a return', { quantity: -ONE }, false],
  ];
  for (const [what, line, expected] of due) {
    it(`${expected ? 'gets' : 'does not get'} ${what}`, () => {
      const order: Order = { ...withLine(line), status: 'ON_HOLD' };
      assert.equal(sendToKitchen(order) !== order, expected);
      // Nobody calls a course of an order that is over.
      const isLeft = line.sent_to_kitchen !== true && line.quantity !== -ONE;
      const over: Order = { ...order, status: 'COMPLETE' };
      assert.equal(sendToKitchen(over) !== over, isLeft);
      const both: Order = { ...order, lines: [...order.lines, { ...lineOf('1'), number: 2 }] };
      const [first, second] = sendToKitchen(both).lines;
      assert.equal(first?.sent_to_kitchen, expected || line.sent_to_kitchen === true);
      assert.equal(second?.sent_to_kitchen, true);
    });
  }
});

describe('payments', () => {
  const { number: _, ...payment } = paymentOf('4');

  it('are numbered, and their surcharges add up', () => {
    const first = addPayment(blankOrder, { ...payment, credit_card_surcharge: d('0.1') }, '');
    const second = addPayment(first, { ...payment, credit_card_surcharge: d('0.2') }, '');
    assert.deepEqual(
      second.payments.map((each) => each.number),
      [1, 2],
    );
    assert.equal(second.credit_card_surcharge, d('0.3'));
  });

  it('are in whole minor units, and not too many', () => {
    for (const field of ['amount', 'tip', 'credit_card_surcharge'] as const) {
      const odd = { ...payment, [field]: d('0.005') };
      assert.throws(() => addPayment(blankOrder, odd, 'payments[3].'), wrong(`payments[3].${field}`));
      assert.equal(addPayment({ ...blankOrder, minor_units: 3 }, odd, '').payments.length, 1);
    }
    const full = { ...blankOrder, payments: Array.from({ length: MAX_PAYMENTS }, () => paymentOf('0')) };
    assert.throws(() => addPayment(full, payment, ''), wrong('payments'));
  });

  it('are taken unless the order is REJECTED, and given back always', () => {
    for (const status of ORDER_STATUSES) {
      const take = () => refusePayment({ ...blankOrder, status }, 1n);
      if (status === 'REJECTED') assert.throws(take, refusal('conflict'));
      else take();
      refusePayment({ ...blankOrder, status }, 0n);
      refusePayment({ ...blankOrder, status }, -ONE);
    }
  });

  it('change their ref and tip alone', () => {
    const order = { ...blankOrder, payments: [paymentOf('4'), { ...paymentOf('5'), number: 2, ref: 'b' }] };
    const changed = changePayment(order, 2, { tip: ONE });
    assert.deepEqual(changed.payments, [order.payments[0], { ...order.payments[1], tip: ONE }]);
    assert.equal(changePayment(order, 2, { ref: null }).payments[1]?.ref, null);
    assert.throws(() => changePayment(order, 1, { tip: d('0.001') }), wrong('tip'));
    assert.throws(() => changePayment(order, 1, { amount: d('4') }), wrong('amount'));
    assert.throws(() => changePayment(order, 1, { method_id: 5n }), wrong('method_id'));
    assert.throws(
      () => changePayment(order, 1, { credit_card_surcharge: 0n }),
      wrong('credit_card_surcharge'),
    );
  });
});

describe('refunds', () => {
  it('give back the greater of goods and money', () => {
    const back = (total: string, paid: string) => refundedBy({ total: d(total), paid: d(paid) });
    assert.deepEqual(
      [back('-5', '-3'), back('-3', '-5'), back('0', '-5'), back('-5', '0'), back('0', '0'), back('5', '5')],
      [d('5'), d('5'), d('5'), d('5'), 0n, 0n],
    );
  });

  // Total and money of the refund, paid amount, amount refunded before, the refused field.
  const table: [string, string, string, string, string | undefined][] = [
    ['-10', '-10', '10', '0', undefined],
    ['-10', '-10', '10', '0.01', 'original_order_id_str'],
    ['-10.01', '0', '10', '0', 'original_order_id_str'],
    ['0', '-10.01', '10', '0', 'original_order_id_str'],
    ['-4', '-4', '10', '6', undefined],
    ['0', '0', '10', '10', undefined],
    ['0', '0', '0', '0', undefined],
    ['-1', '0', '0', '0', 'original_order_id_str'],
    ['1', '0', '10', '0', 'lines'],
    ['0', '1', '10', '0', 'payments'],
  ];
  for (const [total, money, paid, before, field] of table) {
    it(`of ${total} and ${money} for ${paid} paid, after ${before}: ${field ?? 'taken'}`, () => {
      const goods = { ...lineOf('1'), quantity: d(total) };
      const lines = goods.quantity === 0n ? [] : [goods];
      const figures = figuresOf({ ...blankOrder, lines, payments: [paymentOf(money)] });
      const check = () => checkRefund(figures, { paid: d(paid) }, d(before));
      if (field === undefined) check();
      else assert.throws(check, wrong(field));
    });
  }
});

describe('a refund of what is not there', () => {
  const goods = { ...lineOf('3'), quantity: d('-1') };
  for (const [paid, before, why] of [
    ['0', '0', /nothing was paid, .* negative quantities and no original_order_id/],
    ['3', '3', /all that was paid is refunded already/],
    ['3', '1', /only 2 of what was paid is left/],
  ] as const) {
    it(`says what is left of ${paid} paid and ${before} refunded`, () => {
      const figures = figuresOf({ ...blankOrder, lines: [goods] });
      assert.throws(() => checkRefund(figures, { paid: d(paid) }, d(before)), why);
    });
  }
});

describe('a negative payment', () => {
  // Paid, given back by refunds, the payment, whether it is taken.
  const table: [string, string, string, boolean][] = [
    ['10', '0', '-20', true],
    ['10', '4', '-6', true],
    ['10', '4', '-6.01', false],
    ['10', '10', '-0.01', false],
    ['3', '4', '-1', false],
  ];
  for (const [paid, refunded, amount, taken] of table) {
    it(`of ${amount} with ${paid} paid and ${refunded} refunded is ${taken ? 'taken' : 'refused'}`, () => {
      const check = () => checkGivenBack(d(amount), { paid: d(paid) }, d(refunded));
      if (taken) check();
      else assert.throws(check, wrong('amount'));
    });
  }
});

describe('figures', () => {
  it('are refused when they cannot be counted', () => {
    const most = { ...lineOf('10000'), quantity: d('1000000') };
    assert.equal(figuresOf({ ...blankOrder, lines: [most] }).priced.total, d('10000000000'));
    const more = { ...most, unit: { amount: d('10000.01'), form: 'inc' } as const };
    assert.throws(() => figuresOf({ ...blankOrder, lines: [lineOf('1'), more] }), wrong('lines[1]'));
    assert.throws(() => figuresOf({ ...blankOrder, lines: [most, most] }), wrong('lines'));
    const back = { ...most, quantity: d('-1000000') };
    assert.equal(figuresOf({ ...blankOrder, lines: [most, most, back] }).priced.total, d('10000000000'));
    assert.throws(() => figuresOf({ ...blankOrder, lines: [back, back] }), wrong('lines'));
  });
});

describe('discounted', () => {
  const table: [what: string, order: Order, discounted: boolean][] = [
    ['nothing', orderOf('ab'), false],
    ['a percentage off the order', { ...blankOrder, price_variation: d('0.99') }, true],
    ['a surcharge on the order', { ...blankOrder, price_variation: d('1.1') }, false],
    ['an amount off the order', { ...blankOrder, price_fixed_variation: d('-0.01') }, true],
    ['an amount on the order', { ...blankOrder, price_fixed_variation: d('1') }, false],
    ['a percentage off a line', withLine({ price_variation: 0n }), true],
    ['an amount off a line', withLine({ price_fixed_variation: d('-1') }), true],
    ['a surcharge on a line', withLine({ price_variation: d('2') }), false],
  ];
  for (const [what, order, expected] of table) {
    it(`${what}: ${expected ? 'yes' : 'no'}`, () => assert.equal(isDiscounted(order), expected));
  }
});
