import assert from 'node:assert/strict';
import iconv from 'iconv-lite';

// A printer in memory: it takes ESC/POS as printers do and keeps the text of its paper. It refuses unknown commands,
// so that a byte of a name that became a command is noticed.

/** A line as it was printed. */
export interface PrintedLine {
  readonly text: string;
  readonly bold: boolean;
  readonly invert: boolean;
  /** How many times as wide and high as usual. */
  readonly size: readonly [width: number, height: number];
}

/** A piece of paper between two cuts. */
export interface Strip {
  readonly lines: readonly PrintedLine[];
  readonly barcodes: readonly string[];
  /** Before which lines the printer was reset, as it is for each document. */
  readonly starts: readonly number[];
}

/** The bytes it sends to its connection. */
export type Answer = (bytes: Buffer) => void;

/** The numbers of code pages of Epson's printers. */
const CODEPAGES: Readonly<Record<number, string>> = {
  0: 'cp437',
  2: 'cp850',
  13: 'cp857',
  14: 'cp737',
  16: 'windows1252',
  17: 'cp866',
  18: 'cp852',
  19: 'cp858',
  33: 'cp775',
  36: 'cp862',
  37: 'cp864',
  47: 'windows1253',
  49: 'windows1255',
  52: 'windows1258',
};

/** The state of a printer in its real-time status. */
export interface Condition {
  readonly offline: boolean;
  readonly coverOpen: boolean;
  readonly paperOut: boolean;
  readonly error: boolean;
}

export const READY: Condition = { offline: false, coverOpen: false, paperOut: false, error: false };

/** Takes bytes, however they are cut, and prints. */
export class VirtualPrinter {
  readonly #cjk: string | undefined;
  readonly columns: number;
  condition: Condition = READY;
  /** The pieces of paper that were cut off. */
  readonly strips: Strip[] = [];
  #rest = Buffer.alloc(0);
  #lines: PrintedLine[] = [];
  #barcodes: string[] = [];
  #starts: number[] = [];
  #text = '';
  #cells = 0;
  #codepage = 'cp437';
  #kanji = false;
  #bold = false;
  #invert = false;
  #size: readonly [number, number] = [1, 1];
  #look: Omit<PrintedLine, 'text'> | undefined;
  #answer: Answer = () => undefined;
  readonly #decoders = new Map<string, string[]>();

  constructor({ columns = 48, cjk }: { columns?: number; cjk?: string } = {}) {
    this.columns = columns;
    this.#cjk = cjk;
  }

