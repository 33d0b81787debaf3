// Tools of both fillers: reproducible chance, a fast writer for SQLite, and vacuum for PostgreSQL before a
// measurement.
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import pg from 'pg';
import { decideIn } from '#src/storage/decide.ts';
import type { Counter, Decision, IdKind, Row, Writer } from '#src/storage/port.ts';
import { type Sql, sql } from '#src/storage/sql.ts';

/** Records in one transaction of the fast writer. */
export const BATCH = 5_000;

/** The work of autovacuum, done at once, so that it does not run during a measurement. */
export async function settle(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('vacuum (analyze)');
  await client.query('checkpoint');
  await client.end();
}

/** A writer without a journal: a crash would leave the file broken, and it is thrown away then. */
export class BulkWriter implements Writer {
  readonly engine = 'sqlite';
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(file: string) {
    this.#db = new DatabaseSync(file);
    this.#db.exec('pragma journal_mode = delete; pragma journal_mode = off; pragma synchronous = off');
    this.#db.exec('pragma locking_mode = exclusive; pragma cache_size = -1000000');
  }

  exec(text: string): void {
    this.#db.exec(text);
  }

  undo(): never {
    throw new Error('Without a journal nothing can be undone.');
  }

  wake(): void {
    // There are no listeners while a database is filled.
  }

  close(): void {
    this.#db.exec('pragma locking_mode = normal; pragma journal_mode = delete; pragma journal_mode = wal');
    this.#db.close();
  }

  sendFor<T>(query: Sql, heard: (row: T | undefined) => void): void {
    heard(this.get<T>(query));
  }

  number({ take }: Counter): bigint {
    return this.get<{ last: bigint }>(take(1n))?.last ?? 0n;
  }

  decide<Row, T>(decision: Decision<Row, T>): Promise<T> {
    return decideIn(this, decision);
  }

  /** It is alone. */
  turn(): void {}

  idsWithin(kind: IdKind, count: number): bigint[] {
    return this.ids(kind, count);
  }

  #prepare(text: string): StatementSync {
    const known = this.#statements.get(text);
    if (known !== undefined) return known;
    const statement = this.#db.prepare(text.replaceAll(/ for update( skip locked)?/g, ''));
    statement.setReadBigInts(true);
    this.#statements.set(text, statement);
    return statement;
  }

  #values(query: Sql): (bigint | string | number | null)[] {
    return query.values.map((value) => {
      if (typeof value === 'boolean') return value ? 1n : 0n;
      if (
        value === null ||
        typeof value === 'bigint' ||
        typeof value === 'string' ||
        typeof value === 'number'
      ) {
        return value;
      }
      throw new TypeError(`A ${typeof value} cannot be stored.`);
    });
  }

  get<T = Row>(query: Sql): T | undefined {
    return this.#prepare(query.sql).get(...this.#values(query)) as T | undefined;
  }
  all<T = Row>(query: Sql): T[] {
    return this.#prepare(query.sql).all(...this.#values(query)) as T[];
  }
  send(query: Sql): void {
    this.run(query);
  }
  run(query: Sql): number {
    return Number(this.#prepare(query.sql).run(...this.#values(query)).changes);
  }
  ids(kind: IdKind, count: number): bigint[] {
    const row = this.get<{ last: bigint }>(
      sql`insert into id_counters (kind, last) values (${kind}, ${count})
          on conflict (kind) do update set last = id_counters.last + excluded.last returning last`,
    );
    if (row === undefined) throw new Error(`The counter of ${kind} gave no number.`);
    return Array.from({ length: count }, (_, at) => row.last - BigInt(count - 1 - at));
  }
  savepoint<T>(work: () => Promise<T>): Promise<T> {
    return work();
  }
}
