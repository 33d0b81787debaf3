import { Worker } from 'node:worker_threads';
import { ApiError } from '../kernel/errors.ts';

/** What the worker is asked for: a document of a kind that it knows, as JSON. */
export interface PrintTask {
  readonly number: number;
  readonly document: string;
}

/** What it answers: the file, or what went wrong. */
export interface Printed {
  readonly number: number;
  readonly bytes?: Uint8Array;
  readonly failure?: string;
}

/** Documents that may wait, the one being made included; more are told to come back. */
const MAX_WAITING = 32;
/** How long one document may take, in ms; the largest order takes about 3 s. */
const PRINT_LIMIT_MS = 30_000;
/** After how long without work the worker and its fonts are given up, in ms. */
const IDLE_LIMIT_MS = 120_000;
/** Most memory of the worker, in MiB. */
const MAX_HEAP_MIB = 512;

interface Waiting {
  readonly resolve: (file: Buffer) => void;
  readonly reject: (error: unknown) => void;
}

function tryLater(sentence: string): ApiError {
  return new ApiError('temporarily_unavailable', `${sentence} Try again shortly.`, {
    headers: { 'retry-after': '1' },
  });
}

/**
 * Makes PDF files in a thread of its own, so that requests do not wait for them. The thread is started by the
 * first file and ended when there was none for a while.
 */
export class Printer {
  readonly #program: URL;
  #worker: Worker | undefined;
  readonly #waiting = new Map<number, Waiting>();
  #count = 0;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  /** `program` is the worker's: it takes PrintTasks and answers each with a Printed. */
  constructor(program: URL) {
    this.#program = program;
  }

  /** The file of a document. 503 when too many are asked for at once, or when one takes too long. */
  print(document: string): Promise<Buffer> {
    if (this.#closed) return Promise.reject(tryLater('The service is stopping.'));
    if (this.#waiting.size >= MAX_WAITING) {
      return Promise.reject(tryLater('Too many PDF files are being made.'));
    }
    const worker = this.#worker ?? this.#start();
    const number = ++this.#count;
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, { resolve, reject });
      if (this.#waiting.size === 1) this.#watch(worker);
      worker.postMessage({ number, document } satisfies PrintTask);
    });
  }

  /** Ends the thread; what is still waiting is refused. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#drop(tryLater('The service is stopping.'));
  }

  #start(): Worker {
    const worker = new Worker(this.#program, {
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MIB },
    });
    this.#worker = worker;
    worker.on('message', (printed: Printed) => this.#take(worker, printed));
    worker.on('error', (error) => {
      if (this.#worker === worker) void this.#drop(error);
    });
    worker.on('exit', () => {
      if (this.#worker === worker) void this.#drop(tryLater('The PDF file could not be made.'));
    });
    return worker;
  }

  #take(worker: Worker, { number, bytes, failure }: Printed): void {
    const waiting = this.#waiting.get(number);
    this.#waiting.delete(number);
    if (this.#worker === worker) this.#watch(worker);
    if (bytes === undefined) waiting?.reject(new Error(`A PDF file could not be made: ${failure}`));
    else waiting?.resolve(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  }

  /** While something waits the thread holds the process and has a time limit; idle it does not, and ends. */
  #watch(worker: Worker): void {
    clearTimeout(this.#timer);
    const idle = this.#waiting.size === 0;
    this.#timer = setTimeout(
      () => void this.#drop(tryLater('The PDF file took too long to make.')),
      idle ? IDLE_LIMIT_MS : PRINT_LIMIT_MS,
    );
    if (!idle) {
      worker.ref();
      return;
    }
    this.#timer.unref();
    worker.unref();
  }

  async #drop(reason: unknown): Promise<void> {
    clearTimeout(this.#timer);
    const worker = this.#worker;
    this.#worker = undefined;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(reason);
    await worker?.terminate();
  }
}
