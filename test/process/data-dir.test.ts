// One service at a time on a DATA_DIR, and no new database where one was lost.

import assert from 'node:assert/strict';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import {
  engineEnv,
  makeFolder,
  type Outcome,
  runCli,
  runServe,
  type Server,
  serve,
} from '#test/harness/process.ts';
import { ENGINES, freshDatabase } from '#test/harness/service.ts';

const SHOP = ['company', 'create', '--name=X', '--currency=AUD', '--timezone=UTC'];

/** Refused: one line on stderr that names the expectation. */
function checkRefusal(outcome: Outcome, says: RegExp): void {
  assert.equal(outcome.code, 1, outcome.stderr);
  assert.equal(outcome.stdout, '');
  assert.match(outcome.stderr, /^[^\n]+\n$/);
  assert.match(outcome.stderr, says);
}

const card = (dir: string) => readFileSync(join(dir, 'sandbox.json'), 'utf8');

describe('a second service on a DATA_DIR', () => {
  it('is refused on SQLite, with the pid of the first, and changes nothing', async () => {
    const first = await serve();
    const before = card(first.dir);
    const started = [
      runServe([], { DATA_DIR: first.dir, PORT: '0' }),
      runCli(['serve', '--port=0', `--data-dir=${first.dir}`]),
    ];
    for (const outcome of await Promise.all(started)) {
      const says = new RegExp(
        `DATA_DIR.*${first.dir} is in use by another Passbell \\(process ${first.process.child.pid}\\)`,
      );
      checkRefusal(outcome, says);
    }
    assert.equal(card(first.dir), before);
    assert.equal((await first.get('/v1/companies/me')).status, 200);
    // Commands go on beside it, a restore does not.
    const made = await runCli([...SHOP, '--json'], { DATA_DIR: first.dir });
    assert.equal(made.code, 0, made.stderr);
    const file = join(makeFolder(), 'saved');
    assert.equal((await runCli(['backup', '--to', file], { DATA_DIR: first.dir })).code, 0);
    assert.equal((await runCli(['doctor'], { DATA_DIR: first.dir, PORT: '0' })).code, 0);
    checkRefusal(
      await runCli(['restore', '--from', file], { DATA_DIR: first.dir }),
      /in use by another Passbell \(process \d+\)/,
    );
    // However the first ends, the next start finds the folder free.
    await first.stop('SIGKILL');
    const next = await serve({ dir: first.dir });
    assert.equal(readFileSync(join(next.dir, 'service.pid'), 'utf8'), `${next.process.child.pid}\n`);
    await next.stop();
    assert.equal(existsSync(join(next.dir, 'service.pid')), false);
  });

  it('shares it on PostgreSQL, where the address stays that of the first which answers requests', async () => {
    const env = { DATABASE_URL: await freshDatabase() };
    const dir = join(makeFolder(), 'data');
    const delivering = await serve({ dir, env: { ...env, ROLE: 'delivery' } });
    const first = await serve({ dir, env: { ...env, ROLE: 'api' } });
    assert.equal(first.card.base_url, first.address);
    const second = await serve({ dir, env });
    assert.equal(second.card.base_url, first.address, 'it is not taken over');
    assert.equal((await second.get('/v1/companies/me')).status, 200);
    const file = join(makeFolder(), 'saved');
    assert.equal((await runCli(['backup', '--to', file], { ...env, DATA_DIR: dir })).code, 0);
    const pids = [delivering, first, second].map((server) => server.process.child.pid).join(', ');
    const restored = await runCli(['restore', '--from', file], { ...env, DATA_DIR: dir });
    checkRefusal(restored, new RegExp(`in use by another Passbell \\(process ${pids}\\)`));
    // Who begins on SQLite by mistake is not let in either.
    checkRefusal(await runServe([], { DATA_DIR: dir, PORT: '0' }), /in use by another Passbell/);
    await Promise.all([first, delivering].map((server: Server) => server.stop('SIGKILL')));
    const third = await serve({ dir, env });
    assert.equal(third.card.base_url, third.address, 'the first is gone');
    await Promise.all([second.stop(), third.stop()]);
  });
});

