import { toast } from '../shared/ui/states.tsx';
import type { Core } from './core.ts';
import type { NewWrite } from './writes.ts';

/** Keeps writes to be sent; says so when even that is not possible, as when too many wait already. */
export function act(core: Core, writes: readonly NewWrite[]): void {
  core.send(writes).catch((error: unknown) => {
    toast(error instanceof Error ? error.message : 'That could not be kept.', 'failed');
  });
}
