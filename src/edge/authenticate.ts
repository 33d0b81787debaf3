import type { BlockList } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../kernel/errors.ts';
import { type Clock, type Micros, SECOND } from '../kernel/time.ts';
import { ENGLISH, type Sentence, sentence } from '../kernel/words.ts';
import { routeFaults } from '../outbox/faults.ts';
import type { Reader, Storage } from '../storage/port.ts';
import { addressKey, clientAddress } from './address.ts';
import type { SecretGuesses } from './guesses.ts';
import type { Principal } from './principal.ts';
import { DEVICE_SCOPES, runsCompany, type Scope, withIncluded } from './scopes.ts';
import { hashSecret } from './secrets.ts';
import {
  type BearerRow,
  findClient,
  findStaffToken,
  findToken,
  isClientSecret,
  type SandboxColumns,
  type StaffTokenRow,
  type TokenRow,
} from './store.ts';

/** How long a credential that was found good is believed without asking the database again. */
const BELIEVED: Micros = SECOND;
/** Credentials remembered at a time. */
const MAX_REMEMBERED = 10_000;
/** Longest Authorization header that is read. */
const MAX_HEADER = 2_000;

/** A scheme and one token68, as all of them have (RFC 9110 11.4). */
const CREDENTIALS = /^(bearer|oauth|basic) +([A-Za-z0-9._~+/-]+=*) *$/i;
/** The schemes of access tokens; `OAuth` is what Bearer was called before RFC 6750 (reference: authentication.22). */
const TOKEN_SCHEMES: ReadonlySet<string> = new Set(['bearer', 'oauth']);
/** The characters of a client id. */
const CLIENT_ID = /^[\x21-\x7e]{1,200}$/;

interface CachedPrincipal {
  readonly principal: Principal;
  readonly until: Micros;
}

/** Only who came by Basic is offered it: a browser asks for a password then, which no screen of ours may bring about. */
function refuse(why: Sentence, isBasic = false): ApiError {
  const bearer = `Bearer realm="passbell", error="invalid_token", error_description="${ENGLISH.tell(why)}"`;
  return new ApiError('invalid_token', why, {
    headers: { 'www-authenticate': isBasic ? `${bearer}, Basic realm="passbell"` : bearer },
  });
}

/** The dependencies of the authenticator. */
interface AuthenticatorParts {
  readonly storage: Storage;
  readonly clock: Clock;
  /** Proxies whose X-Forwarded-For is trusted. */
  readonly trusted: BlockList;
}

/** The staff member, user or device of a token, beside its add-on. */
type TokenHolder = Pick<Principal, 'staffMember' | 'person' | 'device' | 'counted'>;

function holderOf({ user_id: user, role, device_id: device, builtin, proved_at }: BearerRow): TokenHolder {
  if (builtin !== 1n) return {};
  if (user !== null && role !== null)
    return { person: { user, role, provedAt: proved_at ?? 0n }, counted: `user ${user}` };
  return device === null ? {} : { device, counted: `device ${device}` };
}

function staffMemberOf({ staff_id: staff, register_id: register, builtin }: StaffTokenRow): TokenHolder {
  const staffMember = { id: staff, register };
  return builtin === 1n ? { staffMember, counted: `register ${register}` } : { staffMember };
}

/**
 * The scopes of a token: no more than its add-on is registered for now. `admin` follows from the user's role, never
 * from stored scopes.
 */
function scopesOf(
  { scopes, registered, builtin }: TokenRow,
  { person, device }: TokenHolder,
): ReadonlySet<Scope> {
  // Not the scopes stored when the device was let in.
  if (device !== undefined) return OF_DEVICES;
  const given = withIncluded(JSON.parse(scopes) as string[]);
  if (builtin !== 1n) return given.intersection(withIncluded(JSON.parse(registered) as string[]));
  return person !== undefined && runsCompany(person.role) ? new Set([...given, 'admin']) : given;
}

/** The state of a sandbox for a caller: its time, and the faults that are played. Undefined for any other company. */
async function sandboxOf(
  tx: Reader,
  { company_id: company, time_ahead: ahead, route_faults: faults }: SandboxColumns,
): Promise<Pick<Principal, 'ahead' | 'faults'>> {
  return {
    ...(ahead === 0n ? {} : { ahead }),
    ...(faults === 0n ? {} : { faults: await routeFaults(tx, company) }),
  };
}

const OF_DEVICES: ReadonlySet<Scope> = new Set(DEVICE_SCOPES);

/** Identifies the caller by the Authorization header (reference: authentication.1, authentication.2). */
export class Authenticator {
  /** Failed sign-ins of add-ons, which the token endpoint counts as well. */
  readonly guesses: SecretGuesses;
  readonly #storage: Storage;
  readonly #clock: Clock;
  readonly #trusted: BlockList;
  readonly #remembered = new Map<string, CachedPrincipal>();
  /**
   * Counts the clearings of the cache: the result of a look-up that began before a clearing is not cached after it.
   */
  #forgotten = 0;
  /** Credentials by Basic that were right: who sends them guesses nothing, however often others at the address did. */
  readonly #right = new Set<string>();

