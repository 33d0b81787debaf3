import { existsSync, statSync } from 'node:fs';
import { type BackupSummary, backUp, checkBackup, restore } from '../backup/backup.ts';
import { encryptFor, newKey, openBy, type Transform } from '../backup/encryption.ts';
import { describeGeneration, generationsIn, restoreCopy } from '../copies/service.ts';
import { examine, report, reportJson } from '../doctor.ts';
import { refuseLost } from '../installation.ts';
import { formatTime, parseTime } from '../kernel/time.ts';
import { keyProblem } from '../keys/admit.ts';
import { keyFile, readKeys } from '../keys/file.ts';
import { systemRuntime } from '../runtime.ts';
import { countOrders } from '../storage/inspect.ts';
import { readKeyChecks } from '../storage/key-checks.ts';
import { lockFolder } from '../storage/lock.ts';
import { hasDatabaseFile, openEngine, openWithoutTimeLimit, removeDatabaseFile } from '../storage/open.ts';
import type { Storage } from '../storage/port.ts';

import {
  existingInstallation,
  type ParsedArguments,
  parseArguments,
  UsageError,
  withStorage,
} from './arguments.ts';

// Backup, restore and checks of an installation.

const extentLine = ({ tables, rows, files }: BackupSummary): string =>
  `${rows} rows of ${tables} tables, and ${files.length === 0 ? 'no files' : files.join(', ')}`;

/** Names the tables and columns that are not Passbell's, and were left out. */
const leftOutLine = ({ leftOut }: BackupSummary): string =>
  leftOut.length === 0 ? '' : `Left out, as it is none of Passbell's: ${leftOut.join(', ')}.\n`;

export async function runBackup(args: readonly string[]): Promise<number> {
  const given = parseArguments(args, { to: { type: 'string' }, encrypt: { type: 'string' } }, 0);
  const file = given.text('to') ?? '';
  if (file === '') throw new UsageError('--to is needed, with the file to write.');
  const recipients = given.text('encrypt');
  const encrypt = recipients === undefined ? undefined : await encryptFor(recipients);
  const config = existingInstallation(given.config());
  const storage = await openWithoutTimeLimit(config, () => refuseLost(config));
  const done = await withStorage(storage, () =>
    backUp({ storage, clock: systemRuntime.clock }, config.dataDir, file, encrypt),
  );
  const keep =
    recipients === undefined
      ? 'It holds every secret: keep it where nobody reads it.'
      : `It is encrypted for ${recipients}: without the key it is of no use, so keep that in another place.`;
  process.stdout.write(`${file}: ${extentLine(done)}. ${keep}\n${leftOutLine(done)}`);
  return 0;
}

/** Makes a key for encrypted back-ups. */
export async function runBackupKey(args: readonly string[]): Promise<number> {
  const given = parseArguments(args, { to: { type: 'string' } }, 0);
  const file = given.text('to') ?? '';
  if (file === '') throw new UsageError('--to is needed, with the file to write the key to.');
  if (existsSync(file)) throw new Error(`${file} is there already. Choose another name.`);
  const recipient = await newKey(file, formatTime(systemRuntime.clock.now()));
  process.stdout.write(
    `${recipient}\nThat is the recipient, for backup --encrypt. Keep ${file} away from the service and its back-ups: it opens them all.\n`,
  );
  return 0;
}

export async function runRestore(args: readonly string[]): Promise<number> {
  const text = { type: 'string' } as const;
  const given = parseArguments(args, { from: text, key: text, at: text, of: text }, 0);
  const file = given.text('from') ?? '';
  if (file === '') throw new UsageError('--from is needed, with the file of a backup.');
  const own = given.text('key');
  const open = own === undefined ? undefined : await openBy(own);
  const config = given.config();
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
  if (statSync(file).isDirectory()) return restoreCopies(file, given, open);
  for (const name of ['at', 'of'])
    if (given.text(name) !== undefined)
      throw new UsageError(`--${name} is for a folder of copies; ${file} is a back-up.`);
  // What cannot be restored begins nothing: no folder, no lock, no empty database.
  await checkBackup(file, open);
  const lock = lockFolder(config.dataDir, 'exclusive');
  const wasThere = config.databaseUrl !== undefined || hasDatabaseFile(config.dataDir);
  try {
    const storage = await openWithoutTimeLimit(config);
    const { done, problem } = await withStorage(storage, async () => ({
      done: await restore(storage, config.dataDir, file, { clock: systemRuntime.clock, open }),
      problem: await restoredKeyProblem(storage, config.dataDir),
    }));
    process.stdout.write(`Restored ${extentLine(done)}.\n${leftOutLine(done)}`);
    if (problem !== undefined) process.stdout.write(`Before it can be started: ${problem}\n`);
    return 0;
  } catch (error) {
    if (!wasThere) removeDatabaseFile(config.dataDir);
    throw error;
  } finally {
    lock.release();
  }
}

