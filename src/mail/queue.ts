import type { Keyring } from '../edge/secrets.ts';
import { ApiError } from '../kernel/errors.ts';
import type { Id } from '../kernel/id.ts';
import type { Random } from '../kernel/random.ts';
import type { Micros } from '../kernel/time.ts';
import { type Language, sentence } from '../kernel/words.ts';
import type { Writer } from '../storage/port.ts';
import { fold } from '../storage/sql.ts';
import type { Mail, MailKind } from './shape.ts';
import { MAILS_PER_HOUR, mails, takeFromHour } from './store.ts';

/** A message that is to be sent. */
interface NewMail {
  readonly company: Id;
  readonly kind: MailKind;
  /** An address as `readAddress` answers it. */
  readonly to: string;
  readonly order?: Id;
  readonly language: Language | null;
  /** The address of the service that its links begin with. */
  readonly origin: string;
  /** The content of a message about an account, sealed (see `sealContent`). */
  readonly content?: string;
}

/** The parts of queueing beside the database. */
interface QueueParts {
  /** By the time of the service. */
  readonly now: Micros;
  readonly random: Random;
}

/** The refusal of what would send mail where no mail server is set (reference: mail.2). */
export function requireMail(isSet: boolean): void {
  if (isSet) return;
  throw new ApiError(
    'conflict',
    sentence('The service sends no mail: whoever runs it has to set SMTP_URL and MAIL_FROM first.'),
  );
}

/**
 * Queues a message in the transaction of what it is about. Undefined when the company has no more left in this hour
 * (reference: mail.6).
 */
export async function tryQueueMail(
  tx: Writer,
  mail: NewMail,
  { now, random }: QueueParts,
): Promise<Mail | undefined> {
  if (!(await takeFromHour(tx, mail.company, now))) return undefined;
  const [id] = await tx.ids('mail', 1);
  if (id === undefined) throw new Error('No id for a message.');
  const domain = new URL(mail.origin).hostname;
  const row: Mail = {
    company_id: mail.company,
    id,
    kind: mail.kind,
    state: 'queued',
    recipient: mail.to,
    recipient_folded: fold(mail.to),
    order_id: mail.order ?? null,
    language: mail.language,
    // Made once and kept, so that a message which is sent twice is known by it (reference: mail.4).
    message_id: `<${id}.${random.bytes(16).toString('hex')}@${domain}>`,
    tries: 0n,
    failure: null,
    ended_at: null,
    due_at: now,
    origin: mail.origin,
    content: mail.content ?? null,
    created_at: now,
    updated_at: now,
  };
  await mails.insert(tx, row);
  tx.wake();
  return row;
}

/** The same; 429 when the company has no more left in this hour. */
export async function queueMail(tx: Writer, mail: NewMail, parts: QueueParts): Promise<Mail> {
  const queued = await tryQueueMail(tx, mail, parts);
  if (queued === undefined)
    throw new ApiError(
      'rate_limit_exceeded',
      sentence(
        'The company has sent {max} messages in this hour, and sends no more. Try again in the next.',
        {
          max: MAILS_PER_HOUR,
        },
      ),
      { headers: { 'retry-after': '3600' } },
    );
  return queued;
}

/** The context that what a message says is sealed for. */
export const contentOf = (to: string) => `mail to ${to}`;

/** Seals the content of a message about an account, so that the database alone shows no link. */
export function sealContent(
  keyring: Keyring,
  random: Random,
  to: string,
  content: Readonly<Record<string, string>>,
): string {
  return keyring.seal(JSON.stringify(content), contentOf(to), random);
}

/** Opens the sealed content of a message. */
export function openContent(
  keyring: Keyring,
  { recipient, content }: Mail,
): Readonly<Record<string, string>> {
  return content === null ? {} : JSON.parse(keyring.open(content, contentOf(recipient)));
}
