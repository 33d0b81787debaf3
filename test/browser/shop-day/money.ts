// The arithmetic of the model: written from docs/reference/money.md and docs/pricing.md, in whole cents, with nothing of
// the service's own code.

/** A tax of the model: its rate in hundred-thousandths, 9.975 % is 9975. */
export interface ModelTax {
  readonly name: string;
  readonly rate: bigint;
}
const RATES = 100_000n;

/** A product of the model: what one costs, in cents, with tax or without. */
export interface ModelProduct {
  readonly name: string;
  readonly price: bigint;
  readonly isWithTax: boolean;
  readonly taxes: readonly ModelTax[];
}

/** What is sold of a product. */
export interface Item {
  readonly product: ModelProduct;
  /** In ten-thousandths; 1 unless it is said. */
  readonly quantity?: bigint;
  /** Another price of one than the product's, in cents. */
  readonly price?: bigint;
  /** What modifiers add to the price of one, in cents. */
  readonly adds?: bigint;
  /** What is left of the price, in hundredths: 90 is 10 % off. */
  readonly factor?: bigint;
  /** What is added to the line, in cents: below zero it is taken off. */
  readonly fixed?: bigint;
  /** It was chosen for the item before it. */
  readonly isOption?: true;
}

/** A line as it was sold, in cents. */
export interface Line {
  readonly name: string;
  readonly quantity: bigint;
  readonly total: bigint;
  readonly taxes: ReadonlyMap<string, bigint>;
  /** What it would have come to without anything taken off. */
  readonly listed: bigint;
  readonly isOption?: true;
}

/** One of a product, in ten-thousandths. */
export const ONE_ITEM = 10_000n;
const HUNDRED = 100n;

/** A fraction in whole numbers, half away from zero (money.5). */
export function rounded(number: bigint, by: bigint): bigint {
  const size = number < 0n ? -number : number;
  const whole = (2n * size + by) / (2n * by);
  return number < 0n ? -whole : whole;
}

/** An amount in proportion to weights, by largest remainder; the earlier one first where remainders are alike. */
export function shared(amount: bigint, weights: readonly bigint[]): bigint[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0n);
  const size = amount < 0n ? -amount : amount;
  const parts = weights.map((weight, at) => ({
    ...{ at, whole: (size * weight) / all, rest: (size * weight) % all },
  }));
  let left = size - parts.reduce((sum, { whole }) => sum + whole, 0n);
  for (const part of parts.toSorted((a, b) => (a.rest === b.rest ? a.at - b.at : a.rest < b.rest ? 1 : -1)))
    if (left > 0n) {
      part.whole++;
      left--;
    }
  return parts.map(({ whole }) => (amount < 0n ? -whole : whole));
}

/** The taxes that are in an amount (money.6). */
function taxesIn(total: bigint, taxes: readonly ModelTax[]): Map<string, bigint> {
  const rate = taxes.reduce((sum, tax) => sum + tax.rate, 0n);
  if (rate === 0n) return new Map();
  const tax = rounded(total * rate, RATES + rate);
  const parts = shared(
    tax,
    taxes.map((each) => each.rate),
  );
  return new Map(taxes.map(({ name }, at) => [name, parts[at] ?? 0n]));
}

/** The taxes on an amount (money.7). */
function taxesOn(amount: bigint, taxes: readonly ModelTax[]): Map<string, bigint> {
  return new Map(taxes.map(({ name, rate }) => [name, rounded(amount * rate, RATES)]));
}

/** The sum of amounts. */
export function sum(amounts: Iterable<bigint>): bigint {
  let all = 0n;
  for (const amount of amounts) all += amount;
  return all;
}

/** What a line comes to with a discount of the order, in hundredths (money.4). */
function totals(item: Item, order: bigint): { total: bigint; taxes: Map<string, bigint> } {
  const { product, quantity = ONE_ITEM, adds = 0n, factor = HUNDRED, fixed = 0n } = item;
  const unit = (item.price ?? product.price) + adds;
  const exact = (unit * quantity * factor + fixed * ONE_ITEM * HUNDRED) * order;
  const amount = rounded(exact, ONE_ITEM * HUNDRED * HUNDRED);
  if (product.isWithTax) return { total: amount, taxes: taxesIn(amount, product.taxes) };
  const taxes = taxesOn(amount, product.taxes);
  return { total: amount + sum(taxes.values()), taxes };
}

/** What is sold together, and what is taken off all of it. */
export interface Sale {
  readonly items: readonly Item[];
  /** What is left of all prices, in hundredths. */
  readonly factor?: bigint;
  /** What is taken off the whole, in cents, tax included. */
  readonly off?: bigint;
}

/** The lines of a sale. */
export function linesOf({ items, factor = HUNDRED, off = 0n }: Sale): Line[] {
  const before = items.map((item) => totals(item, factor));
  // What is taken off is shared by what the lines come to, and their taxes follow (money.8).
  const offs =
    off === 0n
      ? items.map(() => 0n)
      : shared(
          off,
          before.map(({ total }) => total),
        );
  return items.map((item, at) => {
    const { total = 0n, taxes = new Map() } = before[at] ?? {};
    const less = total - (offs[at] ?? 0n);
    const { factor: _factor, fixed: _fixed, ...plain } = item;
    return {
      name: item.product.name,
      quantity: item.quantity ?? ONE_ITEM,
      total: less,
      taxes: off === 0n ? taxes : taxesIn(less, item.product.taxes),
      listed: totals(plain, HUNDRED).total,
      ...(item.isOption === true ? { isOption: true } : {}),
    };
  });
}

/** Some of a line that is given back: its share, rounded once (money.19). */
export function givenBack(line: Line, quantity = line.quantity): Line {
  const part = (amount: bigint) => -rounded(amount * quantity, line.quantity);
  return {
    ...{ name: line.name, quantity: -quantity, total: part(line.total), listed: part(line.listed) },
    taxes: new Map([...line.taxes].map(([name, tax]) => [name, part(tax)])),
  };
}

/** Cents as they are written: `-12.05`. */
export function written(cents: bigint): string {
  const size = cents < 0n ? -cents : cents;
  return `${cents < 0n ? '-' : ''}${size / 100n}.${String(size % 100n).padStart(2, '0')}`;
}

/** Cents as a register shows them. */
export function shown(cents: bigint): string {
  return `${cents < 0n ? '-' : ''}$${written(cents < 0n ? -cents : cents)}`;
}

/** A number of an answer in whole steps of a power of ten; a finer one is a fault. */
export function stepsOf(value: unknown, places: number): bigint {
  const [, sign = '', whole = '', part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(value)) ?? [];
  if (whole === '' || part.length > places)
    throw new Error(`${String(value)} is finer than ${places} places.`);
  return BigInt(sign + whole + part.padEnd(places, '0'));
}

/** An amount of an answer in cents. */
export function centsOf(value: unknown): bigint {
  return stepsOf(value, 2);
}
