import { RIGHTS, type Right } from '#src/company/rules/rights.ts';
import type { Client, Json, Service } from '#test/harness/service.ts';
import { change, make, read, secondAddon } from './helpers.ts';
import { openShop, type Shop } from './order-helpers.ts';

// One act for every permission of every call that may need one (reference: staff.19): the cells of the matrix.

/** What acts are arranged in. */
export interface Ground {
  readonly shop: Shop;
  /** The add-on of a payment method that takes requests. */
  readonly terminal: Client;
  readonly method: Json;
  /** Prints pass-thru orders. */
  readonly printer: Json;
  /** A set of an option at 2 and one at 1, of a product that has it. */
  readonly set: Json;
  readonly menu: Json;
}

/** A call. */
export interface Attempt {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
  /** What is read where that is not JSON. */
  readonly accept?: string;
  /** The order that it changes; undefined where it makes one, or is about none. */
  readonly order?: string;
}

/** Something that needs one permission. */
export interface Act {
  readonly name: string;
  /** Its route below the company: `PUT orders/:order_id`. */
  readonly route: string;
  readonly right: Right;
  /** Other permissions that it needs as well. */
  readonly besides?: readonly Right[];
  /** Answers the call, as an add-on arranges it. */
  readonly arrange: (ground: Ground) => Promise<Attempt>;
  /** The add-on that may do it; the shop's unless it says another. */
  readonly addon?: (ground: Ground) => Client;
}

/** Opens a shop with everything that acts are about. */
export async function openGround(service: Service): Promise<Ground> {
  const shop = await openShop(service);
  const { client, site, soup, tea } = shop;
  const terminal = await secondAddon(service);
  const method = await make(terminal, 'payment_methods', {
    ...{ name: 'Terminal', kind: 'addon', takes_requests: true },
  });
  const printer = await make(client, 'registers', { name: 'Printer', site_id: site });
  const set = await make(client, 'optionsets', {
    name: 'Side',
    options: [
      { product_id: soup.id, price_ex_tax: 2 },
      { product_id: tea.id, price_ex_tax: 1 },
    ],
  });
  const menu = await make(client, `sites/${site}/products`, {
    ...{ name: 'Menu', unit_price: 8, option_sets: [set.id] },
  });
  return { shop, terminal, method, printer, set, menu };
}

type Fields = Readonly<Record<string, unknown>>;

const held = ({ shop }: Ground, fields: Fields = {}): Promise<Json> =>
  shop.order({ status: 'ON_HOLD', lines: [{ product_id: shop.soup.id, quantity: 2 }], ...fields });
const paid = ({ shop }: Ground, amount: number) => ({ payments: [{ method_id: shop.cash, amount }] });
const line = ({ shop }: Ground, fields: Fields = {}) => ({
  lines: [{ product_id: shop.soup.id, quantity: 2, ...fields }],
});
const making = async ({ shop }: Ground, fields: Fields): Promise<Attempt> => ({
  method: 'POST',
  path: 'orders',
  body: { site_id: shop.site, status: 'ON_HOLD', ...fields },
});
/** A call about an order that is there; `tail` is the rest of its path. */
const about = ({ id_str: order }: Json, method: string, tail: string, body?: object): Attempt => ({
  ...{ method, path: `orders/${order}${tail}`, order },
  ...(body === undefined ? {} : { body }),
});
/** A PENDING order for 10 and 4 of which 10 are paid: with 4 less to pay it completes. */
const nearlyPaid = ({ shop }: Ground, fields: Fields = {}): Promise<Json> =>
  shop.order({
    status: 'PENDING',
    lines: [{ product_id: shop.soup.id }, { product_id: shop.tea.id, ...fields }],
    payments: [{ method_id: shop.cash, amount: 10 }],
  });
const returned = (ground: Ground): Promise<Json> =>
  held(ground, { lines: [{ product_id: ground.shop.soup.id, quantity: -1 }] });
