import type { Fact } from '../kernel/event.ts';
import type { Id } from '../kernel/id.ts';
import type { Counter, Decision, Engine, IdKind, MaybePromise, Storage, Value, Writer } from './port.ts';
import type { Sql } from './sql.ts';

/** Where transactions are run: in the database, or within one that is open. */
export type Transactions = Pick<Storage, 'read' | 'write'>;

/** A writer over another's transaction that notes what its work tells, and has a wake and an undo of its own. */
export class NestedWriter implements Writer {
  readonly heard: Fact[] = [];
  undone = false;
  readonly atEnd?: NonNullable<Writer['atEnd']>;
  readonly #tx: Writer;
  #wakes = false;
  #isHandedOn = false;

  constructor(tx: Writer) {
    this.#tx = tx;
    if (tx.atEnd !== undefined) this.atEnd = tx.atEnd;
  }

  get engine(): Engine {
    return this.#tx.engine;
  }

  get<T>(query: Sql): MaybePromise<T | undefined> {
    return this.#tx.get<T>(query);
  }

  all<T>(query: Sql): MaybePromise<T[]> {
    return this.#tx.all<T>(query);
  }

  run(query: Sql): MaybePromise<number> {
    return this.#tx.run(query);
  }

  send(query: Sql): MaybePromise<void> {
    return this.#tx.send(query);
  }

  sendFor<T>(query: Sql, heard: (row: T | undefined) => void): MaybePromise<void> {
    return this.#tx.sendFor(query, heard);
  }

  ids(kind: IdKind, count: number): MaybePromise<bigint[]> {
    return this.#tx.ids(kind, count);
  }

  number(counter: Counter): MaybePromise<bigint> {
    return this.#tx.number(counter);
  }

  decide<Row, T>(decision: Decision<Row, T>): MaybePromise<T> {
    return this.#tx.decide(decision);
  }

  turn(keys: readonly string[]): MaybePromise<void> {
    return this.#tx.turn(keys);
  }

  idsWithin(kind: IdKind, count: number): Value[] {
    return this.#tx.idsWithin(kind, count);
  }

  tells(company: Id, first: bigint, count: number): void {
    this.#tx.tells?.(company, first, count);
  }

  wake(): void {
    this.#wakes = true;
    // An answer that came late: what it belongs to was handed on already.
    if (this.#isHandedOn) this.#tx.wake();
  }

  undo(): void {
    this.undone = true;
  }

  async savepoint<T>(work: () => Promise<T>): Promise<T> {
    const before = this.heard.length;
    try {
      return await this.#tx.savepoint(work);
    } catch (error) {
      this.heard.length = before;
      throw error;
    }
  }

  /** Hands the events and wake-ups of the inner transaction on to the one around it. */
  handOn(): void {
    this.#tx.heard?.push(...this.heard);
    this.#isHandedOn = true;
    if (this.#wakes) this.#tx.wake();
  }
}

/** Ends a savepoint whose work has asked for that, with the work's value. */
class Undone<T> extends Error {
  readonly value: T;

  constructor(value: T) {
    super('The savepoint is undone.');
    this.value = value;
  }
}

/** Runs `work` in a savepoint as if it were a transaction: what it throws or asks for undoes it alone. */
async function nest<T>(tx: Writer, work: (tx: Writer) => Promise<T>): Promise<T> {
  const inner = new NestedWriter(tx);
  try {
    const value = await tx.savepoint(async () => {
      const done = await work(inner);
      if (!inner.undone) return done;
      // Throws a failure that the work did not pass on: that is no success.
      await tx.savepoint(() => Promise.resolve());
      throw new Undone(done);
    });
    inner.handOn();
    return value;
  } catch (error) {
    if (error instanceof Undone) return error.value as T;
    throw error;
  }
}

/** Transactions that are savepoints of an open one. Their keys are not looked at: the open one holds what it needs. */
export function within(tx: Writer): Transactions {
  return {
    read: (work) => tx.savepoint(() => work(tx)),
    write: (work) => nest(tx, work),
  };
}
