// That a value comes back from every engine as it was stored, and that the pieces SQL is made of mean the same.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addWord, freshId, onEachStorage, rejection, WORDS, wordOf } from '#test/harness/storage.ts';
import type { Reader } from './port.ts';
import { contains, every, fold, isIn, raw, type Sql, sql } from './sql.ts';
import { table } from './table.ts';

const MAX = 9_223_372_036_854_775_807n;
const MIN = -9_223_372_036_854_775_808n;

const TABLES = [
  WORDS,
  `create table things (
    company_id bigint not null, id bigint not null, name text not null, note text, size bigint,
    active smallint not null, count bigint not null, tags text not null, details text,
    primary key (company_id, id))`,
  'create table counters (id bigint primary key, value bigint not null)',
];

interface Thing {
  readonly company_id: bigint;
  readonly id: bigint;
  readonly name: string;
  readonly note: string | null;
  readonly size: bigint | null;
  readonly active: boolean;
  readonly count: number;
  readonly tags: readonly string[];
  readonly details: { readonly big: string } | null;
}

const things = table<Thing>('things', {
  company_id: 'plain',
  id: 'plain',
  name: 'plain',
  note: 'plain',
  size: 'plain',
  active: 'bool',
  count: 'int',
  tags: 'json',
  details: 'json',
});

const thing: Thing = {
  company_id: 1n,
  id: MAX,
  name: "O'Hara \\ “ñandú” 🍕",
  note: null,
  size: MIN,
  active: true,
  count: 7,
  tags: ['a', 'ß'],
  details: { big: '1' },
};

