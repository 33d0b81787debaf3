import type { Server } from 'node:http';
import type { BlockList } from 'node:net';
import { extname } from 'node:path';
import type { Logger } from 'pino';
import { RequestLog } from './access/requests.ts';
import { addSessionEndpoints } from './access/session.ts';
import { ownIdentity, readTlsFiles, servedCertificate } from './certificates.ts';
import { addImageEndpoint } from './company/images.ts';
import { type Config, localAddress, lockMode } from './config.ts';
import { addCopies } from './copies/service.ts';
import { addDescription } from './description/serve.ts';
import type { ServedCertificate } from './edge/certificate.ts';
import { Consistency } from './edge/consistency.ts';
import { KeyTime } from './edge/key-time.ts';
import { type Catalogues, Languages, readCatalogue } from './edge/languages.ts';
import { createListener, type Listener, parseCidrs, type TlsIdentity } from './edge/listener.ts';
import type { EdgeParts } from './edge/parts.ts';
import { writeCheck } from './edge/readiness.ts';
import { addSecurityText } from './edge/security-text.ts';
import { createEdge, type Edge } from './edge/server.ts';
import {
  foundCompany,
  type LockedInstallation,
  offerSetup,
  prepareSandbox,
  sandboxAlone,
} from './first-start.ts';
import { addHealth, MAIL_STALLED, STALLED, stateOf } from './health.ts';
import { openInstallation } from './installation.ts';
import { IMPORT_TURNS } from './kernel/budget.ts';
import { FairQueue } from './kernel/fair-queue.ts';
import type { Id } from './kernel/id.ts';
import type { Random } from './kernel/random.ts';
import type { Clock, Stopwatch, Ticker } from './kernel/time.ts';
import { sentence } from './kernel/words.ts';
import { createLogger } from './logger.ts';
import type { MailEngine } from './mail/engine.ts';
import { mailMetrics } from './mail/metrics.ts';
import type { SendMail } from './mail/send.ts';
import { mailFigures } from './mail/store.ts';
import { sendMail } from './mail-writers.ts';
import { addMetrics, registerMetrics } from './metrics.ts';
import { addAuthorizePages } from './oauth/authorize.ts';
import { addTokenEndpoints } from './oauth/endpoints.ts';
import { addReceiptPages } from './orders/http/receipt-page.ts';
import { Printer } from './pdf/printer.ts';
import { addPages, addPeoplePages } from './people/pages.ts';
import { type PasswordCost, Passwords } from './people/password.ts';
import type { PeopleParts } from './people/types.ts';
import { Projector } from './reports/projector.ts';
import { ROUTES } from './routes.ts';
import { type ServiceDatabase, serviceDatabase, tellReplicas } from './service-database.ts';
import { lockFolder } from './storage/lock.ts';
import type { Storage } from './storage/port.ts';
import { SWEEP_EVERY_MS, type Sweep, Sweeper } from './sweeper.ts';
import { sweepsOf } from './sweeps.ts';
import { type Heartbeat, heartbeatOf } from './this-process.ts';
import { startTelemetry } from './tracing/start.ts';
import type { Telemetry } from './tracing/telemetry.ts';
import { spanMetrics, tracedPart } from './tracing/work.ts';
import { startUpkeep, type Upkeep, usageOf } from './upkeep.ts';
import { USES } from './uses.ts';
import { WEB_FOLDER } from './web/files.ts';
import { addWeb, type Fallback } from './web/serve.ts';
import { deliveryMetrics } from './webhooks/metrics.ts';
import { queueFigures } from './webhooks/queue.store.ts';
import { type Delivery, PrivateAddressPolicy, startDelivery } from './webhooks/service.ts';

/** The environment of a service: time, chance, and the console. */
export interface Runtime {
  readonly clock: Clock & Stopwatch;
  readonly ticker: Ticker;
  readonly random: Random;
  /** The work of a password's hash; tests take less of it. */
  readonly passwordCost?: PasswordCost;
  /** Prints a line on the console. */
  readonly print?: (line: string) => void;
  /** How often rows that time has ended are swept away, in ms; 0 leaves it to `sweep`. A minute unless given. */
  readonly sweepEveryMs?: number;
  /** Sends a message in place of the mail server of SMTP_URL. */
  readonly sendMail?: SendMail;
  /** The service's texts in other languages, where those that come with Passbell are not meant. */
  readonly catalogues?: Catalogues;
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
  /** Undefined when another process sends mail, or there is no mail server. */
  readonly mail: MailEngine | undefined;
  /** Deletes expired rows, as it is done every minute. */
  sweep(): Promise<void>;
  /** Makes it not ready and closes connections after their answers; requests are still answered. */
  retire(): void;
  /** Stops accepting, finishes requests in flight, closes the database. */
  close(): Promise<void>;
}

