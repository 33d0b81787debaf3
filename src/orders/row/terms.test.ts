import assert from 'node:assert/strict';
import { it } from 'node:test';
import { blankOrder, lineOf, paymentOf } from '#test/harness/orders.ts';
import { onEachStorage } from '#test/harness/storage.ts';
import { finding } from '../../storage/migrations/022-finding.ts';
import { unsettledPayments } from '../../storage/migrations/033-unsettled-payments.ts';
import { raw, sql } from '../../storage/sql.ts';
import { figuresOf } from '../rules/figures.ts';
import type { Order } from '../types.ts';
import { insertOrder, updateOrder } from './store.ts';
import { render } from './view.ts';

const LINE = lineOf('3');
const PAYMENT = paymentOf('3');
const BARE: Order = { ...blankOrder, company_id: 1n, id: 1n, saleid: 'A' };
const FULL: Order = {
  ...BARE,
  id: 2n,
  saleid: 'B',
  order_type: 'Dine in',
  sale_number: '№ "7"',
  group_id: 'Table 1',
  fulfil_at: 1_772_908_200_123_000n,
  lines: [
    LINE,
    { ...LINE, number: 2, line_id: 8n, product: { ...LINE.product, id: 9_007_199_254_740_993n } },
  ],
  payments: [PAYMENT, { ...PAYMENT, id: 9n, number: 2 }],
};

const figured = (order: Order) => ({ order, figures: figuresOf(order) });
const shown = (order: Order) => render(order, figuresOf(order));

onEachStorage('what orders are found by', [], (ground) => {
  const kept = () =>
    ground().storage.read(async (tx) => ({
      terms: await tx.all(sql`select * from order_terms order by order_id, kind, value`),
      times: await tx.all(sql`select id, fulfil_at from orders order by id`),
    }));

  it('follows them, and is made by the migration as it is by saving', async () => {
    const { storage } = ground();
    await storage.write(async (tx) => {
      for (const order of [BARE, FULL]) await insertOrder(tx, figured(order), shown(order));
    });
    const saved = await kept();
    assert.deepEqual(
      saved.terms.map(({ kind, value, order_id: id }) => [kind, value, id]),
      [
        ['group', 'Table 1', 2n],
        ['method', '5', 2n],
        ['number', '№ "7"', 2n],
        ['product', '50', 2n],
        ['product', '9007199254740993', 2n],
        ['type', 'Dine in', 2n],
        ['unsettled', '5', 2n],
      ],
    );
    const fill = finding
      .statements(storage.engine)
      .filter((statement) => /^(insert into order_terms|update orders)/.test(statement));
    assert.equal(fill.length, 6);
    fill.push(...unsettledPayments.statements(storage.engine));
    await storage.write(async (tx) => {
      await tx.run(raw('delete from order_terms'));
      await tx.run(raw('update orders set fulfil_at = 0'));
      for (const statement of fill) await tx.run(raw(statement));
    });
    assert.deepEqual(await kept(), saved);

    const less: Order = { ...FULL, order_type: 'Delivery', group_id: null, lines: [LINE] };
    const save = (before: Order, after: Order) =>
      storage.write((tx) => updateOrder(tx, figured(before), figured(after), shown(after)));
    await save(FULL, less);
    assert.deepEqual(
      (await kept()).terms.map(({ kind, value }) => `${kind} ${value}`),
      ['method 5', 'number № "7"', 'product 50', 'type Delivery', 'unsettled 5'],
    );

    // What is COMPLETE is settled, unless it is deleted.
    const complete: Order = { ...less, status: 'COMPLETE' };
    await save(less, complete);
    const settled = await kept();
    assert.ok(!settled.terms.some(({ kind }) => kind === 'unsettled'));
    await storage.write(async (tx) => {
      for (const statement of unsettledPayments.statements(storage.engine)) await tx.run(raw(statement));
    });
    assert.deepEqual(await kept(), settled);
    await save(complete, { ...complete, deleted: true });
    assert.ok((await kept()).terms.some(({ kind }) => kind === 'unsettled'));
  });
});
