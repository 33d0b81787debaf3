import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ENGLISH } from '../kernel/words.ts';
import { answerAddress, formTarget, redirectUriProblem } from './request.ts';

const GOOD = [
  'https://addon.example/callback',
  'https://addon.example:8443/callback?shop=1',
  'https://localhost/callback',
  'http://127.0.0.1:49152/cb',
  'http://[::1]/cb',
  'http://localhost:3000/cb',
  'com.example.app:/done',
];

const BAD: readonly [uri: string, problem: RegExp][] = [
  ['', /address/],
  ['/callback', /address/],
  ['//addon.example/callback', /address/],
  ['http://addon.example/callback', /https/],
  ['http://localhost.evil.example/', /https/],
  ['https://addon.example/#x', /fragment/],
  ['https://addon.example/#', /fragment/],
  ['https://user@addon.example/', /credentials/],
  ['https://user:pass@addon.example/', /credentials/],
  ['https://*.example/', /wildcard/],
  ['https://addon.example/a b', /spaces/],
  ['https://addon.example\\@evil.example/', /address/],
  ['https://addon.example/\r\n', /address/],
  ['https://addon.example/ä', /address/],
  ['javascript:alert(1)', /scheme/],
  ['data:text/html,x', /scheme/],
  ['file:///etc/passwd', /scheme/],
  ['blob:https://addon.example/x', /scheme/],
  ['app:/done', /scheme/],
  [`https://addon.example/${'x'.repeat(1_000)}`, /address/],
];

it('redirect addresses are https, loopback, or a scheme named like a domain', () => {
  for (const uri of GOOD) assert.equal(redirectUriProblem(uri), undefined, uri);
  for (const [uri, problem] of BAD) assert.match(ENGLISH.tell(redirectUriProblem(uri)), problem, uri);
});

it('an answer is put behind the address as it was registered', () => {
  const issuer = 'https://pos.example';
  assert.equal(
    answerAddress('https://a.example/cb', 'x&y', issuer, { code: 'c' }),
    'https://a.example/cb?code=c&state=x%26y&iss=https%3A%2F%2Fpos.example',
  );
  assert.equal(
    answerAddress('https://a.example/cb?b=%20', undefined, issuer, { error: 'e' }),
    'https://a.example/cb?b=%20&error=e&iss=https%3A%2F%2Fpos.example',
  );
  assert.equal(formTarget('https://a.example:1/x?y'), 'https://a.example:1');
  assert.equal(formTarget('com.example.app:/done'), 'com.example.app:');
});
