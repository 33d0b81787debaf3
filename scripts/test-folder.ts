// Where the tests keep what they make: databases, data directories, clones. They are many small files that nobody needs
// later, and a disk takes up to thirty times as long to make them as memory does (a copy of a PostgreSQL database:
// 1.1 s and 0.04 s on one machine).

import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where Linux keeps files in memory. */
const MEMORY = '/dev/shm';
/** What a whole run needs there at its most, and what it leaves to the processes that it starts, in bytes. */
const NEEDED = 6 * 1024 ** 3;
const LEFT = 6 * 1024 ** 3;

/** True when files of a whole run fit into memory beside its processes. */
function isRoomy(): boolean {
  if (!existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= NEEDED && process.availableMemory() >= NEEDED + LEFT;
}

const NAME = 'passbell-tests-';

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** What a run that was killed has left: in memory it would stay until the machine ends. */
function removeLeftovers(parent: string): void {
  for (const name of readdirSync(parent)) {
    const [, pid] = /^(\d+)-/.exec(name.startsWith(NAME) ? name.slice(NAME.length) : '') ?? [];
    if (pid !== undefined && !isRunning(Number(pid))) remove(join(parent, name));
  }
}

/** A folder for temporary files that goes with the run. */
export interface TestFolder {
  readonly path: string;
  remove(): void;
}

/** Makes the folder for the temporary files of a run: in memory where there is room, unless TMPDIR names a place. */
export function makeTestFolder(): TestFolder {
  const parent = process.env.TMPDIR === undefined && isRoomy() ? MEMORY : tmpdir();
  removeLeftovers(parent);
  const path = mkdtempSync(join(parent, `${NAME}${process.pid}-`));
  // PostgreSQL runs as another user, who makes files of its own in it.
  chmodSync(path, 0o1777);
  return { path, remove: () => remove(path) };
}
