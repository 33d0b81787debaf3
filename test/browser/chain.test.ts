// The back office of a company with more sites than a page shows.

import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { MINUTE } from '#src/kernel/time.ts';
import { change, make } from '#test/api/helpers.ts';
import type { Json } from '#test/harness/service.ts';
import { onStage } from './harness.ts';

const SITES = 60;

onStage('the back office of a chain', (stage) => {
  let last: Json;
  before(async () => {
    const { client } = stage().service;
    const sites: Json[] = [];
    for (let from = 0; from < SITES; from += 10)
      sites.push(
        ...(await Promise.all(
          Array.from({ length: 10 }, (_, at) =>
            make(client, 'sites', { name: `Shop ${String(from + at).padStart(2, '0')}` }),
          ),
        )),
      );
    const registers = await Promise.all(
      sites.map((site) => make(client, 'registers', { name: `Till of ${site.name}`, site_id: site.id })),
    );
    await Promise.all(
      sites.map((site, at) =>
        change(client, `sites/${site.id}`, { default_pass_thru_register_id: registers[at]?.id }),
      ),
    );
    last = sites.at(-1);
  });

  it('shows some sites, more when asked, and finds the others by their names or those of registers', async () => {
    const tab = await stage().open();
    const { page } = tab;
    await tab.signIn('/places');
    const cards = page.getByRole('heading', { level: 2 });
    await page.getByRole('heading', { name: 'Shop 05' }).waitFor();
    assert.equal(await cards.count(), 20);
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByRole('heading', { name: 'Shop 30' }).waitFor();
    assert.equal(await cards.count(), 40);
    const search = page.getByRole('searchbox', { name: 'Find a site or a register' });
    await search.fill('till of shop 59');
    await page.getByRole('heading', { name: 'Shop 59' }).waitFor();
    assert.equal(await cards.count(), 1);
    await tab.checkAccessibility();
    await tab.picture('places-chain');
    await search.fill('nothing of the kind');
    await page.getByText('No site or register found').waitFor();
  });

  it('says what needs attention at each site, and where a customer is', async () => {
    const { client, clock } = stage().service;
    await change(client, `sites/${last.id}`, { kitchen_tickets: true, prep_time_minutes: 0 });
    const register = await make(client, 'registers', {
      ...{ name: 'Pass', site_id: last.id, kitchen_printing: true },
    });
    const soup = await make(client, `sites/${last.id}/products`, { name: 'Soup', unit_price: 10 });
    await make(client, 'orders', {
      ...{ site_id: last.id, register_id: register.id, status: 'ON_HOLD' },
      lines: [{ product_id: soup.id }],
    });
    clock.advance(MINUTE);
    const guest = await make(client, 'customers', { first_name: 'Ada', email: 'ada@example.org' });
    await make(client, `sites/${last.id}/checkins`, { customer_id: guest.id });
    const tab = await stage().open();
    const { page } = tab;
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await tab.signIn('/');
    await page.getByText('Pass: 1 print job has been waiting long').waitFor();
    await page.getByText('Till of Shop 04 is offline').waitFor();
    // Of the sixty registers that are offline five are named.
    await page.getByText('55 more registers are offline').waitFor();
    assert.equal(await page.getByText(/^Till of Shop \d+ is offline$/).count(), 5);
    assert.deepEqual(
      asked.filter((path) => path.includes('print_jobs')),
      [],
    );
    await tab.checkAccessibility();
    await tab.goto(`/customers/${guest.id}`);
    await page.getByRole('button', { name: 'Check out Ada' }).waitFor();
    await page.getByText('Shop 59').first().waitFor();
    const checkins = asked.filter((path) => path.includes('checkins'));
    assert.deepEqual(
      [...new Set(checkins.map((path) => path.split('/').slice(-3).join('/')))],
      [`customers/${guest.id}/checkins`],
    );
  });
});
