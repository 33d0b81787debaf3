import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Answer } from '#test/harness/service.ts';
import { faultsIn } from './judge.ts';
import { fuzzOperations } from './operations.ts';
import type { FuzzRequest } from './requests.ts';

const operation = fuzzOperations().find(({ id }) => id === 'createCustomer');
const REQUEST: FuzzRequest = {
  ...{ method: 'POST', path: '/v1/companies/me/customers', headers: {}, without: [], raw: undefined },
  ...{ body: { first_name: 7 }, caller: 'own', expected: { as: 'wrong', field: 'first_name' } },
  ...{ kind: 'wrong body', isOfOperation: true },
};

/** A refusal that names a field. */
function refusal(status: number, error: string, field: string, headers: Answer['headers'] = {}): Answer {
  const json = { error, error_description: 'No.', errors: [{ field, error_description: 'no.' }] };
  const text = JSON.stringify(json);
  const all = { 'content-type': 'application/json; charset=utf-8', 'x-request-id': 'a', ...headers };
  return { status, headers: all, text, bytes: Buffer.from(text), json };
}

const ANSWERS: readonly (readonly [what: string, answer: Answer, fault: RegExp])[] = [
  ['a failure', refusal(500, 'server_error', 'first_name'), /answers 500/],
  ['a status that is not described', refusal(418, 'conflict', 'first_name'), /418 is not described/],
  ['a code of another status', refusal(400, 'conflict', 'first_name'), /not one of 400/],
  ['a field that was not sent', refusal(400, 'invalid_request', 'lines[0]'), /not in the request/],
  ['another field than the wrong one', refusal(400, 'invalid_request', 'email'), /naming email/],
  ['another refusal', refusal(404, 'not_found', 'first_name'), /by 404, not 400/],
  ['no id', refusal(400, 'invalid_request', 'first_name', { 'x-request-id': undefined }), /no X-Request-Id/],
  [
    'another type',
    refusal(400, 'invalid_request', 'first_name', { 'content-type': 'text/html' }),
    /text\/html/,
  ],
];

it('the judge lets a good refusal pass', () => {
  assert.ok(operation !== undefined);
  assert.deepEqual(faultsIn(operation, REQUEST, refusal(400, 'invalid_request', 'first_name')), []);
});

for (const [what, answer, fault] of ANSWERS) {
  it(`the judge notices ${what}`, () => {
    assert.ok(operation !== undefined);
    assert.match(faultsIn(operation, REQUEST, answer).join('\n'), fault);
  });
}
