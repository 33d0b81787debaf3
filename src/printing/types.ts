import type { Stored } from '../edge/records.ts';
import type { Id } from '../kernel/id.ts';
import type { Micros } from '../kernel/time.ts';
import type { Receipt, TicketAction } from './documents.ts';

// The rows of printing. Ids within their JSON are text, so that whole ones stay exact.

/** A product as it was sold. */
export interface EntryProduct {
  readonly id: string;
  readonly name: string;
}

/** A chosen option of an entry, with its own chosen options. */
export interface EntryOption {
  readonly set: string;
  readonly product: EntryProduct;
  readonly instructions: string | null;
  readonly options: readonly EntryOption[];
}

/** The content of a line for the kitchen: two lines with equal content are the same to a cook. */
export interface EntryContent {
  readonly product: EntryProduct;
  readonly course: number | null;
  readonly notes: string | null;
  readonly modifiers: readonly { readonly product: EntryProduct; readonly without: boolean }[];
  readonly options: readonly EntryOption[];
}

/** One entry of a ticket: the difference of a line to the earlier tickets. */
export interface Entry extends EntryContent {
  readonly line_id: string;
  readonly action: TicketAction;
  /** In units of 10^-8, as text; negative for quantities not to be made any more. */
  readonly quantity: string;
}

/** The text above the entries of a ticket, as the order was when it was made. */
export interface Heading {
  readonly saleid: string;
  readonly addon_id: string;
  readonly staff_id: string | null;
  readonly customer_id: string | null;
  readonly order_type: string | null;
  readonly group_id: string | null;
  readonly sale_number: string | null;
  readonly guests: number | null;
  readonly notes: string | null;
  readonly placed_at: string;
  readonly fulfil_at: string;
}

export const TICKET_STATES = ['open', 'bumped'] as const;
export type TicketState = (typeof TICKET_STATES)[number];

/** An order's changes for the kitchen at one time. */
export interface TicketRow extends Stored {
  readonly site_id: Id;
  readonly order_id: Id;
  /** 1 for the first ticket of the order, and so on. */
  readonly number: bigint;
  readonly state: TicketState;
  readonly heading: Heading;
  readonly entries: readonly Entry[];
  /** The line_ids of entries that were bumped one by one. */
  readonly done: readonly string[];
  /** When the kitchen should begin: the ticket is not printed before. */
  readonly due_at: Micros;
  readonly bumped_at: Micros | null;
}

export const JOB_STATES = ['queued', 'sent', 'printed', 'failed', 'reprinted'] as const;
export type JobState = (typeof JOB_STATES)[number];
export const JOB_KINDS = ['ticket', 'receipt'] as const;
export type JobKind = (typeof JOB_KINDS)[number];

/** A job of a register (reference: printing.15). */
export interface JobRow extends Stored {
  readonly register_id: Id;
  readonly site_id: Id;
  readonly order_id: Id;
  /** The ticket it prints; null for a receipt, which lies in `document`. */
  readonly ticket_id: Id | null;
  readonly kind: JobKind;
  readonly state: JobState;
  /** The order waits for this job: its add-on sent it to be printed (reference: printing.10). */
  readonly pass_thru: boolean;
  /** It may be on paper already, and prints marked as a copy. */
  readonly copy: boolean;
  /** The job it was asked for again from. */
  readonly copy_of: Id | null;
  /** How often it was handed out. */
  readonly attempt: bigint;
  /** The agent that has it, or had it last. */
  readonly agent: string | null;
  readonly due_at: Micros;
  /** When it can be handed out, for the first time or again: the end of a lease while an agent has it. */
  readonly available_at: Micros;
  /** Why it was not printed the last time. */
  readonly failure: string | null;
  readonly document: Receipt | null;
  readonly printed_at: Micros | null;
}
