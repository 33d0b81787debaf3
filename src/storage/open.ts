import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PostgresStorage } from './engines/postgres.ts';
import { SqliteStorage } from './engines/sqlite.ts';
import { migrate } from './migrate.ts';
import type { Storage } from './port.ts';

/** Where the database is. */
export interface StorageSettings {
  /** `postgres://…`, or undefined for SQLite in `dataDir`. */
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
}

/** Opens the database and brings its tables up to date. */
export async function openStorage(settings: StorageSettings): Promise<Storage> {
  const { databaseUrl } = settings;
  const storage = await openEngine(settings);
  // An index over years of orders takes as long as it takes, and so does waiting for who builds it.
  const patient =
    databaseUrl === undefined ? storage : new PostgresStorage(databaseUrl, { statementLimitMs: 0 });
  try {
    await migrate(patient);
  } catch (error) {
    await storage.close();
    throw error;
  } finally {
    if (patient !== storage) await patient.close();
  }
  return storage;
}

/** The same, for work that takes as long as it takes. */
export async function openPatient(settings: StorageSettings): Promise<Storage> {
  const storage = await openStorage(settings);
  if (settings.databaseUrl === undefined) return storage;
  await storage.close();
  return new PostgresStorage(settings.databaseUrl, { statementLimitMs: 0 });
}

/** Opens the database as it is, without touching its tables. */
export async function openEngine({ databaseUrl, dataDir }: StorageSettings): Promise<Storage> {
  if (databaseUrl === undefined) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    return new SqliteStorage(join(dataDir, 'passbell.sqlite'));
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
