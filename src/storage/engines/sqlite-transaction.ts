import type { StatementSync } from 'node:sqlite';
import type { LoopYielder } from '../../kernel/loop-yielder.ts';
import type { IdKind, Writer } from '../port.ts';
import { type Sql, sql, storable } from '../sql.ts';
import { Guard } from './guard.ts';
import type { Connection } from './sqlite-connection.ts';
import { explain } from './sqlite-errors.ts';

/** One transaction of a connection, or one of the jobs that share it. */
export class Transaction implements Writer {
  readonly guard = new Guard();
  /** Listeners are to be woken after the commit. */
  wakes = false;
  /** All of it is to be undone at its end. */
  undone = false;
  readonly #connection: Connection;
  readonly #pace: LoopYielder;
  #depth = 0;

  /** `pace` says when the loop has been held for long: a statement's answer comes one turn later then. */
  constructor(connection: Connection, pace: LoopYielder) {
    this.#connection = connection;
    this.#pace = pace;
  }

  get<T>(query: Sql): T | undefined | Promise<T | undefined> {
    return this.#paced(this.#get<T>(query));
  }

  all<T>(query: Sql): T[] | Promise<T[]> {
    return this.#paced(this.#run(query, (statement, values) => statement.all(...values) as T[]));
  }

  run(query: Sql): number | Promise<number> {
    return this.#paced(this.#run(query, (statement, values) => Number(statement.run(...values).changes)));
  }

  async send(query: Sql): Promise<void> {
    await this.run(query);
  }

  #get<T>(query: Sql): T | undefined {
    return this.#run(query, (statement, values) => statement.get(...values) as T | undefined);
  }

  #paced<T>(value: T): T | Promise<T> {
    return this.#pace.isDue() ? this.#pace.yieldIfDue().then(() => value) : value;
  }

  #run<T>(query: Sql, act: (statement: StatementSync, values: (bigint | string | null)[]) => T): T {
    this.guard.check();
    const values = query.values.map(storable);
    try {
      return act(this.#connection.prepare(query.sql), values);
    } catch (error) {
      const failure = explain(error);
      this.guard.fail(failure);
      throw failure;
    }
  }

  wake(): void {
    this.wakes = true;
  }

  undo(): void {
    this.undone = true;
  }

  ids(kind: IdKind, count: number): bigint[] {
    if (count <= 0) return [];
    const row = this.#get<{ last: bigint }>(
      sql`insert into id_counters (kind, last) values (${kind}, ${count})
          on conflict (kind) do update set last = id_counters.last + excluded.last returning last`,
    );
    if (row === undefined) throw new Error(`The counter of ${kind} gave no number.`);
    const { last } = row;
    return Array.from({ length: count }, (_, at) => last - BigInt(count - 1 - at));
  }

  async savepoint<T>(work: () => Promise<T>): Promise<T> {
    this.guard.check();
    const name = `inner${++this.#depth}`;
    this.#connection.step(`savepoint ${name}`);
    try {
      const value = await work();
      this.guard.check();
      this.#connection.step(`release ${name}`);
      return value;
    } catch (error) {
      // A full disk can end the whole transaction: then the failure stays.
      if (this.#connection.isInTransaction) {
        this.#connection.step(`rollback to ${name}`);
        this.#connection.step(`release ${name}`);
        this.guard.recover();
      }
      throw error;
    } finally {
      this.#depth--;
    }
  }
}
