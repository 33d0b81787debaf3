import OAuth2Server from '@node-oauth/oauth2-server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendBody } from '../edge/answer.ts';
import { isScope, withIncluded } from '../edge/scopes.ts';
import { hashSecret, newSecret, sameHash } from '../edge/secrets.ts';
import { type ClientRow, findClient } from '../edge/store.ts';
import { ApiError, invalid } from '../kernel/errors.ts';
import type { Id } from '../kernel/id.ts';
import type { Random } from '../kernel/random.ts';
import { type Clock, HOUR, type Micros } from '../kernel/time.ts';
import { CommitUnknown, type Storage, StorageUnavailable } from '../storage/port.ts';
import { insertToken } from './store.ts';

/** How long an access token lives (contract 3). */
export const TOKEN_LIFETIME: Micros = HOUR;

/** What the token endpoint needs. */
export interface TokenParts {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly random: Random;
}

interface AddonClient extends OAuth2Server.Client {
  readonly company: Id;
  readonly addon: Id;
  readonly scopes: readonly string[];
}

function asClient(row: ClientRow): AddonClient {
  return {
    id: row.id.toString(),
    grants: ['client_credentials'],
    company: row.company_id,
    addon: row.id,
    scopes: JSON.parse(row.scopes) as string[],
  };
}

/** The storage behind the grants: secrets and tokens are compared and kept as hashes only. */
function createModel({ storage, clock, random }: TokenParts): OAuth2Server.ClientCredentialsModel {
  return {
    async getClient(clientId: string, clientSecret: string | null) {
      const row = await storage.read((tx) => findClient(tx, clientId));
      if (row === undefined || clientSecret === null || !sameHash(row.secret_hash, hashSecret(clientSecret)))
        return null;
      return asClient(row);
    },
    getUserFromClient: (client) => Promise.resolve({ addon: client.id }),
    // No scope asked for = everything the add-on is registered for (contract 3).
    validateScope(_user, client, scope) {
      const { scopes } = client as AddonClient;
      if (scope === undefined || scope.length === 0) return Promise.resolve([...scopes]);
      const allowed = withIncluded(scopes);
      return Promise.resolve(
        scope.every((each) => isScope(each) && allowed.has(each)) ? [...new Set(scope)] : false,
      );
    },
    generateAccessToken: () => Promise.resolve(newSecret('pb_at_', random)),
    async saveToken(token, client) {
      const { company, addon } = client as AddonClient;
      const now = clock.now();
      await storage.write((tx) =>
        insertToken(tx, {
          company_id: company,
          addon_id: addon,
          token_hash: hashSecret(token.accessToken),
          scopes: token.scope ?? [],
          expires_at: now + TOKEN_LIFETIME,
          created_at: now,
        }),
      );
      return { ...token, client, user: { addon: client.id } };
    },
    getAccessToken: () => Promise.resolve(null),
  };
}

type Pairs = Record<string, string>;

/**
 * The parameters of a form or a JSON body. One without a value counts as not sent (RFC 6749 3.1); one that is no
 * text is refused, as a misread scope would give more than was asked for.
 */
function parametersOf(body: unknown): Pairs {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new ApiError(
      'invalid_request',
      'Send the parameters as a form or as a JSON object, with its Content-Type.',
    );
  }
  const pairs: Pairs = {};
  for (const [name, value] of Object.entries(body)) {
    if (value === null || value === '') continue;
    if (typeof value !== 'string') throw invalid(name, 'must be a string.');
    pairs[name] = value;
  }
  return pairs;
}

/** A form's fields; each may be there once (RFC 6749 3.2). */
function parseForm(text: string): Pairs {
  const fields = [...new URLSearchParams(text)];
  const names = new Set<string>();
  for (const [name] of fields) {
    if (names.has(name)) throw invalid(name, 'must not be sent twice.');
    names.add(name);
  }
  return Object.fromEntries(fields);
}

/** The token endpoint: form and JSON bodies, the secret in the body or by Basic (contract 3; RFC 6749 3.2). */
export function addTokenEndpoint(app: FastifyInstance, parts: TokenParts): void {
  const server = new OAuth2Server({
    model: createModel(parts),
    accessTokenLifetime: Number(TOKEN_LIFETIME / 1_000_000n),
  });

  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const body = parametersOf(request.body);
    const headers: Pairs = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '1' };
    if (request.headers.authorization !== undefined) headers.authorization = request.headers.authorization;
    try {
      const token = await server.token(
        new OAuth2Server.Request({ method: 'POST', headers, query: {}, body }),
        new OAuth2Server.Response({}),
      );
      const scopes = Array.isArray(token.scope) ? token.scope : [];
      const given = {
        access_token: token.accessToken,
        token_type: 'Bearer',
        expires_in: Number(TOKEN_LIFETIME / 1_000_000n),
        scope: scopes.join(' '),
      };
      return sendBody(request, reply, JSON.stringify(given));
    } catch (error) {
      if (!(error instanceof OAuth2Server.OAuthError) || error.code >= 500) {
        const cause = error instanceof Error && 'inner' in error ? error.inner : error;
        throw cause instanceof StorageUnavailable || cause instanceof CommitUnknown ? cause : error;
      }
      if (error.name === 'invalid_client') {
        reply.code(401);
        if (headers.authorization !== undefined) reply.header('www-authenticate', 'Basic realm="passbell"');
      } else reply.code(400);
      // The library knows grants that are not offered here at all; it calls them forbidden to this client.
      const code = error.name === 'unauthorized_client' ? 'unsupported_grant_type' : error.name;
      return sendBody(
        request,
        reply,
        JSON.stringify({ error: code, error_description: describe(code, error.message) }),
      );
    }
  };

  app.register((scope, _options, done) => {
    scope.addHook('onRequest', (_request, reply, next) => {
      reply.header('cache-control', 'no-store').header('pragma', 'no-cache');
      next();
    });
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, text, ready) => {
        ready(null, parseForm(text as string));
      },
    );
    // `.json` is taken off every path by the edge, so /v1/token.json arrives here as well.
    for (const url of ['/v1/token', '/oauth/token']) scope.post(url, answer);
    done();
  });
}

function describe(code: string, message: string): string {
  switch (code) {
    case 'invalid_client':
      return 'The client_id or the client_secret is wrong or missing.';
    case 'unsupported_grant_type':
      return 'grant_type must be client_credentials.';
    case 'invalid_scope':
      return 'A scope is not known, or the add-on is not registered for it.';
    default:
      return `${message}.`;
  }
}
