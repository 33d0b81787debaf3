// Clients that others wrote go through the flows as they would anywhere (reference: authentication.5,
// authentication.8).

import assert from 'node:assert/strict';
import { Agent } from 'node:https';
import { before, describe, it } from 'node:test';
import * as oauth from 'oauth4webapi';
import { AuthorizationCode, ClientCredentials } from 'simple-oauth2';
import { Agent as Dispatcher, fetch as undiciFetch } from 'undici';
import { onEachEngine, type Service } from '#test/harness/service.ts';
import { answeredTo, Browser, makeAddon, type TestAddon } from './browser.ts';

/** The person's part: opens the address in a browser that is signed in, and allows it. */
async function allow(service: Service, browser: Browser, address: string, addon: TestAddon): Promise<URL> {
  const { pathname, search, origin } = new URL(address);
  assert.equal(origin, service.url);
  const page = await browser.get(pathname + search);
  assert.equal(page.status, 200, page.text);
  const fields = { company_id: service.client.companyId, decision: 'allow' };
  const answer = await browser.submit(page, fields);
  answeredTo(answer, addon.redirect_uri);
  return new URL(answer.headers.location ?? '');
}

onEachEngine('oauth4webapi', (service) => {
  let browser: Browser;
  let server: oauth.AuthorizationServer;
  let options: Record<symbol, typeof fetch>;
  before(async () => {
    browser = new Browser(service());
    await browser.signIn();
    const dispatcher = new Dispatcher({ connect: { ca: service().ca } });
    const trusting = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
      const answer = await undiciFetch(String(input), {
        method: init.method ?? 'GET',
        headers: Object.fromEntries(new Headers(init.headers)),
        body: init.body === undefined || init.body === null ? null : String(init.body),
        redirect: 'manual',
        dispatcher,
      });
      const body = [204, 304].includes(answer.status) ? null : await answer.text();
      return new Response(body, { status: answer.status, headers: [...answer.headers] });
    };
    options = { [oauth.customFetch]: trusting };
    const issuer = new URL(service().url);
    const found = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...options });
    server = await oauth.processDiscoveryResponse(issuer, found);
  });

  const ways: [string, boolean, (addon: TestAddon) => oauth.ClientAuth][] = [
    ['confidential, by Basic', false, ({ client_secret }) => oauth.ClientSecretBasic(client_secret)],
    ['confidential, in the body', false, ({ client_secret }) => oauth.ClientSecretPost(client_secret)],
    ['public', true, () => oauth.None()],
  ];
  for (const [what, isPublic, authOf] of ways) {
    it(`goes all the way: ${what}`, async () => {
      const addon = await makeAddon(service(), { isPublic });
      const client: oauth.Client = { client_id: addon.client_id };
      const auth = authOf(addon);
      const verifier = oauth.generateRandomCodeVerifier();
      const state = oauth.generateRandomState();
      const address = new URL(server.authorization_endpoint ?? '');
      const asked = {
        client_id: addon.client_id,
        redirect_uri: addon.redirect_uri,
        response_type: 'code',
        scope: 'orders:write company:read',
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
      };
      for (const [name, value] of Object.entries(asked)) address.searchParams.set(name, value);
      const back = await allow(service(), browser, address.href, addon);
      const answered = oauth.validateAuthResponse(server, client, back, state);
      const first = await oauth.processAuthorizationCodeResponse(
        server,
        client,
        await oauth.authorizationCodeGrantRequest(
          server,
          client,
          auth,
          answered,
          addon.redirect_uri,
          verifier,
          options,
        ),
      );
      assert.equal(first.scope, 'orders:write company:read');
      assert.equal(first.expires_in, 3600);
      const company = await oauth.protectedResourceRequest(
        first.access_token,
        'GET',
        new URL(`${service().url}/v1/companies/me.json`),
        undefined,
        null,
        options,
      );
      assert.equal(company.status, 200);
      const second = await oauth.processRefreshTokenResponse(
        server,
        client,
        await oauth.refreshTokenGrantRequest(server, client, auth, first.refresh_token ?? '', options),
      );
      assert.equal(second.refresh_token === first.refresh_token, !isPublic);
      if (!isPublic) {
        const told = await oauth.processIntrospectionResponse(
          server,
          client,
          await oauth.introspectionRequest(server, client, auth, second.access_token, options),
        );
        assert.equal(told.active, true);
        const own = await oauth.processClientCredentialsResponse(
          server,
          client,
          await oauth.clientCredentialsGrantRequest(server, client, auth, { scope: 'orders:read' }, options),
        );
        assert.equal(own.scope, 'orders:read');
        assert.equal(own.refresh_token, undefined);
      }
      const revoked = await oauth.revocationRequest(
        server,
        client,
        auth,
        second.refresh_token ?? '',
        options,
      );
      await oauth.processRevocationResponse(revoked);
      await assert.rejects(
        async () =>
          oauth.processRefreshTokenResponse(
            server,
            client,
            await oauth.refreshTokenGrantRequest(server, client, auth, second.refresh_token ?? '', options),
          ),
        { name: 'ResponseBodyError', error: 'invalid_grant' },
      );
    });
  }

  it('is told of a refusal with state and issuer', async () => {
    const addon = await makeAddon(service());
    const client: oauth.Client = { client_id: addon.client_id };
    const address = `/oauth/authorize?client_id=${addon.client_id}&redirect_uri=${addon.redirect_uri}&response_type=token&state=s`;
    const back = new URL((await browser.get(address)).headers.location ?? '');
    assert.throws(() => oauth.validateAuthResponse(server, client, back, 's'), {
      name: 'AuthorizationResponseError',
      error: 'unsupported_response_type',
    });
    back.searchParams.set('iss', 'https://evil.example');
    assert.throws(() => oauth.validateAuthResponse(server, client, back, 's'), /iss/);
  });
});

