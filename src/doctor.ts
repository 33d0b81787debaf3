import { X509Certificate } from 'node:crypto';
import { accessSync, constants, existsSync, readFileSync, statfsSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { readTlsFiles } from './certificates.ts';
import { type Config, readConfig } from './config.ts';
import { isWhole } from './copies/generation.ts';
import { generationsIn, LATE_SECONDS } from './copies/service.ts';
import { examineFleet } from './fleet/examine.ts';
import type { Finding } from './fleet/types.ts';
import { lostDatabase, sandboxFile } from './installation.ts';
import { type Clock, formatTime, MINUTE, SECOND } from './kernel/time.ts';
import { keyProblem } from './keys/admit.ts';
import { keyFile, openKeyring, readKeys } from './keys/file.ts';
import { standingOf } from './keys/walk.ts';
import { loadWords, lostWords, unopenedWords } from './keys/words.ts';
import { tryConnection } from './mail/send.ts';
import { nextAudited, verifyAudit } from './outbox/audit.ts';
import type { Break } from './outbox/audit-chain.ts';
import { explainProblem, onOneLine } from './problems.ts';
import { sentenceOf } from './service-database.ts';
import { type DatabaseState, inspect } from './storage/inspect.ts';
import { explainFaults } from './storage/migrate.ts';
import { hasDatabaseFile, openEngine } from './storage/open.ts';
import { lookOnce } from './storage/replicated.ts';

/** Free space below which the check warns, and below which it fails, in bytes. */
const LOW_SPACE = 1_000_000_000;
const NO_SPACE = 100_000_000;
/** A larger file of SQLite is read through when that is asked for alone, in bytes: it takes minutes. */
const READ_UP_TO = 1_000_000_000;
/** How far two clocks may be apart. */
const CLOCK_TOLERANCE = 2n * SECOND;
const RENEW_SOON_MS = 14 * 86_400_000;
/** Files of DATA_DIR that hold secrets in the clear. */
const SECRET_FILES = ['secret.key', 'sandbox.json', 'tls/ca-key.pem', 'tls/server-key.pem'];

const inGb = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;

function finding(what: string, state: Finding['state'], says: string): Finding {
  return { what, state, says };
}

/**
 * Checks settings, disk, key, database, clock, certificate and port, changing nothing (reference: operations.13). A file of SQLite
 * of any size is read through with `whole`.
 */
export async function examine(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  clock: Clock,
  whole = false,
): Promise<Finding[]> {
  let config: Config;
  try {
    config = readConfig(args, env);
  } catch (error) {
    return [finding('settings', 'bad', explainProblem(error, undefined))];
  }
  const engine = config.databaseUrl === undefined ? 'SQLite' : 'PostgreSQL';
  const state = await readDatabaseState(config, clock, whole);
  const keys = key(config, state);
  return [
    finding('settings', 'good', `${engine}, ${config.dataDir}`),
    ...disk(config),
    keys,
    ...(keys.state === 'bad' ? [] : await sealed(config, state)),
    ...secrets(config),
    database(config, state),
    ...(await replicas(config)),
    ...(await copies(config, state)),
    ...(await audits(config, state)),
    ...(await fleet(config, state, clock.now())),
    ...clocks(state, clock.now()),
    certificate(config, clock),
    await port(config),
    ...(await mailServer(config)),
  ];
}

/** The state of the database; the reason why it cannot be read; undefined when there is none yet. */
type DatabaseReading = DatabaseState | { readonly problem: string } | undefined;

async function readDatabaseState(config: Config, clock: Clock, whole: boolean): Promise<DatabaseReading> {
  if (config.databaseUrl === undefined && !hasDatabaseFile(config.dataDir)) {
    return undefined;
  }
  try {
    const storage = await openEngine(config);
    try {
      return await inspect(storage, clock, whole ? undefined : READ_UP_TO);
    } finally {
      await storage.close();
    }
  } catch (error) {
    return { problem: explainProblem(error, config) };
  }
}

/** The folder itself, or the nearest one above it that exists. */
function existing(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : existing(dirname(path));
}

function disk({ dataDir }: Config): Finding[] {
  const folder = existing(dataDir);
  if (!statSync(folder).isDirectory()) {
    return [finding('data folder', 'bad', `${folder} is a file. Set DATA_DIR (--data-dir) to a folder.`)];
  }
  const findings: Finding[] = [];
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    findings.push(finding('data folder', 'good', dataDir));
  } catch {
    const says = `${folder} cannot be written. Give it to the user Passbell runs as, on a disk that can be written.`;
    findings.push(finding('data folder', 'bad', says));
  }
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  const shown = `${inGb(free)} free`;
  if (free < NO_SPACE) {
    findings.push(finding('disk', 'bad', `${shown}. Make room now: writes are about to fail.`));
  } else if (free < LOW_SPACE) findings.push(finding('disk', 'warning', `${shown}. Make room soon.`));
  else findings.push(finding('disk', 'good', shown));
  return findings;
}

