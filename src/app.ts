import type { Server } from 'node:http';
import { join } from 'node:path';
import { type Logger, pino } from 'pino';
import { sweepRequests } from './access/requests.store.ts';
import { RequestLog } from './access/requests.ts';
import { addSessionEndpoints } from './access/session.ts';
import { sweepCheckins } from './checkins/store.ts';
import { sweepSessions } from './company/sessions.store.ts';
import { hasCompany } from './company/store.ts';
import { type Config, localAddress, placeOf } from './config.ts';
import { addDescription } from './description/serve.ts';
import { createListener, type Listener, parseCidrs, type TlsIdentity } from './edge/listener.ts';
import { createEdge, type Edge } from './edge/server.ts';
import { sweep } from './edge/store.ts';
import {
  type Installation,
  openInstallation,
  readTlsFiles,
  updateSandboxFile,
  writeSandboxFile,
} from './installation.ts';
import { type Id, parseId } from './kernel/id.ts';
import type { Random } from './kernel/random.ts';
import type { Clock, Micros, Ticker } from './kernel/time.ts';
import { addAuthorizePages } from './oauth/authorize.ts';
import { addTokenEndpoints } from './oauth/endpoints.ts';
import { sweepGrants } from './oauth/grants.store.ts';
import { getMeta, SANDBOX_COMPANY, setMeta } from './oauth/store.ts';
import { rejectUnprinted } from './orders/printing.ts';
import { Printer } from './pdf/printer.ts';
import { makeSetupLink } from './people/links.ts';
import { addPages, addPeoplePages } from './people/pages.ts';
import { type PasswordCost, Passwords } from './people/password.ts';
import { hasUser, sweepPeople } from './people/store.ts';
import type { Foundation, PeopleParts } from './people/types.ts';
import { sweepPrinting } from './printing/store.ts';
import { addImageEndpoint } from './products/images.ts';
import { Projector } from './reports/projector.ts';
import { ROUTES } from './routes.ts';
import { createBusiness, makeSecrets } from './sandbox/company.ts';
import type { Storage, Writer } from './storage/port.ts';
import { WEB_FOLDER } from './web/files.ts';
import { addWeb, type Fallback } from './web/serve.ts';
import { addMetrics } from './webhooks/metrics.ts';
import { type Delivery, Reach, startDelivery } from './webhooks/service.ts';

/** What a service takes from the world. */
export interface World {
  readonly clock: Clock;
  readonly ticker: Ticker;
  readonly random: Random;
  /** The work of a password's hash; tests take less of it. */
  readonly passwordCost?: PasswordCost;
  /** Says something to whoever has the console. */
  readonly tell?: (line: string) => void;
  /** Where the built screens lie, when that is not where `npm run build` leaves them. */
  readonly webFolder?: string;
}

/** A service that accepts requests. */
export interface App {
  /** Where it listens. */
  readonly address: string;
  /** BASE_URL, else where it listens. */
  readonly publicUrl: string;
  readonly storage: Storage;
  readonly edge: Edge;
  readonly requests: RequestLog;
  /** Undefined when another process delivers (ROLE). */
  readonly delivery: Delivery | undefined;
  /** Sweeps away what time has ended, as it is done every minute. */
  sweep(): Promise<void>;
  /** Stops accepting, finishes what is in flight, closes the database. */
  close(): Promise<void>;
}

/** How often rows that time has ended are swept away, in ms, and how many at a time. */
const SWEEP_EVERY_MS = 60_000;
const SWEEP_ROWS = 1_000;
/** A part of it. */
type Sweep = (tx: Writer, now: Micros, limit: number) => Promise<unknown>;
/** How long requests in flight may take after a stop was asked for, in ms. */
const DRAIN_MS = 8_000;

/** Makes the sandbox over an empty database, and keeps the address in its file true. */
async function prepareSandbox(
  config: Config,
  { storage, keyring }: Installation,
  world: World,
  passwords: Passwords,
  url: string,
  logger: Logger,
): Promise<void> {
  const { dataDir } = config;
  const known = await storage.read((tx) => getMeta(tx, 'started'));
  if (known === undefined) {
    // Only a first start needs what makes a sandbox.
    const { createSandbox } = await import('./sandbox/sandbox.ts');
    const secrets = await makeSecrets(world.random, passwords);
    const own = `${world.clock.now()} ${world.random.bytes(9).toString('base64url')}`;
    const made = await storage.write(async (tx) => {
      // Taken before anything is looked at: of processes that start together the others wait here, and then
      // find that it is not theirs.
      await setMeta(tx, 'started', own);
      if ((await getMeta(tx, 'started')) !== own || !config.sandbox || (await hasCompany(tx))) return false;
      const card = await createSandbox(tx, secrets, {
        now: world.clock.now(),
        random: world.random,
        keyring,
      });
      // Before the commit: a sandbox whose secrets nobody has would be of no use.
      writeSandboxFile(dataDir, { ...placeOf(config, url), ...card });
      return true;
    });
    if (made) return;
  }
  try {
    updateSandboxFile(dataDir, url);
  } catch (error) {
    // A full disk must not keep a till from starting.
    logger.warn({ err: error }, 'The address in sandbox.json could not be brought up to date.');
  }
}

