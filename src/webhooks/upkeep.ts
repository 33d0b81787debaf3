import type { Id } from '../kernel/id.ts';
import type { Micros } from '../kernel/time.ts';
import type { Storage, Writer } from '../storage/port.ts';
import { companiesWithEnded, endOfKept, purge, purgeOld } from './purge.store.ts';
import { forgetOldSigning } from './signing.store.ts';

/** Deliveries of a company that stay in the log at most after they have ended. */
const MAX_KEPT = 1_000_000;
/** Deliveries purged in one transaction. */
const BATCH = 200;
/** Transactions of one run. */
const MAX_BATCHES = 50;
/** Companies that are looked at in one go. */
const COMPANIES = 500;

/**
 * Purges the log of deliveries by the age that each company keeps them, and old signing secrets whose time is over. In
 * small transactions, so that requests do not wait long for one. Answers how many deliveries were deleted.
 */
export async function upkeep(storage: Storage, now: Micros): Promise<number> {
  await storage.write((tx) => forgetOldSigning(tx, now));
  return inBatches(storage, (tx) => purgeOld(tx, now, BATCH));
}

/**
 * Leaves each company its newest deliveries of those that have ended. They have to be counted, so it is for rare use.
 * Answers how many were deleted.
 */
export async function cutDeliveries(storage: Storage, kept = MAX_KEPT): Promise<number> {
  let purged = 0;
  let after: Id = 0n;
  // Ends: with the last company.
  for (;;) {
    const companies = await storage.read((tx) => companiesWithEnded(tx, after, COMPANIES));
    for (const company of companies) {
      const end = await storage.read((tx) => endOfKept(tx, company, kept));
      if (end !== undefined) purged += await inBatches(storage, (tx) => purge(tx, company, end, BATCH));
    }
    const last = companies.at(-1);
    if (last === undefined || companies.length < COMPANIES) return purged;
    after = last;
  }
}

async function inBatches(storage: Storage, some: (tx: Writer) => Promise<number>): Promise<number> {
  let purged = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const gone = await storage.write(some);
    purged += gone;
    if (gone < BATCH) break;
  }
  return purged;
}