  /** What stands on the paper below the last cut. */
  get open(): Strip {
    return { lines: this.#lines, barcodes: this.#barcodes, starts: this.#starts };
  }

  /** A new connection: a command that was begun is given up. */
  connected(answer: Answer): void {
    this.#answer = answer;
    this.#rest = Buffer.alloc(0);
  }

  /** Takes bytes. */
  push(bytes: Uint8Array): void {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    for (;;) {
      const used = this.#step(this.#rest);
      if (used === 0) return;
      this.#rest = this.#rest.subarray(used);
    }
  }

  /** Does what the first bytes say; answers how many these are, and 0 when there are too few. */
  #step(bytes: Buffer): number {
    const [first, second, third] = bytes;
    if (first === undefined) return 0;
    const needs = (count: number, work: () => void): number => {
      if (bytes.length < count) return 0;
      work();
      return count;
    };
    const hex = () => bytes.subarray(0, 8).toString('hex');
    switch (first) {
      case 0x00:
        return 1;
      case 0x0a:
        this.#feed();
        return 1;
      case 0x10:
        if (second === undefined || third === undefined) return 0;
        assert.equal(second, 0x04, `DLE ${hex()}`);
        this.#status(third);
        return 3;
      case 0x1b:
        switch (second) {
          case undefined:
            return 0;
          case 0x40:
            this.#reset();
            return 2;
          case 0x45:
            return needs(3, () => {
              this.#bold = third === 1;
            });
          case 0x4d:
          case 0x61:
            return needs(3, () => assert.ok((third ?? 9) < 3));
          case 0x74:
            return needs(3, () => {
              const codepage = CODEPAGES[third ?? -1];
              assert.ok(codepage !== undefined, `Code page ${third} is not known here.`);
              this.#codepage = codepage;
            });
          default:
            return assert.fail(`ESC ${hex()} is no command.`);
        }
      case 0x1c:
        switch (second) {
          case undefined:
            return 0;
          case 0x26:
          case 0x2e:
            this.#kanji = second === 0x26;
            return 2;
          case 0x43:
            return needs(3, () => assert.equal(this.#cjk, 'shift_jis'));
          default:
            return assert.fail(`FS ${hex()} is no command.`);
        }
      case 0x1d:
        return this.#group(bytes, needs);
      default:
        assert.ok(first >= 0x20 && first !== 0x7f, `The byte ${hex()} is neither text nor a command.`);
        return this.#kanji ? this.#wide(bytes) : this.#letter(first);
    }
  }

  #group(bytes: Buffer, needs: (count: number, work: () => void) => number): number {
    const [, second, third, fourth] = bytes;
    switch (second) {
      case undefined:
        return 0;
      case 0x21:
        return needs(3, () => {
          this.#size = [((third ?? 0) >> 4) + 1, ((third ?? 0) & 7) + 1];
        });
      case 0x42:
        return needs(3, () => {
          this.#invert = third === 1;
        });
      case 0x48:
      case 0x68:
      case 0x77:
        return needs(3, () => undefined);
      case 0x56:
        return needs(3, () => {
          assert.ok(third === 0 || third === 1);
          this.#cut();
        });
      case 0x6b:
        if (fourth === undefined) return 0;
        return needs(4 + fourth, () => {
          assert.equal(third, 0x49);
          this.#barcodes.push(bytes.subarray(4, 4 + fourth).toString('latin1'));
        });
      case 0x28:
        return needs(11, () => {
          assert.equal(bytes.subarray(0, 7).toString('hex'), '1d284806003030');
          const id = bytes.subarray(7, 11);
          assert.ok(id.every((byte) => byte >= 0x20 && byte <= 0x7e));
          this.#answer(Buffer.concat([Buffer.from([0x37, 0x22]), id, Buffer.from([0])]));
        });
      default:
        return assert.fail(`GS ${bytes.subarray(0, 8).toString('hex')} is no command.`);
    }
  }

  #status(kind: number): void {
    const { offline, coverOpen, paperOut, error } = this.condition;
    const down = offline || coverOpen || paperOut || error;
    const bits: Record<number, number> = {
      1: down ? 0x08 : 0,
      2: (coverOpen ? 0x04 : 0) | (paperOut ? 0x20 : 0) | (error ? 0x40 : 0),
      3: error ? 0x08 : 0,
      4: paperOut ? 0x60 : 0,
    };
    const found = bits[kind];
    assert.ok(found !== undefined, `DLE EOT ${kind} is no question.`);
    this.#answer(Buffer.from([0x12 | found]));
  }

  #reset(): void {
    this.#starts.push(this.#lines.length);
    this.#text = '';
    this.#cells = 0;
    this.#look = undefined;
    this.#codepage = 'cp437';
    this.#kanji = false;
    this.#bold = false;
    this.#invert = false;
    this.#size = [1, 1];
  }

  #put(text: string, cells: number): void {
    const wide = cells * this.#size[0];
    // A printer goes on in the next line of its own accord, and nothing stands where it should.
    assert.ok(this.#cells + wide <= this.columns, `"${this.#text + text}" is wider than the paper.`);
    this.#cells += wide;
    this.#text += text;
    if (text.trim() !== '') this.#look ??= { bold: this.#bold, invert: this.#invert, size: this.#size };
  }

  #letter(byte: number): number {
    if (byte < 0x80) {
      this.#put(String.fromCharCode(byte), 1);
      return 1;
    }
    let table = this.#decoders.get(this.#codepage);
    if (table === undefined) {
      const upper = Buffer.from(Array.from({ length: 256 }, (_, at) => at));
      const codepage = this.#codepage;
      table = Array.from(upper, (each) => iconv.decode(Buffer.from([each]), codepage));
      this.#decoders.set(this.#codepage, table);
    }
    this.#put(table[byte] ?? '', 1);
    return 1;
  }

  #wide(bytes: Buffer): number {
    const [first = 0, second] = bytes;
    if (first < 0x80) return this.#letter(first);
    if (second === undefined) return 0;
    assert.ok(this.#cjk !== undefined, 'This printer knows no characters of double width.');
    const length = second >= 0x30 && second <= 0x39 ? 4 : 2;
    if (bytes.length < length) return 0;
    this.#put(iconv.decode(bytes.subarray(0, length), this.#cjk), 2);
    return length;
  }

  #feed(): void {
    const look = this.#look ?? { bold: false, invert: false, size: [1, 1] as const };
    this.#lines.push({ text: this.#text, ...look });
    this.#text = '';
    this.#cells = 0;
    this.#look = undefined;
  }

  #cut(): void {
    assert.equal(this.#text, '', 'A line is cut through.');
    this.strips.push(this.open);
    this.#starts = [];
    this.#lines = [];
    this.#barcodes = [];
  }
}

/** The lines of a piece of paper as text, without empty ones at the ends. */
export function linesOf(strip: Strip): string[] {
  return strip.lines.map(({ text }) => text.trimEnd());
}
