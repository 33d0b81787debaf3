import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder that only its owner can read, and those above it, unless they are there. Node's own `recursive` tries for ever
 * where a folder is there in which none can be made, as in /proc, and no signal ends it.
 */
export function makeFolder(dir: string): void {
  if (isFolder(dir)) return;
  const above = dirname(dir);
  if (!existsSync(above)) makeFolder(above);
  try {
    mkdirSync(dir, { mode: 0o700 });
  } catch (error) {
    // Another process was faster.
    if (!isFolder(dir)) throw error;
  }
}

function isFolder(dir: string): boolean {
  return statSync(dir, { throwIfNoEntry: false })?.isDirectory() === true;
}
