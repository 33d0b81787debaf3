import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from './process.ts';

// Packages as others get them: packed by npm, unpacked among the packages that they name, and those alone.

const root = dirname(dirname(import.meta.dirname));

interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

function run(program: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}: ${stdout}${stderr}`);
  return stdout;
}

/** A package that was packed and installed: its own folder, and the folder whose node_modules it is in. */
export interface Installed {
  readonly dir: string;
  readonly place: string;
  /** What a user of the place starts as a command. */
  readonly command: string;
}

/** Packs the package of a folder of the repository and installs it, without a registry. */
export function installPacked(folder: '.' | `./${string}`, command: string): Installed {
  const place = makeFolder();
  const modules = join(place, 'node_modules');
  const npm = process.env.npm_execpath;
  const [program, first] = npm === undefined ? ['npm', []] : [process.execPath, [npm]];
  const packed = run(
    program,
    [...first, 'pack', '--silent', '--ignore-scripts=false', '--pack-destination', place, folder],
    root,
  );
  const tarball = packed.trim().split('\n').at(-1) ?? '';
  mkdirSync(modules);
  run('tar', ['-xzf', join(place, tarball), '-C', place], place);
  const manifest: Manifest = JSON.parse(readFileSync(join(place, 'package/package.json'), 'utf8'));
  const dir = join(modules, manifest.name);
  run('mv', [join(place, 'package'), dir], place);
  for (const name of Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })) {
    const there = join(root, 'node_modules', name);
    // An optional one may be for another machine.
    if (!existsSync(there)) continue;
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(there, join(modules, name), 'junction');
  }
  const { bin } = manifest as { bin?: Readonly<Record<string, string>> };
  return { dir, place, command: join(dir, bin?.[command] ?? '') };
}
