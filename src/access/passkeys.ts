import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressKey } from '../edge/address.ts';
import { sendBody } from '../edge/answer.ts';
import { parseInput } from '../edge/input.ts';
import { requireJsonBody } from '../edge/negotiate.ts';
import { hashSecret } from '../edge/secrets.ts';
import { ApiError, conflict, invalid, notFound } from '../kernel/errors.ts';
import { sentence } from '../kernel/words.ts';
import { deletePasskey, insertPasskey, MAX_PASSKEYS, passkeysOf } from '../people/factors.store.ts';
import { beginSession } from '../people/let-in.ts';
import {
  creationOptions,
  hasPasskeys,
  madePasskey,
  requestOptions,
  shownPasskey,
  usePasskey,
} from '../people/passkeys.ts';
import { secondsToNextWindow, takeAttempt } from '../people/signins.store.ts';
import { audit, getUser, INSTALLATION } from '../people/store.ts';
import { SIGN_INS_PER_ADDRESS } from '../people/types.ts';
import { Visit } from '../people/visit.ts';
import { bodies } from '../shape/bodies.ts';
import { view } from '../shape/view.ts';
import { endTokensWithoutFactor, tell } from './account.ts';
import * as shapes from './account-shape.ts';
import { requireScreen, type SessionParts } from './device-session.ts';
import { readMade, readShown } from './proof.ts';
import { type OwnChange, onOwnChange, requireSessionProof, type SessionContext } from './visitor.ts';

// Passkeys of people: added, removed, and used to sign in, where they stand for the password and the code (reference:
// authentication.30).

const passkeyInput = bodies(shapes.PASSKEY_REQUEST).create;
const removeInput = bodies(shapes.REMOVE_PASSKEY_REQUEST).create;
const signInInput = bodies(shapes.PASSKEY_SIGNIN_REQUEST).create;
const nothing = bodies(shapes.NOTHING_REQUEST).create;

const optionsView = view(shapes.PASSKEY_OPTIONS, (options: object) => ({ options }));

/** The endpoints of passkeys. */
export function addPasskeyEndpoints(app: FastifyInstance, context: SessionContext): void {
  const { parts } = context;
  app.post('/session/passkey/options', (request, reply) => sendOptions(parts, request, reply));
  app.post('/session/passkey', (request, reply) => signIn(parts, request, reply));
  onOwnChange(app, context, '/session/passkeys/options', nothing, sendCreation);
  onOwnChange(app, context, '/session/passkeys', passkeyInput, addPasskey);
  onOwnChange(app, context, '/session/passkeys/remove', removeInput, removePasskey);
}

/** 409 where there can be none. */
function requirePossible(parts: SessionParts): void {
  if (!hasPasskeys(parts))
    throw conflict(sentence('Passkeys need an address with a name: set BASE_URL to one.'));
}

/** Counts what strangers may ask for from an address. */
async function takeOf({ storage, clock }: SessionParts, { address }: Visit, what: string): Promise<void> {
  const key = hashSecret(`${what} from ${addressKey(address)}`);
  const now = clock.now();
  if (await storage.write((tx) => takeAttempt(tx, key, SIGN_INS_PER_ADDRESS, now))) return;
  const wait = secondsToNextWindow(now);
  throw new ApiError(
    'rate_limit_exceeded',
    sentence(
      'Too many attempts from here. Try again in {minutes, plural, one {# minute} other {# minutes}}.',
      {
        minutes: Math.ceil(wait / 60),
      },
    ),
    { headers: { 'retry-after': String(wait) } },
  );
}

/** POST /session/passkey/options: to sign in, or to prove who the signed-in user is. */
async function sendOptions(
  parts: SessionParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  requireJsonBody(request.headers['content-type']);
  requireScreen(parts, request);
  const visit = await Visit.of(parts, request);
  requirePossible(parts);
  await takeOf(parts, visit, 'passkey challenge');
  const options = await requestOptions(parts, visit.signedIn?.user ?? null, parts.clock.now());
  return sendBody(request, reply, JSON.stringify(optionsView(options)));
}

/** POST /session/passkey */
async function signIn(
  parts: SessionParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  requireJsonBody(request.headers['content-type']);
  requireScreen(parts, request);
  const visit = await Visit.of(parts, request);
  const { credential } = parseInput(signInInput, request.body ?? {}).value;
  const response = readShown(credential);
  await takeOf(parts, visit, 'passkey');
  const { storage, clock } = parts;
  const now = clock.now();
  const shown = await shownPasskey(parts, null, response, now);
  const cookies = await storage.write(async (tx) => {
    const user = shown === undefined ? undefined : await getUser(tx, shown.passkey.user_id);
    if (
      shown !== undefined &&
      user !== undefined &&
      (await usePasskey(tx, shown.passkey, shown.counter, now))
    )
      return beginSession(tx, visit, user, now, { by: 'with a passkey' });
    const { address } = visit;
    const who = { user: user?.id ?? null, actor: user?.email ?? 'unknown', address };
    await audit(tx, { company: INSTALLATION, ...who, action: 'signin.failed', subject: 'passkey', at: now });
    return undefined;
  });
  if (cookies === undefined)
    throw invalid('credential', sentence('This passkey is not known here. Sign in with your password.'));
  parts.forgetTokens();
  visit.setSession(reply, cookies);
  return reply.code(204).send();
}

/** POST /session/passkeys/options */
async function sendCreation({ parts, signedIn }: OwnChange<typeof nothing>): Promise<object> {
  requireSessionProof(parts, signedIn);
  requirePossible(parts);
  const { user: id, email, name } = signedIn;
  const options = await creationOptions(parts, { id, email, name }, parts.clock.now());
  return optionsView(options);
}

/** POST /session/passkeys */
async function addPasskey({ parts, input, ...visitor }: OwnChange<typeof passkeyInput>): Promise<void> {
  const { user } = visitor.signedIn;
  requireSessionProof(parts, visitor.signedIn);
  const made = await madePasskey(parts, user, input.name, readMade(input.credential), parts.clock.now());
  if (made === undefined)
    throw invalid('credential', sentence('The passkey could not be checked, or was asked for too long ago.'));
  await parts.storage.write(async (tx) => {
    if ((await passkeysOf(tx, user)).length >= MAX_PASSKEYS)
      throw conflict(sentence('An account has at most {max} passkeys.', { max: MAX_PASSKEYS }));
    if (!(await insertPasskey(tx, made))) throw conflict(sentence('This passkey is known already.'));
    await tell(tx, parts, visitor, 'passkey.added', { subject: input.name, mail: 'passkey_added' });
  });
}

/** POST /session/passkeys/remove */
async function removePasskey({ parts, input, ...visitor }: OwnChange<typeof removeInput>): Promise<void> {
  requireSessionProof(parts, visitor.signedIn);
  await parts.storage.write(async (tx) => {
    const name = await deletePasskey(tx, visitor.signedIn.user, input.key);
    if (name === undefined) throw notFound();
    await tell(tx, parts, visitor, 'passkey.removed', { subject: name, mail: 'passkey_removed' });
    await endTokensWithoutFactor(tx, parts, visitor);
  });
  parts.forgetTokens();
}
