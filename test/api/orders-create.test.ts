import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type Json, onEachEngine } from '#test/harness/service.ts';
import { hasKeys, invalidFields, make, read, refused, UNKNOWN_ID, withoutTwins } from './helpers.ts';
import { newSite, openShop, type Shop } from './order-helpers.ts';

/** Every field of an order (reference: orders.1) except order_type, which is left out when unset. */
const ORDER_KEYS = [
  ...['id', 'id_str', 'company_id', 'site_id', 'register_id', 'staff_member_id', 'customer_id', 'customer'],
  ...[
    'saleid',
    'sale_number',
    'order_number',
    'status',
    'deleted',
    'is_refund',
    'refunded_order_id',
    'original_order_id_str',
  ],
  ...['notes', 'guests', 'group_id', 'total', 'total_tax', 'paid', 'due', 'tips', 'tip_service_percent'],
  ...['tip_service_amount', 'tip_service_paid', 'credit_card_surcharge', 'price_variation'],
  ...[
    'price_fixed_variation',
    'price_limit',
    'complete_when_paid',
    'enable_alert_sound',
    'ignore_availability',
  ],
  ...[
    'prompt_for_reject_reason',
    'reject_reason',
    'lock',
    'callback_uri',
    'fulfil_at',
    'placed_at',
    'booked_at',
    'taxes',
  ],
  ...['created_at', 'updated_at', 'lines', 'options', 'payments', 'external_id', 'metadata'],
  ...['pass_thru_printing', 'pass_thru_printing_register', 'tax_exempt', 'invoice_number'],
  ...['table_id', 'table_name', 'split_from', 'merged_into'],
  ...['discount_id', 'discount_name', 'discount_reason'],
];
const LINE_KEYS = [
  ...[
    'number',
    'line_id',
    'product_id',
    'product',
    'description',
    'quantity',
    'notes',
    'unit_price',
    'unit_price_inc_tax',
  ],
  ...['unit_tax', 'price_variation', 'price_fixed_variation', 'line_total_ex_tax', 'line_total_tax', 'taxes'],
  ...[
    'modifiers',
    'part_of_option_set',
    'option_sets',
    'course_ordinal',
    'course_status',
    'metadata',
    'seat',
    ...['discount_id', 'discount_name', 'discount_reason'],
  ],
];

