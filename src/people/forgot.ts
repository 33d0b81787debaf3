import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressKey } from '../edge/address.ts';
import { html, seeOther, sendPage } from '../edge/html.ts';
import { hashSecret } from '../edge/secrets.ts';
import type { Words } from '../kernel/words.ts';
import { fold } from '../storage/sql.ts';
import { makeResetLink } from './links.ts';
import { queueAccountMail } from './mails.ts';
import { alert, fieldsOf, isText } from './page-parts.ts';
import { secondsToNextWindow, takeAttempt } from './signins.store.ts';
import { findUser, type User } from './store.ts';
import { MAILED_RESET, type PeopleParts } from './types.ts';
import { pathHere, Visit } from './visit.ts';

// A link that sets a new password, asked for by mail (reference: mail.13). The answer is the same whether there is such an
// account or not, and comes before anything is done about it, so that neither its words nor its time tell.

/** Links that an account is sent in a window, and that an address may ask for. */
const RESETS_PER_ACCOUNT = 3;
const RESETS_PER_ADDRESS = 20;

/** /forgot; without a mail server it leads to the sign-in, which says whom to ask. */
export function addForgot(app: FastifyInstance, parts: PeopleParts): void {
  app.get('/forgot', async (request, reply) => {
    if (!parts.sendsMail) return seeOther(reply, pathHere(parts, '/signin'));
    return showForgot(parts, await Visit.of(parts, request), reply);
  });
  app.post('/forgot', (request, reply) => takeForgot(parts, request, reply));
}

function showForgot(parts: PeopleParts, visit: Visit, reply: FastifyReply, problem?: string): FastifyReply {
  const words: Words = visit.words;
  return sendPage(reply, {
    words,
    status: problem === undefined ? 200 : 429,
    title: words.say('Set a new password'),
    body: html`${alert(problem)}<p>${words.say('We send you a link by e-mail.')}</p>
<form method="post" action="${pathHere(parts, '/forgot')}">${visit.tokenField('forgot', reply)}
<label for="email">${words.say('E-mail address')}</label>
<input id="email" name="email" type="email" autocomplete="username" required maxlength="254">
<button class="first">${words.say('Send the link')}</button>
</form>
<p><a href="${pathHere(parts, '/signin')}">${words.say('Sign in')}</a></p>`,
  });
}

/** POST /forgot */
async function takeForgot(
  parts: PeopleParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const visit = await Visit.of(parts, request);
  const fields = fieldsOf(request);
  visit.requireOwn('forgot', fields);
  if (!parts.sendsMail) return seeOther(reply, pathHere(parts, '/signin'));
  const { words } = visit;
  const { storage, clock } = parts;
  const now = clock.now();
  const typed = (fields.email ?? '').trim().slice(0, 254);
  const email = isText(typed) ? typed : '';
  const place = hashSecret(`forgot from ${addressKey(visit.address)}`);
  if (!(await storage.write((tx) => takeAttempt(tx, place, RESETS_PER_ADDRESS, now)))) {
    const wait = secondsToNextWindow(now);
    reply.header('retry-after', wait);
    const problem = words.say(
      'Too many attempts from here. Try again in {minutes, plural, one {# minute} other {# minutes}}.',
      { minutes: Math.ceil(wait / 60) },
    );
    return showForgot(parts, visit, reply, problem);
  }
  sendPage(reply, {
    words,
    title: words.say('Look at your mail'),
    body: html`<p>${words.say('If there is an account with this address, a link that sets a new password is on its way to it.')}</p>
<p><a href="${pathHere(parts, '/signin')}">${words.say('Sign in')}</a></p>`,
  });
  const user = await storage.read((tx) => findUser(tx, email));
  if (user !== undefined) await sendLink(parts, visit, user);
  return reply;
}

/** Makes the link and queues it in one transaction; nothing when the account has had enough of them. */
async function sendLink(parts: PeopleParts, visit: Visit, user: User): Promise<void> {
  const { storage, clock, random } = parts;
  const now = clock.now();
  await storage.write(async (tx) => {
    const own = hashSecret(`forgot ${fold(user.email)}`);
    if (!(await takeAttempt(tx, own, RESETS_PER_ACCOUNT, now))) return;
    const author = { user: null, actor: 'unknown', address: visit.address };
    const path = await makeResetLink(tx, user.email, author, { now, random }, MAILED_RESET);
    if (path === undefined) return;
    const link = `${parts.publicUrl()}${path}`;
    await queueAccountMail(tx, parts, 'reset', user, visit.words.language, { link });
  });
}
