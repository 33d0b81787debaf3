import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { CopySettings } from './copies/service.ts';
import { parseCidrs } from './edge/listener.ts';
import type { Quotas } from './edge/quotas.ts';
import { parseContacts } from './edge/security-text.ts';
import { MAX_ID, parseId } from './kernel/id.ts';
import { ConfigError, flagProblem } from './kernel/settings.ts';
import { withoutEnd } from './kernel/text.ts';
import { parseMailFrom, parseSmtpUrl, type SmtpSettings } from './mail/settings.ts';
import { readAddresses } from './storage/engines/postgres-address.ts';
import type { LockMode } from './storage/lock.ts';
import { type DatabaseSettings, DEFAULT_CONNECTIONS } from './storage/open.ts';
import { parseEndpoint, parseHeaders, parseShare, type TracingSettings } from './tracing/settings.ts';

/** A setting: its environment variable, its flag of `serve`, and its meaning. */
interface Setting {
  readonly env: string;
  readonly meaning: string;
}

/** Every setting (reference: operations.2). The flag is the name in lower case with hyphens: PORT is --port. */
export const SETTINGS = {
  port: { env: 'PORT', meaning: 'port to listen on; 0 picks a free one (8443)' },
  host: { env: 'HOST', meaning: 'address to listen on (127.0.0.1)' },
  dataDir: { env: 'DATA_DIR', meaning: 'folder of the database, keys and certificates (./data)' },
  databaseUrl: {
    env: 'DATABASE_URL',
    meaning: 'postgres://…, also of several servers; unset = SQLite in DATA_DIR',
  },
  databaseDirectUrl: {
    env: 'DATABASE_DIRECT_URL',
    meaning: 'the same database without a pooler between, to listen and to migrate (DATABASE_URL)',
  },
  databasePooler: {
    env: 'DATABASE_POOLER',
    meaning: 'off or transaction: a pooler in transaction mode, such as PgBouncer, is at DATABASE_URL (off)',
  },
  databaseConnections: {
    env: 'DATABASE_CONNECTIONS',
    meaning: 'connections of a process to PostgreSQL at most, 2 to 500 (20)',
  },
  databaseReplicaUrl: {
    env: 'DATABASE_REPLICA_URL',
    meaning: 'postgres://… of streaming replicas that answer reports, exports and long lists; unset = none',
  },
  databaseReplicaLag: {
    env: 'DATABASE_REPLICA_LAG',
    meaning: 'how many seconds a replica that answers may be behind, 1 to 300 (5)',
  },
  copyDir: {
    env: 'COPY_DIR',
    meaning: 'folder that SQLite is copied to all the time, as on another disk; unset = no copies',
  },
  copyRecipients: {
    env: 'COPY_RECIPIENTS',
    meaning: 'age1…, separated by commas: who can open the copies; unset = they are not encrypted',
  },
  copyKeepDays: { env: 'COPY_KEEP_DAYS', meaning: 'how many days copies go back, 1 to 3650 (7)' },
  baseUrl: { env: 'BASE_URL', meaning: 'public https address, used in Location and X-Next-Page' },
  tlsCertFile: { env: 'TLS_CERT_FILE', meaning: 'certificate chain, PEM' },
  tlsKeyFile: { env: 'TLS_KEY_FILE', meaning: 'private key, PEM' },
  trustProxy: { env: 'TRUST_PROXY', meaning: 'address ranges plain HTTP is accepted from' },
  rateLimit: { env: 'RATE_LIMIT', meaning: 'requests a minute per add-on and company; 0 = off (600)' },
  quotaRequests: {
    env: 'QUOTA_REQUESTS_PER_DAY',
    meaning: 'requests of add-ons that a company may have in a day of UTC; 0 = no quota (0)',
  },
  quotaBytes: {
    env: 'QUOTA_BYTES_PER_DAY',
    meaning: 'bytes of those requests and of their answers; 0 = no quota (0)',
  },
  quotaRows: {
    env: 'QUOTA_ROWS',
    meaning: 'orders, products and customers that a company may store; 0 = no quota (0)',
  },
  sandbox: {
    env: 'SANDBOX',
    meaning: 'on, bare or off: make a sandbox company over an empty database; bare is without sales (on)',
  },
  webhookAllowPrivate: {
    env: 'WEBHOOK_ALLOW_PRIVATE',
    meaning: 'private address ranges deliveries may reach',
  },
  firstOrderId: { env: 'FIRST_ORDER_ID', meaning: 'where order ids begin (1)' },
  role: { env: 'ROLE', meaning: 'api, delivery or all: what this process does (all)' },
  drainSeconds: {
    env: 'DRAIN_SECONDS',
    meaning: 'how long it says that it is not ready after SIGTERM before the port closes (5; 0 on SQLite)',
  },
  securityContact: {
    env: 'SECURITY_CONTACT',
    meaning: 'whom to tell of a weakness, for /.well-known/security.txt',
  },
  smtpUrl: {
    env: 'SMTP_URL',
    meaning: 'smtp:// or smtps:// address of a mail server; unset = no mail is sent',
  },
  mailFrom: { env: 'MAIL_FROM', meaning: 'the address that messages come from; needed with SMTP_URL' },
  otelEndpoint: {
    env: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    meaning: 'where traces go by OTLP over HTTP, such as http://localhost:4318; unset = no traces',
  },
  otelHeaders: {
    env: 'OTEL_EXPORTER_OTLP_HEADERS',
    meaning: 'headers that the receiver of traces wants: name=value, separated by commas',
  },
  otelServiceName: { env: 'OTEL_SERVICE_NAME', meaning: 'the name of this process in traces (passbell)' },
  otelShare: {
    env: 'OTEL_TRACES_SAMPLER_ARG',
    meaning: 'the share of requests that traces have, from 0 to 1 (1)',
  },
  logLevel: { env: 'LOG_LEVEL', meaning: 'trace, debug, info, warn, error, fatal or silent (info)' },
} as const satisfies Record<string, Setting>;

