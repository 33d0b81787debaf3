import PDFDocument from 'pdfkit';
import type { FontSubset, Fonts, Weight } from '../../pdf/fonts.ts';
import { Paragraph, prepareFonts, type Run } from '../../pdf/text.ts';
import { columnsPer, type Paper, type PaperLine, type TextStyle } from '../paper/paper.ts';
import { clustersOf, widthOf } from '../paper/text.ts';
import { barsOf } from './barcode.ts';
import { qrSquares } from './qr.ts';
import { drawSquares } from './squares.ts';

// A printer's output as a PDF as wide as the paper: every word stands in the columns in which it is printed. The same
// paper gives the same bytes.

/** The width of a column, the size of its characters and the height of a line, in points. */
const COLUMN = 5.2;
const FONT = 8.6;
const LINE = 12;
const MARGIN = 12;
const BARCODE_HEIGHT = 30;
/** How wide and high a QR code is. */
const QR_SIZE = 110;
/** The width of a barcode's thinnest bar. */
const BAR = 1.4;
const INK = '#111111';
const PAPER = '#ffffff';
const CUT = '#9aa0a6';
/** How high a page is at most; longer paper goes on over the next. A reader takes no more than 14,400. */
const MAX_HEIGHT = 14_000;

const HEIGHTS = { normal: 1, tall: 2, double: 2 } as const;
const FROM_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]|\ud802|\ud803|\ud83a/;
/** Characters that join their neighbours, so that they cannot be spread. */
const JOINED = /\p{Script=Arabic}|\p{M}/u;

function heightOf(line: PaperLine): number {
  if (line.kind === 'text') return LINE * HEIGHTS[line.style.size];
  if (line.kind === 'qr') return QR_SIZE + LINE;
  return line.kind === 'barcode' ? BARCODE_HEIGHT + LINE / 2 : LINE;
}

/** A word, or a whole text that runs from the right, and where it begins. */
interface Word {
  readonly column: number;
  readonly text: string;
}

function wordsOf(text: string, column: number, per: number): Word[] {
  if (FROM_RIGHT.test(text)) return [{ column, text }];
  const words: Word[] = [];
  for (const { 0: word, index } of text.matchAll(/[^ ]+/g)) {
    words.push({ column: column + widthOf(text.slice(0, index)) * per, text: word });
  }
  return words;
}

/** Makes the PDF of paper. */
export async function renderPaper(paper: Paper, fonts: Fonts): Promise<Buffer> {
  const pages: PaperLine[][] = [[]];
  let height = 0;
  for (const line of paper.lines) {
    if (height + heightOf(line) > MAX_HEIGHT) {
      pages.push([]);
      height = 0;
    }
    pages.at(-1)?.push(line);
    height += heightOf(line);
  }
  const pdf = new PDFDocument({
    autoFirstPage: false,
    // None of the built-in fonts is used, so none is loaded.
    font: '',
    pdfVersion: '1.7',
    info: { Creator: 'Passbell', Producer: 'Passbell', CreationDate: new Date(0) },
  });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise<void>((resolve, reject) => {
    pdf.once('end', resolve);
    pdf.once('error', reject);
  });
  const pen = new Pen(pdf, fonts);
  await pen.load(paper);
  for (const lines of pages) {
    const high = lines.reduce((sum, line) => sum + heightOf(line), 0) + 2 * MARGIN;
    pdf.addPage({ size: [paper.columns * COLUMN + 2 * MARGIN, high], margin: 0 });
    let y = MARGIN;
    for (const line of lines) {
      pen.draw(line, y, paper.columns * COLUMN);
      y += heightOf(line);
    }
  }
  pdf.end();
  await done;
  return Buffer.concat(chunks);
}

class Pen {
  readonly #pdf: PDFKit.PDFDocument;
  readonly #fonts: Fonts;
  readonly #registered = new Set<string>();

  constructor(pdf: PDFKit.PDFDocument, fonts: Fonts) {
    this.#pdf = pdf;
    this.#fonts = fonts;
  }

