import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { blankOrder } from '#test/harness/orders.ts';
import { invoiceNumber, isCompletedBy, prefixesOf, seriesOf } from './invoice-number.ts';

describe('invoice numbers (reference: orders.54)', () => {
  for (const [prefix, series, year, count, written] of [
    ['HARBOUR', 'sale', 2026, 1n, 'HARBOUR-2026-000001'],
    ['7', 'sale', 2026, 123n, '7-2026-000123'],
    ['7', 'refund', 2027, 999_999n, '7-CN-2027-999999'],
    ['7', 'sale', 2027, 1_000_000n, '7-2027-1000000'],
  ] as const) {
    it(`writes ${written}`, () => assert.equal(invoiceNumber(prefix, series, year, count), written));
  }

  it('is never longer than an order keeps', () => {
    const longest = invoiceNumber('A'.repeat(20), 'refund', 9999, 2n ** 63n - 1n);
    assert.ok(longest.length <= 50, longest);
  });

  for (const [code, prefixes] of [
    [null, ['7']],
    ['', ['7']],
    ['HARBOUR', ['HARBOUR', '7']],
    ['h2', ['h2', '7']],
    // Would be the number of another site.
    ['8', ['7']],
    ['A-2026', ['7']],
    ['Ä1', ['7']],
    ['A'.repeat(21), ['7']],
  ] as const) {
    it(`begins with ${prefixes[0]} at site 7 with the code ${code}`, () =>
      assert.deepEqual(prefixesOf({ id: 7n, code }), prefixes));
  }

  it('is given when an order completes, once', () => {
    const complete = { ...blankOrder, status: 'COMPLETE' } as const;
    assert.equal(isCompletedBy(undefined, complete), true);
    assert.equal(isCompletedBy(blankOrder, complete), true);
    assert.equal(isCompletedBy(blankOrder, blankOrder), false);
    assert.equal(isCompletedBy(complete, complete), false);
    assert.equal(isCompletedBy(blankOrder, { ...complete, invoice_number: '7-2026-000001' }), false);
  });

  it('counts refunds by themselves', () => {
    assert.equal(seriesOf(blankOrder), 'sale');
    assert.equal(seriesOf({ original_order_id: 4n }), 'refund');
  });
});
