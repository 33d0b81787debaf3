import assert from 'node:assert/strict';
import type { Json } from '#test/harness/service.ts';
import { change, UNKNOWN_ID } from '../helpers.ts';
import { type Arranged, C, type RouteCase, type RouteCases, type World } from './case.ts';
import { badField, badLimit, nothing, unknownId } from './common.ts';

type Parameters = Arranged & { params: Record<string, string> };

/** A new order with one line. */
async function order(world: World, fields: Record<string, unknown> = {}): Promise<Parameters> {
  const made = await world.order(fields);
  return { params: { order_id: made.id_str }, marker: `"${made.id_str}"` };
}

/** The same, named with its first line or payment. */
async function part(world: World, fields: Record<string, unknown> = {}): Promise<Parameters> {
  const made = await order(world, fields);
  return { ...made, params: { ...made.params, number: '1' } };
}

/** An order of one line with an option set, of which water was chosen. */
async function withSet(world: World): Promise<Parameters & { set: Json; water: Json }> {
  const product = (name: string, fields: object = {}) =>
    world.make(`sites/${world.site}/products`, { name, unit_price: 1, ...fields });
  const water = await product('Water');
  const set = await world.make('optionsets', { name: 'Drink', options: [{ product_id: water.id }] });
  const dish = await product('Dish', { option_sets: [set.id] });
  const option_sets = [{ option_set_id: set.id, options: [{ product_id: water.id }] }];
  const made = await order(world, { lines: [{ product_id: dish.id, option_sets }, { product_id: dish.id }] });
  return { ...made, params: { ...made.params, number: '1' }, set, water };
}

/** The same, with a body that chooses from the set for the line that has none. */
async function choosing(world: World): Promise<Parameters> {
  const { params, set, water } = await withSet(world);
  const options = [{ product_id: water.id }];
  return { params, body: { line_number: 3, option_set_id: set.id, options } };
}

const paid = ({ cash }: World) => ({ payments: [{ method_id: cash, amount: 1 }] });

const isOrder: RouteCase['shows'] = ({ json }, { params }) => assert.equal(json.id_str, params?.order_id);

/** A COMPLETE order cannot be changed (reference: orders.5). */
const closed = (body: unknown, more: Readonly<Record<string, string>> = {}): RouteCase['refusal'] => ({
  arrange: async (world) => {
    const { params } = await order(world, { status: 'COMPLETE' });
    return { params: { ...params, ...more }, ...(body === undefined ? {} : { body }) };
  },
  status: 400,
  error: 'invalid_request',
});

/** An order read below one of its owners; one that it does not belong to does not have it. */
function belowOwner(path: string, owner: Readonly<Record<string, (world: World) => string>>): RouteCases {
  const owners = (world: World) =>
    Object.fromEntries(Object.entries(owner).map(([name, of]) => [name, of(world)]));
  return {
    [`GET ${C}/${path}/orders/:order_id`]: {
      arrange: async (world) => {
        const { staff_id: staff_member_id, ...others } = owners(world);
        const fields = staff_member_id === undefined ? others : { staff_member_id };
        const { params, marker = '' } = await order(world, fields);
        return { params: { ...params, ...owners(world) }, marker };
      },
      status: 200,
      shows: isOrder,
      refusal: {
        arrange: async (world) => {
          const elsewhere = await world.make('sites', { name: world.unique() });
          const { params } = await order(world, { site_id: elsewhere.id });
          return { params: { ...params, ...owners(world) } };
        },
        status: 404,
        error: 'not_found',
      },
    },
  };
}

