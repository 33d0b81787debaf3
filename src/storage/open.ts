import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PostgresStorage } from './engines/postgres.ts';
import { SqliteStorage } from './engines/sqlite.ts';
import { hasTables } from './inspect.ts';
import { migrate } from './migrate.ts';
import type { Storage } from './port.ts';
import { checkSchema } from './schema.ts';

/** Where the database is. */
export interface StorageSettings {
  /** `postgres://…`, or undefined for SQLite in `dataDir`. */
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
}

/** Where SQLite's database lies. */
export function databaseFile(dataDir: string): string {
  return join(dataDir, 'passbell.sqlite');
}

/** True when SQLite's file is there and holds something. */
export function hasDatabaseFile(dataDir: string): boolean {
  return (statSync(databaseFile(dataDir), { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/**
 * Opens the database and brings its tables up to date. `whenEmpty` is called before anything is made in a database that
 * has none, on SQLite before the file is: it throws to leave all as it is.
 */
export async function openStorage(settings: StorageSettings, whenEmpty?: () => void): Promise<Storage> {
  const { databaseUrl, dataDir } = settings;
  // SQLite deletes the log of a file that is missing or empty when it opens it.
  if (databaseUrl === undefined && !hasDatabaseFile(dataDir)) whenEmpty?.();
  const storage = await openEngine(settings);
  // An index over years of orders takes long, and so does waiting for another process that builds it.
  const patient =
    databaseUrl === undefined ? storage : new PostgresStorage(databaseUrl, { statementLimitMs: 0 });
  try {
    if (!(await storage.read((tx) => hasTables(tx, storage.engine)))) whenEmpty?.();
    await migrate(patient);
    await checkSchema(patient);
  } catch (error) {
    await storage.close();
    throw error;
  } finally {
    if (patient !== storage) await patient.close();
  }
  return storage;
}

/** The same, for work that takes as long as it takes. */
export async function openWithoutTimeLimit(
  settings: StorageSettings,
  whenEmpty?: () => void,
): Promise<Storage> {
  const storage = await openStorage(settings, whenEmpty);
  if (settings.databaseUrl === undefined) return storage;
  await storage.close();
  return new PostgresStorage(settings.databaseUrl, { statementLimitMs: 0 });
}

/** Opens the database as it is, without touching its tables. */
export async function openEngine({ databaseUrl, dataDir }: StorageSettings): Promise<Storage> {
  if (databaseUrl === undefined) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    return new SqliteStorage(databaseFile(dataDir));
  }
  const storage = new PostgresStorage(databaseUrl);
  try {
    await storage.checkSettings();
  } catch (error) {
    await storage.close();
    throw error;
  }
  return storage;
}
