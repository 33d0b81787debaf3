import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { type CustomerFilter, countCustomers, listCustomers } from '#src/customers/lists.store.ts';
import { countProducts, listProducts, type ProductFilter } from '#src/products/lists.store.ts';
import { shortProducts } from '#src/products/short.store.ts';
import type { Reader } from '#src/storage/port.ts';
import { raw, type Sql, sql } from '#src/storage/sql.ts';
import { looksUp, plansOf } from './harness/plans.ts';
import { onEachStorage } from './harness/storage.ts';

// What the lists of customers and products cost must not grow with the table: each is found along an index.

const RECORDS = 20_000n;
/** One in so many is rare in every way that records are found by. */
const RARE_EVERY = 1000n;

const NUMBERS = sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${RECORDS})`;
const rareOr = (rare: string, usual: string) =>
  sql`case when n % ${RARE_EVERY} = 0 then ${rare} else ${usual} end`;
const grams = (table: string, id: string): Sql[] =>
  ['usu', 'sua', 'ual', 'rar', 'are'].map((gram) => {
    const isRare = gram.includes('ar');
    const some = isRare ? sql`where n % ${RARE_EVERY} = 0` : sql`where n % ${RARE_EVERY} <> 0`;
    return sql`insert into ${raw(table)} (company_id, gram, ${raw(id)}) ${NUMBERS} select 1, ${gram}, n from numbers ${some}`;
  });

const FILL = [
  sql`insert into customers (company_id, id, first_name, phone, tags, deleted, created_at, updated_at, found_by)
    ${NUMBERS} select 1, n, 'Ann', ${rareOr('1', '2')}, '[]', 0, n, n, ${rareOr('rare', 'usual')} from numbers`,
  sql`insert into customer_tags (company_id, tag, customer_id) ${NUMBERS} select 1, ${rareOr('rare', 'usual')}, n from numbers`,
  ...grams('customer_grams', 'customer_id'),
  sql`insert into products (company_id, id, name, name_folded, barcode, tags, is_sold, is_purchased, is_inventory,
      is_modifier, variable_price, show_online, taxes, cost_taxes, deleted, created_at, updated_at, found_by)
    ${NUMBERS} select 1, n, 'x', 'x', ${rareOr('1', '2')}, '[]', 1, 0, 0, 0, 0, 0, '[]', '[]', 0, n, n,
      ${rareOr('rare', 'usual')} from numbers`,
  sql`insert into product_tags (company_id, tag, product_id) ${NUMBERS} select 1, ${rareOr('rare', 'usual')}, n from numbers`,
  ...grams('product_grams', 'product_id'),
];

const NOBODY: CustomerFilter = {
  ids: undefined,
  reference: undefined,
  phone: undefined,
  tag: undefined,
  q: undefined,
  updated: [],
};
const LONG = [{ than: 'gte', value: 10n }] as const;
const SHORT = [{ than: 'gt', value: RECORDS - 500n }] as const;

const CUSTOMERS: readonly Partial<CustomerFilter>[] = [
  {},
  { phone: '1' },
  { phone: '2' },
  { tag: 'rare' },
  { tag: 'usual' },
  { q: 'rare' },
  { q: 'usual' },
  { q: 'u' },
  { reference: 'x' },
  { updated: LONG },
  { updated: SHORT },
  { updated: LONG, tag: 'rare' },
  { updated: LONG, tag: 'usual', q: 'usual' },
];
const PRODUCTS: readonly ProductFilter[] = [
  {},
  { barcode: '1' },
  { barcode: '2' },
  { q: 'rare' },
  { q: 'usual' },
  { updated: LONG },
  { updated: SHORT },
  { updated: LONG, tag: 'rare' },
  { updated: LONG, tag: 'usual' },
  { updated: LONG, q: 'rare' },
  // One that a page begins after.
  { ids: [5000n] },
  { ids: [5000n], site: 1n, category: 1n },
];

onEachStorage('lists of customers and products', [], (ground) => {
  before(async () => {
    await ground().storage.write(async (tx) => {
      for (const statement of FILL) await tx.run(statement);
      if (ground().storage.engine === 'postgres') await tx.run(raw('analyze'));
    });
  });

  /** Looks at the plans of a list's pages, and of counting it; none sorts many records. */
  const check = async (
    list: (tx: Reader, after: readonly bigint[] | undefined) => Promise<unknown[]>,
    count: (tx: Reader) => Promise<{ count: number; more: boolean }>,
    byUpdate: boolean,
  ) => {
    const { storage } = ground();
    await storage.read(async (tx) => {
      for (const after of [undefined, byUpdate ? [5000n, 5000n] : [5000n]]) {
        looksUp(await plansOf(tx, storage.engine, (reader) => list(reader, after)));
      }
      looksUp(await plansOf(tx, storage.engine, (reader) => count(reader)));
    });
  };
  const nameOf = (filter: object) =>
    JSON.stringify(filter, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));

  for (const filter of CUSTOMERS) {
    it(`customers ${nameOf(filter)} are looked up`, async () => {
      const whole = { ...NOBODY, ...filter };
      await check(
        (tx, after) => listCustomers(tx, 1n, 1n, whole, after, 25),
        (tx) => countCustomers(tx, 1n, 1n, whole),
        whole.updated.length > 0,
      );
    });
  }

  for (const filter of PRODUCTS) {
    it(`products ${nameOf(filter)} are looked up`, async () => {
      await check(
        (tx, after) => listProducts(tx, shortProducts, 1n, filter, after, 25),
        (tx) => countProducts(tx, 1n, filter),
        filter.updated !== undefined,
      );
    });
  }

  it('are counted exactly as far as is promised', async () => {
    const { storage } = ground();
    const rare = Number(RECORDS / RARE_EVERY);
    await storage.read(async (tx) => {
      const people = (filter: Partial<CustomerFilter>) =>
        countCustomers(tx, 1n, 1n, { ...NOBODY, ...filter });
      assert.deepEqual(await people({}), { count: 10_001, more: true });
      assert.deepEqual(await people({ phone: '1' }), { count: rare, more: false });
      assert.deepEqual(await people({ q: 'rare' }), { count: rare, more: false });
      assert.deepEqual(await people({ updated: LONG, tag: 'rare' }), { count: rare, more: false });
      assert.equal((await people({ tag: 'usual' })).more, true);
      assert.deepEqual(await countProducts(tx, 1n, { barcode: '1' }), { count: rare, more: false });
    });
  });
});