/** The port when none is set (reference: operations.2). */
export const DEFAULT_PORT = 8443;

/** Roles of a process: it answers requests, delivers webhooks, or does both. */
const ROLES = ['all', 'api', 'delivery'] as const;
type Role = (typeof ROLES)[number];

type Name = keyof typeof SETTINGS;

/** Reads a whole number; ConfigError where it is none, or out of its bounds. */
type Whole = (name: Name, otherwise: number, max: number, min?: number) => number;

/** The settings of a running service. */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** How PostgreSQL is reached. */
  readonly database: DatabaseSettings;
  /** Where SQLite is copied to all the time; undefined: nowhere. */
  readonly copies: CopySettings | undefined;
  readonly baseUrl: string | undefined;
  readonly tlsFiles: { readonly cert: string; readonly key: string } | undefined;
  readonly trustProxy: string;
  readonly rateLimit: number;
  /** The quotas of companies that have none of their own. */
  readonly quotas: Quotas;
  readonly sandbox: boolean;
  /** Without staff, customers and sales that are not needed. */
  readonly bareSandbox: boolean;
  readonly webhookAllowPrivate: string;
  readonly firstOrderId: bigint;
  readonly role: Role;
  /** How long after SIGTERM requests are still taken, in s. */
  readonly drainSeconds: number;
  /** The contacts of security.txt; without any there is no such file. */
  readonly securityContacts: readonly string[];
  /** The mail server; undefined: no mail is sent. */
  readonly smtp: SmtpSettings | undefined;
  /** Where traces go; undefined: nothing is traced. */
  readonly tracing: TracingSettings | undefined;
  readonly logLevel: string;
}

/** A file of SQLite is served by one process; on PostgreSQL those of a fleet may share a folder. */
export function lockMode({ databaseUrl, role }: Pick<Config, 'databaseUrl' | 'role'>): LockMode {
  if (databaseUrl === undefined) return 'exclusive';
  return role === 'delivery' ? 'passive' : 'shared';
}

