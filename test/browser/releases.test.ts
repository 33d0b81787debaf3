// A page that is open while the service is upgraded.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onStage, type Tab } from './harness.ts';
import { openRegister } from './register-screen.ts';

const CUT = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_NETWORK|Failed to load resource|network error/i;

/** Breaks the stream of events for a moment, as the restart of a service does. */
async function breakStream({ context, page }: Tab): Promise<void> {
  await context.setOffline(true);
  await page.waitForTimeout(0);
  await context.setOffline(false);
}

/** From now on the service has another release of the page, as far as the tab can see. */
async function release({ page }: Tab, path: RegExp): Promise<void> {
  await page.route(path, async (route) => {
    const answer = await route.fetch();
    const text = await answer.text();
    assert.match(text, /src="[^"]*\/assets\/[a-z]+-[^"]+\.js"/);
    const body = text.replace(/(src="[^"]*\/assets\/[a-z]+-)[^"]+\.js"/, '$1NEXT.js"');
    await route.fulfill({ response: answer, body });
  });
}

onStage('a page of an earlier release', (stage) => {
  it('says in the back office that there is another one, and loads it', async () => {
    const tab = await stage().open({ ticking: true, expected: CUT });
    const { page } = tab;
    await tab.signIn('/');
    await page.getByText('Live', { exact: true }).waitFor();
    const note = page.getByText('A new version of Passbell is ready.');
    // A break without another release says nothing.
    const looked = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/');
    await breakStream(tab);
    await looked;
    await page.getByText('Live', { exact: true }).waitFor();
    assert.equal(await note.count(), 0);

    await release(tab, /\/$/);
    await breakStream(tab);
    await note.waitFor();
    await tab.checkAccessibility();
    await page.unrouteAll();
    await Promise.all([
      page.waitForEvent('load'),
      page.getByRole('button', { name: 'Reload', exact: true }).click(),
    ]);
    await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor();
    assert.equal(await note.count(), 0);
  });

  it('says so at the register, which goes on selling', async () => {
    const tab = await openRegister(stage(), { ticking: true, expected: CUT });
    const { page } = tab;
    await release(tab, /\/register$/);
    await breakStream(tab);
    await page.getByText('A new version of Passbell is ready.').waitFor();
    await page.getByRole('button', { name: 'Close this note' }).click();
    await page.getByText('A new version of Passbell is ready.').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Tables' }).click();
    await page.getByRole('link', { name: 'Sell' }).click();
    await page.unrouteAll();
  });

  it('says what to do where a part of it is not there, and goes on from there', async () => {
    const tab = await stage().open({ ticking: true, expected: /404|error loading dynamically|Failed to fetch/i });
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
    await page.unrouteAll();
    await trouble.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('heading', { name: 'Customers', level: 1 }).waitFor();
  });
});
