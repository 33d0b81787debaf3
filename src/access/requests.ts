import { answerPage, each, listingBy } from '../edge/listing.ts';
import { metric } from '../edge/metrics.ts';
import type { AnsweredRequest } from '../edge/parts.ts';
import { idOf, LIST, oneOf, parameter } from '../edge/query.ts';
import { asking } from '../edge/route.ts';
import { type Id, MAX_ID } from '../kernel/id.ts';
import { redactText } from '../kernel/redact.ts';
import { Runs } from '../kernel/runs.ts';
import { type Clock, MINUTE, type Micros, type Ticker } from '../kernel/time.ts';
import { sentence } from '../kernel/words.ts';
import type { Reader, Storage, Writer } from '../storage/port.ts';
import {
  cutRequests,
  insertRequests,
  type LastUse,
  type LoggedRequest,
  listRequests,
  saveUses,
} from './requests.store.ts';
import { redactBody } from './rules/redact.ts';
import { keptRefusal, storable } from './rules/refusal-text.ts';
import { requestView } from './view.ts';

/** Requests held in memory until they are stored; of more, the oldest are dropped. */
export const MAX_HELD = 1_000;
/** How often they are stored, in ms. */
const FLUSH_MS = 1_000;
/** Characters of a body that are kept; and of a path. */
const MAX_BODY = 2_048;
const MAX_PATH = 500;
/** Requests of a company after which its log is cut. */
const CUT_AFTER = 500;
/** How often the last use of an add-on or a device is stored, at most, and of how many it is remembered. */
const USE_EVERY: Micros = MINUTE;
const MAX_USES = 10_000;
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** The dependencies of the log. */
interface RequestLogParts {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly warn: (error: unknown, sentence: string) => void;
}

/**
 * The log of requests: held in memory as they are answered, written together once a second. No request waits for it,
 * and when the log cannot be written only the log is lost.
 */
export class RequestLog {
  readonly #parts: RequestLogParts;
  #stop: (() => void) | undefined;
  /** A ring: the next one takes the place of the oldest. */
  #held: LoggedRequest[] = [];
  #next = 0;
  #dropped = 0;
  /** Requests stored since the log of a company was cut. */
  readonly #written = new Map<Id, number>();
  /** When a use was last noted, and the uses still to be stored. */
  readonly #noted = new Map<string, Micros>();
  #uses = new Map<string, LastUse>();
  readonly #saving = new Runs(() => this.#write());

  constructor(parts: RequestLogParts) {
    this.#parts = parts;
  }

  /** Stores the held requests once a second from now on. */
  start(ticker: Ticker): void {
    this.#stop = ticker.every(FLUSH_MS, () => void this.flush());
  }

  /** How many requests were dropped because more came than are held. */
  get dropped(): number {
    return this.#dropped;
  }

  metrics(): string[] {
    const help = 'Requests that the log of requests had no room for.';
    return [metric('request_log_dropped_total', 'counter', help, [['', this.#dropped]])];
  }

  /** Takes a request that was answered. */
  add(request: AnsweredRequest): void {
    const { principal } = request;
    this.#use(principal.company, principal.addon, principal.device ?? null, request.at);
    // Readings of the log are not logged.
    if (request.path.endsWith('/requests')) return;
    if (this.#held.length < MAX_HELD) {
      this.#held.push(loggedOf(request));
      return;
    }
    // Under such a load successes are not logged; a refusal takes the place of the oldest request.
    if (request.status < 400) {
      this.#dropped++;
      return;
    }
    this.#held[this.#next] = loggedOf(request);
    this.#next = (this.#next + 1) % MAX_HELD;
    this.#dropped++;
  }

  /** Writes the requests that are held by now. One at a time. */
  flush(): Promise<void> {
    return this.#saving.run();
  }

  /** Leaves each company that requests were stored of since the last time the newest of them. */
  async cut(tx: Writer): Promise<void> {
    const companies = [...this.#written.keys()];
    this.#written.clear();
    for (const company of companies) await cutRequests(tx, company);
  }

  /** Writes nothing down by itself any more. */
  stop(): void {
    this.#stop?.();
  }

  /** The same, after the held requests are stored. */
  async close(): Promise<void> {
    this.stop();
    await this.flush();
  }

  #use(company: Id, addon: Id, device: Id | null, at: Micros): void {
    this.#note(`${company} ${addon}`, { company, addon, device: null, at });
    if (device !== null) this.#note(`${company} ${addon} ${device}`, { company, addon, device, at });
  }

  #note(key: string, use: LastUse): void {
    const noted = this.#noted.get(key);
    if (noted !== undefined && noted + USE_EVERY > use.at) return;
    if (this.#noted.size >= MAX_USES) this.#noted.clear();
    this.#noted.set(key, use.at);
    this.#uses.set(key, use);
  }

  async #write(): Promise<void> {
    if (this.#held.length === 0 && this.#uses.size === 0) return;
    const requests = [...this.#held.slice(this.#next), ...this.#held.slice(0, this.#next)];
    const uses = [...this.#uses.values()];
    this.#held = [];
    this.#next = 0;
    this.#uses = new Map();
    for (const { company } of requests) this.#written.set(company, (this.#written.get(company) ?? 0) + 1);
    const full = [...this.#written].filter(([, count]) => count >= CUT_AFTER).map(([company]) => company);
    try {
      await this.#parts.storage.write(async (tx) => {
        if (requests.length > 0) await insertRequests(tx, requests);
        await saveUses(tx, uses);
        for (const company of full) await cutRequests(tx, company);
      });
      for (const company of full) this.#written.delete(company);
    } catch (error) {
      // The uses are noted again in a minute.
      this.#dropped += requests.length;
      this.#parts.warn(error, 'Some requests could not be written into the log of requests.');
    }
  }
}

function loggedOf(request: AnsweredRequest): LoggedRequest {
  const { principal, refusal } = request;
  return {
    company: principal.company,
    at: request.at,
    request_id: request.id,
    method: request.method,
    path: redactText(storable(request.path.slice(0, MAX_PATH))),
    status: request.status,
    ...keptRefusal(refusal?.answer),
    addon: principal.addon,
    user: principal.person?.user ?? null,
    device: principal.device ?? null,
    staff: principal.staffMember?.id ?? null,
    duration: request.duration,
    body:
      refusal?.body === undefined || refusal.body === null
        ? null
        : storable(redactBody(refusal.body, MAX_BODY)),
  };
}

/** A status of an answer, such as 404. */
const STATUS = /^[1-5]\d\d$/;

const REQUESTS = {
  addon_id: idOf('Only requests of this add-on.'),
  method: oneOf(METHODS, 'Only requests of this method.'),
  status_gte: parameter(
    'Only requests that were answered with this status or a higher one.',
    { type: 'integer', minimum: 100, maximum: 599 },
    (text) => (STATUS.test(text) ? Number(text) : undefined),
    sentence('must be a status, such as 400 for what was refused or failed.'),
  ),
  ...LIST,
};

/** GET /requests?addon_id=&method=&status_gte=: the latest requests, newest first. */
export const list = asking(REQUESTS, async (tx: Reader, call, asked) => {
  const filter = { addon: asked.addon_id, method: asked.method, statusFrom: asked.status_gte };
  return answerPage(call, call.page(asked), {
    ...listingBy(
      (after, limit) => listRequests(tx, call.company, after ?? MAX_ID, filter, limit),
      (row) => row.id,
      each((row) => requestView(row, call.words)),
    ),
    falling: true,
  });
});
