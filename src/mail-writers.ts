import type { Languages } from './edge/languages.ts';
import type { MailEngine } from './mail/engine.ts';
import type { SendMail } from './mail/send.ts';
import { type MailServiceParts, startMail } from './mail/service.ts';
import { type ReceiptWriterParts, receiptWriter } from './orders/http/receipt-mail.ts';
import { accountWriter } from './people/mails.ts';

/** The dependencies of what sends mail. */
type Parts = Omit<MailServiceParts, 'writers' | 'send'> &
  ReceiptWriterParts & { readonly languages: Languages };

/** Sends the queue of mail; each kind of message is written by the feature that it is about. */
export function sendMail(parts: Parts, send: SendMail): Promise<MailEngine> {
  const account = accountWriter(parts);
  const writers = {
    receipt: receiptWriter(parts),
    invitation: account,
    reset: account,
    password_changed: account,
    account_changed: account,
  };
  const { storage, clock, random, warn } = parts;
  return startMail({ storage, clock, random, warn, writers, send });
}
