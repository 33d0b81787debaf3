import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  timingSafeEqual,
} from 'node:crypto';
import type { Random } from '../kernel/random.ts';

/** The SHA-256 of a token or client secret, as stored. They carry 256 random bits, so no salt is needed. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** Compares two hashes in constant time. */
export function sameHash(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

/**
 * The prefix of a secret, by its kind: access token, client secret, signing secret, refresh token, authorization
 * code, session of a staff member, session of a user, form, known browser, device's key, one-time link and the second
 * step of a sign-in.
 */
export type SecretPrefix =
  | 'pb_at_'
  | 'pb_cs_'
  | 'pb_ss_'
  | 'pb_rt_'
  | 'pb_ac_'
  | 'pb_os_'
  | 'pb_se_'
  | 'pb_fo_'
  | 'pb_kb_'
  | 'pb_dk_'
  | 'pb_ol_'
  | 'pb_st_';

/** A fresh secret of 256 bits behind a prefix by which leaks can be recognised. */
export function newSecret(prefix: SecretPrefix, random: Random): string {
  return prefix + random.bytes(32).toString('base64url');
}

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER_OPTIONS = { authTagLength: TAG_BYTES };
/** The prefix of sealed texts; another algorithm will have another one. */
const PREFIX = 'v1.';

/** The installation's key: seals what must be read back later and signs cursors. */
export class Keyring {
  readonly #sealing: Buffer;
  readonly #cursors: Buffer;
  readonly #pins: Buffer;
  readonly #receipts: Buffer;
  readonly #counts: Buffer;

  constructor(master: Buffer) {
    if (master.length !== 32) throw new Error('The installation key must have 32 bytes.');
    this.#sealing = Buffer.from(hkdfSync('sha256', master, '', 'passbell seal v1', 32));
    this.#cursors = Buffer.from(hkdfSync('sha256', master, '', 'passbell cursor v1', 32));
    this.#pins = Buffer.from(hkdfSync('sha256', master, '', 'passbell pin v1', 32));
    this.#receipts = Buffer.from(hkdfSync('sha256', master, '', 'passbell receipt v1', 32));
    this.#counts = Buffer.from(hkdfSync('sha256', master, '', 'passbell count v1', 32));
  }

  /** The key that signs page cursors. */
  get cursors(): Buffer {
    return this.#cursors;
  }

  /** The key that the addresses of receipt pages follow from. */
  get receipts(): Buffer {
    return this.#receipts;
  }

  /**
   * The stored hash of a PIN. It is keyed by the installation: with the database alone all PINs could be tried in a
   * moment. `context` names the staff member.
   */
  hashPin(pin: string, context: string): string {
    return createHmac('sha256', this.#pins).update(`${context} ${pin}`).digest('base64url');
  }

  /**
   * What stands in the database for a key that something is counted by, such as an address: 132 bits. Keyed, as all addresses
   * of IPv4 could be tried otherwise.
   */
  hashCounted(key: string): string {
    return createHmac('sha256', this.#counts).update(key).digest('base64url').slice(0, 22);
  }

  /** Encrypts a text for the database (AES-256-GCM); `context` must be the same at opening. */
  seal(text: string, context: string, random: Random): string {
    const nonce = random.bytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#sealing, nonce, CIPHER_OPTIONS).setAAD(Buffer.from(context));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return `${PREFIX}${Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64url')}`;
  }

  /** Decrypts a text made by `seal`. Throws when the key, the context or the text differs. */
  open(sealed: string, context: string): string {
    const bytes = Buffer.from(sealed.slice(PREFIX.length), 'base64url');
    if (!sealed.startsWith(PREFIX) || bytes.length < NONCE_BYTES + TAG_BYTES) {
      throw new Error('The text was not sealed by Passbell.');
    }
    const decipher = createDecipheriv(CIPHER, this.#sealing, bytes.subarray(0, NONCE_BYTES), CIPHER_OPTIONS)
      .setAAD(Buffer.from(context))
      .setAuthTag(bytes.subarray(-TAG_BYTES));
    const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  }
}
