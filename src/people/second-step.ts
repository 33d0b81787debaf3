import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { html, seeOther, sendPage } from '../edge/html.ts';
import { hashSecret, newSecret } from '../edge/secrets.ts';
import { ApiError } from '../kernel/errors.ts';
import type { Id } from '../kernel/id.ts';
import type { Micros } from '../kernel/time.ts';
import { sentence } from '../kernel/words.ts';
import type { Writer } from '../storage/port.ts';
import { findStep, insertStep, takeStepOf } from './factors.store.ts';
import { forgiveTry, takeCodeTry, useCode } from './factors.ts';
import { beginSession, noteAccount } from './let-in.ts';
import { queueChange } from './mails.ts';
import { alert, fieldsOf, localPath } from './page-parts.ts';
import { secondsToNextWindow } from './signins.store.ts';
import { getUser } from './store.ts';
import type { PeopleParts } from './types.ts';
import { pathHere, type SignInCookies, Visit } from './visit.ts';

// The second step of a sign-in: users with an authenticator app are asked for a code after the password (reference:
// authentication.27).

const TOKEN = /^pb_st_[\w-]{43}$/;

/** Begins the step for a user who gave the password; answers the token that the form brings back. */
export async function beginStep(tx: Writer, parts: PeopleParts, user: Id, now: Micros): Promise<string> {
  const token = newSecret('pb_st_', parts.random);
  await insertStep(tx, hashSecret(token), 'code', user, now);
  return token;
}

/** The form of the step, and the problem when it was sent. */
interface StepForm {
  readonly step: string;
  readonly next: string;
  readonly problem?: string;
  readonly status?: number;
}

/** Shows the form that asks for a code. */
export function showStep(
  parts: PeopleParts,
  { words, tokenField }: { readonly words: Visit['words']; readonly tokenField: Visit['tokenField'] },
  reply: FastifyReply,
  { step, next, problem, status = 200 }: StepForm,
): FastifyReply {
  return sendPage(reply, {
    words,
    status,
    title: words.say('Enter your code'),
    body: html`${alert(problem)}
<form method="post" action="${pathHere(parts, '/signin/code')}">${tokenField('code', reply)}
<input type="hidden" name="next" value="${next}"><input type="hidden" name="step" value="${step}">
<label for="code">${words.say('Code')}</label>
<input id="code" name="code" type="text" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" required maxlength="20" autofocus aria-describedby="rule">
<p class="hint" id="rule">${words.say('The six digits that your authenticator app shows, or one of your recovery codes.')}</p>
<button class="first">${words.say('Sign in')}</button>
</form>
<p><a href="${pathHere(parts, '/signin')}">${words.say('Sign in as somebody else')}</a></p>`,
  });
}

/** /signin/code */
export function addSecondStep(app: FastifyInstance, parts: PeopleParts): void {
  app.get('/signin/code', (_request, reply) => seeOther(reply, pathHere(parts, '/signin')));
  app.post('/signin/code', (request, reply) => takeStepForm(parts, request, reply));
}

/** The step of a form, with its user; 404 when it is over. */
async function userOf({ storage, clock }: PeopleParts, token: string) {
  const found = await storage.read(async (tx) => {
    const step = TOKEN.test(token) ? await findStep(tx, hashSecret(token), 'code', clock.now()) : undefined;
    return step === undefined || step.user_id === null ? undefined : getUser(tx, step.user_id);
  });
  if (found === undefined)
    throw new ApiError('not_found', sentence('That took too long. Open the sign-in page again.'));
  return found;
}

/** POST /signin/code */
async function takeStepForm(
  parts: PeopleParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const visit = await Visit.of(parts, request);
  const fields = fieldsOf(request);
  visit.requireOwn('code', fields);
  const { storage, clock } = parts;
  const next = localPath(fields.next);
  const step = fields.step ?? '';
  const user = await userOf(parts, step);
  const now = clock.now();
  const form = { words: visit.words, tokenField: visit.tokenField.bind(visit) };
  const counted = await storage.write((tx) => takeCodeTry(tx, visit, user.id, now));
  if (counted === undefined) {
    const wait = secondsToNextWindow(now);
    reply.header('retry-after', wait);
    const problem = visit.words.say(
      'Too many wrong codes. Try again in {minutes, plural, one {# minute} other {# minutes}}.',
      { minutes: Math.ceil(wait / 60) },
    );
    return showStep(parts, form, reply, { step, next, problem, status: 429 });
  }
  const cookies = await storage.write(async (tx): Promise<SignInCookies | undefined> => {
    const used = await useCode(tx, parts, user.id, fields.code ?? '', now);
    if (used === undefined) {
      await noteAccount(tx, visit, user, 'signin.code_failed', now);
      return undefined;
    }
    // Undoes the use of the code: another browser has gone through by this step.
    if ((await takeStepOf(tx, hashSecret(step), 'code', now)) === undefined)
      throw new ApiError('not_found', sentence('That took too long. Open the sign-in page again.'));
    await forgiveTry(tx, counted);
    if (used === 'recovery') {
      await queueChange(tx, parts, user, visit.words.language, 'recovery_code');
    }
    return beginSession(tx, visit, user, now, {
      by: used === 'app' ? 'with a code' : 'with a recovery code',
    });
  });
  if (cookies === undefined) {
    const problem = visit.words.say('The code is wrong, or was used already.');
    return showStep(parts, form, reply, { step, next, problem, status: 401 });
  }
  parts.forgetTokens();
  visit.setSession(reply, cookies);
  return seeOther(reply, pathHere(parts, next));
}
