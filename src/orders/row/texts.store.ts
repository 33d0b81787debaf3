import type { Id } from '../../kernel/id.ts';
import type { Micros } from '../../kernel/time.ts';
import type { Writer } from '../../storage/port.ts';
import { isIn, raw, sql } from '../../storage/sql.ts';

/** A company's orders of which events are deleted. */
interface DeletedEvents {
  readonly company: Id;
  readonly orders: readonly Id[];
  /** The last of the events that go, and the time up to which they were written. */
  readonly number: bigint;
  readonly until: Micros;
}

/**
 * Takes away what is rendered of closed orders that have not changed since the events that go: they are rendered from their
 * state when they are read (rendering.ts), to the byte. No event that stays, and no answer of an idempotency key, may need the
 * text of its row (outbox/order-texts.ts). That a change meanwhile is seen is up to `updated_at`, which is of the row itself.
 */
export async function dropTexts(
  tx: Writer,
  { company, orders, number, until }: DeletedEvents,
): Promise<void> {
  if (orders.length === 0) return;
  const chosen = sql`company_id = ${company} and ${isIn('id', orders)} and updated_at <= ${until}
    and (deleted = 1 or status in ('COMPLETE', 'REJECTED'))
    and not exists (select 1 from events e
      where e.company_id = ${company} and e.resource_id = orders.id and e.tail is not null and e.number > ${number})
    and not exists (select 1 from idempotency_keys k where k.company_id = ${company} and k.order_id = orders.id)`;
  if (tx.engine === 'postgres') {
    await tx.run(sql`update orders set ${NOTHING} where ${chosen}`);
    return;
  }
  // A row of its size has a page of SQLite to itself, and would keep it: what is left of it moves to where the next orders go.
  await tx.run(
    sql`update orders set ${NOTHING}, rowid = moved.place
        from (select id, (select max(rowid) from orders) + row_number() over (order by id) as place
              from orders where ${chosen}) as moved
        where orders.company_id = ${company} and orders.id = moved.id`,
  );
}

const NOTHING = raw("etag = '', head = '', lines = '', options = '', payments = ''");
