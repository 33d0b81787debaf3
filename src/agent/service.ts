import { rootCertificates } from 'node:tls';
import { Agent, type Dispatcher, request } from 'undici';
import { SseParser } from '../kernel/sse.ts';
import { withoutEnd } from '../kernel/text.ts';
import {
  type ClientClock,
  describeRefusal,
  errorCode,
  isPassing,
  readCertificate,
} from '../replay/client.ts';
import { type ClaimedJob, readClaim } from './job.ts';

// The service, as an agent sees it. All connections are made by the agent.

/** First and longest wait before a retry, in ms. */
const FIRST_BACKOFF_MS = 250;
const MAX_BACKOFF_MS = 10_000;
const CONNECT_MS = 10_000;
const ANSWER_MS = 20_000;
/** Longest silence of a stream, in ms: its beats come every ten seconds. */
const SILENCE_MS = 35_000;
/** The largest answer that is read, in bytes: a claim of twenty large orders is below it. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

/** The report of a job that was not printed. */
export interface Failure {
  readonly reason: string;
  /** Whether part of it may be on paper. */
  readonly printed: 'no' | 'maybe';
}

/**
 * The source of an agent's jobs. All of it rejects with ServiceRefused when the service does not accept the agent at
 * all.
 */
export interface PrintService {
  /** Follows the register's stream until the signal; `wake` is called when jobs may be waiting. */
  follow(wake: () => void, signal: AbortSignal): Promise<void>;
  /** Takes jobs, in order; nothing when the service cannot be reached now. */
  claim(agent: string, limit: number, signal: AbortSignal): Promise<readonly ClaimedJob[] | undefined>;
  /** Reports a job, retrying until it is accepted; false when the service does not know it (any more). */
  printed(
    job: string,
    say: { agent: string; attempt: number; copy: boolean },
    signal: AbortSignal,
  ): Promise<boolean>;
  failed(
    job: string,
    say: { agent: string; attempt: number } & Failure,
    signal: AbortSignal,
  ): Promise<boolean>;
  /** Extends the lease of a job; false when it has been lost, undefined when the service cannot be reached. */
  extend(
    job: string,
    say: { agent: string; attempt: number },
    signal: AbortSignal,
  ): Promise<boolean | undefined>;
}

/** The service does not accept the agent; retrying is of no use. */
export class ServiceRefused extends Error {}

/** Where the service is. */
export interface ServiceOptions {
  readonly baseUrl: string;
  readonly token: string;
  readonly register: string;
  readonly caFile?: string | undefined;
  readonly clock: ClientClock;
  /** Receives the reasons of retries. */
  readonly onTrouble: (sentence: string) => void;
}

interface ServiceAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly waitMs: number;
}

/** The service over HTTP. Close it when done. */
export class HttpService implements PrintService {
  readonly #dispatcher: Dispatcher;
  readonly #options: ServiceOptions;
  readonly #register: string;

  private constructor(options: ServiceOptions, dispatcher: Dispatcher) {
    this.#options = options;
    this.#dispatcher = dispatcher;
    const base = withoutEnd(options.baseUrl, '/');
    this.#register = `${base}/v1/companies/me/registers/${options.register}`;
  }

  /** Reads the CA file; connects to nothing yet. */
  static async open(options: ServiceOptions): Promise<HttpService> {
    const { caFile } = options;
    const ca = caFile === undefined ? undefined : [...rootCertificates, await readCertificate(caFile)];
    return new HttpService(
      options,
      new Agent({
        connect: { timeout: CONNECT_MS, ...(ca === undefined ? {} : { ca }) },
        headersTimeout: ANSWER_MS,
        bodyTimeout: SILENCE_MS,
        maxResponseSize: -1,
      }),
    );
  }

  close(): Promise<void> {
    return this.#dispatcher.destroy();
  }

  async follow(wake: () => void, signal: AbortSignal): Promise<void> {
    const { onTrouble } = this.#options;
    for (let backoff = FIRST_BACKOFF_MS; !signal.aborted; backoff = Math.min(MAX_BACKOFF_MS, backoff * 2)) {
      let waitMs = 0;
      try {
        const alive = () => {
          backoff = FIRST_BACKOFF_MS;
        };
        waitMs = await this.#stream(wake, alive, signal);
      } catch (error) {
        if (signal.aborted) return;
        onTrouble(`${this.#why('The stream of the register broke', error)} Trying again.`);
      }
      await this.#pause(Math.max(waitMs, backoff), signal);
    }
  }

  /** One stream to its end; answers the wait that the service asked for, if any. */
  async #stream(wake: () => void, alive: () => void, signal: AbortSignal): Promise<number> {
    const { statusCode, headers, body } = await request(`${this.#register}/stream?print=true`, {
      dispatcher: this.#dispatcher,
      headers: { ...this.#headers(), accept: 'text/event-stream' },
      signal,
    });
    if (statusCode !== 200) {
      const answer = {
        status: statusCode,
        body: parse(await textOf(body)),
        waitMs: waitOf(headers['retry-after']),
      };
      this.#requireWelcome(answer, 'the stream of the register');
      this.#options.onTrouble(`The service says: ${sentenceOf(answer)} Trying again.`);
      return answer.waitMs;
    }
    const blocks = new SseParser();
    for await (const chunk of body) {
      alive();
      for (const { event } of blocks.push(chunk as Uint8Array)) if (event === 'print') wake();
    }
    return 0;
  }

