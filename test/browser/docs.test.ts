// The description of the API in its viewer, with which calls can be tried. Nothing of it comes from elsewhere.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onStage } from './harness.ts';

onStage('the viewer of the API', (stage) => {
  it('shows every call, and makes one with a token', async () => {
    const { service } = stage();
    // The viewer waits until it was left alone for a moment.
    const tab = await stage().open({ ticking: true });
    const { page } = tab;
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(service.url) && !url.startsWith('data:')) elsewhere.push(url);
    });
    await tab.goto('/docs');
    await page.getByRole('heading', { name: /^Passbell/ }).waitFor();
    await page.getByRole('button', { name: 'Authorize' }).first().click();
    await page.locator('#auth-bearer-value').fill(service.client.token.replace('Bearer ', ''));
    await page.getByRole('button', { name: 'Apply credentials' }).first().click();
    await page.getByRole('button', { name: 'Close' }).first().click();

    await page.locator('#operations-tag-Orders').click();
    const operation = page.locator('#operations-Orders-createOrder');
    await operation.locator('.opblock-summary-control').click();
    await operation.getByRole('button', { name: 'Try it out' }).click();
    await operation.getByRole('button', { name: 'Execute' }).click();
    // Its example is an order that the sandbox takes as it stands.
    const answer = operation.locator('.live-responses-table .response').first();
    await answer.waitFor();
    const text = (await answer.textContent()) ?? '';
    assert.match(text, /^201/);
    assert.match(text, /location: https:\/\/localhost:\d+\/v1\/companies\/\d+\/orders\/\d+/);
    assert.deepEqual(elsewhere, []);
  });
});
