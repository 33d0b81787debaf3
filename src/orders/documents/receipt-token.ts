import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto';
import type { DerivedKeys } from '../../edge/secrets.ts';
import type { Id } from '../../kernel/id.ts';

// The address of a receipt page, which follows from the order and from the installation's key (reference: mail.9): nothing
// is stored, a guess is one of 2^128, and none tells of another order. Its first half proves its second, which is the
// company and the order, encrypted.

const BYTES = 16;
const TOKEN = /^[\w-]{43}$/;

/** The order that a receipt page shows. */
interface ReceiptOf {
  readonly company: Id;
  readonly order: Id;
}

function sealed(key: Buffer, mac: Buffer, text: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-ctr', encryption(key), mac);
  return Buffer.concat([cipher.update(text), cipher.final()]);
}

const encryption = (key: Buffer) => createHmac('sha256', key).update('receipt encryption').digest();

function proofOf(key: Buffer, text: Buffer): Buffer {
  return createHmac('sha256', key).update('receipt proof').update(text).digest().subarray(0, BYTES);
}

/** The token of an order's receipt page. */
function receiptToken({ first: key }: DerivedKeys, { company, order }: ReceiptOf): string {
  const text = Buffer.alloc(BYTES);
  text.writeBigUInt64BE(company, 0);
  text.writeBigUInt64BE(order, 8);
  const mac = proofOf(key, text);
  return Buffer.concat([mac, sealed(key, mac, text)]).toString('base64url');
}

/** The order of a token; undefined for any that this installation did not make. */
export function readReceiptToken(keys: DerivedKeys, token: string): ReceiptOf | undefined {
  for (const key of keys.all) {
    const of = readBy(key, token);
    if (of !== undefined) return of;
  }
  return undefined;
}

function readBy(key: Buffer, token: string): ReceiptOf | undefined {
  if (!TOKEN.test(token)) return undefined;
  const bytes = Buffer.from(token, 'base64url');
  // The last sign of 32 bytes has two bits to spare: one spelling of them alone is good.
  if (bytes.toString('base64url') !== token) return undefined;
  const mac = bytes.subarray(0, BYTES);
  const decipher = createDecipheriv('aes-256-ctr', encryption(key), mac);
  const text = Buffer.concat([decipher.update(bytes.subarray(BYTES)), decipher.final()]);
  if (!timingSafeEqual(proofOf(key, text), mac)) return undefined;
  return { company: text.readBigUInt64BE(0), order: text.readBigUInt64BE(8) };
}

/** The address of the page below an address of the service. */
export function receiptUrl(keys: DerivedKeys, origin: string, of: ReceiptOf): string {
  return `${origin}/r/${receiptToken(keys, of)}`;
}