onEachEngine('simple-oauth2', (service) => {
  for (const authorizationMethod of ['header', 'body'] as const) {
    for (const bodyFormat of ['form', 'json'] as const) {
      describe(`with ${authorizationMethod} and ${bodyFormat}`, () => {
        const configOf = (addon: TestAddon) => ({
          client: { id: addon.client_id, secret: addon.client_secret },
          auth: {
            tokenHost: service().url,
            tokenPath: '/v1/token',
            revokePath: '/oauth/revoke',
          },
          http: { agent: new Agent({ ca: service().ca }) },
          options: { authorizationMethod, bodyFormat },
        });
        const works = async (token: unknown) =>
          (
            await service()
              .as(`Bearer ${String(token)}`)
              .get('orders?limit=1')
          ).status === 200;

        it('goes all the way', async () => {
          const addon = await makeAddon(service());
          const client = new AuthorizationCode({
            ...configOf(addon),
            auth: { ...configOf(addon).auth, authorizePath: '/oauth/authorize' },
          });
          const browser = new Browser(service());
          await browser.signIn();
          const address = client.authorizeURL({
            redirect_uri: addon.redirect_uri,
            scope: ['orders:read', 'webhooks'],
            state: 's',
          });
          const back = await allow(service(), browser, address, addon);
          const code = back.searchParams.get('code');
          const first = await client.getToken({ code, redirect_uri: addon.redirect_uri });
          assert.equal(first.token.scope, 'orders:read webhooks');
          assert.ok(await works(first.token.access_token));
          const second = await first.refresh();
          assert.ok(await works(second.token.access_token));
          await second.revokeAll();
          assert.equal(await works(second.token.access_token), false);
          await assert.rejects(first.refresh());
        });

        it('gets a token of its own', async () => {
          const addon = await makeAddon(service());
          const client = new ClientCredentials(configOf(addon));
          const { token } = await client.getToken({ scope: 'orders:read' });
          assert.ok(await works(token.access_token));
        });
      });
    }
  }
});
