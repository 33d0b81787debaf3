import { existsSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { Heartbeat } from './fleet/heartbeat.ts';
import type { Random } from './kernel/random.ts';
import type { Clock } from './kernel/time.ts';
import { MIGRATIONS } from './storage/migrate.ts';
import type { Storage } from './storage/port.ts';

export type { Heartbeat };

// What this process says of itself in the table of processes (reference: operations.29).

/** Characters of the name of a machine that are kept. */
const MAX_HOST = 100;

/** The version of the program: that of its package, which is above the sources, or above them as JavaScript in dist/. */
function programVersion(): string {
  for (const path of ['../package.json', '../../package.json']) {
    const file = new URL(path, import.meta.url);
    if (!existsSync(file)) continue;
    const { name, version }: { name?: unknown; version?: unknown } = JSON.parse(readFileSync(file, 'utf8'));
    if (name === 'passbell' && typeof version === 'string') return version;
  }
  return 'unknown';
}

/** The roles of a process by its settings, with commas between. */
function partsOf({ role, smtp }: Pick<Config, 'role' | 'smtp'>): string {
  const works = role !== 'api';
  const parts = {
    web: role !== 'delivery',
    deliveries: works,
    reports: works,
    mail: works && smtp !== undefined,
  };
  return Object.entries(parts)
    .flatMap(([part, isRun]) => (isRun ? [part] : []))
    .join(',');
}

/** The heartbeat of this process; it has not begun. */
export function heartbeatOf(
  config: Config,
  { clock, random }: { readonly clock: Clock; readonly random: Random },
  storage: Storage,
  logger: Logger,
): Heartbeat {
  const identity = {
    id: random.bytes(12).toString('base64url'),
    version: programVersion(),
    role: config.role,
    runs: partsOf(config),
    host: hostname().slice(0, MAX_HOST),
    pid: BigInt(process.pid),
    migration: BigInt(MIGRATIONS.at(-1)?.number ?? 0),
  };
  return new Heartbeat({
    ...{ storage, clock, identity },
    warn: (error, sentence) => logger.warn({ err: error }, sentence),
  });
}
