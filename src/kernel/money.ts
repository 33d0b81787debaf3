// Exact decimals (reference: money.1): money, quantities, rates and coefficients are integers that count
// units of 10^-8. Nothing here rounds unless its name says so; halves go away from zero unless a mode is given.

/** An exact decimal, times 10^8: 52.5 is `5_250_000_000n`. At most 8 decimals (reference: money.1). */
export type Decimal = bigint;

/** How many units of a Decimal make one. */
export const SCALE = 100_000_000n;

/** The Decimal 1. */
export const ONE: Decimal = SCALE;

/** The most decimals a Decimal can have. */
export const MAX_DECIMAL_PLACES = 8;

/** The largest magnitude read from text: 10^10. */
export const MAX_DECIMAL: Decimal = 10_000_000_000n * SCALE;

const MAX_WHOLE_DIGITS = 11; // of MAX_DECIMAL
const JSON_NUMBER = /^(-?)(0|[1-9][0-9]*)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/;
const ZERO_DIGIT = 48;

/**
 * Reads a number as JSON writes one, exponent included. Undefined when the text is not a number, needs more than 8
 * decimals or lies beyond 10^10. The work grows with the length of the text alone, not with the exponent.
 */
export function parseDecimal(text: string): Decimal | undefined {
  const match = JSON_NUMBER.exec(text);
  if (match === null) return undefined;
  const fraction = match[3] ?? '';
  const written = (match[2] ?? '') + fraction;
  let start = 0;
  while (written.charCodeAt(start) === ZERO_DIGIT) start++;
  if (start === written.length) return 0n;
  let end = written.length;
  while (written.charCodeAt(end - 1) === ZERO_DIGIT) end--;
  // The value is digits x 10^power. An absurd exponent makes power Infinity, which the next line refuses.
  const digits = written.slice(start, end);
  const power = Number(match[4] ?? 0) - fraction.length + (written.length - end);
  if (power < -MAX_DECIMAL_PLACES || digits.length + power > MAX_WHOLE_DIGITS) return undefined;
  const size = BigInt(digits) * 10n ** BigInt(power + MAX_DECIMAL_PLACES);
  if (size > MAX_DECIMAL) return undefined;
  return match[1] === '-' ? -size : size;
}

/** How many decimals it takes to write the number: 0 to 8. */
export function decimalPlaces(d: Decimal): number {
  let rest = d % SCALE;
  if (rest === 0n) return 0;
  let places = MAX_DECIMAL_PLACES;
  while (rest % 10n === 0n) {
    rest /= 10n;
    places--;
  }
  return places;
}

/** The shortest plain text: no exponent, no trailing zeros, never `-0` (reference: conventions.17). */
export function formatDecimal(d: Decimal): string {
  const size = d < 0n ? -d : d;
  const sign = d < 0n ? '-' : '';
  const fraction = size % SCALE;
  const whole = `${sign}${size / SCALE}`;
  if (fraction === 0n) return whole;
  const digits = fraction.toString().padStart(MAX_DECIMAL_PLACES, '0');
  let end = digits.length;
  while (digits.charCodeAt(end - 1) === ZERO_DIGIT) end--;
  return `${whole}.${digits.slice(0, end)}`;
}

/** num / den as a whole number, half away from zero (reference: money.5). RangeError when den is 0. */
export function divideRound(num: bigint, den: bigint): bigint {
  if (den < 0n) return divideRound(-num, -den);
  const half = den >> 1n;
  return (num < 0n ? num - half : num + half) / den;
}

/** The rounding of a half: away from zero, or to the even one (reference: money.22). */
export const ROUNDING_MODES = ['half_up', 'half_even'] as const;
export type RoundingMode = (typeof ROUNDING_MODES)[number];

/** num / den as a whole number, half to the even one. RangeError when den is 0. */
function divideEven(num: bigint, den: bigint): bigint {
  if (den < 0n) return divideEven(-num, -den);
  const floor = floorDivide(num, den);
  const twice = (num - floor * den) * 2n;
  const isUp = twice > den || (twice === den && (floor & 1n) === 1n);
  return isUp ? floor + 1n : floor;
}

/** num / den rounded once to a multiple of `unit`. RangeError when den is 0. */
export function roundRatio(num: bigint, den: bigint, unit: bigint, mode: RoundingMode = 'half_up'): bigint {
  return (mode === 'half_up' ? divideRound(num, den * unit) : divideEven(num, den * unit)) * unit;
}

const STEPS: readonly bigint[] = [
  100_000_000n,
  10_000_000n,
  1_000_000n,
  100_000n,
  10_000n,
  1_000n,
  100n,
  10n,
  1n,
];

/**
 * The smallest amount of a currency as a Decimal: 0.01 for 2 minor units, 1 for 0. RangeError when the
 * number of minor units is not 0 to 8.
 */
export function minorStep(minorUnits: number): Decimal {
  const step = STEPS[minorUnits];
  if (step === undefined) throw new RangeError(`There is no currency with ${minorUnits} minor units.`);
  return step;
}

