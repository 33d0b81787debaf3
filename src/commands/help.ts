import { USAGE } from '../../clients/print-agent/usage.ts';
import { SETTINGS } from '../config.ts';

// What `passbell help` says, of all commands and of one.

export const HELP = `passbell <command>

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
      [--keep-events-days <730>] [--keep-deliveries-days <30>] [--keep-requests-days <7>]
      [--keep-idempotency-keys-hours <24>] [--keep-order-history-days <365>]   how long things are kept
      [--legal-name <text>] [--tax-number <text>] [--tax-rounding line|document] [--rounding-mode half_up|half_even]
      [--discounts-include-tax yes|no] [--negative-prices yes|no] [--invoice-numbers yes|no] [--receipt-qr yes|no]
      [--cash-rounding <0.05>] [--cash-rounding-methods <cash,account,addon>]
      [--ledger-sales <account>] [--ledger-tips] [--ledger-service] [--ledger-surcharges] [--ledger-rounding]
      [--ledger-refunds] [--ledger-receivable] [--require-second-factor yes|no]
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
      [--map <columns.json>]           which of its columns is which; what it does not name is guessed
      [--dry-run]                      check everything, save nothing
  export --out <folder>       write a company's catalogue as CSV that import takes back
      [--company <id>] [--site <id>]   the first company; the columns of this site only
  replay <folder>             send the orders of the data through the API and check the totals
      [--connections <8>] [--limit <orders>]
      [--base-url <address>]           where the service is, when not where sandbox.json says
  listen --forward <address>  post every event, signed, to a receiver on this machine as it happens
      [--topic <a,b>] [--after <n>]    some topics only; from a number of the log on, not from now
      [--anywhere]                     the receiver may be on another machine
      [--base-url <address>] [--token <token>] [--signing-secret <secret>]   another service or add-on than sandbox.json's
  trigger <topic>             make an event by a sample change; without a topic, list them
      [--base-url <address>] [--token <token>]   another service or add-on than sandbox.json's
  sandbox clock [--advance <PT8H>] [--now <time>]
                              read or move the time of a sandbox (docs/api.md)
  sandbox faults              list the faults that a sandbox plays, or set one up
      [--path </orders>] [--method <POST>] [--topic <orders/completed>] [--effect <error>] [--status <503>]
      [--delay-ms <1000>] [--count <n>] [--share <0.5>] [--clear]
  sandbox reset               make a sandbox again as it was at first
  sandbox clock|faults|reset  of another service or add-on than sandbox.json's
      [--base-url <address>] [--token <token>]
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

All of them but print-agent take --data-dir and --database-url; passbell <command> --help shows one alone.
Settings (environment, or flags of serve):
${Object.values(SETTINGS)
  .map(({ env, meaning }) => `  ${env.padEnd(28)}${meaning}`)
  .join('\n')}
`;

/** A line that begins what is said of a command; its other lines are further in. */
const HEAD = /^ {2}\S/;

/** The name of a command on its line, as words: `import customers|staff|sales <file>` has two. */
function wordsOf(line: string): string[] {
  return line.trim().split(/ {2,}/)[0]?.split(' ') ?? [];
}

/** The help of a command, such as `key` or `key drop`; undefined where there is none. */
export function helpOf([command = '', part = '']: readonly string[]): string | undefined {
  const [commands = ''] = HELP.split('\n\nAll of them');
  const blocks: string[][] = [];
  for (const line of commands.split('\n').slice(2)) {
    if (HEAD.test(line)) blocks.push([line]);
    else blocks.at(-1)?.push(line);
  }
  const all = blocks.filter(([head = '']) => wordsOf(head)[0] === command);
  const some = all.filter(([head = '']) => wordsOf(head)[1]?.split('|').includes(part));
  const found = some.length > 0 ? some : all;
  if (found.length === 0) return undefined;
  const settings = command === 'serve' ? HELP.slice(HELP.indexOf('\nSettings')) : '';
  return `${found.flat().join('\n')}\n${settings}`;
}
