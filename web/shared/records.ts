// The records of the API as the screens read them: ids are text (see json.ts), times are ISO 8601.

import type { OrderStatus } from '#src/orders/rules/status.ts';
import type { Amount, Id } from './json.ts';

/** What every record has. */
export interface Entity {
  readonly id: Id;
  readonly id_str: Id;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface Company extends Entity {
  readonly name: string;
  readonly currency: string;
  readonly timezone: Zone;
}

/** A time zone with its offset from UTC now. */
export interface Zone {
  readonly name: string;
  readonly offset: string;
}

export interface Site extends Entity {
  readonly name: string;
  readonly currency: string;
  readonly timezone: Zone;
  /** Orders of this site become tickets for its kitchen's screens. */
  readonly kitchen_tickets: boolean;
}

export interface Register extends Entity {
  readonly name: string;
  readonly site_id: Id;
}

export interface Named {
  readonly id: Id | null;
  readonly id_str: Id | null;
  readonly name: string;
}

export interface OrderLine {
  readonly number: number;
  readonly line_id: Id | null;
  readonly product_id: Id;
  readonly product: Named & { readonly sku?: string };
  readonly quantity: Amount;
  readonly notes: string | null;
  readonly unit_price: Amount;
  readonly unit_price_inc_tax: Amount;
  readonly line_total_ex_tax: Amount;
  readonly line_total_tax: Amount;
  readonly price_variation: Amount;
  readonly price_fixed_variation: Amount;
  readonly modifiers: readonly Id[];
  readonly part_of_option_set: boolean;
  readonly course_ordinal: number | null;
  readonly course_status: string | null;
}

export interface ChosenOption {
  readonly product_id: Id;
  readonly name: string;
  readonly line_number: number;
  readonly instructions: string | null;
  readonly option_sets: readonly ChosenSet[];
}

export interface ChosenSet {
  readonly number: number;
  readonly option_set_id: Id;
  readonly name: string;
  readonly line_number: number;
  readonly options: readonly ChosenOption[];
}

export interface OrderPayment {
  readonly id: Id | null;
  readonly number: number;
  readonly method: Named;
  readonly amount: Amount;
  readonly tip: Amount;
  readonly ref: string | null;
  readonly created_at: string;
}

export interface Customer {
  readonly id: Id | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
}

/** Why an order was rejected. */
export interface RejectReason {
  readonly name: string | null;
  readonly notes: string | null;
}

/** The register that a pass-thru order prints at, and when. */
export interface PassThru {
  readonly id_str: Id;
  readonly due_at: string;
  readonly printed_at: string | null;
}

/** An order as lists show it; `fields` adds the rest. */
export interface OrderHead extends Entity {
  readonly site_id: Id;
  readonly register_id: Id | null;
  readonly staff_member_id: Id | null;
  readonly customer_id: Id | null;
  readonly saleid: string;
  readonly sale_number: number | string | null;
  readonly status: OrderStatus;
  readonly order_type?: string;
  readonly deleted: boolean;
  readonly is_refund: boolean;
  readonly original_order_id_str: Id | null;
  readonly notes: string | null;
  readonly guests: number | null;
  readonly group_id: string | null;
  readonly total: Amount;
  readonly total_tax: Amount;
  readonly paid: Amount;
  readonly due: Amount;
  readonly tips: Amount;
  readonly tip_service_amount: Amount;
  readonly price_variation: Amount;
  readonly price_fixed_variation: Amount;
  readonly reject_reason: RejectReason | null;
  readonly pass_thru_printing_register: PassThru | null;
  readonly lock: readonly string[];
  readonly fulfil_at: string;
  readonly placed_at: string;
}

export interface Order extends OrderHead {
  readonly lines: readonly OrderLine[];
  readonly options: readonly ChosenSet[];
  readonly payments: readonly OrderPayment[];
  readonly customer: Customer | null;
}

export interface HistoryEntry {
  readonly number: number;
  readonly at: string;
  readonly by: {
    readonly addon_id: Id;
    readonly staff_member_id: Id | null;
    readonly register_id: Id | null;
  };
  readonly changed: readonly string[];
  readonly status: OrderStatus;
  readonly total: Amount;
  readonly paid: Amount;
}
