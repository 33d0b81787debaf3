import type { Config } from './config.ts';
import { ConfigError } from './kernel/settings.ts';
import { databaseFile } from './storage/open.ts';
import { StorageUnavailable } from './storage/port.ts';

// Errors for the user of the command line: one sentence that names the setting, never a secret.

/** Result codes of SQLite for a file that is damaged, or is something else. */
const DAMAGED = new Set([11, 26]);

/** Explains on one line why Passbell did not start, or why a command was not done. */
export function explainProblem(error: unknown, config: Config | undefined): string {
  return onOneLine(explain(error, config));
}

/** A text of several lines on one. */
export function onOneLine(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
}

function explain(error: unknown, config: Config | undefined): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ConfigError || config === undefined) return error.message;
  if (error instanceof StorageUnavailable) return storageProblem(error, config);
  const code = 'code' in error ? error.code : undefined;
  // Refusals of PostgreSQL itself: a wrong password, a database that is not there.
  if ('severity' in error) return `DATABASE_URL (--database-url): PostgreSQL says: ${error.message}.`;
  if ('errcode' in error) {
    const file = databaseFile(config.dataDir);
    if (DAMAGED.has(Number(error.errcode) & 0xff)) {
      return `${file} is damaged (${error.message}). Restore it from a back-up.`;
    }
    return `${file} cannot be used (${error.message}). Look at DATA_DIR (--data-dir) and who owns it.`;
  }
  if (typeof code !== 'string') return error.message;
  const syscall = 'syscall' in error ? error.syscall : undefined;
  if (syscall === 'listen' || syscall === 'bind' || syscall === 'getaddrinfo')
    return listenProblem(code, config);
  if ('path' in error) {
    return `${error.path} cannot be used (${code}). Look at DATA_DIR (--data-dir) and who owns it.`;
  }
  return error.message;
}

function listenProblem(code: string, { host, port }: Config): string {
  switch (code) {
    case 'EADDRINUSE':
      return `PORT (--port): ${port} is in use. Stop what uses it, or choose another; 0 picks a free one.`;
    case 'EACCES':
      return `PORT (--port): ${port} may not be used by this user. Choose one above 1023.`;
    default:
      return `HOST (--host): ${host} is no address of this machine (${code}).`;
  }
}

function storageProblem({ message, cause }: StorageUnavailable, { databaseUrl, dataDir }: Config): string {
  const code =
    cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? ` (${cause.code})` : '';
  const sentence = `${message.replace(/\.$/, '')}${code}.`;
  if (databaseUrl === undefined) return `${databaseFile(dataDir)}: ${sentence}`;
  return `DATABASE_URL (--database-url): ${sentence} Is it right, and is the server running?`;
}
