import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { openStorage } from '#src/storage/open.ts';
import { sql } from '#src/storage/sql.ts';
import { ENGINES, type Engine, freshDatabase, ManualClock, startService } from '#test/harness/service.ts';
import type { Storage } from '../storage/port.ts';
import { backUp, checkBackup, restore } from './backup.ts';
import { rowsAfter, tableShapes } from './tables.store.ts';

const FIRST_ID = '9007199254740993';
const folders: string[] = [];
function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'passbell-backup-'));
  folders.push(made);
  return made;
}
after(() => {
  for (const each of folders) rmSync(each, { recursive: true, force: true });
});

const clock = new ManualClock();

async function empty(engine: Engine): Promise<{ storage: Storage; dir: string; databaseUrl?: string }> {
  const dir = folder();
  const databaseUrl = engine === 'postgres' ? await freshDatabase() : undefined;
  const storage = await openStorage({ dataDir: dir, databaseUrl });
  return { storage, dir, ...(databaseUrl === undefined ? {} : { databaseUrl }) };
}

/** Every row of a database as text. */
async function everything(storage: Storage): Promise<string> {
  return storage.read(async (tx) => {
    const texts: string[] = [];
    for (const shape of await tableShapes(tx, storage.engine)) {
      const columns = [...shape.columns].sort();
      let place: unknown[] | undefined;
      for (;;) {
        const rows = await rowsAfter(
          tx,
          { ...shape, columns: [...new Set([...columns, ...shape.key])] },
          place,
        );
        texts.push(...rows.map((row) => `${shape.name} ${row.map(String).join('|')}`));
        const last = rows.at(-1);
        if (last === undefined) break;
        place = shape.key.map((column) => last[columns.indexOf(column)]);
      }
    }
    return texts.join('\n');
  });
}

