import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { InstallationKey, KEY_BYTES, Keyring } from '../edge/secrets.ts';
import type { Random } from '../kernel/random.ts';
import { makeFolder } from '../storage/folder.ts';
import { lockFile } from '../storage/lock.ts';

// secret.key: the installation's keys in base64, one a line. The first seals, all of them open (reference: operations.30).

/** The most keys that the file may hold: each is tried at what names none. */
export const MAX_KEYS = 10;

/** A key as it lies in the file. */
export interface KeyLine {
  readonly key: InstallationKey;
  readonly text: string;
}

/** Where the keys lie. */
export function keyFile(dataDir: string): string {
  return join(dataDir, 'secret.key');
}

/** The installation's keys, one made when there is none. Every process of a fleet needs the same file. */
export function readKeyring(dataDir: string, random: Random): Keyring {
  const file = keyFile(dataDir);
  makeFolder(dataDir);
  if (!existsSync(file)) {
    writePrivate(file, `${newKeyLine(random).text}\n`, (draft) => {
      // Of two processes that start together one makes it and the other reads it: a link replaces nothing.
      try {
        linkSync(draft, file);
      } catch (error) {
        // Some file systems have no links.
        if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) renameSync(draft, file);
      }
    });
  }
  return openKeyring(file);
}

/** The keys in a file, which it looks into again when it meets a name that it does not know. */
export function openKeyring(file: string): Keyring {
  const source = new KeySource(file);
  const keyring = new Keyring(readKeys(file));
  keyring.learnFrom(() => source.readChanged() ?? []);
  return keyring;
}

/** The keys in a file, the first one first. */
export function readKeys(file: string): [InstallationKey, ...InstallationKey[]] {
  const [first, ...others] = readLines(file);
  return [first.key, ...others.map(({ key }) => key)];
}

/** A new key. */
export function newKeyLine(random: Random): KeyLine {
  const bytes = Buffer.from(random.bytes(KEY_BYTES));
  return { key: new InstallationKey(bytes), text: bytes.toString('base64') };
}

function readLines(file: string): [KeyLine, ...KeyLine[]] {
  const texts = readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const lines = texts.map((text, at): KeyLine => {
    const bytes = Buffer.from(text, 'base64');
    const where = texts.length === 1 ? '' : ` in its line ${at + 1}`;
    if (bytes.length !== KEY_BYTES)
      throw new Error(`${file} does not hold a key of ${KEY_BYTES} bytes${where}. Put the right file back.`);
    return { key: new InstallationKey(bytes), text };
  });
  const [first, ...others] = lines;
  if (first === undefined)
    throw new Error(`${file} does not hold a key of ${KEY_BYTES} bytes. Put the right file back.`);
  if (lines.length > MAX_KEYS)
    throw new Error(`${file} holds more than ${MAX_KEYS} keys. Drop those that nothing rests on.`);
  if (new Set(lines.map(({ key }) => key.id)).size < lines.length)
    throw new Error(`${file} holds a key twice. Take one of the two lines out.`);
  return [first, ...others];
}

/** Looks at secret.key again when it has changed. */
export class KeySource {
  readonly #file: string;
  #stamp: string;

  constructor(file: string) {
    this.#file = file;
    this.#stamp = this.#look();
  }

  #look(): string {
    const stat = statSync(this.#file, { bigint: true, throwIfNoEntry: false });
    return stat === undefined ? '' : `${stat.ino} ${stat.size} ${stat.mtimeNs}`;
  }

  /** The keys, when the file is another than at the last look; undefined when it is the same. Throws for a bad one. */
  readChanged(): readonly InstallationKey[] | undefined {
    const stamp = this.#look();
    if (stamp === this.#stamp || stamp === '') return undefined;
    this.#stamp = stamp;
    return readKeys(this.#file);
  }

  /** The next look finds it changed. */
  again(): void {
    this.#stamp = '';
  }
}

/**
 * Changes secret.key while no other command does: `change` gets its lines, and writes others by the function it is given.
 * The file is the old or the new one whatever happens, and on the disk when that function returns.
 */
export async function changingKeyFile<T>(
  dataDir: string,
  change: (
    lines: readonly [KeyLine, ...KeyLine[]],
    write: (lines: readonly KeyLine[]) => void,
  ) => T | Promise<T>,
): Promise<T> {
  const file = keyFile(dataDir);
  if (!existsSync(file)) {
    throw new Error(
      `${file} is missing. Copy it from where it was made, or start Passbell once: it makes it.`,
    );
  }
  const lock = lockFile(
    `${file}.lock`,
    `Another command changes ${file} just now. Wait until it has ended, and try again.`,
  );
  try {
    return await change(readLines(file), (lines) => {
      writePrivate(file, `${lines.map(({ text }) => text).join('\n')}\n`, (draft) => {
        keepOwner(file, draft);
        renameSync(draft, file);
      });
    });
  } finally {
    lock.release();
  }
}

/** A command that root runs leaves the file to the user whom the service runs as. */
function keepOwner(file: string, draft: string): void {
  const [{ uid, gid }, own] = [statSync(file), statSync(draft)];
  if (uid !== own.uid || gid !== own.gid) chownSync(draft, uid, gid);
}

/** Writes a file for its owner alone, whole or not at all, and on the disk when this returns. */
export function writePrivate(file: string, text: string, place: (draft: string) => void): void {
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
