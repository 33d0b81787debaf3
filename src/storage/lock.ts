import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createForOwner } from './engines/file.ts';
import { makeFolder } from './folder.ts';

// One service at a time on a data directory. The lock is SQLite's own on a file without content: the operating system
// frees it when the process ends, however it ends.

/** How long the process before us may take to let go, in ms: a restart begins before the stop has quite ended. */
const WAIT_MS = 1_000;
/** SQLite's answer when another process has the lock. */
const BUSY = 5;

/**
 * `exclusive`: no other process may serve on the folder meanwhile. `shared`: other shared ones may, and the first of
 * them is the keeper. `passive`: shared, but never as the keeper.
 */
export type LockMode = 'exclusive' | 'shared' | 'passive';

/** The right to serve on a data directory, until it is released or the process ends. */
export interface FolderLock {
  /** True for the one process that keeps the address in sandbox.json true. */
  readonly isKeeper: boolean;
  release(): void;
}

/** Another process serves on the data directory. */
class FolderInUse extends Error {
  constructor(dataDir: string, pids: readonly number[]) {
    const who = pids.length === 0 ? '' : ` (process ${pids.join(', ')})`;
    super(
      `DATA_DIR (--data-dir): ${dataDir} is in use by another Passbell${who}. Stop that one first, or set another folder.`,
    );
    this.name = 'FolderInUse';
  }
}

/** Takes the lock of a data directory, which is made when it is not there. Throws FolderInUse. */
export function lockFolder(dataDir: string, mode: LockMode): FolderLock {
  makeFolder(dataDir);
  const file = join(dataDir, 'service.lock');
  const pids = join(dataDir, 'service.pid');
  createForOwner(file);
  const lock = new DatabaseSync(file, { timeout: WAIT_MS });
  try {
    // There is nothing to undo, and no file for it beside the lock.
    lock.exec('pragma journal_mode = memory');
    if (mode === 'exclusive') lock.exec('begin exclusive');
    const isKeeper = mode === 'exclusive' || (mode === 'shared' && becomeKeeper(lock));
    if (!isKeeper) {
      lock.exec('begin');
      // Only a read takes the lock.
      lock.prepare('select count(*) from sqlite_schema').get();
    }
    writePids(pids, mode === 'exclusive' ? [process.pid] : [...livingPids(pids), process.pid]);
    return {
      isKeeper,
      release: () => {
        if (!lock.isOpen) return;
        writePids(pids, livingPids(pids));
        lock.close();
      },
    };
  } catch (error) {
    lock.close();
    if (isBusy(error)) throw new FolderInUse(dataDir, livingPids(pids));
    if (!(error instanceof Error && 'errcode' in error)) throw error;
    throw new Error(`DATA_DIR (--data-dir): ${file} cannot be locked (${error.message}).`, { cause: error });
  }
}

/** Takes a lock that one process has at a time, on a file that stays; throws the sentence when another one has it. */
export function lockFile(file: string, taken: string): { release(): void } {
  createForOwner(file);
  const lock = new DatabaseSync(file, { timeout: WAIT_MS });
  try {
    lock.exec('pragma journal_mode = memory; begin exclusive');
    return { release: () => lock.close() };
  } catch (error) {
    lock.close();
    throw isBusy(error) ? new Error(taken) : error;
  }
}

/** The keeper holds SQLite's reserved lock: one process at a time, and readers still get in. */
function becomeKeeper(lock: DatabaseSync): boolean {
  try {
    lock.exec('pragma busy_timeout = 0; begin immediate');
    return true;
  } catch (error) {
    if (!isBusy(error)) throw error;
    lock.exec(`pragma busy_timeout = ${WAIT_MS}`);
    return false;
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === BUSY;
}

/** The other processes that serve here, by the file they write: only for the sentence that names them. */
function livingPids(file: string): number[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return [];
  }
  const pids = text.split('\n').filter((line) => /^[1-9]\d{0,9}$/.test(line));
  return pids.map(Number).filter((pid) => pid !== process.pid && isAlive(pid));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Another user's process is alive too.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function writePids(file: string, pids: readonly number[]): void {
  if (pids.length === 0) {
    rmSync(file, { force: true });
    return;
  }
  const draft = `${file}.${process.pid}.new`;
  writeFileSync(draft, `${pids.join('\n')}\n`, { mode: 0o600 });
  renameSync(draft, file);
}
