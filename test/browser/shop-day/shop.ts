// The shop of the day: a site with two registers, a menu, discounts, a happy hour, tables, staff and two add-ons.

import { RIGHTS } from '#src/company/rules/rights.ts';
import { change, make } from '#test/api/helpers.ts';
import { hire, type Member, permissionsOf } from '#test/api/operator-helpers.ts';
import { screenOf } from '#test/api/screens.ts';
import type { Client, Json, Service } from '#test/harness/service.ts';
import type { ModelProduct, ModelTax } from './money.ts';

const GST: ModelTax = { name: 'GST', rate: 10_000n };
const DRINKS: ModelTax = { name: 'Drinks levy', rate: 2_500n };
const STATE: ModelTax = { name: 'State', rate: 5_000n };
const CITY: ModelTax = { name: 'City', rate: 9_975n };
export const TAXES = [GST, DRINKS, STATE, CITY] as const;

const product = (
  name: string,
  price: bigint,
  taxes: readonly ModelTax[],
  isWithTax = true,
): ModelProduct => ({
  ...{ name, price, isWithTax, taxes },
});

/** The menu, in cents. */
export const MENU = {
  soup: product('Soup', 990n, [GST]),
  pizza: product('Pizza', 1450n, [GST]),
  olives: product('Olives', 155n, [GST]),
  burrata: product('Burrata', 275n, [GST]),
  platter: product('Platter', 2500n, [GST]),
  lager: product('Lager', 640n, [GST, DRINKS]),
  espresso: product('Espresso', 330n, [GST]),
  latte: product('Latte', 410n, [GST]),
  cheese: product('Cheese per kg', 2380n, [GST]),
  bread: product('Bread', 435n, [STATE, CITY], false),
  flowers: product('Flowers', 0n, [GST]),
  voucher: product('Gift card', 2000n, []),
} as const;
/** What of the menu has another price: in the happy hour, and to take away. */
export const HAPPY_LAGER = 480n;
export const TAKEAWAY_PIZZA = 1320n;
/** What oat milk adds to a latte. */
export const OAT = 65n;
/** How many loaves there are in the morning. */
export const LOAVES = 9;

/** The registers. */
export const BAR = 'Bar till';
export const HALL = 'Hall till';

/** The shop as it opens. */
export interface ShopOfTheDay {
  readonly site: Json;
  readonly registers: Readonly<Record<string, Json>>;
  readonly products: Readonly<Record<string, Json>>;
  readonly tables: Readonly<Record<string, Json>>;
  /** Who works at the bar, and may give nothing away. */
  readonly cora: Member;
  /** Who works in the hall, and may do everything. */
  readonly max: Member;
  /** The add-on that takes orders, and its method of payment. */
  readonly orders: Client;
  readonly web: Json;
  /** The add-on of the card terminal, and what its messages are signed with. */
  readonly terminal: Client;
  readonly terminalSecret: string;
}

const asNumber = (cents: bigint) => Number(cents) / 100;

async function makeMenu(client: Client, site: Json): Promise<Record<string, Json>> {
  const taxes = new Map<string, number>();
  for (const { name, rate } of TAXES)
    taxes.set(name, (await make(client, 'taxes', { code: name, name, rate: Number(rate) / 100_000 })).id);
  const products: Record<string, Json> = {};
  const at = (what: ModelProduct, more: object = {}) => ({
    name: what.name,
    [what.isWithTax ? 'unit_price' : 'unit_price_ex_tax']: asNumber(what.price),
    taxes: what.taxes.map(({ name }) => taxes.get(name)),
    ...more,
  });
  const add = async (what: ModelProduct, more: object = {}) => {
    products[what.name] = await make(client, `sites/${site.id}/products`, at(what, more));
  };
  for (const what of [MENU.soup, MENU.olives, MENU.burrata, MENU.platter, MENU.lager, MENU.espresso])
    await add(what);
  for (const what of [MENU.latte, MENU.cheese, MENU.voucher]) await add(what);
  await add(MENU.flowers, { variable_price: true, min_sell_price: 5, max_sell_price: 50 });
  await add(MENU.bread, { availability: { is_available: true, amount: LOAVES } });
  const toppings = await make(client, 'optionsets', {
    ...{ name: 'Topping', min_selection: 1, max_selection: 2 },
    options: [MENU.olives, MENU.burrata].map(({ name }) => ({ product_id: products[name]?.id })),
  });
  await add(MENU.pizza, { option_sets: [toppings.id] });
  const oat = await make(client, `sites/${site.id}/products`, {
    ...{ name: 'Oat milk', unit_price: asNumber(OAT), is_modifier: true },
  });
  await change(client, `products/${products.Latte?.id}/modifiers`, { modifiers: [{ id: oat.id }] });
  return products;
}

