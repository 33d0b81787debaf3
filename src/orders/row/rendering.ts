import { hash } from 'node:crypto';
import { fingerprint } from '../../shape/fingerprint.ts';
import { figuresOf } from '../rules/figures.ts';
import { ORDER_OPTION_SET } from '../shape/chosen.ts';
import { LINE } from '../shape/line.ts';
import { ORDER_HEAD } from '../shape/order.ts';
import { PAYMENT } from '../shape/payment.ts';
import { decodeState } from './codec.ts';
import { composeWhole, type Rendered, render } from './view.ts';

// Orders are answered as they were rendered when they were saved. Most are never saved again, so an order that an earlier
// version rendered is rendered anew from its state when it is read: its answer has every member that new orders have.

/** Raised when an order's members mean something else than before; that there are others is found by itself. */
const MEANING = 1;
const CURRENT = `${MEANING}${fingerprint(ORDER_HEAD, LINE, ORDER_OPTION_SET, PAYMENT)}:`;

/** The tag stored with an order: by which rendering it was made, and what it comes to. */
export function contentTag(parts: Rendered): string {
  return CURRENT + hash('sha1', composeWhole(parts, 'null'), 'base64url');
}

/** The entity tag of a whole order: its own content, the customer shown in it, and what the reader calls it. */
export function orderEtag(tag: string, customer: string, externalId: string | undefined): string {
  if (customer === 'null' && externalId === undefined) return `"${tag}"`;
  const besides = externalId === undefined ? customer : `${customer}\n${externalId}`;
  return `"${tag}.${hash('sha1', besides, 'base64url').slice(0, 12)}"`;
}

/** Whether the rendering of an order with this tag is this version's. */
export function isCurrent(tag: string): boolean {
  return tag.startsWith(CURRENT);
}

/**
 * The parts of an order as this version renders them, from its state. A part that is empty stays empty, so that lists which
 * leave parts out are no longer for it.
 */
export function renderedAnew(stored: Rendered, state: string): Rendered & { readonly etag: string } {
  const order = decodeState(state);
  const { head, lines, options, payments } = render(order, figuresOf(order));
  const filled = (before: string, now: string) => (before === EMPTY ? EMPTY : now);
  return {
    etag: contentTag({ head, lines, options, payments }),
    head,
    lines: filled(stored.lines, lines),
    options: filled(stored.options, options),
    payments: filled(stored.payments, payments),
  };
}

const EMPTY = '[]';
