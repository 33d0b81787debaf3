import { lastPaidAt } from '../rules/dates.ts';
import { isDiscounted } from '../rules/decide.ts';
import type { Figured } from '../rules/figures.ts';

/** The columns that lists look for and sort by, but for the time of the change. */
export function keysOf({ order, figures }: Figured) {
  return {
    site_id: order.site_id,
    register_id: order.register_id,
    staff_id: order.staff_member_id,
    customer_id: order.customer_id,
    addon_id: order.addon_id,
    status: order.status,
    deleted: order.deleted,
    discounted: isDiscounted(order),
    on_account: order.payments.some((payment) => payment.method.kind === 'account'),
    total: figures.priced.total,
    created_at: order.created_at,
    placed_at: order.placed_at,
    paid_at: lastPaidAt(order),
    fulfil_at: order.fulfil_at,
    saleid: order.saleid,
    group_id: order.group_id,
    original_order_id: order.original_order_id,
  };
}

export type ListKeys = ReturnType<typeof keysOf>;

/** The names of the columns that are alike: an index whose columns all stay need not be written again. */
export function alike(before: ListKeys, after: ListKeys): ReadonlySet<keyof ListKeys> {
  const names = Object.keys(after) as (keyof ListKeys)[];
  return new Set(names.filter((name) => before[name] === after[name]));
}
