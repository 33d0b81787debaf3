// The packages that npm pack makes, each in a folder of its own: they hold all that they need, and run as JavaScript.

import assert from 'node:assert/strict';
import { accessSync, constants, existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { linesOf } from '#test/harness/escpos.ts';
import { type Installed, installPacked } from '#test/harness/packed.ts';
import { TcpPrinter } from '#test/harness/printer.ts';
import { FIRST_PRODUCT, makeFolder, Process, type Server, serve, until } from '#test/harness/process.ts';

const root = join(import.meta.dirname, '../..');

describe('passbell, packed and installed', () => {
  let installed: Installed;
  /** As the harness names files: from the top of the repository. */
  let program: string;
  before(() => {
    installed = installPacked('.', 'passbell');
    program = relative(root, installed.command);
  });

  it('holds what running needs and nothing else', () => {
    const files = filesOf(installed.dir);
    const places = new Set(files.map((file) => /^(?:dist\/\w+\/|scripts\/)?/.exec(file)?.[0]));
    assert.deepEqual([...places].sort(), [
      '',
      'dist/bundle/',
      'dist/clients/',
      'dist/locales/',
      'dist/src/',
      'dist/web/',
      'scripts/',
    ]);
    assert.deepEqual(
      files.filter((file) => /\.tsx?$|\.test\./.test(file)),
      [],
      'Node runs no TypeScript in node_modules',
    );
    accessSync(installed.command, constants.X_OK);
    assert.match(readFileSync(installed.command, 'utf8'), /^#!\/usr\/bin\/env node\n/);
  });

  it('names the licences of the packages whose code is in what is started', () => {
    const licences = readFileSync(join(installed.dir, 'dist/bundle/licenses.md'), 'utf8');
    for (const name of ['fastify', 'pg', 'zod']) {
      assert.match(licences, new RegExp(`^## ${name} - [\\d.]+ \\(MIT\\)\\n\\n.+`, 'm'), name);
    }
    const packages = licences.match(/^## .*/gm) ?? [];
    assert.ok(packages.length > 100, `${packages.length} packages`);
    for (const named of packages) assert.match(named, /^## \S+ - \d\S+ \((?!no licence)[^)]+\)$/);
  });

  it('serves the screens, the API and its description, with its data in the working folder', async () => {
    const dir = join(installed.place, 'data');
    const server = await serve({
      file: program,
      args: ['serve'],
      cwd: installed.place,
      dir,
      first: true,
      env: { DATA_DIR: '' },
    });
    for (const screen of ['register', 'kitchen']) await showsScreen(server, screen);
    for (const path of ['/docs', '/openapi.json']) assert.equal((await server.get(path)).status, 200, path);
    const made = await server.post('orders', {
      site_id: server.card.sites[0].id,
      status: 'COMPLETE',
      lines: [{ product_id: FIRST_PRODUCT, quantity: 1 }],
    });
    assert.equal(made.status, 201, made.text);
    // Set by a thread of its own, with the fonts.
    const pdf = await server.get(`orders/${made.json.id_str}/pdf`, {
      headers: { accept: 'application/pdf' },
    });
    assert.match(pdf.text, /^%PDF-/);
    assert.equal((await server.stop()).code, 0);
    assert.ok(existsSync(join(dir, 'passbell.sqlite')));
  });

  it('has the commands that speak to a service', async () => {
    for (const [args, said] of [
      [['help'], /^passbell <command>/],
      [['trigger'], /^orders\//m],
    ] as const) {
      const { code, stdout, stderr } = await new Process(program, args, { cwd: installed.place }).ended;
      assert.equal(code, 0, stderr);
      assert.match(stdout, said);
    }
  });
});

describe('passbell-print-agent, packed and installed', () => {
  let installed: Installed;
  let server: Server;
  let sink: TcpPrinter;
  before(async () => {
    installed = installPacked('./clients/print-agent', 'passbell-print-agent');
    server = await serve();
    sink = await TcpPrinter.open();
  });
  after(async () => {
    await server.stop();
    await sink.close();
  });

  it('is one small program, with the licences of what is in it', () => {
    const files = ['LICENSE', 'NOTICE', 'licenses.md', 'passbell-print-agent.js'].map(
      (name) => `dist/${name}`,
    );
    assert.deepEqual(filesOf(installed.dir), ['README.md', ...files, 'package.json']);
    const manifest = JSON.parse(readFileSync(join(installed.dir, 'package.json'), 'utf8'));
    assert.equal(manifest.version, JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version);
    assert.equal(manifest.dependencies, undefined);
    assert.ok(statSync(installed.command).size < LARGEST_AGENT);
    accessSync(installed.command, constants.X_OK);
    assert.match(readFileSync(installed.command, 'utf8'), /^#!\/usr\/bin\/env node\n/);
  });

  it('prints a ticket of a running service', async () => {
    const [register] = server.card.sites[0].registers;
    const env = {
      PRINT_AGENT_TOKEN: server.card.addon.access_token,
      // What this Node has and the oldest that the agent runs on has not.
      NODE_OPTIONS: '--import=data:text/javascript,delete(globalThis.Temporal)',
    };
    const agent = new Process(
      relative(root, installed.command),
      [
        ...['--register', String(register.id), '--url', server.card.base_url],
        ...['--ca', join(server.dir, 'tls/ca.pem'), '--printer', `tcp://127.0.0.1:${sink.port}`],
      ],
      { env, cwd: installed.place },
    );
    const isOnline = async () => (await server.get(`registers/${register.id}`)).json.status === 'online';
    await until('the register is online', isOnline);
    const made = await server.post('orders', {
      register_id: register.id,
      status: 'ON_HOLD',
      lines: [{ product_id: FIRST_PRODUCT, quantity: 1 }],
      pass_thru_printing: true,
      pass_thru_printing_register: { id: register.id },
    });
    assert.equal(made.status, 201, made.text);
    await until('a ticket is on paper', () => sink.printer.strips.length === 1);
    const [strip] = sink.printer.strips;
    assert.match(
      strip === undefined ? '' : linesOf(strip).join('\n'),
      new RegExp(`^Order ${made.json.saleid} `, 'm'),
    );
    agent.kill('SIGTERM');
    const { code, stdout, stderr } = await agent.ended;
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^Job \d+ was printed on printer\.$/m);
    assert.ok(existsSync(join(installed.place, `print-agent-${register.id}.journal`)));
  });

  it('names a setting that is at fault', async () => {
    const run = (...args: string[]) =>
      new Process(relative(root, installed.command), args, { cwd: makeFolder() }).ended;
    const nothing = await run();
    assert.equal(nothing.code, 2);
    assert.match(nothing.stderr, /^passbell-print-agent: --register is needed/);
    const help = await run('--help');
    assert.equal(help.code, 0);
    assert.match(help.stdout, /^passbell-print-agent --register <id>/);
    const away = await run('--register', '1', '--printer', 'tcp://127.0.0.1:1');
    assert.equal(away.code, 1);
    assert.match(away.stderr, /^passbell-print-agent: .*sandbox\.json/);
  });
});

/** The most that the agent may take of a disk, in bytes: 30 MB were the aim. */
const LARGEST_AGENT = 5_000_000;

/** The files of an installed package, from its folder. */
function filesOf(dir: string): string[] {
  return globSync('**/*', { cwd: dir, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dir, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
}

async function showsScreen(server: Server, screen: string): Promise<void> {
  const page = await server.get(`/${screen}`, { headers: { accept: 'text/html' } });
  assert.equal(page.status, 200, page.text);
  const [, script = ''] = /src="([^"]+\.js)"/.exec(page.text) ?? [];
  assert.match(script, /^\/assets\//);
  assert.equal((await server.get(script)).status, 200, script);
}
