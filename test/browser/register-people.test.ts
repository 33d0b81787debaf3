// People at the register of a company that has many: staff members who sign in, and customers.

import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { make } from '#test/api/helpers.ts';
import { onStage, PHONE, type Tab } from './harness.ts';
import { openRegister, stock, touchProduct } from './register-screen.ts';

/** More than the register searches by itself. */
const MANY_CUSTOMERS = 505;
const MANY_STAFF = 34;

onStage('people at the register of a large company', (stage) => {
  before(async () => {
    const { client } = stage().service;
    await stock(stage());
    const inTens = async (count: number, work: (at: number) => Promise<unknown>) => {
      for (let from = 0; from < count; from += 10)
        await Promise.all(Array.from({ length: Math.min(10, count - from) }, (_, at) => work(from + at)));
    };
    await inTens(MANY_STAFF, (at) => make(client, 'staff', { first_name: `Robin ${at}`, pin: '4711' }));
    await make(client, 'staff', { first_name: 'Nopin' });
    await make(client, 'staff', { first_name: 'Zoë', last_name: 'Müller', pin: '1234' });
    await inTens(MANY_CUSTOMERS, (at) =>
      make(client, 'customers', { first_name: 'Guest', last_name: `${at}`, email: `guest${at}@example.org` }),
    );
    const last = { first_name: 'Kim', last_name: 'Lee', phone: '+61 400 111 222' };
    await make(client, 'customers', last);
    const come = await make(client, 'customers', { first_name: 'Ada', email: 'ada@example.org' });
    await make(client, `sites/${stage().service.card.sites[0].id}/checkins`, {
      customer_id: come.id,
      duration: 60,
    });
  });

  const lock = async ({ page }: Tab) => {
    await page.getByRole('button', { name: 'Lock' }).click();
    await page.getByText('Who are you?').waitFor();
  };
  /** The requests of a tab from now on that end in some path, by their queries. */
  const queriesOf = ({ page }: Tab, path: string): string[] => {
    const queries: string[] = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname.endsWith(path)) queries.push(search);
    });
    return queries;
  };

  it('a staff member is found by name, and stands first the next time', async () => {
    const tab = await openRegister(stage(), { size: PHONE });
    const { page } = tab;
    const asked = queriesOf(tab, '/staff');
    await lock(tab);
    const names = page.getByRole('main').getByRole('button');
    await names.first().waitFor();
    assert.equal(await names.count(), 30);
    await page.getByText('Only the first 30 are shown: type more.').waitFor();
    await tab.checkAccessibility();
    await tab.picture('register-many-staff');
    const search = page.getByRole('searchbox', { name: 'Find your name' });
    await search.fill('nopin');
    await page.getByText('Nobody found who has a PIN.').waitFor();
    await search.fill('muller zo');
    await page.getByRole('button', { name: 'Zoë Müller' }).click();
    for (const digit of '1234') await page.getByRole('button', { name: digit, exact: true }).click();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('searchbox', { name: /Search by name/ }).waitFor();
    await lock(tab);
    await names.first().waitFor();
    assert.equal(await names.first().textContent(), 'Zoë Müller');
    assert.equal(await names.count(), 30);
    assert.ok(asked.every((query) => /\blimit=31\b/.test(query)) && asked.length >= 3, asked.join(' '));
  });

  it('who has signed in before and is gone is refused by name, and not offered any more', async () => {
    const { client, card } = stage().service;
    const gone = await make(client, 'staff', { first_name: 'Ivy', pin: '4711' });
    const tab = await openRegister(stage(), { expected: /400/ });
    const { page } = tab;
    const [{ id: register }] = card.sites[0].registers;
    const recent = JSON.stringify([{ id: gone.id_str, name: 'Ivy' }]);
    await page.evaluate(
      `localStorage.setItem('passbell.recent-staff.${register}', ${JSON.stringify(recent)})`,
    );
    assert.equal((await client.delete(`staff/${gone.id}`)).status, 204);
    await lock(tab);
    await page.getByRole('button', { name: 'Ivy' }).click();
    for (const digit of '4711') await page.getByRole('button', { name: digit, exact: true }).click();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText(/does not exist/).waitFor();
    await page.getByRole('button', { name: 'Ivy' }).click();
    await page.getByRole('button', { name: 'Manager' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Ivy' }).count(), 0);
  });

  it('a customer is found by the service, and those who are checked in stand there without a search', async () => {
    const tab = await openRegister(stage());
    const { page } = tab;
    const dialog = page.getByRole('dialog');
    const asked = queriesOf(tab, '/customers');
    await touchProduct(tab, /Tomato soup/);
    await page.getByRole('button', { name: 'Details' }).click();
    const search = dialog.getByLabel('Customer');
    await dialog.getByRole('button', { name: 'Ada · Checked in' }).waitFor();
    await search.fill('400 111');
    await dialog.getByRole('button', { name: 'Kim Lee' }).waitFor();
    await search.fill('guest504');
    await dialog.getByRole('button', { name: 'Guest 504' }).waitFor();
    await search.fill('guest');
    await dialog.getByText('Only the first 8 are shown: type more.').waitFor();
    await search.fill('nobody at all');
    await dialog.getByText('No customer found.').waitFor();
    assert.deepEqual(
      asked.map((query) => new URLSearchParams(query).get('q')).filter((q) => q !== null),
      ['400 111', 'guest504', 'guest', 'nobody at all'],
    );
    assert.ok(
      asked.every((query) => /limit=(?:500|9)\b/.test(query)),
      asked.join(' '),
    );
    await search.fill('kim');
    await dialog.getByRole('button', { name: 'Kim Lee' }).click();
    await dialog.getByRole('button', { name: 'Check in' }).click();
    await dialog.getByText('Checked in').waitFor();
  });
});
