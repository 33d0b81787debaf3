import type { Keyring } from '../edge/secrets.ts';
import { larger, smaller } from '../kernel/bigints.ts';
import { Passes } from '../kernel/passes.ts';
import type { Random } from '../kernel/random.ts';
import { type Clock, type Micros, SECOND, type Timers } from '../kernel/time.ts';
import type { Reader, Storage, Writer } from '../storage/port.ts';
import { together } from '../storage/together.ts';
import { Flights, type Outcome } from './flights.ts';
import { loadSources } from './message.ts';
import {
  type Candidate,
  type Claim,
  claim,
  claimBehind,
  type DueTarget,
  dueAt,
  dueTargets,
  firstLeaseEnd,
  type Lane,
  type Lease,
  MAX_RECOVERED,
  promote,
  type RecordKey,
  recover,
} from './queue.store.ts';
import type { Send } from './send.ts';
import type { SlotShare } from './slots.ts';
import { BEFORE_ALL, headlessRecords, longestDue, noteStalls, type OverdueDelivery } from './stalls.store.ts';
import { type Stall, StallDetector, unclaimedOf } from './stalls.ts';

/** How long a claim holds: the whole of a request, and time to record its result. */
const LEASE: Micros = 20n * SECOND;
/**
 * How long the bodies are together that are claimed for one address beyond its slots, in bytes: where it answers no more, they are
 * what it costs the others.
 */
export const MAX_AHEAD_BYTES: bigint = 1024n * 1024n;
/** How often the queue is polled when no wake-up comes, in ms. */
const POLL_MS = 1_000;
/** When the queue is polled again after another process was faster. */
const AGAIN: Micros = SECOND / 20n;
/** How often stalls are looked for, in ms. */
const WATCH_MS = 10_000;
/** Stalled deliveries that are written down at a time. */
const MAX_NOTED = 100;
/** Records that are checked for a missing head each time. */
const RECORDS_PER_WATCH = 500;
/** How long the bodies in flight are together at most, in bytes; a single longer one goes alone. */
export const MAX_BYTES: bigint = 32n * 1024n * 1024n;
/** Addresses read together. */
const TARGETS_PER_PAGE = 500;
/** The lanes of an address in the order in which its candidates are looked for. */
const CLAIMED_LANES = ['first', 'retry'] as const;

/** Looks at the queue ask one statement, for which PostgreSQL is spared a transaction. */
const ONE_STATEMENT = { isSingle: true } as const;

/** The dependencies of the engine. */
interface EngineParts {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly random: Random;
  readonly keyring: Keyring;
  readonly send: Send;
  readonly timers: Timers;
  /** Receives errors that are tried again. */
  readonly warn: (error: unknown, sentence: string) => void;
  /** Receives problems that an administrator has to look after: stalled deliveries. */
  readonly alarm: (sentence: string) => void;
  /** No other process delivers from this database: messages in flight at its last stop are taken over at once. */
  readonly alone: boolean;
  readonly pollMs?: number;
  /** How often it looks for stalls, in ms. */
  readonly watchMs?: number;
  /** The query for claimable deliveries; tests replace it to show that a fault of it is found. */
  readonly candidates?: typeof dueAt;
}

/**
 * Delivers the queue (reference: events.31, events.32, events.35). It claims in one transaction, sends outside of
 * any, records in another: sending twice is harmless, and after a crash other processes take over claimed deliveries
 * as soon as the lease is over. It claims more than it has slots for, and records what ended together, so that a slot is
 * busy with sending alone, however far away the database is.
 */
export class Engine {
  readonly #parts: EngineParts;
  readonly #passes: Passes;
  readonly #flights: Flights;
  /** The address that was served last: the next pass begins behind it. */
  #cursor = '';
  readonly #watch = new StallDetector();
  #cancelWatch: () => void = () => undefined;
  #watching: Promise<void> | undefined;
  /** Deliveries that were due with a slot free in this pass, and were not claimed. */
  #unclaimed: OverdueDelivery[] = [];
  /** The record that was checked last for a missing head. */
  #lastRecord: RecordKey = BEFORE_ALL;
  /** Causes of stalls that have been reported. */
  #reported = new Set<string>();
  /** Records that had nothing that may be claimed and were repaired, counted since the start. */
  repaired = 0;

