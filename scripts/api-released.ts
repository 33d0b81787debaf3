// Released versions of the API: their descriptions (docs/api/released) and recorded answers (test/data/released), by date.
// `npm run describe -- --release` adds the present one (reference: versions.5).

import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Released } from './api-differences.ts';

const root = dirname(import.meta.dirname);
const DESCRIPTIONS = join(root, 'docs/api/released');
const ANSWERS = join(root, 'test/data/released');

/** The recorded answers of a version: by the operation, and the payloads of messages by theirs. */
export type RecordedAnswers = Readonly<Record<string, unknown>>;

/** The dates of the released versions, the oldest first. */
export function releasedVersions(): string[] {
  return globSync('*.json', { cwd: DESCRIPTIONS })
    .map((file) => basename(file, '.json'))
    .sort();
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

/** The description of a released version. */
export function releasedDescription(version: string): Released {
  return readJson(join(DESCRIPTIONS, `${version}.json`)) as Released;
}

/** The recorded answers of a released version. */
export function releasedAnswers(version: string): RecordedAnswers {
  return readJson(join(ANSWERS, `${version}.json`)) as RecordedAnswers;
}

/** What callers do not depend on; `summary` tells what is new. */
const WORDS = new Set(['description', 'example', 'examples', 'tags', 'title', 'x-lookup']);
/** Where the names of members are those of the API, not those of OpenAPI. */
const NAMES = new Set([
  'properties',
  'paths',
  'webhooks',
  'schemas',
  'parameters',
  'headers',
  'content',
  'callbacks',
]);

/** A description as it is released: without words, examples and refusals. */
export function stripped(description: unknown, version: string): Released {
  const { paths, webhooks, components } = description as Record<string, Record<string, unknown>>;
  const { schemas, parameters, callbacks } = components ?? {};
  const rest = { info: { version }, paths, webhooks, components: { schemas, parameters, callbacks } };
  return withoutWords(rest, false) as Released;
}

function withoutWords(value: unknown, areNames: boolean): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutWords(each, false));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => areNames || !WORDS.has(name))
      .map(([name, each]) => {
        if (!areNames && name === 'responses') return [name, answersAlone(each)];
        if (!areNames && name === 'headers') return [name, namesAlone(each)];
        return [name, withoutWords(each, !areNames && NAMES.has(name))];
      }),
  );
}

/** The answers of an operation that are no refusals. */
function answersAlone(responses: unknown): unknown {
  const all = Object.entries(responses as Readonly<Record<string, unknown>>);
  return withoutWords(Object.fromEntries(all.filter(([status]) => /^[23]/.test(status))), true);
}

const namesAlone = (headers: unknown) =>
  Object.fromEntries(Object.keys(headers as object).map((name) => [name, {}]));

/** Longest text and list in a recorded answer: what it is of is what matters. */
const MAX_TEXT = 60;
const MAX_ITEMS = 2;

function shortened(value: unknown): unknown {
  if (typeof value === 'string') return value.slice(0, MAX_TEXT);
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shortened(each)]));
}

/** The answers, and the payloads of messages, among recorded examples. */
export function answersOf(
  examples: Readonly<Record<string, { readonly request?: unknown; readonly response?: unknown } | undefined>>,
): RecordedAnswers {
  return Object.fromEntries(
    Object.entries(examples).flatMap(([id, example]) => {
      const { response, request } = example ?? {};
      const answer = /^on[A-Z]/.test(id) ? request : response;
      return answer === undefined ? [] : [[id, shortened(answer)]];
    }),
  );
}

/**
 * Keeps a version. What was released never changes: fails where the date has another description already. `write` turns
 * JSON into the text of a file.
 */
export function release(
  version: string,
  description: Released,
  answers: RecordedAnswers,
  write: (value: unknown) => string,
): string[] {
  const files = [
    [join(DESCRIPTIONS, `${version}.json`), `${write(description)}\n`],
    [join(ANSWERS, `${version}.json`), `${write(answers)}\n`],
  ] as const;
  for (const [file, text] of files) {
    if (existsSync(file) && readFileSync(file, 'utf8') !== text) {
      throw new Error(
        `${file} is another already. Give the API a new date (API_VERSION in src/edge/version.ts), or delete what is kept ` +
          'of this date if nobody has it yet.',
      );
    }
  }
  for (const [file, text] of files) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return files.map(([file]) => file);
}
