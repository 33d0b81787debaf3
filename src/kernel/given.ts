// The given fields of a record and their use. A field that a body may hold but no code stores would be answered 200
// and lost: both functions make that an error of the compiler that names the field.

/**
 * What a body that changes a record says of a part of it, such as an address: the fields that were sent go over those that
 * the part has (reference: conventions.11).
 */
export class PartChange<V> {
  readonly sent: Partial<V>;
  readonly #over: (before: V | null, field: string) => V;

  constructor(sent: Partial<V>, over: (before: V | null, field: string) => V) {
    this.sent = sent;
    this.#over = over;
  }

  /** The part from now on, null before where the record has none; 400 naming what it cannot be without, below `field`. */
  over(before: V | null, field: string): V {
    return this.#over(before, field);
  }
}

/** A value of a field, or what a body says of the part that it is. */
export type OrPart<V> = V | PartChange<NonNullable<V>>;

/** The value of a field that was given, in the place of the one before. */
export function takenOver(field: string, given: unknown, before: unknown): unknown {
  return given instanceof PartChange ? given.over(before ?? null, field) : given;
}

/** `Given` when all of its fields are fields of `Known`; a field that is not has to be of the type `never`. */
export type OnlyKnown<Given, Known> = {
  readonly [K in keyof Given]: K extends keyof Known ? OrPart<Known[K]> | undefined : never;
};

/**
 * The record with the fields that were given, those of a part over what the part has; undefined is not given. A field that a record does not have does not
 * compile.
 */
export function withGiven<Stored extends object, Given extends OnlyKnown<Given, Stored>>(
  record: Stored,
  given: Given,
): Stored {
  // A value may have more fields than its type: those are not the record's.
  const known = record as Readonly<Record<string, unknown>>;
  const taken = Object.entries(given)
    .filter(([field, value]) => value !== undefined && Object.hasOwn(record, field))
    .map(([field, value]) => [field, takenOver(field, value, known[field])]);
  return taken.length === 0 ? record : { ...record, ...Object.fromEntries(taken) };
}

/**
 * Stands behind `const { …, ...rest } = input` where all fields of an input have to be taken: one that is still in the
 * rest does not compile.
 */
export function nothingLeft(_rest: { readonly [field: string]: never }): void {
  // The check is the compiler's alone.
}
