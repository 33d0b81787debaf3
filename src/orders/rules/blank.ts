// What an order is before anybody has said anything about it.
import type { Order } from '../types.ts';

/** What a new order is made of: where, by whom, when. */
export type NewOrder = Pick<
  Order,
  | 'company_id'
  | 'id'
  | 'saleid'
  | 'site_id'
  | 'register_id'
  | 'staff_member_id'
  | 'addon_id'
  | 'minor_units'
  | 'status'
  | 'fulfil_at'
  | 'original_order_id'
  | 'placed_at'
> & { readonly now: Order['created_at'] };

/** A new order with nothing in it; what it is sent with is applied to it. */
export function blankOrder({ now, ...given }: NewOrder): Order {
  return {
    ...given,
    customer_id: null,
    order_type: null,
    callback_uri: null,
    lock: [],
    complete_when_paid: true,
    enable_alert_sound: true,
    prompt_for_reject_reason: false,
    reject_reason: null,
    ignore_availability: false,
    price_limit: null,
    price_variation: null,
    price_fixed_variation: null,
    group_id: null,
    tip_service_percent: null,
    tip_service_amount: null,
    credit_card_surcharge: 0n,
    notes: null,
    sale_number: null,
    guests: null,
    pass_thru: null,
    deleted: false,
    created_at: now,
    updated_at: now,
    lines: [],
    options: [],
    payments: [],
    held: [],
    history: [],
  };
}
