// PostgreSQL under Patroni with etcd behind HAProxy, on this machine: by the files of deploy/, with other addresses.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryDir, unprivilegedUser } from '#test/harness/postgres.ts';
import { freePort } from '#test/harness/process.ts';
import { Gate } from './gate.ts';
import { POSTGRES_BIN, pathOf } from './programs.ts';

const DEPLOY = join(dirname(import.meta.dirname), 'deploy');
const POLL_MS = 50;
const READY_MS = 90_000;
const PASSWORDS = { 'change-me-1': 'drill-1', 'change-me-2': 'drill-2', 'change-me-3': 'drill-3' } as const;
const DATABASE = 'prove';

/** A member in the answer of Patroni's /cluster. */
interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
  readonly lag?: number | string;
}

/** A file of deploy/ with other values: every one of them has to be there. */
export function example(name: string, changes: Readonly<Record<string, string>>): string {
  let text = readFileSync(join(DEPLOY, name), 'utf8');
  for (const [from, to] of Object.entries(changes)) {
    if (!text.includes(from)) throw new Error(`deploy/${name} has no ${from}.`);
    text = text.replaceAll(from, to);
  }
  return text;
}

/** Ends every program when this process is killed: its input is closed then. */
const WATCHDOG = `
read -r line && exit 0
cd "$1" || exit 0
for file in pids/*; do kill -KILL "$(cat "$file")" 2>/dev/null; done
for file in */data/postmaster.pid; do
  pid=$(head -n 1 "$file" 2>/dev/null) && kill -CONT "$pid" && kill -QUIT "$pid"
done
sleep 2
cd / && rm -rf -- "$1"
`;

/** Folder, programs and their end. */
export class Programs {
  readonly dir: string = temporaryDir();
  readonly #children = new Map<string, ChildProcess>();
  readonly #watchdog: ChildProcess;

