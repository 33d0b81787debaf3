import type { Deprecation } from '../kernel/deprecation.ts';
import type { Id } from '../kernel/id.ts';
import type { Schema } from '../kernel/json-schema.ts';
import type { z } from './reads.ts';

// A record is declared once, as a shape: its fields by their names, each with its kind and its words. From it follow the
// record's type, what bodies may hold, its columns or state, what answers show, and its schemas in the description of
// the API (docs/changing.md).

// A kind says how its values are shown in answers, how the description of the API shows that, how a body's value is read
// and refused, and how a value lies in a column or in JSON state (kinds.ts).

/** How a field lies in its column: as it is, a smallint for a boolean, a small whole number, or JSON text. */
export type ColumnKind = 'plain' | 'bool' | 'int' | 'json';

/** A named shape that a kind refers to; a function, because shapes may refer to each other. */
type ShapeRef = () => Shape;

/** A kind of value that answers show. `OnScreen` is its type in the screens, where ids are text and amounts exact. */
export interface Shown<V = unknown, S = unknown> {
  /** Its JSON Schema, without words. */
  readonly schema: Schema;
  /** The value as JSON; undefined: it is JSON already. */
  readonly show: { toJson(value: V): unknown } | undefined;
  /** The same where null cannot be, of a kind that may be null. */
  readonly present?: Schema;
  /** The named shapes in its schema. */
  readonly shapes: readonly ShapeRef[];
  /** Of an id, or a list of ids: the same as text, which stands beside it (twins.ts). */
  readonly twin?: Shown<never> | undefined;
  /** Says for the compiler what screens get; there is nothing in it. */
  readonly onScreen?: S;
}

/**
 * A kind of value that is stored as well, and that bodies may hold; `R` is what reading one gives, `C` the same of a body
 * that changes a record.
 */
export interface Kind<V = unknown, R = unknown, S = unknown, C = R> extends Shown<V, S> {
  readonly reads: z.ZodType<R>;
  /** The reader in a body that changes a record, where that is another one. */
  readonly changes?: z.ZodType<C> | undefined;
  readonly column: ColumnKind;
  /** Writes the text of JSON state and reads its value; undefined: it lies there as it is. */
  readonly state: { write(value: V): string; read(json: unknown): V } | undefined;
}

/**
 * What becomes of a field:
 * - `field`: bodies may hold it, it is stored, answers show it;
 * - `fixed`: the service sets it; it is stored and shown;
 * - `hidden`: it is stored and nothing more;
 * - `sent`: bodies may hold it, and the feature decides what follows from it;
 * - `derived`: answers show it; it follows from other things.
 */
type Use = 'field' | 'fixed' | 'hidden' | 'sent' | 'derived';

/** Options of a field. */
export interface Options<V = unknown> {
  /** A body that creates the record has to hold it. */
  readonly needed?: true;
  /** Only a body that creates the record may hold it. */
  readonly on?: 'create';
  /** Its value in a new record; JSON state leaves it out where it is this. Of a kind that may be null, null. */
  readonly initially?: V;
  /** The value that null stands for in a body that changes the record, for a field that is not read as null; `initially` unless given. */
  readonly unset?: unknown;
  /** A record always has it: null in a body that changes one is refused. */
  readonly lasting?: true;
  /** Answers do not show it. */
  readonly writeOnly?: true;
  /** Answers leave it out where it is null. */
  readonly unlessNull?: true;
  /** Answers leave it out where the view says nothing of it. */
  readonly sometimes?: true;
  /** Answers show it as this kind instead; its view says from what. */
  readonly shows?: Shown;
  /** Answers show the value of this field under the name as well. */
  readonly from?: string;
  /** Another field has replaced it. */
  readonly deprecated?: Deprecation;
}

/** A field of a record. */
export interface Field<
  U extends Use = Use,
  V = unknown,
  R = unknown,
  S = unknown,
  O extends Options = Options,
  C = R,
> {
  readonly use: U;
  readonly kind: Kind<V, R, S, C> | Shown<V, S>;
  /** A sentence for the description of the API. */
  readonly words: string;
  readonly options: O;
  /** Says for the compiler what bodies hold; there is nothing in it. */
  readonly reads?: R;
  /** The same of bodies that change a record. */
  readonly changes?: C;
}

// biome-ignore lint/complexity/noBannedTypes: a field of which nothing else is to be said
type None = {};

/** A field that bodies may hold, that is stored and shown. */
export function field<V, R, S, C, const O extends Options<V> = None>(
  kind: Kind<V, R, S, C>,
  words: string,
  options?: O,
): Field<'field', V, R, S, O, C> {
  return { use: 'field', kind, words, options: (options ?? {}) as O };
}

