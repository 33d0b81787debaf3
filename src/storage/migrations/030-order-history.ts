import type { Migration } from '../migration.ts';

// Changes of orders as rows of their own: an order's state keeps its first one, and what was written before this.
export const orderHistory: Migration = {
  number: 30,
  name: 'order history',
  statements: (engine) => [
    `create table order_history (
      company_id bigint not null, order_id bigint not null, number bigint not null, entry text not null,
      primary key (company_id, order_id, number))${engine === 'sqlite' ? ' without rowid' : ''}`,
  ],
};