  constructor() {
    this.own(this.dir);
    chmodSync(this.dir, 0o755);
    this.folder('pids');
    this.#watchdog = spawn('/bin/sh', ['-c', WATCHDOG, 'watchdog', this.dir], {
      ...{ cwd: '/', detached: true, stdio: ['pipe', 'ignore', 'ignore'] },
    });
    this.#watchdog.unref();
  }

  /** Gives a file to the user who runs the programs. */
  own(path: string): void {
    const user = unprivilegedUser();
    if (user !== undefined) chownSync(path, user.uid, user.gid);
  }

  folder(...names: string[]): string {
    let path = this.dir;
    for (const name of names) {
      path = join(path, name);
      mkdirSync(path, { recursive: true, mode: 0o700 });
      this.own(path);
    }
    return path;
  }

  file(name: string, text: string): string {
    const path = join(this.dir, name);
    writeFileSync(path, text, { mode: 0o600 });
    this.own(path);
    return path;
  }

  get #options() {
    const { PATH, LANG } = process.env;
    const env = {
      PATH: `${PATH}:${POSTGRES_BIN}`,
      LANG: LANG ?? 'C.UTF-8',
      LC_ALL: 'C.UTF-8',
      HOME: this.dir,
    };
    return { ...unprivilegedUser(), cwd: this.dir, env };
  }

  /** Starts a program that goes on; what it prints is in `<name>.log`. */
  start(name: string, path: string, args: readonly string[]): ChildProcess {
    const log = openSync(join(this.dir, `${name}.log`), 'a');
    const child = spawn(path, args, { ...this.#options, detached: true, stdio: ['ignore', log, log] });
    child.on('error', () => undefined);
    this.#children.set(name, child);
    writeFileSync(join(this.dir, 'pids', name), String(child.pid));
    return child;
  }

  /** Runs a program to its end; answers what it printed, and fails when it failed. */
  async run(path: string, args: readonly string[]): Promise<string> {
    const child = spawn(path, args, { ...this.#options, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    const [code] = await once(child, 'close');
    if (code !== 0) throw new Error(`${path} ${args.join(' ')}: ${code}\n${output.slice(-2_000)}`);
    return output;
  }

  async kill(name: string, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const child = this.#children.get(name);
    this.#children.delete(name);
    rmSync(join(this.dir, 'pids', name), { force: true });
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  signal(name: string, signal: NodeJS.Signals): void {
    this.#children.get(name)?.kill(signal);
  }

  /** The last lines of a program's log. */
  logOf(name: string): string {
    return readFileSync(join(this.dir, `${name}.log`), 'utf8').slice(-3_000);
  }

  async end(): Promise<void> {
    for (const name of this.#children.keys()) await this.kill(name);
    this.#watchdog.stdin?.end('done\n');
    rmSync(this.dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

/** All processes below one. */
function descendants(of: number): number[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const rows = stdout.split('\n').map((row) => row.trim().split(/\s+/).map(Number));
  const below = (parent: number): number[] =>
    rows.flatMap(([pid = 0, above]) => (above === parent ? [pid, ...below(pid)] : []));
  return below(of);
}

function tryKill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
}

/** One server of PostgreSQL with its Patroni, and the network to and from it. */
export class Node {
  readonly name: string;
  /** Where its PostgreSQL listens, without a network between. */
  readonly port: number;
  readonly postgres: Gate;
  readonly rest: Gate;
  readonly #etcd: Gate;
  readonly #programs: Programs;
  #frozen: number[] = [];

  constructor(
    name: string,
    port: number,
    programs: Programs,
    gates: readonly [postgres: Gate, rest: Gate, etcd: Gate],
  ) {
    this.name = name;
    this.port = port;
    this.#programs = programs;
    [this.postgres, this.rest, this.#etcd] = gates;
  }

  get data(): string {
    return join(this.#programs.dir, this.name, 'data');
  }

  /** The folder of its socket, which nobody else may enter. */
  get socket(): string {
    return join(this.#programs.dir, this.name, 'socket');
  }

  get config(): string {
    return join(this.#programs.dir, `${this.name}.yml`);
  }

  start(): void {
    this.#programs.start(this.name, pathOf('patroni'), [this.config]);
  }

  get #postmaster(): number {
    return Number(readFileSync(join(this.data, 'postmaster.pid'), 'utf8').split('\n')[0]);
  }

  /** Ends Patroni and every process of PostgreSQL, as a power cut does. */
  async kill(): Promise<void> {
    const pid = this.#postmaster;
    // The parent last: its children would end by themselves, in order.
    this.#programs.signal(this.name, 'SIGSTOP');
    tryKill(pid, 'SIGSTOP');
    for (const each of descendants(pid)) tryKill(each, 'SIGKILL');
    tryKill(pid, 'SIGKILL');
    await this.#programs.kill(this.name);
  }

  /** Stops all of it where it is, as a machine that hangs does. */
  freeze(): void {
    const pid = this.#postmaster;
    this.#programs.signal(this.name, 'SIGSTOP');
    tryKill(pid, 'SIGSTOP');
    this.#frozen = [pid, ...descendants(pid)];
    for (const each of this.#frozen) tryKill(each, 'SIGSTOP');
  }

  thaw(): void {
    for (const each of this.#frozen) tryKill(each, 'SIGCONT');
    this.#frozen = [];
    this.#programs.signal(this.name, 'SIGCONT');
  }

  /** Cuts all of its network. */
  cut(): void {
    for (const gate of [this.postgres, this.rest, this.#etcd]) gate.cut();
  }

  mend(): void {
    for (const gate of [this.postgres, this.rest, this.#etcd]) gate.mend();
  }

  /** The members as this one sees them; undefined when it does not answer. */
  async members(): Promise<readonly Member[] | undefined> {
    try {
      const answer = await fetch(`http://127.0.0.1:${this.rest.port}/cluster`, {
        signal: AbortSignal.timeout(2_000),
      });
      const { members } = (await answer.json()) as { members: readonly Member[] };
      return members;
    } catch {
      return undefined;
    }
  }

  async end(): Promise<void> {
    if (this.#frozen.length > 0) this.thaw();
    this.mend();
    let pid: number | undefined;
    try {
      pid = this.#postmaster;
    } catch {
      // PostgreSQL is not running.
    }
    await this.#programs.kill(this.name);
    if (pid !== undefined) for (const each of [...descendants(pid), pid]) tryKill(each, 'SIGKILL');
    for (const gate of [this.postgres, this.rest, this.#etcd]) await gate.close();
  }
}

/** How a cluster is to be started. */
export interface ClusterOptions {
  readonly nodes: number;
  /** Archives WAL by this command; without it nothing is archived. */
  readonly archiveCommand?: (dir: string) => string;
}

/** A cluster of PostgreSQL. */
export class Cluster {
  readonly programs: Programs = new Programs();
  readonly nodes: Node[] = [];
  #haproxy = 0;

  static async start(options: ClusterOptions): Promise<Cluster> {
    const cluster = new Cluster();
    try {
      await cluster.#start(options);
      return cluster;
    } catch (error) {
      await cluster.end();
      throw error;
    }
  }

  async #start(options: ClusterOptions): Promise<void> {
    const { programs } = this;
    const [client, peer] = [await freePort(), await freePort()];
    const etcd = `http://127.0.0.1:${client}`;
    programs.start('etcd', pathOf('etcd'), [
      ...['--data-dir', programs.folder('etcd'), '--log-level', 'error', '--enable-v2'],
      ...['--listen-client-urls', etcd, '--advertise-client-urls', etcd],
      ...['--listen-peer-urls', `http://127.0.0.1:${peer}`],
    ]);
    for (let at = 1; at <= options.nodes; at++) {
      const node = await this.#addNode(`pg${at}`, client, options);
      this.nodes.push(node);
      node.start();
      // The first one makes the database, and the others copy it.
      if (at === 1)
        await this.#until('the first server leads', async () => (await this.leader()) !== undefined);
    }
    await this.settle();
    await this.#startHaproxy();
  }

  async #addNode(name: string, etcd: number, { nodes, archiveCommand }: ClusterOptions): Promise<Node> {
    const ports = [await freePort(), await freePort()] as const;
    const [postgres, rest] = ports;
    const gates = [await Gate.open(postgres), await Gate.open(rest), await Gate.open(etcd)] as const;
    const { programs } = this;
    const node = new Node(name, postgres, programs, gates);
    programs.folder(name);
    programs.folder(name, 'socket');
    const text = example('patroni.yml', {
      ...PASSWORDS,
      'name: pg1': `name: ${name}`,
      ' listen: 10.0.0.11:8008': ` listen: 127.0.0.1:${rest}`,
      'connect_address: 10.0.0.11:8008': `connect_address: 127.0.0.1:${node.rest.port}`,
      ' listen: 10.0.0.11:5432': ` listen: 127.0.0.1:${postgres}`,
      'connect_address: 10.0.0.11:5432': `connect_address: 127.0.0.1:${node.postgres.port}`,
      // The network to etcd is one that can be cut, so that etcd's own addresses are not to be used.
      'hosts: 10.0.0.21:2379,10.0.0.22:2379,10.0.0.23:2379': `hosts: 127.0.0.1:${gates[2].port}\n  use_proxies: true`,
      '10.0.0.0/24': '127.0.0.1/32',
      'local all postgres peer': 'local all all trust',
      // On one machine each has a file of passwords of its own.
      'data_dir: /var/lib/postgresql/15/passbell': `data_dir: ${node.data}\n  pgpass: ${join(programs.dir, name, 'pgpass')}`,
      'unix_socket_directories: /var/run/postgresql': `unix_socket_directories: ${node.socket}`,
      'mode: automatic': 'mode: off',
      // A server that nobody can take over from has no reason to be hasty.
      ...(nodes === 1 ? { 'ttl: 8': 'ttl: 30', 'retry_timeout: 3': 'retry_timeout: 10' } : {}),
      ...(archiveCommand === undefined
        ? { 'archive_mode: "on"': 'archive_mode: "off"' }
        : { 'pgbackrest --stanza=passbell archive-push %p': archiveCommand(programs.dir) }),
    });
    programs.file(`${name}.yml`, text);
    return node;
  }

  async #startHaproxy(): Promise<void> {
    this.#haproxy = await freePort();
    const servers = Object.fromEntries(
      this.nodes.map(({ postgres, rest }, at) => [
        `10.0.0.1${at + 1}:5432 check port 8008`,
        `127.0.0.1:${postgres.port} check port ${rest.port}`,
      ]),
    );
    // A cluster of one has the line of one.
    const text = example('haproxy.cfg', {
      'bind 10.0.0.5:5432': `bind 127.0.0.1:${this.#haproxy}`,
      ...servers,
    })
      .split('\n')
      .filter((line) => !/^ {2}server .* 10\.0\.0/.test(line));
    const file = this.programs.file('haproxy.cfg', text.join('\n'));
    this.programs.start('haproxy', pathOf('haproxy'), ['-db', '-f', file]);
  }

  /** The address of all servers, of which the one that takes writes is used. */
  get everyAddress(): string {
    const hosts = this.nodes.map(({ postgres }) => `127.0.0.1:${postgres.port}`).join(',');
    return `postgres://postgres:drill-1@${hosts}/${DATABASE}?target_session_attrs=read-write`;
  }

  /** The one address of HAProxy. */
  get oneAddress(): string {
    return `postgres://postgres:drill-1@127.0.0.1:${this.#haproxy}/${DATABASE}`;
  }

  /** Makes the database. */
  async createDatabase(): Promise<void> {
    const leader = await this.leader();
    const url = new URL(this.oneAddress);
    url.port = String(leader?.postgres.port);
    url.pathname = '/postgres';
    await this.programs.run(join(POSTGRES_BIN, 'psql'), [url.href, '-c', `create database ${DATABASE}`]);
  }

  async #members(): Promise<readonly Member[]> {
    for (const node of this.nodes) {
      const members = await node.members();
      if (members !== undefined) return members;
    }
    return [];
  }

  /** The server that leads; undefined when none does. */
  async leader(): Promise<Node | undefined> {
    const found = (await this.#members()).find(({ role, state }) => role === 'leader' && state === 'running');
    return this.nodes.find(({ name }) => name === found?.name);
  }

  /** Waits until one server leads and every other one follows it, one of them with every answered commit. */
  async settle(): Promise<void> {
    await this.#until('every server is there', async () => {
      const members = await this.#members();
      const count = (role: string) => members.filter((each) => each.role === role).length;
      const isSynchronous = this.nodes.length === 1 || count('sync_standby') === 1;
      return (
        members.length === this.nodes.length &&
        members.every(({ state, role, lag }) =>
          role === 'leader' ? state === 'running' : /running|streaming/.test(state) && lag === 0,
        ) &&
        count('leader') === 1 &&
        isSynchronous
      );
    });
  }

  /** Has another server lead, as an operator does. */
  async switchOver(): Promise<void> {
    const members = await this.#members();
    const from = members.find(({ role }) => role === 'leader')?.name ?? '';
    const to = members.find(({ role }) => role === 'sync_standby')?.name ?? '';
    const { config } = this.nodes.find(({ name }) => name === to) ?? { config: '' };
    await this.programs.run(pathOf('patronictl'), [
      ...['-c', config, 'switchover', 'passbell'],
      ...['--leader', from, '--candidate', to, '--force'],
    ]);
  }

  async #until(what: string, holds: () => Promise<boolean>): Promise<void> {
    const end = performance.now() + READY_MS;
    while (!(await holds())) {
      if (performance.now() > end) {
        const logs = this.nodes.map(({ name }) => `--- ${name}\n${this.programs.logOf(name)}`);
        const members = JSON.stringify(await this.#members());
        throw new Error(`After ${READY_MS / 1000} s still not: ${what}.\n${members}\n${logs.join('\n')}`);
      }
      await sleep(POLL_MS);
    }
  }

  async end(): Promise<void> {
    await this.programs.kill('haproxy');
    for (const node of this.nodes) await node.end();
    await this.programs.end();
  }
}
