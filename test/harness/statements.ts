import type { Reader, Storage, Writer } from '#src/storage/port.ts';
import { Sql } from '#src/storage/sql.ts';

// The statements that a service asks of its database.

/** A statement, with some of the values it was asked with. */
export interface Recorded {
  readonly statement: string;
  readonly examples: Sql[];
}

/** Examples that are kept of a statement. */
const MAX_EXAMPLES = 4;

const plain = (query: Sql) => query.values.map(String).join('\u0001');

/** Notes every statement of a database from now on, by its text; `end` lets it be as it was. */
export function recordStatements(storage: Storage): {
  readonly statements: ReadonlyMap<string, Recorded>;
  end(): void;
} {
  const statements = new Map<string, Recorded>();
  const seen = new Set<string>();
  const note = (query: Sql): Sql => {
    // A list of ids of another length is another text of the same statement.
    const statement = query.sql
      .replace(/\?(?:\s*,\s*\?)+/g, '?, …')
      .replace(/\s+/g, ' ')
      .trim();
    const known = statements.get(statement) ?? { statement, examples: [] };
    statements.set(statement, known);
    const key = `${statement}\u0001${plain(query)}`;
    if (!seen.has(key)) {
      seen.add(key);
      // Of many the first ones, and the last.
      if (known.examples.length === MAX_EXAMPLES) known.examples.splice(MAX_EXAMPLES / 2, 1);
      known.examples.push(new Sql([...query.strings], [...query.values]));
    }
    return query;
  };
  const heard = <T extends Reader | Writer>(tx: T): T =>
    new Proxy(tx, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        const asks = name === 'get' || name === 'all' || name === 'run' || name === 'send';
        return asks
          ? (query: Sql): unknown => Reflect.apply(value, target, [note(query)])
          : (...given: unknown[]): unknown => Reflect.apply(value, target, given);
      },
      set: (target, name, value) => Reflect.set(target, name, value, target),
    });
  const { read, write } = storage;
  storage.read = (work) =>
    Reflect.apply(read, storage, [(tx: Reader) => work(heard(tx))]) as ReturnType<typeof work>;
  storage.write = (work, options) =>
    Reflect.apply(write, storage, [(tx: Writer) => work(heard(tx)), options]) as ReturnType<typeof work>;
  return {
    statements,
    end: () => {
      storage.read = read;
      storage.write = write;
    },
  };
}