function key({ dataDir }: Config, state: DatabaseReading): Finding {
  const file = keyFile(dataDir);
  const checks = state !== undefined && 'keyChecks' in state ? state.keyChecks : undefined;
  if (!existsSync(file)) {
    if (checks?.origin === undefined)
      return finding('key', 'good', 'none yet; it is made at the first start');
    return finding('key', 'bad', `${file} is missing, and the database was made with it. Put it back.`);
  }
  try {
    const keys = readKeys(file);
    const problem = checks === undefined ? undefined : keyProblem(file, keys, checks);
    if (problem !== undefined) return finding('key', 'bad', problem);
    const names = keys.map(({ id }) => id).join(', ');
    return finding('key', 'good', `${file}, ${names} (back it up with the database)`);
  } catch (error) {
    return finding('key', 'bad', error instanceof Error ? error.message : String(error));
  }
}

/** Whether everything that is sealed can be opened, by the first key (reference: operations.30); nothing without a key. */
async function sealed(config: Config, state: DatabaseReading): Promise<Finding[]> {
  const file = keyFile(config.dataDir);
  if (!isCurrent(state) || !existsSync(file)) return [];
  const storage = await openEngine(config);
  try {
    const standing = await standingOf(storage, openKeyring(file));
    const [first, ...others] = standing.keys;
    const unopened = unopenedWords(standing);
    if (unopened !== undefined) {
      const todo = 'Put the key that sealed them back into it: it is in older back-ups.';
      return [finding('sealed', 'bad', `${unopened} ${todo}`)];
    }
    const old = others
      .filter((load) => loadWords(load) !== '')
      .map(
        (load) =>
          `On key ${load.id}, which is not the first, rest ${loadWords(load)}. Do: passbell key reseal`,
      );
    const warnings = [...old, lostWords(standing) ?? []].flat();
    if (warnings.length > 0) return [finding('sealed', 'warning', warnings.join('. '))];
    return [finding('sealed', 'good', `${first?.sealed ?? 0} texts, opened by the key`)];
  } catch (error) {
    return [finding('sealed', 'bad', explainProblem(error, config))];
  } finally {
    await storage.close();
  }
}

/** Files with secrets that others can read; nothing when there are none. */
function secrets({ dataDir }: Config): Finding[] {
  if (process.platform === 'win32') return []; // which has no modes
  return SECRET_FILES.map((name) => join(dataDir, name))
    .filter((file) => existsSync(file) && (statSync(file).mode & 0o077) !== 0)
    .map((file) => finding('secrets', 'bad', `${file} is open to other users. Do: chmod 600 ${file}`));
}

function database(config: Config, state: DatabaseReading): Finding {
  const isNew =
    state === undefined ||
    (!('problem' in state) && state.damage === undefined && state.migration === undefined);
  const lost = isNew ? lostDatabase(config) : undefined;
  if (lost !== undefined) return finding('database', 'bad', lost);
  if (state === undefined) return finding('database', 'good', 'none yet; it is made at the first start');
  if ('problem' in state) return finding('database', 'bad', state.problem);
  const { version, migration, newestMigration: newest, tables, damage, unread } = state;
  if (damage !== undefined) {
    const says = `${version}: the file is damaged (${damage}). Stop Passbell, and restore a back-up.`;
    return finding('database', 'bad', says);
  }
  if (migration === undefined) return finding('database', 'good', `${version}, empty`);
  if (migration > newest) {
    const says = `${version}: its tables are of version ${migration}, this Passbell knows ${newest}. Start a newer one.`;
    return finding('database', 'bad', says);
  }
  if (tables.faults.length > 0)
    return finding('database', 'bad', `${version}: ${explainFaults(tables.faults)}`);
  const after = migration < newest ? `; ${newest - migration} steps are made at the next start` : '';
  const besides = tables.extras.length > 0 ? `; not Passbell's: ${tables.extras.join(', ')}` : '';
  const file =
    unread === undefined
      ? ''
      : `; its file of ${inGb(Number(unread))} was not read through: passbell doctor --whole does`;
  return finding('database', 'good', `${version}, tables of version ${migration}${after}${besides}${file}`);
}

