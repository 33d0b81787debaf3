import { formatTime, type Micros } from '../kernel/time.ts';
import type { Language } from '../kernel/words.ts';
import { amountText, numberText, percentText, type Style } from '../orders/documents/words.ts';
import { type Paper, PaperWriter } from '../printing/paper/paper.ts';
import { momentText } from '../printing/paper/times.ts';
import { paperWords } from '../printing/words.ts';
import type { ShiftReport, TenderFigures } from './shape.ts';

// A cash-up as it stands on the paper of a receipt printer.

/** The parts of a cash-up's paper beside its report. */
interface PaperFacts {
  readonly company: string;
  readonly language: Language | null;
  readonly minorUnits: number;
  /** Characters of a line. */
  readonly columns: number;
}

/** Writes figures in the language of the site. */
class CashupWriter {
  readonly #to: PaperWriter;
  readonly #style: Style;
  readonly #report: ShiftReport;

  constructor(report: ShiftReport, { language, minorUnits, columns }: PaperFacts) {
    this.#to = new PaperWriter(columns);
    this.#style = { words: paperWords(language), minorUnits };
    this.#report = report;
  }

  get paper(): Paper {
    return this.#to.paper;
  }

  /** Who, where and when. */
  head(company: string): this {
    const { words } = this.#style;
    const report = this.#report;
    const when = (at: Micros) => momentText(formatTime(at), report.timezone);
    const named = (at: Micros, name: string | null) => (name === null ? when(at) : `${when(at)} ${name}`);
    this.#to.text(company, { size: 'double', bold: true, center: true });
    if (report.site_name !== company) this.#to.text(report.site_name, { center: true });
    this.#to.feed().text(words.say('Cash-up'), { size: 'tall', bold: true, center: true });
    this.#to.row(words.say('Register'), report.register_name);
    if (report.number !== null) this.#to.row(words.say('Number'), String(report.number));
    this.#to.row(words.say('Opened'), named(report.opened_at, report.opened_by));
    this.#to.row(words.say('Closed'), named(report.until, report.closed_by));
    return this;
  }

  /** The cash in the drawer. */
  drawer(): this {
    const { words } = this.#style;
    const { cash, counted, difference, denominations } = this.#report;
    this.#title(words.say('Drawer'));
    this.#amount(words.say('Float'), cash.float);
    this.#amount(words.say('Cash payments'), cash.cash_taken);
    this.#amount(words.say('Cash in'), cash.cash_in);
    this.#amount(words.say('Cash out'), -cash.cash_out);
    this.#amount(words.say('Expected'), cash.expected, true);
    if (counted !== null) this.#amount(words.say('Counted'), counted);
    if (difference !== null) this.#amount(words.say('Difference'), difference, true);
    if (cash.no_sales > 0) this.#to.row(words.say('Opened without a sale'), String(cash.no_sales));
    for (const { value, count } of denominations.filter((each) => each.count > 0))
      this.#to.row(
        `${count} x ${amountText(value, this.#style)}`,
        amountText(value * BigInt(count), this.#style),
        { indent: 2 },
      );
    return this;
  }

  /** The payments, by method. */
  tenders(title: string, rows: readonly TenderFigures[]): this {
    if (rows.length === 0) return this;
    this.#title(title);
    for (const { name, payments, total } of rows) this.#amount(`${name} (${payments})`, total);
    return this;
  }

  /** The sales, and their taxes. */
  sales(): this {
    const { words } = this.#style;
    const { sales, taxes } = this.#report;
    this.#title(words.say('Sales'));
    this.#to.row(words.say('Orders'), String(sales.orders));
    if (sales.refunds > 0) this.#to.row(words.say('Refunds'), String(sales.refunds));
    this.#to.row(words.say('Items'), numberText(sales.items, this.#style));
    if (sales.discount !== 0n) this.#amount(words.say('Discounts'), sales.discount);
    if (sales.tips !== 0n) this.#amount(words.say('Tips'), sales.tips);
    for (const { name, rate, taxable, tax } of taxes) {
      if (name === null || rate === null) continue;
      this.#amount(`${name} ${percentText(rate, this.#style)}`, tax);
      this.#to.row(words.say('of {amount}', { amount: amountText(taxable, this.#style) }), '', { indent: 2 });
    }
    this.#amount(words.say('Total'), sales.total, true);
    return this;
  }

  /** The movements of cash. */
  movements(): this {
    const { words } = this.#style;
    const moved = this.#report.movements.filter(({ kind }) => kind !== 'no_sale');
    if (moved.length === 0) return this;
    this.#title(words.say('Cash in and out'));
    for (const { kind, amount, reason } of moved)
      this.#amount(reason ?? '', kind === 'out' ? -amount : amount);
    return this;
  }

  end(): this {
    const { note } = this.#report;
    this.#to.rule();
    if (note !== null) this.#to.text(note);
    this.#to.cut();
    return this;
  }

  #title(text: string): void {
    this.#to.rule().text(text, { bold: true });
  }

  #amount(label: string, amount: bigint, bold = false): void {
    this.#to.row(label, amountText(amount, this.#style), { bold, hang: 2 });
  }
}

/** A cash-up on paper. */
export function cashupPaper(report: ShiftReport, facts: PaperFacts): Paper {
  const words = paperWords(facts.language);
  return new CashupWriter(report, facts)
    .head(facts.company)
    .drawer()
    .tenders(words.say('Payments'), report.tenders)
    .tenders(words.say('Taken while the drawer was closed'), report.before)
    .sales()
    .movements()
    .end().paper;
}
