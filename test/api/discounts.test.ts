import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { Right } from '#src/company/rules/rights.ts';
import { HOUR } from '#src/kernel/time.ts';
import { type Client, type Json, onEachEngine } from '#test/harness/service.ts';
import { change, drop, inUse, invalidFields, make, read, refused, survivesSendingBack } from './helpers.ts';
import { hire, permissionsOf, type SignedIn, signIn } from './operator-helpers.ts';
import { newSite, openShop, type Shop } from './order-helpers.ts';

onEachEngine('discounts by name (reference: discounts.1 to discounts.6)', (service) => {
  let shop: Shop;
  let client: Client;
  before(async () => {
    shop = await openShop(service());
    client = shop.client;
  });

  const newDiscount = (fields: object = {}) =>
    make(client, 'discounts', { name: 'Staff', kind: 'share', value: 0.1, ...fields });
  const lines = (fields: object = {}) => [{ product_id: shop.soup.id, quantity: 2, ...fields }];
  const held = (fields: object = {}) => shop.order({ status: 'ON_HOLD', lines: lines(), ...fields });
  const post = (fields: object) => client.post('orders', { site_id: shop.site, lines: lines(), ...fields });
  const discountOf = ({ discount_id, discount_name, discount_reason, price_variation }: Json) => [
    discount_id,
    discount_name,
    discount_reason,
    price_variation,
  ];

  it('are records, and are deleted until an order had one', async () => {
    const one = await newDiscount({
      reason_required: true,
      right: 'ApplyComp',
      applies_to: 'order',
      sort: 3,
    });
    const { right, value, archived, applies_to: target, reason_required: reason, sort } = one;
    assert.deepEqual(
      [right, value, archived, target, reason, sort],
      ['ApplyComp', 0.1, false, 'order', true, 3],
    );
    await survivesSendingBack(client, `discounts/${one.id}`);
    invalidFields(await client.put(`discounts/${one.id}`, { value: 1.5 }), 'value');
    const nothing = await client.put(`discounts/${one.id}`, { value: 0 });
    assert.equal(nothing.json.errors[0].error_description, 'must be above 0.');
    invalidFields(await client.post('discounts', { kind: 'amount', right: 'Refund' }), 'name', 'right');
    assert.equal((await change(client, `discounts/${one.id}`, { value: null })).value, null);
    await drop(client, `discounts/${one.id}`);
    const other = await newDiscount({ kind: 'amount', value: 2.5 });
    await held({ discount_id: other.id });
    inUse(await client.delete(`discounts/${other.id}`), /orders/);
  });

  it('set the variation of a line or an order, and keep the name that they had', async () => {
    const [share, amount] = [
      await newDiscount(),
      await newDiscount({ name: 'Voucher', kind: 'amount', value: 5 }),
    ];
    const order = await held({ discount_id: share.id, discount_reason: 'Works here' });
    assert.deepEqual(discountOf(order), [share.id, 'Staff', 'Works here', 0.9]);
    assert.equal(order.total, 18);
    await change(client, `discounts/${share.id}`, { name: 'Team', value: 0.5 });
    assert.deepEqual(discountOf(await shop.read(order)), [share.id, 'Staff', 'Works here', 0.9]);
    // Sent back as it was read it stays as it was; named anew elsewhere it is as it is now.
    const same = await change(client, `orders/${order.id}`, { ...order, notes: 'Later' });
    assert.deepEqual(discountOf(same), discountOf(order));
    assert.deepEqual(discountOf(await held({ discount_id: share.id })), [share.id, 'Team', null, 0.5]);
    const line = await change(client, `orders/${order.id}/lines/1`, { discount_id: amount.id_str });
    assert.equal(line.lines[0].price_fixed_variation, -5);
    assert.equal(line.lines[0].discount_name, 'Voucher');
    assert.equal(line.lines[0].discount_id_str, amount.id_str);
    const without = await change(client, `orders/${order.id}/lines/1`, { discount_id: null });
    assert.deepEqual(discountOf(without.lines[0]), [null, null, null, 1]);
    assert.equal(without.lines[0].price_fixed_variation, 0);
    const history = await read(client, `orders/${order.id}/history`);
    assert.ok(history.some(({ changed }: Json) => changed.includes('lines')));
  });

  it('a variation by hand takes the place of one, and a share what is said with it', async () => {
    const share = await newDiscount();
    const order = await held({ discount_id: share.id });
    const byHand = await change(client, `orders/${order.id}`, { price_variation: 0.8 });
    assert.deepEqual(discountOf(byHand), [null, null, null, 0.8]);
    // What a register showed, when the record has changed meanwhile.
    const shown = await held({ discount_id: share.id, price_variation: 0.85 });
    assert.deepEqual(discountOf(shown), [share.id, 'Staff', null, 0.85]);
    const dropped = await change(client, `orders/${shown.id}`, { price_variation: 1 });
    assert.deepEqual(discountOf(dropped), [null, null, null, 1]);
    invalidFields(await post({ discount_id: share.id, price_variation: 1.1 }), 'price_variation');
    // One that would be dropped is refused, on lines too: there is one variation at most.
    const both = { discount_id: share.id, price_fixed_variation: -1 };
    invalidFields(await post(both), 'price_fixed_variation');
    invalidFields(await post({ lines: lines(both) }), 'lines[0].price_fixed_variation');
    invalidFields(await client.put(`orders/${order.id}`, both), 'price_fixed_variation');
    invalidFields(await post({ discount_id: 987654 }), 'discount_id');
    invalidFields(await post({ discount_reason: 'Why not' }), 'discount_reason');
  });

  it('ask for a value and a reason', async () => {
    const open = await newDiscount({ name: 'Open', value: null, reason_required: true });
    invalidFields(await post({ discount_id: open.id }), 'price_variation');
    invalidFields(await post({ discount_id: open.id, price_variation: 0.9 }), 'discount_reason');
    invalidFields(
      await post({ lines: lines({ discount_id: open.id, price_variation: 0.9, discount_reason: ' ' }) }),
      'lines[0].discount_reason',
    );
    const order = await held({ discount_id: open.id, price_variation: 0.9, discount_reason: 'Cold' });
    const more = await change(client, `orders/${order.id}`, { price_variation: 0.7 });
    assert.deepEqual(discountOf(more), [open.id, 'Open', 'Cold', 0.7]);
    const why = await change(client, `orders/${order.id}`, { discount_reason: 'Late' });
    assert.deepEqual(discountOf(why), [open.id, 'Open', 'Late', 0.7]);
    invalidFields(await client.put(`orders/${order.id}`, { discount_reason: null }), 'discount_reason');
  });

  it('are given where they apply, and not once they are archived', async () => {
    const [onLine, onOrder] = [
      await newDiscount({ applies_to: 'line' }),
      await newDiscount({ applies_to: 'order' }),
    ];
    invalidFields(await post({ discount_id: onLine.id }), 'discount_id');
    invalidFields(await post({ lines: lines({ discount_id: onOrder.id }) }), 'lines[0].discount_id');
    const order = await held({ discount_id: onOrder.id });
    await change(client, `discounts/${onOrder.id}`, { archived: true });
    invalidFields(await post({ discount_id: onOrder.id }), 'discount_id');
    assert.equal(
      (await change(client, `orders/${order.id}`, { ...order, notes: 'x' })).discount_id,
      onOrder.id,
    );
  });

  it('need their permission, and everything off that for comps', async () => {
    const register = shop.register;
    const member = async (...rights: Right[]): Promise<SignedIn> =>
      signIn(service(), client, register, await hire(client, '4711', { permissions: permissionsOf(rights) }));
    const nobody = await member('FinishSale');
    const maker = await member('FinishSale', 'MakeDiscount');
    const comper = await member('FinishSale', 'ApplyComp');
    const share = await newDiscount();
    const comp = await newDiscount({ name: 'House', value: 0.5, right: 'ApplyComp' });
    const open = await newDiscount({ name: 'Open', value: null });
    const tries = async (by: SignedIn, fields: object) => {
      const answer = await by.client.post('orders', { site_id: shop.site, lines: lines(), ...fields });
      return answer.status === 201 ? 'made' : answer.json.right;
    };
    assert.equal(await tries(nobody, { discount_id: share.id }), 'MakeDiscount');
    assert.equal(await tries(maker, { discount_id: share.id }), 'made');
    assert.equal(await tries(maker, { discount_id: comp.id }), 'ApplyComp');
    assert.equal(await tries(comper, { discount_id: comp.id }), 'made');
    assert.equal(await tries(maker, { lines: lines({ discount_id: comp.id }) }), 'ApplyComp');
    assert.equal(await tries(maker, { discount_id: open.id, price_variation: 0 }), 'ApplyComp');
    const order = await held();
    const approval = await make(nobody.client, `registers/${register}/approvals`, {
      ...{ right: 'ApplyComp', order_id: order.id_str, reason: 'Regular' },
      pin: (await hire(client, '8642', { is_admin: true })).pin,
    });
    const path = `orders/${order.id}`;
    refused(await nobody.client.put(path, { discount_id: comp.id }), 403, 'access_denied');
    const headers = { 'x-approval': approval.id_str };
    const passed = await nobody.client.put(path, { discount_id: comp.id }, { headers });
    assert.equal(passed.status, 200, passed.text);
  });

  it('stay with what is split and merged', async () => {
    const voucher = await newDiscount({ name: 'Voucher', kind: 'amount', value: 5 });
    const order = await held({ discount_id: voucher.id });
    const answer = await client.post(`orders/${order.id}/split`, {
      by: 'lines',
      parts: [{ lines: [{ number: 1, quantity: 1 }] }],
    });
    assert.equal(answer.status, 200, answer.text);
    const { order: rest, orders } = answer.json;
    for (const each of [rest, ...orders]) {
      assert.equal(each.discount_name, 'Voucher');
      assert.equal(each.price_fixed_variation, -2.5);
    }
    const merged = await client.post(`orders/${rest.id}/merge`, { order_ids: [orders[0].id_str] });
    assert.equal(merged.json.discount_name, 'Voucher', merged.text);
    assert.equal(merged.json.total, order.total);
  });
});

