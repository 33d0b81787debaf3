import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseJson } from './json.ts';

describe('JSON of the API', () => {
  it('keeps every digit of an id, and ids are always text', () => {
    const text =
      '{"id":9223372036854775807,"id_str":"9223372036854775807","site_id":7,"customer_id":null,"saleid":"A1",' +
      '"lines":[{"product_id":9007199254740993,"product":{"id":12},"modifiers":[5,-9007199254740993]}],' +
      '"site_ids":[1,9007199254740995]}';
    assert.deepEqual(parseJson(text), {
      id: '9223372036854775807',
      id_str: '9223372036854775807',
      site_id: '7',
      customer_id: null,
      saleid: 'A1',
      lines: [
        { product_id: '9007199254740993', product: { id: '12' }, modifiers: ['5', '-9007199254740993'] },
      ],
      site_ids: ['1', '9007199254740995'],
    });
  });

  it('keeps amounts that a double would change as text, and all others as numbers', () => {
    const text = '{"total":12345678901234.56789,"due":12345678901234567.5,"tax":0.1,"paid":25.50,"count":3}';
    assert.deepEqual(parseJson(text), {
      total: '12345678901234.56789',
      due: '12345678901234567.5',
      tax: 0.1,
      paid: 25.5,
      count: 3,
    });
  });

  it('refuses what is no JSON', () => {
    assert.throws(() => parseJson('<html>'), SyntaxError);
  });
});
