import { parentPort } from 'node:worker_threads';
import type { ReceiptDocument } from './document.ts';
import { Fonts } from './fonts.ts';
import type { Printed, PrintTask } from './printer.ts';
import { renderReceipt } from './render.ts';

// Sets receipts beside the thread that answers requests, one after another.

const fonts = new Fonts();
let last: Promise<void> = Promise.resolve();

async function print({ number, document }: PrintTask): Promise<Printed> {
  try {
    const receipt: ReceiptDocument = JSON.parse(document);
    return { number, bytes: await renderReceipt(receipt, fonts) };
  } catch (error) {
    return { number, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

parentPort?.on('message', (task: PrintTask) => {
  last = last.then(async () => parentPort?.postMessage(await print(task)));
});
