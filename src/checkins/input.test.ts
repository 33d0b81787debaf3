import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseInput } from '../edge/input.ts';
import { ApiError } from '../kernel/errors.ts';
import { parseBody } from '../kernel/json.ts';
import { checkinInput } from './input.ts';

const read = (text: string) => parseInput(checkinInput, parseBody(Buffer.from(text)));

describe('the input of a check-in', () => {
  const TAKEN: readonly [body: string, customer: bigint, duration: number][] = [
    ['{"customer_id":7}', 7n, 120],
    ['{"customer_id":"7"}', 7n, 120],
    ['{"customer_id":9223372036854775807,"duration":5}', 9223372036854775807n, 5],
    ['{"customer_id":7,"duration":600}', 7n, 600],
    ['{"customer_id":7,"duration":60.0}', 7n, 60],
    ['{"customer_id":7,"duration":null}', 7n, 120],
  ];
  for (const [body, customer, duration] of TAKEN) {
    it(`takes ${body}`, () => assert.deepEqual(read(body).value, { customer_id: customer, duration }));
  }

  const REFUSED: readonly [body: string, field: string][] = [
    ['{}', 'customer_id'],
    ['{"customer_id":null}', 'customer_id'],
    ['{"customer_id":0}', 'customer_id'],
    ['{"customer_id":1.5}', 'customer_id'],
    ['{"customer_id":9223372036854775808}', 'customer_id'],
    ['{"customer_id":[7]}', 'customer_id'],
    ...['4', '601', '5.5', '"120"', '-5', 'true', '1e400', '99999999999999999999', '{}'].map(
      (text): [string, string] => [`{"customer_id":7,"duration":${text}}`, 'duration'],
    ),
  ];
  for (const [body, field] of REFUSED) {
    it(`refuses ${body} and names ${field}`, () =>
      assert.throws(
        () => read(body),
        (error) => {
          assert.ok(error instanceof ApiError);
          assert.deepEqual(
            error.fields.map((each) => each.field),
            [field],
          );
          return true;
        },
      ));
  }

  it('ignores what cannot be sent', () => {
    assert.deepEqual(read('{"customer_id":7,"start_time":"2020-01-01","site_id":9}').ignored, [
      'start_time',
      'site_id',
    ]);
  });
});