  constructor(parts: EngineParts) {
    this.#parts = parts;
    const { clock, timers, storage, warn, pollMs = POLL_MS } = parts;
    this.#passes = new Passes({
      ...{ clock, timers, pollMs, leastMs: 1 },
      onWake: (wake) => storage.onWake(wake),
      serve: () => this.#pass(),
      failed: (error, isFirst) => {
        if (isFirst) warn(error, 'The queue of deliveries cannot be looked at; it is tried again.');
        this.#watch.failPass(error);
      },
    });
    this.#flights = new Flights(parts, this.#passes);
  }

  /** True while it delivers, as far as the database lets it. */
  get isRunning(): boolean {
    return this.#passes.isHealthy;
  }

  get inFlight(): number {
    return this.#flights.slots.inFlight;
  }

  get outcomes(): Readonly<Record<Outcome, number>> {
    return this.#flights.outcomes;
  }

  /** Deliveries that have been due for long, with slots free, and are not sent. */
  get stalls(): readonly Stall[] {
    return this.#passes.isRunning ? this.#watch.stalls(this.#parts.clock.now()) : [];
  }

  /** Resolves when the first pass over the queue is over. */
  async start(): Promise<void> {
    const { storage, clock, alone, warn } = this.#parts;
    await this.#passes.start(async () => {
      if (alone) {
        const now = clock.now();
        await storage
          .write((tx) => recover(tx, undefined, now))
          .catch((error: unknown) => warn(error, 'What was in flight before the start waits for its lease.'));
      }
      this.#scheduleWatch();
    });
  }

  /** Starts a pass: there may be due deliveries. */
  wake(): void {
    this.#passes.wake();
  }

  /** Claims no more, waits a while for messages in flight, and puts back the rest. */
  async stop(): Promise<void> {
    const stopped = this.#passes.stop();
    this.#flights.putBack();
    this.#cancelWatch();
    await this.#watching;
    await stopped;
  }

  async #pass(): Promise<Micros | undefined> {
    this.#watch.beginPass(this.#parts.clock.now());
    const next = await this.#servePages();
    this.#watch.endPass(this.#parts.clock.now(), this.#unclaimed);
    return next;
  }

  /** One pass over all addresses, beginning behind the one served last. Answers when the next delivery is due. */
  async #servePages(): Promise<Micros | undefined> {
    this.#unclaimed = [];
    let next = await this.#recover();
    const begin = this.#cursor;
    let after = begin;
    let wrapped = false;
    // Ends: it goes over the addresses once, in order.
    while (this.#passes.isRunning && !this.#flights.slots.isFull) {
      const page = await this.#parts.storage.read(
        (tx) => dueTargets(tx, after, TARGETS_PER_PAGE),
        ONE_STATEMENT,
      );
      const end = page.at(-1)?.target;
      const mine = wrapped ? page.filter(({ target }) => target <= begin) : page;
      next = earliest(next, await this.#serve(mine));
      if (end !== undefined && page.length === TARGETS_PER_PAGE && !(wrapped && end >= begin)) after = end;
      else if (wrapped || begin === '') break;
      else {
        wrapped = true;
        after = '';
      }
    }
    return next;
  }

  /** Takes over deliveries whose lease ended. Answers when the next lease ends. */
  async #recover(): Promise<Micros | undefined> {
    const { storage, clock } = this.#parts;
    const end = await storage.read((tx) => firstLeaseEnd(tx), ONE_STATEMENT);
    const now = clock.now();
    if (end === undefined || end > now) return end;
    const recovered = await storage.write((tx) => recover(tx, now, now));
    if (recovered === MAX_RECOVERED) this.wake();
    return undefined;
  }

  /** Claims and sends the due deliveries of some addresses. Answers when the next of theirs is due. */
  async #serve(targets: readonly DueTarget[]): Promise<Micros | undefined> {
    const { storage, clock } = this.#parts;
    const now = clock.now();
    let next: Micros | undefined;
    for (const { retry } of targets) {
      if (retry !== null && retry > now) next = earliest(next, retry);
    }
    const shares = this.#flights.slots.share(targets, now);
    if (shares.length === 0) return next;
    const lanes = shares.flatMap((share) => CLAIMED_LANES.map((lane) => ({ share, lane })));
    const isSingle = lanes.filter(({ share, lane }) => share[lane] > 0).length === 1;
    const candidates = await storage.read(
      (tx) => Promise.all(lanes.map(({ share, lane }) => this.#candidatesOf(tx, share, lane, now))),
      { isSingle },
    );
    const chosen = this.#withinBytes(
      candidates,
      lanes.map(({ share }) => share),
    );
    // Behind the last address that was served.
    this.#cursor = shares[Math.ceil(chosen.length / CLAIMED_LANES.length) - 1]?.target ?? this.#cursor;
    const wanted = chosen.flat();
    const claims = await this.#claim(wanted, now);
    // Another process took it, or holds a lock that it may release without a notification.
    if (claims.length < wanted.length) next = earliest(next, now + AGAIN);
    await this.#noteUnclaimed(
      shares,
      candidates,
      chosen,
      claims.map(([head]) => head),
      now,
    );
    if (claims.length === 0) return next;
    const all = claims.flat();
    const sources = await storage.read((tx) => loadSources(tx, all)).catch((error: unknown) => ({ error }));
    this.#flights.add(claims, sources, now);
    this.#flights.slots.tookToClaim(clock.now() - now);
    return next;
  }

  /** As many as there is memory for, in the order of their turns; the end of a message wakes us for the others. */
  #withinBytes(
    lists: readonly (readonly Candidate[])[],
    shares: readonly SlotShare[],
  ): (readonly Candidate[])[] {
    let { bytes } = this.#flights;
    const chosen: Candidate[][] = [];
    for (const [place, list] of lists.entries()) {
      const { target = '', idle = 0 } = shares[place] ?? {};
      const taken: Candidate[] = [];
      chosen.push(taken);
      let left = larger(0n, MAX_AHEAD_BYTES - this.#flights.bytesWaiting(target));
      for (const [at, each] of list.entries()) {
        if (bytes > 0n && bytes + each.bytes > MAX_BYTES) return chosen;
        if (at >= idle) left -= each.bytes;
        if (left < 0n) break;
        // Messages about one record are taken to be as long as the first of them.
        const behind = smaller(each.behind, left / (each.bytes + 1n));
        left -= behind * each.bytes;
        bytes += each.bytes * (behind + 1n);
        taken.push({ ...each, behind });
      }
    }
    return chosen;
  }

  #candidatesOf(tx: Reader, share: SlotShare, lane: Lane, now: Micros): Promise<Candidate[]> {
    const { candidates = dueAt } = this.#parts;
    const wanted = share[lane];
    return wanted === 0 ? Promise.resolve([]) : candidates(tx, share.target, lane, now, wanted, share.behind);
  }

  /** Notes deliveries that are due, have a slot and were not claimed, by this process or another one. */
  async #noteUnclaimed(
    shares: readonly SlotShare[],
    candidates: readonly (readonly Candidate[])[],
    chosen: readonly (readonly Candidate[])[],
    claims: readonly Claim[],
    now: Micros,
  ): Promise<void> {
    const left = unclaimedOf(CLAIMED_LANES, { shares, candidates, chosen, claims });
    if (left.length === 0) return;
    const found = await this.#parts.storage.read((tx) =>
      Promise.all(left.map(({ target, lane }) => longestDue(tx, target, lane, now))),
    );
    this.#unclaimed.push(...found.filter((each) => each !== undefined));
  }

  #scheduleWatch(): void {
    const { timers, warn, watchMs = WATCH_MS } = this.#parts;
    this.#cancelWatch = timers.after(watchMs, () => {
      this.#watching = this.#reportStalls()
        .catch((error: unknown) => warn(error, 'The queue of deliveries cannot be watched just now.'))
        .finally(() => {
          if (this.#passes.isRunning) this.#scheduleWatch();
        });
    });
  }

  /** Reports stalls, once, stores them for the company, and repairs records that have no head. */
  async #reportStalls(): Promise<void> {
    const { storage, clock, alarm } = this.#parts;
    const now = clock.now();
    const { stalls } = this;
    for (const { cause } of stalls) if (!this.#reported.has(cause)) alarm(cause);
    const before = this.#reported.size;
    this.#reported = new Set(stalls.map(({ cause }) => cause));
    const about = stalls.flatMap(({ delivery, since }) =>
      delivery === undefined ? [] : [{ delivery, since }],
    );
    if (before > 0 || about.length > 0) {
      await storage.write((tx) => noteStalls(tx, about.slice(0, MAX_NOTED), now));
    }
    const { last, found } = await storage.read((tx) =>
      headlessRecords(tx, this.#lastRecord, RECORDS_PER_WATCH),
    );
    this.#lastRecord = last ?? BEFORE_ALL;
    for (const each of found) {
      if ((await storage.write((tx) => promote(tx, each.company_id, [each], now))) === 0) continue;
      this.repaired++;
      alarm(
        `Deliveries of company ${each.company_id} about record ${each.resource_id} of webhook ${each.webhook_id} waited ` +
          'for one that had ended; they go on now.',
      );
      this.wake();
    }
  }

  /** Claims deliveries, each with what may be claimed behind it about the same record. */
  async #claim(candidates: readonly Candidate[], now: Micros): Promise<[Claim, ...Claim[]][]> {
    if (candidates.length === 0) return [];
    const { storage, random } = this.#parts;
    const lease: Lease = { lease: random.bytes(12).toString('base64url'), now, until: now + LEASE };
    const companies = Map.groupBy(candidates, ({ company_id: company }) => company);
    return storage.write(async (tx) => {
      // Sent together: PostgreSQL works through them in one go.
      const firsts = await together(
        [...companies].map(([company, its]) =>
          claim(
            tx,
            company,
            its.map(({ id }) => id),
            lease,
          ),
        ),
      );
      const claimed = new Map(firsts.flat().map((each) => [`${each.company_id} ${each.id}`, each]));
      return together(
        candidates.flatMap(({ company_id: company, id, behind }) => {
          const first = claimed.get(`${company} ${id}`);
          return first === undefined ? [] : [this.#claimRun(tx, first, behind, lease)];
        }),
      );
    });
  }

  async #claimRun(tx: Writer, first: Claim, behind: bigint, lease: Lease): Promise<[Claim, ...Claim[]]> {
    return behind === 0n ? [first] : [first, ...(await claimBehind(tx, first, behind, lease))];
  }
}

function earliest(a: Micros | undefined, b: Micros | undefined): Micros | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a < b ? a : b;
}
