import type { ColumnKind, Field, Given, Kind, Shape, Stored } from './shape.ts';

// How a record lies in the database: in columns of its own, or as JSON state.

/** A field that is stored. */
export type StoredField = Field & { readonly kind: Kind };

/** The fields of a shape that are stored. */
export function storedFields(shape: Shape): [string, StoredField][] {
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

/** A new record: the given fields, and the initial values of all others. */
export function initial<S extends Shape>(shape: S, given: Given<S>): Stored<S> {
  return { ...initialValues(shape), ...given } as Stored<S>;
}

/** Writes a record as JSON text and reads it back from the value that the text stands for. */
interface StateCodec<T> {
  write(record: T): string;
  read(json: unknown): T;
  /** True for records that are written alike. Of fields that hold the very same value no text is made. */
  isSame(a: T, b: T): boolean;
}

/** True for a list or an object with nothing in it. */
const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

/**
 * An object with these keys. A copy of it (`{ ...template }`) that is then filled stays what the engine is fast with; one
 * that gets its keys one by one does not.
 */
export function templateOf(values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const keys = JSON.parse(
    JSON.stringify(Object.fromEntries(Object.keys(values).map((key) => [key, 0]))),
  ) as object;
  return Object.assign(keys, values);
}

/** How a field lies in the text of its record. */
interface WrittenField {
  readonly name: string;
  readonly key: string;
  /** The value that the text leaves out. */
  readonly usual: unknown;
  readonly emptyIsUsual: boolean;
  readonly state: Kind['state'];
}

/** The text of a field's value; undefined where it is left out. */
function textOf({ usual, emptyIsUsual, state }: WrittenField, value: unknown): string | undefined {
  if (value === undefined || value === usual || (emptyIsUsual && isEmpty(value))) return undefined;
  return state === undefined ? JSON.stringify(value) : state.write(value);
}

/**
 * Makes the codec of a shape. Initial values, which most fields of most records have, are left out of the text and put
 * back when it is read; of one that is written whole none is left out.
 */
export function stateCodec<S extends Shape>(
  shape: S,
  how: 'short' | 'whole' = 'short',
): StateCodec<Stored<S>> {
  const stored = storedFields(shape);
  const fields = stored.map(([name, field]): WrittenField => {
    const usual = how === 'whole' ? undefined : initialValue(field);
    const { state } = field.kind;
    return { name, key: `${JSON.stringify(name)}:`, usual, emptyIsUsual: isEmpty(usual), state };
  });
  const readers = new Map(stored.map(([name, { kind }]) => [name, kind.state]));
  const template = templateOf(Object.fromEntries(stored.map(([name, field]) => [name, initialValue(field)])));
  return {
    write(record) {
      const values = record as Readonly<Record<string, unknown>>;
      let text = '{';
      for (const field of fields) {
        const own = textOf(field, values[field.name]);
        if (own === undefined) continue;
        if (text.length > 1) text += ',';
        text += field.key;
        text += own;
      }
      return `${text}}`;
    },
    isSame(a, b) {
      const one = a as Readonly<Record<string, unknown>>;
      const other = b as Readonly<Record<string, unknown>>;
      return fields.every((field) => {
        const [own, its] = [one[field.name], other[field.name]];
        return own === its || textOf(field, own) === textOf(field, its);
      });
    },
    read(json) {
      const written = json as Readonly<Record<string, unknown>>;
      const record: Record<string, unknown> = { ...template };
      for (const name in written) {
        const reader = readers.get(name);
        if (reader !== undefined) record[name] = reader.read(written[name]);
        else if (readers.has(name)) record[name] = written[name];
      }
      return record as Stored<S>;
    },
  };
}
