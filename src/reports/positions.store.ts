import type { Reader } from '../storage/port.ts';
import { sql } from '../storage/sql.ts';

/** How many events the sums of reports are behind the logs of all companies. */
export async function eventsBehind(tx: Reader): Promise<number> {
  const row = await tx.get<{ behind: bigint | null }>(
    // Not of a company: a figure of the installation.
    sql`select sum(c.last - p.position) as behind
        from report_positions p join event_counters c on c.company_id = p.company_id where c.last > p.position`,
  );
  return Number(row?.behind ?? 0n);
}
