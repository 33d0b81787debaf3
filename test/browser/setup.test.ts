// The set-up in a browser: sites, registers, staff, taxes, payment methods and people. What the API refuses stands at
// its field, in words.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { until } from '#test/harness/process.ts';
import { change, make, read } from '../api/helpers.ts';
import { hirePerson, letIn, openScreen, screenOf } from '../api/screens.ts';
import { onStage, PHONE, type Tab } from './harness.ts';

/** Texts that have broken pages before. */
const HOSTILE = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '\u202etxet desrever\u202c',
  'Z\u0351\u036b\u0343\u036a\u0302\u036b\u033d\u034f\u0334\u0319\u0324\u031e\u0349\u035a\u032f\u031e\u0320\u034dA',
  '{{constructor.constructor("return 1")()}}',
  'w'.repeat(200),
] as const;

const chooser = (tab: Tab, name: string) => tab.page.getByRole('combobox', { name });

/** Chooses an entry of a select. */
async function choose(tab: Tab, name: string, option: string): Promise<void> {
  await chooser(tab, name).click();
  await tab.page.getByRole('option', { name: option, exact: true }).click();
}

onStage('the set-up', (stage) => {
  it('shows the way to the first sale, ticked by what is there, until it is done or dismissed', async () => {
    const { service } = stage();
    const { client, card } = service;
    const [site] = card.sites;
    await letIn(service, await screenOf(service, card), site.registers[0].id, 'Counter');
    const tab = await stage().open();
    await tab.signIn('/');
    const guide = tab.page.getByRole('region', { name: 'First steps' });
    const step = (name: string, state: string) =>
      guide.getByRole('listitem').filter({ hasText: name }).getByRole('img', { name: state });
    for (const name of ['Taxes', 'Menu', 'Device']) await step(name, 'Done').waitFor();
    for (const name of ['Company details', 'First sale']) await step(name, 'To do').waitFor();
    await tab.checkAccessibility();
    await tab.picture('guide');

    const other = await stage().open();
    await other.signIn('/');
    await other.page.getByRole('button', { name: 'Dismiss' }).click();
    const dismissed = other.page.getByRole('region', { name: 'First steps' });
    await dismissed.waitFor({ state: 'detached' });
    await other.page.reload();
    await other.page.getByRole('region', { name: 'Sales', exact: true }).waitFor();
    assert.equal(await dismissed.count(), 0);

    await change(client, `sites/${site.id}`, { postal_address: { city: 'Vienna' } });
    await guide.getByText('4 of 5').waitFor();
    await make(client, 'orders', { site_id: site.id, status: 'COMPLETE', lines: [] });
    await guide.waitFor({ state: 'detached' });
  });

  it('makes a site and a register, and shows when the register is there', async () => {
    const { service } = stage();
    const { client } = service;
    const tab = await stage().open({ expected: /40[09]/ });
    await tab.signIn('/places');
    await tab.page.getByRole('button', { name: 'New site' }).click();
    await tab.page.getByRole('button', { name: 'Create site' }).click();
    await tab.page.getByText('Must not be empty.').waitFor();
    const name = tab.page.getByRole('dialog').getByLabel('Name');
    await name.and(tab.page.locator(':focus')).waitFor();
    await tab.checkAccessibility();
    await name.fill('Harbour kiosk');
    await tab.page.keyboard.press('Enter');
    await tab.page.getByRole('heading', { name: 'Harbour kiosk', level: 1 }).waitFor();
    await tab.page.getByLabel('E-mail address').fill('nobody');
    await tab.page.getByLabel('Latitude').fill('91');
    await tab.page.getByLabel('Longitude').fill('16.4');
    await tab.page.getByRole('button', { name: 'Save', exact: true }).click();
    await tab.page.getByText('Must be an e-mail address.').waitFor();
    await tab.page.getByText('Must be at most 90.').waitFor();
    await tab.page.getByLabel('E-mail address').fill('kiosk@example.com');
    await tab.page.getByLabel('Latitude').fill('48.2');
    await tab.page.getByRole('group', { name: 'Postal address' }).getByLabel('City').fill('Vienna');
    await choose(tab, 'Time zone', 'Europe/Vienna');
    await tab.page.getByRole('button', { name: 'Save', exact: true }).click();
    await tab.page.getByText('Site saved').waitFor();
    const site = (await read(client, 'sites')).at(-1);
    assert.deepEqual(
      [site.name, site.timezone.name, site.location, site.postal_address.city, site.shipping_address],
      ['Harbour kiosk', 'Europe/Vienna', { latitude: 48.2, longitude: 16.4 }, 'Vienna', null],
    );

    // Another user changes another field meanwhile: both changes stay.
    await change(client, `sites/${site.id}`, { prep_time_minutes: 25 });
    await tab.page.getByLabel('Phone').fill('+43 1 234');
    await tab.page.getByRole('button', { name: 'Save', exact: true }).click();
    await until('the second change is saved', async () => {
      return (await read(client, `sites/${site.id}`)).phone === '+43 1 234';
    });
    assert.equal((await read(client, `sites/${site.id}`)).prep_time_minutes, 25);
    // Until the page knows it as well, leaving it is asked about.
    await tab.page.locator('button[type=submit]:not([data-loading])', { hasText: 'Save' }).waitFor();

    await tab.page.getByRole('link', { name: 'Sites and registers' }).last().click();
    await tab.page.getByRole('button', { name: 'New register at Harbour kiosk' }).click();
    await tab.page.getByRole('dialog').getByLabel('Name').fill('Window');
    await tab.page.getByRole('button', { name: 'Create register' }).click();
    await tab.page.getByRole('heading', { name: 'Window', level: 1 }).waitFor();
    await tab.page.getByText('Offline', { exact: true }).waitFor();
    const register = (await read(client, 'registers')).at(-1);

    await tab.page.getByRole('button', { name: 'Create a token for a print agent' }).click();
    const shown = (label: string) =>
      tab.page.getByRole('dialog').getByLabel(label, { exact: true }).inputValue();
    const token = await shown('Token');
    const where = `--url ${service.url} --register ${register.id} --token-file print-token`;
    assert.equal(await shown('Command'), `passbell-print-agent ${where} --printer tcp://<printer>:9100`);
    await tab.page.getByRole('button', { name: 'I have copied it' }).click();
    const devices = tab.page.getByRole('table', { name: 'Devices' });
    await devices.getByText('Print agent').first().waitFor();
    await devices.getByRole('button', { name: 'Rename Print agent' }).click();
    await tab.page.getByRole('dialog').getByLabel('Name').fill('Back office printer');
    await tab.page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await devices.getByText('Back office printer').waitFor();
    const agent = service.as(`Bearer ${token}`);
    assert.equal((await agent.post(`registers/${register.id}/heartbeat`, {})).status, 200);
    await tab.page.getByText('Online', { exact: true }).waitFor();
    await tab.checkAccessibility();
    await devices.getByRole('button', { name: 'Revoke Back office printer' }).click();
    await tab.page.getByRole('button', { name: 'Revoke device' }).click();
    await tab.page.getByText('No devices yet').waitFor();
    assert.equal((await agent.get('registers')).status, 401);

    await tab.goto(`/places/sites/${site.id}`);
    await tab.page.getByRole('button', { name: 'Delete site Harbour kiosk' }).click();
    await tab.page.getByRole('button', { name: 'Delete site', exact: true }).click();
    await tab.page
      .getByRole('dialog')
      .getByText(/used by registers/)
      .waitFor();
  });

  it('shows what a register had to print, and prints it again', async () => {
    const { service } = stage();
    const { client, card } = service;
    const site = card.sites[0];
    await change(client, `sites/${site.id}`, { kitchen_tickets: true });
    const register = await make(client, 'registers', {
      name: 'Pass',
      site_id: site.id,
      kitchen_printing: true,
    });
    const [product] = await read(client, 'products?name=Barbecue%20Chicken%20Pizza%20(&limit=1');
    await make(client, 'orders', {
      site_id: site.id,
      register_id: register.id,
      status: 'ACCEPTED',
      lines: [{ product_id: product.id_str }],
    });
    const tab = await stage().open();
    await tab.signIn(`/places/registers/${register.id}`);
    const jobs = tab.page.getByRole('table', { name: 'Print jobs' });
    await jobs.getByText('Queued').waitFor();
    const agent = { agent: 'bar' };
    const claimed = await client.post(`registers/${register.id}/print_jobs/claim`, agent);
    const [job] = claimed.json.jobs;
    await client.post(`registers/${register.id}/print_jobs/${job.id}/printed`, {
      ...agent,
      attempt: job.attempt,
    });
    await jobs.getByText('Printed').waitFor();
    await tab.picture('register-page');
    await jobs.getByRole('button', { name: /^Reprint/ }).click();
    await jobs.getByText('Copy').waitFor();
    assert.equal((await read(client, `registers/${register.id}/print_jobs?state=queued`)).length, 1);
  });

  it('adds staff with a PIN that is never shown, and says what is wrong with it', async () => {
    const { service } = stage();
    const { client, card } = service;
    const tab = await stage().open({ expected: /400/ });
    await tab.signIn('/staff');
    await tab.page.getByRole('button', { name: 'New staff member' }).click();
    await tab.page.getByLabel('First name').fill(HOSTILE[0]);
    await tab.page.getByLabel('Last name').fill('Chen');
    await tab.page.getByRole('textbox', { name: 'PIN' }).fill('12');
    await tab.page.getByRole('button', { name: 'Add permission of an add-on' }).click();
    const group = tab.page.getByRole('group', { name: 'Permissions' });
    await group.getByRole('button', { name: 'Manager', exact: true }).click();
    assert.equal(await tab.page.getByRole('checkbox', { name: 'Close the drawer' }).isChecked(), true);
    await group.getByRole('button', { name: 'Cashier', exact: true }).click();
    assert.equal(await tab.page.getByRole('checkbox', { name: 'Close the drawer' }).isChecked(), false);
    await tab.page.getByRole('checkbox', { name: 'Give discounts' }).check();
    await tab.page.getByLabel('Name of permission 1').fill('Refunds');
    await tab.page.getByRole('button', { name: 'Add', exact: true }).click();
    await tab.page.getByText('Must have 4 to 12 digits.').waitFor();
    await tab.page.getByText('Must not be empty.').waitFor();
    await tab.checkAccessibility();
    await tab.page.getByRole('textbox', { name: 'PIN' }).fill('4711');
    await tab.page.getByLabel('Code of permission 1').fill('refunds');
    await tab.page.getByRole('button', { name: 'Add', exact: true }).click();
    await tab.page.getByRole('button', { name: `${HOSTILE[0]} Chen` }).click();
    assert.equal(await tab.page.getByRole('textbox', { name: 'New PIN' }).inputValue(), '');
    const member = (await read(client, 'staff')).at(-1);
    const own = { code: 'refunds', name: 'Refunds', domain: '' };
    assert.deepEqual(member.permissions, [
      { code: 'FinishSale', name: 'Finish sales', domain: 'Sales' },
      { code: 'MakeDiscount', name: 'Give discounts', domain: 'Register' },
      own,
    ]);
    const signIn = (pin: string) =>
      client.post(`registers/${card.sites[0].registers[0].id}/sessions`, { staff_id: member.id, pin });
    assert.equal((await signIn('4711')).status, 201);
    await tab.page.getByLabel('Remove the PIN').check();
    await tab.page.getByRole('button', { name: 'Save', exact: true }).click();
    await tab.page.getByText('Staff member saved').waitFor();
    assert.notEqual((await signIn('4711')).status, 201);
  });

  it('adds taxes, groups and payment methods; what is in use is not deleted, and says so', async () => {
    const { service } = stage();
    const { client } = service;
    const tab = await stage().open({ expected: /40[09]/ });
    await tab.signIn('/taxes');
    await tab.page.getByRole('button', { name: 'New tax', exact: true }).click();
    await tab.page.getByLabel('Name').fill('Levy');
    await tab.page.getByLabel('Code').fill('LV');
    await tab.page.getByLabel('Rate in percent').fill('a lot');
    await tab.page.getByRole('button', { name: 'Add tax' }).click();
    await tab.page.getByText('Must be a number.').waitFor();
    await tab.page.getByLabel('Rate in percent').fill('7.25');
    await tab.page.getByRole('button', { name: 'Add tax' }).click();
    await tab.page.getByRole('table', { name: 'Taxes', exact: true }).getByText('7.25%').waitFor();
    await tab.page.getByRole('button', { name: 'New tax group' }).click();
    await tab.page.getByLabel('Name').fill('Both');
    await tab.page.getByLabel('Code').fill('B');
    await chooser(tab, 'Taxes').click();
    await tab.page.getByRole('option', { name: 'Levy (7.25%)' }).click();
    await tab.page.getByRole('option', { name: 'GST (10%)' }).click();
    await tab.page.keyboard.press('Tab');
    await tab.page.getByRole('button', { name: 'Add tax group' }).click();
    await tab.page.getByRole('table', { name: 'Tax groups' }).getByText('17.25%').waitFor();
    await tab.checkAccessibility();
    await tab.page.getByRole('button', { name: 'GST', exact: true }).click();
    await tab.page.getByRole('button', { name: 'Delete GST' }).click();
    await tab.page.getByRole('button', { name: 'Delete', exact: true }).last().click();
    await tab.page
      .getByRole('alert')
      .getByText(/used by/)
      .waitFor();

    await tab.goto('/taxes');
    await tab.page.getByRole('button', { name: 'Levy', exact: true }).click();
    await tab.page.getByRole('button', { name: 'When it is charged' }).click();
    await chooser(tab, 'Order types').click();
    await tab.page.getByRole('option', { name: 'Takeaway' }).click();
    await tab.page.keyboard.press('Escape');
    await tab.page.getByLabel('First day').fill('2027-02-01');
    await tab.page.getByLabel('Last day').fill('2027-01-01');
    await tab.page.getByLabel('Price of one').fill('110');
    await choose(tab, 'It is charged', 'Below that price');
    await tab.page.getByRole('switch', { name: 'On top of prices' }).check({ force: true });
    await tab.checkAccessibility();
    await tab.page.getByRole('button', { name: 'Save', exact: true }).click();
    await tab.page.locator('input[type=date][aria-invalid=true]').waitFor();
    await tab.page.getByLabel('Last day').fill('2027-12-31');
    await tab.page.getByRole('button', { name: 'Save', exact: true }).click();
    await tab.page.getByRole('dialog').waitFor({ state: 'detached' });
    const levy = (await read(client, 'taxes')).find((tax: { code: string }) => tax.code === 'LV');
    assert.deepEqual(
      [
        levy.order_types,
        levy.effective_from,
        levy.effective_until,
        levy.threshold,
        levy.on_top,
        levy.compound,
      ],
      [['Takeaway'], '2027-02-01', '2027-12-31', { amount: 110, applies: 'below' }, true, false],
    );
    // It opens with its terms shown, and a change of its name leaves them alone.
    await tab.page.getByRole('button', { name: 'Levy', exact: true }).click();
    assert.equal(await tab.page.getByLabel('Price of one').inputValue(), '110');
    await tab.page.getByLabel('Name').fill('Green levy');
    await tab.page.getByRole('button', { name: 'Save', exact: true }).click();
    await tab.page.getByRole('dialog').waitFor({ state: 'detached' });
    const renamed = (await read(client, 'taxes')).find((tax: { code: string }) => tax.code === 'LV');
    assert.deepEqual({ ...levy, name: 'Green levy', updated_at: renamed.updated_at }, renamed);

    await tab.goto('/payment-methods');
    await tab.page.getByRole('button', { name: 'New payment method' }).click();
    await tab.page.getByLabel('Name').fill('House account');
    await choose(tab, 'Kind', 'On account');
    await tab.page.getByRole('button', { name: 'Add', exact: true }).click();
    await tab.page.getByRole('row', { name: 'House account On account' }).waitFor();
    assert.equal((await read(client, 'payment_methods')).at(-1).kind, 'account');
  });

  it('invites a manager, who finds only what managers may do; an owner decides about roles', async () => {
    const tab = await stage().open({ expected: /409/ });
    await tab.signIn('/people');
    await tab.page.getByRole('button', { name: 'Invite', exact: true }).click();
    await tab.page.getByLabel('E-mail address').fill('new@example.com');
    await tab.checkAccessibility();
    await tab.page.getByRole('button', { name: 'Create invitation' }).click();
    const link = await tab.page.getByRole('dialog').getByLabel('Link', { exact: true }).inputValue();
    await tab.page.getByRole('button', { name: 'I have copied it' }).click();
    await tab.page.getByRole('table', { name: 'Open invitations' }).getByText('new@example.com').waitFor();
    await tab.picture('people');

    const other = await stage().open();
    const { pathname, search } = new URL(link);
    await other.goto(pathname + search);
    await other.page.getByLabel('Your name').fill('Nora New');
    await other.page.getByLabel('New password').fill('a long enough password');
    await other.page.getByLabel('Repeat the password').fill('a long enough password');
    await other.page.getByRole('button', { name: 'Join as Manager' }).click();
    await other.page.getByRole('heading', { name: 'Today' }).waitFor();
    await other.goto('/people');
    const row = other.page.getByRole('row', { name: /Nora New/ });
    await row.getByText('You', { exact: true }).waitFor();
    assert.equal(await chooser(other, 'Role of Nora New').count(), 0);
    assert.equal(await other.page.getByRole('button', { name: /^Remove/ }).count(), 0);
    await other.page.getByText('Only an owner can change a role').waitFor();
    await other.page.getByRole('button', { name: 'Invite', exact: true }).click();
    await chooser(other, 'Role').click();
    assert.equal(
      await other.page.getByRole('option', { name: 'Owner' }).getAttribute('data-combobox-disabled'),
      'true',
    );

    await tab.page.reload();
    await choose(tab, 'Role of Nora New', 'Staff');
    const asked = tab.page.getByRole('dialog', { name: 'Make Nora New staff?' });
    await asked.getByRole('button', { name: 'Change the role' }).click();
    await tab.page.getByText('Nora New is now: Staff').waitFor();
    await asked.waitFor({ state: 'detached' });
    await choose(tab, 'Role of Owner', 'Staff');
    const own = tab.page.getByRole('dialog', { name: 'Become staff?' });
    await own.getByRole('button', { name: 'Change the role' }).click();
    await own.getByText(/no owner left/).waitFor();
    await own.getByRole('button', { name: 'Cancel' }).click();
    await tab.page.getByRole('link', { name: 'Audit log' }).click();
    await tab.page.getByText('new@example.com from manager to staff').waitFor();
    await tab.checkAccessibility();
  });

  it('takes somebody out of the company with what they made, but for what is unticked', async () => {
    const { service } = stage();
    const person = await hirePerson(service, 'manager');
    const leaver = await openScreen(service, person, service.client.companyId);
    const register = service.card.sites[0].registers[0].id;
    const { client: stays } = await letIn(service, leaver, register, 'Front till');
    const { client: goes } = await letIn(service, leaver, register, 'Old tablet');
    const tab = await stage().open();
    await tab.signIn('/people');
    const row = tab.page.getByRole('row', { name: person.email });
    await row.getByRole('button', { name: /^Remove/ }).click();
    const dialog = tab.page.getByRole('dialog');
    const front = dialog.getByRole('checkbox', { name: /Device Front till/ });
    assert.ok(await front.isChecked(), 'ticked unless somebody unticks it');
    await front.uncheck();
    await tab.checkAccessibility();
    await tab.picture('people-remove');
    await dialog.getByRole('button', { name: 'Remove from the company' }).click();
    await tab.page.getByText(/ removed$/).waitFor();
    assert.equal((await stays.get('orders')).status, 200);
    assert.equal((await goes.get('orders')).status, 401);
    await tab.page.getByRole('link', { name: 'Audit log' }).click();
    await tab.page.getByText(`device Old tablet, by ${person.email}`).waitFor();
  });

  it('asks what a manager who becomes staff leaves behind, and revokes it but for what is unticked', async () => {
    const { service } = stage();
    const person = await hirePerson(service, 'manager');
    const manager = await openScreen(service, person, service.client.companyId);
    const register = service.card.sites[0].registers[0].id;
    const { client: stays } = await letIn(service, manager, register, 'Bar till');
    const { client: goes } = await letIn(service, manager, register, 'Own phone');
    const tab = await stage().open();
    await tab.signIn('/people');
    const row = tab.page.getByRole('row', { name: person.email });
    await row.getByRole('combobox', { name: /^Role of/ }).click();
    await tab.page.getByRole('option', { name: 'Staff' }).click();
    const dialog = tab.page.getByRole('dialog', { name: /^Make .* staff\?$/ });
    await dialog.getByRole('checkbox', { name: /Device Bar till/ }).uncheck();
    await tab.checkAccessibility();
    await dialog.getByRole('button', { name: 'Change the role' }).click();
    await tab.page.getByText(/ is now: Staff$/).waitFor();
    assert.equal((await stays.get('orders')).status, 200);
    assert.equal((await goes.get('orders')).status, 401);
  });

  it('tells staff that this is for those who run the company', async () => {
    const { service } = stage();
    const person = await hirePerson(service, 'staff');
    const tab = await stage().open();
    await tab.signIn('/developer', person);
    await tab.page.getByText('Only owners and managers can open this').waitFor();
    const menu = tab.page.getByRole('navigation', { name: 'Screens' });
    await menu.getByRole('link', { name: 'Orders' }).waitFor();
    assert.equal(await menu.getByRole('link', { name: 'People' }).count(), 0);
  });

  for (const [name, options] of [
    ['dark', { scheme: 'dark' }],
    ['phone', { size: PHONE }],
  ] as const) {
    it(`can be used by everybody, whatever names there are: ${name}`, async () => {
      const { service } = stage();
      const { client } = service;
      if (name === 'dark') {
        for (const text of HOSTILE) {
          await make(client, 'payment_methods', { name: text, kind: 'card' });
          await make(client, 'sites', { name: text, code: text.slice(0, 50) });
        }
      }
      const tab = await stage().open(options);
      await tab.signIn('/company');
      for (const [path, picture] of [
        ['/company', undefined],
        ['/places', `places-${name}`],
        [`/places/registers/${service.card.sites[0].registers[0].id}`, undefined],
        ['/payment-methods', undefined],
        ['/people', undefined],
        ['/developer/api', undefined],
        ['/developer', `developer-${name}`],
      ] as const) {
        await tab.goto(path);
        await tab.page.locator('section, table tbody button, table tbody a').first().waitFor();
        await tab.page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
        await tab.checkAccessibility();
        const wide = await tab.page.evaluate('document.documentElement.scrollWidth > innerWidth');
        assert.equal(wide, false, `${path} is wider than the window.`);
        if (picture !== undefined) await tab.picture(picture);
      }
    });
  }
});