/** While nobody can sign in and there is no company: a one-time link on the console that founds the first one. */
async function offerSetup(storage: Storage, world: World, url: string): Promise<void> {
  const now = world.clock.now();
  const isNew = await storage.read(async (tx) => !(await hasUser(tx)) && !(await hasCompany(tx)));
  if (!isNew || world.tell === undefined) return;
  const path = await storage.write((tx) => makeSetupLink(tx, { now, random: world.random }));
  world.tell(`There is no company yet. Set one up within a day, by this link that works once: ${url}${path}`);
}

/** A company with one site for whoever followed the set-up link. */
async function foundCompany(tx: Writer, plan: Foundation, now: Micros): Promise<Id> {
  const methods = [{ name: 'Cash', kind: 'cash', ledger_code: null }] as const;
  return (await createBusiness(tx, { ...plan, siteName: plan.name, taxes: [], methods }, now)).id;
}

/** The logger: JSON lines on stderr, so that stdout is free for the ready line. Secrets never get near it. */
export function createLogger(level: string): Logger {
  return pino({ level, base: null }, pino.destination({ dest: 2, sync: true }));
}

/** Starts a service: opens the database, makes what a first start needs, listens. */
export async function startApp(config: Config, world: World): Promise<App> {
  // First of all, so that a wrong file changes nothing.
  const given = config.tlsFiles === undefined ? undefined : readTlsFiles(config.tlsFiles);
  const installation = await openInstallation(config, world.random);
  try {
    if (config.firstOrderId > 1n) await installation.storage.startIdsAt('order', config.firstOrderId);
    const identity = given ?? (await ownIdentity(config.dataDir, world.clock));
    return await listen(config, world, installation, identity);
  } catch (error) {
    await installation.storage.close();
    throw error;
  }
}

async function ownIdentity(dataDir: string, clock: Clock): Promise<TlsIdentity> {
  const { ensureCertificates } = await import('./edge/tls.ts');
  return ensureCertificates(join(dataDir, 'tls'), new Date(Number(clock.now() / 1000n)));
}

