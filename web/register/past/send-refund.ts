// Sending a refund. It waits for its answer: only the service knows how much is left to refund, and money is handed
// over once it has confirmed.

import type { Order, OrderLine, Passbell } from '#clients/typescript/index.ts';
import { type Decimal, divideRound, formatDecimal } from '#src/kernel/money.ts';
import { decimalOf } from '../../shared/format.ts';
import type { Refusal } from '../../shared/outbox/entries.ts';
import { refusalSentence } from '../../shared/outbox/outcome.ts';
import type { RefundFailure } from '../../shared/refund-words.ts';
import { exactNumber, type Quantities, type RefundBody, refundable } from '../../shared/refunds.ts';
import { t } from '../../shared/words.ts';
import { deliver } from '../deliver.ts';
import type { MenuMethod } from '../menu.ts';
import type { Write } from '../writes.ts';

/** A refund that was asked for. Sent again it is the same one: given back once, however often it is sent. */
export interface Attempt {
  readonly key: string;
  /** The body of POST /orders, to the byte. */
  readonly body: string;
  readonly label: string;
  /** Approvals of what its author may not do. */
  readonly approvals: readonly string[];
  /** The lines that come back, in the order of the body. */
  readonly lines: readonly OrderLine[];
  /** The method whose provider is asked for the money once the refund is there; nothing where it is given back with it. */
  readonly by?: MenuMethod;
  /** How much is given back, without a sign. */
  readonly amount: bigint;
  /** When it was first sent, in ms. */
  readonly at: number;
}

/** The outcome of a refund. */
export type GivenBack =
  | { readonly kind: 'done'; readonly order: string }
  | { readonly kind: 'refused'; readonly failure: RefundFailure }
  /** The outcome is unknown: the same attempt has to be sent again. */
  | { readonly kind: 'unsure'; readonly sentence: string };

/** By whom, where and when a refund is made. */
export interface Giving {
  readonly register: string;
  readonly staff: string;
  /** The register's own number of the refund. */
  readonly sale_number: string;
  readonly placed_at: string;
  /** When money was given back with it; undefined: when it is sent. */
  readonly paid_at: string | undefined;
}

/** The body of POST /orders for a refund of an amount, below 0, by a method. */
export function refundText(body: RefundBody, by: MenuMethod, amount: Decimal, giving: Giving): string {
  const { register, staff, sale_number, placed_at, paid_at } = giving;
  return JSON.stringify({
    ...body,
    ...{ register_id: register, staff_member_id: staff, sale_number, placed_at },
    // Where its provider gives the money back, the refund waits for that.
    ...(by.takes_requests === true
      ? { refund_pending: true }
      : { payments: [{ method_id: String(by.id), amount: exactNumber(formatDecimal(amount)), paid_at }] }),
  });
}

/** Sends a refund and waits for what the service says. Never rejects. */
export async function sendRefund(
  passbell: Passbell,
  attempt: Attempt,
  isAgain: boolean,
  now: number,
): Promise<GivenBack> {
  const write: Write = {
    ...{ seq: 0, subject: 'refund', kind: 'create', refusal: null },
    ...{ label: attempt.label, body: attempt.body, key: attempt.key, approvals: attempt.approvals },
    ...{ made_at: attempt.at, tried_at: isAgain ? attempt.at : null },
  };
  const outcome = await deliver(passbell, write, undefined, now);
  switch (outcome.kind) {
    case 'done':
      return { kind: 'done', order: outcome.made ?? '' };
    case 'refused':
      return { kind: 'refused', failure: failureOf(outcome.refusal) };
    case 'later':
      return { kind: 'unsure', sentence: unanswered() };
    case 'signin':
      return {
        kind: 'unsure',
        sentence: t(
          'Your session has ended. Lock the register, sign in and check the sale before you refund.',
        ),
      };
  }
}

/** The sentence for a refund that has no answer. */
export function unanswered(): string {
  return t('No answer. Try again: it is refunded once, however often it is sent.');
}

function failureOf(refusal: Refusal): RefundFailure {
  const { code, fields = [] } = refusal;
  return { code, message: refusalSentence(refusal), fields: fields.map((field) => ({ field })) };
}

/** Lines with the options that were chosen for them, which come back with their line. */
export function withOptions(order: Pick<Order, 'lines'>, chosen: Quantities): Quantities {
  const all = new Map<number, Decimal>();
  let own = 0n;
  let wanted = 0n;
  for (const line of refundable(order)) {
    const sold = decimalOf(line.quantity);
    if (!line.part_of_option_set) {
      own = sold;
      wanted = chosen.get(line.number) ?? 0n;
    }
    if (wanted > 0n) all.set(line.number, divideRound(wanted * sold, own));
  }
  return all;
}
