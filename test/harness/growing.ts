// Tables that grow with trade, and what a company has in them after years: copies of one row each, alike in everything
// that statements ask for but the ids. Whatever is asked for besides is rare.
import type { Storage } from '#src/storage/port.ts';
import { raw } from '#src/storage/sql.ts';

/** How the copies of a row differ from it. */
interface Growth {
  /** Nothing of it may be there, as nobody signs in. */
  readonly mayBeEmpty?: boolean;
  /** Columns that are others in each copy. Times are always later. */
  readonly others: string;
  /** Columns with what is usual, in SQL. */
  readonly usual?: Readonly<Record<string, string>>;
  /** Rows that are copied, when one is not enough. */
  readonly rows?: number;
}

const ORDER = {
  // A company has some registers.
  register_id: 'b.register_id + n % 3',
  // Values come from everywhere, so that an index of theirs leads all over the table.
  total: 'cast(n * 7919 % 1000 as bigint) * 100000000',
  status: `'COMPLETE'`,
  ...{ deleted: '0', discounted: '0', on_account: '0', group_id: 'null', original_order_id: 'null' },
  ...{ head: `'{}'`, lines: `'[]'`, options: `'[]'`, payments: `'[]'`, state: `'{}'` },
};
const JOB = { state: `'printed'`, kind: `'ticket'`, document: 'null', attempt: '1', pass_thru: '0' };
const DELIVERY = { state: `'delivered'`, lane: '2', lease: 'null', lease_until: 'null', body: 'null' };

/** Every table that grows with orders, customers, products and calls. */
export const GROWING: Readonly<Record<string, Growth>> = {
  orders: { others: 'id saleid customer_id', usual: ORDER },
  order_terms: { others: 'order_id', rows: 6 },
  order_history: { others: 'order_id' },
  events: {
    others: 'number resource_id',
    usual: { topic: `'orders/completed'`, same_as: 'null', payload: `'{}'` },
  },
  deliveries: { others: 'id resource_id event_number', usual: { ...DELIVERY, ended_at: 'created_at' } },
  delivery_attempts: { others: 'delivery_id' },
  tickets: { others: 'id order_id', usual: { state: `'bumped'`, entries: `'[]'`, bumped_at: 'created_at' } },
  print_jobs: { others: 'id order_id ticket_id', usual: JOB },
  idempotency_keys: { others: 'key', usual: { body: `''` } },
  request_log: {
    others: 'company_id',
    usual: { status: '200', method: `'POST'`, error: 'null', body: 'null' },
  },
  audit_log: { others: 'id', mayBeEmpty: true, usual: { action: `'signed in'` } },
  audit_entries: {
    others: 'id',
    usual: {
      action: `'tax.changed'`,
      staff_id: 'null',
      user_id: 'null',
      site_id: 'null',
      record_kind: 'null',
      address: 'null',
    },
  },
  report_sums: { others: 'subject' },
  shifts: { others: 'id', usual: { closed_at: 'created_at' } },
  shift_movements: { others: 'id shift_id' },
  stock_movements: { others: 'id' },
  payment_requests: {
    others: 'id order_id',
    usual: { register_id: 'b.register_id + n % 3', status: `'approved'`, unapplied: '0' },
  },
  shift_takings: { others: 'shift_id', rows: 2 },
  cashups: { others: 'id number', usual: { processed: '1', report: `'{}'` } },
  external_ids: { others: 'external_id record_id' },
  imports: { others: 'id', usual: { state: `'done'`, problems: `'[]'`, answer: 'null' } },
  imported_names: { others: 'external_id record_id' },
  import_figures: { others: 'import_id' },
  past_orders: { others: 'number order_id' },
  customers: {
    others: 'id email email_folded phone',
    usual: { first_name: `'Ann'`, last_name: `'Lee'`, deleted: '0' },
  },
  customer_references: { others: 'customer_id reference_id' },
  customer_grams: { others: 'customer_id', rows: 4 },
  customer_tags: { others: 'customer_id', usual: { tag: `'tag ' || n % 20` } },
  products: {
    others: 'id name_folded sku barcode',
    usual: { variant_parent_id: 'null', variant_key: 'null', deleted: '0' },
  },
  product_grams: { others: 'product_id', rows: 4 },
  product_tags: { others: 'product_id', usual: { tag: `'tag ' || n % 20` } },
  product_categories: { others: 'product_id' },
  product_modifiers: { others: 'product_id' },
  product_option_sets: { others: 'product_id' },
  option_set_options: { others: 'product_id' },
  site_products: { others: 'product_id', usual: { changed_after: 'null' } },
  prices: { others: 'product_id' },
  access_tokens: {
    others: 'token_hash',
    usual: { made_by: 'null', grant_id: 'null', user_id: 'null', device_id: 'null', session_hash: 'null' },
  },
  refresh_tokens: { others: 'token_hash grant_id' },
  // Of those that are not over there are two minutes' only.
  authorization_codes: { others: 'code_hash', usual: { expires_at: 'created_at' } },
  operator_sessions: { others: 'id token_hash', usual: { revoked_at: 'created_at' } },
  sessions: { others: 'token_hash user_id' },
  sign_in_attempts: { others: 'key_hash' },
  known_browsers: { others: 'token_hash user_id' },
  second_factors: { others: 'user_id', mayBeEmpty: true },
  recovery_codes: { others: 'user_id code_hash', mayBeEmpty: true },
  passkeys: { others: 'credential_id user_id', mayBeEmpty: true },
  sign_in_steps: { others: 'token_hash user_id', mayBeEmpty: true },
};

