// What taxes come to on an amount: rounded at each line, or once over the document (reference: money.6, money.7,
// money.21).
import type { Rates } from '../../company/rules/rates.ts';
import {
  allocate,
  type Decimal,
  divideRound,
  floorDivide,
  largest,
  type RoundingMode,
  roundRatio,
} from '../../kernel/money.ts';

/** An amount in whole minor units that taxes are worked out from: without tax, with those that a price has in it, or with all. */
export interface Basis {
  readonly form: 'ex' | 'inc' | 'whole';
  readonly amount: Decimal;
  readonly rates: Rates;
}

/** A line's amounts in whole minor units. */
export interface Amounts {
  readonly ex: Decimal;
  readonly tax: Decimal;
  readonly inc: Decimal;
  /** One for each tax of the line. */
  readonly taxes: readonly Decimal[];
}

const NONE: readonly Decimal[] = Object.freeze([]);

/** The divisor of a basis: tax n of it is amount x shares[n] / divisor. */
function divisorOf({ form, rates }: Basis): bigint {
  if (form === 'ex') return rates.den;
  return rates.den + (form === 'inc' ? rates.within : rates.all);
}

/** The amount of each tax before rounding, to 8 decimals. */
export function exactTaxes(basis: Basis): readonly Decimal[] {
  const { amount, rates } = basis;
  if (rates.shares.length === 0) return NONE;
  const divisor = divisorOf(basis);
  return rates.shares.map((share) => divideRound(amount * share, divisor));
}

/** Whether a tax lies in the amount of a basis. */
function isWithin({ form, rates }: Basis, at: number): boolean {
  return form === 'whole' || (form === 'inc' && rates.taxes[at]?.terms?.on_top !== true);
}

/** The amounts of a line whose taxes are known. */
function amountsOf(basis: Basis, taxes: readonly Decimal[]): Amounts {
  let tax = 0n;
  let inside = 0n;
  for (const [at, each] of taxes.entries()) {
    tax += each;
    if (isWithin(basis, at)) inside += each;
  }
  const ex = basis.amount - inside;
  return { ex, tax, inc: ex + tax, taxes };
}

/**
 * Taxes rounded at the line. Of an amount with tax one rounded tax is shared over the taxes in it by their rates (reference:
 * money.6); what is added to it is rounded tax by tax (reference: money.7).
 */
export function lineAmounts(basis: Basis, step: Decimal, mode: RoundingMode): Amounts {
  const { form, amount, rates } = basis;
  const { shares, taxes, den } = rates;
  if (shares.length === 0) return { ex: amount, tax: 0n, inc: amount, taxes: NONE };
  if (form === 'ex')
    return amountsOf(
      basis,
      shares.map((share) => roundRatio(amount * share, den, step, mode)),
    );
  const divisor = divisorOf(basis);
  const within = form === 'whole' ? rates.all : rates.within;
  const inside = roundRatio(amount * within, divisor, step, mode);
  if (taxes.length === 1 && isWithin(basis, 0)) return amountsOf(basis, [inside]);
  const places = [...shares.keys()].filter((at) => isWithin(basis, at));
  const parts = allocate(
    inside,
    places.map((at) => shares[at] ?? 0n),
    step,
  );
  const partOf = new Map(places.map((at, nth) => [at, parts[nth] ?? 0n]));
  return amountsOf(
    basis,
    shares.map((share, at) => partOf.get(at) ?? roundRatio(amount * share, divisor, step, mode)),
  );
}

/** A sum of fractions; those of one denominator are added first. */
class Fractions {
  readonly #sums = new Map<bigint, bigint>();

  add(num: bigint, den: bigint): void {
    this.#sums.set(den, (this.#sums.get(den) ?? 0n) + num);
  }

  /** The sum, num / den; den is positive. */
  sum(): { readonly num: bigint; readonly den: bigint } {
    let num = 0n;
    let den = 1n;
    for (const [each, sum] of this.#sums) {
      num = each === den ? num + sum : num * each + sum * den;
      if (each !== den) den *= each;
    }
    return { num, den };
  }
}

/** A tax of a line, among those of the document. */
interface Part {
  readonly line: number;
  readonly at: number;
  readonly num: bigint;
  readonly den: bigint;
}

/**
 * Taxes rounded once for each tax and rate over all lines. The lines show whole minor units that add up to it: each its
 * own rounded down, and one more for those with the largest remainders, the earlier first (reference: money.21).
 */
export function documentAmounts(lines: readonly Basis[], step: Decimal, mode: RoundingMode): Amounts[] {
  const parts = new Map<string, Part[]>();
  for (const [line, basis] of lines.entries()) {
    const den = divisorOf(basis);
    for (const [at, tax] of basis.rates.taxes.entries()) {
      const key = `${tax.id} ${tax.rate}`;
      const part = { line, at, num: basis.amount * (basis.rates.shares[at] ?? 0n), den };
      const known = parts.get(key);
      if (known === undefined) parts.set(key, [part]);
      else known.push(part);
    }
  }
  const taxes: Decimal[][] = lines.map(({ rates }) => new Array<Decimal>(rates.taxes.length).fill(0n));
  for (const some of parts.values()) {
    const units = shareOut(some, step, mode);
    for (const [place, { line, at }] of some.entries()) {
      const own = taxes[line];
      if (own !== undefined) own[at] = (units[place] ?? 0n) * step;
    }
  }
  return lines.map((basis, at) => amountsOf(basis, taxes[at] ?? []));
}

/** How finely remainders are told apart. */
const REMAINDER = 1_000_000_000_000n;

/** The sum of the parts of one tax, rounded and shared over them, in units of the smallest amount. */
function shareOut(parts: readonly Part[], step: Decimal, mode: RoundingMode): bigint[] {
  const sum = new Fractions();
  for (const { num, den } of parts) sum.add(num, den);
  const { num: whole, den: wholeDen } = sum.sum();
  // A document of returns is the mirror of one of sales, also where they come to nothing together.
  const decides = whole === 0n ? (parts.find(({ num }) => num !== 0n)?.num ?? 0n) : whole;
  const sign = decides < 0n ? -1n : 1n;
  let left = (roundRatio(whole, wholeDen, step, mode) / step) * sign;
  const remainders: bigint[] = [];
  const floors = parts.map(({ num, den }) => {
    const floor = floorDivide(num * sign, den * step);
    left -= floor;
    remainders.push(((num * sign - floor * den * step) * REMAINDER) / (den * step));
    return floor;
  });
  const more = new Set(largest(remainders, Number(left)));
  return floors.map((floor, at) => (more.has(at) ? floor + 1n : floor) * sign);
}
