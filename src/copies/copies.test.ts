// Generations end to end: what a database says at each moment is what is restored of it.

import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, it } from 'node:test';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { ManualClock } from '#test/harness/service.ts';
import { addWord, make, WORDS } from '#test/harness/storage.ts';
import { encryptFor, openBy, type Transform } from '../backup/encryption.ts';
import { DAY, type Micros, SECOND } from '../kernel/time.ts';
import { SqliteStorage } from '../storage/engines/sqlite.ts';
import { MOST_LOG_PAGES } from '../storage/engines/sqlite-log.ts';
import { sql } from '../storage/sql.ts';
import { Copier, type CopierParts } from './copier.ts';
import { type CopyFolder, DiskFolder } from './folder.ts';
import { isWhole, readGenerations } from './generation.ts';
import { chooseGeneration, restoreFiles, restoreGeneration } from './restore.ts';

const OWNER = '0a1b2c3d';
const SECRET = 'nobody reads this';
const folders: string[] = [];
function folderOf(name: string): string {
  const made = mkdtempSync(join(tmpdir(), `passbell-${name}-`));
  folders.push(made);
  return made;
}
after(() => {
  for (const each of folders) rmSync(each, { recursive: true, force: true });
});

/** A folder that can be made to fail. */
class FailingFolder extends DiskFolder {
  fault: string | undefined;
  override async write(...args: Parameters<CopyFolder['write']>): Promise<number> {
    if (this.fault !== undefined) throw new Error(this.fault);
    return super.write(...args);
  }
  override async generations(): Promise<string[]> {
    if (this.fault === 'away') throw new Error(this.fault);
    return super.generations();
  }
}

interface Stage {
  readonly storage: SqliteStorage;
  readonly copier: Copier;
  readonly clock: ManualClock;
  readonly folder: FailingFolder;
  readonly dir: string;
  readonly copies: string;
  readonly told: string[];
  /** Writes some words in one transaction. */
  add(count: number, bytes?: number): Promise<void>;
  /** A second passes, and the copier looks. */
  look(seconds?: number): Promise<void>;
  words(): Promise<bigint[]>;
}

let lastId = 0n;

async function stage(
  options: Partial<CopierParts> & { dir?: string; copies?: string; clock?: ManualClock } = {},
): Promise<Stage> {
  const { dir = folderOf('live'), copies = folderOf('copies'), clock = new ManualClock() } = options;
  const storage = new SqliteStorage(join(dir, 'passbell.sqlite'), { keptLogPages: MOST_LOG_PAGES });
  if (options.dir === undefined) await make(storage, [WORDS]);
  const folder = new FailingFolder(copies);
  const told: string[] = [];
  const copier = new Copier({
    storage,
    folder,
    owner: OWNER,
    seal: undefined,
    keep: 7n * DAY,
    files: () => new Map([['secret.key', Buffer.from('the key')]]),
    clock,
    timers: { after: () => () => undefined },
    say: (sentence) => told.push(sentence),
    alarm: (_error, sentence) => told.push(sentence),
    ...options,
  });
  storage.onClose(() => copier.stop());
  return {
    storage,
    copier,
    clock,
    folder,
    dir,
    copies,
    told,
    add: (count, bytes = 10) =>
      storage.write(async (tx) => {
        for (let at = 0; at < count; at++) await tx.run(addWord(++lastId, SECRET.padEnd(bytes, 'x')));
      }),
    look: async (seconds = 1) => {
      clock.advance(BigInt(seconds) * SECOND);
      await copier.look();
      await copier.built();
    },
    words: () => wordsOf(storage),
  };
}

async function wordsOf(storage: SqliteStorage): Promise<bigint[]> {
  const rows = await storage.read(async (tx) =>
    tx.all<{ id: bigint }>(sql`select id from words order by id`),
  );
  return rows.map(({ id }) => id);
}

/** Restores a moment; answers its words, and what was said. */
async function restored(copies: string, at?: Micros, open?: Transform) {
  const folder = new DiskFolder(copies);
  const generation = chooseGeneration(await readGenerations(folder), at);
  const file = join(folderOf('restored'), 'passbell.sqlite');
  const outcome = await restoreGeneration({ folder, open }, generation, at, file);
  const database = new DatabaseSync(file);
  const words = database.prepare('select id from words order by id').all();
  const check = database.prepare('pragma integrity_check').get();
  database.close();
  assert.equal(check?.integrity_check, 'ok');
  return { ...outcome, words: words.map(({ id }) => BigInt(Number(id))) };
}

