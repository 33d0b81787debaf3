import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { create } from 'fontkit';
import subsetFont from 'subset-font';
import { z } from '../shape/reads.ts';

// The fonts of documents: Noto, and Vazirmatn for Arabic, in the families below, each cut into pieces by the characters
// they are for. A piece is read, brought to one weight and kept when a text first needs it.

export type Weight = 400 | 700;

/** A piece of a family. */
export interface FontSubset {
  readonly key: string;
  readonly file: string;
  /** It has one weight, whichever is asked for. */
  readonly isStatic: boolean;
}

const NOTO = '@fontsource-variable/noto-sans';

/** Noto Sans of a script: its own letters alone, as the others are those of the base. */
const ofScript = (script: string) => ({
  source: `${NOTO}-${script}`,
  parts: { test: (part: string) => part === script },
});
/** A family that is cut by how often its characters are used. */
const inNumbers = (source: string) => ({ source, parts: /^\[\d+\]$/ });

/** Where a family comes from, and which of its pieces are used: those that no family before it has. */
interface FamilySource {
  readonly source: string;
  readonly parts: { readonly test: (part: string) => boolean };
  /** It has one weight. */
  readonly isStatic?: boolean;
}

const FAMILIES = {
  base: { source: NOTO, parts: /./ },
  arabic: { source: '@fontsource-variable/vazirmatn', parts: /^arabic$/ },
  moreArabic: ofScript('arabic'),
  hebrew: ofScript('hebrew'),
  sc: inNumbers(`${NOTO}-sc`),
  tc: inNumbers(`${NOTO}-tc`),
  jp: inNumbers(`${NOTO}-jp`),
  kr: inNumbers(`${NOTO}-kr`),
  thai: ofScript('thai'),
  devanagari: ofScript('devanagari'),
  bengali: ofScript('bengali'),
  tamil: ofScript('tamil'),
  telugu: ofScript('telugu'),
  gujarati: ofScript('gujarati'),
  gurmukhi: ofScript('gurmukhi'),
  kannada: ofScript('kannada'),
  malayalam: ofScript('malayalam'),
  oriya: ofScript('oriya'),
  sinhala: ofScript('sinhala'),
  khmer: ofScript('khmer'),
  lao: ofScript('lao'),
  myanmar: ofScript('myanmar'),
  georgian: ofScript('georgian'),
  armenian: ofScript('armenian'),
  ethiopic: ofScript('ethiopic'),
  thaana: ofScript('thaana'),
  tibetan: { source: '@fontsource-variable/noto-serif-tibetan', parts: /^tibetan$/ },
  emoji: inNumbers('@fontsource-variable/noto-emoji'),
  symbols: { source: `${NOTO}-symbols`, parts: /^symbols$/ },
  moreSymbols: { source: '@fontsource/noto-sans-symbols-2', parts: /^(?!latin)/, isStatic: true },
} satisfies Readonly<Record<string, FamilySource>>;
type FontFamily = keyof typeof FAMILIES;

/** The families that have Chinese characters, each in the forms of its country. */
export type HanRegion = 'sc' | 'tc' | 'jp' | 'kr';

/** Families that are looked at by what a text is, or before all others. */
const CHOSEN: ReadonlySet<FontFamily> = new Set(['base', 'arabic', 'moreArabic', 'sc', 'tc', 'jp', 'kr']);
const OTHERS = (Object.keys(FAMILIES) as FontFamily[]).filter((family) => !CHOSEN.has(family));

/** In which families the characters of a text are looked for. */
export interface FontChoice {
  readonly han: HanRegion;
  /**
   * Vazirmatn has a glyph for each letter, so that text copied from the page is the text as it was written; Noto has
   * every letter there is. One text is set in one of them, or its letters would not join.
   */
  readonly arabic: 'arabic' | 'moreArabic';
}

const HAN: Readonly<Record<HanRegion, readonly FontFamily[]>> = {
  sc: ['sc', 'tc', 'jp', 'kr'],
  tc: ['tc', 'sc', 'jp', 'kr'],
  jp: ['jp', 'sc', 'tc', 'kr'],
  kr: ['kr', 'sc', 'tc', 'jp'],
};