  /** Every font that there will be, before anything is drawn. */
  async load(paper: Paper): Promise<void> {
    const cells = paper.lines.flatMap((line) =>
      line.kind === 'text' ? line.cells.map(({ text }) => ({ text, weight: weightOf(line.style) })) : [],
    );
    await prepareFonts(
      cells.map(({ text }) => text),
      this.#fonts,
      HAN,
    );
    for (const { text, weight } of cells) {
      // A word alone may want other fonts than the text it is part of: Chinese forms, for one.
      for (const word of [text, ...text.split(' ')]) {
        for (const piece of new Paragraph(word, this.#fonts, HAN).pieces) {
          const name = fontName(piece, weight);
          if (this.#registered.has(name)) continue;
          this.#registered.add(name);
          this.#pdf.registerFont(name, await this.#fonts.load(piece, weight));
        }
      }
    }
  }

  draw(line: PaperLine, y: number, width: number): void {
    switch (line.kind) {
      case 'text':
        for (const { column, text } of line.cells) this.#drawCell(text, column, y, line.style);
        return;
      case 'rule':
        this.#line(y + LINE / 2, width, line.heavy ? 1.6 : 0.7, INK);
        return;
      case 'barcode':
        this.#drawBars(barsOf(line.value), y, width);
        return;
      case 'qr':
        drawSquares(this.#pdf, qrSquares(line.value), MARGIN + (width - QR_SIZE) / 2, y + LINE / 2, QR_SIZE);
        return;
      case 'cut':
        this.#pdf.dash(3, { space: 3 });
        this.#line(y + LINE / 2, width, 0.6, CUT);
        this.#pdf.undash();
        return;
      case 'feed':
    }
  }

  #drawCell(text: string, column: number, y: number, style: TextStyle): void {
    const per = columnsPer(style.size);
    const x = MARGIN + column * COLUMN;
    if (style.invert) {
      const wide = widthOf(text) * per * COLUMN;
      this.#pdf.rect(x - 1, y, wide + 2, LINE * HEIGHTS[style.size]).fill(INK);
    }
    for (const word of wordsOf(text, column, per)) this.#drawWord(word, y, style);
  }

  /** A word in its columns: spread when it is narrower, and pressed together when it is wider. */
  #drawWord({ text, column }: Word, y: number, style: TextStyle): void {
    const { runs, actual } = new Paragraph(text, this.#fonts, HAN).line(0, text.length);
    const high = HEIGHTS[style.size];
    const scale = columnsPer(style.size) / high;
    const pdf = this.#pdf;
    pdf.fillColor(style.invert ? PAPER : INK);
    if (actual !== undefined) pdf.markContent('Span', { actual });
    let x = MARGIN + column * COLUMN;
    for (const run of runs) {
      const room = widthOf(run.text) * columnsPer(style.size) * COLUMN;
      const natural = this.#widthOf(run, style) * scale;
      const count = clustersOf(run.text).length;
      const spread = natural < room && !JOINED.test(run.text) ? (room - natural) / count / scale : 0;
      const pressed = natural > room && room > 0 ? room / natural : 1;
      pdf.save();
      // About its left end, so that the next words stand where they should.
      pdf.transform(scale * pressed, 0, 0, 1, x * (1 - scale * pressed), 0);
      pdf.text(run.text, x + spread / 2, y + LINE * high * 0.76, {
        lineBreak: false,
        baseline: 'alphabetic',
        characterSpacing: spread,
      });
      pdf.restore();
      x += spread > 0 ? room : Math.min(natural, room);
    }
    if (actual !== undefined) pdf.endMarkedContent();
  }

  #widthOf(run: Run, style: TextStyle): number {
    return this.#pdf
      .font(fontName(run.piece, weightOf(style)))
      .fontSize(FONT * HEIGHTS[style.size])
      .widthOfString(run.text);
  }

  #line(y: number, width: number, thick: number, color: string): void {
    this.#pdf
      .moveTo(MARGIN, y)
      .lineTo(MARGIN + width, y)
      .lineWidth(thick)
      .strokeColor(color)
      .stroke();
  }

  #drawBars(bars: readonly number[], y: number, width: number): void {
    const unit = Math.min(BAR, width / bars.reduce((sum, each) => sum + each, 0));
    let x = MARGIN + (width - bars.reduce((sum, each) => sum + each * unit, 0)) / 2;
    for (const [at, wide] of bars.entries()) {
      if (at % 2 === 0) this.#pdf.rect(x, y, wide * unit, BARCODE_HEIGHT).fill(INK);
      x += wide * unit;
    }
  }
}

/** The country whose forms of Chinese characters are used where a text does not show its own. */
const HAN = 'sc';

function weightOf({ bold }: TextStyle): Weight {
  return bold ? 700 : 400;
}

/** The name under which the document knows a font. */
function fontName(piece: FontSubset, weight: Weight): string {
  return `${piece.key} ${weight}`;
}