/** The amount in whole minor units of a currency (reference: money.5). */
export function roundToMinor(d: Decimal, minorUnits: number, mode?: RoundingMode): Decimal {
  return roundRatio(d, 1n, minorStep(minorUnits), mode);
}

/** The product of two decimals, rounded to 8 decimals. To round it elsewhere, keep it exact: roundRatio. */
export function multiply(a: Decimal, b: Decimal): Decimal {
  return divideRound(a * b, SCALE);
}

/** A price with tax of a price without it, to 8 decimals. `rate` is a factor: 0.1 is 10 %. */
export function addTax(ex: Decimal, rate: Decimal): Decimal {
  return divideRound(ex * (SCALE + rate), SCALE);
}

/** A price without tax of a price with it, to 8 decimals. RangeError when the rate is -1. */
export function removeTax(inc: Decimal, rate: Decimal): Decimal {
  return divideRound(inc * SCALE, SCALE + rate);
}

/** num / den without its remainder, towards minus infinity. `den` is positive. */
export function floorDivide(num: bigint, den: bigint): bigint {
  const quotient = num / den;
  return num < 0n && quotient * den !== num ? quotient - 1n : quotient;
}

/** The places of the `count` largest remainders, ties to the earlier. Often one is all that is asked for. */
export function largest(remainders: readonly bigint[], count: number): number[] {
  if (count === 1) {
    let best = 0;
    let most = -1n;
    for (let place = 0; place < remainders.length; place++) {
      const remainder = remainders[place] ?? 0n;
      if (remainder > most) {
        most = remainder;
        best = place;
      }
    }
    return [best];
  }
  const ranked = remainders.map((remainder, place) => ({ remainder, place }));
  ranked.sort((a, b) =>
    a.remainder === b.remainder ? a.place - b.place : a.remainder > b.remainder ? -1 : 1,
  );
  return ranked.slice(0, count).map((each) => each.place);
}

/**
 * Shares an amount in proportion to weights by largest remainder, in whole units, ties to the earlier (reference:
 * money.6, money.8). The shares add up to the amount exactly, and the shares of -amount are the shares of amount with
 * the other sign. Weights may have mixed signs; when they cancel out, their absolute values count; when all are zero,
 * each counts the same. A remainder below one unit goes to the first that has a weight. No weights: no shares.
 */
export function allocate(amount: Decimal, weights: readonly bigint[], unit: bigint): bigint[] {
  const count = weights.length;
  if (count <= 1) return count === 1 ? [amount] : [];
  if (amount === 0n) return new Array<bigint>(count).fill(0n);
  let total = 0n;
  for (const weight of weights) total += weight;
  let used = weights;
  if (total === 0n) {
    used = weights.map((weight) => (weight < 0n ? -weight : weight));
    for (const weight of used) total += weight;
    if (total === 0n) {
      used = weights.map(() => 1n);
      total = BigInt(count);
    }
  }
  const units = (amount < 0n ? -amount : amount) / unit;
  const signed = amount < 0n ? -unit : unit;
  const sum = total < 0n ? -total : total;
  const shares: bigint[] = [];
  const remainders: bigint[] = [];
  let left = units;
  for (const weight of used) {
    const product = units * (total < 0n ? -weight : weight);
    const share = floorDivide(product, sum);
    left -= share;
    remainders.push(product - share * sum);
    shares.push(share * signed);
  }
  if (left > 0n) {
    for (const place of largest(remainders, Number(left))) shares[place] = (shares[place] ?? 0n) + signed;
  }
  const rest = amount - units * signed;
  if (rest !== 0n) {
    const place = used.findIndex((weight) => weight !== 0n);
    shares[place] = (shares[place] ?? 0n) + rest;
  }
  return shares;
}

// ISO 4217, list one as published on 2026-01-01: every active code that has minor units. Metals, units of account and
// test codes have none and are no currency of a sale.
const WITH_0 = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF';
const WITH_2 =
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF ' +
  'CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL ' +
  'HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU ' +
  'MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR ' +
  'SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED ' +
  'VES WST XAD XCD XCG YER ZAR ZMW ZWG';
const WITH_3 = 'BHD IQD JOD KWD LYD OMR TND';
const WITH_4 = 'CLF UYW';

const MINOR_UNITS: ReadonlyMap<string, number> = new Map(
  (
    [
      [0, WITH_0],
      [2, WITH_2],
      [3, WITH_3],
      [4, WITH_4],
    ] as const
  ).flatMap(([units, codes]) => codes.split(' ').map((code) => [code, units] as const)),
);

/**
 * The decimals of a currency's smallest amount (reference: money.1): JPY 0, AUD 2, KWD 3. Undefined when the
 * text is not an active ISO 4217 code in upper case.
 */
export function minorUnits(currency: string): number | undefined {
  return MINOR_UNITS.get(currency);
}