/** An order of the menu with an option chosen. */
const chosen = ({ shop, set, menu }: Ground, product: Json, fields: Fields = {}): Promise<Json> =>
  shop.order({
    status: 'ON_HOLD',
    lines: [
      {
        product_id: menu.id,
        option_sets: [{ option_set_id: set.id, options: [{ product_id: product.id }] }],
      },
    ],
    ...fields,
  });

async function drawer({ shop }: Ground): Promise<Json> {
  const register = await make(shop.client, 'registers', { name: 'Drawer', site_id: shop.site });
  return make(shop.client, 'shifts', { register_id: register.id, float: 100 });
}
async function counted(ground: Ground): Promise<Json> {
  const shift = await drawer(ground);
  await ground.shop.client.post(`shifts/${shift.id}/close`, { counted: 100 });
  return shift;
}
const moving = async (ground: Ground, body: object): Promise<Attempt> => ({
  method: 'POST',
  path: `shifts/${(await drawer(ground)).id_str}/movements`,
  body,
});
/** Asks for the money of an order, or to give it back. */
const asking = ({ method, printer }: Ground, order: Json, fields: Fields): Attempt => ({
  method: 'POST',
  path: 'payment_requests',
  body: { order_id: order.id, method_id: method.id, register_id: printer.id, ...fields },
  order: order.id_str,
});
/** A payment request of which nobody knows what has become. */
async function unknownRequest(ground: Ground): Promise<Attempt> {
  const order = await held(ground, { status: 'PENDING' });
  const { path, body } = asking(ground, order, {});
  const { id } = await make(ground.shop.client, path, body);
  await change(ground.terminal, `payment_requests/${id}`, { status: 'unknown' });
  const settled = { status: 'declined', reason: 'The terminal is gone' };
  return { method: 'PUT', path: `payment_requests/${id}`, body: settled, order: order.id_str };
}
/** The print job of an order that is paid and waits for its paper. */
async function waitingJob(ground: Ground): Promise<Attempt> {
  const { shop } = ground;
  await make200(shop.client, `registers/${shop.register}/heartbeat`);
  const fields = { pass_thru_printing: true, pass_thru_printing_register: shop.register };
  const order = await held(ground, { ...paid(ground, 20), ...fields });
  const claimed = await shop.client.post(`registers/${shop.register}/print_jobs/claim`, { agent: 'here' });
  const job = claimed.json.jobs.find((each: Json) => each.order_id_str === order.id_str);
  const body = { agent: 'here', attempt: job.attempt };
  return {
    ...{ method: 'POST', path: `registers/${shop.register}/print_jobs/${job.id_str}/printed`, body },
    order: order.id_str,
  };
}
async function make200(client: Client, path: string): Promise<void> {
  const answer = await client.post(path, {});
  if (answer.status >= 300) throw new Error(answer.text);
}

const TYPES = { pdf: 'application/pdf', stream: 'text/event-stream', csv: 'text/csv' } as const;
const get = (path: (ground: Ground) => string | Promise<string>) => async (ground: Ground) => {
  const asked = await path(ground);
  const [, kind] = /\/(pdf|stream|csv)\b/.exec(asked) ?? [];
  const attempt = { method: 'GET', path: asked };
  return kind === undefined ? attempt : { ...attempt, accept: TYPES[kind as keyof typeof TYPES] };
};

