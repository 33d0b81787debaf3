import { type CommitPosition, CommitUnknown, StorageUnavailable } from '../port.ts';
import { sql } from '../sql.ts';
import type { Draft } from './postgres-draft.ts';
import type { Transaction } from './postgres-transaction.ts';

/** Most works whose changes are one transaction. */
const MAX_TOGETHER = 40;

/** Works did not succeed together, and nothing of them is saved: each may by itself. */
export class NotShared extends Error {
  constructor(cause: unknown) {
    super('A transaction of several works failed.', { cause });
    this.name = 'NotShared';
  }
}

/** A work whose changes are to be committed with those of others. */
export interface SharedWork {
  readonly draft: Draft;
  /** The keys that it holds: see WriteOptions. */
  readonly keys: readonly string[];
  /** Hears the position of the commit, where it is wanted. */
  readonly told: ((position: CommitPosition) => void) | undefined;
}

/** A work that waits for its commit. */
interface Waiting extends SharedWork {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Runs a transaction: when it resolves all of it is saved, else none. */
type Run = (work: (tx: Transaction) => Promise<void>, told: SharedWork['told']) => Promise<void>;

/**
 * Transactions that works of one key share, such as those of a company: all that wait go together once the one before has
 * ended. Their changes are sent in one go, first what nobody waits for, so that what others wait for, the company's counter of
 * events, is held for no round trip.
 */
export class SharedCommits {
  readonly #run: Run;
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(run: Run) {
    this.#run = run;
  }

  /** Resolves when the changes are saved. Rejects with NotShared when none of those that went together is. */
  commit(key: string, work: SharedWork): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(key);
      const mine = { ...work, resolve, reject };
      if (waiting === undefined) void this.#commitAll(key, mine);
      else waiting.push(mine);
    });
  }

  async #commitAll(key: string, first: Waiting): Promise<void> {
    const waiting = [first];
    this.#waiting.set(key, waiting);
    while (waiting.length > 0) {
      const group = waiting.splice(0, MAX_TOGETHER);
      try {
        const told = group.flatMap((each) => each.told ?? []);
        const tellAll = (position: CommitPosition) => told.forEach((tell) => void tell(position));
        await this.#run((tx) => sendAll(tx, group), told.length === 0 ? undefined : tellAll);
        for (const { draft, resolve } of group) {
          draft.keepIds();
          resolve();
        }
      } catch (error) {
        const isOver = error instanceof CommitUnknown || error instanceof StorageUnavailable;
        for (const { reject } of group) reject(isOver ? error : new NotShared(error));
      }
    }
    this.#waiting.delete(key);
  }
}

function sendAll(tx: Transaction, group: readonly Waiting[]): Promise<void> {
  // Its answer is not waited for: a key that another transaction has fails the statement, and so all of this one.
  for (const key of group.flatMap(({ keys }) => keys))
    tx.send(
      sql`select 1 / case when pg_try_advisory_xact_lock(hashtextextended(${key}::text, 0)) then 1 else 0 end`,
    );
  for (const { draft } of group) draft.sendIn(tx, 0, heldFrom(draft));
  for (const { draft } of group) draft.sendIn(tx, heldFrom(draft), draft.changes.length);
  return Promise.resolve();
}

const heldFrom = ({ firstHeld, changes }: Draft): number => firstHeld ?? changes.length;
