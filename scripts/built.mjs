// Answers whether what was built is of the sources as they are: the screens, and the program that a start runs in place of
// its sources. Plain JavaScript that imports nothing but Node's own modules: run.mjs asks before anything else is started.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Where the built screens lie. */
export const webFolder = join(root, 'dist', 'web');
const stampFile = join(webFolder, '.stamp');

/** Where built programs lie, each in a folder of its own: one that runs finds its files, whatever is built beside it. */
export const programsFolder = join(root, 'dist', 'program');

/** The names of the programs, and of the sources in src/ that they begin with. */
export const PROGRAMS = ['main', 'cli'];

/**
 * The files of a folder, but for tests.
 * @type {(folder: string, fits?: (path: string) => boolean) => string[]}
 */
function filesIn(folder, fits = () => true) {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((path) => !/\.test\.tsx?$/.test(path) && fits(path));
}

/** @type {(files: readonly string[], ...more: readonly string[]) => string} */
function hashOf(files, ...more) {
  const hash = createHash('sha256');
  for (const text of more) hash.update(`${text}\0`);
  for (const file of files.toSorted())
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  return hash.digest('hex');
}

/** A hash of what the screens are made of; undefined where their sources are not, as in an installed package. */
export function wantedStamp() {
  if (!existsSync(join(root, 'web'))) return undefined;
  const own = [
    'package-lock.json',
    'scripts/build.ts',
    'scripts/web-config.ts',
    'scripts/web-install.ts',
    'scripts/built.mjs',
  ];
  const shared = filesIn('src', (path) => /^src[\\/](?:kernel[\\/]|.*[\\/]rules[\\/])/.test(path));
  return `${hashOf([...own, ...filesIn('web'), ...shared])}\n`;
}

/** True when the built screens are missing or older than their sources. */
export function isStale() {
  const wanted = wantedStamp();
  if (wanted === undefined) return false;
  try {
    return readFileSync(stampFile, 'utf8') !== wanted;
  } catch {
    return true;
  }
}

/** The folder of the program of the sources as they are, built or not; undefined where they cannot be built, as in an installed package. */
export function programFolder() {
  if (!existsSync(join(root, 'scripts', 'program.ts'))) return undefined;
  const own = ['package-lock.json', 'scripts/program.ts', 'scripts/built.mjs'];
  // Its files name their places, which are others in a copy of this checkout.
  return join(programsFolder, hashOf([...own, ...filesIn('src'), ...filesIn('clients')], root).slice(0, 16));
}

/** How many programs stay besides the newest, whether anybody runs them or not. */
const KEPT = 3;
/** The file that says who runs a program: a process id is behind it. */
const USED_BY = '.used-by-';

/**
 * Keeps a built program from being removed while this process lives: what a service loads late is read from there, hours
 * after the sources were changed and built again.
 * @param {string} folder
 */
export function useProgram(folder) {
  const mark = join(folder, `${USED_BY}${process.pid}`);
  try {
    writeFileSync(mark, '');
  } catch {
    // It is not built; or it is another user's, or lies on a disk that takes nothing, and nobody builds beside it.
    return;
  }
  process.once('exit', () => rmSync(mark, { force: true }));
}

/**
 * True while a process that said so lives; those that ended without a word are forgotten.
 * @param {string} folder
 */
function isUsed(folder) {
  const marks = readdirSync(folder).filter((name) => name.startsWith(USED_BY));
  const living = marks.filter((name) => isAlive(Number(name.slice(USED_BY.length))));
  for (const name of marks) if (!living.includes(name)) rmSync(join(folder, name), { force: true });
  return living.length > 0;
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return Number.isSafeInteger(pid) && pid > 0 && process.kill(pid, 0);
  } catch (error) {
    // Another user's process is alive too.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * Removes programs of earlier sources, but for the last of them and those that are run.
 * @param {string} newest
 */
export function removeEarlier(newest) {
  const earlier = readdirSync(programsFolder)
    .map((name) => join(programsFolder, name))
    .filter((path) => path !== newest)
    .map((path) => ({ path, stat: statSync(path, { throwIfNoEntry: false }) }))
    .filter(({ stat }) => stat?.isDirectory())
    .sort((a, b) => (b.stat?.mtimeMs ?? 0) - (a.stat?.mtimeMs ?? 0));
  for (const { path } of earlier.slice(KEPT)) {
    if (!isUsed(path)) rmSync(path, { recursive: true, force: true });
  }
}
