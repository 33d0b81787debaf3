// How a screen follows what happens: nothing is read twice at its start, and nothing is missed between a read and the stream.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { change } from '#test/api/helpers.ts';
import { onStage } from './harness.ts';

onStage('the stream of a screen', (stage) => {
  it('begins where its reads began: they are made once, and what was changed in between is read again', async () => {
    const { client, card } = stage().service;
    const tab = await stage().open();
    const { page } = tab;
    await tab.signIn('/');
    await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor();

    const reads: string[] = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (request.method() === 'GET') reads.push(pathname + search);
    });
    const changed = Promise.withResolvers<void>();
    await page.route(/\/events\/stream/, async (route) => {
      await changed.promise;
      await route.continue();
    });
    await tab.goto('/');
    await page.getByText('All good: everything is online').waitFor();
    const company = `/v1/companies/${card.company_id}`;
    const [site] = card.sites;
    await change(client, `sites/${site.id}`, { name: 'Renamed meanwhile' });
    const again = page.waitForRequest((request) => new URL(request.url()).pathname === `${company}/sites`);
    changed.resolve();
    await (await again).response();

    const often = Map.groupBy(reads, (path) => path);
    assert.equal(often.get(`${company}/sites?limit=1000`)?.length, 2);
    // What nothing looks at again and again while the stream is not there.
    for (const path of ['/session', company, `${company}/registers?limit=1000`, `${company}/taxes?limit=1`])
      assert.equal(often.get(path)?.length, 1, path);
  });
});