function familiesOf({ han, arabic }: FontChoice): readonly FontFamily[] {
  return ['base', arabic, ...HAN[han], ...OTHERS];
}

/** Stands for characters that no font has. */
export const BOX = '□';

/** Most pieces that are kept, each about 60 kB; the one used longest ago makes room. */
const MAX_KEPT = 256;

const listing = z.record(z.string(), z.string());

function pathOf(specifier: string): string {
  return fileURLToPath(import.meta.resolve(specifier));
}

/** The file of a family whose index has a character. As in a style sheet, the last one counts. */
function readPieces(family: FontFamily): ReadonlyMap<number, FontSubset> {
  const { source, parts, isStatic = false }: FamilySource = FAMILIES[family];
  const [, short = ''] = source.split('/');
  const pieces = new Map<number, FontSubset>();
  const listed = listing.parse(JSON.parse(readFileSync(pathOf(`${source}/unicode.json`), 'utf8')));
  for (const [part, text] of Object.entries(listed)) {
    if (!parts.test(part)) continue;
    const style = isStatic ? '400-normal' : 'wght-normal';
    const name = `${short}-${part.replace(/^\[(\d+)\]$/, '$1')}-${style}.woff2`;
    const piece = { key: `${family} ${part}`, file: `${source}/files/${name}`, isStatic };
    for (const range of text.split(',')) {
      const [first = '', last = first] = range.slice('U+'.length).split('-');
      const end = Number.parseInt(last, 16);
      for (let point = Number.parseInt(first, 16); point <= end; point++) pieces.set(point, piece);
    }
  }
  return pieces;
}

/** The fonts there are. Files are read once and kept, so one of these serves many documents. */
export class Fonts {
  readonly #pieces = new Map<FontFamily, ReadonlyMap<number, FontSubset>>();
  /** The characters each file really has, which are fewer than its index says. */
  readonly #points = new Map<FontSubset, ReadonlySet<number>>();
  readonly #kept = new Map<string, Buffer>();

  /** Finds out which pieces have the characters of some texts; before that `find` finds nothing. */
  async prepare(texts: Iterable<string>, choice: FontChoice): Promise<void> {
    const points = new Set([...BOX].map((char) => char.codePointAt(0) ?? 0));
    for (const text of texts) for (const char of text) points.add(char.codePointAt(0) ?? 0);
    for (const point of points) await this.#loadSubset(point, familiesOf(choice));
  }

  /** Opens the files whose index has a character until one really has it. */
  async #loadSubset(point: number, families: readonly FontFamily[]): Promise<void> {
    for (const family of families) {
      const piece = this.#piecesOf(family).get(point);
      if (piece === undefined) continue;
      let points = this.#points.get(piece);
      if (points === undefined) {
        points = new Set(create(await this.load(piece, 400)).characterSet);
        this.#points.set(piece, points);
      }
      if (points.has(point)) return;
    }
  }

  #piecesOf(family: FontFamily): ReadonlyMap<number, FontSubset> {
    let pieces = this.#pieces.get(family);
    if (pieces === undefined) {
      pieces = readPieces(family);
      this.#pieces.set(family, pieces);
    }
    return pieces;
  }

  /** The piece for a character: that of the first family that has it. Undefined when none has. */
  find(point: number, choice: FontChoice): FontSubset | undefined {
    for (const family of familiesOf(choice)) {
      const piece = this.#piecesOf(family).get(point);
      if (piece !== undefined && this.has(piece, point)) return piece;
    }
    return undefined;
  }

  /** True when the piece has the character. */
  has(piece: FontSubset, point: number): boolean {
    return this.#points.get(piece)?.has(point) === true;
  }

  /** The piece as a TrueType font of one weight. */
  async load(piece: FontSubset, weight: Weight): Promise<Buffer> {
    const key = `${piece.key} ${weight}`;
    const kept = this.#kept.get(key);
    if (kept !== undefined) {
      this.#kept.delete(key);
      this.#kept.set(key, kept);
      return kept;
    }
    const made = await subsetFont(readFileSync(pathOf(piece.file)), undefined, {
      targetFormat: 'sfnt',
      keepAllGlyphs: true,
      noHinting: true,
      variationAxes: piece.isStatic ? {} : { wght: weight },
    });
    this.#kept.set(key, made);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return made;
  }
}
