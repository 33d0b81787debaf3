// An order before any field of its body is applied.
import type { Order } from '../types.ts';
import { INITIAL_ORDER } from './initial.ts';

/** The place, author and time of a new order. */
type NewOrder = Pick<
  Order,
  | 'company_id'
  | 'id'
  | 'saleid'
  | 'site_id'
  | 'register_id'
  | 'staff_member_id'
  | 'addon_id'
  | 'minor_units'
  | 'counting'
  | 'status'
  | 'fulfil_at'
  | 'original_order_id'
  | 'placed_at'
> & { readonly now: Order['created_at'] };

/** A new order with nothing in it; the fields of the body are applied to it. */
export function blankOrder({ now, ...given }: NewOrder): Order {
  const parts = { lock: [], lines: [], payments: [] };
  return { ...INITIAL_ORDER, ...given, ...parts, created_at: now, updated_at: now };
}
