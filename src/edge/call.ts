import type { z } from 'zod';
import { ApiError, invalid, notFound } from '../kernel/errors.ts';
import { type Id, parseId } from '../kernel/id.ts';
import type { Random } from '../kernel/random.ts';
import type { Micros } from '../kernel/time.ts';
import { matchesStrongly } from './etag.ts';
import type { Hold } from './flight.ts';
import { parseInput } from './input.ts';
import { type Page, readCursor, readLimit } from './page.ts';
import type { Role, Scope } from './scopes.ts';
import type { Keyring } from './secrets.ts';

/** A staff member who is signed in at a register (reference: staff.4). */
export interface Operator {
  readonly staff: Id;
  readonly register: Id;
}

/** Somebody who is signed in, with the role in the company. */
export interface Person {
  readonly user: Id;
  readonly role: Role;
}

/** Who is calling: an add-on, for one company. */
export interface Principal {
  readonly company: Id;
  readonly addon: Id;
  readonly scopes: ReadonlySet<Scope>;
  /** The staff member who acts, signed in at a register; absent when the add-on itself does. */
  readonly operator?: Operator;
  /** The person at one of Passbell's own screens. */
  readonly person?: Person;
  /** The till, kitchen screen or print agent. */
  readonly device?: Id;
  /** What is counted by itself of Passbell's own screens, which share one add-on: `user 3`, `device 5`. */
  readonly counted?: string;
  /** How it showed who it is. */
  readonly via: 'basic' | 'bearer';
}

/** Everything a call is made of; the server puts it together. */
export interface CallParts {
  readonly principal: Principal;
  readonly params: Readonly<Record<string, string | undefined>>;
  /** The query text without its question mark. */
  readonly query: string;
  /** The path below the host, without extension and query. */
  readonly path: string;
  readonly body: unknown;
  readonly ifMatch: string | undefined;
  /** What a client that opens a stream again has seen last (Last-Event-ID). */
  readonly lastEventId?: string | undefined;
  readonly now: Micros;
  readonly random: Random;
  readonly cursorKey: Buffer;
  /** The address of the service as this caller knows it. */
  readonly origin: () => string;
  /** Where the request comes from. */
  readonly address: () => string;
  readonly keyring: Keyring;
  /** The sentence that refuses an address for deliveries of a company; undefined when it can be taken. */
  readonly refuseAddress: (company: Id, address: string) => string | undefined;
  /** What the answer holds, from the first time on that somebody asks. */
  readonly hold: () => Hold;
}

/** What calls made of one share with it. */
interface Shared {
  /** Fields of the body that were not taken. */
  ignored: readonly string[];
  hold?: Hold;
}

const NOT_FILTERS = new Set(['cursor', 'limit']);

/** One request as a handler sees it: checked, authenticated, with the time it is answered at. */
export class Call {
  readonly #parts: CallParts;
  #query: URLSearchParams | undefined;
  readonly #shared: Shared;

  constructor(parts: CallParts, shared: Shared = { ignored: [] }) {
    this.#parts = parts;
    this.#shared = shared;
  }

