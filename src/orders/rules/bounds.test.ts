import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { blankOrder, d, lineOf, paymentOf, withLine, wrong } from '#test/harness/orders.ts';
import type { Line, Order } from '../types.ts';
import { refuseTooMuchBack, refuseTooMuchPaidBack, refuseTurnedLine, refuseTurnedOrder } from './bounds.ts';
import { figuresOf } from './figures.ts';

const varied = (quantity: string, fixed: string, more: Partial<Line> = {}): Line => ({
  ...lineOf('10'),
  quantity: d(quantity),
  price_fixed_variation: d(fixed),
  ...more,
});

const ordered = (fixed: string, ...quantities: string[]): Order => ({
  ...blankOrder,
  price_fixed_variation: d(fixed),
  lines: quantities.map((quantity, at) => ({
    ...lineOf('10'),
    line_id: BigInt(at),
    number: at + 1,
    quantity: d(quantity),
  })),
});

describe('a fixed variation', () => {
  it('takes no line below zero, and turns no return around', () => {
    const gst = { taxes: [{ id: 1n, name: 'GST', rate: d('0.1'), terms: null }] };
    const deposit = (quantity: string, fixed: string) =>
      varied(quantity, fixed, { unit: { amount: d('-10'), form: 'inc' } });
    const deposits: [line: Line, taken: boolean][] = [
      [deposit('1', '-5'), true],
      [deposit('1', '10'), true],
      [deposit('1', '10.01'), false],
      [deposit('2', '20'), true],
      [deposit('-1', '-10'), true],
      [deposit('-1', '-10.01'), false],
      [deposit('-1', '5'), true],
    ];
    const lines: [line: Line, taken: boolean][] = [
      [varied('1', '-10'), true],
      [varied('1', '-10.01'), false],
      [varied('1', '-20'), false],
      [varied('2', '-20', gst), true],
      [varied('2', '-20.01', { ...gst, unit: { amount: d('10'), form: 'ex' } }), false],
      // What comes to 0.00 is nothing.
      [varied('1', '-10.004'), true],
      [varied('1', '5'), true],
      [varied('-1', '-5'), true],
      [varied('-1', '10'), true],
      [varied('-1', '10.01'), false],
      [varied('1', '-0.01', { unit: { amount: 0n, form: 'inc' } }), false],
      [varied('-1', '0.01', { unit: { amount: 0n, form: 'inc' } }), false],
      // A deposit that is given back comes to -10; taken again, to 10.
      ...deposits,
    ];
    for (const [line, taken] of lines) {
      const check = () => refuseTurnedLine(line, blankOrder, 'lines[3].');
      if (taken) check();
      else assert.throws(check, wrong('lines[3].price_fixed_variation'));
    }
  });

  it('takes no order below zero, and turns no return around', () => {
    const orders: [order: Order, taken: boolean][] = [
      [ordered('-10', '1'), true],
      [ordered('-10.01', '1'), false],
      [ordered('-20', '1'), false],
      [ordered('-20', '1', '1'), true],
      [ordered('-10', '2', '-1'), true],
      [ordered('-10.01', '2', '-1'), false],
      [ordered('5', '-1'), true],
      [ordered('10', '-1'), true],
      [ordered('10.01', '-1'), false],
      [ordered('-5', '-1'), true],
      [ordered('-0.01', '1', '-1'), false],
      [ordered('0.01', '1', '-1'), true],
      // There is nothing yet that it could take from.
      [ordered('-5'), true],
    ];
    for (const [order, taken] of orders) {
      const check = () => refuseTurnedOrder(order);
      if (taken) check();
      else assert.throws(check, wrong('price_fixed_variation'));
    }
  });

  it('may stay where it was, but goes no further', () => {
    const before = varied('1', '-20');
    refuseTurnedLine({ ...before, notes: 'no ice' }, blankOrder, '', before);
    refuseTurnedLine(varied('1', '-15'), blankOrder, '', before);
    assert.throws(
      () => refuseTurnedLine(varied('1', '-21'), blankOrder, '', before),
      wrong('price_fixed_variation'),
    );
    assert.throws(
      () => refuseTurnedLine(before, blankOrder, '', varied('3', '-20')),
      wrong('price_fixed_variation'),
    );
    const was = ordered('-20', '1');
    refuseTurnedOrder({ ...was, notes: 'x' }, was);
    assert.throws(() => refuseTurnedOrder(was, ordered('-20', '3')), wrong('price_fixed_variation'));
    assert.throws(() => refuseTurnedOrder(was, { ...was, price_fixed_variation: null }));
  });
});

describe('a payment that gives back', () => {
  const paid = (order: Order, ...amounts: string[]): Order => ({
    ...order,
    payments: amounts.map((amount, at) => ({ ...paymentOf(amount), number: at + 1 })),
  });
  const sale = withLine({});
  const back = withLine({ quantity: d('-1') });
  const withService = { ...back, tip_service_percent: d('10') };

  it('gives back what came in, or what a return comes to', () => {
    const cases: [order: Order, amounts: string[], wrongAt: number | undefined][] = [
      [sale, ['-500'], 0],
      [sale, ['-0.01'], 0],
      [sale, ['10', '-10'], undefined],
      [sale, ['10', '-10.01'], 1],
      // In any sequence.
      [sale, ['-4', '10'], undefined],
      [sale, ['-4', '10', '-6', '-0.01'], 3],
      [blankOrder, ['-1'], 0],
      [back, ['-10'], undefined],
      [back, ['-10.01'], 0],
      [back, ['-5', '-5', '-0.01'], 2],
      [back, ['3', '-13'], undefined],
      [withService, ['-11'], undefined],
      [withService, ['-11.01'], 0],
    ];
    for (const [order, amounts, wrongAt] of cases) {
      const check = () => refuseTooMuchPaidBack(paid(order, ...amounts), (at) => `payments[${at}].`);
      if (wrongAt === undefined) check();
      else assert.throws(check, wrong(`payments[${wrongAt}].amount`));
    }
  });

  it('is held against the amount paid so far', () => {
    const figures = figuresOf(sale);
    refuseTooMuchBack({ amount: d('-4'), rounding: 0n }, d('4'), figures, '');
    refuseTooMuchBack({ amount: d('5'), rounding: 0n }, d('-4'), figures, '');
    assert.throws(
      () => refuseTooMuchBack({ amount: d('-4.01'), rounding: 0n }, d('4'), figures, ''),
      wrong('amount'),
    );
    assert.throws(
      () => refuseTooMuchBack({ amount: d('-1'), rounding: 0n }, d('-4'), figures, ''),
      wrong('amount'),
    );
  });
});