describe('a database that is lost', () => {
  for (const engine of ENGINES) {
    it(`is not replaced by a new one (${engine})`, async () => {
      const env = await engineEnv(engine);
      const server = await serve({ env });
      const { dir } = server;
      const saved = join(makeFolder(), 'saved');
      assert.equal((await runCli(['backup', '--to', saved], { ...env, DATA_DIR: dir })).code, 0);
      await server.stop();
      const before = card(dir);
      const lost: Record<string, string> = { ...(await engineEnv(engine)), DATA_DIR: dir, PORT: '0' };
      if (engine === 'sqlite') rmSync(join(dir, 'passbell.sqlite'));
      const names =
        engine === 'sqlite' ? 'passbell\\.sqlite is missing' : 'DATABASE_URL.*the database is empty';
      const says = new RegExp(
        `${names}, but secret\\.key and sandbox\\.json in \\S+ show .*passbell restore --from <file>`,
      );
      checkRefusal(await runServe([], lost), says);
      checkRefusal(await runCli(SHOP, lost), says);
      checkRefusal(await runCli(['backup', '--to', `${saved}2`], lost), says);
      const found = await runCli(['doctor'], lost);
      assert.equal(found.code, 1);
      assert.match(found.stdout, new RegExp(`^BAD  database: .*${says.source}`, 'm'));
      assert.equal(card(dir), before);
      assert.equal(existsSync(join(dir, 'passbell.sqlite')), false, 'none is made');
      // What the sentence says works: a folder beside, and a restore into it.
      const other = join(makeFolder(), 'data');
      const place = { ...lost, DATA_DIR: other };
      assert.equal((await runCli(['restore', '--from', saved], place)).code, 0);
      const restored = await serve({ dir: other, env: place });
      assert.equal(restored.card.company_id, JSON.parse(before).company_id);
      assert.equal((await restored.get('/v1/companies/me')).status, 200);
      await restored.stop();
    });
  }

  it('is told from its key alone, from its log, and when its file is empty', async () => {
    // What a first start has written is in its log still.
    const whole = await serve({ first: true });
    await whole.stop('SIGKILL');
    const start = (dir: string) => runServe([], { DATA_DIR: dir, PORT: '0' });
    const folder = (...names: string[]) => {
      const dir = join(makeFolder(), 'data');
      mkdirSync(dir);
      for (const name of names) copyFileSync(join(whole.dir, name), join(dir, name));
      return dir;
    };
    const emptied = folder('secret.key', 'sandbox.json');
    writeFileSync(join(emptied, 'passbell.sqlite'), '');
    checkRefusal(await start(emptied), /passbell\.sqlite is empty, but secret\.key and sandbox\.json in/);
    assert.equal((await runCli(['doctor'], { DATA_DIR: emptied, PORT: '0' })).code, 1);
    assert.equal(readFileSync(join(emptied, 'passbell.sqlite'), 'utf8'), '', 'nothing is made in it');
    checkRefusal(
      await start(folder('secret.key')),
      /passbell\.sqlite is missing, but secret\.key in .*set DATABASE_URL/,
    );
    const logged = folder('passbell.sqlite-wal');
    checkRefusal(await start(logged), /passbell\.sqlite is missing, but passbell\.sqlite-wal in/);
    assert.ok(readdirSync(logged).includes('passbell.sqlite-wal'), 'the log is kept');
  });

  it('on PostgreSQL is not told from a key that was put there for a first start', async () => {
    const other = await serve();
    await other.stop();
    const dir = join(makeFolder(), 'data');
    mkdirSync(dir);
    copyFileSync(join(other.dir, 'secret.key'), join(dir, 'secret.key'));
    const server = await serve({ dir, env: await engineEnv('postgres') });
    assert.equal((await server.get('/v1/companies/me')).status, 200);
    await server.stop();
    // Without DATABASE_URL it would begin anew, in a file.
    checkRefusal(
      await runServe([], { DATA_DIR: dir, PORT: '0' }),
      /passbell\.sqlite is missing.*set DATABASE_URL/,
    );
  });
});
