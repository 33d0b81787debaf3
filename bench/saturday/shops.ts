// Companies with their sites, made by the command line and the API, and the requests of an evening to them.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { type Operation, TRADE } from './trade.ts';

const root = dirname(dirname(import.meta.dirname));
const ME = '/v1/companies/me';
const PRICE = 12.5;
/** What a register reads of the menu and of orders at a time. */
const MENU_PAGE = 500;
const ORDERS_PAGE = 200;
const PARTS = 'lines,options,payments,customer';

/** An answer, read whole. */
export interface Reply {
  readonly status: number;
  readonly text: string;
  readonly next?: string | undefined;
}

/** Sends a request with a token; the path begins with /v1. Rejects where no whole answer came. */
export type Send = (
  token: string,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: unknown,
  key?: string,
) => Promise<Reply>;

/** A company of the simulation. */
export interface Company {
  readonly token: string;
  readonly method: number;
}

/** A site of the simulation. */
export interface Site {
  readonly company: Company;
  readonly id: number;
  readonly register: number;
  readonly products: readonly number[];
}

/** What the command line says of a new company. */
export interface Card {
  readonly sites: readonly { readonly id: number; readonly registers: readonly { readonly id: number }[] }[];
  readonly payment_methods: readonly { readonly id: number }[];
  readonly addon: { readonly access_token: string };
}

/** Makes a company by the command line, in the database of a service. */
export function makeCompany(name: string, dataDir: string, databaseUrl: string | undefined): Card {
  const args = [
    'company',
    'create',
    '--name',
    name,
    '--currency',
    'EUR',
    '--timezone',
    'Europe/Berlin',
    '--json',
  ];
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'src/cli.ts'), ...args], {
    encoding: 'utf8',
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '', SANDBOX: 'off' },
  });
  if (status !== 0) throw new Error(`company create: ${stderr}`);
  return JSON.parse(stdout) as Card;
}

/** Makes the menu of a company and so many sites, by the API. */
export async function makeSites(send: Send, card: Card, count: number): Promise<Site[]> {
  const token = card.addon.access_token;
  const make = async (method: 'POST' | 'PUT', path: string, body: unknown) => {
    const { status, text } = await send(token, method, `${ME}/${path}`, body);
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
    return (JSON.parse(text) as { id: number }).id;
  };
  const company = { token, method: card.payment_methods[0]?.id ?? 0 };
  const products: number[] = [];
  for (let at = 1; at <= TRADE.products.value; at++)
    products.push(await make('POST', 'products', { name: `Dish ${at}`, unit_price: PRICE }));
  const sites: Site[] = [];
  for (let at = 0; at < count; at++) {
    const first = at === 0 ? card.sites[0] : undefined;
    const id = first?.id ?? (await make('POST', 'sites', { name: `Site ${at + 1}` }));
    const register =
      first?.registers[0]?.id ?? (await make('POST', 'registers', { name: `Till ${at + 1}`, site_id: id }));
    await make('PUT', `sites/${id}`, { kitchen_tickets: true });
    for (const product of products)
      await make('PUT', `sites/${id}/products/${product}`, { availability: { is_available: true } });
    sites.push({ company, id, register, products });
  }
  return sites;
}

/** What is known of an order that was placed. */
export interface Placed {
  readonly id: string;
  readonly lines: number;
  /** Its newest ticket in the kitchen, once that was looked up. */
  readonly ticket?: string | undefined;
}

/** A request as it is sent. */
export interface Request {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly body?: unknown;
}

const get = (path: string): Request => ({ method: 'GET', path: `${ME}/${path}` });
const post = (path: string, body: unknown): Request => ({ method: 'POST', path: `${ME}/${path}`, body });

/** The request of an operation at a site: `placed` where it is about an order, `note` and `lines` where one is placed. */
export function requestOf(
  operation: Operation,
  { company, id, register, products }: Site,
  about: {
    readonly placed?: Placed | undefined;
    readonly note?: string;
    readonly lines?: number;
    readonly day: string;
  },
): Request {
  const { placed, note = '', lines = 1, day } = about;
  const order = placed?.id ?? '0';
  const wanted = Array.from({ length: lines }, (_, at) => ({ product_id: products[at % products.length] }));
  const head = { site_id: id, register_id: register, notes: note, lines: wanted };
  const payment = (of: number) => ({ method_id: company.method, amount: of * PRICE });
  switch (operation) {
    case 'sale':
      return post('orders', { ...head, status: 'PENDING', payments: [payment(lines)] });
    case 'open':
      return post('orders', { ...head, status: 'PENDING' });
    case 'lines':
      return post(`orders/${order}/lines`, { product_id: products[0] });
    case 'pay':
      return post(`orders/${order}/payments`, payment(placed?.lines ?? 1));
    case 'bump':
      return post(`sites/${id}/tickets/${placed?.ticket ?? '0'}/bump`, {});
    case 'ticket':
      // A kitchen knows the ticket by its event; here it is looked up by its order the first time.
      return get(
        placed?.ticket === undefined ? `orders/${order}/tickets` : `sites/${id}/tickets/${placed.ticket}`,
      );
    case 'tickets':
      return get(`sites/${id}/tickets?state=open&limit=${MENU_PAGE}`);
    case 'submitted':
      return get(`sites/${id}/orders/submitted?limit=${ORDERS_PAGE}&fields=${PARTS}`);
    case 'openOrders':
      return get(`sites/${id}/orders/on_hold/accepted/pending?limit=${ORDERS_PAGE}&fields=${PARTS}`);
    case 'menu':
      return get(`sites/${id}/products?sold=1&limit=${MENU_PAGE}`);
    case 'token':
      return get(`sites/${id}`);
    case 'order':
      return get(`orders/${order}`);
    case 'report':
      return get(`reports/day?from=${day}&to=${day}`);
  }
}