function flagOf(env: string): string {
  return env.toLowerCase().replaceAll('_', '-');
}

const HOST = /^[A-Za-z0-9.:_%-]+$/;
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

/** Reads the settings from flags, which win, and the environment. Throws a ConfigError that names the problem. */
export function readConfig(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Config {
  const flags = readFlags(args);
  const text = (name: Name): string | undefined => {
    const value = flags.get(name) ?? env[SETTINGS[name].env];
    return value === '' ? undefined : value;
  };
  const wrong = (name: Name, sentence: string) =>
    new ConfigError(`${SETTINGS[name].env} (--${flagOf(SETTINGS[name].env)}) ${sentence}`);
  const whole: Whole = (name, otherwise, max, min = 0) => {
    const value = text(name);
    if (value === undefined) return otherwise;
    if (!/^\d{1,9}$/.test(value) || Number(value) > max || Number(value) < min) {
      throw wrong(name, `must be a whole number from ${min} to ${max}, not "${value}".`);
    }
    return Number(value);
  };
  const ranges = (name: Name): string => {
    const value = text(name) ?? '';
    try {
      parseCidrs(value);
    } catch (error) {
      throw wrong(name, `must be a list of address ranges: ${error instanceof Error ? error.message : ''}`);
    }
    return value;
  };

  const sandbox = text('sandbox') ?? 'on';
  if (sandbox !== 'on' && sandbox !== 'bare' && sandbox !== 'off')
    throw wrong('sandbox', `must be on, bare or off, not "${sandbox}".`);
  const logLevel = text('logLevel') ?? 'info';
  if (!LOG_LEVELS.includes(logLevel)) throw wrong('logLevel', `must be one of ${LOG_LEVELS.join(', ')}.`);
  const wantedRole = text('role') ?? 'all';
  const role = ROLES.find((each) => each === wantedRole);
  if (role === undefined) throw wrong('role', `must be one of ${ROLES.join(', ')}, not "${wantedRole}".`);
  const databaseUrl = text('databaseUrl');
  const database = readDatabase(text, whole, wrong);
  const host = text('host') ?? '127.0.0.1';
  if (!HOST.test(host)) throw wrong('host', `must be an address or a name of this machine, not "${host}".`);
  const first = text('firstOrderId');
  const firstOrderId = first === undefined ? 1n : parseId(first);
  if (firstOrderId === undefined) throw wrong('firstOrderId', `must be a whole number from 1 to ${MAX_ID}.`);
  const contact = text('securityContact');
  const securityContacts = contact === undefined ? [] : parseContacts(contact);
  if (securityContacts === undefined) {
    throw wrong(
      'securityContact',
      'must be an https, mailto or tel address such as mailto:security@example.com, or up to 10, separated by commas.',
    );
  }
  const cert = text('tlsCertFile');
  const key = text('tlsKeyFile');
  if ((cert === undefined) !== (key === undefined)) {
    throw wrong(cert === undefined ? 'tlsCertFile' : 'tlsKeyFile', 'is needed as well: both or neither.');
  }
  return {
    port: whole('port', DEFAULT_PORT, 65_535),
    host,
    dataDir: resolve(text('dataDir') ?? './data'),
    databaseUrl,
    database,
    copies: readCopies(text, whole, wrong),
    baseUrl: readBaseUrl(text('baseUrl'), wrong),
    tlsFiles:
      cert === undefined || key === undefined ? undefined : { cert: resolve(cert), key: resolve(key) },
    trustProxy: ranges('trustProxy'),
    rateLimit: whole('rateLimit', 600, 100_000_000),
    quotas: readDefaultQuotas(text, wrong),
    sandbox: sandbox !== 'off',
    bareSandbox: sandbox === 'bare',
    webhookAllowPrivate: ranges('webhookAllowPrivate'),
    firstOrderId,
    role,
    // One process serves an SQLite file: there is no other one that requests could go to.
    drainSeconds: whole('drainSeconds', databaseUrl === undefined ? 0 : 5, 300),
    securityContacts,
    smtp: readSmtp(text('smtpUrl'), text('mailFrom'), wrong),
    tracing: readTracing(text, wrong),
    logLevel,
  };
}

/** Days that copies go back unless set. */
const COPY_DAYS = 7;
const MOST_COPY_DAYS = 3_650;

function readCopies(
  text: (name: Name) => string | undefined,
  whole: Whole,
  wrong: (name: Name, sentence: string) => ConfigError,
): CopySettings | undefined {
  const dir = text('copyDir');
  const recipients = text('copyRecipients');
  const keepDays = whole('copyKeepDays', COPY_DAYS, MOST_COPY_DAYS, 1);
  // Who names recipients believes that there are copies.
  if (dir === undefined && recipients !== undefined)
    throw wrong('copyRecipients', 'needs COPY_DIR as well: nothing is copied without it.');
  if (dir === undefined) return undefined;
  if (text('databaseUrl') !== undefined)
    throw wrong('copyDir', 'is for SQLite alone. Copy PostgreSQL by its own means, such as pgBackRest.');
  return { dir: resolve(dir), recipients, keepDays };
}

/** A quota: a whole number, exact in a double. */
const QUOTA = /^\d{1,15}$/;

function readDefaultQuotas(
  text: (name: Name) => string | undefined,
  wrong: (name: Name, sentence: string) => ConfigError,
): Quotas {
  const quota = (name: Name): number | undefined => {
    const value = text(name) ?? '0';
    if (!QUOTA.test(value)) throw wrong(name, `must be a whole number of up to 15 digits, not "${value}".`);
    return Number(value) === 0 ? undefined : Number(value);
  };
  return { requests: quota('quotaRequests'), bytes: quota('quotaBytes'), rows: quota('quotaRows') };
}

/** Connections of a process that there have to be at least: one writes while another one reads. */
const LEAST_CONNECTIONS = 2;
const MOST_CONNECTIONS = 500;

function readDatabase(
  text: (name: Name) => string | undefined,
  whole: Whole,
  wrong: (name: Name, sentence: string) => ConfigError,
): DatabaseSettings {
  for (const name of ['databaseUrl', 'databaseDirectUrl', 'databaseReplicaUrl'] as const) {
    const address = text(name);
    // The value is not repeated: it holds a password.
    if (address !== undefined && readAddresses(address) === undefined) {
      throw wrong(name, 'must be an address such as postgres://user:password@host:5432/database.');
    }
  }
  const pooler = text('databasePooler') ?? 'off';
  if (pooler !== 'off' && pooler !== 'transaction')
    throw wrong('databasePooler', `must be off or transaction, not "${pooler}".`);
  const directUrl = text('databaseDirectUrl');
  if (pooler === 'transaction' && directUrl === undefined) {
    throw wrong(
      'databasePooler',
      'needs DATABASE_DIRECT_URL as well: a pooler in transaction mode lets nobody listen.',
    );
  }
  if (directUrl !== undefined && text('databaseUrl') === undefined)
    throw wrong('databaseDirectUrl', 'needs DATABASE_URL as well: without it SQLite would be used.');
  const connections = whole('databaseConnections', DEFAULT_CONNECTIONS, MOST_CONNECTIONS, LEAST_CONNECTIONS);
  const replicas = readReplicas(text, whole, wrong);
  const isPooled = pooler === 'transaction';
  return { directUrl, isPooled, connections, ...(replicas === undefined ? {} : { replicas }) };
}

/** How many seconds a replica that answers may be behind: unless set, and at most. */
const LAG_SECONDS = 5;
const MOST_LAG_SECONDS = 300;

function readReplicas(
  text: (name: Name) => string | undefined,
  whole: Whole,
  wrong: (name: Name, sentence: string) => ConfigError,
): DatabaseSettings['replicas'] {
  const lagSeconds = whole('databaseReplicaLag', LAG_SECONDS, MOST_LAG_SECONDS, 1);
  const address = text('databaseReplicaUrl');
  const found = address === undefined ? undefined : readAddresses(address);
  if (found === undefined) return undefined;
  const databaseUrl = text('databaseUrl');
  if (databaseUrl === undefined)
    throw wrong('databaseReplicaUrl', 'needs DATABASE_URL as well: SQLite has no replicas.');
  return { primaryUrl: text('databaseDirectUrl') ?? databaseUrl, urls: found.urls, lagSeconds };
}

function readSmtp(
  url: string | undefined,
  from: string | undefined,
  wrong: (name: Name, sentence: string) => ConfigError,
): SmtpSettings | undefined {
  if (url === undefined && from === undefined) return undefined;
  if (url === undefined || from === undefined)
    throw wrong(url === undefined ? 'smtpUrl' : 'mailFrom', 'is needed as well: both or neither.');
  const server = parseSmtpUrl(url);
  // The value is not repeated: it holds a password.
  if (server === undefined)
    throw wrong('smtpUrl', 'must be an address such as smtps://user:password@mail.example.com:465.');
  const address = parseMailFrom(from);
  if (address === undefined) throw wrong('mailFrom', 'must be one e-mail address, such as shop@example.com.');
  return { ...server, from: address };
}

function readTracing(
  text: (name: Name) => string | undefined,
  wrong: (name: Name, sentence: string) => ConfigError,
): TracingSettings | undefined {
  const endpoint = text('otelEndpoint');
  const url = endpoint === undefined ? undefined : parseEndpoint(endpoint);
  // Neither is repeated: an address may hold a password, headers hold keys.
  if (endpoint !== undefined && url === undefined)
    throw wrong('otelEndpoint', 'must be an address such as http://localhost:4318, and nothing else.');
  const given = text('otelHeaders');
  const headers = given === undefined ? {} : parseHeaders(given);
  if (headers === undefined) throw wrong('otelHeaders', 'must be name=value, separated by commas.');
  const share = parseShare(text('otelShare') ?? '1');
  if (share === undefined) throw wrong('otelShare', 'must be a number from 0 to 1, such as 0.1.');
  const serviceName = text('otelServiceName') ?? 'passbell';
  return url === undefined ? undefined : { url, headers, serviceName, share };
}

function readBaseUrl(text: string | undefined, wrong: (name: Name, sentence: string) => ConfigError) {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'https:' || /[?#@\s]/.test(text)) {
    throw wrong('baseUrl', 'must be an https address such as https://pos.example.com, and nothing else.');
  }
  return url.origin + withoutEnd(url.pathname, '/');
}

function readFlags(args: readonly string[]): Map<Name, string> {
  const names = Object.keys(SETTINGS) as Name[];
  const options = Object.fromEntries(
    names.map((name) => [flagOf(SETTINGS[name].env), { type: 'string' as const }]),
  );
  const values = parseFlags(args, options);
  const found = new Map<Name, string>();
  for (const name of names) {
    const flag = flagOf(SETTINGS[name].env);
    const value = values[flag];
    // Such as --database-url=$URL with a variable that is not set: never taken for the default.
    if (value === '') throw new ConfigError(`--${flag} is empty.`);
    if (value !== undefined) found.set(name, value);
  }
  return found;
}

function parseFlags(args: readonly string[], options: Record<string, { type: 'string' }>) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: false, strict: true }).values;
  } catch (error) {
    const flags = Object.keys(options).map((flag) => `--${flag}`);
    throw new ConfigError(`${flagProblem(error)} The flags are ${flags.join(', ')}.`);
  }
}

/** The first fields of sandbox.json: the address of the service, and the CA to trust (reference: operations.10). */
export function placeOf(config: Config, url: string): Record<string, string> {
  return {
    base_url: url,
    ...(config.tlsFiles === undefined ? { ca_certificate_file: 'tls/ca.pem' } : {}),
  };
}

/** Where a service on this host and port is reached from the same machine. */
export function localAddress(host: string, port: number): string {
  if (['127.0.0.1', '::1', '0.0.0.0', '::'].includes(host)) return `https://localhost:${port}`;
  return `https://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