/** The words for each kind of break in the audit log's chain. */
const BREAKS: Readonly<Record<Break['what'], string>> = {
  missing: 'is missing: an entry was taken out',
  changed: 'was changed after it was written',
  unchained: 'does not follow the one before: an entry was put in or another took its place',
  cut: 'and what follows was cut off',
  added: 'was put behind the end',
};
/** Most companies whose broken chains are named. */
const MAX_BROKEN = 5;

/** A database whose tables are those that this program knows. */
function isCurrent(state: DatabaseReading): state is DatabaseState {
  return (
    state !== undefined &&
    !('problem' in state) &&
    state.damage === undefined &&
    state.migration === state.newestMigration &&
    state.tables.faults.length === 0
  );
}

/** Looks at the processes, at work that stands, and at PostgreSQL (reference: operations.29); nothing before the first start. */
async function fleet(config: Config, state: DatabaseReading, now: bigint): Promise<Finding[]> {
  if (!isCurrent(state)) return [];
  const storage = await openEngine(config);
  try {
    return await examineFleet(storage, state.newestMigration, now);
  } catch (error) {
    return [finding('fleet', 'bad', explainProblem(error, config))];
  } finally {
    await storage.close();
  }
}

/** How far COPY_DIR is behind what was sold last (reference: operations.31); nothing where there are no copies. */
async function copies({ copies: settings }: Config, state: DatabaseReading): Promise<Finding[]> {
  if (settings === undefined) return [];
  const { dir } = settings;
  try {
    const newest = (await generationsIn(dir)).findLast(isWhole);
    if (newest?.to === undefined)
      return [
        finding('copies', 'warning', `${dir} has no whole copy yet. While the service runs it makes one.`),
      ];
    const latest = isCurrent(state) ? (state.latest ?? 0n) : 0n;
    const behind = (latest - newest.to) / SECOND;
    const shown = `${dir}, up to ${formatTime(newest.to)}`;
    if (behind > BigInt(LATE_SECONDS))
      return [
        finding(
          'copies',
          'warning',
          `${shown}: ${behind} s behind. Does the service run, and can it write there? Its log says.`,
        ),
      ];
    return [finding('copies', 'good', shown)];
  } catch (error) {
    return [
      finding(
        'copies',
        'bad',
        `${error instanceof Error ? error.message : String(error)} Mount it, or set COPY_DIR to another folder.`,
      ),
    ];
  }
}

/** Looks at the chains of the audit log of all companies (reference: audit.8); nothing where there are none yet. */
async function audits(config: Config, state: DatabaseReading): Promise<Finding[]> {
  if (!isCurrent(state)) return [];
  const storage = await openEngine(config);
  try {
    const broken: string[] = [];
    let [entries, companies] = [0n, 0];
    let company = await storage.read((tx) => nextAudited(tx, 0n));
    while (company !== undefined && broken.length < MAX_BROKEN) {
      const at = company;
      const { good, broken: found } = await storage.read((tx) => verifyAudit(tx, at));
      entries += good;
      companies++;
      if (found !== undefined) broken.push(`company ${at}: entry ${found.number} ${BREAKS[found.what]}`);
      company = await storage.read((tx) => nextAudited(tx, at));
    }
    const says = `${entries} entries of ${companies} companies, each follows the one before`;
    if (broken.length === 0) return [finding('audit log', 'good', says)];
    const todo = 'Somebody wrote to the database by hand: compare it with an export or a back-up.';
    return [finding('audit log', 'bad', `${broken.join('; ')}. ${todo}`)];
  } catch (error) {
    return [finding('audit log', 'bad', explainProblem(error, config))];
  } finally {
    await storage.close();
  }
}

function clocks(state: DatabaseReading, now: bigint): Finding[] {
  const findings: Finding[] = [];
  if (state !== undefined && !('problem' in state)) {
    const { latest, clockApart = 0n } = state;
    if (latest !== undefined && latest > now + MINUTE) {
      const newest = formatTime(latest);
      const says = `it is ${formatTime(now)} here, but the newest change is of ${newest}. Set the clock (NTP).`;
      findings.push(finding('clock', 'bad', says));
    }
    const apart = clockApart < 0n ? -clockApart : clockApart;
    if (apart > CLOCK_TOLERANCE) {
      const says = `${apart / SECOND} s apart from the database server. Use NTP on both.`;
      findings.push(finding('clock', 'warning', says));
    }
  }
  return findings.length > 0 ? findings : [finding('clock', 'good', formatTime(now))];
}

