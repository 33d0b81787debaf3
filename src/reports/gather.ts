import type { Company, Site } from '../company/shape.ts';
import { getCompany } from '../company/store.ts';
import { invalid } from '../kernel/errors.ts';
import type { Id } from '../kernel/id.ts';
import { sentence } from '../kernel/words.ts';
import { lastNumbers } from '../outbox/log.ts';
import type { Reader } from '../storage/port.ts';
import { hasMoved, zonesOf } from './projector.ts';
import { measure } from './rules/measure.ts';
import { type Kind, mergeEntries, type Sums, SumsBy } from './rules/sums.ts';
import { completionsAfter, ordersById, readPosition, sitesOf } from './store.ts';
import { type Group, MAX_SUBJECTS, type Range, sumsAt, sumsBy } from './sums.store.ts';
import type { Entry, Place } from './types.ts';

/**
 * Orders that a report adds up by itself when they are not in the sums yet, so that it includes the latest ones. With
 * more of them it is marked as not complete.
 */
export const MAX_REST = 1_000;

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
  /** Every completed order of the log is in it. */
  readonly complete: boolean;
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

  /** Opens the sums of a company, together with the orders completed since they were last added to. */
  static async open(tx: Reader, { company: { id: company }, zones }: ReportedCompany): Promise<Ledger> {
    const known = await readPosition(tx, company);
    const moved = hasMoved(known.zones, zones);
    const [position, generation] = moved ? [0n, undefined] : [known.position, known.generation];
    const last = (await lastNumbers(tx, [company])).get(company) ?? 0n;
    const found = await completionsAfter(tx, company, position, MAX_REST + 1);
    if (found.length > MAX_REST) {
      return new Ledger(tx, company, generation, [], { complete: false, upTo: position, last });
    }
    const orders = await ordersById(
      tx,
      company,
      found.map(({ order }) => order),
    );
    const rest = orders.flatMap((order) => measure(order, zones[String(order.site_id)] ?? 'UTC'));
    return new Ledger(tx, company, generation, rest, { complete: true, upTo: last, last });
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
