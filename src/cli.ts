import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { parseArgs } from 'node:util';
import { localAddress, placeOf } from './app.ts';
import { type Config, ConfigError, DEFAULT_PORT, flagProblem, readConfig, SETTINGS } from './config.ts';
import { examine, report } from './doctor.ts';
import { importFolder } from './imports/run.ts';
import { databaseFile, openInstallation, readSandboxAddress } from './installation.ts';
import { parseId } from './kernel/id.ts';
import { minorUnits } from './kernel/money.ts';
import { isTimeZone } from './kernel/time.ts';
import { serve, world } from './main.ts';
import { explainProblem } from './problems.ts';
import { systemClock } from './replay/client.ts';
import { replay } from './replay/replay.ts';
import { readSandboxFile } from './replay/sandbox-file.ts';
import { createCompany } from './sandbox/company.ts';
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
  doctor                      check settings, disk, key, database, clock, certificate, port

All of them take --data-dir and --database-url. Settings (environment, or flags of serve):
${Object.values(SETTINGS)
  .map(({ env, meaning }) => `  ${env.padEnd(24)}${meaning}`)
  .join('\n')}
`;

/** How a command was typed that cannot be understood, in a sentence. */
class UsageError extends Error {}

/** The longest name of a company, as for every other name. */
const MAX_NAME = 255;

/** The settings of the command, once they are read. */
let settings: Config | undefined;

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
    parsed = parseArgs({
      args: [...args],
      options: { ...PLACE, ...options },
      allowPositionals: true,
      strict: true,
    });
  } catch (error) {
    throw new UsageError(flagProblem(error));
  }
  const { values, positionals } = parsed;
  if (positionals.length !== words) {
    throw new UsageError(words === 0 ? 'It takes options alone.' : 'It needs one folder.');
  }
  const text = (name: string) => {
    const value = values[name];
    return typeof value === 'string' ? value : undefined;
  };
  return {
    words: positionals,
    text,
    has: (name) => values[name] === true,
    config: () => {
      const flags = Object.keys(PLACE).filter((flag) => values[flag] !== undefined);
      settings = readConfig(
        flags.map((flag) => `--${flag}=${text(flag)}`),
        process.env,
      );
      return settings;
    },
  };
}

async function closing<T>(storage: Storage, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
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
  if (name === '' || name.length > MAX_NAME) {
    throw new UsageError(`--name is needed, with 1 to ${MAX_NAME} characters.`);
  }
  if (minorUnits(currency) === undefined) {
    throw new UsageError('--currency is needed, with an ISO 4217 code in capitals such as AUD.');
  }
  if (!isTimeZone(timezone)) {
    throw new UsageError('--timezone is needed, with a name such as Australia/Sydney.');
  }
  const config = given.config();
  const { storage, keyring } = await openInstallation(config, world.random);
  const made = await closing(storage, () =>
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
        { now: world.clock.now(), random: world.random, keyring },
      ),
    ),
  );
  // A service that picked its port itself left its address in sandbox.json.
  const url =
    config.baseUrl ??
    readSandboxAddress(config.dataDir) ??
    localAddress(config.host, config.port === 0 ? DEFAULT_PORT : config.port);
  const card = { ...placeOf(config, url), ...made.card };
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
  const config = given.config();
  if (config.databaseUrl === undefined && !existsSync(databaseFile(config.dataDir))) {
    // Looked for before anything is opened, which would make one.
    throw new Error(
      `There is no database in ${config.dataDir} yet. Start Passbell once, or do: passbell company create.`,
    );
  }
  const storage = await openStorage(config);
  const done = await closing(storage, () =>
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
  const amounts = {
    connections: wholeOf(given, 'connections', 100),
    limit: wholeOf(given, 'limit', 1_000_000),
  };
  const target = await readSandboxFile(given.config().dataDir);
  const baseUrl = given.text('base-url');
  const stop = new AbortController();
  let stoppedBy: 'SIGINT' | 'SIGTERM' | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      stoppedBy = signal;
      stop.abort();
    });
  }
  try {
    const result = await replay({
      ...target,
      ...(baseUrl === undefined ? {} : { baseUrl }),
      dir: given.words[0] ?? '',
      ...amounts,
      out: { write: (text) => process.stdout.write(text), isTTY: process.stdout.isTTY === true },
      clock: systemClock,
      signal: stop.signal,
    });
    return result.ok ? 0 : 1;
  } catch (error) {
    if (stoppedBy === undefined) throw error;
    process.stderr.write('passbell replay: Stopped before the end, as it was told to.\n');
    return 128 + constants.signals[stoppedBy];
  }
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
      if (rest[0] !== 'create') throw new UsageError('There is one thing to do: company create.');
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
      throw new UsageError('There is no such command.');
  }
}

// Secrets and sales are nobody else's business, whatever the folder they are written to allows.
process.umask(0o077);

const [command = ''] = process.argv.slice(2);
// Who reads what we print may stop reading, as `head` does; a service goes on all the same.
if (command !== 'serve') process.stdout.on('error', () => process.exit(1));
try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  const usage = error instanceof UsageError ? ' Try: passbell help' : '';
  process.stderr.write(`passbell ${command}: ${explainProblem(error, settings)}${usage}\n`);
  process.exitCode = error instanceof UsageError || error instanceof ConfigError ? 2 : 1;
}
