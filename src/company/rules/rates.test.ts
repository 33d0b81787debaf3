import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { d } from '#test/harness/orders.ts';
import { taxOf, taxRecord } from '#test/harness/pricing.ts';
import { divideRound, formatDecimal } from '../../kernel/money.ts';
import {
  charged,
  inOrder,
  isInForce,
  ratedTax,
  ratesOf,
  rateWithin,
  taxesAtPrice,
  taxesForType,
  taxesOn,
} from './rates.ts';

describe('the days of a tax (reference: money.24)', () => {
  const CASES: readonly (readonly [
    from: string | null,
    until: string | null,
    day: string,
    charged: boolean,
  ])[] = [
    [null, null, '2026-01-01', true],
    ['2026-01-01', null, '2025-12-31', false],
    ['2026-01-01', null, '2026-01-01', true],
    [null, '2026-01-01', '2026-01-01', true],
    [null, '2026-01-01', '2026-01-02', false],
    ['2026-01-01', '2026-01-01', '2026-01-01', true],
    ['2026-01-02', '2026-03-01', '2026-02-28', true],
  ];
  for (const [from, until, day, expected] of CASES) {
    it(`from ${from} until ${until}: ${expected ? 'charged' : 'not charged'} on ${day}`, () => {
      assert.equal(isInForce({ effective_from: from, effective_until: until }, day), expected);
    });
  }

  it('are asked for where a tax has some, and not otherwise', () => {
    const day = () => assert.fail('No day was needed.');
    assert.equal(taxesOn([taxRecord()], day).length, 1);
    const twenty = taxRecord({ id: 1n, effective_until: '2026-09-30' });
    const twentyOne = taxRecord({ id: 2n, effective_from: '2026-10-01' });
    const ids = (today: string) => taxesOn([twenty, twentyOne], () => today).map(({ id }) => id);
    assert.deepEqual([ids('2026-09-30'), ids('2026-10-01')], [[1n], [2n]]);
  });
});

describe('the taxes that are charged', () => {
  it('are in the order of their sort, then as the product has them', () => {
    const taxes = [taxRecord({ id: 3n, sort: 1 }), taxRecord({ id: 1n }), taxRecord({ id: 2n })];
    assert.deepEqual(
      inOrder(taxes).map(({ id }) => id),
      [1n, 2n, 3n],
    );
    const plain = [taxRecord({ id: 2n }), taxRecord({ id: 1n })];
    assert.equal(inOrder(plain), plain);
  });

  it('are those of the type of the order; one without a type is eaten in', () => {
    const taxes = [
      taxOf('0.19', { order_types: ['Dine in'] }),
      taxOf('0.07', { order_types: ['Takeaway', 'Pickup'] }),
      taxOf('0.01'),
    ];
    const names = (type: string | null) => taxesForType(taxes, type).map(({ name }) => name);
    assert.deepEqual(names(null), ['0.19', '0.01']);
    assert.deepEqual(names('Dine in'), ['0.19', '0.01']);
    assert.deepEqual(names('Pickup'), ['0.07', '0.01']);
    assert.deepEqual(names('Kiosk'), ['0.01']);
  });

  it('are those of the price of one: above means from the amount on, below means less (reference: money.25)', () => {
    const taxes = [
      taxOf('0.04', { threshold: ['110', 'above'] }),
      taxOf('0.01', { threshold: ['110', 'below'] }),
    ];
    const names = (num: string, den = 1n) => taxesAtPrice(taxes, d(num), den).map(({ name }) => name);
    assert.deepEqual(names('109.99999999'), ['0.01']);
    assert.deepEqual(names('110'), ['0.04']);
    assert.deepEqual(names('-110'), ['0.04']);
    assert.deepEqual(names('330', 3n), ['0.04']);
    assert.deepEqual(names('329.99999999', 3n), ['0.01']);
  });

  it('keep of their terms what says how they are worked out', () => {
    assert.equal(ratedTax(taxRecord()).terms, null);
    assert.equal(charged(taxOf('0.1', { order_types: ['Kiosk'], threshold: ['1', 'above'] })).terms, null);
    const compound = charged(taxOf('0.1', { compound: true, order_types: ['Kiosk'] })).terms;
    assert.deepEqual(compound, { compound: true, on_top: false, order_types: null, threshold: null });
  });
});

describe('the shares of taxes of a price without tax', () => {
  const CASES: readonly (readonly [
    what: string,
    taxes: Parameters<typeof ratesOf>[0],
    shares: string[],
    within: string,
    all: string,
  ])[] = [
    ['none', [], [], '0', '0'],
    ['side by side', [taxOf('0.05'), taxOf('0.09975')], ['0.05', '0.09975'], '0.14975', '0.14975'],
    [
      'compound',
      [taxOf('0.05'), taxOf('0.095', { compound: true })],
      ['0.05', '0.09975'],
      '0.14975',
      '0.14975',
    ],
    ['compound alone', [taxOf('0.1', { compound: true })], ['0.1'], '0.1', '0.1'],
    [
      'compound on compound',
      [taxOf('0.1'), taxOf('0.1', { compound: true }, 'b'), taxOf('0.1', { compound: true }, 'c')],
      ['0.1', '0.11', '0.121'],
      '0.331',
      '0.331',
    ],
    [
      'a plain one after a compound one',
      [taxOf('0.1'), taxOf('0.2', { compound: true }), taxOf('0.05')],
      ['0.1', '0.22', '0.05'],
      '0.37',
      '0.37',
    ],
    ['on top', [taxOf('0.1'), taxOf('0.05', { on_top: true })], ['0.1', '0.05'], '0.1', '0.15'],
    [
      'on top of tax',
      [taxOf('0.1'), taxOf('0.05', { on_top: true, compound: true })],
      ['0.1', '0.055'],
      '0.1',
      '0.155',
    ],
  ];
  for (const [what, taxes, shares, within, all] of CASES) {
    it(what, () => {
      const rates = ratesOf(taxes);
      const factor = (share: bigint) => formatDecimal(divideRound(share * 100_000_000n, rates.den));
      assert.deepEqual(rates.shares.map(factor), shares);
      assert.deepEqual([rates.within, rates.all].map(factor), [within, all]);
      assert.equal(formatDecimal(rateWithin(rates)), within);
    });
  }
});
