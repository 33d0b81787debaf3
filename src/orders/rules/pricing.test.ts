import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type Decimal, formatDecimal, minorStep, ONE, parseDecimal, SCALE } from '../../kernel/money.ts';
import {
  type LineToPrice,
  type OrderToPrice,
  type Price,
  type PricedLine,
  type PriceForm,
  priceOrder,
  USUAL_ROUNDING,
} from './pricing.ts';

/** The Decimal a test writes as text. */
function d(text: string): Decimal {
  const value = parseDecimal(text);
  assert.notEqual(value, undefined, `${text} is not a decimal`);
  return value ?? 0n;
}

function maybe(text: string | undefined): Decimal | null {
  return text === undefined ? null : d(text);
}

interface LineText {
  readonly price: readonly [string, PriceForm];
  readonly quantity?: string;
  readonly extras?: readonly (readonly [string, PriceForm])[];
  readonly variation?: string;
  readonly fixed?: string;
  readonly rates?: readonly string[];
}

interface OrderText {
  readonly lines: readonly LineText[];
  readonly variation?: string;
  readonly fixed?: string;
  readonly minorUnits?: number;
}

function lineOf(text: LineText): LineToPrice {
  return {
    quantity: d(text.quantity ?? '1'),
    unit: { amount: d(text.price[0]), form: text.price[1] },
    extras: (text.extras ?? []).map(([amount, form]) => ({ amount: d(amount), form })),
    variation: maybe(text.variation),
    fixedVariation: maybe(text.fixed),
    taxes: (text.rates ?? []).map((rate, place) => ({
      id: BigInt(place + 1),
      name: '',
      rate: d(rate),
      terms: null,
    })),
    settled: null,
  };
}

function orderOf(text: OrderText): OrderToPrice {
  return {
    lines: text.lines.map(lineOf),
    variation: maybe(text.variation),
    fixedVariation: maybe(text.fixed),
    minorUnits: text.minorUnits ?? 2,
    isExempt: false,
    rounding: USUAL_ROUNDING,
  };
}

/** What each tax of a line comes to. */
const amountsOf = ({ taxes }: PricedLine) => taxes.map(({ amount }) => amount);

/** The outcome as text: of each line `ex + tax = inc (taxes)`, then the total and its tax. */
function price(text: OrderText): string[] {
  const priced = priceOrder(orderOf(text));
  const lines = priced.lines.map((line) => {
    const [ex, tax, inc] = [line.totalEx, line.totalTax, line.totalInc].map(formatDecimal);
    return `${ex} + ${tax} = ${inc} (${line.taxes.map(({ amount }) => formatDecimal(amount)).join(', ')})`;
  });
  return [...lines, `${formatDecimal(priced.total)} of which ${formatDecimal(priced.totalTax)}`];
}

