import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { serverError, toApiError } from '../edge/errors.ts';
import { takeForms } from '../edge/form.ts';
import { html, sendPage } from '../edge/html.ts';
import type { Languages } from '../edge/languages.ts';
import { logFailure, requestFacts } from '../edge/request-lines.ts';
import type { Words } from '../kernel/words.ts';
import { addForgot } from './forgot.ts';
import { addPasskeyPage } from './passkey-page.ts';
import { addSecondStep } from './second-step.ts';
import { addSignIn } from './signin.ts';
import type { PeopleParts } from './types.ts';
import { addWelcome } from './welcome.ts';

/** The title of an error page. */
function titleOf(status: number, words: Words): string {
  if (status === 404) return words.say('There is nothing here');
  return status >= 500 ? words.say('That did not work') : words.say('That cannot be done');
}

/** Makes a scope of routes that are pages: they take forms, and their errors are pages. */
export function addPages(
  app: FastifyInstance,
  logger: FastifyBaseLogger,
  languages: Languages,
  add: (app: FastifyInstance) => void,
): void {
  app.register((scope, _options, done) => {
    takeForms(scope);
    scope.setErrorHandler((error, request, reply) => {
      const known = toApiError(error);
      if (known === undefined || known.status >= 500) {
        const answered = { status: known?.status ?? 500, ms: reply.elapsedTime };
        logFailure(logger, requestFacts(request), error, answered);
      }
      const refusal = known ?? serverError();
      reply.headers(refusal.headers);
      const words = languages.wordsFor(request.headers['accept-language']);
      const body = html`<p role="alert">${words.tell(refusal.description)}</p>`;
      return sendPage(reply, { status: refusal.status, title: titleOf(refusal.status, words), body, words });
    });
    add(scope);
    done();
  });
}

/** The pages of people: sign-in, sign-out, account, and those that one-time links lead to. */
export function addPeoplePages(app: FastifyInstance, parts: PeopleParts): void {
  addSignIn(app, parts);
  addSecondStep(app, parts);
  addPasskeyPage(app, parts);
  addForgot(app, parts);
  addWelcome(app, parts);
}