onEachStorage('values', TABLES, (ground) => {
  test('whole numbers of 64 bits are exact', async () => {
    const numbers = [0n, 1n, -1n, 2n ** 53n, 2n ** 53n + 1n, -(2n ** 53n) - 1n, MAX - 1n, MAX, MIN + 1n, MIN];
    const rows = await ground().storage.write(async (tx) => {
      for (const number of numbers) {
        const counted = await tx.run(sql`insert into counters (id, value) values (${number}, ${number})`);
        assert.equal(counted, 1);
      }
      return tx.all<{ id: bigint; value: bigint }>(sql`select id, value from counters order by id`);
    });
    const sorted = numbers.toSorted((a, b) => (a < b ? -1 : 1));
    assert.deepEqual(
      rows.map((row) => [row.id, row.value]),
      sorted.map((number) => [number, number]),
    );
    const above = await ground().storage.read(async (tx) =>
      tx.get<{ id: bigint }>(sql`select id from counters where id > ${2n ** 53n} order by id limit ${1}`),
    );
    assert.equal(above?.id, 2n ** 53n + 1n);
  });

  test('text comes back as it was, whatever it holds', async () => {
    const texts = [
      '',
      ' ',
      '\n\r\t\u0001\u007f',
      '\uffff\ufffe',
      '\u{10ffff}',
      'e\u0301é',
      'العربية',
      '👩‍👩‍👧',
      "';--",
      '\\x00',
      '$1 ?',
    ];
    const chars = fc.string({ unit: 'binary', maxLength: 200 }).filter((text) => !text.includes('\u0000'));
    const property = fc.asyncProperty(fc.array(chars, { minLength: 1, maxLength: 10 }), async (some) => {
      const all = [...texts, 'long '.repeat(20_000), ...some];
      const ids = all.map(freshId);
      const rows = await ground().storage.write(async (tx) => {
        await Promise.all(ids.map(async (id, at) => tx.run(addWord(id, all[at] ?? null))));
        return tx.all<{ word: string }>(sql`select word from words where ${isIn('id', ids)} order by id`);
      });
      assert.deepEqual(
        rows.map((row) => row.word),
        all,
      );
    });
    await fc.assert(property, { numRuns: 20 });
  });

  test('null, booleans, comparisons and sums', async () => {
    const id = freshId();
    const row = await ground().storage.write(async (tx) => {
      await tx.run(sql`insert into words (id, word, flag) values (${id}, ${null}, ${true})`);
      await tx.run(sql`insert into words (id, word, flag) values (${freshId()}, ${'x'}, ${false})`);
      return tx.get(
        sql`select word, flag, flag = ${true} as yes, word is not null as no,
              (select sum(value) from counters where id in (${1n}, ${2n ** 53n})) as sum
            from words where id = ${id}`,
      );
    });
    assert.deepEqual({ ...row }, { word: null, flag: 1n, yes: 1n, no: 0n, sum: 2n ** 53n + 1n });
  });

  test('what one of the engines cannot store, both refuse', async () => {
    const texts: readonly unknown[] = [
      undefined,
      1.5,
      new Date(0),
      {},
      [],
      'a\u0000b',
      'half \ud800',
      '\udc00',
    ];
    const numbers: readonly unknown[] = [...texts, Number.NaN, Infinity, MAX + 1n, MIN - 1n];
    for (const [column, values] of [
      ['word', texts],
      ['flag', numbers],
    ] as const) {
      for (const value of values) {
        const id = freshId();
        await rejection(
          ground().storage.write(async (tx) => {
            await tx.run(addWord(id, 'before'));
            await tx.run(sql`update words set ${raw(column)} = ${value as bigint} where id = ${id}`);
          }),
        );
        assert.equal(await wordOf(ground().storage, id), undefined);
      }
    }
  });

  test('no row is undefined, no rows are an empty list, run counts', async () => {
    const id = freshId();
    await ground().storage.write(async (tx) => {
      assert.equal(await tx.get(sql`select id from words where id = ${id}`), undefined);
      assert.deepEqual(await tx.all(sql`select id from words where id = ${id}`), []);
      assert.equal(await tx.run(sql`update words set word = 'x' where id = ${id}`), 0);
      for (const each of [id, freshId(), freshId()]) await tx.run(addWord(each, 'x'));
      assert.equal(await tx.run(sql`update words set word = 'y' where id >= ${id}`), 3);
      assert.equal(await tx.run(sql`delete from words where id > ${id}`), 2);
    });
  });

  test('text is compared and sorted by its bytes, whatever the language of the database', async () => {
    const names = [
      'b',
      'B',
      'a',
      'ä',
      'z',
      'Z',
      '_',
      'é',
      'e',
      'co-op',
      'coop',
      'co op',
      'ﬀ',
      '\uffff',
      '😀',
    ];
    const found = await ground().storage.write(async (tx) => {
      for (const name of names) await tx.run(sql`insert into meta (key, value) values (${name}, ${name})`);
      const sorted = await tx.all<{ key: string }>(sql`select key from meta order by value`);
      const after = await tx.all<{ key: string }>(
        sql`select key from meta where value > ${'coop'} order by key`,
      );
      return { sorted: sorted.map((row) => row.key), after: after.map((row) => row.key) };
    });
    const sorted = names.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    assert.deepEqual(found.sorted, sorted);
    assert.deepEqual(found.after, sorted.slice(sorted.indexOf('coop') + 1));
  });
});

