// The limits of one request and one company, which protect all others: each number with its unit and its reason.

import type { FairQueueLimits } from './fair-queue.ts';
/**
 * The longest that one request may hold the event loop at a time, in ms: beyond it a register waits so long that
 * people notice. Longer work runs in a thread of its own, or yields in between.
 */
export const LOOP_BUDGET_MS = 50;

/**
 * After how long work in slices gives the loop back, in ms: a slice ends only between two parts of the work, so it is
 * much shorter than the budget.
 */
export const LOOP_SLICE_MS = 8;

/**
 * Imports: one at a time. On SQLite it is the one that writes while it lasts, which for the largest is about half a
 * second; the others of a company wait for it anyway. 2 of a company may wait, and 20 in all.
 */
export const IMPORT_TURNS: FairQueueLimits = { running: 1, waitingOfKey: 2, waiting: 20, retryAfter: 2 };

/**
 * PDF files: one thread makes one at a time. A receipt takes about 60 ms, so that 32 of one company that wait are two
 * seconds; 128 in all are as many as are worth waiting for.
 */
export const PDF_TURNS: FairQueueLimits = { running: 1, waitingOfKey: 32, waiting: 128, retryAfter: 2 };

/**
 * Up to so many characters of JSON, which are about 100 lines of an order and take 0.1 s, a document is small; larger
 * ones take up to 3 s and have a thread to themselves.
 */
export const PDF_SMALL_CHARACTERS = 32_768;

/**
 * Hashes of passwords: each takes 64 MiB and about a third of a second of a thread that files and look-ups of names
 * also need. 8 of one address that wait are less than 2 s, which is more people than sign in behind one router at once.
 */
export const PASSWORD_TURNS: FairQueueLimits = { running: 2, waitingOfKey: 8, waiting: 200, retryAfter: 5 };
