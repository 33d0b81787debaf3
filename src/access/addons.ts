import type { Call } from '../edge/call.ts';
import { etagOf } from '../edge/etag.ts';
import { listOf } from '../edge/listing.ts';
import { created, noContent, ok, type ReadHandler, type WriteHandler } from '../edge/route.ts';
import { hashSecret, newSecret } from '../edge/secrets.ts';
import { conflict, invalid, invalidFields, notFound } from '../kernel/errors.ts';
import { type Micros, resolveTime, type TimeInput } from '../kernel/time.ts';
import { sentence } from '../kernel/words.ts';
import { type AddonParts, checkRedirectUris, newClientSecret, registerAddon } from '../oauth/addons.ts';
import { insertToken, SECRET_OVERLAP } from '../oauth/store.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { signingKeys } from '../webhooks/secrets.ts';
import {
  countAddons,
  deleteAddon,
  getAddon,
  listAddons,
  lockAddon,
  revokeAccessOf,
  updateAddon,
} from './addons.store.ts';
import { addonCreate, addonUpdate, ownTokenInput } from './input.ts';
import { note, personOf } from './note.ts';
import type { Addon } from './shape.ts';
import { addonTokenView, addonView, clientSecretView, newAddonView, signingKeyView } from './view.ts';

// The developer area: add-ons that the company makes. Secrets are in the one answer that makes them.

/** Add-ons that one company may make. */
const MAX_ADDONS = 200;

/** The add-on of the path; 404 for those of other companies and for Passbell's own. */
export async function ownAddon(tx: Reader, call: Call): Promise<Addon> {
  const addon = await getAddon(tx, call.company, call.id('addon_id'));
  if (addon === undefined) throw notFound();
  return addon;
}

/** The same, locked until the transaction ends. */
async function lockOwn(tx: Writer, call: Call): Promise<Addon> {
  const addon = await lockAddon(tx, call.company, call.id('addon_id'));
  if (addon === undefined) throw notFound();
  if (call.hasIfMatch) call.checkMatch(etagOf(JSON.stringify(addonView(addon, call.serverTime))));
  return addon;
}

/** Name and id of an add-on, for the audit log. */
export function named({ name, id }: Pick<Addon, 'name' | 'id'>): string {
  return `${name} (add-on ${id})`;
}

/** The dependencies of new secrets; the calling user is their maker. */
function makersOf(call: Call): AddonParts {
  const { now, random, keyring } = call;
  return { now, random, keyring, by: call.person?.user };
}

/** GET /addons */
export const list = listOf(
  (tx, call, after, limit) => listAddons(tx, call.company, after ?? 0n, limit),
  (row) => row.id,
  (row, call) => addonView(row, call.serverTime),
);

/** GET /addons/<id> */
export const get: ReadHandler = async (tx, call) => ok(addonView(await ownAddon(tx, call), call.serverTime));

/** POST /addons: the answer has its secrets, this once. */
export const create: WriteHandler = async (tx, call) => {
  const input = call.input(addonCreate);
  const plan = {
    name: input.name,
    scopes: [...new Set(input.scopes)],
    redirect_uris: [...new Set(input.redirect_uris ?? [])],
    is_public: input.is_public ?? false,
  };
  if ((await countAddons(tx, call.company)) >= BigInt(MAX_ADDONS)) {
    throw conflict(sentence('A company can make at most {max} add-ons.', { max: MAX_ADDONS }));
  }
  const made = await registerAddon(tx, call.company, plan, makersOf(call));
  const addon = await getAddon(tx, call.company, made.id);
  if (addon === undefined) throw new Error('The add-on was not saved.');
  await note(tx, call, 'addon.created', named(addon));
  return created(newAddonView(addon, call.serverTime, made), `/companies/${call.company}/addons/${addon.id}`);
};

const same = (a: readonly string[], b: readonly string[]) => JSON.stringify(a) === JSON.stringify(b);

