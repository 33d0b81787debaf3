import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { moneyText, typed } from '../money.ts';
import type { Payable } from './payable.ts';
import { type ChosenShare, nextShare, type SplitKind, shareAmount, WHOLE_BILL } from './share.ts';

const money = (text: string) => typed(text) ?? assert.fail(text);

const bill = (left: string, ...items: readonly (readonly [key: string, total: string])[]): Payable => ({
  total: money(left),
  service: 0n,
  untipped: 0n,
  left: money(left),
  items: items.map(([key, total]) => ({ key, label: key, total: money(total) })),
  unassigned: 0n,
  rounding: 0n,
  counting: null,
  locks: [],
  paid: false,
});

const chosen = (split: SplitKind, at: number, parts = 2, ...keys: readonly string[]): ChosenShare => ({
  split,
  parts,
  chosen: new Set(keys),
  at,
});

describe('the share of the next payment', () => {
  // What was chosen, the payments taken since, what is left: the share, and its amount.
  const cases: readonly (readonly [ChosenShare, number, Payable, SplitKind, string])[] = [
    [WHOLE_BILL, 0, bill('10'), 'all', '10.00'],
    [WHOLE_BILL, 2, bill('4.5'), 'all', '4.50'],
    [chosen('equal', 0, 3), 0, bill('10'), 'equal', '3.34'],
    [chosen('equal', 0, 3), 1, bill('6.66'), 'equal', '3.33'],
    // The last part is all that is left, also of what somebody paid short.
    [chosen('equal', 0, 3), 2, bill('4.33'), 'all', '4.33'],
    [chosen('equal', 0, 2), 5, bill('1'), 'all', '1.00'],
    // Chosen after two payments of another kind.
    [chosen('equal', 2, 4), 2, bill('8'), 'equal', '2.00'],
    [chosen('equal', 2, 4), 4, bill('4'), 'equal', '2.00'],
    [chosen('items', 0, 2, 'soup'), 0, bill('7', ['soup', '3'], ['tea', '4']), 'items', '3.00'],
    // The soup is paid: what is next is still to be chosen.
    [chosen('items', 0, 2, 'soup'), 1, bill('9', ['tea', '4'], ['pie', '5']), 'items', '0.00'],
    [chosen('items', 0, 2, 'soup'), 1, bill('4', ['tea', '4']), 'all', '4.00'],
    // Items that come to more than is left cost what is left.
    [chosen('items', 0, 2, 'tea'), 0, bill('2.5', ['tea', '4']), 'items', '2.50'],
    // A tip's worth is left, and no item.
    [chosen('items', 0, 2, 'tea'), 1, bill('0.5'), 'all', '0.50'],
  ];
  for (const [share, taken, left, split, amount] of cases) {
    it(`is ${amount} of ${split}, ${taken} payments on from ${share.split} of ${share.parts} at ${share.at}`, () => {
      const next = nextShare(share, taken, left);
      assert.equal(next.split, split);
      assert.equal(moneyText(shareAmount(left, next, 2), 2), amount);
    });
  }
});
