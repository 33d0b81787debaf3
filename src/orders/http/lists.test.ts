import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type PathFilter, parsePath } from './lists.ts';

const PLAIN: PathFilter = {
  owners: {},
  statuses: [],
  onAccount: false,
  discounted: false,
  deleted: false,
  linkedCustomer: false,
};

describe('the path of a list of orders', () => {
  const table: [path: string, filter: Partial<PathFilter>][] = [
    ['orders', {}],
    ['orders/complete', { statuses: ['COMPLETE'] }],
    ['orders/on_hold/pending', { statuses: ['ON_HOLD', 'PENDING'] }],
    ['orders/complete/complete', { statuses: ['COMPLETE'] }],
    ['orders/pending/accounts', { onAccount: true }],
    ['orders/complete/pending/accounts', { statuses: ['COMPLETE'], onAccount: true }],
    ['orders/pending/accounts/pending', { statuses: ['PENDING'], onAccount: true }],
    ['orders/discounted/deleted/linkedcustomer', { discounted: true, deleted: true, linkedCustomer: true }],
    ['sites/5/orders', { owners: { site: 5n } }],
    ['orders/sites/5', { owners: { site: 5n } }],
    ['sites/5/orders/sites/5', { owners: { site: 5n } }],
    [
      'sites/1/registers/2/staff/3/customers/9223372036854775807/orders/complete/discounted',
      {
        owners: { site: 1n, register: 2n, staff: 3n, customer: 9_223_372_036_854_775_807n },
        statuses: ['COMPLETE'],
        discounted: true,
      },
    ],
  ];
  for (const [path, filter] of table) {
    it(`${path} is one`, () => assert.deepEqual(parsePath(path), { ...PLAIN, ...filter }));
  }

  for (const path of [
    '',
    'sites/1',
    'orders/',
    '/orders',
    'orders/orders',
    'complete/orders',
    'orders/COMPLETE',
    'orders/accounts',
    'orders/complete/accounts',
    'orders/pending/discounted/accounts',
    'orders/sites',
    'orders/sites/0',
    'orders/sites/01',
    'orders/sites/9223372036854775808',
    'sites/1/sites/2/orders',
    'orders/5',
    'orders/constructor',
    'orders/toString/1',
    'tables/1/orders',
  ]) {
    it(`${path === '' ? 'nothing' : path} is none`, () => assert.equal(parsePath(path), undefined));
  }
});
