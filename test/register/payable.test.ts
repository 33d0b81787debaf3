import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseDecimal } from '#src/kernel/money.ts';
import { payableOrder } from '../../web/register/pay/payable.ts';

const d = (text: string) => parseDecimal(text) ?? 0n;
const line = (id: string, total: number) => ({
  ...{ line_id: id, product: { name: id }, part_of_option_set: false },
  ...{ line_total_ex_tax: total, line_total_tax: 0 },
});
/** Soup, coffee and cake for 16, of which so much was paid. */
const order = (...paid: number[]) =>
  ({
    ...{ total: 16, tip_service_amount: 0, lock: [] },
    lines: [line('31', 10), line('32', 4), line('33', 2)],
    payments: paid.map((amount) => ({ amount, tip: 1, rounding: 0 })),
  }) as never;
const menu = { site: { minor_units: 2 }, methods: [] } as never;

describe('splitting by item', () => {
  const left = (paid: number[], taken: string[], more: string[] = []) => {
    const waiting = more.map((amount) => ({ amount: d(amount), tip: 0n }));
    const { items, unassigned } = payableOrder(order(...paid), menu, waiting, new Set(taken));
    return [items.map(({ key }) => key), unassigned];
  };

  it('offers what this device took no money for, and all of what was paid is accounted for', () => {
    assert.deepEqual(left([], []), [['31', '32', '33'], 0n]);
    assert.deepEqual(left([10], ['31']), [['32', '33'], 0n]);
    assert.deepEqual(left([], ['31', '#1'], ['10', '4']), [['33'], 0n]);
  });

  it('knows of money that was paid elsewhere, or in parts, that no item is known for', () => {
    assert.deepEqual(left([10], []), [['31', '32', '33'], d('10')]);
    assert.deepEqual(left([10, 4], ['31']), [['32', '33'], d('4')]);
    assert.deepEqual(left([2.5], ['33'], ['2']), [['31', '32'], d('2.5')]);
    assert.deepEqual(left([10, -10], []), [['31', '32', '33'], 0n], 'given back');
  });
});
