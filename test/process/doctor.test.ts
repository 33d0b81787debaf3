// `doctor`: its findings in an installation, and its advice (reference: operations.13).

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { before, describe, it } from 'node:test';
import { ensureCertificates } from '#src/edge/tls.ts';
import {
  FIRST_PRODUCT,
  freePort,
  makeFolder,
  type Outcome,
  runCli,
  runServe,
  serve,
} from '#test/harness/process.ts';
import { freshDatabase } from '#test/harness/service.ts';

/** Its lines: every check once or more, each with a mark. */
function checkLines({ stdout, stderr }: Outcome): void {
  assert.equal(stderr, '');
  assert.match(stdout, /^((ok {2}|warn|BAD ) [^\n]+\n)+$/);
}

function checkGood(outcome: Outcome): void {
  checkLines(outcome);
  assert.doesNotMatch(outcome.stdout, /^BAD/m);
  assert.equal(outcome.code, 0);
}

/** Exactly one finding is bad, and it says what and what to do. */
function checkBad(outcome: Outcome, says: RegExp): void {
  checkLines(outcome);
  const bad = outcome.stdout.split('\n').filter((line) => line.startsWith('BAD '));
  assert.equal(bad.length, 1, outcome.stdout);
  assert.match(bad[0] ?? '', says);
  assert.equal(outcome.code, 1);
}

/** Every file of a folder with its content and mode. */
function picture(dir: string): Record<string, string> {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map((entry) => {
      const file = join(entry.parentPath, entry.name);
      const hash = createHash('sha256').update(readFileSync(file)).digest('hex');
      return [file, `${statSync(file).mode} ${hash}`];
    }),
  );
}

