import type { Company, Site } from '../company/shape.ts';
import { getCompany } from '../company/store.ts';
import type { Id } from '../kernel/id.ts';
import { LoopYielder } from '../kernel/loop-yielder.ts';
import { type Micros, SECOND, type Stopwatch, type Ticker } from '../kernel/time.ts';
import { pastAfter } from '../orders/row/past.store.ts';
import { lastNumbers } from '../outbox/log.ts';
import type { Reader, Storage, Writer } from '../storage/port.ts';
import { measure } from './rules/measure.ts';
import { mergeEntries } from './rules/sums.ts';
import {
  companiesBehind,
  completionsAfter,
  lockPosition,
  MAX_REST,
  ordersById,
  type Position,
  readPosition,
  savePosition,
  sitesOf,
  withOriginals,
} from './store.ts';
import { addEntries, removeLeftovers } from './sums.store.ts';
import type { Entry } from './types.ts';

/**
 * How often the logs are polled, in ms. Reports do not wait for it: they read events that are not added up yet
 * themselves.
 */
const POLL_MS = 1_000;
/** At every so many polls every company is checked: a site may have got another time zone. */
const LOOKS_PER_ROUND = 60;
/** Orders that are added up in one transaction. */
const BATCH = 500;
/** Rows of an earlier generation that are removed in one transaction. */
const LEFTOVER_BATCH = 1_000;
/** Companies that are asked for together. */
const COMPANIES_PER_READ = 100;
/** Events without completed orders that are passed over in memory before it is written down. */
const LAZY = 1_000n;

/** How long a report waits for the sums at most, in microseconds; then it says how far it comes. */
const PATIENCE: Micros = 2n * SECOND;

/** The dependencies of the projector. */
interface ProjectorParts {
  readonly storage: Storage;
  /** Receives errors that are tried again. */
  readonly warn: (error: unknown, sentence: string) => void;
  /** By which a report loses its patience. */
  readonly stopwatch: Stopwatch;
  readonly batch?: number;
}

/** The time zone of each site, by its id as text. */
export function zonesOf(all: readonly Site[], company: Company): Record<string, string> {
  return Object.fromEntries(all.map((site) => [String(site.id), site.timezone ?? company.timezone]));
}

/** True when days of a site were counted by another time zone than it has now. */
export function hasMoved(known: Position['zones'], now: Readonly<Record<string, string>>): boolean {
  return Object.entries(now).some(([site, zone]) => (known[site] ?? zone) !== zone);
}

/** The write of one step for a company. */
interface ProjectionStep {
  /** The position it was computed from: nothing is written when it has changed. */
  readonly from: Position;
  readonly to: Position;
  readonly entries: readonly Entry[];
  /** There is more to do at once. */
  readonly more: boolean;
  /** There may be imported orders behind it. */
  readonly imports: boolean;
}

/**
 * Adds up completed orders behind the API: it follows the event log of every company, and each order is counted
 * exactly once, because the position in the log and the sums are one commit. An order that is COMPLETE never changes,
 * so its sums stay true. Several processes may do the same: one that finds the position locked or moved does nothing.
 */
export class Projector {
  readonly #parts: ProjectorParts;
  /** Up to where logs were read that had no completed order there. */
  readonly #passed = new Map<Id, bigint>();
  /** The running work for reports, by company. */
  readonly #refreshing = new Map<Id, Promise<void>>();
  #looks = 0;
  #running: Promise<void> | undefined;
  #stopped = false;
  #stopTicking: () => void = () => undefined;

  constructor(parts: ProjectorParts) {
    this.#parts = parts;
  }

  /** Polls the logs from now on. */
  start(ticker: Ticker): void {
    this.#stopTicking = ticker.every(POLL_MS, () => void this.catchUp());
  }

  /** Begins no other step and waits for the one that is under way. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#stopTicking();
    await Promise.all([this.#running, ...this.#refreshing.values()]);
  }

  /**
   * Adds up a company's orders before a report of them, where more are missing from the sums than it adds up itself:
   * up to the end that the log has now. Resolves when that is done, when PATIENCE is used up, and when it fails.
   * Concurrent calls for a company share one run.
   */
  refresh(company: Id): Promise<void> {
    const known = this.#refreshing.get(company);
    if (known !== undefined) return known;
    const run = this.#refresh(company).finally(() => this.#refreshing.delete(company));
    this.#refreshing.set(company, run);
    return run;
  }

  async #refresh(company: Id): Promise<void> {
    const { storage, stopwatch, warn } = this.#parts;
    const until = stopwatch.elapsed() + PATIENCE;
    try {
      const mark = await storage.read((tx) => markOf(tx, company));
      // Ends: with the patience at the latest. A step that another process was faster at is planned anew.
      while (mark !== undefined && !this.#stopped && stopwatch.elapsed() < until) {
        const step = await storage.read((tx) => this.#plan(tx, company));
        if (step === undefined) return;
        const taken = await storage.write((tx) => applyStep(tx, company, step));
        const isSame = step.to.generation === step.from.generation;
        if (taken && isSame && step.to.position >= mark && !step.imports) return;
      }
    } catch (error) {
      warn(error, `Adding up orders of company ${company} for a report failed; it is made of what there is.`);
    }
  }

