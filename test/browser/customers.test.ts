// Customers and check-ins, in a browser.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { MINUTE } from '#src/kernel/time.ts';
import type { Json } from '#test/harness/service.ts';
import { onStage, PHONE } from './harness.ts';
import { HOSTILE, WIDER } from './pages.ts';

onStage('customers and check-ins', (stage) => {
  it('a customer who is added in the form is found by the API, and by the screen as the API finds them', async () => {
    const { client } = stage().service;
    const tab = await stage().open({ expected: /\b(400|404)\b/ });
    await tab.signIn('/customers');
    const { page } = tab;
    await page.getByRole('link', { name: 'Ada Example' }).waitFor();
    await page.getByRole('button', { name: 'New customer' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Last name').fill('Hopper');
    await form.getByLabel('E-mail').fill('no address');
    await form.getByRole('button', { name: 'Add customer' }).click();
    // Each error stands at its field, and the first one has the focus.
    await form.locator('[aria-invalid="true"]').first().waitFor();
    assert.equal(await form.getByLabel('E-mail').getAttribute('aria-invalid'), 'true');
    await form.getByLabel('First name').fill('Grace');
    await form.getByLabel('E-mail').fill('grace@example.com');
    await form.getByLabel('Phone', { exact: true }).fill('0400 123');
    await form.getByLabel('Reference').fill('G-1');
    await form.getByRole('group', { name: 'Address', exact: true }).getByLabel('City').fill('Sydney');
    await tab.checkAccessibility();
    await form.getByRole('button', { name: 'Add customer' }).click();
    await page.getByRole('heading', { name: 'Grace Hopper', level: 1 }).waitFor();
    const id = tab.path.split('/')[2];
    const { json } = await client.get(`customers/${id}`);
    assert.deepEqual(
      [json.first_name, json.last_name, json.email, json.phone, json.primary_address.city],
      ['Grace', 'Hopper', 'grace@example.com', '0400 123', 'Sydney'],
    );

    await page.getByRole('button', { name: 'Edit' }).click();
    await form.getByLabel('Mobile').fill('0411');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('0411').waitFor();
    assert.equal((await client.get(`customers/${id}`)).json.mobile, '0411');

    // Who pays no tax, and why; taken back again.
    await page.getByRole('button', { name: 'Edit' }).click();
    await form.getByLabel('Company name', { exact: true }).fill('Compilers Ltd');
    await form.getByLabel('Tax number').fill('GB1');
    assert.equal(await form.getByLabel('Number of the certificate').count(), 0);
    await form.getByRole('switch', { name: 'Tax exempt' }).check({ force: true });
    await form.getByLabel('Number of the certificate').fill('C-7');
    await form.getByLabel('Reason', { exact: true }).fill('Embassy');
    await tab.checkAccessibility();
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('C-7, Embassy').waitFor();
    const exempt = (await client.get(`customers/${id}`)).json;
    assert.deepEqual(
      [exempt.company_name, exempt.tax_number, exempt.tax_exempt],
      ['Compilers Ltd', 'GB1', { number: 'C-7', reason: 'Embassy' }],
    );
    await page.getByRole('button', { name: 'Edit' }).click();
    await form.getByRole('switch', { name: 'Tax exempt' }).uncheck({ force: true });
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('C-7, Embassy').waitFor({ state: 'detached' });
    assert.equal((await client.get(`customers/${id}`)).json.tax_exempt, null);

    await page.getByRole('link', { name: 'Customers', exact: true }).first().click();
    await page.getByLabel('E-mail', { exact: true }).fill('nobody@example.com');
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByText('No customer found.').waitFor();
    await page.getByLabel('E-mail', { exact: true }).fill('GRACE@example.com');
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByRole('heading', { name: 'Grace Hopper', level: 1 }).waitFor();
    await tab.goto('/customers');
    await page.getByRole('combobox', { name: 'Find by' }).click();
    await page.getByRole('option', { name: 'Name and phone' }).click();
    await page.getByLabel('First name').fill('Grace');
    await page.getByLabel('Phone', { exact: true }).fill('0400 123');
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByRole('heading', { name: 'Grace Hopper', level: 1 }).waitFor();
    await tab.goto('/customers?reference=G-1');
    await page.getByRole('link', { name: 'Grace Hopper' }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'Ada Example' }).count(), 0);

    await page.getByRole('link', { name: 'Grace Hopper' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('link', { name: 'Ada Example' }).waitFor();
    assert.equal((await client.get(`customers/${id}`)).status, 404);
  });

  it('shows who comes and goes as it happens, with the time that is left', async () => {
    const { service } = stage();
    const { client, card, clock } = service;
    const path = `sites/${card.sites[0].id}/checkins`;
    const { json: guest } = await client.post('customers', { first_name: 'Walter', phone: '0499' });
    const tab = await stage().open();
    await tab.signIn('/checkins');
    const { page } = tab;
    await page.getByText('Nobody is checked in').waitFor();
    await client.post(path, { customer_id: guest.id_str, duration: 90 });
    const row = page.getByRole('row', { name: /Walter/ });
    await row.getByText('1 h 30 min left').waitFor();
    await client.delete(`${path}/${guest.id_str}`);
    await page.getByText('Nobody is checked in').waitFor();

    await page.getByRole('button', { name: 'Check in' }).click();
    await page.getByRole('combobox', { name: 'Customer' }).fill('Ada');
    await page.getByRole('option', { name: /Ada Example/ }).click();
    await page.getByRole('dialog').getByLabel('Minutes').fill('45');
    await page.getByRole('dialog').getByRole('button', { name: 'Check in' }).click();
    await page
      .getByRole('row', { name: /Ada Example/ })
      .getByText('45 min left')
      .waitFor();
    const [checkin]: Json[] = (await client.get(path)).json;
    assert.deepEqual([String(checkin.customer_id), checkin.duration], [String(card.customers[0].id), 45]);
    await client.post(path, { customer_id: guest.id_str, duration: 5 });
    await row.waitFor();
    await tab.checkAccessibility();
    await tab.picture('checkins');
    await page.getByRole('button', { name: 'Check out Ada Example' }).click();
    await page.getByRole('row', { name: /Ada Example/ }).waitFor({ state: 'detached' });
    assert.deepEqual(
      (await client.get(path)).json.map((each: Json) => each.id_str),
      [guest.id_str],
    );
    clock.advance(5n * MINUTE);
    await row.waitFor({ state: 'detached' });
  });

  it('says at its field why somebody is not checked in', async () => {
    const { card } = stage().service;
    const tab = await stage().open({ expected: /\b400\b/ });
    await tab.signIn(`/customers/${card.customers[0].id}`);
    const { page } = tab;
    await page.getByRole('button', { name: 'Check in' }).click();
    await page.getByLabel('Minutes').fill('4');
    await page.getByRole('dialog').getByRole('button', { name: 'Check in' }).click();
    await page.getByText('must be a whole number from 5 to 600.').waitFor();
    await page.getByLabel('Minutes').fill('60');
    await page.getByRole('dialog').getByRole('button', { name: 'Check in' }).click();
    await page.getByRole('button', { name: 'Check out Ada Example' }).waitFor();
    await tab.checkAccessibility();
  });

  it('shows hostile texts as text, also on a phone', async () => {
    const { client, card } = stage().service;
    const made = await client.post('customers', {
      first_name: HOSTILE[0],
      last_name: HOSTILE[1],
      phone: '1',
      description: HOSTILE.join(' '),
      tags: HOSTILE.slice(0, 3),
      primary_address: { address: HOSTILE[2], city: HOSTILE[3] },
    });
    assert.equal(made.status, 201, made.text);
    await client.post(`sites/${card.sites[0].id}/checkins`, { customer_id: made.json.id_str });
    const tab = await stage().open({ size: PHONE, scheme: 'dark' });
    await tab.signIn('/customers');
    const { page } = tab;
    for (const path of ['/customers', `/customers/${made.json.id_str}`, '/checkins']) {
      await tab.goto(path);
      await page.getByText(HOSTILE[0], { exact: false }).first().waitFor();
      assert.deepEqual(await page.evaluate(WIDER), [], path);
      assert.equal(await page.evaluate('window.pwned'), undefined);
      await tab.checkAccessibility();
      if (path === '/customers') await tab.picture('customers-phone');
    }
  });
});
