import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { type Json, onEachEngine } from '#test/harness/service.ts';
import { change, invalidFields, read, refused } from './helpers.ts';
import { choose, linesOf, type Menu, openMenu, setsOf } from './menu-helpers.ts';

onEachEngine('option sets of a line', (service) => {
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
  const both = async (order: Json) => {
    const shown = await menu.read(order);
    return [linesOf(shown), setsOf(shown)];
  };

  it('are shown at their line too, as they may be sent there (reference: orders.47)', async () => {
    const order = await menu.order({
      lines: [
        { product_id: menu.soup.id },
        burger(deep(), choose(menu.topping, [menu.onion, { instructions: 'No' }])),
        burger(choose(menu.side, [menu.fries, { unit_price: 1.11 }])),
      ],
    });
    const lean = ({ line_number: _, ...set }: Json): Json => ({
      ...set,
      options: set.options.map(({ unit_tax: _tax, taxes: _taxes, ...option }: Json) => ({
        ...option,
        option_sets: option.option_sets.map(lean),
      })),
    });
    for (const line of order.lines) {
      const own = order.options.filter((set: Json) => set.line_number === line.number);
      assert.deepEqual(line.option_sets, own.map(lean));
    }
    assert.deepEqual(
      order.lines.map((line: Json) => line.option_sets.length),
      [0, 2, 0, 0, 0, 0, 1, 0],
    );
    const path = `orders/${order.id}/lines`;
    assert.deepEqual(await read(menu.client, path), order.lines);
    assert.deepEqual(await read(menu.client, `${path}/2`), order.lines[1]);
    const again = await menu.order({ lines: [order.lines[1]] });
    assert.equal(linesOf(again), '1 Burger, 2* Cola, 3* Large, 4* Ice, 5* Onion');
    assert.deepEqual(
      again.options.map((set: Json) => set.name),
      ['Drink', 'Topping'],
    );
  });

  it('are replaced where they are; what was chosen already stays the same line (reference: orders.48)', async () => {
    const order = await menu.order({
      lines: [
        burger(choose(menu.side, menu.fries, [menu.salad, { unit_price: 3 }]), deep()),
        burger(choose(menu.side, menu.salad)),
      ],
    });
    const path = `orders/${order.id}/optionsets`;
    const ids = (shown: Json) => new Map(shown.lines.map((line: Json) => [line.number, line.line_id]));
    const set = await change(menu.client, `${path}/1`, choose(menu.side, menu.salad, menu.salad));
    const after = await menu.read(order);
    assert.equal(
      linesOf(after),
      '1 Burger, 2* Salad, 3* Salad, 4* Cola, 5* Large, 6* Ice, 7 Burger, 8* Salad',
    );
    assert.deepEqual(set, after.options[0]);
    assert.deepEqual(await read(menu.client, `${path}/1`), set);
    assert.equal(ids(after).get(2), ids(order).get(3));
    assert.deepEqual([after.lines[1].unit_price, after.lines[2].unit_price], [3, 5]);
    const nested = after.options.length + 1;
    await change(menu.client, `${path}/${nested}`, choose(menu.size, menu.small));
    assert.deepEqual(await both(order), [
      '1 Burger, 2* Salad, 3* Salad, 4* Cola, 5* Small, 6 Burger, 7* Salad',
      '1 Side of 1 (Salad 2, Salad 3), 2 Drink of 1 (Cola 4 [4 Size of 4 (Small 5)]), 3 Side of 6 (Salad 7)',
    ]);
    const same = await menu.read(order);
    await change(menu.client, `${path}/2`, {});
    assert.deepEqual(await menu.read(order), same);
    const other = await change(menu.client, `${path}/3`, choose(menu.drink, menu.water));
    assert.deepEqual([other.name, other.number, other.options[0].line_number], ['Drink', 3, 7]);
    const refusals: readonly (readonly [Json, string, string])[] = [
      [choose(menu.drink, menu.water), '1', 'option_set_id'],
      [choose(menu.size, menu.small), '1', 'option_set_id'],
      [{ options: [] }, '1', 'options'],
      [choose(menu.side, menu.water), '1', 'options[0].product_id'],
    ];
    const before = await menu.read(order);
    for (const [body, number, field] of refusals) {
      invalidFields(await menu.client.put(`${path}/${number}`, body), field);
    }
    refused(await menu.client.put(`${path}/9`, {}), 404, 'not_found');
    assert.deepEqual(await menu.read(order), before);
    await change(menu.client, `${path}/3`, choose(menu.side, menu.salad));
    await change(menu.client, `orders/${order.id}`, { status: 'COMPLETE' });
    refused(await menu.client.put(`${path}/1`, {}), 400, 'invalid_request');
  });
});
