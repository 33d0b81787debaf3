import { toast } from '../shared/ui/states.tsx';
import type { Core } from './core.ts';
import type { NewWrite } from './writes.ts';

/** Says so when something could not even be kept at this till, as when too many changes wait already. */
export function tried(work: Promise<void>): void {
  work.catch((error: unknown) => {
    toast(error instanceof Error ? error.message : 'That could not be kept.', 'failed');
  });
}

/** Keeps writes to be sent; says so when even that is not possible. */
export function act(core: Core, writes: readonly NewWrite[]): void {
  tried(core.send(writes));
}
