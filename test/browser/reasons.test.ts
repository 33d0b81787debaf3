// What the service refuses is told in the language of the page, also where the answer came in another.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { make } from '#test/api/helpers.ts';
import { retold } from '#test/harness/reasons.ts';
import { onStage } from './harness.ts';
import { speak } from './speak.ts';

/** What is pressed, and what an office in the language calls it. */
const LANGUAGES = { de: 'Annehmen', ja: '受付' } as const;

onStage('refusals in the language of the page', (stage) => {
  it('are told from the code and the values of an English answer', async () => {
    const { client, card } = stage().service;
    const tab = await stage().open({ expected: /4\d\d/ });
    const { page } = tab;
    await tab.signIn('/');
    for (const [language, accept] of Object.entries(LANGUAGES) as ['de' | 'ja', string][]) {
      const order = await make(client, 'orders', { site_id: card.sites[0].id, status: 'ON_HOLD' });
      await speak(tab, language);
      await tab.goto(`/orders/${order.id_str}`);
      await page.locator(`html[lang=${language}]`).waitFor();
      let expected: string | undefined;
      await page.route(/\/orders\/\d+$/, async (route) => {
        const request = route.request();
        if (request.method() !== 'PUT') return route.continue();
        // Another one was faster, and something on the way keeps languages to itself.
        await client.put(`orders/${order.id_str}`, { status: 'REJECTED' });
        const { 'accept-language': _dropped, ...headers } = await request.allHeaders();
        const response = await route.fetch({ headers });
        const body = await response.json();
        assert.equal(retold(body), body.error_description);
        expected = retold(body, language);
        return route.fulfill({ response });
      });
      await page.getByRole('button', { name: accept, exact: true }).click();
      const alert = page.getByRole('alert').first();
      await alert.waitFor();
      const said = (await alert.textContent()) ?? '';
      assert.ok(expected !== undefined && said.includes(expected), `${said} says ${expected}`);
      await tab.picture(`refused-${language}`);
      await page.unroute(/\/orders\/\d+$/);
    }
  });
});
