import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type RefundAsked, refundRefusal, refusedLine } from './refund-words.ts';

const line = (number: number, name: string) => ({ number, product: { name } }) as never;
const left = (number: number, quantity_left: number) => ({
  ...{ number, line_id: '1', product_id: '1', quantity_sold: 2 },
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
      [['lines[0].quantity'], /^.?Flat white.?: nothing left to refund$/],
      [['lines[1].quantity'], /^.?Cake.?: only 1.5 left to refund$/],
      [['lines[0].product_id'], /^.?Flat white.?: cannot be refunded from this sale$/],
      [['lines[0].quantity', 'lines[1].quantity'], /nothing left to refund\. .?Cake.?: only 1.5/],
      [['original_order_id_str'], 'Only $6 of what was paid is left to refund.'],
      [['payments[0].tip'], 'Tips cannot be refunded beyond what was paid in tips.'],
      [['payments[0].amount'], 'This amount cannot be refunded.'],
      [
        ['payments[0].method_id'],
        'This payment method can no longer be used for refunds. Choose another one.',
      ],
    ];
    for (const [fields, sentence] of cases) {
      const said = refundRefusal(invalid(...fields), asked);
      if (typeof sentence === 'string') assert.equal(said, sentence);
      else assert.match(said, sentence);
    }
  });

  it('says less where nobody knows what is left', () => {
    const unknown = { ...asked, refunds: undefined };
    assert.match(refundRefusal(invalid('lines[0].quantity'), unknown), /Flat white.?: not that many left/);
    assert.match(refundRefusal(invalid('original_order_id_str'), unknown), /^This is more than is left/);
    const spent = { ...asked, refunds: { refunded: 10, left: 0, lines: [], orders: [] } };
    assert.equal(
      refundRefusal(invalid('original_order_id_str'), spent),
      'Everything paid has been refunded already.',
    );
  });

  it('is told by its code, and in the words of the service where there are none', () => {
    assert.equal(refundRefusal(failure('access_denied'), asked), 'You may not refund this. Ask a manager.');
    const said = 'lines[0].quantity: only 0 of product 132';
    assert.equal(refundRefusal(invalid('notes'), asked), said);
    assert.equal(refundRefusal(invalid('lines[7].quantity'), asked), said);
  });

  it('is told at its line', () => {
    assert.match(refusedLine(invalid('lines[1].quantity'), cake, asked) ?? '', /only 1.5 left/);
    assert.equal(refusedLine(invalid('lines[1].quantity'), white, asked), undefined);
    assert.equal(refusedLine(invalid('original_order_id_str'), white, asked), undefined);
    assert.equal(refusedLine(invalid('lines[0].quantity'), line(3, 'Tea'), asked), undefined);
  });
});
