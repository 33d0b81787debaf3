import type { Id } from '../../kernel/id.ts';
import { stateCodec } from '../../shape/state.ts';
import type { Reader, Writer } from '../../storage/port.ts';
import { arrayElements, SharedStatement, type StatementKind } from '../../storage/shared-statement.ts';
import { join, raw, sql } from '../../storage/sql.ts';
import { HISTORY_ENTRY, type HistoryEntry } from '../shape/history.ts';
import type { Order } from '../types.ts';

// The history of orders: the first entry is in the order's state, every other one a row that is never written again.

const codec = stateCodec(HISTORY_ENTRY);

/** A statement takes only so many values. */
const ROWS_PER_INSERT = 100;

/** An entry and its place in the history, from 1 without gaps. */
export interface NumberedEntry {
  readonly number: number;
  readonly entry: HistoryEntry;
}

/** Entries of an order's history, as they are stored, on PostgreSQL. */
interface HistoryPart {
  readonly company: Id;
  readonly order: Id;
  readonly entries: readonly string[];
}

const HISTORY_PARTS: StatementKind<HistoryPart> = {
  keyOf: ({ company }) => String(company),
  statement: (parts) => {
    const company = parts[0]?.company ?? 0n;
    const rows = parts.flatMap(({ order, entries }) =>
      entries.map((entry, at) => [order, BigInt(at + 1), entry] as const),
    );
    const column = (at: 0 | 1 | 2): string => `{${arrayElements(rows.map((row) => row[at]))}}`;
    return sql`insert into order_history (company_id, order_id, number, entry)
        select cast(${company} as bigint), added.order_id, added.place + coalesce((select max(number) from order_history known
            where known.company_id = ${company} and known.order_id = added.order_id), 0), added.entry
          from unnest(${column(0)}::bigint[], ${column(1)}::bigint[], ${column(2)}::text[]) as added (order_id, place, entry)`;
  },
};

/** Adds entries to the history of an order whose row the caller has locked. */
export async function appendHistory(
  tx: Writer,
  { company_id: company, id }: Pick<Order, 'company_id' | 'id'>,
  entries: readonly HistoryEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  if (tx.engine === 'postgres') {
    const part = { company, order: id, entries: entries.map((entry) => codec.write(entry)) };
    await tx.send(SharedStatement.of(HISTORY_PARTS, part));
    return;
  }
  for (let at = 0; at < entries.length; at += ROWS_PER_INSERT) {
    const rows = entries
      .slice(at, at + ROWS_PER_INSERT)
      .map((entry, place) => sql`(${raw(String(place + 1))}, ${codec.write(entry)})`);
    await tx.send(
      sql`insert into order_history (company_id, order_id, number, entry)
          select ${company}, ${id}, last.number + added.column1, added.column2
          from (select coalesce(max(number), 0) as number from order_history
                where company_id = ${company} and order_id = ${id}) last,
            (values ${join(rows)}) added`,
    );
  }
}

/**
 * Up to `limit` entries of an order's history behind the one with the number `after`, oldest first (reference:
 * orders.14). An order that was last changed by a version without rows has all of its entries in its state.
 */
export async function readHistory(
  tx: Reader,
  { company_id: company, id, history }: Pick<Order, 'company_id' | 'id' | 'history'>,
  after: number,
  limit: number,
): Promise<NumberedEntry[]> {
  const [first, ...rest] = history;
  const begin = first === undefined ? 0 : 1;
  const rows = await tx.all<{ number: bigint; entry: string }>(
    sql`select number, entry from order_history
        where company_id = ${company} and order_id = ${id} and number > ${BigInt(after - begin)}
        order by number limit ${limit}`,
  );
  const found = rows.map(({ number, entry }) => ({
    number: Number(number) + begin,
    entry: codec.read(JSON.parse(entry)),
  }));
  if (first !== undefined && after < 1) found.unshift({ number: 1, entry: first });
  if (rest.length > 0 && found.length < limit) {
    const end = begin + (await countRows(tx, company, id));
    const more = rest.map((entry, at) => ({ number: end + at + 1, entry }));
    found.push(...more.filter(({ number }) => number > after));
  }
  return found.slice(0, limit);
}

async function countRows(tx: Reader, company: Id, order: Id): Promise<number> {
  const row = await tx.get<{ last: bigint }>(
    sql`select coalesce(max(number), 0) as last from order_history
        where company_id = ${company} and order_id = ${order}`,
  );
  return Number(row?.last ?? 0n);
}
