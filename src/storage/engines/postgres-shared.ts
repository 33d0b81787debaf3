import { setImmediate } from 'node:timers/promises';
import { type CommitPosition, CommitUnknown, StorageUnavailable, type Writer } from '../port.ts';
import { sql } from '../sql.ts';
import { Draft } from './postgres-draft.ts';
import { freeOf, gatherInserts } from './postgres-inserts.ts';
import { gatherShared } from './postgres-statements.ts';
import type { Transaction } from './postgres-transaction.ts';
import { SharedReads } from './shared-reads.ts';

/** Most works whose changes are one transaction. */
const MAX_TOGETHER = 64;

/** Most works of a key that are run by themselves after some that needed it: 1 after the first, and twice as many each time. */
const MAX_ALONE = 32;
/** Keys of which that is remembered. */
const MAX_KEYS = 1_000;

/** How often a work is run with others once more because of what others came to. */
const MAX_AGAIN = 4;
/** Into how many parts works are put that failed together by nobody knows which of them: those of the other parts succeed. */
const PARTS = 8;

/** How a work may be run after it failed with others. */
type Next =
  /** It failed by others, without which it may succeed with the rest. */
  | { readonly isOfOthers: true }
  /** Nobody knows which of them failed: it may be run with those of a part. */
  | { readonly part: number }
  | { readonly isAlone: true };

/** Works did not succeed together, and nothing of them is saved: each may by itself. */
class NotShared extends Error {
  readonly next: Next;

  constructor(cause: unknown, next: Next) {
    super('A transaction of several works failed.', { cause });
    this.name = 'NotShared';
    this.next = next;
  }
}

/** Works failed behind decisions that others have seen. */
class FailedBehindDecision extends Error {
  readonly drafts: ReadonlySet<Draft>;

  constructor(drafts: readonly Draft[]) {
    super('A work failed behind its decision.');
    this.name = 'FailedBehindDecision';
    this.drafts = new Set(drafts);
  }
}

/** A work whose changes are to be committed with those of others. */
interface SharedWork {
  readonly draft: Draft;
  /** Its result, once it has made the decision that it stopped at. */
  readonly outcome: Promise<unknown>;
  /** The keys that it holds: see WriteOptions. */
  readonly keys: readonly string[];
  /** Hears the position of the commit, where it is wanted. */
  readonly committed: ((position: CommitPosition) => void) | undefined;
}

/** A work that waits for its commit. */
interface Waiting extends SharedWork {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** How a work is run whose changes may be committed with those of others. */
export interface SharedRun<T> extends Pick<SharedWork, 'keys' | 'committed'> {
  /** Works of the same share a commit. */
  readonly shares: string;
  /** Runs a work in a transaction that changes nothing. */
  readonly drafted: <D>(work: (tx: Transaction) => Promise<D>) => Promise<D>;
  /** Runs it in a transaction of its own. */
  readonly alone: () => Promise<T>;
}

/** How a work may be run after the transaction of its group failed, in which it had a place. */
function nextOf(error: unknown, group: readonly Waiting[], place: number): Next {
  const own = group[place]?.draft;
  if (group.length === 1 || own === undefined) return { isAlone: true };
  if (!(error instanceof FailedBehindDecision)) return { part: place % PARTS };
  return error.drafts.has(own) ? { isAlone: true } : { isOfOthers: true };
}

/** The outcome of a work that was run with others. */
interface Together<T> {
  /** Undefined where it did not succeed with them. */
  readonly value?: { readonly is: T };
  /** It needs a transaction of its own. */
  readonly isRefused: boolean;
  /** It failed with others. */
  readonly next?: Next;
}

/** Runs a transaction: when it resolves all of it is saved, else none. */
type Run = (work: (tx: Transaction) => Promise<void>, committed: SharedWork['committed']) => Promise<void>;

/**
 * Transactions that works of one key share, such as those of a company: all that wait go together once the one before has
 * ended. Their changes are sent in one go, first what nobody waits for, so that what others wait for, the company's counter of
 * events, is held for no round trip.
 */
export class SharedCommits {
  readonly #run: Run;
  readonly #reads = new SharedReads();
  readonly #waiting = new Map<string, Waiting[]>();
  /** Keys whose works needed a transaction of their own: how many more are given one at once, and how many after the next. */
  readonly #alone = new Map<string, { left: number; readonly next: number }>();
  /** Works that are run by themselves since they needed it: one of each key. */
  readonly #first = new Map<string, Promise<unknown>>();

  constructor(run: Run) {
    this.#run = run;
  }

