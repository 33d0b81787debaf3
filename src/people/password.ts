import { scrypt, timingSafeEqual } from 'node:crypto';
import { PASSWORD_TURNS } from '../kernel/budget.ts';
import { FairQueue } from '../kernel/fair-queue.ts';
import type { Random } from '../kernel/random.ts';
import { type Sentence, sentence } from '../kernel/words.ts';

/** The work of one scrypt. */
export interface PasswordCost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** 64 MiB and about a third of a second for each guess; the stored hash names it, so it can be raised later. */
export const PASSWORD_COST: PasswordCost = { N: 65_536, r: 8, p: 2 };

/** Characters of a password. */
export const MIN_PASSWORD = 10;
export const MAX_PASSWORD = 200;

const SALT_BYTES = 16;
const KEY_BYTES = 32;
/** Memory one hash may take, in bytes. */
const MAX_MEMORY = 268_435_456;
/** The address of hashes that Passbell makes for itself, as for a sandbox. */
const OWN_PLACE = '';

const WORDS = {
  ofKey: sentence('Too many people sign in from here just now.'),
  ofAll: sentence('Too many people sign in just now.'),
};

/** Why a password cannot be taken, in a sentence; undefined when it can. */
export function passwordProblem(password: string, email: string): Sentence | undefined {
  const length = [...password].length;
  if (length < MIN_PASSWORD)
    return sentence('The password must have at least {min} characters.', { min: String(MIN_PASSWORD) });
  if (length > MAX_PASSWORD)
    return sentence('The password must have at most {max} characters.', { max: String(MAX_PASSWORD) });
  if (new Set(password).size < 4) return sentence('The password must have at least 4 different characters.');
  if (password.toLowerCase() === email.toLowerCase())
    return sentence('The password must not be the e-mail address.');
  return undefined;
}

/** Works out the key of a password. */
type Derive = (password: string, salt: Buffer, cost: PasswordCost) => Promise<Buffer>;

const byScrypt: Derive = (password, salt, { N, r, p }) =>
  new Promise((resolve, reject) => {
    scrypt(password, salt, KEY_BYTES, { N, r, p, maxmem: MAX_MEMORY }, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });

/** Hashes passwords by scrypt and checks them, a few at a time; the addresses that ask take turns. */
export class Passwords {
  readonly #random: Random;
  readonly #cost: PasswordCost;
  readonly #workOut: Derive;
  readonly #turns = new FairQueue(PASSWORD_TURNS, WORDS);

  constructor(random: Random, cost: PasswordCost = PASSWORD_COST, derive: Derive = byScrypt) {
    this.#random = random;
    this.#cost = cost;
    this.#workOut = derive;
  }

  /** The hash of a new password, `scrypt.N.r.p.salt.key`; `place` is where it is asked for. */
  async hash(password: string, place = OWN_PLACE): Promise<string> {
    const salt = this.#random.bytes(SALT_BYTES);
    const key = await this.#derive(place, password, salt, this.#cost);
    const { N, r, p } = this.#cost;
    return ['scrypt', N, r, p, salt.toString('base64url'), key.toString('base64url')].join('.');
  }

  /**
   * True when it is the password of the hash. Without a hash it takes as long, and is false. `place` is where it is
   * asked for: 429 when too many from there wait, 503 when too many wait in all.
   */
  async matches(password: string, hash: string | undefined, place = OWN_PLACE): Promise<boolean> {
    const [, N = '', r = '', p = '', salt = '', stored = ''] = hash?.split('.') ?? [];
    const cost = hash === undefined ? this.#cost : { N: Number(N), r: Number(r), p: Number(p) };
    const guess = password.slice(0, MAX_PASSWORD * 2);
    const key = await this.#derive(place, guess, Buffer.from(salt, 'base64url'), cost);
    const expected = Buffer.from(stored, 'base64url');
    return hash !== undefined && expected.length === key.length && timingSafeEqual(expected, key);
  }

  #derive(place: string, password: string, salt: Buffer, cost: PasswordCost): Promise<Buffer> {
    return this.#turns.run(place, () => this.#workOut(password.normalize('NFKC'), salt, cost));
  }
}
