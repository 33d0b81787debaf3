import assert from 'node:assert/strict';
import { inflateSync } from 'node:zlib';

// Reads the text of PDF files as a reader that copies it would: the glyphs of each page through their fonts'
// ToUnicode tables. It understands the files that Passbell makes, not any.

/** A piece of text and where it stands; y counts up from the bottom. */
export interface PdfText {
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

export interface PdfPage {
  readonly texts: readonly PdfText[];
  /** The pieces of each line from left to right, lines from the top. */
  readonly lines: readonly (readonly string[])[];
}

/** The pages of a file, in order. */
export function readPdf(bytes: Buffer): PdfPage[] {
  const file = new File(bytes);
  return file.pages().map((page) => {
    const texts = file.textsOf(page);
    const byLine = Map.groupBy(texts, ({ y }) => Math.round(y));
    const lines = [...byLine]
      .sort(([a], [b]) => b - a)
      .map(([, line]) => line.toSorted((a, b) => a.x - b.x).map(({ text }) => text));
    return { texts, lines };
  });
}

/** Everything a file says, line by line, pieces divided by a bar. */
export function pdfLines(bytes: Buffer): string[] {
  return readPdf(bytes).flatMap(({ lines }) => lines.map((line) => line.join('|')));
}

class File {
  readonly #objects = new Map<string, string>();

  constructor(bytes: Buffer) {
    const text = bytes.toString('latin1');
    assert.ok(text.startsWith('%PDF-1.7') && text.trimEnd().endsWith('%%EOF'), 'It is no whole PDF file.');
    // The table at the end says where each object begins.
    const start = Number(/startxref\n(\d+)\n%%EOF\s*$/.exec(text)?.[1]);
    const table = text.slice(start).split('\n');
    assert.equal(table[0], 'xref');
    const count = Number(table[1]?.split(' ')[1]);
    for (let number = 1; number < count; number++) {
      const at = Number(table[2 + number]?.slice(0, 10));
      const head = `${number} 0 obj\n`;
      assert.equal(text.slice(at, at + head.length), head, 'The table of objects is wrong.');
      this.#objects.set(String(number), text.slice(at + head.length));
    }
  }

  #object(number: string | undefined): string {
    const found = this.#objects.get(number ?? '');
    assert.ok(found !== undefined, `There is no object ${number}.`);
    return found;
  }

  #dictionary(number: string | undefined): string {
    return this.#object(number).split(/\n(?:stream|endobj)\n/)[0] ?? '';
  }

  #stream(number: string | undefined): string {
    const object = this.#object(number);
    const length = Number(/\/Length (\d+)/.exec(object)?.[1]);
    const start = object.indexOf('stream\n') + 'stream\n'.length;
    const bytes = Buffer.from(object.slice(start, start + length), 'latin1');
    const packed = object.slice(0, start).includes('/FlateDecode');
    return (packed ? inflateSync(bytes) : bytes).toString('latin1');
  }

  pages(): string[] {
    const [tree] = [...this.#objects].filter(([, text]) => /^<<\n\/Type \/Pages\n/.test(text));
    const kids = /\/Kids \[([^\]]*)\]/.exec(tree?.[1] ?? '')?.[1] ?? '';
    return [...kids.matchAll(/(\d+) 0 R/g)].map(([, number = '']) => number);
  }

  textsOf(page: string): PdfText[] {
    const dictionary = this.#dictionary(page);
    const resources = this.#dictionary(/\/Resources (\d+) 0 R/.exec(dictionary)?.[1]);
    const fonts = new Map(
      [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', number]) => [
        name,
        this.#unicode(number),
      ]),
    );
    const content = this.#stream(/\/Contents (\d+) 0 R/.exec(dictionary)?.[1]);
    const texts: PdfText[] = [];
    for (const [, block = ''] of content.matchAll(/\nBT\n([\s\S]*?)\nET\n/g)) {
      const [, x, y] = /1 0 0 1 (\S+) (\S+) Tm/.exec(block) ?? [];
      const font = fonts.get(/\/(F\d+) \S+ Tf/.exec(block)?.[1] ?? '');
      assert.ok(font !== undefined, 'A text has no font.');
      const glyphs = [...block.matchAll(/<([0-9a-f]*)>/g)].map(([, hex]) => hex).join('');
      const text = (glyphs.match(/.{4}/g) ?? []).map((glyph) => font[Number.parseInt(glyph, 16)] ?? '\ufffd');
      texts.push({ x: Number(x), y: Number(y), text: text.join('') });
    }
    return texts;
  }

  /** What each glyph of a font stands for; the font has to be in the file. */
  #unicode(number: string | undefined): string[] {
    const font = this.#dictionary(number);
    const shape = this.#dictionary(/\/DescendantFonts \[(\d+) 0 R\]/.exec(font)?.[1]);
    const descriptor = this.#dictionary(/\/FontDescriptor (\d+) 0 R/.exec(shape)?.[1]);
    assert.match(descriptor, /\/FontFile2 \d+ 0 R/, 'A font is not in the file.');
    const table = this.#stream(/\/ToUnicode (\d+) 0 R/.exec(font)?.[1]);
    return [...table.matchAll(/\[(.*)\]/g)].flatMap(([, entries = '']) =>
      [...entries.matchAll(/<([^>]*)>/g)].map(([, units = '']) =>
        units
          .split(' ')
          .filter((unit) => unit !== '')
          .map((unit) => String.fromCharCode(Number.parseInt(unit, 16)))
          .join(''),
      ),
    );
  }
}
