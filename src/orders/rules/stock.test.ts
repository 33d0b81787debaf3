import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { blankOrder, lineOf } from '#test/harness/orders.ts';
import { ONE } from '../../kernel/money.ts';
import { HOLDS_STOCK, ORDER_STATUSES } from './status.ts';
import { checksAvailability, refuseUnavailable, usesOf } from './stock.ts';

describe('availability', () => {
  it('counts in the statuses that need the product, unless it is for later', () => {
    const tomorrow = () => 1000n;
    for (const status of ORDER_STATUSES) {
      const checks = (ignore_availability: boolean, fulfil_at: bigint) =>
        checksAvailability({ ...blankOrder, status, ignore_availability, fulfil_at }, tomorrow);
      const needed = HOLDS_STOCK.has(status);
      assert.deepEqual(
        [checks(false, 0n), checks(false, 1000n), checks(true, 999n), checks(true, 1000n)],
        [needed, needed, needed, false],
      );
    }
  });

  it('is refused in the words of the specification, for what is sold', () => {
    const lines = [lineOf('1'), { ...lineOf('1'), product: { id: 51n, name: 'Pie', sku: null } }];
    const check = (...ids: bigint[]) => refuseUnavailable(usesOf(lines), (id) => ids.includes(id));
    assert.throws(() => check(50n), { code: 'out_of_stock', message: 'Product (51) is out of stock.' });
    check(50n, 51n);
    const returned = lines.map((line) => ({ ...line, quantity: -ONE }));
    refuseUnavailable(usesOf(returned), () => false);
  });
});
