import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ApiError } from '../kernel/errors.ts';
import { makeCursor, readCursor } from './page.ts';
import { InstallationKey, Keyring } from './secrets.ts';

/** What a ring of these keys signs cursors with. */
function keysOf(...fills: number[]) {
  return new Keyring(fills.map((fill) => new InstallationKey(Buffer.alloc(32, fill)))).cursors;
}

const KEY = keysOf(7);
const PLACE = '1/v1/companies/1/orders?status=x';

function refused(work: () => unknown, field: string): void {
  assert.throws(work, (error: unknown) => {
    assert.ok(error instanceof ApiError);
    assert.equal(error.status, 400);
    assert.equal(error.fields[0]?.field, field);
    return true;
  });
}

describe('a page cursor (reference: conventions.20)', () => {
  const positions = fc.array(fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n), { minLength: 1, maxLength: 3 });

  it('gives back the position, as often as it is asked', () => {
    fc.assert(
      fc.property(positions, fc.string(), (position, place) => {
        const cursor = makeCursor(KEY, place, position);
        assert.match(cursor, /^[\w-]+$/, 'needs no encoding in an address');
        assert.deepEqual(readCursor(KEY, place, cursor), position);
        assert.deepEqual(readCursor(KEY, place, cursor), position);
      }),
    );
  });

  it('is taken by whatever key signed it, as long as that is known (reference: operations.30)', () => {
    const old = makeCursor(KEY, PLACE, [42n]);
    const made = makeCursor(keysOf(8, 7), PLACE, [42n]);
    assert.notEqual(made, old);
    assert.equal(made, makeCursor(keysOf(8), PLACE, [42n]), 'the first signs');
    for (const cursor of [old, made]) assert.deepEqual(readCursor(keysOf(8, 7), PLACE, cursor), [42n]);
    refused(() => readCursor(keysOf(8), PLACE, old), 'cursor');
  });

  it('is refused with any character changed, added or left out', () => {
    const cursor = makeCursor(KEY, PLACE, [1_772_908_200_000_000n, 9_007_199_254_740_993n, -5n]);
    for (let at = 0; at < cursor.length; at++) {
      for (const other of 'aAzZ09_-') {
        if (other === cursor[at]) continue;
        refused(() => readCursor(KEY, PLACE, cursor.slice(0, at) + other + cursor.slice(at + 1)), 'cursor');
      }
      refused(() => readCursor(KEY, PLACE, cursor.slice(0, at) + cursor.slice(at + 1)), 'cursor');
      refused(() => readCursor(KEY, PLACE, `${cursor.slice(0, at)}0${cursor.slice(at)}`), 'cursor');
    }
    refused(() => readCursor(KEY, PLACE, `${cursor}0`), 'cursor');
    refused(() => readCursor(KEY, PLACE, cursor.toUpperCase()), 'cursor');
  });

  it('is refused at another place and with another key', () => {
    const cursor = makeCursor(KEY, PLACE, [42n]);
    for (const place of ['', `${PLACE}&a=b`, PLACE.replace('1', '2'), PLACE.slice(0, -1)]) {
      refused(() => readCursor(KEY, place, cursor), 'cursor');
    }
    refused(() => readCursor(keysOf(8), PLACE, cursor), 'cursor');
  });

  it('cannot be made to mean another place by a new line in a filter', () => {
    const cursor = makeCursor(KEY, `${PLACE}\n1`, [2n]);
    refused(() => readCursor(KEY, PLACE, cursor), 'cursor');
  });

  for (const text of [
    '',
    'x',
    'ä',
    '0'.repeat(16),
    `${'0'.repeat(16)}1`,
    '../',
    ' ',
    '%00',
    'a'.repeat(10_000),
  ]) {
    it(`is not ${JSON.stringify(text.slice(0, 20))}`, () =>
      refused(() => readCursor(KEY, PLACE, text), 'cursor'));
  }
});
