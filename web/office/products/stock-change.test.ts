import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ONE } from '#src/kernel/money.ts';
import { stockChange } from './stock-change.ts';

describe('the change of a movement of stock', () => {
  for (const [reason, typed, written] of [
    ['delivery', '12', '12'],
    ['delivery', ' 0,5 ', '0.5'],
    ['wastage', '2', '-2'],
    ['count', '7', '-3'],
    ['count', '10', '0'],
    ['count', '12.25', '2.25'],
    ['transfer', '-4', '-4'],
    ['correction', '4', '4'],
    ['delivery', 'many', 'many'],
    ['count', '', ''],
  ] as const) {
    it(`is ${written || 'as it was typed'} for ${reason} of "${typed}" where there were 10`, () =>
      assert.equal(String(Object(stockChange(reason, typed, 10n * ONE)).text), written));
  }
});
