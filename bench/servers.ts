// The child processes of a measurement: the service, its floor and the load generator; and a plain client to
// prepare and record with.
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request as httpsRequest } from 'node:https';
import { dirname, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { buildProgram } from '../scripts/program.ts';
import type { FloorJob } from './floor.ts';
import type { LoadJob, LoadResult } from './load.ts';

const root = dirname(import.meta.dirname);
const READY_LIMIT_MS = 60_000;
const STOP_LIMIT_MS = 20_000;

/** A process that answers HTTPS on a port of this machine. */
export interface Server {
  readonly pid: number;
  readonly port: number;
  readonly ca: string;
  stop(): Promise<void>;
}

/** The service as it runs for a measurement. */
export interface Service extends Server {
  /** From spawning to the ready line, in ms. */
  readonly readyMs: number;
}

/** How a service is to be started. */
export interface ServeOptions {
  readonly dataDir: string;
  readonly databaseUrl?: string | undefined;
  /** More settings. */
  readonly env?: Readonly<Record<string, string>>;
  /** More arguments for Node itself. */
  readonly nodeArguments?: readonly string[];
  /** Through scripts/run.mjs, the way it is started by hand; then `pid` is the launcher's. */
  readonly byLauncher?: boolean;
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
  await ended;
  clearTimeout(timer);
}

/** Starts `serve` over a data directory and waits for its ready line. */
export async function serve(options: ServeOptions): Promise<Service> {
  const { nodeArguments = [], byLauncher = false } = options;
  const written = join(root, 'src/main.ts');
  const program = join(await buildProgram(), 'main.js');
  // What is profiled is started from the sources, whose names and lines are read; the launcher finds the program itself.
  const started = byLauncher
    ? [join(root, 'scripts/run.mjs'), written]
    : [nodeArguments.length > 0 ? written : program];
  const began = performance.now();
  const child = spawn(process.execPath, [...nodeArguments, ...started], {
    // The channel carries nothing; when this process is killed it closes, and the service stops.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      ...process.env,
      npm_lifecycle_event: undefined,
      PORT: '0',
      DATA_DIR: options.dataDir,
      DATABASE_URL: options.databaseUrl ?? '',
      RATE_LIMIT: '0',
      // What is measured is what a bench has put there.
      SANDBOX: 'bare',
      LOG_LEVEL: 'warn',
      ...options.env,
    },
  });
  let output = '';
  const ready = new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The service was not ready in time.')), READY_LIMIT_MS);
    child.once('exit', () => reject(new Error('The service ended before it was ready.')));
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const address = /ready at (\S+)/.exec(output)?.[1];
      if (address === undefined) return;
      clearTimeout(timer);
      resolve(address);
    });
  });
  const address = await ready;
  return {
    pid: child.pid ?? 0,
    port: Number(new URL(address).port),
    ca: readFileSync(join(options.dataDir, 'tls/ca.pem'), 'utf8'),
    readyMs: performance.now() - began,
    stop: () => end(child, 'SIGTERM'),
  };
}

/** Starts the floor with the service's own certificate. */
export async function startFloor(dataDir: string, job: Omit<FloorJob, 'key' | 'cert'>): Promise<Server> {
  const child = fork(join(import.meta.dirname, 'floor.ts'), { serialization: 'advanced' });
  const tls = (name: string) => readFileSync(join(dataDir, 'tls', name), 'utf8');
  child.send({ ...job, key: tls('server-key.pem'), cert: tls('server.pem') } satisfies FloorJob);
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return { pid: child.pid ?? 0, port, ca: tls('ca.pem'), stop: () => end(child, 'SIGKILL') };
}

/** The load generator. */
export interface Generator {
  run(job: LoadJob): Promise<LoadResult>;
  stop(): Promise<void>;
}

/** Starts the load generator; it does one job after the other. */
export function startGenerator(): Generator {
  const child = fork(join(import.meta.dirname, 'load.ts'), { serialization: 'advanced' });
  return {
    run: async (job) => {
      child.send(job);
      const [answer] = (await once(child, 'message')) as [{ result: LoadResult } | { problem: string }];
      if ('problem' in answer) throw new Error(answer.problem);
      return answer.result;
    },
    stop: () => end(child, 'SIGKILL'),
  };
}

/** An answer, read whole. */
export interface Answer {
  readonly status: number;
  /** Names and values in turn, without those that the connection is about. */
  readonly headers: readonly string[];
  readonly body: Buffer;
  header(name: string): string | undefined;
}

const OF_THE_CONNECTION = new Set(['date', 'connection', 'keep-alive']);

/** A client that prepares data and records answers. */
export interface Client {
  readonly server: Server;
  readonly token: string;
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** The same; the answer must be a 2xx, and is parsed. */
  json<T>(method: string, path: string, body?: unknown): Promise<T>;
  close(): void;
}

/** Makes a client; paths begin with /v1. */
export function clientOf(server: Server, token: string): Client {
  const agent = new Agent({ keepAlive: true, ca: server.ca, servername: 'localhost' });
  const send: Client['send'] = (method, path, body, more = {}) =>
    new Promise((resolve, reject) => {
      const payload = body === undefined ? undefined : JSON.stringify(body);
      const headers = {
        accept: 'application/json',
        authorization: `Bearer ${token}`,
        ...(payload === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(payload)) }),
        ...more,
      };
      const options = { agent, host: '127.0.0.1', port: server.port, method, path, headers };
      const request = httpsRequest(options, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const raw = response.rawHeaders;
          const kept: string[] = [];
          for (let at = 0; at < raw.length; at += 2) {
            const name = raw[at] ?? '';
            if (!OF_THE_CONNECTION.has(name.toLowerCase())) kept.push(name, raw[at + 1] ?? '');
          }
          resolve({
            status: response.statusCode ?? 0,
            headers: kept,
            body: Buffer.concat(chunks),
            header: (name) => {
              const value = response.headers[name];
              return Array.isArray(value) ? value.join(', ') : value;
            },
          });
        });
      });
      request.on('error', reject);
      request.end(payload);
    });
  return {
    server,
    token,
    send,
    json: async <T>(method: string, path: string, body?: unknown) => {
      const answer = await send(method, path, body);
      if (answer.status >= 300)
        throw new Error(`${method} ${path}: ${answer.status} ${answer.body.toString()}`);
      return JSON.parse(answer.body.toString()) as T;
    },
    close: () => agent.destroy(),
  };
}
