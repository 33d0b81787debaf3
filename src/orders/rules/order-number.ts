// The short numbers that orders are called out by (reference: orders.72).

/** Without I and O, which are read as 1 and 0. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Their forms: so many letters before so many digits. Within one the digits count from 1. */
const FORMS = [
  { letters: 1, digits: 2 },
  { letters: 2, digits: 2 },
  { letters: 3, digits: 1 },
] as const;

/** `at` as so many letters, A first. */
function lettersOf(at: number, count: number): string {
  let text = '';
  for (let rest = at; text.length < count; rest = Math.floor(rest / LETTERS.length))
    text = LETTERS.charAt(rest % LETTERS.length) + text;
  return text;
}

/**
 * The number of the order that is the `count`th of its site and business day, from 1: A01 to Z99, AA01 to ZZ99, AAA1 to
 * ZZZ9. undefined once they are used up, after 183,816.
 */
export function orderNumber(count: bigint): string | undefined {
  let at = Number(count) - 1;
  for (const { letters, digits } of FORMS) {
    const each = 10 ** digits - 1;
    const all = LETTERS.length ** letters * each;
    if (at < all)
      return `${lettersOf(Math.floor(at / each), letters)}${String((at % each) + 1).padStart(digits, '0')}`;
    at -= all;
  }
  return undefined;
}
