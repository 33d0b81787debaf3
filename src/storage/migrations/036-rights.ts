import type { Migration } from '../migration.ts';

const FINISH_SALE = '{"code":"FinishSale","name":"Finish sales","domain":"Sales"}';

/**
 * Approvals of managers, and how often a PIN was wrong at a register when one was asked for. Who sells keeps selling:
 * staff members whose rights did not bind until now get the one that a sale needs.
 */
export const rights: Migration = {
  number: 36,
  name: 'rights',
  statements: () => [
    `create table approvals (
      company_id bigint not null, id bigint not null, register_id bigint not null, addon_id bigint not null,
      right_code text not null, order_id bigint, reason text, staff_id bigint not null,
      asked_by_staff bigint, asked_by_user bigint, expires_at bigint not null, used_at bigint,
      created_at bigint not null, updated_at bigint not null, primary key (company_id, id))`,
    `create index approvals_by_staff on approvals (company_id, staff_id)`,
    `create index approvals_by_register on approvals (company_id, register_id)`,
    `create index approvals_by_end on approvals (expires_at)`,
    `create table approval_failures (
      company_id bigint not null, register_id bigint not null, failures bigint not null, failed_at bigint not null,
      primary key (company_id, register_id))`,
    `alter table shifts add column movements bigint not null default 0`,
    `update shifts set movements = (select count(*) from shift_movements m
       where m.company_id = shifts.company_id and m.shift_id = shifts.id)`,
    `alter table shift_movements add column approved_by bigint`,
    `alter table cashups add column approved_by bigint`,
    `update staff set permissions = case when permissions = '[]' then '[${FINISH_SALE}]'
       else substr(permissions, 1, length(permissions) - 1) || ',${FINISH_SALE}]' end
       where is_admin = 0 and permissions not like '%"FinishSale"%'`,
  ],
};
