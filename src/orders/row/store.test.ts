import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { plansOf } from '#test/harness/plans.ts';
import { onEachStorage } from '#test/harness/storage.ts';
import { raw, sql } from '../../storage/sql.ts';
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

onEachStorage('refunds of an order', [], (ground) => {
  before(async () => {
    await ground().storage.write(async (tx) => {
      await tx.run(FILL);
      if (ground().storage.engine === 'postgres') await tx.run(raw('analyze orders'));
    });
  });

  it('are looked up by what they refund, however many orders there are', async () => {
    const { storage } = ground();
    const plans = await storage.read((tx) =>
      plansOf(tx, storage.engine, (reader) => refundsOf(reader, 1n, 1n)),
    );
    assert.equal(plans.length, 1);
    const [{ plan = '' } = {}] = plans;
    assert.match(plan, /orders_by_original/);
    assert.match(plan, /original_order_id ?=/);
    assert.doesNotMatch(plan, /SCAN|Seq Scan|orders_pkey|autoindex/);
  });
});
