// Makes what the package holds, before `npm pack` does: the screens in dist/web, the sources as JavaScript in dist/src
// and dist/clients, with the files that they read, and of these the program that is started, in dist/bundle. Node runs no
// TypeScript from inside of node_modules.

import { spawnSync } from 'node:child_process';
import { cpSync, globSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packProgram } from './program.ts';

const root = dirname(import.meta.dirname);
const dist = join(root, 'dist');

/** What the sources read beside themselves. */
const DATA = [
  'src/demo/menu.json',
  'src/description/examples.json',
  'src/description/viewer/*.{css,js,svg}',
  'locales/reasons.json',
  'locales/*/*.json',
];

function run(program: string, ...args: string[]): void {
  // What npm pack prints on stdout is its own: with --json somebody reads it.
  const { status } = spawnSync(process.execPath, [join(root, program), ...args], { stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error(`${program} ended with ${status}.`);
}

run('scripts/build.ts', '--if-stale');
for (const folder of ['src', 'clients', 'locales'])
  rmSync(join(dist, folder), { recursive: true, force: true });
run('node_modules/typescript/bin/tsc', '-p', join(import.meta.dirname, 'pack.tsconfig.json'));
for (const file of globSync(DATA, { cwd: root })) cpSync(join(root, file), join(dist, file));
await packProgram(join(dist, 'src'), join(dist, 'bundle'));
