import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  addTax,
  allocate,
  decimalPlaces,
  divideRound,
  formatDecimal,
  MAX_DECIMAL,
  minorStep,
  minorUnits,
  multiply,
  ONE,
  parseDecimal,
  removeTax,
  roundRatio,
  roundToMinor,
  SCALE,
} from './money.ts';

/** The Decimal a test writes as text. */
function d(text: string): bigint {
  const value = parseDecimal(text);
  assert.notEqual(value, undefined, `${text} is not a decimal`);
  return value ?? 0n;
}

const anyDecimal = fc.bigInt({ min: -MAX_DECIMAL, max: MAX_DECIMAL });

function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n);
}

function abs(value: bigint): bigint {
  return value < 0n ? -value : value;
}

describe('parseDecimal', () => {
  const read: readonly (readonly [string, bigint])[] = [
    ['0', 0n],
    ['-0', 0n],
    ['0.0', 0n],
    ['1', ONE],
    ['-1', -ONE],
    ['52.50', 5_250_000_000n],
    ['0.1', 10_000_000n],
    ['0.00000001', 1n],
    ['-0.00000001', -1n],
    ['0.000000010000', 1n],
    ['1e2', 100n * SCALE],
    ['1E+2', 100n * SCALE],
    ['12.5e-1', 125_000_000n],
    ['1e-8', 1n],
    ['100e-10', 1n],
    ['10000000000', MAX_DECIMAL],
    ['-1e10', -MAX_DECIMAL],
    ['10000000000.00', MAX_DECIMAL],
    ['0e999999999999', 0n],
    ['0.000e-999999999999', 0n],
    [`1${'0'.repeat(500)}e-500`, ONE],
    [`0.${'0'.repeat(499)}1e500`, ONE],
  ];
  for (const [text, value] of read) {
    it(`reads ${text.slice(0, 30)}`, () => assert.equal(parseDecimal(text), value));
  }

  const refused = [
    '',
    ' ',
    '1 ',
    ' 1',
    '1\n',
    '+1',
    '.5',
    '1.',
    '01',
    '-01',
    '--1',
    '-',
    '1e',
    '1e+',
    'e5',
    '1.2.3',
    '1,5',
    '0x10',
    '1n',
    '1_000',
    'NaN',
    'Infinity',
    '-Infinity',
    'null',
    '١',
    '0.000000001',
    '1.123456789',
    '1e-9',
    '10000000000.00000001',
    '-10000000000.00000001',
    '10000000001',
    '1e11',
    '99999999999',
    '1e999999999',
    '-1e999999999',
    '1e-999999999',
    `1e${'9'.repeat(400)}`,
    `1e-${'9'.repeat(400)}`,
  ];
  for (const text of refused) {
    it(`refuses ${JSON.stringify(text.slice(0, 30))}`, () => assert.equal(parseDecimal(text), undefined));
  }

  it('does bounded work on a megabyte of digits', () => {
    const zeros = '0'.repeat(1_000_000);
    const started = performance.now();
    assert.equal(parseDecimal(`1${zeros}`), undefined);
    assert.equal(parseDecimal(`1${zeros}1`), undefined);
    assert.equal(parseDecimal(`0.${zeros}1`), undefined);
    assert.equal(parseDecimal(`1${zeros}x`), undefined);
    assert.equal(parseDecimal('9'.repeat(1_000_000)), undefined);
    assert.equal(parseDecimal(`1.${zeros}`), ONE);
    assert.equal(parseDecimal(`1${zeros}e-1000000`), ONE);
    assert.ok(performance.now() - started < 2_000);
  });

  it('agrees with JSON on what a number is', () => {
    const pieces = fc.array(fc.constantFrom('0', '1', '9', '.', '-', '+', 'e', 'E', ' '), { maxLength: 8 });
    fc.assert(
      fc.property(pieces, (parts) => {
        const text = parts.join('');
        let known: unknown;
        try {
          known = text.includes(' ') ? undefined : JSON.parse(text);
        } catch {
          known = undefined;
        }
        const value = parseDecimal(text);
        if (typeof known !== 'number') assert.equal(value, undefined);
        else if (value !== undefined) assert.ok(Math.abs(Number(value) / 1e8 - known) < 1e-6);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('formatDecimal and decimalPlaces', () => {
  const table: readonly (readonly [bigint, string, number])[] = [
    [0n, '0', 0],
    [-0n, '0', 0],
    [ONE, '1', 0],
    [-ONE, '-1', 0],
    [1n, '0.00000001', 8],
    [-1n, '-0.00000001', 8],
    [5_250_000_000n, '52.5', 1],
    [1_100_000_000n, '11', 0],
    [100n * SCALE, '100', 0],
    [10_000_000n, '0.1', 1],
    [-10_000_000n, '-0.1', 1],
    [101_000_000n, '1.01', 2],
    [MAX_DECIMAL, '10000000000', 0],
    [123_456_789_012_345_678_901n, '1234567890123.45678901', 8],
  ];
  for (const [value, text, places] of table) {
    it(`writes ${text}`, () => {
      assert.equal(formatDecimal(value), text);
      assert.equal(decimalPlaces(value), places);
    });
  }

  it('knows that 0.1 + 0.2 is 0.3', () => assert.equal(formatDecimal(d('0.1') + d('0.2')), '0.3'));

  it('round trips, in the shortest form', () => {
    fc.assert(
      fc.property(anyDecimal, (value) => {
        const text = formatDecimal(value);
        assert.equal(parseDecimal(text), value);
        assert.match(text, /^-?(0|[1-9]\d*)(\.\d{0,7}[1-9])?$/);
        assert.notEqual(text, '-0');
        assert.equal(text.split('.')[1]?.length ?? 0, decimalPlaces(value));
      }),
    );
  });
});

describe('rounding', () => {
  const halves: readonly (readonly [bigint, bigint, bigint])[] = [
    [5n, 10n, 1n],
    [-5n, 10n, -1n],
    [4n, 10n, 0n],
    [-4n, 10n, 0n],
    [15n, 10n, 2n],
    [-15n, 10n, -2n],
    [25n, 10n, 3n],
    [-25n, 10n, -3n],
    [1n, 3n, 0n],
    [2n, 3n, 1n],
    [-2n, 3n, -1n],
    [1n, 2n, 1n],
    [1n, -2n, -1n],
    [-1n, -2n, 1n],
    [7n, 1n, 7n],
    [0n, 7n, 0n],
  ];
  for (const [num, den, rounded] of halves) {
    it(`${num} / ${den} is ${rounded}`, () => assert.equal(divideRound(num, den), rounded));
  }

  it('refuses to divide by zero', () => assert.throws(() => divideRound(1n, 0n), RangeError));

  const minor: readonly (readonly [string, number, string])[] = [
    ['1.005', 2, '1.01'],
    ['-1.005', 2, '-1.01'],
    ['1.00499999', 2, '1'],
    ['2.675', 2, '2.68'],
    ['0.5', 0, '1'],
    ['-0.5', 0, '-1'],
    ['0.49999999', 0, '0'],
    ['-0.49999999', 0, '0'],
    ['1234.5', 0, '1235'],
    ['1.0005', 3, '1.001'],
    ['1.00005', 4, '1.0001'],
    ['1.00000001', 8, '1.00000001'],
  ];
  for (const [value, units, rounded] of minor) {
    it(`${value} to ${units} minor units is ${rounded}`, () => {
      assert.equal(formatDecimal(roundToMinor(d(value), units)), rounded);
    });
  }

  for (const units of [-1, 9, 0.5, Number.NaN]) {
    it(`knows no currency with ${units} minor units`, () =>
      assert.throws(() => minorStep(units), RangeError));
  }

  it('is symmetrical and never off by more than half', () => {
    const den = fc.bigInt({ min: 1n, max: 10n ** 12n });
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), den, (num, by) => {
        const rounded = divideRound(num, by);
        assert.equal(divideRound(-num, by), -rounded);
        assert.ok(2n * abs(rounded * by - num) <= by);
      }),
    );
  });

  it('rounds to any unit, once', () => {
    assert.equal(roundRatio(d('52.50') * d('0.12'), SCALE + d('0.12'), minorStep(2)), d('5.63'));
    assert.equal(multiply(d('0.00000001'), d('0.5')), 1n);
    assert.equal(multiply(d('-0.00000001'), d('0.5')), -1n);
    assert.equal(multiply(d('12.5'), d('-4')), d('-50'));
  });

  it('adds and removes tax to 8 decimals', () => {
    assert.equal(addTax(d('100'), d('0.1')), d('110'));
    assert.equal(removeTax(d('110'), d('0.1')), d('100'));
    assert.equal(formatDecimal(removeTax(d('52.50'), d('0.12'))), '46.875');
    assert.equal(formatDecimal(removeTax(d('10'), d('0.2'))), '8.33333333');
    assert.throws(() => removeTax(ONE, -ONE), RangeError);
  });
});

describe('allocate', () => {
  const cent = minorStep(2);
  const table: readonly (readonly [string, string, readonly string[], readonly string[]])[] = [
    ['nothing to share over', '1', [], []],
    ['one takes all', '-1.23', ['5'], ['-1.23']],
    ['one of weight 0 takes all', '1', ['0'], ['1']],
    ['ties to the earlier', '1', ['1', '1', '1'], ['0.34', '0.33', '0.33']],
    ['two extra cents', '0.02', ['1', '1', '1'], ['0.01', '0.01', '0']],
    ['negative, the same with the other sign', '-1', ['1', '1', '1'], ['-0.34', '-0.33', '-0.33']],
    ['the largest remainder first', '0.1', ['1', '2', '4'], ['0.01', '0.03', '0.06']],
    ['proportion', '10', ['1', '3'], ['2.5', '7.5']],
    ['negative weights are a proportion too', '10', ['-1', '-3'], ['2.5', '7.5']],
    ['weight 0 gets nothing', '0.05', ['0', '1', '0', '1'], ['0', '0.03', '0', '0.02']],
    ['mixed signs', '1', ['3', '-1'], ['1.5', '-0.5']],
    ['mixed signs below zero', '1', ['1', '-3'], ['-0.5', '1.5']],
    ['signs that cancel out', '1', ['2', '-2'], ['0.5', '0.5']],
    ['all zero', '1', ['0', '0', '0'], ['0.34', '0.33', '0.33']],
    ['nothing to share', '0', ['1', '2'], ['0', '0']],
    ['less than a unit goes to the first with a weight', '0.015', ['0', '1', '1'], ['0', '0.015', '0']],
    ['less than a unit, negative', '-0.005', ['1', '1'], ['-0.005', '0']],
  ];
  for (const [name, amount, weights, shares] of table) {
    it(name, () => {
      assert.deepEqual(allocate(d(amount), weights.map(d), cent).map(formatDecimal), shares);
    });
  }

  const weight = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n });

  it('adds up exactly, mirrors the sign and leaves its weights alone', () => {
    const unit = fc.constantFrom(minorStep(0), minorStep(2), minorStep(3), 1n);
    fc.assert(
      fc.property(
        anyDecimal,
        fc.array(weight, { minLength: 1, maxLength: 12 }),
        unit,
        (amount, weights, by) => {
          const shares = allocate(amount, Object.freeze(weights), by);
          assert.equal(shares.length, weights.length);
          assert.equal(sum(shares), amount);
          assert.deepEqual(
            allocate(-amount, weights, by),
            shares.map((share) => -share),
          );
          if (sum(weights) !== 0n) {
            assert.deepEqual(
              allocate(
                amount,
                weights.map((each) => -each),
                by,
              ),
              shares,
            );
          }
        },
      ),
    );
  });

  it('gives each less than one unit more or less than its exact share', () => {
    const positive = fc.bigInt({ min: 0n, max: 10n ** 12n });
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 9n), max: 10n ** 9n }),
        fc.array(positive, { minLength: 1, maxLength: 12 }),
        (cents, weights) => {
          const total = sum(weights);
          fc.pre(total > 0n);
          allocate(cents * cent, weights, cent).forEach((share, place) => {
            const exact = cents * cent * (weights[place] ?? 0n);
            assert.ok(abs(share * total - exact) < cent * total);
            assert.equal(share % cent, 0n);
          });
        },
      ),
    );
  });
});

