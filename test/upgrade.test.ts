// Upgrades of databases that have rows, from every released version, while registers go on selling (reference:
// operations.26). The rows were written by the program of that version; where its tag is there, that very program runs too.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, it } from 'node:test';
import { PostgresStorage } from '#src/storage/engines/postgres.ts';
import { SqliteStorage } from '#src/storage/engines/sqlite.ts';
import { MIGRATIONS } from '#src/storage/migrate.ts';
import type { Migration } from '#src/storage/migration.ts';
import { databaseFile } from '#src/storage/open.ts';
import type { Storage } from '#src/storage/port.ts';
import { checkSchema } from '#src/storage/schema.ts';
import { raw } from '#src/storage/sql.ts';
import {
  accepts,
  engineEnv,
  freePort,
  makeFolder,
  runServe,
  type Server,
  serve,
  until,
} from './harness/process.ts';
import {
  fillAsOf,
  KEPT_KEY,
  KEPT_TOKEN,
  keptVersions,
  type ReleasedDatabase,
  readAnswers,
  readLists,
  readReleased,
  releasedStep,
  rowCount,
  rowsFile,
  type Seen,
  stepsChanged,
  stepsOf,
} from './harness/released.ts';
import { ENGINES, type Engine, type Json } from './harness/service.ts';

const root = dirname(import.meta.dirname);
/** Registers that sell at a time. */
const REGISTERS = 3;
/** Orders that are answered in each part of an upgrade. */
const ORDERS = 20;
const TOKEN = { token: KEPT_TOKEN };
/** A database of a version, with its rows. */
interface Kept {
  readonly engine: Engine;
  readonly dir: string;
  readonly env: Readonly<Record<string, string>>;
  open(): Storage;
}

async function keptDatabase(engine: Engine, version: string, steps: readonly Migration[]): Promise<Kept> {
  const dir = join(makeFolder(), 'data');
  mkdirSync(dir);
  writeFileSync(join(dir, 'secret.key'), `${KEPT_KEY}\n`, { mode: 0o600 });
  const database = await engineEnv(engine);
  const env = { ...database, ROLE: 'api' };
  const url = database.DATABASE_URL;
  const open = () => (url === undefined ? new SqliteStorage(databaseFile(dir)) : new PostgresStorage(url));
  const storage = open();
  const counts = await fillAsOf(storage, steps, rowsFile(version));
  assert.ok((counts.get('orders') ?? 0) > 50);
  await storage.close();
  return { engine, dir, env, open };
}

const isPresent = ({ steps }: ReleasedDatabase) =>
  JSON.stringify(steps) === JSON.stringify(MIGRATIONS.map(releasedStep));

/**
 * The program of a version: of its tag, or the present one where it has the same tables; undefined where neither is there, as in a
 * clone without tags.
 */
