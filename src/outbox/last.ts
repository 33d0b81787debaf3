import type { MaybePromise, Writer } from '../storage/port.ts';

// What is written behind the company's counter, which every other change of the company waits for from then on.

/** The tables that are written there. */
const LOG = /\b(?:events|event_counters|deliveries|audit_entries)\b/;

/** True for a statement that has to do with it: what waits for the end of a batch is written before. */
export const readsLog = (text: string): boolean => LOG.test(text);

/** Does what takes the counter: at once, or in a batch when its requests are done. */
export function last(tx: Writer, work: (tx: Writer) => Promise<void>): MaybePromise<void> {
  return tx.atEnd === undefined ? work(tx) : tx.atEnd(work);
}
