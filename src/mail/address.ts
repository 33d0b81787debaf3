import { domainToASCII } from 'node:url';
import { invalid } from '../kernel/errors.ts';
import { sentence } from '../kernel/words.ts';

// The addresses that mail may go to (reference: mail.5).

/** Longest address, in characters (RFC 5321 4.5.3.1, without its brackets). */
export const MAX_ADDRESS = 254;
const MAX_LOCAL = 64;
/** Before the @: a dot-atom of RFC 5322, no quoted form. */
const LOCAL = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * One address as mail servers take it: the domain in ASCII, so that Unicode domains are written as their xn-- form.
 * Undefined for anything else: lists, names with an address, lines, quoted parts, addresses in brackets.
 */
export function readAddress(text: string): string | undefined {
  const sent = text.trim();
  const at = sent.lastIndexOf('@');
  const local = sent.slice(0, at);
  if (at < 1 || sent.length > MAX_ADDRESS || local.length > MAX_LOCAL || !LOCAL.test(local)) return undefined;
  const written = sent.slice(at + 1);
  // What URLs take and domains have not: ports, paths, percent signs, blanks.
  if (/[^\p{L}\p{N}\p{M}.-]/u.test(written)) return undefined;
  const domain = domainToASCII(written);
  const labels = domain.split('.');
  if (domain === '' || labels.length < 2 || !labels.every((label) => LABEL.test(label))) return undefined;
  // A last label of digits alone would be the address of a machine.
  if (/^\d+$/.test(labels.at(-1) ?? '')) return undefined;
  const address = `${local}@${domain}`;
  return address.length > MAX_ADDRESS ? undefined : address;
}

/** The same; 400 naming the field for anything else. */
export function requireAddress(field: string, text: string): string {
  const address = readAddress(text);
  if (address === undefined)
    throw invalid(field, sentence('must be one e-mail address, such as ada@example.com.'));
  return address;
}