describe('priceOrder', () => {
  const table: readonly (readonly [string, OrderText, readonly string[]])[] = [
    ['a blank order', { lines: [] }, ['0 of which 0']],
    ['a blank order with a discount', { lines: [], fixed: '-5' }, ['0 of which 0']],
    [
      'money.6: 52.50 inc 12 %',
      { lines: [{ price: ['52.50', 'inc'], rates: ['0.12'] }] },
      ['46.87 + 5.63 = 52.5 (5.63)', '52.5 of which 5.63'],
    ],
    [
      'money.6: 52.50 inc 12 %, returned',
      { lines: [{ price: ['52.50', 'inc'], rates: ['0.12'], quantity: '-1' }] },
      ['-46.87 + -5.63 = -52.5 (-5.63)', '-52.5 of which -5.63'],
    ],
    [
      'money.7: 100 ex at 5 % and 9.975 %',
      { lines: [{ price: ['100', 'ex'], rates: ['0.05', '0.09975'] }] },
      ['100 + 14.98 = 114.98 (5, 9.98)', '114.98 of which 14.98'],
    ],
    [
      'money.7: 100 ex at 5 % and 9.975 %, returned',
      { lines: [{ price: ['100', 'ex'], rates: ['0.05', '0.09975'], quantity: '-1' }] },
      ['-100 + -14.98 = -114.98 (-5, -9.98)', '-114.98 of which -14.98'],
    ],
    [
      'an inclusive tax is shared over the taxes by their rates',
      { lines: [{ price: ['114.98', 'inc'], rates: ['0.05', '0.09975'] }] },
      ['100 + 14.98 = 114.98 (5, 9.98)', '114.98 of which 14.98'],
    ],
    [
      'equal rates: the odd cent goes to the first',
      { lines: [{ price: ['1.15', 'inc'], rates: ['0.1', '0.1', '0'] }] },
      ['0.96 + 0.19 = 1.15 (0.1, 0.09, 0)', '1.15 of which 0.19'],
    ],
    [
      '0.1 + 0.2 is 0.3',
      { lines: [{ price: ['0.1', 'ex'] }, { price: ['0.2', 'inc'] }] },
      ['0.1 + 0 = 0.1 ()', '0.2 + 0 = 0.2 ()', '0.3 of which 0'],
    ],
    [
      'a tax of 0 %',
      {
        lines: [
          { price: ['3', 'inc'], rates: ['0'] },
          { price: ['3', 'ex'], rates: ['0'] },
        ],
      },
      ['3 + 0 = 3 (0)', '3 + 0 = 3 (0)', '6 of which 0'],
    ],
    [
      'half goes away from zero, on both signs',
      {
        lines: [
          { price: ['0.01', 'ex'], quantity: '0.5' },
          { price: ['0.01', 'ex'], quantity: '-0.5' },
          { price: ['1.005', 'inc'] },
          { price: ['1.005', 'inc'], quantity: '-1' },
          { price: ['0.05', 'ex'], rates: ['0.1'] },
          { price: ['0.05', 'ex'], rates: ['0.1'], quantity: '-1' },
        ],
      },
      [
        '0.01 + 0 = 0.01 ()',
        '-0.01 + 0 = -0.01 ()',
        '1.01 + 0 = 1.01 ()',
        '-1.01 + 0 = -1.01 ()',
        '0.05 + 0.01 = 0.06 (0.01)',
        '-0.05 + -0.01 = -0.06 (-0.01)',
        '0 of which 0',
      ],
    ],
    [
      'JPY has no decimals',
      {
        lines: [
          { price: ['105', 'inc'], rates: ['0.08'], quantity: '3' },
          { price: ['99.5', 'ex'], rates: ['0.1'] },
        ],
        minorUnits: 0,
      },
      ['292 + 23 = 315 (23)', '100 + 10 = 110 (10)', '425 of which 33'],
    ],
    [
      'KWD has three',
      { lines: [{ price: ['1.2345', 'ex'], rates: ['0.05'] }], minorUnits: 3 },
      ['1.235 + 0.062 = 1.297 (0.062)', '1.297 of which 0.062'],
    ],
    [
      'quantity x unit x variation + fixed variation, then x the order variation',
      { lines: [{ price: ['10', 'inc'], quantity: '2', variation: '0.9', fixed: '-1.5' }], variation: '1.1' },
      ['18.15 + 0 = 18.15 ()', '18.15 of which 0'],
    ],
    [
      'nothing is rounded in between',
      { lines: [{ price: ['0.333', 'ex'], quantity: '3', variation: '1.005' }], variation: '1.005' },
      ['1.01 + 0 = 1.01 ()', '1.01 of which 0'],
    ],
    [
      "a line's fixed variation has the form of its price",
      {
        lines: [
          { price: ['10', 'ex'], fixed: '-1', rates: ['0.1'] },
          { price: ['10', 'inc'], fixed: '-1', rates: ['0.1'] },
        ],
      },
      ['9 + 0.9 = 9.9 (0.9)', '8.18 + 0.82 = 9 (0.82)', '18.9 of which 1.72'],
    ],
    [
      "a line's fixed variation counts once, with any quantity",
      { lines: [{ price: ['10', 'ex'], quantity: '3', fixed: '2' }] },
      ['32 + 0 = 32 ()', '32 of which 0'],
    ],
    [
      'a coefficient of 0 makes it free',
      { lines: [{ price: ['10', 'inc'], variation: '0', rates: ['0.1'] }] },
      ['0 + 0 = 0 (0)', '0 of which 0'],
    ],
    [
      'modifiers of the same form',
      {
        lines: [
          {
            price: ['10', 'inc'],
            extras: [
              ['1.5', 'inc'],
              ['0.5', 'inc'],
            ],
            quantity: '2',
            rates: ['0.1'],
          },
        ],
      },
      ['21.82 + 2.18 = 24 (2.18)', '24 of which 2.18'],
    ],
    [
      'an ex modifier on an inc price',
      { lines: [{ price: ['10', 'inc'], extras: [['1', 'ex']], rates: ['0.1'] }] },
      ['10.09 + 1.01 = 11.1 (1.01)', '11.1 of which 1.01'],
    ],
    [
      'an inc modifier on an ex price stays exact: 3 x 1/1.2 is 2.5',
      { lines: [{ price: ['0', 'ex'], extras: [['1', 'inc']], quantity: '3', rates: ['0.2'] }] },
      ['2.5 + 0.5 = 3 (0.5)', '3 of which 0.5'],
    ],
    [
      'a fixed order discount is shared by inclusive totals',
      {
        lines: [
          { price: ['30', 'inc'], rates: ['0.1'] },
          { price: ['10', 'ex'], rates: ['0.2'] },
          { price: ['8', 'ex'] },
        ],
        fixed: '-10',
      },
      ['21.82 + 2.18 = 24 (2.18)', '8 + 1.6 = 9.6 (1.6)', '6.4 + 0 = 6.4 ()', '40 of which 3.78'],
    ],
    [
      'a fixed order discount that does not divide',
      { lines: [{ price: ['5', 'ex'] }, { price: ['5', 'ex'] }, { price: ['5', 'ex'] }], fixed: '-1' },
      ['4.66 + 0 = 4.66 ()', '4.67 + 0 = 4.67 ()', '4.67 + 0 = 4.67 ()', '14 of which 0'],
    ],
    [
      'with a fixed order surcharge every tax follows from the inclusive total',
      { lines: [{ price: ['100', 'ex'], rates: ['0.05', '0.09975'] }], fixed: '10' },
      ['108.7 + 16.28 = 124.98 (5.44, 10.84)', '124.98 of which 16.28'],
    ],
    [
      'a fixed order discount on a return',
      {
        lines: [
          { price: ['5', 'ex'], quantity: '-1' },
          { price: ['5', 'ex'], quantity: '-2' },
        ],
        fixed: '1',
      },
      ['-4.67 + 0 = -4.67 ()', '-9.33 + 0 = -9.33 ()', '-14 of which 0'],
    ],
    [
      'a fixed order surcharge on an exchange is shared by what is sold',
      {
        lines: [
          { price: ['100', 'inc'], rates: ['0.1'] },
          { price: ['99.99', 'inc'], quantity: '-1' },
        ],
        fixed: '5',
      },
      ['95.45 + 9.55 = 105 (9.55)', '-99.99 + 0 = -99.99 ()', '5.01 of which 9.55'],
    ],
    [
      'a fixed order discount on an exchange is as well',
      { lines: [{ price: ['110', 'inc'] }, { price: ['100', 'inc'], quantity: '-1' }], fixed: '-10' },
      ['100 + 0 = 100 ()', '-100 + 0 = -100 ()', '0 of which 0'],
    ],
    [
      'where money is given back it is shared by what is returned',
      { lines: [{ price: ['10', 'inc'] }, { price: ['40', 'inc'], quantity: '-1' }], fixed: '3' },
      ['10 + 0 = 10 ()', '-37 + 0 = -37 ()', '-27 of which 0'],
    ],
    [
      'where sales and returns cancel out all of them share it',
      { lines: [{ price: ['10', 'inc'] }, { price: ['10', 'inc'], quantity: '-1' }], fixed: '3' },
      ['11.5 + 0 = 11.5 ()', '-8.5 + 0 = -8.5 ()', '3 of which 0'],
    ],
    [
      'a fixed order variation of less than half a cent is none',
      { lines: [{ price: ['0.05', 'ex'], rates: ['0.1'] }], fixed: '0.004' },
      ['0.05 + 0.01 = 0.06 (0.01)', '0.06 of which 0.01'],
    ],
    [
      'a fixed order variation is rounded to minor units first',
      { lines: [{ price: ['1', 'ex'] }], fixed: '-0.005' },
      ['0.99 + 0 = 0.99 ()', '0.99 of which 0'],
    ],
    [
      'a fixed order surcharge over lines of 0 is shared evenly',
      { lines: [{ price: ['0', 'inc'], rates: ['0.1'] }, { price: ['0', 'inc'] }], fixed: '1.1' },
      ['0.5 + 0.05 = 0.55 (0.05)', '0.55 + 0 = 0.55 ()', '1.1 of which 0.05'],
    ],
  ];
  for (const [name, order, outcome] of table) {
    it(name, () => assert.deepEqual(price(order), outcome));
  }

  const units: readonly (readonly [string, LineText, readonly [string, string, string]])[] = [
    ['inc as entered', { price: ['52.50', 'inc'], rates: ['0.12'] }, ['46.875', '5.625', '52.5']],
    ['ex as entered', { price: ['100', 'ex'], rates: ['0.05', '0.09975'] }, ['100', '14.975', '114.975']],
    ['no tax', { price: ['0.30000001', 'ex'] }, ['0.30000001', '0', '0.30000001']],
    ['8 decimals', { price: ['10', 'inc'], rates: ['0.2'] }, ['8.33333333', '1.66666667', '10']],
    [
      'with modifiers',
      { price: ['10', 'inc'], extras: [['1', 'ex']], rates: ['0.1'] },
      ['10.09090909', '1.00909091', '11.1'],
    ],
    [
      'exact behind 8 decimals',
      { price: ['0', 'ex'], extras: [['1', 'inc']], rates: ['0.2'] },
      ['0.83333333', '0.16666667', '1'],
    ],
    [
      'not touched by variations',
      { price: ['4', 'inc'], quantity: '-3', variation: '0.5', fixed: '1' },
      ['4', '0', '4'],
    ],
  ];
  for (const [name, line, [ex, tax, inc]] of units) {
    it(`unit prices: ${name}`, () => {
      const [priced] = priceOrder(orderOf({ lines: [line] })).lines;
      assert.ok(priced !== undefined);
      assert.deepEqual([priced.unitEx, priced.unitTax, priced.unitInc].map(formatDecimal), [ex, tax, inc]);
    });
  }

  it('refuses minor units that no currency has', () => {
    assert.throws(() => priceOrder({ ...orderOf({ lines: [] }), minorUnits: 9 }), RangeError);
  });
});

