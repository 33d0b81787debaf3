import { t } from '../shared/words.ts';
import type { NewWrite } from './writes.ts';

/** The register's core, as far as it keeps refusals and sends writes. */
interface Refusing {
  refuse(label: string, sentence: string): void;
}
interface Sending extends Refusing {
  send(writes: readonly NewWrite[]): Promise<void>;
}

/** Nobody approved what the staff member may not do: nothing was sent. */
export class NotApproved extends Error {
  constructor() {
    super(t('Not approved: nothing was changed.'));
  }
}

/**
 * Adds a refusal for a change that this browser could not even store, as when too many wait; it is shown until it is
 * dismissed.
 */
export function keepRefusal(core: Refusing, label: string, error: unknown): string {
  const sentence = error instanceof Error ? error.message : t('This could not be stored.');
  // Who closes the question knows: it is no trouble to look after.
  if (!(error instanceof NotApproved)) core.refuse(label, sentence);
  return sentence;
}

/** Adds a refusal when the work fails. */
export function reportUnsaved(core: Refusing, label: string, work: Promise<void>): void {
  work.catch((error: unknown) => keepRefusal(core, label, error));
}

/** Stores writes for sending; adds a refusal when that fails. */
export function sendWrites(core: Sending, writes: readonly NewWrite[]): void {
  reportUnsaved(core, writes[0]?.label ?? t('Change'), core.send(writes));
}
