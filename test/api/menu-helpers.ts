import type { Client, Json, Service } from '#test/harness/service.ts';
import { make, read } from './helpers.ts';
import { newSite, newTax } from './order-helpers.ts';

// A menu with option sets, for tests of the options of orders.

/** A site with a menu of its own. Prices include 10 % tax where there is one. */
export interface Menu {
  readonly client: Client;
  readonly site: string;
  readonly tax: number;
  /** 11, taxed; sets: side (1 or 2 of fries, salad), drink (any of cola, water), topping (instructions). */
  readonly burger: Json;
  /** 4, untaxed, without sets. */
  readonly soup: Json;
  /** 3.30, taxed; 2 ex tax as a side. */
  readonly fries: Json;
  /** 5, untaxed. */
  readonly salad: Json;
  /** 4, untaxed; its size: small or large. */
  readonly cola: Json;
  readonly water: Json;
  readonly small: Json;
  /** 1.50 as a size; with ice or without. */
  readonly large: Json;
  readonly ice: Json;
  /** 0.50 and 2, untaxed. */
  readonly onion: Json;
  readonly cheese: Json;
  readonly side: Json;
  readonly drink: Json;
  readonly topping: Json;
  readonly size: Json;
  readonly cooling: Json;
  /** Posts an order at the site. */
  order(fields?: object): Promise<Json>;
  /** An order as it is now. */
  read(order: Json): Promise<Json>;
}

/** Opens a site with the menu. */
export async function openMenu({ client }: Service): Promise<Menu> {
  const site = await newSite(client);
  const tax = await newTax(client, 0.1);
  const product = (name: string, unit_price: number, fields: object = {}) =>
    make(client, `sites/${site}/products`, { name, unit_price, ...fields });
  const set = (name: string, options: readonly (readonly [Json, number?])[], fields: object = {}) =>
    make(client, 'optionsets', {
      name,
      options: options.map(([{ id }, price_ex_tax]) => ({ product_id: id, price_ex_tax })),
      ...fields,
    });
  const ice = await product('Ice', 0.25);
  const cooling = await set('Cooling', [[ice]]);
  const small = await product('Small', 0);
  const large = await product('Large', 2, { option_sets: [cooling.id] });
  const size = await set('Size', [[small], [large, 1.5]]);
  const cola = await product('Cola', 4, { option_sets: [size.id] });
  const water = await product('Water', 1);
  const drink = await set('Drink', [[cola], [water, 0]]);
  const fries = await product('Fries', 3.3, { taxes: [tax] });
  const salad = await product('Salad', 5);
  const side = await set('Side', [[fries, 2], [salad]], { min_selection: 1, max_selection: 2 });
  const onion = await product('Onion', 0.5);
  const cheese = await product('Cheese', 2);
  const topping = await set('Topping', [[onion], [cheese]], { instructions: true, max_selection: 2 });
  const sets = [side.id, drink.id, topping.id];
  const burger = await product('Burger', 11, { taxes: [tax], option_sets: sets, sku: 'BURGER' });
  const soup = await product('Soup', 4);
  const menu = {
    client,
    site,
    tax,
    burger,
    soup,
    fries,
    salad,
    cola,
    water,
    small,
    large,
    ice,
    onion,
    cheese,
  };
  return {
    ...menu,
    side,
    drink,
    topping,
    size,
    cooling,
    order: (fields = {}) => make(client, 'orders', { site_id: site, ...fields }),
    read: (order) => read(client, `orders/${order.id}`),
  };
}

/** A set with its choices: products, or products with fields of their own. */
export function choose(set: Json, ...options: readonly (Json | readonly [Json, object])[]): Json {
  return {
    option_set_id: set.id,
    options: options.map((each) => {
      const [product, fields] = Array.isArray(each) ? each : [each, {}];
      return { product_id: product.id, ...fields };
    }),
  };
}

/** The lines of an order in a word each: `1 Burger, 2* Fries x2`; a star is for lines of option sets. */
export function linesOf({ lines }: Json): string {
  return lines
    .map(
      (line: Json) =>
        `${line.number}${line.part_of_option_set ? '*' : ''} ${line.product.name}${line.quantity === 1 ? '' : ` x${line.quantity}`}`,
    )
    .join(', ');
}

/** The option sets of an order in a word each: `1 Side of 1 (Fries 2, No Onion 3)`. */
export function setsOf({ options }: Json): string {
  return options.map(setWord).join(', ');
}

function setWord(set: Json): string {
  const options = set.options.map((option: Json) => {
    const nested = option.option_sets.map(setWord).join(', ');
    const instructions = option.instructions === null ? '' : `${option.instructions} `;
    return `${instructions}${option.name} ${option.line_number}${nested === '' ? '' : ` [${nested}]`}`;
  });
  return `${set.number} ${set.name} of ${set.line_number} (${options.join(', ')})`;
}
