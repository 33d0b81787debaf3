// The database as a service uses it: with replicas that answer some reads, and traced where traces are on.

import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { metric } from './edge/metrics.ts';
import type { Edge } from './edge/server.ts';
import { PostgresStorage } from './storage/engines/postgres.ts';
import { SqliteStorage } from './storage/engines/sqlite.ts';
import { DEFAULT_CONNECTIONS } from './storage/open.ts';
import type { Storage } from './storage/port.ts';
import { type ReplicaStatus, type Replicas, ReplicatedStorage } from './storage/replicated.ts';
import { TracedStorage } from './storage/traced.ts';
import type { Telemetry } from './tracing/telemetry.ts';

/** The database of a service. */
export interface ServiceDatabase {
  readonly storage: Storage;
  /** Undefined where none is configured. */
  readonly replicas: Replicas | undefined;
  /** The file of SQLite itself; undefined on PostgreSQL. */
  readonly sqlite: SqliteStorage | undefined;
}

/** Puts what is configured around an open database. */
export function serviceDatabase(
  { database }: Pick<Config, 'database'>,
  opened: Storage,
  logger: Logger,
  telemetry: Telemetry | undefined,
): ServiceDatabase {
  const { replicas: settings, connections = DEFAULT_CONNECTIONS } = database;
  let storage = opened;
  let replicas: Replicas | undefined;
  if (settings !== undefined && opened instanceof PostgresStorage) {
    const replicated = new ReplicatedStorage(opened, settings, connections, (status) => {
      const isGood = status.state === 'good';
      logger[isGood ? 'info' : 'warn']({ replica: status.name }, sentenceOf(status, settings.lagSeconds));
    });
    storage = replicated;
    replicas = replicated.replicas;
  }
  return {
    storage: telemetry === undefined ? storage : new TracedStorage(storage, telemetry),
    replicas,
    sqlite: opened instanceof SqliteStorage ? opened : undefined,
  };
}

/** The state of a replica in a sentence. */
export function sentenceOf({ name, state, lagSeconds = 0 }: ReplicaStatus, most: number): string {
  if (state === 'good') return `The replica ${name} answers reads.`;
  const why = {
    unknown: 'is not known well enough yet',
    behind: `is ${lagSeconds.toFixed(1)} s behind, which is more than ${most} s`,
    away: 'does not answer',
    leading: 'takes writes and is none',
    other: 'has another database',
  }[state];
  return `The replica ${name} ${why}: reads go to the database itself.`;
}

/** Adds what /readyz and /metrics say of replicas (reference: operations.27). */
export function tellReplicas({ readiness, metrics }: Edge, replicas: Replicas | undefined): void {
  if (replicas === undefined) return;
  const { settings, all, places } = replicas;
  readiness.note('replicas', () => {
    const sentences = all
      .filter(({ state }) => state !== 'good')
      .map((status) => sentenceOf(status, settings.lagSeconds));
    return sentences.length === 0 ? undefined : sentences.join(' ');
  });
  metrics.register(() => [
    metric(
      'database_reads_total',
      'counter',
      'Reads that a replica may answer, by where they were answered.',
      [
        ['{place="replica"}', places.replica],
        ['{place="primary"}', places.primary],
        ['{place="primary after replica"}', places.repeated],
      ],
    ),
    metric('replica_used', 'gauge', 'Whether a replica answers reads.', [
      ...all.map(({ name, state }) => [`{replica="${name}"}`, state === 'good' ? 1 : 0] as const),
    ]),
    metric('replica_lag_seconds', 'gauge', 'How far a replica is behind; none while it does not answer.', [
      ...all.flatMap(({ name, lagSeconds }) =>
        lagSeconds === undefined ? [] : [[`{replica="${name}"}`, Number(lagSeconds.toFixed(3))] as const],
      ),
    ]),
  ]);
}
