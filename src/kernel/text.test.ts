import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { byCodePoint, isolated } from './text.ts';

/** Code points one by one: the expected result of the comparison by code units. */
function slowly(a: string, b: string): number {
  const [left, right] = [[...a], [...b]];
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    const difference = (left[at]?.codePointAt(0) ?? 0) - (right[at]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

describe('texts by code point', () => {
  const SORTED: readonly (readonly string[])[] = [
    ['', 'a'],
    ['Z', 'a', 'é', 'ﬀ', '\ufffd', '𝒳'],
    ['10', '2', 'A', 'AA', 'B'],
    // The last code points of one unit come before the first of two.
    ['\ud7ff', '\ue000', '\uffff', '\u{10000}', '\u{10ffff}'],
    ['x\uffff', 'x\u{10000}', 'x\u{10000}a'],
    ['\u{1d4b3}', '\u{1d4b4}', '\u{1f355}', '\u{1f356}'],
    // Composed and decomposed are two texts.
    ['e\u0301', 'é'],
  ];

  for (const sorted of SORTED) {
    it(`puts ${JSON.stringify(sorted)} in order`, () => {
      assert.deepEqual([...sorted].reverse().sort(byCodePoint), sorted);
    });
  }

  it('finds equal what is equal', () => {
    for (const text of ['', 'a', '𝒳', '\uffff𝒳']) assert.equal(byCodePoint(text, text), 0);
  });

  it('agrees with comparing code points one by one', () => {
    const text = fc.string({ unit: 'binary', maxLength: 6 });
    fc.assert(
      fc.property(text, text, (a, b) => {
        assert.equal(Math.sign(byCodePoint(a, b)), Math.sign(slowly(a, b)));
        assert.equal(Math.sign(byCodePoint(b, a)), -Math.sign(slowly(a, b)) || 0);
      }),
    );
  });

  it('agrees also where texts begin alike', () => {
    const unit = fc.constantFrom('a', 'é', '\ufb00', '\ufffd', '𝒳', '🍕');
    const text = fc.string({ unit, maxLength: 6 });
    fc.assert(
      fc.property(text, text, (a, b) => {
        assert.equal(Math.sign(byCodePoint(a, b)), Math.sign(slowly(a, b)));
      }),
    );
  });
});

describe('texts beside others', () => {
  for (const text of ['محمد', 'A محمد 7', 'שלום', 'ܫܠܡܐ', 'ދިވެހި', '\u{1e921}']) {
    it(`keeps ${text} to itself`, () => assert.equal(isolated(text), `\u2068${text}\u2069`));
  }
  for (const text of ['', 'Ada', 'Ærøskøbing 7', '東京', 'Ελλάδα']) {
    it(`leaves ${JSON.stringify(text)} as it is`, () => assert.equal(isolated(text), text));
  }
});