/** What ids move by: no id of a test is as large. */
const STEP = 1_000_000_000n;

interface Column {
  readonly name: string;
  readonly type: string;
  /** Its place in the primary key, from 1; 0 when it is not in it. */
  readonly place: bigint;
}

const COLUMNS = {
  sqlite: (table: string) =>
    `select name, lower(type) as type, pk as place from pragma_table_info('${table}') order by cid`,
  postgres: (table: string) =>
    `select a.attname::text as name, format_type(a.atttypid, null) as type,
       coalesce(array_position(k.indkey::int2[], a.attnum) + 1, 0)::bigint as place
     from pg_attribute a left join pg_index k on k.indrelid = a.attrelid and k.indisprimary
     where a.attrelid = '${table}'::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum`,
};

/** What is to grow. */
export interface Grower {
  readonly company: string;
  /** All of them unless given. */
  readonly tables?: readonly string[];
  /** A table without anything to copy is left as it is. */
  readonly mayBeEmpty?: boolean;
}

/** Copies rows of a company in growing tables, the copies of the numbers from `from` to `to`. */
export async function grow(
  storage: Storage,
  { company, tables = Object.keys(GROWING), mayBeEmpty = false }: Grower,
  from: number,
  to: number,
): Promise<void> {
  for (const table of tables) {
    const { others, usual = {}, rows = 1 } = GROWING[table] ?? { others: '' };
    const moved = others.split(' ');
    await storage.write(async (tx) => {
      const columns = await tx.all<Column>(raw(COLUMNS[storage.engine](table)));
      const names = columns.map(({ name }) => name);
      const values = columns.map(({ name, type }) => {
        const own = `b.${name}`;
        if (name in usual) return usual[name] === 'created_at' ? 'b.created_at' : usual[name];
        if (/(?:^|_)at$/.test(name)) return `${own} + n`;
        if (!moved.includes(name)) return own;
        return type === 'text' ? `${own} || '~' || n` : `${own} + cast(n as bigint) * ${STEP}`;
      });
      const key = columns.filter(({ place }) => place > 0n).map(({ name, type }) => [name, type] as const);
      // Of the rows that were there from the beginning, the last.
      const last = key.toSorted(([a], [b]) => Number(moved.includes(b)) - Number(moved.includes(a)));
      const first = key
        .filter(([name]) => moved.includes(name))
        .map(([name, type]) => (type === 'text' ? `${name} not like '%~%'` : `${name} < ${STEP}`));
      const of = names.includes('company_id') ? [`company_id = ${company}`] : [];
      const base = `select * from ${table} where ${[...of, ...first].join(' and ')}
        order by ${last.map(([name]) => `${name} desc`).join(', ')} limit ${rows}`;
      const count = await tx.run(
        raw(`with recursive numbers (n) as (select ${from} union all select n + 1 from numbers where n < ${to})
          insert into ${table} (${names.join(', ')}) select ${values.join(', ')} from (${base}) b, numbers`),
      );
      if (count < to - from + 1 && !mayBeEmpty && GROWING[table]?.mayBeEmpty !== true)
        throw new Error(`There is nothing in ${table} that could be copied.`);
    });
  }
}
