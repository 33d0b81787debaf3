import { Worker } from 'node:worker_threads';
import { ApiError } from '../kernel/errors.ts';
import { after } from '../kernel/reasons.ts';
import { type Sentence, sentence } from '../kernel/words.ts';

/** A task of the worker: a document of a kind that it knows, as JSON. */
export interface PrintTask {
  readonly number: number;
  readonly document: string;
}

/** The worker's answer: the file, or the error. */
export interface PrintResult {
  readonly number: number;
  readonly bytes?: Uint8Array;
  readonly failure?: string;
}

/** How long one document may take, in ms; the largest order takes about 3 s. */
const PRINT_LIMIT_MS = 30_000;
/** After how long without work the worker and its fonts are given up, in ms. */
const IDLE_LIMIT_MS = 120_000;
/** Most memory of the worker, in MiB. */
const MAX_HEAP_MIB = 512;

interface PendingTask {
  readonly resolve: (file: Buffer) => void;
  readonly reject: (error: unknown) => void;
}

/** A refusal with Retry-After. */
export function tryLater(why: Sentence): ApiError {
  return new ApiError('temporarily_unavailable', after(why, sentence('Try again shortly.')), {
    headers: { 'retry-after': '1' },
  });
}

/**
 * Makes one PDF file at a time in a thread of its own. The thread is started by the first file and ended when there
 * was none for a while.
 */
export class PdfWorker {
  readonly #program: URL;
  #worker: Worker | undefined;
  #waiting: PendingTask | undefined;
  #count = 0;
  #timer: NodeJS.Timeout | undefined;

  /** `program` is the worker's: it takes PrintTasks and answers each with a Printed. */
  constructor(program: URL) {
    this.#program = program;
  }

  /** The file of a document; 503 when it takes too long. */
  print(document: string): Promise<Buffer> {
    const worker = this.#worker ?? this.#start();
    const number = ++this.#count;
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#watch(worker);
      worker.postMessage({ number, document } satisfies PrintTask);
    });
  }

  /** Ends the thread; the file being made is refused. */
  close(): Promise<void> {
    return this.#drop(tryLater(sentence('The service is stopping.')));
  }

  #start(): Worker {
    const worker = new Worker(this.#program, {
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MIB },
    });
    this.#worker = worker;
    worker.on('message', (printed: PrintResult) => this.#take(worker, printed));
    worker.on('error', (error) => {
      if (this.#worker === worker) void this.#drop(error);
    });
    worker.on('exit', () => {
      if (this.#worker === worker) void this.#drop(tryLater(sentence('The PDF file could not be made.')));
    });
    return worker;
  }

  #take(worker: Worker, { number, bytes, failure }: PrintResult): void {
    if (this.#worker !== worker || number !== this.#count) return;
    const waiting = this.#waiting;
    this.#waiting = undefined;
    this.#watch(worker);
    if (bytes === undefined) waiting?.reject(new Error(`A PDF file could not be made: ${failure}`));
    else waiting?.resolve(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  }

  /** While a file is made the thread holds the process and has a time limit; idle it does not, and ends. */
  #watch(worker: Worker): void {
    clearTimeout(this.#timer);
    const idle = this.#waiting === undefined;
    this.#timer = setTimeout(
      () => void this.#drop(tryLater(sentence('The PDF file took too long to make.'))),
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
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.reject(reason);
    await worker?.terminate();
  }
}
