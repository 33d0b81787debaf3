import type { Deprecation } from '../kernel/deprecation.ts';
import type { ApiError } from '../kernel/errors.ts';
import type { Id } from '../kernel/id.ts';
import type { Language } from '../kernel/words.ts';
import type { Total } from '../storage/finding.ts';
import type { Reader, ReadOptions, WriteOptions, Writer } from '../storage/port.ts';
import type { Call } from './call.ts';
import type { Asked, Query } from './query.ts';
import type { Scope } from './scopes.ts';
import type { StreamPlan } from './stream.ts';

/** The end of an order's text, behind what the row of the order has. */
export interface OrderText {
  readonly order: Id;
  readonly tail: string;
}

/** The answer of a handler. */
export interface Reply {
  readonly status: number;
  /** The JSON text, or the bytes of the route's media type; absent for 204. */
  readonly body?: string | Buffer;
  /** The JSON of a large page instead, made and counted slice by slice (see `answerPage`); its tag is known. */
  readonly pieces?: readonly Buffer[];
  /**
   * A document that the body is made of where the route's type is not JSON: after the transaction, and only when the
   * client does not have it yet. The entity tag follows from the document, so that it is known before the body is made.
   */
  readonly print?: string;
  /** Why the call is refused, although what was saved stays. */
  readonly refusal?: ApiError;
  /** Where it is not one by its status: how many records it made of those that a company has a quota of. */
  readonly made?: number;
  /** Path of the new record below /v1 (201) or of the record meant (302); made absolute by the edge. */
  readonly location?: string;
  /** The representation's entity tag, when the handler knows it already. */
  readonly etag?: string;
  /** Where the body is an order as its row has it, with this end: a key then keeps this end alone (decision 064). */
  readonly ofRow?: OrderText | undefined;
  /** The language of its texts, where they are in the caller's. */
  readonly language?: Language;
  /** How many records the list has, where that was asked for. */
  readonly total?: Total;
  /** Where the next page starts; absent on the last page. */
  readonly next?: readonly bigint[];
}

/** The declaration that every handler may have beside it. */
interface WithQuery {
  /** The parameters of its query; none of its own unless declared (see `asking`). */
  readonly query?: Query;
}

/** Reads within one consistent state of the database. */
export type ReadHandler = ((tx: Reader, call: Call) => Promise<Reply>) & WithQuery;

/** Decides and saves within one transaction. */
export type WriteHandler = ((tx: Writer, call: Call) => Promise<Reply>) & WithQuery;

/**
 * Long work: it reads its body before its transaction begins, companies take turns at it, and it gives the event loop
 * back in between (kernel/loop-yielder.ts). The function that it answers runs in the transaction.
 */
export type Prepare = ((call: Call) => Promise<(tx: Writer) => Promise<Reply>>) & WithQuery;

/** Decides within one transaction whether a stream is opened, and says what goes on while it is open. */
type StreamHandler = ((tx: Writer, call: Call) => Promise<StreamPlan>) & WithQuery;

/** A handler that reads the parameters which its route's query may have. */
export function asking<Q extends Query, T, R>(
  query: Q,
  handle: (tx: T, call: Call, asked: Asked<Q>) => R,
): ((tx: T, call: Call) => R) & { readonly query: Q } {
  return Object.assign((tx: T, call: Call) => handle(tx, call, call.ask(query)), { query });
}

/** Requests in one, each answered as its own route says (edge/batch.ts). Each has a scope, the batch has none. */
export interface BatchRoute {
  readonly method: 'POST';
  readonly path: string;
  readonly access: 'batch';
  readonly scope?: undefined;
  readonly isPath?: undefined;
  readonly deprecated?: undefined;
  readonly needsProof?: undefined;
}

interface RouteBase {
  readonly path: string;
  readonly scope: Scope;
  /** For a path that ends in `/*`: whether what stands there makes a path, else it leads nowhere. */
  readonly isPath?: (rest: string) => boolean;
  /** Another route has replaced it. */
  readonly deprecated?: Deprecation;
  /** A person has to have proved who they are a short time ago (reference: authentication.29). */
  readonly needsProof?: true;
}

/** Runs the transaction of a call: in the database, within one that is open, or so that it is undone. */
export interface Runner {
  read(work: (tx: Reader) => Promise<Reply>, options?: ReadOptions): Promise<Reply>;
  write(work: (tx: Writer) => Promise<Reply>, options?: WriteOptions): Promise<Reply>;
}

