import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressKey } from '../edge/address.ts';
import { sendBody } from '../edge/answer.ts';
import { ApiError, conflict, invalid, notFound } from '../kernel/errors.ts';
import { type Sentence, sentence } from '../kernel/words.ts';
import { agentWords } from '../people/agent.ts';
import {
  countCodes,
  deleteFactor,
  type Factors,
  factorsOf,
  findFactor,
  type PasskeyRow,
  passkeysOf,
} from '../people/factors.store.ts';
import { beginFactor, finishFactor, makeCodes } from '../people/factors.ts';
import { noteAccount } from '../people/let-in.ts';
import { type AccountChange, queueChange, queueNotice } from '../people/mails.ts';
import { hasPasskeys } from '../people/passkeys.ts';
import { passwordProblem } from '../people/password.ts';
import { forgetBrowsers } from '../people/signins.store.ts';
import {
  deleteOtherSessions,
  deleteSession,
  getUser,
  type ListedSession,
  proveSession,
  revokeTokensOf,
  sessionsOf,
  setPassword,
  voidResets,
} from '../people/store.ts';
import { base32, keyUri } from '../people/totp.ts';
import { bodies } from '../shape/bodies.ts';
import { view } from '../shape/view.ts';
import type { Writer } from '../storage/port.ts';
import * as shapes from './account-shape.ts';
import type { SessionParts } from './device-session.ts';
import { codeMatches, passkeyMatches, passwordMatches } from './proof.ts';
import {
  type OwnChange,
  onOwnChange,
  requireSessionProof,
  type SessionContext,
  type SignedInVisitor,
  visitorOf,
} from './visitor.ts';

// The signed-in user's own account (reference: authentication.25 to authentication.29). What is done here belongs to the person
// and so to the installation: it is in the log of sign-ins, and goes to them by e-mail where there is a mail server.

const passwordInput = bodies(shapes.PASSWORD_REQUEST).create;
const endInput = bodies(shapes.END_SESSION_REQUEST).create;
const codeInput = bodies(shapes.CODE_REQUEST).create;
const proofInput = bodies(shapes.PROOF_REQUEST).create;
const nothing = bodies(shapes.NOTHING_REQUEST).create;

/** Characters of a session's hash by which it is named. */
const KEY_LENGTH = 20;

const sessionKey = (hash: string) => hash.slice(0, KEY_LENGTH);

const ownSession = view(shapes.OWN_SESSION, (session: ListedSession, own: string) => ({
  key: sessionKey(session.token_hash),
  is_current: session.token_hash === own,
  ...agentWords(session.agent),
}));
const ownPasskey = view(shapes.OWN_PASSKEY, ({ credential_id: key }: PasskeyRow) => ({ key }));

/** The fields of a shown account that are not stored in it. */
interface Lists {
  readonly keys: readonly PasskeyRow[];
  readonly open: readonly ListedSession[];
  readonly own: string;
}
const accountView = view(
  shapes.ACCOUNT,
  ({
    keys,
    open,
    own,
  }: Lists & {
    readonly has_totp: boolean;
    readonly totp_since: bigint | null;
    readonly recovery_codes_left: number;
    readonly has_passkeys: boolean;
    readonly proved_at: bigint;
  }) => ({
    passkeys: keys.map((key) => ownPasskey(key)),
    sessions: open.map((session) => ownSession(session, own)),
  }),
);
const setupView = view(
  shapes.TOTP_SETUP,
  (setup: { readonly secret: string; readonly uri: string }) => setup,
);
const codesView = view(shapes.RECOVERY_CODES, (codes: readonly string[]) => ({ codes }));

/** The endpoints of a person's own account, beside those of passkeys. */
export function addAccountEndpoints(app: FastifyInstance, context: SessionContext): void {
  app.get('/session/account', (request, reply) => sendAccount(context.parts, request, reply));
  onOwnChange(app, context, '/session/proof', proofInput, prove);
  onOwnChange(app, context, '/session/password', passwordInput, changePassword);
  onOwnChange(app, context, '/session/end', endInput, endSession);
  onOwnChange(app, context, '/session/end_others', nothing, endOthers);
  onOwnChange(app, context, '/session/totp', nothing, beginTotp);
  onOwnChange(app, context, '/session/totp/confirm', codeInput, confirmTotp);
  onOwnChange(app, context, '/session/totp/remove', codeInput, removeTotp);
  onOwnChange(app, context, '/session/recovery_codes', nothing, renewCodes);
}

/** Logs what was done to the user's account and tells them of it. */
export async function tell(
  tx: Writer,
  parts: SessionParts,
  { visit, signedIn }: SignedInVisitor,
  action: string,
  more: { readonly subject?: string; readonly mail?: AccountChange },
): Promise<void> {
  const { user: id, email } = signedIn;
  await noteAccount(tx, visit, { id, email }, action, parts.clock.now(), more.subject);
  if (more.mail !== undefined) await queueChange(tx, parts, { email }, visit.words.language, more.mail);
}

