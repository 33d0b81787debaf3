import type { Server } from 'node:http';
import { join } from 'node:path';
import { type Logger, pino } from 'pino';
import { sweepRequests } from './access/requests.store.ts';
import { RequestLog } from './access/requests.ts';
import { addSessionEndpoints } from './access/session.ts';
import { sweepCheckins } from './checkins/store.ts';
import { sweepSessions } from './company/sessions.store.ts';
import { hasCompany, isOnlyCompany } from './company/store.ts';
import { type Config, localAddress, placeOf } from './config.ts';
import { addDescription } from './description/serve.ts';
import { READER_CHECK_MS } from './edge/budgets.ts';
import { KeyTime } from './edge/key-time.ts';
import { createListener, type Listener, parseCidrs, type TlsIdentity } from './edge/listener.ts';
import { isReady, type Readiness, writeCheck } from './edge/readiness.ts';
import { addSecurityText } from './edge/security-text.ts';
import { createEdge, type Edge } from './edge/server.ts';
import { sweepKeys, sweepTokens } from './edge/store.ts';
import {
  type Installation,
  openInstallation,
  readTlsFiles,
  updateSandboxFile,
  writeSandboxFile,
} from './installation.ts';
import { IMPORT_TURNS } from './kernel/budget.ts';
import { type Id, parseId } from './kernel/id.ts';
import type { Random } from './kernel/random.ts';
import type { Clock, Micros, Stopwatch, Ticker } from './kernel/time.ts';
import { Turns } from './kernel/turns.ts';
import { addAuthorizePages } from './oauth/authorize.ts';
import { addTokenEndpoints } from './oauth/endpoints.ts';
import { sweepGrants } from './oauth/grants.store.ts';
import { getMeta, SANDBOX_COMPANY, setMeta } from './oauth/store.ts';
import { rejectUnprinted } from './orders/printing.ts';
import { Printer } from './pdf/printer.ts';
import { makeSetupLink } from './people/links.ts';
import { addPages, addPeoplePages } from './people/pages.ts';
import { type PasswordCost, Passwords } from './people/password.ts';
import { sweepSignIns } from './people/signins.store.ts';
import { hasUser, sweepPeople } from './people/store.ts';
import type { Foundation, PeopleParts } from './people/types.ts';
import { sweepPrinting } from './printing/store.ts';
import { addImageEndpoint } from './products/images.ts';
import { Projector } from './reports/projector.ts';
import { ROUTES, USES } from './routes.ts';
import { createBusiness, makeSecrets } from './sandbox/company.ts';
import { type FolderLock, type LockWay, lockFolder } from './storage/lock.ts';
import type { Reader, Storage, Writer } from './storage/port.ts';
import { SWEEP_EVERY_MS, type Sweep, Sweeper } from './sweeper.ts';
import { WEB_FOLDER } from './web/files.ts';
import { addWeb, type Fallback } from './web/serve.ts';
import { addMetrics } from './webhooks/metrics.ts';
import { type Delivery, Reach, startDelivery } from './webhooks/service.ts';

/** What a service takes from the world. */
export interface World {
  readonly clock: Clock & Stopwatch;
  readonly ticker: Ticker;
  readonly random: Random;
  /** The work of a password's hash; tests take less of it. */
  readonly passwordCost?: PasswordCost;
  /** Says something to whoever has the console. */
  readonly tell?: (line: string) => void;
  /** How often rows that time has ended are swept away, in ms; 0 leaves it to `sweep`. A minute unless given. */
  readonly sweepEveryMs?: number;
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
  /** Says that it is not ready, and that clients should connect anew; requests are still answered. */
  retire(): void;
  /** Stops accepting, finishes what is in flight, closes the database. */
  close(): Promise<void>;
}

/** How long requests in flight may take after a stop was asked for, in ms. */
const DRAIN_MS = 8_000;

/** An installation that this process serves. */
interface Locked extends Installation {
  readonly lock: FolderLock;
}

