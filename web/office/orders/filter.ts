// What the list of orders is narrowed by: kept in the page's address, turned into a list of the API.

import { ExactNumber, type Input } from '#clients/typescript/index.ts';
import { ORDER_STATUSES } from '#src/orders/rules/status.ts';
import type { OrderStatus } from '../../shared/order-words.ts';

/** The filters of the API's order lists that the screen offers, by their name in the page's address. */
export interface OrderFilter {
  readonly statuses: readonly OrderStatus[];
  readonly site: string | null;
  readonly register: string | null;
  readonly staff: string | null;
  readonly customer: string | null;
  readonly createdFrom: string | null;
  readonly createdTo: string | null;
  readonly valueFrom: string | null;
  readonly valueTo: string | null;
  readonly discounted: boolean;
  readonly linked: boolean;
  readonly deleted: boolean;
}

const ID = /^\d{1,19}$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const NUMBER = /^-?\d{1,10}(?:\.\d{1,8})?$/;

/** Reads the page's query; what does not fit is as if it were not there. */
export function readFilter(query: URLSearchParams): OrderFilter {
  const read = (name: string, pattern: RegExp): string | null => {
    const text = query.get(name);
    return text !== null && pattern.test(text) ? text : null;
  };
  const words = (query.get('status') ?? '').split(',');
  return {
    statuses: ORDER_STATUSES.filter((status) => words.includes(status.toLowerCase())),
    site: read('site', ID),
    register: read('register', ID),
    staff: read('staff', ID),
    customer: read('customer', ID),
    createdFrom: read('from', DAY),
    createdTo: read('to', DAY),
    valueFrom: read('min', NUMBER),
    valueTo: read('max', NUMBER),
    discounted: query.get('discounted') === '1',
    linked: query.get('linked') === '1',
    deleted: query.get('deleted') === '1',
  };
}

/** The page's query for a filter. */
export function writeFilter(filter: OrderFilter): URLSearchParams {
  const query = new URLSearchParams();
  const put = (name: string, value: string | null) => {
    if (value !== null && value !== '') query.set(name, value);
  };
  put('status', filter.statuses.map((status) => status.toLowerCase()).join(','));
  put('site', filter.site);
  put('register', filter.register);
  put('staff', filter.staff);
  put('customer', filter.customer);
  put('from', filter.createdFrom);
  put('to', filter.createdTo);
  put('min', filter.valueFrom);
  put('max', filter.valueTo);
  put('discounted', filter.discounted ? '1' : null);
  put('linked', filter.linked ? '1' : null);
  put('deleted', filter.deleted ? '1' : null);
  return query;
}

/** The list that a filter stands for: the parts of its path (reference: orders.40, orders.41) and its query. */
export interface FilteredList {
  readonly input: Input<'listOrders'>;
  /** The path, made from that of all orders. */
  readonly at: (path: string) => string;
}

/**
 * The API's list for a filter. A day means the site's day: sent as local times, which the service reads in the zone of
 * the site, or of the company.
 */
export function listOf(filter: OrderFilter): FilteredList {
  const { site, register, staff, customer, createdFrom, createdTo, valueFrom, valueTo } = filter;
  const path = [
    ...(site === null ? [] : ['sites', site]),
    ...(register === null ? [] : ['registers', register]),
    ...(staff === null ? [] : ['staff', staff]),
    ...(customer === null ? [] : ['customers', customer]),
    'orders',
    ...filter.statuses.map((status) => status.toLowerCase()),
    ...(filter.discounted ? ['discounted'] : []),
    ...(filter.linked ? ['linkedcustomer'] : []),
    ...(filter.deleted ? ['deleted'] : []),
  ].join('/');
  return {
    input: {
      ...(createdFrom === null ? {} : { created_gte: `${createdFrom}T00:00:00` }),
      ...(createdTo === null ? {} : { created_lte: `${createdTo}T23:59:59.999999` }),
      ...(valueFrom === null ? {} : { value_gte: new ExactNumber(valueFrom) }),
      ...(valueTo === null ? {} : { value_lte: new ExactNumber(valueTo) }),
      fields: ['customer'],
    },
    at: (all) => all.replace(/\/orders(?=\?|$)/, `/${path}`),
  };
}