onEachEngine('creating orders', (service) => {
  let shop: Shop;
  before(async () => {
    shop = await openShop(service());
  });
  /** What a POST of an order at the shop's site answers. */
  const post = (fields: object) => shop.client.post('orders', { site_id: shop.site, ...fields });

  it('a blank order has the defaults, and nothing else', async () => {
    const { client, site } = shop;
    const answer = await client.post('orders', { site_id: site });
    assert.equal(answer.status, 201, answer.text);
    const order = answer.json;
    hasKeys(order, ORDER_KEYS);
    const { id, id_str, saleid, order_number: number, ...rest } = order;
    assert.equal(String(id), id_str);
    assert.match(saleid, /^[0-9A-Z]{8}$/);
    assert.match(number, /^[A-Z]\d\d$/);
    assert.equal(answer.headers.location, `${service().url}/v1/companies/${order.company_id}/orders/${id}`);
    assert.deepEqual(withoutTwins(rest), {
      company_id: service().card.company_id,
      site_id: Number(site),
      register_id: null,
      staff_member_id: null,
      customer_id: null,
      sale_number: null,
      status: 'SUBMITTED',
      deleted: false,
      is_refund: false,
      refunded_order_id: null,
      original_order_id_str: null,
      notes: null,
      guests: null,
      group_id: null,
      table_id: null,
      table_name: null,
      split_from: null,
      merged_into: null,
      discount_id: null,
      discount_name: null,
      discount_reason: null,
      total: 0,
      total_tax: 0,
      taxes: [],
      paid: 0,
      due: 0,
      tax_exempt: null,
      invoice_number: null,
      tips: 0,
      tip_service_percent: null,
      tip_service_amount: 0,
      tip_service_paid: 0,
      credit_card_surcharge: 0,
      price_variation: 1,
      price_fixed_variation: 0,
      price_limit: null,
      complete_when_paid: true,
      pass_thru_printing: false,
      pass_thru_printing_register: null,
      external_id: null,
      metadata: {},
      enable_alert_sound: true,
      ignore_availability: false,
      prompt_for_reject_reason: false,
      reject_reason: null,
      lock: [],
      callback_uri: null,
      // Now and the site's prep time of 15 minutes.
      fulfil_at: '2026-03-07T18:45:00.000Z',
      placed_at: '2026-03-07T18:30:00.000Z',
      booked_at: null,
      created_at: '2026-03-07T18:30:00.000Z',
      updated_at: '2026-03-07T18:30:00.000Z',
      lines: [],
      options: [],
      payments: [],
      customer: null,
    });
    assert.deepEqual(await shop.read(order), order);
  });

  it('every field comes back as it was sent', async () => {
    const sent = {
      register_id: Number(shop.register),
      staff_member_id: Number(shop.staff),
      customer_id: Number(shop.customer),
      status: 'ON_HOLD',
      order_type: 'Drive Thru',
      callback_uri: 'https://example.com/hook?order=1',
      lock: ['PAYMENTS', 'DELETE'],
      complete_when_paid: false,
      enable_alert_sound: false,
      fulfil_at: '2026-03-09T01:02:03.004Z',
      prompt_for_reject_reason: true,
      reject_reason: { id: 3, name: 'No bread', notes: 'Ask the baker' },
      ignore_availability: true,
      price_limit: 99.99,
      price_variation: 0.9,
      group_id: 'Table 7/ü',
      tip_service_percent: 12.5,
      credit_card_surcharge: 1.25,
      notes: 'Ring the bell ✨',
      sale_number: 'A-17',
      guests: 4,
      placed_at: '2026-03-07T10:00:00.000Z',
    };
    const order = (await post(sent)).json;
    for (const [field, value] of Object.entries(sent)) assert.deepEqual(order[field], value, field);
    hasKeys(order, [...ORDER_KEYS, 'order_type']);
    assert.deepEqual(await shop.read(order), order);
  });

  it('lines and payments come back as they were sent', async () => {
    const { soup, cash } = shop;
    const sent = {
      quantity: 2.1234,
      notes: 'no onions',
      description: 'Soup of the day',
      price_variation: 0.5,
      course_ordinal: 2,
      course_status: 'uncalled',
    };
    const answer = await post({
      lines: [{ product_id: soup.id, ...sent }],
      payments: [{ method_id: cash, amount: 3, tip: 0.5, ref: 'R 1', credit_card_surcharge: 0.1 }],
    });
    const [line] = answer.json.lines;
    hasKeys(line, LINE_KEYS);
    for (const [field, value] of Object.entries(sent)) assert.equal(line[field], value, field);
    assert.deepEqual(line.product, { id: soup.id, id_str: soup.id_str, name: 'Soup', sku: 'SOUP' });
    assert.deepEqual([line.number, line.product_id, line.price_fixed_variation], [1, soup.id, 0]);
    assert.ok(line.line_id > 0);
    const [{ id, ...payment }] = answer.json.payments;
    assert.deepEqual(payment, {
      id_str: String(id),
      number: 1,
      method: { id: Number(cash), id_str: cash, name: 'Cash' },
      method_id: Number(cash),
      method_id_str: cash,
      amount: 3,
      tip: 0.5,
      rounding: 0,
      ref: 'R 1',
      card: null,
      paid_at: '2026-03-07T18:30:00.000Z',
      created_at: '2026-03-07T18:30:00.000Z',
    });
    assert.equal(answer.json.credit_card_surcharge, 0.1);
  });

  it('a line has its defaults, and no sku when its product has none', async () => {
    const { json } = await post({ lines: [{ product_id: shop.tea.id_str }] });
    const [{ line_id: _, ...line }] = json.lines.map(withoutTwins);
    assert.deepEqual(line, {
      number: 1,
      product_id: shop.tea.id,
      product: { id: shop.tea.id, id_str: shop.tea.id_str, name: 'Tea' },
      description: null,
      quantity: 1,
      notes: null,
      unit_price: 4,
      unit_price_inc_tax: 4,
      unit_tax: 0,
      price_variation: 1,
      discount_id: null,
      discount_name: null,
      discount_reason: null,
      price_fixed_variation: 0,
      line_total_ex_tax: 4,
      line_total_tax: 0,
      taxes: [],
      modifiers: [],
      option_sets: [],
      part_of_option_set: false,
      metadata: {},
      course_ordinal: null,
      course_status: 'no status',
      seat: null,
    });
  });

  it('a register stands for its site; one of them is needed and they have to fit', async () => {
    const { client, register, site } = shop;
    const byRegister = await make(client, 'orders', { register_id: register });
    assert.deepEqual([byRegister.site_id, byRegister.register_id], [Number(site), Number(register)]);
    const both = await make(client, 'orders', { register_id: register, site_id: site });
    assert.equal(both.register_id, Number(register));
    const elsewhere = await newSite(client);
    invalidFields(await client.post('orders', { register_id: register, site_id: elsewhere }), 'register_id');
    invalidFields(await client.post('orders', {}), 'site_id');
    invalidFields(await client.post('orders', { site_id: null, register_id: null }), 'site_id');
  });

  it('everything that does not exist is named in one answer (reference: conventions.60)', async () => {
    const { client, soup, cash, site } = shop;
    const away = Number(UNKNOWN_ID);
    const names = ({ json }: { json: Json }) => json.errors.map(({ field }: Json) => field);
    const lines = [
      { product_id: soup.id },
      { product_id: away, modifiers: [away, -away, soup.id] },
      { product_id: soup.id, option_sets: [{ option_set_id: away, options: [{ product_id: soup.id }] }] },
      { product_id_str: UNKNOWN_ID, discount_id: away },
    ];
    const ofLines = [
      'lines[1].product_id',
      'lines[1].modifiers[0]',
      'lines[1].modifiers[1]',
      'lines[2].option_sets[0].option_set_id',
      'lines[3].product_id_str',
      'lines[3].discount_id',
    ];
    const payments = [
      { method_id: cash, amount: 1 },
      { method_id: away, amount: 1 },
      { method_id: away, amount: 1 },
    ];
    const methods = ['payments[1].method_id', 'payments[2].method_id'];
    const people = ['staff_member_id', 'customer_id'];
    const body = { site_id: site, lines, payments, staff_member_id: away, customer_id: away };
    for (const path of ['orders', 'orders/price']) {
      const all = await client.post(path, body);
      assert.equal(all.status, 400, all.text);
      assert.deepEqual(names(all).toSorted(), [...people, ...ofLines, ...methods].toSorted());
      const elsewhere = await client.post(path, { ...body, site_id: away, register_id: away });
      assert.deepEqual(
        names(elsewhere).toSorted(),
        ['site_id', 'register_id', ...people, ...ofLines, ...methods].toSorted(),
      );
      const customer = await client.post(path, { site_id: site, customer_id: away, payments });
      assert.deepEqual(names(customer).toSorted(), ['customer_id', ...methods].toSorted());
      const many = Array.from({ length: 300 }, () => ({ product_id: away }));
      const first = await client.post(path, { site_id: site, lines: many });
      assert.deepEqual(
        names(first),
        Array.from({ length: 100 }, (_none, at) => `lines[${at}].product_id`),
      );
    }
    const order = await make(client, 'orders', { site_id: site, lines: [{ product_id: soup.id }] });
    const added = await client.post(`orders/${order.id}/lines`, lines.slice(1));
    assert.deepEqual(
      names(added).toSorted(),
      ofLines.map((name) => name.replace(/^lines\[(\d)\]/, (_all, at) => `[${Number(at) - 1}]`)).toSorted(),
    );
    const changed = await client.put(`orders/${order.id}/lines/1`, { modifiers: [away, away] });
    assert.deepEqual(names(changed), ['modifiers[0]', 'modifiers[1]']);
    const put = await client.put(`orders/${order.id}`, {
      staff_member_id: away,
      customer_id: away,
      discount_id: away,
      register_id: away,
    });
    assert.deepEqual(names(put).toSorted(), ['customer_id', 'discount_id', 'register_id', 'staff_member_id']);
    assert.deepEqual(await read(client, `orders/${order.id}`), order);
  });

  it('what does not exist is refused by name, and what is another company’s in the same words', async () => {
    const { client, soup, cash } = shop;
    const { foreign, foreignCard } = service();
    const theirs = await make(foreign, 'products', { name: 'Theirs', unit_price: 1 });
    const theirCustomer = await make(foreign, 'customers', { first_name: 'Eve', phone: '1' });
    const theirOrder = await make(foreign, 'orders', { site_id: foreignCard.sites[0].id });
    const [site] = foreignCard.sites;
    const cases: [field: string, foreignId: unknown, body: (id: unknown) => object][] = [
      ['site_id', site.id, (id) => ({ site_id: id })],
      ['register_id', site.registers[0].id, (id) => ({ site_id: undefined, register_id: id })],
      ['register_id', site.registers[0].id, (id) => ({ register_id: id })],
      ['staff_member_id', foreignCard.staff[0].id, (id) => ({ staff_member_id: id })],
      ['customer_id', theirCustomer.id, (id) => ({ customer_id: id })],
      ['customer.id', theirCustomer.id, (id) => ({ customer: { id, first_name: 'Eve' } })],
      ['original_order_id_str', theirOrder.id, (id) => ({ original_order_id_str: String(id) })],
      [
        'lines[1].product_id',
        theirs.id,
        (id) => ({ lines: [{ product_id: soup.id }, { product_id: id }, { product_id: soup.id }] }),
      ],
      [
        'payments[1].method_id',
        foreignCard.payment_methods[0].id,
        (id) => ({
          payments: [
            { method_id: cash, amount: 1 },
            { method_id: id, amount: 1 },
          ],
        }),
      ],
    ];
    const before = (await client.get('orders?limit=1')).json[0].id;
    for (const [field, theirId, body] of cases) {
      const unknown = await post(body(UNKNOWN_ID));
      invalidFields(unknown, field);
      const notOurs = await post(body(theirId));
      invalidFields(notOurs, field);
      assert.equal(notOurs.text.replaceAll(String(theirId), UNKNOWN_ID), unknown.text);
    }
    assert.equal((await client.get('orders?limit=1')).json[0].id, before);
  });

  it('a deleted product cannot be sold', async () => {
    const { client, site } = shop;
    const product = await make(client, `sites/${site}/products`, { name: 'Old', unit_price: 1 });
    await client.delete(`products/${product.id}`);
    invalidFields(await post({ lines: [{ product_id: product.id }] }), 'lines[0].product_id');
  });

  it('the status can be given, in capitals', async () => {
    for (const status of ['SUBMITTED', 'ON_HOLD', 'PENDING', 'ACCEPTED', 'REJECTED', 'COMPLETE']) {
      assert.equal((await shop.order({ status })).status, status);
    }
    for (const status of ['submitted', 'Complete', 'COMPLETED', '', 1]) {
      invalidFields(await post({ status }), 'status');
    }
  });

  it('an order type is one of seven, and left out when it is empty', async () => {
    for (const type of ['Dine in', 'Takeaway', 'Pickup', 'Delivery', 'Catering', 'Drive Thru', 'Kiosk']) {
      assert.equal((await shop.order({ order_type: type })).order_type, type);
    }
    for (const type of ['', null]) assert.ok(!('order_type' in (await shop.order({ order_type: type }))));
    invalidFields(await post({ order_type: 'dine in' }), 'order_type');
  });

  it('times without an offset are the site’s own', async () => {
    // Sydney is UTC+11 in March.
    const local = await shop.order({ fulfil_at: '2026-03-09T09:00:00', placed_at: '2026-03-08' });
    assert.equal(local.fulfil_at, '2026-03-08T22:00:00.000Z');
    assert.equal(local.placed_at, '2026-03-07T13:00:00.000Z');
    const offset = await shop.order({ fulfil_at: '2026-03-09T09:00:00-05:00' });
    assert.equal(offset.fulfil_at, '2026-03-09T14:00:00.000Z');
    const paris = await newSite(shop.client, { timezone: 'Europe/Paris', prep_time_minutes: 40 });
    const there = await shop.order({ site_id: paris, placed_at: '2026-03-08T09:00' });
    assert.equal(there.placed_at, '2026-03-08T08:00:00.000Z');
    assert.equal(there.fulfil_at, '2026-03-07T19:10:00.000Z');
    assert.equal((await shop.order({ fulfil_at: null })).fulfil_at, '2026-03-07T18:45:00.000Z');
    for (const fulfil_at of ['tomorrow', '2026-02-30', 5])
      invalidFields(await post({ fulfil_at }), 'fulfil_at');
  });

  it('a group can be named by a number', async () => {
    assert.equal((await shop.order({ group_id: 12 })).group_id, '12');
    for (const group_id of ['', ' ', 1.5, 'x'.repeat(101)])
      invalidFields(await post({ group_id }), 'group_id');
  });

  it('quantities and prices that nobody can mean are refused by name', async () => {
    const { soup } = shop;
    const line = (fields: object) =>
      post({ lines: [{ product_id: soup.id }, { product_id: soup.id, ...fields }] });
    for (const quantity of [0, 0.00001, 1.23456, 1_000_001, 1e300, '1']) {
      invalidFields(await line({ quantity }), 'lines[1].quantity');
    }
    for (const unit_price of [-1, 0.000000001, 100_000_001, '5']) {
      invalidFields(await line({ unit_price }), 'lines[1].unit_price');
      invalidFields(await line({ unit_price_inc_tax: unit_price }), 'lines[1].unit_price_inc_tax');
    }
    invalidFields(await line({ quantity: 1_000_000, unit_price: 20_000 }), 'lines[1]');
    const most = { product_id: soup.id, quantity: 1_000_000, unit_price: 10_000 };
    assert.equal((await post({ lines: [most] })).json.total, 1e10);
    invalidFields(await post({ lines: [most, most] }), 'lines');
    for (const [field, value] of [
      ['guests', -1],
      ['guests', 1.5],
      ['price_limit', -1],
      ['tip_service_percent', -1],
      ['tip_service_amount', 0.001],
      ['credit_card_surcharge', 0.001],
      ['callback_uri', 'ftp://example.com'],
      ['lock', 'ALL'],
      ['complete_when_paid', 1],
      ['reject_reason', 'no'],
    ] as const) {
      invalidFields(await post({ [field]: value }), field);
    }
  });

  it('unknown fields are ignored and named', async () => {
    const answer = await post({ total: 5, colour: 'red', lines: [{ product_id: shop.tea.id, size: 1 }] });
    assert.equal(answer.json.total, 4);
    assert.equal(answer.headers['x-ignored-fields'], 'total, colour, lines[0].size');
  });

  describe('availability', () => {
    const STATUSES = ['ON_HOLD', 'ACCEPTED', 'PENDING', 'COMPLETE'];
    const sentence = (product: Json) => `Product (${product.id}) is out of stock.`;

    it('counts in the statuses that need the product, in these words', async () => {
      const { client, soup, gone } = shop;
      const unlisted = await make(client, 'products', { name: 'Nowhere', unit_price: 3 });
      for (const product of [gone, unlisted]) {
        const lines = [{ product_id: soup.id }, { product_id: product.id }];
        for (const status of STATUSES) {
          const answer = await post({ status, lines });
          refused(answer, 400, 'out_of_stock');
          assert.equal(answer.json.error_description, sentence(product));
        }
        assert.equal((await post({ status: 'SUBMITTED', lines })).status, 201);
        assert.equal((await post({ status: 'REJECTED', lines })).status, 201);
      }
    });

    it('does not count for what is returned', async () => {
      const back = await post({ status: 'COMPLETE', lines: [{ product_id: shop.gone.id, quantity: -1 }] });
      assert.equal(back.status, 201);
      assert.equal(back.json.total, -5);
    });

    it('counts when a status that needs it is entered, or a line is added in one', async () => {
      const { client, gone, soup } = shop;
      const line = { product_id: gone.id };
      for (const status of STATUSES) {
        const submitted = await shop.order({ lines: [line] });
        const entered = await client.put(`orders/${submitted.id}`, { status });
        refused(entered, 400, 'out_of_stock');
        assert.equal(entered.json.error_description, sentence(gone));
        assert.deepEqual(await shop.read(submitted), submitted);
        if (status === 'COMPLETE') continue;
        const open = await shop.order({ status, lines: [{ product_id: soup.id }] });
        refused(await client.post(`orders/${open.id}/lines`, line), 400, 'out_of_stock');
        refused(
          await client.post(`orders/${open.id}/lines`, [{ product_id: soup.id }, line]),
          400,
          'out_of_stock',
        );
        assert.deepEqual(await shop.read(open), open);
      }
      const submitted = await shop.order();
      assert.equal((await client.post(`orders/${submitted.id}/lines`, line)).status, 201);
    });

    it('counts when a line that is there is to sell more', async () => {
      const { client, site } = shop;
      const cake = await make(client, `sites/${site}/products`, { name: 'Cake', unit_price: 6 });
      const order = await shop.order({ status: 'ON_HOLD', lines: [{ product_id: cake.id, quantity: 2 }] });
      await client.put(`sites/${site}/products/${cake.id}`, { availability: { is_available: false } });
      const path = `orders/${order.id}/lines/1`;
      refused(await client.put(path, { quantity: 3 }), 400, 'out_of_stock');
      assert.equal((await client.put(path, { quantity: 1 })).json.total, 6);
      assert.equal((await client.put(path, { notes: 'the last one' })).status, 200);
      // Products put on hold while available stay sold.
      assert.equal((await client.put(`orders/${order.id}`, { status: 'COMPLETE' })).status, 200);
    });

    it('is skipped for tomorrow or later, where the site is', async () => {
      // It is 5:30 in the morning of 8 March in Sydney.
      const lines = [{ product_id: shop.gone.id }];
      const ask = (fulfil_at: string | undefined, ignore_availability = true) =>
        post({ status: 'ON_HOLD', lines, ignore_availability, fulfil_at });
      refused(await ask(undefined), 400, 'out_of_stock');
      refused(await ask('2026-03-08T23:59:59.999'), 400, 'out_of_stock');
      refused(await ask('2026-03-08T12:59:59.999Z'), 400, 'out_of_stock');
      assert.equal((await ask('2026-03-09T00:00')).status, 201);
      assert.equal((await ask('2026-03-08T13:00:00Z')).status, 201);
      refused(await ask('2026-03-09T00:00', false), 400, 'out_of_stock');
    });
  });
});
