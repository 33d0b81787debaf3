import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { etagOf, matchesNone, matchesStrongly } from './etag.ts';

const TAG = etagOf('{"id":1}');

describe('entity tags (reference: conventions.24, conventions.25)', () => {
  it('are quoted and equal exactly for equal bytes', () => {
    assert.match(TAG, /^"[\w-]{27}"$/);
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        assert.equal(etagOf(one) === etagOf(other), one === other);
      }),
    );
  });

  /** A header's value, and whether If-None-Match and If-Match find the tag in it. */
  const table: [string, boolean, boolean][] = [
    [TAG, true, true],
    [`W/${TAG}`, true, false],
    ['*', true, true],
    [`"other", ${TAG}`, true, true],
    [`"other",W/${TAG} , "third"`, true, false],
    [`  ${TAG}  `, true, true],
    [`"a", *`, true, true],
    ['"other"', false, false],
    [TAG.slice(1, -1), false, false],
    [TAG.toLowerCase(), false, false],
    [`w/${TAG}`, false, false],
    ['', false, false],
    [',', false, false],
    ['""', false, false],
  ];
  for (const [header, none, match] of table) {
    it(`${JSON.stringify(header.replaceAll(TAG, '<tag>'))}: ${none ? '304' : '200'}, ${match ? 'goes on' : '412'}`, () => {
      assert.equal(matchesNone(header, TAG), none);
      assert.equal(matchesStrongly(header, TAG), match);
    });
  }

  it('are not looked for when there is no header', () => assert.equal(matchesNone(undefined, TAG), false));
});
