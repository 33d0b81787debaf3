import { parseArgs } from 'node:util';
import { readKeyring } from './app.ts';
import { type Config, ConfigError, readConfig, SETTINGS } from './config.ts';
import { examine, report } from './doctor.ts';
import { importFolder } from './imports/run.ts';
import { parseId } from './kernel/id.ts';
import { minorUnits } from './kernel/money.ts';
import { isTimeZone } from './kernel/time.ts';
import { serve, world } from './main.ts';
import { systemClock } from './replay/client.ts';
import { replay } from './replay/replay.ts';
import { readSandboxFile } from './replay/sandbox-file.ts';
import { createCompany, makePin } from './sandbox/company.ts';
import { openStorage } from './storage/open.ts';
import type { Storage } from './storage/port.ts';

const HELP = `passbell <command>

  serve                       run the service; every setting is also a flag
  company create              make a company with a site, a register, an add-on and a token
      --name <text> --currency <AUD> --timezone <Australia/Sydney> [--json]
  import <folder>             bring a menu into a company
      [--company <id>] [--site <id>]   the first company and its first site when not given
  replay <folder>             send the orders of the data through the API and check the totals
      [--connections <8>] [--limit <orders>]
      [--base-url <address>]           where the service is, when not where sandbox.json says
  doctor                      check settings, disk, database, clock, certificate, port

All of them take --data-dir and --database-url. Settings (environment, or flags of serve):
${Object.values(SETTINGS)
  .map(({ env, meaning }) => `  ${env.padEnd(24)}${meaning}`)
  .join('\n')}
`;

/** What a command cannot do, in a sentence for whoever typed it. */
class UsageError extends Error {}

type Options = Record<string, { type: 'string' | 'boolean' }>;

const PLACE: Options = { 'data-dir': { type: 'string' }, 'database-url': { type: 'string' } };

interface Given {
  readonly words: readonly string[];
  text(name: string): string | undefined;
  has(name: string): boolean;
  /** The settings with --data-dir and --database-url put over the environment. */
  config(): Config;
}

function read(args: readonly string[], options: Options, words: number): Given {
  let parsed: { values: Record<string, unknown>; positionals: string[] };
  try {
    parsed = parseArgs({ args: [...args], options: { ...PLACE, ...options }, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error));
  }
  const { values, positionals } = parsed;
  if (positionals.length !== words) throw new UsageError(words === 0 ? 'takes no words.' : 'needs one folder.');
  const text = (name: string) => {
    const value = values[name];
    return typeof value === 'string' ? value : undefined;
  };
  return {
    words: positionals,
    text,
    has: (name) => values[name] === true,
    config: () => {
      const over = { DATA_DIR: text('data-dir'), DATABASE_URL: text('database-url') };
      const given = Object.entries(over).filter(([, value]) => value !== undefined);
      return readConfig([], { ...process.env, ...Object.fromEntries(given) });
    },
  };
}

async function withStorage<T>(config: Config, work: (storage: Storage) => Promise<T>): Promise<T> {
  const storage = await openStorage(config);
  try {
    return await work(storage);
  } finally {
    await storage.close();
  }
}

async function companyCreate(args: readonly string[]): Promise<number> {
  const given = read(
    args,
    {
      name: { type: 'string' },
      currency: { type: 'string' },
      timezone: { type: 'string' },
      json: { type: 'boolean' },
    },
    0,
  );
  const name = given.text('name')?.trim() ?? '';
  const currency = given.text('currency') ?? '';
  const timezone = given.text('timezone') ?? '';
  if (name === '') throw new UsageError('needs --name.');
  if (minorUnits(currency) === undefined) throw new UsageError('needs --currency with an ISO 4217 code, such as AUD.');
  if (!isTimeZone(timezone)) throw new UsageError('needs --timezone with a name such as Australia/Sydney.');
  const config = given.config();
  const keyring = readKeyring(config.dataDir, world.random);
  const pin = await makePin(world.random);
  const made = await withStorage(config, (storage) =>
    storage.write((tx) =>
      createCompany(
        tx,
        {
          name,
          currency,
          timezone,
          siteName: name,
          addonName: `${name} add-on`,
          taxes: [],
          methods: [{ name: 'Cash', kind: 'cash', ledger_code: null }],
        },
        pin,
        { now: world.clock.now(), random: world.random, keyring },
      ),
    ),
  );
  const port = config.port === 0 ? 8443 : config.port;
  const card = {
    base_url: config.baseUrl ?? `https://localhost:${port}`,
    ...(config.tlsFiles === undefined ? { ca_certificate_file: 'tls/ca.pem' } : {}),
    ...made.card,
  };
  if (given.has('json')) process.stdout.write(`${JSON.stringify(card)}\n`);
  else {
    process.stdout.write(`${name} is company ${made.company}. These secrets are shown only now:\n`);
    process.stdout.write(`${JSON.stringify(card, null, 2)}\n`);
  }
  return 0;
}

