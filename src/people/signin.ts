import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressKey } from '../edge/address.ts';
import { type Html, html, seeOther, sendPage } from '../edge/html.ts';
import { ApiError } from '../kernel/errors.ts';
import type { Id } from '../kernel/id.ts';
import { isProved } from '../kernel/proof.ts';
import type { Micros } from '../kernel/time.ts';
import { type Message, message, type Words } from '../kernel/words.ts';
import type { Writer } from '../storage/port.ts';
import { factorsOf } from './factors.store.ts';
import { beginSession, noteAccount } from './let-in.ts';
import { alert, fieldsOf, isText, localPath, queryOf } from './page-parts.ts';
import { passkeyLink } from './passkey-page.ts';
import { hasPasskeys } from './passkeys.ts';
import { beginStep, showStep } from './second-step.ts';
import {
  browserKey,
  clearAttempts,
  giveAttemptBack,
  isKnownBrowser,
  pairKey,
  placeKey,
  secondsToNextWindow,
  takeAttempt,
} from './signins.store.ts';
import { audit, deleteSession, findUser, getUser, INSTALLATION, membershipsOf, type User } from './store.ts';
import {
  type PeopleParts,
  type Role,
  SIGN_INS_PER_ACCOUNT,
  SIGN_INS_PER_ADDRESS,
  SIGN_INS_PER_BROWSER,
} from './types.ts';
import { pathHere, type SignInCookies, Visit } from './visit.ts';

/** /signin, /signout and /account. */
export function addSignIn(app: FastifyInstance, parts: PeopleParts): void {
  app.get('/signin', async (request, reply) => {
    const visit = await Visit.of(parts, request);
    const query = queryOf(request);
    const next = localPath(query.get('next') ?? undefined);
    const { signedIn } = visit;
    if (signedIn === undefined)
      return showSignIn(parts, visit, reply, { next, hasEnded: query.get('ended') === '1' });
    const isAskedAgain = query.get('again') === '1' && !isProved(signedIn.provedAt, parts.clock.now());
    if (!isAskedAgain) return seeOther(reply, pathHere(parts, next));
    return showSignIn(parts, visit, reply, { next, email: signedIn.email, isAskedAgain });
  });
  app.post('/signin', (request, reply) => signIn(parts, request, reply));
  app.get('/signout', async (request, reply) => {
    const visit = await Visit.of(parts, request);
    if (visit.signedIn === undefined) return seeOther(reply, pathHere(parts, '/signin'));
    const { words } = visit;
    return sendPage(reply, { title: words.say('Sign out'), body: signOutForm(parts, visit, reply), words });
  });
  app.post('/signout', (request, reply) => signOut(parts, request, reply));
  app.get('/account', (request, reply) => showAccount(parts, request, reply));
}

/** The content of the form, and the problem when it was sent. */
interface SignInForm {
  readonly next: string;
  readonly email?: string;
  readonly problem?: string;
  readonly status?: number;
  /** A signed-in user proves once more who they are. */
  readonly isAskedAgain?: boolean;
  /** A page that was open has led here: its session is over. */
  readonly hasEnded?: boolean;
}

function showSignIn(
  parts: PeopleParts,
  visit: Visit,
  reply: FastifyReply,
  { next, email = '', problem, status = 200, isAskedAgain = false, hasEnded = false }: SignInForm,
): FastifyReply {
  const { words } = visit;
  const again = words.say('Sign in again to confirm that it is you: with your passkey, if you have one.');
  const ended = words.say('Your session has ended. Sign in to go on where you were.');
  return sendPage(reply, {
    words,
    status,
    title: words.say('Sign in'),
    body: html`${alert(problem)}${isAskedAgain ? html`<p>${again}</p>` : ''}${hasEnded ? html`<p>${ended}</p>` : ''}
<form method="post" action="${pathHere(parts, '/signin')}">${visit.tokenField('signin', reply)}
<input type="hidden" name="next" value="${next}">
<label for="email">${words.say('E-mail address')}</label>
<input id="email" name="email" type="email" autocomplete="username" required maxlength="254" value="${email}">
<label for="password">${words.say('Password')}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>
<button class="first">${words.say('Sign in')}</button>
</form>
${passkeyLink(parts, words, next)}${
  parts.sendsMail
    ? html`<p><a href="${pathHere(parts, '/forgot')}">${words.say('Forgotten your password?')}</a></p>`
    : html`<p class="hint">${words.say('Forgotten your password? Ask your administrator for a link to set a new one.')}</p>`
}`,
  });
}

