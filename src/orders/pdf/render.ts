import PDFDocument from 'pdfkit';
import type { Fonts, Piece, Weight } from '../../pdf/fonts.ts';
import { type Line, Paragraph, prepareFonts, type Run } from '../../pdf/text.ts';
import type { Figure, PaymentRow, ReceiptDocument, Row, TaxRow } from './document.ts';

// A receipt on A4 pages. What it says comes from document.ts; here it is only placed. The same document
// gives the same bytes: nothing of it depends on the clock or on chance.

const WIDTH = 595.28;
const HEIGHT = 841.89;
const MARGIN = 48;
const RIGHT = WIDTH - MARGIN;
/** Where the body of a page ends; the page number stands below. */
const BOTTOM = HEIGHT - 56;
const FOOTER = HEIGHT - 40;
const INK = '#1a1a1a';
const GREY = '#5f6368';
const RULE = '#c8ccd0';
/** How far each level of a line's options stands in. */
const INDENT = 12;
/** The widths of the columns of figures, from the left; the item has the rest. */
const COLUMNS = [46, 76, 70, 86] as const;
const GAP = 8;
/** The width of the labels and figures below the table. */
const SUMS = 250;
/** Most lines of one text. */
const MAX_TEXT_LINES = 60;

/** How a text looks. */
interface Look {
  readonly size: number;
  readonly weight?: Weight;
  readonly color?: string;
}

const NORMAL: Look = { size: 9 };
const SMALL: Look = { size: 8, color: GREY };
const BOLD: Look = { size: 9, weight: 700 };
const HEAD: Look = { size: 8, weight: 700, color: GREY };
const TOTAL: Look = { size: 12, weight: 700 };
const NAME: Look = { size: 15, weight: 700 };

/** The name under which the document knows a font. */
function fontName(piece: Piece, weight: Weight): string {
  return `${piece.key} ${weight}`;
}

function leading({ size }: Look): number {
  return Math.round(size * 1.4 * 10) / 10;
}

/** A line of text as it is set, and how wide it is. */
interface SetLine extends Line {
  readonly width: number;
}

/** A text that is placed as a whole: its lines, one below the other. */
interface Block {
  readonly look: Look;
  readonly lines: readonly SetLine[];
}

function heightOf(block: Block): number {
  return block.lines.length * leading(block.look);
}

/** Makes the PDF of a receipt. */
export async function renderReceipt(receipt: ReceiptDocument, fonts: Fonts): Promise<Buffer> {
  const sheet = new Sheet(receipt, fonts);
  await sheet.loadFonts();
  sheet.draw();
  return sheet.finish();
}

class Sheet {
  readonly #receipt: ReceiptDocument;
  readonly #fonts: Fonts;
  readonly #pdf: PDFKit.PDFDocument;
  readonly #chunks: Buffer[] = [];
  readonly #done: Promise<void>;
  readonly #paragraphs = new Map<string, Paragraph>();
  readonly #registered = new Set<string>();
  #y = MARGIN;