/** Orders, simply: what they do is tested elsewhere. */
export const ORDER_CASES: RouteCases = {
  [`POST ${C}/orders`]: {
    arrange: ({ site, product }) => ({
      body: { site_id: site, lines: [{ product_id: product, quantity: 2 }] },
    }),
    status: 201,
    shows: ({ json, headers }) => {
      assert.equal(json.status, 'SUBMITTED');
      assert.equal(json.lines[0].quantity, 2);
      assert.match(headers.location ?? '', new RegExp(`/orders/${json.id_str}$`));
    },
    refusal: badField('site_id', {}),
  },
  [`POST ${C}/orders/price`]: {
    arrange: ({ site, product }) => ({
      body: { site_id: site, lines: [{ product_id: product, unit_price_inc_tax: 11 }] },
    }),
    status: 200,
    shows: ({ json }) => assert.equal(json.total, 11),
    refusal: badField('lines[0].product_id', (world: World) => ({
      site_id: world.site,
      lines: [{ product_id: UNKNOWN_ID }],
    })),
  },
  [`GET ${C}/orders`]: {
    arrange: order,
    status: 200,
    shows: ({ json }, { params }) => assert.equal(json[0].id_str, params?.order_id),
    refusal: badLimit(),
  },
  [`GET ${C}/orders/saleid/:saleid`]: {
    arrange: async (world) => {
      const made = await world.order();
      return { params: { saleid: made.saleid }, marker: made.saleid };
    },
    status: 200,
    shows: ({ json }, { params }) => assert.equal(json.saleid, params?.saleid),
    refusal: { arrange: () => ({ params: { saleid: 'ZZZZZZZZ' } }), status: 404, error: 'not_found' },
  },
  [`GET ${C}/orders/:order_id`]: {
    arrange: order,
    status: 200,
    shows: isOrder,
    refusal: unknownId('order_id'),
  },
  [`GET ${C}/orders/:order_id/history`]: {
    arrange: order,
    status: 200,
    shows: ({ json }) => assert.deepEqual(json[0].changed, ['created']),
    refusal: unknownId('order_id'),
  },
  [`GET ${C}/orders/:order_id/explain`]: {
    arrange: order,
    status: 200,
    shows: ({ json }, { params }) => {
      assert.equal(json.id_str, params?.order_id);
      assert.match(json.order[0].text, /^total/);
    },
    refusal: unknownId('order_id'),
  },
  [`GET ${C}/orders/:order_id/refunds`]: {
    arrange: async (world) => {
      const payments = [{ method_id: world.cash, amount: 10 }];
      const original = await world.order({ status: 'COMPLETE', payments });
      const refund = await world.order({
        original_order_id_str: original.id_str,
        lines: [{ product_id: original.lines[0].product_id, quantity: -0.5 }],
      });
      return { params: { order_id: original.id_str }, marker: refund.saleid };
    },
    status: 200,
    shows: ({ json }) => {
      assert.equal(json.refunded + json.left, 10);
      const [line] = json.lines;
      assert.deepEqual([line.quantity_sold, line.quantity_refunded, line.quantity_left], [1, 0.5, 0.5]);
      assert.equal(json.orders[0].total, -json.refunded);
    },
    refusal: unknownId('order_id'),
  },
  [`GET ${C}/orders/:order_id/pdf`]: {
    arrange: async (world) => ({
      params: (await order(world, { status: 'COMPLETE' })).params,
      headers: { accept: 'application/pdf' },
    }),
    status: 200,
    shows: ({ text, headers }) => {
      assert.equal(headers['content-type'], 'application/pdf');
      assert.match(text, /^%PDF-1\.7\n/);
    },
    refusal: {
      arrange: async (world) => ({ ...(await order(world)), headers: { accept: 'application/pdf' } }),
      status: 400,
      error: 'invalid_request',
    },
  },
  [`GET ${C}/orders/:order_id/invoice/xml`]: {
    arrange: async (world) => {
      await change(world.client, `sites/${world.site}`, { postal_address: { country: 'NZ' } });
      const { params } = await order(world, { status: 'COMPLETE' });
      return { params, headers: { accept: 'application/xml' } };
    },
    status: 200,
    shows: ({ text, headers }) => {
      assert.equal(headers['content-type'], 'application/xml; charset=utf-8');
      assert.match(text, /<Invoice .*<cbc:InvoiceTypeCode>380</);
    },
    refusal: {
      arrange: async (world) => ({ ...(await order(world)), headers: { accept: 'application/xml' } }),
      status: 409,
      error: 'conflict',
    },
  },
  [`PUT ${C}/orders/:order_id`]: {
    arrange: async (world) => ({ ...(await order(world)), body: { notes: 'Changed' } }),
    status: 200,
    shows: ({ json }) => assert.equal(json.notes, 'Changed'),
    refusal: closed({ notes: 'Too late' }),
  },
  [`DELETE ${C}/orders/:order_id`]: {
    arrange: order,
    status: 204,
    shows: nothing,
    refusal: {
      arrange: (world) => order(world, { status: 'COMPLETE' }),
      status: 409,
      error: 'conflict',
    },
  },
  [`GET ${C}/orders/:order_id/lines`]: {
    arrange: order,
    status: 200,
    shows: ({ json }, _arranged, world) => assert.equal(json[0].product.id_str, world.product),
    refusal: unknownId('order_id'),
  },
  [`GET ${C}/orders/:order_id/lines/:number`]: {
    arrange: part,
    status: 200,
    shows: ({ json }, _arranged, world) => {
      assert.deepEqual([json.number, json.product.id_str], [1, world.product]);
    },
    refusal: unknownId('number', part),
  },
  [`POST ${C}/orders/:order_id/lines`]: {
    arrange: async (world) => ({ ...(await order(world)), body: { product_id: world.product } }),
    status: 201,
    shows: ({ json, headers }) => {
      assert.equal(json.lines.length, 2);
      assert.match(headers.location ?? '', /\/orders\/\d+\/lines\/2$/);
    },
    refusal: badField('product_id', { quantity: 1 }, order),
  },
  [`PUT ${C}/orders/:order_id/lines/:number`]: {
    arrange: async (world) => ({ ...(await part(world)), body: { quantity: 3 } }),
    status: 200,
    shows: ({ json }) => assert.equal(json.lines[0].quantity, 3),
    refusal: badField('quantity', { quantity: 'three' }, part),
  },
  [`DELETE ${C}/orders/:order_id/lines/:number`]: {
    arrange: part,
    status: 204,
    shows: nothing,
    refusal: closed(undefined, { number: '1' }),
  },
  [`GET ${C}/orders/:order_id/optionsets`]: {
    arrange: withSet,
    status: 200,
    shows: ({ json }) => {
      assert.equal(json.length, 1);
      assert.deepEqual([json[0].number, json[0].line_number, json[0].name], [1, 1, 'Drink']);
    },
    refusal: unknownId('order_id'),
  },
  [`GET ${C}/orders/:order_id/optionsets/:number`]: {
    arrange: withSet,
    status: 200,
    shows: ({ json }) => assert.deepEqual([json.number, json.options[0].line_number], [1, 2]),
    refusal: unknownId('number', withSet),
  },
  [`POST ${C}/orders/:order_id/optionsets`]: {
    arrange: choosing,
    status: 201,
    shows: ({ json, headers }) => {
      assert.deepEqual([json.number, json.line_number, json.options[0].line_number], [2, 3, 4]);
      assert.match(headers.location ?? '', /\/orders\/\d+\/optionsets\/2$/);
    },
    refusal: badField('option_set_id', { line_number: 3, options: [] }, withSet),
  },
  [`PUT ${C}/orders/:order_id/optionsets/:number`]: {
    arrange: async (world) => {
      const { params, water } = await withSet(world);
      return { params, body: { options: [{ product_id: water.id }, { product_id: water.id }] } };
    },
    status: 200,
    shows: ({ json }) =>
      assert.deepEqual(
        json.options.map((each: Json) => each.line_number),
        [2, 3],
      ),
    refusal: badField('options[0].product_id', { options: [{ product_id: UNKNOWN_ID }] }, withSet),
  },
  [`DELETE ${C}/orders/:order_id/optionsets/:number`]: {
    arrange: withSet,
    status: 204,
    shows: nothing,
    refusal: unknownId('number', withSet),
  },
  [`GET ${C}/orders/:order_id/payments`]: {
    arrange: (world) => order(world, paid(world)),
    status: 200,
    shows: ({ json }) => assert.equal(json[0].amount, 1),
    refusal: unknownId('order_id'),
  },
  [`GET ${C}/orders/:order_id/payments/:number`]: {
    arrange: (world) => part(world, paid(world)),
    status: 200,
    shows: ({ json }) => assert.deepEqual([json.number, json.amount], [1, 1]),
    refusal: unknownId('number', (world) => part(world, paid(world))),
  },
  [`POST ${C}/orders/:order_id/payments`]: {
    arrange: async (world) => ({ ...(await order(world)), body: { method_id: world.cash, amount: 2 } }),
    status: 201,
    shows: ({ json, headers }) => {
      assert.equal(json.paid, 2);
      assert.match(headers.location ?? '', /\/orders\/\d+\/payments\/1$/);
    },
    refusal: badField('amount', (world: World) => ({ method_id: world.cash }), order),
  },
  [`PUT ${C}/orders/:order_id/payments/:number`]: {
    arrange: async (world) => ({ ...(await part(world, paid(world))), body: { ref: 'R-1' } }),
    status: 200,
    shows: ({ json }) => assert.equal(json.payments[0].ref, 'R-1'),
    refusal: badField('amount', { amount: 2 }, (world) => part(world, paid(world))),
  },
  ...belowOwner('sites/:site_id', { site_id: ({ site }) => site }),
  ...belowOwner('registers/:register_id', { register_id: ({ register }) => register }),
  ...belowOwner('staff/:staff_id', { staff_id: ({ staff }) => staff }),
  ...belowOwner('customers/:customer_id', { customer_id: ({ customer }) => customer }),
  [`GET ${C}/sites/:site_id/groups/:group`]: {
    arrange: async (world) => {
      const group = `table-${(await world.order()).id_str}`;
      await world.order({ group_id: group });
      return { params: { site_id: world.site, group }, marker: group };
    },
    status: 200,
    shows: ({ json }, { params }) =>
      assert.deepEqual(
        json.map((each: Json) => each.group_id),
        [params?.group],
      ),
    refusal: {
      arrange: ({ site }) => ({ params: { site_id: site, group: 'nobody' } }),
      status: 404,
      error: 'not_found',
    },
  },
  [`GET ${C}/*`]: {
    arrange: async (world) => {
      const { marker = '' } = await order(world, { register_id: world.register });
      return { params: { '*': `sites/${world.site}/registers/${world.register}/orders/submitted` }, marker };
    },
    status: 200,
    shows: ({ json }, { marker }) => assert.equal(`"${json[0].id_str}"`, marker),
    refusal: { arrange: () => ({ params: { '*': 'tables/1/orders' } }), status: 404, error: 'not_found' },
  },
};
