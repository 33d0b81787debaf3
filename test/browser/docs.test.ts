// The pages of the description, on which calls can be tried. Nothing of them comes from elsewhere.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { DESK, onStageWith, PHONE, type Tab } from './harness.ts';
import { WIDER } from './pages.ts';
import { loadSlowly } from './slow-line.ts';

/** How long a page may take on a slow line, in ms; and how many bytes. */
const OPEN_MS = 3_000;
const OPEN_BYTES = 120_000;

/** Leaves every fifth article of a page, as axe takes long for each; answers how many are left. */
const THIN_OUT = `(() => {
  const articles = [...document.querySelectorAll('main article')];
  for (const [at, article] of articles.entries()) if (at % 5 > 0) article.remove();
  return document.querySelectorAll('main article').length;
})()`;

onStageWith('the pages of the API', { isTimed: true }, (stage) => {
  const open = async (path: string, size = DESK): Promise<Tab> => {
    const tab = await stage().open({ ticking: true, size });
    await tab.goto(path);
    return tab;
  };

  it('find an operation by words of it, and make its call with a token', async () => {
    const { service } = stage();
    const tab = await stage().open({ ticking: true });
    const { page } = tab;
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(service.url)) elsewhere.push(request.url());
    });
    await tab.goto('/docs');
    const entry = page.getByRole('link', {
      name: /^POST \/v1\/companies\/\{company_id\}\/orders Place an order/,
    });
    await page.getByRole('searchbox', { name: 'Find' }).fill('post orders place');
    await entry.waitFor();
    assert.ok((await page.locator('[data-find]:visible').count()) < 10);
    await page.getByRole('searchbox', { name: 'Find' }).fill('nothing is like this');
    await page.getByText('No operation has these words.').waitFor();
    await page.getByRole('searchbox', { name: 'Find' }).fill('createorder');
    await entry.click();
    const operation = page.locator('#createOrder');
    await operation.getByRole('heading', { level: 3 }).waitFor();
    await page.getByLabel('Token').fill(service.client.token.replace('Bearer ', ''));
    await operation.getByLabel('company_id').fill('me');
    await operation.getByRole('button', { name: 'Send' }).click();
    // Its example is an order that the sandbox takes as it stands.
    const answer = operation.locator('.result pre');
    await answer.waitFor();
    const text = (await answer.textContent()) ?? '';
    assert.match(text, /^201 in \d+ ms/);
    assert.match(text, /location: https:\/\/localhost:\d+\/v1\/companies\/\d+\/orders\/\d+/);
    assert.deepEqual(elsewhere, []);
    // The tab keeps the token from page to page, until it is told to forget it.
    await tab.goto('/docs/customers');
    const token = page.getByLabel('Token');
    assert.equal(await token.inputValue(), service.client.token.replace('Bearer ', ''));
    await page.getByRole('button', { name: 'Forget' }).click();
    await tab.goto('/docs/orders');
    assert.equal(await token.inputValue(), '');
  });

  it('give a line of curl that says what the form says', async () => {
    const { service } = stage();
    const tab = await open('/docs/orders#getOrder');
    await tab.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const form = tab.page.getByRole('form', { name: 'Try getOrder', exact: true });
    const line = form.locator('[data-part=curl]');
    assert.equal(
      await line.textContent(),
      `curl -X GET '${service.url}/v1/companies/me/orders/{order_id}' \\\n  -H 'Accept: application/json' \\\n  -H "Authorization: Bearer $TOKEN"`,
    );
    await form.getByLabel('order_id').fill("5'");
    await form.getByRole('button', { name: 'Copy' }).click();
    await form.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = String(await tab.page.evaluate('navigator.clipboard.readText()'));
    assert.match(copied, /^curl -X GET 'https:\/\/localhost:\d+\/v1\/companies\/me\/orders\/5'\\''' \\\n/);
  });

  for (const scheme of ['light', 'dark'] as const) {
    it(`can be read by everybody, ${scheme}`, async () => {
      const tab = await stage().open({ ticking: true, scheme });
      // The long pages are made of the parts of the others (a schema's table stands by itself there): once is enough, and a
      // part of them.
      const long = scheme === 'light' ? ['/messages', '/schemas'] : [];
      for (const path of ['', '/customers', '/errors', ...long]) {
        await tab.goto(`/docs${path}`);
        await tab.page.getByRole('heading', { level: 1 }).waitFor();
        if (long.includes(path)) assert.ok(Number(await tab.page.evaluate(THIN_OUT)) > 5, path);
        await tab.checkAccessibility();
      }
      await tab.goto('/docs');
      await tab.picture(`docs-${scheme}`);
      await tab.goto('/docs/orders#createOrder');
      await tab.picture(`docs-orders-${scheme}`);
    });
  }

  it('fit a phone', async () => {
    const tab = await open('/docs/orders', PHONE);
    assert.deepEqual(await tab.page.evaluate(WIDER), []);
    await tab.goto('/docs/schemas#Order');
    assert.deepEqual(await tab.page.evaluate(WIDER), []);
    await tab.picture('docs-phone');
  });

  for (const path of ['/docs', '/docs/orders', '/docs/schemas']) {
    it(`${path} opens on a slow line`, async (test) => {
      const tab = await stage().open({ ticking: true });
      const times: number[] = [];
      for (let load = 0; load < 3; load++) {
        const loading = await loadSlowly(tab, path, 'h1');
        times.push(loading.screen);
        assert.ok(loading.bytes < OPEN_BYTES, `${loading.bytes} bytes`);
        test.diagnostic(`${path}: ${JSON.stringify(loading)}`);
      }
      assert.ok(Math.min(...times) < OPEN_MS, `it took ${times.join(', ')} ms`);
    });
  }
});
