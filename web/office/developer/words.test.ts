import assert from 'node:assert/strict';
import { it } from 'node:test';
import { indented } from './words.ts';

it('JSON is indented with every number as it was written', () => {
  assert.equal(
    indented('{"id":9223372036854775807,"price":1.50,"e":1E3,"list":[1,2.0]}'),
    '{\n  "id": 9223372036854775807,\n  "price": 1.50,\n  "e": 1E3,\n  "list": [\n    1,\n    2.0\n  ]\n}',
  );
});

it('what is no JSON stays as it is, and nothing turns the text around', () => {
  assert.equal(indented('{"cut":"of…'), '{"cut":"of…');
  assert.equal(indented('{"name":"\u202eabc\u2069"}'), '{\n  "name": "\\u202eabc\\u2069"\n}');
  assert.equal(indented('a\u202eb'), 'a\\u202eb');
});
