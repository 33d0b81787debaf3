import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type RefundAsked, refundRefusal, refusedLine } from './refund-words.ts';

const line = (number: number, name: string) => ({ number, product: { name } }) as never;
const left = (number: number, quantity_left: number) => ({
  ...{ number, line_id: '1', product_id: '1', product_id_str: '1', quantity_sold: 2 },
  ...{ quantity_refunded: 2 - quantity_left, quantity_left },
});
const [white, cake] = [line(1, 'Flat white'), line(2, 'Cake')];
const asked: RefundAsked = {
  lines: [white, cake],
  refunds: { refunded: 4, left: 6, lines: [left(1, 0), left(2, 1.5)], orders: [] },
  money: (amount) => `$${amount}`,
};
/** A refusal whose sentences must not reach the screen. */
const failure = (code: string, ...fields: string[]) => ({
  code,
  fields: fields.map((field) => ({ field })),
  message: 'lines[0].quantity: only 0 of product 132',
});
const invalid = (...fields: string[]) => failure('invalid_request', ...fields);

describe('a refund that was refused', () => {
  it('is told with the name of what was to come back', () => {
    const cases: [fields: string[], sentence: RegExp | string][] = [
      [['lines[0].quantity'], /^.?Flat white.?: nothing left to give back$/],
      [['lines[1].quantity'], /^.?Cake.?: only 1.5 left to give back$/],
      [['lines[0].product_id'], /^.?Flat white.?: cannot be given back of this sale$/],
      [['lines[0].quantity', 'lines[1].quantity'], /nothing left to give back\. .?Cake.?: only 1.5/],
      [['original_order_id_str'], 'Only $6 of what was paid is left to give back.'],
      [['payments[0].tip'], 'No more can be given back in tips than was paid.'],
      [['payments[0].amount'], 'This amount cannot be given back.'],
      [['payments[0].method_id'], 'Money is not given back in this way any more. Choose another one.'],
    ];
    for (const [fields, sentence] of cases) {
      const said = refundRefusal(invalid(...fields), asked);
      if (typeof sentence === 'string') assert.equal(said, sentence);
      else assert.match(said, sentence);
    }
  });

  it('says less where nobody knows what is left', () => {
    const unknown = { ...asked, refunds: undefined };
    assert.match(refundRefusal(invalid('lines[0].quantity'), unknown), /Flat white.?: not so much left/);
    assert.match(refundRefusal(invalid('original_order_id_str'), unknown), /^Not so much of what was paid/);
    const spent = { ...asked, refunds: { refunded: 10, left: 0, lines: [], orders: [] } };
    assert.equal(
      refundRefusal(invalid('original_order_id_str'), spent),
      'All that was paid was given back already.',
    );
  });

  it('is told by its code, and in the words of the service where there are none', () => {
    assert.equal(
      refundRefusal(failure('access_denied'), asked),
      'You may not give this back. Ask a manager.',
    );
    const other = invalid('notes');
    assert.equal(refundRefusal(other, asked), other.message);
    assert.equal(refundRefusal(invalid('lines[7].quantity'), asked), other.message);
  });

  it('is told at its line', () => {
    assert.match(refusedLine(invalid('lines[1].quantity'), cake, asked) ?? '', /only 1.5 left/);
    assert.equal(refusedLine(invalid('lines[1].quantity'), white, asked), undefined);
    assert.equal(refusedLine(invalid('original_order_id_str'), white, asked), undefined);
    assert.equal(refusedLine(invalid('lines[0].quantity'), line(3, 'Tea'), asked), undefined);
  });
});