// The model: plain fractions, written down from the reference (money.3 to money.9) without looking at the code above
// it.

type Fraction = readonly [bigint, bigint];

const frac = (value: Decimal): Fraction => [value, 100_000_000n];
const plus = (a: Fraction, b: Fraction): Fraction => [a[0] * b[1] + b[0] * a[1], a[1] * b[1]];
const times = (a: Fraction, b: Fraction): Fraction => [a[0] * b[0], a[1] * b[1]];
const over = (a: Fraction, b: Fraction): Fraction => times(a, b[0] < 0n ? [-b[1], -b[0]] : [b[1], b[0]]);
const isLess = (a: Fraction, b: Fraction): boolean => a[0] * b[1] < b[0] * a[1];
const UNIT: Fraction = [1n, 1n];

function floor([num, den]: Fraction): bigint {
  const rest = ((num % den) + den) % den;
  return (num - rest) / den;
}

/** Nearest whole multiple of 10^-places, halves away from zero, as a Decimal. */
function nearest(value: Fraction, places: number): Decimal {
  const scaled = times(value, [10n ** BigInt(places), 1n]);
  const size: Fraction = [scaled[0] < 0n ? -scaled[0] : scaled[0], scaled[1]];
  const whole = floor(plus(size, [1n, 2n])) * 10n ** BigInt(8 - places);
  return scaled[0] < 0n ? -whole : whole;
}

