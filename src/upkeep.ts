import type { Logger } from 'pino';
import type { RequestLog } from './access/requests.ts';
import { countRows } from './access/rows.store.ts';
import type { Config } from './config.ts';
import { READER_CHECK_MS } from './edge/budgets.ts';
import type { Listener } from './edge/listener.ts';
import type { Edge } from './edge/server.ts';
import { Usage } from './edge/usage.ts';
import type { Clock, Ticker } from './kernel/time.ts';
import { type FollowParts, followKeys } from './keys/admit.ts';
import type { Storage } from './storage/port.ts';

/** What is done beside requests at short intervals. */
export interface Upkeep {
  /** Begins no more of it. */
  stop(): void;
  /** Ends it, after what was gathered is saved. */
  close(): Promise<void>;
}

/** The counts of what companies use. */
export function usageOf(
  { quotas }: Pick<Config, 'quotas'>,
  storage: Storage,
  clock: Clock,
  logger: Logger,
): Usage {
  return new Usage({
    ...{ storage, clock, quotas, countRows },
    tell: (facts, sentence) => logger.warn(facts, sentence),
    warn: (error, sentence) => logger.warn({ err: error }, sentence),
  });
}

/**
 * Writes the log of requests, tells the other processes of counts, saves what companies use, follows secret.key, and cuts clients that do not
 * read, from now on.
 */
export function startUpkeep(
  ticker: Ticker,
  parts: {
    readonly edge: Pick<Edge, 'counts' | 'usage' | 'slow'>;
    readonly listener: Pick<Listener, 'cutSlow'>;
    readonly requests: RequestLog;
    readonly keys: FollowParts;
    readonly logger: Logger;
  },
): Upkeep {
  const { edge, listener, requests, keys, logger } = parts;
  const { counts, usage } = edge;
  requests.start(ticker);
  counts.start(ticker);
  usage?.start(ticker);
  const stopFollowing = followKeys(keys, ticker);
  const stopCutting = ticker.every(READER_CHECK_MS, () => {
    for (const cut of listener.cutSlow()) {
      edge.slow[cut.reason]++;
      logger.warn(cut, 'A client that does not read its answer was cut.');
    }
  });
  return {
    stop: () => {
      requests.stop();
      void counts.stop();
      usage?.stop();
      stopCutting();
      stopFollowing();
    },
    close: async () => {
      await requests.close();
      await counts.stop();
      await usage?.close();
    },
  };
}