/** PUT /addons/<id>: tokens lose the scopes that are no longer registered. */
export const update: WriteHandler = async (tx, call) => {
  const before = await lockOwn(tx, call);
  const input = call.input(addonUpdate);
  const { name = before.name } = input;
  const scopes = [...new Set(input.scopes ?? before.scopes)];
  const redirect_uris = [...new Set(input.redirect_uris ?? before.redirect_uris)];
  checkRedirectUris(redirect_uris);
  const changed = [
    ...(name === before.name ? [] : ['name']),
    ...(same(scopes, before.scopes) ? [] : [`scopes (${scopes.join(' ')})`]),
    ...(same(redirect_uris, before.redirect_uris) ? [] : ['redirect_uris']),
  ];
  if (changed.length === 0) return ok(addonView(before, call.serverTime));
  const { company_id, id } = before;
  await updateAddon(tx, { company_id, id, name, scopes, redirect_uris });
  await note(tx, call, 'addon.changed', `${named(before)}: ${changed.join(', ')}`);
  return ok(addonView(await ownAddon(tx, call), call.serverTime));
};

/** DELETE /addons/<id>: its tokens and grants end, and it gets no more messages. */
export const remove: WriteHandler = async (tx, call) => {
  const addon = await lockOwn(tx, call);
  await deleteAddon(tx, call.company, addon.id, call.serverTime);
  await note(tx, call, 'addon.deleted', named(addon));
  return noContent();
};

/** POST /addons/<id>/secret: a new client secret; the one before is taken for a day more. */
export const rotateSecret: WriteHandler = async (tx, call) => {
  const addon = await lockOwn(tx, call);
  if (addon.is_public) throw conflict(sentence('A public add-on has no secret.'));
  const client_secret = await newClientSecret(tx, call.company, addon.id, makersOf(call));
  if (client_secret === undefined) throw notFound();
  await note(tx, call, 'addon.secret_rotated', named(addon));
  return ok(clientSecretView({ client_secret, old_secret_valid_until: call.serverTime + SECRET_OVERLAP }));
};

/** GET /addons/<id>/signing_secret: the only secret that can be read again; each reading is in the audit log. */
export const showSigning: WriteHandler = async (tx, call) => {
  const addon = await ownAddon(tx, call);
  const [secret = ''] = signingKeys(call.keyring, addon, call.serverTime);
  await note(tx, call, 'addon.signing_secret_read', named(addon));
  return ok(signingKeyView({ secret }));
};

/** When a token is to end; a moment that has passed makes none. */
function expiryOf(input: TimeInput | null | undefined, now: Micros): Micros | null {
  if (input === null || input === undefined) return null;
  const at = resolveTime(input, 'UTC');
  if (at <= now)
    throw invalid('expires_at', sentence('must be in the future, or null for a token without an end.'));
  return at;
}

/** POST /addons/<id>/access_token: a token of the add-on for its own company, shown this once. */
export const createToken: WriteHandler = async (tx, call) => {
  const addon = await lockOwn(tx, call);
  const input = call.input(ownTokenInput);
  const registered: readonly string[] = addon.scopes;
  const scopes = [...new Set<string>(input.scopes ?? registered)];
  const reads = new Set(registered.map((scope) => scope.replace(/:write$/, ':read')));
  const beyond = scopes.flatMap((scope, at) =>
    registered.includes(scope) || reads.has(scope)
      ? []
      : [
          {
            field: `scopes[${at}]`,
            sentence: sentence('is not one that the add-on is registered for.'),
          },
        ],
  );
  if (beyond.length > 0) throw invalidFields(beyond);
  const expires_at = expiryOf(input.expires_at, call.serverTime);
  const access_token = newSecret('pb_at_', call.random);
  await insertToken(tx, {
    company_id: call.company,
    addon_id: addon.id,
    token_hash: hashSecret(access_token),
    scopes,
    expires_at,
    created_at: call.serverTime,
    made_by: personOf(call).user,
  });
  await note(tx, call, 'addon.token_made', named(addon));
  const given = { access_token, token_type: 'Bearer', expires_at, scope: scopes.join(' ') } as const;
  return { status: 201, body: JSON.stringify(addonTokenView(given)) };
};

/** DELETE /addons/<id>/access_tokens: every access token of the add-on, of all companies. */
export const revokeTokens: WriteHandler = async (tx, call) => {
  const addon = await lockOwn(tx, call);
  const count = await revokeAccessOf(tx, addon.id, call.serverTime);
  await note(tx, call, 'addon.tokens_revoked', `${named(addon)}: ${count}`);
  return noContent();
};