for (const engine of ENGINES) {
  describe(`a backup (${engine})`, () => {
    const make = async () => {
      const service = await startService(engine, { FIRST_ORDER_ID: FIRST_ID });
      const { client, card, app, config } = service;
      const site = card.sites[0].id;
      for (let count = 0; count < 3; count++) {
        const answer = await client.post('orders', { site_id: site, notes: `"naughty" \u2028 ☃ ${count}\n` });
        assert.equal(answer.status, 201, answer.text);
        assert.ok(BigInt(answer.json.id_str) >= BigInt(FIRST_ID));
      }
      const file = join(folder(), 'passbell.backup');
      const extent = await backUp({ storage: app.storage, clock }, config.dataDir, file);
      return { service, file, extent };
    };

    for (const target of ENGINES) {
      it(`is restored on ${target} with every row, ids going on where they were`, async () => {
        const { service, file, extent } = await make();
        const before = await everything(service.app.storage);
        const key = readFileSync(join(service.config.dataDir, 'secret.key'), 'utf8');
        await service.stop();
        assert.equal(statSync(file).mode & 0o777, 0o600);
        const { storage, dir } = await empty(target);
        try {
          assert.deepEqual(await restore(storage, dir, file), extent);
          assert.equal(await everything(storage), before);
          assert.equal(readFileSync(join(dir, 'secret.key'), 'utf8'), key);
          assert.ok(extent.rows > 300 && extent.files.includes('sandbox.json'), JSON.stringify(extent));
          const [next = 0n] = await storage.write(async (tx) => tx.ids('order', 1));
          // What had been taken ahead is not used.
          assert.ok(next > BigInt(FIRST_ID) + 2n, String(next));
        } finally {
          await storage.close();
        }
      });
    }

    it('leaves out what somebody made in the database besides, and says so', async () => {
      const { service, file: bare } = await make();
      const { storage } = service.app;
      await storage.write(async (tx) => {
        await tx.run(sql`create table my_notes (name text, price float)`);
        await tx.run(sql`insert into my_notes values ('mine', 1.5)`);
        await tx.run(sql`alter table customers add column my_rating bigint`);
      });
      const leftOut = ['the column customers.my_rating', 'the table my_notes'];
      const file = join(folder(), 'with.backup');
      const extent = await backUp({ storage, clock }, service.config.dataDir, file);
      assert.deepEqual(extent.leftOut, leftOut);
      const before = await everything(storage);
      await service.stop();
      // As made by versions that included every table and column.
      const lines = gunzipSync(readFileSync(bare)).toString('utf8').trimEnd().split('\n');
      const widened = lines.map((line) =>
        line.startsWith('{"table":"customers"') ? line.replace(/\]\}$/, ',"my_rating"]}') : line,
      );
      const from = widened.findIndex((line) => line.startsWith('{"table":"customers"'));
      for (let at = from + 1; widened[at]?.startsWith('['); at++) {
        widened[at] = widened[at]?.replace(/\]$/, ',5]') ?? '';
      }
      const end = JSON.parse(widened.pop() ?? '{}') as { rows: number };
      const notes = [
        '{"table":"my_notes","columns":["name","price"]}',
        '["mine",1.5]',
        '["yours",{"a":true}]',
      ];
      const older = join(folder(), 'older.backup');
      const last = JSON.stringify({ end: true, rows: end.rows + 2 });
      writeFileSync(older, gzipSync(`${[...widened, ...notes, last].join('\n')}\n`));
      for (const [each, said] of [
        [file, []],
        [older, leftOut],
      ] as const) {
        const target = await empty(engine);
        try {
          const { leftOut: told, rows } = await restore(target.storage, target.dir, each);
          assert.deepEqual([told.toSorted(), rows], [said, extent.rows]);
          assert.equal(await everything(target.storage), before);
        } finally {
          await target.storage.close();
        }
      }
    });

    it('is refused over anything that is there, and when it is not whole; then nothing is changed', async () => {
      const { service, file } = await make();
      const { dataDir } = service.config;
      await assert.rejects(
        backUp({ storage: service.app.storage, clock }, dataDir, file),
        /is there already/,
      );
      const unmounted = join(folder(), 'disk');
      await assert.rejects(
        backUp({ storage: service.app.storage, clock }, dataDir, join(unmounted, 'file')),
        new RegExp(`There is no folder ${unmounted}: `),
      );
      assert.equal(existsSync(unmounted), false);
      await assert.rejects(restore(service.app.storage, folder(), file), /database is not empty/);
      await service.stop();
      const { storage, dir } = await empty(engine);
      try {
        const text = gunzipSync(readFileSync(file)).toString('utf8');
        const lines = text.trimEnd().split('\n');
        const bad = join(folder(), 'bad');
        const refuses = async (content: Buffer | readonly string[], message: RegExp, isSeenAlone = true) => {
          const bytes = Buffer.isBuffer(content) ? content : gzipSync(`${content.join('\n')}\n`);
          writeFileSync(bad, bytes);
          await assert.rejects(restore(storage, dir, bad), message);
          // The command line asks this first, so that nothing is begun.
          if (isSeenAlone) await assert.rejects(checkBackup(bad, undefined), message);
          const rows = await storage.read(async (tx) => tx.get(sql`select 1 as one from companies`));
          assert.equal(rows, undefined);
          assert.equal(existsSync(join(dir, 'secret.key')), false);
        };
        const named = (why: string) =>
          new RegExp(`^Error: The backup ${bad} is damaged: ${why}. Nothing was restored.$`);
        const packed = readFileSync(file);
        await refuses(packed.subarray(0, -2000), named('its end is missing'));
        await refuses(Buffer.from(packed).fill(0, 200, 400), named('(it cannot be unpacked|its .*)'));
        await refuses(Buffer.from('no gzip'), named('it cannot be unpacked'));
        // Whatever is wrong, no value of a row is repeated.
        const at = lines.findIndex((line) => line.startsWith('['));
        await refuses(lines.with(at, `${lines[at]}k`), named(`its line ${at + 1} cannot be read`));
        await refuses(lines.with(at, '"hunter2"'), named(`its line ${at + 1} is none`));
        const other = (lines[at] ?? '').replace(/^\[[^,\]]*/, '[1.5');
        await refuses(lines.with(at, other), named('it holds a value that no table can have'), false);
        const more = lines.toSpliced(at, 0, lines[at] ?? '');
        const counted = more.with(
          -1,
          `{"end":true,"rows":${more.filter((each) => each.startsWith('[')).length}}`,
        );
        await refuses(counted, named('rows of its table .* cannot be stored'), false);
        await refuses(lines.slice(0, -1), /its end is missing/);
        await refuses([...lines, lines[0] ?? ''], /more behind its end/);
        const row = lines.findLastIndex((line) => line.startsWith('['));
        await refuses(lines.toSpliced(row, 1), /rows are missing/);
        await refuses(
          lines.map((line, at) => (at === 0 ? line.replace(/"migration":\d+/, '"migration":999') : line)),
          /newer Passbell/,
        );
        await refuses(
          lines.map((line, at) => (at === 0 ? line.replace(/"migration":\d+/, '"migration":1') : line)),
          /version 1, this Passbell/,
        );
        await refuses(
          lines.map((line) => line.replace('"table":"orders"', '"table":"orders; drop table orders"')),
          /its table orders is missing/,
          false,
        );
        await refuses(
          lines.map((line) => line.replace('"file":"secret.key"', '"file":"../secret.key"')),
          /holds a file/,
        );
        await refuses(['{"hello":1}'], /no backup of Passbell/);
        await assert.rejects(restore(storage, dir, join(dir, 'missing')), /There is no file/);
        await restore(storage, dir, file);
        await assert.rejects(restore(storage, dir, file), /is there already/);
      } finally {
        await storage.close();
      }
    });
  });
}