/** Largest remainder, one unit at a time. */
function shareOut(amount: Decimal, weights: readonly bigint[], places: number): Decimal[] {
  const unit = 10n ** BigInt(8 - places);
  const size = (amount < 0n ? -amount : amount) / unit;
  let parts = [...weights];
  if (parts.reduce((a, b) => a + b, 0n) === 0n) parts = parts.map((part) => (part < 0n ? -part : part));
  if (parts.length === 0) return [];
  if (parts.every((part) => part === 0n)) parts = parts.map(() => 1n);
  const whole = parts.reduce((a, b) => a + b, 0n);
  const exact = parts.map((part) => over([size * part, 1n], [whole, 1n]));
  const given = exact.map(floor);
  const gets = new Set<number>();
  while (given.reduce((a, b) => a + b, 0n) + BigInt(gets.size) < size) {
    let best = -1;
    let most: Fraction = [-1n, 1n];
    exact.forEach((value, place) => {
      const rest = plus(value, [-floor(value), 1n]);
      if (!gets.has(place) && isLess(most, rest)) {
        most = rest;
        best = place;
      }
    });
    gets.add(best);
  }
  return given.map((units, place) => (units + (gets.has(place) ? 1n : 0n)) * (amount < 0n ? -unit : unit));
}

interface Modelled {
  readonly ex: Decimal;
  readonly tax: Decimal;
  readonly inc: Decimal;
  readonly taxes: readonly Decimal[];
  readonly unitEx: Decimal;
  readonly unitInc: Decimal;
}

