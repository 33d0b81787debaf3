import type { Fonts } from '../../pdf/fonts.ts';
import { type Picture, printablePicture } from '../../pdf/picture.ts';
import type { Figure, PaymentRow, ReceiptDocument, Row, TaxRow } from './document.ts';
import { HEIGHT, heightOf, leading, MARGIN, RIGHT, Sheet, type TextStyle } from './sheet.ts';

// A receipt on A4 pages. Its texts come from document.ts and are only placed here. The same document
// gives the same bytes.

/** Where the body of a page ends; the page number stands below. */
const BOTTOM = HEIGHT - 56;
const FOOTER = HEIGHT - 40;
const GREY = '#5f6368';
/** The indent of each level of a line's options, in points. */
const INDENT = 12;
/** The widths of the columns of figures, from the left; the item has the rest. */
const COLUMNS = [46, 76, 70, 86] as const;
const GAP = 8;
/** The box that a logo is fitted into. */
const LOGO = { width: 180, height: 64 } as const;
/** How wide and high a QR code is. */
const QR_SIZE = 84;
/** The width of the labels and figures below the table. */
const SUMS = 250;

const NORMAL: TextStyle = { size: 9 };
const SMALL: TextStyle = { size: 8, color: GREY };
const BOLD: TextStyle = { size: 9, weight: 700 };
const HEAD: TextStyle = { size: 8, weight: 700, color: GREY };
const TOTAL: TextStyle = { size: 12, weight: 700 };
const NAME: TextStyle = { size: 15, weight: 700 };

/** Makes the PDF of a receipt; `logo` is the seller's picture in base64. One that cannot be shown is left out. */
export async function renderReceipt(receipt: ReceiptDocument, fonts: Fonts, logo?: string): Promise<Buffer> {
  const sheet = new Sheet(receipt, fonts);
  const picture = logo === undefined ? undefined : printablePicture(Buffer.from(logo, 'base64'));
  const layout = new Layout(receipt, sheet, picture);
  await layout.loadFonts();
  layout.draw();
  return sheet.finish();
}

/** Places what a receipt says, from the top of the first page to the end of the last. */
class Layout {
  readonly #receipt: ReceiptDocument;
  readonly #sheet: Sheet;
  readonly #logo: Picture | undefined;
  /** The y coordinate of the next text, in points. */
  #y = MARGIN;

  constructor(receipt: ReceiptDocument, sheet: Sheet, logo: Picture | undefined) {
    this.#receipt = receipt;
    this.#logo = logo;
    this.#sheet = sheet;
  }

  /** Every text there will be, so that all fonts are there before the first is drawn. */
  async loadFonts(): Promise<void> {
    const {
      title,
      number,
      seller,
      header,
      subject,
      footer,
      facts,
      customer,
      columns,
      rows,
      notes,
      taxes,
      totals,
      payments,
      settlement,
      headings,
    } = this.#receipt;
    const figures = [...facts, ...totals, ...settlement];
    const texts = [
      title,
      number,
      seller.name,
      ...seller.lines,
      ...header,
      ...(subject === null ? [] : [subject]),
      ...footer,
      ...customer,
      ...columns,
      ...notes,
      PAGE_NUMBER,
      headings.noItems,
      ...rows.flatMap((row) => [row.name, ...row.details, row.quantity, row.price, row.tax, row.amount]),
      ...taxes.flatMap((tax) => [tax.name, tax.rate, tax.net, tax.tax]),
      ...payments.flatMap((payment) => [payment.method, payment.detail, payment.amount]),
      ...figures.flatMap(({ label, value }) => [label, value]),
    ];
    const bold = [
      ...[title, seller.name, ...columns, headings.customer, headings.payments, ...headings.taxes],
      ...figures.filter(({ strong }) => strong).flatMap(({ label, value }) => [label, value]),
    ];
    await this.#sheet.load(texts, bold);
  }

  draw(): void {
    this.#drawHead();
    const { subject } = this.#receipt;
    if (subject !== null) this.#drawParts([subject]);
    this.#drawParts(this.#receipt.header);
    this.#drawTable();
    this.#drawNotes();
    this.#drawSums();
    this.#y += 18;
    this.#drawParts(this.#receipt.footer);
    this.#drawCode();
    this.#drawPageNumbers();
  }

