// What customers are found by: a name, a part of an e-mail address, or some digits of a telephone number.

/** The characters that telephone numbers are written with, besides digits. */
const WRITTEN = /[\s+().\-/]/g;

const digitsOf = (phone: string | null): string => (phone ?? '').replace(/\D/g, '');

/** The fields of a customer that a search looks at. */
interface Searched {
  readonly first_name: string;
  readonly last_name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly mobile: string | null;
}

/** The text that a customer is found by, one thing a line. */
export function foundBy(customer: Searched): string {
  const { first_name: first, last_name: last, email, phone, mobile } = customer;
  const name = [first, last ?? ''].filter((text) => text !== '').join(' ');
  return [name, email ?? '', digitsOf(phone), digitsOf(mobile)].filter((text) => text !== '').join('\n');
}

/** A word of a search: what looks like a part of a telephone number is its digits. */
export function searchedWord(word: string): string {
  const bare = word.replace(WRITTEN, '');
  return /^\d+$/.test(bare) ? bare : word;
}
