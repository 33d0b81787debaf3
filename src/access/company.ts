import { putCompany } from '../company/handlers.ts';
import { getCompany } from '../company/store.ts';
import type { Call } from '../edge/call.ts';
import type { WriteHandler } from '../edge/route.ts';
import { ApiError, conflict } from '../kernel/errors.ts';
import { requireProof } from '../kernel/proof.ts';
import { sentence } from '../kernel/words.ts';
import { factorsOf } from '../people/factors.store.ts';
import { revokeTokensWithoutFactor } from '../people/store.ts';
import type { Writer } from '../storage/port.ts';

// The company's own settings, with what they mean for its people (reference: authentication.32).

/** 403 for who is no owner; 409 for an owner who would lock themselves out. */
async function requireOwner(tx: Writer, call: Call, isOn: boolean): Promise<void> {
  const { person } = call;
  if (person?.role !== 'owner')
    throw new ApiError(
      'access_denied',
      sentence('Owners decide whether everybody needs a second factor; nobody else, and no add-on.'),
    );
  requireProof(call);
  const { hasApp, hasPasskey } = await factorsOf(tx, person.user);
  if (isOn && !hasApp && !hasPasskey)
    throw conflict(
      sentence('Set an authenticator app or a passkey up for yourself first: you would be locked out.'),
    );
}

/** PUT /companies/<c>: whoever has no second factor is asked for one at once where the company asks for it from now on. */
export const changeCompany: WriteHandler = async (tx, call) => {
  const before = await getCompany(tx, call.company);
  const reply = await putCompany(tx, call);
  const { require_second_factor: isOn } = await getCompany(tx, call.company);
  if (isOn === before.require_second_factor) return reply;
  // What was saved is undone where it is refused.
  await requireOwner(tx, call, isOn);
  if (isOn) await revokeTokensWithoutFactor(tx, call.company, call.serverTime);
  return reply;
};
