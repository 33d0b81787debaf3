import type { Logger } from 'pino';
import type { RequestLog } from './access/requests.ts';
import { countRows } from './access/rows.store.ts';
import type { Config } from './config.ts';
import { READER_CHECK_MS } from './edge/budgets.ts';
import { followCertificate, type ServedCertificate } from './edge/certificate.ts';
import type { Listener } from './edge/listener.ts';
import type { Edge } from './edge/server.ts';
import { Usage } from './edge/usage.ts';
import type { Clock, Ticker } from './kernel/time.ts';
import { type FollowParts, followKeys } from './keys/admit.ts';
import { type Storage, StorageUnavailable } from './storage/port.ts';

/** How often the database is asked which tables have grown, in ms. */
const COUNT_EVERY_MS = 5_000;

/** The work beside requests that is done at short intervals. */
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
 * Writes the log of requests, tells the other processes of counts, saves what companies use, follows secret.key and its certificate, has grown tables counted, and
 * cuts clients that do not read, from now on.
 */
export function startUpkeep(
  ticker: Ticker,
  parts: {
    readonly edge: Pick<Edge, 'counts' | 'usage' | 'slow'>;
    readonly listener: Pick<Listener, 'cutSlow'>;
    readonly certificate: ServedCertificate;
    readonly requests: RequestLog;
    readonly keys: FollowParts;
    readonly storage: Storage;
    readonly logger: Logger;
  },
): Upkeep {
  const { edge, listener, certificate, requests, keys, storage, logger } = parts;
  const { counts, usage } = edge;
  requests.start(ticker);
  counts.start(ticker);
  usage?.start(ticker);
  const stopCounting = countTables(storage, ticker, logger);
  const stopFollowing = [followKeys(keys, ticker), followCertificate(certificate, ticker)];
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
      for (const stop of stopFollowing) stop();
      stopCounting();
    },
    close: async () => {
      await requests.close();
      await counts.stop();
      await usage?.close();
    },
  };
}

/** Has the database count tables that have grown, and says once what keeps it from that; answers how to stop. */
function countTables(storage: Storage, ticker: Ticker, logger: Logger): () => void {
  let isCounting = false;
  let said: string | undefined;
  return ticker.every(COUNT_EVERY_MS, () => {
    if (isCounting || storage.countGrown === undefined) return;
    isCounting = true;
    storage
      .countGrown()
      .then(
        (tables) => {
          said = undefined;
          if (tables.length > 0) logger.debug({ tables }, 'Tables that have grown were counted.');
        },
        (error: unknown) => {
          // That the database is away is said by all who need it.
          if (error instanceof StorageUnavailable || String(error) === said) return;
          said = String(error);
          logger.warn({ err: error }, 'Tables that have grown could not be counted; it is tried again.');
        },
      )
      .finally(() => {
        isCounting = false;
      });
  });
}
