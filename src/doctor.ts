import { X509Certificate } from 'node:crypto';
import { accessSync, constants, existsSync, readFileSync, statfsSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { sandboxFile } from './app.ts';
import { type Config, readConfig } from './config.ts';
import { type Clock, formatTime, MINUTE, SECOND } from './kernel/time.ts';
import { type DatabaseState, inspect } from './storage/inspect.ts';
import { openEngine } from './storage/open.ts';

/** What one look found. */
export interface Finding {
  readonly what: string;
  readonly state: 'good' | 'warning' | 'bad';
  /** What was found and, unless it is good, what to do. */
  readonly says: string;
}

/** Free space below which a till is in danger, and below which it is in trouble, in bytes. */
const LOW_SPACE = 1_000_000_000;
const NO_SPACE = 100_000_000;
/** How far two clocks may be apart. */
const CLOCK_TOLERANCE = 2n * SECOND;
const RENEW_SOON_MS = 14 * 86_400_000;

function finding(what: string, state: Finding['state'], says: string): Finding {
  return { what, state, says };
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Checks settings, disk, database, clock, certificate and port, changing nothing (contract 1). */
export async function examine(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  clock: Clock,
): Promise<Finding[]> {
  let config: Config;
  try {
    config = readConfig(args, env);
  } catch (error) {
    return [finding('settings', 'bad', reason(error))];
  }
  const findings = [finding('settings', 'good', `${config.databaseUrl === undefined ? 'SQLite' : 'PostgreSQL'}, ${config.dataDir}`)];
  findings.push(...disk(config), key(config));
  findings.push(...(await database(config, clock)));
  findings.push(certificate(config, clock), await port(config));
  return findings;
}

/** The folder itself, or the nearest one above it that exists. */
function existingFolder(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : existingFolder(dirname(folder));
}

function disk({ dataDir }: Config): Finding[] {
  const folder = existingFolder(dataDir);
  const findings: Finding[] = [];
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    findings.push(finding('data folder', 'good', dataDir));
  } catch {
    findings.push(finding('data folder', 'bad', `${folder} cannot be written. Give it to the user Passbell runs as.`));
  }
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  const shown = `${(free / 1e9).toFixed(1)} GB free`;
  if (free < NO_SPACE) findings.push(finding('disk', 'bad', `${shown}. Make room now: writes are about to fail.`));
  else if (free < LOW_SPACE) findings.push(finding('disk', 'warning', `${shown}. Make room soon.`));
  else findings.push(finding('disk', 'good', shown));
  return findings;
}

function key({ dataDir }: Config): Finding {
  const file = join(dataDir, 'secret.key');
  if (!existsSync(file)) return finding('key', 'good', 'none yet; it is made at the first start');
  const open = (statSync(file).mode & 0o077) !== 0 && process.platform !== 'win32';
  if (open) return finding('key', 'warning', `${file} can be read by others. Do: chmod 600 ${file}`);
  return finding('key', 'good', `${file} (back it up with the database)`);
}

async function database(config: Config, clock: Clock): Promise<Finding[]> {
  if (config.databaseUrl === undefined && !existsSync(join(config.dataDir, 'passbell.sqlite'))) {
    return [finding('database', 'good', 'none yet; it is made at the first start')];
  }
  let state: DatabaseState;
  try {
    const storage = await openEngine(config);
    try {
      state = await inspect(storage);
    } finally {
      await storage.close();
    }
  } catch (error) {
    const what = config.databaseUrl === undefined ? 'Is the disk full, or the file damaged? Restore a back-up.' : 'Is DATABASE_URL right, and the server running?';
    return [finding('database', 'bad', `${reason(error)} ${what}`)];
  }
  return [...tables(state), ...clocks(state, clock.now())];
}

function tables(state: DatabaseState): Finding[] {
  const { version, migration, newestMigration: newest } = state;
  if (state.damage !== undefined) {
    return [finding('database', 'bad', `${version}: the file is damaged (${state.damage}). Stop, and restore a back-up.`)];
  }
  if (migration === undefined) return [finding('database', 'good', `${version}, empty`)];
  if (migration > newest) {
    const says = `${version}: its tables are of version ${migration}, this Passbell knows ${newest}. Start a newer Passbell.`;
    return [finding('database', 'bad', says)];
  }
  const after = migration < newest ? `; ${newest - migration} steps are made at the next start` : '';
  return [finding('database', 'good', `${version}, tables of version ${migration}${after}`)];
}

function clocks(state: DatabaseState, now: bigint): Finding[] {
  const findings: Finding[] = [];
  const { latest, clock } = state;
  if (latest !== undefined && latest > now + MINUTE) {
    const says = `it is ${formatTime(now)} here, but the newest change is of ${formatTime(latest)}. Set the clock (NTP).`;
    findings.push(finding('clock', 'bad', says));
  }
  if (clock !== undefined) {
    const apart = clock > now ? clock - now : now - clock;
    if (apart > CLOCK_TOLERANCE) {
      const says = `${apart / SECOND} s apart from the database server. Use NTP on both.`;
      findings.push(finding('clock', 'warning', says));
    }
  }
  return findings.length > 0 ? findings : [finding('clock', 'good', formatTime(now))];
}

function certificate(config: Config, clock: Clock): Finding {
  const file = config.tlsFiles?.cert ?? join(config.dataDir, 'tls', 'server.pem');
  if (config.tlsFiles === undefined && !existsSync(file)) {
    return finding('certificate', 'good', 'none yet; it is made at the first start');
  }
  try {
    const found = new X509Certificate(readFileSync(file));
    const left = Date.parse(found.validTo) - Number(clock.now() / 1000n);
    if (left < 0) return finding('certificate', 'bad', `${file} ended on ${found.validTo}. Renew it and start again.`);
    // One that Passbell made it also renews, at the next start.
    if (left < RENEW_SOON_MS && config.tlsFiles !== undefined) {
      return finding('certificate', 'warning', `${file} ends on ${found.validTo}. Renew it.`);
    }
    return finding('certificate', 'good', `${file}, until ${found.validTo}`);
  } catch (error) {
    return finding('certificate', 'bad', `${file} cannot be read: ${reason(error)}`);
  }
}

function port(config: Config): Promise<Finding> {
  if (config.port === 0) return Promise.resolve(finding('port', 'good', 'any free one'));
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error) => {
      const running = existsSync(sandboxFile(config.dataDir)) ? ' (perhaps by Passbell itself)' : '';
      const used = 'code' in error && error.code === 'EADDRINUSE';
      resolve(
        used
          ? finding('port', 'warning', `${config.host}:${config.port} is in use${running}.`)
          : finding('port', 'bad', `${config.host}:${config.port} cannot be listened on: ${error.message}`),
      );
    });
    probe.listen(config.port, config.host, () => {
      probe.close(() => resolve(finding('port', 'good', `${config.host}:${config.port} is free`)));
    });
  });
}

const MARKS = { good: 'ok  ', warning: 'warn', bad: 'BAD ' } as const;

/** One line per finding. */
export function report(findings: readonly Finding[]): string {
  return findings.map(({ what, state, says }) => `${MARKS[state]} ${what}: ${says}\n`).join('');
}
