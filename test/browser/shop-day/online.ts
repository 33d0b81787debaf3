// The add-on that takes orders: paid when they come, accepted at a register, changed and cancelled afterwards.

import { change, make, read } from '#test/api/helpers.ts';
import { until } from '#test/harness/process.ts';
import type { Json } from '#test/harness/service.ts';
import type { AtTill } from './cashier.ts';
import { times, totalOf } from './ledger.ts';
import { type Item, linesOf, type Sale } from './money.ts';
import { HALL, HAPPY_LAGER, MENU, type ShopOfTheDay } from './shop.ts';

const amountOf = (sale: Sale) => Number(totalOf({ lines: linesOf(sale) })) / 100;

/** Orders from elsewhere, while the happy hour lasts. */
export async function onlineOrders(hall: AtTill, shop: ShopOfTheDay): Promise<void> {
  const { orders: client, site, web, products, registers } = shop;
  const { till, ledger } = hall;
  const order = (lines: object[], paid: number, more: object = {}): Promise<Json> =>
    make(client, 'orders', {
      ...{ site_id: site.id, order_type: 'Pickup', lines },
      payments: [{ method_id: web.id, amount: paid }],
      ...more,
    });
  const of = (name: string, more: object = {}) => ({ product_id: products[name]?.id, ...more });
  const statusOf = async ({ id }: Json) => (await read(client, `orders/${id}`)).status;
  const paidBy = (sale: Sale) => [{ method: 'Web', amount: totalOf({ lines: linesOf(sale) }) }];

  const soups: Sale = { items: [{ product: MENU.soup, quantity: times(2) }] };
  const first = await order([of('Soup', { quantity: 2 })], amountOf(soups));
  const pizza: Sale = {
    items: [{ product: MENU.pizza }, { product: MENU.burrata, isOption: true }],
  };
  const sets = { options: [{ product_id: products.Burrata?.id }] };
  const chosen = { option_sets: [{ option_set_id: products.Pizza?.option_sets[0].id, ...sets }] };
  const second = await order([of('Pizza', chosen)], amountOf(pizza), {
    ...{ site_id: undefined, register_id: registers[HALL]?.id, order_type: 'Delivery' },
  });
  const third = await order([of('Platter')], 25);

  await till.go('Incoming');
  const card = ({ order_number: number }: Json) =>
    till.page.getByRole('article', { name: `Order ${number}` });
  for (const each of [first, second]) {
    await card(each).getByRole('button', { name: 'Accept' }).click();
    await card(each).waitFor({ state: 'detached' });
  }
  // The third is taken back before anybody has looked at it.
  await make(client, `orders/${third.id}/payments`, { method_id: web.id, amount: -25 });
  await change(client, `orders/${third.id}`, { status: 'REJECTED', reject_reason: { name: 'Cancelled' } });
  await card(third).waitFor({ state: 'detached' });
  ledger.act('order.refunded');
  await till.go('Sell');
  for (const each of [first, second]) {
    await until('it is accepted', async () => (await statusOf(each)) === 'ACCEPTED');
    await change(client, `orders/${each.id}`, { status: 'PENDING' });
  }
  ledger.sell(null, soups, paidBy(soups));
  ledger.sell(HALL, pizza, paidBy(pizza));

  // The fourth becomes more before it is handed out.
  const lager: Item = { product: MENU.lager, price: HAPPY_LAGER };
  const fourth = await order([of('Lager')], 4.8, { status: 'ACCEPTED' });
  await change(client, `orders/${fourth.id}/lines/1`, { quantity: 2 });
  await make(client, `orders/${fourth.id}/lines`, of('Soup'));
  const more: Sale = { items: [{ ...lager, quantity: times(2) }, { product: MENU.soup }] };
  const rest = amountOf(more) - 4.8;
  await make(client, `orders/${fourth.id}/payments`, { method_id: web.id, amount: Number(rest.toFixed(2)) });
  await change(client, `orders/${fourth.id}`, { status: 'PENDING' });
  const [whole] = paidBy(more);
  const before = { method: 'Web', amount: 480n };
  ledger.sell(null, more, [before, { method: 'Web', amount: (whole?.amount ?? 0n) - 480n }]);
}
