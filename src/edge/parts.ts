import type { RequestListener, Server } from 'node:http';
import type { BlockList } from 'node:net';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type { FairQueue } from '../kernel/fair-queue.ts';
import type { Id } from '../kernel/id.ts';
import type { Random } from '../kernel/random.ts';
import type { Clock, Micros, Ticker } from '../kernel/time.ts';
import type { Tracing } from '../kernel/trace.ts';
import type { Sentence } from '../kernel/words.ts';
import type { Storage } from '../storage/port.ts';
import type { RecordUses } from '../storage/uses.ts';
import type { Addresses } from './answer.ts';
import type { Authenticator } from './authenticate.ts';
import type { BatchTurns } from './batch-turns.ts';
import type { Consistency } from './consistency.ts';
import type {} from './fastify-fields.ts';
import type { Languages } from './languages.ts';
import type { RateLimit } from './limit.ts';
import type { MethodTable } from './methods.ts';
import type { Principal } from './principal.ts';
import type { Quotas } from './quotas.ts';
import type { RequestFigures } from './request-figures.ts';
import type { ResponseBudget } from './response-budget.ts';
import type { Route } from './route.ts';
import type { RouteTable } from './route-table.ts';
import type { Keyring } from './secrets.ts';
import type { Streams } from './stream.ts';
import type { Usage } from './usage.ts';

/** The dependencies of the edge. */
export interface EdgeParts extends Addresses {
  readonly storage: Storage;
  readonly clock: Clock;
  /** The time by which idempotency keys age. */
  readonly keyTime: Clock;
  readonly ticker: Ticker;
  readonly random: Random;
  readonly routes: readonly Route[];
  /** The references of every feature to records of other features. */
  readonly uses: readonly RecordUses[];
  readonly keyring: Keyring;
  /** The sentence that refuses an address for deliveries of a company; undefined when it can be taken. */
  readonly refuseAddress: (company: Id, address: string) => Sentence | undefined;
  /** Proxies whose X-Forwarded-For is trusted. */
  readonly trusted: BlockList;
  /** Requests a minute per add-on and company; 0 = off. */
  readonly rateLimit: number;
  /** The quotas of companies that have none of their own. */
  readonly quotas?: Quotas;
  /** Counts what companies use; undefined where nobody asks. */
  readonly usage?: Usage;
  readonly logger: FastifyBaseLogger;
  /** From how long on a request is logged as slow, in ms. */
  readonly slowMs?: number | undefined;
  /** Undefined where requests are not traced. */
  readonly tracing?: Tracing | undefined;
  /** The texts of refusals, by language. */
  readonly languages: Languages;
  /** Receives every answered request of a company. */
  readonly answered?: (request: AnsweredRequest) => void;
  /** The turns of companies at work that is long. */
  readonly longWork: FairQueue;
  /** Brings what answers follow from up to date, before they are made; it writes in transactions of its own. */
  readonly refresh?: (company: Id) => Promise<void>;
  /** Undefined where the database has no replicas. */
  readonly consistency?: Consistency | undefined;
  /** Whether the service has a mail server; handlers that would send mail refuse without one. */
  readonly sendsMail?: boolean;
  /** Makes the bytes of a company's reply that is a document to print. */
  readonly print: (company: Id, document: string) => Promise<Buffer>;
  /** A page for a request that led nowhere else; undefined when it stays a 404. */
  readonly findPage?: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> | undefined;
  /** Makes the server Fastify answers on; it is never asked to listen by the edge. */
  readonly createServer: (handler: RequestListener) => Server;
}

/** A request that was answered, for the log of requests. */
export interface AnsweredRequest {
  readonly principal: Principal;
  readonly id: string;
  readonly method: string;
  /** Without the query, which may name people. */
  readonly path: string;
  readonly status: number;
  /** In microseconds. */
  readonly duration: Micros;
  readonly at: Micros;
  /** Of a refusal: the complete request body and answer. */
  readonly refusal: { readonly body: unknown; readonly answer: string | undefined } | undefined;
}

/** State shared by the requests of a process. */
export interface EdgeState {
  readonly authenticator: Authenticator;
  readonly streams: Streams;
  readonly limits: RateLimit;
  readonly responseBudget: ResponseBudget;
  readonly methods: MethodTable;
  readonly requests: RequestFigures;
  readonly table: RouteTable;
  readonly batchTurns: BatchTurns;
}
