import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseDecimal } from '#src/kernel/money.ts';
import { settle } from '#src/orders/rules/payments.ts';
import { moneyText } from '../money.ts';
import { askedFor, chargeOf, takenOf } from './charge.ts';

const money = (text: string) => parseDecimal(text) ?? assert.fail(text);
const shown = (amount: bigint) => moneyText(amount, 2);
const SITE = { minor_units: 2, currency: 'USD' };
/** Coins of five cents. */
const COINS = { increment: money('0.05'), methods: ['cash'] } as const;

interface Case {
  /** What is left of the bill. */
  readonly left: string;
  /** The share of it; all of it when left out. */
  readonly share?: string;
  /** The service in it that no tip has gone to. */
  readonly untipped?: string;
  readonly tip?: string;
  readonly surcharge?: string;
  /** What is handed over; nothing typed when left out. */
  readonly handed?: string;
  readonly coins?: boolean;
}

/** A case as it is charged: what is asked for, and the amount, tip and change of the payment in cash. */
function played({ left, share = left, untipped = '0', tip = '', surcharge = '', handed, coins }: Case) {
  const typed = { amount: handed, tip, surcharge, ref: '' };
  const bill = { share: money(share), left: money(left), untipped: money(untipped) };
  const charge = chargeOf(typed, bill, SITE);
  if (typeof charge === 'string') return charge;
  const asked = askedFor(charge, coins === true ? COINS : undefined);
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
    // With service, whose part of the bill is recorded with the tip: that goes there first.
    [{ left: '43.46', untipped: '3.95' }, '43.46 43.46 0.00 0.00'],
    [{ left: '43.46', untipped: '3.95', tip: '5' }, '48.46 39.51 8.95 0.00'],
    [{ left: '43.46', untipped: '3.95', tip: '5', surcharge: '1', handed: '50' }, '49.46 39.51 8.95 0.54'],
    [{ left: '43.46', untipped: '3.95', tip: '5', handed: '20' }, '48.46 11.05 8.95 0.00'],
    [{ left: '43.46', untipped: '3.95', tip: '5', handed: '8.95' }, '48.46 0.00 8.95 0.00'],
    [
      { left: '43.46', untipped: '3.95', tip: '5', handed: '8' },
      'Tips go to service first: with a tip, at least $3.95 of the bill is paid.',
    ],
    [{ left: '43.46', share: '4', untipped: '3.95', tip: '1' }, '5.00 0.05 4.95 0.00'],
    [
      { left: '43.46', share: '3', untipped: '3.95', tip: '1' },
      'Tips go to service first: with a tip, at least $3.95 of the bill is paid.',
    ],
    [
      { left: '2', untipped: '3.95', tip: '1' },
      'Tips go to service first, and part of it is paid already: take this payment without a tip.',
    ],
    [{ left: '2', untipped: '3.95' }, '2.00 2.00 0.00 0.00'],
    [{ left: '43.46', untipped: '3.95', coins: true }, '43.45 43.45 0.00 0.00'],
    // What no tip has gone to is rounded, as at the service: 39.51.
    [{ left: '43.46', untipped: '3.95', coins: true, tip: '5' }, '48.45 39.50 8.95 0.00'],
    // What is no amount.
    [{ left: '9', handed: 'x' }, 'Enter an amount.'],
    [{ left: '9', handed: '-1' }, 'Enter an amount.'],
    [{ left: '9', tip: '0.001' }, 'Enter the tip as an amount.'],
    [{ left: '9', surcharge: '-1' }, 'Enter the surcharge as an amount.'],
  ];
  for (const [each, expected] of cases)
    it(`${JSON.stringify(each)}: ${expected}`, () => assert.equal(played(each), expected));

  it('is given back in cash alone', () => {
    const none = { tip: 0n, surcharge: 0n, toService: 0n };
    const charge = { ...none, share: money('10'), handed: money('12') };
    assert.equal(takenOf(charge, money('12'), money('10'), true).change, money('2'));
    assert.equal(takenOf(charge, money('12'), money('10'), false).change, 0n);
  });
});

describe('a bill with service', () => {
  // Each guest pays a part of what is left, or all of it, with a tip: [amount, tip].
  const evenings: readonly (readonly (readonly [part: string | null, tip: string])[])[] = [
    [[null, '5']],
    [
      ['20', ''],
      [null, '5'],
    ],
    [
      ['20', '2'],
      ['10', '3'],
      [null, ''],
    ],
    [
      ['20', '2'],
      [null, '3'],
    ],
    [
      ['39.51', ''],
      [null, '5'],
    ],
    [[null, '']],
  ];
  for (const guests of evenings)
    it(`is paid once, and tips are tips: ${JSON.stringify(guests)}`, () => {
      const bill = { total: money('39.51'), minorUnits: 2, mode: 'half_up' } as const;
      const service = { tipServicePercent: money('10'), tipServiceAmount: null };
      const payments: { amount: bigint; tip: bigint; rounding: bigint }[] = [];
      const settled = () => settle({ ...bill, ...service, payments });
      let given = 0n;
      let tips = 0n;
      for (const [part, tip] of guests) {
        const { left, tipServiceAmount, tipsToService } = settled();
        const share = part === null ? left : money(part);
        const draft = { amount: undefined, tip, surcharge: '', ref: '' };
        const charge = chargeOf(draft, { share, left, untipped: tipServiceAmount - tipsToService }, SITE);
        assert.ok(typeof charge !== 'string', String(charge));
        const asked = askedFor(charge, undefined);
        const taken = takenOf(charge, asked, asked, true);
        payments.push({ ...taken, rounding: 0n });
        given += asked;
        tips += charge.tip;
        assert.equal(settled().left, left - share, 'what is left is less by what was paid of the bill');
      }
      const after = settled();
      assert.deepEqual([after.left, after.fullyPaid, after.tips], [0n, true, tips]);
      assert.equal(given, money('43.46') + tips);
      assert.equal(after.tipServicePaid, money('3.95'));
    });
});
