// What becomes of print jobs.
import type { PrintJob } from '#clients/typescript/index.ts';

/** How long somebody waits for paper, in ms: a printer that is not there by then may come hours later. */
const PATIENCE_MS = 60_000;

/** Whether a job is likely to be printed within moments. */
export const isBeingPrinted = ({ state, created_at: created }: PrintJob): boolean =>
  (state === 'queued' || state === 'sent') && Date.now() - Date.parse(created) < PATIENCE_MS;
