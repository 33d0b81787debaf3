import { endKeysOf } from '../company/retention.store.ts';
import { readKeyTime } from '../edge/store.ts';
import type { Id } from '../kernel/id.ts';
import type { Micros } from '../kernel/time.ts';
import type { Writer } from '../storage/port.ts';
import { sql } from '../storage/sql.ts';

/**
 * Moves the time of a company on (reference: sandbox.2): its own records go by its time, which is ahead from now on. What
 * processes work off for all companies goes by the time of the service, so what of it is this company's comes nearer by
 * as much: retries, the ages of idempotency keys, the ends of tokens.
 */
export async function advanceTime(tx: Writer, company: Id, by: Micros): Promise<void> {
  await tx.run(
    sql`insert into event_counters (company_id, last, last_at, time_ahead) values (${company}, 0, 0, ${by})
        on conflict (company_id) do update set time_ahead = event_counters.time_ahead + excluded.time_ahead`,
  );
  await tx.run(
    sql`update deliveries set due_at = due_at - ${by} where company_id = ${company} and state = 'queued' and lane = 1`,
  );
  await tx.run(
    sql`update idempotency_keys set created_at = created_at - ${by} where company_id = ${company}`,
  );
  await endKeysOf(tx, company, await readKeyTime(tx));
  await tx.run(
    sql`update access_tokens set expires_at = expires_at - ${by}
        where company_id = ${company} and expires_at is not null`,
  );
  await tx.run(
    sql`update refresh_tokens set expires_at = expires_at - ${by}
        where company_id = ${company} and expires_at is not null`,
  );
  await tx.run(
    sql`update authorization_codes set expires_at = expires_at - ${by} where company_id = ${company}`,
  );
  // The messages that are due now.
  tx.wake();
}
