import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { registers } from '../company/store.ts';
import { registerView } from '../company/view.ts';
import { sendBody } from '../edge/answer.ts';
import { AttemptLimiter } from '../edge/attempts.ts';
import { DEVICE_SCOPES, type Role, runsCompany, scopesOfRole } from '../edge/scopes.ts';
import { hashSecret, newSecret } from '../edge/secrets.ts';
import { ApiError, invalid, notFound } from '../kernel/errors.ts';
import { differenceOf, type Fact } from '../kernel/event.ts';
import type { Id } from '../kernel/id.ts';
import { secondFactorRequired } from '../kernel/proof.ts';
import { MINUTE, type Micros, SECOND } from '../kernel/time.ts';
import { sentence } from '../kernel/words.ts';
import { append } from '../outbox/append.ts';
import { logState } from '../outbox/log.ts';
import { factorsOf, lacksFactor } from '../people/factors.store.ts';
import { audit, lockRole, membershipsOf, setLanguage } from '../people/store.ts';
import type { Writer } from '../storage/port.ts';
import { addAccountEndpoints } from './account.ts';
import { builtinAddon } from './builtin.ts';
import { addDeviceEndpoints, giveKey, SCREEN_TOKEN, type SessionParts } from './device-session.ts';
import { deviceInput, languageInput, tokenInput } from './input.ts';
import { addPasskeyEndpoints } from './passkeys.ts';
import type { Device } from './shape.ts';
import { devices, insertDeviceKey, insertScreenToken } from './store.ts';
import { newDeviceView, screenTokenView, sessionView } from './view.ts';
import {
  type OwnChange,
  onOwnChange,
  requireSessionProof,
  type SessionContext,
  type SignedInVisitor,
  visitorOf,
} from './visitor.ts';

/** Tokens one person or device may ask for in a minute. */
const TOKENS_PER_MINUTE = 120;

/**
 * The endpoints that browser screens begin with: the signed-in user, and tokens with which they use the public API.
 * The cookies are good for these calls and for pages, and for nothing of the API.
 */
export function addSessionEndpoints(app: FastifyInstance, parts: SessionParts): void {
  const asked = new AttemptLimiter(TOKENS_PER_MINUTE, MINUTE, {
    counts: parts.counts,
    name: 'tokens of screens',
  });
  const context: SessionContext = { parts, asked };
  app.register((scope, _options, done) => {
    scope.addHook('onRequest', (_request, reply, next) => {
      reply.header('cache-control', 'no-store').header('pragma', 'no-cache');
      next();
    });
    scope.get('/session', (request, reply) => sendSession(parts, request, reply));
    onOwnChange(scope, context, '/session/language', languageInput, chooseLanguage);
    onOwnChange(scope, context, '/session/token', tokenInput, giveToken);
    onOwnChange(scope, context, '/session/device', deviceInput, letDeviceIn);
    addDeviceEndpoints(scope, parts, asked);
    addAccountEndpoints(scope, context);
    addPasskeyEndpoints(scope, context);
    done();
  });
}

/**
 * The role in a company; 404 where there is none, as for a company that does not exist, and 403 while a user has no second
 * factor where the company asks for one (reference: authentication.32).
 */
async function requireRole(tx: Writer, company: Id, user: Id): Promise<Role> {
  const role = await lockRole(tx, company, user);
  if (role === undefined) throw notFound();
  if (await lacksFactor(tx, company, user)) throw secondFactorRequired();
  return role;
}

/** GET /session */
async function sendSession(
  parts: SessionParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { signedIn } = await visitorOf(parts, request);
  const { memberships, factors } = await parts.storage.read(async (tx) => ({
    memberships: await membershipsOf(tx, signedIn.user),
    factors: await factorsOf(tx, signedIn.user),
  }));
  const hasFactor = factors.hasApp || factors.hasPasskey;
  const shown = sessionView({
    user: {
      id: signedIn.user,
      email: signedIn.email,
      name: signedIn.name,
      language: signedIn.language,
    },
    companies: memberships.map(
      ({ company_id: id, company_name: name, role, require_second_factor: asked }) => ({
        ...{ id, name, role, needs_second_factor: asked === 1n && !hasFactor },
      }),
    ),
  });
  return sendBody(request, reply, JSON.stringify(shown));
}

/** POST /session/language */
async function chooseLanguage({ parts, signedIn, input }: OwnChange<typeof languageInput>): Promise<void> {
  const { storage, clock } = parts;
  await storage.write((tx) => setLanguage(tx, signedIn.user, input.language, clock.now()));
}

