import type { Id } from '../../kernel/id.ts';
import type { Writer } from '../../storage/port.ts';
import { insertRows } from '../../storage/rows.ts';
import { isIn, join, type Sql, sql } from '../../storage/sql.ts';
import { isFinal } from '../rules/status.ts';
import type { Order } from '../types.ts';

// What orders are found by besides their columns: rows of their own, in the order in which a list has the orders.

/**
 * What a term is of an order: a product of its lines, a payment method, its type, its numbers, its group; `unsettled` is
 * a method of an order that is not COMPLETE, or deleted: they are few, and those by a method and a status are found among them.
 */
export type TermKind =
  | 'product'
  | 'method'
  | 'unsettled'
  | 'type'
  | 'number'
  | 'invoice'
  | 'group'
  | TableTerm;

/**
 * `at` is the table of any order that is or was at one. Of an open one `table` is the table again, and `seated` the site
 * whose tables are looked at together: few orders have them.
 */
type TableTerm = 'at' | 'table' | 'seated';

/** A term that orders are found by. */
export interface Term {
  readonly kind: TermKind;
  readonly value: string;
}

/** Everything that an order is found by, each once. */
export function termsOf(order: Order): Map<string, Term> {
  const found = new Map<string, Term>();
  const add = (kind: TermKind, value: Id | string | null) => {
    if (value !== null) found.set(`${kind} ${value}`, { kind, value: String(value) });
  };
  for (const line of order.lines) add('product', line.product.id);
  for (const { method } of order.payments) {
    add('method', method.id);
    if (order.status !== 'COMPLETE' || order.deleted) add('unsettled', method.id);
  }
  add('type', order.order_type);
  add('number', order.sale_number);
  add('invoice', order.invoice_number);
  add('group', order.group_id);
  add('at', order.table_id);
  if (order.table_id !== null && !order.deleted && !isFinal(order.status)) {
    add('table', order.table_id);
    add('seated', order.site_id);
  }
  return found;
}

/** A statement takes only so many values. */
const ROWS_PER_INSERT = 200;

/** Keeps what an order is found by; `before` is undefined for a new one. */
export async function saveTerms(tx: Writer, order: Order, before: Order | undefined): Promise<void> {
  const { company_id: company, id, created_at: created } = order;
  const had = before === undefined ? new Map<string, Term>() : termsOf(before);
  const has = termsOf(order);
  const gone = [...had].flatMap(([key, term]) => (has.has(key) ? [] : [term]));
  const added = [...has].flatMap(([key, term]) => (had.has(key) ? [] : [term]));
  for (const [kind, terms] of Map.groupBy(gone, (term) => term.kind)) {
    const values = terms.map((term) => term.value);
    await tx.send(
      sql`delete from order_terms where company_id = ${company} and kind = ${kind} and ${isIn('value', values)}
            and created_at = ${created} and order_id = ${id}`,
    );
  }
  const rows = added.map(({ kind, value }) => sql`(${company}, ${kind}, ${value}, ${created}, ${id})`);
  for (let at = 0; at < rows.length; at += ROWS_PER_INSERT) {
    await tx.send(
      sql`insert into order_terms (company_id, kind, value, created_at, order_id)
          values ${join(rows.slice(at, at + ROWS_PER_INSERT))}`,
    );
  }
}

/** Keeps what new orders are found by. */
export async function saveNewTerms(tx: Writer, orders: readonly Order[]): Promise<void> {
  await insertRows(
    tx,
    sql`insert into order_terms (company_id, kind, value, created_at, order_id) values`,
    orders.flatMap((order) =>
      Array.from(termsOf(order).values(), ({ kind, value }) => [
        order.company_id,
        kind,
        value,
        order.created_at,
        order.id,
      ]),
    ),
  );
}

/** The orders that have a term, as a condition of `order_terms c`. */
export function hasTerm(company: Id, { kind, value }: Term): Sql {
  return sql`c.company_id = ${company} and c.kind = ${kind} and c.value = ${value}`;
}
