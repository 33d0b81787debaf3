// The register takes up what the browser has stored before anything can be touched.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onStage } from './harness.ts';
import { inDatabase, openRegister, stock, touchProduct } from './register-screen.ts';

/** Keeps a database of the browser from being read, in every tab, until `window.release` is called. */
const held = (name: string) =>
  inDatabase(
    name,
    `const store = db.transaction('kept', 'readwrite').objectStore('kept');
    let isReleased = false;
    window.release = () => { isReleased = true; };
    const keepOn = () => {
      const request = store.get('basket');
      request.onerror = () => failed(request.error);
      request.onsuccess = () => {
        done(undefined);
        if (isReleased) db.close();
        else keepOn();
      };
    };
    keepOn();`,
  );

/** Settles once the page, which asked first, has the database open and has shown what it shows then. */
const opened = (name: string) =>
  inDatabase(
    name,
    `db.close();
    setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(() => done(undefined))));`,
  );

onStage('what the register has stored', (stage) => {
  it('is there before the first touch, however long the browser takes to read it', async () => {
    await stock(stage());
    const { card } = stage().service;
    const tab = await openRegister(stage());
    const { page } = tab;
    await touchProduct(tab, /Tomato soup/);
    const lines = page.getByRole('list', { name: 'Lines' });
    await lines.getByText('Tomato soup').waitFor();
    const name = `passbell-register-${card.company_id}-${card.sites[0].registers[0].id}`;
    const other = await stage().open({ beside: tab });
    await other.goto('/healthz');
    await other.page.evaluate(held(name));
    await page.reload();
    await page.getByRole('progressbar', { name: 'Loading' }).waitFor();
    await page.evaluate(opened(name));
    assert.equal(await page.getByRole('navigation', { name: 'Screens' }).count(), 0);
    await other.page.evaluate('window.release()');
    await touchProduct(tab, 'Fries');
    await lines.getByText('Fries').waitFor();
    assert.equal(await lines.getByText('Tomato soup').count(), 1);
  });
});
