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
type SecretPrefix =
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
/** The bytes of an installation key. */
export const KEY_BYTES = 32;
/** The bytes of a key's id; it is shown as twice as many hexadecimal digits. */
const ID_BYTES = 4;
/** A sealed text: of the first form, which names no key, or of the second, which does. */
const SEALED = /^(?:v1|v2\.([0-9a-f]{8}))\.([\w-]+)$/;
/** A keyed hash that names its key. Those that were made before keys had names are the hash alone. */
const HASHED = /^h2\.([0-9a-f]{8})\.([\w-]{43})$/;

/** A text was sealed, or a hash made, with a key that is not known here. */
export class UnknownKey extends Error {
  readonly id: string;

  constructor(id: string) {
    super(
      `A secret in the database rests on key ${id}, which secret.key does not hold. Put that key into it.`,
    );
    this.name = 'UnknownKey';
    this.id = id;
  }
}

/** The keys that are derived from one key of an installation. Their bytes are in nothing that is shown. */
export class InstallationKey {
  /** Eight hexadecimal digits by which people and sealed texts name it; they tell nothing of the key. */
  readonly id: string;
  /** By which a database knows it again. */
  readonly check: string;
  readonly #sealing: Buffer;
  readonly #cursors: Buffer;
  readonly #pins: Buffer;
  readonly #receipts: Buffer;
  readonly #counts: Buffer;