describe('doctor', { concurrency: 2 }, () => {
  /** An installation that was used and stopped; each test spoils a copy of its own. */
  let sound: string;
  let port: string;
  before(async () => {
    port = String(await freePort());
    const server = await serve({ env: { PORT: port } });
    const { card } = server;
    const order = { site_id: card.sites[0].id, lines: [{ product_id: FIRST_PRODUCT }] };
    for (let count = 0; count < 50; count++) await server.post('orders', order);
    sound = server.dir;
    checkGood(await runCli(['doctor'], { DATA_DIR: sound, PORT: '0' }));
    const used = await runCli(['doctor'], { DATA_DIR: sound, PORT: port });
    checkGood(used);
    assert.match(
      used.stdout,
      new RegExp(`^warn port: 127\\.0\\.0\\.1:${port} is in use`, 'm'),
      'while it runs',
    );
    await server.stop();
  });

  function copy(): string {
    const dir = join(makeFolder(), 'data');
    cpSync(sound, dir, { recursive: true });
    chmodSync(dir, 0o700);
    return dir;
  }

  const examine = (dir: string, env: Record<string, string> = {}) =>
    runCli(['doctor'], { DATA_DIR: dir, PORT: '0', ...env });

  it('finds an installation in order, by settings or flags, and changes nothing', async () => {
    const before = picture(sound);
    const outcome = await runCli(['doctor', '--data-dir', sound, '--port', port]);
    checkGood(outcome);
    for (const what of [
      'settings',
      'data folder',
      'disk',
      'key',
      'database',
      'clock',
      'certificate',
      'port',
    ]) {
      assert.match(outcome.stdout, new RegExp(`^ok   ${what}: `, 'm'), what);
    }
    assert.match(outcome.stdout, /SQLite 3\.\d+\.\d+, tables of version \d+/);
    assert.deepEqual(picture(sound), before);
  });

  it('finds nothing wrong before the first start, and makes nothing', async () => {
    const dir = join(makeFolder(), 'data');
    checkGood(await examine(dir));
    assert.equal(existsSync(dir), false);
  });

  it('names a setting that is malformed', async () => {
    checkBad(await runCli(['doctor'], { PORT: '84x' }), /settings: PORT \(--port\) must be a whole number/);
    checkBad(await runCli(['doctor', '--prot=1']), /settings: Unknown option '--prot'/);
  });

  it('tells of a folder that cannot be written', async (t) => {
    const folder = makeFolder();
    writeFileSync(join(folder, 'file'), '');
    checkBad(await examine(join(folder, 'file/data')), /data folder: \S+\/file is a file\. Set DATA_DIR/);
    const closed = join(folder, 'closed');
    mkdirSync(closed);
    const says = /data folder: \S+\/closed cannot be written\. Give it to the user/;
    if (process.getuid?.() !== 0) {
      chmodSync(closed, 0o500);
      checkBad(await examine(closed), says);
      chmodSync(closed, 0o700);
    } else if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'ro,size=1g', 'tmpfs', closed]).status === 0) {
      // To root every folder is open, unless the disk itself is not.
      try {
        checkBad(await examine(closed), says);
      } finally {
        spawnSync('umount', [closed]);
      }
    } else t.diagnostic('root without mounts: every folder can be written');
  });

  it('tells of a database file that is damaged or is none', async () => {
    const damaged = copy();
    const file = join(damaged, 'passbell.sqlite');
    const size = statSync(file).size;
    assert.ok(size > 400_000, `only ${size} bytes`);
    // A few pages in the middle, overwritten as by a failing disk; the file's head is as it was.
    const handle = openSync(file, 'r+');
    writeSync(handle, Buffer.alloc(81_920, 0xa5), 0, 81_920, Math.floor(size / 2 / 8192) * 8192);
    closeSync(handle);
    checkBad(await examine(damaged), /database: .*damaged.*[Rr]estore/);
    const whole = await runCli(['doctor', '--whole'], { DATA_DIR: damaged });
    checkBad(whole, /database: .*damaged.*[Rr]estore/);
    const letter = copy();
    writeFileSync(join(letter, 'passbell.sqlite'), 'Dear database,\n'.repeat(1000));
    checkBad(await examine(letter), /database: .*damaged.*Restore it from a back-up/);
  });

  /** Changes a database behind Passbell's back. */
  function change(dir: string, statement: string): void {
    const db = new DatabaseSync(join(dir, 'passbell.sqlite'));
    db.exec(statement);
    db.close();
  }

  it('tells of a database that a newer Passbell has changed, which the start refuses as well', async () => {
    const dir = copy();
    change(dir, `insert into migrations (number, name) values (999, 'from the future')`);
    checkBad(await examine(dir), /database: .*version 999, this Passbell knows \d+\. Start a newer/);
    const refused = await runServe([], { DATA_DIR: dir, PORT: '0' });
    assert.equal(refused.code, 1);
    assert.match(
      refused.stderr,
      /^Passbell did not start\. [^\n]*version 999[^\n]*newer Passbell [^\n]*\.\n$/,
    );
  });

  it('tells of tables that were changed, which the start refuses as well, and names what was added', async () => {
    const dir = copy();
    change(dir, 'create index mine on orders (company_id, total)');
    const added = await examine(dir);
    checkGood(added);
    assert.match(added.stdout, /^ok {3}database: .*; not Passbell's: the index mine$/m);
    change(
      dir,
      'alter table customers rename column description to notes; delete from migrations where number = 4',
    );
    const says =
      /migration 4 \(checkins\) has no row.*; the column customers\.description is missing\..*restore/;
    checkBad(await examine(dir), new RegExp(`database: SQLite .*${says.source}`));
    const refused = await runServe([], { DATA_DIR: dir, PORT: '0' });
    assert.equal(refused.code, 1);
    assert.match(
      refused.stderr,
      /^Passbell did not start\. [^\n]*migration 4 \(checkins\) has no row[^\n]*\n$/,
    );
    change(dir, "insert into migrations values (4, 'checkins')");
    assert.match(
      (await runServe([], { DATA_DIR: dir, PORT: '0' })).stderr,
      /the column customers\.description is missing/,
    );
  });

  it('tells of a clock that is behind the newest event or order', async () => {
    const ahead = (BigInt(Date.now()) + 3_600_000n) * 1000n;
    const event = copy();
    change(event, `update event_counters set last_at = ${ahead}`);
    checkBad(await examine(event), /clock: it is \S+ here, but the newest change is of \S+\. Set the clock/);
    const order = copy();
    change(order, `update orders set updated_at = ${ahead} where id = 7`);
    checkBad(await examine(order), /clock: .*Set the clock/);
  });

  it('tells of a certificate that has ended, is unreadable, or is not there', async () => {
    const day = 86_400_000;
    const old = copy();
    rmSync(join(old, 'tls'), { recursive: true });
    await ensureCertificates(join(old, 'tls'), new Date(Date.now() - 800 * day));
    checkBad(
      await examine(old),
      /certificate: .*server\.pem ended on \d{4}-.*Passbell renews it when it starts/,
    );
    const env = { TLS_CERT_FILE: join(old, 'tls/server.pem'), TLS_KEY_FILE: join(old, 'tls/server-key.pem') };
    checkBad(await examine(sound, env), /certificate: .*ended on .*Renew it: Passbell takes it/);
    const missing = { ...env, TLS_CERT_FILE: join(old, 'none.pem') };
    checkBad(await examine(sound, missing), /certificate: TLS_CERT_FILE: \S+none\.pem does not exist/);
    // Its advice is true: a start renews it.
    const server = await serve({ dir: old });
    assert.equal((await server.get('/healthz')).status, 200);
    await server.stop();
    checkGood(await examine(old));
  });

  it('tells of secrets that others can read', async () => {
    const dir = copy();
    chmodSync(join(dir, 'secret.key'), 0o640);
    checkBad(await examine(dir), /secrets: (\S+secret\.key) is open to other users\. Do: chmod 600 \1$/);
    chmodSync(join(dir, 'secret.key'), 0o600);
    chmodSync(join(dir, 'tls/ca-key.pem'), 0o644);
    checkBad(await examine(dir), /secrets: \S+ca-key\.pem is open/);
  });

  it('tells of a key that is missing, another, or none', async () => {
    const dir = copy();
    const key = join(dir, 'secret.key');
    rmSync(key);
    checkBad(await examine(dir), /key: \S+secret\.key is missing.*Put it back/);
    writeFileSync(key, `${Buffer.alloc(32, 7).toString('base64')}\n`, { mode: 0o600 });
    checkBad(await examine(dir), /key: \S+secret\.key is not the key.*Copy the right one there/);
    writeFileSync(key, 'short\n');
    checkBad(
      await examine(dir),
      /key: \S+secret\.key does not hold a key of 32 bytes\. Put the right file back/,
    );
  });

  it('tells of a PostgreSQL that is away or closed to us, without the password', async () => {
    const url = await freshDatabase();
    const server = await serve({ env: { DATABASE_URL: url } });
    const good = await examine(server.dir, { DATABASE_URL: url });
    checkGood(good);
    assert.match(good.stdout, /^ok {3}database: PostgreSQL \d+.*, tables of version \d+$/m);
    await server.stop();
    const away = `postgres://passbell:hunter2@127.0.0.1:${await freePort()}/passbell`;
    const refused = await examine(server.dir, { DATABASE_URL: away });
    checkBad(refused, /database: DATABASE_URL.*cannot be reached.*Is it right, and is the server running\?/);
    const wrong = new URL(url);
    wrong.password = 'hunter2';
    const denied = await examine(server.dir, { DATABASE_URL: wrong.href });
    checkBad(denied, /database: DATABASE_URL.*password authentication failed/);
    for (const { stdout } of [good, refused, denied]) {
      assert.ok(!stdout.includes('hunter2') && !stdout.includes(new URL(url).password));
    }
    const empty = await examine(join(makeFolder(), 'data'), { DATABASE_URL: await freshDatabase() });
    checkGood(empty);
    assert.match(empty.stdout, /^ok {3}database: PostgreSQL \d+.*, empty$/m);
  });
});
