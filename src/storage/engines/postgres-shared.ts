import { type CommitPosition, CommitUnknown, StorageUnavailable, type Writer } from '../port.ts';
import { sql } from '../sql.ts';
import { Draft, NeedsTransaction } from './postgres-draft.ts';
import type { Transaction } from './postgres-transaction.ts';

/** Most works whose changes are one transaction. */
const MAX_TOGETHER = 40;

/** Most works of a key that are run by themselves after some that needed it: 1 after the first, and twice as many each time. */
const MAX_ALONE = 32;
/** Keys of which that is remembered. */
const MAX_KEYS = 1_000;

/** Works did not succeed together, and nothing of them is saved: each may by itself. */
class NotShared extends Error {
  constructor(cause: unknown) {
    super('A transaction of several works failed.', { cause });
    this.name = 'NotShared';
  }
}

/** A work whose changes are to be committed with those of others. */
interface SharedWork {
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

/** How a work is run whose changes may be committed with those of others. */
export interface SharedRun<T> extends Pick<SharedWork, 'keys' | 'told'> {
  /** Works of the same share a commit. */
  readonly shares: string;
  /** Runs a work in a transaction that changes nothing. */
  readonly drafted: <D>(work: (tx: Transaction) => Promise<D>) => Promise<D>;
  /** Runs it in a transaction of its own. */
  readonly alone: () => Promise<T>;
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
  /** Keys whose works needed a transaction of their own: how many more are given one at once, and how many after the next. */
  readonly #alone = new Map<string, { left: number; readonly next: number }>();

  constructor(run: Run) {
    this.#run = run;
  }

  /** Runs a work with others of its key, or alone where it needs that or it did not succeed with them. */
  async write<T>(work: (tx: Writer) => Promise<T>, run: SharedRun<T>): Promise<T> {
    const { shares, keys, told } = run;
    const known = this.#alone.get(shares);
    if (known !== undefined && known.left > 0) {
      known.left--;
      return run.alone();
    }
    try {
      const { value, draft } = await run.drafted((tx) => drafted(tx, work));
      if (draft.changes.length > 0 && !draft.undone) await this.#commit(shares, { draft, keys, told });
      this.#alone.delete(shares);
      return value;
    } catch (error) {
      if (error instanceof NeedsTransaction) {
        if (this.#alone.size >= MAX_KEYS) this.#alone.clear();
        const next = Math.min(2 * (known?.next ?? 1), MAX_ALONE);
        this.#alone.set(shares, { left: next / 2, next });
      } else if (!(error instanceof NotShared)) throw error;
      return run.alone();
    }
  }

  /** Resolves when the changes are saved. Rejects with NotShared when none of those that went together is. */
  #commit(key: string, work: SharedWork): Promise<void> {
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

/** Runs a work whose changes are kept back. */
async function drafted<T>(tx: Transaction, work: (tx: Writer) => Promise<T>) {
  const draft = new Draft(tx);
  try {
    return { value: await work(draft), draft };
  } finally {
    // Whatever it came to without a transaction that it needed.
    draft.finish();
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
