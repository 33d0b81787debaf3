import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Server } from 'node:http';
import { type Logger, pino } from 'pino';
import { hasCompany } from './company/store.ts';
import type { Config } from './config.ts';
import { createListener, type Listener, parseCidrs } from './edge/listener.ts';
import { hashSecret, Keyring } from './edge/secrets.ts';
import { createEdge, type Edge } from './edge/server.ts';
import { sweep } from './edge/store.ts';
import type { Random } from './kernel/random.ts';
import type { Clock } from './kernel/time.ts';
import { getMeta, setMeta } from './oauth/store.ts';
import { addTokenEndpoint } from './oauth/token.ts';
import { ROUTES } from './routes.ts';
import { makePin } from './sandbox/company.ts';
import { openStorage } from './storage/open.ts';
import type { Storage } from './storage/port.ts';

/** What a service takes from the world. */
export interface World {
  readonly clock: Clock;
  readonly random: Random;
}

/** A service that accepts requests. */
export interface App {
  readonly address: string;
  readonly storage: Storage;
  readonly edge: Edge;
  /** Stops accepting, finishes what is in flight, closes the database. */
  close(): Promise<void>;
}

/** How often rows that time has ended are swept away, in ms, and how many at a time. */
const SWEEP_EVERY_MS = 60_000;
const SWEEP_ROWS = 1_000;
/** How long requests in flight may take after a stop was asked for, in ms. */
const DRAIN_MS = 9_000;

