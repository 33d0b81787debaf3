import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import { hashSecret } from '#src/edge/secrets.ts';
import { DAY, HOUR, MINUTE } from '#src/kernel/time.ts';
import { newClientSecret } from '#src/oauth/addons.ts';
import { disconnectAddon, grantsOf, revokeGrant, sweepGrants } from '#src/oauth/grants.store.ts';
import { raw } from '#src/storage/sql.ts';
import { type Answer, type Json, onEachEngine } from '#test/harness/service.ts';
import { auditLines } from '../harness/audit.ts';
import {
  askToken,
  Browser,
  consent,
  makeAddon,
  pkce,
  redeem,
  redemption,
  type TestAddon,
} from './browser.ts';
import { isError } from './edge-helpers.ts';
import { change, everythingOf } from './helpers.ts';
import { screenOf } from './screens.ts';

type Fields = Readonly<Record<string, string | undefined>>;

function basic(id: string, secret: string): string {
  return `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
}

function isTokenError(answer: Answer, error: string, status = error === 'invalid_client' ? 401 : 400): void {
  isError(answer, status, error);
  assert.equal(answer.headers['cache-control'], 'no-store');
  assert.equal(answer.json.access_token, undefined);
  assert.equal(answer.json.refresh_token, undefined);
}

const { verifier, challenge } = pkce();
const S256 = { code_challenge: challenge, code_challenge_method: 'S256' };
const OTHER = pkce();

/** The fault of a redemption of a good code, and whether the code can still be used afterwards. */
const CODE_CASES: readonly [what: string, fields: Fields, error: string, spoils?: 'spoiled'][] = [
  ['no code', { code: undefined }, 'invalid_request'],
  ['an empty code', { code: '' }, 'invalid_request'],
  ['an unknown code', { code: `pb_ac_${'A'.repeat(43)}` }, 'invalid_grant'],
  ['a code of another script', { code: 'ä' }, 'invalid_request'],
  ['a code with a line break', { code: 'a\nb' }, 'invalid_request'],
  ['a code that is SQL', { code: "' or 1=1 --" }, 'invalid_grant'],
  ['no redirect_uri', { redirect_uri: undefined }, 'invalid_request', 'spoiled'],
  ['another redirect_uri', { redirect_uri: 'https://evil.example/' }, 'invalid_grant', 'spoiled'],
  [
    'a redirect_uri with a slash more',
    { redirect_uri: 'https://addon.example/callback/' },
    'invalid_grant',
    'spoiled',
  ],
  [
    'another registered redirect_uri',
    { redirect_uri: 'https://addon.example/second' },
    'invalid_grant',
    'spoiled',
  ],
  ['no grant_type', { grant_type: undefined }, 'invalid_request'],
  ['a grant_type nobody knows', { grant_type: 'code' }, 'unsupported_grant_type'],
  ['the password grant', { grant_type: 'password', username: 'a', password: 'b' }, 'unsupported_grant_type'],
  ['a code for refreshing', { grant_type: 'refresh_token' }, 'invalid_request'],
  ['no client', { client_id: undefined, client_secret: undefined }, 'invalid_client'],
  ['no secret', { client_secret: undefined }, 'invalid_client'],
  ['an empty secret', { client_secret: '' }, 'invalid_client'],
  ['a wrong secret', { client_secret: 'pb_cs_wrong' }, 'invalid_client'],
  ['the hash of the secret', { client_secret: hashSecret('x') }, 'invalid_client'],
  ['an unknown client', { client_id: 'pb_ci_nobody' }, 'invalid_client'],
  ['no verifier', { code_verifier: undefined }, 'invalid_grant', 'spoiled'],
  ['another verifier', { code_verifier: OTHER.verifier }, 'invalid_grant', 'spoiled'],
  ['the challenge as verifier', { code_verifier: challenge }, 'invalid_grant', 'spoiled'],
  ['a short verifier', { code_verifier: 'wrong' }, 'invalid_grant', 'spoiled'],
  ['a long verifier', { code_verifier: 'a'.repeat(129) }, 'invalid_grant', 'spoiled'],
  ['a verifier with other letters', { code_verifier: `${verifier.slice(1)}ä` }, 'invalid_grant', 'spoiled'],
  ['a verifier in other capitals', { code_verifier: verifier.toUpperCase() }, 'invalid_grant', 'spoiled'],
  ['a verifier with a space', { code_verifier: `${verifier} ` }, 'invalid_grant', 'spoiled'],
];

/** The faults of a refresh. */
const REFRESH_CASES: readonly [what: string, fields: Fields, error: string][] = [
  ['no refresh_token', { refresh_token: undefined }, 'invalid_request'],
  ['an empty one', { refresh_token: '' }, 'invalid_request'],
  ['an unknown one', { refresh_token: `pb_rt_${'A'.repeat(43)}` }, 'invalid_grant'],
  ['one of another script', { refresh_token: 'ä' }, 'invalid_request'],
  ['a wrong secret', { client_secret: 'pb_cs_wrong' }, 'invalid_client'],
  ['no secret', { client_secret: undefined }, 'invalid_client'],
  ['an unknown scope', { scope: 'everything' }, 'invalid_scope'],
  ['more than was granted', { scope: 'orders:read customers:write' }, 'invalid_scope'],
  ['scopes with commas', { scope: 'orders:read,products:read' }, 'invalid_scope'],
];

onEachEngine('the token endpoint (RFC 6749 4.1.3, 6; RFC 7636; RFC 9700)', (service) => {
  let addon: TestAddon;
  let other: TestAddon;
  let open: TestAddon;
  let browser: Browser;
  before(async () => {
    const redirect_uris = ['https://addon.example/callback', 'https://addon.example/second'];
    addon = await makeAddon(service(), { redirect_uris });
    other = await makeAddon(service(), { companyId: service().foreign.companyId });
    open = await makeAddon(service(), { isPublic: true });
    browser = new Browser(service());
    await browser.signIn();
  });
  // Sign-ins that fail are counted by the minute.
  beforeEach(() => service().clock.advance(MINUTE));

  const works = async (token: string): Promise<boolean> => {
    const answer = await service().as(`Bearer ${token}`).get('orders?limit=1');
    assert.ok([200, 401].includes(answer.status), answer.text);
    return answer.status === 200;
  };
  const openRedemption = (code: string): Record<string, string> => ({
    grant_type: 'authorization_code',
    code,
    redirect_uri: open.redirect_uri,
    client_id: open.client_id,
    code_verifier: verifier,
  });
  const openTokens = async (): Promise<Json> => {
    const answer = await askToken(service(), openRedemption(await consent(browser, open, S256)));
    assert.equal(answer.status, 200, answer.text);
    return answer.json;
  };
  const refresh = (who: TestAddon, refresh_token: string, more: Fields = {}) =>
    askToken(service(), {
      grant_type: 'refresh_token',
      refresh_token,
      client_id: who.client_id,
      client_secret: who === open ? undefined : who.client_secret,
      ...more,
    });

  describe('a code', () => {
    for (const [what, fields, error, spoils] of CODE_CASES) {
      it(`is refused with ${what}: ${error}`, async () => {
        const code = await consent(browser, addon, S256);
        const good = { ...redemption(addon, code), code_verifier: verifier };
        isTokenError(await askToken(service(), { ...good, ...fields }), error);
        const again = await askToken(service(), good);
        assert.equal(again.status, spoils === undefined ? 200 : 400, again.text);
      });
    }

    it('is refused to another client, and still good for its own', async () => {
      const code = await consent(browser, addon);
      isTokenError(await askToken(service(), redemption(other, code)), 'invalid_grant');
      const publicly = { ...openRedemption(code), code_verifier: undefined };
      isTokenError(await askToken(service(), publicly), 'invalid_grant');
      await redeem(service(), addon, code);
    });

    it('without PKCE takes no verifier (downgrade)', async () => {
      const code = await consent(browser, addon);
      const more = { ...redemption(addon, code), code_verifier: verifier };
      isTokenError(await askToken(service(), more), 'invalid_grant');
    });

    it('is taken as form and as JSON, with the secret in the body or by Basic, at each address', async () => {
      for (const path of ['/v1/token', '/v1/token.json', '/oauth/token']) {
        for (const type of ['form', 'json'] as const) {
          for (const by of ['body', 'basic', 'encoded'] as const) {
            const code = await consent(browser, addon);
            const { client_id, client_secret, ...grant } = redemption(addon, code);
            const encode = (text = '') =>
              text.replace(/[-_]/g, (each) => `%${each.charCodeAt(0).toString(16)}`);
            const fields = by === 'body' ? { ...grant, client_id, client_secret } : grant;
            const secret = by === 'encoded' ? encode(client_secret) : client_secret;
            const id = by === 'encoded' ? encode(client_id) : client_id;
            const headers: Record<string, string> =
              by === 'body' ? {} : { authorization: basic(id ?? '', secret ?? '') };
            const answer =
              type === 'form'
                ? await askToken(service(), fields, headers, path)
                : await service().client.ask('POST', path, {
                    body: fields,
                    headers,
                    without: by === 'body' ? ['authorization', 'accept'] : ['accept'],
                  });
            assert.equal(answer.status, 200, `${path} ${type} ${by}: ${answer.text}`);
            assert.match(answer.json.refresh_token, /^pb_rt_[\w-]{43}$/);
            assert.equal(answer.headers['cache-control'], 'no-store');
            assert.equal(answer.headers.pragma, 'no-cache');
          }
        }
      }
    });

    it('is not taken with credentials in two ways', async () => {
      const code = await consent(browser, addon);
      const both = redemption(addon, code);
      const headers = { authorization: basic(addon.client_id, addon.client_secret) };
      isTokenError(await askToken(service(), both, headers), 'invalid_request');
      const mixed = { ...both, client_secret: undefined, client_id: other.client_id };
      isTokenError(await askToken(service(), mixed, headers), 'invalid_request');
      const wrong = await askToken(
        service(),
        { ...both, client_id: undefined, client_secret: undefined },
        {
          authorization: basic(addon.client_id, 'wrong'),
        },
      );
      isTokenError(wrong, 'invalid_client');
      assert.match(wrong.headers['www-authenticate'] ?? '', /^Basic realm=/);
      await redeem(service(), addon, code);
    });

    it('used twice is refused, and takes back what the first use gave', async () => {
      const code = await consent(browser, addon);
      const first = await redeem(service(), addon, code);
      const renewed = (await refresh(addon, first.refresh_token)).json;
      assert.ok((await works(first.access_token)) && (await works(renewed.access_token)));
      isTokenError(await askToken(service(), redemption(addon, code)), 'invalid_grant');
      assert.equal(await works(first.access_token), false);
      assert.equal(await works(renewed.access_token), false);
      isTokenError(await refresh(addon, first.refresh_token), 'invalid_grant');
      const log = await service().app.storage.read((tx) =>
        auditLines(tx, BigInt(service().client.companyId), 1),
      );
      assert.deepEqual([log[0]?.action, log[0]?.actor], ['grant.code_reused', addon.client_id]);
    });

    it('presented a hundred times at once is used by one', async () => {
      const code = await consent(browser, addon, S256);
      const fields = { ...redemption(addon, code), code_verifier: verifier };
      const answers = await Promise.all(Array.from({ length: 100 }, () => askToken(service(), fields)));
      const won = answers.filter(({ status }) => status === 200);
      assert.equal(won.length, 1);
      for (const answer of answers) if (answer.status !== 200) isTokenError(answer, 'invalid_grant');
      // The others were reuses: what the one was given is taken back (RFC 6749 4.1.2).
      assert.equal(await works(won[0]?.json.access_token), false);
      const rows = await everythingOf(service(), service().client.companyId);
      assert.ok(rows.includes(hashSecret(code)) && !rows.includes(code.slice(6)), 'stored as a hash only');
    });

    it('survives a failure on our side: nothing of the redemption is done', async () => {
      const code = await consent(browser, addon);
      const rename = (from: string, to: string) =>
        service().app.storage.write(async (tx) => {
          await tx.run(raw(`alter table ${from} rename to ${to}`));
        });
      await rename('refresh_tokens', 'gone');
      isError(await askToken(service(), redemption(addon, code)), 500, 'server_error');
      await rename('gone', 'refresh_tokens');
      await redeem(service(), addon, code);
    });

    it('asks for the scopes of the consent, whatever is asked for later', async () => {
      const code = await consent(browser, addon, { scope: 'orders:write products:read' });
      const { scope, access_token } = await redeem(service(), addon, code, { scope: 'customers:write' });
      assert.equal(scope, 'orders:write products:read');
      const client = service().as(`Bearer ${access_token}`);
      assert.equal((await client.get('orders?limit=1')).status, 200);
      isError(await client.get('customers'), 403, 'insufficient_scope');
    });
  });

  describe('a confidential client’s refresh token', () => {
    for (const [what, fields, error] of REFRESH_CASES) {
      it(`is refused with ${what}: ${error}`, async () => {
        const { refresh_token } = await redeem(
          service(),
          addon,
          await consent(browser, addon, { scope: 'orders:read products:read' }),
        );
        isTokenError(await refresh(addon, refresh_token, fields), error);
        assert.equal((await refresh(addon, refresh_token)).status, 200);
      });
    }

    it('stays valid and is not replaced, through many uses and a year', async () => {
      const first = await redeem(service(), addon, await consent(browser, addon));
      for (let count = 0; count < 3; count++) {
        const { status, json } = await refresh(addon, first.refresh_token);
        assert.equal(status, 200);
        assert.equal(json.refresh_token, first.refresh_token);
        assert.equal(json.expires_in, 3600);
        assert.notEqual(json.access_token, first.access_token);
        assert.ok(await works(json.access_token));
        service().clock.advance(HOUR);
        assert.equal(await works(json.access_token), false, 'an access token lives an hour');
      }
      service().clock.advance(365n * DAY);
      await service().app.storage.write((tx) => sweepGrants(tx, service().clock.now(), 1000));
      assert.equal((await refresh(addon, first.refresh_token)).status, 200);
      await browser.signIn();
      const parallel = await Promise.all(
        Array.from({ length: 20 }, () => refresh(addon, first.refresh_token)),
      );
      assert.deepEqual([...new Set(parallel.map(({ status }) => status))], [200]);
    });

    it('gives less when less is asked for, and the whole again afterwards', async () => {
      const first = await redeem(
        service(),
        addon,
        await consent(browser, addon, { scope: 'orders:write products:read' }),
      );
      const less = await refresh(addon, first.refresh_token, { scope: 'orders:read' });
      assert.equal(less.json.scope, 'orders:read');
      const client = service().as(`Bearer ${less.json.access_token}`);
      isError(await client.post('orders', { site_id: 1 }), 403, 'insufficient_scope');
      assert.equal((await refresh(addon, first.refresh_token)).json.scope, 'orders:write products:read');
    });

    it('gives what is left when the add-on is registered for less, and says so (reference: authentication.35)', async () => {
      const own = await makeAddon(service());
      const { access_token: screen } = (await screenOf(service(), service().card)).token;
      const register = (...scopes: string[]) =>
        change(service().as(`Bearer ${screen}`), `addons/${own.id}`, { scopes });
      const told = async (token: string): Promise<[boolean, string]> => {
        const { client_id, client_secret } = own;
        const { json } = await askToken(
          service(),
          { client_id, client_secret, token },
          {},
          '/oauth/introspect',
        );
        return [json.active, json.scope];
      };
      const scope = 'orders:write customers:read';
      const first = await redeem(service(), own, await consent(browser, own, { scope }));
      const held = await consent(browser, own, { scope });
      const lost = await consent(browser, own, { scope });
      await register('orders:read', 'webhooks');
      const { json } = await refresh(own, first.refresh_token);
      assert.equal(json.scope, 'orders:read');
      assert.ok(await works(json.access_token));
      for (const token of [first.access_token, first.refresh_token, json.access_token])
        assert.deepEqual(await told(token), [true, 'orders:read']);
      assert.equal(
        (await refresh(own, first.refresh_token, { scope: 'orders:read' })).json.scope,
        'orders:read',
      );
      for (const more of ['orders:write', 'orders:read customers:read', 'webhooks'])
        isTokenError(await refresh(own, first.refresh_token, { scope: more }), 'invalid_scope');
      const second = await redeem(service(), own, held);
      assert.equal(second.scope, 'orders:read');
      await register('webhooks');
      for (const more of [{}, { scope: 'orders:read' }]) {
        const refusal = await refresh(own, first.refresh_token, more);
        isTokenError(refusal, 'invalid_scope');
        assert.match(refusal.json.error_description, /^Nothing is left of what was granted/);
      }
      isTokenError(await askToken(service(), redemption(own, lost)), 'invalid_scope');
      assert.deepEqual(await told(json.access_token), [true, '']);
      await register('orders:write', 'customers:write');
      for (const { refresh_token } of [first, second])
        assert.equal((await refresh(own, refresh_token)).json.scope, scope);
    });

    it('is of no use to another client, nor as an access token', async () => {
      const { refresh_token } = await redeem(service(), addon, await consent(browser, addon));
      isTokenError(await refresh(other, refresh_token), 'invalid_grant');
      isTokenError(await refresh(open, refresh_token), 'invalid_grant');
      assert.equal(await works(refresh_token), false);
      assert.equal((await refresh(addon, refresh_token)).status, 200);
    });
  });

  describe('a public client', () => {
    it('needs no secret, and has none', async () => {
      const code = await consent(browser, open, S256);
      for (const secret of ['x', open.client_secret]) {
        const fields = { ...openRedemption(code), client_secret: secret };
        isTokenError(await askToken(service(), fields), 'invalid_client');
      }
      const { client_id: _id, ...rest } = openRedemption(code);
      const byBasic = await askToken(service(), rest, { authorization: basic(open.client_id, '') });
      assert.equal(byBasic.status, 200, byBasic.text);
      isError(await service().as(basic(open.client_id, '')).get('orders'), 401, 'invalid_token');
      const own = { grant_type: 'client_credentials', client_id: open.client_id };
      isTokenError(await askToken(service(), own), 'unauthorized_client');
    });

    it('gets a new refresh token each time, and the old one is spent', async () => {
      const first = await openTokens();
      const second = (await refresh(open, first.refresh_token)).json;
      assert.match(second.refresh_token, /^pb_rt_/);
      assert.notEqual(second.refresh_token, first.refresh_token);
      const third = (await refresh(open, second.refresh_token)).json;
      assert.ok(await works(third.access_token));
      // A spent token that is used again is a copy: the whole family ends.
      isTokenError(await refresh(open, first.refresh_token), 'invalid_grant');
      for (const { access_token } of [first, second, third]) assert.equal(await works(access_token), false);
      isTokenError(await refresh(open, third.refresh_token), 'invalid_grant');
    });

    it('that spends one token many times at once gets one, and then none', async () => {
      const first = await openTokens();
      const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(open, first.refresh_token)));
      const won = answers.filter(({ status }) => status === 200);
      assert.equal(won.length, 1);
      isTokenError(await refresh(open, won[0]?.json.refresh_token), 'invalid_grant');
      assert.equal(await works(won[0]?.json.access_token), false);
    });

    it('loses a refresh token that was not used for thirty days', async () => {
      const first = await openTokens();
      service().clock.advance(30n * DAY - 1n);
      const second = await refresh(open, first.refresh_token);
      assert.equal(second.status, 200, second.text);
      service().clock.advance(30n * DAY);
      isTokenError(await refresh(open, second.json.refresh_token), 'invalid_grant');
      browser.cookies.clear();
      await browser.signIn();
    });
  });

  describe('a grant', () => {
    const mine = () => BigInt(service().client.companyId);

    it('can be listed and revoked, with everything made of it', async () => {
      const first = await redeem(service(), addon, await consent(browser, addon, { scope: 'orders:read' }));
      const list = await service().app.storage.read((tx) => grantsOf(tx, mine(), 0n, 1000));
      const last = list.at(-1);
      assert.ok(last !== undefined);
      assert.equal(last.addon_id, addon.id);
      assert.equal(last.addon_name, 'Loyalty & More');
      assert.deepEqual(JSON.parse(last.scopes), ['orders:read']);
      const foreign = BigInt(service().foreign.companyId);
      const revoke = (company: bigint) =>
        service().app.storage.write((tx) => revokeGrant(tx, company, last.id, service().clock.now()));
      assert.equal(await revoke(foreign), false);
      assert.ok(await works(first.access_token));
      assert.equal(await revoke(mine()), true);
      assert.equal(await revoke(mine()), false);
      service().app.edge.authenticator.forget();
      assert.equal(await works(first.access_token), false);
      isTokenError(await refresh(addon, first.refresh_token), 'invalid_grant');
    });

    it('ends with all others of the add-on when it is disconnected', async () => {
      const one = await redeem(service(), addon, await consent(browser, addon));
      const two = await redeem(service(), addon, await consent(browser, addon));
      const apart = await redeem(service(), other, await consent(browser, other));
      await service().app.storage.write((tx) => disconnectAddon(tx, mine(), addon.id, service().clock.now()));
      service().app.edge.authenticator.forget();
      assert.equal(await works(one.access_token), false);
      assert.equal(await works(two.access_token), false);
      assert.ok(await works(apart.access_token));
      const list = await service().app.storage.read((tx) => grantsOf(tx, mine(), 0n, 1000));
      assert.equal(
        list.some(({ addon_id }) => addon_id === addon.id),
        false,
      );
    });
  });

  it('takes the secret before for a day after a rotation', async () => {
    const own = await makeAddon(service());
    const company = BigInt(service().client.companyId);
    const makers = () => ({
      now: service().clock.now(),
      random: { bytes: (count: number) => Buffer.alloc(count, 7) },
    });
    const rotate = () => service().app.storage.write((tx) => newClientSecret(tx, company, own.id, makers()));
    const fresh = await rotate();
    const ask = async (client_secret: string | undefined) =>
      (
        await askToken(service(), {
          grant_type: 'client_credentials',
          client_id: own.client_id,
          client_secret,
        })
      ).status;
    assert.equal(await ask(fresh), 200);
    assert.equal(await ask(own.client_secret), 200);
    assert.equal(
      (await service().as(basic(own.client_id, own.client_secret)).get('orders?limit=1')).status,
      200,
    );
    service().clock.advance(DAY);
    assert.equal(await ask(fresh), 200);
    assert.equal(await ask(own.client_secret), 401);
    isError(await service().as(basic(own.client_id, own.client_secret)).get('orders'), 401, 'invalid_token');
    const foreign = BigInt(service().foreign.companyId);
    const stolen = await service().app.storage.write((tx) => newClientSecret(tx, foreign, own.id, makers()));
    assert.equal(stolen, undefined);
  });

  it('slows down whoever guesses a secret, for the rest of the minute', async () => {
    const own = await makeAddon(service());
    const ask = (client_secret: string) =>
      askToken(service(), { grant_type: 'client_credentials', client_id: own.client_id, client_secret });
    for (let count = 0; count < 30; count++) isTokenError(await ask('guess'), 'invalid_client');
    const limited = await ask(own.client_secret);
    isError(limited, 429, 'rate_limit_exceeded');
    assert.match(limited.headers['retry-after'] ?? '', /^([1-9]|[1-5]\d|60)$/);
    const someoneElse = { grant_type: 'client_credentials', client_id: addon.client_id };
    assert.equal(
      (await askToken(service(), { ...someoneElse, client_secret: addon.client_secret })).status,
      200,
    );
    service().clock.advance(MINUTE);
    assert.equal((await ask(own.client_secret)).status, 200);
  });
});