/** A field that the service sets, and shows. */
export function fixed<V, S, const O extends Options<V> = None>(
  kind: Kind<V, unknown, S>,
  words: string,
  options?: O,
): Field<'fixed', V, unknown, S, O> {
  return { use: 'fixed', kind, words, options: (options ?? {}) as O };
}

/** A field that is stored and not shown. */
export function hidden<V, const O extends Options<V> = None>(
  kind: Kind<V>,
  words: string,
  options?: O,
): Field<'hidden', V, unknown, unknown, O> {
  return { use: 'hidden', kind, words, options: (options ?? {}) as O };
}

/** A field of bodies that is not stored as it is. */
export function sent<V, R, S, C, const O extends Options<V> = None>(
  kind: Kind<V, R, S, C>,
  words: string,
  options?: O,
): Field<'sent', V, R, S, O, C> {
  return { use: 'sent', kind, words, options: (options ?? {}) as O };
}

/** A field of answers that is not stored as it is. */
export function derived<V, S, const O extends Options = None>(
  kind: Shown<V, S>,
  words: string,
  options?: O,
): Field<'derived', V, unknown, S, O> {
  return { use: 'derived', kind, words, options: (options ?? {}) as O };
}

/** A field of another shape that answers show where they are asked for it. */
export function onAsking<F extends Field>(
  of: F,
): Field<'derived', ShownValue<F>, unknown, ScreenOf<F>, { readonly sometimes: true }> {
  const kind = (of.options.shows ?? of.kind) as Shown<ShownValue<F>, ScreenOf<F>>;
  return derived(kind, of.words, { sometimes: true });
}

/** The fields of a shape, in the order in which answers show them. */
export type Fields = Readonly<Record<string, Field>>;

/** A record, or a part of one. */
export interface Shape<F extends Fields = Fields> {
  /** Its name in the description; a part without one is described where it stands. */
  readonly name: string | undefined;
  readonly words: string;
  readonly fields: F;
}

/** Declares a shape that the description has a name for. */
export function shape<const F extends Fields>(name: string, words: string, fields: F): Shape<F> {
  return { name, words, fields };
}

/** Declares a part of a shape. */
export function part<const F extends Fields>(words: string, fields: F): Shape<F> {
  return { name: undefined, words, fields };
}

type FieldsOf<S extends Shape> = S['fields'];
type OptionsOf<X> = X extends { readonly options: infer O } ? O : never;
type ValueOf<X> = X extends Field<Use, infer V, unknown, unknown, Options> ? V : never;
type ReadOf<X> = X extends { readonly reads?: infer R } ? R : never;
type ChangeOf<X> = X extends { readonly changes?: infer C } ? C : never;
type ScreenOf<X> =
  OptionsOf<X> extends { readonly shows: Shown<infer _V, infer S> }
    ? S
    : X extends { readonly kind: { readonly onScreen?: infer S } }
      ? S
      : never;
type IsUse<X, U extends Use> = X extends { readonly use: U } ? true : false;

type StoredUse = 'field' | 'fixed' | 'hidden';
type KeysOf<S extends Shape, U extends Use> = {
  [K in keyof FieldsOf<S>]: IsUse<FieldsOf<S>[K], U> extends true ? K : never;
}[keyof FieldsOf<S>];

/** A record as it is stored. */
export type Stored<S extends Shape> = {
  readonly [K in KeysOf<S, StoredUse>]: ValueOf<FieldsOf<S>[K]>;
};

type NeededKeys<S extends Shape> = {
  [K in KeysOf<S, 'field' | 'sent'>]: OptionsOf<FieldsOf<S>[K]> extends { readonly needed: true } ? K : never;
}[KeysOf<S, 'field' | 'sent'>];
type UpdateKeys<S extends Shape> = {
  [K in KeysOf<S, 'field' | 'sent'>]: OptionsOf<FieldsOf<S>[K]> extends { readonly on: 'create' } ? never : K;
}[KeysOf<S, 'field' | 'sent'>];

/** The fields of a body that creates a record. */
export type Creates<S extends Shape> = {
  [K in NeededKeys<S>]: ReadOf<FieldsOf<S>[K]>;
} & {
  [K in Exclude<KeysOf<S, 'field' | 'sent'>, NeededKeys<S>>]?: ReadOf<FieldsOf<S>[K]> | undefined;
};

