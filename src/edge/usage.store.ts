import type { Id } from '../kernel/id.ts';
import type { Micros } from '../kernel/time.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { isIn, join, sql } from '../storage/sql.ts';
import type { Quotas } from './quotas.ts';

/** Rows of one statement: powers of two, so that few different ones have to be prepared. */
const ROWS_PER_STATEMENT = 128;
/** Days that are kept. */
const KEPT_DAYS = 400n;
/** A quota that a company has not, whatever the settings say. */
const NONE = -1n;

/** The use of a company in a day. */
export interface DayUse {
  readonly company: Id;
  readonly day: bigint;
  readonly requests: number;
  readonly bytes: number;
}

interface DayRow {
  readonly company_id: Id;
  readonly day: bigint;
  readonly requests: bigint;
  readonly bytes: bigint;
}

const useOf = ({ company_id: company, day, requests, bytes }: DayRow): DayUse => ({
  ...{ company, day, requests: Number(requests), bytes: Number(bytes) },
});

/** Adds to what companies have used, and answers how much that is then, with what all processes have added. */
export async function addUses(tx: Writer, uses: readonly DayUse[]): Promise<DayUse[]> {
  const rows = uses.map(
    ({ company, day, requests, bytes }) => sql`(${company}, ${day}, ${BigInt(requests)}, ${BigInt(bytes)})`,
  );
  const found: DayUse[] = [];
  for (let at = 0, size = ROWS_PER_STATEMENT; at < rows.length; at += size) {
    while (size > rows.length - at) size /= 2;
    const saved = await tx.all<DayRow>(
      sql`insert into company_usage (company_id, day, requests, bytes) values ${join(rows.slice(at, at + size))}
          on conflict (company_id, day) do update set
            requests = company_usage.requests + excluded.requests, bytes = company_usage.bytes + excluded.bytes
          returning company_id, day, requests, bytes`,
    );
    found.push(...saved.map(useOf));
  }
  return found;
}

/** The use of a company by day, from one day on, the newest first. */
export async function readUses(tx: Reader, company: Id, from: bigint, limit: number): Promise<DayUse[]> {
  const rows = await tx.all<DayRow>(
    sql`select company_id, day, requests, bytes from company_usage
        where company_id = ${company} and day >= ${from} order by day desc limit ${limit}`,
  );
  return rows.map(useOf);
}

/** The quotas that a company has of its own, and its records as they were counted. */
export interface CompanyQuotas {
  readonly company: Id;
  /** Null: as the settings say. */
  readonly own: Readonly<Record<keyof Quotas, bigint | null>>;
  /** Records that were counted, those that were made since, and when that was; null: never. */
  readonly counted: number;
  readonly made: number;
  readonly countedAt: Micros | null;
}

/** The quotas of companies; those that have no row are left out. */
export async function readQuotas(tx: Reader, companies: readonly Id[]): Promise<CompanyQuotas[]> {
  const rows = await tx.all<{
    company_id: Id;
    requests_per_day: bigint | null;
    bytes_per_day: bigint | null;
    max_rows: bigint | null;
    counted_rows: bigint;
    made_rows: bigint;
    counted_at: Micros | null;
  }>(
    sql`select company_id, requests_per_day, bytes_per_day, max_rows, counted_rows, made_rows, counted_at
        from company_quotas where ${isIn('company_id', companies)}`,
  );
  return rows.map((row) => ({
    company: row.company_id,
    own: { requests: row.requests_per_day, bytes: row.bytes_per_day, rows: row.max_rows },
    counted: Number(row.counted_rows),
    made: Number(row.made_rows),
    countedAt: row.counted_at,
  }));
}

/** The quotas of a company: its own, else those of the settings. */
export function resolved(own: CompanyQuotas['own'] | undefined, settings: Quotas): Quotas {
  const of = (name: keyof Quotas): number | undefined => {
    const value = own?.[name] ?? null;
    if (value === null) return settings[name];
    return value === NONE ? undefined : Number(value);
  };
  return { requests: of('requests'), bytes: of('bytes'), rows: of('rows') };
}

/** Quotas to be set: a number, `none`, or `default`, which is as the settings say. */
export type QuotaChange = Readonly<Partial<Record<keyof Quotas, bigint | 'none' | 'default'>>>;

/** Sets quotas of a company; what is not named stays. */
export async function setQuotas(tx: Writer, company: Id, change: QuotaChange): Promise<void> {
  const [before] = await readQuotas(tx, [company]);
  const value = (name: keyof Quotas): bigint | null => {
    const wanted = change[name];
    if (wanted === undefined) return before?.own[name] ?? null;
    if (wanted === 'default') return null;
    return wanted === 'none' ? NONE : wanted;
  };
  await tx.run(
    sql`insert into company_quotas (company_id, requests_per_day, bytes_per_day, max_rows)
        values (${company}, ${value('requests')}, ${value('bytes')}, ${value('rows')})
        on conflict (company_id) do update set requests_per_day = excluded.requests_per_day,
          bytes_per_day = excluded.bytes_per_day, max_rows = excluded.max_rows`,
  );
}

/** Adds records that a company has made since they were counted. */
export async function addMade(tx: Writer, company: Id, rows: number): Promise<void> {
  await tx.run(
    sql`insert into company_quotas (company_id, made_rows) values (${company}, ${BigInt(rows)})
        on conflict (company_id) do update set made_rows = company_quotas.made_rows + excluded.made_rows`,
  );
}

/** Notes how many records a company has, among them those that were noted as made. */
export async function saveCount(
  tx: Writer,
  company: Id,
  { rows, made, now }: { readonly rows: number; readonly made: number; readonly now: Micros },
): Promise<void> {
  await tx.run(
    sql`insert into company_quotas (company_id, counted_rows, counted_at) values (${company}, ${BigInt(rows)}, ${now})
        on conflict (company_id) do update set counted_rows = excluded.counted_rows, counted_at = excluded.counted_at,
          made_rows = company_quotas.made_rows - ${BigInt(made)}`,
  );
}

/** Deletes up to `limit` days that are longer ago than they are kept. Answers how many went. */
export async function sweepUses(tx: Writer, today: bigint, limit: number): Promise<number> {
  return tx.run(
    sql`delete from company_usage where day < ${today - KEPT_DAYS} and (company_id, day) in (
          select company_id, day from company_usage where day < ${today - KEPT_DAYS} order by day limit ${limit})`,
  );
}
