import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from './config.ts';
import type { TlsIdentity } from './edge/listener.ts';
import { hashSecret, Keyring } from './edge/secrets.ts';
import type { Random } from './kernel/random.ts';
import { getMeta, setMeta } from './oauth/store.ts';
import { KEY_CHECK } from './storage/inspect.ts';
import { databaseFile, openStorage, type StorageSettings } from './storage/open.ts';
import type { Storage } from './storage/port.ts';

// The files of an installation in DATA_DIR beside the database: the key, sandbox.json, certificates.

/** An open installation: the database, and the key its secrets are sealed with. */
export interface Installation {
  readonly storage: Storage;
  readonly keyring: Keyring;
}

/** Where the key lies. */
export function keyFile(dataDir: string): string {
  return join(dataDir, 'secret.key');
}

/** Where sandbox.json lies. */
export function sandboxFile(dataDir: string): string {
  return join(dataDir, 'sandbox.json');
}

/** The check value of the key that the database keeps, so that another key is noticed. */
export function keyCheckOf(keyring: Keyring): string {
  return hashSecret(keyring.cursors.toString('base64'));
}

/**
 * Opens the database and finds the key it was made with. A database that is new gets a new key; one whose key
 * is missing is refused instead of given another, with which nothing sealed could be read again.
 */
export async function openInstallation(config: Config, random: Random): Promise<Installation> {
  const storage = await openStorage(config, () => refuseLost(config));
  try {
    const file = keyFile(config.dataDir);
    const known = await storage.read((tx) => getMeta(tx, KEY_CHECK));
    if (known !== undefined && !existsSync(file)) {
      throw new Error(
        `${file} is missing, and the database was made with it. Copy it from where it was made.`,
      );
    }
    // Tables that nothing was ever started on, as of a restored schema without its rows.
    const isUnused =
      known === undefined && (await storage.read((tx) => getMeta(tx, 'started'))) === undefined;
    if (isUnused && existsSync(sandboxFile(config.dataDir))) refuseLost(config);
    const keyring = readKeyring(config.dataDir, random);
    const own = keyCheckOf(keyring);
    const check =
      known ??
      (await storage.write(async (tx) => {
        await setMeta(tx, KEY_CHECK, own);
        return getMeta(tx, KEY_CHECK);
      }));
    if (check !== own) {
      throw new Error(`${file} is not the key that the database was made with. Copy the right one there.`);
    }
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

/** The installation's key, made when there is none. Every process of a fleet needs the same file. */
export function readKeyring(dataDir: string, random: Random): Keyring {
  const file = keyFile(dataDir);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (!existsSync(file)) {
    writePrivate(file, `${random.bytes(32).toString('base64')}\n`, (draft) => {
      // Of two processes that start together one makes it and the other reads it: a link replaces nothing.
      try {
        linkSync(draft, file);
      } catch (error) {
        // Some file systems have no links.
        if (codeOf(error) !== 'EEXIST') renameSync(draft, file);
      }
    });
  }
  return openKeyring(file);
}

/** The key in a file. */
export function openKeyring(file: string): Keyring {
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64');
  if (key.length !== 32) throw new Error(`${file} does not hold a key of 32 bytes. Put the right file back.`);
  return new Keyring(key);
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

/** Writes a file for its owner alone, whole or not at all, and on the disk when this returns. */
function writePrivate(file: string, text: string, place: (draft: string) => void): void {
  const draft = `${file}.${process.pid}.new`;
  try {
    rmSync(draft, { force: true });
    writeFileSync(draft, text, { mode: 0o600, flag: 'wx', flush: true });
    place(draft);
  } finally {
    rmSync(draft, { force: true });
  }
  syncFolder(dirname(file));
}

/** A new name is safe from a power cut only when its folder is written too; Windows does it by itself. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** TLS_CERT_FILE and TLS_KEY_FILE, read and known to belong together. */
export function readTlsFiles(files: { readonly cert: string; readonly key: string }): TlsIdentity {
  const cert = readSetting('TLS_CERT_FILE', files.cert);
  const key = readSetting('TLS_KEY_FILE', files.key);
  let certificate: X509Certificate;
  let privateKey: KeyObject;
  try {
    certificate = new X509Certificate(cert);
  } catch {
    throw new Error(`TLS_CERT_FILE: ${files.cert} is no certificate in PEM.`);
  }
  try {
    privateKey = createPrivateKey(key);
  } catch {
    throw new Error(`TLS_KEY_FILE: ${files.key} is no private key in PEM without a passphrase.`);
  }
  if (!certificate.checkPrivateKey(privateKey)) {
    throw new Error(`TLS_KEY_FILE: ${files.key} is not the key of the certificate in ${files.cert}.`);
  }
  return { cert, key };
}

function readSetting(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = codeOf(error);
    throw new Error(`${name}: ${file} ${code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`}.`);
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
