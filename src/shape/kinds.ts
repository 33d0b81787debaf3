import type { Id } from '../kernel/id.ts';
import { jsonDecimal, jsonInteger } from '../kernel/json.ts';
import type { Schema } from '../kernel/json-schema.ts';
import type { Metadata, MetadataChange } from '../kernel/metadata.ts';
import type { Decimal } from '../kernel/money.ts';
import { formatTime, type Micros, type TimeInput } from '../kernel/time.ts';
import * as reads from './reads.ts';
import { z } from './reads.ts';
import * as schemas from './schema.ts';
import type { ColumnKind, Kind, Shown } from './shape.ts';

// The kinds of values that fields have.

type Plain<V> = Kind<V, V, V>;

function plain<V>(reader: z.ZodType<V>, schema: Schema, column: ColumnKind = 'plain'): Plain<V> {
  return { schema, show: undefined, shapes: [], reads: reader, column, state: undefined };
}

const BIG = {
  write: (value: bigint): string => `"${value}"`,
  read: (json: unknown): bigint => BigInt(json as string),
};

/** Text of at most `max` characters. */
export const text = (max: number): Plain<string> => plain(reads.text(max), { type: 'string' });
/** Text that says something. */
export const name = (max = 255): Plain<string> => plain(reads.name(max), { type: 'string' });
/** An http or https address. */
export const url: Plain<string> = plain(reads.url, { type: 'string' });
/** The same, shown as one. */
export const uri: Plain<string> = plain(reads.url, { type: 'string', format: 'uri' });
/** Text that only answers hold. */
export const words: Plain<string> = text(10_000);
/** The body of another call: an object, a list or null, which that call reads. */
export const anyBody: Plain<unknown> = plain(z.unknown(), { type: ['object', 'array', 'null'] });
/** An object whose fields are another one's matter. */
export const anyObject: Plain<unknown> = plain(z.unknown(), { type: 'object' });
/** True or false. */
export const flag: Plain<boolean> = plain(reads.flag, { type: 'boolean' }, 'bool');
/** A whole number within bounds. */
export const whole = (min: number, max: number): Plain<number> =>
  plain(reads.whole(min, max), { type: 'integer' }, 'int');
/** How many of something there are. */
export const count: Plain<number> = whole(0, Number.MAX_SAFE_INTEGER);

/** One of some words. */
export function oneOf<const W extends readonly [string, ...string[]]>(all: W): Plain<W[number]> {
  return plain<W[number]>(reads.oneOf(all) as z.ZodType<W[number]>, { type: 'string', enum: all });
}

/** An id as text, which every language reads exactly (reference: conventions.12). */
export const idText: Kind<Id, Id, string> = {
  schema: { type: 'string' },
  show: { toJson: (value: Id) => value.toString() },
  shapes: [],
  reads: reads.id,
  column: 'plain',
  state: BIG,
};

/** An id of 64 bits. Screens have it as text. */
export const id: Kind<Id, Id, string> = {
  ...idText,
  schema: { type: 'integer', format: 'int64' },
  show: { toJson: jsonInteger },
  twin: idText,
};

/** A whole number of 64 bits that is no id, all its digits written out; no body holds it. */
export const long: Kind<bigint, never, number | string> = {
  ...idText,
  schema: schemas.long(),
  show: { toJson: jsonInteger },
  reads: z.never(),
  changes: undefined,
};

/** An exact decimal. */
export function decimal(
  limits: reads.DecimalLimits = { places: 8 },
): Kind<Decimal, Decimal, number | string> {
  return {
    schema: { type: 'number' },
    show: { toJson: jsonDecimal },
    shapes: [],
    reads: reads.decimal(limits),
    column: 'plain',
    state: BIG,
  };
}

/** A moment, to the microsecond; answers show milliseconds in UTC. Bodies may give a date instead. */
export const time: Kind<Micros, TimeInput, string> = {
  schema: { type: 'string', format: 'date-time' },
  show: { toJson: formatTime },
  shapes: [],
  reads: reads.time,
  column: 'plain',
  state: BIG,
};

/** Texts that clients keep with a record, by their names; what a body sends is merged (kernel/metadata.ts). */
export const metadata: Kind<Metadata, MetadataChange, Metadata> = {
  schema: { type: 'object', additionalProperties: { type: 'string' } },
  show: undefined,
  shapes: [],
  reads: reads.metadata,
  column: 'json',
  state: undefined,
};

/** True for a kind that is stored, not only shown. */
function isStored<V, R, S, C>(kind: Kind<V, R, S, C> | Shown<V, S>): kind is Kind<V, R, S, C> {
  return 'reads' in kind;
}

/** The same or null. */
export function orNull<V, R, S, C>(kind: Kind<V, R, S, C>): Kind<V | null, R | null, S | null, C | null>;
export function orNull<V, S>(kind: Shown<V, S>): Shown<V | null, S | null>;
export function orNull<V, R, S, C>(kind: Kind<V, R, S, C> | Shown<V, S>): Shown<V | null, S | null> {
  const { show, twin } = kind;
  const shown: Shown<V | null, S | null> = {
    schema: schemas.orNull(kind.schema),
    present: kind.schema,
    show: show && { toJson: (value: V | null) => (value === null ? null : show.toJson(value)) },
    shapes: kind.shapes,
    twin: twin && orNull(twin),
  };
  if (!isStored(kind)) return shown;
  const { state } = kind;
  const both: Kind<V | null, R | null, S | null, C | null> = {
    ...shown,
    reads: kind.reads.nullable(),
    changes: kind.changes?.nullable(),
    column: kind.column,
    state: state && {
      write: (value: V | null) => (value === null ? 'null' : state.write(value)),
      read: (json) => (json === null ? null : state.read(json)),
    },
  };
  return both;
}

/** A list, which a change replaces as a whole; a body may hold from `min` to `max` items. One that no body holds needs no bounds. */
export function list<V, R, S, C>(
  kind: Kind<V, R, S, C>,
  max?: number,
  min?: number,
): Kind<readonly V[], R[], readonly S[]>;
export function list<V, S>(kind: Shown<V, S>): Shown<readonly V[], readonly S[]>;
export function list<V, R, S, C>(
  kind: Kind<V, R, S, C> | Shown<V, S>,
  max = 0,
  min = 0,
): Shown<readonly V[], readonly S[]> {
  const { show, twin } = kind;
  const shown: Shown<readonly V[], readonly S[]> = {
    schema: schemas.list(kind.schema),
    show: show && { toJson: (values: readonly V[]) => values.map((value) => show.toJson(value)) },
    shapes: kind.shapes,
    twin: twin && list(twin),
  };
  if (!isStored(kind)) return shown;
  const { state } = kind;
  const items = z.array(kind.reads).max(max);
  const both: Kind<readonly V[], R[], readonly S[]> = {
    ...shown,
    reads: min > 0 ? items.min(min) : items,
    column: 'json',
    state: state && {
      write: (values: readonly V[]) => `[${values.map((value) => state.write(value)).join(',')}]`,
      read: (json) => (json as unknown[]).map((value) => state.read(value)),
    },
  };
  return both;
}

/** The kind of ids that bodies name in another way than by an id alone: nothing stands beside it. */
export function withoutTwin<V, R, S, C>(kind: Kind<V, R, S, C>): Kind<V, R, S, C> {
  return { ...kind, twin: undefined };
}

/** The kind with another way to read bodies. */
export function readBy<V, R, S>(kind: Kind<V, unknown, S>, schema: z.ZodType<R>): Kind<V, R, S> {
  return { ...kind, reads: schema, changes: undefined };
}
