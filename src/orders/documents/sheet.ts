import PDFDocument from 'pdfkit';
import type { FontSubset, Fonts, Weight } from '../../pdf/fonts.ts';
import type { Picture, Size } from '../../pdf/picture.ts';
import { type Line, Paragraph, prepareFonts, type Run } from '../../pdf/text.ts';
import { qrSquares } from '../../printing/pdf/qr.ts';
import { drawSquares } from '../../printing/pdf/squares.ts';
import type { ReceiptDocument } from './document.ts';

// A4 pages that texts and rules are put on. The same texts at the same places give the same bytes: nothing depends on
// the clock or on chance.

const WIDTH = 595.28;
export const HEIGHT = 841.89;
export const MARGIN = 48;
export const RIGHT = WIDTH - MARGIN;
const INK = '#1a1a1a';
const RULE = '#c8ccd0';
/** Most lines of one text. */
const MAX_TEXT_LINES = 60;

/** Size in points, weight and color of a text. */
export interface TextStyle {
  readonly size: number;
  readonly weight?: Weight;
  readonly color?: string;
}

/** Features of fonts that place marks at their letters. */
const MARK_FEATURES = ['mark', 'mkmk', 'abvm', 'blwm'] as const;
type Features = PDFKit.Mixins.TextOptions['features'];
/** The shaper takes what is to be left out as well, which its types do not say. */
const WITHOUT_MARKS = Object.fromEntries(MARK_FEATURES.map((tag) => [tag, false])) as unknown as Features;

/** How a run is set: as it is, without its font's tables of marks, or not at all. */
interface Setting {
  readonly text: string;
  readonly features: Features;
}
const asItIs = ({ text }: Run): Setting => ({ text, features: undefined });
const NOTHING: Setting = { text: '', features: undefined };

/** The name under which the document knows a font. */
function fontName(piece: FontSubset, weight: Weight): string {
  return `${piece.key} ${weight}`;
}

/** How far below a line the next one stands. */
export function leading({ size }: TextStyle): number {
  return Math.round(size * 1.4 * 10) / 10;
}

/** A line of text as it is set, and how wide it is. */
interface SetLine extends Line {
  readonly width: number;
}

/** A text that is placed as a whole: its lines, one below the other. */
interface Block {
  readonly style: TextStyle;
  readonly lines: readonly SetLine[];
}

export function heightOf(block: Block): number {
  return block.lines.length * leading(block.style);
}

/** The metadata of the file, and which forms of Chinese characters it prefers. */
type DocumentInfo = Pick<ReceiptDocument, 'title' | 'number' | 'seller' | 'moment' | 'han'>;

/** Pages in the making. */
export class Sheet {
  readonly #han: ReceiptDocument['han'];
  readonly #fonts: Fonts;
  readonly #pdf: PDFKit.PDFDocument;
  readonly #chunks: Buffer[] = [];
  readonly #done: Promise<void>;
  readonly #paragraphs = new Map<string, Paragraph>();
  readonly #registered = new Set<string>();
  /** Runs that cannot be set as they are, by font and text. */
  readonly #otherwise = new Map<string, Setting>();