/** The fields of a body that changes a record: absent is unchanged. */
export type Changes<S extends Shape> = {
  [K in UpdateKeys<S>]?: ChangeOf<FieldsOf<S>[K]> | undefined;
};

type InitialKeys<S extends Shape> = {
  [K in KeysOf<S, StoredUse>]: OptionsOf<FieldsOf<S>[K]> extends { readonly initially: unknown }
    ? K
    : null extends ValueOf<FieldsOf<S>[K]>
      ? K
      : never;
}[KeysOf<S, StoredUse>];

/** The fields that a new record needs; those with initial values may be given, too. */
export type Given<S extends Shape> = Omit<Stored<S>, InitialKeys<S>> &
  Partial<Pick<Stored<S>, InitialKeys<S>>>;

type ShownUse = 'field' | 'fixed' | 'derived';
type ComputedKeys<S extends Shape> = {
  [K in KeysOf<S, ShownUse | 'sent'>]: OptionsOf<FieldsOf<S>[K]> extends { readonly shows: unknown }
    ? K
    : IsUse<FieldsOf<S>[K], 'derived'> extends true
      ? OptionsOf<FieldsOf<S>[K]> extends { readonly from: string }
        ? never
        : K
      : never;
}[KeysOf<S, ShownUse | 'sent'>];

type ShownValue<X> = OptionsOf<X> extends { readonly shows: Shown<infer V, infer _S> } ? V : ValueOf<X>;
type SometimesKeys<S extends Shape> = {
  [K in keyof FieldsOf<S>]: OptionsOf<FieldsOf<S>[K]> extends { readonly sometimes: true } ? K : never;
}[keyof FieldsOf<S>];

/** The fields of a view that are not stored, so that it has to compute them. */
export type Computed<S extends Shape> = {
  readonly [K in Exclude<ComputedKeys<S>, SometimesKeys<S>>]: ShownValue<FieldsOf<S>[K]>;
} & {
  readonly [K in Extract<ComputedKeys<S>, SometimesKeys<S>>]?: ShownValue<FieldsOf<S>[K]> | undefined;
};

type WriteOnlyKeys<S extends Shape> = {
  [K in keyof FieldsOf<S>]: OptionsOf<FieldsOf<S>[K]> extends { readonly writeOnly: true } ? K : never;
}[keyof FieldsOf<S>];
type DirectKeys<S extends Shape> = Exclude<KeysOf<S, 'field' | 'fixed'>, ComputedKeys<S> | WriteOnlyKeys<S>>;
type SourceKeys<S extends Shape> = {
  [K in keyof FieldsOf<S>]: OptionsOf<FieldsOf<S>[K]> extends { readonly from: infer N extends string }
    ? N
    : never;
}[keyof FieldsOf<S>];

/** The stored fields that answers show as they are. */
export type Direct<S extends Shape> = Pick<
  Stored<S>,
  Extract<DirectKeys<S> | SourceKeys<S>, keyof Stored<S>>
>;

declare const OF: unique symbol;
/** A record as answers show it: JSON. */
export interface View<S extends Shape = Shape> {
  readonly [OF]?: S;
}

type AbsentKeys<S extends Shape> =
  | SometimesKeys<S>
  | {
      [K in keyof FieldsOf<S>]: OptionsOf<FieldsOf<S>[K]> extends { readonly unlessNull: true } ? K : never;
    }[keyof FieldsOf<S>];
type FromKeys<S extends Shape> = {
  [K in keyof FieldsOf<S>]: OptionsOf<FieldsOf<S>[K]> extends { readonly from: string } ? K : never;
}[keyof FieldsOf<S>];
type VisibleKeys<S extends Shape> =
  | Exclude<KeysOf<S, ShownUse>, WriteOnlyKeys<S>>
  | (ComputedKeys<S> & keyof FieldsOf<S>)
  | FromKeys<S>;

/** Whether answers show a field. */
export function isShown({ use, options }: Field): boolean {
  if (use === 'sent') return options.shows !== undefined || options.from !== undefined;
  return use !== 'hidden' && options.writeOnly !== true;
}

/** A record as the screens have it: ids are text, amounts exact (web/shared/json.ts). */
export type OnScreen<S extends Shape> = {
  readonly [K in Exclude<VisibleKeys<S>, AbsentKeys<S>>]: ScreenOf<FieldsOf<S>[K]>;
} & {
  readonly [K in Extract<VisibleKeys<S>, AbsentKeys<S>>]?: ScreenOf<FieldsOf<S>[K]>;
};

/** The fields of every record. */
export interface Owned {
  readonly company_id: Id;
  readonly id: Id;
}
