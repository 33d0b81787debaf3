import { addressKey } from '../edge/address.ts';
import { hashSecret, type Keyring } from '../edge/secrets.ts';
import type { Id } from '../kernel/id.ts';
import type { Random } from '../kernel/random.ts';
import type { Micros } from '../kernel/time.ts';
import type { Writer } from '../storage/port.ts';
import {
  confirmFactor,
  deleteFactor,
  deletePasskeys,
  findFactor,
  offerFactor,
  replaceCodes,
  takeRecoveryCode,
  takeStep,
} from './factors.store.ts';
import type { LinkAuthor } from './links.ts';
import { clearAttempts, giveAttemptBack, isKnownBrowser, takeAttempt } from './signins.store.ts';
import { audit, deleteSessionsOf, findUser, INSTALLATION } from './store.ts';
import { base32, SECRET_BYTES, stepOf } from './totp.ts';
import { SIGN_INS_PER_ACCOUNT, SIGN_INS_PER_BROWSER } from './types.ts';
import type { Visit } from './visit.ts';

// The second factor of a person: codes of an authenticator app, and recovery codes for when it is lost (reference:
// authentication.27, authentication.28).

/** Codes that are made at a time. */
const RECOVERY_CODES = 10;
/** Characters of one: 50 random bits, which the installation's key hashes. */
const CODE_LENGTH = 10;
const CODE_BYTES = 7;
/** How long an app may be set up for. */
const OFFER_LIFETIME: Micros = 3_600_000_000n;
/** Wrong codes of an account in a window, wherever they come from: their sender knows the password. */
const CODES_PER_ACCOUNT = 50;

/** The dependencies of what is kept of a second factor. */
interface FactorParts {
  readonly random: Random;
  readonly keyring: Keyring;
}

/** The context that the secret of a person's app is sealed for. */
export const authenticatorOf = (user: Id) => `user ${user} authenticator`;

/** A code as it is compared: apps and people put blanks and hyphens into them. */
function bare(typed: string): string {
  return typed.slice(0, 100).replaceAll(/[\s-]/g, '').toUpperCase();
}

const recoveryOf = (user: Id) => `recovery code of user ${user}`;

/** Begins to set an app up; answers its secret, or undefined when the person has one already. */
export async function beginFactor(
  tx: Writer,
  { random, keyring }: FactorParts,
  user: Id,
  now: Micros,
): Promise<Buffer | undefined> {
  const secret = Buffer.from(random.bytes(SECRET_BYTES));
  const sealed = keyring.seal(secret.toString('base64url'), authenticatorOf(user), random);
  return (await offerFactor(tx, user, sealed, now)) ? secret : undefined;
}

/** Makes new recovery codes in place of those there are; they are shown this once. */
export async function makeCodes(
  tx: Writer,
  { random, keyring }: FactorParts,
  user: Id,
  now: Micros,
): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    base32(random.bytes(CODE_BYTES)).slice(0, CODE_LENGTH),
  );
  await replaceCodes(
    tx,
    user,
    codes.map((code) => keyring.hashPin(code, recoveryOf(user))),
    now,
  );
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`.toLowerCase());
}

/** Confirms the app by a code it shows; answers the first recovery codes, or why there are none. */
export async function finishFactor(
  tx: Writer,
  parts: FactorParts,
  user: Id,
  typed: string,
  now: Micros,
): Promise<string[] | 'none' | 'wrong'> {
  const row = await findFactor(tx, user);
  if (row === undefined || row.confirmed_at !== null || row.created_at <= now - OFFER_LIFETIME) return 'none';
  const secret = Buffer.from(parts.keyring.open(row.secret, authenticatorOf(user)), 'base64url');
  const step = stepOf(secret, bare(typed), now, row.last_step);
  if (step === undefined) return 'wrong';
  if (!(await confirmFactor(tx, user, { secret: row.secret, step }, now))) return 'none';
  return makeCodes(tx, parts, user, now);
}

/** The kind of code that completed a sign-in. */
type UsedCode = 'app' | 'recovery';

/** Uses a code of the app, or a recovery code, up; undefined for a wrong one and for one that was used before. */
export async function useCode(
  tx: Writer,
  { keyring }: Pick<FactorParts, 'keyring'>,
  user: Id,
  typed: string,
  now: Micros,
): Promise<UsedCode | undefined> {
  const row = await findFactor(tx, user);
  if (row === undefined || row.confirmed_at === null) return undefined;
  const code = bare(typed);
  if (code.length === CODE_LENGTH) {
    const hashes = keyring.hashesOf(code, recoveryOf(user));
    return (await takeRecoveryCode(tx, user, hashes, now)) ? 'recovery' : undefined;
  }
  const secret = Buffer.from(keyring.open(row.secret, authenticatorOf(user)), 'base64url');
  const step = stepOf(secret, code, now, row.last_step);
  return step !== undefined && (await takeStep(tx, user, step)) ? 'app' : undefined;
}

/** The key that a try is counted by. */
interface CountedTry {
  readonly own: string;
  readonly shared?: string;
}

/**
 * Takes a try at a code before it is looked at; undefined when there is none left. As for passwords a browser that the person is
 * known by has a count of its own.
 */
export async function takeCodeTry(
  tx: Writer,
  visit: Pick<Visit, 'browser' | 'address'>,
  user: Id,
  now: Micros,
): Promise<CountedTry | undefined> {
  const { browser = '' } = visit;
  if (await isKnownBrowser(tx, browser, user, now)) {
    const own = hashSecret(`code of ${user} by browser ${browser}`);
    return (await takeAttempt(tx, own, SIGN_INS_PER_BROWSER, now)) ? { own } : undefined;
  }
  const own = hashSecret(`code of ${user} from ${addressKey(visit.address)}`);
  const shared = hashSecret(`code of ${user}`);
  if (!(await takeAttempt(tx, own, SIGN_INS_PER_ACCOUNT, now))) return undefined;
  if (await takeAttempt(tx, shared, CODES_PER_ACCOUNT, now)) return { own, shared };
  await giveAttemptBack(tx, own);
  return undefined;
}

/** The try was good: it counts for nothing. */
export async function forgiveTry(tx: Writer, { own, shared }: CountedTry): Promise<void> {
  await clearAttempts(tx, own);
  if (shared !== undefined) await giveAttemptBack(tx, shared);
}

/** Removes everything but the password of a person, and ends their sessions; undefined when nobody has the e-mail address. */
export async function removeFactors(
  tx: Writer,
  email: string,
  author: LinkAuthor,
  now: Micros,
): Promise<{ readonly hadApp: boolean; readonly passkeys: number } | undefined> {
  const user = await findUser(tx, email);
  if (user === undefined) return undefined;
  const hadApp = await deleteFactor(tx, user.id);
  const passkeys = await deletePasskeys(tx, user.id);
  await deleteSessionsOf(tx, user.id, now);
  const subject = user.email;
  await audit(tx, { company: INSTALLATION, ...author, action: 'second_factor.reset', subject, at: now });
  return { hadApp, passkeys };
}
