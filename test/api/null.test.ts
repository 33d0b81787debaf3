import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describedOperations } from '#src/description/document.ts';
import { bodySchemas } from '#src/description/input.ts';
import { parseInput } from '#src/edge/input.ts';
import { ApiError } from '#src/kernel/errors.ts';
import { ROUTES } from '#src/routes.ts';
import { type Json, onEachEngine } from '#test/harness/service.ts';
import { change, EventLog, invalidFields, make, read } from './helpers.ts';
import { newTax } from './order-helpers.ts';

/** The fields that a body is refused for, alone. */
function wrongIn(schema: Parameters<typeof parseInput>[0], body: object): readonly string[] {
  try {
    parseInput(schema, body);
    return [];
  } catch (error) {
    assert.ok(error instanceof ApiError, String(error));
    return error.fields.map(({ field }) => field);
  }
}

/** What no record is without, by the operation that would unset it. */
const LASTING: Readonly<Record<string, readonly string[]>> = {
  updateCompany: ['name', 'timezone'],
  updateSite: ['name'],
  updateFloor: ['name'],
  updateTable: ['name', 'floor_id'],
  updateRegister: ['name', 'site_id'],
  updateStaffMember: ['first_name'],
  updateRole: ['name'],
  updateTax: ['code', 'name', 'rate'],
  updateTaxGroup: ['code', 'name', 'taxes'],
  updatePriceList: ['name'],
  updatePaymentMethod: ['name', 'kind'],
  updateDiscount: ['name'],
  updateCategory: ['name'],
  updateOptionSet: ['name', 'options'],
  updateProduct: ['name'],
  updateOrder: ['status'],
  updateOrderLine: ['number'],
  updateOrderOptionSet: ['option_set_id', 'options'],
  updatePayment: ['method_id', 'amount'],
  updateWebhook: ['topic', 'address'],
  answerPaymentRequest: ['status', 'amount', 'tip', 'credit_card_surcharge', 'unapplied', 'reason'],
  updateDevice: ['name'],
  updateAddon: ['name', 'scopes'],
  updateAddonWebhook: ['topic', 'address'],
};

it('null in a body is nothing at first, and in a change of every field that can be unset', () => {
  let walked = 0;
  for (const { operation } of describedOperations(ROUTES)) {
    const { body, id } = operation;
    if (body === undefined) continue;
    const missing = wrongIn(body.schema, {});
    for (const field of Object.keys(bodySchemas(body)[body.name]?.properties ?? {})) {
      walked++;
      // An id is called by its twin where that is what was sent.
      const own = field.replace(/_str$/, '');
      const refused = LASTING[id]?.includes(own) === true ? [field] : [];
      const without = missing.map((each) => (each === own ? field : each));
      assert.deepEqual(wrongIn(body.schema, { [field]: null }), [...without, ...refused], `${id}: ${field}`);
    }
  }
  assert.ok(walked > 300, String(walked));
});

