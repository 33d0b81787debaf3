import type { Id } from '../kernel/id.ts';
import type { Writer } from '../storage/port.ts';
import { SharedStatement, type StatementKind } from '../storage/shared-statement.ts';
import { isIn, raw, type Sql, sql } from '../storage/sql.ts';

// The events of an order show it as it was, and most orders are never changed again: what the row of an order has is not
// written again with its event. The event has the end of its payload alone (`tail`: the customer), and gets the whole when the
// row changes (decision 064). The same holds for answers that are kept for idempotency keys (edge/store.ts).

/** The beginning of an order's payload, as its row `o` has it: all but the linked customer. */
const TEXT = `substr(o.head, 1, length(o.head) - 1) || ',"lines":' || o.lines || ',"options":' || o.options
  || ',"payments":' || o.payments`;

/** The same, for statements. */
export const ROW_TEXT: Sql = raw(TEXT);

/** The text that the row of an order has, which is named by its id or by a column. */
export function rowText(company: Id, order: Id | Sql): Sql {
  return sql`(select ${ROW_TEXT} from orders o where o.company_id = ${company} and o.id = ${order})`;
}

/** Events `e`, each with the one `s` that it shares its payload with and the order `o` whose row has the beginning of it. */
export const WITH_PAYLOAD: Sql = sql`events e
  left join events s on s.company_id = e.company_id and s.number = e.same_as
  left join orders o on o.company_id = e.company_id
    and o.id = case when coalesce(s.tail, e.tail) is not null then e.resource_id end`;

/** The payload of an event of WITH_PAYLOAD. */
export const PAYLOAD = `coalesce(${TEXT} || coalesce(s.tail, e.tail), s.payload, e.payload)`;

const LENGTHS = ['o.head', 'o.lines', 'o.options', 'o.payments', 'coalesce(s.tail, e.tail)']
  .map((part) => `octet_length(${part})`)
  .join(' + ');

/** How long that is, in bytes, but for the names of an order's parts: known without putting it together. */
export const PAYLOAD_LENGTH = `coalesce(${LENGTHS}, octet_length(coalesce(s.payload, e.payload)))`;

/** An order whose row changes. */
export interface ChangedRow {
  readonly company: Id;
  readonly order: Id;
}

const EVENT_TEXTS: StatementKind<ChangedRow> = {
  keyOf: ({ company }) => String(company),
  statement: (parts) => {
    const orders = parts.map(({ order }) => order);
    const company = parts[0]?.company ?? 0n;
    return sql`update events set tail = null, payload = ${rowText(company, raw('events.resource_id'))} || tail
        where company_id = ${company} and ${isIn('resource_id', orders)} and tail is not null`;
  },
};

/** Gives the event that shows an order as its row has it the whole of its payload: called before the row changes. */
export async function keepTexts(tx: Writer, changed: ChangedRow): Promise<void> {
  await tx.send(SharedStatement.of(EVENT_TEXTS, changed));
}
