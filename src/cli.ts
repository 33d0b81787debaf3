import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { printAgent } from './agent/command.ts';
import { readSettings } from './agent/settings.ts';
import { localAddress, placeOf } from './app.ts';
import { backUp, type Extent, restore } from './backup/backup.ts';
import { companies } from './company/store.ts';
import { type Config, ConfigError, DEFAULT_PORT, flagProblem, readConfig, SETTINGS } from './config.ts';
import { examine, report } from './doctor.ts';
import { exportTo } from './imports/export.ts';
import { effectLines, problemLines, summary } from './imports/report.ts';
import { importPath } from './imports/run.ts';
import { databaseFile, openInstallation, readSandboxAddress } from './installation.ts';
import { isTopic, TOPICS } from './kernel/event.ts';
import { type Id, parseId } from './kernel/id.ts';
import { minorUnits } from './kernel/money.ts';
import { isTimeZone } from './kernel/time.ts';
import { isLoopback } from './listen/forward.ts';
import { listen } from './listen/listen.ts';
import { trigger } from './listen/trigger.ts';
import { serve, world } from './main.ts';
import { makeInvitation, makeResetLink, OPERATOR } from './people/links.ts';
import { Passwords } from './people/password.ts';
import { findUser } from './people/store.ts';
import { isRole, ROLES } from './people/types.ts';
import { isEmail } from './people/welcome.ts';
import { explainProblem } from './problems.ts';
import { ApiClient, systemClock } from './replay/client.ts';
import { replay } from './replay/replay.ts';
import { readSandboxFile } from './replay/sandbox-file.ts';
import { createCompany, makeSecrets } from './sandbox/company.ts';
import { openPatient, openStorage } from './storage/open.ts';
import type { Storage, Writer } from './storage/port.ts';

