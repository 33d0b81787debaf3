import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { MAX_LINES } from '#src/orders/rules/limits.ts';
import { type Json, onEachEngine } from '#test/harness/service.ts';
import {
  change,
  drop,
  EventLog,
  everythingOf,
  hasKeys,
  invalidFields,
  make,
  read,
  refused,
  refusesEach,
} from './helpers.ts';
import { choose, linesOf, type Menu, openMenu, setsOf } from './menu-helpers.ts';

onEachEngine('option sets on orders', (service) => {
  let menu: Menu;
  before(async () => {
    menu = await openMenu(service());
  });
  /** Cola, large, with ice: three sets deep. */
  const deep = () =>
    choose(menu.drink, [
      menu.cola,
      { option_sets: [choose(menu.size, [menu.large, { option_sets: [choose(menu.cooling, menu.ice)] }])] },
    ]);
  const burger = (...option_sets: readonly Json[]) => ({ product_id: menu.burger.id, option_sets });
  const withSide = () => menu.order({ lines: [burger(choose(menu.side, menu.fries))] });
  const both = async (order: Json) => {
    const shown = await menu.read(order);
    return [linesOf(shown), setsOf(shown)];
  };

  describe('what is sent', () => {
    it('on a line becomes lines right behind it, in the order of the tree', async () => {
      const order = await menu.order({
        lines: [
          { product_id: menu.soup.id },
          { ...burger(deep(), choose(menu.side, menu.fries, menu.salad)), quantity: 2 },
          burger(choose(menu.side, menu.salad)),
        ],
      });
      assert.equal(
        linesOf(order),
        '1 Soup, 2 Burger x2, 3* Cola x2, 4* Large x2, 5* Ice x2, 6* Fries x2, 7* Salad x2, 8 Burger, 9* Salad',
      );
      assert.equal(
        setsOf(order),
        '1 Drink of 2 (Cola 3 [4 Size of 3 (Large 4 [5 Cooling of 4 (Ice 5)])]), 2 Side of 2 (Fries 6, Salad 7), 3 Side of 8 (Salad 9)',
      );
      assert.deepEqual(await menu.read(order), order);
      const [set] = order.options;
      hasKeys(set, ['number', 'option_set_id', 'option_set_id_str', 'name', 'line_number', 'options']);
      hasKeys(set.options[0], [
        'product_id',
        'product_id_str',
        'name',
        'line_number',
        'instructions',
        'unit_price',
        'unit_price_inc_tax',
        'unit_tax',
        'taxes',
        'option_sets',
      ]);
    });

    it("in the order's options goes to the line of that number, or in that place", async () => {
      const toSecond = { ...choose(menu.side, menu.fries), line_number: 2 };
      const lines = [{ product_id: menu.burger.id }, { product_id: menu.burger.id, quantity: 3 }];
      const placed = await menu.order({ lines, options: [toSecond] });
      assert.equal(linesOf(placed), '1 Burger, 2 Burger x3, 3* Fries x3');
      const named = await menu.order({
        lines: [
          { ...lines[0], number: 7 },
          { ...lines[1], number: 2 },
          { ...lines[0], number: 1 },
        ],
        options: [
          { ...choose(menu.drink, menu.water), line_number: 1 },
          toSecond,
          { ...deep(), line_number: 7 },
          { ...choose(menu.side, menu.salad), line_number: 1 },
        ],
      });
      assert.equal(
        linesOf(named),
        '1 Burger, 2* Cola, 3* Large, 4* Ice, 5 Burger x3, 6* Fries x3, 7 Burger, 8* Water, 9* Salad',
      );
      assert.equal(
        setsOf(named),
        '1 Drink of 7 (Water 8), 2 Side of 5 (Fries 6), 3 Drink of 1 (Cola 2 [5 Size of 2 (Large 3 [6 Cooling of 3 (Ice 4)])]), 4 Side of 7 (Salad 9)',
      );
      const mixed = await menu.order({
        lines: [burger(choose(menu.drink, menu.water)), { product_id: menu.burger.id }],
        options: [{ ...toSecond }, { ...choose(menu.side, menu.fries), line_number: 1 }],
      });
      assert.equal(linesOf(mixed), '1 Burger, 2* Water, 3* Fries, 4 Burger, 5* Fries');
      assert.equal(setsOf(mixed), '1 Drink of 1 (Water 2), 2 Side of 4 (Fries 5), 3 Side of 1 (Fries 3)');
    });

    it('may be nothing of a set that asks for nothing', async () => {
      const order = await menu.order({ lines: [burger(choose(menu.drink))] });
      assert.deepEqual([linesOf(order), setsOf(order)], ['1 Burger', '1 Drink of 1 ()']);
      for (const body of [{ price_variation: 0.5 }, { price_fixed_variation: -1 }]) {
        invalidFields(await menu.client.put(`orders/${order.id}/lines/1`, body), Object.keys(body)[0] ?? '');
      }
    });

    it('posted again as it was read is the same order', async () => {
      const first = await menu.order({
        lines: [
          {
            ...burger(deep(), choose(menu.topping, [menu.onion, { instructions: 'No' }], menu.cheese)),
            quantity: 7,
          },
          { product_id: menu.soup.id, price_variation: 0.9 },
          { ...burger(choose(menu.side, [menu.fries, { unit_price: 1.11 }])), notes: 'Hot' },
        ],
      });
      await make(menu.client, `orders/${first.id}/optionsets`, {
        ...choose(menu.side, menu.salad),
        line_number: 1,
      });
      const shown = await menu.read(first);
      const again = await make(menu.client, 'orders', shown);
      const plain = (order: Json) => ({
        lines: order.lines.map(({ line_id: _, line_id_str: _text, ...line }: Json) => line),
        options: order.options,
        total: order.total,
        total_tax: order.total_tax,
      });
      assert.deepEqual(plain(again), plain(shown));
      assert.notEqual(again.id, first.id);
      const { options: _, ...alone } = shown;
      assert.deepEqual(plain(await make(menu.client, 'orders', alone)).lines.length, shown.lines.length);
      const other = { ...shown, lines: shown.lines.map((line: Json) => ({ ...line })) };
      other.lines[0].option_sets = [choose(menu.side, menu.fries)];
      invalidFields(await menu.client.post('orders', other), 'options[3].option_set_id');
    });
  });

  describe('lines of an option set', () => {
    it('follow the quantity of their line', async () => {
      const order = await menu.order({ lines: [{ ...burger(deep()), quantity: -2 }] });
      assert.equal(linesOf(order), '1 Burger x-2, 2* Cola x-2, 3* Large x-2, 4* Ice x-2');
      const after = await change(menu.client, `orders/${order.id}/lines/1`, { quantity: 1.5 });
      assert.equal(linesOf(after), '1 Burger x1.5, 2* Cola x1.5, 3* Large x1.5, 4* Ice x1.5');
      assert.deepEqual(
        after.lines.map((line: Json) => line.line_total_ex_tax + line.line_total_tax),
        [16.5, 6, 2.25, 0.38],
      );
      assert.equal(setsOf(after), setsOf(order));
    });

    it('go with their line when lines are added, moved and removed', async () => {
      const order = await menu.order({
        lines: [burger(deep()), burger(choose(menu.side, menu.fries)), { product_id: menu.soup.id }],
      });
      const path = `orders/${order.id}/lines`;
      const number = (from: number, to: number) => menu.client.put(`${path}/${from}`, { number: to });
      assert.equal(linesOf(order), '1 Burger, 2* Cola, 3* Large, 4* Ice, 5 Burger, 6* Fries, 7 Soup');
      assert.equal((await number(5, 1)).status, 200);
      assert.deepEqual(await both(order), [
        '1 Burger, 2* Fries, 3 Burger, 4* Cola, 5* Large, 6* Ice, 7 Soup',
        '1 Drink of 3 (Cola 4 [3 Size of 4 (Large 5 [4 Cooling of 5 (Ice 6)])]), 2 Side of 1 (Fries 2)',
      ]);
      for (const inside of [2, 4, 5, 6]) invalidFields(await number(7, inside), 'number');
      assert.equal((await number(7, 3)).status, 200);
      assert.equal(
        linesOf(await menu.read(order)),
        '1 Burger, 2* Fries, 3 Soup, 4 Burger, 5* Cola, 6* Large, 7* Ice',
      );
      assert.equal((await number(1, 7)).status, 200);
      assert.deepEqual(await both(order), [
        '1 Soup, 2 Burger, 3* Cola, 4* Large, 5* Ice, 6 Burger, 7* Fries',
        '1 Drink of 2 (Cola 3 [3 Size of 3 (Large 4 [4 Cooling of 4 (Ice 5)])]), 2 Side of 6 (Fries 7)',
      ]);
      await make(menu.client, path, [{ product_id: menu.soup.id }, burger(choose(menu.side, menu.salad))]);
      await drop(menu.client, `${path}/2`);
      assert.deepEqual(await both(order), [
        '1 Soup, 2 Burger, 3* Fries, 4 Soup, 5 Burger, 6* Salad',
        '1 Side of 2 (Fries 3), 2 Side of 5 (Salad 6)',
      ]);
    });

    it('are not changed or removed themselves', async () => {
      const order = await withSide();
      const was = await everythingOf(service(), menu.client.companyId);
      const path = `orders/${order.id}/lines/2`;
      for (const answer of [
        await menu.client.put(path, { quantity: 2 }),
        await menu.client.put(path, { number: 1 }),
        await menu.client.put(path, {}),
        await menu.client.delete(path),
      ]) {
        refused(answer, 400, 'invalid_request');
        assert.match(answer.json.error_description, /^Line 2 belongs to an option set\..+/);
      }
      assert.equal(await everythingOf(service(), menu.client.companyId), was);
    });

    it('have the course of their line, and go to the kitchen with it', async () => {
      const log = await EventLog.open(menu.client);
      const order = await menu.order({
        status: 'ACCEPTED',
        lines: [{ ...burger(choose(menu.side, menu.fries)), course_ordinal: 2, course_status: 'uncalled' }],
      });
      assert.deepEqual(await log.topics(), ['orders/created']);
      const called = await change(menu.client, `orders/${order.id}/lines/1`, { course_status: 'called' });
      assert.deepEqual(
        called.lines.map((line: Json) => [line.course_ordinal, line.course_status]),
        [
          [2, 'called'],
          [2, 'called'],
        ],
      );
      const [, printed] = await log.take();
      assert.equal(printed.topic, 'orders/kitchen_print');
      assert.equal(setsOf(printed.payload), '1 Side of 1 (Fries 2)');
      await make(menu.client, `orders/${order.id}/optionsets`, {
        ...choose(menu.drink, menu.water),
        line_number: 1,
      });
      assert.deepEqual(
        await log.topics(),
        ['orders/updated', 'orders/kitchen_print'],
        'what is chosen later is cooked too',
      );
      await change(menu.client, `orders/${order.id}`, { status: 'COMPLETE' });
      const [completed] = await log.take();
      assert.equal(completed.topic, 'orders/completed');
      assert.equal(setsOf(completed.payload), '1 Side of 1 (Fries 2), 2 Drink of 1 (Water 3)');
    });
  });

  describe('the option sets of an order', () => {
    it('are listed, and read one by one with those inside others', async () => {
      const order = await menu.order({ lines: [burger(deep(), choose(menu.side, menu.fries))] });
      const path = `orders/${order.id}/optionsets`;
      assert.deepEqual(await read(menu.client, path), order.options);
      const [drink] = order.options;
      const [{ option_sets: sizes }] = drink.options;
      const [{ option_sets: coolings }] = sizes[0].options;
      for (const [number, set] of [drink, order.options[1], sizes[0], coolings[0]].entries()) {
        assert.deepEqual(await read(menu.client, `${path}/${number + 1}`), set);
      }
      for (const number of ['0', '5', '-1', 'x', '1.5', '99999999999999999999']) {
        refused(await menu.client.get(`${path}/${number}`), 404, 'not_found');
        refused(await menu.client.delete(`${path}/${number}`), 404, 'not_found');
      }
      refused(await service().foreign.get(`${path}/1`), 404, 'not_found');
      refused(await service().foreign.delete(`${path}/1`), 404, 'not_found');
    });

    it('are added to lines that are there', async () => {
      const order = await menu.order({
        lines: [burger(deep()), { product_id: menu.soup.id }, { product_id: menu.burger.id, quantity: 2 }],
      });
      const path = `orders/${order.id}/optionsets`;
      const first = await menu.client.post(path, { ...choose(menu.side, menu.fries), line_number: 6 });
      assert.equal(first.status, 201, first.text);
      assert.match(first.headers.location ?? '', new RegExp(`/v1/companies/\\d+/${path}/2$`));
      assert.deepEqual(await read(menu.client, `${path}/2`), first.json);
      const second = await make(menu.client, path, { ...choose(menu.side, menu.salad), line_number: 1 });
      assert.equal(second.number, 3);
      assert.deepEqual(await both(order), [
        '1 Burger, 2* Cola, 3* Large, 4* Ice, 5* Salad, 6 Soup, 7 Burger x2, 8* Fries x2',
        '1 Drink of 1 (Cola 2 [4 Size of 2 (Large 3 [5 Cooling of 3 (Ice 4)])]), 2 Side of 7 (Fries 8), 3 Side of 1 (Salad 5)',
      ]);
    });

    it('are added once under an Idempotency-Key', async () => {
      const order = await menu.order({ lines: [{ product_id: menu.burger.id }] });
      const headers = { 'idempotency-key': `once-${service().engine}` };
      const body = { ...choose(menu.drink, menu.water), line_number: 1 };
      const post = (what: object) => menu.client.post(`orders/${order.id}/optionsets`, what, { headers });
      const first = await post(body);
      const again = await post(body);
      assert.deepEqual([first.status, again.status], [201, 201]);
      assert.equal(again.text, first.text);
      refused(await post({ ...body, line_number: 2 }), 422, 'idempotency_key_reused');
      assert.equal(linesOf(await menu.read(order)), '1 Burger, 2* Water');
    });

    it('are removed with their lines, those inside others too', async () => {
      const order = await menu.order({
        lines: [burger(deep(), choose(menu.side, menu.fries)), { product_id: menu.soup.id }],
      });
      const path = `orders/${order.id}/optionsets`;
      await drop(menu.client, `${path}/4`);
      assert.deepEqual(await both(order), [
        '1 Burger, 2* Cola, 3* Large, 4* Fries, 5 Soup',
        '1 Drink of 1 (Cola 2 [3 Size of 2 (Large 3)]), 2 Side of 1 (Fries 4)',
      ]);
      await drop(menu.client, `${path}/1`);
      assert.deepEqual(await both(order), ['1 Burger, 2* Fries, 3 Soup', '1 Side of 1 (Fries 2)']);
      await drop(menu.client, `${path}/1`);
      assert.deepEqual(await both(order), ['1 Burger, 2 Soup', '']);
      // Then the line is like any other.
      const cheaper = await change(menu.client, `orders/${order.id}/lines/1`, { price_variation: 0.5 });
      assert.equal(cheaper.lines[0].price_variation, 0.5);
    });

    it('are in lists that ask for them, and in none else', async () => {
      const order = await withSide();
      const [shown] = await read(menu.client, `orders?ids=${order.id}&fields=options`);
      assert.deepEqual(shown.options, order.options);
      assert.equal('lines' in shown, false);
      const [bare] = await read(menu.client, `orders?ids=${order.id}`);
      assert.equal('options' in bare, false);
    });

    it('of a COMPLETE or REJECTED order stay as they are', async () => {
      for (const [status, code, error] of [
        ['COMPLETE', 400, 'invalid_request'],
        ['REJECTED', 409, 'conflict'],
      ] as const) {
        const order = await menu.order({ status, lines: [burger(choose(menu.side, menu.fries))] });
        const path = `orders/${order.id}/optionsets`;
        const body = { ...choose(menu.drink, menu.water), line_number: 1 };
        refused(await menu.client.post(path, body), code, error);
        refused(await menu.client.delete(`${path}/1`), code, error);
        assert.deepEqual(await menu.read(order), order);
      }
    });
  });

  describe('what is chosen costs', () => {
    const prices = (order: Json) =>
      order.lines.map((line: Json) => [line.unit_price, line.unit_price_inc_tax, line.line_total_tax]);

    it('what the set says, else what the product costs, with the taxes of the product', async () => {
      const order = await menu.order({
        lines: [{ ...burger(choose(menu.side, menu.fries, menu.salad), deep()), quantity: 2 }],
      });
      assert.deepEqual(prices(order), [
        [10, 11, 2],
        [2, 2.2, 0.4],
        [5, 5, 0],
        [4, 4, 0],
        [1.5, 1.5, 0],
        [0.25, 0.25, 0],
      ]);
      const [fries] = order.options[0].options;
      assert.deepEqual(
        [fries.unit_price, fries.unit_price_inc_tax, fries.unit_tax, fries.taxes[0].id],
        [2, 2.2, 0.2, menu.tax],
      );
      assert.equal(order.total, 2 * (11 + 2.2 + 5 + 4 + 1.5 + 0.25));
    });

    it('what the body says, ex tax before tax-inclusive', async () => {
      const fries = (fields: object) => choose(menu.side, [menu.fries, fields]);
      for (const [fields, ex, inc] of [
        [{ unit_price: 3 }, 3, 3.3],
        [{ unit_price_inc_tax: 3.3 }, 3, 3.3],
        [{ unit_price: 1, unit_price_inc_tax: 9 }, 1, 1.1],
        [{ unit_price: 0 }, 0, 0],
        [{ unit_price: null, unit_price_inc_tax: null }, 2, 2.2],
      ] as const) {
        const order = await menu.order({ lines: [burger(fries(fields))] });
        assert.deepEqual(prices(order)[1]?.slice(0, 2), [ex, inc], JSON.stringify(fields));
      }
      const body = (fields: object) => ({ site_id: menu.site, lines: [burger(fries(fields))] });
      for (const bad of [-1, 'x', '1.123456789']) {
        invalidFields(
          await menu.client.post('orders', body({ unit_price: bad })),
          'lines[0].option_sets[0].options[0].unit_price',
        );
      }
    });

    it('nothing when it is left out, whatever it would have cost', async () => {
      const order = await menu.order({
        lines: [
          burger(
            choose(menu.side, menu.salad),
            choose(
              menu.topping,
              [menu.onion, { instructions: 'No', unit_price: 5 }],
              [menu.cheese, { instructions: 'Extra' }],
              [menu.cheese, { instructions: 'On Side' }],
              [menu.cheese, { instructions: 'No' }],
            ),
          ),
        ],
      });
      assert.equal(
        setsOf(order),
        '1 Side of 1 (Salad 2), 2 Topping of 1 (No Onion 3, Extra Cheese 4, On Side Cheese 5, No Cheese 6)',
      );
      assert.equal(order.total, 11 + 5 + 2 + 2);
    });

    it('more when it is there twice: each is a line', async () => {
      const order = await menu.order({ lines: [burger(choose(menu.side, menu.fries, menu.fries))] });
      assert.deepEqual(
        [linesOf(order), setsOf(order)],
        ['1 Burger, 2* Fries, 3* Fries', '1 Side of 1 (Fries 2, Fries 3)'],
      );
      assert.equal(order.total, 15.4);
    });

    it('less with the variation of the order, which may go with option sets', async () => {
      const order = await menu.order({
        price_variation: 0.5,
        lines: [burger(choose(menu.side, menu.salad))],
      });
      assert.equal(order.total, 8);
    });

    it('the same in POST /orders/price, which has no ids and saves nothing', async () => {
      const body = {
        site_id: menu.site,
        lines: [
          { ...burger(deep(), choose(menu.side, menu.fries)), quantity: 3 },
          { product_id: menu.soup.id },
        ],
      };
      const was = await everythingOf(service(), menu.client.companyId);
      const priced = await menu.client.post('orders/price', body);
      assert.equal(priced.status, 200, priced.text);
      assert.equal(await everythingOf(service(), menu.client.companyId), was);
      assert.deepEqual(
        priced.json.lines.map((line: Json) => line.line_id),
        Array.from({ length: 6 }, () => null),
      );
      const order = await menu.order(body);
      assert.deepEqual(priced.json.options, order.options);
      assert.deepEqual(
        priced.json.lines,
        order.lines.map((line: Json) => ({ ...line, line_id: null, line_id_str: null })),
      );
      assert.equal(priced.json.total, order.total);
    });
  });

  describe('refused is', () => {
    const at = 'lines[0].option_sets[0].';
    it('what is not there, does not belong or is not as it should be', async () => {
      const { client, site } = menu;
      const fries = { product_id: menu.fries.id };
      const foreignProduct = await make(service().foreign, 'products', { name: 'Theirs', unit_price: 1 });
      const foreignSet = await make(service().foreign, 'optionsets', {
        name: 'Theirs',
        options: [{ product_id: foreignProduct.id }],
      });
      const parent = await make(client, 'products', { name: 'Shirt', variant_attributes: { Size: ['S'] } });
      const line = (...option_sets: readonly unknown[]) => ({
        lines: [{ product_id: menu.burger.id, option_sets }],
      });
      const side = (...options: readonly unknown[]) => line({ option_set_id: menu.side.id, options });
      const onion = (fields: object) => line(choose(menu.topping, [menu.onion, fields]));
      await refusesEach(service(), 'POST', 'orders', { site_id: site }, [
        [line({ option_set_id: foreignSet.id, options: [] }), `${at}option_set_id`],
        [line({ option_set_id: 987654321987, options: [] }), `${at}option_set_id`],
        [line({ option_set_id: 'x', options: [] }), `${at}option_set_id`],
        [line({ options: [fries] }), `${at}option_set_id`],
        [line({ option_set_id: menu.side.id }), `${at}options`],
        [line('side'), 'lines[0].option_sets[0]'],
        [{ lines: [{ product_id: menu.burger.id, option_sets: {} }] }, 'lines[0].option_sets'],
        [line(choose(menu.size, menu.small)), `${at}option_set_id`],
        [
          { lines: [{ product_id: menu.soup.id, option_sets: [choose(menu.side, menu.fries)] }] },
          `${at}option_set_id`,
        ],
        [side({ product_id: menu.cola.id }), `${at}options[0].product_id`],
        [side(fries, { product_id: foreignProduct.id }), `${at}options[1].product_id`],
        [side({ product_id: parent.id }), `${at}options[0].product_id`],
        [side({}), `${at}options[0].product_id`],
        [side({ ...fries, quantity: 2 }), `${at}options[0].quantity`],
        [side({ ...fries, quantity: null }), `${at}options[0].quantity`],
        [side({ ...fries, instructions: 'Extra' }), `${at}options[0].instructions`],
        [onion({ instructions: 'no' }), `${at}options[0].instructions`],
        [onion({ instructions: 'Lots' }), `${at}options[0].instructions`],
        [onion({ instructions: 'No', option_sets: [choose(menu.size)] }), `${at}options[0].option_sets`],
        [side(), `${at}options`],
        [side(fries, fries, fries), `${at}options`],
        [line(choose(menu.topping, menu.onion, menu.onion, menu.onion)), `${at}options`],
        [
          line(choose(menu.side, menu.fries), choose(menu.side, menu.fries)),
          'lines[0].option_sets[1].option_set_id',
        ],
        [
          line(choose(menu.drink, [menu.cola, { option_sets: [choose(menu.size), choose(menu.size)] }])),
          `${at}options[0].option_sets[1].option_set_id`,
        ],
        [
          line(choose(menu.drink, [menu.water, { option_sets: [choose(menu.size, menu.small)] }])),
          `${at}options[0].option_sets[0].option_set_id`,
        ],
        [
          line(choose(menu.drink, [menu.cola, { option_sets: [choose(menu.size, menu.ice)] }])),
          `${at}options[0].option_sets[0].options[0].product_id`,
        ],
        [{ lines: [{ ...side(fries).lines[0], price_variation: 0.5 }] }, 'lines[0].price_variation'],
        [
          { lines: [{ ...side(fries).lines[0], price_fixed_variation: 1 }] },
          'lines[0].price_fixed_variation',
        ],
        [
          { lines: [{ product_id: menu.burger.id, part_of_option_set: true }] },
          'lines[0].part_of_option_set',
        ],
      ]);
    });

    it("what the order's own list has for lines that are not there, or have it already", async () => {
      const toLine = (line_number: unknown) => ({ ...choose(menu.side, menu.fries), line_number });
      const lines = [{ product_id: menu.burger.id }];
      const numbered = [{ product_id: menu.burger.id, number: 5 }];
      await refusesEach(service(), 'POST', 'orders', { site_id: menu.site }, [
        [{ lines, options: [toLine(2)] }, 'options[0].line_number'],
        [{ lines, options: [toLine(0)] }, 'options[0].line_number'],
        [{ lines, options: [toLine('one')] }, 'options[0].line_number'],
        [{ lines, options: [toLine(undefined)] }, 'options[0].line_number'],
        [{ options: [toLine(1)] }, 'options[0].line_number'],
        [{ lines: numbered, options: [toLine(1)] }, 'options[0].line_number'],
        [{ lines, options: [toLine(1), toLine(1)] }, 'options[1].option_set_id'],
        [
          { lines: [burger(choose(menu.side, menu.salad))], options: [toLine(1)] },
          'options[0].option_set_id',
        ],
        [
          { lines: [{ ...lines[0], price_variation: 0.5 }], options: [toLine(1)] },
          'lines[0].price_variation',
        ],
      ]);
    });

    it('a set that does not go with the line it is added to', async () => {
      const order = await menu.order({
        lines: [
          burger(choose(menu.side, menu.fries)),
          { product_id: menu.burger.id, price_variation: 0.9 },
          { product_id: menu.soup.id },
        ],
      });
      const to = (line_number: unknown, set: Json = choose(menu.drink, menu.water)) => ({
        ...set,
        line_number,
      });
      await refusesEach(service(), 'POST', `orders/${order.id}/optionsets`, {}, [
        [to(5), 'line_number'],
        [to(2), 'line_number'],
        [to(undefined), 'line_number'],
        [to(3), 'price_variation'],
        [to(4), 'option_set_id'],
        [to(1, choose(menu.side, menu.salad)), 'option_set_id'],
        [to(1, choose(menu.topping, [menu.onion, { instructions: 'Some' }])), 'options[0].instructions'],
        [to(1, choose(menu.drink, menu.fries)), 'options[0].product_id'],
        [to(1, { option_set_id: menu.drink.id }), 'options'],
      ]);
      const line = `orders/${order.id}/lines/1`;
      invalidFields(await menu.client.put(line, { price_variation: 0.9 }), 'price_variation');
      invalidFields(await menu.client.put(line, { price_fixed_variation: 1 }), 'price_fixed_variation');
      // What changes nothing is no variation.
      await change(menu.client, line, { price_variation: 1, price_fixed_variation: 0 });
    });

    it('a line of an option set that is posted as a line', async () => {
      const order = await withSide();
      invalidFields(
        await menu.client.post(`orders/${order.id}/lines`, [{ product_id: menu.soup.id }, order.lines[1]]),
        '[1].part_of_option_set',
      );
    });

    it('an order of more lines than there may be, those of options counted', async () => {
      const { client, site } = menu;
      const lines = (count: number) =>
        Array.from({ length: count }, () => burger(choose(menu.drink, menu.water, menu.water, menu.water)));
      const full = await make(client, 'orders', { site_id: site, lines: lines(MAX_LINES / 4) });
      assert.equal(full.lines.length, MAX_LINES);
      assert.equal(full.options.at(-1).options[2].line_number, MAX_LINES);
      invalidFields(await client.post(`orders/${full.id}/lines`, { product_id: menu.soup.id }), 'lines');
      const add = { ...choose(menu.side, menu.fries), line_number: 1 };
      invalidFields(await client.post(`orders/${full.id}/optionsets`, add), 'lines');
      invalidFields(await client.post('orders', { site_id: site, lines: lines(MAX_LINES / 4 + 1) }), 'lines');
      const many = Array.from({ length: MAX_LINES }, () => menu.water);
      const huge = {
        site_id: site,
        lines: Array.from({ length: 9 }, () => burger(choose(menu.drink, ...many))),
      };
      invalidFields(await client.post('orders', huge), 'lines');
      invalidFields(await client.post('orders/price', huge), 'lines');
    });
  });
});
