import type { Logger } from 'pino';
import type { RequestLog } from './access/requests.ts';
import { READER_CHECK_MS } from './edge/budgets.ts';
import type { Listener } from './edge/listener.ts';
import type { Edge } from './edge/server.ts';
import type { Ticker } from './kernel/time.ts';

/** What is done beside requests at short intervals. */
export interface Upkeep {
  /** Begins no more of it; what has begun is ended by its parts. */
  stop(): void;
}

/** Writes the log of requests, tells the other processes of counts, and cuts clients that do not read, from now on. */
export function startUpkeep(
  ticker: Ticker,
  parts: {
    readonly edge: Pick<Edge, 'counts' | 'slow'>;
    readonly listener: Pick<Listener, 'cutSlow'>;
    readonly requests: RequestLog;
    readonly logger: Logger;
  },
): Upkeep {
  const { edge, listener, requests, logger } = parts;
  requests.start(ticker);
  edge.counts.start(ticker);
  const stopCutting = ticker.every(READER_CHECK_MS, () => {
    for (const cut of listener.cutSlow()) {
      edge.slow[cut.reason]++;
      logger.warn(cut, 'A client that does not read its answer was cut.');
    }
  });
  return {
    stop: () => {
      requests.stop();
      void edge.counts.stop();
      stopCutting();
    },
  };
}
