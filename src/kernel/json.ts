import { isUtf8 } from 'node:buffer';
import { ApiError } from './errors.ts';
import { ExactNumber, parseExact } from './exact.ts';

export { canonicalJson, ExactNumber, jsonDecimal, jsonInteger, parseExact } from './exact.ts';

/** Deepest nesting a body may have; the outermost value is 1 (contract 2). */
export const MAX_JSON_DEPTH = 32;

const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

function refuse(sentence: string): ApiError {
  return new ApiError('invalid_request', sentence);
}

/** Counts the keys of the parsed tree and refuses what is too deep or has a forbidden key. */
function countKeys(value: unknown, depth: number): number {
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return 0;
  if (depth > MAX_JSON_DEPTH) {
    throw refuse(`The JSON body is nested too deeply: at most ${MAX_JSON_DEPTH} levels are accepted.`);
  }
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) count += countKeys(item, depth + 1);
    return count;
  }
  for (const [key, item] of Object.entries(value)) {
    if (FORBIDDEN_KEYS.has(key)) throw refuse(`The JSON body has a key that is not accepted: ${key}.`);
    count += 1 + countKeys(item, depth + 1);
  }
  return count;
}

/** Counts the colons outside strings, which is the number of keys written, and stops at absurd depth. */
function countWrittenKeys(text: string): number {
  let count = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 34) {
      for (at++; at < text.length; at++) {
        const inside = text.charCodeAt(at);
        if (inside === 92) at++;
        else if (inside === 34) break;
      }
    } else if (code === 58) count++;
    else if (code === 123 || code === 91) {
      if (++depth > MAX_JSON_DEPTH) {
        throw refuse(`The JSON body is nested too deeply: at most ${MAX_JSON_DEPTH} levels are accepted.`);
      }
    } else if (code === 125 || code === 93) depth--;
  }
  return count;
}

/**
 * Reads a request body: UTF-8, at most 32 deep, no duplicate and no prototype keys, every number exact
 * (contract 2). An empty body is undefined. Throws a 400 that says what is wrong.
 */
export function parseBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  if (!isUtf8(bytes)) throw refuse('The body is not valid UTF-8.');
  const text = bytes.toString('utf8');
  const written = countWrittenKeys(text);
  let value: unknown;
  try {
    value = parseExact(text);
  } catch (error) {
    const where = error instanceof Error ? /position \d+/.exec(error.message)?.[0] : undefined;
    throw refuse(`The body is not valid JSON${where === undefined ? '' : ` (at ${where})`}.`);
  }
  if (countKeys(value, 1) !== written) throw refuse('The JSON body has the same key twice in one object.');
  return value;
}

/** The same JSON text, indented by two spaces, numbers untouched (spec: General conventions 11). */
export function prettyJson(text: string): string {
  const value: unknown = JSON.parse(text, (_key: string, item: unknown, context?: { source?: string }) =>
    typeof item === 'number' && context?.source !== undefined ? JSON.rawJSON(context.source) : item,
  );
  return `${JSON.stringify(value, null, 2)}\n`;
}