async function runImport(args: readonly string[]): Promise<number> {
  const given = read(args, { company: { type: 'string' }, site: { type: 'string' } }, 1);
  const idOf = (option: string) => {
    const text = given.text(option);
    const id = text === undefined ? undefined : parseId(text);
    if (text !== undefined && id === undefined) throw new UsageError(`--${option} must be an id.`);
    return id;
  };
  const target = { company: idOf('company'), site: idOf('site') };
  const done = await withStorage(given.config(), (storage) =>
    importFolder(storage, given.words[0] ?? '', target, world.clock.now()),
  );
  process.stdout.write(
    `Company ${done.company}, site ${done.site}: ${done.products} products in ${done.categories} categories ` +
      `(${done.created} new, ${done.updated} changed).\n`,
  );
  return 0;
}

function wholeOf(given: Given, option: string, max: number): number | undefined {
  const text = given.text(option);
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(text) || Number(text) > max) {
    throw new UsageError(`--${option} must be a whole number from 1 to ${max}.`);
  }
  return Number(text);
}

async function runReplay(args: readonly string[]): Promise<number> {
  const given = read(
    args,
    { connections: { type: 'string' }, limit: { type: 'string' }, 'base-url': { type: 'string' } },
    1,
  );
  const target = await readSandboxFile(given.config().dataDir);
  const baseUrl = given.text('base-url');
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const result = await replay({
    ...target,
    ...(baseUrl === undefined ? {} : { baseUrl }),
    dir: given.words[0] ?? '',
    connections: wholeOf(given, 'connections', 100),
    limit: wholeOf(given, 'limit', 1_000_000),
    out: { write: (text) => process.stdout.write(text), isTTY: process.stdout.isTTY === true },
    clock: systemClock,
    signal: stop.signal,
  });
  return result.ok ? 0 : 1;
}

async function doctor(args: readonly string[]): Promise<number> {
  const findings = await examine(args, process.env, world.clock);
  process.stdout.write(report(findings));
  return findings.some(({ state }) => state === 'bad') ? 1 : 0;
}

/** Runs a command; answers the exit code. */
async function run(args: readonly string[]): Promise<number> {
  const [command = '', ...rest] = args;
  switch (command) {
    case 'serve':
      await serve(rest);
      return Number(process.exitCode ?? 0);
    case 'company':
      if (rest[0] !== 'create') throw new UsageError('knows one thing to do: company create.');
      return companyCreate(rest.slice(1));
    case 'import':
      return runImport(rest);
    case 'replay':
      return runReplay(rest);
    case 'doctor':
      return doctor(rest);
    case '':
    case 'help':
    case '--help':
    case '-h':
      process.stdout.write(HELP);
      return 0;
    default:
      throw new UsageError('is not a command.');
  }
}

const [command = ''] = process.argv.slice(2);
try {
  process.exitCode = await run(process.argv.slice(2));
  // What a command has opened is closed; only `serve` stays.
  if (command !== 'serve') process.disconnect?.();
} catch (error) {
  const told = error instanceof Error ? error.message : String(error);
  const usage = error instanceof UsageError ? `passbell ${command} ${told} Try: passbell help` : told;
  process.stderr.write(`${usage}\n`);
  process.exitCode = error instanceof UsageError || error instanceof ConfigError ? 2 : 1;
  process.disconnect?.();
}
