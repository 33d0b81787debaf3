import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ONE } from '#src/kernel/money.ts';
import { discountText, isDearer, readDiscount } from './discounts.ts';

describe('a discount by hand', () => {
  const off = (kind: 'percent' | 'fixed', text: string) => readDiscount({ kind, text, dearer: false }, 2);

  it('is what was typed, none, or no discount', () => {
    assert.deepEqual(off('percent', '12,5'), { kind: 'percent', coefficient: (ONE * 7n) / 8n });
    assert.deepEqual(off('percent', '100'), { kind: 'percent', coefficient: 0n });
    assert.deepEqual(off('fixed', '3.50'), { kind: 'fixed', amount: (-ONE * 7n) / 2n });
    assert.equal(off('percent', ' '), null);
    assert.equal(readDiscount({ kind: 'none', text: '5', dearer: false }, 2), null);
    for (const text of ['150', '-5', 'ten']) assert.equal(off('percent', text), undefined, text);
    for (const text of ['0.005', '-1', 'x']) assert.equal(off('fixed', text), undefined, text);
  });

  it('is a surcharge where one is there already', () => {
    const dearer = { kind: 'percent', coefficient: (ONE * 23n) / 20n } as const;
    assert.equal(isDearer(dearer), true);
    assert.equal(discountText(dearer, 2), '15');
    assert.deepEqual(readDiscount({ kind: 'percent', text: '15', dearer: true }, 2), dearer);
    const more = { kind: 'fixed', amount: 5n * ONE } as const;
    assert.equal(discountText(more, 2), '5.00');
    assert.deepEqual(readDiscount({ kind: 'fixed', text: '5.00', dearer: true }, 2), more);
    assert.equal(isDearer({ kind: 'fixed', amount: -ONE }), false);
    assert.equal(discountText({ kind: 'fixed', amount: 0n }, 2), '');
  });
});