/** A moment of UTC as people write it. */
function momentIn(text: string | undefined): bigint | undefined {
  if (text === undefined) return undefined;
  const time = parseTime(text);
  if (time?.kind !== 'moment')
    throw new UsageError('--at must be a time of UTC, such as 2026-11-26T11:30:00Z.');
  return time.at;
}

/** Restores from a folder that COPY_DIR named (reference: operations.31). */
async function restoreCopies(
  dir: string,
  given: ParsedArguments,
  open: Transform | undefined,
): Promise<number> {
  const config = given.config();
  const at = momentIn(given.text('at'));
  if (config.databaseUrl !== undefined)
    throw new Error(
      'Copies are of SQLite: restore them without DATABASE_URL, then back that up and restore the back-up into PostgreSQL.',
    );
  const lock = lockFolder(config.dataDir, 'exclusive');
  try {
    const done = await restoreCopy({ dir, owner: given.text('of'), at, open }, config.dataDir);
    const storage = await openEngine(config);
    const { orders, problem } = await withStorage(storage, async () => ({
      orders: await storage.read(countOrders),
      problem: await restoredKeyProblem(storage, config.dataDir),
    }));
    const files = done.files.length === 0 ? 'no files' : done.files.join(', ');
    process.stdout.write(
      `Restored the generation ${done.generation} as it was at ${formatTime(done.to)}: ${orders} orders, and ${files}.\n`,
    );
    if (problem !== undefined) process.stdout.write(`Before it can be started: ${problem}\n`);
    if (done.stopped === undefined) return 0;
    process.stderr.write(`It ends there: ${done.stopped.piece} cannot be used, as ${done.stopped.why}.\n`);
    return 1;
  } finally {
    lock.release();
  }
}

/** Lists the generations in COPY_DIR, or in another folder. */
export async function runCopies(args: readonly string[]): Promise<number> {
  const given = parseArguments(args, { from: { type: 'string' } }, 0);
  const dir = given.text('from') ?? given.config().copies?.dir;
  if (dir === undefined)
    throw new UsageError('--from is needed, with the folder of the copies, or COPY_DIR.');
  const all = await generationsIn(dir);
  if (all.length === 0) throw new Error(`There are no copies in ${dir}.`);
  for (const generation of all) process.stdout.write(`${describeGeneration(generation)}\n`);
  return 0;
}

/** Why the keys that were restored do not do for the database; undefined when they do (reference: operations.30). */
async function restoredKeyProblem(storage: Storage, dataDir: string): Promise<string | undefined> {
  const file = keyFile(dataDir);
  const checks = await storage.read(readKeyChecks);
  if (existsSync(file)) return keyProblem(file, readKeys(file), checks);
  const ids = [...checks.named.keys()].join(' and ');
  if (checks.origin === undefined) return undefined;
  return `the back-up holds no secret.key. Put the one with ${ids === '' ? 'its key' : `key ${ids}`} to ${file}.`;
}

export async function doctor(args: readonly string[]): Promise<number> {
  const settings = args.filter((each) => each !== '--json' && each !== '--whole');
  const whole = args.includes('--whole');
  const findings = await examine(settings, process.env, systemRuntime.clock, whole);
  process.stdout.write(args.includes('--json') ? reportJson(findings) : report(findings));
  return findings.some(({ state }) => state === 'bad') ? 1 : 0;
}
