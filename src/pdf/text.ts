import bidiFactory from 'bidi-js/dist/bidi.mjs';
import { BOX, type FontChoice, type FontSubset, type Fonts, type HanRegion } from './fonts.ts';

// Text as it is set: in runs of one font and one direction, in the order in which they stand on the page
// (Unicode Standard Annex 9). Shaping inside a run is the font's.

const bidi = bidiFactory();

/** Characters of one font and direction, written as the font wants to get them. */
export interface Run {
  readonly piece: FontSubset;
  readonly text: string;
}

/** A line of text: its runs from left to right, and its text when that cannot be read from its glyphs. */
export interface Line {
  readonly runs: readonly Run[];
  readonly actual: string | undefined;
}

/** A part of a paragraph that is not broken: a word with the characters attached to it. */
interface Word {
  readonly start: number;
  readonly end: number;
}

/** A character: where it begins, its font, its level (odd: right to left). */
interface Char {
  readonly at: number;
  readonly text: string;
  readonly piece: FontSubset;
  readonly level: number;
}

const UNSEEN = /^\p{Default_Ignorable_Code_Point}$/u;
const JOINS = /^[\p{M}\p{Join_Control}]$/u;
const FROM_RIGHT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/** Scripts whose glyphs stand for their characters one by one. */
const ONE_BY_ONE =
  /^[\p{Script=Common}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]*$/u;
const ARABIC = /\p{Script=Arabic}/u;
const ARABIC_LETTERS = /\p{Script_Extensions=Arabic}/gu;
const OPENING = /^[\p{Ps}\p{Pi}¿¡]+$/u;
const PLAIN = /^[\x20-\x7e]*$/;
/** Marks of direction inside a text; they are not part of its content. */
const DIRECTIONS = /[\u2066-\u2069]/g;

const words = new Intl.Segmenter('en', { granularity: 'word' });
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The country whose forms of Chinese characters a text needs, by the letters beside them. */
function hanOf(text: string, otherwise: HanRegion): HanRegion {
  if (/\p{Script=Hangul}/u.test(text)) return 'kr';
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'jp';
  return otherwise;
}

/** Opens the fonts for some texts; their paragraphs can be made then. */
export async function prepareFonts(
  texts: readonly string[],
  fonts: Fonts,
  otherwise: HanRegion,
): Promise<void> {
  const forms = new Set(texts.map((text) => hanOf(text, otherwise)));
  for (const han of forms) {
    const own = texts.filter((text) => hanOf(text, otherwise) === han);
    await fonts.prepare(own, { han, arabic: 'arabic' });
    const arabic = own.filter((text) => ARABIC.test(text));
    if (arabic.length > 0) await fonts.prepare(arabic, { han, arabic: 'moreArabic' });
  }
}

function choiceFor(text: string, fonts: Fonts, otherwise: HanRegion): FontChoice {
  const choice: FontChoice = { han: hanOf(text, otherwise), arabic: 'arabic' };
  for (const [letter] of text.matchAll(ARABIC_LETTERS)) {
    if (fonts.find(letter.codePointAt(0) ?? 0, choice) === undefined)
      return { ...choice, arabic: 'moreArabic' };
  }
  return choice;
}

/** A text on its way to the page: its characters with fonts and levels, and where it may be broken. */
export class Paragraph {
  readonly text: string;
  readonly words: readonly Word[];
  readonly #chars: readonly Char[];
  readonly #complex: boolean;
  readonly #mixed: boolean;

  constructor(text: string, fonts: Fonts, han: HanRegion) {
    // Line ends and tabs of a name or a note are spaces here.
    this.text = text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
    this.#chars = charsOf(this.text, fonts, choiceFor(this.text, fonts, han));
    this.words = wordsOf(this.text);
    // PDF readers reverse runs from right to left themselves, and would do so with this text too.
    const plain = this.#chars.every(({ level }) => level % 2 === 0);
    this.#complex = plain && !ONE_BY_ONE.test(this.text);
    this.#mixed = !plain;
  }