const ORDERS: readonly Act[] = [
  {
    name: 'make a complete order',
    ...{ route: 'POST orders', right: 'FinishSale' },
    arrange: (ground) => making(ground, { ...line(ground), status: 'COMPLETE' }),
  },
  {
    name: 'make an order with an amount off',
    ...{ route: 'POST orders', right: 'MakeDiscount' },
    arrange: (ground) => making(ground, { ...line(ground), price_fixed_variation: -1 }),
  },
  {
    name: 'give a line away',
    ...{ route: 'POST orders', right: 'ApplyComp' },
    arrange: (ground) =>
      making(ground, {
        lines: [{ product_id: ground.shop.tea.id }, { product_id: ground.shop.soup.id, price_variation: 0 }],
      }),
  },
  {
    name: 'sell at another price',
    ...{ route: 'POST orders', right: 'ChangePrice' },
    arrange: (ground) => making(ground, line(ground, { unit_price: 9 })),
  },
  {
    name: 'sell without taxes',
    ...{ route: 'POST orders', right: 'OverrideTax' },
    arrange: (ground) => making(ground, { ...line(ground), tax_exempt: { number: 'E', reason: null } }),
  },
  {
    name: 'refund a sale',
    ...{ route: 'POST orders', right: 'Refund' },
    arrange: async (ground) => {
      const { shop } = ground;
      const sale = await shop.order({
        ...{ status: 'COMPLETE', lines: [{ product_id: shop.soup.id }] },
        ...paid(ground, 10),
      });
      return making(ground, {
        original_order_id_str: sale.id_str,
        lines: [{ product_id: shop.soup.id, quantity: -1 }],
        ...paid(ground, -10),
      });
    },
  },
  {
    name: 'take something back without its receipt',
    ...{ route: 'POST orders', right: 'RefundWithoutReceipt' },
    arrange: (ground) => making(ground, { lines: [{ product_id: ground.shop.soup.id, quantity: -1 }] }),
  },
  {
    name: 'complete an order',
    ...{ route: 'PUT orders/:order_id', right: 'FinishSale' },
    arrange: async (ground) => about(await held(ground), 'PUT', '', { status: 'COMPLETE' }),
  },
  {
    name: 'make an order cheaper',
    ...{ route: 'PUT orders/:order_id', right: 'MakeDiscount' },
    arrange: async (ground) => about(await held(ground), 'PUT', '', { price_variation: 0.9 }),
  },
  {
    name: 'give an order away',
    ...{ route: 'PUT orders/:order_id', right: 'ApplyComp' },
    arrange: async (ground) => about(await held(ground), 'PUT', '', { price_variation: 0 }),
  },
  {
    name: 'take its whole price off',
    ...{ route: 'PUT orders/:order_id', right: 'ApplyComp' },
    arrange: async (ground) => about(await held(ground), 'PUT', '', { price_fixed_variation: -20 }),
  },
  {
    name: 'leave taxes out',
    ...{ route: 'PUT orders/:order_id', right: 'OverrideTax' },
    arrange: async (ground) =>
      about(await held(ground), 'PUT', '', { tax_exempt: { number: 'E', reason: null } }),
  },
  {
    name: 'reject what was accepted',
    ...{ route: 'PUT orders/:order_id', right: 'DeleteHeldOrder' },
    arrange: async (ground) =>
      about(await held(ground, { status: 'ACCEPTED' }), 'PUT', '', { status: 'REJECTED' }),
  },
  {
    name: 'delete an order',
    ...{ route: 'DELETE orders/:order_id', right: 'DeleteHeldOrder' },
    arrange: async (ground) => about(await held(ground), 'DELETE', ''),
  },
  {
    name: 'pay an order with what is paid of another',
    ...{ route: 'POST orders/:order_id/merge', right: 'FinishSale' },
    arrange: async (ground) => {
      const fields = { status: 'PENDING', complete_when_paid: false };
      const other = await held(ground, { ...fields, lines: [], ...paid(ground, 20) });
      const order = await held(ground, { status: 'PENDING' });
      return about(order, 'POST', '/merge', { order_ids: [other.id] });
    },
  },
];

