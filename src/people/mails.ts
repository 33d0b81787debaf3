import { getCompany } from '../company/store.ts';
import type { Call } from '../edge/call.ts';
import { html } from '../edge/html.ts';
import type { Languages } from '../edge/languages.ts';
import type { Keyring } from '../edge/secrets.ts';
import type { Random } from '../kernel/random.ts';
import type { Clock } from '../kernel/time.ts';
import { directionOf, type Language, type Message, message, type Words } from '../kernel/words.ts';
import { readAddress } from '../mail/address.ts';
import { type Compose, MailImpossible, type MailMessage } from '../mail/message.ts';
import { openContent, sealContent, tryQueueMail } from '../mail/queue.ts';
import type { MailKind } from '../mail/shape.ts';
import type { Storage, Writer } from '../storage/port.ts';
import { INSTALLATION, type User } from './store.ts';
import type { PeopleParts } from './types.ts';

// Messages about accounts (reference: mail.12). Their links are sealed while they wait, and not kept once they were sent.
// What is about an account alone belongs to the installation, as its lines of the audit log do.

/** Queues the link of an invitation; false when its address cannot have mail, or the company has sent too much. */
export async function queueInvitation(
  tx: Writer,
  call: Call,
  { email, link }: { readonly email: string; readonly link: string },
): Promise<boolean> {
  const to = readAddress(email);
  if (to === undefined) return false;
  const { name } = await getCompany(tx, call.company);
  const { random, keyring, origin, company } = call;
  const content = sealContent(keyring, random, to, { link, company: name });
  const language = call.words.language;
  const mail = { company, kind: 'invitation', to, language, origin, content } as const;
  return (await tryQueueMail(tx, mail, { now: call.serverTime, random })) !== undefined;
}

/** The dependencies of a message about an account. */
type AccountParts = Pick<PeopleParts, 'clock' | 'publicUrl' | 'sendsMail'> & {
  readonly random: Random;
  readonly keyring: Keyring;
};

/** Queues a message of the installation to a user; nothing where there is no mail server. */
export async function queueAccountMail(
  tx: Writer,
  parts: AccountParts,
  kind: Extract<MailKind, 'reset' | 'password_changed' | 'account_changed'>,
  user: Pick<User, 'email'>,
  language: Language,
  content: Readonly<Record<string, string>> = {},
): Promise<void> {
  const to = readAddress(user.email);
  if (!parts.sendsMail || to === undefined) return;
  const { random, clock } = parts;
  const sealed = sealContent(parts.keyring, random, to, content);
  const mail = { company: INSTALLATION, kind, to, language, origin: parts.publicUrl(), content: sealed };
  await tryQueueMail(tx, mail, { now: clock.now(), random });
}

/** Tells a user that the password was changed. */
export function queueNotice(tx: Writer, parts: AccountParts, user: Pick<User, 'email'>, language: Language) {
  return queueAccountMail(tx, parts, 'password_changed', user, language);
}

/** The events of an account that its user gets an e-mail about. */
export type AccountChange =
  | 'factor_added'
  | 'factor_removed'
  | 'codes_made'
  | 'recovery_code'
  | 'passkey_added'
  | 'passkey_removed';

/** Tells a user what was changed of their account. */
export function queueChange(
  tx: Writer,
  parts: AccountParts,
  user: Pick<User, 'email'>,
  language: Language,
  what: AccountChange,
) {
  return queueAccountMail(tx, parts, 'account_changed', user, language, { what });
}

const CHANGED: Readonly<Record<AccountChange, readonly [subject: Message, before: Message]>> = {
  factor_added: [
    message('Codes of an app are asked for now'),
    message('An authenticator app was set up for your account in Passbell just now.'),
  ],
  factor_removed: [
    message('Codes of an app are asked for no more'),
    message('The authenticator app of your account in Passbell was removed just now.'),
  ],
  codes_made: [
    message('You have new recovery codes'),
    message(
      'New recovery codes were made for your account in Passbell just now. The ones before no longer work.',
    ),
  ],
  recovery_code: [
    message('A recovery code was used'),
    message('A recovery code of your account in Passbell was used just now.'),
  ],
  passkey_added: [
    message('A passkey was added'),
    message('A passkey was added to your account in Passbell just now.'),
  ],
  passkey_removed: [
    message('A passkey was removed'),
    message('A passkey of your account in Passbell was removed just now.'),
  ],
};

function isChange(what: string | undefined): what is AccountChange {
  return what !== undefined && Object.hasOwn(CHANGED, what);
}

/** The words of a message: its subject, sentences, and the text of its link. */
interface Said {
  readonly subject: string;
  readonly before: string;
  readonly link?: string;
  readonly after: string;
}

function saidOf(kind: MailKind, words: Words, company: string, what?: string): Said {
  if (kind === 'invitation')
    return {
      subject: words.say('Join {company} in Passbell', { company }),
      before: words.say('You are invited to work with {company} in Passbell.', { company }),
      link: words.say('Accept the invitation'),
      after: words.say('The link works once, for seven days. If you do not know why you have it, ignore it.'),
    };
  if (kind === 'reset')
    return {
      subject: words.say('Set a new password'),
      before: words.say('Somebody, hopefully you, has forgotten the password of your account in Passbell.'),
      link: words.say('Set a new password'),
      after: words.say('The link works once, for one hour. If it was not you, ignore it: nothing changes.'),
    };
  const after = words.say('If it was not you, ask an owner of your company for help at once.');
  if (kind === 'account_changed' && isChange(what)) {
    const [subject, before] = CHANGED[what];
    return { subject: words.translate(subject), before: words.translate(before), after };
  }
  return {
    subject: words.say('Your password was changed'),
    before: words.say('The password of your account in Passbell was changed just now.'),
    after,
  };
}

/** Writes messages about accounts. */
export function accountWriter({
  keyring,
  languages,
}: {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly keyring: Keyring;
  readonly languages: Languages;
}): Compose {
  return (mail): Promise<MailMessage> => {
    if (mail.content === null) return Promise.reject(new MailImpossible('What it said is not kept.'));
    const { link, what, company = 'Passbell' } = openContent(keyring, mail);
    const words = languages.of(mail.language ?? 'en');
    const said = saidOf(mail.kind, words, company, what);
    const lines = [said.before, ...(link === undefined ? [] : [`${said.link}:\n${link}`]), said.after];
    const { language } = words;
    const page = html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><title>${said.subject}</title></head>
<body style="font-family:sans-serif;line-height:1.5"><p>${said.before}</p>
${link !== undefined && html`<p><a href="${link}">${said.link}</a></p>`}
<p>${said.after}</p></body></html>`;
    return Promise.resolve({
      subject: said.subject,
      fromName: company,
      text: `${lines.join('\n\n')}\n`,
      html: page.text,
      attachments: [],
    });
  };
}
