import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { kept } from '../kept.ts';
import type { Reader, Writer } from '../port.ts';
import { sql } from '../sql.ts';
import { SqliteStorage } from './sqlite.ts';
import { touchesOf } from './touches.ts';

describe('what a statement changes', () => {
  const cases: [string, string[]][] = [
    ['insert into sites (id) values (?)', ['sites', 'insert sites']],
    ['insert into sites (id) values (?) on conflict (id) do update set id = 1', ['sites', 'insert sites']],
    ['update sites set name = ?', ['sites', 'update sites']],
    ['DELETE FROM sites where id = ?', ['sites', 'delete sites']],
    ['insert or replace into sites values (1)', ['sites', 'insert sites']],
    ['with gone as (select 1) delete from taxes where id in gone', ['taxes', 'delete taxes']],
  ];
  for (const [text, wanted] of cases) {
    it(text, () => {
      const found = touchesOf(text);
      assert.deepEqual(
        wanted.filter((touch) => !found.includes(touch)),
        [],
      );
    });
  }
});

describe('what SQLite keeps of the setup (decision 050)', () => {
  let dir: string;
  let storage: SqliteStorage;
  let reads: number;
  beforeEach(async () => {
    dir = mkdtempSync(join(tmpdir(), 'passbell-kept-'));
    storage = new SqliteStorage(join(dir, 'a.sqlite'));
    reads = 0;
    await storage.write(async (tx) => {
      await tx.run(sql`create table sites (id bigint primary key, name text not null)`);
      await tx.run(sql`create table others (id bigint primary key)`);
      await tx.run(sql`insert into sites values (1, 'one')`);
    });
  });
  afterEach(async () => {
    await storage.close();
    rmSync(dir, { recursive: true, force: true });
  });

  const nameIn = (tx: Reader, touches: readonly string[] = ['sites']) =>
    kept(tx, '1 site', touches, async () => {
      reads++;
      return (await tx.get<{ name: string }>(sql`select name from sites where id = 1`))?.name;
    });
  const name = () => storage.write((tx) => nameIn(tx));
  const rename = (to: string) => async (tx: Writer) => {
    await tx.run(sql`update sites set name = ${to} where id = 1`);
  };

  it('is read once, and again after a change of its tables alone', async () => {
    assert.deepEqual([await name(), await name(), reads], ['one', 'one', 1]);
    await storage.write(async (tx) => tx.run(sql`insert into others values (1)`));
    assert.deepEqual([await name(), reads], ['one', 1]);
    await storage.write(rename('two'));
    assert.deepEqual([await name(), reads], ['two', 2]);
  });

  it('is read again within the transaction that changes it, and after that is undone', async () => {
    await name();
    const failed = storage.write(async (tx) => {
      await rename('two')(tx);
      assert.equal(await nameIn(tx), 'two');
      throw new Error('refused');
    });
    await assert.rejects(failed, /refused/);
    assert.equal(await name(), 'one');
    await storage.write(async (tx) => {
      await rename('three')(tx);
      assert.equal(await nameIn(tx), 'three');
      tx.undo();
    });
    assert.equal(await name(), 'one');
  });

  it('is read again behind a savepoint that was undone', async () => {
    const seen = await storage.write(async (tx) => {
      const inner = tx.savepoint(async () => {
        await rename('two')(tx);
        assert.equal(await nameIn(tx), 'two');
        throw new Error('refused');
      });
      await assert.rejects(inner, /refused/);
      return nameIn(tx);
    });
    assert.equal(seen, 'one');
  });

  it('is read again when one of a group of writes is undone', async () => {
    const answers = await Promise.allSettled([
      name(),
      storage.write(async (tx) => {
        await rename('two')(tx);
        assert.equal(await nameIn(tx), 'two');
        throw new Error('refused');
      }),
      name(),
    ]);
    assert.deepEqual(
      answers.map((each) => (each.status === 'fulfilled' ? each.value : each.reason.message)),
      ['one', 'refused', 'one'],
    );
    assert.equal(await name(), 'one');
  });

  it('is not kept when it was read beside a change', async () => {
    await storage.write(async (tx) => {
      let go = () => {};
      const waits = new Promise<void>((resolve) => {
        go = resolve;
      });
      const slow = kept(tx, '1 site', ['sites'], async () => {
        const row = await tx.get<{ name: string }>(sql`select name from sites where id = 1`);
        await waits;
        return row?.name;
      });
      await nameIn(tx);
      await rename('two')(tx);
      go();
      assert.equal(await slow, 'one');
    });
    assert.equal(await name(), 'two');
  });

  it('is read again after a commit of another process', async () => {
    await name();
    const other = new SqliteStorage(join(dir, 'a.sqlite'));
    await other.write(rename('two'));
    assert.equal(await name(), 'two');
    await other.close();
  });

  it('can be of one kind of change, and is not kept where it does not last', async () => {
    const ask = () => storage.write((tx) => nameIn(tx, ['delete sites']));
    await ask();
    await storage.write(rename('two'));
    assert.deepEqual([await ask(), reads], ['one', 1]);
    await storage.write(async (tx) => tx.run(sql`delete from sites where id = 1`));
    assert.deepEqual([await ask(), reads], [undefined, 2]);
    const passing = () =>
      storage.write((tx) =>
        kept(
          tx,
          'passing',
          [],
          async () => ++reads,
          () => false,
        ),
      );
    assert.deepEqual([await passing(), await passing()], [3, 4]);
  });
});
