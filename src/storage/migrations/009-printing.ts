import type { Migration } from '../migration.ts';

/** Tickets of the kitchen, and the jobs of printers. */
export const printing: Migration = {
  number: 9,
  name: 'printing',
  statements: () => [
    `alter table sites add column kitchen_tickets smallint not null default 0`,
    `alter table registers add column kitchen_printing smallint not null default 0`,

    `create table tickets (
      company_id bigint not null, id bigint not null,
      site_id bigint not null, order_id bigint not null, number bigint not null,
      state text not null, heading text not null, entries text not null, done text not null,
      due_at bigint not null, bumped_at bigint, created_at bigint not null, updated_at bigint not null,
      primary key (company_id, id))`,
    `create index tickets_by_site on tickets (company_id, site_id, state, id)`,
    `create index tickets_by_order on tickets (company_id, order_id, number)`,
    // Rows for the sweep: open for too long, or kept for long enough.
    `create index tickets_by_due on tickets (state, due_at)`,

    `create table print_jobs (
      company_id bigint not null, id bigint not null,
      register_id bigint not null, site_id bigint not null, order_id bigint not null, ticket_id bigint,
      kind text not null, state text not null,
      pass_thru smallint not null, copy smallint not null, copy_of bigint,
      attempt bigint not null, agent text, due_at bigint not null, available_at bigint not null,
      failure text, document text, printed_at bigint,
      created_at bigint not null, updated_at bigint not null,
      primary key (company_id, id))`,
    `create index print_jobs_by_register on print_jobs (company_id, register_id, id)`,
    `create index print_jobs_by_order on print_jobs (company_id, order_id, id)`,
    `create index print_jobs_waiting on print_jobs (company_id, site_id, available_at)
      where state in ('queued', 'sent')`,
    `create index print_jobs_overdue on print_jobs (due_at) where state in ('queued', 'sent')`,
    `create index print_jobs_by_age on print_jobs (updated_at)`,
  ],
};
