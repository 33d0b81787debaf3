// What a power cut leaves of a file, from the journal of what writes replaced.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { cutPower, unsyncedWrites } from '../../prove/undo.ts';
import { makeFolder } from '../harness/process.ts';

/** A record of the journal, as undo-writes.c writes it. */
const wrote = (path: string, offset: number, length: number, size: number, old: string) =>
  `W ${offset} ${length} ${size} ${old.length} ${path}\n${old}`;
const synced = (path: string, size: number) => `S 0 0 ${size} 0 ${path}\n`;

/** Every write that was not synced is lost. */
const loseAll = () => 0;
/** A random half: the first number chooses halves, the others which write stays (from 0.5 on it is lost). */
const answers = (...numbers: number[]) => {
  let at = 0;
  return () => numbers[at++] ?? 0.9;
};

it('undoes what was written since the last sync, the newest first, and the length with it', () => {
  const folder = makeFolder();
  const file = join(folder, 'a file.sqlite');
  const journal = join(folder, 'journal');
  writeFileSync(file, 'ABxyEF++');
  const records = [
    wrote(file, 0, 2, 6, 'zz'),
    synced(file, 6),
    wrote(file, 2, 2, 6, 'CD'),
    wrote(file, 2, 2, 6, 'uv'),
    wrote(file, 6, 2, 6, ''),
  ];
  writeFileSync(journal, records.join(''));
  assert.deepEqual(cutPower(journal, loseAll), { undone: 3, kept: 0 });
  assert.equal(readFileSync(file, 'utf8'), 'ABCDEF');
  assert.deepEqual(cutPower(journal, loseAll), { undone: 0, kept: 0 }, 'the journal is used up');
});

it('may keep a later write and lose an earlier one', () => {
  const folder = makeFolder();
  const file = join(folder, 'passbell.sqlite-wal');
  const journal = join(folder, 'journal');
  writeFileSync(file, '12345678');
  writeFileSync(journal, wrote(file, 0, 4, 4, 'abcd') + wrote(file, 4, 4, 4, ''));
  assert.deepEqual(cutPower(journal, answers(0.5, 0.1, 0.9)), { undone: 1, kept: 1 });
  assert.equal(readFileSync(file, 'utf8'), 'abcd5678');
});

it('leaves out a record that was cut itself', () => {
  const whole = wrote('/x.sqlite', 0, 4, 4, 'abcd');
  const journal = Buffer.from(`${whole}${whole.slice(0, -2)}`);
  assert.deepEqual(
    unsyncedWrites(journal)
      .get('/x.sqlite')
      ?.map(({ old }) => old.toString()),
    ['abcd'],
  );
});