  constructor({ storage, clock, trusted }: AuthenticatorParts, guesses: SecretGuesses) {
    this.#storage = storage;
    this.#clock = clock;
    this.#trusted = trusted;
    this.guesses = guesses;
  }

  /** The caller when the header was found good less than a second ago; else `check` has to ask. */
  recall(header: string | undefined): Principal | undefined {
    if (header === undefined) return undefined;
    const known = this.#remembered.get(header);
    return known !== undefined && known.until > this.#clock.now() ? known.principal : undefined;
  }

  /** Authenticates by the header; 401 when it is missing or not valid, 429 when too many secrets were guessed from there. */
  async check(request: FastifyRequest): Promise<Principal> {
    const { authorization: header } = request.headers;
    if (header === undefined || header.length > MAX_HEADER) {
      throw new ApiError(
        'invalid_token',
        sentence("Send an access token: Authorization: Bearer '<'token'>'."),
        {
          headers: { 'www-authenticate': 'Bearer realm="passbell", Basic realm="passbell"' },
        },
      );
    }
    const [, scheme = '', credentials = ''] = CREDENTIALS.exec(header) ?? [];
    const now = this.#clock.now();
    const forgotten = this.#forgotten;
    let found: { principal: Principal; expires: Micros | null };
    if (TOKEN_SCHEMES.has(scheme.toLowerCase())) found = await this.#bearer(credentials, now);
    else if (scheme.toLowerCase() === 'basic') found = await this.#basic(credentials, now, request);
    else throw refuse(sentence('Use Bearer with an access token, or Basic with client_id:client_secret.'));
    if (forgotten !== this.#forgotten) return found.principal;
    if (this.#remembered.size >= MAX_REMEMBERED) this.#remembered.clear();
    const until = found.expires !== null && found.expires < now + BELIEVED ? found.expires : now + BELIEVED;
    this.#remembered.set(header, { principal: found.principal, until });
    return found.principal;
  }

  /** Forgets everything, so that a revoked token is refused at once by this process. */
  forget(): void {
    this.#remembered.clear();
    this.#forgotten++;
  }

  async #bearer(token: string, now: Micros): Promise<{ principal: Principal; expires: Micros | null }> {
    const hash = hashSecret(token);
    const found = await this.#storage.read(async (tx) => {
      if (!token.startsWith('pb_os_')) {
        const row = await findToken(tx, hash);
        return row && { row, who: holderOf(row), expires: row.expires_at, sandbox: await sandboxOf(tx, row) };
      }
      const row = await findStaffToken(tx, hash);
      // A session is dated by the time of its company.
      const expires = row === undefined ? null : row.expires_at - row.time_ahead;
      return row && { row, who: staffMemberOf(row), expires, sandbox: await sandboxOf(tx, row) };
    });
    const row = found?.row;
    if (found === undefined || row === undefined)
      throw refuse(sentence('The access token is not known here.'));
    const { who, expires, sandbox } = found;
    // First, as the sweep revokes sessions that time has ended.
    if (expires !== null && expires <= now)
      throw refuse(sentence('The access token has expired. Get a new one.'));
    if (row.revoked_at !== null) throw refuse(sentence('The access token was revoked.'));
    return {
      principal: {
        company: row.company_id,
        addon: row.addon_id,
        scopes: scopesOf(row, who),
        via: 'bearer',
        ...who,
        ...sandbox,
      },
      expires,
    };
  }

  /** Basic reaches the add-on owner's own company, with everything the add-on is registered for. */
  async #basic(
    credentials: string,
    now: Micros,
    request: FastifyRequest,
  ): Promise<{ principal: Principal; expires: Micros | null }> {
    const text = Buffer.from(credentials, 'base64').toString('utf8');
    const colon = text.indexOf(':');
    const clientId = text.slice(0, Math.max(colon, 0));
    const place = addressKey(clientAddress(this.#trusted, request));
    if (!this.#right.has(credentials)) this.guesses.check(clientId, place, now);
    const found = CLIENT_ID.test(clientId)
      ? await this.#storage.read(async (tx) => {
          const client = await findClient(tx, clientId);
          return client && { row: client, sandbox: await sandboxOf(tx, client) };
        })
      : undefined;
    const row = found?.row;
    if (row === undefined || !isClientSecret(row, text.slice(colon + 1), now)) {
      this.#right.delete(credentials);
      this.guesses.count(clientId, place, now);
      throw refuse(sentence('The client_id or the client_secret is wrong.'), true);
    }
    if (this.#right.size >= MAX_REMEMBERED) this.#right.clear();
    this.#right.add(credentials);
    const scopes = withIncluded(JSON.parse(row.scopes) as string[]);
    return {
      principal: { company: row.company_id, addon: row.id, scopes, via: 'basic', ...found?.sandbox },
      expires: null,
    };
  }
}
