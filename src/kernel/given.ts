// The given fields of a record and their use. A field that a body may hold but no code stores would be answered 200
// and lost: both functions make that an error of the compiler that names the field.

/** `Given` when all of its fields are fields of `Known`; a field that is not has to be of the type `never`. */
export type OnlyKnown<Given, Known> = {
  readonly [K in keyof Given]: K extends keyof Known ? Known[K] | undefined : never;
};

/**
 * The record with the fields that were given; undefined is not given. A field that a record does not have does not
 * compile.
 */
export function withGiven<Stored extends object, Given extends OnlyKnown<Given, Stored>>(
  record: Stored,
  given: Given,
): Stored {
  // A value may have more fields than its type: those are not the record's.
  const taken = Object.entries(given).filter(
    ([field, value]) => value !== undefined && Object.hasOwn(record, field),
  );
  return taken.length === 0 ? record : { ...record, ...Object.fromEntries(taken) };
}

/**
 * Stands behind `const { …, ...rest } = input` where all fields of an input have to be taken: one that is still in the
 * rest does not compile.
 */
export function nothingLeft(_rest: { readonly [field: string]: never }): void {
  // The check is the compiler's alone.
}