/** POST /session/token */
async function giveToken({ parts, signedIn, input }: OwnChange<typeof tokenInput>): Promise<object> {
  const { storage, clock, random, keyring } = parts;
  const company = input.company_id;
  const access_token = newSecret('pb_at_', random);
  const now = clock.now();
  const given = await storage.write(async (tx) => {
    const role = await requireRole(tx, company, signedIn.user);
    const scopes = scopesOfRole(role);
    const { last: last_event } = await logState(tx, company);
    await insertScreenToken(tx, {
      company,
      addon: await builtinAddon(tx, company, { now, random, keyring }),
      hash: hashSecret(access_token),
      scopes,
      holder: { user: signedIn.user, role, session: signedIn.session, provedAt: signedIn.provedAt },
      expires: now + SCREEN_TOKEN,
      now,
    });
    return { role, scope: scopes.join(' '), last_event };
  });
  const shown = screenTokenView({
    access_token,
    token_type: 'Bearer',
    expires_in: Number(SCREEN_TOKEN / SECOND),
    company_id: company,
    ...given,
  });
  return shown;
}

/** POST /session/device */
async function letDeviceIn({
  parts,
  input,
  reply,
  ...visitor
}: OwnChange<typeof deviceInput>): Promise<object> {
  const kind = input.kind ?? 'agent';
  // Its token has no end and is shown: it is a secret like any other.
  if (kind === 'agent') requireSessionProof(parts, visitor.signedIn);
  const secret = newSecret(kind === 'agent' ? 'pb_at_' : 'pb_dk_', parts.random);
  const now = parts.clock.now();
  const made = await parts.storage.write((tx) =>
    addDevice(tx, parts, visitor, { ...input, kind, secret, now }),
  );
  if (kind !== 'agent') giveKey(parts, reply, kind, secret);
  const shown = newDeviceView({ device: made }, kind === 'agent' ? secret : undefined);
  reply.code(201);
  return shown;
}

/** A device to be let in, and the secret by which it is known from now on. */
interface NewDevice extends Pick<Device, 'company_id' | 'name' | 'kind'> {
  readonly register_id: Id;
  readonly secret: string;
  readonly now: Micros;
}

/** Lets a device in for a register, by a user whose role allows it. */
async function addDevice(
  tx: Writer,
  parts: SessionParts,
  { visit, signedIn }: SignedInVisitor,
  wanted: NewDevice,
): Promise<Device> {
  const { company_id: company, name, kind, register_id, now } = wanted;
  const role = await requireRole(tx, company, signedIn.user);
  if (!runsCompany(role)) {
    throw new ApiError('access_denied', sentence('Owners and managers may let devices in; you are staff.'));
  }
  const [id] = await tx.ids('device', 1);
  if (id === undefined) throw new Error('No id for a device.');
  const register = await registers.getForUpdate(tx, company, register_id);
  if (register === undefined)
    throw invalid('register_id', sentence('{id} does not exist.', { id: register_id }));
  const made: Device = {
    company_id: company,
    id,
    name,
    kind,
    register_id,
    user_id: signedIn.user,
    created_at: now,
    updated_at: now,
    last_used_at: null,
    revoked_at: null,
  };
  await devices.insert(tx, made);
  await saveSecret(tx, parts, made, wanted);
  await audit(tx, {
    company,
    user: signedIn.user,
    actor: signedIn.email,
    action: 'device.added',
    subject: `${name} at register ${register.name}`,
    address: visit.address,
    at: now,
  });
  await assignRegisters(tx, company, [register_id], true, now);
  return made;
}

/** An agent has a token that does not expire; a screen has a key, which it changes into tokens. */
async function saveSecret(
  tx: Writer,
  { random, keyring }: SessionParts,
  { company_id: company, id }: Device,
  { kind, secret, now }: NewDevice,
): Promise<void> {
  const hash = hashSecret(secret);
  if (kind !== 'agent') {
    await insertDeviceKey(tx, { company_id: company, key_hash: hash, device_id: id, created_at: now });
    return;
  }
  await insertScreenToken(tx, {
    company,
    addon: await builtinAddon(tx, company, { now, random, keyring }),
    hash,
    scopes: DEVICE_SCOPES,
    holder: { device: id },
    expires: null,
    now,
  });
}

/** Sets whether registers have a device, and appends an event for each change. Called last, as it appends. */
export async function assignRegisters(
  tx: Writer,
  company: Id,
  which: readonly Id[],
  assigned: boolean,
  now: Micros,
): Promise<void> {
  const facts: Fact[] = [];
  for (const id of which.toSorted((a, b) => (a < b ? -1 : 1))) {
    const before = await registers.getForUpdate(tx, company, id);
    if (before === undefined || before.assigned_to_device === assigned) continue;
    const register = { ...before, assigned_to_device: assigned, updated_at: now };
    await registers.update(tx, register);
    facts.push({
      topic: 'registers/updated',
      resource: register.id,
      sites: [register.site_id],
      ...differenceOf(registerView(before, now), registerView(register, now)),
      payload: JSON.stringify(registerView(register, now)),
    });
  }
  await append(tx, company, now, facts);
}