describe('minorUnits', () => {
  const table: readonly (readonly [string, number | undefined])[] = [
    ['JPY', 0],
    ['KRW', 0],
    ['CLP', 0],
    ['ISK', 0],
    ['VND', 0],
    ['XAF', 0],
    ['AUD', 2],
    ['USD', 2],
    ['EUR', 2],
    ['HUF', 2],
    ['XCG', 2],
    ['ZWG', 2],
    ['KWD', 3],
    ['BHD', 3],
    ['TND', 3],
    ['CLF', 4],
    ['UYW', 4],
    ['aud', undefined],
    ['Aud', undefined],
    ['', undefined],
    ['AU', undefined],
    ['AUDX', undefined],
    ['AUD ', undefined],
    ['XYZ', undefined],
    ['XAU', undefined],
    ['XDR', undefined],
    ['XTS', undefined],
    ['XXX', undefined],
    ['DEM', undefined],
    ['HRK', undefined],
    ['toString', undefined],
    ['__proto__', undefined],
  ];
  for (const [code, units] of table) {
    it(`${JSON.stringify(code)}: ${units}`, () => assert.equal(minorUnits(code), units));
  }

  it('has a list as long as the standard says', () => {
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');
    const codes = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)));
    assert.equal(codes.filter((code) => minorUnits(code) !== undefined).length, 165);
  });
});