  constructor(master: Buffer) {
    if (master.length !== KEY_BYTES) throw new Error('The installation key must have 32 bytes.');
    const derived = (use: string, length = 32) => Buffer.from(hkdfSync('sha256', master, '', use, length));
    this.#sealing = derived('passbell seal v1');
    this.#cursors = derived('passbell cursor v1');
    this.#pins = derived('passbell pin v1');
    this.#receipts = derived('passbell receipt v1');
    this.#counts = derived('passbell count v1');
    this.id = derived('passbell key id v1', ID_BYTES).toString('hex');
    this.check = hashSecret(this.#cursors.toString('base64'));
  }

  /** The key that signs page cursors. */
  get cursors(): Buffer {
    return this.#cursors;
  }

  /** The key that the addresses of receipt pages follow from. */
  get receipts(): Buffer {
    return this.#receipts;
  }

  /** The keyed hash of a text, without the key's name. */
  hash(text: string, context: string): string {
    return createHmac('sha256', this.#pins).update(`${context} ${text}`).digest('base64url');
  }

  /**
   * What stands in the database for a text that something is counted by, such as an address: 132 bits. Keyed, as all addresses
   * of IPv4 could be tried otherwise.
   */
  hashCounted(text: string): string {
    return createHmac('sha256', this.#counts).update(text).digest('base64url').slice(0, 22);
  }

  seal(text: string, context: string, random: Random): string {
    const nonce = random.bytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#sealing, nonce, CIPHER_OPTIONS).setAAD(Buffer.from(context));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return `v2.${this.id}.${Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64url')}`;
  }

  /** The text; undefined when this key, in this context, did not seal it, or it was changed. */
  open(bytes: Buffer, context: string): string | undefined {
    try {
      const decipher = createDecipheriv(CIPHER, this.#sealing, bytes.subarray(0, NONCE_BYTES), CIPHER_OPTIONS)
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(-TAG_BYTES));
      const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    } catch {
      return undefined;
    }
  }
}

/** Keys for a use: new things are made with the first, and those of all are taken. */
export interface DerivedKeys {
  readonly first: Buffer;
  readonly all: readonly Buffer[];
}

/** How a text compares with a keyed hash: `renew` is right, by another key than new hashes are made with. */
export type HashMatch = 'wrong' | 'right' | 'renew';

/**
 * The installation's keys (reference: operations.30): the first seals, signs and hashes, all of them open what was sealed
 * before. One ring lives as long as its process: `replace` brings it what secret.key holds by now.
 */
export class Keyring {
  #keys: readonly [InstallationKey, ...InstallationKey[]];
  #others: (() => readonly InstallationKey[]) | undefined;

  constructor(keys: Buffer | readonly InstallationKey[]) {
    this.#keys = atLeastOne(Buffer.isBuffer(keys) ? [new InstallationKey(keys)] : keys);
  }

  /** The key that seals. */
  get first(): InstallationKey {
    return this.#keys[0];
  }

  /** All of them, the first one first. */
  get keys(): readonly [InstallationKey, ...InstallationKey[]] {
    return this.#keys;
  }

  /** The keys that sign page cursors. */
  get cursors(): DerivedKeys {
    return { first: this.first.cursors, all: this.#keys.map(({ cursors }) => cursors) };
  }

  /** The keys that the addresses of receipt pages follow from. */
  get receipts(): DerivedKeys {
    return { first: this.first.receipts, all: this.#keys.map(({ receipts }) => receipts) };
  }

  /** Takes other keys from now on. */
  replace(keys: readonly InstallationKey[]): void {
    this.#keys = atLeastOne(keys);
  }

  /** Where keys are looked for that a text names and the ring does not have: it learns them, behind those it has. */
  learnFrom(others: () => readonly InstallationKey[]): void {
    this.#others = others;
  }

  /** The key of a name; undefined when it is known nowhere. */
  #find(id: string): InstallationKey | undefined {
    const known = this.#keys.find((key) => key.id === id);
    if (known !== undefined || this.#others === undefined) return known;
    const found = this.#others().find((key) => key.id === id);
    if (found !== undefined) this.#keys = [this.first, ...this.#keys.slice(1), found];
    return found;
  }

  /**
   * The stored hash of a PIN. It is keyed by the installation: with the database alone all PINs could be tried in a
   * moment. `context` names the staff member. It names its key, so that it is renewed when the key is another one.
   */
  hashPin(pin: string, context: string): string {
    return `h2.${this.first.id}.${this.first.hash(pin, context)}`;
  }

  /** Whether a stored hash is that of a PIN. One whose key is gone is never. */
  matchPin(stored: string, pin: string, context: string): HashMatch {
    const [, id, hash = stored] = HASHED.exec(stored) ?? [];
    const named = id === undefined ? undefined : this.#find(id);
    const keys = id === undefined ? this.#keys : named === undefined ? [] : [named];
    // All are tried: how long it takes says nothing.
    const matches = keys.filter((key) => sameHash(hash, key.hash(pin, context)));
    if (matches.length === 0) return 'wrong';
    return id === this.first.id ? 'right' : 'renew';
  }

  /** Every form in which the hash of a text may be stored, by any key: for what is looked up by it. */
  hashesOf(text: string, context: string): string[] {
    return this.#keys.flatMap((key) => {
      const hash = key.hash(text, context);
      return [`h2.${key.id}.${hash}`, hash];
    });
  }

  /** False when a stored hash names a key that is gone: nothing is right for it any more. */
  knowsHash(stored: string): boolean {
    const id = HASHED.exec(stored)?.[1];
    return id === undefined || this.#find(id) !== undefined;
  }

  /** The hash that stands in the database for the key of a count, by the first key alone: counts are over soon. */
  hashCounted(text: string): string {
    return this.first.hashCounted(text);
  }

  /** Encrypts a text for the database (AES-256-GCM); `context` must be the same at opening. */
  seal(text: string, context: string, random: Random): string {
    return this.first.seal(text, context, random);
  }

  /** Decrypts a text made by `seal`. Throws when the context or the text differs, and UnknownKey without its key. */
  open(sealed: string, context: string): string {
    return this.openWith(sealed, context).text;
  }

  /** The same, with the key that sealed it: a text of the first form names none. */
  openWith(sealed: string, context: string): { readonly text: string; readonly key: InstallationKey } {
    const [, id, content = ''] = SEALED.exec(sealed) ?? [];
    const bytes = Buffer.from(content, 'base64url');
    if (bytes.length < NONCE_BYTES + TAG_BYTES) throw new Error('The text was not sealed by Passbell.');
    const named = id === undefined ? undefined : this.#find(id);
    if (id !== undefined && named === undefined) throw new UnknownKey(id);
    for (const key of named === undefined ? this.#keys : [named]) {
      const text = key.open(bytes, context);
      if (text !== undefined) return { text, key };
    }
    throw new Error(
      named === undefined
        ? 'A secret in the database was sealed with a key that secret.key does not hold, or was changed.'
        : `A secret in the database that names key ${named.id} was changed, or belongs to another place.`,
    );
  }
}

function atLeastOne(keys: readonly InstallationKey[]): [InstallationKey, ...InstallationKey[]] {
  const [first, ...others] = keys;
  if (first === undefined) throw new Error('An installation has at least one key.');
  return [first, ...others];
}
