import assert from 'node:assert/strict';
import type { Route } from '#src/edge/route.ts';
import type { Answer, Card, Client, Json, Service } from '#test/harness/service.ts';
import { make } from '../helpers.ts';
import { screenOf } from '../screens.ts';

/** What a call of a route is made with; its path is the route's, with `params` filled in. */
export interface Arranged {
  readonly params?: Readonly<Record<string, string>>;
  /** With its question mark. */
  readonly query?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Headers that are not sent. */
  readonly without?: readonly string[];
  /** A text that only this company's answer may hold. */
  readonly marker?: string;
}

/** What the cases work with. */
export interface World {
  readonly service: Service;
  readonly card: Card;
  readonly client: Client;
  /** The company's owner at a screen, who calls the routes of the scope `admin`. */
  readonly owner: Client;
  readonly site: string;
  readonly register: string;
  readonly staff: string;
  readonly tax: string;
  readonly cash: string;
  readonly customer: string;
  readonly product: string;
  /** Creates a record and gives it as it was answered. */
  make(path: string, body: unknown): Promise<Json>;
  /** Places an order of one product. */
  order(fields?: Readonly<Record<string, unknown>>): Promise<Json>;
  /** A text that was never used before. */
  unique(): string;
}

/** How one route is tested: a call that succeeds and one that is refused. */
export interface RouteCase {
  /** Makes what the call needs, afresh each time. */
  readonly arrange?: (world: World) => Arranged | Promise<Arranged>;
  readonly status: number;
  /** Throws unless the answer has the fields characteristic of this route. */
  readonly shows: (answer: Answer, arranged: Arranged, world: World) => void;
  /** Waits for what the service does after it has answered. */
  readonly settles?: (arranged: Arranged, world: World) => Promise<void>;
  readonly refusal: {
    readonly arrange: (world: World) => Arranged | Promise<Arranged>;
    readonly status: number;
    readonly error: string;
    readonly field?: string;
  };
}

/** Cases by the route they test: `GET /companies/:company_id/sites`. */
export type RouteCases = Readonly<Record<string, RouteCase>>;

/** Begins the paths of nearly all routes. */
export const C = '/companies/:company_id';

/** The name of a route in the tables of cases: its path without the patterns of its parameters. */
export function nameOf({ method, path }: Pick<Route, 'method' | 'path'>): string {
  return `${method} ${path.replace(/\([^)]*\)/g, '')}`;
}

/** A route's path with its parameters filled in. */
export function pathOf(template: string, company: string, { params = {}, query = '' }: Arranged): string {
  const path = template.replace(/\([^)]*\)/g, '').replace(/:(\w+)|\*/g, (found, name: string | undefined) => {
    if (name === 'company_id') return company;
    const value = params[name ?? '*'];
    assert.ok(value !== undefined, `The case does not say what ${found} is.`);
    return value;
  });
  return `/v1${path}${query}`;
}

/** Who calls a route in its case. */
export function callerOf({ scope }: Pick<Route, 'scope'>, world: Pick<World, 'client' | 'owner'>): Client {
  return scope === 'admin' ? world.owner : world.client;
}

/** Gathers what the cases of a service work with. */
export async function createWorld(service: Service): Promise<World> {
  const { client, card } = service;
  const site = String(card.sites[0].id);
  // One that is ordered as it stands: the menu's pizzas are templates and their variants.
  const product = await make(client, `sites/${site}/products`, {
    ...{ name: 'Plain', sku: 'plain', unit_price: 5, is_sold: true },
    availability: { is_available: true },
  });
  let count = 0;
  return {
    service,
    card,
    client,
    owner: (await screenOf(service, card)).client,
    site,
    register: String(card.sites[0].registers[0].id),
    staff: String(card.staff[0].id),
    tax: String(card.taxes[0].id),
    cash: String(card.payment_methods[0].id),
    customer: String(card.customers[0].id),
    product: product.id_str,
    make: (path, body) => make(client, path, body),
    order: (fields = {}) =>
      make(client, 'orders', { site_id: site, lines: [{ product_id: product.id }], ...fields }),
    unique: () => `Unique ${++count} of ${service.engine}`,
  };
}