/** POST /signin */
async function signIn(
  parts: PeopleParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const visit = await Visit.of(parts, request);
  const fields = fieldsOf(request);
  visit.requireOwn('signin', fields);
  const next = localPath(fields.next);
  const email = (fields.email ?? '').trim().slice(0, 254);
  const now = parts.clock.now();
  const asked = isText(email) ? email : '';
  // The same work is done for every account, whether there is one or not.
  const user = await parts.storage.read((tx) => findUser(tx, asked));
  const attempt = await parts.storage.write((tx) => takeSignIn(tx, visit, asked, user?.id, now));
  if (attempt === undefined) {
    const wait = secondsToNextWindow(now);
    reply.header('retry-after', wait);
    const minutes = Math.ceil(wait / 60);
    const problem = visit.words.say(
      'Too many attempts from here. Try again in {minutes, plural, one {# minute} other {# minutes}}.',
      { minutes },
    );
    return showSignIn(parts, visit, reply, { next, email, problem, status: 429 });
  }
  const good = await tryPassword(parts, visit, attempt, fields.password ?? '', user?.password_hash);
  if (user === undefined || !good) {
    await parts.storage.write((tx) => noteFailure(tx, visit, user, now));
    const problem = visit.words.say('The e-mail address or the password is wrong.');
    return showSignIn(parts, visit, reply, { next, email, problem, status: 401 });
  }
  const passed = await parts.storage.write((tx) => letIn(tx, parts, visit, user, attempt, now));
  if (passed === undefined) {
    const problem = visit.words.say('The password has just been changed.');
    return showSignIn(parts, visit, reply, { next, email, problem, status: 401 });
  }
  if (typeof passed === 'string') {
    const form = { words: visit.words, tokenField: visit.tokenField.bind(visit) };
    return showStep(parts, form, reply, { step: passed, next });
  }
  parts.forgetTokens();
  visit.setSession(reply, passed);
  return seeOther(reply, pathHere(parts, next));
}

/** Logs a failure. The text in the address field may be a password: only an existing account is named. */
async function noteFailure(tx: Writer, visit: Visit, user: User | undefined, now: Micros): Promise<void> {
  await audit(tx, {
    company: INSTALLATION,
    user: user?.id ?? null,
    actor: user?.email ?? 'unknown',
    action: 'signin.failed',
    address: visit.address,
    at: now,
  });
}

/**
 * Begins the session of a user who gave the password, or the step that asks for a code; undefined when the password has been
 * changed by now.
 */
async function letIn(
  tx: Writer,
  parts: PeopleParts,
  visit: Visit,
  user: User,
  attempt: AttemptKeys,
  now: Micros,
): Promise<SignInCookies | string | undefined> {
  // The password may have been changed since it was checked.
  const current = await getUser(tx, user.id);
  if (current?.password_hash !== user.password_hash) return undefined;
  await clearAttempts(tx, attempt.own);
  if (attempt.shared !== undefined) await giveAttemptBack(tx, attempt.shared);
  const { hasApp, hasPasskey } = await factorsOf(tx, user.id);
  if (hasApp) return beginStep(tx, parts, user.id, now);
  return beginSession(tx, visit, user, now, { isProof: !(hasPasskey && hasPasskeys(parts)) });
}

