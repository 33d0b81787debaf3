// What the add-ons of companies use, and what is left of their quotas (reference: limits.16 to limits.18). Counted in memory,
// added to what all processes have counted every few seconds: no request waits for it.

import type { Id } from '../kernel/id.ts';
import { Runs } from '../kernel/runs.ts';
import { type Clock, DAY, HOUR, MINUTE, type Micros, type Ticker } from '../kernel/time.ts';
import type { Reader, Storage, Writer } from '../storage/port.ts';
import { metric } from './metrics.ts';
import type { Principal } from './principal.ts';
import { dayOf, noRoom, QUOTAS, type Quota, type Quotas, quotaHeaders, spentToday } from './quotas.ts';
import {
  addMade,
  addUses,
  type CompanyQuotas,
  type DayUse,
  readQuotas,
  readUses,
  resolved,
  saveCount,
} from './usage.store.ts';

/** How often what was counted is added to that of all processes, in ms. */
const FLUSH_MS = 2_000;
/** Companies of one flush; the others wait for the next. */
const COMPANIES_PER_FLUSH = 512;
/** How long a company that does nothing is remembered: one that is well within its quotas, and any other. */
const REMEMBERED: Micros = HOUR;
const REMEMBERED_NEAR: Micros = DAY;
/** How often records are counted, at most; and while more are refused. And of how many companies in a flush. */
const COUNT_EVERY: Micros = HOUR;
const COUNT_REFUSED: Micros = MINUTE;
const COUNTS_PER_FLUSH = 2;
/** The share of a quota from which on it is near, in hundredths. */
const NEAR = 80;

/** The dependencies of the counts. */
interface UsageParts {
  readonly storage: Storage;
  readonly clock: Clock;
  /** The quotas of companies that have none of their own. */
  readonly quotas: Quotas;
  /** How many orders, products and customers a company has. */
  readonly countRows: (tx: Reader, company: Id) => Promise<number>;
  /** Tells the operator of a company that comes near a quota. */
  readonly tell: (facts: Readonly<Record<string, unknown>>, sentence: string) => void;
  readonly warn: (error: unknown, sentence: string) => void;
}

/** The known use of a company: the amounts of all processes as they were last read, and those not added yet. */
interface Known {
  readonly company: Id;
  quotas: Quotas;
  /** The day that the amounts are of. */
  day: bigint;
  requests: Amount;
  bytes: Amount;
  /** Undefined stored: they were never counted. */
  rows: Amount;
  countedAt: Micros | null;
  /** Its records are to be counted anew. */
  mayHaveLess: boolean;
  lastUse: Micros;
  /** Quotas that were logged for the operator already, each with the share that it had reached. */
  readonly logged: Set<string>;
}

/** Records that a company has made. */
interface MadeRows {
  readonly company: Id;
  readonly rows: number;
}

/** The result of saving. */
interface Saved {
  readonly uses: readonly DayUse[];
  readonly quotas: ReadonlyMap<Id, CompanyQuotas>;
}

interface Amount {
  stored: number | undefined;
  unsaved: number;
}

const none = (): Amount => ({ stored: 0, unsaved: 0 });
const totalOf = ({ stored, unsaved }: Amount): number => (stored ?? 0) + unsaved;

/** True for an add-on: Passbell's own screens and devices have no quotas. */
export function isMetered({ counted }: Principal): boolean {
  return counted === undefined;
}

/** Counts what companies use. */
export class Usage {
  readonly #parts: UsageParts;
  readonly #known = new Map<Id, Known>();
  /** Amounts that were not added yet, by company and day. */
  #pending = new Map<string, DayUse>();
  #made = new Map<Id, number>();
  /** Companies whose quotas are to be read again. */
  #touched = new Set<Id>();
  #stop: (() => void) | undefined;
  readonly #saving = new Runs(() => this.#run());

  constructor(parts: UsageParts) {
    this.#parts = parts;
  }

