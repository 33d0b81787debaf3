import { type Keyring, newSecret } from '../edge/secrets.ts';
import type { Id } from '../kernel/id.ts';
import type { Random } from '../kernel/random.ts';
import type { Micros } from '../kernel/time.ts';
import type { Writer } from '../storage/port.ts';
import { sealSigning } from '../webhooks/secrets.ts';
import { findBuiltin, insertBuiltin } from './store.ts';

/** The dependencies of the built-in add-on, beside the database. */
interface BuiltinParts {
  readonly now: Micros;
  readonly random: Random;
  readonly keyring: Keyring;
}

/** Passbell's own add-on of a company, which its screens act for: made when it is first needed, once. */
export async function builtinAddon(
  tx: Writer,
  company: Id,
  { now, random, keyring }: BuiltinParts,
): Promise<Id> {
  const known = await findBuiltin(tx, company);
  if (known !== undefined) return known;
  const [id] = await tx.ids('addon', 1);
  if (id === undefined) throw new Error('No id for an add-on.');
  const place = { company_id: company, id };
  await insertBuiltin(tx, {
    ...place,
    client_id: `pb_ci_${random.bytes(16).toString('base64url')}`,
    signing_secret: sealSigning(keyring, random, place, newSecret('pb_ss_', random)),
    created_at: now,
  });
  const made = await findBuiltin(tx, company);
  if (made === undefined) throw new Error('Passbell’s own add-on was not made.');
  return made;
}