  constructor(info: DocumentInfo, fonts: Fonts) {
    this.#han = info.han;
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
        Title: `${info.title} ${info.number}`,
        Author: info.seller.name,
        Creator: 'Passbell',
        Producer: 'Passbell',
        CreationDate: new Date(info.moment),
      },
    });
    this.#pdf.on('data', (chunk: Buffer) => this.#chunks.push(chunk));
    this.#done = new Promise((resolve, reject) => {
      this.#pdf.once('end', resolve);
      this.#pdf.once('error', reject);
    });
  }

  /** Makes all fonts ready before the first text is drawn: of every text there will be, and of those in bold. */
  async load(texts: readonly string[], bold: readonly string[]): Promise<void> {
    await prepareFonts([...texts, ...bold], this.#fonts, this.#han);
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
      paragraph = new Paragraph(text, this.#fonts, this.#han);
      this.#paragraphs.set(text, paragraph);
    }
    return paragraph;
  }

  /** As the font sets it; where the shaper stumbles over the font's tables, as it can be set. */
  #widthOf(run: Run, { size, weight = 400 }: TextStyle): number {
    const name = fontName(run.piece, weight);
    const font = this.#pdf.font(name).fontSize(size);
    const known = this.#otherwise.get(`${name} ${run.text}`);
    if (known !== undefined) return font.widthOfString(known.text, { features: known.features });
    for (const way of [asItIs(run), { text: run.text, features: WITHOUT_MARKS }, NOTHING]) {
      try {
        const width = font.widthOfString(way.text, { features: way.features });
        if (way.features !== undefined || way === NOTHING) this.#otherwise.set(`${name} ${run.text}`, way);
        return width;
      } catch (error) {
        if (way === NOTHING) throw error;
      }
    }
    return 0;
  }

  #setLine(paragraph: Paragraph, start: number, end: number, style: TextStyle): SetLine {
    const line = paragraph.line(start, end);
    return { ...line, width: line.runs.reduce((sum, run) => sum + this.#widthOf(run, style), 0) };
  }

  /** Breaks a text into lines that fit. */
  block(text: string, width: number, style: TextStyle): Block {
    const paragraph = this.#paragraph(text);
    const lines: SetLine[] = [];
    let start = 0;
    let end = 0;
    const whole = this.#setLine(paragraph, 0, paragraph.text.length, style);
    if (whole.width <= width) return { style, lines: [whole] };
    const fits = (to: number) => this.#setLine(paragraph, start, to, style).width <= width;
    const put = () => {
      if (end > start) lines.push(this.#setLine(paragraph, start, end, style));
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
    return { style, lines };
  }

  /** Draws a line whose upper left corner is given. */
  drawLine(line: SetLine, x: number, y: number, style: TextStyle): void {
    let at = x;
    const baseline = y + leading(style) * 0.74;
    this.#pdf.fillColor(style.color ?? INK);
    if (line.actual !== undefined) this.#pdf.markContent('Span', { actual: line.actual });
    for (const run of line.runs) {
      const width = this.#widthOf(run, style);
      const name = fontName(run.piece, style.weight ?? 400);
      const { text, features } = this.#otherwise.get(`${name} ${run.text}`) ?? asItIs(run);
      if (text !== '')
        this.#pdf.text(text, at, baseline, { lineBreak: false, baseline: 'alphabetic', features });
      at += width;
    }
    if (line.actual !== undefined) this.#pdf.endMarkedContent();
  }

  /** The same with the lines of a block. */
  drawBlock(block: Block, x: number, y: number): void {
    for (const [at, line] of block.lines.entries())
      this.drawLine(line, x, y + at * leading(block.style), block.style);
  }

  /** A text on one line that ends at `right`; made smaller when it is too wide. */
  drawRight(text: string, right: number, y: number, style: TextStyle, width = 200): void {
    const paragraph = this.#paragraph(text);
    const line = this.#setLine(paragraph, 0, paragraph.text.length, style);
    if (line.width > width && style.size > 5) {
      this.drawRight(text, right, y + 0.6, { ...style, size: style.size - 0.5 }, width);
      return;
    }
    this.drawLine(line, right - line.width, y, style);
  }

  /** A thin line across. */
  rule(y: number, from = MARGIN, to = RIGHT): void {
    this.#pdf.moveTo(from, y).lineTo(to, y).lineWidth(0.6).strokeColor(RULE).stroke();
  }

  /** Puts a QR code on the page. */
  drawCode(text: string, x: number, y: number, size: number): void {
    drawSquares(this.#pdf, qrSquares(text), x, y, size);
  }

  /** A picture in a box; answers how high it became, 0 when it cannot be shown. */
  drawPicture({ bytes, width, height }: Picture, x: number, y: number, box: Size): number {
    try {
      const scale = Math.min(box.width / width, box.height / height);
      this.#pdf.image(bytes, x, y, { width: width * scale, height: height * scale });
      return height * scale;
    } catch {
      return 0;
    }
  }

  /** How many pages there are. */
  get pages(): number {
    return this.#pdf.bufferedPageRange().count;
  }

  /** Begins a page below the others. */
  addPage(): void {
    this.#pdf.addPage();
  }

  /** Draws on that page from now on; pages count from 0. */
  turnTo(page: number): void {
    this.#pdf.switchToPage(page);
  }

  /** The bytes; nothing can be drawn any more. */
  async finish(): Promise<Buffer> {
    this.#pdf.end();
    await this.#done;
    return Buffer.concat(this.#chunks);
  }
}