  /** True when nothing has to be loaded before a request of the company is taken. */
  knows(company: Id): boolean {
    return this.#known.has(company);
  }

  /** Loads what a company has used today and may use. */
  async load(company: Id): Promise<void> {
    if (this.#known.has(company)) return;
    const { storage, clock } = this.#parts;
    const now = clock.now();
    const day = dayOf(now);
    const [uses, [quotas]] = await storage.read(
      async (tx) => [await readUses(tx, company, day, 1), await readQuotas(tx, [company])] as const,
    );
    // Another request may have done so meanwhile, and have been counted.
    if (this.#known.has(company)) return;
    const [today] = uses;
    const known: Known = {
      ...{ company, day, quotas: resolved(quotas?.own, this.#parts.quotas), lastUse: now },
      requests: { stored: today?.requests ?? 0, unsaved: 0 },
      bytes: { stored: today?.bytes ?? 0, unsaved: 0 },
      rows: { stored: undefined, unsaved: this.#made.get(company) ?? 0 },
      ...{ countedAt: null, mayHaveLess: false, logged: new Set<string>() },
    };
    this.#known.set(company, known);
    this.#touched.add(company);
    if (quotas !== undefined) this.#learn(known, quotas);
  }

  /**
   * Counts one request of an add-on, and answers the headers that tell of its quotas. Throws 429 when one is used up: then
   * nothing is counted.
   */
  take(company: Id, tell: (name: string, value: string) => void): void {
    const now = this.#parts.clock.now();
    const known = this.#today(company, now);
    if (known === undefined) return;
    this.#touched.add(company);
    const { quotas } = known;
    const { requests, bytes } = quotas;
    const spent =
      requests !== undefined && totalOf(known.requests) >= requests
        ? spentToday('requests', requests, now)
        : bytes !== undefined && totalOf(known.bytes) >= bytes
          ? spentToday('bytes', bytes, now)
          : undefined;
    if (spent === undefined) this.#add(known, 1, 0);
    const used = { requests: totalOf(known.requests), bytes: totalOf(known.bytes) };
    for (const [name, value] of Object.entries(quotaHeaders(quotas, used, now) ?? {})) tell(name, value);
    if (spent !== undefined) throw spent;
  }

  /** Counts bytes of a request that was taken. */
  addBytes(company: Id, bytes: number): void {
    const known = this.#today(company, this.#parts.clock.now());
    if (known !== undefined && bytes > 0) this.#add(known, 0, bytes);
  }

  /** 403 when a company has no room for so many records more. What is not counted yet has. */
  requireRoom(company: Id, wanted: number): void {
    const known = this.#known.get(company);
    const limit = known?.quotas.rows;
    if (known === undefined || limit === undefined || known.rows.stored === undefined) return;
    const used = totalOf(known.rows);
    if (used + wanted <= limit) return;
    known.mayHaveLess = true;
    this.#touched.add(company);
    throw noRoom(limit, used, wanted);
  }

  /** Counts records that were made for a company, by any caller. */
  addRows(company: Id, rows: number): void {
    if (rows <= 0) return;
    const known = this.#known.get(company);
    if (known !== undefined) known.rows.unsaved += rows;
    this.#made.set(company, (this.#made.get(company) ?? 0) + rows);
    this.#touched.add(company);
  }

  /** Adds what was counted to that of all processes every few seconds from now on. */
  start(ticker: Ticker): void {
    this.#stop = ticker.every(FLUSH_MS, () => void this.flush());
  }

  /** Ends that. */
  stop(): void {
    this.#stop?.();
  }

  /** The same, after what was counted is saved. */
  async close(): Promise<void> {
    this.stop();
    await this.flush();
  }

  /** Adds what was counted until now to that of all processes, and hears theirs. One at a time. */
  flush(): Promise<void> {
    return this.#saving.run();
  }

  /** How many of the companies that this process knows are at their quotas, and near them. */
  metrics(): string[] {
    const samples = (share: number) =>
      QUOTAS.map((quota) => {
        const count = [...this.#known.values()].filter((known) => isAt(known, quota, share)).length;
        return [`{quota="${quota}"}`, count] as const;
      });
    const help = 'Companies that this process served lately and that have used';
    return [
      metric('companies_over_quota', 'gauge', `${help} up a quota.`, samples(100)),
      metric('companies_near_quota', 'gauge', `${help} ${NEAR} % of a quota or more.`, samples(NEAR)),
    ];
  }

  /** The known use of a company, with the amounts of today. */
  #today(company: Id, now: Micros): Known | undefined {
    const known = this.#known.get(company);
    if (known === undefined) return undefined;
    known.lastUse = now;
    const day = dayOf(now);
    if (known.day !== day) {
      known.day = day;
      known.requests = none();
      known.bytes = none();
      known.logged.clear();
    }
    return known;
  }

  #add(known: Known, requests: number, bytes: number): void {
    known.requests.unsaved += requests;
    known.bytes.unsaved += bytes;
    this.#touched.add(known.company);
    this.#putBack({ company: known.company, day: known.day, requests, bytes });
  }

  #putBack(use: DayUse): void {
    const key = `${use.company} ${use.day}`;
    const before = this.#pending.get(key);
    this.#pending.set(key, {
      ...use,
      requests: (before?.requests ?? 0) + use.requests,
      bytes: (before?.bytes ?? 0) + use.bytes,
    });
  }

  async #run(): Promise<void> {
    this.#forget();
    const touched = [...this.#touched].slice(0, COMPANIES_PER_FLUSH).sort((a, b) => (a < b ? -1 : 1));
    if (touched.length === 0) return;
    const isMeant = new Set(touched);
    for (const company of touched) this.#touched.delete(company);
    const uses = [...this.#pending.values()]
      .filter(({ company }) => isMeant.has(company))
      .sort((a, b) => (a.company === b.company ? Number(a.day - b.day) : a.company < b.company ? -1 : 1));
    const made = touched.flatMap((company) => {
      const rows = this.#made.get(company) ?? 0;
      return rows === 0 ? [] : [{ company, rows }];
    });
    for (const { company, day } of uses) this.#pending.delete(`${company} ${day}`);
    for (const { company } of made) this.#made.delete(company);
    let heard: Saved;
    try {
      heard = await this.#parts.storage.write((tx) => this.#save(tx, touched, uses, made));
    } catch (error) {
      for (const use of uses) this.#putBack(use);
      for (const { company, rows } of made) this.#made.set(company, (this.#made.get(company) ?? 0) + rows);
      for (const company of touched) this.#touched.add(company);
      this.#parts.warn(error, 'What companies have used could not be saved; it is tried again.');
      return;
    }
    this.#hear(uses, heard.uses);
    for (const { company, rows } of made) {
      const known = this.#known.get(company);
      if (known !== undefined) known.rows.unsaved -= rows;
    }
    for (const company of touched) {
      const known = this.#known.get(company);
      if (known !== undefined) this.#learn(known, heard.quotas.get(company));
    }
    await this.#countRows(touched);
    for (const company of touched) this.#tellNear(company);
  }

  /** Saves what was counted. */
  async #save(
    tx: Writer,
    touched: readonly Id[],
    uses: readonly DayUse[],
    made: readonly MadeRows[],
  ): Promise<Saved> {
    const saved = uses.length === 0 ? [] : await addUses(tx, uses);
    const quotas = new Map((await readQuotas(tx, touched)).map((each) => [each.company, each]));
    for (const { company, rows } of made) {
      const found = quotas.get(company);
      // Nobody asks how many there are where nothing limits them.
      if (resolved(found?.own, this.#parts.quotas).rows === undefined) continue;
      await addMade(tx, company, rows);
      if (found !== undefined) quotas.set(company, { ...found, made: found.made + rows });
    }
    return { uses: saved, quotas };
  }

  /** Takes over sums of all processes. */
  #hear(sent: readonly DayUse[], saved: readonly DayUse[]): void {
    const sums = new Map(saved.map((use) => [`${use.company} ${use.day}`, use]));
    for (const { company, day, requests, bytes } of sent) {
      const known = this.#known.get(company);
      const sum = sums.get(`${company} ${day}`);
      if (known === undefined || sum === undefined || known.day !== day) continue;
      known.requests = { stored: sum.requests, unsaved: known.requests.unsaved - requests };
      known.bytes = { stored: sum.bytes, unsaved: known.bytes.unsaved - bytes };
    }
  }

  /** Takes over what the database says of a company's quotas and records. */
  #learn(known: Known, found: CompanyQuotas | undefined): void {
    known.quotas = resolved(found?.own, this.#parts.quotas);
    known.countedAt = found?.countedAt ?? null;
    known.rows.stored = known.countedAt === null ? undefined : (found?.counted ?? 0) + (found?.made ?? 0);
  }

  /** Counts the records of companies that have a quota of them, some at a time, where that was long ago. */
  async #countRows(touched: readonly Id[]): Promise<void> {
    const { storage, clock, countRows } = this.#parts;
    const now = clock.now();
    const due = touched.flatMap((company) => {
      const known = this.#known.get(company);
      if (known?.quotas.rows === undefined) return [];
      const every = known.mayHaveLess ? COUNT_REFUSED : COUNT_EVERY;
      return known.countedAt === null || known.countedAt + every <= now ? [known] : [];
    });
    for (const known of due.slice(0, COUNTS_PER_FLUSH)) {
      const { company } = known;
      try {
        const { rows, made } = await storage.read(async (tx) => {
          const [before] = await readQuotas(tx, [company]);
          return { rows: await countRows(tx, company), made: before?.made ?? 0 };
        });
        await storage.write((tx) => saveCount(tx, company, { rows, made, now }));
        known.rows.stored = rows;
        known.countedAt = now;
        known.mayHaveLess = false;
      } catch (error) {
        this.#touched.add(company);
        this.#parts.warn(error, 'The records of a company could not be counted; it is tried again.');
      }
    }
    // They come next, although nothing is asked of them meanwhile.
    for (const { company } of due.slice(COUNTS_PER_FLUSH)) this.#touched.add(company);
  }

  /** Tells the operator once a day of a quota that is nearly used up, and once that it is. */
  #tellNear(company: Id): void {
    const known = this.#known.get(company);
    if (known === undefined) return;
    for (const quota of QUOTAS) {
      const share = [100, NEAR].find((each) => isAt(known, quota, each));
      if (share === undefined || known.logged.has(`${quota} ${share}`)) continue;
      known.logged.add(`${quota} ${share}`);
      const facts = {
        company: String(company),
        quota,
        limit: known.quotas[quota],
        used: totalOf(known[quota]),
      };
      this.#parts.tell(
        facts,
        share === 100 ? 'A company has used up a quota.' : `A company has used ${NEAR} % of a quota.`,
      );
    }
  }

  /** Lets go of companies that do nothing. */
  #forget(): void {
    const now = this.#parts.clock.now();
    for (const [company, known] of this.#known) {
      if (this.#touched.has(company)) continue;
      const isNear = QUOTAS.some((quota) => isAt(known, quota, NEAR));
      if (known.lastUse + (isNear ? REMEMBERED_NEAR : REMEMBERED) <= now) this.#known.delete(company);
    }
  }
}

/** True when a company has used up a share of a quota, in hundredths. */
function isAt(known: Known, quota: Quota, share: number): boolean {
  const limit = known.quotas[quota];
  return limit !== undefined && totalOf(known[quota]) * 100 >= limit * share;
}