  /** Runs a work with others of its key, or alone where it needs that or it did not succeed with them. */
  async write<T>(work: (tx: Writer) => Promise<T>, run: SharedRun<T>): Promise<T> {
    const { shares } = run;
    const known = this.#alone.get(shares);
    if (known !== undefined && known.left > 0) {
      known.left--;
      return run.alone();
    }
    const { value, isRefused, next } = await this.#untilOthers(work, run);
    if (value !== undefined) return value.is;
    if (next !== undefined && 'part' in next) {
      const apart = await this.#together(work, run, next.part);
      if (apart.value !== undefined) return apart.value.is;
    }
    // What one that needed a transaction has changed may be what this one needed it for.
    const first = this.#first.get(shares);
    if (isRefused && first !== undefined) {
      await first.catch(() => undefined);
      const again = await this.#untilOthers(work, run);
      if (again.value !== undefined) return again.value.is;
    }
    return isRefused ? this.#refused(run) : run.alone();
  }

  /** Runs a work that needs a transaction of its own, and has the next ones of its key begin with one. */
  async #refused<T>({ shares, alone }: SharedRun<T>): Promise<T> {
    if (this.#alone.size >= MAX_KEYS) this.#alone.clear();
    const next = Math.min(2 * (this.#alone.get(shares)?.next ?? 1), MAX_ALONE);
    this.#alone.set(shares, { left: next / 2, next });
    const ended = alone();
    if (!this.#first.has(shares)) {
      this.#first.set(shares, ended);
      const forget = () => void this.#first.delete(shares);
      ended.then(forget, forget);
    }
    return ended;
  }

  /** Runs a work with others of its key, and again where it failed by them. */
  async #untilOthers<T>(work: (tx: Writer) => Promise<T>, run: SharedRun<T>): Promise<Together<T>> {
    for (let again = 0; ; again++) {
      const end = await this.#together(work, run);
      if (end.next === undefined || !('isOfOthers' in end.next) || again === MAX_AGAIN) return end;
    }
  }

  /** Runs a work with others of its key; answers no value where it needed a transaction of its own, or did not succeed with them. */
  async #together<T>(
    work: (tx: Writer) => Promise<T>,
    { shares, keys, committed, drafted: run }: SharedRun<T>,
    part?: number,
  ): Promise<Together<T>> {
    let last: Draft | undefined;
    try {
      const { outcome, draft } = await run(async (tx) => {
        const begun = drafted(new Draft(tx, this.#reads), work);
        last = begun.draft;
        await Promise.race([begun.outcome, begun.draft.stopped]);
        await begun.draft.answered();
        return begun;
      });
      // What waits for rows that another transaction has keeps nobody else waiting.
      const rows = draft.open?.decision.key;
      const key = [shares, rows ?? [], part ?? []].flat().join(' ');
      if (rows !== undefined || (draft.changes.length > 0 && !draft.undone))
        await this.#commit(key, { draft, outcome, keys, committed });
      const value = await outcome;
      this.#alone.delete(shares);
      return { value: { is: value }, isRefused: false };
    } catch (error) {
      if (last?.isKeptOut === true) return { isRefused: false, next: { isAlone: true } };
      const isRefused = last?.isRefused === true;
      if (!isRefused && !(error instanceof NotShared)) throw error;
      return error instanceof NotShared && !isRefused ? { isRefused, next: error.next } : { isRefused };
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
      // Those that come to their end in the same turn of the event loop go along.
      await setImmediate();
      const group = takeGroup(waiting);
      try {
        const committed = group.flatMap((each) => each.committed ?? []);
        const tellAll = (position: CommitPosition) => committed.forEach((tell) => void tell(position));
        await this.#run((tx) => sendAll(tx, group), committed.length === 0 ? undefined : tellAll);
        for (const { resolve } of group) resolve();
      } catch (error) {
        const isOver = error instanceof CommitUnknown || error instanceof StorageUnavailable;
        for (const [at, { draft, reject }] of group.entries()) {
          draft.fail(error);
          reject(isOver ? error : new NotShared(error, nextOf(error, group, at)));
        }
      }
    }
    this.#waiting.delete(key);
  }
}

/** Takes those that may be one transaction from works that wait: of several that go on to change the same row the first. */
function takeGroup(waiting: Waiting[]): Waiting[] {
  const taken = new Set<bigint>();
  const group: Waiting[] = [];
  const left: Waiting[] = [];
  for (const each of waiting.splice(0)) {
    const { isExclusive = false, ids = [] } = each.draft.open?.decision ?? {};
    const isFree = group.length < MAX_TOGETHER && !(isExclusive && ids.some((id) => taken.has(id)));
    (isFree ? group : left).push(each);
    if (isFree && isExclusive) for (const id of ids) taken.add(id);
  }
  waiting.push(...left);
  return group;
}

/** Begins a work whose changes are kept back. */
function drafted<T>(draft: Draft, work: (tx: Writer) => Promise<T>) {
  const outcome = work(draft).finally(() => {
    // Whatever it came to without a transaction that it needed.
    draft.finish();
  });
  // It may fail while nobody waits for it.
  outcome.catch(() => undefined);
  return { outcome, draft };
}

const ascending = (ids: Iterable<bigint>): bigint[] => [...ids].sort((a, b) => (a < b ? -1 : 1));

/** Rows as they are for the next who decides upon them: by the key of the decisions and their ids. */
type Rows = Map<string, Map<bigint, unknown>>;

/** Locks the rows that works wait for and that are not known yet: by one statement for each key, in one order for all. */
async function lockRows(tx: Transaction, waiting: readonly SharedWork[], known: Rows): Promise<void> {
  const decisions = waiting.flatMap(({ draft }) => draft.open?.decision ?? []);
  const byKey = [...Map.groupBy(decisions, ({ key }) => key)].sort(([a], [b]) => (a < b ? -1 : 1));
  const asked = byKey.map(async ([key, same]) => {
    const rows = known.get(key) ?? new Map<bigint, unknown>();
    known.set(key, rows);
    const missing = new Set(same.flatMap(({ ids }) => ids)).difference(rows);
    const [first] = same;
    if (first === undefined || missing.size === 0) return;
    const locked = first.rows(ascending(missing));
    // Nobody waits for what another transaction has where the work that wants it can be run apart.
    const query = first.isExclusive === true ? sql`${locked} skip locked` : locked;
    for (const row of await tx.all<unknown>(query)) rows.set(first.idOf(row), row);
  });
  await Promise.all(asked);
}

/** Has works decide in turn, each upon what the ones before have left, until all have come to their ends. */
async function decideAll(tx: Transaction, stopped: readonly SharedWork[]): Promise<void> {
  // A transaction that met another one is run again, but works that have gone on are not.
  if (stopped.some(({ draft }) => draft.isResumed))
    throw new Error('Works have decided upon rows that were given up since.');
  const known: Rows = new Map();
  const reads = new SharedReads();
  for (let waiting = stopped; waiting.length > 0; ) {
    const locked = lockRows(tx, waiting, known);
    // What these ask beside their decisions goes out with the lock.
    for (const { draft } of waiting) if (draft.open?.decision.isExclusive === true) draft.enter(tx, reads);
    await locked;
    for (const { draft } of waiting) {
      const { key = '', ids = [], idOf = () => 0n } = draft.open?.decision ?? {};
      const rows = known.get(key);
      const own = ascending(ids).flatMap((id) => rows?.get(id) ?? []);
      draft.enter(tx, reads);
      for (const row of draft.decideUpon(own)) rows?.set(idOf(row), row);
    }
    await Promise.all(
      waiting.map(({ draft, outcome }) => Promise.race([outcome.catch(() => undefined), draft.stopped])),
    );
    waiting = waiting.filter(({ draft }) => draft.open !== undefined);
  }
  const outcomes = await Promise.allSettled(stopped.map(({ outcome }) => outcome));
  const failed = stopped.flatMap(({ draft }, at) =>
    outcomes[at]?.status === 'fulfilled' && !draft.undone ? [] : draft,
  );
  // Later ones have seen what it decided, and it will not be so.
  const behind = failed.filter(({ hasDecided }) => hasDecided);
  if (behind.length > 0) throw new FailedBehindDecision(behind);
  for (const { changes } of failed) changes.length = 0;
}

async function sendAll(tx: Transaction, group: readonly Waiting[]): Promise<void> {
  // Its answer is not waited for: a key that another transaction has fails the statement, and so all of this one.
  const keys = group.flatMap((each) => each.keys);
  if (keys.length > 0)
    tx.send(
      sql`select 1 / case when bool_and(pg_try_advisory_xact_lock(hashtextextended(key, 0))) then 1 else 0 end
          from json_array_elements_text(${JSON.stringify(keys)}::json) as keys (key)`,
    );
  if (group.some(({ draft }) => draft.hasStopped)) await decideAll(tx, group);
  for (const { draft } of group) draft.wakeBy(tx);
  const parts = group.map(({ draft }) => freeOf(draft.changes, draft.firstHeld));
  const free = gatherInserts(parts.map((part) => part.free));
  for (const { query, heard } of [...free, ...gatherShared(parts.map((part) => part.held))]) {
    if (heard === undefined) tx.send(query);
    else tx.sendFor(query, heard);
  }
}
