import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PostgresStorage } from './engines/postgres.ts';
import { SqliteStorage } from './engines/sqlite.ts';
import { MOST_LOG_PAGES } from './engines/sqlite-log.ts';
import { makeFolder } from './folder.ts';
import { hasTables } from './inspect.ts';
import { migrate } from './migrate.ts';
import type { Storage } from './port.ts';
import type { ReplicaSettings } from './replicated.ts';
import { checkSchema } from './schema.ts';

/** How PostgreSQL is reached (reference: operations.21). */
export interface DatabaseSettings {
  /** The database without a pooler between; undefined where it is reached directly anyway. */
  readonly directUrl: string | undefined;
  /** A pooler in transaction mode stands between: what belongs to a session cannot be kept. */
  readonly isPooled: boolean;
  /** Connections at most. */
  readonly connections: number;
  /** Copies of it that answer some reads. */
  readonly replicas?: ReplicaSettings | undefined;
}

/** The connections of a process unless set. */
export const DEFAULT_CONNECTIONS = 20;

/** Where the database is. */
export interface StorageSettings {
  /** `postgres://…`, or undefined for SQLite in `dataDir`. */
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
  /** Unless given it is reached directly. */
  readonly database?: DatabaseSettings;
  /** Set where SQLite's log is kept to be copied elsewhere. */
  readonly copies?: object | undefined;
}

/** The database for work that takes as long as it takes: never through a pooler, which has limits of its own. */
function patientStorage(url: string, database: DatabaseSettings | undefined): PostgresStorage {
  if (database?.directUrl !== undefined)
    return new PostgresStorage(database.directUrl, { statementLimitMs: 0 });
  return new PostgresStorage(url, { statementLimitMs: 0 });
}

/** Where SQLite's database lies. */
export function databaseFile(dataDir: string): string {
  return join(dataDir, 'passbell.sqlite');
}

/** True when SQLite's file is there and holds something. */
export function hasDatabaseFile(dataDir: string): boolean {
  return (statSync(databaseFile(dataDir), { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/** Takes SQLite's file away, and what SQLite keeps beside it: one that was only begun. */
export function removeDatabaseFile(dataDir: string): void {
  for (const end of ['', '-wal', '-shm']) rmSync(`${databaseFile(dataDir)}${end}`, { force: true });
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
  const patient = databaseUrl === undefined ? storage : patientStorage(databaseUrl, settings.database);
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
  return patientStorage(settings.databaseUrl, settings.database);
}

/** Opens the database as it is, without touching its tables. */
export async function openEngine(settings: StorageSettings): Promise<Storage> {
  const { databaseUrl, dataDir, database, copies } = settings;
  if (databaseUrl === undefined) {
    makeFolder(dataDir);
    return new SqliteStorage(
      databaseFile(dataDir),
      copies === undefined ? {} : { keptLogPages: MOST_LOG_PAGES },
    );
  }
  const storage = new PostgresStorage(databaseUrl, {
    maxConnections: database?.connections ?? DEFAULT_CONNECTIONS,
    ...(database === undefined ? {} : { isPooled: database.isPooled, directUrl: database.directUrl }),
  });
  try {
    await storage.checkSettings();
  } catch (error) {
    await storage.close();
    throw error;
  }
  return storage;
}
