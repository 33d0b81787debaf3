// The company's page: what can be said of it and of its receipts, and what stands in the way of a change.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { change, make, read } from '../api/helpers.ts';
import { hirePerson } from '../api/screens.ts';
import { DESK, onStage, PHONE, type Tab } from './harness.ts';

const COMPANY = '/v1/companies/me';

/** Opens the page and waits for the company in it. */
async function openCompany(tab: Tab, name: string) {
  await tab.signIn('/company');
  const { page } = tab;
  const box = (label: string) => page.getByRole('textbox', { name: label, exact: true });
  await box('Name').waitFor();
  assert.equal(await box('Name').inputValue(), name);
  const preview = page.getByRole('figure', { name: 'Preview of the receipt' });
  return { page, box, preview, save: page.getByRole('button', { name: 'Save', exact: true }) };
}

onStage('the company in the back office', (stage) => {
  it('shows its receipts while their texts are typed, and says at each field what is wrong', async () => {
    const { service } = stage();
    const { client } = service;
    const member = await make(client, 'staff', { first_name: 'Ida', last_name: 'Ray' });
    const before = await read(client, COMPANY);
    const tab = await stage().open({ expected: /400/ });
    const { page, box, preview, save } = await openCompany(tab, before.name);
    assert.equal(await box('Currency').inputValue(), 'AUD');
    assert.equal(await box('Currency').getAttribute('readonly'), '');
    assert.equal(await save.isDisabled(), true);

    await box('Name').fill('Quay Trading');
    await box('Business number').fill('51 824 753 556');
    await box('Text at the top').fill('Best soup in town!\nשלום');
    await box('Text at the end').fill('Thank you!\n\nOpen daily');
    for (const text of ['Quay Trading', '51 824 753 556', 'Best soup in town!', 'Open daily'])
      await preview.getByText(text).waitFor();
    await page.getByText('23 of 500 characters').waitFor();

    await box('Website').fill('quay');
    await box('Text at the end').fill('x'.repeat(501));
    await page.getByRole('group', { name: 'Postal address' }).getByLabel('Postal code').fill('1'.repeat(51));
    await page.getByText('501 of 500 characters').waitFor();
    await save.click();
    await page.getByText('Must be an http or https address without credentials.').waitFor();
    await page.getByText('Must be at most 500 characters long.').waitFor();
    await page.getByText('Must be at most 50 characters long.').waitFor();
    assert.equal(await page.locator('input:focus').getAttribute('aria-invalid'), 'true');
    assert.deepEqual(await read(client, COMPANY), before);

    await box('Website').fill('https://quay.example');
    await box('Text at the end').fill('Thank you!\n\nOpen daily');
    const postal = page.getByRole('group', { name: 'Postal address' });
    await postal.getByLabel('Postal code').fill('2000');
    await postal.getByLabel('City').fill('Sydney');
    await page.getByRole('combobox', { name: 'Contact' }).click();
    await page.getByRole('option', { name: 'Ida Ray', exact: true }).click();
    await save.click();
    await page.getByText('Saved.').waitFor();
    const after = await read(client, COMPANY);
    assert.deepEqual(after, {
      ...before,
      name: 'Quay Trading',
      business_number: '51 824 753 556',
      website: 'https://quay.example',
      postal_address: { address: null, city: 'Sydney', state: null, postal_code: '2000', country: null },
      contact_staff_member: member.id,
      contact_staff_member_str: member.id_str,
      receipt_header: 'Best soup in town!\nשלום',
      receipt_footer: 'Thank you!\n\nOpen daily',
      updated_at: after.updated_at,
    });
    await tab.checkAccessibility();
    await tab.picture('company-light');

    // What is emptied is unset.
    await box('Website').fill('');
    await box('Text at the top').fill(' ');
    await postal.getByLabel('Postal code').fill('');
    await postal.getByLabel('City').fill('');
    await save.click();
    await page.getByRole('button', { name: 'Discard' }).waitFor({ state: 'detached' });
    const unset = await read(client, COMPANY);
    assert.deepEqual([unset.website, unset.receipt_header, unset.postal_address], [null, null, null]);
    assert.equal(unset.receipt_footer, after.receipt_footer);
  });

  it('sets how money is counted, with a coin to round cash to', async () => {
    const { client } = stage().service;
    const before = await read(client, COMPANY);
    const tab = await stage().open({ expected: /400/ });
    const { page, box, save } = await openCompany(tab, before.name);
    const choose = async (label: string, option: string) => {
      await page.getByRole('combobox', { name: label, exact: true }).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    };
    await choose('Taxes are rounded', 'Once per tax of an order');
    await choose('Half a cent is rounded', 'To the even cent');
    await choose('Discounts in money', 'Include tax');
    await box('Smallest coin').fill('-1');
    await choose('Prices below zero', 'Yes');
    await save.click();
    await page.locator('input[aria-invalid=true]').waitFor();
    assert.equal(await box('Smallest coin').getAttribute('aria-invalid'), 'true');
    assert.deepEqual(await read(client, COMPANY), before);
    await box('Smallest coin').fill('0.05');
    await save.click();
    await page.getByText('Saved.').waitFor();
    const { tax_rounding, rounding_mode, cash_rounding, discounts_include_tax, negative_prices } = await read(
      client,
      COMPANY,
    );
    assert.deepEqual(
      { tax_rounding, rounding_mode, cash_rounding, discounts_include_tax, negative_prices },
      {
        tax_rounding: 'document',
        rounding_mode: 'half_even',
        cash_rounding: { increment: 0.05, methods: ['cash'] },
        discounts_include_tax: true,
        negative_prices: true,
      },
    );
    await tab.checkAccessibility();
    await box('Smallest coin').fill('');
    await save.click();
    await page.getByRole('button', { name: 'Discard' }).waitFor({ state: 'detached' });
    const after = await read(client, COMPANY);
    assert.deepEqual(after, {
      ...before,
      ...{ tax_rounding, rounding_mode, discounts_include_tax, negative_prices },
      updated_at: after.updated_at,
    });
  });

  it('sets at a site what differs from the company, and takes it back', async () => {
    const { client, card } = stage().service;
    const path = `sites/${card.sites[0].id}`;
    const before = await read(client, path);
    const tab = await stage().open({ expected: /400/ });
    await tab.signIn(`/places/sites/${card.sites[0].id}`);
    const { page } = tab;
    const section = page.getByRole('region', { name: 'Rounding and discounts' });
    const field = (name: string) => section.getByRole('combobox', { name, exact: true });
    const save = page.getByRole('button', { name: 'Save', exact: true });
    const choose = async (name: string, option: string) => {
      await field(name).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    };
    assert.equal(await field('Taxes are rounded').getAttribute('placeholder'), 'As the company');
    await choose('Taxes are rounded', 'Once per tax of an order');
    await choose('Half a cent is rounded', 'To the even cent');
    await choose('Discounts in money', 'Are without tax');
    await choose('Prices below zero', 'No');
    const coin = section.getByRole('textbox', { name: 'Smallest coin' });
    await coin.fill('x');
    await save.click();
    await page.locator('input[aria-invalid=true]').waitFor();
    assert.equal(await coin.getAttribute('aria-invalid'), 'true');
    await coin.fill('0');
    await save.click();
    await page.getByText('Site saved').waitFor();
    const own = await read(client, path);
    const { tax_rounding, rounding_mode, cash_rounding, discounts_include_tax, negative_prices } = own;
    assert.deepEqual(
      { tax_rounding, rounding_mode, cash_rounding, discounts_include_tax, negative_prices },
      {
        tax_rounding: 'document',
        rounding_mode: 'half_even',
        cash_rounding: { increment: 0, methods: ['cash'] },
        discounts_include_tax: false,
        negative_prices: false,
      },
    );
    await tab.checkAccessibility();
    for (const name of [
      'Taxes are rounded',
      'Half a cent is rounded',
      'Discounts in money',
      'Prices below zero',
    ])
      await choose(name, await field(name).inputValue());
    await coin.fill('');
    const saved = page.waitForResponse(
      (answer) => answer.request().method() === 'PUT' && answer.url().endsWith(path),
    );
    await save.click();
    assert.equal((await saved).status(), 200);
    const after = await read(client, path);
    assert.deepEqual({ ...after, updated_at: before.updated_at }, before);
  });

  it('lets owners say how long things are kept, and shows it to managers', async () => {
    const { service } = stage();
    const { client } = service;
    const before = await read(client, COMPANY);
    const tab = await stage().open({ expected: /400/ });
    const { page, box, save } = await openCompany(tab, before.name);
    assert.equal(await box('Days of deliveries to webhooks').inputValue(), '30');
    await box('Days in the event log').fill('30');
    await save.click();
    await page.getByText('Must be a whole number from 31 to 3650.').waitFor();
    await box('Days in the event log').fill('730');
    await box('Days of deliveries to webhooks').fill('');
    await box('Days of requests by add-ons').fill('14');
    await box('Days of the history of closed orders').fill('365');
    await save.click();
    await page.getByText('Saved.').waitFor();
    const kept = { keep_events_days: 730, keep_requests_days: 14, keep_order_history_days: 365 };
    const after = await read(client, COMPANY);
    assert.deepEqual(after, { ...before, ...kept, updated_at: after.updated_at });
    await tab.checkAccessibility();
    await tab.picture('company-kept');
    const other = await stage().open();
    await other.signIn('/company', await hirePerson(service, 'manager'));
    const field = other.page.getByRole('textbox', { name: 'Days in the event log' });
    await other.page.getByText('Only an owner changes it.').waitFor();
    assert.deepEqual([await field.inputValue(), await field.isDisabled()], ['730', true]);
  });

  it('lets the time zone be changed until there is an order', async () => {
    const { service } = stage();
    const { client, card } = service;
    const before = await read(client, COMPANY);
    const tab = await stage().open();
    const { page, save } = await openCompany(tab, before.name);
    const zone = page.getByRole('combobox', { name: 'Time zone' });
    await page.getByText('Can be changed until the first order.').waitFor();
    await zone.fill('Auckland');
    await page.getByRole('option', { name: 'Pacific/Auckland' }).click();
    await save.click();
    await page.getByText('Saved.').waitFor();
    assert.equal((await read(client, COMPANY)).timezone.name, 'Pacific/Auckland');
    const order = await make(client, 'orders', { site_id: card.sites[0].id });
    // The page hears of it.
    await page.getByText('Cannot be changed any more').waitFor();
    assert.equal(await zone.isDisabled(), true);

    await change(client, COMPANY, { receipt_header: 'Best soup', receipt_footer: 'Thank you!\nשלום' });
    await tab.goto(`/orders/${order.id_str}`);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Show the receipt' }).click();
    const receipt = page.getByRole('dialog', { name: `Receipt of ${order.saleid}` });
    for (const text of ['Best soup', 'Thank you!']) await receipt.getByText(text).waitFor();
  });

  it('asks before unsaved input is lost, and tells who is typing that somebody else was faster', async () => {
    const { service } = stage();
    const { client } = service;
    const { name } = await change(client, COMPANY, { receipt_footer: 'Old', business_number: null });
    const tab = await stage().open();
    const { page, box, save } = await openCompany(tab, name);
    await box('Text at the end').fill('Mine');
    await page.getByRole('link', { name: 'Categories', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Discard changes?' });
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await question.waitFor({ state: 'hidden' });
    assert.equal(await box('Text at the end').inputValue(), 'Mine');

    await change(client, COMPANY, { receipt_footer: 'Theirs' });
    await page.getByText('Somebody else changed this', { exact: true }).waitFor();
    await save.click();
    await page.getByText('Somebody else changed this meanwhile. Reload to go on.').waitFor();
    assert.equal((await read(client, COMPANY)).receipt_footer, 'Theirs');
    await page.getByRole('button', { name: 'Reload' }).click();
    assert.equal(await box('Text at the end').inputValue(), 'Theirs');
  });

  it('is for those who run the company', async () => {
    const { service } = stage();
    const tab = await stage().open();
    await tab.signIn('/company', await hirePerson(service, 'staff'));
    await tab.page.getByText('Only owners and managers can open this').waitFor();
    const menu = tab.page.getByRole('navigation', { name: 'Screens' });
    await menu.getByRole('link', { name: 'Orders' }).waitFor();
    assert.equal(await menu.getByRole('link', { name: 'Company', exact: true }).count(), 0);
  });

  for (const [name, options] of [
    ['dark', { scheme: 'dark', size: DESK }],
    ['phone', { size: PHONE }],
  ] as const) {
    it(`can be used by everybody, whatever its texts are: ${name}`, async () => {
      const { service } = stage();
      const texts = {
        receipt_header: `${'W'.repeat(200)}\n<b>bold</b>\n\u202etxet desrever\u202c`,
        receipt_footer: `Thank you!\n\nمرحبا بكم في المطعم\n${'界'.repeat(120)}`,
      };
      const { name: company } = await change(service.client, COMPANY, texts);
      const tab = await stage().open(options);
      const { page, preview } = await openCompany(tab, company);
      await preview.getByText('<b>bold</b>').waitFor();
      await tab.checkAccessibility();
      const wide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
      assert.equal(wide, false, 'The page is wider than the window.');
      const paper = await page.evaluate(
        "[...document.querySelectorAll('figure .card')].some((each) => each.scrollWidth > each.clientWidth)",
      );
      assert.equal(paper, false, 'The preview is wider than its paper.');
      await tab.picture(`company-${name}`);
    });
  }
});
