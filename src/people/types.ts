import type { BlockList } from 'node:net';
import type { Languages } from '../edge/languages.ts';
import { type Role, runsCompany } from '../edge/scopes.ts';
import type { Keyring } from '../edge/secrets.ts';
import type { SharedCounts } from '../edge/shared-counts.ts';
import type { Id } from '../kernel/id.ts';
import type { Random } from '../kernel/random.ts';
import { type Clock, DAY, HOUR, MINUTE, type Micros } from '../kernel/time.ts';
import type { Storage, Writer } from '../storage/port.ts';
import type { Passwords } from './password.ts';

export { isRole, ROLES, type Role } from '../edge/scopes.ts';

/** True for roles that may connect add-ons to the company, and disconnect them. */
export function mayConnect(role: Role): boolean {
  return runsCompany(role);
}

/** A session ends when it was not used for so long, and at the latest so long after the sign-in. */
export const SESSION_IDLE: Micros = 12n * HOUR;
export const SESSION_LIFETIME: Micros = 7n * DAY;
/** How often the last use of a session is stored, at most. */
export const SESSION_TOUCH: Micros = 5n * MINUTE;
/** How long one-time links are good; one that sets a password and was asked for by mail ends sooner. */
export const MAILED_RESET: Micros = HOUR;
export const LINK_LIFETIME: Readonly<Record<LinkKind, Micros>> = { setup: DAY, reset: DAY, invite: 7n * DAY };
/** How long sign-ins are kept, and the network addresses of entries of the audit log. */
export const AUDIT_LIFETIME: Micros = 730n * DAY;
/**
 * Sign-ins that may fail in a window of this length: at an account from one address, from one address at all, and at an
 * account from a browser that its owner is known by. Strangers use up the first two, never the last.
 */
export const SIGN_INS_PER_ACCOUNT = 10;
export const SIGN_INS_PER_ADDRESS = 100;
export const SIGN_INS_PER_BROWSER = 10;
export const SIGN_IN_WINDOW: Micros = 15n * MINUTE;
/** How long a browser is known after the last sign-in by it. */
export const KNOWN_LIFETIME: Micros = 180n * DAY;

/** The purpose of a one-time link: to found the first company, set a new password, join a company. */
export type LinkKind = 'setup' | 'reset' | 'invite';

/** The first company of an installation, as its founder named it. */
export interface Foundation {
  readonly name: string;
  readonly currency: string;
  readonly timezone: string;
}

/** The dependencies of the pages. */
export interface PeopleParts {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly random: Random;
  readonly passwords: Passwords;
  /** The public address of the service, which is the issuer (reference: authentication.13). */
  readonly publicUrl: () => string;
  /** Proxies whose X-Forwarded-For is believed. */
  readonly trusted: BlockList;
  /** Counts that hold for all processes of a fleet. */
  readonly counts: SharedCounts;
  /** The key that links in queued messages are sealed with. */
  readonly keyring: Keyring;
  /** Whether the service has a mail server. */
  readonly sendsMail: boolean;
  /** The texts of the pages. */
  readonly languages: Languages;
  /** Forgets which tokens were found good: some may have been revoked. */
  readonly forgetTokens: () => void;
  /** Makes a company; answers its id. */
  readonly foundCompany: (tx: Writer, plan: Foundation) => Promise<Id>;
}
