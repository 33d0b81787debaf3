// Plays real orders through the API, as any client would: every order is created with its lines, their options and its
// payment, then all of them are read back and compared with the sums of the data.
//
// A run may be killed at any moment and started again: orders that are there are found by their sale number
// and left alone, and an order that was under way is covered by its idempotency key. Nothing is doubled.

import { findPresent, findProducts, findSets } from './catalogue-ids.ts';
import { ApiClient, type ClientClock, DEFAULT_CONNECTIONS } from './client.ts';
import type { Dataset } from './dataset.ts';
import { compareFigures } from './figures.ts';
import { formatCount, type Output, Progress } from './progress.ts';
import { readBack } from './read-back.ts';
import type { ReplayTarget } from './sandbox-file.ts';
import { sendAll } from './sending.ts';
import { type ReplayResult, summarize } from './summary.ts';

/** The data set, the target and the limits of a replay. */
export interface ReplayOptions extends ReplayTarget {
  readonly data: Dataset;
  /** Requests under way at a time; 8 when unset. */
  readonly connections?: number | undefined;
  readonly out: Output;
  readonly clock: ClientClock;
  /** Stops the run; orders that were sent stay. */
  readonly signal?: AbortSignal | undefined;
  /** How long the service may be away, in ms; 5 minutes when unset. */
  readonly giveUpAfterMs?: number | undefined;
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
  const client = await ApiClient.open({ ...options, signal, onTrouble: say });
  const site = `/v1/companies/${options.companyId}/sites/${options.siteId}`;
  try {
    const known = {
      products: await findProducts(client, site, data.products),
      sets: await findSets(client, options.companyId, data),
    };
    const present = await findPresent(client, site, orders);
    const missing = orders.filter((order) => !present.has(order.saleNumber));
    if (present.size > 0) {
      out.write(`${formatCount(present.size)} of ${formatCount(orders.length)} orders are there already.\n`);
    }

    progress = new Progress(out, clock.now, 'Sending orders', missing.length);
    const sendingBegun = clock.now();
    const { sent, refused } = await sendAll({
      client,
      site,
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
    const { actual, differences } = await readBack(client, site, orders, known, progress);
    progress.end();

    const all = [...compareFigures(expected, actual), ...differences];
    const result: ReplayResult = {
      ok: refused.length === 0 && all.length === 0,
      sent,
      alreadyThere: present.size,
      refused,
      retries: client.retries,
      expected,
      actual,
      differences: all,
      elapsedMs: clock.now() - begun,
      sendingMs,
      ordersPerSecond: sendingMs > 0 ? (sent * 1000) / sendingMs : 0,
    };
    out.write(summarize(result));
    return result;
  } finally {
    progress?.end();
    await client.close();
  }
}
