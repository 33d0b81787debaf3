import { body, C, filedUnder, type Operations } from '../edge/operation.ts';
import { list } from '../shape/kinds.ts';
import { viewOf } from '../shape/nested.ts';
import { mailReceiptInput } from './input.ts';
import { MAIL, MAIL_RECEIPT, RECEIPT_LINK } from './shape.ts';

const mail = filedUnder('Mail');

/** Receipts and other messages by e-mail. */
export const MAIL_OPERATIONS: Operations = {
  [`POST ${C}/orders/:order_id/receipt/mail`]: mail('mailReceipt', 'Send the receipt of an order by e-mail', {
    text:
      'Of a COMPLETE order. It is queued, and sent at once when the mail server is there; `GET …/mails/<id>` says what ' +
      'became of it. The receipt of an order goes out ten times at most.',
    body: body('MailReceipt', mailReceiptInput, MAIL_RECEIPT.words),
    answer: viewOf(MAIL),
    errors: ['conflict', 'rate_limit_exceeded'],
  }),
  [`GET ${C}/orders/:order_id/receipt/link`]: mail(
    'getReceiptLink',
    'Read where a guest finds the receipt of an order',
    {
      text: 'Of a COMPLETE order: a page that needs no sign-in, whose address cannot be guessed.',
      answer: viewOf(RECEIPT_LINK),
      errors: ['conflict'],
    },
  ),
  [`GET ${C}/mails`]: mail('listMails', 'List messages by e-mail', {
    text: 'Receipts; who runs the company sees invitations as well. The first one first, or the newest with `newest`.',
    answer: list(viewOf(MAIL)),
  }),
  [`GET ${C}/mails/:mail_id`]: mail('getMail', 'Read a message by e-mail with the attempts to send it', {
    answer: viewOf(MAIL),
  }),
  [`POST ${C}/mails/:mail_id/resend`]: mail('resendMail', 'Send a message once more', {
    text: 'As a new message to the same address, once the one before was sent or given up.',
    answer: viewOf(MAIL),
    errors: ['conflict', 'rate_limit_exceeded'],
  }),
};
