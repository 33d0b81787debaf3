import type { Call } from '../edge/call.ts';
import { orElse, parameter } from '../edge/query.ts';
import { ok, type ReadHandler } from '../edge/route.ts';
import { conflict, invalid, notFound } from '../kernel/errors.ts';
import type { Id } from '../kernel/id.ts';
import { sentence } from '../kernel/words.ts';
import { revokeGrant } from '../oauth/grants.store.ts';
import { type Act, appendAudit } from '../outbox/audit.ts';
import { memberOf } from '../people/store.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { endWebhooks, getAddon } from './addons.store.ts';
import { endSecrets, isConnected, keysOf, MAX_KEYS, revokeTokens, voidInvitations } from './keys.store.ts';
import { authorOf, personOf, requireOwner } from './note.ts';
import { assignRegisters } from './session.ts';
import type { Key, KeyKind } from './shape.ts';
import { devices, hasDevice, revokeDevice } from './store.ts';
import { keyName, keysView } from './view.ts';

// A member's keys that outlive the membership: access tokens and client secrets of add-ons, devices, grants and
// invitations.

/** The name of each kind in the audit log. */
const WORDS: Readonly<Record<KeyKind, string>> = {
  access_token: 'access token of',
  client_secret: 'client secret of',
  device: 'device',
  grant: 'connection of',
  invitation: 'invitation of',
};

/** The valid keys of a member. */
async function liveKeys(tx: Reader, call: Call, user: Id): Promise<Key[]> {
  return keysOf(tx, call.company, user, call.serverTime);
}

/** GET /members/<user>/keys: the member's valid keys, for an owner, or one's own. */
export const list: ReadHandler = async (tx, call) => {
  const user = call.id('user_id');
  if ((await memberOf(tx, call.company, user)) === undefined) throw notFound();
  if (user !== personOf(call).user) requireOwner(call);
  return ok(keysView(await liveKeys(tx, call, user)));
};

/** The keys to keep when a member is removed, or runs the company no more. */
export const KEPT = {
  keep: orElse(
    parameter<ReadonlySet<string>>(
      'Keys of the member that are not revoked, by their `key`.',
      { type: 'array', items: { type: 'string' } },
      (text) => new Set(text.split(',').filter((name) => name !== '')),
      sentence('must be keys of the member, separated by commas.'),
    ),
    new Set<string>(),
  ),
};

/** The keys that `?keep=` names, which are left as they are. */
function keptOf(kept: ReadonlySet<string>, keys: readonly Key[]): ReadonlySet<string> {
  const known = new Set(keys.map(keyName));
  const unknown = [...kept].find((name) => !known.has(name));
  if (unknown !== undefined) {
    throw invalid(
      'keep',
      sentence('{unknown} is none of the member’s keys, or none any more: read /keys again.', { unknown }),
    );
  }
  return kept;
}

/** A user whose role ends or changes, with the entry of the audit log. */
interface Leaving {
  readonly id: Id;
  readonly email: string;
  readonly action: 'member.removed' | 'member.role_changed';
  readonly subject: string;
}

/**
 * Revokes the keys of a member who is removed, or runs the company no more, all but those that the call says to keep, and
 * writes that with revoked and kept ones to the audit log. Called last, as it appends events of registers.
 */
export async function revokeKeysOf(
  tx: Writer,
  call: Call,
  member: Leaving,
  keep: ReadonlySet<string>,
): Promise<void> {
  const keys = await liveKeys(tx, call, member.id);
  const kept = keptOf(keep, keys);
  for (const kind of Object.keys(WORDS)) {
    if (keys.filter((key) => key.kind === kind).length >= MAX_KEYS) {
      throw conflict(
        sentence('There are {max} or more keys of the kind {kind}: revoke some of them first.', {
          max: MAX_KEYS,
          kind,
        }),
      );
    }
  }
  await revoke(
    tx,
    call,
    member.id,
    keys.filter((key) => !kept.has(keyName(key))),
  );
  const { actor, address } = await authorOf(tx, call);
  const acts = keys.map((key): Act => {
    const action = kept.has(keyName(key)) ? 'member.key_kept' : 'member.key_revoked';
    const which = key.addon_id === null ? '' : ` (add-on ${key.addon_id})`;
    const subject = `${WORDS[key.kind]} ${key.name}${which}, by ${member.email}`;
    return { action, subject, actor, address };
  });
  const { action, subject } = member;
  const change: Act = { action, subject, actor, address };
  await appendAudit(tx, { company: call.company, person: call.person }, call, [change, ...acts]);
}

async function revoke(tx: Writer, call: Call, user: Id, keys: readonly Key[]): Promise<void> {
  const { company, now } = call;
  const idsOf = (kind: KeyKind): string[] => keys.filter((key) => key.kind === kind).map(({ id }) => id);
  await revokeTokens(tx, company, idsOf('access_token'), now);
  const addonsOf = { user, addons: idsOf('client_secret').map(BigInt), random: call.random };
  await endSecrets(tx, company, addonsOf, now);
  await voidInvitations(tx, company, idsOf('invitation').map(BigInt), now);
  for (const id of idsOf('grant')) await revokeGrant(tx, company, BigInt(id), now);
  const addons = new Set(keys.flatMap(({ kind, addon_id }) => (kind === 'grant' ? (addon_id ?? []) : [])));
  for (const addon of addons) {
    // As after a disconnect: only one of the company's own still gets messages, as its own secret is valid.
    const isOwn = (await getAddon(tx, company, addon)) !== undefined;
    if (!isOwn && !(await isConnected(tx, company, addon))) await endWebhooks(tx, company, addon, now);
  }
  const emptied = new Set<Id>();
  for (const id of idsOf('device')) {
    const device = await devices.getForUpdate(tx, company, BigInt(id));
    if (device === undefined || device.revoked_at !== null) continue;
    await revokeDevice(tx, device, now);
    emptied.add(device.register_id);
  }
  for (const register of emptied) if (await hasDevice(tx, company, register)) emptied.delete(register);
  await assignRegisters(tx, company, [...emptied], false, now);
}
