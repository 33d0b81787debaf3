import { randomBytes } from 'node:crypto';
import { requireAddress } from '../mail/address.ts';
import { createSendMail } from '../mail/send.ts';
import { parseArguments, UsageError } from './arguments.ts';

/** passbell mail-test: sends one message through the mail server of the settings, at once. */
export async function runMailTest(args: readonly string[]): Promise<number> {
  const given = parseArguments(args, { to: { type: 'string' } }, 0);
  const text = given.text('to');
  if (text === undefined) throw new UsageError('--to is missing: the address that the message goes to.');
  const to = requireAddress('--to', text);
  const { smtp } = given.config();
  if (smtp === undefined) throw new UsageError('SMTP_URL and MAIL_FROM are not set.');
  const answer = await createSendMail(smtp)({
    to,
    messageId: `<test.${randomBytes(16).toString('hex')}@passbell>`,
    at: new Date(),
    signal: new AbortController().signal,
    subject: 'A test of Passbell',
    fromName: 'Passbell',
    text: 'Passbell can send mail.\n',
    html: '<p>Passbell can send mail.</p>',
    attachments: [],
  });
  const said = [answer.error, answer.answer].filter((part) => part !== null).join(' ');
  process.stdout.write(answer.sent ? `${to}: sent. ${said}\n` : `${to}: not sent. ${said}\n`);
  return answer.sent ? 0 : 1;
}
