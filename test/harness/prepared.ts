import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDatabase } from './postgres.ts';

// Installations that were made once in a run and are copied for those who need one: a first start makes keys,
// certificates, tables and a sandbox, which takes longer than most tests. What a first start does is tested where it is
// made anew.

/** What goes with the folder of an installation: its database's name on PostgreSQL. */
interface Note {
  readonly database?: string;
}

/** A copy of a prepared installation. */
export interface Copy {
  /** Undefined on SQLite. */
  readonly databaseUrl: string | undefined;
}

/** An installation that was made, and stopped again. */
export interface Made {
  readonly dir: string;
  /** Undefined on SQLite. */
  readonly databaseUrl: string | undefined;
}

/** What makes a first start another than the usual one, and so needs one of its own. */
const OWN_START = [
  'DATA_DIR',
  'SANDBOX',
  'FIRST_ORDER_ID',
  'BASE_URL',
  'TLS_CERT_FILE',
  'TLS_KEY_FILE',
] as const;

/** True when an installation started with these settings is made as every other. */
export function isUsual(env: Readonly<Record<string, string>>): boolean {
  return OWN_START.every((name) => env[name] === undefined);
}

/**
 * Copies the prepared installation of a kind into `dir`, as `database` on PostgreSQL; the first caller makes it.
 * Undefined outside of `npm test`, and while another process is still making it.
 */
export async function copyPrepared(
  kind: string,
  dir: string,
  database: string | undefined,
  make: () => Promise<Made>,
): Promise<Copy | undefined> {
  const { PASSBELL_TEST_PREPARED: home, PASSBELL_TEST_POSTGRES: server = '' } = process.env;
  if (home === undefined) return undefined;
  const from = join(home, kind);
  if (!existsSync(from)) {
    const draft = `${from}-draft`;
    try {
      mkdirSync(draft);
    } catch {
      return undefined;
    }
    const made = await make();
    const name = made.databaseUrl === undefined ? undefined : new URL(made.databaseUrl).pathname.slice(1);
    cpSync(made.dir, join(draft, 'data'), { recursive: true });
    rmSync(made.dir, { recursive: true, force: true });
    writeFileSync(join(draft, 'note.json'), JSON.stringify({ database: name }));
    renameSync(draft, from);
  }
  const { database: template }: Note = JSON.parse(readFileSync(join(from, 'note.json'), 'utf8'));
  cpSync(join(from, 'data'), dir, { recursive: true });
  if (template === undefined || database === undefined) return { databaseUrl: undefined };
  return { databaseUrl: await createDatabase(server, database, template) };
}