/** GET /session/account */
async function sendAccount(
  parts: SessionParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { signedIn } = await visitorOf(parts, request);
  const { user, session, provedAt } = signedIn;
  const shown = await parts.storage.read(async (tx) => {
    const factor = await findFactor(tx, user);
    const since = factor?.confirmed_at ?? null;
    return accountView({
      has_totp: since !== null,
      totp_since: since,
      recovery_codes_left: since === null ? 0 : await countCodes(tx, user),
      has_passkeys: hasPasskeys(parts),
      keys: await passkeysOf(tx, user),
      open: await sessionsOf(tx, user, parts.clock.now()),
      own: session,
      proved_at: provedAt,
    });
  });
  return sendBody(request, reply, JSON.stringify(shown));
}

const WRONG_PASSWORD = sentence('The password is wrong.');
const WRONG_CODE = sentence('The code is wrong, or was used already.');

/** The second factors of the user that can be shown here. */
async function usableFactors(parts: SessionParts, { signedIn }: SignedInVisitor): Promise<Factors> {
  const { hasApp, hasPasskey } = await parts.storage.read((tx) => factorsOf(tx, signedIn.user));
  return { hasApp, hasPasskey: hasPasskey && hasPasskeys(parts) };
}

/** A user who has no second factor left works on where none is asked for: their screens ask anew (reference: authentication.32). */
export async function endTokensWithoutFactor(
  tx: Writer,
  { clock }: Pick<SessionParts, 'clock'>,
  { signedIn }: SignedInVisitor,
): Promise<void> {
  const { hasApp, hasPasskey } = await factorsOf(tx, signedIn.user);
  if (!hasApp && !hasPasskey) await revokeTokensOf(tx, signedIn.user, clock.now());
}

/** 400 for the password of a user who has a second factor: it proves less (reference: authentication.29). */
async function refusePasswordAlone(parts: SessionParts, visitor: SignedInVisitor): Promise<void> {
  const { hasApp, hasPasskey } = await usableFactors(parts, visitor);
  if (hasApp)
    throw invalid(
      'password',
      sentence('is not enough: send a code of your authenticator app, or a passkey.'),
    );
  if (hasPasskey) throw invalid('password', sentence('is not enough: use your passkey.'));
}

/** POST /session/proof */
async function prove({ parts, input, ...visitor }: OwnChange<typeof proofInput>): Promise<void> {
  const { password = null, code = null, credential = null } = input;
  const sent = Object.entries({ password, code, credential }).filter(([, value]) => value !== null);
  const [[field] = ['password']] = sent;
  if (sent.length !== 1) throw invalid(field, sentence('One of password, code and credential is needed.'));
  if (password !== null) await refusePasswordAlone(parts, visitor);
  const refusals: Readonly<Record<string, Sentence>> = {
    password: WRONG_PASSWORD,
    code: WRONG_CODE,
    credential: sentence('The passkey is not one of yours, or was asked for too long ago.'),
  };
  const good =
    password !== null
      ? await passwordMatches(parts, visitor, password)
      : code !== null
        ? await codeMatches(parts, visitor, code)
        : await passkeyMatches(parts, visitor, credential);
  const { user: id, email, session } = visitor.signedIn;
  const { clock, storage } = parts;
  await storage.write(async (tx) => {
    if (good) await proveSession(tx, session, clock.now());
    else await noteAccount(tx, visitor.visit, { id, email }, 'proof.failed', clock.now(), field);
  });
  if (!good) throw invalid(field, refusals[field] ?? WRONG_PASSWORD);
  parts.forgetTokens();
}

/** POST /session/password: every other session ends. */
async function changePassword({
  parts,
  input,
  reply,
  ...visitor
}: OwnChange<typeof passwordInput>): Promise<void> {
  const { visit, signedIn } = visitor;
  const { user: id, email, session } = signedIn;
  const { storage, clock, passwords } = parts;
  const problem = passwordProblem(input.new_password, email);
  if (problem !== undefined) throw invalid('new_password', problem);
  const before = await storage.read((tx) => getUser(tx, id));
  if (!(await passwordMatches(parts, visitor, input.password))) {
    await storage.write((tx) => tell(tx, parts, visitor, 'password.change_failed', {}));
    throw invalid('password', WRONG_PASSWORD);
  }
  const { hasApp, hasPasskey } = await usableFactors(parts, visitor);
  const hash = await passwords.hash(input.new_password, addressKey(visit.address));
  const browser = await storage.write(async (tx) => {
    const now = clock.now();
    const current = await getUser(tx, id);
    if (current?.password_hash !== before?.password_hash)
      throw conflict(sentence('The password has just been changed.'));
    await setPassword(tx, id, hash, now);
    await voidResets(tx, id, now);
    await deleteOtherSessions(tx, id, session, now);
    await forgetBrowsers(tx, id);
    if (!hasApp && !hasPasskey) await proveSession(tx, session, now);
    await tell(tx, parts, visitor, 'password.changed', {});
    await queueNotice(tx, parts, { email }, visit.words.language);
    return visit.rememberBrowser(tx, id);
  });
  parts.forgetTokens();
  visit.setBrowser(reply, browser);
}

