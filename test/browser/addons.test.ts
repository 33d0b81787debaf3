// Add-ons and the developer area in a browser: connecting and disconnecting, and the way from nothing to a signed
// webhook.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, it } from 'node:test';
import { until } from '#test/harness/process.ts';
import { Receiver } from '#test/harness/receiver.ts';
import type { Json, Service } from '#test/harness/service.ts';
import { authorizePath, makeAddon, redeem } from '../api/browser.ts';
import { make, read } from '../api/helpers.ts';
import { hirePerson, screenOf } from '../api/screens.ts';
import { onStageWith, PHONE, type Tab } from './harness.ts';
import { WIDER } from './pages.ts';

/** What a field of a dialog shows. */
function shown(tab: Tab, label: string): Promise<string> {
  return tab.page.getByRole('dialog').getByLabel(label, { exact: true }).inputValue();
}

/** Less than it takes until a screen looks for what no event tells, in ms: a message on its way is looked for sooner. */
const SOON_MS = 8_000;

onStageWith('add-ons in the back office', { env: { ROLE: 'all' } }, (stage) => {
  let receiver: Receiver;
  before(async () => {
    receiver = await Receiver.open();
  });
  after(() => receiver.close());

  it('an add-on is let in by consent, stands under Add-ons, and is dead once it is disconnected', async () => {
    const { service } = stage();
    const callback = `${receiver.url}/callback`;
    const addon = await makeAddon(service, {
      companyId: service.foreign.companyId,
      name: 'Loyalty <img src=x> & More',
      scopes: ['orders:read', 'customers:write'],
      redirect_uris: [callback],
    });
    const tab = await stage().open();
    const path = authorizePath(addon);
    await tab.goto(path);
    assert.equal(tab.path, `/signin?next=${encodeURIComponent(path)}`);
    const { admin } = service.card;
    await tab.page.getByLabel('E-mail address').fill(admin.email);
    await tab.page.getByLabel('Password').fill(admin.password);
    await tab.page.getByRole('button', { name: 'Sign in' }).click();
    await tab.page.getByText('Loyalty <img src=x> & More').first().waitFor();
    await tab.checkAccessibility();
    await tab.page.getByRole('button', { name: 'Allow', exact: true }).click();
    await tab.page.waitForURL(`${callback}?*`);
    const answered = new URL(tab.page.url()).searchParams;
    assert.equal(answered.get('state'), 'xyz');
    assert.equal(answered.get('iss'), service.url);
    const { access_token: token } = await redeem(service, addon, answered.get('code') ?? '');
    const client = service.as(`Bearer ${token}`);
    assert.equal((await client.get('orders')).status, 200);

    await tab.goto('/addons');
    const card = tab.page.getByRole('region', { name: 'Loyalty <img src=x> & More' });
    await card.getByText('Foreign', { exact: true }).waitFor();
    await card.getByText('Read orders').waitFor();
    await card.getByText('Change customers').waitFor();
    await card.getByText(admin.email).waitFor();
    await tab.checkAccessibility();
    await tab.picture('addons');
    await card.getByRole('button', { name: 'Disconnect' }).click();
    const question = tab.page.getByRole('dialog', { name: /^Disconnect / });
    await question.waitFor();
    await tab.checkAccessibility();
    await question.getByRole('button', { name: 'Disconnect' }).click();
    await tab.page.getByText('No add-ons connected').waitFor();
    assert.equal((await client.get('orders')).status, 401);
  });

  it('a developer gets from nothing to a signed webhook', async () => {
    const { service } = stage();
    const tab = await stage().open();
    await tab.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await tab.signIn('/developer');
    await tab.page.getByRole('button', { name: 'New add-on' }).click();
    await tab.page.getByLabel('Name').fill('Kitchen display');
    await tab.page.getByLabel('Redirect URIs').fill('https://addon.example/back\n\n');
    await tab.checkAccessibility();
    await tab.page.getByRole('button', { name: 'Create add-on' }).click();
    await tab.page.getByText('Copy it now').waitFor();
    await tab.checkAccessibility();
    const [id, secret, key, standard] = [
      await shown(tab, 'Client ID'),
      await shown(tab, 'Client secret'),
      await shown(tab, 'Signing secret'),
      await shown(tab, 'The same for Standard Webhooks'),
    ];
    assert.match(id, /^pb_ci_[\w-]+$/);
    assert.match(secret, /^pb_cs_[\w-]{43}$/);
    assert.equal(standard, `whsec_${Buffer.from(key).toString('base64')}`);
    await tab.page.getByRole('button', { name: 'Copy: Client secret' }).click();
    await tab.page.getByRole('button', { name: 'Copied: Client secret' }).waitFor();
    assert.equal(await tab.page.evaluate('navigator.clipboard.readText()'), secret);
    // It goes away by its own button alone.
    await tab.page.keyboard.press('Escape');
    await tab.page.getByRole('button', { name: 'I have copied it' }).click();
    await tab.page.getByRole('heading', { name: 'Kitchen display', level: 1 }).waitFor();
    assert.equal(await tab.page.getByText(secret).count(), 0);
    await tab.checkAccessibility();
    await tab.picture('developer-addon');

    await tab.page.getByRole('button', { name: 'Create token' }).click();
    await tab.page.getByRole('dialog').getByRole('button', { name: 'Create token' }).click();
    await tab.page.getByText('Copy it now').waitFor();
    const token = await shown(tab, 'Access token');
    await tab.page.getByRole('button', { name: 'I have copied it' }).click();

    await tab.page.getByRole('button', { name: 'New webhook' }).click();
    // A list that opens out of a dialog is scrolled by the wheel.
    await tab.page.getByRole('combobox', { name: 'Topic' }).click();
    await tab.page.getByRole('option', { name: 'orders/completed' }).hover();
    await tab.page.mouse.wheel(0, 200);
    await until('the list is scrolled', () =>
      tab.page.evaluate(
        "[...document.querySelectorAll('.mantine-ScrollArea-viewport')].some(({ scrollTop }) => scrollTop > 0)",
      ),
    );
    await tab.page.keyboard.press('Escape');
    await tab.page.getByRole('dialog').getByLabel('Address').fill(`${receiver.url}/hook`);
    await tab.page.getByRole('button', { name: 'Add header' }).click();
    await tab.page.getByLabel('Name of header 1').fill('X-Shop');
    await tab.page.getByLabel('Value of header 1').fill('one');
    await tab.page.getByRole('button', { name: 'Create webhook' }).click();
    await tab.page.getByRole('heading', { name: 'orders/completed', level: 1 }).waitFor();
    await tab.page.getByText('No deliveries yet').waitFor();

    receiver.clear();
    const order = await make(service.as(`Bearer ${token}`), 'orders', {
      site_id: service.card.sites[0].id,
      status: 'COMPLETE',
      lines: [],
    });
    const [message] = await receiver.until(1);
    assert.ok(message !== undefined);
    const { headers, body, json } = message;
    assert.equal(json.saleid, order.saleid);
    assert.equal(headers['x-shop'], 'one');
    assert.equal(headers['x-service-signature'], createHmac('sha256', key).update(body).digest('hex'));
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    const raw = Buffer.from(standard.slice('whsec_'.length), 'base64');
    assert.equal(
      headers['webhook-signature'],
      `v1,${createHmac('sha256', raw).update(signed).digest('base64')}`,
    );
    const delivered = tab.page.getByRole('table', { name: 'Deliveries' }).getByText('Delivered');
    await delivered.waitFor({ timeout: SOON_MS });
  });

  it('a failed delivery is read, and sent again', async () => {
    const { service } = stage();
    const { client } = service;
    receiver.clear();
    receiver.answer = (_message, response) => response.writeHead(500).end('<b>Out of paper</b>');
    const hook = await make(client, 'webhooks', {
      topic: 'orders/completed',
      address: `${receiver.url}/fails`,
    });
    const [own] = await addonsOf(service);
    await make(client, 'orders', { site_id: service.card.sites[0].id, status: 'COMPLETE', lines: [] });
    const tab = await stage().open({ size: PHONE });
    await tab.signIn(`/developer/addons/${own}/webhooks/${hook.id}`);
    const log = tab.page.getByRole('table', { name: 'Deliveries' });
    await log.getByText('Retrying').waitFor();
    assert.deepEqual(await tab.page.evaluate(WIDER), []);
    await tab.checkAccessibility();
    await log.getByRole('button', { name: /^orders\/completed no\. \d+$/ }).click();
    const dialog = tab.page.getByRole('dialog');
    await dialog.getByText('<b>Out of paper</b>').waitFor();
    await dialog.getByText('500', { exact: true }).waitFor();
    await tab.checkAccessibility();
    await tab.picture('delivery-phone');
    receiver.answer = (_message, response) => response.writeHead(200).end('thanks');
    const [sent] = receiver.received.filter(({ path }) => path === '/fails');
    await dialog.getByRole('tab', { name: 'Request' }).click();
    await dialog.getByText(String(sent?.headers['x-service-signature'])).waitFor();
    await dialog.getByText(String(sent?.headers['webhook-signature'])).waitFor();
    assert.deepEqual(
      JSON.parse((await dialog.getByRole('region', { name: 'Body' }).textContent()) ?? ''),
      sent?.json,
    );
    await tab.checkAccessibility();
    await tab.picture('delivery-request-phone');
    await dialog.getByRole('tab', { name: 'curl' }).click();
    const command = await dialog.getByRole('region', { name: 'Command', exact: true }).textContent();
    assert.ok(command?.includes(`--data-raw '${sent?.body}'`), command ?? '');
    assert.ok(command?.endsWith(`'${receiver.url}/fails'`), command ?? '');
    await dialog.getByRole('tab', { name: 'Attempts' }).click();
    await dialog.getByRole('button', { name: 'Send again' }).click();
    await dialog.getByText('Delivered').waitFor({ timeout: SOON_MS });
    await dialog.getByText('thanks').waitFor();
    const arrived = receiver.received.filter(({ path }) => path === '/fails');
    assert.equal(arrived.length, 2);
    assert.equal(arrived[0]?.headers['webhook-id'], arrived[1]?.headers['webhook-id']);
  });

  it('secrets are made anew and tokens taken back; what is wrong stands at its field', async () => {
    const { service } = stage();
    const { client: screen } = await screenOf(service, service.card);
    const made = await make(screen, 'addons', { name: 'Scripts', scopes: ['orders:read', 'webhooks'] });
    const token = (await make(screen, `addons/${made.id}/access_token`, {})).access_token;
    const basic = (secret: string) =>
      service.as(`Basic ${Buffer.from(`${made.client_id}:${secret}`).toString('base64')}`);
    const tab = await stage().open({ expected: /40[04]/ });
    await tab.signIn(`/developer/addons/${made.id}`);
    await tab.page.getByRole('button', { name: 'Replace secret' }).click();
    await tab.page.getByRole('dialog').getByRole('button', { name: 'Replace secret' }).click();
    await tab.page.getByText('Copy it now').waitFor();
    const secret = await shown(tab, 'Client secret');
    await tab.page
      .getByText(/The previous one works until/)
      .first()
      .waitFor();
    await tab.page.getByRole('button', { name: 'I have copied it' }).click();
    assert.notEqual(secret, made.client_secret);
    for (const each of [secret, made.client_secret])
      assert.equal((await basic(each).get('orders')).status, 200);

    await tab.page.getByRole('button', { name: 'Show', exact: true }).click();
    await tab.page.getByText('Keep it to yourself').waitFor();
    assert.equal(await shown(tab, 'Signing secret'), made.signing_secret);
    await tab.page.getByRole('button', { name: 'I have copied it' }).click();

    const asked = service.as(`Bearer ${token}`);
    assert.equal((await asked.get('orders')).status, 200);
    await tab.page.getByRole('button', { name: 'Revoke all' }).click();
    await tab.page.getByRole('dialog').getByRole('button', { name: 'Revoke all' }).click();
    await tab.page.getByText('All access tokens revoked').waitFor();
    assert.equal((await asked.get('orders')).status, 401);

    await tab.page.getByLabel('Redirect URIs').fill('https://addon.example/back\nhttp://evil.example/');
    await tab.page.getByRole('button', { name: 'Save', exact: true }).click();
    await tab.page.getByText(/^No\. 2: /).waitFor();
    await tab.page.getByRole('button', { name: 'New webhook' }).click();
    await tab.page.getByRole('dialog').getByLabel('Address').fill('http://10.0.0.1/');
    await tab.page.getByRole('button', { name: 'Add header' }).click();
    await tab.page.getByLabel('Name of header 1').fill('Host');
    await tab.page.getByLabel('Value of header 1').fill('x');
    await tab.page.getByRole('button', { name: 'Create webhook' }).click();
    const header = tab.page.getByLabel('Value of header 1');
    await header.and(tab.page.locator('[aria-invalid=true]')).waitFor();
    await tab.page.getByLabel('Name of header 1').fill('X-Host');
    await tab.page.getByRole('button', { name: 'Create webhook' }).click();
    const address = tab.page.getByRole('dialog').getByLabel('Address');
    await address.and(tab.page.locator('[aria-invalid=true]')).waitFor();
    await address.fill(`${receiver.url}/again`);
    await tab.page.getByRole('button', { name: 'Create webhook' }).click();
    // The redirect URIs that were refused are still there, unsaved.
    await tab.page.getByRole('button', { name: 'Discard' }).click();
    await tab.page.getByRole('heading', { name: 'orders/completed', level: 1 }).waitFor();
    receiver.clear();
    await tab.page.getByRole('button', { name: 'Send test' }).click();
    assert.equal((await receiver.until(1))[0]?.headers['x-host'], 'x');
    await tab.page.getByRole('button', { name: 'Send again…' }).click();
    const replay = tab.page.getByRole('group', { name: 'Part of the event log' });
    await replay.getByLabel('After event no.').fill('first');
    await replay.getByRole('button', { name: 'Replay' }).click();
    await replay.getByText('Must be the number of an event, or 0.').waitFor();
    await make(service.client, 'orders', {
      site_id: service.card.sites[0].id,
      status: 'COMPLETE',
      lines: [],
    });
    await receiver.until(2);
    receiver.clear();
    await replay.getByLabel('After event no.').fill('0');
    await replay.getByRole('button', { name: 'Replay' }).click();
    await receiver.until(1);

    await tab.goto(`/developer/addons/${made.id}`);
    await tab.page.getByRole('button', { name: 'Delete add-on Scripts' }).click();
    await tab.page.getByRole('button', { name: 'Delete add-on', exact: true }).click();
    await tab.page.getByText('Scripts deleted').waitFor();
    assert.equal((await basic(secret).get('orders')).status, 401);
  });

  it('the logs show what happened and what was asked, without secrets, and as text', async () => {
    const { service } = stage();
    const { client } = service;
    const hostile = '<script>alert(1)</script>"\u202e\'';
    await make(client, 'taxes', { code: 'X', name: hostile, rate: 0.07 });
    const wrong = await client.post('taxes', {
      code: 'X',
      name: hostile,
      rate: 'many',
      api_key: 'hunter2',
    });
    assert.equal(wrong.status, 400);
    const { client: screen } = await screenOf(service, service.card);
    await until('the refusal is in the log', async () => {
      await service.app.requests.flush();
      return (await read(screen, 'requests?status_gte=400')).length > 0;
    });
    const tab = await stage().open();
    await tab.signIn('/developer/events');
    await tab.page.getByRole('button', { name: 'taxes/created' }).first().click();
    await tab.page.getByRole('region', { name: 'Event', exact: true }).getByText('"rate": 0.07').waitFor();
    await tab.checkAccessibility();
    await tab.page.keyboard.press('Escape');
    await tab.page.getByRole('combobox', { name: 'Topic' }).click();
    await tab.page.getByRole('option', { name: 'taxes/deleted' }).click();
    await tab.page.getByText('No events found').waitFor();

    await tab.page
      .getByRole('navigation', { name: 'Developer' })
      .getByRole('link', { name: 'Requests' })
      .click();
    await tab.page.getByRole('combobox', { name: 'Result' }).click();
    await tab.page.getByRole('option', { name: 'Refused or failed' }).click();
    await tab.page
      .getByRole('row', { name: /taxes 400 / })
      .getByRole('button')
      .click();
    const sent = tab.page.getByRole('region', { name: 'What was sent' });
    await sent.getByText('"api_key": "***"').waitFor();
    // What turns text around is shown by its number.
    assert.ok((await sent.textContent())?.includes(`<script>alert(1)</script>\\"\\u202e'`));
    assert.equal(await tab.page.getByText('hunter2').count(), 0);
    await tab.checkAccessibility();
    await tab.picture('requests');
    await tab.page.keyboard.press('Escape');
    await tab.page.getByRole('navigation', { name: 'Developer' }).getByRole('link', { name: 'API' }).click();
    await tab.page.getByLabel('Path below the company').fill("orders?name='$(id)'");
    const command = await tab.page.getByRole('region', { name: 'Command', exact: true }).textContent();
    assert.ok(command?.includes('Bearer $PASSBELL_TOKEN'), command ?? '');
    assert.ok(command?.includes(`/orders?name='\\''$(id)'\\'''`), command ?? '');
    await tab.checkAccessibility();
  });

  it('the authorization flow is walked through, and ends in a token that works', async () => {
    const { service } = stage();
    const { client: screen } = await screenOf(service, service.card);
    const made = await make(screen, 'addons', { name: 'Walker', scopes: ['orders:read', 'company:read'] });
    const tab = await stage().open();
    await tab.signIn('/developer/authorization');
    await tab.page.getByRole('combobox', { name: 'Add-on' }).click();
    await tab.page.getByRole('option', { name: 'Walker' }).click();
    await tab.page.getByRole('button', { name: 'Add redirect URI' }).click();
    await tab.page.getByRole('checkbox', { name: 'company:read' }).uncheck();
    const link = await tab.page.getByRole('region', { name: 'Link' }).textContent();
    assert.match(link ?? '', /scope=orders%3Aread&.*code_challenge=[\w-]{43}&code_challenge_method=S256$/);
    await tab.checkAccessibility();
    await tab.picture('developer-authorization');
    await tab.page.getByRole('button', { name: 'Connect Walker' }).click();
    await tab.page.getByRole('button', { name: 'Allow', exact: true }).click();
    await tab.page.getByText('The state is the one that was sent.').waitFor();
    await tab.page.getByLabel('Client secret').fill(made.client_secret);
    const command = await tab.page.getByRole('region', { name: 'Command', exact: true }).textContent();
    assert.ok(command?.includes('"client_secret=$PASSBELL_CLIENT_SECRET"'), command ?? '');
    assert.ok(!command?.includes(made.client_secret));
    await tab.page.getByRole('button', { name: 'Exchange the code' }).click();
    const answer = JSON.parse((await tab.page.getByRole('region', { name: 'Answer' }).textContent()) ?? '');
    assert.equal(answer.scope, 'orders:read');
    assert.equal((await service.as(`Bearer ${answer.access_token}`).get('orders')).status, 200);
    await tab.checkAccessibility();
    await tab.page.getByRole('button', { name: 'Start over' }).click();
    await tab.page.getByText('1. Send the person to Passbell').waitFor();
  });

  it('a manager of another company sees nothing of this one', async () => {
    const { service } = stage();
    await make(service.client, 'webhooks', { topic: 'orders/completed', address: `${receiver.url}/mine` });
    const [own] = await addonsOf(service);
    const manager = await hirePerson(service, 'manager', service.foreign.companyId);
    const tab = await stage().open({ expected: /404/ });
    await tab.signIn('/developer', manager);
    await tab.page.getByRole('link', { name: 'Foreign add-on' }).waitFor();
    for (const [path, words] of [
      ['/developer', 'Sandbox add-on'],
      ['/places', service.card.sites[0].name],
      ['/people', service.card.admin.email],
      ['/people/audit', service.card.admin.email],
      ['/developer/requests', 'Sandbox add-on'],
    ]) {
      await tab.goto(path);
      // A list with nothing in it says so under a heading in place of its table.
      await tab.page.locator('main').locator('table, [role=region], h2').first().waitFor();
      assert.equal(await tab.page.getByText(words).count(), 0, path);
    }
    for (const path of [`/developer/addons/${own}`, `/places/sites/${service.card.sites[0].id}`]) {
      await tab.goto(path);
      await tab.page.getByText('That did not work').waitFor();
    }
  });
});

/** The ids of the company's own add-ons. */
async function addonsOf(service: Service): Promise<string[]> {
  const { client } = await screenOf(service, service.card);
  return (await read(client, 'addons')).map((each: Json) => each.id_str);
}
