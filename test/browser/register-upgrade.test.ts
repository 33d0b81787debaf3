// The register over what an earlier version of it has kept in the browser.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { read } from '#test/api/helpers.ts';
import { onStage } from './harness.ts';
import { inDatabase, openRegister, stock } from './register-screen.ts';

/** Puts a queue into the browser as version 1 kept it; the page keeps the database open. */
const keepEarlier = (name: string, queue: object) => `new Promise((done, failed) => {
  const gone = indexedDB.deleteDatabase(${JSON.stringify(name)});
  gone.onerror = () => failed(gone.error);
  gone.onsuccess = () => {
    const opening = indexedDB.open(${JSON.stringify(name)}, 1);
    opening.onerror = () => failed(opening.error);
    opening.onupgradeneeded = () => opening.result.createObjectStore('kept');
    opening.onsuccess = () => {
      window.earlier = opening.result;
      const tx = window.earlier.transaction('kept', 'readwrite');
      tx.objectStore('kept').put(${JSON.stringify(queue)}, 'queue');
      tx.onabort = () => failed(tx.error);
      tx.oncomplete = () => done(undefined);
    };
  };
})`;

/** What the register keeps now, by its names. */
const keptNow = (name: string) =>
  inDatabase(
    name,
    `const { version } = db;
    const names = db.transaction('kept').objectStore('kept').getAllKeys();
    names.onerror = () => failed(names.error);
    names.onsuccess = () => {
      db.close();
      done({ version, names: names.result });
    };`,
  );

onStage('the register after an update', (stage) => {
  it('sends what the earlier version has kept, once the last tab of that has gone', async () => {
    const { client, card } = stage().service;
    const menu = await stock(stage());
    const tab = await openRegister(stage());
    const { page } = tab;
    const [register] = card.sites[0].registers;
    const name = `passbell-register-${card.company_id}-${register.id}`;
    const databases = (await page.evaluate('indexedDB.databases()')) as { name: string }[];
    assert.ok(
      databases.some((each) => each.name === name),
      `no ${name}`,
    );
    await tab.goto('/signin');
    const write = {
      ...{ order: 'local-OLD1', kind: 'create', label: 'Sale of $10.00', made_at: Date.now() },
      ...{ tried_at: null, trouble: null, seq: 1, key: 'kept-by-version-1' },
      body: JSON.stringify({
        ...{ register_id: String(register.id), sale_number: 'OLD1', status: 'ON_HOLD' },
        lines: [{ product_id: menu.soup.id_str }],
      }),
    };
    const payment = {
      ...{ ...write, kind: 'payment', label: 'Cash payment', seq: 2, key: 'kept-by-version-1-too' },
      body: JSON.stringify({ method_id: String(card.payment_methods[0].id), amount: 10 }),
    };
    await page.evaluate(keepEarlier(name, { next: 3, writes: [write, payment], known: [] }));
    const other = await stage().open({ beside: tab, expected: /401/ });
    await other.goto('/register');
    const alert = other.page.getByRole('alert');
    await alert.getByText('This register is open in another tab in an earlier version.').waitFor();
    await other.checkAccessibility();
    await page.evaluate('window.earlier.close()');
    await other.page.getByRole('link', { name: 'Offline queue' }).click();
    await other.page.getByText('All changes sent').waitFor();
    assert.equal(await alert.getByText('earlier version').count(), 0);
    const orders = await read(client, `sites/${menu.site}/orders?limit=5000`);
    const made = orders.filter((order: { sale_number: string }) => order.sale_number === 'OLD1');
    assert.deepEqual(
      made.map((order: { total: number; paid: number }) => [order.total, order.paid]),
      [[10, 10]],
    );
    const kept = (await other.page.evaluate(keptNow(name))) as { version: number; names: string[] };
    assert.equal(kept.version, 2);
    assert.ok(kept.names.includes('outbox') && !kept.names.includes('queue'), kept.names.join(' '));
  });
});
