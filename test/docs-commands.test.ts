// What help and docs say of the command line is so: every command and flag that they name is there, and help names all that
// there are (reference: operations.11, company.19).

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { HELP, helpOf } from '#src/commands/help.ts';
import { SETTINGS } from '#src/config.ts';
import { makeFolder, runCli } from './harness/process.ts';

const ROOT = dirname(import.meta.dirname);
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** How each command is called; several ways where they take different flags. */
const WAYS: Readonly<Record<string, readonly string[]>> = {
  serve: ['serve'],
  company: ['company create', 'company update', 'company quota'],
  'reset-password': ['reset-password'],
  'reset-second-factor': ['reset-second-factor'],
  invite: ['invite'],
  import: ['import', 'import customers'],
  export: ['export'],
  replay: ['replay'],
  listen: ['listen'],
  trigger: ['trigger'],
  sandbox: ['sandbox'],
  backup: ['backup'],
  'backup-key': ['backup-key'],
  restore: ['restore'],
  copies: ['copies'],
  key: ['key', 'key drop'],
  'print-agent': ['print-agent'],
  'mail-test': ['mail-test'],
  doctor: ['doctor'],
};
/** Flags that all but the agent take. */
const PLACE = ['--data-dir', '--database-url'];
/** Every setting is one of these, and doctor takes them as well. */
const SETTING_FLAGS = Object.values(SETTINGS).map(({ env }) => `--${env.toLowerCase().replaceAll('_', '-')}`);
/** Taken and of no use, as only `listen` signs; --no-status is what help says of it. */
const UNSAID = ['trigger --signing-secret', 'sandbox --signing-secret', 'print-agent --status'];

const flagsIn = (text: string) => (text.match(/--[a-z][a-z-]*/g) ?? []).map(String);

/** The flags that a command says it has, when it is called with one that it has not. */
async function flagsOf(way: string): Promise<string[]> {
  const { stdout, stderr } = await runCli([...way.split(' '), '--no-such-flag'], { DATA_DIR: makeFolder() });
  const [, list] = /The flags are ([^\n]*?)\.(?: Try|\n)/.exec(stdout + stderr) ?? [];
  assert.ok(list !== undefined, `${way}: ${stdout}${stderr}`);
  return flagsIn(list);
}

