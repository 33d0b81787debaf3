import type { Migration } from '../migration.ts';

/**
 * An order is written once: its event, and the answer that is kept for a key, have the end of their text alone (`tail`) while
 * the order's row has all before it, and get the whole when the row changes (decision 064). The indexes find those of a row
 * that changes. Processes of the release before would send them without their beginning, so they are stopped first.
 */
export const orderTexts: Migration = {
  number: 58,
  name: 'order texts',
  statements: () => [
    `alter table events add column tail text`,
    `create index events_of_rows on events (company_id, resource_id) where tail is not null`,
    `alter table idempotency_keys add column order_id bigint`,
    `alter table idempotency_keys add column tail text`,
    `create index idempotency_keys_of_rows on idempotency_keys (company_id, order_id) where order_id is not null`,
  ],
};