function modelInclusive(
  inc: Decimal,
  line: LineToPrice,
  places: number,
): Omit<Modelled, 'unitEx' | 'unitInc'> {
  const rates = line.taxes.map((tax) => tax.rate);
  const rate = frac(rates.reduce((a, b) => a + b, 0n));
  const tax = nearest(over(times(frac(inc), rate), plus(UNIT, rate)), places);
  return { ex: inc - tax, tax, inc, taxes: shareOut(tax, rates, places) };
}

function model(order: OrderToPrice): Modelled[] {
  const places = order.minorUnits;
  const lines = order.lines.map((line): Modelled => {
    const factor = plus(UNIT, frac(line.taxes.reduce((a, tax) => a + tax.rate, 0n)));
    const inForm = (entered: Price): Fraction => {
      if (entered.form === line.unit.form) return frac(entered.amount);
      return entered.form === 'ex' ? times(frac(entered.amount), factor) : over(frac(entered.amount), factor);
    };
    const unit = [line.unit, ...line.extras].map(inForm).reduce(plus, [0n, 1n]);
    const varied = times(times(frac(line.quantity), unit), frac(line.variation ?? ONE));
    const fixed = plus(varied, frac(line.fixedVariation ?? 0n));
    const amount = nearest(times(fixed, frac(order.variation ?? ONE)), places);
    if (line.unit.form === 'inc') {
      const unitEx = nearest(over(unit, factor), 8);
      return { ...modelInclusive(amount, line, places), unitEx, unitInc: nearest(unit, 8) };
    }
    const taxes = line.taxes.map((tax) => nearest(times(frac(amount), frac(tax.rate)), places));
    const tax = taxes.reduce((a, b) => a + b, 0n);
    const unitInc = nearest(times(unit, factor), 8);
    return { ex: amount, tax, inc: amount + tax, taxes, unitEx: nearest(unit, 8), unitInc };
  });
  const fixed = nearest(frac(order.fixedVariation ?? 0n), places);
  if (fixed === 0n) return lines;
  // Where the order takes money it is shared by what is sold, where it gives money back by what is returned.
  const takes = lines.reduce((total, line) => total + line.inc, 0n);
  const counts = (inc: bigint) => (takes > 0n ? inc > 0n : takes < 0n ? inc < 0n : true);
  const weights = lines.map(({ inc }) => (counts(inc) ? inc : 0n));
  const shares = shareOut(fixed, weights, places);
  return order.lines.map((line, place) => {
    const before = lines[place];
    assert.ok(before !== undefined);
    return { ...before, ...modelInclusive(before.inc + (shares[place] ?? 0n), line, places) };
  });
}

