import { existsSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';
import type { Keyring } from './edge/secrets.ts';
import type { Random } from './kernel/random.ts';
import { admitKeys } from './keys/admit.ts';
import { keyFile, readKeyring, writePrivate } from './keys/file.ts';
import { getMeta } from './oauth/store.ts';
import { readKeyChecks } from './storage/key-checks.ts';
import { databaseFile, openStorage, type StorageSettings } from './storage/open.ts';
import type { Storage } from './storage/port.ts';

// The files of an installation in DATA_DIR beside the database: the key, sandbox.json, certificates.

/** An open installation: the database, and the keys its secrets are sealed with. */
export interface Installation {
  readonly storage: Storage;
  readonly keyring: Keyring;
}

/** Where sandbox.json lies. */
export function sandboxFile(dataDir: string): string {
  return join(dataDir, 'sandbox.json');
}

/**
 * Opens the database and finds the keys it rests on. A database that is new gets a new key; one of whose keys one is missing
 * is refused instead of given another, with which nothing sealed could be read again.
 */
export async function openInstallation(config: Config, random: Random): Promise<Installation> {
  const storage = await openStorage(config, () => refuseLost(config));
  try {
    const file = keyFile(config.dataDir);
    const known = await storage.read(readKeyChecks);
    if (known.origin !== undefined && !existsSync(file)) {
      throw new Error(
        `${file} is missing, and the database was made with it. Copy it from where it was made.`,
      );
    }
    // Tables that nothing was ever started on, as of a restored schema without its rows.
    const isUnused =
      known.origin === undefined && (await storage.read((tx) => getMeta(tx, 'started'))) === undefined;
    if (isUnused && existsSync(sandboxFile(config.dataDir))) refuseLost(config);
    const keyring = readKeyring(config.dataDir, random);
    await admitKeys(storage, file, keyring.keys);
    return { storage, keyring };
  } catch (error) {
    await storage.close();
    throw error;
  }
}

/**
 * Why no new database may be made here: DATA_DIR shows that there was one, so it is lost, or somewhere else. Undefined
 * when nothing shows it.
 */
export function lostDatabase({ dataDir, databaseUrl }: StorageSettings): string | undefined {
  const has = (name: string) => (statSync(join(dataDir, name), { throwIfNoEntry: false })?.size ?? 0) > 0;
  const signs = ['secret.key', 'sandbox.json', 'passbell.sqlite-wal'].filter(has);
  const onSqlite = databaseUrl === undefined;
  // A key alone may have been put there for a fleet that is about to start; certificates are made by a start.
  const isLost = onSqlite
    ? signs.length > 0
    : has('sandbox.json') || (has('secret.key') && has('tls/ca.pem'));
  if (!isLost) return undefined;
  const file = databaseFile(dataDir);
  const what = !onSqlite
    ? 'DATABASE_URL (--database-url): the database is empty'
    : `${file} is ${existsSync(file) ? 'empty' : 'missing'}`;
  const elsewhere = onSqlite ? 'If it is on PostgreSQL, set DATABASE_URL. ' : '';
  return (
    `${what}, but ${signs.join(' and ')} in ${dataDir} show that there was an installation. Put its database back. ` +
    `${elsewhere}To restore a backup, move ${dataDir} away and do: passbell restore --from <file>. ` +
    'To begin anew, move it away and start.'
  );
}

/** Refuses to make a database where one was lost. */
export function refuseLost(settings: StorageSettings): void {
  const lost = lostDatabase(settings);
  if (lost !== undefined) throw new Error(lost);
}

/** Writes sandbox.json (reference: operations.10). */
export function writeSandboxFile(dataDir: string, card: Record<string, unknown>): void {
  const file = sandboxFile(dataDir);
  writePrivate(file, `${JSON.stringify(card, null, 2)}\n`, (draft) => renameSync(draft, file));
}

const BASE_URL = /("base_url"\s*:\s*)"(?:[^"\\]|\\.)*"/;

/** Makes the address in sandbox.json true; everything else in the file stays as it is. */
export function updateSandboxFile(dataDir: string, url: string): void {
  const file = sandboxFile(dataDir);
  if (!existsSync(file)) return;
  const text = readFileSync(file, 'utf8');
  const changed = text.replace(BASE_URL, (_all, name: string) => name + JSON.stringify(url));
  if (changed !== text) writePrivate(file, changed, (draft) => renameSync(draft, file));
}

/** The address in sandbox.json: where the service was last. */
export function readSandboxAddress(dataDir: string): string | undefined {
  const file = sandboxFile(dataDir);
  if (!existsSync(file)) return undefined;
  try {
    const card: unknown = JSON.parse(readFileSync(file, 'utf8'));
    const url = typeof card === 'object' && card !== null && 'base_url' in card ? card.base_url : undefined;
    return typeof url === 'string' ? url : undefined;
  } catch {
    return undefined;
  }
}
