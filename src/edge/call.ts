import type { z } from 'zod';
import type { StaffAtRegister } from '../kernel/author.ts';
import { ApiError, invalid, invalidFields, notFound, type WrongField } from '../kernel/errors.ts';
import { type Id, parseId } from '../kernel/id.ts';
import { isProved } from '../kernel/proof.ts';
import type { Random } from '../kernel/random.ts';
import type { Micros } from '../kernel/time.ts';
import { type Sentence, sentence, type Words } from '../kernel/words.ts';
import { isBodyObject } from '../shape/twins.ts';
import type { RecordUse, RecordUses, UsedKind, UsedRecord } from '../storage/uses.ts';
import { knownTags, matchesNone, matchesStrongly } from './etag.ts';
import {
  MOST_IGNORED,
  ParametersRefused,
  type Parsed,
  parseInput,
  refuseIgnored,
  withIgnored,
} from './input.ts';
import { type Page, readCursor } from './page.ts';
import type { Person, Principal } from './principal.ts';
import type { Asked, Query } from './query.ts';
import { NO_QUOTAS, type Quotas } from './quotas.ts';
import type { ResponseReservation } from './response-budget.ts';
import { runsCompany, type Scope } from './scopes.ts';
import type { Keyring } from './secrets.ts';

/** Everything a call is made of; the server puts it together. */
interface CallParts {
  readonly principal: Principal;
  readonly params: Readonly<Record<string, string | undefined>>;
  /** The query text without its question mark. */
  readonly query: string;
  /** The path below the host, without extension and query. */
  readonly path: string;
  readonly body: unknown;
  readonly ifMatch: string | undefined;
  readonly ifNoneMatch?: string | undefined;
  /** X-Approval: ids of approvals. */
  readonly approvals?: readonly Id[];
  /** `Prefer: handling=strict` (RFC 7240): unknown fields and parameters are refused instead of ignored. */
  readonly isStrict: boolean;
  /** The last event id of a client that reopens a stream (Last-Event-ID). */
  readonly lastEventId?: string | undefined;
  /** By the time of the company. */
  readonly now: Micros;
  readonly random: Random;
  /** The address of the service as this caller knows it. */
  readonly origin: () => string;
  /** Where the request comes from. */
  readonly address: () => string;
  readonly keyring: Keyring;
  /** Whether the service has a mail server. */
  readonly sendsMail?: boolean;
  /** The quotas of companies that have none of their own. */
  readonly quotas?: Quotas | undefined;
  /** 403 when the company has no room for so many records more. */
  readonly requireRoom?: (rows: number) => void;
  /** The caller's language. */
  readonly words: () => Words;
  /** The sentence that refuses an address for deliveries of a company; undefined when it can be taken. */
  readonly refuseAddress: (company: Id, address: string) => Sentence | undefined;
  /** The references of every feature to records of other features. */
  readonly uses: readonly RecordUses[];
  /** Reserves budget for the answer; called when a handler first needs it. */
  readonly reserve: () => ResponseReservation;
}

/** State shared by a call and the calls derived from it. */
interface Shared {
  /** Fields of the body that were not taken; undefined while nobody has read it. */
  ignored: readonly string[] | undefined;
  readonly ignoredParameters: Set<string>;
  readonly ignoredHeaders: Set<string>;
  /** Parameters that are refused together with fields of the body, and the refusal once that was read. */
  refused: readonly WrongField[];
  refusal?: ApiError;
  reservation?: ResponseReservation;
  query?: URLSearchParams;
}

const NONE: readonly Id[] = [];

/** Most parameters that a refusal names. */
const MAX_NAMED = 100;

/** Why a parameter is refused that is sent more than once. */
function twice(name: string, { schema }: Query[string]): Sentence {
  return schema.type === 'array'
    ? sentence('must not be sent twice: send {example}, with commas.', { example: `${name}=a,b,c` })
    : sentence('must not be sent twice.');
}

