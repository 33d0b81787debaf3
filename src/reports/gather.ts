import type { Company, Site } from '../company/shape.ts';
import { getCompany } from '../company/store.ts';
import { invalid } from '../kernel/errors.ts';
import type { Id } from '../kernel/id.ts';
import { LoopYielder } from '../kernel/loop-yielder.ts';
import { type Micros, SECOND } from '../kernel/time.ts';
import { sentence } from '../kernel/words.ts';
import { pastAfter } from '../orders/row/past.store.ts';
import { logState } from '../outbox/log.ts';
import type { Reader } from '../storage/port.ts';
import { hasMoved, zonesOf } from './projector.ts';
import { measure } from './rules/measure.ts';
import { type Kind, mergeEntries, type Sums, SumsBy } from './rules/sums.ts';
import { completionsAfter, MAX_REST, ordersById, readPosition, sitesOf, withOriginals } from './store.ts';
import { type Group, MAX_SUBJECTS, type Range, sumsAt, sumsBy } from './sums.store.ts';
import type { Entry, Place } from './types.ts';

/** A report that covers everything up to so long ago is complete. */
const RECENT = SECOND;
/**
 * How long a change may take from its time to its commit, generously: where nothing has happened since, everything up
 * to so long ago is in the log.
 */
const COMMITTED_WITHIN = SECOND / 2n;

/** The company with its sites, as reports need it. */
export interface ReportedCompany {
  readonly company: Company;
  readonly sites: readonly Site[];
  /** The time zone of each site, by its id as text. */
  readonly zones: Readonly<Record<string, string>>;
}

/** Loads the company with its sites. */
export async function loadReportedCompany(tx: Reader, id: Id): Promise<ReportedCompany> {
  const company = await getCompany(tx, id);
  const all = await sitesOf(tx, id);
  return { company, sites: all, zones: zonesOf(all, company) };
}

/** How much of the event log is in a report. */
export interface Coverage {
  /** Everything up to a moment is in it that is a second ago at most. */
  readonly complete: boolean;
  /** Every order that was completed up to then is in it. */
  readonly until: Micros;
  /** The number of the last event that is in it. */
  readonly upTo: bigint;
  /** The number of the last event there is. */
  readonly last: bigint;
}

/** The figures of a company within one state of the database. */
export class Ledger {
  readonly coverage: Coverage;
  readonly #tx: Reader;
  readonly #company: Id;
  /** Undefined while the sums cannot be used: they were counted by another time zone. */
  readonly #generation: bigint | undefined;
  readonly #rest: readonly Entry[];

  private constructor(
    tx: Reader,
    company: Id,
    generation: bigint | undefined,
    rest: readonly Entry[],
    coverage: Coverage,
  ) {
    this.#tx = tx;
    this.#company = company;
    this.#generation = generation;
    this.#rest = rest;
    this.coverage = coverage;
  }

  /** Opens the sums of a company at a time, together with the orders completed since they were last added to. */
  static async open(
    tx: Reader,
    { company: { id: company }, zones }: ReportedCompany,
    now: Micros,
  ): Promise<Ledger> {
    const known = await readPosition(tx, company);
    const moved = hasMoved(known.zones, zones);
    const [position, generation] = moved ? [0n, undefined] : [known.position, known.generation];
    const { last, last_at: lastAt } = await logState(tx, company);
    const found = await completionsAfter(tx, company, position, MAX_REST + 1);
    const missing = found[MAX_REST];
    const included = found.slice(0, MAX_REST);
    const past = await pastAfter(tx, company, moved ? 0n : known.past, MAX_REST + 1);
    const orders = await ordersById(
      tx,
      company,
      [...included, ...past.slice(0, MAX_REST)].map(({ order }) => order),
    );
    const pace = new LoopYielder();
    const rest: Entry[] = [];
    for (const { order, original, before } of await withOriginals(tx, company, orders)) {
      rest.push(...measure(order, zones[String(order.site_id)] ?? 'UTC', original, before));
      await pace.yieldIfDue();
    }
    // The times of a log rise with its numbers, without two that are the same.
    const until = missing === undefined ? later(lastAt, now - COMMITTED_WITHIN) : missing.at - 1n;
    const upTo = missing === undefined ? last : (included.at(-1)?.number ?? position);
    const complete = until >= now - RECENT && past.length <= MAX_REST;
    return new Ledger(tx, company, generation, rest, { complete, until, upTo, last });
  }

  /** The sums of a kind within a range, by day, site and subject at once; 400 when there are too many. */
  async places(kind: Kind, range: Range): Promise<Entry[]> {
    const sites = new Set(range.sites);
    const rest = this.#rest.filter(
      ({ place: { kind: of, site, day } }) =>
        of === kind && sites.has(site) && day >= range.from && day <= range.to,
    );
    if (this.#generation === undefined) return mergeEntries(rest);
    const known = await sumsAt(this.#tx, this.#company, this.#generation, kind, range);
    refuseTooMany(known);
    return mergeEntries([...known, ...rest]);
  }

  /** The sums of a kind within a range by day, site or subject, each as text; 400 when there are too many. */
  async by(kind: Kind, group: Group, range: Range): Promise<Map<string, Sums>> {
    const sums = new SumsBy<string>();
    if (this.#generation !== undefined) {
      const known = await sumsBy(this.#tx, this.#company, this.#generation, kind, group, range);
      refuseTooMany(known);
      for (const [key, each] of known) sums.add(key, each);
    }
    const sites = new Set(range.sites);
    for (const { place, sums: each } of this.#rest) {
      if (place.kind !== kind || !sites.has(place.site)) continue;
      if (place.day >= range.from && place.day <= range.to) sums.add(keyIn(group, place), each);
    }
    return new Map(sums.entries);
  }
}

function later(a: Micros, b: Micros): Micros {
  return a > b ? a : b;
}

function refuseTooMany(rows: readonly unknown[]): void {
  if (rows.length <= MAX_SUBJECTS) return;
  throw invalid(
    'from',
    sentence('would give more than {max} rows: ask for fewer days.', { max: MAX_SUBJECTS }),
  );
}

function keyIn(group: Group, { day, site, subject }: Place): string {
  switch (group) {
    case 'day':
      return String(day);
    case 'site':
      return String(site);
    default:
      return subject;
  }
}
