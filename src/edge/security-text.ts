import type { FastifyInstance } from 'fastify';
import { type Clock, DAY, formatTime } from '../kernel/time.ts';

/** Where security researchers look for a contact (RFC 9116). */
const SECURITY_TEXT_PATH = '/.well-known/security.txt';
/** How long the file is valid; RFC 9116 advises less than a year. */
const HOLDS = 180n * DAY;
/** How long caches may keep it, in seconds: a day. */
const KEEP_S = 86_400;
/** The most contacts. */
const MAX_CONTACTS = 10;
const PRINTABLE = /^[!-~]+$/;
const MAILBOX = /^mailto:[^@?]+@[^@?]+$/;
const PHONE = /^tel:\+[\d-]+$/;

/** The settings that security.txt is made from. */
interface SecurityTextParts {
  /** The contacts, the preferred one first; none: the path is a 404. */
  readonly contacts: readonly string[];
  /** BASE_URL, whose host the file is about. */
  readonly baseUrl: string | undefined;
  readonly clock: Clock;
}

/**
 * Reads a list of contacts, separated by commas: https, mailto and tel addresses. Undefined when one of them is none of
 * these.
 */
export function parseContacts(text: string): string[] | undefined {
  const contacts = text.split(',').map((each) => each.trim());
  return contacts.length <= MAX_CONTACTS && contacts.every(isContact) ? contacts : undefined;
}

/** A line of the file ends at the first control character, so that there may be none. */
function isContact(text: string): boolean {
  if (!PRINTABLE.test(text)) return false;
  if (MAILBOX.test(text) || PHONE.test(text)) return true;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === 'https:' && url.username === '' && url.password === '';
}

/** Adds security.txt, which needs no token. Without a contact it is not there (reference: operations.19). */
export function addSecurityText(app: FastifyInstance, { contacts, baseUrl, clock }: SecurityTextParts): void {
  if (contacts.length === 0) return;
  app.get(SECURITY_TEXT_PATH, (_request, reply) => {
    // From midnight on, so that it is the same all day.
    const now = clock.now();
    const expires = now - (now % DAY) + HOLDS;
    const lines = [...contacts.map((each) => `Contact: ${each}`), `Expires: ${formatTime(expires)}`];
    // A host has one such file, also when BASE_URL has a path.
    if (baseUrl !== undefined) lines.push(`Canonical: ${new URL(SECURITY_TEXT_PATH, baseUrl).href}`);
    return reply
      .header('content-type', 'text/plain; charset=utf-8')
      .header('cache-control', `public, max-age=${KEEP_S}`)
      .send(`${lines.join('\n')}\n`);
  });
}