/** POST /signout */
async function signOut(
  parts: PeopleParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const visit = await Visit.of(parts, request);
  const { signedIn } = visit;
  if (signedIn !== undefined) {
    visit.requireOwn('signout', fieldsOf(request));
    await parts.storage.write(async (tx) => {
      await deleteSession(tx, signedIn.session, parts.clock.now());
      const { user: id, email } = signedIn;
      await noteAccount(tx, visit, { id, email }, 'signout', parts.clock.now());
    });
    parts.forgetTokens();
    visit.endSession(reply);
  }
  return seeOther(reply, pathHere(parts, '/signin'));
}

const ROLE_TEXTS: Readonly<Record<Role, Message>> = {
  owner: message('Owner'),
  manager: message('Manager'),
  staff: message('Staff'),
};

/** A role in words. */
export function roleText(role: Role, words: Words): string {
  return words.translate(ROLE_TEXTS[role]);
}

/** GET /account */
async function showAccount(
  parts: PeopleParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const visit = await Visit.of(parts, request);
  const { signedIn } = visit;
  if (signedIn === undefined) return seeOther(reply, pathHere(parts, '/signin'));
  const memberships = await parts.storage.read((tx) => membershipsOf(tx, signedIn.user));
  const { words } = visit;
  const rows = memberships.map(
    ({ company_name, role }) => html`<li>${company_name}: ${roleText(role, words)}</li>`,
  );
  return sendPage(reply, {
    words,
    title: words.say('You are signed in'),
    body: html`<p>${signedIn.name} (${signedIn.email})</p>
<ul>${rows}</ul>
${signOutForm(parts, visit, reply)}`,
  });
}

/** The keys that a sign-in is counted by. */
interface AttemptKeys {
  /** Attempts at this account from here; a success clears them. */
  readonly own: string;
  /** Attempts from this address; a success is not counted. */
  readonly shared?: string;
}

/**
 * Takes an attempt before it is made, so that many at once gain nothing; undefined when there is none left. A browser
 * that the person is known by has a count of its own: no stranger can use it up.
 */
async function takeSignIn(
  tx: Writer,
  visit: Visit,
  email: string,
  user: Id | undefined,
  now: Micros,
): Promise<AttemptKeys | undefined> {
  const { browser = '' } = visit;
  const nobody = 0n;
  if (await isKnownBrowser(tx, browser, user ?? nobody, now)) {
    const own = browserKey(browser, user ?? nobody);
    return (await takeAttempt(tx, own, SIGN_INS_PER_BROWSER, now)) ? { own } : undefined;
  }
  const place = addressKey(visit.address);
  const own = pairKey(email, place);
  const shared = placeKey(place);
  if (!(await takeAttempt(tx, own, SIGN_INS_PER_ACCOUNT, now))) return undefined;
  if (await takeAttempt(tx, shared, SIGN_INS_PER_ADDRESS, now)) return { own, shared };
  // Refused for its address: nothing was tried at the account.
  await giveAttemptBack(tx, own);
  return undefined;
}

/**
 * Looks at a password in its turn. Where there is no turn to be had nothing was tried: the attempt is given back (reference:
 * authentication.20).
 */
async function tryPassword(
  parts: PeopleParts,
  visit: Visit,
  { own, shared }: AttemptKeys,
  password: string,
  hash: string | undefined,
): Promise<boolean> {
  try {
    return await parts.passwords.matches(password, hash, addressKey(visit.address));
  } catch (error) {
    if (error instanceof ApiError) {
      await parts.storage.write(async (tx) => {
        await giveAttemptBack(tx, own);
        if (shared !== undefined) await giveAttemptBack(tx, shared);
      });
    }
    throw error;
  }
}

function signOutForm(parts: PeopleParts, visit: Visit, reply: FastifyReply): Html {
  return html`<form method="post" action="${pathHere(parts, '/signout')}">${visit.tokenField('signout', reply)}
<button class="first">${visit.words.say('Sign out')}</button></form>`;
}