function programOf(database: ReleasedDatabase): string | undefined {
  const tag = `v${database.version}`;
  const git = spawnSync('git', ['rev-parse', '-q', '--verify', `refs/tags/${tag}^{commit}`], { cwd: root });
  if (git.status !== 0) return isPresent(database) ? root : undefined;
  const folder = makeFolder();
  const files = execFileSync('git', ['archive', tag], { cwd: root, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-xf', '-', '-C', folder], { input: files });
  for (const name of ['node_modules', 'dist']) symlinkSync(join(root, name), join(folder, name), 'junction');
  return folder;
}

const mainOf = (program: string) => join(relative(root, program), 'src/main.ts');

function start(kept: Kept, program: string, port: number): Promise<Server> {
  const { dir } = kept;
  return serve({ dir, env: { ...kept.env, PORT: String(port) }, file: mainOf(program), cwd: program });
}

/** Registers that sell, whatever becomes of the service: what was not answered is sent again with its key. */
class Sales {
  /** Orders by the key they were sent with. */
  readonly answered = new Map<string, string>();
  readonly #faults: string[] = [];
  readonly #registers: Promise<void>[];
  #isOpen = true;

  constructor(servers: () => readonly Server[], body: unknown) {
    this.#registers = Array.from({ length: REGISTERS }, (_, at) => this.#sell(servers, body, at));
  }

  async #sell(servers: () => readonly Server[], body: unknown, register: number): Promise<void> {
    while (this.#isOpen) {
      const key = randomUUID();
      for (let tries = register; !this.answered.has(key); tries++) {
        const all = servers();
        const server = all[tries % all.length];
        if (server === undefined) break;
        const options = { ...TOKEN, headers: { 'idempotency-key': key } };
        const answer = await server.post('orders', body, options).catch(() => undefined);
        if (answer?.status === 201) this.answered.set(key, answer.json.id_str);
        else if (answer !== undefined && answer.status !== 503 && answer.status !== 409) {
          this.#faults.push(`${answer.status} ${answer.text}`);
          this.#isOpen = false;
          break;
        } else await until('somebody answers', () => accepts(server.port));
      }
    }
  }

  /** Waits for more orders. */
  async more(count = ORDERS): Promise<void> {
    const goal = this.answered.size + count;
    await until(`${count} more orders`, () => this.answered.size >= goal || this.#faults.length > 0);
    assert.deepEqual(this.#faults, []);
  }

  async end(): Promise<void> {
    this.#isOpen = false;
    await Promise.all(this.#registers);
    assert.deepEqual(this.#faults, []);
  }
}

/** What clients see now. */
const seen = (server: Server): Promise<Seen> => readLists((path) => server.list(path, TOKEN));

/** The members that a record had and has otherwise now. */
function changes(before: Json, now: Json, place: string): string[] {
  if (typeof before !== 'object' || before === null)
    return before === now ? [] : [`${place}: ${JSON.stringify(now)}, was ${JSON.stringify(before)}`];
  return Object.keys(before).flatMap((name) => changes(before[name], now?.[name], `${place}.${name}`));
}

/** What is not as it was of what clients saw. */
const lost = (before: Seen, now: Seen): string[] =>
  Object.entries(before).flatMap(([place, record]) => changes(record, now[place], place));

/** Brings a database to the present with registers selling all the while. Answers how many orders they sold. */
async function upgrade(
  kept: Kept,
  old: string | undefined,
  later: readonly Migration[],
  before: Seen,
): Promise<number> {
  const storage = kept.engine === 'postgres' ? kept.open() : undefined;
  const [first, second] = [await freePort(), await freePort()];
  const isBeside = kept.engine === 'postgres' && later.every(({ beside }) => beside === true);
  let servers: Server[] = [await start(kept, old ?? root, first)];
  const [server] = servers;
  assert.ok(server !== undefined);
  assert.ok(Object.keys(before).length > 100);
  assert.deepEqual(lost(before, await seen(server)), []);
  const [site] = (await server.get('sites', TOKEN)).json;
  const products: Json[] = (await server.get(`sites/${site.id_str}/products?limit=500`, TOKEN)).json;
  const plain = products.find((each) => each.name === 'Plain');
  const sales = new Sales(() => servers, { site_id: site.id_str, lines: [{ product_id: plain.id_str }] });
  await sales.more();
  if (isBeside) {
    const next = await start(kept, root, second);
    servers = [server, next];
    await sales.more();
    servers = [next];
    await server.stop();
  } else {
    await server.stop();
    servers = [await start(kept, root, first)];
  }
  await sales.more();
  await sales.end();
  const [now] = servers;
  assert.ok(now !== undefined);
  assert.deepEqual(lost(before, await seen(now)), []);
  const ids = [...sales.answered.values()];
  assert.equal(new Set(ids).size, ids.length, 'no order was answered for two sales');
  for (const [key, id] of [...sales.answered].slice(0, REGISTERS)) {
    const body = { site_id: site.id_str, lines: [{ product_id: plain.id_str }] };
    const again = await now.post('orders', body, { ...TOKEN, headers: { 'idempotency-key': key } });
    assert.deepEqual([again.status, again.json.id_str], [201, id], 'a key of before is known');
  }
  await now.stop();
  await storage?.close();
  return ids.length;
}

for (const version of keptVersions()) {
  const released = readReleased(version);
  const steps = stepsOf(released);
  const later = MIGRATIONS.filter((step) => !steps.includes(step));
  describe(`the database of ${version}`, () => {
    it('is made by the same migrations today', () => {
      assert.deepEqual(
        stepsChanged(released, MIGRATIONS),
        [],
        'A migration that was released never changes: write another one.',
      );
    });

    for (const engine of ENGINES) {
      it(`is upgraded with its rows while registers sell, and goes back or says why not (${engine})`, async (t) => {
        const kept = await keptDatabase(engine, version, steps);
        const old = programOf(released);
        if (old === undefined) t.diagnostic(`without its own program: there is no tag v${version}`);
        const opened = kept.open();
        const had = await rowCount(opened, 'orders');
        await opened.close();
        const sold = await upgrade(kept, old, later, readAnswers(version));
        const storage = kept.open();
        assert.equal(await rowCount(storage, 'orders'), had + sold, 'each sale is one order');
        await checkSchema(storage);
        await storage.close();
        if (old === undefined) return;
        if (later.length === 0) {
          const server = await start(kept, old, 0);
          assert.deepEqual(lost(readAnswers(version), await seen(server)), []);
          await server.stop();
          return;
        }
        await refused(kept, old);
      });
    }
  });
}

/** Starts a program on a database that is newer: it says so, and changes nothing. */
async function refused(kept: Kept, program: string): Promise<void> {
  const { code, stderr } = await runServe(
    [],
    { DATA_DIR: kept.dir, PORT: '0', ...kept.env },
    mainOf(program),
  );
  assert.notEqual(code, 0);
  assert.match(stderr, /newer Passbell/);
  assert.doesNotMatch(stderr, /^\s+at /m);
}

for (const engine of ENGINES) {
  it(`a program that is older than the database says so in a sentence, and changes nothing (${engine})`, async () => {
    const [version] = keptVersions().slice(-1);
    assert.ok(version !== undefined);
    const kept = await keptDatabase(engine, version, stepsOf(readReleased(version)));
    const newer = kept.open();
    await newer.write(async (tx) => {
      await tx.run(raw("insert into migrations (number, name) values (7000, 'of tomorrow')"));
    });
    const count = await rowCount(newer, 'orders');
    await newer.close();
    await refused(kept, root);
    const storage = kept.open();
    assert.equal(await rowCount(storage, 'orders'), count);
    assert.equal(await rowCount(storage, 'migrations'), stepsOf(readReleased(version)).length + 1);
    await storage.close();
  });
}

const STEP: Migration = {
  number: 9,
  name: 'nine',
  statements: (engine) => [`create table a (${engine} text)`],
};
const CHANGED: readonly (readonly [what: string, present: readonly Migration[], faults: string[]])[] = [
  ['nothing', [STEP], []],
  ['one more', [STEP, { ...STEP, number: 10 }], []],
  ['whether processes of before go on', [{ ...STEP, beside: true }], []],
  ['gone', [], ['the migration 9 (nine) is gone']],
  ['another number', [{ ...STEP, number: 10 }], ['the migration 9 (nine) is gone']],
  ['another name', [{ ...STEP, name: 'ten' }], ['the migration 9 is ten, was nine']],
  [
    'another statement',
    [{ ...STEP, statements: (engine) => [`create table a (${engine.replace('sqlite', 'x')} text)`] }],
    ['the migration 9 (nine) has other statements on sqlite'],
  ],
];
for (const [what, present, faults] of CHANGED) {
  it(`a released migration that changed is noticed: ${what}`, () => {
    assert.deepEqual(stepsChanged({ version: '0.0.0', steps: [releasedStep(STEP)] }, present), faults);
  });
}