async function listen(
  config: Config,
  world: World,
  installation: Installation,
  identity: TlsIdentity,
): Promise<App> {
  const { storage, keyring } = installation;
  const logger = createLogger(config.logLevel);
  const reach = new Reach(config.webhookAllowPrivate);
  let delivery: Delivery | undefined;
  let projector: Projector | undefined;
  const trusted = parseCidrs(config.trustProxy);
  let listener: Listener | undefined;
  let publicUrl = config.baseUrl ?? localAddress(config.host, config.port);
  const printer = new Printer(new URL('./print-worker.ts', import.meta.url));
  const requests = new RequestLog({
    storage,
    clock: world.clock,
    warn: (error, sentence) => logger.debug({ err: error }, sentence),
  });
  let findPage: Fallback | undefined;
  const edge = createEdge({
    storage,
    clock: world.clock,
    ticker: world.ticker,
    random: world.random,
    cursorKey: keyring.cursors,
    routes: config.role === 'delivery' ? [] : ROUTES,
    keyring,
    refuseAddress: (company, address) => reach.refuse(company, address),
    trusted,
    rateLimit: config.rateLimit,
    baseUrl: config.baseUrl,
    fallbackUrl: () => publicUrl,
    logger,
    answered: (request) => requests.add(request),
    print: (document) => printer.print(document),
    findPage: (request, reply) => findPage?.(request, reply),
    createServer: (handler): Server => {
      listener = createListener(identity, trusted, handler);
      return listener.server;
    },
  });
  const passwords = new Passwords(world.random, world.passwordCost);
  const people: PeopleParts = {
    storage,
    clock: world.clock,
    random: world.random,
    passwords,
    trusted,
    publicUrl: () => publicUrl,
    forgetTokens: () => edge.authenticator.forget(),
    foundCompany: (tx, plan) => foundCompany(tx, plan, world.clock.now()),
  };
  if (config.role !== 'delivery') {
    addPages(edge.app, logger, (pages) => {
      addPeoplePages(pages, people);
      addAuthorizePages(pages, people);
    });
    addTokenEndpoints(edge.app, { ...people, authenticator: edge.authenticator });
    addSessionEndpoints(edge.app, { ...people, keyring });
    addImageEndpoint(edge.app, storage);
    const { baseUrl } = config;
    addDescription(edge.app, ROUTES, { baseUrl, fallbackUrl: () => publicUrl });
    findPage = addWeb(edge.app, { ...people, webFolder: world.webFolder ?? WEB_FOLDER });
  }
  addHealth(edge, storage, () => stateOf(config, delivery));
  addMetrics(edge, {
    storage,
    clock: world.clock,
    engine: () => delivery?.engine,
    dropped: () => requests.dropped,
  });
  await edge.app.ready();
  if (listener === undefined) throw new Error('Fastify made no server.');
  const open = listener;
  const address = localAddress(config.host, (await open.listen(config.port, config.host)).port);
  publicUrl = config.baseUrl ?? address;
  // From here on something runs by itself: before, a port in use leaves nothing that has to be ended.
  requests.start(world.ticker);
  try {
    await prepareSandbox(config, installation, world, passwords, publicUrl, logger);
    if (config.role !== 'delivery') await offerSetup(storage, world, publicUrl);
    if (config.sandbox) {
      reach.sandbox = parseId((await storage.read((tx) => getMeta(tx, SANDBOX_COMPANY))) ?? '');
    }
    if (config.role !== 'api') {
      const { clock, random } = world;
      const warn = (error: unknown, sentence: string) => logger.warn({ err: error }, sentence);
      delivery = await startDelivery({ storage, clock, random, keyring, reach, warn });
      projector = new Projector({ storage, warn });
      projector.start(world.ticker);
    }
  } catch (error) {
    requests.stop();
    const closed = open.close();
    open.cut();
    await closed;
    throw error;
  }
  const reject: Sweep = (tx, now, limit) =>
    rejectUnprinted(tx, now, limit, (company, addon) => edge.callFor(company, addon, now));
  const parts: readonly Sweep[] = [
    sweep,
    sweepCheckins,
    sweepSessions,
    sweepPeople,
    sweepGrants,
    sweepRequests,
    sweepPrinting,
    reject,
  ];
  const sweepAll = async (): Promise<void> => {
    for (const part of parts) {
      try {
        await storage.write((tx) => part(tx, world.clock.now(), SWEEP_ROWS));
      } catch (error) {
        logger.warn({ err: error }, 'Sweeping old rows failed; it is tried again in a minute.');
      }
    }
  };
  let sweeping: Promise<void> | undefined;
  const sweeper = setInterval(() => {
    sweeping ??= sweepAll().finally(() => {
      sweeping = undefined;
    });
  }, SWEEP_EVERY_MS);
  return {
    address,
    publicUrl,
    storage,
    edge,
    requests,
    delivery,
    sweep: sweepAll,
    close: async () => {
      clearInterval(sweeper);
      const delivered = Promise.all([delivery?.stop(), projector?.stop()]);
      const cut = setTimeout(() => {
        logger.warn('Requests in flight took too long after a stop was asked for: they are cut.');
        open.cut();
      }, DRAIN_MS);
      // A stream never ends by itself: nobody who holds one may keep the process from stopping.
      await Promise.all([edge.streams.close(), open.close()]);
      clearTimeout(cut);
      await edge.app.close();
      await requests.close();
      await printer.close();
      await delivered;
      await sweeping;
      await storage.close();
    },
  };
}

/** Whether deliveries run here, as /readyz tells it. */
function stateOf({ role }: Config, delivery: Delivery | undefined): DeliveryState {
  if (role === 'api') return 'elsewhere';
  return delivery?.engine.isRunning === true ? 'running' : 'not running';
}

type DeliveryState = 'running' | 'not running' | 'elsewhere';

/** /healthz: the process is up. /readyz: it can serve. Neither needs a token (contract 1). */
function addHealth({ app }: Edge, storage: Storage, deliveryState: () => DeliveryState): void {
  app.get('/healthz', (_request, reply) => reply.send({ status: 'up' }));
  app.get('/readyz', async (_request, reply) => {
    const database = storage.engine;
    try {
      await storage.ping();
      const delivery = deliveryState();
      if (delivery !== 'not running') return await reply.send({ status: 'ready', database, delivery });
      return await reply.code(503).send({ status: 'not ready', database, delivery });
    } catch {
      return reply.code(503).send({ status: 'not ready', database, delivery: deliveryState() });
    }
  });
}
