import OAuth2Server from '@node-oauth/oauth2-server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { companies } from '../company/store.ts';
import { html, seeOther, sendPage } from '../edge/html.ts';
import type { AddonScope } from '../edge/scopes.ts';
import { findClient } from '../edge/store.ts';
import { ApiError } from '../kernel/errors.ts';
import { type Id, parseId } from '../kernel/id.ts';
import { isProved, secondFactorRequired } from '../kernel/proof.ts';
import { type Message, message } from '../kernel/words.ts';
import { lacksFactor } from '../people/factors.store.ts';
import { fieldsOf, queryOf } from '../people/page-parts.ts';
import { audit, type Membership, membershipsOf } from '../people/store.ts';
import { mayConnect, type PeopleParts } from '../people/types.ts';
import { pathHere, type SignedIn, Visit } from '../people/visit.ts';
import { isCredential } from './client.ts';
import { CODE_LIFETIME, causeOf, createModel } from './model.ts';
import {
  type AuthorizationRequest,
  answerAddress,
  formTarget,
  lengthProblem,
  readRequest,
} from './request.ts';

/** Each scope in the words of the consent page. */
const SCOPE_TEXTS: Readonly<Record<AddonScope, Message>> = {
  'company:read': message(
    'See the company, its sites, registers, staff, taxes, price lists and payment methods',
  ),
  'company:write': message(
    'See and change the company’s sites, registers, staff, taxes, price lists and payment methods',
  ),
  'orders:read': message('See orders with their lines, payments and customers'),
  'orders:write': message(
    'See, create and change orders and the customers they are for, and take and give back payments',
  ),
  'products:read': message('See products, categories, prices and availability'),
  'products:write': message('See and change products, categories, prices and availability'),
  'customers:read': message('See customers with their contact details'),
  'customers:write': message('See, create and change customers'),
  'checkins:read': message('See who is checked in'),
  'checkins:write': message('Check customers in and out'),
  webhooks: message('Receive events: orders, products, customers and more'),
};

/** Where the consent form goes, and where a sign-in comes back to. */
const CONSENT = '/oauth/consent';
const AUTHORIZE = '/oauth/authorize';

/**
 * GET /oauth/authorize with its other names, and the consent form (reference: authentication.5, authentication.7,
 * conventions.54; RFC 6749 4.1.1, RFC 7636, RFC 9207).
 */
export function addAuthorizePages(app: FastifyInstance, parts: PeopleParts): void {
  const { storage, clock, random } = parts;

  /** Reads the request; refusals that cannot be answered to the add-on are a page, the others a redirect. */
  const read = async (
    request: FastifyRequest,
    reply: FastifyReply,
    query: URLSearchParams,
  ): Promise<AuthorizationRequest | undefined> => {
    const tooLong = lengthProblem(query.toString());
    const id = query.get('client_id') ?? '';
    const row =
      tooLong === undefined && isCredential(id) ? await storage.read((tx) => findClient(tx, id)) : undefined;
    const reading = tooLong === undefined ? readRequest(query, row) : { problem: tooLong };
    if ('request' in reading) return reading.request;
    if ('refusal' in reading) {
      const { redirectUri, state, error, description } = reading.refusal;
      seeOther(
        reply,
        answerAddress(redirectUri, state, parts.publicUrl(), { error, error_description: description }),
      );
      return undefined;
    }
    const words = parts.languages.wordsFor(request.headers['accept-language']);
    const body = html`<p role="alert">${reading.problem}</p>
<p>${words.say('The add-on sent you here with a request that cannot be answered. Tell its maker.')}</p>`;
    sendPage(reply, { status: 400, title: words.say('This add-on cannot be connected'), body, words });
    return undefined;
  };

  const begin = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const query = queryOf(request);
    const asked = await read(request, reply, query);
    if (asked === undefined) return reply;
    const visit = await Visit.of(parts, request);
    if (!hasProved(parts, visit)) return toSignIn(parts, reply, query, visit);
    const { user } = visit.signedIn;
    const { memberships, maker } = await storage.read(async (tx) => ({
      memberships: (await membershipsOf(tx, user)).filter(({ role }) => mayConnect(role)),
      maker: await companies.get(tx, asked.client.company, asked.client.company),
    }));
    return consentPage(parts, reply, visit, { asked, query, memberships, maker: maker?.name ?? '' });
  };
  for (const path of [AUTHORIZE, `/v1${AUTHORIZE}`, '/authorize']) app.get(path, begin);

  app.post(CONSENT, async (request, reply) => {
    const fields = fieldsOf(request);
    const visit = await Visit.of(parts, request);
    const query = new URLSearchParams(fields.request ?? '');
    const { signedIn } = visit;
    if (signedIn !== undefined) visit.requireOwn('consent', fields);
    const asked = await read(request, reply, query);
    if (asked === undefined) return reply;
    // A user who refuses need not prove anything.
    if (signedIn === undefined || (fields.decision === 'allow' && !hasProved(parts, visit)))
      return toSignIn(parts, reply, query, visit);
    const { client, redirectUri, state, scopes } = asked;
    const answer = (values: Readonly<Record<string, string>>) =>
      seeOther(reply, answerAddress(redirectUri, state, parts.publicUrl(), values));
    if (fields.decision !== 'allow') {
      return answer({ error: 'access_denied', error_description: 'The person did not allow it.' });
    }
    const now = clock.now();
    const code = await storage.write(async (tx) => {
      const company = parseId(fields.company_id ?? '');
      const own = (await membershipsOf(tx, signedIn.user)).find(({ company_id }) => company_id === company);
      if (own === undefined || !mayConnect(own.role)) {
        throw new ApiError('access_denied', 'You cannot connect add-ons to this company.');
      }
      if (await lacksFactor(tx, own.company_id, signedIn.user)) throw secondFactorRequired();
      const owner = { company: own.company_id, user: signedIn.user };
      const model = createModel({ tx, now, random, client, address: visit.address });
      const code = await newCode(model, asked, owner);
      const who = { user: signedIn.user, actor: signedIn.email, address: visit.address };
      const subject = `${asked.addonName} (${client.clientId}): ${scopes.join(' ')}`;
      await audit(tx, { company: own.company_id, ...who, action: 'addon.connected', subject, at: now });
      return code;
    });
    return answer({ code });
  });
}

