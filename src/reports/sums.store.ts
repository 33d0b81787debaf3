import type { Id } from '../kernel/id.ts';
import { SCALE } from '../kernel/money.ts';
import type { Reader, Row, Writer } from '../storage/port.ts';
import { isIn, join, raw, type Sql, sql } from '../storage/sql.ts';
import { AMOUNTS, COUNTS, type Kind, noSums, type Sums } from './rules/sums.ts';
import type { Entry } from './types.ts';

// The sums by day. An amount lies in two columns, whole units and the rest in 10^-8, so that no sum overflows.

/** Most different subjects of one report; beyond, the range or the sites have to be narrowed. */
export const MAX_SUBJECTS = 100_000;
/** Rows of one insert: few sizes, so that few different statements have to be prepared. */
const ROWS_PER_INSERT = [64, 8, 1] as const;

const COLUMNS: readonly string[] = [...COUNTS, ...AMOUNTS.flatMap((amount) => [amount, `${amount}_rest`])];
const KEY = 'company_id, generation, kind, site_id, day, subject';
const INSERTED = raw(`${KEY}, ${COLUMNS.join(', ')}`);
const ADDED = raw(
  `on conflict (${KEY}) do update set ${COLUMNS.map((column) => `${column} = report_sums.${column} + excluded.${column}`).join(', ')}`,
);
const SUMMED = COLUMNS.map((column) => `cast(sum(${column}) as bigint) as ${column}`).join(', ');

function valuesOf(sums: Sums): bigint[] {
  return [
    ...COUNTS.map((count) => sums[count]),
    ...AMOUNTS.flatMap((amount) => [sums[amount] / SCALE, sums[amount] % SCALE]),
  ];
}

function sumsOf(row: Row): Sums {
  const value = (column: string): bigint => BigInt(row[column] ?? 0n);
  const sums = noSums();
  for (const count of COUNTS) sums[count] = value(count);
  for (const amount of AMOUNTS) sums[amount] = value(amount) * SCALE + value(`${amount}_rest`);
  return sums;
}

/** Adds entries of different places to the sums of a generation. */
export async function addEntries(
  tx: Writer,
  company: Id,
  generation: bigint,
  entries: readonly Entry[],
): Promise<void> {
  let at = 0;
  // Ends: the last size is 1.
  for (const size of ROWS_PER_INSERT) {
    for (; entries.length - at >= size; at += size) {
      const rows = entries.slice(at, at + size).map(
        ({ place, sums }) => sql`(${company}, ${generation}, ${place.kind}, ${place.site}, ${place.day},
          ${place.subject}, ${join(valuesOf(sums))})`,
      );
      await tx.run(sql`insert into report_sums (${INSERTED}) values ${join(rows)} ${ADDED}`);
    }
  }
}

/** Removes up to `limit` rows of generations before this one; answers how many. */
export async function removeLeftovers(
  tx: Writer,
  company: Id,
  generation: bigint,
  limit: number,
): Promise<number> {
  return tx.run(
    sql`delete from report_sums where company_id = ${company} and generation < ${generation}
          and (generation, kind, site_id, day, subject) in (
            select generation, kind, site_id, day, subject from report_sums
            where company_id = ${company} and generation < ${generation} limit ${limit})`,
  );
}

/** The range of a report: days from and to, both included, at some sites. */
export interface Range {
  readonly sites: readonly Id[];
  readonly from: bigint;
  readonly to: bigint;
}

/** The columns that sums can be grouped by. */
const GROUPS = { day: 'day', site: 'site_id', subject: 'subject' } as const;
export type Group = keyof typeof GROUPS;

/** The sums of a kind within a range by day, site or subject, each as text; at most MAX_SUBJECTS + 1. */
export async function sumsBy(
  tx: Reader,
  company: Id,
  generation: bigint,
  kind: Kind,
  group: Group,
  { sites, from, to }: Range,
): Promise<[string, Sums][]> {
  const column: Sql = raw(GROUPS[group]);
  const rows = await tx.all(
    sql`select ${column} as grouped, ${raw(SUMMED)} from report_sums
        where company_id = ${company} and generation = ${generation} and kind = ${kind}
          and ${isIn('site_id', sites)} and day between ${from} and ${to}
        group by ${column} limit ${MAX_SUBJECTS + 1}`,
  );
  return rows.map((row) => [String(row.grouped), sumsOf(row)]);
}

/** The sums of a kind within a range as they lie there; at most MAX_SUBJECTS + 1. */
export async function sumsAt(
  tx: Reader,
  company: Id,
  generation: bigint,
  kind: Kind,
  { sites, from, to }: Range,
): Promise<Entry[]> {
  const rows = await tx.all(
    sql`select site_id, day, subject, ${raw(COLUMNS.join(', '))} from report_sums
        where company_id = ${company} and generation = ${generation} and kind = ${kind}
          and ${isIn('site_id', sites)} and day between ${from} and ${to} limit ${MAX_SUBJECTS + 1}`,
  );
  return rows.map((row) => ({
    place: {
      kind,
      site: BigInt(row.site_id ?? 0n),
      day: BigInt(row.day ?? 0n),
      subject: String(row.subject),
    },
    sums: sumsOf(row),
  }));
}
