import type { Storage } from '../storage/port.ts';
import { type Ended, record } from './queue.store.ts';

/** Results recorded in one transaction. */
const MAX_TOGETHER = 256;

interface Waiting {
  readonly ended: Ended;
  readonly done: (error?: unknown) => void;
}

/** Records the results of attempts: what ends while others are recorded is recorded together, after them. */
export class Recorder {
  readonly #storage: Storage;
  readonly #again: (write: () => Promise<unknown>) => Promise<void>;
  #waiting: Waiting[] = [];
  #isWriting = false;

  /** `again` writes, again while the database is away. */
  constructor(storage: Storage, again: (write: () => Promise<unknown>) => Promise<void>) {
    this.#storage = storage;
    this.#again = again;
  }

  /** Resolves when the result is recorded, or its lease was lost; rejects when it could not be. */
  add(ended: Ended): Promise<void> {
    return new Promise((resolve, reject) => {
      const done = (error?: unknown) => (error === undefined ? resolve() : reject(error as Error));
      this.#waiting.push({ ended, done });
      if (!this.#isWriting) void this.#write();
    });
  }

  async #write(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) {
      const group = this.#waiting.slice(0, MAX_TOGETHER);
      this.#waiting = this.#waiting.slice(MAX_TOGETHER);
      await this.#writeGroup(group);
    }
    this.#isWriting = false;
  }

  /** Attempts that cannot be recorded with the others are recorded after them, those about one record together. */
  async #writeGroup(group: readonly Waiting[]): Promise<void> {
    const write = (some: readonly Waiting[], waits: boolean) => {
      const ended = some.map((each) => each.ended);
      return this.#storage.write((tx) => record(tx, ended, waits));
    };
    const recorded = new Set(await write(group, false).catch(() => []));
    const left: Waiting[] = [];
    for (const each of group) {
      if (recorded.has(each.ended)) each.done();
      else left.push(each);
    }
    const records = Map.groupBy(
      left,
      ({ ended: { claimed } }) => `${claimed.company_id} ${claimed.webhook_id} ${claimed.resource_id}`,
    );
    await Promise.all(
      [...records.values()].map(async (its) => {
        const error = await this.#again(() => write(its, true)).catch((failure: unknown) => failure);
        for (const each of its) each.done(error);
      }),
    );
  }
}
