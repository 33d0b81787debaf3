import OAuth2Server from '@node-oauth/oauth2-server';
import { isScope, withIncluded } from '../edge/scopes.ts';
import { hashSecret, newSecret } from '../edge/secrets.ts';
import type { Id } from '../kernel/id.ts';
import type { Random } from '../kernel/random.ts';
import { DAY, HOUR, MINUTE, type Micros } from '../kernel/time.ts';
import { audit, lockRole } from '../people/store.ts';
import { mayConnect } from '../people/types.ts';
import type { Writer } from '../storage/port.ts';
import type { Client } from './client.ts';
import {
  type CodeRow,
  findCode,
  findRefresh,
  insertCode,
  insertGrant,
  insertRefresh,
  type RefreshRow,
  revokeGrant,
  spendRefresh,
  touchGrant,
  useCode,
} from './grants.store.ts';
import { insertToken } from './store.ts';

/** How long an access token lives (reference: authentication.10). */
export const TOKEN_LIFETIME: Micros = HOUR;
/** How long an authorization code lives: time enough to be carried by a browser (RFC 6749 4.1.2). */
export const CODE_LIFETIME: Micros = 2n * MINUTE;
/** How long a public client's refresh token lives when it is not used; its successor begins anew. */
const PUBLIC_REFRESH_LIFETIME: Micros = 30n * DAY;

/**
 * The library compares expiries with the machine's own clock. Ours are checked here, by the clock passed in, so the
 * library gets a date that never comes.
 */
const NEVER = new Date(8_640_000_000_000_000);

/** The dependencies of one grant: a transaction, the time, and the authenticated client. */
interface ModelParts {
  readonly tx: Writer;
  readonly now: Micros;
  readonly random: Random;
  readonly client: Client;
  /** Where the request comes from, for the audit log. */
  readonly address: string;
  /** The request names the scopes it wants. */
  readonly narrows?: boolean;
}

/** The company and the person behind a token. */
interface TokenOwner {
  readonly company: Id;
  readonly user: Id | null;
}

type Model = OAuth2Server.AuthorizationCodeModel &
  OAuth2Server.RefreshTokenModel &
  OAuth2Server.ClientCredentialsModel;

/**
 * The scopes that an add-on gets when it asks for these; false when they are beyond its registration (reference:
 * authentication.3).
 */
export function grantable(
  registered: readonly string[],
  asked: readonly string[] | undefined,
): string[] | false {
  if (asked === undefined || asked.length === 0) return [...registered];
  const allowed = withIncluded(registered);
  return asked.every((each) => isScope(each) && allowed.has(each)) ? [...new Set(asked)] : false;
}

/**
 * What is left of the scopes that were granted to an add-on, as far as it is registered for them now: of one to write that it
 * has lost, the one to read (reference: authentication.3).
 */
export function remaining(granted: readonly string[], registered: readonly string[]): string[] {
  const allowed: ReadonlySet<string> = withIncluded(registered);
  const left = granted.flatMap((each) => (allowed.has(each) ? [each] : [...withIncluded([each])]));
  return [...new Set(left)].filter((each) => isScope(each) && allowed.has(each));
}

/** Why a grant of which nothing is left gives no token. */
export const NOTHING_LEFT = 'Nothing is left of what was granted: the add-on is registered for less now.';

/** The library's view of our storage, within one transaction. Secrets and tokens are kept as hashes only. */
export function createModel(parts: ModelParts): Model {
  return new GrantModel(parts);
}

const scopesOf = (text: string) => JSON.parse(text) as string[];
const userOf = (owner: TokenOwner): OAuth2Server.User => ({ owner });

/** A code as the library makes it. */
type GivenCode = Parameters<OAuth2Server.AuthorizationCodeModel['saveAuthorizationCode']>[0];

/** One grant in progress: the answers to the library's questions so far. */
class GrantModel implements Model {
  readonly #parts: ModelParts;
  /** The client as the library knows it. */
  readonly #own: OAuth2Server.Client;
  /** The code or the refresh token this request came with. */
  #code: CodeRow | undefined;
  #refresh: RefreshRow | undefined;
  #sentRefresh = '';
  #grant: Id | undefined;

