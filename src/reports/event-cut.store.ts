import type { Id } from '../kernel/id.ts';
import { DAY, type Micros } from '../kernel/time.ts';
import { dropTexts } from '../orders/row/texts.store.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { sql } from '../storage/sql.ts';

// The old end of event logs (reference: events.45). Reports count orders anew from what completed them, so that stays.

/** Companies of one transaction. */
const COMPANIES = 100;
/** Events that share one payload follow each other closely: no change tells more of one record. */
const TOGETHER = 1_000n;

/** A company whose oldest event is older than it keeps them. */
interface DueLog {
  readonly company: Id;
  /** Events of up to then go, by the company's time, */
  readonly until: Micros;
  /** and none behind this one: that reports have not got, and the last. */
  readonly position: bigint;
}

async function dueLogs(tx: Reader, now: Micros): Promise<DueLog[]> {
  const until = sql`${now} + e.time_ahead - c.keep_events_days * ${DAY}`;
  const position = sql`case when p.position < e.last then p.position else e.last - 1 end`;
  const first = sql`from events where company_id = c.id order by number limit 1`;
  return tx.all<DueLog>(
    sql`select c.id as company, ${until} as until, ${position} as position
        from companies c join event_counters e on e.company_id = c.id join report_positions p on p.company_id = c.id
        where c.keep_events_days is not null and (select created_at ${first}) <= ${until}
          and (select number ${first}) <= ${position}
        order by c.id limit ${COMPANIES}`,
  );
}

/** Deletes up to `limit` events that are older than their company keeps them, the oldest first. Answers how many went. */
export async function cutEvents(tx: Writer, now: Micros, limit: number): Promise<number> {
  let gone = 0;
  for (const due of await dueLogs(tx, now)) {
    if (gone >= limit) break;
    gone += await cut(tx, due, limit - gone);
  }
  return gone;
}

async function cut(tx: Writer, { company, until, position }: DueLog, limit: number): Promise<number> {
  const oldest = await tx.all<{ number: bigint; created_at: Micros }>(
    sql`select number, created_at from events where company_id = ${company} and number <= ${position}
        order by number limit ${limit}`,
  );
  const last = oldest.filter(({ created_at: at }) => at <= until).at(-1)?.number;
  if (last === undefined) return 0;
  // An event that stays may show the record that is kept with one before it.
  const needed = await tx.get<{ number: bigint | null }>(
    sql`select min(same_as) as number from events
        where company_id = ${company} and number > ${last} and number <= ${last + TOGETHER} and same_as <= ${last}`,
  );
  const end = needed?.number == null ? last : needed.number - 1n;
  await tx.run(
    sql`insert into past_completions (company_id, number, order_id, completed_at)
        select company_id, number, resource_id, created_at from events
        where company_id = ${company} and topic = 'orders/completed' and number <= ${end}
        on conflict do nothing`,
  );
  const deleted = await tx.all<{ resource_id: Id }>(
    sql`select resource_id from events where company_id = ${company} and number <= ${end} and tail is not null`,
  );
  // Before the events are locked: a change has its order first and then these.
  await dropTexts(tx, { company, orders: deleted.map((each) => each.resource_id), number: end, until });
  return tx.run(sql`delete from events where company_id = ${company} and number <= ${end}`);
}