const PARTS: readonly Act[] = [
  {
    name: 'add what makes less to pay than is paid',
    ...{ route: 'POST orders/:order_id/lines', right: 'FinishSale', besides: ['RefundWithoutReceipt'] },
    arrange: async (ground) => {
      const body = { product_id: ground.shop.tea.id, quantity: -1 };
      return about(await nearlyPaid(ground), 'POST', '/lines', body);
    },
  },
  {
    name: 'add a line with an amount off',
    ...{ route: 'POST orders/:order_id/lines', right: 'MakeDiscount' },
    arrange: async (ground) => {
      const body = { product_id: ground.shop.tea.id, price_fixed_variation: -1 };
      return about(await held(ground), 'POST', '/lines', body);
    },
  },
  {
    name: 'add a line for nothing',
    ...{ route: 'POST orders/:order_id/lines', right: 'ApplyComp' },
    arrange: async (ground) => {
      const body = { product_id: ground.shop.tea.id, price_variation: 0 };
      return about(await held(ground), 'POST', '/lines', body);
    },
  },
  {
    name: 'add a line at another price',
    ...{ route: 'POST orders/:order_id/lines', right: 'ChangePrice' },
    arrange: async (ground) => {
      const body = { product_id: ground.shop.tea.id, unit_price_inc_tax: 3 };
      return about(await held(ground), 'POST', '/lines', body);
    },
  },
  {
    name: 'add a line without its taxes',
    ...{ route: 'POST orders/:order_id/lines', right: 'OverrideTax' },
    arrange: async (ground) => {
      const body = { product_id: ground.shop.tea.id, taxes: [] };
      return about(await held(ground), 'POST', '/lines', body);
    },
  },
  {
    name: 'add a return to an order',
    ...{ route: 'POST orders/:order_id/lines', right: 'RefundWithoutReceipt' },
    arrange: async (ground) => {
      const body = { product_id: ground.shop.tea.id, quantity: -1 };
      return about(await held(ground), 'POST', '/lines', body);
    },
  },
  {
    name: 'sell less than is paid',
    ...{ route: 'PUT orders/:order_id/lines/:number', right: 'FinishSale', besides: ['Void'] },
    arrange: async (ground) =>
      about(await nearlyPaid(ground, { quantity: 2 }), 'PUT', '/lines/2', { quantity: 0.001 }),
  },
  {
    name: 'make a line cheaper',
    ...{ route: 'PUT orders/:order_id/lines/:number', right: 'MakeDiscount' },
    arrange: async (ground) => about(await held(ground), 'PUT', '/lines/1', { price_variation: 0.5 }),
  },
  {
    name: 'take more off a line',
    ...{ route: 'PUT orders/:order_id/lines/:number', right: 'MakeDiscount' },
    arrange: async (ground) => {
      const order = await held(ground, line(ground, { price_fixed_variation: -1 }));
      return about(order, 'PUT', '/lines/1', { price_fixed_variation: -2 });
    },
  },
  {
    name: 'give a line of an order away',
    ...{ route: 'PUT orders/:order_id/lines/:number', right: 'ApplyComp' },
    arrange: async (ground) => about(await held(ground), 'PUT', '/lines/1', { price_variation: 0 }),
  },
  {
    name: 'change the price of a line',
    ...{ route: 'PUT orders/:order_id/lines/:number', right: 'ChangePrice' },
    arrange: async (ground) => about(await held(ground), 'PUT', '/lines/1', { unit_price: 11 }),
  },
  {
    name: 'change the taxes of a line',
    ...{ route: 'PUT orders/:order_id/lines/:number', right: 'OverrideTax' },
    arrange: async (ground) => {
      const tax = await make(ground.shop.client, 'taxes', { code: 'T', name: 'Tax', rate: 0.1 });
      return about(await held(ground), 'PUT', '/lines/1', { taxes: [tax.id] });
    },
  },
  {
    name: 'sell less of a line',
    ...{ route: 'PUT orders/:order_id/lines/:number', right: 'Void' },
    arrange: async (ground) => about(await held(ground), 'PUT', '/lines/1', { quantity: 1 }),
  },
  {
    name: 'take more back',
    ...{ route: 'PUT orders/:order_id/lines/:number', right: 'RefundWithoutReceipt' },
    arrange: async (ground) => about(await returned(ground), 'PUT', '/lines/1', { quantity: -2 }),
  },
  {
    name: 'remove what is not paid',
    ...{ route: 'DELETE orders/:order_id/lines/:number', right: 'FinishSale', besides: ['Void'] },
    arrange: async (ground) => about(await nearlyPaid(ground), 'DELETE', '/lines/2'),
  },
  {
    name: 'remove a line',
    ...{ route: 'DELETE orders/:order_id/lines/:number', right: 'Void' },
    arrange: async (ground) => about(await held(ground), 'DELETE', '/lines/1'),
  },
  {
    name: 'choose at another price',
    ...{ route: 'POST orders/:order_id/optionsets', right: 'ChangePrice' },
    arrange: async (ground) => {
      const order = await held(ground, { lines: [{ product_id: ground.menu.id }] });
      const options = [{ product_id: ground.shop.tea.id, unit_price: 0.5 }];
      return about(order, 'POST', '/optionsets', {
        line_number: 1,
        ...{ option_set_id: ground.set.id, options },
      });
    },
  },
  {
    name: 'choose anew at another price',
    ...{ route: 'PUT orders/:order_id/optionsets/:number', right: 'ChangePrice' },
    arrange: async (ground) => {
      const options = [{ product_id: ground.shop.tea.id, unit_price: 0.5 }];
      const order = await chosen(ground, ground.shop.soup);
      return about(order, 'PUT', '/optionsets/1', { option_set_id: ground.set.id, options });
    },
  },
  {
    name: 'choose what is cheaper, and is paid',
    ...{ route: 'PUT orders/:order_id/optionsets/:number', right: 'FinishSale' },
    arrange: async (ground) => {
      const order = await chosen(ground, ground.shop.soup, { status: 'PENDING', ...paid(ground, 9) });
      const options = [{ product_id: ground.shop.tea.id }];
      return about(order, 'PUT', '/optionsets/1', { option_set_id: ground.set.id, options });
    },
  },
  {
    name: 'leave out what is not paid',
    ...{ route: 'DELETE orders/:order_id/optionsets/:number', right: 'FinishSale' },
    arrange: async (ground) => {
      const order = await chosen(ground, ground.shop.soup, { status: 'PENDING', ...paid(ground, 8) });
      return about(order, 'DELETE', '/optionsets/1');
    },
  },
  {
    name: 'take a payment',
    ...{ route: 'POST orders/:order_id/payments', right: 'FinishSale' },
    arrange: async (ground) =>
      about(await held(ground), 'POST', '/payments', { method_id: ground.shop.cash, amount: 5 }),
  },
  {
    name: 'give a payment back',
    ...{ route: 'POST orders/:order_id/payments', right: 'Refund' },
    arrange: async (ground) => {
      const body = { method_id: ground.shop.cash, amount: -5 };
      return about(await held(ground, paid(ground, 5)), 'POST', '/payments', body);
    },
  },
  {
    name: 'pay for what came back without a receipt',
    ...{ route: 'POST orders/:order_id/payments', right: 'RefundWithoutReceipt' },
    arrange: async (ground) => {
      const body = { method_id: ground.shop.cash, amount: -10 };
      return about(await returned(ground), 'POST', '/payments', body);
    },
  },
  {
    name: 'change a payment that was taken',
    ...{ route: 'PUT orders/:order_id/payments/:number', right: 'ModifySales' },
    arrange: async (ground) => about(await held(ground, paid(ground, 5)), 'PUT', '/payments/1', { tip: 2 }),
  },
  {
    name: 'have money taken',
    ...{ route: 'POST payment_requests', right: 'FinishSale' },
    arrange: async (ground) => asking(ground, await held(ground, { status: 'PENDING' }), {}),
  },
  {
    name: 'have money given back',
    ...{ route: 'POST payment_requests', right: 'Refund' },
    arrange: async (ground) =>
      asking(ground, await held(ground, paid(ground, 5)), { kind: 'refund', amount: 5 }),
  },
  {
    name: 'have money given back without a receipt',
    ...{ route: 'POST payment_requests', right: 'RefundWithoutReceipt' },
    arrange: async (ground) => asking(ground, await returned(ground), { kind: 'refund' }),
  },
  {
    name: 'settle a payment request by hand',
    ...{ route: 'PUT payment_requests/:payment_request_id', right: 'ModifySales' },
    arrange: unknownRequest,
    addon: ({ terminal }) => terminal,
  },
  {
    name: 'complete what is paid by its paper',
    ...{ route: 'POST registers/:register_id/print_jobs/:job_id/printed', right: 'FinishSale' },
    arrange: waitingJob,
  },
];

