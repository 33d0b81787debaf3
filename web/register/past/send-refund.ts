// Sending a refund. It waits for its answer: only the service knows how much is left to refund, and money is handed
// over once it has confirmed.

import type { Order, OrderLine, Passbell } from '#clients/typescript/index.ts';
import type { Refusal } from '../../shared/outbox/entries.ts';
import { refusalSentence } from '../../shared/outbox/outcome.ts';
import type { RefundFailure } from '../../shared/refund-words.ts';
import { type Quantities, refundable } from '../../shared/refunds.ts';
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

/** What became of a refund. */
export type GivenBack =
  | { readonly kind: 'done'; readonly order: string }
  | { readonly kind: 'refused'; readonly failure: RefundFailure }
  /** The outcome is unknown: the same attempt has to be sent again. */
  | { readonly kind: 'unsure'; readonly sentence: string };

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
      return {
        kind: 'unsure',
        sentence: t('No answer. Try again: it is refunded once, however often it is sent.'),
      };
    case 'signin':
      return {
        kind: 'unsure',
        sentence: t(
          'Your session has ended. Lock the register, sign in and check the sale before you refund.',
        ),
      };
  }
}

function failureOf(refusal: Refusal): RefundFailure {
  const { code, fields = [] } = refusal;
  return { code, message: refusalSentence(refusal), fields: fields.map((field) => ({ field })) };
}

/** Lines with the options that were chosen for them, which come back with their line. */
export function withOptions(order: Pick<Order, 'lines'>, chosen: Quantities): Quantities {
  const all = new Map<number, number>();
  let own = 0;
  let wanted = 0;
  for (const line of refundable(order)) {
    const sold = Number(line.quantity);
    if (!line.part_of_option_set) {
      own = sold;
      wanted = chosen.get(line.number) ?? 0;
    }
    // Eight places, as many as a quantity has.
    if (wanted > 0) all.set(line.number, Number(((wanted * sold) / own).toFixed(8)));
  }
  return all;
}
