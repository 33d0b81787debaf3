import { invalid } from '../kernel/errors.ts';
import { type OrPart, PartChange, takenOver } from '../kernel/given.ts';
import { bodies } from './bodies.ts';
import { REQUIRED, z } from './reads.ts';
import * as schemas from './schema.ts';
import type { Changes, Direct, Kind, OnScreen, Shape, Shown, Stored, View } from './shape.ts';
import { initial, stateCodec } from './state.ts';
import { view } from './view.ts';

// Shapes within shapes.

/** The view of a shape as a part of another's. */
export function viewOf<S extends Shape>(shape: S): Shown<View<S>, OnScreen<S>> {
  return { schema: schemas.shapeRef(shape), show: undefined, shapes: [() => shape] };
}

/** A part that answers show in this form, and in another where more of it is asked for. */
export function orWhole<V, S, T>(own: Shown<V, S>, whole: Shown<View, T>): Shown<V, S | T> {
  return {
    ...own,
    schema: { anyOf: [own.schema, whole.schema] },
    shapes: [...own.shapes, ...whole.shapes],
  } as Shown<V, S | T>;
}

/** The view of a shape that refers to this one in turn: by its name, and as screens have it. */
export function viewLater<S>(name: string, shape: () => Shape): Shown<View, S> {
  return { schema: schemas.ref(name), show: undefined, shapes: [shape] };
}

/** A shape whose bodies hold stored fields alone: another would be accepted and lost. */
type OnlyStored<S extends Shape> = [Exclude<keyof Changes<S>, keyof Stored<S>>] extends [never] ? S : never;

/** Reads what a body that changes a record says of a part of it. */
function partReader<S extends Shape>(shape: S): z.ZodType<PartChange<Stored<S>>> {
  const needed = Object.keys(shape.fields).filter((name) => shape.fields[name]?.options.needed === true);
  return bodies(shape).update.transform((body) => {
    const sent = Object.fromEntries(
      Object.entries(body).filter(([, value]) => value !== undefined),
    ) as Partial<Stored<S>>;
    return new PartChange<Stored<S>>(sent, (before, field) => {
      const missing = before === null ? needed.find((name) => !Object.hasOwn(sent, name)) : undefined;
      if (missing !== undefined) throw invalid(`${field}.${missing}`, REQUIRED);
      const known = (before ?? initial(shape, {} as never)) as Readonly<Record<string, unknown>>;
      const taken = Object.entries(sent).map(([name, value]) => [
        name,
        takenOver(`${field}.${name}`, value, known[name]),
      ]);
      return { ...known, ...Object.fromEntries(taken) } as Stored<S>;
    });
  });
}

/**
 * A part that is stored within the record and shown as it is: nothing in it is derived. Fields not sent are initial in a
 * new record and stay in one that is changed; stored `short`, they are left out.
 */
export function of<S extends Shape>(
  shape: OnlyStored<S>,
  stored: 'short' | 'whole' = 'whole',
): Kind<Stored<S>, Stored<S>, OnScreen<S>, OrPart<Stored<S>>> {
  const codec = stateCodec(shape, stored);
  const show = view(shape, () => ({}) as never);
  return {
    schema: schemas.shapeRef(shape),
    show: { toJson: (value: Stored<S>) => show(value as unknown as Direct<S>) },
    shapes: [() => shape],
    reads: bodies(shape).create.transform((sent) => initial(shape, sent as never)),
    changes: partReader(shape),
    column: 'json',
    state: codec,
  };
}

/** A kind whose values are JSON already. */
type JsonKind<V, S = V> = Kind<V, V, S> & { readonly show: undefined };

/** Reads a record that was shown: every field of it is there. What a newer service adds is left out. */
function wholeReader({ fields }: Shape): z.ZodType {
  const readers = Object.entries(fields).flatMap(([name, { kind }]) =>
    'reads' in kind ? [[name, kind.reads] as const] : [],
  );
  return z.object(Object.fromEntries(readers));
}

/** A part that is JSON already: it is stored, shown and read as it is. One with ids or decimals does not compile. */
export function asIs<S extends Shape>(
  shape: Stored<S> extends OnScreen<S> ? S : never,
): JsonKind<Stored<S>, OnScreen<S>> {
  const reads = wholeReader(shape) as z.ZodType<Stored<S>>;
  const own = schemas.shapeRef(shape);
  return { schema: own, show: undefined, shapes: [() => shape], reads, column: 'json', state: undefined };
}

/** The same of a shape that refers to this one in turn: by its name. */
export function asIsLater<V>(name: string, shape: () => Shape): JsonKind<V> {
  const reads = z.lazy(() => wholeReader(shape()) as z.ZodType<V>);
  const own = schemas.ref(name);
  return { schema: own, show: undefined, shapes: [shape], reads, column: 'json', state: undefined };
}

/** JSON of one kind or of another. */
export function either<V, W, S, T>(one: JsonKind<V, S>, other: JsonKind<W, T>): JsonKind<V | W, S | T> {
  return {
    schema: { anyOf: [one.schema, other.schema] },
    show: undefined,
    shapes: [...one.shapes, ...other.shapes],
    reads: z.union([one.reads, other.reads]),
    column: 'json',
    state: undefined,
  };
}

/** The schema of answers that show one or the other, as the request decides. */
export function eitherView<V, S, W, T>(one: Shown<V, S>, other: Shown<W, T>): Shown<V | W, S | T> {
  return {
    schema: { anyOf: [one.schema, other.schema] },
    show: undefined,
    shapes: [...one.shapes, ...other.shapes],
  };
}

/** A part whose view has more than its stored fields: it lies in the record's state, without its initial values. */
export function kept<S extends Shape>(shape: S): Kind<Stored<S>, never, never> {
  return {
    schema: {},
    show: undefined,
    shapes: [],
    reads: z.never(),
    column: 'json',
    state: stateCodec(shape),
  };
}