/** The work of a route for one call, in a transaction of the runner. */
export type Work = (runner: Runner) => Promise<Reply>;

/** One line of the API (see routes.ts). `:…_id` parameters are ids; anything else there is a 404. */
export type Route =
  | BatchRoute
  | (RouteBase & {
      readonly method: 'GET';
      readonly access: 'read';
      readonly handler: ReadHandler;
      /** It follows from sums that are brought up to date before its transaction, where it has one of its own. */
      readonly fresh?: true;
      /** It asks one statement as a rule. */
      readonly isSingle?: true;
      /** A replica of the database may answer it (reference: operations.27). */
      readonly mayLag?: true;
      /**
       * The media type of its answer when that is not JSON. Its path ends in `/pdf`, `/xml`, `/csv` or `/jsonl`,
       * also written `.pdf`, `.xml`, `.csv` or `.jsonl`.
       */
      readonly type?: 'application/pdf' | 'application/xml' | 'text/csv' | 'application/x-ndjson';
    })
  | (RouteBase & { readonly method: 'POST'; readonly access: 'read'; readonly handler: ReadHandler })
  /** Server-sent events, until the client or the service ends the stream. */
  | (RouteBase & {
      readonly method: 'GET';
      readonly access: 'stream';
      readonly handler: StreamHandler;
      /** How many may be open is counted for each add-on by itself. */
      readonly perAddon?: boolean;
    })
  | (RouteBase & {
      /** GET writes where it queues or notes something without changing the records it shows. */
      readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
      readonly access: 'write';
      readonly handler: WriteHandler;
      /** Takes an Idempotency-Key (reference: conventions.35). */
      readonly idempotent?: boolean;
      /** It makes a record of those that a company has a quota of, and answers 201 then (reference: limits.17). */
      readonly makesRows?: true;
      /** It may be committed together with others of its company that say the same: as a rule it locks nothing but by a decision. */
      readonly sharesCommit?: SharedCommit;
      /** Cached facts about callers may have changed after it. */
      readonly changesCallers?: true;
      /** It reads no body: one of any type is accepted and ignored, as is none. */
      readonly bodiless?: true;
    })
  | (RouteBase & { readonly method: 'POST'; readonly access: 'long'; readonly handler: Prepare });

/** Changes of a company that are committed together, where the engine gains by it: new orders, or changes of them. */
export type SharedCommit = 'new orders' | 'changed orders';

/** A route that answers by itself, once. */
export type AnsweringRoute = Exclude<Route, { access: 'stream' | 'batch' }>;

/** The methods that a route is reached by. */
export function methodsOf({ method }: Pick<Route, 'method'>): readonly (Route['method'] | 'PATCH')[] {
  return method === 'PUT' ? ['PUT', 'PATCH'] : [method];
}

/** The parameters of a route's query. */
export function queryOf(route: Route): Query | undefined {
  return route.access === 'batch' ? undefined : route.handler.query;
}

/** True where a body has to come along. */
export function takesBody(route: Route): boolean {
  const isBodiless = 'bodiless' in route && route.bodiless === true;
  return (route.method === 'POST' || route.method === 'PUT') && !isBodiless;
}

/** 200 with a record or list. */
export function ok(view: unknown): Reply {
  return { status: 200, body: JSON.stringify(view) };
}

/** 200 with JSON that is rendered already. */
export function okText(body: string, etag?: string): Reply {
  return etag === undefined ? { status: 200, body } : { status: 200, body, etag };
}

/** 304 for a caller that has the answer of this tag already (see `Call.knows`). */
export function notModified(etag: string): Reply {
  return { status: 304, etag };
}

/** 201 with the new record and its address. */
export function created(view: unknown, location: string): Reply {
  return { status: 201, body: typeof view === 'string' ? view : JSON.stringify(view), location };
}

/** 202 for work that was queued and is done later. */
export function accepted(view: unknown): Reply {
  return { status: 202, body: JSON.stringify(view) };
}

/** 204. */
export function noContent(): Reply {
  return { status: 204 };
}

/** A refusal of a call that has saved something, such as how often it was tried. */
export function refused(refusal: ApiError): Reply {
  return { status: refusal.status, refusal };
}

/** 302 to the record that was looked for. */
export function found(location: string): Reply {
  return { status: 302, location };
}
