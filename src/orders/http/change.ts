import type { PaymentMethod } from '../../company/shape.ts';
import type { Call } from '../../edge/call.ts';
import { etagOf } from '../../edge/etag.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import { nothingLeft } from '../../kernel/given.ts';
import { type Id, parseId } from '../../kernel/id.ts';
import { formatTime, type Micros, type TimeInput } from '../../kernel/time.ts';
import { sentence } from '../../kernel/words.ts';
import type { Writer } from '../../storage/port.ts';
import { together } from '../../storage/together.ts';
import { decideUponOrder, shownOrder } from '../row/store.ts';
import { countChoices } from '../rules/choices.ts';
import { refuseAhead } from '../rules/dates.ts';
import { type NewPayment, refuseClosed } from '../rules/decide.ts';
import { isFinal } from '../rules/status.ts';
import { NO_ID } from '../shape/ids.ts';
import { type Audience, audienceOf } from '../steps/audience.ts';
import { moment } from '../steps/facts.ts';
import { show } from '../steps/save.ts';
import type { Order, OrderInput, PaymentInput } from '../types.ts';

// The first steps of every change of an order.

/** An order before its change, and who hears of that. */
export interface Loaded {
  readonly before: Order;
  readonly audience: Audience;
}

/** The views of one kind of part, in the order of their numbers, which go from 1 without gaps. */
export type PartViews = (order: Order) => readonly unknown[];

/**
 * The order of the path, kept from changing until the call ends: 404, 412. Where the path leads to a part of it, If-Match
 * takes the tag of that as well (reference: conventions.25).
 */
export async function loadOrder(tx: Writer, call: Call, views?: PartViews): Promise<Loaded> {
  const id = call.id('order_id');
  // One after the other in one round trip: what is asked behind the lock sees what was committed before it was given.
  const [before, audience] = await together([
    decideUponOrder(tx, call.company, id),
    audienceOf(tx, call.company, id),
  ]);
  if (before === undefined) throw notFound();
  if (call.hasIfMatch) {
    const shown = await shownOrder(tx, call, id);
    const part = views && partText(call, views(before));
    const tags = part === undefined ? [] : [etagOf(part)];
    if (shown !== undefined) call.checkMatch(show(shown).etag, ...tags);
  }
  return { before, audience };
}

/** An order that is going to be updated: what closes it is refused (reference: orders.5). */
export async function loadForChange(tx: Writer, call: Call, views?: PartViews): Promise<Loaded> {
  const loaded = await loadOrder(tx, call, views);
  refuseClosed(loaded.before);
  return loaded;
}

/** An order whose lines are going to be changed: those of a REJECTED one are settled for good. */
export async function loadForLines(tx: Writer, call: Call, views?: PartViews): Promise<Loaded> {
  const loaded = await loadForChange(tx, call, views);
  const { status } = loaded.before;
  if (isFinal(status))
    throw conflict(sentence('The lines of a {status} order cannot be changed.', { status }));
  return loaded;
}

/** The part that the path names, as its GET shows it. */
export function partText(call: Call, views: readonly unknown[]): string | undefined {
  const number = parseId(call.word('number'));
  const at = views.findIndex((_view, place) => BigInt(place + 1) === number);
  return at < 0 ? undefined : JSON.stringify(views[at]);
}

/** The number in a path of a line or payment; 404 when the order has no such part. */
export function partNumber(call: Call, parts: readonly { number: number }[]): number {
  const number = parseId(call.word('number'));
  const found = number === undefined ? undefined : parts.find((part) => BigInt(part.number) === number);
  if (found === undefined) throw notFound();
  return found.number;
}

/** How many lines a body makes, those of chosen options included; a line that is sent twice is counted twice. */
export function countLines({ lines = [], options = [] }: Pick<OrderInput, 'lines' | 'options'>): number {
  return lines.reduce((sum, line) => sum + 1 + countChoices(line.option_sets ?? []), countChoices(options));
}

/** Hands out ids of parts one after the other; where there are none, numbers that are no ids. */
export function partIds(ids: readonly Id[]): () => Id {
  let at = 0;
  return () => ids[at++] ?? NO_ID - BigInt(at);
}

/** The parts of a payment beside those that were sent. */
interface PaymentFacts {
  readonly id: Id;
  readonly method: PaymentMethod;
  /** The time zone of its site. */
  readonly zone: string;
  /** Where in the body it stands: `payments[0].`. */
  readonly field: string;
}

/** A payment as it is kept; 400 when it was made in the future. */
export function newPayment(
  call: Call,
  input: PaymentInput,
  { id, method, zone, field }: PaymentFacts,
): NewPayment {
  const { method_id: _found, paid_at, amount, tip = 0n, ...others } = input;
  const { credit_card_surcharge = 0n, ref = null, ...rest } = others;
  nothingLeft(rest);
  const { id: methodId, name, kind } = method;
  return {
    id,
    method: { id: methodId, name, kind },
    amount,
    tip,
    credit_card_surcharge,
    ref,
    card: null,
    paid_at: sentPaidAt(call, paid_at, zone, call.now, field),
    created_at: call.now,
  };
}

/** The time of a payment that a body says; null for the time at which it was recorded. 400 when it is ahead of now. */
export function sentPaidAt(
  call: Call,
  input: TimeInput | null | undefined,
  zone: string,
  recorded: Micros,
  field: string,
): Micros | null {
  if (input === null || input === undefined) return null;
  const at = moment(input, zone, recorded);
  refuseAhead(at, call.now, field);
  return formatTime(at) === formatTime(recorded) ? null : at;
}

/** The address of an order, below /v1. */
export function orderPath(call: Call, order: Pick<Order, 'id'>): string {
  return `/companies/${call.company}/orders/${order.id}`;
}

/** 400 for an address that the service may not post to; one that an order has already is not looked at again. */
export function checkCallback(call: Call, wanted: string | null | undefined, known?: string | null): void {
  if (wanted != null && wanted !== known) call.checkAddress('callback_uri', wanted);
}
