// Sales that another system has sold, read from the rows of a file: prices and taxes are taken as they stand there, and have
// to add up (reference: imports.8). What they name is loaded before.
import { type Decimal, formatDecimal, minorStep } from '../../kernel/money.ts';
import { ORDER_TYPES } from '../../kernel/order-type.ts';
import { type Micros, resolveTime } from '../../kernel/time.ts';
import { sentence } from '../../kernel/words.ts';
import { MAX_LINES, MAX_PAYMENTS } from '../../orders/rules/limits.ts';
import { localHour } from '../../reports/rules/days.ts';
import { readMoment } from './amounts.ts';
import { amountIn, Problems } from './cell-problems.ts';
import { LINE_FIELDS, PAYMENT_FIELDS } from './fields.ts';
import type {
  FigureKind,
  FileFigure,
  MovedProblem,
  MovedRow,
  PastFacts,
  PastLine,
  PastPayment,
  PastSale,
  PastSite,
  SaleRows,
} from './past-facts.ts';
import { readLine } from './past-line.ts';

/** A sale that was read, or what is wrong with it; and what of it adds to the totals of the file. */
interface ReadSale {
  readonly sale: PastSale | undefined;
  readonly problems: readonly MovedProblem[];
  readonly figures: readonly FileFigure[];
}

/** Columns that make a row one of a line, or of a payment. */
const MAKES_LINE = Object.keys(LINE_FIELDS);
const MAKES_PAYMENT = Object.keys(PAYMENT_FIELDS);
/** Most characters of a name that a file's totals keep. */
const MAX_SUBJECT = 100;
const MAX_NUMBER = 50;
const MAX_NOTES = 2000;

const has = ({ cells }: MovedRow, columns: readonly string[]): boolean =>
  columns.some((column) => cells.has(column));

/** Reads one sale. */
export function readSale(rows: SaleRows, facts: PastFacts): ReadSale {
  return new Reading(rows, facts).read();
}

class Reading {
  readonly #key: string;
  readonly #rows: readonly MovedRow[];
  readonly #facts: PastFacts;
  readonly #problems = new Problems();
  readonly #figures: FileFigure[] = [];
  /** -1: what a refund gives back is written without signs. */
  #sign: 1n | -1n = 1n;

  constructor({ key, rows }: SaleRows, facts: PastFacts) {
    this.#key = key;
    this.#rows = rows;
    this.#facts = facts;
  }

  read(): ReadSale {
    const site = this.#named('site', (cell) => this.#facts.site(cell), true);
    const placedAt = site && this.#moment(site);
    if (site === undefined || placedAt === undefined) return this.#answer(undefined);
    const refundOf = this.#cell('refund_of')?.text ?? null;
    const isWrittenPlain = (column: string) =>
      this.#rows.every(({ cells }) => !/[-(\u2212]/.test(cells.get(column) ?? ''));
    if (refundOf !== null && ['quantity', 'line_total', 'paid', 'total'].every(isWrittenPlain))
      this.#sign = -1n;
    const lines = this.#lines(site, placedAt);
    const payments = this.#payments(site, placedAt);
    const total = this.#total(site, lines);
    this.#figure('day', site, placedAt, '', total);
    this.#settle(payments, total);
    const { number, notes } = { number: this.#cell('number'), notes: this.#cell('notes') };
    this.#short('number', number?.text, MAX_NUMBER);
    this.#short('notes', notes?.text, MAX_NOTES);
    return this.#answer({
      ...{ key: this.#key, line: this.#first, site, placedAt, refundOf, lines, payments, total },
      register: this.#named('register', (cell) => this.#facts.register(site.id, cell ?? '')) ?? null,
      staff: this.#named('staff', (cell) => this.#facts.staff(cell ?? '')) ?? null,
      customer: this.#named('customer', (cell) => this.#facts.customer(cell ?? '')) ?? null,
      number: number?.text ?? null,
      notes: notes?.text ?? null,
      orderType: this.#orderType(),
    });
  }

