import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { BYTE_ORDER_MARK } from '#src/kernel/csv.ts';
import { Projector } from '#src/reports/projector.ts';
import { type Client, type Json, onEachEngine } from '#test/harness/service.ts';
import { change, make, read, refused } from './helpers.ts';
import { newSite, newTax, openShop, type Shop } from './order-helpers.ts';

onEachEngine('sales by discount (reference: reports.14), and discounts of merged orders', (service) => {
  let shop: Shop;
  let client: Client;
  let staff: Json;
  let voucher: Json;
  let ann: Json;
  before(async () => {
    shop = await openShop(service());
    client = shop.client;
    staff = await make(client, 'discounts', { name: 'Staff', kind: 'share', value: 0.1 });
    voucher = await make(client, 'discounts', { name: 'Voucher', kind: 'amount', value: 5 });
    ann = await make(client, 'staff', { first_name: 'Ann', last_name: 'Lee' });
  });

  const paid = (amount: number) => [{ method_id: service().card.payment_methods[0].id, amount }];
  /** A site where nothing was sold, with a product of 11.00, of which 1.00 is tax. */
  async function fresh(): Promise<{ site: string; pie: Json }> {
    const site = await newSite(client, { timezone: 'UTC' });
    const taxes = [await newTax(client, 0.1)];
    return {
      site,
      pie: await make(client, `sites/${site}/products`, { name: 'Pie', unit_price: 11, taxes }),
    };
  }
  const sell = (site: string, fields: object): Promise<Json> =>
    shop.order({ site_id: site, status: 'COMPLETE', ...fields });
  const report = async (site: string, query = '') =>
    (await read(client, `reports/discount?site_id=${site}${query}`)).rows.map((row: Json) => [
      ...[row.id, row.name, row.staff_member_id, row.staff_member, row.given, row.orders, row.refunds],
      ...[row.lines, row.discount, row.discount_ex_tax, row.discount_tax],
    ]);

  it('says how often each was given, on what, by whom and what it took off', async () => {
    const { site, pie } = await fresh();
    const line = (fields: object = {}) => ({ product_id: pie.id, ...fields });
    const mine = { staff_member_id: ann.id };
    const sold = await sell(site, {
      ...mine,
      lines: [line({ discount_id: staff.id }), line({ quantity: 2, discount_id: staff.id }), line()],
      payments: paid(40.7),
    });
    await sell(site, { ...mine, lines: [line()], discount_id: voucher.id });
    await sell(site, { lines: [line()], discount_id: voucher.id });
    await sell(site, { lines: [line({ price_variation: 0.5 })] });
    await sell(site, { lines: [line({ price_variation: 1.5 })] });
    await make(client, 'orders', {
      ...{ site_id: site, status: 'COMPLETE', original_order_id_str: sold.id_str, ...mine },
      ...{ lines: [{ product_id: pie.id, quantity: -1 }], payments: paid(-9.9) },
    });
    const expected = [
      [null, null, null, null, 1, 1, 0, 1, 5.5, 5, 0.5],
      [voucher.id, 'Voucher', null, null, 1, 1, 0, 1, 5, 4.55, 0.45],
      [voucher.id, 'Voucher', ann.id, 'Ann Lee', 1, 1, 0, 1, 5, 4.55, 0.45],
      // Three were given with a discount of 1.10, and one came back.
      [staff.id, 'Staff', ann.id, 'Ann Lee', 2, 2, 1, 3, 2.2, 2, 0.2],
    ];
    assert.deepEqual(await report(site), expected);
    const warn = (error: unknown) => assert.fail(String(error));
    const { app, clock } = service();
    await new Projector({ storage: app.storage, stopwatch: clock, warn }).catchUp();
    assert.deepEqual(await report(site), expected, 'when it was added up');
    assert.deepEqual(await report(site, '&from=2026-03-01&to=2026-03-02'), []);
    assert.equal((await report(site, '&limit=2')).length, 2);
    const whole = await read(client, `reports/discount?site_id=${site}`);
    assert.equal(whole.totals.discount, 17.7);
    assert.deepEqual([whole.row_count, whole.by], [4, 'discount']);
    await change(client, `discounts/${staff.id}`, { name: 'Team' });
    assert.equal((await report(site))[3][1], 'Team', 'as it is called now');
    await change(client, `discounts/${staff.id}`, { name: 'Staff' });
  });

  it('is a file, too', async () => {
    const { site, pie } = await fresh();
    await sell(site, { staff_member_id: ann.id, lines: [{ product_id: pie.id }], discount_id: voucher.id });
    const { text } = await client.get(`reports/discount.csv?site_id=${site}`);
    assert.equal(
      text,
      `${BYTE_ORDER_MARK}id,name,staff_member_id,staff_member,given,orders,refunds,lines,discount,discount_ex_tax,discount_tax\r\n` +
        `${voucher.id},Voucher,${ann.id},Ann Lee,1,1,0,1,5,4.55,0.45\r\n`,
    );
  });

  it('takes back what was taken off the whole order', async () => {
    const { site, pie } = await fresh();
    const sold = await sell(site, {
      lines: [{ product_id: pie.id, quantity: 2, discount_id: staff.id }],
      ...{ discount_id: voucher.id, payments: paid(14.8) },
    });
    await make(client, 'orders', {
      ...{ site_id: site, original_order_id_str: sold.id_str },
      ...{ lines: [{ product_id: pie.id, quantity: -2 }], payments: paid(-14.8) },
    });
    const amounts = (await report(site)).map(([id, , , , given, orders, , , off]: Json) => [
      id,
      given,
      orders,
      off,
    ]);
    assert.deepEqual(
      new Set(amounts),
      new Set([
        [staff.id, 1, 2, 0],
        [voucher.id, 1, 2, 0],
      ]),
    );
  });

  it('keeps what each discount of merged orders took off, also when they are split again', async () => {
    const { site, pie } = await fresh();
    const lines = [{ product_id: pie.id }];
    const order = (fields: object) => shop.order({ site_id: site, status: 'PENDING', lines, ...fields });
    const first = await order({ discount_id: voucher.id, discount_reason: 'Late' });
    const second = await order({ price_fixed_variation: -2 });
    const third = await order({
      discount_id: voucher.id,
      price_fixed_variation: -1,
      discount_reason: 'Late',
    });
    const fourth = await order({});
    const ids = [second, third, fourth].map(({ id_str }) => id_str);
    const merged = await client.post(`orders/${first.id}/merge`, { order_ids: ids });
    assert.equal(merged.status, 200, merged.text);
    const shown = ({ discount_id, price_fixed_variation, discounts = [] }: Json) => [
      discount_id,
      price_fixed_variation,
      discounts.map((each: Json) => [
        ...[each.discount_id, each.discount_name, each.discount_reason, each.price_fixed_variation],
      ]),
    ];
    const both = [
      [voucher.id, 'Voucher', 'Late', -6],
      [null, null, null, -2],
    ];
    assert.deepEqual(shown(merged.json), [null, -8, both]);
    assert.equal(merged.json.total, 36);
    assert.deepEqual(shown(await change(client, `orders/${first.id}`, { ...merged.json, notes: 'x' })), [
      null,
      -8,
      both,
    ]);
    // One half of it: of each discount as much as of the amount.
    const { json } = await client.post(`orders/${first.id}/split`, { by: 'share', count: 2 });
    const halves = [json.order, ...json.orders];
    const sum = (id: unknown) =>
      halves
        .flatMap((each: Json) => each.discounts)
        .reduce(
          (all: number, each: Json) => (each.discount_id === id ? all + each.price_fixed_variation : all),
          0,
        );
    assert.deepEqual([sum(voucher.id), sum(null)], [-6, -2]);
    for (const each of halves) assert.equal(each.price_fixed_variation, -4);
    await change(client, `orders/${halves[1].id}`, { price_fixed_variation: -3 });
    assert.deepEqual(shown(await read(client, `orders/${halves[1].id}`)), [null, -3, []], 'another amount');
    await change(client, `orders/${halves[0].id}`, { status: 'COMPLETE' });
    const rows = (await report(site)).map(([id, , , , given, , , , off]: Json) => [id, given, off]);
    assert.deepEqual(rows, [
      [voucher.id, 1, 3],
      [null, 1, 1],
    ]);
  });

  it('merges no orders whose factor is that of different discounts', async () => {
    const lines = [{ product_id: shop.soup.id }];
    const other = await make(client, 'discounts', { name: 'Friends', kind: 'share', value: 0.1 });
    const held = (id: unknown) => shop.order({ status: 'PENDING', lines, discount_id: id });
    const [one, same, another] = [await held(staff.id), await held(staff.id), await held(other.id)];
    const refusal = await client.post(`orders/${one.id}/merge`, { order_ids: [another.id_str] });
    refused(refusal, 409, 'conflict');
    assert.match(refusal.text, /discount/);
    const merged = await client.post(`orders/${one.id}/merge`, { order_ids: [same.id_str] });
    assert.equal(merged.json.discount_name, 'Staff', merged.text);
  });
});
