import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { Order } from '#clients/typescript/index.ts';
import { ONE } from '#src/kernel/money.ts';
import { change, make, read } from '#test/api/helpers.ts';
import { openShop, type Shop } from '#test/api/order-helpers.ts';
import { clientOf } from '#test/harness/client-api.ts';
import { type Json, onEachEngine } from '#test/harness/service.ts';
import { loadMenu, type Menu } from '../../web/register/menu.ts';
import { type Attempt, refundText, sendRefund, withOptions } from '../../web/register/past/send-refund.ts';
import { decimalOf } from '../../web/shared/format.ts';
import { refundBody } from '../../web/shared/refunds.ts';

// What a register gives back, the service takes: each kind of line that it sells.

onEachEngine('a refund of a register', (service) => {
  let shop: Shop;
  let menu: Menu;
  let coffee: Json;
  let oat: Json;
  let sugar: Json;
  before(async () => {
    const { client } = service();
    shop = await openShop(service());
    const modifier = (name: string, unit_price: number) =>
      make(client, `sites/${shop.site}/products`, { name, unit_price, is_modifier: true });
    [oat, sugar] = [await modifier('Oat milk', 0.75), await modifier('Sugar', 0.25)];
    coffee = await make(client, `sites/${shop.site}/products`, { name: 'Coffee', unit_price: 4 });
    const modifiers = [{ id: oat.id }, { id: sugar.id }];
    await change(client, `products/${coffee.id}/modifiers`, { modifiers });
    menu = await loadMenu(clientOf(service()), BigInt(shop.site));
  });

  /** Gives lines of a sale back in cash, each with its quantity, as the register does. */
  async function giveBack(sale: Json, quantities: ReadonlyMap<number, bigint>): Promise<Json> {
    const passbell = clientOf(service());
    const order: Order = await passbell.call('getOrder', { order_id: String(sale.id_str) });
    const body = refundBody(order, withOptions(order, quantities));
    assert.ok(body !== undefined);
    const total = decimalOf((await passbell.call('priceOrder', { body })).total);
    const cash = menu.methods.find(({ id }) => String(id) === shop.cash);
    assert.ok(cash !== undefined);
    const text = refundText(body, cash, total, {
      ...{ register: shop.register, staff: shop.staff, sale_number: `R-${sale.id_str}` },
      ...{ placed_at: new Date().toISOString(), paid_at: undefined },
    });
    const attempt: Attempt = {
      ...{ key: crypto.randomUUID(), body: text, label: 'Refund', approvals: [] },
      ...{ lines: order.lines, amount: -total, at: Date.now() },
    };
    const outcome = await sendRefund(passbell, attempt, false, Date.now());
    assert.deepEqual(outcome.kind, 'done', JSON.stringify(outcome));
    return read(service().client, `orders/${outcome.kind === 'done' ? outcome.order : ''}`);
  }

  const sell = (lines: readonly object[], amount: number) =>
    shop.order({ status: 'COMPLETE', lines, payments: [{ method_id: shop.cash, amount }] });

  for (const [what, modifiers, price] of [
    ['no modifiers', () => [], 4],
    ['a modifier', () => [String(oat.id)], 4.75],
    ['a modifier twice', () => [String(oat.id), String(oat.id)], 5.5],
    ['one that is left out', () => [`-${sugar.id}`], 4],
    ['both', () => [String(oat.id), `-${sugar.id}`], 4.75],
  ] as const) {
    it(`gives back a line with ${what}`, async () => {
      const line = { product_id: coffee.id, modifiers: modifiers(), quantity: 2 };
      const sale = await sell([line, { product_id: shop.soup.id }], 2 * price + 10);
      const refund = await giveBack(sale, new Map([[1, ONE]]));
      assert.deepEqual([refund.status, refund.total, refund.paid], ['COMPLETE', -price, -price]);
      const given = await read(service().client, `orders/${sale.id_str}/refunds`);
      assert.deepEqual([given.refunded, given.lines[0].quantity_left], [price, 1]);
    });
  }
});
