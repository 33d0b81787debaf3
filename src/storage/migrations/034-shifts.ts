import type { Migration } from '../migration.ts';

// Shifts of registers, what moved in their drawers, and the cash-ups that closed them.
export const shifts: Migration = {
  number: 34,
  name: 'shifts',
  statements: (engine) => {
    const keyOnly = engine === 'sqlite' ? ' without rowid' : '';
    return [
      `create table shifts (
        company_id bigint not null, id bigint not null, register_id bigint not null, site_id bigint not null,
        staff_id bigint, float bigint not null, note text, closed_at bigint,
        created_at bigint not null, updated_at bigint not null, primary key (company_id, id))`,
      `create index shifts_by_register on shifts (company_id, register_id, id)`,
      `create index shifts_by_site on shifts (company_id, site_id, id)`,
      `create index shifts_by_staff on shifts (company_id, staff_id, id)`,
      `create index shifts_by_time on shifts (company_id, created_at, id)`,
      // A drawer has one shift at a time.
      `create unique index shifts_open on shifts (company_id, register_id) where closed_at is null`,
      `create table shift_movements (
        company_id bigint not null, id bigint not null, shift_id bigint not null, kind text not null,
        amount bigint not null, reason text, staff_id bigint,
        created_at bigint not null, updated_at bigint not null, primary key (company_id, id))`,
      `create index shift_movements_by_shift on shift_movements (company_id, shift_id, id)`,
      `create index shift_movements_by_staff on shift_movements (company_id, staff_id)`,
      // What a payment moved in a shift, changes of it added up; payment 0 stands for the completion of the order.
      `create table shift_takings (
        company_id bigint not null, shift_id bigint not null, is_late smallint not null, order_id bigint not null,
        payment_id bigint not null, method_id bigint not null, amount bigint not null, tip bigint not null,
        surcharge bigint not null, rounding bigint not null,
        primary key (company_id, shift_id, is_late, order_id, payment_id))${keyOnly}`,
      `create table cashups (
        company_id bigint not null, id bigint not null, number bigint not null, register_id bigint not null,
        site_id bigint not null, opened_at bigint not null, closed_at bigint not null, staff_id bigint, note text,
        float text not null, expected text not null, counted text not null,
        processed smallint not null, processed_at bigint, report text not null,
        books_from bigint not null, books_until bigint not null,
        created_at bigint not null, updated_at bigint not null, primary key (company_id, id))`,
      `create unique index cashups_by_number on cashups (company_id, register_id, number)`,
      `create index cashups_by_register on cashups (company_id, register_id, id)`,
      `create index cashups_by_site on cashups (company_id, site_id, id)`,
      `create index cashups_by_staff on cashups (company_id, staff_id)`,
      `create index cashups_by_time on cashups (company_id, closed_at, id)`,
      `create index cashups_by_books on cashups (company_id, site_id, books_until, books_from)`,
      `create index cashups_unprocessed on cashups (company_id, id) where processed = 0`,
      `create index cashups_unprocessed_by_register on cashups (company_id, register_id, id) where processed = 0`,
      `create index cashups_unprocessed_by_site on cashups (company_id, site_id, id) where processed = 0`,
    ];
  },
};