const decimals = (min: string, max: string, places: number): fc.Arbitrary<Decimal> => {
  const unit = minorStep(places);
  return fc.bigInt({ min: d(min) / unit, max: d(max) / unit }).map((count) => count * unit);
};
const form = fc.constantFrom<PriceForm>('ex', 'inc');
const money = fc.oneof(decimals('0', '200', 2), decimals('0', '1000', 8), decimals('0', '9', 0));
const anyPrice: fc.Arbitrary<Price> = fc.record({ amount: money, form });
const coefficient = fc.option(fc.oneof(decimals('0', '2', 2), decimals('0', '2', 8)), { nil: null });
const adjustment = fc.option(fc.oneof(decimals('-20', '20', 2), decimals('-20', '20', 8)), { nil: null });
const rate = fc.oneof(
  fc.constantFrom(d('0.1'), d('0.12'), d('0.05'), d('0.09975'), 0n),
  decimals('0', '1', 8),
);
const anyLine: fc.Arbitrary<LineToPrice> = fc.record({
  quantity: fc.oneof(decimals('-5', '5', 0), decimals('-9', '9', 4)),
  unit: anyPrice,
  extras: fc.array(anyPrice, { maxLength: 3 }),
  variation: coefficient,
  fixedVariation: adjustment,
  taxes: fc.array(
    fc.record({
      id: fc.bigInt({ min: 1n, max: 99n }),
      name: fc.constant(''),
      rate,
      terms: fc.constant(null),
    }),
    { maxLength: 3 },
  ),
  settled: fc.constant(null),
});
const anyOrder: fc.Arbitrary<OrderToPrice> = fc.record({
  lines: fc.array(anyLine, { maxLength: 6 }),
  variation: coefficient,
  fixedVariation: adjustment,
  minorUnits: fc.constantFrom(0, 2, 3, 4),
  isExempt: fc.constant(false),
  rounding: fc.constant(USUAL_ROUNDING),
});
const RUNS = { numRuns: 1_000 };

function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n);
}

function negated(order: OrderToPrice): OrderToPrice {
  const opposite = (value: Decimal | null): Decimal | null => (value === null ? null : -value);
  return {
    ...order,
    fixedVariation: opposite(order.fixedVariation),
    lines: order.lines.map((line) => ({
      ...line,
      quantity: -line.quantity,
      fixedVariation: opposite(line.fixedVariation),
    })),
  };
}

