import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Micros, SECOND } from '../kernel/time.ts';

// Codes that an authenticator app shows: RFC 6238 with SHA-1, 6 digits and steps of 30 seconds, which is what all of them
// know (reference: authentication.27).

/** The length of a step. */
const STEP: Micros = 30n * SECOND;
const DIGITS = 6;
/** Steps that an app's clock may be early or late. */
const DRIFT = 1n;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Bytes of a secret: as long as the hash (RFC 4226, 4). */
export const SECRET_BYTES = 20;

/** Bytes in base32 (RFC 4648) without padding, as apps take a secret. */
export function base32(bytes: Uint8Array): string {
  let text = '';
  let held = 0;
  let bits = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += ALPHABET[(held >> bits) & 31];
    }
    held &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + ALPHABET[(held << (5 - bits)) & 31];
}

/** The step of a moment. */
export function stepAt(now: Micros): bigint {
  return now / STEP;
}

/** The code of a step (RFC 4226, 5.3). */
export function codeAt(secret: Uint8Array, step: bigint, digits = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(step);
  const hash = createHmac('sha1', secret).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  const number = hash.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** The step whose code was typed, the present one or a neighbour, behind the last one that was used. */
export function stepOf(secret: Uint8Array, typed: string, now: Micros, last: bigint): bigint | undefined {
  if (!/^\d{6}$/.test(typed)) return undefined;
  const given = Buffer.from(typed);
  let found: bigint | undefined;
  // All of them are compared, whichever fits.
  for (let step = stepAt(now) - DRIFT; step <= stepAt(now) + DRIFT; step++) {
    if (timingSafeEqual(Buffer.from(codeAt(secret, step)), given) && step > last) found ??= step;
  }
  return found;
}

/** The address that a QR code brings into an app. */
export function keyUri(secret: Uint8Array, account: string, issuer: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`;
}