describe('help', () => {
  it('names every command, as the reference does', () => {
    const names = new Set([...HELP.matchAll(/^ {2}([a-z][a-z-]*)/gm)].map(([, name = '']) => name));
    assert.deepEqual([...names].sort(), Object.keys(WAYS).sort());
    const [, clause = ''] =
      /^### operations\.11 [^\n]*\n([\s\S]*?)^### /m.exec(read('docs/reference/operations.md')) ?? [];
    for (const name of names) assert.match(clause, new RegExp(`\`${name}[\` ]`), name);
  });

  it('names the flags that there are, and no others', async () => {
    for (const [command, ways] of Object.entries(WAYS)) {
      const taken = new Set((await Promise.all(ways.map(flagsOf))).flat());
      const said = new Set(flagsIn((helpOf([command]) ?? '').split('\n\nSettings')[0] ?? ''));
      const own = command === 'doctor' ? ['--json', '--whole'] : [];
      assert.deepEqual(
        [...said].filter((flag) => !taken.has(flag) && !own.includes(flag)),
        [],
        `help names of ${command} what it does not take`,
      );
      const known = [...PLACE, ...(command === 'serve' || command === 'doctor' ? SETTING_FLAGS : [])];
      assert.deepEqual(
        [...taken].filter(
          (flag) => !said.has(flag) && !known.includes(flag) && !UNSAID.includes(`${command} ${flag}`),
        ),
        [],
        `help does not name what ${command} takes`,
      );
    }
  });

  it('is there for each command by itself, and for a part of one', async () => {
    const asked: readonly [args: readonly string[], says: RegExp, not: RegExp][] = [
      [['backup', '--help'], /^ {2}backup --to <file>[^\n]*\n {6}\[--encrypt[^\n]*\n$/, /restore/],
      [['key', 'drop', '-h'], /^ {2}key drop <id>/, /reseal/],
      [['company', '--help'], /company create[\s\S]*company quota/, /reset-password/],
      [['help', 'import', 'sales'], /^ {2}import customers\|staff\|sales/, /--on-error/],
      [['serve', '--help'], /^ {2}serve [\s\S]*\n {2}DATA_DIR /, /doctor/],
    ];
    for (const [args, says, not] of asked) {
      const { code, stdout, stderr } = await runCli(args, { DATA_DIR: makeFolder() });
      assert.deepEqual([code, stderr], [0, ''], args.join(' '));
      assert.match(stdout, says, args.join(' '));
      assert.doesNotMatch(stdout, not, args.join(' '));
    }
    const wrong = await runCli(['backup', '--too', 'x']);
    assert.match(
      wrong.stderr,
      /Unknown option '--too'\. The flags are --to, .* Try: passbell backup --help\n$/,
    );
  });
});

it('company update takes every field that the API takes of a company', () => {
  const { paths, components } = JSON.parse(read('docs/openapi.json'));
  const { schema } = paths['/v1/companies/{company_id}'].put.requestBody.content['application/json'];
  const { properties } = components.schemas[schema.$ref?.split('/').pop()] ?? schema;
  const help = helpOf(['company', 'update']) ?? '';
  /** Fields with parts are options by part. */
  const PARTS: Readonly<Record<string, string>> = {
    postal_address: '--postal-city',
    shipping_address: '--shipping-city',
    ledger_codes: '--ledger-sales',
    contact_staff_member_str: '--contact-staff-member',
  };
  for (const field of Object.keys(properties)) {
    const flag = PARTS[field] ?? `--${field.replaceAll('_', '-')}`;
    assert.ok(help.includes(flag), `company update has no ${flag}`);
  }
});

describe('pages', () => {
  /** Pages that are about commands of today; changelogs and decisions tell of other times. */
  const files = globSync(['*.md', 'docs/*.md', 'docs/reference/*.md', 'clients/*/*.md', 'examples/*.md'], {
    cwd: ROOT,
  }).filter((file) => !/changelog/i.test(file));

  /** The commands of a page: in a code span, or on a line of code. */
  function commandsIn(text: string): string[] {
    const joined = text.replaceAll('\r\n', '\n').replaceAll('\\\n', ' ');
    const code = [
      ...[...joined.matchAll(/(?<!`)`([^`\n]+)`/g)].map(([, span = '']) => span),
      ...[...joined.matchAll(/^ {4,}(\S.*)$/gm)].map(([, line = '']) => line),
    ];
    const called =
      /(?:^|&& |npx |[A-Z_]+=\S+ )(?:npm run (?:--silent )?passbell --|passbell|passbell-print-agent) (.+)/;
    const direct = /(?:scripts\/run\.mjs|dist\/program\/cli\.js) (?!\S+\.ts)(.+)/;
    return code.flatMap((line) => {
      const [, rest] = called.exec(line) ?? direct.exec(line) ?? [];
      const agent = line.includes('passbell-print-agent ') ? 'print-agent ' : '';
      return rest === undefined ? [] : [agent + (rest.split(/ (?:#|&&|&|\|) ?| {2,}/)[0] ?? '')];
    });
  }

  it('name commands and flags that there are', () => {
    const faults: string[] = [];
    let count = 0;
    for (const file of files) {
      for (const command of commandsIn(read(file))) {
        count += 1;
        const words = command.split(' ');
        // A name that PostgreSQL shows, and files of the package.
        if (/^(?:watch|0\.1\.0)\b/.test(command) || words[0] === 'help') continue;
        const help = helpOf(words);
        if (help === undefined) {
          faults.push(`${file}: there is no command passbell ${command}`);
          continue;
        }
        const known = [...flagsIn(help), ...PLACE, ...(words[0] === 'serve' ? SETTING_FLAGS : []), '--help'];
        for (const flag of flagsIn(command))
          if (!known.includes(flag)) faults.push(`${file}: passbell ${command}: there is no ${flag}`);
      }
    }
    assert.deepEqual(faults, []);
    assert.ok(count > 60, `Only ${count} commands were found: is the test looking in the right places?`);
  });

  it('name every flag of the print agent with its variable', async () => {
    const page = read('docs/printing.md');
    const rows = [...page.matchAll(/^\| (`--[^|]+) \| ([^|]+) \|/gm)].map(
      ([, flags = '', variables = '']) => [flagsIn(flags), variables],
    );
    const said = rows.flatMap(([flags]) => flags ?? []);
    const taken = (await flagsOf('print-agent')).filter((flag) => flag !== '--status');
    assert.deepEqual([...said].sort(), [...taken].sort());
    for (const [, variable = ''] of page.matchAll(/\b(PRINT_AGENT_[A-Z_]+)/g))
      assert.ok(read('clients/print-agent/settings.ts').includes(`'${variable}'`), variable);
  });

  it('name scripts that there are', () => {
    const { scripts } = JSON.parse(read('package.json'));
    for (const file of [...files, 'bench/README.md', 'bench/RESULTS.md', '.github/PULL_REQUEST_TEMPLATE.md'])
      for (const [, name = ''] of read(file).matchAll(/npm run (?:(?:-s|--silent) )?([a-z][a-z-]*)/g))
        assert.ok(name in scripts, `${file}: npm run ${name}`);
  });
});
