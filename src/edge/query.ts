import type { Deprecation } from '../kernel/deprecation.ts';
import { ApiError, invalid } from '../kernel/errors.ts';
import { type Id, parseId } from '../kernel/id.ts';
import type { Schema } from '../kernel/json-schema.ts';
import { type Sentence, sentence } from '../kernel/words.ts';
import { MAX_PAGE, PAGE } from './page.ts';

// The parameters that a route's query may have, declared once, beside the handler: how each is read, and how the
// description of the API shows it. Others are named in X-Ignored-Parameters (reference: conventions.27).

/** How a parameter of a query is read and described. */
export interface Parameter<T> {
  /** Its purpose, as a sentence of the description. */
  readonly words: string;
  readonly schema: Schema;
  /** Its value where it is not sent; without one that is undefined. */
  readonly otherwise?: T;
  /** Another way to ask has replaced it. */
  readonly deprecated?: Deprecation;
  /** Reads the text that was sent; 400 naming the parameter. `ignore` takes the parts of it that mean nothing. */
  read(text: string, name: string, ignore: (part: string) => void): T;
}

/** The parameters of a query, by their names. */
export type Query = Readonly<Record<string, Parameter<unknown>>>;

/** The values of a query's parameters. */
export type Asked<Q extends Query> = {
  readonly [K in keyof Q]: Q[K] extends { readonly otherwise: infer T }
    ? T
    : ReturnType<Q[K]['read']> | undefined;
};

/** A parameter whose text `parse` turns into a value; where that is undefined, 400 with the sentence `why`. */
export function parameter<T>(
  words: string,
  schema: Schema,
  parse: (text: string) => T | undefined,
  why: Sentence,
): Parameter<T> {
  return {
    words,
    schema,
    read: (text, name) => {
      const value = parse(text);
      if (value === undefined) throw invalid(name, why);
      return value;
    },
  };
}

/** The same parameter, with a value for where it is not sent. */
export function orElse<T, const D extends T>(
  which: Parameter<T>,
  otherwise: D,
): Parameter<T> & { readonly otherwise: T } {
  return { ...which, otherwise };
}

/** Any text. */
export function text(words: string): Parameter<string> {
  return { words, schema: { type: 'string' }, read: (value) => value };
}

const FLAGS: Readonly<Record<string, boolean>> = { true: true, '1': true, false: false, '0': false };

/** Yes or no: `true`, `false`, `1` or `0`. */
export function flag(words: string): Parameter<boolean> {
  const parse = (value: string) => (Object.hasOwn(FLAGS, value) ? FLAGS[value] : undefined);
  return parameter(words, { type: 'boolean' }, parse, sentence('must be true or false.'));
}

/** One of some words. */
export function oneOf<const W extends string>(all: readonly W[], words: string): Parameter<W> {
  const parse = (value: string) => all.find((each) => each === value);
  return parameter(
    words,
    { type: 'string', enum: all },
    parse,
    sentence('must be one of {values}.', { values: all.join(', ') }),
  );
}

/** Several of some words, separated by commas; other words mean nothing. */
export function someOf<const W extends string>(
  all: readonly W[],
  words: string,
): Parameter<ReadonlySet<W>> & { readonly otherwise: ReadonlySet<W> } {
  return {
    words,
    schema: { type: 'array', items: { type: 'string', enum: all } },
    otherwise: new Set<W>(),
    read: (value, _name, ignore) => {
      const asked = new Set(value.split(',').map((each) => each.trim()));
      const known = all.filter((each) => asked.delete(each));
      for (const each of asked) if (each !== '') ignore(each);
      return new Set(known);
    },
  };
}

const ID_SCHEMA: Schema = { type: 'string', pattern: '^[1-9][0-9]{0,18}$' };

/** The id of a record. */
export function idOf(words: string): Parameter<Id> {
  return parameter(words, ID_SCHEMA, parseId, sentence('must be an id.'));
}

/** Most ids in one parameter. */
const MAX_IDS = 5000;

/** Ids, separated by commas. */
export function idList(words: string): Parameter<readonly Id[]> {
  const parse = (value: string): readonly Id[] | undefined => {
    const all = value.split(',');
    const ids = all.flatMap((each) => parseId(each.trim()) ?? []);
    return ids.length === all.length && ids.length <= MAX_IDS ? [...new Set(ids)] : undefined;
  };
  return parameter(
    words,
    { type: 'array', items: ID_SCHEMA },
    parse,
    sentence('must be up to {max} ids with commas.', { max: MAX_IDS }),
  );
}

/** How many at most: a whole number from 1 to 5000. */
export function limitOf(
  words: string,
  otherwise: number,
): Parameter<number> & { readonly otherwise: number } {
  const why = sentence('must be a whole number from {min} to {max}.', { min: 1, max: MAX_PAGE });
  return {
    words,
    schema: { type: 'integer', minimum: 1, maximum: MAX_PAGE, default: otherwise },
    otherwise,
    read: (value, name) => {
      const limit = /^\d{1,5}$/.test(value) ? Number(value) : 0;
      if (limit >= 1 && limit <= MAX_PAGE) return limit;
      throw new ApiError('invalid_request', [name, why], { fields: [{ field: name, sentence: why }] });
    },
  };
}

/** Longest text that is searched for, in characters. */
const MAX_SEARCH = 255;

/** A text that records are searched by. */
export function searchText(words: string): Parameter<string> {
  const parse = (value: string) => (value.trim() !== '' && value.length <= MAX_SEARCH ? value : undefined);
  return parameter(
    words,
    { type: 'string', maxLength: MAX_SEARCH },
    parse,
    sentence('must be a text of up to {max} characters.', { max: MAX_SEARCH }),
  );
}

/** The parameters of a list that comes in pages (reference: conventions.18); `limit` is the length unless one is sent. */
export const paged = (limit: number) => ({
  limit: limitOf(
    'The page length at most; a page ends at 8 MiB as well. Whether there is more, X-Next-Page tells.',
    limit,
  ),
  cursor: text('Where the page begins: comes with the address in X-Next-Page.'),
  start: idOf(
    'The id of the record that the page begins after, in the order of the list. Not beside a cursor.',
  ),
  count: orElse(flag('Whether X-Total-Count says how many there are, up to 10,000.'), false),
});

/** Those of a list without parameters of its own. */
export const LIST = paged(PAGE.other);

/** True for the parameters of a list that comes in pages. */
export const isPaged = (query: Query): boolean => 'cursor' in query;

/** A list that grows for ever, from its end. */
export const newest = orElse(flag('Whether to begin at the end of the list.'), false);
