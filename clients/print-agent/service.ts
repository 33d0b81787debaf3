import { type Client, type ClientOptions, describeRefusal, openClient } from '../common/client.ts';
import { ApiError, type Clock, ConnectionError } from '../typescript/index.ts';
import { type ClaimedJob, readClaim } from './job.ts';

// The service, as an agent sees it. All connections are made by the agent.

/** First and longest wait before a report is sent again, in ms. */
const FIRST_BACKOFF_MS = 250;
const MAX_BACKOFF_MS = 10_000;
const ANSWER_MS = 20_000;

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
export interface ServiceOptions extends Pick<ClientOptions, 'baseUrl' | 'token' | 'caFile'> {
  readonly register: string;
  readonly clock: Clock;
  /** Receives the reasons of retries. */
  readonly onTrouble: (sentence: string) => void;
}

/** The service over HTTP. Close it when done. */
export class HttpService implements PrintService {
  readonly #client: Client;
  readonly #options: ServiceOptions;

  private constructor(options: ServiceOptions, client: Client) {
    this.#options = options;
    this.#client = client;
  }

  /** Reads the CA file; connects to nothing yet. */
  static async open(options: ServiceOptions): Promise<HttpService> {
    // How often something is asked for is decided here.
    const client = await openClient({ ...options, timeoutMs: ANSWER_MS, patience: { tries: 1 } });
    return new HttpService(options, client);
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  async follow(wake: () => void, signal: AbortSignal): Promise<void> {
    const { register: register_id, onTrouble } = this.#options;
    const onRetry = (why: string) => onTrouble(`${why} Trying again.`);
    const { passbell } = this.#client;
    try {
      const blocks = passbell.stream('streamRegister', { register_id, print: true }, { signal, onRetry });
      for await (const { event } of blocks) if (event === 'print') wake();
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ApiError) throw refused('the stream of the register', error);
      throw asRefusal(error);
    }
  }

  async claim(agent: string, limit: number, signal: AbortSignal): Promise<readonly ClaimedJob[] | undefined> {
    const { register: register_id, onTrouble } = this.#options;
    const input = { register_id, body: { agent, limit } };
    const answer = await this.#once(this.#client.passbell.call('claimPrintJobs', input, { signal }), signal);
    if (answer === undefined) return undefined;
    if (answer instanceof ApiError) {
      if (isUnwelcome(answer)) throw refused('to hand out print jobs', answer);
      onTrouble(`The service hands out no print jobs: ${describeRefusal(answer)} Trying again.`);
      return undefined;
    }
    const jobs = readClaim(answer);
    if (jobs === undefined) onTrouble('The service hands out something that is no list of jobs.');
    return jobs;
  }

  printed(
    job_id: string,
    body: { agent: string; attempt: number; copy: boolean },
    signal: AbortSignal,
  ): Promise<boolean> {
    const input = { register_id: this.#options.register, job_id, body };
    const { passbell } = this.#client;
    return this.#report(job_id, () => passbell.request('printJobPrinted', input, { signal }), signal);
  }

  failed(
    job_id: string,
    body: { agent: string; attempt: number } & Failure,
    signal: AbortSignal,
  ): Promise<boolean> {
    const input = { register_id: this.#options.register, job_id, body };
    const { passbell } = this.#client;
    return this.#report(job_id, () => passbell.request('printJobFailed', input, { signal }), signal);
  }

  async extend(
    job_id: string,
    body: { agent: string; attempt: number },
    signal: AbortSignal,
  ): Promise<boolean | undefined> {
    const input = { register_id: this.#options.register, job_id, body };
    const answer = await this.#once(
      this.#client.passbell.request('extendPrintJob', input, { signal }),
      signal,
    );
    if (answer instanceof ApiError) return answer.isPassing ? undefined : false;
    return answer === undefined ? undefined : true;
  }

  async #report(job: string, send: () => Promise<unknown>, signal: AbortSignal): Promise<boolean> {
    const { clock, onTrouble } = this.#options;
    for (let backoff = FIRST_BACKOFF_MS; ; backoff = Math.min(MAX_BACKOFF_MS, backoff * 2)) {
      const answer = await this.#once(send(), signal);
      if (answer instanceof ApiError && !answer.isPassing) {
        if (answer.status !== 404 && isUnwelcome(answer)) throw refused(`to be told of job ${job}`, answer);
        onTrouble(`The service does not want to know of job ${job}: ${describeRefusal(answer)}`);
        return false;
      }
      if (answer !== undefined && !(answer instanceof ApiError)) return true;
      const askedMs = (answer?.retryAfter ?? 0) * 1000;
      // At least half of the backoff, so that agents cut together do not come back together.
      await clock.sleep(Math.max(askedMs, backoff * (0.5 + clock.random() / 2)), signal);
    }
  }

  /** The answer or refusal; undefined when there is none now. */
  async #once<T>(answer: Promise<T>, signal: AbortSignal): Promise<T | ApiError | undefined> {
    try {
      return await answer;
    } catch (error) {
      if (error instanceof ApiError) return error;
      signal.throwIfAborted();
      const failure = asRefusal(error);
      if (failure instanceof ServiceRefused) throw failure;
      this.#options.onTrouble(`${failure instanceof Error ? failure.message : failure} Trying again.`);
      return undefined;
    }
  }
}

/** Whether the service does not accept the agent at all. */
function isUnwelcome({ status }: ApiError): boolean {
  return [401, 403, 404, 406].includes(status);
}

function refused(what: string, refusal: ApiError): ServiceRefused {
  return new ServiceRefused(`The service refused ${what}: ${describeRefusal(refusal)}`);
}

/** A connection that will never work refuses the agent as well. */
function asRefusal(error: unknown): unknown {
  return error instanceof ConnectionError && !error.isPassing ? new ServiceRefused(error.message) : error;
}