const HELP = `passbell <command>

  serve                       run the service; every setting is also a flag
  company create              make a company with a site, a register, an add-on and a token
      --name <text> --currency <AUD> --timezone <Australia/Sydney> [--json]
      [--email <address>]              of the owner's account; owner-<company id>@example.com when not given
  reset-password --email <address>     print a link, good once within a day, that sets a new password
  invite --company <id> --email <address> [--role <owner>]
                              print a link, good once within a week, by which somebody joins a company
  import <file or folder>     bring a menu or a catalogue into a company (docs/import.md)
      [--company <id>] [--site <id>]   the first company and its first site when not given
      [--dry-run]                      say what would change, save nothing
      [--on-error abort|skip]          with a bad row: save nothing (abort), or the good rows
  export --out <folder>       write a company's catalogue as CSV that import takes back
      [--company <id>] [--site <id>]   the first company; the columns of this site only
  replay <folder>             send the orders of the data through the API and check the totals
      [--connections <8>] [--limit <orders>]
      [--base-url <address>]           where the service is, when not where sandbox.json says
  listen --forward <address>  post every event, signed, to a receiver on this machine as it happens
      [--topic <a,b>] [--after <n>]    some topics only; from a number of the log on, not from now
      [--anywhere]                     the receiver may be on another machine
  trigger <topic>             make an event by a sample change; without a topic, list them
      listen and trigger also take: [--base-url <address>] [--token <token>] [--signing-secret <secret>]
  backup --to <file>          save the whole installation to one file, while the service runs
  restore --from <file>       put a backup into an empty data directory and database, of either engine
  print-agent --register <id> --printer <tcp://host:9100 | file:path | stdout>
                              print a register's jobs on printers beside this machine (docs/printing.md)
      [--url <address>] [--token <token>] [--token-file <file>] [--ca <file>] [--journal <file>]
      [--printer <name>=…] [--route <name>=<category,category>] [--receipts <name>]
      [--width 58|80] [--cjk gb18030|shift_jis|euc-kr|big5] [--codepages epson|…] [--no-status]
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

function read(args: readonly string[], options: Options, words: number | 'any'): Given {
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
  if (words !== 'any' && positionals.length !== words) {
    throw new UsageError(words === 0 ? 'It takes options alone.' : 'It needs one file or folder.');
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

/** Where the service is: a service that picked its port itself left its address in sandbox.json. */
function knownAddress(config: Config): string {
  return (
    config.baseUrl ??
    readSandboxAddress(config.dataDir) ??
    localAddress(config.host, config.port === 0 ? DEFAULT_PORT : config.port)
  );
}

/** The e-mail address that was given. */
function emailOf(given: Given): string {
  const email = given.text('email')?.trim() ?? '';
  if (!isEmail(email)) throw new UsageError('--email is needed, with an e-mail address.');
  return email;
}

/** Prints a one-time link that `make` answers the path of. */
async function printLink(config: Config, make: (tx: Writer) => Promise<string>): Promise<number> {
  const { storage } = await openInstallation(config, world.random);
  const path = await closing(storage, () => storage.write(make));
  process.stdout.write(`${knownAddress(config)}${path}\n`);
  return 0;
}

async function resetPassword(args: readonly string[]): Promise<number> {
  const given = read(args, { email: { type: 'string' } }, 0);
  const email = emailOf(given);
  return printLink(existing(given.config()), async (tx) => {
    const path = await makeResetLink(tx, email, OPERATOR, { now: world.clock.now(), random: world.random });
    if (path === undefined) throw new Error(`Nobody here has the e-mail address ${email}.`);
    return path;
  });
}

async function inviteMember(args: readonly string[]): Promise<number> {
  const given = read(
    args,
    { company: { type: 'string' }, email: { type: 'string' }, role: { type: 'string' } },
    0,
  );
  const email = emailOf(given);
  const company = parseId(given.text('company') ?? '');
  if (company === undefined) throw new UsageError('--company is needed, with an id.');
  const role = given.text('role') ?? 'owner';
  if (!isRole(role)) throw new UsageError(`--role must be one of ${ROLES.join(', ')}.`);
  return printLink(existing(given.config()), async (tx) => {
    if ((await companies.get(tx, company, company)) === undefined) {
      throw new Error(`There is no company ${company}.`);
    }
    const makers = { now: world.clock.now(), random: world.random };
    return makeInvitation(tx, { company, email, role }, OPERATOR, makers);
  });
}

/** The settings of an installation that is there; looked for before anything is opened, which would make one. */
function existing(config: Config): Config {
  if (config.databaseUrl === undefined && !existsSync(databaseFile(config.dataDir))) {
    throw new Error(
      `There is no database in ${config.dataDir} yet. Start Passbell once, or do: passbell company create.`,
    );
  }
  return config;
}

async function companyCreate(args: readonly string[]): Promise<number> {
  const given = read(
    args,
    {
      name: { type: 'string' },
      currency: { type: 'string' },
      timezone: { type: 'string' },
      email: { type: 'string' },
      json: { type: 'boolean' },
    },
    0,
  );
  const ownerEmail = given.text('email') === undefined ? undefined : emailOf(given);
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
  const made = await closing(storage, async () => {
    const secrets = await makeSecrets(world.random, new Passwords(world.random));
    return storage.write(async (tx) => {
      if (ownerEmail !== undefined && (await findUser(tx, ownerEmail)) !== undefined) {
        throw new Error(
          `${ownerEmail} has an account already. Leave --email out, and then do: passbell invite.`,
        );
      }
      return createCompany(
        tx,
        {
          name,
          currency,
          timezone,
          siteName: name,
          addonName: `${name} add-on`,
          ...(ownerEmail === undefined ? {} : { ownerEmail }),
          taxes: [],
          methods: [{ name: 'Cash', kind: 'cash', ledger_code: null }],
        },
        secrets,
        { now: world.clock.now(), random: world.random, keyring },
      );
    });
  });
  const card = { ...placeOf(config, knownAddress(config)), ...made.card };
  if (given.has('json')) process.stdout.write(`${JSON.stringify(card)}\n`);
  else {
    process.stdout.write(`${name} is company ${made.company}. These secrets are shown only now:\n`);
    process.stdout.write(`${JSON.stringify(card, null, 2)}\n`);
  }
  return 0;
}

function idOption(given: Given, option: string): Id | undefined {
  const text = given.text(option);
  const id = text === undefined ? undefined : parseId(text);
  if (text !== undefined && id === undefined) throw new UsageError(`--${option} must be an id.`);
  return id;
}

const COMPANY_AND_SITE: Options = { company: { type: 'string' }, site: { type: 'string' } };

/** The exit code of an import that saved the good rows and left out bad ones. */
const SOME_LEFT_OUT = 3;

async function runImport(args: readonly string[]): Promise<number> {
  const given = read(
    args,
    { ...COMPANY_AND_SITE, 'dry-run': { type: 'boolean' }, 'on-error': { type: 'string' } },
    1,
  );
  const onError = given.text('on-error') ?? 'abort';
  if (onError !== 'abort' && onError !== 'skip') throw new UsageError('--on-error must be abort or skip.');
  const dryRun = given.has('dry-run');
  const request = {
    company: idOption(given, 'company'),
    site: idOption(given, 'site'),
    dryRun,
    onError,
  } as const;
  const storage = await openStorage(existing(given.config()));
  const done = await closing(storage, () =>
    importPath(storage, given.words[0] ?? '', request, world.clock.now()),
  );
  const bad = done.problems.length > 0;
  for (const line of problemLines(done)) process.stderr.write(`${line}\n`);
  if (dryRun) for (const line of effectLines(done)) process.stdout.write(`${line}\n`);
  for (const remark of done.remarks) process.stdout.write(`${remark}\n`);
  (bad && !done.isSaved && !dryRun ? process.stderr : process.stdout).write(`${summary(done)}\n`);
  if (!bad) return 0;
  return onError === 'skip' ? SOME_LEFT_OUT : 1;
}

async function runExport(args: readonly string[]): Promise<number> {
  const given = read(args, { ...COMPANY_AND_SITE, out: { type: 'string' } }, 0);
  const folder = given.text('out') ?? '';
  if (folder === '') throw new UsageError('--out is needed, with the folder to write to.');
  const request = { company: idOption(given, 'company'), site: idOption(given, 'site') };
  const storage = await openStorage(existing(given.config()));
  const done = await closing(storage, () => exportTo(storage, folder, request));
  process.stdout.write(
    `Company ${done.company}: ${done.products} products and ${done.sets} option sets in ${folder}.\n`,
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

const SERVICE: Options = {
  'base-url': { type: 'string' },
  token: { type: 'string' },
  'signing-secret': { type: 'string' },
};

interface Service {
  readonly baseUrl: string;
  readonly token: string;
  readonly caFile?: string;
  readonly signingSecret?: string;
}

/** The service and the add-on that were given; what was not given is as sandbox.json says. */
async function serviceOf(given: Given): Promise<Service> {
  const [baseUrl, token, secret] = ['base-url', 'token', 'signing-secret'].map((name) => given.text(name));
  const { dataDir } = given.config();
  const own = secret === undefined ? {} : { signingSecret: secret };
  // Another service needs nothing of ours, and there may be none here.
  if (baseUrl !== undefined && token !== undefined && !existsSync(join(dataDir, 'sandbox.json'))) {
    return { baseUrl, token, ...own };
  }
  const { signingSecret, ...place } = await readSandboxFile(dataDir);
  return {
    ...place,
    ...(baseUrl === undefined ? {} : { baseUrl }),
    // Another add-on has another secret.
    ...(token === undefined ? (signingSecret === undefined ? {} : { signingSecret }) : { token }),
    ...own,
  };
}

async function runListen(args: readonly string[]): Promise<number> {
  const given = read(
    args,
    {
      ...SERVICE,
      forward: { type: 'string' },
      topic: { type: 'string' },
      after: { type: 'string' },
      anywhere: { type: 'boolean' },
    },
    0,
  );
  const forward = given.text('forward') ?? '';
  const address = URL.canParse(forward) ? new URL(forward) : undefined;
  if (address === undefined || !['http:', 'https:'].includes(address.protocol)) {
    throw new UsageError('--forward is needed, with an address such as http://localhost:3000/hook.');
  }
  if (!given.has('anywhere') && !isLoopback(address)) {
    throw new UsageError('--forward must lead to this machine; --anywhere lets events go elsewhere.');
  }
  const after = given.text('after');
  if (after !== undefined && !/^\d{1,18}$/.test(after)) {
    throw new UsageError('--after must be the number of an event, or 0.');
  }
  const topics = given.text('topic')?.split(',') ?? [];
  const unknown = topics.find((topic) => !isTopic(topic));
  if (unknown !== undefined) {
    throw new UsageError(`--topic: there is no topic ${unknown}. Topics: ${TOPICS.join(', ')}.`);
  }
  const { signingSecret: secret, ...service } = await serviceOf(given);
  if (secret === undefined)
    throw new UsageError('--token needs the --signing-secret of its add-on beside it.');
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const { stdout: out, stderr: err } = process;
  await listen({
    ...service,
    address,
    secret,
    topics,
    after,
    out,
    err,
    clock: systemClock,
    signal: stop.signal,
  });
  return 0;
}

async function runTrigger(args: readonly string[]): Promise<number> {
  const given = read(args, SERVICE, 'any');
  const [topic, ...rest] = given.words;
  if (topic === undefined) {
    process.stdout.write(`${TOPICS.join('\n')}\n`);
    return 0;
  }
  if (rest.length > 0) throw new UsageError('It takes one topic.');
  if (!isTopic(topic)) {
    throw new UsageError(`There is no topic ${topic}; without an argument it lists them.`);
  }
  const client = await ApiClient.open({ ...(await serviceOf(given)), clock: systemClock });
  try {
    process.stdout.write(`${topic}: ${await trigger(client, topic)}.\n`);
  } finally {
    await client.close();
  }
  return 0;
}

const extentLine = ({ tables, rows, files }: Extent): string =>
  `${rows} rows of ${tables} tables, and ${files.length === 0 ? 'no files' : files.join(', ')}`;

async function runBackup(args: readonly string[]): Promise<number> {
  const given = read(args, { to: { type: 'string' } }, 0);
  const file = given.text('to') ?? '';
  if (file === '') throw new UsageError('--to is needed, with the file to write.');
  const config = existing(given.config());
  const storage = await openPatient(config);
  const done = await closing(storage, () => backUp({ storage, clock: world.clock }, config.dataDir, file));
  process.stdout.write(
    `${file}: ${extentLine(done)}. It holds every secret: keep it where nobody reads it.\n`,
  );
  return 0;
}

async function runRestore(args: readonly string[]): Promise<number> {
  const given = read(args, { from: { type: 'string' } }, 0);
  const file = given.text('from') ?? '';
  if (file === '') throw new UsageError('--from is needed, with the file of a backup.');
  const config = given.config();
  const storage = await openPatient(config);
  const done = await closing(storage, () => restore(storage, config.dataDir, file));
  process.stdout.write(`Restored ${extentLine(done)}.\n`);
  return 0;
}

async function runPrintAgent(args: readonly string[]): Promise<number> {
  const given = readSettings(args, process.env);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  await printAgent(given, {
    dataDir: readConfig([], process.env).dataDir,
    out: process.stdout,
    err: process.stderr,
    clock: systemClock,
    signal: stop.signal,
  });
  return 0;
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
    case 'reset-password':
      return resetPassword(rest);
    case 'invite':
      return inviteMember(rest);
    case 'import':
      return runImport(rest);
    case 'export':
      return runExport(rest);
    case 'replay':
      return runReplay(rest);
    case 'listen':
      return runListen(rest);
    case 'trigger':
      return runTrigger(rest);
    case 'backup':
      return runBackup(rest);
    case 'restore':
      return runRestore(rest);
    case 'print-agent':
      return runPrintAgent(rest);
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
