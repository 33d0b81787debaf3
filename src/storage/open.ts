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

/** Opens the database and brings its tables up to date. Throws with a sentence for the operator. */
export async function openStorage(settings: StorageSettings): Promise<Storage> {
  const storage = await openEngine(settings);
  try {
    await migrate(storage);
  } catch (error) {
    await storage.close();
    throw error;
  }
  return storage;
}

/** Opens the database as it is, without touching its tables. */
export async function openEngine({ databaseUrl, dataDir }: StorageSettings): Promise<Storage> {
  if (databaseUrl === undefined) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    return new SqliteStorage(join(dataDir, 'passbell.sqlite'));
  }
  const storage = new PostgresStorage(databaseUrl);
  try {
    await storage.checkDurability(false);
  } catch (error) {
    await storage.close();
    throw error;
  }
  return storage;
}
