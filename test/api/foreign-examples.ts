import assert from 'node:assert/strict';
import type { Json } from '#test/harness/service.ts';
import { type Arranged, C, type World } from './cases/case.ts';
import type { Place } from './foreign-places.ts';

/** One record of each kind. */
export type Kinds = Readonly<Record<Kind, string>>;

type Kind = (typeof KINDS)[number];
const KINDS = [
  'site',
  'register',
  'staff',
  'role',
  'tax',
  'tax_group',
  'price_list',
  'method',
  'discount',
  'customer',
  'floor',
  'table',
  'product',
  'template',
  'modifier',
  'category',
  'option_set',
  'order',
  'refundable',
  'line',
  'addon',
  'user',
] as const;

export async function kindsOf(world: World): Promise<Kinds> {
  const { make, site, unique } = world;
  const made = async (path: string, body: object): Promise<string> => (await make(path, body)).id_str;
  const named = (path: string, more: object = {}) => made(path, { name: unique(), ...more });
  const floor = await named(`sites/${site}/floors`);
  const product = world.product;
  const order = await world.order({ status: 'PENDING' });
  const { json: members } = await world.owner.get('members');
  const { json: addons } = await world.owner.get('addons');
  return {
    site,
    register: world.register,
    staff: world.staff,
    role: await named('roles'),
    tax: world.tax,
    tax_group: await named('taxes/groups', { code: 'G', taxes: [world.tax] }),
    price_list: await named('price_lists'),
    method: world.cash,
    discount: await named('discounts', { kind: 'share', value: 0.1 }),
    customer: world.customer,
    floor,
    table: await named(`sites/${site}/tables`, { floor_id: floor }),
    product,
    template: await named('products', { unit_price: 1, variant_attributes: { Size: ['S', 'L'] } }),
    modifier: await named(`sites/${site}/products`, { unit_price: 1, is_modifier: true }),
    category: await named('categories'),
    option_set: await named('optionsets', { options: [{ product_id: product }] }),
    order: order.id_str,
    refundable: (await world.order({ status: 'COMPLETE' })).id_str,
    line: String(order.lines[0].line_id_str),
    addon: addons[0].id_str,
    user: members[0].id_str,
  };
}

const FIELDS: Readonly<Record<string, readonly [Kind, ...Kind[]]>> = {
  site_id: ['site'],
  register_id: ['register'],
  staff_id: ['staff'],
  staff_member_id: ['staff'],
  current_staff_member: ['staff'],
  contact_staff_member: ['staff'],
  role_id: ['role'],
  tax_id: ['tax'],
  taxes: ['tax', 'tax_group'],
  cost_taxes: ['tax', 'tax_group'],
  price_list_id: ['price_list'],
  price_list: ['price_list'],
  parent_id: ['price_list'],
  method_id: ['method'],
  payment_method_id: ['method'],
  discount_id: ['discount'],
  customer_id: ['customer'],
  customer: ['customer'],
  floor_id: ['floor'],
  table_id: ['table'],
  product_id: ['product'],
  product_ids: ['product'],
  products: ['product'],
  variant_parent_id: ['template'],
  modifiers: ['modifier', 'product'],
  categories: ['category'],
  option_set_id: ['option_set'],
  option_sets: ['option_set'],
  order_id: ['order'],
  order_ids: ['order'],
  original_order_id: ['refundable'],
  pass_thru_printing_register: ['register'],
  default_pass_thru_register_id: ['register'],
  line_ids: ['line'],
  site_ids: ['site'],
  addon_id: ['addon'],
  user_id: ['user'],
  record_id: ['product', 'order', 'site'],
};

/** The kinds of records a place takes the ids of. */
export function kindOf(route: string, place: Place): readonly [Kind, ...Kind[]] | undefined {
  if (place.where !== 'body') {
    if (place.name === 'ids') return route.includes('orders') ? ['order'] : ['product'];
    return FIELDS[place.name];
  }
  const fields = place.steps.filter((step) => step !== 0);
  const name = fields.findLast((field) => field !== 'id' && field !== 'id_str') ?? '';
  return FIELDS[name.replace(/_str$/, '')];
}

type Examples = (world: World, base: Arranged) => Promise<readonly Arranged[]> | readonly Arranged[];