describe('continuous copies', () => {
  it('restore each moment as it was, over logs that begin anew, merged pieces and a stop', async () => {
    const clock = new ManualClock();
    const first = await stage({ clock, restartPages: 60 });
    const moments: { at: Micros; words: bigint[] }[] = [];
    const play = async (on: Stage, rounds: number) => {
      for (let round = 0; round < rounds; round++) {
        await on.add(1 + (round % 5), round % 7 === 0 ? 60_000 : 500);
        await on.look();
        if (on.copier.state.lagSeconds === 0 && moments.length + round > 1)
          moments.push({ at: clock.now(), words: await on.words() });
      }
    };
    await play(first, 40);
    await first.add(1);
    const atEnd = await first.words();
    await first.storage.close();
    moments.push({ at: clock.now(), words: atEnd });
    clock.advance(SECOND);
    const second = await stage({ clock, dir: first.dir, copies: first.copies, restartPages: 400 });
    await play(second, 60);
    assert.deepEqual(second.told, [
      `Copying goes on with the generation ${(await readGenerations(second.folder))[0]?.name}.`,
    ]);
    assert.equal((await readGenerations(second.folder)).length, 1);
    const [generation] = await readGenerations(second.folder);
    assert.ok((generation?.pieces.at(-1)?.log ?? 0) > 3, 'the log began anew');
    assert.ok((generation?.pieces.length ?? 0) < 80, 'pieces were merged');
    assert.ok(moments.length > 90, `${moments.length} moments`);
    for (const [place, { at, words }] of moments.entries()) {
      if (place % 9 !== 0 && place < moments.length - 1 && place !== 39) continue;
      const found = await restored(second.copies, at);
      assert.deepEqual([found.to, found.stopped], [at, undefined], `moment ${place}`);
      assert.deepEqual(found.words, words, `moment ${place}`);
    }
    const last = moments.at(-1);
    assert.deepEqual((await restored(second.copies)).words, last?.words);
    const between = await restored(second.copies, (moments[50]?.at ?? 0n) + SECOND / 2n);
    assert.deepEqual(between.words, moments[50]?.words);
    await assert.rejects(restored(second.copies, 0n), /The copies go back to 2026-.* only/);
    await second.storage.close();
  });

  it('that are encrypted hold nothing in plain, and are restored by their key alone, with the files beside', async () => {
    const identity = await generateX25519Identity();
    const recipient = await identityToRecipient(identity);
    const key = join(folderOf('key'), 'key');
    writeFileSync(key, `${identity}\n`);
    const on = await stage({ seal: await encryptFor(recipient) });
    await on.look();
    for (let round = 0; round < 4; round++) {
      await on.add(3);
      await on.look();
    }
    const words = await on.words();
    await on.storage.close();
    const [generation] = await readGenerations(on.folder);
    assert.ok(generation?.isSealed);
    for (const name of readdirSync(join(on.copies, generation.name))) {
      const bytes: Buffer = readFileSync(join(on.copies, generation.name, name));
      assert.ok(bytes.subarray(0, 30).toString().startsWith('age-encryption.org/v1'), name);
      for (const text of [SECRET, 'the key', 'SQLite format 3'])
        assert.equal(bytes.includes(text), false, name);
    }
    assert.deepEqual((await restored(on.copies, undefined, await openBy(key))).words, words);
    const files = await restoreFiles({ folder: on.folder, open: await openBy(key) }, generation);
    assert.deepEqual(
      [...files].map(([name, bytes]) => [name, bytes.toString()]),
      [['secret.key', 'the key']],
    );
    const other = join(folderOf('key'), 'key');
    writeFileSync(other, `${await generateX25519Identity()}\n`);
    await assert.rejects(restored(on.copies, undefined, await openBy(other)), /another key/);
  });

  it('never keep a write from going on: a folder that is full or away is told, and copied to again later', async () => {
    const on = await stage({ mostLogPages: 40, restartPages: 10 });
    await on.look();
    await on.add(2);
    await on.look();
    assert.equal(on.copier.state.trouble, undefined);
    const [first] = await readGenerations(on.folder);
    for (const fault of ['full', 'away']) {
      on.folder.fault = fault;
      const told = on.told.length;
      await on.add(2);
      await on.look();
      await on.look();
      assert.match(on.copier.state.trouble ?? '', /^COPY_DIR cannot be written/);
      assert.equal(on.told.length, told + 1, 'told once');
      assert.ok(on.copier.state.lagSeconds >= 1);
      on.folder.fault = undefined;
      await on.look();
      assert.equal(on.copier.state.trouble, undefined);
      assert.deepEqual((await restored(on.copies)).words, await on.words());
    }
    assert.equal((await readGenerations(on.folder)).length, 1, 'nothing was given up');
    // Away for so long that the log would fill the disk.
    on.folder.fault = 'away';
    for (let round = 0; round < 12; round++) {
      await on.add(5, 40_000);
      await on.look();
    }
    assert.ok(on.copier.state.failures > 2);
    assert.ok(
      on.told.some((sentence) => /given up/.test(sentence)),
      on.told.join('\n'),
    );
    on.folder.fault = undefined;
    await on.look(61);
    await on.look();
    await on.add(1);
    await on.look();
    const all = await readGenerations(on.folder);
    assert.equal(all.length, 2);
    const second = await restored(on.copies);
    assert.notEqual(second.generation, first?.name);
    assert.deepEqual(second.words, await on.words());
    await on.storage.close();
  });

  it('say where they end when a piece is damaged or gone', async () => {
    const on = await stage();
    await on.look();
    const moments: { at: Micros; words: bigint[] }[] = [];
    for (let round = 0; round < 6; round++) {
      await on.add(2);
      await on.look();
      moments.push({ at: on.clock.now(), words: await on.words() });
    }
    await on.storage.close();
    const [generation] = await readGenerations(on.folder);
    const [piece, later] = (generation?.pieces ?? []).slice(-3);
    assert.ok(generation !== undefined && piece !== undefined && later !== undefined);
    const before = moments.findLast(({ at }) => at < piece.from);
    const path = join(on.copies, generation.name, piece.name);
    const bytes = readFileSync(path);
    for (const damage of [bytes.subarray(0, bytes.length / 2), Buffer.from(bytes).fill(7, 20, 40)]) {
      writeFileSync(path, damage);
      const found = await restored(on.copies);
      assert.equal(found.stopped?.piece, piece.name);
      assert.deepEqual([found.to, found.words], [before?.at, before?.words]);
      const earlier = await restored(on.copies, before?.at);
      assert.deepEqual([earlier.stopped, earlier.words], [undefined, before?.words]);
    }
    rmSync(path);
    const found = await restored(on.copies);
    assert.match(found.stopped?.why ?? '', /missing/);
    assert.deepEqual(found.words, before?.words);
  });

  it('begin anew every day, go as far back as is said, and leave those of others alone', async () => {
    const on = await stage({ keep: 2n * DAY });
    const foreign = '20200101T000000000Z-99999999';
    await on.folder.make(foreign);
    await on.look();
    for (let day = 0; day < 5; day++) {
      await on.add(1);
      await on.look();
      await on.look(86_400);
      await on.look();
    }
    const own = await readGenerations(on.folder, OWNER);
    assert.ok(own.length >= 2 && own.length <= 3, String(own.length));
    const begun = on.told.filter((sentence) => sentence.startsWith('Copying has begun'));
    assert.ok(begun.length > own.length + 1, on.told.join('\n'));
    assert.ok((own[0]?.to ?? 0n) > on.clock.now() - 3n * DAY);
    assert.ok(own.every(isWhole));
    assert.ok((await on.folder.generations()).includes(foreign));
    assert.deepEqual((await restored(on.copies)).words, await on.words());
    await on.storage.close();
  });

  it('begin anew where the log on the disk is not the one that was copied', async () => {
    const clock = new ManualClock();
    const first = await stage({ clock });
    await first.look();
    await first.add(2);
    await first.look();
    await first.storage.close();
    // Another program takes the log into the database, as any does that opens it last.
    const plain = new SqliteStorage(join(first.dir, 'passbell.sqlite'));
    await plain.write(async (tx) => tx.run(addWord(++lastId, SECRET)));
    await plain.close();
    clock.advance(SECOND);
    const second = await stage({ clock, dir: first.dir, copies: first.copies });
    await second.look(61);
    await second.look();
    await second.add(1);
    await second.look();
    assert.equal((await readGenerations(second.folder)).length, 2);
    assert.deepEqual((await restored(second.copies)).words, await second.words());
    await second.storage.close();
  });
});
