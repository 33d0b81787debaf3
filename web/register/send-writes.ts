import type { Core } from './core.ts';
import type { NewWrite } from './writes.ts';

/** Tells that something could not even be kept at this register, as when too many changes wait already, until somebody has seen it. */
export function keepRefusal(core: Core, label: string, error: unknown): string {
  const sentence = error instanceof Error ? error.message : 'That could not be kept.';
  core.refuse(label, sentence);
  return sentence;
}

/** Tells when something could not be kept at this register. */
export function reportUnsaved(core: Core, label: string, work: Promise<void>): void {
  work.catch((error: unknown) => keepRefusal(core, label, error));
}

/** Keeps writes to be sent; tells when even that is not possible. */
export function sendWrites(core: Core, writes: readonly NewWrite[]): void {
  reportUnsaved(core, writes[0]?.label ?? 'A change', core.send(writes));
}
