import { cleanLine, widthOf, wrap } from './text.ts';

// The paper of a printer, line by line: decided here once, so that a printer and a preview show the same.

/** How wide the paper is, in mm. */
export type PaperWidth = 58 | 80;

/** Characters of a line in the printers' usual font (A). */
export const COLUMNS: Readonly<Record<PaperWidth, 32 | 48>> = { 58: 32, 80: 48 };

/** How large characters are: as they are, twice as high, or twice as high and wide. */
type Size = 'normal' | 'tall' | 'double';

/** The style of a line of text. */
export interface TextStyle {
  readonly size: Size;
  readonly bold: boolean;
  /** White on black. */
  readonly invert: boolean;
}

/** A text and where it begins, in columns of the usual size. It stands in the order in which it is read. */
interface Cell {
  readonly column: number;
  readonly text: string;
}

/** A line of paper. A barcode and a QR code are as high as some lines, and a cut has none. */
export type PaperLine =
  | { readonly kind: 'text'; readonly cells: readonly Cell[]; readonly style: TextStyle }
  | { readonly kind: 'rule'; readonly heavy: boolean }
  | { readonly kind: 'feed' }
  | { readonly kind: 'barcode'; readonly value: string }
  | { readonly kind: 'qr'; readonly value: string }
  | { readonly kind: 'cut' };

/** A document as it stands on paper. */
export interface Paper {
  /** Of the usual size. */
  readonly columns: number;
  readonly lines: readonly PaperLine[];
}

/** The style and layout of a text. */
export interface RowStyle extends Partial<TextStyle> {
  readonly center?: boolean;
  /** Its indent, in columns. */
  readonly indent?: number;
  /** The further indent of its second and later lines. */
  readonly hang?: number;
}

/** How many columns of the usual size a character of a size takes. */
export function columnsPer(size: Size): 1 | 2 {
  return size === 'double' ? 2 : 1;
}

/** The text a barcode can hold here: a saleid. */
const BARCODE = /^[0-9A-Z]{1,12}$/;
/** Longest text of a QR code here. */
export const MAX_QR = 300;
/** The text that a QR code can hold here: an address. */
const QR = /^https:\/\/[\x21-\x7e]+$/;

/** Writes paper from the top. Texts are cleaned, so that nothing in them can command a printer. */
export class PaperWriter {
  readonly #columns: number;
  readonly #lines: PaperLine[] = [];

  constructor(columns: number) {
    this.#columns = columns;
  }

  get paper(): Paper {
    return { columns: this.#columns, lines: this.#lines };
  }

  /** A text, broken into lines. Nothing at all when it is empty. */
  text(text: string, style: RowStyle = {}): this {
    const textStyle = textStyleOf(style);
    const { center = false, indent = 0, hang = 0 } = style;
    const per = columnsPer(textStyle.size);
    const width = Math.floor((this.#columns - indent) / per);
    const clean = cleanLine(text);
    if (clean === '') return this;
    for (const [at, line] of wrap(clean, width, Math.ceil(hang / per)).entries()) {
      const left = center
        ? Math.floor((this.#columns - widthOf(line) * per) / 2)
        : indent + (at === 0 ? 0 : Math.ceil(hang / per) * per);
      this.#put([{ column: left, text: line }], textStyle);
    }
    return this;
  }

  /** A text on the left with one on the right, at the end of the first line. */
  row(left: string, right: string, style: RowStyle = {}): this {
    const textStyle = textStyleOf(style);
    const { indent = 0, hang = 0 } = style;
    const per = columnsPer(textStyle.size);
    const end = cleanLine(right);
    const width = Math.floor((this.#columns - indent) / per) - widthOf(end) - 1;
    // A right-hand text that leaves no room gets a line of its own.
    if (width < MIN_LEFT) {
      this.text(left, style);
      const [...lines] = wrap(end, Math.floor(this.#columns / per));
      for (const line of lines)
        this.#put([{ column: this.#columns - widthOf(line) * per, text: line }], textStyle);
      return this;
    }
    const [first = '', ...more] = wrap(cleanLine(left), width, Math.ceil(hang / per));
    const cells = [
      { column: indent, text: first },
      { column: this.#columns - widthOf(end) * per, text: end },
    ];
    this.#put(
      cells.filter(({ text }) => text !== ''),
      textStyle,
    );
    for (const line of more)
      this.#put([{ column: indent + Math.ceil(hang / per) * per, text: line }], textStyle);
    return this;
  }

  /** A line across. */
  rule(heavy = false): this {
    this.#lines.push({ kind: 'rule', heavy });
    return this;
  }

  /** Empty lines. */
  feed(lines = 1): this {
    for (let at = 0; at < lines; at++) this.#lines.push({ kind: 'feed' });
    return this;
  }

  /** A barcode of digits and capital letters; a text that cannot be one is left out. */
  barcode(value: string): this {
    if (BARCODE.test(value)) this.#lines.push({ kind: 'barcode', value });
    return this;
  }

  /** A QR code of an address; a text that is none is left out. */
  qr(value: string): this {
    if (value.length <= MAX_QR && QR.test(value)) this.#lines.push({ kind: 'qr', value });
    return this;
  }

  /** Cuts the paper. */
  cut(): this {
    this.#lines.push({ kind: 'cut' });
    return this;
  }

  #put(cells: readonly Cell[], textStyle: TextStyle): void {
    this.#lines.push({ kind: 'text', cells, style: textStyle });
  }
}

/** Fewest characters that a text beside another has. */
const MIN_LEFT = 8;

function textStyleOf({ size = 'normal', bold = false, invert = false }: RowStyle): TextStyle {
  return { size, bold, invert };
}
