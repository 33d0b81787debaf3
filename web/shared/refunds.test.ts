import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ONE, parseDecimal } from '#src/kernel/money.ts';
import { exactNumber, type Refunds, refundBody, refundedOf, withinLeft } from './refunds.ts';

const line = (number: number, quantity: number, modifiers: string[] = []) =>
  ({ number, quantity, modifiers, product_id: String(100 + number) }) as never;

const order = {
  id_str: '9',
  site_id: '3',
  register_id: null,
  customer_id: '5',
  lines: [line(1, 2), line(2, 1, ['7', '-8']), line(3, -1)],
};

describe('a refund', () => {
  it('names what comes back, as it was sold and without a price', () => {
    const quantities = new Map([
      [1, 0n],
      [2, parseDecimal('0.345') ?? 0n],
      [3, ONE],
    ]);
    assert.deepEqual(refundBody(order, quantities), {
      site_id: '3',
      customer_id: '5',
      original_order_id_str: '9',
      lines: [{ product_id: '102', modifiers: ['7', '-8'], quantity: exactNumber('-0.345') }],
    });
  });

  it('is nothing when nothing comes back', () => {
    assert.equal(refundBody(order, new Map()), undefined);
    assert.equal(refundBody(order, new Map([[3, ONE]])), undefined);
  });

  it('sends every digit of an amount', () => {
    assert.equal(JSON.stringify({ a: exactNumber(-12.75) }), '{"a":-12.75}');
    assert.equal(JSON.stringify({ a: exactNumber('-92233720368.12345678') }), '{"a":-92233720368.12345678}');
  });

  it('is never of more than what is left', () => {
    const left = (number: number, quantity_left: number) => ({
      ...{ number, line_id: '1', product_id: '1', quantity_sold: 2 },
      ...{ quantity_refunded: 1, quantity_left },
    });
    const refunds: Refunds = { refunded: 0, left: 9, lines: [left(1, 1), left(2, 0)], orders: [] };
    const wanted = new Map([
      [1, 2n * ONE],
      [2, ONE],
      [3, ONE],
    ]);
    assert.deepEqual([...withinLeft(wanted, refunds)], [[1, ONE]]);
    assert.equal(refundedOf(refunds, { number: 3 }).quantity_left, 0);
  });
});
