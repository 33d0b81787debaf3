import type { Call, Person } from '../edge/call.ts';
import { ApiError } from '../kernel/errors.ts';
import { audit, getUser } from '../people/store.ts';
import type { Writer } from '../storage/port.ts';

/** The person who calls. Routes of the scope `admin` are reached by nobody else. */
export function personOf(call: Call): Person {
  if (call.person === undefined) throw new Error('A call of the back office without a person.');
  return call.person;
}

/** 403 unless an owner calls. */
export function requireOwner(call: Call): void {
  if (personOf(call).role === 'owner') return;
  throw new ApiError('access_denied', 'Only an owner of the company may do this.');
}

/** Writes down in the audit log what the caller did, in the transaction that does it. */
export async function note(tx: Writer, call: Call, action: string, subject: string): Promise<void> {
  const { user } = personOf(call);
  const found = await getUser(tx, user);
  await audit(tx, {
    company: call.company,
    user,
    actor: found?.email ?? `user ${user}`,
    action,
    subject,
    address: call.address,
    at: call.now,
  });
}
