import Encoder, { type ReceiptPrinterEncoderOptions } from '@point-of-sale/receipt-printer-encoder';
import iconv from 'iconv-lite';
import { clustersOf } from '../paper/text.ts';

// Which bytes a printer takes for which character. A byte below 0x20 is a command to it, so none is ever made of text.

/** The numbers under which a maker's printers know their code pages, by the name that the encoder has for them. */
export type CodepageNumbers = Extract<NonNullable<ReceiptPrinterEncoderOptions['codepageMapping']>, string>;
export const CODEPAGE_NUMBERS = [
  'bixolon',
  'citizen',
  'epson',
  'fujitsu',
  'hp',
  'metapace',
  'mpt',
  'pos-5890',
  'pos-8360',
  'star',
  'sunmi',
  'xprinter',
  'youku',
] as const satisfies readonly CodepageNumbers[];

/** How printers made for a country take its characters of double width. */
export const CJK_MODES = ['gb18030', 'shift_jis', 'euc-kr', 'big5'] as const;
export type CjkMode = (typeof CJK_MODES)[number];

/** Where characters are looked for, the most usual first. */
export const CODEPAGES = [
  'cp437',
  'cp858',
  'cp850',
  'cp852',
  'cp866',
  'windows1252',
  'windows1253',
  'cp737',
  'cp857',
  'cp775',
  'cp862',
  'cp864',
  'windows1255',
  'windows1258',
] as const;
type Codepage = (typeof CODEPAGES)[number];

/** Stands for a character that the printer does not have. */
const UNKNOWN = '?';

const ASCII = /^[\x20-\x7e]$/;

/** ASCII is the same in all of these but for one sign: this one has the Arabic one in its place. */
function isPlainIn(char: string, codepage: Codepage): boolean {
  return ASCII.test(char) && !(char === '%' && codepage === 'cp864');
}

/** Signs that ASCII has one for, which every printer has. */
const PLAIN = new Map(
  Object.entries({
    ...{
      '’': "'",
      '‘': "'",
      '‚': ',',
      '“': '"',
      '”': '"',
      '„': '"',
      '–': '-',
      '—': '-',
      '−': '-',
      '‐': '-',
      '‑': '-',
    },
    ...{ '×': 'x', '•': '*', '′': "'", '″': '"', '⁄': '/' },
  }),
);
/** Letters that are not made of another and a mark, for printers that do not have them. */
const SIMILAR = new Map(Object.entries({ ø: 'o', Ø: 'O', ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ı: 'i' }));

/** A piece of a line: text for a code page, or bytes of double width. */
type EncodedPiece = { readonly text: string; readonly codepage: Codepage } | { readonly wide: Buffer };

/** The characters a printer can write. One of these serves many documents. */
export class CharacterEncoder {
  readonly #numbers: CodepageNumbers;
  readonly #cjk: CjkMode | undefined;
  readonly #known = new Map<string, readonly Codepage[]>();

  constructor(numbers: CodepageNumbers, cjk: CjkMode | undefined) {
    this.#numbers = numbers;
    this.#cjk = cjk;
  }

  /** True for a character that is in a code page, at a place where it cannot be taken for a command. */
  has(char: string): boolean {
    return ASCII.test(char) || this.#pagesOf(char).length > 0;
  }

  #pagesOf(char: string): readonly Codepage[] {
    if (char.length !== 1 || char < '\u00a0') return [];
    let known = this.#known.get(char);
    if (known === undefined) {
      known = CODEPAGES.filter((codepage) => this.#isIn(char, codepage));
      this.#known.set(char, known);
    }
    return known;
  }

  /** The encoder knows, so it is asked. */
  #isIn(char: string, codepage: Codepage): boolean {
    try {
      const encoder = new Encoder({ columns: 48, codepageMapping: this.#numbers, newline: '\n' });
      const bytes = encoder.codepage(codepage).text(char).encode();
      // Some code pages have pictures where others have commands: an arrow is the byte that begins most of these.
      return (bytes.at(-2) ?? 0) >= 0x80;
    } catch {
      // These printers do not have it.
      return false;
    }
  }

  /**
   * A line, in the order in which it is seen, as pieces that take as much room as it. A character that the printer
   * does not have is a letter without its marks, or a question mark.
   */
  pieces(seen: readonly string[]): EncodedPiece[] {
    const pieces: EncodedPiece[] = [];
    for (const cluster of seen) {
      const wide = this.#wide(cluster);
      const last = pieces.at(-1);
      if (wide !== undefined) {
        if (last !== undefined && 'wide' in last)
          pieces[pieces.length - 1] = { wide: Buffer.concat([last.wide, wide]) };
        else pieces.push({ wide });
        continue;
      }
      for (const char of this.#narrow(cluster)) {
        const before = pieces.at(-1);
        const same = before !== undefined && 'text' in before ? before : undefined;
        const pages = this.#pagesOf(char);
        // As few changes of the code page as can be.
        if (same !== undefined && (isPlainIn(char, same.codepage) || pages.includes(same.codepage))) {
          pieces[pieces.length - 1] = { ...same, text: same.text + char };
        } else pieces.push({ text: char, codepage: pages[0] ?? CODEPAGES[0] });
      }
    }
    return pieces;
  }

  #wide(cluster: string): Buffer | undefined {
    if (this.#cjk === undefined || clustersOf(cluster)[0]?.width !== 2) return undefined;
    const bytes = iconv.encode(cluster, this.#cjk);
    // No character of double width has a byte that begins a command.
    const plain =
      bytes.length % 2 === 0 && bytes.length <= 4 && bytes.every((byte) => byte >= 0x30 && byte !== 0x7f);
    const four = bytes.length === 4 && !/^\p{Script=Han}$/u.test(cluster);
    if (!plain || four || (bytes[0] ?? 0) < 0x80 || iconv.decode(bytes, this.#cjk) !== cluster)
      return undefined;
    return bytes;
  }

  #narrow(cluster: string): string {
    const width = clustersOf(cluster)[0]?.width ?? 0;
    if (width === 0) return '';
    if (width === 1) {
      for (const form of [
        PLAIN.get(cluster),
        cluster,
        SIMILAR.get(cluster),
        cluster.normalize('NFD').charAt(0),
      ]) {
        // Of one character each, or the columns would not stand below each other.
        if (form?.length === 1 && this.has(form)) return form;
      }
    }
    // Of full width: the same in the usual one.
    const [plain = ''] = [cluster.normalize('NFKC')];
    if (width === 2 && plain.length === 1 && this.has(plain)) return `${plain} `;
    return UNKNOWN.repeat(width);
  }
}
