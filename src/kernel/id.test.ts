import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { idsOfSale, MAX_ID, parseId, saleId } from './id.ts';

describe('an id in a path (reference: conventions.12, conventions.13)', () => {
  it('is a positive whole number of 64 bits, written plainly', () => {
    for (const text of ['1', '42', '9007199254740993', '9223372036854775807']) {
      assert.equal(parseId(text), BigInt(text));
    }
  });

  const wrong = '0 -1 +1 01 1.0 1e3 0x10 1_000 9223372036854775808 99999999999999999999 me ٣ １ 1n'.split(
    ' ',
  );
  for (const text of [...wrong, '', ' 1', '1 ', '1\n', '\u00001', `1${'0'.repeat(1_000_000)}`]) {
    it(`is not ${JSON.stringify(text.slice(0, 30))}`, () => assert.equal(parseId(text), undefined));
  }

  it('is any number from 1 to 2^63 - 1', () => {
    fc.assert(fc.property(fc.bigInt(1n, MAX_ID), (id) => assert.equal(parseId(id.toString()), id)));
  });
});

describe('saleid (reference: orders.2)', () => {
  it('has 8 characters that nobody mixes up on paper', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, MAX_ID), (id) => assert.match(saleId(id), /^[0-9A-HJKMNP-TV-Z]{8}$/)),
    );
  });

  it('is the same whenever it is asked for', () => {
    assert.equal(saleId(1n), 'KRVQKEBZ');
    assert.equal(saleId(12345n), saleId(12345n));
  });

  it('is turned back into the id, in each block of ids', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, MAX_ID), fc.bigInt(0n, 2n ** 23n - 1n), (id, other) => {
        const found = idsOfSale(saleId(id), [id >> 40n, other]);
        assert.equal(found[0], id);
        assert.equal(found[1] === 0n || saleId(found[1] ?? 0n), found[1] === 0n || saleId(id));
        assert.equal((found[1] ?? 0n) >> 40n, other);
      }),
    );
    for (const text of ['', 'KRVQKEB', 'KRVQKEBZZ', 'KRVQKEBI', 'krvqkebz', 'KRVQKEB\u{1f600}'])
      assert.deepEqual(idsOfSale(text, [0n]), [], text);
  });

  it('differs for ids in a row, wherever the row begins', () => {
    for (const first of [1n, 1_000_000n, 2n ** 40n - 5_000n, 2n ** 53n - 5_000n, MAX_ID - 10_000n]) {
      const seen = new Set<string>();
      for (let id = first; id < first + 10_000n; id++) seen.add(saleId(id));
      assert.equal(seen.size, 10_000, `from ${first}`);
    }
  });

  it('differs for any two ids less than 2^40 apart that lie in one run of 2^40', () => {
    const pair = fc.tuple(fc.bigInt(1n, 2n ** 40n - 1n), fc.bigInt(1n, 2n ** 40n - 1n));
    fc.assert(
      fc.property(pair, fc.bigInt(0n, 2n ** 22n), ([one, other], run) => {
        fc.pre(one !== other);
        assert.notEqual(saleId(run * 2n ** 40n + one), saleId(run * 2n ** 40n + other));
      }),
    );
  });

  it('differs between orders made before and after FIRST_ORDER_ID was moved far ahead', () => {
    const before = new Set<string>();
    for (let id = 1n; id <= 20_000n; id++) before.add(saleId(id));
    for (const first of [2n ** 40n, 2n ** 41n, 2n ** 53n, 2n ** 53n + 1n, 2n ** 62n, 10n ** 18n]) {
      for (let id = first; id < first + 20_000n; id++) assert.ok(!before.has(saleId(id)), `${id}`);
    }
  });
});
