import type { Micros } from '../kernel/time.ts';
import { view } from '../shape/view.ts';
import { MAIL, MAIL_ATTEMPT, type Mail, type MailAttempt } from './shape.ts';

const attemptView = view(MAIL_ATTEMPT, ({ number, status, latency }: MailAttempt) => ({
  number: Number(number),
  latency_ms: Number(latency / 1000n),
  status: status === null ? null : Number(status),
}));

const nextOf = ({ state, due_at: due }: Mail): Micros | null => (state === 'queued' ? due : null);

/** A message without its attempts. */
export const mailView = view(MAIL, (mail: Mail) => ({
  to: mail.recipient,
  tries: Number(mail.tries),
  next_attempt_at: nextOf(mail),
}));

/** A message with its attempts. */
export const wholeMailView = view(MAIL, (mail: Mail, attempts: readonly MailAttempt[]) => ({
  to: mail.recipient,
  tries: Number(mail.tries),
  next_attempt_at: nextOf(mail),
  attempts: attempts.map((attempt) => attemptView(attempt)),
}));