/** Lets the library make and store a code. Everything it could refuse has been refused before. */
async function newCode(
  model: OAuth2Server.AuthorizationCodeModel,
  { client, redirectUri, scopes, challenge }: AuthorizationRequest,
  owner: { readonly company: Id; readonly user: Id },
): Promise<string> {
  const server = new OAuth2Server({
    model,
    authorizationCodeLifetime: Number(CODE_LIFETIME / 1_000_000n),
    allowEmptyState: true,
    authenticateHandler: { handle: () => ({ owner }) },
  });
  const body = {
    client_id: client.clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: scopes.join(' '),
    ...(challenge === undefined ? {} : { code_challenge: challenge, code_challenge_method: 'S256' }),
  };
  try {
    const given = await server.authorize(
      new OAuth2Server.Request({ method: 'POST', headers: {}, query: {}, body }),
      // Where it would redirect to: we answer ourselves, with `iss`.
      new OAuth2Server.Response({}),
    );
    return given.authorizationCode;
  } catch (error) {
    throw causeOf(error);
  }
}

/** True for a user who is signed in and proved who they are a short time ago (reference: authentication.29). */
function hasProved(
  { clock }: Pick<PeopleParts, 'clock'>,
  visit: Visit,
): visit is Visit & { readonly signedIn: SignedIn } {
  return visit.signedIn !== undefined && isProved(visit.signedIn.provedAt, clock.now());
}

/** Signs in, also who is signed in: a session that was left open connects no add-on. */
function toSignIn(
  parts: PeopleParts,
  reply: FastifyReply,
  query: URLSearchParams,
  { signedIn }: Visit,
): FastifyReply {
  const next = `next=${encodeURIComponent(`${AUTHORIZE}?${query}`)}`;
  return seeOther(reply, pathHere(parts, `/signin?${signedIn === undefined ? '' : 'again=1&'}${next}`));
}

interface ConsentQuestion {
  readonly asked: AuthorizationRequest;
  readonly query: URLSearchParams;
  readonly memberships: readonly Membership[];
  /** The company that made the add-on. */
  readonly maker: string;
}

function consentPage(
  parts: PeopleParts,
  reply: FastifyReply,
  visit: Visit,
  { asked, query, memberships, maker }: ConsentQuestion,
): FastifyReply {
  const { words } = visit;
  const [only] = memberships;
  const choice = memberships.map(
    ({ company_id, company_name }, at) =>
      html`<label><input type="radio" name="company_id" value="${company_id}" required${
        at === 0 && memberships.length === 1 ? html` checked` : ''
      }> ${company_name}</label>`,
  );
  const companyPart =
    only === undefined
      ? html`<p role="alert">${words.say('You have no company that you may connect add-ons to.')}</p>`
      : html`<fieldset><legend>${words.say('For which company?')}</legend>${choice}</fieldset>`;
  const texts: Readonly<Record<string, Message>> = SCOPE_TEXTS;
  const scopes = asked.scopes.map(
    (scope) => html`<li>${words.translate(texts[scope] ?? (scope as Message))}</li>`,
  );
  return sendPage(reply, {
    words,
    title: words.say('Connect {addon}?', { addon: asked.addonName }),
    // A browser that enforces the policy on redirects has to let the answer through.
    formTargets: [formTarget(asked.redirectUri)],
    body: html`<p>${words.say('{addon}, made by {maker}, wants to:', { addon: asked.addonName, maker })}</p>
<ul>${scopes}</ul>
<form method="post" action="${pathHere(parts, CONSENT)}">${visit.tokenField('consent', reply)}
<input type="hidden" name="request" value="${query.toString()}">
${companyPart}
${only === undefined ? '' : html`<button class="first" name="decision" value="allow">${words.say('Allow')}</button>`}
<button name="decision" value="deny" formnovalidate>${words.say('Do not allow')}</button>
</form>
<p class="hint">${words.say('Afterwards you are sent to {address}. You are signed in as {email}.', {
      address: asked.redirectUri,
      email: visit.signedIn?.email ?? '',
    })} <a href="${pathHere(parts, '/signout')}">${words.say('Sign out')}</a></p>`,
  });
}
