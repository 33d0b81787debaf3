import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { errorLine } from './error-line.ts';

describe('an error in the log (reference: operations.23)', () => {
  const cases: readonly [message: string, code: string | undefined, wanted: string][] = [
    ['plain words', undefined, 'plain words'],
    ['of ann@example.com, twice', undefined, 'of ***, twice'],
    ['see pb_at_abc and Bearer abcdefgh', undefined, 'see pb_at_*** and Bearer ***'],
    [
      'invalid input syntax for type bigint: "4711 x"',
      '22P02',
      'invalid input syntax for type bigint: "***"',
    ],
    ['violates unique constraint "orders_pkey"', '23505', 'violates unique constraint "orders_pkey"'],
    ['cannot read: "a file"', 'ENOENT', 'cannot read: "a file"'],
  ];
  for (const [message, code, wanted] of cases) {
    it(`${message} (${code})`, () => {
      const error = Object.assign(new TypeError(message), { detail: 'Key (email)=(x)' }, code && { code });
      const line = errorLine(error);
      assert.equal(line.message, wanted);
      assert.equal(line.type, 'TypeError');
      assert.equal(line.code, code);
      assert.match(line.stack ?? '', /^ +at /);
      assert.ok(!JSON.stringify(line).includes('Key ('));
    });
  }

  it('has its causes, as many as are told of, and what is no error', () => {
    let error = new Error('0');
    for (let at = 1; at < 20; at++) error = new Error(String(at), { cause: error });
    let depth = 0;
    for (let line = errorLine(error); line.cause !== undefined; line = line.cause) depth++;
    assert.equal(depth, 5);
    assert.deepEqual(errorLine('ann@example.com'), { type: 'string', message: '***' });
  });
});
