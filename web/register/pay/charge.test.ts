import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseDecimal } from '#src/kernel/money.ts';
import { moneyText } from '../money.ts';
import { askedFor, chargeOf, takenOf } from './charge.ts';

const money = (text: string) => parseDecimal(text) ?? assert.fail(text);
const shown = (amount: bigint) => moneyText(amount, 2);
/** Coins of five cents. */
const COINS = { increment: money('0.05'), methods: ['cash'] } as const;

interface Case {
  /** What is left of the bill. */
  readonly left: string;
  /** The share of it; all of it when left out. */
  readonly share?: string;
  readonly tip?: string;
  readonly surcharge?: string;
  /** What is handed over; nothing typed when left out. */
  readonly handed?: string;
  readonly coins?: boolean;
}

/** A case as it is charged: what is asked for, and the amount, tip and change of the payment in cash. */
function played({ left, share = left, tip = '', surcharge = '', handed, coins = false }: Case) {
  const typed = { amount: handed, tip, surcharge, ref: '' };
  const charge = chargeOf(typed, { share: money(share), left: money(left) }, 2);
  if (typeof charge === 'string') return charge;
  const asked = askedFor(charge, coins ? COINS : undefined);
  const taken = takenOf(charge, charge.handed ?? asked, asked, true);
  return [asked, taken.amount, taken.tip, taken.change].map(shown).join(' ');
}

describe('what is charged, and the change', () => {
  const cases: readonly (readonly [Case, string])[] = [
    [{ left: '43.46' }, '43.46 43.46 0.00 0.00'],
    [{ left: '43.46', handed: '50' }, '43.46 43.46 0.00 6.54'],
    [{ left: '43.46', handed: '20' }, '43.46 20.00 0.00 0.00'],
    // Tip and surcharge are in what is handed over.
    [{ left: '43.46', tip: '5', surcharge: '1', handed: '50' }, '49.46 43.46 5.00 0.54'],
    [{ left: '2.5', surcharge: '1', handed: '20' }, '3.50 2.50 0.00 16.50'],
    [{ left: '9', tip: '2' }, '11.00 9.00 2.00 0.00'],
    [{ left: '9', tip: '2', handed: '11' }, '11.00 9.00 2.00 0.00'],
    [{ left: '9', tip: '2', handed: '20' }, '11.00 9.00 2.00 9.00'],
    // Less than that is a part of the bill, and never all of it.
    [{ left: '3.2', tip: '5', handed: '6' }, '8.20 1.00 5.00 0.00'],
    [{ left: '3.2', tip: '5', handed: '5' }, 'Enter more than tip and surcharge.'],
    [{ left: '3.2', tip: '5', handed: '3.2' }, 'Enter more than tip and surcharge.'],
    [{ left: '3.2', surcharge: '4', handed: '0' }, 'Enter more than tip and surcharge.'],
    // A share of it.
    [{ left: '30', share: '10', tip: '1', handed: '20' }, '11.00 10.00 1.00 9.00'],
    [{ left: '30', share: '10', tip: '1', handed: '9' }, '11.00 8.00 1.00 0.00'],
    [{ left: '30', share: '0' }, 'Choose what is paid.'],
    [{ left: '30', share: '0', handed: '12' }, 'Choose what is paid.'],
    [{ left: '30', handed: '0' }, 'Choose what is paid.'],
    // A sale for nothing is paid by nothing, with or without a tip.
    [{ left: '0' }, '0.00 0.00 0.00 0.00'],
    [{ left: '0', tip: '2' }, '2.00 0.00 2.00 0.00'],
    [{ left: '0', tip: '2', handed: '5' }, '2.00 0.00 2.00 3.00'],
    [{ left: '0', tip: '2', handed: '1' }, 'Enter more than tip and surcharge.'],
    // In coins.
    [{ left: '9.98', coins: true }, '10.00 10.00 0.00 0.00'],
    [{ left: '9.98', coins: true, handed: '20' }, '10.00 10.00 0.00 10.00'],
    [{ left: '9.98', coins: true, tip: '1', surcharge: '0.5', handed: '20' }, '11.50 10.00 1.00 8.50'],
    [{ left: '9.98', coins: true, tip: '1', handed: '10.98' }, '11.00 9.98 1.00 0.00'],
    // What is no amount.
    [{ left: '9', handed: 'x' }, 'Enter an amount.'],
    [{ left: '9', handed: '-1' }, 'Enter an amount.'],
    [{ left: '9', tip: '0.001' }, 'Enter the tip as an amount.'],
    [{ left: '9', surcharge: '-1' }, 'Enter the surcharge as an amount.'],
  ];
  for (const [each, expected] of cases)
    it(`${JSON.stringify(each)}: ${expected}`, () => assert.equal(played(each), expected));

  it('is given back in cash alone', () => {
    const charge = { share: money('10'), tip: 0n, surcharge: 0n, handed: money('12') };
    assert.equal(takenOf(charge, money('12'), money('10'), true).change, money('2'));
    assert.equal(takenOf(charge, money('12'), money('10'), false).change, 0n);
  });
});
