import type { LoopYielder } from '../../kernel/loop-yielder.ts';
import { decideIn } from '../decide.ts';
import type { Counter, Decision, IdKind, KeptRecords, MaybePromise, Touch, Writer } from '../port.ts';
import { type Sql, sql, storable } from '../sql.ts';
import { Guard } from './guard.ts';
import { AHEAD, type IdsAhead } from './ids-ahead.ts';
import type { Connection, Statement } from './sqlite-connection.ts';
import { explain } from './sqlite-errors.ts';
import type { Kept } from './sqlite-kept.ts';

const rising = (first: bigint, count: number): bigint[] =>
  Array.from({ length: count }, (_, at) => first + BigInt(at));

/** One transaction of a connection, or one of the jobs that share it. */
export class Transaction implements Writer {
  readonly engine = 'sqlite';
  readonly guard = new Guard();
  /** Listeners are to be woken after the commit. */
  wakes = false;
  /** All of it is to be undone at its end. */
  undone = false;
  readonly #connection: Connection;
  readonly #pace: LoopYielder;
  readonly #ahead: IdsAhead | undefined;
  readonly #kept: Kept | undefined;
  #depth = 0;
  /** It may have changed something. */
  changed = false;

  /**
   * `pace` says when the loop has been held for long: a statement's answer comes one turn later then. Ids are taken from
   * `ahead`, where it is given. `kept` is the writing connection's.
   */
  constructor(connection: Connection, pace: LoopYielder, kept?: Kept, ahead?: IdsAhead) {
    this.#connection = connection;
    this.#pace = pace;
    this.#ahead = ahead;
    this.#kept = kept;
  }

  kept<T>(
    key: string,
    touches: readonly Touch[],
    load: () => Promise<T>,
    lasts: (value: T) => boolean,
  ): Promise<T> {
    return this.#kept === undefined ? load() : this.#kept.get(key, touches, load, lasts);
  }

  keptEach<T>(each: KeptRecords<T>): Promise<ReadonlyMap<bigint, T>> {
    return this.#kept === undefined ? each.load(each.ids) : this.#kept.each(each);
  }

  get<T>(query: Sql): T | undefined | Promise<T | undefined> {
    return this.#paced(this.#get<T>(query));
  }

  all<T>(query: Sql): T[] | Promise<T[]> {
    return this.#paced(this.#run(query, (statement, values) => statement.all(values) as T[]));
  }

  run(query: Sql): number | Promise<number> {
    return this.#paced(this.#run(query, (statement, values) => statement.run(values)));
  }

  async send(query: Sql): Promise<void> {
    await this.run(query);
  }

  sendFor<T>(query: Sql, heard: (row: T | undefined) => void): void | Promise<void> {
    heard(this.#get<T>(query));
    return this.#paced(undefined);
  }

  #get<T>(query: Sql): T | undefined {
    return this.#run(query, (statement, values) => statement.get(values) as T | undefined);
  }

  #paced<T>(value: T): T | Promise<T> {
    return this.#pace.isDue() ? this.#pace.yieldIfDue().then(() => value) : value;
  }

  #run<T>(query: Sql, act: (statement: Statement, values: (bigint | string | null)[]) => T): T {
    this.guard.check();
    const values = query.values.map(storable);
    try {
      const statement = this.#connection.prepare(query.sql);
      if (statement.changes) {
        this.changed = true;
        this.#kept?.drop(statement.touches);
      }
      return act(statement, values);
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
    const ready = this.#ahead?.take(kind, count);
    if (ready !== undefined) return ready;
    const taken = count + (this.#ahead === undefined ? 0 : (AHEAD[kind] ?? 0));
    const row = this.#get<{ last: bigint }>(
      sql`insert into id_counters (kind, last) values (${kind}, ${taken})
          on conflict (kind) do update set last = id_counters.last + excluded.last returning last`,
    );
    if (row === undefined) throw new Error(`The counter of ${kind} gave no number.`);
    const { last } = row;
    const ids = rising(last - BigInt(taken - 1), taken);
    if (taken > count) this.#ahead?.keep(kind, ids.slice(count));
    return ids.slice(0, count);
  }

  number({ take }: Counter): MaybePromise<bigint> {
    const row = this.#get<{ last: bigint }>(take(1n));
    if (row === undefined) throw new Error('The counter gave no number.');
    return this.#paced(row.last);
  }

  decide<Row, T>(decision: Decision<Row, T>): Promise<T> {
    return decideIn(this, decision);
  }

  turn(): void {
    this.guard.check();
  }

  idsWithin(kind: IdKind, count: number): bigint[] {
    return this.ids(kind, count);
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
        this.#ahead?.forget();
        this.#kept?.forget();
        this.guard.recover();
      }
      throw error;
    } finally {
      this.#depth--;
    }
  }
}
