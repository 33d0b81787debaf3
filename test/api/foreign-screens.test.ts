import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { ID_KINDS } from '#src/storage/port.ts';
import { type Answer, type Card, type Client, type Json, onEachEngine } from '#test/harness/service.ts';
import { authorizePath, Browser, makeAddon } from './browser.ts';
import { everythingOf, make, read, refused, UNKNOWN_ID } from './helpers.ts';
import { EVERY_RIGHT, hire, signIn } from './operator-helpers.ts';
import { askDeviceToken, deviceClient, letInScreen, type Screen, screenOf, sendOwn } from './screens.ts';

// What serves our own screens, consent and public pages knows no more of another company than the API does
// (reference: conventions.13). What is of the API is in foreign-ids.test.ts.

/** An answer but for what was sent. */
const told = ({ status, text }: Answer, sent: unknown): Json => [
  status,
  text.replaceAll(String(sent), '<sent>'),
];

onEachEngine('screens and pages', (service) => {
  let owner: Screen;
  let stranger: Screen;
  /** What belongs to the other company. */
  let theirs: { company: unknown; register: unknown; card: Card; client: Client };
  before(async () => {
    // Long numbers, which no page has otherwise.
    for (const kind of ID_KINDS) await service().app.storage.startIdsAt(kind, 3_111_000_000n);
    const { client, card } = await service().newCompany('Theirs');
    owner = await screenOf(service(), service().card);
    stranger = await screenOf(service(), card);
    theirs = { company: card.company_id, register: card.sites[0].registers[0].id, card, client };
  });

  /** The same answer to what another company has and to what nobody has, and no change of that company. */
  async function isUnknown(
    ask: (sent: unknown) => Promise<Answer>,
    foreign: unknown,
    unknown: unknown = Number(UNKNOWN_ID),
  ): Promise<Answer> {
    const before = await everythingOf(service(), theirs.client.companyId);
    const here = await ask(foreign);
    assert.deepEqual(told(here, foreign), told(await ask(unknown), unknown));
    assert.equal(await everythingOf(service(), theirs.client.companyId), before);
    return here;
  }

  it('give no token for a company of others, and let no device in there', async () => {
    const { browser } = owner;
    const token = (company_id: unknown) => sendOwn(browser, service(), '/session/token', { company_id });
    refused(await isUnknown(token, theirs.company), 404, 'not_found');
    for (const kind of ['agent', 'register', 'kitchen']) {
      const named = { name: 'Till', kind };
      const device = (fields: object) =>
        sendOwn(browser, service(), '/session/device', { ...named, ...fields });
      const inCompany = (company_id: unknown) => device({ company_id, register_id: theirs.register });
      refused(await isUnknown(inCompany, theirs.company), 404, 'not_found');
      const atRegister = (register_id: unknown) =>
        device({ company_id: service().card.company_id, register_id });
      refused(await isUnknown(atRegister, theirs.register), 400, 'invalid_request', 'register_id');
    }
  });

  it('send nothing for who signed in at a device of another company', async () => {
    const { client, card } = service();
    const register = card.sites[0].registers[0].id;
    const own = await letInScreen(service(), owner, register);
    const other = await letInScreen(service(), stranger, theirs.register);
    const member = await hire(theirs.client, '4711', EVERY_RIGHT);
    const { session } = await signIn(
      service(),
      await deviceClient(service(), other),
      String(theirs.register),
      member,
    );
    const late = (operator_token: unknown) => askDeviceToken(service(), own, { operator_token });
    const nobody = `pb_os_${'A'.repeat(43)}`;
    refused(await isUnknown(late, session.access_token, nobody), 403, 'access_denied');
    // The key of a kitchen is none of a register, and the other way round.
    const moved = { ...other, kind: 'kitchen' as const };
    refused(await askDeviceToken(service(), moved), 401, 'invalid_token');
    const at = await deviceClient(service(), own);
    const body = (staff_id: unknown) =>
      at.post(`registers/${register}/sessions`, { staff_id, pin: member.pin });
    refused(await isUnknown(body, Number(member.id)), 400, 'invalid_request', 'staff_id');
    assert.equal((await client.get('orders')).status, 200);
  });

  it('end no session of somebody else, and take back no consent', async () => {
    const account = await stranger.browser.ask('GET', '/session/account', { without: ['authorization'] });
    const [{ key }] = account.json.sessions;
    const end = (sent: unknown) => sendOwn(owner.browser, service(), '/session/end', { key: sent });
    refused(await isUnknown(end, key, 'A'.repeat(key.length)), 404, 'not_found');
    assert.equal((await stranger.client.get('devices')).status, 200);
  });

  it('ask for no consent in the name of another company', async () => {
    const addon = await makeAddon(service(), { name: 'Everywhere' });
    const consent = async (company_id: unknown) => {
      const browser = new Browser(service());
      await browser.signIn(service().card.admin.email, service().card.admin.password);
      const page = await browser.open(authorizePath(addon));
      assert.equal(page.text.includes(`value="${theirs.company}"`), false);
      return browser.submit(page, { decision: 'allow', company_id: String(company_id) });
    };
    const { status, headers } = await isUnknown(consent, theirs.company);
    assert.deepEqual([status, headers.location], [403, undefined]);
  });

  it('follow no events of another company, from whatever number on', async () => {
    for (let count = 0; count < 3; count++) await make(theirs.client, 'sites', { name: `Secret ${count}` });
    const last = (await read(theirs.client, 'events?limit=5000')).at(-1).number;
    for (const from of [last - 2, last, last + 1_000_000]) {
      const headers = { accept: 'text/event-stream', 'last-event-id': String(from) };
      for (const path of ['events/stream', `/v1/companies/${theirs.company}/events/stream`]) {
        const { status, text } = await service().client.get(path, { headers });
        assert.equal(text.includes('Secret'), false);
        assert.ok(
          path.startsWith('/') ? status === 404 : status === 200 || status === 400 || status === 410,
          text,
        );
      }
    }
  });

  it('show a receipt by its own address alone', async () => {
    const sold = async ({ client, site }: { client: Client; site: number }) => {
      const order = await make(client, 'orders', { site_id: site, status: 'COMPLETE' });
      const { url } = await read(client, `orders/${order.id_str}/receipt/link`);
      return { order, token: new URL(url).pathname.slice('/r/'.length) };
    };
    const mine = await sold({ client: service().client, site: service().card.sites[0].id });
    const other = await sold({ client: theirs.client, site: theirs.card.sites[0].id });
    const page = (token: string) =>
      service().send('GET', `/r/${token}`, { headers: { accept: 'text/html' } });
    assert.ok((await page(mine.token)).text.includes(mine.order.saleid));
    const [half, rest] = [mine.token.slice(0, 21), other.token.slice(21)];
    for (const token of [`${half}${rest}`, `${other.token.slice(0, 21)}${mine.token.slice(21)}`]) {
      const answer = await page(token);
      assert.equal(answer.status, 404, token);
      for (const { order } of [mine, other]) assert.equal(answer.text.includes(order.saleid), false);
    }
    const link = (id: unknown) => service().client.get(`orders/${id}/receipt/link`);
    refused(await isUnknown(link, other.order.id), 404, 'not_found');
  });
});
