import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ENGLISH, sentence } from '../kernel/words.ts';
import { keptOf, tellKept } from './mistakes.ts';

describe('mistakes as they are kept', () => {
  it('have a code and values, and no sentence', () => {
    const kept = keptOf(sentence('must have at most {max} characters.', { max: 100 }), ENGLISH);
    const reason = 'must_have_at_most_max_characters';
    assert.deepEqual(kept, { reason, params: { max: '100' }, sentence: null });
    assert.equal(tellKept(kept, ENGLISH), 'must have at most 100 characters.');
  });

  it('are a sentence where they have no code, or are longer than is told', () => {
    assert.deepEqual(keptOf('as it is', ENGLISH), { reason: null, params: {}, sentence: 'as it is' });
    const long = keptOf(
      sentence('"{name}" is itself a refund, or deleted.', { name: 'x'.repeat(900) }),
      ENGLISH,
    );
    assert.deepEqual([long.reason, long.params, long.sentence?.length], [null, {}, 501]);
    assert.equal(tellKept(long, ENGLISH), long.sentence);
  });

  it('are told by the words of their code where nobody knows it any more', () => {
    const kept = { reason: 'is_of_another_age', params: { age: '7' }, sentence: null };
    assert.equal(tellKept(kept, ENGLISH), 'is of another age');
  });
});
