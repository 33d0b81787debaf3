import type { Migration } from '../migration.ts';

// When orders were last paid, to find them by it; and whether prices below 0 are allowed.
export const datesAndPrices: Migration = {
  number: 29,
  name: 'dates and prices',
  statements: (engine) => {
    const latest =
      engine === 'sqlite'
        ? `select max(cast(json_extract(p.value, '$.created_at') as bigint)) from json_each(orders.state, '$.payments') p`
        : `select max(cast(p ->> 'created_at' as bigint)) from jsonb_array_elements(orders.state::jsonb -> 'payments') p`;
    return [
      `alter table companies add column negative_prices smallint not null default 0`,
      `alter table sites add column negative_prices text`,
      `alter table orders add column paid_at bigint`,
      `update orders set paid_at = (${latest})`,
      `create index orders_by_paid on orders (company_id, paid_at, id) where deleted = 0`,
      // Payments are in the day on which they were made: reports count all orders anew.
      `update report_positions set position = 0, generation = generation + 1, leftovers = 1`,
    ];
  },
};
