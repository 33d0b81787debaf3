import type { Id } from '../kernel/id.ts';
import type { Decimal } from '../kernel/money.ts';
import type { EnteredPrice } from '../kernel/price.ts';
import type { Micros } from '../kernel/time.ts';
import type { CourseStatus, OrderStatus } from './rules/status.ts';
import type { Instruction, Lock, OrderType } from './words.ts';

export type { Entry, EntryContent, EntryOption } from '../printing/types.ts';
export type {
  ChoiceInput,
  ChosenSetInput,
  LineChange,
  LineInput,
  ModifierInput,
  OrderChange,
  OrderInput,
  PaymentChange,
  PaymentInput,
} from './input.ts';
export type { Instruction, Lock, OrderType } from './words.ts';

/** A tax as it was when the line was added. */
export interface OrderTax {
  readonly id: Id;
  readonly name: string;
  readonly rate: Decimal;
}

/** Something added to a line's product, or left out of it. A repeat means two. */
export interface LineModifier {
  readonly product: LineProductRef;
  /** What it adds to the price of one; nothing when it is left out. */
  readonly price: EnteredPrice;
  /** "Without": a negative id in the body. It costs nothing and takes nothing from stock. */
  readonly without: boolean;
}

/** A product as it was when it was sold. */
export interface LineProductRef {
  readonly id: Id;
  readonly name: string;
  readonly sku: string | null;
}

/** A line of an order: what was sold, at which price, as it was then. */
export interface Line {
  /** 1, 2, 3… within the order. */
  readonly number: number;
  readonly line_id: Id;
  readonly product: LineProductRef;
  /** Negative = a return. */
  readonly quantity: Decimal;
  readonly notes: string | null;
  readonly unit: EnteredPrice;
  readonly price_variation: Decimal | null;
  readonly price_fixed_variation: Decimal | null;
  readonly taxes: readonly OrderTax[];
  readonly course_ordinal: number | null;
  readonly course_status: CourseStatus;
  /** True once the kitchen was told of it; a line is sent once. */
  readonly sent_to_kitchen: boolean;
  readonly modifiers: readonly LineModifier[];
  /** For the line of a chosen option: the line_id of the line it belongs to; its quantity follows that line's. */
  readonly part_of: Id | null;
  readonly instructions: Instruction | null;
  /** For a line of a refund: what it gives back of its original's line; its price follows from that. */
  readonly returned: Returned | null;
}

/** A part of a line of the refunded order; its amounts are negative, in whole minor units. */
export interface Returned {
  /** The line_id of the original's line. */
  readonly line_id: Id;
  readonly total_inc: Decimal;
  /** One amount per tax of the line, in the same order. */
  readonly taxes: readonly Decimal[];
}

/** An option set with what was chosen of it, in its original form (reference: orders.22). */
export interface ChosenSet {
  readonly option_set_id: Id;
  readonly name: string;
  /** The line_id of the line it belongs to. */
  readonly line_id: Id;
  readonly options: readonly Choice[];
}

/** A chosen option: a line of its own, and the sets that were chosen from for it. */
export interface Choice {
  readonly line_id: Id;
  readonly option_sets: readonly ChosenSet[];
}

/** Who may act on an order: an add-on, or through its app a staff member at a register. */
export interface Actor {
  readonly addon_id: Id;
  readonly staff_member_id: Id | null;
  readonly register_id: Id | null;
}

/** One change of an order that was saved. */
export interface HistoryEntry {
  readonly at: Micros;
  readonly by: Actor;
  /** The names of what changed; `created` for the first. */
  readonly changed: readonly string[];
  readonly status: OrderStatus;
  /** What the order came to, and what was paid of it, after the change. */
  readonly total: Decimal;
  readonly paid: Decimal;
}

/** What an order holds of the counted stock of its site. */
export interface Held {
  readonly product_id: Id;
  /** Negative: given to the stock by a return. */
  readonly quantity: Decimal;
}

/** Money taken for an order. */
export interface Payment {
  readonly id: Id;
  readonly number: number;
  readonly method: { readonly id: Id; readonly name: string; readonly kind: string };
  /** Negative = given back. */
  readonly amount: Decimal;
  readonly tip: Decimal;
  readonly credit_card_surcharge: Decimal;
  readonly ref: string | null;
  readonly created_at: Micros;
}

/** Why an order was rejected (reference: orders.7). */
export interface RejectReason {
  readonly id: number | null;
  readonly name: string | null;
  readonly notes: string | null;
}

/** That an order prints in a kitchen by itself (reference: printing.6). */
export interface PassThru {
  /** The register that prints it; once it is printed, the one that did. */
  readonly register_id: Id;
  /** When it is to be printed. */
  readonly due_at: Micros;
  /** Null while it waits. */
  readonly printed_at: Micros | null;
}

/** An order, whole: everything its rules decide over. Figures that follow from it are never stored in it. */
export interface Order {
  readonly company_id: Id;
  readonly id: Id;
  readonly saleid: string;
  readonly site_id: Id;
  readonly register_id: Id | null;
  readonly staff_member_id: Id | null;
  readonly customer_id: Id | null;
  /** The add-on that made it. */
  readonly addon_id: Id;
  readonly minor_units: number;
  readonly status: OrderStatus;
  readonly order_type: OrderType | null;
  readonly callback_uri: string | null;
  readonly lock: readonly Lock[];
  readonly complete_when_paid: boolean;
  readonly enable_alert_sound: boolean;
  readonly fulfil_at: Micros;
  readonly prompt_for_reject_reason: boolean;
  readonly reject_reason: RejectReason | null;
  readonly ignore_availability: boolean;
  readonly price_limit: Decimal | null;
  readonly price_variation: Decimal | null;
  readonly price_fixed_variation: Decimal | null;
  readonly group_id: string | null;
  readonly tip_service_percent: Decimal | null;
  /** As it was set; with a percent it follows from the total instead. */
  readonly tip_service_amount: Decimal | null;
  readonly credit_card_surcharge: Decimal;
  readonly original_order_id: Id | null;
  readonly notes: string | null;
  readonly sale_number: string | null;
  readonly guests: number | null;
  /** Null: it is not printed by itself. */
  readonly pass_thru: PassThru | null;
  readonly deleted: boolean;
  readonly placed_at: Micros;
  readonly created_at: Micros;
  readonly updated_at: Micros;
  readonly lines: readonly Line[];
  /** The option sets of its lines, in the order in which they were sent. */
  readonly options: readonly ChosenSet[];
  readonly payments: readonly Payment[];
  /** Who did what to it, oldest first. */
  readonly history: readonly HistoryEntry[];
  /** What it took of counted amounts and has not given back (reference: orders.37). */
  readonly held: readonly Held[];
}
