import type { Core } from './core.ts';
import type { NewWrite } from './writes.ts';

/**
 * Adds a refusal for a change that this browser could not even store, as when too many wait; it is shown until it is
 * dismissed.
 */
export function keepRefusal(core: Core, label: string, error: unknown): string {
  const sentence = error instanceof Error ? error.message : 'That could not be kept.';
  core.refuse(label, sentence);
  return sentence;
}

/** Adds a refusal when the work fails. */
export function reportUnsaved(core: Core, label: string, work: Promise<void>): void {
  work.catch((error: unknown) => keepRefusal(core, label, error));
}

/** Stores writes for sending; adds a refusal when that fails. */
export function sendWrites(core: Core, writes: readonly NewWrite[]): void {
  reportUnsaved(core, writes[0]?.label ?? 'A change', core.send(writes));
}
