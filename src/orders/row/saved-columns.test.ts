import assert from 'node:assert/strict';
import { it } from 'node:test';
import { blankOrder, lineOf, paymentOf } from '#test/harness/orders.ts';
import { onEachStorage } from '#test/harness/storage.ts';
import { raw } from '../../storage/sql.ts';
import { figuresOf } from '../rules/figures.ts';
import type { Order } from '../types.ts';
import { insertOrder, updateOrder } from './store.ts';
import { render } from './view.ts';

// A change writes the columns that are others than before: each of them, and the row is as if it had been made so.

const LINE = lineOf('3');
const PAYMENT = paymentOf('3');
const ORDER: Order = { ...blankOrder, company_id: 1n, id: 1n, saleid: 'A', lines: [LINE] };

const CHANGES: readonly Partial<Order>[] = [
  {},
  { site_id: 77n },
  { register_id: 5n },
  { staff_member_id: 6n },
  { customer_id: 8n },
  { addon_id: 9n },
  { status: 'PENDING' },
  { deleted: true },
  { lines: [{ ...LINE, quantity: 200_000_000n }] },
  { lines: [] },
  { payments: [{ ...PAYMENT, method: { ...PAYMENT.method, kind: 'account' } }] },
  { created_at: 7_000_000n },
  { placed_at: 8_000_000n },
  { fulfil_at: 9_000_000n },
  { group_id: 'Table 2' },
  { original_order_id: 3n },
  { notes: 'No onions' },
];

const figured = (order: Order) => ({ order, figures: figuresOf(order) });
const shown = (order: Order) => render(order, figuresOf(order));

onEachStorage('the columns of a changed order', [], (ground) => {
  const row = (of: Order, before?: Order) =>
    ground().storage.write(async (tx) => {
      await tx.run(raw('delete from orders'));
      await tx.run(raw('delete from order_terms'));
      await insertOrder(tx, figured(before ?? of), shown(before ?? of));
      if (before !== undefined) await updateOrder(tx, figured(before), figured(of), shown(of));
      return tx.get(raw('select * from orders'));
    });

  for (const change of CHANGES) {
    it(`are those of an order that was made so: ${Object.keys(change).join() || 'nothing but its time'}`, async () => {
      const after = { ...ORDER, ...change, updated_at: ORDER.updated_at + 1_000n };
      assert.deepEqual(await row(after, ORDER), await row(after));
      const back = { ...ORDER, updated_at: after.updated_at + 1_000n };
      assert.deepEqual(await row(back, after), await row(back), 'and back');
    });
  }
});
