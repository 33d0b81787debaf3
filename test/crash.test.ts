// A register whose service is killed, over and over, in the middle of saving: every answered change is there, with
// its event, and nothing is half there.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { SqliteStorage } from '#src/storage/engines/sqlite.ts';
import { raw } from '#src/storage/sql.ts';
import { chanceOf } from './harness/chance.ts';
import { startWriter, writtenRows } from './harness/writers.ts';

const ROUNDS = 10;
/** After how many answered rows, at most, a round is ended. */
const MOST_ROWS = 1_000;
/** Large enough that the longer rounds copy the log into the database on their way. */
const ROW_BYTES = 10_000;
/** What decides where the rounds end; another one tries other places. */
const SEED = 20_261_121;

test('a process killed while it saves loses nothing it has answered, and leaves nothing half saved', async (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'passbell-crash-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  const file = join(dir, 'passbell.sqlite');
  const chance = chanceOf(SEED);
  const next = (most: number) => 1 + Math.floor(chance() * most);
  const answered = new Set<number>();
  let first = 1;
  for (let round = 1; round <= ROUNDS; round++) {
    const rows = next(MOST_ROWS);
    const where = `round ${round}, killed after ${rows} rows, seed ${SEED}`;
    const writer = startWriter({ file, first, count: 1_000_000, bytes: ROW_BYTES });
    await writer.whenSaved(rows);
    writer.kill();
    const { signal } = await writer.ended;
    assert.equal(signal, 'SIGKILL', where);
    assert.equal(writer.refused.size, 0, where);
    for (const number of writer.saved) answered.add(number);

    const storage = new SqliteStorage(file);
    const found = await storage.read(writtenRows);
    const check = await storage.read(async (tx) => tx.get(raw('pragma integrity_check')));
    await storage.close();
    assert.deepEqual({ ...check }, { integrity_check: 'ok' }, where);
    const present = new Set(found.rows);
    assert.deepEqual(
      [...answered].filter((number) => !present.has(number)),
      [],
      `${where}: answered and lost`,
    );
    assert.deepEqual(
      found.events.toSorted((a, b) => a - b),
      found.rows,
      `${where}: a row without its event, or the reverse`,
    );
    assert.deepEqual(found.payloads, found.events, where);
    assert.deepEqual(
      found.numbers,
      found.numbers.map((_, at) => at + 1),
      `${where}: gaps in the numbers of events`,
    );
    assert.equal(found.last, found.numbers.length, where);
    first = (found.rows.at(-1) ?? 0) + 1;
  }
  assert.ok(answered.size > ROUNDS);
});