  constructor(receipt: ReceiptDocument, fonts: Fonts) {
    this.#receipt = receipt;
    this.#fonts = fonts;
    this.#pdf = new PDFDocument({
      size: 'A4',
      margin: 0,
      bufferPages: true,
      // None of the built-in fonts is used, so none is loaded.
      font: '',
      lang: 'en',
      displayTitle: true,
      pdfVersion: '1.7',
      info: {
        Title: `${receipt.title} ${receipt.number}`,
        Author: receipt.seller.name,
        Creator: 'Passbell',
        Producer: 'Passbell',
        CreationDate: new Date(receipt.moment),
      },
    });
    this.#pdf.on('data', (chunk: Buffer) => this.#chunks.push(chunk));
    this.#done = new Promise((resolve, reject) => {
      this.#pdf.once('end', resolve);
      this.#pdf.once('error', reject);
    });
  }

  /** Every text there will be, so that all fonts are there before the first is drawn. */
  async loadFonts(): Promise<void> {
    const {
      title,
      number,
      seller,
      facts,
      customer,
      columns,
      rows,
      notes,
      taxes,
      totals,
      payments,
      settlement,
    } = this.#receipt;
    const figures = [...facts, ...totals, ...settlement];
    const texts = [
      title,
      number,
      seller.name,
      ...seller.lines,
      ...customer,
      ...columns,
      ...notes,
      PAGE_NUMBER,
      NO_ITEMS,
      ...rows.flatMap((row) => [row.name, ...row.details, row.quantity, row.price, row.tax, row.amount]),
      ...taxes.flatMap((tax) => [tax.name, tax.rate, tax.net, tax.tax]),
      ...payments.flatMap((payment) => [payment.method, payment.detail, payment.amount]),
      ...figures.flatMap(({ label, value }) => [label, value]),
    ];
    const bold = [
      ...[title, seller.name, ...columns, ...HEADINGS],
      ...figures.filter(({ strong }) => strong).flatMap(({ label, value }) => [label, value]),
    ];
    await prepareFonts([...texts, ...bold], this.#fonts, this.#receipt.han);
    for (const text of texts) await this.#register(text, 400);
    for (const text of bold) await this.#register(text, 700);
  }

  async #register(text: string, weight: Weight): Promise<void> {
    for (const piece of this.#paragraph(text).pieces) {
      const name = fontName(piece, weight);
      if (this.#registered.has(name)) continue;
      this.#registered.add(name);
      this.#pdf.registerFont(name, await this.#fonts.load(piece, weight));
    }
  }

  #paragraph(text: string): Paragraph {
    let paragraph = this.#paragraphs.get(text);
    if (paragraph === undefined) {
      paragraph = new Paragraph(text, this.#fonts, this.#receipt.han);
      this.#paragraphs.set(text, paragraph);
    }
    return paragraph;
  }

  #widthOf(run: Run, { size, weight = 400 }: Look): number {
    return this.#pdf.font(fontName(run.piece, weight)).fontSize(size).widthOfString(run.text);
  }

  #setLine(paragraph: Paragraph, start: number, end: number, look: Look): SetLine {
    const line = paragraph.line(start, end);
    return { ...line, width: line.runs.reduce((sum, run) => sum + this.#widthOf(run, look), 0) };
  }

  /** Breaks a text into lines that fit. */
  #block(text: string, width: number, look: Look): Block {
    const paragraph = this.#paragraph(text);
    const lines: SetLine[] = [];
    let start = 0;
    let end = 0;
    const whole = this.#setLine(paragraph, 0, paragraph.text.length, look);
    if (whole.width <= width) return { look, lines: [whole] };
    const fits = (to: number) => this.#setLine(paragraph, start, to, look).width <= width;
    const put = () => {
      if (end > start) lines.push(this.#setLine(paragraph, start, end, look));
      start = end;
    };
    for (const word of paragraph.words) {
      if (lines.length >= MAX_TEXT_LINES) break;
      if (fits(word.end)) {
        end = word.end;
        continue;
      }
      put();
      if (fits(word.end)) {
        end = word.end;
        continue;
      }
      // A word that is too long for a line is cut where it has to be.
      for (const cut of paragraph.cuts(word)) {
        if (end > start && !fits(cut)) put();
        end = cut;
      }
    }
    put();
    return { look, lines };
  }

  #drawLine(line: SetLine, x: number, y: number, look: Look): void {
    let at = x;
    const baseline = y + leading(look) * 0.74;
    this.#pdf.fillColor(look.color ?? INK);
    if (line.actual !== undefined) this.#pdf.markContent('Span', { actual: line.actual });
    for (const run of line.runs) {
      const width = this.#widthOf(run, look);
      if (run.text !== '')
        this.#pdf.text(run.text, at, baseline, { lineBreak: false, baseline: 'alphabetic' });
      at += width;
    }
    if (line.actual !== undefined) this.#pdf.endMarkedContent();
  }

  #drawBlock(block: Block, x: number, y: number): void {
    for (const [at, line] of block.lines.entries())
      this.#drawLine(line, x, y + at * leading(block.look), block.look);
  }

  /** A text on one line that ends at `right`; made smaller when it is too wide. */
  #drawRight(text: string, right: number, y: number, look: Look, width = 200): void {
    const paragraph = this.#paragraph(text);
    const line = this.#setLine(paragraph, 0, paragraph.text.length, look);
    if (line.width > width && look.size > 5) {
      this.#drawRight(text, right, y + 0.6, { ...look, size: look.size - 0.5 }, width);
      return;
    }
    this.#drawLine(line, right - line.width, y, look);
  }

  #rule(y: number, from = MARGIN, to = RIGHT): void {
    this.#pdf.moveTo(from, y).lineTo(to, y).lineWidth(0.6).strokeColor(RULE).stroke();
  }

  draw(): void {
    this.#drawHead();
    this.#drawTable();
    this.#drawNotes();
    this.#drawSums();
    this.#drawPageNumbers();
  }

  async finish(): Promise<Buffer> {
    this.#pdf.end();
    await this.#done;
    return Buffer.concat(this.#chunks);
  }

  /** Begins a page with a line that says what it belongs to. */
  #newPage(): void {
    this.#pdf.addPage();
    const { title, number, seller } = this.#receipt;
    const name = this.#block(seller.name, 300, SMALL);
    const [first] = name.lines;
    if (first !== undefined) this.#drawLine(first, MARGIN, MARGIN - 14, SMALL);
    this.#drawRight(`${title} ${number}`, RIGHT, MARGIN - 14, SMALL);
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
    const name = this.#block(seller.name, left, NAME);
    this.#drawBlock(name, MARGIN, this.#y);
    let y = this.#y + heightOf(name) + 2;
    for (const line of seller.lines) {
      const block = this.#block(line, left, SMALL);
      this.#drawBlock(block, MARGIN, y);
      y += heightOf(block);
    }
    this.#drawRight(title, RIGHT, this.#y, { size: 15, weight: 700 });
    let right = this.#y + leading(NAME) + 4;
    for (const fact of facts) right += this.#drawFigure(fact, RIGHT - 200, right, 200);
    if (customer.length > 0) {
      y += 12;
      this.#drawBlock(this.#block(CUSTOMER, left, HEAD), MARGIN, y);
      y += leading(HEAD);
      for (const line of customer) {
        const block = this.#block(line, left, NORMAL);
        this.#drawBlock(block, MARGIN, y);
        y += heightOf(block);
      }
    }
    this.#y = Math.max(y, right) + 18;
  }

  /** A label on the left and its value on the right, never apart. Answers how high it is. */
  #drawFigure({ label, value, strong }: Figure, x: number, y: number, width: number): number {
    const look = strong === true ? BOLD : NORMAL;
    const name = this.#block(label, width * 0.6, strong === true ? BOLD : { ...NORMAL, color: GREY });
    this.#drawBlock(name, x, y);
    this.#drawRight(value, x + width, y, look, width * 0.6);
    return heightOf(name);
  }

  #drawTableHead(): void {
    const [item, ...figures] = this.#receipt.columns;
    this.#drawBlock(this.#block(item, 200, HEAD), MARGIN, this.#y);
    let right = RIGHT;
    for (const [at, label] of [...figures.entries()].reverse()) {
      this.#drawRight(label, right, this.#y, HEAD, (COLUMNS[at] ?? 0) - 4);
      right -= COLUMNS[at] ?? 0;
    }
    this.#y += leading(HEAD) + 3;
    this.#rule(this.#y);
    this.#y += 4;
  }

  #drawTable(): void {
    this.#drawTableHead();
    for (const row of this.#receipt.rows) this.#drawRow(row);
    if (this.#receipt.rows.length === 0) {
      this.#drawBlock(this.#block(NO_ITEMS, 200, SMALL), MARGIN, this.#y);
      this.#y += leading(SMALL);
    }
    this.#y += 2;
    this.#rule(this.#y);
    this.#y += 8;
  }

  #drawRow(row: Row): void {
    const indent = row.level * INDENT;
    const figures = COLUMNS.reduce((sum, width) => sum + width, 0);
    const width = RIGHT - MARGIN - figures - indent - GAP;
    const look = row.level === 0 ? NORMAL : { ...NORMAL, size: 8.5 };
    const blocks = [
      this.#block(row.name, width, look),
      ...row.details.map((detail) => this.#block(detail, width, SMALL)),
    ];
    const height = blocks.reduce((sum, block) => sum + heightOf(block), 0) + 4;
    const long = height > (BOTTOM - MARGIN) / 3;
    // A row that is higher than a good part of a page goes on over the next; others stay whole.
    if (this.#makeRoom(long ? leading(look) * 2 : height)) this.#drawTableHead();
    let right = RIGHT;
    for (const [at, text] of [row.quantity, row.price, row.tax, row.amount].entries().toArray().reverse()) {
      if (text !== '') this.#drawRight(text, right, this.#y, look, (COLUMNS[at] ?? 0) - 4);
      right -= COLUMNS[at] ?? 0;
    }
    for (const block of blocks) {
      for (const line of block.lines) {
        if (long && this.#makeRoom(leading(block.look))) this.#drawTableHead();
        this.#drawLine(line, MARGIN + indent, this.#y, block.look);
        this.#y += leading(block.look);
      }
    }
    this.#y += 4;
  }

  #drawNotes(): void {
    for (const note of this.#receipt.notes) {
      const block = this.#block(note, RIGHT - MARGIN, SMALL);
      for (const line of block.lines) {
        this.#makeRoom(leading(SMALL));
        this.#drawLine(line, MARGIN, this.#y, SMALL);
        this.#y += leading(SMALL);
      }
      this.#y += 4;
    }
    this.#y += 6;
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
      this.#rule(this.#y, left);
      this.#y += 4;
      this.#drawBlock(this.#block(figure.label, SUMS, TOTAL), left, this.#y);
      this.#drawRight(figure.value, RIGHT, this.#y, TOTAL, SUMS * 0.75);
      this.#y += leading(TOTAL);
    }
    const totalsEnd = this.#y;
    const page = this.#pdf.bufferedPageRange().count;
    this.#y = top;
    if (taxes.length > 0) this.#drawTaxes(taxes, left - 24);
    if (this.#pdf.bufferedPageRange().count === page) this.#y = Math.max(this.#y, totalsEnd);
    this.#y += 10;
    this.#drawSettlement(payments, settlement, left);
  }

  #drawTaxes(taxes: readonly TaxRow[], right: number): void {
    const columns = [right - 110, right - 55, right] as const;
    const put = (texts: readonly [string, string, string, string], look: Look): void => {
      const [name, ...figures] = texts;
      this.#makeRoom(leading(NORMAL));
      const [line] = this.#block(name, columns[0] - MARGIN - 44, look).lines;
      if (line !== undefined) this.#drawLine(line, MARGIN, this.#y, look);
      for (const [at, text] of figures.entries()) {
        if (text !== '') this.#drawRight(text, columns[at] ?? right, this.#y, look, 52);
      }
      this.#y += leading(NORMAL);
    };
    put(TAX_COLUMNS, HEAD);
    for (const tax of taxes) put([tax.name, tax.rate, tax.net, tax.tax], { ...NORMAL, size: 8.5 });
  }

  /** The payments and what they came to: on one page when they are few, else at least the end of them. */
  #drawSettlement(payments: readonly PaymentRow[], figures: readonly Figure[], left: number): void {
    const rows = payments.map(({ method, detail, amount }) => {
      const name = this.#block(method, SUMS - 90, NORMAL);
      const small = this.#block(detail, SUMS - 90, SMALL);
      return { name, small, amount, height: heightOf(name) + heightOf(small) + 2 };
    });
    const end = figures.length * leading(NORMAL) + 8;
    const all = rows.reduce((sum, { height }) => sum + height, leading(HEAD) + 1 + end);
    const together = all < (BOTTOM - MARGIN) / 2;
    this.#makeRoom(together ? all : leading(HEAD) + 1 + (rows[0]?.height ?? 0));
    if (rows.length > 0) {
      this.#drawBlock(this.#block(PAYMENTS, SUMS, HEAD), left, this.#y);
      this.#y += leading(HEAD) + 1;
    }
    for (const [at, row] of rows.entries()) {
      this.#makeRoom(row.height + (at === rows.length - 1 ? end : 0));
      this.#drawBlock(row.name, left, this.#y);
      this.#drawRight(row.amount, RIGHT, this.#y, NORMAL, 86);
      this.#drawBlock(row.small, left, this.#y + heightOf(row.name));
      this.#y += row.height;
    }
    this.#y += 3;
    if (rows.length > 0) this.#rule(this.#y, left);
    this.#y += 4;
    for (const figure of figures) this.#y += this.#drawFigure(figure, left, this.#y, SUMS);
  }

  #drawPageNumbers(): void {
    const { count } = this.#pdf.bufferedPageRange();
    for (let page = 0; page < count; page++) {
      this.#pdf.switchToPage(page);
      this.#drawRight(`${page + 1} / ${count}`, RIGHT, FOOTER, SMALL);
    }
  }
}

/** What page numbers are made of. */
const PAGE_NUMBER = '0123456789 /';
const CUSTOMER = 'Customer';
const PAYMENTS = 'Payments';
const NO_ITEMS = 'No items';
const TAX_COLUMNS = ['Tax', 'Rate', 'Net', 'Tax amount'] as const;
const HEADINGS = [CUSTOMER, PAYMENTS, ...TAX_COLUMNS];
