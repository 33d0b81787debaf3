import { DAY, type Micros } from '../kernel/time.ts';
import type { Storage } from '../storage/port.ts';
import { endOfKept, purgeEnded } from './queue.store.ts';
import { forgetOldSigning } from './signing.store.ts';

/** How long a delivery that has ended stays in the log, and how many stay at most. */
export const KEEP: Micros = 30n * DAY;
export const MAX_KEPT = 1_000_000;
/** Deliveries purged in one transaction. */
const BATCH = 200;
/** Transactions of one run. */
const MAX_BATCHES = 50;

/**
 * Purges the log of deliveries by age and by size, and old signing secrets whose time is over. In small transactions,
 * so that requests do not wait long for one; `maxKept` undefined leaves its size, which has to be counted. Answers how many
 * deliveries were deleted.
 */
export async function upkeep(
  storage: Storage,
  now: Micros,
  keep = KEEP,
  maxKept: number | undefined = MAX_KEPT,
): Promise<number> {
  await storage.write((tx) => forgetOldSigning(tx, now));
  const byAge = now - keep;
  const bySize = maxKept === undefined ? undefined : await storage.read((tx) => endOfKept(tx, maxKept));
  const by = bySize === undefined || bySize < byAge ? byAge : bySize;
  let purged = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const gone = await storage.write((tx) => purgeEnded(tx, by, BATCH));
    purged += gone;
    if (gone < BATCH) break;
  }
  return purged;
}