/** The installation's key, made once. Every process of a fleet needs the same file. */
export function readKeyring(dataDir: string, random: Random): Keyring {
  const file = join(dataDir, 'secret.key');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (!existsSync(file)) {
    // `wx`: of two processes that start together one makes it, and the other reads it.
    try {
      writeFileSync(file, `${random.bytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64');
  if (key.length !== 32) throw new Error(`${file} does not hold a key of 32 bytes. Put the right file back.`);
  return new Keyring(key);
}

/** Refuses a database whose secrets were sealed with another key. */
async function checkKey(storage: Storage, keyring: Keyring): Promise<void> {
  const own = hashSecret(keyring.cursors.toString('base64'));
  const stored = await storage.write(async (tx) => {
    await setMeta(tx, 'key_check', own);
    return getMeta(tx, 'key_check');
  });
  if (stored !== own) {
    throw new Error('The database belongs to another secret.key. Copy DATA_DIR/secret.key from where it was made.');
  }
}

/** Where sandbox.json lies. */
export function sandboxFile(dataDir: string): string {
  return join(dataDir, 'sandbox.json');
}

function writeCard(file: string, card: Record<string, unknown>): void {
  const text = `${JSON.stringify(card, null, 2)}\n`;
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** Makes the sandbox over an empty database, and keeps the address in its file true. */
async function prepareSandbox(config: Config, storage: Storage, keyring: Keyring, world: World, url: string) {
  const file = sandboxFile(config.dataDir);
  const place = { base_url: url, ...(config.tlsFiles === undefined ? { ca_certificate_file: 'tls/ca.pem' } : {}) };
  const known = await storage.read((tx) => Promise.resolve(getMeta(tx, 'started')));
  if (known === undefined) {
    // Only a first start needs what makes a sandbox.
    const { createSandbox } = await import('./sandbox/sandbox.ts');
    const pin = await makePin(world.random);
    const card = await storage.write(async (tx) => {
      if ((await getMeta(tx, 'started')) !== undefined) return undefined;
      const occupied = await hasCompany(tx);
      await setMeta(tx, 'started', world.clock.now().toString());
      if (!config.sandbox || occupied) return undefined;
      const made = await createSandbox(tx, pin, { now: world.clock.now(), random: world.random, keyring });
      // Before the commit: a sandbox whose secrets nobody has would be of no use.
      writeCard(file, { ...place, ...made });
      return made;
    });
    if (card !== undefined) return;
  }
  if (!existsSync(file)) return;
  const text = readFileSync(file, 'utf8');
  const changed = text.replace(/^( {2}"base_url": )"[^"]*"/m, `$1${JSON.stringify(url)}`);
  if (changed !== text) {
    writeFileSync(`${file}.new`, changed, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
}

async function identityOf(config: Config, now: Date) {
  if (config.tlsFiles !== undefined) {
    const { cert, key } = config.tlsFiles;
    try {
      return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
    } catch (error) {
      throw new Error(`TLS_CERT_FILE or TLS_KEY_FILE cannot be read: ${error instanceof Error ? error.message : ''}`);
    }
  }
  const { ensureCertificates } = await import('./edge/tls.ts');
  return ensureCertificates(join(config.dataDir, 'tls'), now);
}

/** The logger: JSON lines on stderr, so that stdout is free for the ready line. Secrets never get near it. */
export function createLogger(level: string): Logger {
  return pino({ level, base: null }, pino.destination({ dest: 2, sync: true }));
}

/** Starts a service: opens the database, makes what a first start needs, listens. */
export async function startApp(config: Config, world: World): Promise<App> {
  const keyring = readKeyring(config.dataDir, world.random);
  const storage = await openStorage(config);
  try {
    await checkKey(storage, keyring);
    if (config.firstOrderId > 1n) await storage.startIdsAt('order', config.firstOrderId);
    return await listen(config, world, storage, keyring);
  } catch (error) {
    await storage.close();
    throw error;
  }
}

async function listen(config: Config, world: World, storage: Storage, keyring: Keyring): Promise<App> {
  const identity = await identityOf(config, new Date(Number(world.clock.now() / 1000n)));
  const logger = createLogger(config.logLevel);
  let listener: Listener | undefined;
  let address = `https://localhost:${config.port}`;
  const edge = createEdge({
    storage,
    clock: world.clock,
    random: world.random,
    cursorKey: keyring.cursors,
    routes: ROUTES,
    rateLimit: config.rateLimit,
    baseUrl: config.baseUrl,
    fallbackUrl: () => address,
    logger,
    createServer: (handler): Server => {
      listener = createListener(identity, parseCidrs(config.trustProxy), handler);
      return listener.server;
    },
  });
  addTokenEndpoint(edge.app, { storage, clock: world.clock, random: world.random });
  addHealth(edge, storage);
  await edge.app.ready();
  if (listener === undefined) throw new Error('Fastify made no server.');
  const open = listener;
  const bound = await open.listen(config.port, config.host);
  const shown = ['127.0.0.1', '::1', '0.0.0.0', '::'].includes(config.host) ? 'localhost' : config.host;
  address = config.baseUrl ?? `https://${shown}:${bound.port}`;
  await prepareSandbox(config, storage, keyring, world, address);
  const sweeper = setInterval(() => {
    storage.write((tx) => sweep(tx, world.clock.now(), SWEEP_ROWS)).catch((error: unknown) => {
      logger.warn({ err: error }, 'Sweeping old rows failed; it is tried again in a minute.');
    });
  }, SWEEP_EVERY_MS);
  return {
    address,
    storage,
    edge,
    close: async () => {
      clearInterval(sweeper);
      const cut = setTimeout(() => open.cut(), DRAIN_MS);
      await open.close();
      clearTimeout(cut);
      await edge.app.close();
      await storage.close();
    },
  };
}

/** /healthz: the process is up. /readyz: it can serve. Neither needs a token (contract 1). */
function addHealth({ app }: Edge, storage: Storage): void {
  app.get('/healthz', (_request, reply) => reply.send({ status: 'up' }));
  app.get('/readyz', async (_request, reply) => {
    try {
      await storage.ping();
      return await reply.send({ status: 'ready', database: storage.engine });
    } catch {
      return reply.code(503).send({ status: 'not ready', database: storage.engine });
    }
  });
}
