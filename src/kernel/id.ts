/** A positive 64-bit id, exact. Ids are unique per kind in the whole installation (reference: conventions.12). */
export type Id = bigint;

/** The largest id a signed 64-bit column can hold. */
export const MAX_ID = 9_223_372_036_854_775_807n;

/** Reads an id as written in a path or a query; undefined when it is not a positive 64-bit integer. */
export function parseId(text: string): Id | undefined {
  if (!/^[1-9]\d{0,18}$/.test(text)) return undefined;
  const id = BigInt(text);
  return id <= MAX_ID ? id : undefined;
}

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const SPREAD = 0x9e3779b97fn; // odd, so that multiplying modulo 2^40 is one to one
/** How far apart blocks of 2^40 ids begin: the golden section keeps any few of them well away from each other. */
const BLOCK_OFFSET = 0x9e3779b97bn;

/** The bits of an id that tell the ids of a block apart. */
const BLOCK_BITS = 40n;
const IN_BLOCK = (1n << BLOCK_BITS) - 1n;
/** Undoes the multiplication: Newton's steps double the bits that are right. */
const GATHER = [...'123456'].reduce((found) => (found * (2n - SPREAD * found)) & IN_BLOCK, 1n);

/** How many ids a block has. */
export const BLOCK = 1n << BLOCK_BITS;

/**
 * The 8 characters printed on a receipt (reference: orders.2). Made from the order's id alone: no two of 2^40
 * ids in a row share one, nor do two runs of ids that begin far apart (FIRST_ORDER_ID after a migration).
 */
export function saleId(orderId: Id): string {
  let rest = ((orderId + (orderId >> BLOCK_BITS) * BLOCK_OFFSET) * SPREAD) & IN_BLOCK;
  let text = '';
  for (let place = 0; place < 8; place++) {
    text = ALPHABET.charAt(Number(rest & 31n)) + text;
    rest >>= 5n;
  }
  return text;
}

/** The order's id in each of some blocks of 2^40 ids, by its 8 characters in upper case; none for other texts. */
export function idsOfSale(saleid: string, blocks: readonly bigint[]): Id[] {
  if (!/^.{8}$/.test(saleid)) return [];
  let rest = 0n;
  for (const character of saleid) {
    const value = ALPHABET.indexOf(character);
    if (value < 0) return [];
    rest = (rest << 5n) | BigInt(value);
  }
  const spread = (rest * GATHER) & IN_BLOCK;
  return blocks.map((block) => (block << BLOCK_BITS) | ((spread - block * BLOCK_OFFSET) & IN_BLOCK));
}