  get #first(): number {
    return this.#rows[0]?.line ?? 0;
  }

  #answer(sale: PastSale | undefined): ReadSale {
    const problems = this.#problems.all;
    return { sale: problems.length === 0 ? sale : undefined, problems, figures: this.#figures };
  }

  /** A cell of the whole sale, with its line: the first row that has one; rows that say something else are a mistake. */
  #cell(column: string): { readonly text: string; readonly line: number } | undefined {
    let found: { text: string; line: number } | undefined;
    for (const { cells, line } of this.#rows) {
      const text = cells.get(column);
      if (text === undefined || text === found?.text) continue;
      if (found !== undefined)
        return this.#problems.add(
          line,
          column,
          sentence('is something else than in line {other} of the same sale.', { other: found.line }),
        );
      found = { text, line };
    }
    return found;
  }

  /** The record that a cell of the whole sale names; a mistake where there is none of that name. */
  #named<T>(
    column: string,
    find: (cell: string | undefined) => T | undefined,
    isNeeded = false,
  ): T | undefined {
    const cell = this.#cell(column);
    if (cell === undefined && !isNeeded) return undefined;
    const found = find(cell?.text);
    if (found !== undefined) return found;
    const why =
      cell === undefined
        ? sentence('is required: there is more than one site.')
        : sentence('there is no "{name}" here.', { name: cell.text.slice(0, 40) });
    return this.#problems.add(cell?.line ?? this.#first, column, why);
  }

  #moment({ zone }: PastSite): Micros | undefined {
    const time = this.#cell('time');
    const date = this.#cell('date');
    const text = [date?.text, time?.text].filter((part) => part !== undefined).join(' ');
    const column = time === undefined ? 'date' : 'time';
    if (text === '') return this.#problems.add(this.#first, 'time', sentence('is required.'));
    return this.#momentOf(text, time?.line ?? date?.line ?? this.#first, column, zone);
  }

  #momentOf(text: string, line: number, column: string, zone: string): Micros | undefined {
    const input = readMoment(text);
    if (input === undefined)
      return this.#problems.add(
        line,
        column,
        sentence('"{text}" is not a time such as 2024-12-31 18:30.', { text: text.slice(0, 40) }),
      );
    const at = resolveTime(input, zone);
    if (at > this.#facts.now) return this.#problems.add(line, column, sentence('is still to come.'));
    if (at < 0n) return this.#problems.add(line, column, sentence('must not be before 1970.'));
    return at;
  }

  #orderType(): PastSale['orderType'] {
    const cell = this.#cell('order_type');
    if (cell === undefined) return null;
    const found = ORDER_TYPES.find((type) => type.toLowerCase() === cell.text.toLowerCase());
    if (found !== undefined) return found;
    this.#problems.add(
      cell.line,
      'order_type',
      sentence('must be one of {values}.', { values: ORDER_TYPES.join(', ') }),
    );
    return null;
  }

  #short(column: string, text: string | undefined, max: number): void {
    if ((text?.length ?? 0) <= max) return;
    this.#problems.add(this.#first, column, sentence('must have at most {max} characters.', { max }));
  }

  #lines(site: PastSite, placedAt: Micros): PastLine[] {
    const rows = this.#rows.filter((row) => has(row, MAKES_LINE));
    if (rows.length === 0) this.#problems.add(this.#first, undefined, sentence('the sale has no line.'));
    if (rows.length > MAX_LINES)
      this.#problems.add(
        this.#first,
        undefined,
        sentence('a sale has at most {max} lines.', { max: MAX_LINES }),
      );
    return rows.slice(0, MAX_LINES).flatMap((row) => {
      const { line, taxes } = readLine(row, this.#facts, {
        problems: this.#problems,
        step: minorStep(site.minorUnits),
        sign: this.#sign,
      });
      for (const { subject, amount } of taxes) this.#figure('tax', site, placedAt, subject, amount);
      return line ?? [];
    });
  }

  #payments(site: PastSite, placedAt: Micros): PastPayment[] {
    const rows = this.#rows.filter((row) => has(row, MAKES_PAYMENT));
    if (rows.length > MAX_PAYMENTS)
      this.#problems.add(
        this.#first,
        undefined,
        sentence('a sale has at most {max} payments.', { max: MAX_PAYMENTS }),
      );
    const step = minorStep(site.minorUnits);
    return rows.slice(0, MAX_PAYMENTS).flatMap((row) => {
      const amountOf = (column: string) => (amountIn(row, column, this.#problems, step) ?? 0n) * this.#sign;
      const amount = amountOf('paid');
      const cell = row.cells.get('method');
      const method = cell === undefined ? undefined : this.#facts.method(cell);
      const paid = row.cells.get('paid_at');
      const paidAt = paid === undefined ? placedAt : this.#momentOf(paid, row.line, 'paid_at', site.zone);
      this.#figure(
        'method',
        site,
        paidAt ?? placedAt,
        method === undefined ? `?${cell ?? ''}` : String(method.id),
        amount,
      );
      if (method === undefined) {
        const why =
          cell === undefined
            ? sentence('is required.')
            : sentence('there is no payment method "{name}": make it first.', { name: cell.slice(0, 40) });
        this.#problems.add(row.line, 'method', why);
      }
      if (method === undefined || paidAt === undefined) return [];
      return { method, amount, tip: amountOf('tip'), rounding: amountOf('rounding'), paidAt };
    });
  }

  /** The total as the file says, which its lines have to come to. */
  #total(site: PastSite, lines: readonly PastLine[]): Decimal {
    const sum = lines.reduce((all, { totalInc }) => all + totalInc, 0n);
    const cell = this.#cell('total');
    if (cell === undefined) return sum;
    const row = { line: cell.line, cells: new Map([['total', cell.text]]) };
    const total = amountIn(row, 'total', this.#problems, minorStep(site.minorUnits));
    if (total === undefined) return sum;
    const signed = total * this.#sign;
    if (signed !== sum && this.#problems.all.length === 0)
      this.#problems.add(
        cell.line,
        'total',
        sentence('is {total}, and the lines come to {sum}.', {
          total: formatDecimal(signed),
          sum: formatDecimal(sum),
        }),
      );
    return signed;
  }

  /** Payments have to add up to the sale's total, where the file has payments. */
  #settle(payments: readonly PastPayment[], total: Decimal): void {
    if (payments.length === 0 || this.#problems.all.length > 0) return;
    const paid = payments.reduce((sum, { amount, rounding }) => sum + amount - rounding, 0n);
    if (paid === total) return;
    const row = this.#rows.find((each) => has(each, MAKES_PAYMENT));
    this.#problems.add(
      row?.line ?? this.#first,
      'paid',
      sentence('the payments come to {paid}, and the sale to {total}.', {
        paid: formatDecimal(paid),
        total: formatDecimal(total),
      }),
    );
  }

  #figure(kind: FigureKind, { id, zone }: PastSite, at: Micros, subject: string, amount: Decimal): void {
    const { day } = localHour(at, zone);
    this.#figures.push({ kind, site: id, day, subject: subject.slice(0, MAX_SUBJECT), amount });
  }
}
