import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiError, invalid, invalidFields } from './errors.ts';
import { ENGLISH, type Language, localeOf, sentence, type Telling, Words } from './words.ts';

const GERMAN = new Words('de', {
  'must be at most {max} characters long.': 'darf höchstens {max} Zeichen haben.',
  '{id} does not exist.': '{id} gibt es nicht.',
  'It is used by {user}.': 'Es wird von {user} verwendet.',
  orders: 'Bestellungen',
  'and {count} more': 'und {count} weitere',
  'Not translated yet.': '',
});

describe('a telling', () => {
  const table: [what: string, telling: Telling, english: string, german: string][] = [
    ['text is the same in every language', 'as it is {x} <b>', 'as it is {x} <b>', 'as it is {x} <b>'],
    ['a sentence', sentence('orders'), 'orders', 'Bestellungen'],
    [
      'a number by its digits',
      sentence('must be at most {max} characters long.', { max: 1_000_000 }),
      'must be at most 1000000 characters long.',
      'darf höchstens 1000000 Zeichen haben.',
    ],
    [
      'an id with all its digits',
      sentence('{id} does not exist.', { id: 9_223_372_036_854_775_807n }),
      '9223372036854775807 does not exist.',
      '9223372036854775807 gibt es nicht.',
    ],
    [
      'a sentence in a sentence',
      sentence('It is used by {user}.', { user: sentence('orders') }),
      'It is used by orders.',
      'Es wird von Bestellungen verwendet.',
    ],
    [
      'what a value holds is no format',
      sentence('{id} does not exist.', { id: "{id} it's <b> '{' #" }),
      "{id} it's <b> '{' # does not exist.",
      "{id} it's <b> '{' # gibt es nicht.",
    ],
    ['an apostrophe', sentence("the order''s total"), "the order's total", "the order's total"],
    ['several after each other', ['a:', sentence('orders')], 'a: orders', 'a: Bestellungen'],
    [
      'cut after some characters',
      { whole: sentence('{id} does not exist.', { id: '12345678' }), longest: 10 },
      '12345678 d…',
      '12345678 g…',
    ],
    ['not cut when it fits', { whole: 'ten charac', longest: 10 }, 'ten charac', 'ten charac'],
    [
      'one that is not translated',
      sentence('Not translated yet.'),
      'Not translated yet.',
      'Not translated yet.',
    ],
    ['one that the catalogue lacks', sentence('Unknown to it.'), 'Unknown to it.', 'Unknown to it.'],
  ];
  for (const [what, telling, english, german] of table) {
    it(what, () => {
      assert.equal(ENGLISH.tell(telling), english);
      assert.equal(GERMAN.tell(telling), german);
    });
  }

  it('has plurals by a count', () => {
    const items = (min: number) =>
      ENGLISH.tell(
        sentence('must have at least {min, plural, one {{min} item} other {{min} items}}.', { min }),
      );
    assert.deepEqual(
      [1, 2, 2_000].map(items),
      [1, 2, 2_000].map((min) => `must have at least ${min} ${min === 1 ? 'item' : 'items'}.`),
    );
  });
});

describe('a refusal', () => {
  const long = sentence('must be at most {max} characters long.', { max: 255 });
  const missing = sentence('{id} does not exist.', { id: 7n });

  it('names its fields alike in every language', () => {
    const error = invalidFields([
      { field: 'name', sentence: long },
      { field: '', sentence: missing },
    ]);
    assert.equal(error.message, 'name: must be at most 255 characters long. 7 does not exist.');
    assert.deepEqual(error.toBody(), {
      error: 'invalid_request',
      error_description: error.message,
      errors: [
        { field: 'name', error_description: 'must be at most 255 characters long.' },
        { field: '', error_description: '7 does not exist.' },
      ],
    });
    assert.deepEqual(error.toBody(GERMAN), {
      error: 'invalid_request',
      error_description: 'name: darf höchstens 255 Zeichen haben. 7 gibt es nicht.',
      errors: [
        { field: 'name', error_description: 'darf höchstens 255 Zeichen haben.' },
        { field: '', error_description: '7 gibt es nicht.' },
      ],
    });
  });

  it('describes five fields and counts the others', () => {
    const error = invalidFields(
      Array.from({ length: 7 }, (_, at) => ({ field: `f${at}`, sentence: missing })),
    );
    assert.match(error.message, /f4: 7 does not exist\. and 2 more$/);
    assert.match(error.toBody(GERMAN).error_description, /f4: 7 gibt es nicht\. und 2 weitere$/);
    assert.equal(error.fields.length, 7);
  });

  it('has the further fields of its body in the language', () => {
    const error = new ApiError('not_found', missing, { extra: { message: missing } });
    assert.deepEqual(error.toBody(GERMAN), {
      error: 'not_found',
      error_description: '7 gibt es nicht.',
      message: '7 gibt es nicht.',
    });
    assert.equal('errors' in invalid('a', missing).toBody(), true);
  });
});

it('how numbers are written follows the first tag of the language that is one', () => {
  const cases: [tags: string[], language: Language, locale: string | undefined][] = [
    [['de-AT', 'de'], 'de', 'de-AT'],
    [['fr', 'en-GB'], 'en', 'en-GB'],
    [['de-AT'], 'en', undefined],
    [[], 'en', undefined],
    // A system whose language is "C" or "POSIX".
    [['en-US@posix'], 'en', 'en-US'],
    [['en-US.UTF-8'], 'en', 'en-US'],
    [['en_US', 'en-GB'], 'en', 'en-GB'],
    [['', '*', 'de-'], 'de', undefined],
  ];
  for (const [tags, language, locale] of cases) assert.equal(localeOf(tags, language), locale, tags.join());
});
