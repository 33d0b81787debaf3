import Encoder from '@point-of-sale/receipt-printer-encoder';
import { columnsPer, type Paper, type PaperLine } from '../paper/paper.ts';
import { hasArabic, shaped } from './arabic.ts';
import { CharacterEncoder, type CjkMode, CODEPAGES, type CodepageNumbers } from './letters.ts';
import { seenOrder } from './order.ts';

/** The capabilities of a printer. */
interface PrinterKind {
  /** Whose numbers of code pages it has; most printers have Epson's. */
  readonly codepages: CodepageNumbers;
  /** How it takes Chinese, Japanese or Korean, when it was made for that. */
  readonly cjk: CjkMode | undefined;
}

/**
 * Ends a command that an earlier, cut-off job may have left unfinished: the command takes these bytes for its missing
 * ones, and alone they mean nothing.
 */
const CLEAR = Buffer.alloc(32);
const KANJI_ON = [0x1c, 0x26];
const KANJI_OFF = [0x1c, 0x2e];
/** FS C 1: pairs of bytes are Shift_JIS. */
const SHIFT_JIS = [0x1c, 0x43, 0x01];
const HEIGHTS = { normal: 1, tall: 2, double: 2 } as const;
/** How high a barcode is, in dots of an eighth of a millimetre. */
const BARCODE_HEIGHT = 60;

/** Turns paper into the commands of an ESC/POS printer. */
export class EscPosEncoder {
  readonly #kind: PrinterKind;
  readonly #letters: CharacterEncoder;

  constructor(kind: PrinterKind) {
    this.#kind = kind;
    this.#letters = new CharacterEncoder(kind.codepages, kind.cjk);
  }

  /** The bytes of a document: from a reset of the printer to the cut. */
  encode(paper: Paper): Buffer {
    const columns = paper.columns === 32 ? 32 : 48;
    const encoder = new Encoder({
      columns,
      codepageMapping: this.#kind.codepages,
      newline: '\n',
      errors: 'strict',
    });
    encoder.initialize().codepage(CODEPAGES[0]);
    if (this.#kind.cjk === 'shift_jis') encoder.raw(SHIFT_JIS);
    for (const line of paper.lines) this.#put(encoder, line, columns);
    return Buffer.concat([CLEAR, encoder.encode()]);
  }

  #put(encoder: Encoder, line: PaperLine, columns: number): void {
    switch (line.kind) {
      case 'text':
        this.#putText(encoder, line);
        return;
      case 'rule':
        encoder.text((line.heavy ? '=' : '-').repeat(columns)).newline();
        return;
      case 'feed':
        encoder.newline();
        return;
      case 'barcode':
        encoder.align('center');
        encoder.barcode(line.value, 'code128', {
          height: BARCODE_HEIGHT,
          width: columns === 32 ? 1 : 2,
          text: 'none',
        });
        encoder.align('left');
        return;
      case 'qr':
        encoder.align('center');
        encoder.qrcode(line.value, { model: 2, size: columns === 32 ? 4 : 5, errorlevel: 'm' });
        encoder.align('left');
        return;
      case 'cut':
        encoder.cut('partial');
    }
  }

  #putText(encoder: Encoder, { cells, style }: Extract<PaperLine, { kind: 'text' }>): void {
    const per = columnsPer(style.size);
    encoder.bold(style.bold).size(per, HEIGHTS[style.size]);
    let at = 0;
    for (const { column, text } of cells) {
      const pad = Math.max(0, Math.floor(column / per) - at);
      if (pad > 0) encoder.text(' '.repeat(pad));
      at += pad;
      encoder.invert(style.invert);
      const seen = seenOrder(hasArabic(text) ? shaped(text, (char) => this.#letters.has(char)) : text);
      for (const piece of this.#letters.pieces(seen)) {
        if ('text' in piece) {
          encoder.codepage(piece.codepage).text(piece.text);
          at += piece.text.length;
        } else {
          encoder.raw([...KANJI_ON, ...piece.wide, ...KANJI_OFF]);
          at += cellsOf(piece.wide);
        }
      }
      encoder.invert(false);
    }
    encoder.bold(false).size(1, 1).newline();
  }
}

/** Two cells for each character, which has two bytes, or four when the second is a digit. */
function cellsOf(wide: Buffer): number {
  let cells = 0;
  for (let at = 0; at < wide.length; cells += 2) {
    const second = wide[at + 1] ?? 0;
    at += second >= 0x30 && second <= 0x39 ? 4 : 2;
  }
  return cells;
}
