import type { Fact } from '../kernel/event.ts';
import type { Id } from '../kernel/id.ts';
import { latest, type Micros } from '../kernel/time.ts';
import type { MaybePromise, Writer } from '../storage/port.ts';
import { arrayElements, type StatementKind } from '../storage/shared-statement.ts';
import { join, raw, type Sql, sql } from '../storage/sql.ts';
import { together } from '../storage/together.ts';

// How events are numbered and written. A company's counter is held from its change on until the commit.

/** A statement takes only so many values, and an import may append thousands of facts at once. */
const ROWS_PER_INSERT = 100;

const COLUMNS = raw(
  `company_id, number, topic, resource_id, sites, changed, refs, created_at, same_as, payload, previous, extra, tail`,
);

/** The company's counter of events after numbers were taken from it. */
export interface Counter {
  readonly last: bigint;
  readonly last_at: Micros;
  readonly followed_until: Micros;
  readonly time_ahead: Micros;
}

/** A fact as its row has it, but for its number. */
export interface LogRow {
  readonly topic: string;
  readonly resource: Id;
  readonly sites: string;
  readonly changed: string;
  /** The external ids of its record by add-on, as JSON. */
  readonly refs: string | null;
  /** The place of the fact that has its payload, where that is another one. */
  readonly sameAs: number | undefined;
  readonly payload: string;
  readonly previous: string | null;
  readonly extra: string | null;
  readonly tail: string | null;
}

/**
 * The rows of facts: those of one change often show the same record, which is kept once, with the first of them. With `areWhole`
 * none leaves what its record's own row shows to that.
 */
export function rowsOf(
  facts: readonly Fact[],
  refs: readonly (string | null)[],
  { areWhole = false } = {},
): LogRow[] {
  let first = 0;
  return facts.map(({ topic, resource, sites, changed, payload, previous, extra, tail: end }, at) => {
    if (facts[first]?.payload !== payload) first = at;
    const isSame = first < at;
    const tail = areWhole ? undefined : end;
    return {
      topic,
      resource,
      sites: JSON.stringify(sites.map(String)),
      changed: JSON.stringify(changed),
      refs: refs[at] ?? null,
      sameAs: isSame ? first : undefined,
      payload: isSame || tail !== undefined ? '' : payload,
      previous: previous ?? null,
      extra: extra ?? null,
      tail: isSame ? null : (tail ?? null),
    };
  });
}

/** Takes numbers from a company's counter; it answers how far it is then. */
export function takeNumbers(company: Id, now: Micros, count: bigint): Sql {
  return sql`insert into event_counters (company_id, last, last_at) values (${company}, ${count}, ${now + count})
        on conflict (company_id) do update set last = event_counters.last + excluded.last,
          last_at = case when event_counters.last_at + ${count} > excluded.last_at
            then event_counters.last_at + ${count} else excluded.last_at end
        returning last, last_at, followed_until, time_ahead`;
}

/** Writes rows whose last one has the number and the time that the counter answered. */
export async function insertRows(
  tx: Writer,
  company: Id,
  rows: readonly LogRow[],
  { last, last_at: lastAt }: Counter,
): Promise<void> {
  const behind = (at: number): bigint => BigInt(rows.length - 1 - at);
  const values = rows.map(
    (
      row,
      at,
    ) => sql`(${company}, ${last - behind(at)}, ${row.topic}, ${row.resource}, ${row.sites}, ${row.changed},
      ${row.refs}, ${lastAt - behind(at)}, ${row.sameAs === undefined ? null : last - behind(row.sameAs)}, ${row.payload},
      ${row.previous}, ${row.extra}, ${row.tail})`,
  );
  const sent: MaybePromise<void>[] = [];
  for (let at = 0; at < values.length; at += ROWS_PER_INSERT) {
    const some = join(values.slice(at, at + ROWS_PER_INSERT));
    sent.push(
      tx.send(
        sql`insert into events (${COLUMNS})
            values ${some}`,
      ),
    );
  }
  await together(sent);
}

/** Facts of one work on PostgreSQL, which numbers and writes them by one statement. */
interface LogPart {
  readonly company: Id;
  readonly now: Micros;
  readonly rows: readonly LogRow[];
  /** Their columns, as elements of arrays. */
  readonly columns: readonly string[];
  /** How many facts of other works are numbered behind them by the same statement. */
  behind: bigint;
}

/** The part of facts that no others are behind. */
export function logPart(company: Id, now: Micros, rows: readonly LogRow[]): LogPart {
  const columns = [
    rows.map((row) => row.topic),
    rows.map((row) => row.resource),
    rows.map((row) => row.sites),
    rows.map((row) => row.changed),
    rows.map((row) => row.refs),
    rows.map((row) => row.payload),
    rows.map((row) => row.previous),
    rows.map((row) => row.extra),
    rows.map((row) => row.tail),
  ].map(arrayElements);
  return { company, now, rows, columns, behind: 0n };
}

/** Facts of works that share a commit are numbered in the order of the works, and answered how far the counter is then. */
export const LOG_PARTS: StatementKind<LogPart> = {
  keyOf: ({ company }) => String(company),
  statement: (parts) => {
    let behind = 0n;
    for (const part of parts.toReversed()) {
      part.behind = behind;
      behind += BigInt(part.rows.length);
    }
    const column = (at: number): string => `{${parts.map(({ columns }) => columns[at] ?? '').join(',')}}`;
    const numbers = parts.flatMap(({ rows, behind: others }) =>
      rows.map(({ sameAs }, at) => {
        const behindOf = (place: number): bigint => others + BigInt(rows.length - 1 - place);
        return [behindOf(at), sameAs === undefined ? null : behindOf(sameAs)] as const;
      }),
    );
    const company = parts[0]?.company ?? 0n;
    return sql`with taken as (${takeNumbers(company, latest(parts.map(({ now }) => now)), behind)}),
        written as (
          insert into events (${COLUMNS})
            select cast(${company} as bigint), taken.last - fact.behind, fact.topic, fact.resource_id, fact.sites, fact.changed,
              fact.refs, taken.last_at - fact.behind, taken.last - fact.same_behind, fact.payload, fact.previous, fact.extra,
              fact.tail
            from taken, unnest(${arrayOf(numbers.map(([own]) => own))}::bigint[],
              ${arrayOf(numbers.map(([, same]) => same))}::bigint[], ${column(0)}::text[], ${column(1)}::bigint[],
              ${column(2)}::text[], ${column(3)}::text[], ${column(4)}::text[], ${column(5)}::text[], ${column(6)}::text[],
              ${column(7)}::text[], ${column(8)}::text[])
              as fact (behind, same_behind, topic, resource_id, sites, changed, refs, payload, previous, extra, tail))
        select last, last_at, followed_until, time_ahead from taken`;
  },
};

const arrayOf = (values: readonly (bigint | null)[]): string => `{${arrayElements(values)}}`;
