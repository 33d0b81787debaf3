import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type Json, onEachEngine } from '#test/harness/service.ts';
import {
  change,
  EventLog,
  everythingOf,
  invalidFields,
  make,
  read,
  refused,
  refusesEach,
  type Wrong,
} from './helpers.ts';
import { choose, type Menu, openMenu } from './menu-helpers.ts';

onEachEngine('modifiers on orders', (service) => {
  let menu: Menu;
  let bacon: Json;
  let egg: Json;
  /** 2 ex tax, taxed: 2.20. */
  let sauce: Json;
  before(async () => {
    menu = await openMenu(service());
    const modifier = (name: string, fields: object) =>
      make(menu.client, `sites/${menu.site}/products`, { name, is_modifier: true, ...fields });
    bacon = await modifier('Bacon', { unit_price: 3, sku: 'BACON' });
    egg = await modifier('Egg', { unit_price: 1.5 });
    sauce = await modifier('Sauce', { unit_price_ex_tax: 2, taxes: [menu.tax] });
  });
  const withModifiers = (...modifiers: readonly unknown[]) => ({
    lines: [{ product_id: menu.soup.id, modifiers }],
  });
  const line = ({ lines: [first] }: Json) => first;
  /** A dish of its own with modifiers that pop up for it. */
  const dish = async (fields: object, ...modifiers: readonly Json[]) => {
    const made = await make(menu.client, `sites/${menu.site}/products`, { name: 'Dish', ...fields });
    await change(menu.client, `products/${made.id}/modifiers`, { modifiers });
    return made;
  };

  describe('add their price', () => {
    it('once each, twice when repeated, not at all when left out', async () => {
      for (const [modifiers, total] of [
        [[bacon.id], 7],
        [[bacon.id, egg.id], 8.5],
        [[bacon.id, bacon.id], 10],
        [[-bacon.id], 4],
        [[bacon.id, -egg.id, bacon.id], 10],
        [[`-${egg.id_str}`, egg.id_str], 5.5],
        [[], 4],
      ] as const) {
        const order = await menu.order(withModifiers(...modifiers));
        assert.equal(order.total, total, JSON.stringify(modifiers));
        assert.deepEqual(line(order).modifiers, modifiers.map(Number));
        assert.deepEqual(await menu.read(order), order);
      }
    });

    it('for each of the quantity, under the variation of the line and of the order', async () => {
      const order = await menu.order({
        price_variation: 0.5,
        lines: [
          { product_id: menu.soup.id, quantity: 2, price_variation: 0.5, modifiers: [bacon.id] },
          { product_id: menu.soup.id, quantity: -1, modifiers: [egg.id] },
        ],
      });
      assert.equal(order.total, 3.5 - 2.75);
    });

    it('on top of a price of the body', async () => {
      const order = await menu.order({
        lines: [{ product_id: menu.soup.id, unit_price: 1, modifiers: [bacon.id] }],
      });
      assert.equal(order.total, 4);
    });

    it('in the form of the line, with its taxes', async () => {
      // 11 with tax and 2 without: 2.20 with the line's 10 %.
      const inc = await menu.order({ lines: [{ product_id: menu.burger.id, modifiers: [sauce.id] }] });
      assert.deepEqual([line(inc).unit_price, line(inc).unit_price_inc_tax, inc.total], [12, 13.2, 13.2]);
      // 10 without tax and 3.30 with it: 3 without.
      const dear = await dish(
        { unit_price_ex_tax: 10, taxes: [menu.tax] },
        {
          id: bacon.id,
          unit_price: 3.3,
        },
      );
      const ex = await menu.order({ lines: [{ product_id: dear.id, modifiers: [bacon.id] }] });
      assert.deepEqual([line(ex).unit_price, line(ex).unit_tax, ex.total], [13, 1.3, 14.3]);
    });

    it('as it pops up for the product, where it has a price there', async () => {
      const popular = await dish({ unit_price: 8 }, { id: bacon.id, unit_price: 0.5 }, { id: egg.id });
      const order = await menu.order({
        lines: [
          { product_id: popular.id, modifiers: [bacon.id, egg.id, -bacon.id] },
          { product_id: menu.soup.id, modifiers: [bacon.id] },
        ],
      });
      assert.equal(order.total, 8 + 0.5 + 1.5 + 4 + 3);
      const later = await change(menu.client, `orders/${order.id}/lines/2`, { modifiers: [egg.id] });
      assert.equal(later.total, 10 + 5.5);
    });
  });

  it('are told and listed as they are on the line', async () => {
    const log = await EventLog.open(menu.client);
    const order = await menu.order({ status: 'ACCEPTED', ...withModifiers(bacon.id, -egg.id) });
    const [printed] = await log.take();
    assert.deepEqual(line(printed.payload).modifiers, [bacon.id, -egg.id]);
    const [listed] = await read(menu.client, `orders?ids=${order.id}&fields=lines`);
    assert.deepEqual(line(listed).modifiers, [bacon.id, -egg.id]);
    assert.deepEqual(await read(menu.client, `orders/${order.id}/lines`), order.lines);
  });

  it('are the same in POST /orders/price', async () => {
    const body = { site_id: menu.site, ...withModifiers(bacon.id, -egg.id) };
    const was = await everythingOf(service(), menu.client.companyId);
    const { json } = await menu.client.post('orders/price', body);
    assert.equal(await everythingOf(service(), menu.client.companyId), was);
    const order = await menu.order(body);
    assert.deepEqual(json.lines, [{ ...line(order), line_id: null, line_id_str: null }]);
  });

  describe('are changed with their line', () => {
    it('by a list that replaces the one before; those that stay keep their price', async () => {
      const cheap = await make(menu.client, `sites/${menu.site}/products`, {
        name: 'Pepper',
        is_modifier: true,
        unit_price: 1,
      });
      const order = await menu.order(withModifiers(cheap.id));
      const path = `orders/${order.id}/lines/1`;
      await change(menu.client, `products/${cheap.id}`, { unit_price: 9 });
      assert.equal((await change(menu.client, path, { notes: 'Hot' })).total, 5);
      assert.equal((await change(menu.client, path, { modifiers: [bacon.id, cheap.id] })).total, 8);
      assert.deepEqual(line(await change(menu.client, path, { modifiers: [-cheap.id] })).modifiers, [
        -cheap.id,
      ]);
      assert.equal((await change(menu.client, path, { modifiers: [cheap.id] })).total, 13);
      const bare = await change(menu.client, path, { modifiers: [] });
      assert.deepEqual([line(bare).modifiers, bare.total], [[], 4]);
    });

    it('to nothing else when the line is sent back as it was read', async () => {
      const order = await menu.order({
        lines: [
          { product_id: menu.burger.id, quantity: 3, modifiers: [sauce.id, -egg.id, bacon.id, bacon.id] },
          { product_id: menu.soup.id, unit_price: 1.23, modifiers: [bacon.id] },
        ],
      });
      const log = await EventLog.open(menu.client);
      for (const each of order.lines) {
        const answer = await change(menu.client, `orders/${order.id}/lines/${each.number}`, each);
        assert.deepEqual(answer, order);
      }
      assert.deepEqual(await log.take(), []);
    });

    it('and an order posted again as it was read counts them once', async () => {
      const order = await menu.order({
        lines: [{ product_id: menu.burger.id, quantity: 3, modifiers: [sauce.id, -egg.id, bacon.id] }],
      });
      const again = await make(menu.client, 'orders', order);
      assert.deepEqual(
        [again.total, line(again).unit_price, line(again).modifiers],
        [order.total, line(order).unit_price, line(order).modifiers],
      );
    });
  });

  describe('refused is', () => {
    /** No modifiers: other products, those of other companies, and malformed ids. */
    const wrongs = async (name: string, body: (what: unknown) => Readonly<Record<string, unknown>>) => {
      const theirs = { name: 'Theirs', unit_price: 1, is_modifier: true };
      const foreign = await make(service().foreign, 'products', theirs);
      const products = [menu.salad.id, -menu.salad.id, foreign.id, -foreign.id, 987654321987];
      const nothings = [0, '0', 1.5, '1.5', null, true, '', 'x', '--5', '+5', '9999999999999999999', {}, [5]];
      return [...products, ...nothings].map((what): Wrong => [body(what), name]);
    };
    it('what is no modifier, on a line that is added', async () => {
      const each = await wrongs('lines[0].modifiers[1]', (what) => withModifiers(bacon.id, what));
      await refusesEach(service(), 'POST', 'orders', { site_id: menu.site }, [
        ...each,
        [{ lines: [{ product_id: menu.soup.id, modifiers: bacon.id }] }, 'lines[0].modifiers'],
        [withModifiers(...Array.from({ length: 101 }, () => bacon.id)), 'lines[0].modifiers'],
      ]);
    });

    it('and on a line that is changed', async () => {
      const order = await menu.order(withModifiers(bacon.id));
      const each = await wrongs('modifiers[1]', (what) => ({ modifiers: [bacon.id, what] }));
      await refusesEach(service(), 'PUT', `orders/${order.id}/lines/1`, {}, each);
    });

    it('a line with both modifiers and option sets', async () => {
      const sets = [choose(menu.drink, menu.water)];
      const both = { product_id: menu.burger.id, modifiers: [bacon.id], option_sets: sets };
      const options = [{ ...sets[0], line_number: 1 }];
      await refusesEach(service(), 'POST', 'orders', { site_id: menu.site }, [
        [{ lines: [both] }, 'lines[0].modifiers'],
        [{ lines: [{ product_id: menu.burger.id, modifiers: [-egg.id] }], options }, 'lines[0].modifiers'],
      ]);
      const order = await menu.order({
        lines: [
          { product_id: menu.burger.id, modifiers: [bacon.id] },
          { product_id: menu.burger.id, option_sets: sets },
          { product_id: menu.burger.id, option_sets: [choose(menu.topping)] },
        ],
      });
      invalidFields(await menu.client.post(`orders/${order.id}/lines`, both), 'modifiers');
      invalidFields(await menu.client.post(`orders/${order.id}/optionsets`, options[0]), 'modifiers');
      for (const number of [2, 4]) {
        const path = `orders/${order.id}/lines/${number}`;
        invalidFields(await menu.client.put(path, { modifiers: [bacon.id] }), 'modifiers');
        // The line has none.
        await change(menu.client, path, { modifiers: [] });
      }
      assert.deepEqual(await menu.read(order), order);
    });

    it('a modifier that may not be sold, also in place of another', async () => {
      const off = await make(menu.client, `sites/${menu.site}/products`, {
        name: 'Truffle',
        is_modifier: true,
        unit_price: 20,
        availability: { is_available: false },
      });
      const sentence = `Product (${off.id}) is out of stock.`;
      const held = { status: 'ON_HOLD', site_id: menu.site };
      const posted = await menu.client.post('orders', { ...held, ...withModifiers(off.id) });
      refused(posted, 400, 'out_of_stock');
      assert.equal(posted.json.error_description, sentence);
      const order = await menu.order({ ...held, ...withModifiers(bacon.id, -off.id) });
      for (const modifiers of [[off.id], [bacon.id, off.id]]) {
        const answer = await menu.client.put(`orders/${order.id}/lines/1`, { modifiers });
        refused(answer, 400, 'out_of_stock');
        assert.equal(answer.json.error_description, sentence);
      }
      assert.deepEqual(await menu.read(order), order);
    });
  });
});
