import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { invalidFields } from '../../kernel/errors.ts';
import { sentence } from '../../kernel/words.ts';
import { keptRefusal } from './refusal-text.ts';

const CODES = new Map([
  ['is unknown.', 'is_unknown'],
  ['"{name}" is there.', 'name_is_there'],
  ['and {count} more', 'and_count_more'],
]);

/** What is kept of a refusal of some fields. */
const keptOf = (...names: readonly (readonly [field: string, name?: string])[]) => {
  const fields = names.map(([field, name]) => ({
    field,
    sentence: name === undefined ? sentence('is unknown.') : sentence('"{name}" is there.', { name }),
  }));
  const { error_description, said } = keptRefusal(
    JSON.stringify(invalidFields(fields).toBody(undefined, CODES)),
  );
  return { error_description, said: said === null ? null : JSON.parse(said) };
};
const UNKNOWN = { reason: 'is_unknown' };

describe('what is kept of a refusal', () => {
  it('is the code and the values of its sentence', () => {
    const answer = {
      error: 'conflict',
      error_description: 'x is there.',
      reason: 'is_there',
      params: { x: 'x' },
    };
    const { error, error_description, said } = keptRefusal(JSON.stringify(answer));
    assert.deepEqual([error, error_description], ['conflict', null]);
    assert.equal(said, '{"reason":"is_there","params":{"x":"x"}}');
  });

  it('is what is wrong with each field that it names, and how many more there are', () => {
    assert.deepEqual(keptOf(['a'], ['']), { error_description: null, said: ['a:', UNKNOWN, UNKNOWN] });
    const many = keptOf(...Array.from({ length: 8 }, () => ['a'] as const));
    const count = { reason: 'and_count_more', params: { count: '3' } };
    assert.deepEqual(many.said, [...Array.from({ length: 5 }, () => ['a:', UNKNOWN]).flat(), count]);
  });

  it('is the sentence alone, without its secrets, where it has any or is too long', () => {
    const card = '4111 1111 1111 1111';
    assert.deepEqual(keptOf(['a', card]), { error_description: 'a: "***" is there.', said: null });
    assert.deepEqual(keptOf(['a', 'b'], [card]), {
      error_description: 'a: "b" is there. ***: is unknown.',
      said: null,
    });
    const long = keptOf(['a', 'x'.repeat(700)]);
    assert.deepEqual([long.error_description?.length, long.said], [500, null]);
    const odd = keptOf(['a', 'b\u0000c']);
    assert.deepEqual(odd, { error_description: 'a: "b\ufffdc" is there.', said: null });
  });

  it('is the sentence where it has no code, and nothing of what is no refusal', () => {
    const answer = JSON.stringify({ error: 'invalid_client', error_description: 'No.' });
    assert.deepEqual(keptRefusal(answer), { error: 'invalid_client', error_description: 'No.', said: null });
    for (const other of [undefined, 'not JSON', '7', 'null', '{"error":7}']) {
      assert.deepEqual(keptRefusal(other), { error: null, error_description: null, said: null });
    }
  });
});