const NOT_FILTERS = new Set(['cursor', 'start', 'limit', 'count']);

/** One request as a handler sees it: checked, authenticated, with the time it is answered at. */
export class Call {
  readonly #parts: CallParts;
  readonly #shared: Shared;

  constructor(
    parts: CallParts,
    shared: Shared = {
      ignored: undefined,
      ignoredParameters: new Set(),
      ignoredHeaders: new Set(),
      refused: [],
    },
  ) {
    this.#parts = parts;
    this.#shared = shared;
  }

  /** The same call with another add-on as its caller: a user manages the records of that add-on. */
  actingAs(addon: Id): Call {
    return new Call({ ...this.#parts, principal: { ...this.#parts.principal, addon } }, this.#shared);
  }

  get company(): Id {
    return this.#parts.principal.company;
  }
  get addon(): Id {
    return this.#parts.principal.addon;
  }
  /** The staff member signed in at a register; undefined when the add-on itself acts. */
  get staffMember(): StaffAtRegister | undefined {
    return this.#parts.principal.staffMember;
  }
  /** The user who acts; undefined for an add-on, a device or a staff member at a register. */
  get person(): Person | undefined {
    return this.#parts.principal.person;
  }
  /** False for a user who proved who they are too long ago for what needs it (see `requireProof`). */
  get isProved(): boolean {
    const { person } = this;
    return person === undefined || isProved(person.provedAt, this.serverTime);
  }
  /** The user who acts and does not run the company: permissions bind them, as they bind staff members. */
  get clerk(): Id | undefined {
    const { person } = this;
    return person === undefined || runsCompany(person.role) ? undefined : person.user;
  }
  /** The approvals that were sent (X-Approval). */
  get approvals(): readonly Id[] {
    return this.#parts.approvals ?? NONE;
  }
  /** The device that acts while no staff member is signed in at it. */
  get device(): Id | undefined {
    return this.#parts.principal.device;
  }
  /** True when the caller has the scope. */
  hasScope(scope: Scope): boolean {
    return this.#parts.principal.scopes.has(scope);
  }
  /** The time of the company: what its records are dated by. */
  get now(): Micros {
    return this.#parts.now;
  }
  /** The time of the service: what deliveries, tokens and the back office go by. */
  get serverTime(): Micros {
    return this.now - (this.#parts.principal.ahead ?? 0n);
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
  /** The key that seals secrets which must be read back. */
  get keyring(): Keyring {
    return this.#parts.keyring;
  }
  /** Whether the service has a mail server. */
  get sendsMail(): boolean {
    return this.#parts.sendsMail === true;
  }
  /** The quotas of companies that have none of their own. */
  get quotas(): Quotas {
    return this.#parts.quotas ?? NO_QUOTAS;
  }
  /** 403 when the company has no room for so many orders, products or customers more (reference: limits.17). */
  requireRoom(rows: number): void {
    this.#parts.requireRoom?.(rows);
  }
  /** The last event id of a client that reopens a stream; undefined when it sent none. */
  get lastEventId(): string | undefined {
    return this.#parts.lastEventId;
  }
  /** The answer's reservation of memory and event-loop time. */
  get reservation(): ResponseReservation {
    this.#shared.reservation ??= this.#parts.reserve();
    return this.#shared.reservation;
  }
  /** The reservation; undefined when no handler has needed it. */
  get startedReservation(): ResponseReservation | undefined {
    return this.#shared.reservation;
  }
  /** Fields of the body that were not taken. */
  get ignored(): readonly string[] {
    return this.#shared.ignored ?? [];
  }
  /** Parameters of the query that mean nothing to the route. */
  get ignoredParameters(): ReadonlySet<string> {
    return this.#shared.ignoredParameters;
  }
  /** Headers that promise something elsewhere, and nothing here. */
  get ignoredHeaders(): ReadonlySet<string> {
    return this.#shared.ignoredHeaders;
  }
  /** True when unknown fields and parameters are refused instead of ignored. */
  get isStrict(): boolean {
    return this.#parts.isStrict;
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

  /** The texts in the caller's language. */
  get words(): Words {
    return this.#parts.words();
  }

  /** The query without unknown parameters. */
  get query(): URLSearchParams {
    this.#shared.query ??= new URLSearchParams(this.#parts.query);
    return this.#shared.query;
  }

  /** A query parameter, or null; one that holds a NUL is refused. */
  #queryText(name: string): string | null {
    if (this.#parts.query === '') return null;
    const text = this.query.get(name);
    if (text?.includes('\u0000') === true) throw invalid(name, sentence('must not hold NUL characters.'));
    return text;
  }

  /** The values of the declared parameters; 400 naming the parameter that cannot be read. */
  ask<Q extends Query>(query: Q): Asked<Q> {
    const values: Record<string, unknown> = {};
    for (const [name, parameter] of Object.entries(query)) {
      const sent = this.#queryText(name);
      const ignore = (part: string): void => {
        if (this.isStrict)
          throw invalid(name, sentence('must not have {part}, which means nothing here.', { part }));
        this.#shared.ignoredParameters.add(`${name}=${part}`);
      };
      values[name] = sent === null ? parameter.otherwise : parameter.read(sent, name, ignore);
    }
    return values as Asked<Q>;
  }

  /** Records a header that this call does not take; 400 naming it under `Prefer: handling=strict` (reference: conventions.35). */
  ignoreHeader(name: string): void {
    if (this.isStrict) throw invalid(name, sentence('is not taken by this call.'));
    this.#shared.ignoredHeaders.add(name);
  }

  /** Records those of the parameters that were sent and mean nothing beside another one; 400 naming them where that is preferred. */
  ignoreBeside(parameter: string, names: readonly string[]): void {
    const sent = names.filter((name) => this.query.has(name));
    if (this.isStrict && sent.length > 0) {
      const why = sentence('cannot be sent together with {other}.', { other: parameter });
      throw invalidFields(sent.map((field) => ({ field, sentence: why })));
    }
    for (const name of sent) this.#shared.ignoredParameters.add(name);
  }

  /**
   * Records the unknown parameters; 400 naming them under `Prefer: handling=strict`, and always a known one that is sent
   * more than once: one of its values would be dropped (reference: conventions.27). `readsBody` says that a strict call
   * reads its body before it is refused (`refusal`).
   */
  checkParameters(known: Query | undefined, readsBody = false): void {
    if (this.#parts.query === '') return;
    const wrong: WrongField[] = [];
    const unknown: string[] = [];
    for (const name of new Set(this.query.keys())) {
      const parameter = known !== undefined && Object.hasOwn(known, name) ? known[name] : undefined;
      if (parameter === undefined) {
        unknown.push(name);
        if (this.isStrict) wrong.push({ field: name, sentence: sentence('is no parameter of this call.') });
      } else if (this.query.getAll(name).length > 1) {
        wrong.push({ field: name, sentence: twice(name, parameter) });
      }
    }
    if (this.isStrict && readsBody && this.#parts.body !== undefined) this.#shared.refused = wrong;
    else if (wrong.length > 0) throw invalidFields(wrong.slice(0, MAX_NAMED));
    for (const name of unknown) {
      this.#shared.ignoredParameters.add(name);
      // Nothing that follows from the query repeats it: neither cursors nor the address of the next page.
      this.query.delete(name);
    }
  }

  /**
   * The body read by a schema; 400 naming each wrong field. `named` says more exactly what of the body is ignored, or
   * refuses it.
   */
  input<S extends z.ZodType>(
    schema: S,
    named = (ignored: readonly string[]): readonly string[] => ignored,
  ): z.output<S> {
    try {
      const { body = {} } = this.#parts;
      const { value, ignored: unknown } = this.#parse(schema, body);
      const ignored = named(unknown);
      if (this.isStrict && ignored.length > 0) throw refuseIgnored(ignored);
      if (this.#shared.refused.length > 0) throw invalidFields(this.#shared.refused);
      this.#shared.ignored = ignored;
      return value;
    } catch (error) {
      throw this.#besideParameters(error);
    }
  }

  /** The refusal of a body with the parameters that are refused: each has its entry (reference: conventions.45). */
  #besideParameters(error: unknown): unknown {
    const { refused } = this.#shared;
    if (refused.length === 0 || !(error instanceof ApiError)) return error;
    const fields = error.wrong.filter((each) => !refused.includes(each));
    this.#shared.refusal ??= new ParametersRefused([...refused, ...fields]);
    return this.#shared.refusal;
  }

  /**
   * The refusal of parameters of a strict call, with what is wrong in its body where that was read; undefined where nothing of them is
   * refused. Whatever else became of the call, this is its answer.
   */
  get refusal(): ApiError | undefined {
    const { refused, refusal } = this.#shared;
    return refusal ?? (refused.length === 0 ? undefined : new ParametersRefused(refused));
  }

  /** Names the fields of a body that the handler did not read, or refuses them: it is done, and took none. */
  passOver(): void {
    const { body } = this;
    if (this.#shared.ignored !== undefined || !isBodyObject(body)) return;
    const ignored = Object.keys(body).slice(0, MOST_IGNORED);
    if (this.isStrict && ignored.length > 0) throw refuseIgnored(ignored);
    this.#shared.ignored = ignored;
  }

  #parse<S extends z.ZodType>(schema: S, body: unknown): Parsed<z.output<S>> {
    try {
      return parseInput(schema, body);
    } catch (error) {
      throw this.isStrict ? withIgnored(error, schema, body) : error;
    }
  }

  /** The parsed body before any schema, for a handler whose schema depends on its content. */
  get body(): unknown {
    return this.#parts.body;
  }

  /** The page asked for (reference: conventions.18, conventions.53). */
  page(asked: {
    readonly limit: number;
    readonly cursor: string | undefined;
    readonly start: Id | undefined;
    readonly count: boolean;
  }): Page {
    const { limit, cursor, start, count } = asked;
    if (cursor === undefined) return { limit, after: undefined, start, count };
    if (start !== undefined) throw invalid('start', sentence('cannot be sent together with cursor.'));
    return { limit, after: readCursor(this.keyring.cursors, this.place, cursor), count };
  }

  /** The scope of a cursor: the path and the filters, in any order. */
  get place(): string {
    const filters = [...this.query]
      .filter(([key]) => !NOT_FILTERS.has(key))
      .sort(([a], [b]) => (a < b ? -1 : 1));
    return `${this.#parts.principal.company}${this.#parts.path}?${new URLSearchParams(filters)}`;
  }

  /** Where a record may be in use, by all that refers to its kind (reference: company.3). */
  usesOf(kind: UsedKind, record: UsedRecord): RecordUse[] {
    return this.#parts.uses.flatMap((uses) => uses[kind]?.(record, this.now) ?? []);
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

  /** True when the caller has the answer of this tag already (If-None-Match): it need not be made. */
  knows(etag: string): boolean {
    return matchesNone(this.#parts.ifNoneMatch, etag);
  }

  /** The tags of answers that the caller has already (If-None-Match). */
  get knownTags(): readonly string[] {
    return knownTags(this.#parts.ifNoneMatch);
  }

  /** 412 when If-Match was sent and names another state than this one; a record that is shown in two ways has two tags. */
  checkMatch(...current: readonly string[]): void {
    const { ifMatch } = this.#parts;
    if (ifMatch !== undefined && !current.some((tag) => matchesStrongly(ifMatch, tag))) {
      throw new ApiError(
        'precondition_failed',
        sentence('The record has changed since you read it. Read it again.'),
      );
    }
  }
}
