import type { Call } from '../edge/call.ts';
import { ApiError, notFound } from '../kernel/errors.ts';
import type { Id } from '../kernel/id.ts';
import { sentence } from '../kernel/words.ts';
import type { Reader } from '../storage/port.ts';
import { registerOfDevice } from './sessions.store.ts';
import { registers } from './store.ts';

// What is let in for a register works at that register, and at its site (reference: authentication.37).

/** The register that the caller was let in for; undefined for an add-on and for a user, who are of none. */
async function registerOfCaller(tx: Reader, call: Call): Promise<Id | undefined> {
  if (call.staffMember !== undefined) return call.staffMember.register;
  return call.device === undefined ? undefined : registerOfDevice(tx, call.company, call.device);
}

/** 403 where the register of the path is another one than the caller was let in for, or signed in at; 404 where there is none. */
export async function requireOwnRegister(tx: Reader, call: Call): Promise<void> {
  const register = call.id('register_id');
  const own = await registerOfCaller(tx, call);
  if (own === undefined || own === register) return;
  if ((await registers.get(tx, call.company, register)) === undefined) throw notFound();
  const why =
    call.staffMember === undefined
      ? sentence('This device was let in for another register.')
      : sentence('You are signed in at another register.');
  throw new ApiError('access_denied', why);
}

/** 403 for a device whose register is not at a site. */
export async function requireOwnSite(tx: Reader, call: Call, site: Id): Promise<void> {
  if (call.device === undefined) return;
  const own = await registerOfDevice(tx, call.company, call.device);
  const register = own === undefined ? undefined : await registers.get(tx, call.company, own);
  if (register?.site_id !== site)
    throw new ApiError('access_denied', sentence('This device was let in for a register of another site.'));
}
