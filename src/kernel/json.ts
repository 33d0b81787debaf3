import { isUtf8 } from 'node:buffer';
import { ApiError } from './errors.ts';
import { ExactNumber, parseExact } from './exact.ts';
import { type Sentence, sentence } from './words.ts';

export { canonicalJson, ExactNumber, jsonDecimal, jsonInteger, parseExact } from './exact.ts';

/** Deepest nesting a body may have; the outermost value is 1 (reference: limits.2). */
export const MAX_JSON_DEPTH = 32;

/** Most objects in a body: an order has at most 2,500 lines, each of them with a few. */
export const MAX_JSON_OBJECTS = 25_000;
/** Most keys in one object; no record has a tenth of them. */
export const MAX_JSON_KEYS = 1_000;
/** Most commas in a body, which is about as many values: no body of lines has half of them. */
export const MAX_JSON_COMMAS = 150_000;

const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

function refuse(why: Sentence): ApiError {
  return new ApiError('invalid_request', why);
}

/** Counts the keys of the parsed tree and refuses forbidden keys and excessive depth. */
function countKeys(value: unknown, depth: number): number {
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return 0;
  if (depth > MAX_JSON_DEPTH) {
    throw refuse(
      sentence('The JSON body is nested too deeply: at most {max} levels are accepted.', {
        max: MAX_JSON_DEPTH,
      }),
    );
  }
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) count += countKeys(item, depth + 1);
    return count;
  }
  for (const [key, item] of Object.entries(value)) {
    if (FORBIDDEN_KEYS.has(key))
      throw refuse(sentence('The JSON body has a key that is not accepted: {key}.', { key }));
    count += 1 + countKeys(item, depth + 1);
  }
  return count;
}

const OBJECTS = sentence('objects');
const KEYS = sentence('keys in one object');
const VALUES = sentence('values');

/** Refuses a body with too many objects, keys or values. */
function requireFew(count: number, most: number, what: Sentence): void {
  if (count > most)
    throw refuse(sentence('The JSON body has too many {what}: at most {most} are accepted.', { what, most }));
}

/**
 * Counts the colons outside strings, which is the number of keys written, and stops at absurd depth and size: the
 * steps after it cost time for every value.
 */
function countWrittenKeys(text: string): number {
  let count = 0;
  let depth = 0;
  let objects = 0;
  let commas = 0;
  /** The keys of the objects that are open, by depth. */
  const keys: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 34) {
      for (at++; at < text.length; at++) {
        const inside = text.charCodeAt(at);
        if (inside === 92) at++;
        else if (inside === 34) break;
      }
    } else if (code === 58) {
      count++;
      const own = (keys[depth] ?? 0) + 1;
      keys[depth] = own;
      requireFew(own, MAX_JSON_KEYS, KEYS);
    } else if (code === 44) requireFew(++commas, MAX_JSON_COMMAS, VALUES);
    else if (code === 123 || code === 91) {
      if (++depth > MAX_JSON_DEPTH) {
        throw refuse(
          sentence('The JSON body is nested too deeply: at most {max} levels are accepted.', {
            max: MAX_JSON_DEPTH,
          }),
        );
      }
      keys[depth] = 0;
      if (code === 123) requireFew(++objects, MAX_JSON_OBJECTS, OBJECTS);
    } else if (code === 125 || code === 93) depth--;
  }
  return count;
}

/**
 * Reads a request body: UTF-8, at most 32 deep, of bounded size, no duplicate and no prototype keys, every number
 * exact (reference: conventions.8, conventions.9). An empty body is undefined. Throws a 400 naming the problem.
 */
export function parseBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  if (!isUtf8(bytes)) throw refuse(sentence('The body is not valid UTF-8.'));
  const text = bytes.toString('utf8');
  const written = countWrittenKeys(text);
  let value: unknown;
  try {
    value = parseExact(text);
  } catch (error) {
    const where = error instanceof Error ? /position (\d+)/.exec(error.message)?.[1] : undefined;
    throw refuse(
      where === undefined
        ? sentence('The body is not valid JSON.')
        : sentence('The body is not valid JSON (at position {where}).', { where }),
    );
  }
  if (countKeys(value, 1) !== written)
    throw refuse(sentence('The JSON body has the same key twice in one object.'));
  return value;
}

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const BACKSLASH = 92;

/** Indents JSON text by two spaces, numbers untouched, as it comes: in parts, cut anywhere. */
export class Indenter {
  #depth = 0;
  #inText = false;
  #escaped = false;
  /** A bracket was opened, and nothing follows it so far. */
  #opened = false;

  /** The next part of the text, indented. */
  add(text: string): string {
    let done = '';
    /** The text is emitted up to here. */
    let from = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (this.#inText) {
        if (this.#escaped) this.#escaped = false;
        else if (code === BACKSLASH) this.#escaped = true;
        else if (code === QUOTE) this.#inText = false;
        continue;
      }
      // Blanks, and the line ends that a text of several records may have.
      if (code <= 32) {
        done += text.slice(from, at);
        from = at + 1;
        continue;
      }
      const closes = code === 125 || code === 93;
      if (closes) this.#depth--;
      if (closes ? !this.#opened : this.#opened) {
        done += text.slice(from, at) + this.#line();
        from = at;
      }
      this.#opened = code === 123 || code === 91;
      if (this.#opened) this.#depth++;
      else if (code === QUOTE) this.#inText = true;
      else if (code === COMMA || code === COLON) {
        done += text.slice(from, at + 1) + (code === COLON ? ' ' : this.#line());
        from = at + 1;
      }
    }
    return done + text.slice(from);
  }

  #line(): string {
    return `\n${'  '.repeat(this.#depth)}`;
  }
}

/** The same JSON text, indented by two spaces, numbers untouched (reference: conventions.28). */
export function prettyJson(text: string): string {
  return `${new Indenter().add(text)}\n`;
}
