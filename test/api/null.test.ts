import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describedOperations } from '#src/description/document.ts';
import { bodySchemas } from '#src/description/input.ts';
import { parseInput } from '#src/edge/input.ts';
import { ApiError } from '#src/kernel/errors.ts';
import { ROUTES } from '#src/routes.ts';
import { type Json, onEachEngine } from '#test/harness/service.ts';
import { invalidFields, make } from './helpers.ts';
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
