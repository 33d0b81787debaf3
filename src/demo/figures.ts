import { type Decimal, formatDecimal, parseDecimal } from '../kernel/money.ts';

/** The sums of one day. */
interface DayFigures {
  readonly orders: number;
  readonly lines: number;
  /** Quantities added up. */
  readonly items: number;
  /** Tax-inclusive, a decimal as text. */
  readonly revenue: string;
}

/** The sums of orders. Amounts are tax-inclusive decimals as text. */
export interface SalesFigures extends DayFigures {
  /** Revenue by month, such as `2015-01`. */
  readonly byMonth: Readonly<Record<string, string>>;
  /** By day, such as `2015-01-31`; days without orders are not there. */
  readonly byDay: Readonly<Record<string, DayFigures>>;
}

/** A figure that differs from the expected one. */
export interface Difference {
  /** Such as `revenue of 2015-01` or `total of order pizza-17`. */
  readonly what: string;
  readonly expected: string;
  readonly actual: string;
}

interface Day {
  orders: number;
  lines: number;
  items: number;
  revenue: Decimal;
}

/** Adds orders up, exactly. Its size grows with the number of days, not of orders. */
export class Tally {
  readonly #days = new Map<string, Day>();
  readonly #total: Day = { orders: 0, lines: 0, items: 0, revenue: 0n };

  /** Counts one order of a day, such as `2015-01-31`, or of none that is known. */
  add(day: string | null, lines: number, items: number, revenue: Decimal): void {
    this.#count(this.#total, lines, items, revenue);
    if (day === null) return;
    let sums = this.#days.get(day);
    if (sums === undefined) {
      sums = { orders: 0, lines: 0, items: 0, revenue: 0n };
      this.#days.set(day, sums);
    }
    this.#count(sums, lines, items, revenue);
  }

  #count(sums: Day, lines: number, items: number, revenue: Decimal): void {
    sums.orders++;
    sums.lines += lines;
    sums.items += items;
    sums.revenue += revenue;
  }

  /** The sums so far. */
  figures(): SalesFigures {
    const total = this.#total;
    const months = new Map<string, Decimal>();
    const byDay: Record<string, DayFigures> = {};
    for (const [day, sums] of [...this.#days].sort(([a], [b]) => (a < b ? -1 : 1))) {
      byDay[day] = { ...sums, revenue: formatAmount(sums.revenue) };
      const month = day.slice(0, 7);
      months.set(month, (months.get(month) ?? 0n) + sums.revenue);
    }
    const byMonth = Object.fromEntries(Array.from(months, ([month, sum]) => [month, formatAmount(sum)]));
    return { ...total, revenue: formatAmount(total.revenue), byMonth, byDay };
  }
}

/** Every figure that differs: the totals, the months, then the days. */
export function compareFigures(expected: SalesFigures, actual: SalesFigures): Difference[] {
  const differences = compareSums('', expected, actual);
  for (const month of keys(expected.byMonth, actual.byMonth)) {
    const [wanted, found] = [expected.byMonth[month] ?? '0', actual.byMonth[month] ?? '0'];
    if (!isSameAmount(wanted, found)) {
      differences.push({ what: `revenue of ${month}`, expected: wanted, actual: found });
    }
  }
  for (const day of keys(expected.byDay, actual.byDay)) {
    const nothing: DayFigures = { orders: 0, lines: 0, items: 0, revenue: '0' };
    const wanted = expected.byDay[day] ?? nothing;
    differences.push(...compareSums(` of ${day}`, wanted, actual.byDay[day] ?? nothing));
  }
  return differences;
}

/** An amount with two decimals, or more when it has more. */
export function formatAmount(amount: Decimal): string {
  const [whole = '', fraction = ''] = formatDecimal(amount).split('.');
  return `${whole}.${fraction.padEnd(2, '0')}`;
}

function compareSums(of: string, expected: DayFigures, actual: DayFigures): Difference[] {
  const differences: Difference[] = [];
  for (const what of ['orders', 'lines', 'items'] as const) {
    if (expected[what] !== actual[what]) {
      differences.push({
        what: `${what}${of}`,
        expected: String(expected[what]),
        actual: String(actual[what]),
      });
    }
  }
  if (!isSameAmount(expected.revenue, actual.revenue)) {
    differences.push({ what: `revenue${of}`, expected: expected.revenue, actual: actual.revenue });
  }
  return differences;
}

function isSameAmount(a: string, b: string): boolean {
  const amount = parseDecimal(a);
  return amount !== undefined && amount === parseDecimal(b);
}

function keys(a: object, b: object): string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].sort();
}