/** A dish of which something is chosen, of which something is chosen, and so on: the dish, and the choice. */
async function chosen(world: World): Promise<{ dish: string; choice: Json }> {
  let { id_str: dish } = await world.make(`sites/${world.site}/products`, {
    name: world.unique(),
    unit_price: 1,
  });
  let choice: Json;
  for (let depth = 0; depth < 3; depth++) {
    const set = await world.make('optionsets', { name: world.unique(), options: [{ product_id: dish }] });
    const option = { product_id: dish, ...(choice === undefined ? {} : { option_sets: [choice] }) };
    choice = { option_set_id: set.id_str, options: [option] };
    const fields = { name: world.unique(), unit_price: 1, option_sets: [set.id_str] };
    ({ id_str: dish } = await world.make(`sites/${world.site}/products`, fields));
  }
  return { dish, choice };
}

/** What an order may hold. */
const orders: Examples = async (world) => {
  const { site, register, product, cash } = world;
  const { dish, choice } = await chosen(world);
  assert.equal((await world.client.post(`registers/${register}/heartbeat`, {})).status, 200);
  const bodies = [
    { lines: [{ product_id: dish, option_sets: [choice] }] },
    { lines: [{ product_id: dish }], options: [{ line_number: 1, ...choice }] },
    { lines: [{ product_id: product }], payments: [{ method_id: cash, amount: 1 }] },
    ...[register, { id: register }].map((pass_thru_printing_register) => ({
      status: 'ON_HOLD',
      pass_thru_printing: true,
      pass_thru_printing_register,
      lines: [{ product_id: product }],
    })),
  ];
  return bodies.map((body) => ({ body: { site_id: site, ...body } }));
};

const roles: Examples = async (world, { params = {} }) => {
  const role = await world.make('roles', { name: world.unique() });
  return [{ params, body: { first_name: 'Ada', roles: [{ role_id: role.id, site_id: world.site }] } }];
};

/** The line that a ticket has. */
const ofTicket: Examples = async (world, { params = {} }) => {
  const { json: order } = await world.client.get(`orders/${params.order_id}`);
  return [{ params, body: { line_ids: [order.lines[0].line_id] } }];
};

const variant: Examples = async (world, { params = {} }) => {
  const attributes = { Size: ['S', 'L'] };
  const template = await world.make('products', {
    name: world.unique(),
    unit_price: 1,
    variant_attributes: attributes,
  });
  return [
    { params, body: { unit_price: 1, variant_parent_id: template.id, variant_attributes: { Size: 'S' } } },
  ];
};

/** Bodies that have what the case of a route has not, by its name. */
const refund: Examples = async (world) => {
  const payments = [{ method_id: world.cash, amount: 5 }];
  const { id_str } = await world.order({ status: 'COMPLETE', payments });
  const lines = [{ product_id: world.product, quantity: -1 }];
  return [{ body: { site_id: world.site, original_order_id_str: id_str, lines } }];
};
const ofOrders: Examples = async (world, base) => [
  ...(await orders(world, base)),
  ...(await refund(world, base)),
];
export const EXAMPLES: Readonly<Record<string, Examples>> = {
  [`PUT ${C}/sites/:site_id`]: ({ site, register }) => [
    { params: { site_id: site }, body: { default_pass_thru_register_id: register } },
  ],
  [`POST ${C}/staff`]: roles,
  [`PUT ${C}/staff/:staff_id`]: roles,
  [`POST ${C}/sites/:site_id/tickets/:ticket_id/bump`]: ofTicket,
  [`POST ${C}/sites/:site_id/tickets/:ticket_id/recall`]: ofTicket,
  [`POST ${C}/products`]: variant,
  [`POST ${C}/sites/:site_id/products`]: variant,
  [`POST ${C}/orders`]: ofOrders,
  [`POST ${C}/orders/price`]: ofOrders,
  [`POST ${C}/orders/:order_id/lines`]: async (world, { params = {} }) => {
    const { dish, choice } = await chosen(world);
    return [{ params, body: { product_id: dish, option_sets: [choice] } }];
  },
  [`POST ${C}/orders/:order_id/optionsets`]: async (world) => {
    const { dish, choice } = await chosen(world);
    const { id_str } = await world.order({ lines: [{ product_id: dish }] });
    return [{ params: { order_id: id_str }, body: { line_number: 1, ...choice } }];
  },
  [`PUT ${C}/orders/:order_id/optionsets/:number`]: async (world) => {
    const { dish, choice } = await chosen(world);
    const { id_str } = await world.order({ lines: [{ product_id: dish, option_sets: [choice] }] });
    return [{ params: { order_id: id_str, number: '1' }, body: choice }];
  },
};

/** Where no id is good: fields that stay, and one of a site that has no registers yet. */
export const NEVER_GOOD: readonly string[] = [
  `POST ${C}/sites default_pass_thru_register_id`,
  `PUT ${C}/products/:product_id variant_parent_id`,
  `PUT ${C}/orders/:order_id/payments/:number method_id`,
];
