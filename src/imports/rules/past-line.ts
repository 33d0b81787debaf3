// A line of a sale that another system has sold (reference: imports.8).
import { allocate, type Decimal, formatDecimal, ONE, roundRatio, SCALE } from '../../kernel/money.ts';
import { sentence } from '../../kernel/words.ts';
import { MAX_DESCRIPTION } from '../../orders/rules/limits.ts';
import { readAmount } from './amounts.ts';
import { amountIn, type Problems } from './cell-problems.ts';
import { readList } from './cells.ts';
import type { MovedRow, PastFacts, PastLine, PastProduct, PastTax } from './past-facts.ts';

/** How a line is read. */
interface LineReading {
  readonly problems: Problems;
  readonly step: Decimal;
  readonly sign: 1n | -1n;
}

/** A line, and its taxes as the totals of the file name them; the line is missing where it has a mistake. */
interface ReadLine {
  readonly line: PastLine | undefined;
  readonly taxes: readonly { readonly subject: string; readonly amount: Decimal }[];
}

/** The largest quantity. */
const LARGEST = 1_000_000n * ONE;

/** Reads the line of a row. */
export function readLine(row: MovedRow, facts: PastFacts, reading: LineReading): ReadLine {
  const { problems, step, sign } = reading;
  const before = problems.all.length;
  const product = productOf(row, facts, problems);
  const quantity = quantityOf(row, reading);
  const taxes = taxesOf(row, facts, product, reading);
  const tax = taxes.reduce((sum, { amount }) => sum + amount, 0n);
  const inc = amountIn(row, 'price', problems);
  const ex = amountIn(row, 'price_ex_tax', problems);
  const discount = magnitude(amountIn(row, 'discount', problems, step) ?? 0n);
  const said = amountIn(row, 'line_total', problems, step);
  const price = inc ?? ex;
  if (price === undefined && said === undefined && problems.all.length === before)
    problems.add(row.line, 'price', sentence('is required, unless the line has its total.'));
  if (product === undefined || quantity === undefined || problems.all.length > before)
    return { line: undefined, taxes };
  const off = quantity < 0n ? -discount : discount;
  const counted =
    price === undefined
      ? undefined
      : roundRatio(price * quantity, SCALE, step) - off + (inc === undefined ? tax : 0n);
  const totalInc = said === undefined ? (counted ?? 0n) : said * sign;
  // The price of one may have been rounded: by less than the smallest amount for each.
  const slack = roundRatio(magnitude(quantity) * step, SCALE, 1n) + step;
  if (counted !== undefined && magnitude(counted - totalInc) >= slack)
    problems.add(
      row.line,
      'line_total',
      sentence('is {total}, and quantity, price and discount come to {sum}.', {
        total: formatDecimal(totalInc),
        sum: formatDecimal(counted),
      }),
    );
  const unit = {
    amount: price ?? roundRatio((totalInc + off) * SCALE * signOf(quantity), magnitude(quantity), 1n),
    form: inc === undefined && ex !== undefined ? ('ex' as const) : ('inc' as const),
  };
  const charged = taxes.flatMap(({ tax: known, amount }) =>
    known === undefined ? [] : { tax: known, amount },
  );
  const line: PastLine = {
    ...{ product, quantity, unit, totalInc, taxes: charged },
    description: descriptionOf(row, product),
    discount: discount === 0n ? null : off,
  };
  return { line, taxes };
}

const signOf = (amount: Decimal): bigint => (amount < 0n ? -1n : 1n);
const magnitude = (amount: Decimal): Decimal => (amount < 0n ? -amount : amount);

function descriptionOf({ cells }: MovedRow, product: PastProduct): string | null {
  const name = cells.get('name')?.slice(0, MAX_DESCRIPTION);
  return name === undefined || name === product.name ? null : name;
}

function productOf(row: MovedRow, facts: PastFacts, problems: Problems): PastProduct | undefined {
  const { line, cells } = row;
  const sku = cells.get('sku');
  const name = cells.get('name');
  if (sku === undefined && name === undefined)
    return problems.add(line, 'sku', sentence('is required, or a name.'));
  const found = facts.product(sku, name);
  if (found !== undefined) return found;
  return problems.add(
    line,
    sku === undefined ? 'name' : 'sku',
    sentence('there is no product "{name}": import it first, as one that is not sold if it is gone.', {
      name: (sku ?? name ?? '').slice(0, 40),
    }),
  );
}

function quantityOf(row: MovedRow, { problems, sign }: LineReading): Decimal | undefined {
  const cell = row.cells.get('quantity');
  if (cell === undefined) return ONE * sign;
  const quantity = readAmount(cell);
  if (
    quantity !== undefined &&
    quantity !== 0n &&
    quantity % 10_000n === 0n &&
    magnitude(quantity) <= LARGEST
  )
    return quantity * sign;
  return problems.add(
    row.line,
    'quantity',
    sentence('"{text}" is not a quantity: not 0, with up to 4 decimals.', { text: cell.slice(0, 40) }),
  );
}

/** A tax of a line; a code that nothing here has is known by that alone. */
interface ReadTax {
  readonly subject: string;
  readonly tax: PastTax | undefined;
  readonly amount: Decimal;
}

/** The taxes of a row: by their codes, else those of the product, else the company's only one. */
function taxesOf(
  row: MovedRow,
  facts: PastFacts,
  product: PastProduct | undefined,
  { problems, step, sign }: LineReading,
): ReadTax[] {
  const { line, cells } = row;
  const codes = readList(cells.get('tax_code') ?? '');
  const sent = readList(cells.get('tax') ?? '').map((cell) =>
    amountIn({ line, cells: new Map([['tax', cell]]) }, 'tax', problems, step),
  );
  const amounts = sent.map((amount) => (amount ?? 0n) * sign);
  const sum = amounts.reduce((all, amount) => all + amount, 0n);
  if (sent.length === 0 || (sum === 0n && codes.length === 0)) return [];
  const only = facts.onlyTax;
  const own = product?.taxes.length === 0 && only !== undefined ? [only] : (product?.taxes ?? []);
  const taxes: [string, PastTax | undefined][] =
    codes.length > 0 ? codes.map((code) => [code, facts.tax(code)]) : own.map((tax) => [tax.name, tax]);
  for (const [code, tax] of taxes)
    if (tax === undefined)
      problems.add(
        line,
        'tax_code',
        sentence('there is no tax "{name}": make it first.', { name: code.slice(0, 40) }),
      );
  if (taxes.length === 0) {
    if (product !== undefined)
      problems.add(line, 'tax_code', sentence('is required: it is not known which tax it is.'));
    return [];
  }
  if (amounts.length !== 1 && amounts.length !== taxes.length) {
    problems.add(line, 'tax', sentence('needs one amount, or one for each tax.'));
    return [];
  }
  const shares =
    amounts.length === taxes.length
      ? amounts
      : allocate(
          sum,
          taxes.map(([, tax]) => tax?.rate ?? 0n),
          step,
        );
  return taxes.map(([code, tax], at) => ({
    ...{ tax, amount: shares[at] ?? 0n },
    subject: tax === undefined ? `?${code}` : String(tax.id),
  }));
}