  async claim(agent: string, limit: number, signal: AbortSignal): Promise<readonly ClaimedJob[] | undefined> {
    const answer = await this.#once('claim', { agent, limit }, signal);
    if (answer === undefined) return undefined;
    if (answer.status === 200) {
      const jobs = readClaim(answer.body);
      if (jobs === undefined)
        this.#options.onTrouble('The service hands out something that is no list of jobs.');
      return jobs;
    }
    this.#requireWelcome(answer, 'to hand out print jobs');
    this.#options.onTrouble(`The service hands out no print jobs: ${sentenceOf(answer)} Trying again.`);
    return undefined;
  }

  printed(
    job: string,
    say: { agent: string; attempt: number; copy: boolean },
    signal: AbortSignal,
  ): Promise<boolean> {
    return this.#report(job, 'printed', say, signal);
  }

  failed(
    job: string,
    say: { agent: string; attempt: number } & Failure,
    signal: AbortSignal,
  ): Promise<boolean> {
    return this.#report(job, 'failed', say, signal);
  }

  async extend(
    job: string,
    say: { agent: string; attempt: number },
    signal: AbortSignal,
  ): Promise<boolean | undefined> {
    const answer = await this.#once(`${job}/extend`, say, signal);
    if (answer === undefined || isLater(answer.status)) return undefined;
    return answer.status < 300;
  }

  async #report(job: string, what: string, say: object, signal: AbortSignal): Promise<boolean> {
    for (let backoff = FIRST_BACKOFF_MS; ; backoff = Math.min(MAX_BACKOFF_MS, backoff * 2)) {
      const answer = await this.#once(`${job}/${what}`, say, signal);
      if (answer !== undefined && !isLater(answer.status)) {
        if (answer.status < 300) return true;
        this.#requireWelcome(answer, `to be told of job ${job}`, [404]);
        this.#options.onTrouble(`The service does not want to know of job ${job}: ${sentenceOf(answer)}`);
        return false;
      }
      await this.#pause(Math.max(answer?.waitMs ?? 0, backoff), signal);
      signal.throwIfAborted();
    }
  }

  /** Asks once; undefined when there is no answer. */
  async #once(path: string, body: object, signal: AbortSignal): Promise<ServiceAnswer | undefined> {
    try {
      const answer = await request(`${this.#register}/print_jobs/${path}`, {
        dispatcher: this.#dispatcher,
        method: 'POST',
        headers: { ...this.#headers(), 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal,
      });
      return {
        status: answer.statusCode,
        body: parse(await textOf(answer.body)),
        waitMs: waitOf(answer.headers['retry-after']),
      };
    } catch (error) {
      signal.throwIfAborted();
      this.#options.onTrouble(`${this.#why('The service does not answer', error)} Trying again.`);
      return undefined;
    }
  }

  #headers(): Record<string, string> {
    return { accept: 'application/json', authorization: `Bearer ${this.#options.token}` };
  }

  /** Why there was no answer; throws when there will never be one. */
  #why(what: string, error: unknown): string {
    if (error instanceof ServiceRefused) throw error;
    const code = errorCode(error);
    const { origin } = new URL(this.#options.baseUrl);
    if (code !== undefined && isPassing(code)) return `${what} (${code}).`;
    const why = error instanceof Error ? error.message : String(error);
    throw new ServiceRefused(`${origin} cannot be used: ${why}${code === undefined ? '' : ` (${code})`}.`);
  }

  #requireWelcome(answer: ServiceAnswer, what: string, fine: readonly number[] = []): void {
    const { status } = answer;
    if ([401, 403, 404, 406].includes(status) && !fine.includes(status)) {
      throw new ServiceRefused(`The service refused ${what}: ${sentenceOf(answer)}`);
    }
  }

  /** At least half of the time, so that agents cut together do not come back together. */
  async #pause(ms: number, signal: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    await clock.sleep(ms * (0.5 + clock.random() / 2), signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  }
}

function isLater(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

function sentenceOf({ status, body }: ServiceAnswer): string {
  return describeRefusal({ status, body, replayed: false, nextPage: undefined });
}

function waitOf(header: string | string[] | undefined): number {
  const seconds = Number(Array.isArray(header) ? header[0] : header);
  return Number.isFinite(seconds) ? Math.min(seconds, 3_600) * 1000 : 0;
}

async function textOf(body: AsyncIterable<unknown>): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    const bytes = Buffer.from(chunk as Uint8Array);
    length += bytes.length;
    if (length > MAX_ANSWER_BYTES) throw new ServiceRefused('The service answered more than an agent reads.');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
