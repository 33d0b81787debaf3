import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { clientAddress } from '../edge/address.ts';
import { sendBody } from '../edge/answer.ts';
import { takeForms } from '../edge/form.ts';
import { SCOPES } from '../edge/scopes.ts';
import { hashSecret } from '../edge/secrets.ts';
import { ApiError, notFound } from '../kernel/errors.ts';
import type { Micros } from '../kernel/time.ts';
import { audit, getUser } from '../people/store.ts';
import type { Reader } from '../storage/port.ts';
import { type Client, Clients } from './client.ts';
import { findAccess, findRefresh, revokeAccess, revokeGrant } from './grants.store.ts';
import { remaining } from './model.ts';
import { parametersOf } from './parameters.ts';
import { type TokenParts, token } from './token.ts';
import { type TokenFacts, tokenFactsView } from './view.ts';

const METADATA = '/.well-known/oauth-authorization-server';
/** Longest token that is looked up. */
const MAX_TOKEN = 500;

/**
 * The endpoints add-ons call themselves: token, revocation, introspection, metadata (reference: authentication.8,
 * authentication.12).
 */
export function addTokenEndpoints(app: FastifyInstance, parts: TokenParts): void {
  const clients = new Clients(parts, parts.authenticator.guesses);
  app.register((scope, _options, done) => {
    scope.addHook('onRequest', (_request, reply, next) => {
      reply.header('cache-control', 'no-store').header('pragma', 'no-cache');
      next();
    });
    takeForms(scope);
    // `.json` is taken off every path by the edge, so /v1/token.json arrives here as well.
    for (const url of ['/v1/token', '/oauth/token', '/v1/oauth/token']) {
      scope.post(url, (request, reply) => token(parts, clients, request, reply));
    }
    scope.post('/oauth/revoke', (request, reply) => revoke(parts, clients, request, reply));
    scope.post('/oauth/introspect', (request, reply) => introspect(parts, clients, request, reply));
    done();
  });
  const describe = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const issuer = parts.publicUrl();
    const { pathname } = new URL(issuer);
    const asked = request.url.split('?')[0] ?? '';
    // An issuer with a path has its metadata at the path put behind (RFC 8414 3.1); the plain address serves too.
    if (asked !== METADATA && asked !== `${METADATA}${pathname}`) throw notFound();
    return sendBody(request, reply, JSON.stringify(metadata(issuer)));
  };
  for (const url of [METADATA, `${METADATA}/*`]) app.get(url, describe);
}

/** The token in question and the client that asks about it. */
async function tokenAndClient(
  clients: Clients,
  request: FastifyRequest,
): Promise<{ client: Client; text: string; hash: string }> {
  const fields = parametersOf(request.body);
  const client = await clients.require(request, fields);
  const { token: text } = fields;
  if (text === undefined) throw new ApiError('invalid_request', 'Missing parameter: `token`.');
  return { client, text, hash: hashSecret(text.slice(0, MAX_TOKEN)) };
}

/**
 * POST /oauth/revoke (RFC 7009): an access token by itself, a refresh token with its whole grant. An unknown token
 * counts as revoked; another client's token is refused.
 */
async function revoke(
  { storage, clock, trusted, authenticator }: TokenParts,
  clients: Clients,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { client, hash } = await tokenAndClient(clients, request);
  const foreign = await storage.write(async (tx) => {
    const now = clock.now();
    const refresh = await findRefresh(tx, hash);
    if (refresh !== undefined) {
      if (refresh.addon_id !== client.addon) return true;
      if (await revokeGrant(tx, refresh.company_id, refresh.grant_id, now)) {
        await audit(tx, {
          company: refresh.company_id,
          user: null,
          actor: client.clientId,
          action: 'grant.revoked',
          subject: `grant ${refresh.grant_id}`,
          address: clientAddress(trusted, request),
          at: now,
        });
      }
      return false;
    }
    const access = await findAccess(tx, hash);
    if (access === undefined) return false;
    if (access.addon_id !== client.addon) return true;
    await revokeAccess(tx, access.company_id, hash, now);
    return false;
  });
  if (foreign) throw new ApiError('invalid_grant', 'The token was issued to another client.');
  authenticator.forget();
  // The body means nothing (RFC 7009 2.2), but there are clients that insist on JSON.
  return sendBody(request, reply, '{}');
}

/**
 * POST /oauth/introspect (RFC 7662): for confidential clients, about their own tokens. Everything else is
 * `{"active":false}`, so that it does not show which tokens exist.
 */
async function introspect(
  { storage, clock, publicUrl }: TokenParts,
  clients: Clients,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { client, hash } = await tokenAndClient(clients, request);
  if (client.isPublic) throw new ApiError('invalid_client', 'A public client cannot ask about tokens.');
  const facts = await storage.read(async (tx): Promise<TokenFacts | undefined> => {
    const now = clock.now();
    const access = await findAccess(tx, hash);
    if (access !== undefined) {
      const { addon_id, revoked_at, expires_at } = access;
      if (addon_id !== client.addon || revoked_at !== null || isOver(expires_at, now)) return undefined;
      return { ...(await common(tx, client, publicUrl(), access)), token_type: 'Bearer' };
    }
    const refresh = await findRefresh(tx, hash);
    if (refresh === undefined || refresh.addon_id !== client.addon) return undefined;
    if (refresh.revoked_at !== null || refresh.spent_at !== null || isOver(refresh.expires_at, now)) {
      return undefined;
    }
    return common(tx, client, publicUrl(), refresh);
  });
  return sendBody(request, reply, JSON.stringify(tokenFactsView(facts ?? { active: false })));
}

function isOver(expires: Micros | null, now: Micros): boolean {
  return expires !== null && expires <= now;
}

/** Fields that answers about access and refresh tokens share. */
async function common(
  tx: Reader,
  client: Client,
  issuer: string,
  row: {
    readonly company_id: bigint;
    readonly user_id: bigint | null;
    readonly scopes: string;
    readonly created_at: Micros;
    readonly expires_at: Micros | null;
  },
): Promise<TokenFacts> {
  const user = row.user_id === null ? undefined : await getUser(tx, row.user_id);
  return {
    active: true,
    scope: remaining(JSON.parse(row.scopes) as string[], client.scopes).join(' '),
    client_id: client.clientId,
    username: user?.email,
    // Without a person it is the add-on itself (RFC 9068 2.2).
    sub: row.user_id === null ? client.clientId : row.user_id.toString(),
    company_id: row.company_id,
    iss: issuer,
    iat: Number(row.created_at / 1_000_000n),
    exp: row.expires_at === null ? undefined : Number(row.expires_at / 1_000_000n),
  };
}

/** The metadata that clients discover (RFC 8414). */
function metadata(issuer: string): Record<string, unknown> {
  const confidential = ['client_secret_basic', 'client_secret_post'];
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/v1/token`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    introspection_endpoint: `${issuer}/oauth/introspect`,
    scopes_supported: SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
    token_endpoint_auth_methods_supported: [...confidential, 'none'],
    revocation_endpoint_auth_methods_supported: [...confidential, 'none'],
    introspection_endpoint_auth_methods_supported: confidential,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  };
}
