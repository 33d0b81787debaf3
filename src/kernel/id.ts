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

/**
 * The 8 characters printed on a receipt (reference: orders.2). Made from the order's id alone: no two of 2^40
 * ids in a row share one, nor do two runs of ids that begin far apart (FIRST_ORDER_ID after a migration).
 */
export function saleId(orderId: Id): string {
  let rest = ((orderId + (orderId >> 40n) * BLOCK_OFFSET) * SPREAD) & 0xff_ffff_ffffn;
  let text = '';
  for (let place = 0; place < 8; place++) {
    text = ALPHABET.charAt(Number(rest & 31n)) + text;
    rest >>= 5n;
  }
  return text;
}