  /** Every font the paragraph needs. */
  get pieces(): ReadonlySet<FontSubset> {
    return new Set(this.#chars.map(({ piece }) => piece));
  }

  /** A part of the paragraph as a line. Spaces at its end hang out of it. */
  line(start: number, end: number): Line {
    const shown = this.text.slice(start, end).trimEnd();
    const from = this.#indexOf(start);
    const chars = this.#chars.slice(from, this.#indexOf(start + shown.length));
    const boxed =
      !this.#mixed && chars.some(({ text, at }) => text === BOX && !this.text.startsWith(BOX, at));
    const runs = visual(runsOf(chars)).map(({ piece, text }) => ({ piece, text }));
    return { runs, actual: this.#complex || boxed ? shown.replace(DIRECTIONS, '') : undefined };
  }

  /** Where a word may be cut when it is too long for a line. */
  cuts({ start, end }: Word): number[] {
    return [...graphemes.segment(this.text.slice(start, end))].map(
      ({ index, segment }) => start + index + segment.length,
    );
  }

  /** The first character at or behind a place in the text. */
  #indexOf(place: number): number {
    let low = 0;
    let high = this.#chars.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#chars[middle]?.at ?? 0) < place) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function charsOf(text: string, fonts: Fonts, choice: FontChoice): Char[] {
  const levels = PLAIN.test(text) ? undefined : bidi.getEmbeddingLevels(text).levels;
  const chars: Char[] = [];
  const box = fonts.find(BOX.codePointAt(0) ?? 0, choice);
  for (const cluster of levels === undefined ? plainClusters(text) : graphemes.segment(text)) {
    let at = cluster.index;
    let before: FontSubset | undefined;
    for (const char of cluster.segment) {
      const level = levels?.[at] ?? 0;
      const piece = pieceFor(char, fonts, choice, before);
      if (piece === 'none') {
        // One box for all of it: a family of emoji is one picture that is missing.
        if (before === undefined && box !== undefined) chars.push({ at, text: BOX, piece: box, level });
        break;
      }
      if (piece !== undefined) {
        const shown = level % 2 === 1 ? (bidi.getMirroredCharacter(char) ?? char) : char;
        chars.push({ at, text: shown, piece, level });
        before = piece;
      }
      at += char.length;
    }
  }
  return chars;
}

function* plainClusters(text: string): Generator<{ index: number; segment: string }> {
  for (let index = 0; index < text.length; index++) yield { index, segment: text.charAt(index) };
}

/**
 * The font for a character; undefined for an invisible one. What belongs to the character before it stays with that one's
 * font, where the two may be one picture.
 */
function pieceFor(
  char: string,
  fonts: Fonts,
  choice: FontChoice,
  before: FontSubset | undefined,
): FontSubset | 'none' | undefined {
  const point = char.codePointAt(0) ?? 0;
  const isUnseen = UNSEEN.test(char) && !JOINS.test(char);
  if (before !== undefined && !isUnseen && fonts.has(before, point)) return before;
  if (UNSEEN.test(char)) return undefined;
  return fonts.find(point, choice) ?? 'none';
}

function wordsOf(text: string): Word[] {
  const found: { start: number; end: number }[] = [];
  let opened = false;
  for (const { segment, index, isWordLike } of words.segment(text)) {
    const word = found.at(-1);
    const opens = OPENING.test(segment);
    // Punctuation is attached to the word before it; an opening bracket to the one after it.
    if (word !== undefined && (opened || (isWordLike !== true && !opens))) word.end = index + segment.length;
    else found.push({ start: index, end: index + segment.length });
    opened = opens;
  }
  return found;
}

interface Leveled extends Run {
  readonly level: number;
}

function runsOf(chars: readonly Char[]): Leveled[] {
  const runs: { piece: FontSubset; level: number; text: string }[] = [];
  for (const { piece, level, text } of chars) {
    const run = runs.at(-1);
    // A font sets its words from left to right, so where they run the other way each is set on its own.
    const alone = level % 2 === 1 && (text === ' ' || run?.text === ' ');
    if (run !== undefined && run.piece === piece && run.level === level && !alone) run.text += text;
    else runs.push({ piece, level, text });
  }
  return runs.map((run) => ({ ...run, text: forFont(run) }));
}

/** Fonts turn words of scripts from the right round themselves, and no others: those are turned here. */
function forFont({ text, level }: Omit<Leveled, 'piece'>): string {
  if (FROM_RIGHT.test(text) === (level % 2 === 1)) return text;
  return [...graphemes.segment(text)]
    .map(({ segment }) => segment)
    .reverse()
    .join('');
}

/** Rule L2: from the highest level down to 1, runs at that level or above are reversed. */
function visual(runs: Leveled[]): Leveled[] {
  const highest = runs.reduce((most, { level }) => Math.max(most, level), 0);
  for (let level = highest; level >= 1; level--) {
    for (let start = 0; start < runs.length; start++) {
      let end = start;
      while (end < runs.length && (runs[end]?.level ?? 0) >= level) end++;
      if (end - start > 1) runs.splice(start, end - start, ...runs.slice(start, end).reverse());
      start = end;
    }
  }
  return runs;
}
