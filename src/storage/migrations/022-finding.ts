import type { Migration } from '../migration.ts';
import type { Storage, Writer } from '../port.ts';
import { fold, raw, sql } from '../sql.ts';

/** Longest text that is cut into pieces, in characters. */
const MAX_FOUND_BY = 4000;
/** Records that are read at a time. */
const AT_ONCE = 500;

/** Tables for the filters of orders beside their columns: products, payment methods, type, number and group. */
function terms(engine: Storage['engine']): string[] {
  const insert = 'insert into order_terms (company_id, kind, value, created_at, order_id)';
  const parts = (list: string, path: readonly string[]) =>
    engine === 'sqlite'
      ? {
          from: `orders o, json_each(o.state, '$.${list}') p`,
          value: `json_extract(p.value, '$.${path.join('.')}')`,
        }
      : {
          from: `orders o, jsonb_array_elements(o.state::jsonb -> '${list}') p`,
          value: `p #>> '{${path.join(',')}}'`,
        };
  const own = (name: string) =>
    engine === 'sqlite' ? `json_extract(o.state, '$.${name}')` : `o.state::jsonb ->> '${name}'`;
  const ofParts = (kind: string, { from, value }: ReturnType<typeof parts>) =>
    `${insert} select distinct o.company_id, '${kind}', ${value}, o.created_at, o.id from ${from}`;
  const ofOrder = (kind: string, value: string) =>
    `${insert} select o.company_id, '${kind}', ${value}, o.created_at, o.id from orders o where ${value} is not null`;
  return [
    ofParts('product', parts('lines', ['product', 'id'])),
    ofParts('method', parts('payments', ['method', 'id'])),
    ofOrder('type', own('order_type')),
    ofOrder('number', own('sale_number')),
    ofOrder('group', 'o.group_id'),
    `update orders set fulfil_at = cast(${engine === 'sqlite' ? "json_extract(state, '$.fulfil_at')" : "state::jsonb ->> 'fulfil_at'"} as bigint)`,
  ];
}

interface Found {
  readonly company_id: bigint;
  readonly id: bigint;
  readonly [column: string]: bigint | string | null;
}

const digits = (text: string) => text.replace(/\D/g, '');

/** The texts that records are found by, folded, and their pieces. */
async function fillTable(
  tx: Writer,
  table: string,
  grams: { readonly table: string; readonly id: string },
  columns: readonly string[],
  textOf: (row: Found) => readonly string[],
): Promise<void> {
  let after = { company_id: 0n, id: 0n };
  for (;;) {
    const rows = await tx.all<Found>(
      sql`select company_id, id, ${raw(columns.join(', '))} from ${raw(table)}
          where (company_id, id) > (${after.company_id}, ${after.id}) order by company_id, id limit ${AT_ONCE}`,
    );
    for (const row of rows) {
      const found = fold(
        textOf(row)
          .filter((text) => text !== '')
          .join('\n'),
      );
      await tx.run(
        sql`update ${raw(table)} set found_by = ${found} where company_id = ${row.company_id} and id = ${row.id}`,
      );
    }
    const last = rows.at(-1);
    if (last === undefined) break;
    after = last;
  }
  await tx.run(sql`delete from ${raw(grams.table)}`);
  await tx.run(
    sql`with recursive positions (n) as (select 1 union all select n + 1 from positions where n < ${raw(String(MAX_FOUND_BY))})
        insert into ${raw(grams.table)} (company_id, gram, ${raw(grams.id)})
        select distinct r.company_id, substr(r.found_by, positions.n, 3), r.id
          from ${raw(table)} r join positions on positions.n <= length(r.found_by) where r.deleted = 0`,
  );
}

/** Finding orders, customers and products by more of what they hold; names that add-ons have for records; notes on them. */
export const finding: Migration = {
  number: 22,
  name: 'finding',
  statements: (engine) => {
    const keyOnly = engine === 'sqlite' ? ' without rowid' : '';
    return [
      // What an order is found by: a row for each product, payment method, … of it, in the order of a list.
      `create table order_terms (
        company_id bigint not null, kind text not null, value text not null,
        created_at bigint not null, order_id bigint not null,
        primary key (company_id, kind, value, created_at, order_id))${keyOnly}`,
      `alter table orders add column fulfil_at bigint not null default 0`,
      ...terms(engine),
      `create index orders_by_placed on orders (company_id, placed_at, id) where deleted = 0`,
      `create index orders_by_fulfil on orders (company_id, fulfil_at, id) where deleted = 0`,
      `drop index orders_by_total`,
      `create index orders_by_value on orders (company_id, total, id) where deleted = 0`,

      `alter table customers add column found_by text not null default ''`,
      `alter table customers add column metadata text not null default '{}'`,
      `create table customer_grams (
        company_id bigint not null, gram text not null, customer_id bigint not null,
        primary key (company_id, gram, customer_id))${keyOnly}`,
      `create table customer_tags (
        company_id bigint not null, tag text not null, customer_id bigint not null,
        primary key (company_id, tag, customer_id))${keyOnly}`,
      `create index customer_tags_by_customer on customer_tags (company_id, customer_id)`,
      engine === 'sqlite'
        ? `insert into customer_tags (company_id, tag, customer_id)
            select distinct c.company_id, t.value, c.id from customers c, json_each(c.tags) t where c.deleted = 0`
        : `insert into customer_tags (company_id, tag, customer_id)
            select distinct c.company_id, t, c.id from customers c, jsonb_array_elements_text(c.tags::jsonb) t
            where c.deleted = 0`,
      `create index customers_by_phone on customers (company_id, phone, id) where deleted = 0 and phone is not null`,
      `create index customers_by_update on customers (company_id, updated_at, id) where deleted = 0`,

      `alter table products add column found_by text not null default ''`,
      `alter table products add column metadata text not null default '{}'`,
      `create index products_by_barcode on products (company_id, barcode, id) where barcode is not null`,
      `create index products_by_update on products (company_id, updated_at, id) where deleted = 0`,

      `alter table sites add column metadata text not null default '{}'`,
      // What an add-on calls a record: one name a record, one record a name.
      `create table external_ids (
        company_id bigint not null, kind text not null, addon_id bigint not null,
        external_id text not null, record_id bigint not null,
        primary key (company_id, kind, addon_id, external_id))${keyOnly}`,
      `create unique index external_ids_by_record on external_ids (company_id, kind, record_id, addon_id)`,
    ];
  },
  fill: async (tx) => {
    const text = (row: Found, column: string) => String(row[column] ?? '');
    await fillTable(
      tx,
      'customers',
      { table: 'customer_grams', id: 'customer_id' },
      ['first_name', 'last_name', 'email', 'phone', 'mobile'],
      (row) => [
        [text(row, 'first_name'), text(row, 'last_name')].filter((each) => each !== '').join(' '),
        text(row, 'email'),
        digits(text(row, 'phone')),
        digits(text(row, 'mobile')),
      ],
    );
    await fillTable(
      tx,
      'products',
      { table: 'product_grams', id: 'product_id' },
      ['name', 'sku', 'barcode'],
      (row) => [text(row, 'name'), text(row, 'sku'), text(row, 'barcode')],
    );
  },
};
