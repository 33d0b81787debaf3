import type { FastifyRequest } from 'fastify';
import { addressKey, clientAddress } from '../edge/address.ts';
import type { FormFields } from '../edge/form.ts';
import type { SecretGuesses } from '../edge/guesses.ts';
import { type ClientRow, findClient, isClientSecret } from '../edge/store.ts';
import { ApiError, invalid } from '../kernel/errors.ts';
import type { Id } from '../kernel/id.ts';
import { sentence } from '../kernel/words.ts';
import type { PeopleParts } from '../people/types.ts';

/** Longest client id and secret that is checked. */
const MAX_CREDENTIAL = 500;
/** RFC 6749 appendix A: the characters of ids and secrets. */
const VISIBLE = /^[\x20-\x7e]+$/;

/** True for text that may be a client id or secret. */
export function isCredential(text: string): boolean {
  return VISIBLE.test(text) && text.length <= MAX_CREDENTIAL;
}

/** An add-on as it shows itself to the authorization server. */
export interface Client {
  readonly company: Id;
  readonly addon: Id;
  readonly clientId: string;
  readonly isPublic: boolean;
  readonly scopes: readonly string[];
  readonly redirectUris: readonly string[];
}

/** An add-on from its row. */
export function clientOf(row: ClientRow, clientId: string): Client {
  return {
    company: row.company_id,
    addon: row.id,
    clientId,
    isPublic: row.is_public !== 0n,
    scopes: JSON.parse(row.scopes) as string[],
    redirectUris: JSON.parse(row.redirect_uris) as string[],
  };
}

interface Credentials {
  readonly id: string;
  readonly secret: string | undefined;
}

/** 401 `invalid_client`; with a challenge when the client came by the Authorization header (RFC 6749 5.2). */
function refuse(request: FastifyRequest): ApiError {
  const challenge = /^basic\b/i.test(request.headers.authorization ?? '');
  return new ApiError('invalid_client', 'The client_id or the client_secret is wrong or missing.', {
    headers: challenge ? { 'www-authenticate': 'Basic realm="passbell"' } : {},
  });
}

/** Id and secret may be form-encoded within Basic (RFC 6749 2.3.1); ours need no encoding. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

function readCredentials(request: FastifyRequest, fields: FormFields): Credentials {
  const { authorization } = request.headers;
  // A client that sends a token along has its credentials in the body.
  if (authorization === undefined || !/^basic\b/i.test(authorization)) {
    if (fields.client_id === undefined) throw refuse(request);
    return { id: fields.client_id, secret: fields.client_secret };
  }
  const [, encoded = ''] = /^basic +([A-Za-z0-9+/_-]+=*) *$/i.exec(authorization) ?? [];
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 0) throw refuse(request);
  const id = decoded(text.slice(0, colon));
  if (fields.client_secret !== undefined || (fields.client_id !== undefined && fields.client_id !== id)) {
    throw new ApiError(
      'invalid_request',
      'Send the client’s credentials in one way: by Basic or in the body.',
    );
  }
  return { id, secret: decoded(text.slice(colon + 1)) };
}

/** Identifies add-ons by their credentials, and slows down guessing. */
export class Clients {
  readonly #parts: PeopleParts;
  readonly #guesses: SecretGuesses;

  constructor(parts: PeopleParts, guesses: SecretGuesses) {
    this.#parts = parts;
    this.#guesses = guesses;
  }

  /** The add-on that asks: by its secret, or, for a public one, by its id alone. Else 401 `invalid_client`. */
  async require(request: FastifyRequest, fields: FormFields): Promise<Client> {
    const { storage, clock, trusted } = this.#parts;
    const { id, secret } = readCredentials(request, fields);
    for (const [name, text] of [
      ['client_id', id],
      ['client_secret', secret],
    ] as const) {
      if (text !== undefined && text !== '' && !isCredential(text)) {
        throw invalid(name, sentence('holds what no client has.'));
      }
    }
    const now = clock.now();
    const place = addressKey(clientAddress(trusted, request));
    this.#guesses.check(id, place, now);
    const row = id === '' ? undefined : await storage.read((tx) => findClient(tx, id));
    const noSecret = secret === undefined || secret === '';
    const good =
      row !== undefined && (row.is_public !== 0n ? noSecret : isClientSecret(row, secret ?? '', now));
    if (row === undefined || !good) {
      this.#guesses.count(id, place, now);
      throw refuse(request);
    }
    return clientOf(row, id);
  }
}