onEachEngine('price lists at times and for types of orders (reference: prices.1 to prices.5)', (service) => {
  let client: Client;
  let site: string;
  let product: Json;
  let happy: Json;
  let delivery: Json;
  /** 2026-03-07 is a Saturday; the clock of tests begins at 18:30 UTC. */
  const EVENING = [{ weekdays: [6], from: '18:00', until: '19:00' }];
  before(async () => {
    client = service().client;
    site = await newSite(client, { timezone: 'UTC', currency: 'USD' });
    product = await make(client, `sites/${site}/products`, { name: 'Beer', unit_price: 6 });
    const list = async (name: string, price: number, terms: object) => {
      const made = await make(client, 'price_lists', { name, ...terms });
      await change(client, `price_lists/${made.id}/products/${product.id}`, { unit_price: price });
      return made;
    };
    happy = await list('Happy hour', 4, { schedule: EVENING });
    delivery = await list('Delivery', 7, { order_types: ['Delivery'] });
  });
  const priced = async (fields: object = {}) => {
    const body = { site_id: site, lines: [{ product_id: product.id }], ...fields };
    const made = await make(client, 'orders', body);
    const answer = await client.post('orders/price', body);
    assert.equal(answer.json.total, made.total, answer.text);
    return made.total;
  };

  it('hold by the clocks of the site and the type of the order, the closest first', async () => {
    assert.equal(await priced(), 4);
    assert.equal(await priced({ order_type: 'Takeaway' }), 4);
    assert.equal(await priced({ order_type: 'Delivery' }), 7);
    assert.equal(await priced({ placed_at: '2026-03-07T17:59:00Z' }), 6);
    assert.equal(await priced({ placed_at: '2026-03-06T18:30:00Z' }), 6);
    const both = await make(client, 'price_lists', {
      ...{ name: 'Late delivery', schedule: EVENING, order_types: ['Delivery'] },
    });
    await change(client, `price_lists/${both.id}/products/${product.id}`, { unit_price: 5 });
    assert.equal(await priced({ order_type: 'Delivery' }), 5);
    await drop(client, `price_lists/${both.id}`);
    assert.deepEqual(happy.schedule, EVENING);
    assert.deepEqual(delivery.order_types, ['Delivery']);
  });

  it('are told to who sells without a network, and what has changed of them', async () => {
    const menu = await read(client, `sites/${site}/menu`);
    const lists = menu.site.price_lists;
    assert.deepEqual(
      lists.map(({ id, schedule, order_types }: Json) => [id, schedule, order_types]),
      [
        [delivery.id, null, ['Delivery']],
        [happy.id, EVENING, null],
      ],
    );
    const beer = (products: Json) => products.find(({ id }: Json) => id === product.id);
    const timed = [
      [delivery.id, 7, 'inc'],
      [happy.id, 4, 'inc'],
    ];
    const shown = ({ timed_prices: prices }: Json) =>
      prices.map((each: Json) => [each.price_list_id, each.unit_price, each.price_form]);
    assert.deepEqual(shown(beer(menu.products)), timed);
    assert.deepEqual(shown(beer(await read(client, `sites/${site}/products?fields=timed_prices`))), timed);
    const { etag } = (await client.get(`sites/${site}/menu`)).headers;
    const headers = { 'if-none-match': String(etag) };
    assert.equal((await client.get(`sites/${site}/menu`, { headers })).status, 304);
    await change(client, `price_lists/${happy.id}/products/${product.id}`, { unit_price: 4.5 });
    const after = await read(client, `sites/${site}/menu?after=${menu.version}`);
    assert.deepEqual(shown(beer(after.changed.products))[1], [happy.id, 4.5, 'inc']);
    await change(client, `price_lists/${happy.id}/products/${product.id}`, { unit_price: 4 });
    const other = await make(client, 'price_lists', { name: 'Kiosks', order_types: ['Kiosk'] });
    assert.equal((await client.get(`sites/${site}/menu`, { headers })).status, 200);
    await drop(client, `price_lists/${other.id}`);
  });

  it('are refused where they say nothing, and on the base list', async () => {
    const wrong: readonly [object, string][] = [
      [{ schedule: [] }, 'schedule'],
      [{ schedule: [{ weekdays: [8], from: '10:00', until: '11:00' }] }, 'schedule[0].weekdays[0]'],
      [{ schedule: [{ weekdays: [1], from: '24:00', until: '11:00' }] }, 'schedule[0].from'],
      [{ order_types: ['By post'] }, 'order_types[0]'],
    ];
    const late = [{ weekdays: [1], from: '10:00', until: '11:00:00' }];
    const { errors } = (await client.put(`price_lists/${happy.id}`, { schedule: late })).json;
    assert.equal(errors[0].error_description, 'must be a time of the day, from 00:00 to 23:59.');
    for (const [body, field] of wrong) {
      const answer = await client.put(`price_lists/${happy.id}`, body);
      assert.equal(answer.status, 400, answer.text);
      assert.ok(String(answer.json.errors[0].field).startsWith(field.split('[')[0] ?? ''), answer.text);
    }
    const base = await read(client, 'price_lists/base');
    invalidFields(await client.put(`price_lists/${base.id}`, { schedule: EVENING }), 'schedule');
  });

  it('give modifiers their prices as they give lines theirs', async () => {
    const modifier = async (name: string) => {
      const made = await make(client, `sites/${site}/products`, { name, is_modifier: true, unit_price: 1 });
      await change(client, `price_lists/${happy.id}/products/${made.id}`, { unit_price: 0.5 });
      return made;
    };
    const [lime, ice] = [await modifier('Lime'), await modifier('Ice')];
    const lines = [{ product_id: product.id, modifiers: [lime.id] }];
    const order = (placed_at: string) =>
      make(client, 'orders', { site_id: site, status: 'ON_HOLD', placed_at, lines });
    const [during, after] = [await order('2026-03-07T18:59:00Z'), await order('2026-03-07T19:00:00Z')];
    assert.deepEqual([during.total, after.total], [4.5, 7], 'by the time it was placed');
    // By now it is within: what is added has the price of now, what is there keeps its own.
    const add = (id: unknown) =>
      change(client, `orders/${id}/lines/1`, { modifiers: [lime.id, ice.id], quantity: 2 });
    assert.equal((await add(during.id)).total, 10);
    assert.equal((await add(after.id)).total, 15);
  });

  it('a line keeps its price when a list ends, and one rung later has the price of then', async () => {
    const order = await make(client, 'orders', {
      ...{ site_id: site, status: 'ON_HOLD', lines: [{ product_id: product.id }] },
    });
    assert.equal(order.total, 4);
    const member = await hire(client, '4711', { permissions: permissionsOf(['FinishSale']) });
    const register = await make(client, 'registers', { name: 'Bar', site_id: site });
    service().clock.advance(HOUR);
    assert.equal((await change(client, `orders/${order.id}`, { notes: 'Still here' })).total, 4);
    assert.equal((await change(client, `orders/${order.id}/lines/1`, { quantity: 2 })).total, 8);
    const more = await make(client, `orders/${order.id}/lines`, { product_id: product.id });
    assert.equal(more.total, 14);
    // What was rung while the list held, and is sent later, is no changed price; anything else is.
    const by = await signIn(service(), client, register.id_str, member);
    const line = (unit_price_inc_tax: number) => ({ product_id: product.id, unit_price_inc_tax });
    await make(by.client, `orders/${order.id}/lines`, line(4));
    refused(await by.client.post(`orders/${order.id}/lines`, line(5)), 403, 'access_denied');
  });
});
