import assert from 'node:assert/strict';
import { it } from 'node:test';
import { SCOPES } from '#src/edge/scopes.ts';
import { onEachEngine } from '#test/harness/service.ts';
import { answeredTo, authorizePath, Browser, makeAddon, redeem } from './browser.ts';

onEachEngine('connecting an add-on (reference: authentication.5 to authentication.9)', (service) => {
  it('goes from the add-on over sign-in, company and consent to a token that works', async () => {
    const addon = await makeAddon(service());
    const browser = new Browser(service());
    const first = await browser.get(authorizePath(addon));
    assert.equal(first.status, 303);
    const signin = await browser.get(first.headers.location ?? '');
    assert.equal(signin.status, 200, signin.text);
    const { admin } = service().card;
    const back = await browser.submit(signin, { email: admin.email, password: admin.password });
    assert.equal(back.status, 303, back.text);
    const page = await browser.get(back.headers.location ?? '');
    assert.equal(page.status, 200, page.text);
    assert.match(page.text, /Loyalty &amp; More/);
    assert.match(page.text, /Passbell Sandbox/);
    const answer = await browser.submit(page, { company_id: service().client.companyId, decision: 'allow' });
    const query = answeredTo(answer, addon.redirect_uri);
    assert.deepEqual([...query.keys()], ['code', 'state', 'iss']);
    assert.equal(query.get('state'), 'xyz');
    assert.equal(query.get('iss'), service().url);
    const token = await redeem(service(), addon, query.get('code') ?? '');
    assert.deepEqual(Object.keys(token), [
      'access_token',
      'token_type',
      'expires_in',
      'scope',
      'company_id',
      'company_id_str',
      'refresh_token',
    ]);
    assert.equal(token.token_type, 'Bearer');
    assert.equal(token.expires_in, 3600);
    assert.deepEqual(token.scope.split(' ').sort(), [...SCOPES].sort());
    const client = service().as(`Bearer ${token.access_token}`);
    assert.equal(String((await client.get('/v1/companies/me')).json.id), service().client.companyId);
  });
});
