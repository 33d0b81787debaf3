// How a screen follows what happens: nothing is read twice at its start, and nothing is missed between a read and the stream.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { make } from '#test/api/helpers.ts';
import { onStage } from './harness.ts';

onStage('the stream of a screen', (stage) => {
  it('begins where its reads began: they are made once, and what came in between is shown', async () => {
    const { client, card } = stage().service;
    const site = card.sites[0].id;
    const soup = await make(client, `sites/${site}/products`, { name: 'Soup', unit_price: 10 });
    const tab = await stage().open();
    const { page } = tab;
    await tab.signIn('/');
    await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor();

    const reads: string[] = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (request.method() === 'GET' && /^\/(?:v1|session)(?!.*\/stream$)/.test(pathname))
        reads.push(pathname + search);
    });
    const sold = Promise.withResolvers<void>();
    await page.route(/\/events\/stream/, async (route) => {
      await sold.promise;
      await route.continue();
    });
    await tab.goto('/');
    await page.getByText('All good: everything is online').waitFor();
    await make(client, 'orders', { site_id: site, status: 'COMPLETE', lines: [{ product_id: soup.id }] });
    sold.resolve();
    await page.getByText('Soup').first().waitFor();

    const often = Map.groupBy(reads, (path) => path);
    const again = [...often].filter(([, times]) => times.length > 1).map(([path]) => path);
    const company = `/v1/companies/${card.company_id}`;
    // Of those that an order is shown in.
    assert.deepEqual(again, [`${company}/reports/today`, `${company}/orders/complete?limit=1`]);
    for (const path of ['/session', company, `${company}/sites`, `${company}/usage`])
      assert.equal(often.get(path)?.length, 1, path);
  });
});
