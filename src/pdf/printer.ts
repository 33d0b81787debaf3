import { PDF_SMALL_CHARACTERS, PDF_TURNS } from '../kernel/budget.ts';
import { FairQueue } from '../kernel/fair-queue.ts';
import { sentence } from '../kernel/words.ts';
import { PdfWorker, tryLater } from './pdf-worker.ts';

const WORDS = {
  ofKey: sentence('The company has enough PDF files being made.'),
  ofAll: sentence('Too many PDF files are being made.'),
};

/** How much of a document is to be set: a logo is put on the page as it is. */
function lengthOf(document: string): number {
  return document.length - (/"logo":"[A-Za-z0-9+/=]*"}$/.exec(document)?.[0].length ?? 0);
}

/** A worker thread with its queue. */
interface WorkerLane {
  readonly queue: FairQueue;
  readonly worker: PdfWorker;
}

/**
 * Makes PDF files in threads of their own, so that requests do not wait for them: companies take turns, and large
 * documents have a thread to themselves, so that no receipt waits for one.
 */
export class Printer {
  readonly #small: WorkerLane;
  readonly #large: WorkerLane;

  /** `program` is the thread's: it takes PrintTasks and answers each with a Printed. */
  constructor(program: URL) {
    this.#small = { queue: new FairQueue(PDF_TURNS, WORDS), worker: new PdfWorker(program) };
    this.#large = { queue: new FairQueue(PDF_TURNS, WORDS), worker: new PdfWorker(program) };
  }

  /**
   * The file of a company's document. 429 when the company has too many waiting, 503 when too many wait in all or one
   * takes too long.
   */
  print(company: bigint, document: string): Promise<Buffer> {
    const { queue, worker } = lengthOf(document) > PDF_SMALL_CHARACTERS ? this.#large : this.#small;
    return queue.run(String(company), () => worker.print(document));
  }

  /** Ends the threads; waiting tasks are refused. */
  async close(): Promise<void> {
    const lanes = [this.#small, this.#large];
    for (const { queue } of lanes) queue.close(tryLater(sentence('The service is stopping.')));
    await Promise.all(lanes.map(({ worker }) => worker.close()));
  }
}
