import type { Call } from '../edge/call.ts';
import type { Person } from '../edge/principal.ts';
import { ApiError } from '../kernel/errors.ts';
import { sentence } from '../kernel/words.ts';
import type { LinkAuthor } from '../people/links.ts';
import { audit, getUser } from '../people/store.ts';
import type { Writer } from '../storage/port.ts';

/** The calling user. Routes of the scope `admin` are open to users alone. */
export function personOf(call: Call): Person {
  if (call.person === undefined) throw new Error('A call of the back office without a person.');
  return call.person;
}

/** 403 unless an owner calls. */
export function requireOwner(call: Call): void {
  if (personOf(call).role === 'owner') return;
  throw new ApiError('access_denied', sentence('Only an owner of the company may do this.'));
}

/** The caller as the audit log names people. */
export async function authorOf(tx: Writer, call: Call): Promise<Required<LinkAuthor>> {
  const { user } = personOf(call);
  const found = await getUser(tx, user);
  return { user, actor: found?.email ?? `user ${user}`, address: call.address };
}

/** Writes the caller's action to the audit log, in the same transaction. */
export async function note(tx: Writer, call: Call, action: string, subject: string): Promise<void> {
  const author = await authorOf(tx, call);
  await audit(tx, { company: call.company, ...author, action, subject, at: call.serverTime });
}
