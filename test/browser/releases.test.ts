// A page that is open while the service is upgraded.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { APIResponse } from 'playwright-core';
import { onStage, type Tab } from './harness.ts';
import { openRegister } from './register-screen.ts';

/** From now on each stream of events ends with its first block, as where a service is started again and again. */
async function breakStreams({ page }: Tab): Promise<void> {
  await page.route(/\/events\/stream/, (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: 'id: 0\n\n' }),
  );
}

/** A page as the next release has it: its script has another name. */
async function next(answer: APIResponse): Promise<string> {
  const text = await answer.text();
  assert.match(text, /src="[^"]*\/assets\/[a-z]+-[^"]+\.js"/);
  return text.replace(/(src="[^"]*\/assets\/[a-z]+-)[^"]+\.js"/, '$1NEXT.js"');
}

/** From now on the service has another release of the page, as far as the tab can see. */
async function release({ page }: Tab, path: RegExp): Promise<void> {
  await page.route(path, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: await next(answer) });
  });
}

/** Ends when the register's page is kept; runs in the page. */
const KEPT = `(async () => {
  const { scope } = await navigator.serviceWorker.ready;
  const cache = await caches.open('passbell-register');
  while ((await cache.match(scope)) === undefined) await new Promise((done) => setTimeout(done, 50));
})()`;

onStage('a page of an earlier release', (stage) => {
  it('says in the back office that there is another one, and loads it', async () => {
    const tab = await stage().open({ ticking: true });
    const { page } = tab;
    await breakStreams(tab);
    await tab.signIn('/');
    const note = page.getByText('A new version of Passbell is ready.');
    // A break without another release says nothing: one look is over when the next begins.
    const look = () => page.waitForRequest((request) => new URL(request.url()).pathname === '/');
    await look();
    await look();
    assert.equal(await note.count(), 0);

    await release(tab, /\/$/);
    await note.waitFor();
    await tab.checkAccessibility();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await Promise.all([
      page.waitForEvent('load'),
      page.getByRole('button', { name: 'Reload', exact: true }).click(),
    ]);
    await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor();
    assert.equal(await note.count(), 0);
  });

  it('says so at the register, which goes on selling', async () => {
    const tab = await openRegister(stage(), { kept: true, ticking: true });
    const { page } = tab;
    await breakStreams(tab);
    await tab.goto('/register');
    await page.getByRole('link', { name: 'Tables' }).waitFor();
    await release(tab, /\/register$/);
    await page.getByText('A new version of Passbell is ready.').waitFor();
    await page.getByRole('link', { name: 'Tables' }).click();
    await page.getByRole('heading', { name: 'Tables', exact: true }).waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  it('stays the one that opens without a network until the next one is there with its files', async () => {
    const tab = await openRegister(stage(), {
      kept: true,
      ticking: true,
      expected: /401|404|ERR_INTERNET_DISCONNECTED|ERR_FAILED|MIME/,
    });
    const { page, context } = tab;
    await page.evaluate(KEPT);
    // What the worker asks for as well.
    let asked = 0;
    await context.route(/\/register$/, async (route) => {
      asked++;
      const answer = await route.fetch();
      await route.fulfill({ response: answer, body: await next(answer) });
    });
    await page.reload();
    assert.equal(asked, 1);
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await context.setOffline(true);
    await page.reload();
    await page.getByRole('link', { name: 'Tables' }).waitFor();
    await context.setOffline(false);
  });

  it('says what to do where a part of it is not there, and goes on from there', async () => {
    const tab = await stage().open({
      ticking: true,
      expected: /404|error loading dynamically|Failed to fetch/i,
    });
    const { page } = tab;
    await tab.signIn('/');
    await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor();
    await page.route(/\/assets\//, (route) => route.fulfill({ status: 404, body: '' }));
    await page.getByRole('link', { name: 'Customers' }).click();
    const trouble = page.getByRole('alert');
    await trouble.getByText('This part of the page could not be loaded.').waitFor();
    // The rest of the page is as it was.
    await page.getByRole('link', { name: 'Today', exact: true }).click();
    await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Customers' }).click();
    await trouble.getByRole('button', { name: 'Reload' }).waitFor();
    await tab.checkAccessibility();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await trouble.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('heading', { name: 'Customers', level: 1 }).waitFor();
  });
});
