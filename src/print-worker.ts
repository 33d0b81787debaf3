import { parentPort } from 'node:worker_threads';
import type { ReceiptDocument } from './orders/documents/document.ts';
import { renderReceipt } from './orders/documents/render.ts';
import { Fonts } from './pdf/fonts.ts';
import type { PrintResult, PrintTask } from './pdf/pdf-worker.ts';
import type { Paper } from './printing/paper/paper.ts';
import { renderPaper } from './printing/pdf/render.ts';

// Makes PDF files beside the thread that answers requests, one after another.

/** The document in a reply's `print`, as JSON: each kind is made by the feature it belongs to. */
type Printable =
  | { readonly kind: 'invoice'; readonly invoice: ReceiptDocument; readonly logo?: string }
  | { readonly kind: 'paper'; readonly paper: Paper };

const fonts = new Fonts();
let last: Promise<void> = Promise.resolve();

function render(document: Printable): Promise<Buffer> {
  return document.kind === 'invoice'
    ? renderReceipt(document.invoice, fonts, document.logo)
    : renderPaper(document.paper, fonts);
}

async function print({ number, document }: PrintTask): Promise<PrintResult> {
  try {
    return { number, bytes: await render(JSON.parse(document)) };
  } catch (error) {
    return { number, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

parentPort?.on('message', (task: PrintTask) => {
  last = last.then(async () => parentPort?.postMessage(await print(task)));
});