/** Makes the sandbox over an empty database, and keeps the address in its file true. */
async function prepareSandbox(
  config: Config,
  { storage, keyring, lock }: Locked,
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
  // Where processes share the folder, the address is that of the first that answers requests.
  if (!lock.isKeeper) return;
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

/** A file of SQLite is served by one process; on PostgreSQL those of a fleet may share a folder. */
function lockWay({ databaseUrl, role }: Config): LockWay {
  if (databaseUrl === undefined) return 'alone';
  return role === 'delivery' ? 'beside' : 'shared';
}

/** Starts a service: opens the database, makes what a first start needs, listens. */
export async function startApp(config: Config, world: World): Promise<App> {
  // First of all, so that a wrong file changes nothing.
  const given = config.tlsFiles === undefined ? undefined : readTlsFiles(config.tlsFiles);
  const lock = lockFolder(config.dataDir, lockWay(config));
  try {
    const installation = await openInstallation(config, world.random);
    try {
      if (config.firstOrderId > 1n) await installation.storage.startIdsAt('order', config.firstOrderId);
      const identity = given ?? (await ownIdentity(config.dataDir, world.clock));
      return await listen(config, world, { ...installation, lock }, identity);
    } catch (error) {
      await installation.storage.close();
      throw error;
    }
  } catch (error) {
    lock.release();
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
  installation: Locked,
  identity: TlsIdentity,
): Promise<App> {
  const { storage, keyring, lock } = installation;
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
  const keyTime = await KeyTime.open(storage, world.clock, world.clock.now());
  const edge = createEdge({
    storage,
    clock: world.clock,
    keyTime,
    ticker: world.ticker,
    random: world.random,
    cursorKey: keyring.cursors,
    uses: USES,
    routes: config.role === 'delivery' ? [] : ROUTES,
    keyring,
    refuseAddress: (company, address) => reach.refuse(company, address),
    trusted,
    rateLimit: config.rateLimit,
    baseUrl: config.baseUrl,
    fallbackUrl: () => publicUrl,
    logger,
    answered: (request) => requests.add(request),
    longTurns: new Turns(IMPORT_TURNS, {
      ofKey: 'Other imports of the company are being worked on.',
      ofAll: 'Too many imports are being worked on.',
    }),
    print: (company, document) => printer.print(company, document),
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
    addImageEndpoint(edge.app, storage, edge.flight);
    const { baseUrl } = config;
    addDescription(edge.app, ROUTES, { baseUrl, fallbackUrl: () => publicUrl, flight: edge.flight });
    addSecurityText(edge.app, { contacts: config.securityContacts, baseUrl, clock: world.clock });
    findPage = addWeb(edge.app, {
      ...people,
      webFolder: world.webFolder ?? WEB_FOLDER,
      turns: edge.flight.turns,
    });
  }
  const { readiness } = edge;
  const start: { reason: string | undefined } = { reason: 'The service is still starting.' };
  readiness.register('service', () => start.reason);
  readiness.register(
    'writes',
    writeCheck(storage, () => performance.now()),
  );
  readiness.register('deliveries', () => {
    const state = stateOf(config, delivery);
    if (state === 'stalled') return STALLED;
    return state === 'not running' ? 'Deliveries do not run in this process.' : undefined;
  });
  addHealth(edge, storage, readiness, () => stateOf(config, delivery));
  addMetrics(edge, {
    storage,
    readiness,
    clock: world.clock,
    engine: () => delivery?.engine,
    dropped: () => requests.dropped,
    answers: () => ({ slow: edge.slow, bytes: edge.flight.bytes, refused: edge.flight.refused }),
  });
  await edge.app.ready();
  if (listener === undefined) throw new Error('Fastify made no server.');
  const open = listener;
  const address = localAddress(config.host, (await open.listen(config.port, config.host)).port);
  publicUrl = config.baseUrl ?? address;
  // From here on something runs by itself: before, a port in use leaves nothing that has to be ended.
  requests.start(world.ticker);
  const stopCutting = world.ticker.every(READER_CHECK_MS, () => {
    for (const cut of open.cutSlow()) {
      edge.slow[cut.reason]++;
      logger.warn(cut, 'A client that does not read its answer was cut.');
    }
  });
  try {
    await prepareSandbox(config, installation, world, passwords, publicUrl, logger);
    if (config.role !== 'delivery') await offerSetup(storage, world, publicUrl);
    reach.sandbox = await storage.read((tx) => sandboxAlone(config, tx));
    if (config.role !== 'api') {
      const { clock, random } = world;
      const warn = (error: unknown, sentence: string) => logger.warn({ err: error }, sentence);
      const alarm = (sentence: string) => logger.error(sentence);
      delivery = await startDelivery({ storage, clock, random, keyring, reach, warn, alarm });
      projector = new Projector({ storage, warn });
      projector.start(world.ticker);
    }
  } catch (error) {
    requests.stop();
    stopCutting();
    const closed = open.close();
    open.cut();
    await closed;
    throw error;
  }
  const lookForOthers: Sweep = async (tx) => {
    reach.sandbox = await sandboxAlone(config, tx);
  };
  const parts: readonly Sweep[] = [
    lookForOthers,
    async (tx, _now, limit) => sweepKeys(tx, await keyTime.keep(tx), limit),
    sweepTokens,
    sweepCheckins,
    sweepSessions,
    sweepPeople,
    sweepSignIns,
    sweepGrants,
    sweepRequests,
    sweepPrinting,
    rejectUnprinted,
  ];
  const warn = (error: unknown, sentence: string) => logger.warn({ err: error }, sentence);
  const everyMs = world.sweepEveryMs ?? SWEEP_EVERY_MS;
  const sweeper = new Sweeper({ storage, clock: world.clock, parts, everyMs, warn });
  start.reason = undefined;
  return {
    address,
    publicUrl,
    storage,
    edge,
    requests,
    delivery,
    sweep: () => sweeper.run(),
    retire: () => {
      start.reason = 'The service is stopping.';
      open.retire();
    },
    close: async () => {
      const swept = sweeper.stop();
      stopCutting();
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
      await swept;
      await storage.close();
      lock.release();
    },
  };
}

/**
 * The sandbox's company while it is the only one: its deliveries may reach this machine. With a company beside it
 * this is no developer's machine any more, and nobody with the sandbox's secrets may ask around in it.
 */
async function sandboxAlone({ sandbox }: Config, tx: Reader): Promise<Id | undefined> {
  if (!sandbox) return undefined;
  const company = parseId((await getMeta(tx, SANDBOX_COMPANY)) ?? '');
  return company !== undefined && (await isOnlyCompany(tx, company)) ? company : undefined;
}

/** Whether deliveries run here, as /readyz tells it. */
function stateOf({ role }: Config, delivery: Delivery | undefined): DeliveryState {
  if (role === 'api') return 'elsewhere';
  if (delivery?.engine.isRunning !== true) return 'not running';
  return delivery.engine.stalls.length > 0 ? 'stalled' : 'running';
}

/** Why a process is not ready although everything answers; the log has the address and the record. */
const STALLED = 'A delivery has been due for over a minute with slots free, and is not sent: see the log.';

type DeliveryState = 'running' | 'stalled' | 'not running' | 'elsewhere';

/**
 * /healthz: the process is up. /readyz: a request would be served, each check by name with why not. Neither needs a
 * token.
 */
function addHealth(
  { app }: Edge,
  storage: Storage,
  readiness: Readiness,
  deliveryState: () => DeliveryState,
): void {
  app.get('/healthz', (_request, reply) => reply.send({ status: 'up' }));
  app.get('/readyz', async (_request, reply) => {
    const results = await readiness.look();
    const ready = isReady(results);
    return reply.code(ready ? 200 : 503).send({
      status: ready ? 'ready' : 'not ready',
      database: storage.engine,
      delivery: deliveryState(),
      checks: Object.fromEntries(results),
    });
  });
}
