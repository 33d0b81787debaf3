import { PAYMENT_METHOD } from '../../company/shape.ts';
import { sentence } from '../../kernel/words.ts';
import { decimal, id, orNull, readBy, text, time, whole, words } from '../../shape/kinds.ts';
import { of, viewOf } from '../../shape/nested.ts';
import * as reads from '../../shape/reads.ts';
import { because, z } from '../../shape/reads.ts';
import { IDS } from '../../shape/records.ts';
import { derived, field, fixed, hidden, part, type Stored, sent, shape } from '../../shape/shape.ts';
import { MAX_PAYMENTS } from '../rules/limits.ts';
import { NEW_IDS, PRICED_IDS, signed } from './ids.ts';

// The payments of an order, field by field.

const PAYMENT_METHOD_REF = part('How it was paid.', {
  ...IDS,
  name: fixed(words, 'Its name.'),
  kind: hidden(words, 'The kind of tender.'),
});

const DIGITS = /^[0-9]{4}$/;

/** The card that was charged, as receipts show it. Nothing else of a card is ever taken (reference: requests.9). */
export const CARD = part('The card, as receipts show it.', {
  brand: field(orNull(text(30)), 'Its brand, such as Visa.'),
  last4: field(
    readBy(
      orNull(text(4)),
      z
        .string()
        .regex(DIGITS, { error: because(sentence('must be 4 digits.')) })
        .nullable(),
    ),
    'The last four digits of its number.',
  ),
});
export interface Card extends Stored<typeof CARD> {}

/** Money taken for an order. */
const PAYMENT_FIELDS = {
  ...NEW_IDS,
  number: fixed(whole(1, MAX_PAYMENTS), 'Its place: 1, 2, 3… within the order.'),
  method: fixed(of(PAYMENT_METHOD_REF), 'How it was paid.'),
  method_id: sent(id, "How it was paid; the add-on's own method unless sent.", { lasting: true, shows: id }),
  payment_method: derived(orNull(viewOf(PAYMENT_METHOD)), 'The payment method, with `expand`.', {
    sometimes: true,
  }),
  amount: field(signed, 'How much; negative is given back.', { needed: true }),
  tip: field(signed, 'The tip besides.', { initially: 0n }),
  rounding: fixed(
    decimal(),
    'The amount that rounding to coins added to the amount due, below 0 where it took some.',
    {
      initially: 0n,
    },
  ),
  credit_card_surcharge: field(signed, 'The surcharge on it, which is not in the total.', {
    initially: 0n,
    writeOnly: true,
  }),
  ref: field(orNull(text(255)), 'A reference of your own, such as a terminal receipt number.'),
  card: fixed(orNull(of(CARD)), 'The card, where a payment request says so.', { initially: null }),
  // Null: when it was recorded.
  paid_at: field(
    readBy(orNull(time), reads.time.nullable()),
    'When it was paid; when it was recorded, unless sent. Not ahead of now.',
    { shows: time },
  ),
  created_at: fixed(time, 'When it was recorded.'),
};
const A_PAYMENT = 'Money that was taken, or given back.';
export const PAYMENT = shape('Payment', A_PAYMENT, PAYMENT_FIELDS);
export interface Payment extends Stored<typeof PAYMENT> {}
export const PRICED_PAYMENT = shape('PricedPayment', A_PAYMENT, { ...PAYMENT_FIELDS, ...PRICED_IDS });
