// What a company uses of its quotas, in the back office (reference: limits.18).

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setQuotas } from '#src/edge/usage.store.ts';
import { make } from '#test/api/helpers.ts';
import { onStage, PHONE } from './harness.ts';
import { WIDER } from './pages.ts';

onStage('quotas in the back office', (stage) => {
  it('are shown with what is used, and need attention before they end', async () => {
    const { app, client, card } = stage().service;
    const company = BigInt(card.company_id);
    await app.storage.write((tx) => setQuotas(tx, company, { requests: 10n }));
    for (let at = 0; at < 8; at++) await make(client, 'categories', { name: `Heading ${at}` });
    await app.edge.usage?.flush();
    const tab = await stage().open();
    const { page } = tab;
    await tab.signIn('/');
    const need = page.getByRole('listitem').filter({ hasText: 'Requests today: 80% of the quota used' });
    await need.getByText('8 of 10. When it is used up, add-ons are refused until midnight UTC.').waitFor();
    await need.getByRole('link').click();
    await page.getByRole('progressbar', { name: 'Requests today: 8 of 10' }).waitFor();
    await page.getByRole('heading', { name: 'Usage', level: 1 }).waitFor();
    await page.getByText('No quota', { exact: true }).waitFor();
    assert.equal(await page.getByRole('progressbar').count(), 1);
    const days = page.getByRole('table', { name: 'The last days' });
    await days.getByRole('cell', { name: '8', exact: true }).waitFor();
    await tab.checkAccessibility();
    await tab.picture('office-usage');
    // One more than is left: what was refused is not used, and the page says so by itself.
    assert.equal((await client.get('categories')).status, 200);
    assert.equal((await client.get('categories')).status, 200);
    assert.equal((await client.get('categories')).status, 429);
    await app.edge.usage?.flush();
    await page.getByRole('progressbar', { name: 'Requests today: 10 of 10' }).waitFor();
    const phone = await stage().open({ beside: tab, scheme: 'dark', size: PHONE });
    await phone.goto('/developer/usage');
    await phone.page.getByRole('progressbar', { name: 'Requests today: 10 of 10' }).waitFor();
    await phone.checkAccessibility();
    assert.deepEqual(await phone.page.evaluate(WIDER), []);
  });
});
