import { NestedWriter } from './nested.ts';
import type { Decision, MaybePromise, Writer } from './port.ts';
import type { Sql } from './sql.ts';

/**
 * A transaction of many requests: what is to be done at its end waits there, and is done before anything that reads what it
 * writes.
 */
export class EndingWriter extends NestedWriter {
  override readonly atEnd: NonNullable<Writer['atEnd']>;
  /** Whether a statement, by its text, reads or holds what is written at the end. */
  readonly #reads: (text: string) => boolean;
  readonly #whole: Writer;
  #waiting: readonly ((tx: Writer) => Promise<void>)[] = [];
  /** The waiting work is being done. */
  #doing: Promise<void> | undefined;

  constructor(tx: Writer, reads: (text: string) => boolean) {
    super(tx);
    this.#whole = tx;
    this.#reads = reads;
    this.atEnd = (work) => {
      this.#waiting = [...this.#waiting, work];
    };
  }

  override async get<T>(query: Sql): Promise<T | undefined> {
    await this.#endBefore(query);
    return super.get<T>(query);
  }

  override async all<T>(query: Sql): Promise<T[]> {
    await this.#endBefore(query);
    return super.all<T>(query);
  }

  override async run(query: Sql): Promise<number> {
    await this.#endBefore(query);
    return super.run(query);
  }

  override async decide<Row, T>(decision: Decision<Row, T>): Promise<T> {
    await this.#endBefore(decision.rows(decision.ids));
    return super.decide(decision);
  }

  override async savepoint<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#waiting;
    try {
      return await super.savepoint(work);
    } catch (error) {
      // What was done within it is undone, and waits again.
      this.#waiting = before;
      throw error;
    }
  }

  /** Runs the work that waits for the end, in its order, and hands its events on. */
  async end(): Promise<void> {
    await this.#doAll();
    this.handOn();
  }

  #endBefore({ text }: Sql): MaybePromise<void> {
    if (this.#reads(text)) return this.#doAll();
  }

  /** One after the other, once: who asks beside it waits for it as well. */
  async #doAll(): Promise<void> {
    if (this.#doing === undefined && this.#waiting.length === 0) return;
    const works = this.#waiting;
    this.#waiting = [];
    this.#doing ??= (async () => {
      for (const work of works) await work(this.#whole);
    })().finally(() => {
      this.#doing = undefined;
    });
    return this.#doing;
  }
}
