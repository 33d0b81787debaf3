import type { Id } from '../kernel/id.ts';
import type { Writer } from '../storage/port.ts';
import { sql } from '../storage/sql.ts';

/**
 * Counts a change that no event tells of; answers the number of the company's last event before it. Called last, as
 * `append` is: until the transaction ends no event of the company gets a number, so that every event up to this
 * one was committed before the change, and every later one after it.
 */
export async function noteUntold(tx: Writer, company: Id): Promise<bigint> {
  const counter = await tx.get<{ last: bigint }>(
    sql`insert into event_counters (company_id, last, last_at, untold) values (${company}, 0, 0, 1)
        on conflict (company_id) do update set untold = event_counters.untold + 1
        returning last`,
  );
  return counter?.last ?? 0n;
}