describe('every priced order', () => {
  it('agrees with the model', () => {
    fc.assert(
      fc.property(anyOrder, (order) => {
        const priced = priceOrder(order);
        const expected = model(order);
        const seen = priced.lines.map((line) => ({
          ex: line.totalEx,
          tax: line.totalTax,
          inc: line.totalInc,
          taxes: amountsOf(line),
          unitEx: line.unitEx,
          unitInc: line.unitInc,
        }));
        assert.deepEqual(
          seen,
          expected.map(({ ex, tax, inc, taxes, unitEx, unitInc }) => ({
            ex,
            tax,
            inc,
            taxes,
            unitEx,
            unitInc,
          })),
        );
        assert.equal(priced.total, sum(expected.map((line) => line.inc)));
        assert.equal(priced.totalTax, sum(expected.map((line) => line.tax)));
      }),
      RUNS,
    );
  });

  it('adds up, in whole minor units', () => {
    fc.assert(
      fc.property(anyOrder, (order) => {
        const step = minorStep(order.minorUnits);
        const priced = priceOrder(order);
        assert.equal(priced.lines.length, order.lines.length);
        priced.lines.forEach((line, place) => {
          assert.equal(line.totalEx + line.totalTax, line.totalInc);
          assert.equal(line.unitEx + line.unitTax, line.unitInc);
          assert.equal(sum(amountsOf(line)), line.totalTax);
          assert.equal(line.taxes.length, order.lines[place]?.taxes.length);
          for (const amount of [line.totalEx, line.totalTax, line.totalInc, ...amountsOf(line)]) {
            assert.equal(amount % step, 0n);
          }
        });
        assert.equal(priced.total, sum(priced.lines.map((line) => line.totalInc)));
        assert.equal(priced.totalTax, sum(priced.lines.map((line) => line.totalTax)));
      }),
      RUNS,
    );
  });

  it('moves by exactly its fixed variation', () => {
    const cents = decimals('-50', '50', 2);
    fc.assert(
      fc.property(anyOrder, cents, (any, fixedVariation) => {
        const order = { ...any, minorUnits: 2 };
        fc.pre(order.lines.length > 0);
        const without = priceOrder({ ...order, fixedVariation: null });
        assert.equal(priceOrder({ ...order, fixedVariation }).total, without.total + fixedVariation);
      }),
      RUNS,
    );
  });

  it('gives a price back as it was entered', () => {
    fc.assert(
      fc.property(anyOrder, (order) => {
        const plain = { ...order, lines: order.lines.map((line) => ({ ...line, extras: [] })) };
        priceOrder(plain).lines.forEach((priced, place) => {
          const unit = plain.lines[place]?.unit;
          assert.equal(unit?.form === 'inc' ? priced.unitInc : priced.unitEx, unit?.amount);
        });
      }),
      RUNS,
    );
  });

  it('charges an inclusive price as it was entered', () => {
    const inclusive = fc.record({ line: anyLine, amount: decimals('0', '999', 2) });
    fc.assert(
      fc.property(fc.array(inclusive, { maxLength: 5 }), (entered) => {
        const lines = entered.map(
          ({ line, amount }): LineToPrice => ({
            ...line,
            quantity: ONE,
            unit: { amount, form: 'inc' },
            extras: [],
            variation: null,
            fixedVariation: null,
          }),
        );
        const priced = priceOrder({ ...orderOf({ lines: [] }), lines });
        assert.deepEqual(
          priced.lines.map((line) => line.totalInc),
          entered.map(({ amount }) => amount),
        );
      }),
      RUNS,
    );
  });

  it('is the same with the other sign when everything is returned', () => {
    fc.assert(
      fc.property(anyOrder, (order) => {
        const sold = priceOrder(order);
        const returned = priceOrder(negated(order));
        assert.equal(returned.total, -sold.total);
        assert.equal(returned.totalTax, -sold.totalTax);
        returned.lines.forEach((line, place) => {
          const other = sold.lines[place];
          assert.ok(other !== undefined);
          assert.equal(line.totalEx, -other.totalEx);
          assert.deepEqual(
            amountsOf(line),
            amountsOf(other).map((amount) => -amount),
          );
        });
      }),
      RUNS,
    );
  });

  it('does not depend on a coefficient of 1 or an amount of 0 being written', () => {
    fc.assert(
      fc.property(anyOrder, (order) => {
        const written = {
          ...order,
          variation: order.variation ?? ONE,
          fixedVariation: order.fixedVariation ?? 0n,
          lines: order.lines.map((line) => ({
            ...line,
            variation: line.variation ?? SCALE,
            fixedVariation: line.fixedVariation ?? 0n,
          })),
        };
        assert.deepEqual(priceOrder(written), priceOrder(order));
      }),
      RUNS,
    );
  });
});