onEachStorage('pieces of SQL', TABLES, (ground) => {
  test('isIn finds every value, for any number of them, by few different statements', async () => {
    const { storage } = ground();
    const ids = Array.from({ length: 40 }, freshId);
    await storage.write(async (tx) => {
      for (const id of ids) await tx.run(addWord(id, `w${id}`));
    });
    const texts = new Set<string>();
    for (let count = 0; count <= ids.length; count++) {
      const wanted = ids.slice(0, count);
      const byId = sql`select id from words where ${isIn('id', wanted)} order by id`;
      const byWord = sql`select id from words where ${isIn(
        'word',
        wanted.map((id) => `w${id}`),
      )} order by id`;
      texts.add(byId.sql);
      for (const query of [byId, byWord]) {
        const rows = await storage.read(async (tx) => tx.all<{ id: bigint }>(query));
        assert.deepEqual(
          rows.map((row) => row.id),
          wanted,
        );
      }
    }
    assert.equal(texts.size, 8); // none, 1, 2, 4, 8, 16, 32 and 64 values
  });

  test('contains finds text as it is written, and fold finds it in any case', async () => {
    const { storage } = ground();
    const words = [
      '100%',
      '100x',
      'a_b',
      'axb',
      'wow!',
      'wow',
      '!%_',
      'C:\\x',
      'ÄRGER',
      'a\u0308rger',
      'Ärger',
    ];
    const ids = words.map(freshId);
    await storage.write(async (tx) => {
      for (const [at, id] of ids.entries()) await tx.run(addWord(id, fold(words[at] ?? '')));
    });
    const find = async (text: string) => {
      const rows = await storage.read(async (tx) =>
        tx.all<{ id: bigint }>(
          sql`select id from words where ${isIn('id', ids)} and word like ${contains(fold(text))} escape '!' order by id`,
        ),
      );
      return rows.map((row) => words[ids.indexOf(row.id)]);
    };
    assert.deepEqual(await find('0%'), ['100%']);
    assert.deepEqual(await find('A_B'), ['a_b']);
    assert.deepEqual(await find('wow!'), ['wow!']);
    assert.deepEqual(await find('!%'), ['!%_']);
    assert.deepEqual(await find('C:\\'), ['C:\\x']);
    assert.deepEqual(await find('ärger'), ['ÄRGER', 'a\u0308rger', 'Ärger']);
    assert.deepEqual(await find(''), words);
  });

  test('every joins conditions, and none at all are always true', async () => {
    const id = freshId();
    const count = async (conditions: Sql[]) =>
      ground().storage.read(
        async (tx) => (await tx.all(sql`select id from words where ${every(conditions)}`)).length,
      );
    await ground().storage.write(async (tx) => tx.run(addWord(id, 'every')));
    assert.ok((await count([])) > 0);
    assert.equal(await count([sql`id = ${id}`, sql`word = ${'every'}`]), 1);
    assert.equal(await count([sql`id = ${id}`, sql`word = ${'other'}`]), 0);
  });

  test('a table gives back what it was given, and only to its company', async () => {
    const { storage } = ground();
    const other: Thing = { ...thing, id: 2n, note: 'n', size: 0n, active: false, tags: [], details: null };
    await storage.write(async (tx) => {
      await things.insert(tx, thing);
      await things.insert(tx, other);
      await things.insert(tx, { ...thing, company_id: 2n, name: 'foreign' });
    });
    const read = <T>(work: (tx: Reader) => Promise<T>) => storage.read(work);
    // Rows of SQLite have no prototype.
    const plain = (record: Thing | undefined) => (record === undefined ? undefined : { ...record });
    assert.deepEqual(plain(await read((tx) => things.get(tx, 1n, MAX))), thing);
    assert.deepEqual((await read((tx) => things.page(tx, 1n, 0n, 10))).map(plain), [other, thing]);
    assert.deepEqual((await read((tx) => things.page(tx, 1n, 2n, 10))).map(plain), [thing]);
    assert.deepEqual((await read((tx) => things.page(tx, 1n, 0n, 10, sql`active = 0`))).map(plain), [other]);
    assert.equal(await read((tx) => things.get(tx, 3n, MAX)), undefined);
    const changed: Thing = {
      ...thing,
      name: '',
      note: 'now',
      size: null,
      active: false,
      count: -1,
      tags: ['z'],
    };
    await storage.write(async (tx) => {
      assert.deepEqual(plain(await things.getForUpdate(tx, 1n, MAX)), thing);
      await things.update(tx, changed);
      assert.equal(await things.remove(tx, 1n, 2n), true);
      assert.equal(await things.remove(tx, 1n, 2n), false);
    });
    assert.deepEqual((await read((tx) => things.page(tx, 1n, 0n, 10))).map(plain), [changed]);
    assert.equal((await read((tx) => things.get(tx, 2n, MAX)))?.name, 'foreign');
  });
});
