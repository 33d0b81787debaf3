// Programs around a fleet that are not ours, and how they are installed.

import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The binaries of PostgreSQL 15 as Debian and Ubuntu install them. */
export const POSTGRES_BIN = '/usr/lib/postgresql/15/bin';

/** Programs by name, with the package of Debian 12 that each is in. */
const PACKAGES = {
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  patroni: 'patroni',
  patronictl: 'patroni',
  pgbackrest: 'pgbackrest',
  pgbouncer: 'pgbouncer',
  postgres: 'postgresql-15',
  promtool: 'prometheus',
} as const;

export type Program = keyof typeof PACKAGES;

/** Where the system keeps programs that are not in every user's PATH. */
const SYSTEM = ['/usr/sbin', '/sbin', POSTGRES_BIN];

/** Where a program is; undefined when it is not installed. */
export function findProgram(name: Program): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...SYSTEM];
  // The newest PostgreSQL in the PATH need not be one that the other programs know.
  const looked = name === 'postgres' ? [POSTGRES_BIN] : folders;
  for (const folder of looked.filter((each) => each !== '')) {
    const path = join(folder, name);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // Not here.
    }
  }
  return undefined;
}

/** Where an installed program is. */
export function pathOf(name: Program): string {
  const path = findProgram(name);
  if (path === undefined) throw new Error(`${name} is not installed.`);
  return path;
}

/** Those that are not installed. */
export function missing(names: readonly Program[]): Program[] {
  return names.filter((name) => findProgram(name) === undefined);
}

/** The line that installs programs on Debian and Ubuntu, without anything else that would come along. */
export function installLine(names: readonly Program[]): string {
  const packages = [...new Set(names.map((name) => PACKAGES[name]))].sort();
  return `apt-get install --no-install-recommends ${packages.join(' ')}`;
}
