// Continuous copies as a service has them: started with it, with readiness and metrics (reference: operations.31).

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Logger } from 'pino';
import { KEPT_FILES } from '../backup/backup.ts';
import { encryptFor, type Transform } from '../backup/encryption.ts';
import { metric } from '../edge/metrics.ts';
import type { Edge } from '../edge/server.ts';
import { type Clock, DAY, formatTime, type Micros, SYSTEM_TIMERS, type Ticker } from '../kernel/time.ts';
import { getMeta } from '../oauth/store.ts';
import type { SqliteStorage } from '../storage/engines/sqlite.ts';
import { makeFolder } from '../storage/folder.ts';
import { databaseFile } from '../storage/open.ts';
import { Copier } from './copier.ts';
import { DiskFolder } from './folder.ts';
import { type Generation, isWhole, readGenerations } from './generation.ts';
import { checkFolder, chooseGeneration, type Restored, restoreFiles, restoreGeneration } from './restore.ts';

/** COPY_DIR and what belongs to it. */
export interface CopySettings {
  readonly dir: string;
  /** As `backup --encrypt` takes them; undefined: nothing is encrypted. */
  readonly recipients: string | undefined;
  readonly keepDays: number;
}

/** How far copies may be behind before readiness says so, in seconds. */
export const LATE_SECONDS = 60;

/** The parts that copying takes from a service. */
interface CopyParts {
  readonly clock: Clock;
  readonly ticker: Ticker;
  readonly logger: Logger;
}

/** The files beside the database, as `passbell backup` saves them. */
function keptFiles(dataDir: string): ReadonlyMap<string, Buffer> {
  const names = KEPT_FILES.filter((name) => existsSync(join(dataDir, name)));
  return new Map(names.map((name) => [name, readFileSync(join(dataDir, name))]));
}

/** The 8 digits that the generations of an installation end with: they follow from when it was started first. */
async function ownerOf(storage: SqliteStorage): Promise<string> {
  const started = (await storage.read((tx) => getMeta(tx, 'started'))) ?? '';
  return createHash('sha256').update(started).digest('hex').slice(0, 8);
}

/** Copies the database of a service from now on, where that is set, and says how it goes (reference: operations.31). */
export async function addCopies(
  edge: Pick<Edge, 'readiness' | 'metrics'>,
  { copies, dataDir }: { readonly copies: CopySettings | undefined; readonly dataDir: string },
  { sqlite }: { readonly sqlite: SqliteStorage | undefined },
  parts: CopyParts,
): Promise<void> {
  if (copies === undefined || sqlite === undefined) return;
  const { recipients } = copies;
  const seal = recipients === undefined ? undefined : await encryptFor(recipients, 'COPY_RECIPIENTS');
  tellCopies(edge, startCopies(copies, dataDir, sqlite, { ...parts, seal, owner: await ownerOf(sqlite) }));
}

/** Begins to copy. It ends, with the last of what was written, when the storage is closed. */
function startCopies(
  { dir, keepDays }: CopySettings,
  dataDir: string,
  storage: SqliteStorage,
  {
    clock,
    ticker,
    logger,
    owner,
    seal,
  }: CopyParts & { readonly owner: string; readonly seal: Transform | undefined },
): Copier {
  const copier = new Copier({
    storage,
    folder: new DiskFolder(dir),
    owner,
    seal,
    keep: BigInt(keepDays) * DAY,
    files: () => keptFiles(dataDir),
    clock,
    timers: SYSTEM_TIMERS,
    say: (sentence) => logger.info(sentence),
    alarm: (error, sentence) => logger.error(error === undefined ? {} : { err: error }, sentence),
  });
  storage.onClose(() => copier.stop());
  if (seal === undefined)
    logger.warn(
      'COPY_RECIPIENTS is not set: what is copied to COPY_DIR is not encrypted, and secret.key is not copied. Keep that elsewhere.',
    );
  copier.start(ticker);
  return copier;
}

