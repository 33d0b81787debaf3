import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { onEachStorage } from '#test/harness/storage.ts';
import type { Reader, Row } from '../../storage/port.ts';
import { raw, Sql, sql } from '../../storage/sql.ts';
import { refundsOf } from './store.ts';

const ORDERS = 20_000n;
/** One in so many is a refund of the first order. */
const REFUND_EVERY = 5000n;

/** Orders of one company, as far as looking them up depends on them. */
const FILL = sql`insert into orders (company_id, id, site_id, status, deleted, discounted, on_account, total,
    created_at, updated_at, placed_at, saleid, original_order_id, etag, head, lines, options, payments, state)
  with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${ORDERS})
  select 1, n, 1, 'COMPLETE', 0, 0, 0, 0, n, n, n, n, case when n % ${REFUND_EVERY} = 0 then 1 end,
    '', '{}', '[]', '[]', '[]', '{}' from numbers`;

/** Asks how a statement would be gone about, in place of running it. */
function explaining(tx: Reader, engine: string, plans: string[]): Reader {
  const explain = async (query: Sql) => {
    const [first = '', ...rest] = query.strings;
    const ask = engine === 'sqlite' ? 'explain query plan ' : 'explain ';
    const rows = await tx.all<Row>(new Sql([ask + first, ...rest], query.values));
    plans.push(rows.map((row) => String(row.detail ?? row['QUERY PLAN'])).join('\n'));
    return [];
  };
  return { get: async (query) => (await explain(query))[0], all: explain };
}

onEachStorage('refunds of an order', [], (ground) => {
  before(async () => {
    await ground().storage.write(async (tx) => {
      await tx.run(FILL);
      if (ground().storage.engine === 'postgres') await tx.run(raw('analyze orders'));
    });
  });

  it('are looked up by what they refund, however many orders there are', async () => {
    const { storage } = ground();
    const plans: string[] = [];
    await storage.read((tx) => refundsOf(explaining(tx, storage.engine, plans), 1n, 1n));
    assert.equal(plans.length, 1);
    const [plan = ''] = plans;
    assert.match(plan, /orders_by_original/);
    assert.match(plan, /original_order_id ?=/);
    assert.doesNotMatch(plan, /SCAN|Seq Scan|orders_pkey|autoindex/);
  });
});