  /** The same call as if an add-on made it: what a person does to what is the add-on's. */
  actingAs(addon: Id): Call {
    return new Call({ ...this.#parts, principal: { ...this.#parts.principal, addon } }, this.#shared);
  }

  get company(): Id {
    return this.#parts.principal.company;
  }
  get addon(): Id {
    return this.#parts.principal.addon;
  }
  /** The staff member who acts; undefined when the add-on itself does. */
  get operator(): Operator | undefined {
    return this.#parts.principal.operator;
  }
  /** The person who acts; undefined when that is an add-on, a device or a member of staff at a register. */
  get person(): Person | undefined {
    return this.#parts.principal.person;
  }
  /** The device that acts by itself, with nobody signed in at it. */
  get device(): Id | undefined {
    return this.#parts.principal.device;
  }
  /** True when the caller may do what a scope allows. */
  hasScope(scope: Scope): boolean {
    return this.#parts.principal.scopes.has(scope);
  }
  get now(): Micros {
    return this.#parts.now;
  }
  get random(): Random {
    return this.#parts.random;
  }
  /** The address of the service that a record may keep: BASE_URL, else where it listens. */
  get origin(): string {
    return this.#parts.origin();
  }
  /** Where the request comes from, for the audit log. */
  get address(): string {
    return this.#parts.address();
  }
  /** What seals secrets that must be read back. */
  get keyring(): Keyring {
    return this.#parts.keyring;
  }
  /** What a client that opens a stream again has seen last; undefined when it says nothing. */
  get lastEventId(): string | undefined {
    return this.#parts.lastEventId;
  }
  /** What the answer holds of memory and turns. */
  get hold(): Hold {
    this.#shared.hold ??= this.#parts.hold();
    return this.#shared.hold;
  }
  /** The same; undefined when nobody has asked for it. */
  get held(): Hold | undefined {
    return this.#shared.hold;
  }
  /** Fields of the body that were not taken. */
  get ignored(): readonly string[] {
    return this.#shared.ignored;
  }

  /** An id from the path; 404 when it is not an id. */
  id(name: string): Id {
    const found = parseId(this.#parts.params[name] ?? '');
    if (found === undefined) throw notFound();
    return found;
  }

  /** The path below the host with `me` written out, without extension and query. */
  get path(): string {
    return this.#parts.path;
  }

  /** A word from the path. */
  word(name: string): string {
    return this.#parts.params[name] ?? '';
  }

  /** The path below the company: `sites/1/orders/complete`. */
  get belowCompany(): string {
    return this.#parts.path.split('/').slice(4).join('/');
  }

  /** The query. Unknown parameters are ignored. */
  get query(): URLSearchParams {
    this.#query ??= new URLSearchParams(this.#parts.query);
    return this.#query;
  }

  /** A query parameter, or null; one that holds a NUL is refused. */
  queryText(name: string): string | null {
    if (this.#parts.query === '') return null;
    const text = this.query.get(name);
    if (text?.includes('\u0000') === true) throw invalid(name, 'must not hold NUL characters.');
    return text;
  }

  /** True with ?newest=true: a list that grows for ever, told from its end. */
  newestFirst(): boolean {
    const text = this.queryText('newest');
    if (text === null || text === 'false') return false;
    if (text !== 'true') throw invalid('newest', 'must be true or false.');
    return true;
  }

  /** The body read by a schema; 400 naming each wrong field. */
  input<S extends z.ZodType>(schema: S): z.output<S> {
    const { value, ignored } = parseInput(schema, this.#parts.body === undefined ? {} : this.#parts.body);
    this.#shared.ignored = ignored;
    return value;
  }

  /** The body as it came, for a reader that chooses its schema by what it sees. */
  get body(): unknown {
    return this.#parts.body;
  }

  /** The page asked for (reference: conventions.18). */
  page(defaultLimit: number): Page {
    const limit = readLimit(this.queryText('limit'), defaultLimit);
    const cursor = this.queryText('cursor');
    if (cursor === null) return { limit, after: undefined };
    return { limit, after: readCursor(this.#parts.cursorKey, this.place, cursor) };
  }

  /** What a cursor is bound to: the path and the filters, however they are ordered. */
  get place(): string {
    const filters = [...this.query]
      .filter(([key]) => !NOT_FILTERS.has(key))
      .sort(([a], [b]) => (a < b ? -1 : 1));
    return `${this.#parts.principal.company}${this.#parts.path}?${new URLSearchParams(filters)}`;
  }

  /** 400 for an address that deliveries of the company may not go to (reference: events.25). */
  checkAddress(field: string, address: string): void {
    const refusal = this.#parts.refuseAddress(this.company, address);
    if (refusal !== undefined) throw invalid(field, refusal);
  }

  /** True when the caller wants its change made only to the state it knows. */
  get hasIfMatch(): boolean {
    return this.#parts.ifMatch !== undefined;
  }

  /** 412 when If-Match was sent and names another state than this one. */
  checkMatch(currentEtag: string): void {
    const { ifMatch } = this.#parts;
    if (ifMatch !== undefined && !matchesStrongly(ifMatch, currentEtag)) {
      throw new ApiError('precondition_failed', 'The record has changed since you read it. Read it again.');
    }
  }
}
