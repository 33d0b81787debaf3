import { LANGUAGES } from '../kernel/words.ts';
import { count, flag, id, list, long, name, oneOf, orNull, readBy, time, words } from '../shape/kinds.ts';
import { viewOf } from '../shape/nested.ts';
import * as reads from '../shape/reads.ts';
import { IDS, OWNER, STAMPS } from '../shape/records.ts';
import { derived, field, fixed, hidden, part, type Stored, shape } from '../shape/shape.ts';
import { MAX_ADDRESS } from './address.ts';

// Messages by e-mail, field by field (docs/changing.md).

/** The kind of a message: a receipt of an order, or one about an account. */
export const MAIL_KINDS = ['receipt', 'invitation', 'reset', 'password_changed', 'account_changed'] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** States of a message (reference: mail.3); `queued` is also one that waits for a retry. */
export const MAIL_STATES = ['queued', 'sending', 'sent', 'dead'] as const;
export type MailState = (typeof MAIL_STATES)[number];

export const MAIL_ATTEMPT = part('An attempt to send it.', {
  number: fixed(long, '1 is the first.', { shows: count }),
  started_at: fixed(time, 'When it began.'),
  latency_ms: derived(count, 'How long it took, in milliseconds.'),
  status: fixed(orNull(long), 'The SMTP status that came back.', { shows: orNull(count) }),
  error: fixed(orNull(words), 'The failure.'),
  answer: fixed(orNull(words), "The mail server's answer."),
  mail_id: hidden(id, 'The message.'),
  latency: hidden(long, 'How long it took, in microseconds.'),
});
export interface MailAttempt extends Stored<typeof MAIL_ATTEMPT> {}

/** A message by e-mail (reference: mail.1). */
export const MAIL = shape('Mail', 'A message by e-mail, on its way or sent.', {
  ...IDS,
  kind: fixed(oneOf(MAIL_KINDS), 'The kind of message.'),
  state: fixed(oneOf(MAIL_STATES), 'How far it is. `sent` is: the mail server has taken it.'),
  to: derived(words, 'The address it goes to.'),
  recipient: hidden(words, 'The address it goes to.'),
  recipient_folded: hidden(words, 'The same, to be found by.'),
  order_id: fixed(orNull(id), 'The order of a receipt.'),
  language: fixed(
    orNull(oneOf(LANGUAGES)),
    "The language it is written in; null of a receipt: its site's, else English.",
  ),
  message_id: fixed(words, 'Its Message-ID, the same at every attempt.'),
  next_attempt_at: derived(orNull(time), 'When it is tried next.'),
  tries: fixed(long, 'How many attempts there were.', { shows: count }),
  failure: fixed(orNull(words), 'The failure of the last attempt.'),
  attempts: derived(list(viewOf(MAIL_ATTEMPT)), 'The attempts so far, where one message is read.', {
    sometimes: true,
  }),
  ended_at: fixed(orNull(time), 'When it was sent, or given up.'),
  due_at: hidden(time, 'When its next attempt is due.'),
  origin: hidden(words, 'The address of the service that its links begin with.'),
  content: hidden(orNull(words), 'The content of a message about an account, sealed; null once it was sent.'),
  ...STAMPS,
  ...OWNER,
});
export interface Mail extends Stored<typeof MAIL> {}

/** POST /orders/<o>/receipt/mail */
export const MAIL_RECEIPT = part('Where a receipt is sent.', {
  email: field(
    readBy(name(MAX_ADDRESS), reads.name(MAX_ADDRESS).meta({ format: 'email' })),
    'The address, one.',
    { needed: true },
  ),
  language: field(
    orNull(oneOf(LANGUAGES)),
    "The language of the message and the receipt; the site's unless sent.",
    {
      initially: null,
    },
  ),
});

/** Where a guest finds the receipt of an order. */
export const RECEIPT_LINK = shape('ReceiptLink', 'Where a guest finds the receipt of an order.', {
  url: derived(words, 'The page of the receipt: its address cannot be guessed.'),
  pdf_url: derived(words, 'The receipt as a PDF.'),
  qr_svg: derived(words, 'A QR code of the address of the page, as an SVG picture.'),
  can_mail: derived(flag, 'Whether the service has a mail server, so that receipts can be sent.'),
});
