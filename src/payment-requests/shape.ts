import { REGISTER } from '../company/shape.ts';
import { minorStep } from '../kernel/money.ts';
import { sentence } from '../kernel/words.ts';
import { LARGEST, price } from '../orders/shape/chosen.ts';
import { CARD } from '../orders/shape/payment.ts';
import { count, decimal, flag, id, oneOf, orNull, readBy, text, time, whole, words } from '../shape/kinds.ts';
import { of, viewOf } from '../shape/nested.ts';
import { because } from '../shape/reads.ts';
import { IDS, OWNER, STAMPS } from '../shape/records.ts';
import { derived, field, fixed, hidden, part, type Stored, sent, shape } from '../shape/shape.ts';
import { REQUEST_STATUSES } from './rules/answers.ts';

// Payments that registers ask the add-on of a payment method for, field by field (docs/changing.md).

const REQUEST_KINDS = ['sale', 'refund'] as const;

/** How long an answer is waited for, in seconds, unless the request says otherwise; the least and the most it may say. */
export const USUAL_TIMEOUT = 300;
const SHORTEST_TIMEOUT = 30;
const LONGEST_TIMEOUT = 3_600;

/** No request asks for less than the smallest amount of any currency. */
const amount = decimal({ places: 8, min: minorStep(8), max: LARGEST });

const SETTLED = part('The author who settled it by hand.', {
  staff_id: fixed(orNull(id), 'The staff member.'),
  user_id: fixed(orNull(id), 'The user at the back office.'),
  reason: fixed(words, 'Why.'),
  at: fixed(time, 'When.'),
});
export interface SettledByHand extends Stored<typeof SETTLED> {}

/** A payment that the add-on of its method is asked to take, or to give back (reference: requests.1). */
export const PAYMENT_REQUEST = shape(
  'PaymentRequest',
  'A payment that the add-on of its method is asked to take, or to give back.',
  {
    ...IDS,
    order_id: field(id, 'The order.', { needed: true, on: 'create' }),
    site_id: fixed(id, 'The site of the order.'),
    register_id: field(orNull(id), 'The register that asks; null where no terminal stands at one.', {
      on: 'create',
      initially: null,
    }),
    register: derived(orNull(viewOf(REGISTER)), 'That register, with `expand`.', { sometimes: true }),
    method_id: field(id, 'The payment method, whose add-on answers.', { needed: true, on: 'create' }),
    kind: field(oneOf(REQUEST_KINDS), 'Whether money is taken or given back.', {
      on: 'create',
      initially: 'sale',
    }),
    status: fixed(oneOf(REQUEST_STATUSES), 'The status.'),
    amount: sent(
      amount,
      'How much is asked for, above 0; all that is left to pay or to give back, unless sent.',
      {
        on: 'create',
        shows: decimal(),
      },
    ),
    asked_amount: hidden(decimal(), 'The same, once it is known.'),
    approved_amount: fixed(
      orNull(decimal()),
      'How much was approved, which may be less; null unless approved.',
    ),
    tip: fixed(decimal(), 'The tip besides.', { initially: 0n }),
    credit_card_surcharge: fixed(decimal(), 'The surcharge besides.', { initially: 0n }),
    ref: fixed(orNull(text(255)), "The provider's reference of the transaction."),
    card: fixed(orNull(of(CARD)), 'The card that was charged.'),
    message: fixed(orNull(text(255)), 'A sentence of the provider for the cashier.'),
    original_ref: field(
      orNull(text(255)),
      'Of a refund: the reference of the payment that is given back, so that it goes to the same card.',
      { on: 'create', initially: null },
    ),
    payment_number: fixed(orNull(whole(1, 1_000)), 'The payment of the order that it became.'),
    unapplied: fixed(flag, 'True where money was taken that the order could not take any more.', {
      initially: false,
    }),
    staff_id: field(
      orNull(id),
      'The staff member who asks; the one signed in at the register, unless sent.',
      {
        on: 'create',
        initially: null,
      },
    ),
    asked_again: fixed(count, 'How often its provider was asked what has become of it.', { initially: 0 }),
    cancel_requested_at: fixed(orNull(time), 'When its provider was asked to cancel it.'),
    timeout_seconds: sent(
      whole(SHORTEST_TIMEOUT, LONGEST_TIMEOUT),
      'How long an answer is waited for, in seconds; 300 unless sent.',
      { on: 'create' },
    ),
    expires_at: fixed(time, 'When it becomes unknown, unless it is answered before.'),
    answered_at: fixed(orNull(time), 'When it came to its outcome.'),
    settled: fixed(orNull(of(SETTLED)), 'The author who settled it by hand; null where its provider did.'),
    ...STAMPS,
    ...OWNER,
    addon_id: hidden(id, 'The add-on of its method when it was made: it alone answers.'),
  },
);
export interface PaymentRequest extends Stored<typeof PAYMENT_REQUEST> {}

const reason = text(255);

/** The answer to a request, of a provider or of a person who settles it by hand. */
export const PAYMENT_ANSWER = part('The status.', {
  status: sent(
    oneOf(['approved', 'declined', 'cancelled', 'unknown']),
    'The outcome; without it the message alone is changed.',
  ),
  amount: sent(price, 'How much was approved: all that was asked for, unless sent.'),
  tip: sent(price, 'The tip besides.'),
  credit_card_surcharge: sent(price, 'The surcharge besides.'),
  ref: sent(orNull(text(255)), 'The reference of the transaction.'),
  card: sent(orNull(of(CARD)), 'The card that was charged.'),
  message: sent(
    orNull(text(255)),
    'A sentence for the cashier, such as `Present card`, or why it was declined.',
  ),
  unapplied: sent(flag, 'False, by hand: what was taken beside the order is dealt with.'),
  reason: sent(
    readBy(
      reason,
      reason.reads.refine((value) => value.trim() !== '', { error: because(sentence('must not be empty.')) }),
    ),
    'Why it is settled by hand; needed there.',
  ),
});
