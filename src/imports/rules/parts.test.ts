import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { writeCell } from '../../kernel/csv.ts';
import { type FileRecord, PART_BYTES, PART_ROWS, partsOf } from './parts.ts';

const sent = (part: readonly FileRecord[]) =>
  Buffer.byteLength(JSON.stringify(part.map(({ cells }) => cells.map(writeCell).join(',')).join('\n')));

describe('a file in parts', () => {
  it('has parts of some rows, and never one sale in two of them', () => {
    const records = Array.from({ length: 2000 }, (_none, at) => ({
      line: at + 2,
      cells: [`sale ${Math.floor(at / 7)}`, 'Tea'],
    }));
    const parts = [...partsOf(records, 0)];
    assert.deepEqual(parts.flat(), records);
    const keys = parts.map((part) => new Set(part.map(({ cells }) => cells[0])));
    assert.equal(
      new Set(keys.flatMap((each) => [...each])).size,
      keys.reduce((sum, { size }) => sum + size, 0),
    );
    assert.ok(parts.every(({ length }) => length < PART_ROWS + 7));
  });

  it('has parts that fit into a body, whatever the text (reference: limits.2)', () => {
    for (const text of ['x', '\u00df', '\u6f22', '\u{1f35c}', '"', '\\', '\n', '\u0007']) {
      const cell = text.repeat(Math.ceil(5000 / text.length));
      const records = Array.from({ length: 300 }, (_none, at) => ({ line: at + 2, cells: [`${at}`, cell] }));
      const parts = [...partsOf(records, 0)];
      assert.deepEqual(parts.flat(), records);
      for (const part of parts) assert.ok(sent(part) < PART_BYTES + 40_000, `${sent(part)} of ${text}`);
    }
  });

  it('has none of an empty one', () => assert.deepEqual([...partsOf([], 0)], []));
});