/** POST /session/end */
async function endSession({ parts, input, reply, ...visitor }: OwnChange<typeof endInput>): Promise<void> {
  const { user, session: own } = visitor.signedIn;
  await parts.storage.write(async (tx) => {
    const now = parts.clock.now();
    const found = (await sessionsOf(tx, user, now)).find((each) => sessionKey(each.token_hash) === input.key);
    if (found === undefined) throw notFound();
    await deleteSession(tx, found.token_hash, now);
    await tell(tx, parts, visitor, found.token_hash === own ? 'signout' : 'session.ended', {
      subject: found.address,
    });
    if (found.token_hash === own) visitor.visit.endSession(reply);
  });
  parts.forgetTokens();
}

/** POST /session/end_others */
async function endOthers({ parts, ...visitor }: OwnChange<typeof nothing>): Promise<void> {
  const { user, session } = visitor.signedIn;
  await parts.storage.write(async (tx) => {
    const count = await deleteOtherSessions(tx, user, session, parts.clock.now());
    if (count > 0) await tell(tx, parts, visitor, 'sessions.ended', { subject: String(count) });
  });
  parts.forgetTokens();
}

/** POST /session/totp */
async function beginTotp({ parts, signedIn }: OwnChange<typeof nothing>): Promise<object> {
  requireSessionProof(parts, signedIn);
  const secret = await parts.storage.write((tx) => beginFactor(tx, parts, signedIn.user, parts.clock.now()));
  if (secret === undefined)
    throw conflict(sentence('There is an authenticator app already: remove it first.'));
  const issuer = `Passbell ${new URL(parts.publicUrl()).hostname}`;
  const setup = { secret: base32(secret), uri: keyUri(secret, signedIn.email, issuer) };
  return setupView(setup);
}

/** POST /session/totp/confirm */
async function confirmTotp({ parts, input, ...visitor }: OwnChange<typeof codeInput>): Promise<object> {
  const { signedIn } = visitor;
  requireSessionProof(parts, signedIn);
  const codes = await parts.storage.write(async (tx) => {
    const done = await finishFactor(tx, parts, signedIn.user, input.code, parts.clock.now());
    if (typeof done === 'string') return done;
    await tell(tx, parts, visitor, 'totp.added', { mail: 'factor_added' });
    return done;
  });
  if (codes === 'wrong')
    throw invalid('code', sentence('The code is wrong. Is the clock of your device right?'));
  if (codes === 'none') throw conflict(sentence('No authenticator app is being set up: begin anew.'));
  return codesView(codes);
}

/** 409 without an authenticator app. */
async function requireTotp({ storage }: SessionParts, { signedIn }: SignedInVisitor): Promise<void> {
  const factor = await storage.read((tx) => findFactor(tx, signedIn.user));
  if (factor === undefined || factor.confirmed_at === null)
    throw conflict(sentence('There is no authenticator app.'));
}

/** POST /session/totp/remove: a code of it, or a recovery code, is needed. */
async function removeTotp({ parts, input, ...visitor }: OwnChange<typeof codeInput>): Promise<void> {
  requireSessionProof(parts, visitor.signedIn);
  await requireTotp(parts, visitor);
  if (!(await codeMatches(parts, visitor, input.code))) throw invalid('code', WRONG_CODE);
  await parts.storage.write(async (tx) => {
    if (!(await deleteFactor(tx, visitor.signedIn.user)))
      throw new ApiError('conflict', sentence('There is no authenticator app.'));
    await tell(tx, parts, visitor, 'totp.removed', { mail: 'factor_removed' });
    await endTokensWithoutFactor(tx, parts, visitor);
  });
  parts.forgetTokens();
}

/** POST /session/recovery_codes: the ones before are of no use any more. */
async function renewCodes({ parts, ...visitor }: OwnChange<typeof nothing>): Promise<object> {
  requireSessionProof(parts, visitor.signedIn);
  await requireTotp(parts, visitor);
  const codes = await parts.storage.write(async (tx) => {
    const made = await makeCodes(tx, parts, visitor.signedIn.user, parts.clock.now());
    await tell(tx, parts, visitor, 'recovery_codes.made', { mail: 'codes_made' });
    return made;
  });
  return codesView(codes);
}
