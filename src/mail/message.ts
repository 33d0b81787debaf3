import type { Mail } from './shape.ts';

/** A message as it is written. */
export interface MailMessage {
  readonly subject: string;
  /** The name of its sender, beside MAIL_FROM. */
  readonly fromName: string;
  readonly replyTo?: string;
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly Attachment[];
}

/** A file that comes with a message. */
export interface Attachment {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
  /** The name that the HTML shows it by; a file without one is attached. */
  readonly cid?: string;
}

/** Why a message can never be written, in a sentence: the order is gone, the link was used. */
export class MailImpossible extends Error {}

/** Writes the message of a row when it is sent. Rejects with MailImpossible when nothing is left to be said. */
export type Compose = (mail: Mail) => Promise<MailMessage>;

/** One line, as a header takes it: without what would begin another one. */
export function headerLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}