const DRAWERS: readonly Act[] = [
  {
    name: 'put cash in',
    ...{ route: 'POST shifts/:shift_id/movements', right: 'CashIn' },
    arrange: (ground) => moving(ground, { kind: 'in', amount: 5, reason: 'Change' }),
  },
  {
    name: 'take cash out',
    ...{ route: 'POST shifts/:shift_id/movements', right: 'CashOut' },
    arrange: (ground) => moving(ground, { kind: 'out', amount: 5, reason: 'Bank' }),
  },
  {
    name: 'open the drawer',
    ...{ route: 'POST shifts/:shift_id/movements', right: 'OpenCashDrawer' },
    arrange: (ground) => moving(ground, { kind: 'no_sale' }),
  },
  {
    name: 'see what a shift comes to',
    ...{ route: 'GET shifts/:shift_id/report', right: 'XReport' },
    arrange: get(async (ground) => `shifts/${(await drawer(ground)).id_str}/report`),
  },
  {
    name: 'see what a shift came to',
    ...{ route: 'GET shifts/:shift_id/report', right: 'ZReport' },
    arrange: get(async (ground) => `shifts/${(await counted(ground)).id_str}/report`),
  },
  ...[
    ['reports/journal', 'reports/journal'],
    ['reports/journal/csv', 'reports/journal/csv'],
    ['reports/:by/csv', 'reports/tender/csv'],
  ].map(([path, at]) => ({
    name: `see what was paid: ${path}`,
    ...{ route: `GET ${path}`, right: 'XReport' as const },
    arrange: get(({ shop }) => `${at}?site_id=${shop.site}`),
  })),
  {
    name: 'close a shift',
    ...{ route: 'POST shifts/:shift_id/close', right: 'ZReport' },
    arrange: async (ground) => ({
      ...{ method: 'POST', path: `shifts/${(await drawer(ground)).id_str}/close`, body: { counted: 100 } },
    }),
  },
  ...[
    ['cashups', () => 'cashups'],
    ['cashups/unprocessed', () => 'cashups/unprocessed'],
    ['cashups/since/:date', () => 'cashups/since/2026-01-01'],
    ['sites/:site_id/cashups', ({ shop }: Ground) => `sites/${shop.site}/cashups`],
    ['registers/:register_id/cashups', ({ shop }: Ground) => `registers/${shop.register}/cashups`],
    ['cashups/:cashup_id', async (ground: Ground) => `cashups/${(await counted(ground)).id_str}`],
    ['cashups/:cashup_id/pdf', async (ground: Ground) => `cashups/${(await counted(ground)).id_str}/pdf`],
    ['events', () => 'events?topic=cashups/created'],
    ['events/stream', () => 'events/stream?topic=orders/created,cashups/updated'],
  ].map(([path, at]) => ({
    name: `read ${path}`,
    ...{ route: `GET ${path}`, right: 'ZReport' as const },
    arrange: get(at as (ground: Ground) => string | Promise<string>),
  })),
  {
    name: 'take a cash-up over',
    ...{ route: 'PUT cashups/:cashup_id', right: 'ZReport' },
    arrange: async (ground) => ({
      ...{ method: 'PUT', path: `cashups/${(await counted(ground)).id_str}`, body: { processed: true } },
    }),
  },
];

/** Every cell of the matrix, some of them by several acts. */
export const ACTS: readonly Act[] = [...ORDERS, ...PARTS, ...DRAWERS];

/** All permissions but some. */
export const allBut = (...rights: readonly Right[]): readonly Right[] =>
  RIGHTS.filter((each) => !rights.includes(each));

/** The order that an act is about, as it is now. */
export const orderOf = ({ shop }: Ground, { order }: Attempt): Promise<Json | undefined> =>
  order === undefined ? Promise.resolve(undefined) : read(shop.client, `orders/${order}`);