  /** Adds up all orders not yet in the sums; resolves when there are none left. Concurrent calls share one run. */
  catchUp(): Promise<void> {
    this.#running ??= this.#catchUp().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #catchUp(): Promise<void> {
    const { storage, warn } = this.#parts;
    const everyone = this.#looks++ % LOOKS_PER_ROUND === 0;
    let after = 0n;
    try {
      // Ends: ids rise.
      for (;;) {
        const some = await storage.read((tx) => companiesBehind(tx, after, everyone, COMPANIES_PER_READ), {
          isSingle: true,
        });
        for (const { company_id: company, last, past } of some) {
          if (everyone || past !== 0n || this.#passed.get(company) !== last) await this.#follow(company);
          after = company;
        }
        if (some.length < COMPANIES_PER_READ || this.#stopped) return;
      }
    } catch (error) {
      warn(error, 'Looking for orders to add up for reports failed; it is tried again in a second.');
    }
  }

  /** Takes steps in a company until nothing is left. An error there does not stop the other companies. */
  async #follow(company: Id): Promise<void> {
    const { storage, warn } = this.#parts;
    try {
      // Ends: every step that is taken comes nearer to the end of the log.
      for (let more = true; more && !this.#stopped; ) {
        const step = await storage.read((tx) => this.#plan(tx, company));
        if (step === undefined) return;
        const taken = await storage.write((tx) => applyStep(tx, company, step));
        more = taken && step.more;
      }
    } catch (error) {
      warn(
        error,
        `Adding up orders of company ${company} for reports failed; it is tried again in a second.`,
      );
    }
  }

  /** The next step; undefined when there is nothing to add. */
  async #plan(tx: Reader, company: Id): Promise<ProjectionStep | undefined> {
    const { batch = BATCH } = this.#parts;
    const from = await readPosition(tx, company);
    const zones = zonesOf(await sitesOf(tx, company), await getCompany(tx, company));
    if (hasMoved(from.zones, zones)) {
      const to = { position: 0n, generation: from.generation + 1n, past: 0n, leftovers: true, zones };
      return { from, to, entries: [], more: true, imports: true };
    }
    const last = (await lastNumbers(tx, [company])).get(company) ?? 0n;
    const found = await completionsAfter(tx, company, from.position, batch);
    // What was sold here comes first: an import may be long.
    const imported = await pastAfter(tx, company, from.past, batch - found.length);
    const more = found.length + imported.length === batch;
    const position = found.length === batch ? (found.at(-1)?.number ?? last) : last;
    const isIdle = found.length + imported.length === 0;
    if (isIdle && position - from.position < LAZY && !from.leftovers) {
      this.#passed.set(company, last);
      return undefined;
    }
    const orders = await ordersById(
      tx,
      company,
      [...found, ...imported].map(({ order }) => order),
    );
    const pace = new LoopYielder();
    const entries: Entry[] = [];
    for (const { order, original, before } of await withOriginals(tx, company, orders)) {
      entries.push(...measure(order, zones[String(order.site_id)] ?? 'UTC', original, before));
      await pace.yieldIfDue();
    }
    const to = { ...from, position, past: imported.at(-1)?.number ?? from.past, zones };
    return {
      ...{ from, to, entries: mergeEntries(entries), more: more || from.leftovers },
      imports: more && imported.length > 0,
    };
  }
}

/** The end of a company's log, where a report could not add up by itself what the sums lack; else undefined. */
async function markOf(tx: Reader, company: Id): Promise<bigint | undefined> {
  const last = (await lastNumbers(tx, [company])).get(company) ?? 0n;
  const known = await readPosition(tx, company);
  const zones = zonesOf(await sitesOf(tx, company), await getCompany(tx, company));
  const moved = hasMoved(known.zones, zones);
  const imported = await pastAfter(tx, company, moved ? 0n : known.past, MAX_REST + 1);
  if (imported.length > MAX_REST) return last;
  // An order's events are fewer than all: a short log needs no look at it.
  if (last <= MAX_REST) return undefined;
  const position = moved ? 0n : known.position;
  if (last - position <= MAX_REST) return undefined;
  const found = await completionsAfter(tx, company, position, MAX_REST + 1);
  return found.length > MAX_REST ? last : undefined;
}

/** Writes a step, unless another process was faster; the sums and the position are one commit. */
async function applyStep(tx: Writer, company: Id, { from, to, entries }: ProjectionStep): Promise<boolean> {
  const now = await lockPosition(tx, company);
  const isMoved =
    now?.position !== from.position || now.generation !== from.generation || now.past !== from.past;
  if (isMoved) return false;
  await addEntries(tx, company, to.generation, entries);
  const isClean =
    to.leftovers &&
    from.leftovers &&
    (await removeLeftovers(tx, company, to.generation, LEFTOVER_BATCH)) < LEFTOVER_BATCH;
  await savePosition(tx, company, { ...to, leftovers: to.leftovers && !isClean });
  return true;
}
