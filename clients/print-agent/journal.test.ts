import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { MemoryDisk } from '../../test/harness/print-world.ts';
import { Journal, JournalFile } from './journal.ts';

const dir = mkdtempSync(join(tmpdir(), 'passbell-journal-'));
after(() => rmSync(dir, { recursive: true, force: true }));

const seen = (job: string, attempt: number, copy = false, printers = ['kitchen']) => ({
  job,
  attempt,
  copy,
  printers,
});

describe('a journal', () => {
  it('knows after a restart what it knew before', () => {
    const disk = new MemoryDisk();
    const journal = Journal.open(disk, 'first');
    journal.recordReceived([
      seen('1', 1),
      seen('2', 1, false, ['kitchen', 'bar']),
      seen('3', 1),
      seen('4', 1, true),
    ]);
    journal.begin('1', 'kitchen', false);
    journal.begin('2', 'kitchen', true);
    journal.finish('2', 'kitchen', true);
    journal.begin('3', 'kitchen', false);
    journal.finish('3', 'kitchen', false);
    journal.begin('4', 'kitchen', true);
    journal.undo('4', 'kitchen');
    for (const each of [journal, Journal.open(disk, 'second')]) {
      assert.equal(each.agent, 'first');
      assert.equal(each.stateOf('1', 'kitchen'), 'begun');
      assert.equal(each.stateOf('2', 'kitchen'), 'done');
      assert.equal(each.stateOf('2', 'bar'), 'none');
      assert.equal(each.stateOf('4', 'kitchen'), 'none');
      assert.equal(each.isCopy('2'), true);
      assert.deepEqual(
        each.unreported().map(({ job, printed }) => [job, printed]),
        [
          ['1', 'maybe'],
          ['2', 'maybe'],
          ['3', 'yes'],
          ['4', 'no'],
        ],
      );
    }
    journal.markReported('3');
    assert.equal(Journal.open(disk, 'x').isReported('3'), true);
    journal.reopen('3');
    const again = Journal.open(disk, 'x');
    assert.deepEqual([again.isReported('3'), again.stateOf('3', 'kitchen')], [false, 'begun']);
  });

  it('tells whether all hand-outs before were its own, and of something new', () => {
    const journal = Journal.open(new MemoryDisk(), 'a');
    journal.recordReceived([seen('1', 1), seen('1', 2), seen('1', 4), seen('2', 1, true), seen('3', 2)]);
    assert.equal(journal.hasReceivedAllBefore('1', 2), true);
    assert.equal(journal.hasReceivedAllBefore('1', 3), true);
    assert.equal(journal.hasReceivedAllBefore('1', 5), false);
    assert.equal(journal.hasReceivedAllBefore('2', 2), false);
    assert.equal(journal.hasReceivedAllBefore('3', 3), false);
    assert.equal(journal.hasReceivedAllBefore('4', 1), false);
  });

  it('takes what was torn off for something that never happened, at every byte', () => {
    const disk = new MemoryDisk();
    const journal = Journal.open(disk, 'a');
    const before = disk.text.length;
    journal.begin('1', 'kitchen', false);
    const whole = disk.text;
    for (let length = before; length <= whole.length; length++) {
      const torn = new MemoryDisk();
      torn.text = whole.slice(0, length);
      const expected = length === whole.length ? 'begun' : 'none';
      assert.equal(Journal.open(torn, 'b').stateOf('1', 'kitchen'), expected);
      // And is whole again after it.
      const next = Journal.open(torn, 'b');
      next.begin('2', 'kitchen', false);
      assert.equal(Journal.open(torn, 'b').stateOf('2', 'kitchen'), 'begun');
      assert.equal(next.agent, 'a');
    }
  });

  it('stays small, and forgets the oldest that the service knows of', () => {
    const disk = new MemoryDisk();
    const journal = Journal.open(disk, 'a');
    journal.recordReceived([seen('0', 1)]);
    for (let job = 1; job <= 3_000; job++) {
      journal.recordReceived([seen(String(job), 1)]);
      journal.begin(String(job), 'kitchen', false);
      journal.finish(String(job), 'kitchen', false);
      journal.markReported(String(job));
    }
    assert.ok(disk.text.length < 1_000_000, `${disk.text.length} bytes`);
    const again = Journal.open(disk, 'a');
    assert.equal(again.isReported('3000'), true);
    assert.equal(again.isReported('1'), false);
    assert.equal(again.unreported()[0]?.job, '0');
  });

  it('in a file is for its owner alone, and goes on behind a line without an end', () => {
    const path = join(dir, 'journal');
    const journal = Journal.open(new JournalFile(path), 'a');
    journal.begin('1', 'kitchen', false);
    assert.equal(statSync(path).mode & 0o777, 0o600);
    assert.equal(Journal.open(new JournalFile(path), 'b').stateOf('1', 'kitchen'), 'begun');
    writeFileSync(path, `${readFileSync(path, 'utf8')}{"job":"2","pri`);
    const again = Journal.open(new JournalFile(path), 'b');
    again.begin('3', 'kitchen', false);
    const last = Journal.open(new JournalFile(path), 'b');
    assert.deepEqual(
      [last.agent, last.stateOf('1', 'kitchen'), last.stateOf('3', 'kitchen')],
      ['a', 'begun', 'begun'],
    );
  });

  it('that is something else altogether is begun anew, and says nothing wrong', () => {
    const disk = new MemoryDisk();
    disk.text = 'hello\n{"job":5}\n[]\n{"job":"1","printer":"k","is":"printed","copy":false}\n';
    const journal = Journal.open(disk, 'a');
    assert.equal(journal.agent, 'a');
    assert.deepEqual(journal.unreported(), []);
  });
});