  /** Begins a page with a line that names the document it continues. */
  #newPage(): void {
    this.#sheet.addPage();
    const { title, number, seller } = this.#receipt;
    const name = this.#sheet.block(seller.name, 300, SMALL);
    const [first] = name.lines;
    if (first !== undefined) this.#sheet.drawLine(first, MARGIN, MARGIN - 14, SMALL);
    this.#sheet.drawRight(`${title} ${number}`, RIGHT, MARGIN - 14, SMALL);
    this.#y = MARGIN + 8;
  }

  /** True when a new page had to be begun for something of this height. */
  #makeRoom(height: number): boolean {
    if (this.#y + height <= BOTTOM) return false;
    this.#newPage();
    return true;
  }

  #drawHead(): void {
    const { title, seller, facts, customer } = this.#receipt;
    const left = 270;
    const name = this.#sheet.block(seller.name, left, NAME);
    const high = this.#logo === undefined ? 0 : this.#sheet.drawPicture(this.#logo, MARGIN, this.#y, LOGO);
    let y = this.#y + (high === 0 ? 0 : high + 8);
    this.#sheet.drawBlock(name, MARGIN, y);
    y += heightOf(name) + 2;
    for (const line of seller.lines) {
      const block = this.#sheet.block(line, left, SMALL);
      this.#sheet.drawBlock(block, MARGIN, y);
      y += heightOf(block);
    }
    this.#sheet.drawRight(title, RIGHT, this.#y, { size: 15, weight: 700 });
    let right = this.#y + leading(NAME) + 4;
    for (const fact of facts) right += this.#drawFigure(fact, RIGHT - 200, right, 200);
    if (customer.length > 0) {
      y += 12;
      this.#sheet.drawBlock(this.#sheet.block(this.#receipt.headings.customer, left, HEAD), MARGIN, y);
      y += leading(HEAD);
      for (const line of customer) {
        const block = this.#sheet.block(line, left, NORMAL);
        this.#sheet.drawBlock(block, MARGIN, y);
        y += heightOf(block);
      }
    }
    this.#y = Math.max(y, right) + 18;
  }

  /** A label on the left and its value on the right, never apart. Answers how high it is. */
  #drawFigure({ label, value, strong }: Figure, x: number, y: number, width: number): number {
    const style = strong === true ? BOLD : NORMAL;
    const name = this.#sheet.block(label, width * 0.6, strong === true ? BOLD : { ...NORMAL, color: GREY });
    this.#sheet.drawBlock(name, x, y);
    this.#sheet.drawRight(value, x + width, y, style, width * 0.6);
    return heightOf(name);
  }

  #drawTableHead(): void {
    const [item, ...figures] = this.#receipt.columns;
    this.#sheet.drawBlock(this.#sheet.block(item, 200, HEAD), MARGIN, this.#y);
    let right = RIGHT;
    for (const [at, label] of [...figures.entries()].reverse()) {
      this.#sheet.drawRight(label, right, this.#y, HEAD, (COLUMNS[at] ?? 0) - 4);
      right -= COLUMNS[at] ?? 0;
    }
    this.#y += leading(HEAD) + 3;
    this.#sheet.rule(this.#y);
    this.#y += 4;
  }

  #drawTable(): void {
    this.#drawTableHead();
    for (const row of this.#receipt.rows) this.#drawRow(row);
    if (this.#receipt.rows.length === 0) {
      this.#sheet.drawBlock(this.#sheet.block(this.#receipt.headings.noItems, 200, SMALL), MARGIN, this.#y);
      this.#y += leading(SMALL);
    }
    this.#y += 2;
    this.#sheet.rule(this.#y);
    this.#y += 8;
  }

  #drawRow(row: Row): void {
    const indent = row.level * INDENT;
    const figures = COLUMNS.reduce((sum, width) => sum + width, 0);
    const width = RIGHT - MARGIN - figures - indent - GAP;
    const style = row.level === 0 ? NORMAL : { ...NORMAL, size: 8.5 };
    const blocks = [
      this.#sheet.block(row.name, width, style),
      ...row.details.map((detail) => this.#sheet.block(detail, width, SMALL)),
    ];
    const height = blocks.reduce((sum, block) => sum + heightOf(block), 0) + 4;
    const long = height > (BOTTOM - MARGIN) / 3;
    // A row that is higher than a good part of a page goes on over the next; others stay whole.
    if (this.#makeRoom(long ? leading(style) * 2 : height)) this.#drawTableHead();
    let right = RIGHT;
    for (const [at, text] of [row.quantity, row.price, row.tax, row.amount].entries().toArray().reverse()) {
      if (text !== '') this.#sheet.drawRight(text, right, this.#y, style, (COLUMNS[at] ?? 0) - 4);
      right -= COLUMNS[at] ?? 0;
    }
    for (const block of blocks) {
      for (const line of block.lines) {
        if (long && this.#makeRoom(leading(block.style))) this.#drawTableHead();
        this.#sheet.drawLine(line, MARGIN + indent, this.#y, block.style);
        this.#y += leading(block.style);
      }
    }
    this.#y += 4;
  }

  #drawNotes(): void {
    for (const note of this.#receipt.notes) {
      this.#drawText(note, SMALL);
      this.#y += 4;
    }
    this.#y += 6;
  }

  /** A text across the page, which goes on over the next. */
  #drawText(text: string, style: TextStyle): void {
    for (const line of this.#sheet.block(text, RIGHT - MARGIN, style).lines) {
      this.#makeRoom(leading(style));
      this.#sheet.drawLine(line, MARGIN, this.#y, style);
      this.#y += leading(style);
    }
  }

  /** A text of the company, line by line (reference: printing.22). */
  #drawParts(lines: readonly string[]): void {
    for (const line of lines) {
      if (line === '') this.#y += leading(NORMAL) / 2;
      else this.#drawText(line, NORMAL);
    }
    if (lines.length > 0) this.#y += 14;
  }

  /** Totals on the right, taxes on the left of them, payments below: each of these stays together. */
  #drawSums(): void {
    const { taxes, totals, payments, settlement } = this.#receipt;
    const left = RIGHT - SUMS;
    const high = Math.max(totals.length * 14 + 12, (taxes.length + 1) * 13);
    this.#makeRoom(Math.min(high, BOTTOM - MARGIN - 20) + 8);
    const top = this.#y;
    for (const figure of totals) {
      if (figure.strong !== true) {
        this.#y += this.#drawFigure(figure, left, this.#y, SUMS);
        continue;
      }
      this.#y += 3;
      this.#sheet.rule(this.#y, left);
      this.#y += 4;
      this.#sheet.drawBlock(this.#sheet.block(figure.label, SUMS, TOTAL), left, this.#y);
      this.#sheet.drawRight(figure.value, RIGHT, this.#y, TOTAL, SUMS * 0.75);
      this.#y += leading(TOTAL);
    }
    const totalsEnd = this.#y;
    const page = this.#sheet.pages;
    this.#y = top;
    if (taxes.length > 0) this.#drawTaxes(taxes, left - 24);
    if (this.#sheet.pages === page) this.#y = Math.max(this.#y, totalsEnd);
    this.#y += 10;
    this.#drawSettlement(payments, settlement, left);
  }

  #drawTaxes(taxes: readonly TaxRow[], right: number): void {
    const { headings } = this.#receipt;
    const columns = [right - 110, right - 55, right] as const;
    const put = (texts: readonly [string, string, string, string], style: TextStyle): void => {
      const [name, ...figures] = texts;
      this.#makeRoom(leading(NORMAL));
      const [line] = this.#sheet.block(name, columns[0] - MARGIN - 44, style).lines;
      if (line !== undefined) this.#sheet.drawLine(line, MARGIN, this.#y, style);
      for (const [at, text] of figures.entries()) {
        if (text !== '') this.#sheet.drawRight(text, columns[at] ?? right, this.#y, style, 52);
      }
      this.#y += leading(NORMAL);
    };
    put(headings.taxes, HEAD);
    for (const tax of taxes) put([tax.name, tax.rate, tax.net, tax.tax], { ...NORMAL, size: 8.5 });
  }

  /** The payments and what they came to: on one page when they are few, else at least the end of them. */
  #drawSettlement(payments: readonly PaymentRow[], figures: readonly Figure[], left: number): void {
    const rows = payments.map(({ method, detail, amount }) => {
      const name = this.#sheet.block(method, SUMS - 90, NORMAL);
      const small = this.#sheet.block(detail, SUMS - 90, SMALL);
      return { name, small, amount, height: heightOf(name) + heightOf(small) + 2 };
    });
    const end = figures.length * leading(NORMAL) + 8;
    const all = rows.reduce((sum, { height }) => sum + height, leading(HEAD) + 1 + end);
    const together = all < (BOTTOM - MARGIN) / 2;
    this.#makeRoom(together ? all : leading(HEAD) + 1 + (rows[0]?.height ?? 0));
    if (rows.length > 0) {
      this.#sheet.drawBlock(this.#sheet.block(this.#receipt.headings.payments, SUMS, HEAD), left, this.#y);
      this.#y += leading(HEAD) + 1;
    }
    for (const [at, row] of rows.entries()) {
      this.#makeRoom(row.height + (at === rows.length - 1 ? end : 0));
      this.#sheet.drawBlock(row.name, left, this.#y);
      this.#sheet.drawRight(row.amount, RIGHT, this.#y, NORMAL, 86);
      this.#sheet.drawBlock(row.small, left, this.#y + heightOf(row.name));
      this.#y += row.height;
    }
    this.#y += 3;
    if (rows.length > 0) this.#sheet.rule(this.#y, left);
    this.#y += 4;
    for (const figure of figures) this.#y += this.#drawFigure(figure, left, this.#y, SUMS);
  }

  /** The QR code of the receipt's page. */
  #drawCode(): void {
    const { qr } = this.#receipt;
    if (qr === undefined) return;
    this.#makeRoom(QR_SIZE);
    this.#sheet.drawCode(qr, MARGIN, this.#y, QR_SIZE);
    this.#y += QR_SIZE;
  }

  #drawPageNumbers(): void {
    const count = this.#sheet.pages;
    for (let page = 0; page < count; page++) {
      this.#sheet.turnTo(page);
      this.#sheet.drawRight(`${page + 1} / ${count}`, RIGHT, FOOTER, SMALL);
    }
  }
}

/** The characters of page numbers. */
const PAGE_NUMBER = '0123456789 /';
