import type { Migration } from '../migration.ts';

/** Payments that registers ask the add-on of a method for. */
export const paymentRequests: Migration = {
  number: 41,
  name: 'payment requests',
  statements: () => [
    `create table payment_requests (
      company_id bigint not null, id bigint not null, order_id bigint not null, site_id bigint not null,
      register_id bigint, method_id bigint not null, kind text not null, status text not null, asked_amount bigint not null,
      approved_amount bigint, tip bigint not null, credit_card_surcharge bigint not null, ref text, card text,
      message text, original_ref text, payment_number bigint, unapplied smallint not null, staff_id bigint,
      asked_again bigint not null, cancel_requested_at bigint, expires_at bigint not null, answered_at bigint,
      settled text, created_at bigint not null, updated_at bigint not null, addon_id bigint not null,
      primary key (company_id, id))`,
    `create index payment_requests_by_order on payment_requests (company_id, order_id, id)`,
    `create index payment_requests_by_status on payment_requests (company_id, status, id)`,
    `create index payment_requests_by_register on payment_requests (company_id, register_id, id)`,
    `create index payment_requests_by_site on payment_requests (company_id, site_id)`,
    `create index payment_requests_by_staff on payment_requests (company_id, staff_id)`,
    `create index payment_requests_by_time on payment_requests (company_id, created_at, id)`,
    `create index payment_requests_unapplied on payment_requests (company_id, id) where unapplied = 1`,
    `create index payment_requests_by_end on payment_requests (expires_at) where status = 'pending'`,
    `alter table payment_methods add column takes_requests smallint not null default 0`,
  ],
};
