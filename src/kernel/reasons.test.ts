import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ApiError, invalid, invalidFields } from './errors.ts';
import { after, type Param, type Reason, reasonOf, tellReason } from './reasons.ts';
import { ENGLISH, type Sentence, sentence, type Telling, Words } from './words.ts';

const TEXTS = {
  is_required: 'is required.',
  must_be_at_least_min: 'must be at least {min}.',
  is_at: '{what} is at {place}.',
  a_site: 'a site',
  items: '{count, plural, one {# item} other {# items}}.',
  first_second: '{first} {second}',
};
const CODES = new Map(Object.entries(TEXTS).map(([code, text]) => [text, code]));
const GERMAN = {
  is_required: 'ist erforderlich.',
  must_be_at_least_min: 'muss mindestens {min} sein.',
  is_at: '{place} hat {what}.',
  a_site: 'ein Standort',
  items: '{count, plural, one {# Artikel} other {# Artikel}}.',
  first_second: '{first} {second}',
};

it('a sentence has a code and its values, and is told by them in any language (reference: conventions.59)', () => {
  const cases: [said: Telling, reason: Reason | undefined, german: string | undefined][] = [
    [sentence('is required.'), { reason: 'is_required' }, 'ist erforderlich.'],
    [
      sentence('must be at least {min}.', { min: 3n }),
      { reason: 'must_be_at_least_min', params: { min: '3' } },
      'muss mindestens 3 sein.',
    ],
    [
      sentence('{what} is at {place}.', { what: ['Tea', sentence('a site')], place: sentence('a site') }),
      { reason: 'is_at', params: { what: ['Tea', { reason: 'a_site' }], place: { reason: 'a_site' } } },
      'ein Standort hat Tea ein Standort.',
    ],
    [
      sentence('{what} is at {place}.', { what: { whole: 'Teapot', longest: 3 }, place: null }),
      { reason: 'is_at', params: { what: 'Tea…', place: 'null' } },
      'null hat Tea….',
    ],
    [
      after('Gone.', sentence('is required.')),
      { reason: 'first_second', params: { first: 'Gone.', second: { reason: 'is_required' } } },
      'Gone. ist erforderlich.',
    ],
    [sentence('has no code.'), undefined, undefined],
    ['text that is the same in every language', undefined, undefined],
    [[sentence('is required.')], undefined, undefined],
  ];
  const words = new Words('de');
  for (const [said, reason, german] of cases) {
    assert.deepEqual(reasonOf(said, CODES, ENGLISH), reason);
    if (reason === undefined) continue;
    assert.equal(tellReason(reason, GERMAN, words), german);
    assert.equal(tellReason(reason, TEXTS, ENGLISH), ENGLISH.tell(said));
  }
});

it('what has no text in a language is not told in it, at any depth', () => {
  const words = new Words('de');
  const inner: Reason = { reason: 'is_at', params: { what: 'Tea', place: { reason: 'unknown' } } };
  assert.equal(tellReason(inner, GERMAN, words), undefined);
  assert.equal(tellReason({ reason: 'unknown' }, GERMAN, words), undefined);
  let deep: Param = 'Tea';
  for (let depth = 0; depth < 100; depth++)
    deep = { reason: 'first_second', params: { first: deep, second: '' } };
  assert.equal(tellReason(deep as Reason, GERMAN, words), undefined);
});

it('a refusal names the code of its sentence, and of each field', () => {
  const why: Sentence = sentence('must be at least {min}.', { min: 3 });
  const one = new ApiError('conflict', why).toBody(ENGLISH, CODES);
  assert.deepEqual(one, {
    error: 'conflict',
    error_description: 'must be at least 3.',
    reason: 'must_be_at_least_min',
    params: { min: '3' },
  });
  const { reason, errors } = invalid('float', why).toBody(ENGLISH, CODES);
  assert.equal(reason, undefined);
  assert.deepEqual(errors, [
    { field: 'float', error_description: 'must be at least 3.', reason: one.reason, params: { min: '3' } },
  ]);
  const plain = invalidFields([{ field: 'float', sentence: 'plain' }]).toBody(ENGLISH, CODES);
  assert.deepEqual(plain.errors, [{ field: 'float', error_description: 'plain' }]);
});
