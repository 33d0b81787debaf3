import { closeSync, openSync } from 'node:fs';

/** Makes a file of SQLite's, unless it is there, so that only its owner can read it. */
export function createForOwner(file: string): void {
  try {
    // `wx` never opens one that is there: closing it would take SQLite's locks on it away.
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}
