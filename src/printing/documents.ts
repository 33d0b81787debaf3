import type { Id } from '../kernel/id.ts';

// Documents to print, as they are kept with a job and handed to an agent. They hold words and amounts as they go on
// paper, decided when the document was made; nothing in them is looked up again. Times are ISO 8601 in UTC, quantities
// and amounts decimals as text.

/** A product added to another, or left out of it. */
export interface TicketModifier {
  readonly name: string;
  /** How often it was added; 1 when it is left out. */
  readonly count: number;
  readonly without: boolean;
}

/** A chosen option, with its own chosen options in turn. */
export interface TicketOption {
  readonly set: string;
  readonly name: string;
  /** No, Extra, Only, On Side; null when it was asked for as it is. */
  readonly instructions: string | null;
  readonly options: readonly TicketOption[];
}

/**
 * The change of a line since the kitchen's last ticket: `new` is to be made, `more` and `less` change how many,
 * `void` is not to be made any more. Other changes print as a void and as new.
 */
export type TicketAction = 'new' | 'more' | 'less' | 'void';

/** One entry of a ticket. */
export interface TicketLine {
  readonly line_id: string;
  readonly action: TicketAction;
  /** How many more (or, negative, fewer) the kitchen has to make. Up to 4 decimals. */
  readonly quantity: string;
  /** The product's docket name, else its name. */
  readonly name: string;
  readonly product_id: string;
  /** The categories that the product is in, for printers and stations that show only some. */
  readonly category_ids: readonly string[];
  readonly course: number | null;
  readonly notes: string | null;
  readonly modifiers: readonly TicketModifier[];
  readonly options: readonly TicketOption[];
}

/** An order's changes for the kitchen at one time: only the difference to its earlier tickets (a delta). */
export interface Ticket {
  readonly kind: 'ticket';
  readonly order_id: string;
  readonly saleid: string;
  /** 1 for the first ticket of the order, and so on. */
  readonly number: number;
  readonly site_name: string;
  /** IANA zone that the times are printed in. */
  readonly timezone: string;
  readonly addon_name: string | null;
  readonly staff_name: string | null;
  readonly customer_name: string | null;
  readonly order_type: string | null;
  /** The table or group. */
  readonly group_id: string | null;
  readonly sale_number: string | null;
  readonly guests: number | null;
  readonly notes: string | null;
  readonly placed_at: string;
  readonly fulfil_at: string;
  /** When the ticket was made. */
  readonly at: string;
  readonly lines: readonly TicketLine[];
}

/** A line of a receipt; its chosen options follow it, a level further in. */
export interface ReceiptLine {
  /** 0 for ordered products. */
  readonly level: number;
  readonly quantity: string;
  readonly name: string;
  /** The text below it: modifiers, discounts, notes. */
  readonly details: readonly string[];
  /** Tax-inclusive; empty for a line without a price of its own. */
  readonly total: string;
}

/** A label with an amount. */
export interface ReceiptFigure {
  readonly label: string;
  readonly amount: string;
}

/** The customer's receipt. */
export interface Receipt {
  readonly kind: 'receipt';
  readonly order_id: string;
  readonly saleid: string;
  readonly company_name: string;
  readonly business_number: string | null;
  readonly site_name: string;
  /** One per printed line. */
  readonly address: readonly string[];
  readonly phone: string | null;
  readonly timezone: string;
  readonly currency: string;
  /** Tax invoice, Receipt or Refund. */
  readonly title: string;
  readonly status: string;
  readonly is_refund: boolean;
  /** The saleid of the refunded order. */
  readonly refund_of: string | null;
  readonly order_type: string | null;
  readonly group_id: string | null;
  readonly sale_number: string | null;
  readonly staff_name: string | null;
  readonly customer_name: string | null;
  readonly placed_at: string;
  readonly at: string;
  readonly lines: readonly ReceiptLine[];
  readonly notes: readonly string[];
  /** With its currency. */
  readonly total: string;
  /** Tax by name and rate, as part of the total. */
  readonly taxes: readonly ReceiptFigure[];
  readonly payments: readonly ReceiptFigure[];
  /** Tips, service and surcharges, which stand outside the total. */
  readonly extras: readonly ReceiptFigure[];
  /** Empty when nothing is due. */
  readonly due: string;
}

/** A document of any kind. */
export type Document = Ticket | Receipt;

/** A job as an agent gets it. */
export interface PrintJob {
  readonly id: Id;
  readonly register_id: Id;
  readonly document: Document;
  /** How often the job was handed out, this time included. */
  readonly attempt: number;
  /** It may be on paper already: a reprint, or the report of its last agent is missing. It prints marked. */
  readonly copy: boolean;
}
