import { USAGE } from '../clients/print-agent/usage.ts';
import { knownSettings, UsageError } from './commands/arguments.ts';
import { SETTINGS } from './config.ts';
import { ConfigError } from './kernel/settings.ts';
import { explainProblem } from './problems.ts';

const HELP = `passbell <command>

  serve                       run the service; every setting is also a flag
  company create              make a company with a site, a register, an add-on and a token
      --name <text> --currency <AUD> --timezone <Australia/Sydney> [--json]
      [--sandbox]                      one to try things with: with a menu, tables and a week of sales
      [--email <address>]              of the owner's account; owner-<company id>@example.com when not given
  company update              change the first company, or another one; an empty value unsets a field
      [--company <id>] [--name <text>] [--business-number <text>] [--website <address>] [--image <address>]
      [--contact-staff-member <id>] [--timezone <Australia/Sydney>] [--json]
      [--receipt-header <text>] [--receipt-footer <text>]   \\n in them begins a new line
      [--postal-address <street>] [--postal-city] [--postal-state] [--postal-code] [--postal-country]
      [--shipping-address <street>] [--shipping-city] [--shipping-state] [--shipping-postal-code]
      [--shipping-country]
      [--keep-events-days <730>] …     how long things are kept, and how money is counted: docs/operations.md
  company quota <id>          say what a company may use, or set it: a number, none, or default (as the settings say)
      [--requests-per-day <n>] [--bytes-per-day <n>] [--rows <n>] [--json]
  reset-password --email <address>     print a link, good once within a day, that sets a new password
  reset-second-factor --email <address>
                              remove the authenticator app, recovery codes and passkeys of somebody who has lost them
  invite --company <id> --email <address> [--role <owner>]
                              print a link, good once within a week, by which somebody joins a company
  import <file or folder>     bring a menu or a catalogue into a company (docs/import.md)
      [--company <id>] [--site <id>]   the first company and its first site when not given
      [--dry-run]                      say what would change, save nothing
      [--on-error abort|skip]          with a bad row: save nothing (abort), or the good rows
  import customers|staff|sales <file>  bring in what another system kept (docs/moving-in.md)
      [--company <id>] [--site <id>]   the first company; the site of rows that name none
      [--source <name>]                the system that wrote the file: what it calls records is theirs by this name
      [--dry-run]                      check everything, save nothing
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
  sandbox clock [--advance <PT8H>] [--now <time>]
                              read or move the time of a sandbox (docs/api.md)
  sandbox faults              list the faults that a sandbox plays, or set one up
      [--path </orders>] [--method <POST>] [--topic <orders/completed>] [--effect <error>] [--status <503>]
      [--delay-ms <1000>] [--count <n>] [--share <0.5>] [--clear]
  sandbox reset               make a sandbox again as it was at first
      sandbox takes what listen and trigger take, too
  backup --to <file>          save the whole installation to one file, while the service runs
      [--encrypt <age1…>]              only the key opens it; several recipients with commas between
  backup-key --to <file>      make a key for that, and say its recipient
  restore --from <file>       put a backup into an empty data directory and database, of either engine
      [--key <file>]                   the key of an encrypted one
  restore --from <folder>     make an installation of what COPY_DIR holds (docs/operations.md, Copies)
      [--at <time>] [--of <8 digits>] [--key <file>]   as it was then; whose, where there are several
  copies [--from <folder>]    list what COPY_DIR holds, and how far back that goes
  key                         say which keys secret.key holds, and what rests on each
  key add                     add a new key, which is not used yet; then copy secret.key to every process
  key use <id>                seal with another key from now on; then copy secret.key to every process
  key reseal                  seal everything anew with the key that is used, while the service runs
  key drop <id>               forget a key that nothing rests on (docs/operations.md, Changing the key)
      [--force]                        also when PINs or recovery codes rest on it: they are of no use any more
  print-agent ${USAGE[0]}
                              print a register's jobs on printers beside this machine (docs/printing.md)
${USAGE.slice(1)
  .map((line) => `      ${line}`)
  .join('\n')}
  mail-test --to <address>    send a message through the mail server of SMTP_URL, and say what it answers
  doctor [--json]             check settings, disk, key, database, clock, certificate, port, processes, work that stands
      [--whole]                        read a file of SQLite through for damage that has more than 1 GB, too

All of them take --data-dir and --database-url. Settings (environment, or flags of serve):
${Object.values(SETTINGS)
  .map(({ env, meaning }) => `  ${env.padEnd(28)}${meaning}`)
  .join('\n')}
`;

/** Runs a command; answers the exit code. Each command loads its own modules alone. */
async function run(args: readonly string[]): Promise<number> {
  const [command = '', ...rest] = args;
  switch (command) {
    case 'serve':
      await (await import('./main.ts')).serve(rest);
      return Number(process.exitCode ?? 0);
    case 'company':
      if (rest[0] === 'update') return (await import('./commands/company.ts')).companyUpdate(rest.slice(1));
      if (rest[0] === 'quota') return (await import('./commands/quota.ts')).companyQuota(rest.slice(1));
      if (rest[0] !== 'create')
        throw new UsageError(
          'There are three things to do: company create, company update and company quota.',
        );
      return (await import('./commands/people.ts')).companyCreate(rest.slice(1));
    case 'reset-password':
      return (await import('./commands/people.ts')).resetPassword(rest);
    case 'reset-second-factor':
      return (await import('./commands/people.ts')).resetSecondFactor(rest);
    case 'invite':
      return (await import('./commands/people.ts')).inviteMember(rest);
    case 'import':
      return (await import('./commands/catalogue.ts')).runImport(rest);
    case 'export':
      return (await import('./commands/catalogue.ts')).runExport(rest);
    case 'replay':
      return (await import('./commands/service.ts')).runReplay(rest);
    case 'listen':
      return (await import('./commands/service.ts')).runListen(rest);
    case 'trigger':
      return (await import('./commands/service.ts')).runTrigger(rest);
    case 'sandbox':
      return (await import('./commands/sandbox.ts')).runSandbox(rest);
    case 'backup':
      return (await import('./commands/keeping.ts')).runBackup(rest);
    case 'backup-key':
      return (await import('./commands/keeping.ts')).runBackupKey(rest);
    case 'restore':
      return (await import('./commands/keeping.ts')).runRestore(rest);
    case 'copies':
      return (await import('./commands/keeping.ts')).runCopies(rest);
    case 'key':
      return (await import('./commands/key.ts')).runKey(rest);
    case 'print-agent':
      return (await import('./commands/service.ts')).runPrintAgent(rest);
    case 'mail-test':
      return (await import('./commands/mail.ts')).runMailTest(rest);
    case 'doctor':
      return (await import('./commands/keeping.ts')).doctor(rest);
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

// Files with secrets and sales are readable by their owner alone, in every folder.
process.umask(0o077);

const [command = ''] = process.argv.slice(2);
// The reader of our output may stop reading, as `head` does; a service goes on all the same.
if (command !== 'serve') process.stdout.on('error', () => process.exit(1));
try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  const usage = error instanceof UsageError ? ' Try: passbell help' : '';
  process.stderr.write(`passbell ${command}: ${explainProblem(error, knownSettings())}${usage}\n`);
  process.exitCode = error instanceof UsageError || error instanceof ConfigError ? 2 : 1;
}