  constructor(parts: ModelParts) {
    this.#parts = parts;
    const { client } = parts;
    this.#own = {
      id: client.addon.toString(),
      grants: client.isPublic
        ? ['authorization_code', 'refresh_token']
        : ['authorization_code', 'refresh_token', 'client_credentials'],
      redirectUris: [...client.redirectUris],
    };
  }

  /**
   * A code or refresh token was used twice: its whole family of tokens is revoked, as one user of it is a thief (RFC
   * 9700 4.14.2).
   */
  async #revokeFamily(company: Id, id: Id, what: string): Promise<void> {
    const { tx, now, client, address } = this.#parts;
    if (!(await revokeGrant(tx, company, id, now))) return;
    const action = `grant.${what}`;
    await audit(tx, {
      company,
      user: null,
      actor: client.clientId,
      action,
      subject: `grant ${id}`,
      address,
      at: now,
    });
  }

  /**
   * The scopes of a token: an add-on that is registered for less now gets less. Refused where nothing is left: to
   * no scope clients give no meaning, or that of all (RFC 6749 3.3).
   */
  #remaining(granted: readonly string[]): string[] {
    const left = remaining(granted, this.#parts.client.scopes);
    if (left.length === 0) throw new OAuth2Server.InvalidScopeError(NOTHING_LEFT);
    return left;
  }

  #clientOf(addon: Id): OAuth2Server.Client {
    return addon === this.#parts.client.addon ? this.#own : { id: addon.toString(), grants: [] };
  }

  // The client is authenticated before the library is called.
  getClient() {
    return Promise.resolve(this.#own);
  }

  getUserFromClient() {
    return Promise.resolve(userOf({ company: this.#parts.client.company, user: null }));
  }

  validateScope(_user: OAuth2Server.User, _client: OAuth2Server.Client, scope?: string[]) {
    // The scopes were validated when the code was requested.
    const code = this.#code;
    return Promise.resolve(
      code === undefined
        ? grantable(this.#parts.client.scopes, scope)
        : this.#remaining(scopesOf(code.scopes)),
    );
  }

  getAccessToken() {
    return Promise.resolve(null);
  }

  generateAccessToken() {
    return Promise.resolve(newSecret('pb_at_', this.#parts.random));
  }

  generateRefreshToken() {
    return Promise.resolve(newSecret('pb_rt_', this.#parts.random));
  }

  generateAuthorizationCode() {
    return Promise.resolve(newSecret('pb_ac_', this.#parts.random));
  }

  async saveAuthorizationCode(given: GivenCode, _client: OAuth2Server.Client, user: OAuth2Server.User) {
    const { tx, now, client } = this.#parts;
    const { company, user: person } = ownerOf(user);
    if (person === null) throw new Error('A code belongs to a person.');
    await insertCode(tx, {
      company_id: company,
      code_hash: hashSecret(given.authorizationCode),
      addon_id: client.addon,
      user_id: person,
      redirect_uri: given.redirectUri,
      scopes: JSON.stringify(given.scope ?? []),
      challenge: given.codeChallenge ?? null,
      created_at: now,
      expires_at: now + CODE_LIFETIME,
    });
    return { ...given, client: this.#own, user };
  }

  async getAuthorizationCode(text: string) {
    const { tx, now, client } = this.#parts;
    const row = await findCode(tx, hashSecret(text));
    if (row === undefined || row.addon_id !== client.addon) return null;
    this.#code = row;
    // It may have been sent where the add-on is no longer.
    const isGood = row.expires_at > now && client.redirectUris.includes(row.redirect_uri);
    if (row.used_at === null && !isGood) return null;
    return {
      authorizationCode: text,
      expiresAt: NEVER,
      redirectUri: row.redirect_uri,
      scope: scopesOf(row.scopes),
      client: this.#clientOf(row.addon_id),
      user: userOf({ company: row.company_id, user: row.user_id }),
      ...(row.challenge === null ? {} : { codeChallenge: row.challenge, codeChallengeMethod: 'S256' }),
    };
  }

  async revokeAuthorizationCode() {
    const { tx, now } = this.#parts;
    const code = this.#code;
    if (code === undefined) return false;
    // Locked before the code, so that a removal of the member finds the grant, or this finds no member.
    const role = await lockRole(tx, code.company_id, code.user_id);
    const [id = 0n] = await tx.ids('grant', 1);
    if (role !== undefined && mayConnect(role) && (await useCode(tx, code, id, now))) {
      this.#grant = id;
      return true;
    }
    const used = await findCode(tx, code.code_hash);
    if (used?.grant_id != null) await this.#revokeFamily(code.company_id, used.grant_id, 'code_reused');
    return false;
  }

  async getRefreshToken(text: string) {
    const { tx, now, client, narrows = false } = this.#parts;
    const row = await findRefresh(tx, hashSecret(text));
    if (row === undefined || row.addon_id !== client.addon) return null;
    if (row.spent_at !== null) {
      await this.#revokeFamily(row.company_id, row.grant_id, 'refresh_reused');
      return null;
    }
    if (row.revoked_at !== null || (row.expires_at !== null && row.expires_at <= now)) return null;
    const scopes = scopesOf(row.scopes);
    const scope = this.#remaining(narrows ? [...scopes, ...withIncluded(scopes)] : scopes);
    this.#refresh = row;
    this.#sentRefresh = text;
    return {
      refreshToken: text,
      scope,
      client: this.#clientOf(row.addon_id),
      user: userOf({ company: row.company_id, user: row.user_id }),
    };
  }

  /** Asked for public clients only: theirs is replaced at every use (RFC 9700 4.14.2). */
  async revokeToken() {
    const { tx, now } = this.#parts;
    const refresh = this.#refresh;
    if (refresh === undefined) return false;
    if (await spendRefresh(tx, refresh, now)) return true;
    await this.#revokeFamily(refresh.company_id, refresh.grant_id, 'refresh_reused');
    return false;
  }

  async saveToken(token: OAuth2Server.Token, _client: OAuth2Server.Client, user: OAuth2Server.User) {
    const { tx, now, client } = this.#parts;
    const { company, user: person } = ownerOf(user);
    const scopes = token.scope ?? [];
    const refreshToken = await this.#saveGrant(company, person, token);
    const grant = this.#grant;
    if (refreshToken !== undefined && grant !== undefined) {
      await insertRefresh(tx, {
        company_id: company,
        token_hash: hashSecret(refreshToken),
        grant_id: grant,
        addon_id: client.addon,
        created_at: now,
        expires_at: client.isPublic ? now + PUBLIC_REFRESH_LIFETIME : null,
      });
    }
    await insertToken(tx, {
      company_id: company,
      addon_id: client.addon,
      token_hash: hashSecret(token.accessToken),
      scopes,
      expires_at: now + TOKEN_LIFETIME,
      created_at: now,
      ...(grant === undefined ? {} : { grant_id: grant }),
    });
    const shown = refreshToken ?? (this.#refresh === undefined ? undefined : this.#sentRefresh);
    const { refreshToken: _unused, ...rest } = token;
    return { ...rest, ...(shown === undefined ? {} : { refreshToken: shown }), client: this.#own, user };
  }

  /** Makes the grant that a code leads to, or uses that of a refresh token. Answers a new refresh token, if any. */
  async #saveGrant(
    company: Id,
    person: Id | null,
    { refreshToken }: OAuth2Server.Token,
  ): Promise<string | undefined> {
    const { tx, now, client } = this.#parts;
    if (this.#code !== undefined && this.#grant !== undefined && person !== null) {
      const granted = {
        company_id: company,
        id: this.#grant,
        addon_id: client.addon,
        user_id: person,
        // What was consented to, as the add-on may be registered for more again.
        scopes: scopesOf(this.#code.scopes),
      };
      await insertGrant(tx, granted, now);
      return refreshToken;
    }
    if (this.#refresh === undefined) return undefined;
    this.#grant = this.#refresh.grant_id;
    // False when it was revoked while this request was on its way.
    if (!(await touchGrant(tx, company, this.#grant, now)))
      throw new OAuth2Server.InvalidGrantError('It was revoked');
    return client.isPublic ? refreshToken : undefined;
  }
}

/** The underlying error: the library wraps errors of our storage. */
export function causeOf(error: unknown): unknown {
  return error instanceof Error && 'inner' in error && error.inner instanceof Error ? error.inner : error;
}

/** The company and the person behind what the library was given. */
export function ownerOf(user: OAuth2Server.User): TokenOwner {
  const owner: unknown = user.owner;
  if (typeof owner === 'object' && owner !== null && 'company' in owner && 'user' in owner) {
    const { company, user: person } = owner;
    if (typeof company === 'bigint' && (typeof person === 'bigint' || person === null)) {
      return { company, user: person };
    }
  }
  throw new Error('The library lost the owner of a token.');
}
