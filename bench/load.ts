// The load generator, in a process of its own: raw TLS sockets, requests made beforehand, a parser that looks
// only for the end of an answer. Every connection sends its next request when it has the last answer.
import { randomBytes } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { connect, type TLSSocket } from 'node:tls';
import { cpuBetween, cpuTimes } from './processes.ts';
import { KEY_LENGTH, type WireRequest } from './wire.ts';

/** A job of the load generator. */
export interface LoadJob {
  readonly port: number;
  readonly ca: string;
  readonly requests: readonly WireRequest[];
  readonly connections: number;
  readonly warmMs: number;
  readonly ms: number;
  /** The processes whose CPU time counts, with all they started. */
  readonly roots: readonly number[];
  /**
   * It looks for answers all the time in place of sleeping until there is one. Who sends to a process that sleeps has to wake it,
   * which on a virtual machine costs up to 30 µs of its own time.
   */
  readonly isAwake?: boolean;
}

/** The result of a job. Times in ms, CPU in µs per request. */
export interface LoadResult {
  readonly requests: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  readonly cpu: number;
  /** The same for each of the roots. */
  readonly rootCpu: readonly number[];
  readonly bytes: number;
}

const HEAD_END = Buffer.from('\r\n\r\n');

interface Run {
  readonly job: LoadJob;
  readonly keyPrefix: string;
  next: number;
  latencies: number[];
  bytes: number;
  stopAt: number;
  problem: Error | undefined;
}

/** One connection in its closed loop. */
class Connection {
  readonly #run: Run;
  readonly #socket: TLSSocket;
  readonly #copies: (Buffer | undefined)[];
  readonly #done: () => void;
  #rest: Buffer | undefined;
  #inBody = false;
  #left = 0;
  #sentAt = 0;

  constructor(run: Run, socket: TLSSocket, done: () => void) {
    this.#run = run;
    this.#socket = socket;
    this.#copies = run.job.requests.map(() => undefined);
    this.#done = done;
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => this.#fail(new Error('The server closed a connection.')));
  }

  send(): void {
    const { job } = this.#run;
    const number = this.#run.next++;
    const at = number % job.requests.length;
    const request = job.requests[at];
    if (request === undefined) throw new RangeError('There is nothing to send.');
    let bytes = this.#copies[at];
    if (bytes === undefined) {
      bytes = Buffer.from(request.bytes);
      this.#copies[at] = bytes;
    }
    if (request.keyAt >= 0) {
      const key =
        this.#run.keyPrefix + number.toString(16).padStart(KEY_LENGTH - this.#run.keyPrefix.length, '0');
      bytes.write(key, request.keyAt, 'latin1');
    }
    this.#sentAt = performance.now();
    this.#socket.write(bytes);
  }

  #take(chunk: Buffer): void {
    this.#run.bytes += chunk.length;
    if (this.#inBody) this.#left -= chunk.length;
    else {
      const data = this.#rest === undefined ? chunk : Buffer.concat([this.#rest, chunk]);
      const end = data.indexOf(HEAD_END);
      if (end < 0) {
        this.#rest = data;
        return;
      }
      this.#rest = undefined;
      const head = data.toString('latin1', 0, end);
      const length = /content-length: *(\d+)/i.exec(head)?.[1];
      if (!head.startsWith('HTTP/1.1 2') || length === undefined) {
        this.#fail(new Error(`An answer was not expected:\n${data.toString('utf8', 0, 2000)}`));
        return;
      }
      this.#inBody = true;
      this.#left = Number(length) - (data.length - end - HEAD_END.length);
    }
    if (this.#left > 0) return;
    this.#inBody = false;
    const now = performance.now();
    this.#run.latencies.push(now - this.#sentAt);
    if (now < this.#run.stopAt) this.send();
    else this.#done();
  }

  #fail(error: Error): void {
    this.#run.problem ??= error;
    this.#done();
  }

  end(): void {
    this.#socket
      .removeAllListeners('close')
      .removeAllListeners('error')
      .on('error', () => undefined)
      .destroy();
  }
}

function open(job: LoadJob): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port: job.port, ca: job.ca, servername: 'localhost' }, () => {
      socket.setNoDelay(true).removeListener('error', reject);
      resolve(socket);
    });
    socket.once('error', reject);
  });
}

/** Runs all connections until `ms` have passed and the requests sent by then are answered. */
async function loop(run: Run, sockets: readonly TLSSocket[], ms: number, connections?: Connection[]) {
  run.latencies = [];
  run.bytes = 0;
  const began = performance.now();
  run.stopAt = began + ms;
  const pending: Promise<void>[] = [];
  const made: Connection[] = [];
  for (const [at, socket] of sockets.entries()) {
    pending.push(
      new Promise((done) => {
        socket.removeAllListeners();
        const connection = new Connection(run, socket, done);
        made[at] = connection;
      }),
    );
  }
  connections?.push(...made);
  for (const connection of made) connection.send();
  await Promise.all(pending);
  if (run.problem !== undefined) throw run.problem;
  return performance.now() - began;
}

function percentile(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Keeps this process from sleeping until it is called. */
function stayAwake(): () => void {
  let isOver = false;
  const look = () => {
    if (!isOver) setImmediate(look);
  };
  look();
  return () => {
    isOver = true;
  };
}

/** Does one job. */
async function work(job: LoadJob): Promise<LoadResult> {
  const run: Run = {
    job,
    keyPrefix: `${randomBytes(8).toString('hex')}-`,
    next: 0,
    latencies: [],
    bytes: 0,
    stopAt: 0,
    problem: undefined,
  };
  const sockets = await Promise.all(Array.from({ length: job.connections }, () => open(job)));
  const made: Connection[] = [];
  const sleep = job.isAwake === true ? stayAwake() : () => undefined;
  try {
    if (job.warmMs > 0) await loop(run, sockets, job.warmMs);
    const readings = () => job.roots.map((each) => cpuTimes([each]));
    const before = readings();
    const elapsed = await loop(run, sockets, job.ms, made);
    const after = readings();
    const used = before.map((then, at) => cpuBetween(then, after[at] ?? then));
    const sorted = Float64Array.from(run.latencies).sort();
    const count = sorted.length;
    return {
      requests: count,
      perSecond: (count * 1000) / elapsed,
      p50: percentile(sorted, 0.5),
      p99: percentile(sorted, 0.99),
      max: sorted.at(-1) ?? 0,
      cpu: used.reduce((sum, ns) => sum + ns, 0) / 1000 / count,
      rootCpu: used.map((ns) => ns / 1000 / count),
      bytes: run.bytes / count,
    };
  } finally {
    sleep();
    for (const connection of made) connection.end();
    for (const socket of sockets) socket.destroy();
  }
}

process.on('message', (job: LoadJob) => {
  work(job).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ problem: error instanceof Error ? error.message : String(error) }),
  );
});
process.on('disconnect', () => process.exit());
