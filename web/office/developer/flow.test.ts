import assert from 'node:assert/strict';
import { it } from 'node:test';
import { authorizeAddress, challengeOf, returnedBy } from './flow.ts';

it('a code_challenge is that of RFC 7636, appendix B', async () => {
  assert.equal(
    await challengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'),
    'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  );
});

it('the person is sent to the authorize page with all that it needs', () => {
  const address = new URL(
    authorizeAddress(
      'https://pos.example/shop',
      { client_id: 'pb_ci_1' },
      { scopes: ['orders:read', 'webhooks'], state: 's' },
      'c',
      'https://pos.example/shop/back?x=1&y=2',
    ),
  );
  assert.equal(address.pathname, '/shop/oauth/authorize');
  assert.deepEqual(Object.fromEntries(address.searchParams), {
    response_type: 'code',
    client_id: 'pb_ci_1',
    redirect_uri: 'https://pos.example/shop/back?x=1&y=2',
    scope: 'orders:read webhooks',
    state: 's',
    code_challenge: 'c',
    code_challenge_method: 'S256',
  });
});

it('what comes back is a code or an error; anything else is a page that was just opened', () => {
  assert.equal(returnedBy('?addon=5'), undefined);
  assert.equal(returnedBy('?code=c&state=s&iss=i')?.code, 'c');
  assert.equal(returnedBy('?error=access_denied&state=s')?.error, 'access_denied');
});