onEachEngine('null in a change (reference: conventions.11)', (service) => {
  /** A kind of record: what one is made of, and everything that can be said of it. */
  const kinds = (
    tax: number,
    card: Json,
  ): Readonly<Record<string, readonly [least: object, all: object]>> => ({
    sites: [
      { name: 'Site' },
      {
        ...{
          code: 's',
          currency: 'JPY',
          timezone: 'Asia/Tokyo',
          language: 'ja',
          phone: '1',
          email: 'a@b.example',
        },
        ...{ postal_address: { city: 'Tokyo' }, shipping_address: { city: 'Kyoto' }, prep_time_minutes: 5 },
        ...{ location: { latitude: 1, longitude: 2 }, online_products_enabled: true, kitchen_tickets: true },
      },
    ],
    registers: [
      { name: 'Register', site_id: card.sites[0].id },
      { code: 'r', sale_prefix: 'S', return_prefix: 'R', assigned_to_device: true, kitchen_printing: true },
    ],
    staff: [
      { first_name: 'Ann' },
      {
        ...{ last_name: 'Lee', primary_email_address: 'a@b.example', phone: '1', pin: '4711' },
        permissions: [{ code: 'x', name: 'X', domain: 'd' }],
      },
    ],
    price_lists: [
      { name: 'List' },
      { schedule: [{ weekdays: [1], from: '10:00', until: '12:00' }], order_types: ['Kiosk'] },
    ],
    payment_methods: [{ name: 'Cheque', kind: 'card' }, { ledger_code: '1' }],
    discounts: [
      { name: 'Staff', kind: 'share' },
      { value: 0.1, applies_to: 'line', reason_required: true, sort: 2, archived: true },
    ],
    customers: [
      { first_name: 'Ann', phone: '1' },
      {
        ...{
          last_name: 'Lee',
          email: 'c@d.example',
          mobile: '2',
          description: 'd',
          reference_id: 'r',
          tags: ['t'],
        },
        ...{ image: 'https://a.example/i', primary_address: { city: 'c' }, shipping_address: { city: 'd' } },
      },
    ],
    categories: [{ name: 'C' }, { description: 'd', image: 'https://a.example/i', show_online: false }],
    optionsets: [
      { name: 'Set', options: [{ product_id: card.product }] },
      { instructions: true, min_selection: 1, max_selection: 2 },
    ],
    products: [
      { name: 'P', unit_price: 1 },
      {
        ...{
          code: 'c',
          sku: 'k',
          barcode: 'b',
          description: 'd',
          tags: ['t'],
          is_sold: false,
          is_purchased: true,
        },
        ...{ is_inventory: true, show_online: true, online_description: 'o', docket_name: 'n', taxes: [tax] },
        ...{ variable_price: true, min_sell_price: 1, max_sell_price: 2, measure: 1, unit_of_measure: 'kg' },
        ...{ cost_taxes: [tax], cost_price: 3, categories: [card.category], option_sets: [card.set] },
      },
    ],
    orders: [
      { site_id: card.sites[0].id },
      {
        ...{
          register_id: card.sites[0].registers[0].id,
          customer_id: card.customer,
          sale_number: '1',
          guests: 2,
        },
        ...{
          order_type: 'Kiosk',
          notes: 'n',
          group_id: 'g',
          tip_service_percent: 10,
          credit_card_surcharge: 1,
        },
        ...{
          price_limit: 5,
          complete_when_paid: false,
          enable_alert_sound: false,
          ignore_availability: true,
        },
        ...{ prompt_for_reject_reason: true, reject_reason: { id: 1 }, lock: ['ALL'], price_variation: 0.9 },
        ...{ placed_at: '2026-01-01', staff_member_id: card.staff[0].id },
      },
    ],
    webhooks: [
      { topic: 'orders/completed', address: 'https://pos.example.com/' },
      { format: 'xml', headers: { 'X-A': 'a' }, filter: { attributes: ['customer'] } },
    ],
  });

  it('unsets every field of every kind of record, or is refused by the name of the field', async () => {
    const { client, card: own } = service();
    const product = (await make(client, 'products', { name: 'Option', unit_price: 1 })).id;
    const card = {
      ...own,
      product,
      category: (await make(client, 'categories', { name: 'In' })).id,
      set: (await make(client, 'optionsets', { name: 'Of', options: [{ product_id: product }] })).id,
      customer: own.customers[0].id,
    };
    for (const [path, [least, all]] of Object.entries(kinds(await newTax(client, 0.1), card))) {
      const unset = await make(client, path, {
        ...Object.fromEntries(Object.keys(all).map((field) => [field, null])),
        ...least,
      });
      const plain = await make(client, path, least);
      for (const field of Object.keys({ ...least, ...all })) {
        if (path !== 'orders' || !['fulfil_at', 'placed_at'].includes(field))
          assert.deepEqual(unset[field], plain[field], `${path}: null is not nothing: ${field}`);
        const { id } = await make(client, path, { ...all, ...least });
        const answer = await client.put(`${path}/${id}`, { [field]: null });
        if (Object.hasOwn(all, field)) {
          assert.equal(answer.status, 200, `${path}.${field}: ${answer.text}`);
          const stays = field === 'placed_at' ? answer.json.created_at : plain[field];
          assert.deepEqual(answer.json[field], stays, `${path}.${field}`);
        } else if (answer.status !== 200) invalidFields(answer, nameOfRefusal(path, field));
      }
    }
  });

  /** Where either of two fields is needed, the first is named. */
  const nameOfRefusal = (path: string, field: string) =>
    path === 'customers' && field === 'phone' ? 'email' : field;
});

const FULL = { address: '1 St', city: 'Syd', state: 'NSW', postal_code: '2000', country: 'AU' };
const NONE = { address: null, city: null, state: null, postal_code: null, country: null };