/** Adds what /readyz and /metrics say of copies; nothing here makes a process not ready. */
function tellCopies({ readiness, metrics }: Pick<Edge, 'readiness' | 'metrics'>, copier: Copier): void {
  readiness.note('copies', () => {
    const { trouble, lagSeconds } = copier.state;
    if (trouble !== undefined) return trouble;
    return lagSeconds > LATE_SECONDS ? `The copies are ${Math.round(lagSeconds)} s behind.` : undefined;
  });
  metrics.register(() => {
    const { lagSeconds, bytes, failures } = copier.state;
    return [
      metric('copy_lag_seconds', 'gauge', 'How old the newest change may be that is not in COPY_DIR.', [
        ['', Number(lagSeconds.toFixed(3))],
      ]),
      metric('copy_bytes_total', 'counter', 'Bytes written to COPY_DIR.', [['', bytes]]),
      metric('copy_failures_total', 'counter', 'Looks at which something could not be copied.', [
        ['', failures],
      ]),
    ];
  });
}

/** A generation as logs and readiness name it. */
export function describeGeneration({ name, from, to, bytes, hasGap, isSealed, ...rest }: Generation): string {
  const size = `${(bytes / 1e6).toFixed(1)} MB${isSealed ? ', encrypted' : ''}`;
  if (
    !isWhole({ name, from, to, bytes, hasGap, isSealed, ...rest }) ||
    from === undefined ||
    to === undefined
  )
    return `${name}: not whole, ${size}`;
  return `${name}: from ${formatTime(from)} to ${formatTime(to)}, ${size}${hasGap ? '; a piece behind that is missing' : ''}`;
}

/** The generations in a folder of copies, the oldest first; one of each installation where there are several. */
export async function generationsIn(dir: string): Promise<Generation[]> {
  checkFolder(dir);
  return readGenerations(new DiskFolder(dir));
}

/** The result of a restore. */
interface RestoredCopy extends Restored {
  /** The files beside the database that were restored. */
  readonly files: readonly string[];
}

/**
 * Makes an installation of SQLite in `dataDir` of the copies in a folder, as it was at a moment, or as far as they go. Throws where
 * there is one already, and where nothing can be restored.
 */
export async function restoreCopy(
  {
    dir,
    owner,
    at,
    open,
  }: {
    readonly dir: string;
    readonly owner: string | undefined;
    readonly at: Micros | undefined;
    readonly open: Transform | undefined;
  },
  dataDir: string,
): Promise<RestoredCopy> {
  const all = await generationsIn(dir);
  const owners = [...new Set(all.map(({ name }) => name.slice(-8)))];
  if (owners.length > 1 && owner === undefined)
    throw new Error(
      `This folder has copies of several installations. Name one: --of ${owners.join(' or --of ')}.`,
    );
  const generation = chooseGeneration(
    all.filter(({ name }) => owner === undefined || name.endsWith(`-${owner}`)),
    at,
  );
  if (generation.isSealed && open === undefined)
    throw new Error('The copies are encrypted. Name the file of their key: --key <file>.');
  const file = databaseFile(dataDir);
  const taken = [file, `${file}-wal`, ...KEPT_FILES.map((name) => join(dataDir, name))].find((path) =>
    existsSync(path),
  );
  if (taken !== undefined)
    throw new Error(`${taken} is there already. Restore into an empty data directory.`);
  makeFolder(dataDir);
  const parts = { folder: new DiskFolder(dir), open: generation.isSealed ? open : undefined };
  try {
    const done = await restoreGeneration(parts, generation, at, file);
    const files = await restoreFiles(parts, generation);
    for (const [name, content] of files) {
      const target = join(dataDir, name);
      mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
      writeFileSync(target, content, { mode: 0o600, flush: true });
    }
    return { ...done, files: [...files.keys()] };
  } catch (error) {
    for (const path of [file, `${file}-wal`, `${file}-shm`]) rmSync(path, { force: true });
    throw error;
  }
}