async function makePrices(client: Client, products: Readonly<Record<string, Json>>): Promise<void> {
  const list = async (fields: object, what: ModelProduct, price: bigint) => {
    const made = await make(client, 'price_lists', fields);
    const path = `price_lists/${made.id}/products/${products[what.name]?.id}`;
    await change(client, path, { unit_price: asNumber(price) });
  };
  const schedule = [{ weekdays: [1, 2, 3, 4, 5, 6, 7], from: '17:00', until: '19:00' }];
  await list({ name: 'Happy hour', schedule }, MENU.lager, HAPPY_LAGER);
  await list({ name: 'Takeaway', order_types: ['Takeaway'] }, MENU.pizza, TAKEAWAY_PIZZA);
  await make(client, 'discounts', { name: 'Regulars', kind: 'share', value: 0.15, sort: 1 });
  await make(client, 'discounts', { name: 'Voucher', kind: 'amount', value: 2.5, sort: 2 });
  const asks = { kind: 'amount', value: null, reason_required: true };
  await make(client, 'discounts', { name: 'Goodwill', ...asks, sort: 3 });
  await make(client, 'discounts', { name: 'House', kind: 'share', value: 1, right: 'ApplyComp', sort: 4 });
}

async function makeTables(client: Client, site: Json): Promise<Record<string, Json>> {
  const path = `sites/${site.id}`;
  const floor = await make(client, `${path}/floors`, { name: 'Hall', width: 16, height: 8 });
  const tables: Record<string, Json> = {};
  for (const [at, name] of ['1', '2', '3', '4'].entries())
    tables[name] = await make(client, `${path}/tables`, { floor_id: floor.id, name, x: at * 4, y: 0 });
  return tables;
}

/** Makes the shop, closed as it is before the day. */
export async function makeShop(service: Service): Promise<ShopOfTheDay> {
  const { client } = service;
  const fields = { name: 'Corner shop', timezone: 'UTC', kitchen_tickets: true, prep_time_minutes: 0 };
  const site = await make(client, 'sites', fields);
  const registers: Record<string, Json> = {};
  for (const name of [BAR, HALL])
    registers[name] = await make(client, 'registers', { name, site_id: site.id });
  const products = await makeMenu(client, site);
  await makePrices(client, products);
  const tables = await makeTables(client, site);
  const permissions = permissionsOf(RIGHTS.filter((right) => right !== 'ApplyComp'));
  const cora = await hire(client, '2580', { first_name: 'Cora', permissions });
  const max = await hire(client, '9731', { first_name: 'Max', is_admin: true });
  const web = await make(client, 'payment_methods', { name: 'Web', kind: 'addon' });
  const owner = (await screenOf(service, service.card)).client;
  const scopes = ['orders:read', 'orders:write', 'company:read', 'company:write', 'webhooks'];
  const addon = await make(owner, 'addons', { name: 'Card terminal', scopes });
  const token = await make(owner, `addons/${addon.id_str}/access_token`, {});
  const terminal = service.as(`Bearer ${token.access_token}`, client.companyId);
  return {
    ...{ site, registers, products, tables, cora, max, orders: client, web, terminal },
    terminalSecret: addon.signing_secret,
  };
}
