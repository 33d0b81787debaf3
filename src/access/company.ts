import { putCompany } from '../company/handlers.ts';
import { RETENTION_FIELDS } from '../company/retention-shape.ts';
import { getCompany } from '../company/store.ts';
import type { Call } from '../edge/call.ts';
import type { Person } from '../edge/principal.ts';
import type { WriteHandler } from '../edge/route.ts';
import { ApiError, conflict } from '../kernel/errors.ts';
import { requireProof } from '../kernel/proof.ts';
import { type Sentence, sentence } from '../kernel/words.ts';
import { factorsOf } from '../people/factors.store.ts';
import { revokeTokensWithoutFactor } from '../people/store.ts';
import type { Writer } from '../storage/port.ts';

// The company's own settings that owners alone change (reference: authentication.32, company.25).

/** The owner who calls, and has proven who they are; else 403 with the sentence. */
function requireOwner(call: Call, refusal: Sentence): Person {
  const { person } = call;
  if (person?.role !== 'owner') throw new ApiError('access_denied', refusal);
  requireProof(call);
  return person;
}

/** 409 for an owner who would lock themselves out. */
async function mayAskForFactor(tx: Writer, call: Call, isOn: boolean): Promise<void> {
  const refusal = sentence(
    'Owners decide whether everybody needs a second factor; nobody else, and no add-on.',
  );
  const { hasApp, hasPasskey } = await factorsOf(tx, requireOwner(call, refusal).user);
  if (isOn && !hasApp && !hasPasskey)
    throw conflict(
      sentence('Set an authenticator app or a passkey up for yourself first: you would be locked out.'),
    );
}

/** PUT /companies/<c>: users without a second factor are asked for one at once where the company asks for it from now on. */
export const changeCompany: WriteHandler = async (tx, call) => {
  const before = await getCompany(tx, call.company);
  const reply = await putCompany(tx, call);
  const after = await getCompany(tx, call.company);
  // What was saved is undone where it is refused.
  if (RETENTION_FIELDS.some((field) => after[field] !== before[field]))
    requireOwner(call, sentence('Owners decide how long things are kept; nobody else, and no add-on.'));
  const { require_second_factor: isOn } = after;
  if (isOn === before.require_second_factor) return reply;
  await mayAskForFactor(tx, call, isOn);
  if (isOn) await revokeTokensWithoutFactor(tx, call.company, call.serverTime);
  return reply;
};
