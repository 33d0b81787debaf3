import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiError } from '../kernel/errors.ts';
import { sentence } from '../kernel/words.ts';
import { MAX_PAGE } from './page.ts';
import {
  flag,
  idList,
  idOf,
  limitOf,
  oneOf,
  orElse,
  type Parameter,
  parameter,
  someOf,
  text,
} from './query.ts';

function read<T>(which: Parameter<T>, sent: string): { value: T; ignored: string[] } {
  const ignored: string[] = [];
  return { value: which.read(sent, 'p', (part) => ignored.push(part)), ignored };
}

function refused(which: Parameter<unknown>, sent: string, sentence: string): void {
  assert.throws(
    () => read(which, sent),
    (error: unknown) => {
      assert.ok(error instanceof ApiError);
      assert.equal(error.status, 400);
      assert.deepEqual(error.fields, [{ field: 'p', error_description: sentence }]);
      return true;
    },
  );
}

const many = (count: number) => Array.from({ length: count }, (_, at) => at + 1).join(',');

describe('a parameter of a query', () => {
  const words = 'What it is for.';
  const even = parameter(
    words,
    { type: 'integer' },
    (sent) => (Number(sent) % 2 === 0 ? BigInt(sent) : undefined),
    sentence('must be even.'),
  );
  const accepted: [name: string, which: Parameter<unknown>, sent: string, value: unknown][] = [
    ['text', text(words), ' as it is, ', ' as it is, '],
    ['a flag', flag(words), 'true', true],
    ['a flag', flag(words), '1', true],
    ['a flag', flag(words), 'false', false],
    ['a flag', flag(words), '0', false],
    ['a word', oneOf(['open', 'done'], words), 'done', 'done'],
    ['an id', idOf(words), '9223372036854775807', 9223372036854775807n],
    ['ids, each once', idList(words), '3, 1,3', [3n, 1n]],
    [
      'as many ids as there may be',
      idList(words),
      many(5000),
      Array.from({ length: 5000 }, (_, at) => BigInt(at + 1)),
    ],
    ['the least limit', limitOf(words, 25), '1', 1],
    ['the greatest limit', limitOf(words, 25), '5000', MAX_PAGE],
    ['what is parsed', even, '4', 4n],
  ];
  for (const [name, which, sent, value] of accepted) {
    it(`reads ${name}: ${sent.slice(0, 20)}`, () =>
      assert.deepEqual(read(which, sent), { value, ignored: [] }));
  }

  const isFlag = 'must be true or false.';
  const isIds = 'must be up to 5000 ids with commas.';
  const isLimit = 'must be a whole number from 1 to 5000.';
  const wrong: [which: Parameter<unknown>, sentence: string, ...sent: string[]][] = [
    [flag(words), isFlag, '', 'yes', 'TRUE', '2', 'true ', 'constructor'],
    [oneOf(['open', 'done'], words), 'must be one of open, done.', '', 'Open', 'toString'],
    [idOf(words), 'must be an id.', '', '0', '-1', '1.0', '9223372036854775808', '1,2'],
    [idList(words), isIds, '', '1,', '1,x', many(5001)],
    [
      limitOf(words, 25),
      isLimit,
      '0',
      '5001',
      '-1',
      '',
      '1.5',
      '1e3',
      ' 1',
      '0x10',
      'all',
      '99999999999999999999',
      '٣',
    ],
    [even, 'must be even.', '3'],
  ];
  for (const [which, sentence, ...all] of wrong) {
    for (const sent of all) {
      it(`refuses ${JSON.stringify(sent.slice(0, 20))}: ${sentence}`, () => refused(which, sent, sentence));
    }
  }

  it('takes the words it knows and names the others', () => {
    const fields = someOf(['lines', 'payments'], words);
    assert.deepEqual(read(fields, 'payments, nonsense,lines,'), {
      value: new Set(['lines', 'payments']),
      ignored: ['nonsense'],
    });
    assert.deepEqual(fields.otherwise, new Set());
  });

  it('has a value for where it is not sent when one is given', () => {
    assert.equal(orElse(flag(words), false).otherwise, false);
    assert.equal(flag(words).otherwise, undefined);
  });
});