/** How long requests in flight may take after a stop was asked for, in ms. */
const DRAIN_MS = 8_000;

/** Starts a service: opens the database, makes the sandbox or the set-up link of a first start, listens. */
export async function startApp(config: Config, runtime: Runtime): Promise<App> {
  // First of all, so that a wrong file changes nothing.
  const given = config.tlsFiles === undefined ? undefined : readTlsFiles(config.tlsFiles);
  const lock = lockFolder(config.dataDir, lockMode(config));
  try {
    const installation = await openInstallation(config, runtime.random);
    const logger = createLogger(config.logLevel);
    let telemetry: Telemetry | undefined;
    let { storage } = installation;
    try {
      telemetry = await startTelemetry(config.tracing, runtime, logger);
      if (config.firstOrderId > 1n) await installation.storage.startIdsAt('order', config.firstOrderId);
      const identity = given ?? (await ownIdentity(config.dataDir, runtime.clock));
      const keyTime = await KeyTime.open(installation.storage, runtime.clock, runtime.clock.now());
      const database = serviceDatabase(config, storage, logger, telemetry);
      storage = database.storage;
      const opened = { ...installation, ...database, lock };
      return await new Service(config, runtime, opened, { identity, keyTime, logger, telemetry }).start();
    } catch (error) {
      await telemetry?.stop();
      await storage.close();
      throw error;
    }
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** The parts that exist before a service begins, beside the installation. */
interface Begun {
  readonly identity: TlsIdentity;
  readonly keyTime: KeyTime;
  readonly logger: Logger;
  readonly telemetry: Telemetry | undefined;
}

/** A service that starts, serves and ends. */
class Service {
  readonly #config: Config;
  readonly #runtime: Runtime;
  readonly #installation: LockedInstallation & ServiceDatabase;
  readonly #keyTime: KeyTime;
  readonly #logger: Logger;
  readonly #telemetry: Telemetry | undefined;
  readonly #reach: PrivateAddressPolicy;
  readonly #trusted: BlockList;
  readonly #languages: Languages;
  readonly #printer = new Printer(new URL(`./print-worker${extname(import.meta.url)}`, import.meta.url));
  readonly #requests: RequestLog;
  readonly #people: PeopleParts;
  readonly #edge: Edge;
  #listener: Listener | undefined;
  readonly #certificate: ServedCertificate;
  #publicUrl: string;
  #findPage: Fallback | undefined;
  #delivery: Delivery | undefined;
  #mail: MailEngine | undefined;
  readonly #projector: Projector;
  readonly #heartbeat: Heartbeat;
  #endFigures: (() => void) | undefined;
  /** Why it is not ready, apart from the checks of its parts. */
  #pause: string | undefined = 'The service is still starting.';

  constructor(
    config: Config,
    runtime: Runtime,
    installation: LockedInstallation & ServiceDatabase,
    { identity, keyTime, logger, telemetry }: Begun,
  ) {
    this.#config = config;
    this.#runtime = runtime;
    this.#installation = installation;
    this.#keyTime = keyTime;
    this.#logger = logger;
    this.#telemetry = telemetry;
    this.#reach = new PrivateAddressPolicy(config.webhookAllowPrivate);
    this.#trusted = parseCidrs(config.trustProxy);
    this.#publicUrl = config.baseUrl ?? localAddress(config.host, config.port);
    const { storage } = installation;
    const { clock, random } = runtime;
    const warn = (error: unknown, sentence: string) => this.#logger.debug({ err: error }, sentence);
    this.#projector = new Projector({ storage, stopwatch: clock, warn: this.#warn });
    this.#heartbeat = heartbeatOf(config, runtime, storage, logger);
    this.#requests = new RequestLog({ storage, clock, warn });
    this.#languages = new Languages(runtime.catalogues ?? readCatalogue);
    this.#edge = createEdge(this.#edgeParts(identity));
    const use = (renewed: TlsIdentity) => this.#listener?.use(renewed);
    this.#certificate = servedCertificate(identity, config, clock, logger, use);
    this.#people = {
      ...{ storage, clock, random },
      passwords: new Passwords(random, runtime.passwordCost),
      trusted: this.#trusted,
      publicUrl: () => this.#publicUrl,
      keyring: installation.keyring,
      sendsMail: config.smtp !== undefined,
      counts: this.#edge.counts,
      forgetTokens: () => this.#edge.authenticator.forget(),
      foundCompany: (tx, plan) => foundCompany(tx, plan, clock.now()),
      languages: this.#languages,
    };
  }

  #edgeParts(identity: TlsIdentity): EdgeParts {
    const { storage, keyring, replicas } = this.#installation;
    const { clock, ticker, random } = this.#runtime;
    const { role, rateLimit, quotas, baseUrl } = this.#config;
    return {
      storage,
      consistency: replicas && new Consistency(clock, replicas.settings.lagSeconds),
      clock,
      keyTime: this.#keyTime,
      ticker,
      random,
      uses: USES,
      routes: role === 'delivery' ? [] : ROUTES,
      keyring,
      refuseAddress: (company, address) => this.#reach.refuse(company, address),
      trusted: this.#trusted,
      rateLimit,
      quotas,
      usage: usageOf(this.#config, storage, clock, this.#logger),
      baseUrl,
      fallbackUrl: () => this.#publicUrl,
      logger: this.#logger,
      tracing: this.#telemetry,
      languages: this.#languages,
      answered: (request) => this.#requests.add(request),
      longWork: new FairQueue(IMPORT_TURNS, {
        ofKey: sentence('Other imports of the company are being worked on.'),
        ofAll: sentence('Too many imports are being worked on.'),
      }),
      sendsMail: this.#config.smtp !== undefined,
      refresh: (company) => this.#projector.refresh(company),
      print: this.#print,
      findPage: (request, reply) => this.#findPage?.(request, reply),
      createServer: (handler): Server => {
        this.#listener = createListener(identity, this.#trusted, handler);
        return this.#listener.server;
      },
    };
  }

  /** Starts it: every route is added before it listens, and background work begins afterwards. */
  async start(): Promise<App> {
    if (this.#config.role !== 'delivery') this.#addPaths();
    this.#addChecks();
    const edge = this.#edge;
    await edge.app.ready();
    if (this.#listener === undefined) throw new Error('Fastify made no server.');
    const listener = this.#listener;
    const { host, port, baseUrl, dataDir } = this.#config;
    const runtime = this.#runtime;
    const address = localAddress(host, (await listener.listen(port, host)).port);
    this.#publicUrl = baseUrl ?? address;
    // From here on there is background work: before, a port in use leaves nothing that has to be ended.
    const upkeep = startUpkeep(runtime.ticker, {
      edge,
      listener,
      certificate: this.#certificate,
      requests: this.#requests,
      keys: { ...this.#installation, dataDir, warn: this.#warn },
      storage: this.#installation.storage,
      logger: this.#logger,
    });
    try {
      await this.#begin();
    } catch (error) {
      upkeep.stop();
      const closed = listener.close();
      listener.cut();
      await closed;
      throw error;
    }
    const sweeper = this.#startSweeper();
    this.#pause = undefined;
    await this.#heartbeat.start(runtime.ticker);
    return {
      address,
      publicUrl: this.#publicUrl,
      storage: this.#installation.storage,
      edge,
      requests: this.#requests,
      delivery: this.#delivery,
      mail: this.#mail,
      sweep: () => sweeper.run(),
      retire: () => {
        this.#pause = 'The service is stopping.';
        listener.retire();
      },
      close: async () => {
        const swept = sweeper.stop();
        upkeep.stop();
        await this.#end(listener, swept, upkeep);
      },
    };
  }

  /** Paths beside the routes of the API. */
  #addPaths(): void {
    const { app, authenticator, flight } = this.#edge;
    const { storage, keyring } = this.#installation;
    const { baseUrl, securityContacts } = this.#config;
    const { clock, webFolder = WEB_FOLDER } = this.#runtime;
    const people = this.#people;
    addPages(app, this.#logger, this.#languages, (pages) => {
      addPeoplePages(pages, people);
      addAuthorizePages(pages, people);
      addReceiptPages(pages, { ...people, print: this.#print });
    });
    addTokenEndpoints(app, { ...people, authenticator });
    addSessionEndpoints(app, { ...people, keyring });
    addImageEndpoint(app, storage, flight);
    addDescription(app, ROUTES, { baseUrl, fallbackUrl: () => this.#publicUrl, flight });
    addSecurityText(app, { contacts: securityContacts, baseUrl, clock });
    const warn = (error: unknown, sentence: string) => this.#logger.warn({ err: error }, sentence);
    this.#findPage = addWeb(app, { ...people, webFolder, turns: flight.turns, warn });
  }

  /** The checks of its readiness. */
  #addChecks(): void {
    const edge = this.#edge;
    const { readiness } = edge;
    const { storage } = this.#installation;
    const config = this.#config;
    readiness.register('service', () => this.#pause);
    readiness.register(
      'writes',
      writeCheck(storage, () => performance.now()),
    );
    readiness.register('deliveries', () => {
      const state = stateOf(config, this.#delivery);
      if (state === 'stalled') return STALLED;
      return state === 'not running' ? 'Deliveries do not run in this process.' : undefined;
    });
    readiness.register('mail', () => (this.#mail?.isStalled === true ? MAIL_STALLED : undefined));
    readiness.note('certificate', this.#certificate.problem);
    addHealth(edge, storage, readiness, () => stateOf(config, this.#delivery));
    addMetrics(edge);
    this.#endFigures = registerMetrics(edge, storage);
    tellReplicas(edge, this.#installation.replicas);
    edge.metrics.register(async () =>
      deliveryMetrics(await storage.read(queueFigures), this.#delivery?.engine, this.#runtime.clock.now()),
    );
    edge.metrics.register(() => this.#requests.metrics());
    edge.metrics.register(() => this.#heartbeat.metrics());
    edge.metrics.register(() => this.#certificate.metrics());
    const telemetry = this.#telemetry;
    if (telemetry !== undefined) edge.metrics.register(() => spanMetrics(telemetry.outcomes));
    edge.metrics.register(async () =>
      mailMetrics(await storage.read(mailFigures), this.#mail, this.#runtime.clock.now()),
    );
  }

  /** The work of a first start, and background work. */
  async #begin(): Promise<void> {
    const config = this.#config;
    const runtime = this.#runtime;
    const { storage, keyring } = this.#installation;
    await prepareSandbox(config, this.#installation, runtime, {
      passwords: this.#people.passwords,
      url: this.#publicUrl,
      logger: this.#logger,
    });
    if (config.role !== 'delivery') await offerSetup(storage, runtime, this.#publicUrl);
    await addCopies(this.#edge, config, this.#installation, { ...runtime, logger: this.#logger });
    this.#reach.sandbox = await storage.read((tx) => sandboxAlone(config, tx));
    if (config.role === 'api') return;
    const { clock, random } = runtime;
    this.#delivery = await startDelivery({
      ...{ storage, clock, random, keyring, reach: this.#reach, warn: this.#warn },
      alarm: (sentence) => this.#logger.error(sentence),
      tracing: this.#telemetry,
    });
    this.#projector.start(runtime.ticker);
    await this.#startMail();
  }

  /** Sends mail, where there is a mail server. */
  async #startMail(): Promise<void> {
    const { smtp } = this.#config;
    if (smtp === undefined) return;
    const { storage, keyring } = this.#installation;
    const { clock, random, sendMail: own } = this.#runtime;
    // Loaded where there is a mail server: its library holds some megabytes.
    const send = own ?? (await import('./mail/send.ts')).createSendMail(smtp);
    const tracing = this.#telemetry;
    const parts = {
      storage,
      keyring,
      clock,
      random,
      languages: this.#languages,
      print: this.#print,
      warn: this.#warn,
    };
    this.#mail = await sendMail(parts, (sending) => tracedPart(tracing, 'mail', {}, () => send(sending)));
  }

  readonly #print = (company: Id, document: string): Promise<Buffer> =>
    tracedPart(this.#telemetry, 'print document', { 'passbell.company': String(company) }, () =>
      this.#printer.print(company, document),
    );

  readonly #warn = (error: unknown, sentence: string): void => this.#logger.warn({ err: error }, sentence);

  #startSweeper(): Sweeper {
    const { clock, sweepEveryMs: everyMs = SWEEP_EVERY_MS } = this.#runtime;
    const lookForOthers: Sweep = async (tx) => {
      this.#reach.sandbox = await sandboxAlone(this.#config, tx);
    };
    const parts = [lookForOthers, this.#heartbeat.sweep, ...sweepsOf(this.#keyTime, this.#requests)];
    return new Sweeper({ storage: this.#installation.storage, clock, parts, everyMs, warn: this.#warn });
  }

  /** Finishes requests in flight and closes everything, shared parts last. */
  async #end(listener: Listener, swept: Promise<unknown>, upkeep: Upkeep): Promise<void> {
    const { storage, lock } = this.#installation;
    const delivered = Promise.all([this.#delivery?.stop(), this.#mail?.stop(), this.#projector.stop()]);
    const cut = setTimeout(() => {
      this.#logger.warn('Requests in flight took too long after a stop was asked for: they are cut.');
      listener.cut();
    }, DRAIN_MS);
    // A stream never ends by itself: its client must not keep the process from stopping.
    await Promise.all([this.#edge.streams.close(), listener.close()]);
    clearTimeout(cut);
    await this.#edge.app.close();
    await upkeep.close();
    await this.#printer.close();
    await delivered;
    await swept;
    await this.#heartbeat.stop();
    await this.#telemetry?.stop();
    this.#endFigures?.();
    await storage.close();
    lock.release();
  }
}
