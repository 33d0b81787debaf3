import type { Micros } from '../kernel/time.ts';
import type { Writer } from '../storage/port.ts';
import { audit, INSTALLATION, type User } from './store.ts';
import type { SignInCookies, Visit } from './visit.ts';

/** Changes of an account are in the log of sign-ins, which belongs to the installation. */
export async function noteAccount(
  tx: Writer,
  { address }: Pick<Visit, 'address'>,
  user: Pick<User, 'id' | 'email'>,
  action: string,
  now: Micros,
  subject?: string,
): Promise<void> {
  await audit(tx, {
    company: INSTALLATION,
    user: user.id,
    actor: user.email,
    action,
    ...(subject === undefined ? {} : { subject }),
    address,
    at: now,
  });
}

/**
 * Begins the session of a user who has shown everything that is asked of them; `by` says with what else than the password.
 * `isProof` is false for the password alone of a user who has a passkey: it lets in and proves no more (reference:
 * authentication.29).
 */
export async function beginSession(
  tx: Writer,
  visit: Visit,
  user: Pick<User, 'id' | 'email'>,
  now: Micros,
  { by, isProof = true }: { readonly by?: string; readonly isProof?: boolean } = {},
): Promise<SignInCookies> {
  await noteAccount(tx, visit, user, 'signin', now, by);
  return visit.signIn(tx, user.id, isProof ? now : 0n);
}
