// The licences of packages whose code is part of a program: they go where it goes.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the package that a module lies in, and its name; undefined for one of our own. */
function packageOf(module: string): readonly [name: string, folder: string] | undefined {
  const [, folder, name] = /^(.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+))[\\/]/.exec(module) ?? [];
  return folder === undefined || name === undefined ? undefined : [name.replace('\\', '/'), folder];
}

/** The text of a package's licence, or what it says of it. */
function licenceIn(folder: string, named: string): string {
  const file = readdirSync(folder).find((name) => /^(?:licen[cs]e|copying)\b/i.test(name));
  return file === undefined ? named : readFileSync(join(folder, file), 'utf8').trim();
}

/** The licences of all packages that some modules are from, by name, as Markdown. */
export function licencesOf(modules: Iterable<string>): string {
  const packages = new Map<string, string>();
  for (const module of modules) {
    const found = packageOf(module);
    if (found !== undefined) packages.set(...found);
  }
  const texts = [...packages].sort().map(([name, folder]) => {
    const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      readonly version: string;
      readonly license?: string;
    };
    const named = license ?? 'no licence named';
    return `## ${name} - ${version} (${named})\n\n${licenceIn(folder, named)}\n`;
  });
  return `# Licences\n\nThis program has code of these packages in it.\n\n${texts.join('\n')}`;
}
