import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type Json, onEachEngine } from '#test/harness/service.ts';
import { change, drop, invalidFields, make, refused, refusesEach } from './helpers.ts';
import { choose, type Menu, openMenu } from './menu-helpers.ts';
import { newTax } from './order-helpers.ts';

const MADE_READY = ['ON_HOLD', 'ACCEPTED', 'PENDING', 'COMPLETE'];

onEachEngine('what an order has to have once it is made ready', (service) => {
  let menu: Menu;
  /** Asks for a side; the combo asks for the dish. */
  let dish: Json;
  let main: Json;
  let combo: Json;
  before(async () => {
    menu = await openMenu(service());
    const product = (name: string, fields: object = {}) =>
      make(menu.client, `sites/${menu.site}/products`, { name, unit_price: 11, ...fields });
    dish = await product('Dish', { option_sets: [menu.side.id, menu.drink.id] });
    main = await make(menu.client, 'optionsets', {
      name: 'Main',
      min_selection: 1,
      instructions: true,
      options: [{ product_id: dish.id }, { product_id: menu.soup.id }],
    });
    combo = await product('Combo', { option_sets: [main.id] });
  });
  const bare = () => ({ product_id: dish.id });
  const complete = (quantity = 1) => ({ ...bare(), quantity, option_sets: [choose(menu.side, menu.fries)] });

  describe('option sets that ask for a selection (reference: orders.50)', () => {
    it('may be missing while it is SUBMITTED, and have to be there after it', async () => {
      const lines = [{ product_id: menu.soup.id }, complete(), bare()];
      for (const status of MADE_READY) {
        const answer = await menu.client.post('orders', { site_id: menu.site, status, lines });
        invalidFields(answer, 'lines[2].option_sets');
        assert.match(
          answer.json.error_description,
          new RegExp(`line 4 \\(Dish\\) needs at least 1 selection from "Side" \\(${menu.side.id}\\)`),
        );
        const order = await menu.order({ lines });
        invalidFields(await menu.client.put(`orders/${order.id}`, { status }), 'status');
        await make(menu.client, `orders/${order.id}/optionsets`, {
          ...choose(menu.side, menu.salad),
          line_number: 4,
        });
        await change(menu.client, `orders/${order.id}`, { status });
      }
      const priced = { site_id: menu.site, status: 'PENDING', lines: [bare()] };
      invalidFields(await menu.client.post('orders/price', priced), 'lines[0].option_sets');
    });

    it('have to come with lines that are added, and stay', async () => {
      const order = await menu.order({ status: 'ACCEPTED', lines: [complete()] });
      const path = `orders/${order.id}`;
      invalidFields(await menu.client.post(`${path}/lines`, bare()), 'option_sets');
      invalidFields(await menu.client.post(`${path}/lines`, [complete(), bare()]), '[1].option_sets');
      const kept = await menu.client.delete(`${path}/optionsets/1`);
      refused(kept, 400, 'invalid_request');
      assert.match(kept.json.error_description, /line 1 \(Dish\) .* "Side"/);
      invalidFields(await menu.client.put(`${path}/optionsets/1`, choose(menu.drink, menu.water)), 'options');
      await make(menu.client, `${path}/optionsets`, { ...choose(menu.drink, menu.water), line_number: 1 });
      await drop(menu.client, `${path}/optionsets/2`);
    });

    it('are asked for of options as well, not of those that are left out, and not of returns', async () => {
      const order = (option: object, fields: object = {}) => ({
        site_id: menu.site,
        status: 'PENDING',
        lines: [{ product_id: combo.id, option_sets: [choose(main, [dish, option])], ...fields }],
      });
      const nested = { option_sets: [choose(menu.side, menu.fries)] };
      invalidFields(await menu.client.post('orders', order({})), 'lines[0].option_sets');
      await make(menu.client, 'orders', order(nested));
      const out = [choose(main, menu.soup, [dish, { instructions: 'No' }])];
      await make(menu.client, 'orders', order({}, { option_sets: out }));
      await menu.order({ status: 'PENDING', lines: [{ ...bare(), quantity: -1 }] });
    });

    it('that were assigned later keep no order from going on', async () => {
      const late = await make(menu.client, `sites/${menu.site}/products`, { name: 'Late', unit_price: 1 });
      const order = await menu.order({ status: 'ON_HOLD', lines: [{ product_id: late.id }] });
      await change(menu.client, `products/${late.id}`, { option_sets: [menu.side.id] });
      for (const status of ['ACCEPTED', 'PENDING', 'COMPLETE']) {
        await change(menu.client, `orders/${order.id}`, { status });
      }
    });
  });

  it('a price within the bounds of a product whose price is asked for (reference: orders.51)', async () => {
    const { client, site } = menu;
    const fields = { variable_price: true, min_sell_price: 5, max_sell_price: 20 };
    const gift = await make(client, `sites/${site}/products`, {
      name: 'Gift',
      unit_price: 10,
      taxes: [await newTax(client, 0.25)],
      ...fields,
    });
    const line = (price: object) => ({ product_id: gift.id, ...price });
    await refusesEach(service(), 'POST', 'orders', { site_id: site }, [
      [{ lines: [line({ unit_price_inc_tax: 4.99 })] }, 'lines[0].unit_price_inc_tax'],
      [{ lines: [line({ unit_price_inc_tax: 20.01 })] }, 'lines[0].unit_price_inc_tax'],
      [{ lines: [line({ unit_price: 3.99 })] }, 'lines[0].unit_price'],
      [{ lines: [line({ unit_price: 16.01 })] }, 'lines[0].unit_price'],
    ]);
    const good = [
      { unit_price: 4 },
      { unit_price: 16 },
      { unit_price_inc_tax: 5 },
      { unit_price_inc_tax: 20 },
    ];
    const order = await menu.order({ lines: [{}, ...good].map(line) });
    assert.deepEqual(
      order.lines.map((each: Json) => each.unit_price_inc_tax),
      [10, 5, 20, 5, 20],
    );
    const path = `orders/${order.id}/lines`;
    invalidFields(await client.post(path, line({ unit_price: 1 })), 'unit_price');
    await refusesEach(service(), 'PUT', `${path}/1`, {}, [
      [{ unit_price_inc_tax: 21 }, 'unit_price_inc_tax'],
      [{ unit_price: 3 }, 'unit_price'],
    ]);
    await change(client, `${path}/1`, { unit_price_inc_tax: 19 });
    await change(client, `products/${gift.id}`, { max_sell_price: 15 });
    await change(client, `${path}/1`, { notes: 'Sold before' });
    await change(client, `products/${gift.id}`, { variable_price: false });
    await change(client, `${path}/1`, { unit_price_inc_tax: 99 });
  });

  it('a reason with something in it, where one is given', async () => {
    const { client, site } = menu;
    const empty = { id: null, name: null, notes: null };
    await refusesEach(service(), 'POST', 'orders', { site_id: site }, [
      [{ reject_reason: {} }, 'reject_reason'],
      [{ reject_reason: empty }, 'reject_reason'],
      [{ reject_reason: { why: 'Closed' } }, 'reject_reason'],
    ]);
    const order = await menu.order({ reject_reason: null });
    invalidFields(
      await client.put(`orders/${order.id}`, { status: 'REJECTED', reject_reason: {} }),
      'reject_reason',
    );
    for (const [field, value] of Object.entries({ id: 0, name: 'Closed', notes: 'Sold out' })) {
      const { reject_reason: shown } = await change(client, `orders/${order.id}`, {
        reject_reason: { [field]: value },
      });
      assert.deepEqual(shown, { ...empty, [field]: value });
    }
  });
});