onEachEngine('a part of a record of which some fields are sent (reference: conventions.11)', (service) => {
  /** Each field of a part by itself, null in it, and null in its place; `path` has the record. */
  async function keepsTheOthers(path: string, name: string, whole: Json, none: Json): Promise<void> {
    const { client } = service();
    const sent = async (part: Json) => (await change(client, path, { [name]: part }))[name];
    assert.equal(await sent(null), null, path);
    for (const field of Object.keys(whole)) {
      const known = await sent(whole);
      assert.deepEqual(await sent({ [field]: whole[field] }), known, `${path} ${name}.${field}`);
      assert.deepEqual(await sent({}), known);
      const unset = await client.put(path, { [name]: { [field]: null } });
      if (none[field] === undefined) invalidFields(unset, `${name}.${field}`);
      else assert.deepEqual(unset.json[name], { ...known, [field]: none[field] }, `${path} ${name}.${field}`);
    }
    assert.equal(await sent(null), null);
  }

  it('keeps its other fields: addresses, exemptions, accounts, coins, places and prices', async () => {
    const { client, card } = service();
    const customer = await make(client, 'customers', { first_name: 'Ann', email: 'ann@example.com' });
    const site = await make(client, 'sites', { name: 'Parts' });
    const staff = await make(client, 'staff', { first_name: 'Bo' });
    const order = await make(client, 'orders', { site_id: card.sites[0].id });
    const tax = await make(client, 'taxes', { code: 'T', name: 'T', rate: 0.1 });
    const own = `customers/${customer.id}`;
    for (const [path, name] of [
      [own, 'primary_address'],
      [own, 'shipping_address'],
      [`sites/${site.id}`, 'postal_address'],
      [`staff/${staff.id}`, 'shipping_address'],
      ['/v1/companies/me', 'postal_address'],
    ] as const)
      await keepsTheOthers(path, name, FULL, NONE);
    const exempt = { number: 'X1', reason: 'Charity' };
    for (const path of [own, `orders/${order.id}`])
      await keepsTheOthers(path, 'tax_exempt', exempt, { number: null, reason: null });
    const accounts = {
      sales: '8400',
      tips: '1',
      service: '2',
      surcharges: '3',
      rounding: '4',
      refunds: '6',
      receivable: '5',
    };
    const empty = Object.fromEntries(Object.keys(accounts).map((name) => [name, null]));
    await keepsTheOthers('/v1/companies/me', 'ledger_codes', accounts, empty);
    const coins = { increment: 0.05, methods: ['account'] };
    for (const path of [`sites/${site.id}`, '/v1/companies/me'])
      await keepsTheOthers(path, 'cash_rounding', coins, { methods: ['cash'] });
    await keepsTheOthers(`sites/${site.id}`, 'location', { latitude: 1.5, longitude: 2.5 }, {});
    await keepsTheOthers(`taxes/${tax.id}`, 'threshold', { amount: 5, applies: 'above' }, {});
    // The register that prints an order is said once, and why it was rejected as a whole (reference: orders.7).
    await change(client, `orders/${order.id}`, { reject_reason: { name: 'Closed', notes: 'Until 5' } });
    const { reject_reason: why } = await change(client, `orders/${order.id}`, { reject_reason: { id: 7 } });
    assert.deepEqual(why, { id: 7, name: null, notes: null });
  });

  it('is refused for what it cannot be without where there is none yet', async () => {
    const { client } = service();
    const site = await make(client, 'sites', { name: 'None' });
    const tax = await make(client, 'taxes', { code: 'N', name: 'N', rate: 0.1 });
    for (const [path, body, field] of [
      [`sites/${site.id}`, { cash_rounding: { methods: ['cash'] } }, 'cash_rounding.increment'],
      [`sites/${site.id}`, { location: { latitude: 1 } }, 'location.longitude'],
      ['/v1/companies/me', { cash_rounding: {} }, 'cash_rounding.increment'],
      [`taxes/${tax.id}`, { threshold: { amount: 5 } }, 'threshold.applies'],
    ] as const)
      invalidFields(await client.put(path, body), field);
    const fresh = await change(client, `sites/${site.id}`, { postal_address: { city: 'Syd' } });
    assert.deepEqual(fresh.postal_address, { ...NONE, city: 'Syd' });
    invalidFields(
      await client.put(`sites/${site.id}`, { postal_address: { city: 5 } }),
      'postal_address.city',
    );
  });

  it('is told and tried as it is saved, also in an order', async () => {
    const { client, card } = service();
    const email = 'cy@example.com';
    const customer = await make(client, 'customers', { first_name: 'Cy', email, primary_address: FULL });
    const path = `customers/${customer.id}`;
    const moved = { primary_address: { postal_code: '2001' } };
    const after = { ...FULL, postal_code: '2001' };
    const tried = await client.put(`${path}?dry_run=true`, moved);
    assert.deepEqual(tried.json.result.primary_address, after, tried.text);
    assert.deepEqual((await read(client, path)).primary_address, FULL);
    const log = await EventLog.open(client);
    await change(client, path, moved);
    const [event] = await log.take();
    assert.deepEqual(event.changed, ['primary_address']);
    assert.deepEqual(event.previous, { primary_address: FULL });
    assert.deepEqual(event.payload.primary_address, after);
    await change(client, path, moved);
    assert.deepEqual(await log.take(), []);
    const named = { email, primary_address: { city: 'Perth' } };
    await make(client, 'orders', { site_id: card.sites[0].id, customer: named });
    assert.deepEqual((await read(client, path)).primary_address, { ...after, city: 'Perth' });
  });
});