function certificate({ dataDir, tlsFiles }: Config, clock: Clock): Finding {
  const file = tlsFiles?.cert ?? join(dataDir, 'tls', 'server.pem');
  if (tlsFiles === undefined && !existsSync(file)) {
    return finding('certificate', 'good', 'none yet; it is made at the first start');
  }
  try {
    const pem = tlsFiles === undefined ? readFileSync(file) : readTlsFiles(tlsFiles).cert;
    const { validFromDate, validToDate } = new X509Certificate(pem);
    const now = Number(clock.now() / 1000n);
    const until = validToDate.toISOString();
    if (now < validFromDate.getTime()) {
      const says = `${file} begins only on ${validFromDate.toISOString()}. Set the clock (NTP), or get another.`;
      return finding('certificate', 'bad', says);
    }
    const left = validToDate.getTime() - now;
    const todo =
      tlsFiles === undefined
        ? 'Passbell renews it when it starts, and while it runs.'
        : 'Renew it: Passbell takes it within a minute.';
    if (left < 0) return finding('certificate', 'bad', `${file} ended on ${until}. ${todo}`);
    if (left < RENEW_SOON_MS) return finding('certificate', 'warning', `${file} ends on ${until}. ${todo}`);
    return finding('certificate', 'good', `${file}, until ${until}`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return finding(
      'certificate',
      'bad',
      tlsFiles === undefined ? `${file} cannot be used: ${reason}.` : reason,
    );
  }
}

function port({ dataDir, host, port: number }: Config): Promise<Finding> {
  if (number === 0) return Promise.resolve(finding('port', 'good', 'any free one'));
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error) => {
      const running = existsSync(sandboxFile(dataDir)) ? ' (perhaps by Passbell itself)' : '';
      const used = 'code' in error && error.code === 'EADDRINUSE';
      resolve(
        used
          ? finding('port', 'warning', `${host}:${number} is in use${running}.`)
          : finding(
              'port',
              'bad',
              `${host}:${number} cannot be listened on: ${error.message}. Set HOST and PORT.`,
            ),
      );
    });
    probe.listen(number, host, () => {
      probe.close(() => resolve(finding('port', 'good', `${host}:${number} is free`)));
    });
  });
}

/** Whether the replicas of DATABASE_REPLICA_URL answer reads; without them the database itself does. */
async function replicas({ database: { replicas: settings } }: Config): Promise<Finding[]> {
  if (settings === undefined) return [];
  const all = await lookOnce(settings);
  return all.map((status) =>
    finding('replica', status.state === 'good' ? 'good' : 'warning', sentenceOf(status, settings.lagSeconds)),
  );
}

/** Whether the mail server of SMTP_URL takes a connection and our password. */
async function mailServer({ smtp }: Config): Promise<Finding[]> {
  if (smtp === undefined) return [];
  const place = `${smtp.host}:${smtp.port}`;
  const problem = await tryConnection(smtp);
  return [
    problem === undefined
      ? finding('mail', 'good', `${place}, from ${smtp.from}`)
      : finding('mail', 'bad', `${place}: ${problem} Check SMTP_URL.`),
  ];
}

const MARKS = { good: 'ok  ', warning: 'warn', bad: 'BAD ' } as const;

/** The word of each state in the JSON report. */
const LEVELS = { good: 'ok', warning: 'warning', bad: 'error' } as const;

/** The findings as JSON, with the worst of their levels. */
export function reportJson(findings: readonly Finding[]): string {
  const states = findings.map(({ state }) => state);
  const worst = states.includes('bad') ? 'bad' : states.includes('warning') ? 'warning' : 'good';
  const all = findings.map(({ what, state, says }) => ({
    what,
    level: LEVELS[state],
    says: onOneLine(says),
  }));
  return `${JSON.stringify({ level: LEVELS[worst], findings: all }, null, 2)}\n`;
}

/** One line per finding. */
export function report(findings: readonly Finding[]): string {
  return findings.map(({ what, state, says }) => `${MARKS[state]} ${what}: ${onOneLine(says)}\n`).join('');
}
