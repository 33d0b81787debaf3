import OAuth2Server from '@node-oauth/oauth2-server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientAddress } from '../edge/address.ts';
import { sendBody } from '../edge/answer.ts';
import type { Authenticator } from '../edge/authenticate.ts';
import { internalScopeProblem } from '../edge/scopes.ts';
import type { PeopleParts } from '../people/types.ts';
import type { Clients } from './client.ts';
import { causeOf, createModel, NOTHING_LEFT, ownerOf, TOKEN_LIFETIME } from './model.ts';
import { parametersOf } from './parameters.ts';
import { tokenView } from './view.ts';

const LIFETIME_S = Number(TOKEN_LIFETIME / 1_000_000n);
const GRANTS = ['authorization_code', 'refresh_token', 'client_credentials'];
/** Clients are authenticated before the library is called, so that it never sees a secret. */
const CHECKED = 'checked';

/** The dependencies of the token endpoint. */
export interface TokenParts extends PeopleParts {
  readonly authenticator: Authenticator;
}

/** The outcome of a request: a token, or the library's refusal, which may have changed something as well. */
type Outcome = { readonly token: OAuth2Server.Token } | { readonly refusal: OAuth2Server.OAuthError };

/**
 * POST /v1/token with its other names: the grants (reference: authentication.8, conventions.54; RFC 6749 3.2, 4.1.3, 4.4,
 * 6).
 */
export async function token(
  parts: TokenParts,
  clients: Clients,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { storage, clock, random, trusted } = parts;
  const body = parametersOf(request.body);
  const client = await clients.require(request, body);
  const address = clientAddress(trusted, request);
  // One transaction, so that a code is used up and its tokens are there at once; a refusal is committed too, as
  // a code that was tried stays used, and a reuse revokes.
  const outcome = await storage.write(async (tx): Promise<Outcome> => {
    const server = new OAuth2Server({
      model: createModel({
        tx,
        now: clock.now(),
        random,
        client,
        address,
        narrows: body.scope !== undefined,
      }),
      accessTokenLifetime: LIFETIME_S,
      // A confidential client keeps the one it has.
      alwaysIssueNewRefreshToken: client.isPublic || body.grant_type !== 'refresh_token',
    });
    try {
      const given = await server.token(
        new OAuth2Server.Request({
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '1' },
          query: {},
          body: { ...body, client_id: client.clientId, client_secret: CHECKED },
        }),
        new OAuth2Server.Response({}),
      );
      return { token: given };
    } catch (error) {
      if (error instanceof OAuth2Server.OAuthError && error.code < 500) return { refusal: error };
      throw causeOf(error);
    }
  });
  if ('refusal' in outcome) {
    const { error, description } = explain(outcome.refusal, body);
    // A reuse may have revoked tokens that this process has just believed.
    if (error === 'invalid_grant') parts.authenticator.forget();
    reply.code(400);
    return sendBody(request, reply, JSON.stringify({ error, error_description: description }));
  }
  const { accessToken, refreshToken, scope, user } = outcome.token;
  const given = {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: LIFETIME_S,
    scope: (scope ?? []).join(' '),
    company_id: ownerOf(user).company,
  } as const;
  return sendBody(request, reply, JSON.stringify(tokenView(given, refreshToken)));
}

/** The library's refusal as the RFCs name it, in our words. */
function explain(
  { name, message }: OAuth2Server.OAuthError,
  { grant_type: grant, scope = '' }: Readonly<Record<string, string>>,
): { error: string; description: string } {
  // It calls grants that are not offered here at all forbidden to this client.
  if (
    name === 'unsupported_grant_type' ||
    (name === 'unauthorized_client' && !GRANTS.includes(grant ?? ''))
  ) {
    return {
      error: 'unsupported_grant_type',
      description: `grant_type must be one of ${GRANTS.join(', ')}.`,
    };
  }
  if (name === 'unauthorized_client') {
    return { error: name, description: 'A public client cannot use this grant_type.' };
  }
  if (name === 'invalid_scope') {
    if (message === NOTHING_LEFT) return { error: name, description: message };
    const description = 'A scope is not known, or more than was granted or is registered.';
    return { error: name, description: internalScopeProblem(scope.split(' ')) ?? description };
  }
  // RFC 6749 5.2 and RFC 7636 4.6: a verifier that does not fit the code is invalid_grant.
  if (/`code_verifier`|code verifier/.test(message)) {
    return { error: 'invalid_grant', description: 'code_verifier does not fit the code.' };
  }
  if (/`redirect_uri` is invalid/.test(message)) {
    return { error: 'invalid_grant', description: 'redirect_uri is not the one the code was given to.' };
  }
  if (name === 'invalid_grant') {
    return { error: name, description: 'The code or refresh token is unknown, used, expired or revoked.' };
  }
  return { error: name, description: `${message}.` };
}
