// Plays real orders through the API, as any client would: every order is created with its lines, their options and its
// payment, then all of them are read back and compared with the sums of the data.
//
// A run may be killed at any moment and started again: orders that are there are found by their sale number
// and left alone, and an order that was under way is covered by its idempotency key. Nothing is doubled.

import type { Dataset } from '../../src/demo/dataset.ts';
import { compareFigures } from '../../src/demo/figures.ts';
import { DEFAULT_CONNECTIONS, nowAndThen, openClient } from '../common/client.ts';
import type { Output } from '../common/output.ts';
import type { ReplayTarget } from '../common/sandbox-file.ts';
import { ApiError, type Clock, ConnectionError } from '../typescript/index.ts';
import { findPresent, findProducts, findSets } from './catalogue-ids.ts';
import { formatCount, Progress } from './progress.ts';
import { readBack } from './read-back.ts';
import { sendAll } from './sending.ts';
import { type ReplayResult, summarize } from './summary.ts';

/** How long the service may answer nothing at all, in ms. */
const GIVE_UP_AFTER_MS = 5 * 60_000;
const GIVE_UP_AFTER = '5 minutes';
/** How long a page may take. */
const ANSWER_MS = 5 * 60_000;

/** The data set, the target and the limits of a replay. */
export interface ReplayOptions extends ReplayTarget {
  readonly data: Dataset;
  /** Requests under way at a time; 8 when unset. */
  readonly connections?: number | undefined;
  readonly out: Output;
  readonly clock: Clock;
  /** Stops the run; orders that were sent stay. */
  readonly signal?: AbortSignal | undefined;
}

/** Sends the orders (those that are not there yet), reads all back and compares. */
export async function replay(options: ReplayOptions): Promise<ReplayResult> {
  const { clock, out, data } = options;
  const begun = clock.now();
  const { orders, expected } = data;

  const stop = new AbortController();
  const signal = options.signal === undefined ? stop.signal : AbortSignal.any([options.signal, stop.signal]);
  let progress: Progress | undefined;
  const say = (sentence: string) => {
    if (progress === undefined) out.write(`${sentence}\n`);
    else progress.say(sentence);
  };
  let retries = 0;
  const tell = nowAndThen(clock, (why) => say(`${why} Trying again for up to ${GIVE_UP_AFTER}.`));
  const client = await openClient({
    ...options,
    timeoutMs: ANSWER_MS,
    patience: { tries: Number.POSITIVE_INFINITY, giveUpAfterMs: GIVE_UP_AFTER_MS },
    onRetry: (why) => {
      retries++;
      tell(why);
    },
  });
  const { companyId: company_id, siteId: site_id } = options;
  const place = { passbell: client.passbell, company_id, site_id, signal };
  try {
    const known = {
      products: await findProducts(place, data.products),
      sets: await findSets(place, data),
    };
    const present = await findPresent(place, orders);
    const missing = orders.filter((order) => !present.has(order.saleNumber));
    if (present.size > 0) {
      out.write(`${formatCount(present.size)} of ${formatCount(orders.length)} orders are there already.\n`);
    }

    progress = new Progress(out, clock.now, 'Sending orders', missing.length);
    const sendingBegun = clock.now();
    const { sent, refused } = await sendAll({
      ...place,
      target: options,
      connections: options.connections ?? DEFAULT_CONNECTIONS,
      name: data.name,
      known,
      progress,
      stop,
      missing,
    });
    const sendingMs = clock.now() - sendingBegun;
    progress.end();

    progress = new Progress(out, clock.now, 'Reading back', orders.length);
    const { actual, differences } = await readBack(place, orders, known, progress);
    progress.end();

    const all = [...compareFigures(expected, actual), ...differences];
    const result: ReplayResult = {
      ok: refused.length === 0 && all.length === 0,
      sent,
      alreadyThere: present.size,
      refused,
      retries,
      expected,
      actual,
      differences: all,
      elapsedMs: clock.now() - begun,
      sendingMs,
      ordersPerSecond: sendingMs > 0 ? (sent * 1000) / sendingMs : 0,
    };
    out.write(summarize(result));
    return result;
  } catch (error) {
    const why = error instanceof ApiError ? error.gaveUp : awayOf(error);
    if (why === undefined) throw error;
    const { origin } = new URL(options.baseUrl);
    throw new Error(`${origin} could not be used for ${GIVE_UP_AFTER}. ${why} Giving up.`);
  } finally {
    progress?.end();
    await client.close();
  }
}

function awayOf(error: unknown): string | undefined {
  return error instanceof ConnectionError && error.isPassing ? error.message : undefined;
}
