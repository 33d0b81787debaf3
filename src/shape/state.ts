import type { ColumnKind, Field, Given, Kind, Shape, Stored } from './shape.ts';

// How a record lies in the database: in columns of its own, or as JSON state.

type StoredField = Field & { readonly kind: Kind };

/** The fields of a shape that are stored. */
function storedFields(shape: Shape): [string, StoredField][] {
  return Object.entries(shape.fields).filter((entry): entry is [string, StoredField] => {
    const { use } = entry[1];
    return use === 'field' || use === 'fixed' || use === 'hidden';
  });
}

/** The columns of a table whose rows are such records. */
export function columns<S extends Shape>(shape: S): Readonly<Record<keyof Stored<S> & string, ColumnKind>> {
  const made = Object.fromEntries(storedFields(shape).map(([name, { kind }]) => [name, kind.column]));
  return made as Record<keyof Stored<S> & string, ColumnKind>;
}

function initialValue({ kind, options }: StoredField): unknown {
  if ('initially' in options) return options.initially;
  return kind.present === undefined ? undefined : null;
}

/** The initial values of a record's fields; of a field that has none there is nothing. */
export function initialValues<S extends Shape>(shape: S): Partial<Stored<S>> {
  const values = storedFields(shape).map(([name, field]): [string, unknown] => [name, initialValue(field)]);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as Partial<Stored<S>>;
}

/** A new record: what is given, and of every other field its initial value. */
export function initial<S extends Shape>(shape: S, given: Given<S>): Stored<S> {
  return { ...initialValues(shape), ...given } as Stored<S>;
}

/** Writes a record as JSON state and reads it back. Initial values are left out: most fields of most records. */
export interface StateCodec<T> {
  write(record: T): Record<string, unknown>;
  read(state: unknown): T;
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** Makes the codec of a shape; one that is written whole leaves no initial value out. */
export function stateCodec<S extends Shape>(
  shape: S,
  how: 'short' | 'whole' = 'short',
): StateCodec<Stored<S>> {
  const fields = storedFields(shape).map(([name, field]) => {
    const usual = initialValue(field);
    const leftOut = how === 'whole' ? undefined : usual;
    return { name, usual, leftOut, emptyIsUsual: isEmptyList(leftOut), state: field.kind.state };
  });
  return {
    write(record) {
      const values = record as Readonly<Record<string, unknown>>;
      const written: Record<string, unknown> = {};
      for (const { name, leftOut, emptyIsUsual, state } of fields) {
        const value = values[name];
        if (value === leftOut || (emptyIsUsual && isEmptyList(value))) continue;
        written[name] = state === undefined ? value : state.write(value);
      }
      return written;
    },
    read(json) {
      const written = json as Readonly<Record<string, unknown>>;
      const record: Record<string, unknown> = {};
      for (const { name, usual, state } of fields) {
        const value = written[name];
        if (value === undefined) record[name] = usual;
        else record[name] = state === undefined ? value : state.read(value);
      }
      return record as Stored<S>;
    },
  };
}
