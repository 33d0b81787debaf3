// What is taken out of texts that are kept or logged.

/** Stands in place of a secret. */
export const STARS = '***';
/** Our own secrets, wherever they turn up, and those of webhooks. */
const OWN = /\b(pb_(?!ci_)[a-z]{2}_|whsec_)[\w+/=-]+/g;
/** The value of an Authorization header. */
const SCHEME = /\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi;
/** 13 to 19 digits, also in groups: possible numbers of cards. */
const CARD = /(?<![\d])\d(?:[ -]?\d){12,18}(?![\d])/g;
/** Query and fragment of an address: many receivers have their keys there. */
const QUERY = /[?#][^\s?#][^\s]*/g;
/** Name and password in an address. */
const USER = /:\/\/[^\s/@]+@/g;

/** A text without secrets of ours, credentials, queries of addresses, and numbers of cards. */
export function redactText(text: string): string {
  const plain = text.replace(OWN, `$1${STARS}`).replace(SCHEME, `$1 ${STARS}`);
  const bare = plain.includes('://')
    ? plain.replace(USER, `://${STARS}@`).replace(QUERY, `?${STARS}`)
    : plain;
  return bare.replace(CARD, STARS);
}
