// Whose a sale is, at the register: found, told apart and taken off again.

import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { make } from '#test/api/helpers.ts';
import { onStage } from './harness.ts';
import { openRegister, stock, touchProduct } from './register-screen.ts';

const LONG = 'Hohenlohe-Waldenburg-Schillingsfürst-Bartenstein-Öhringen';

/** What lies over the button at the foot of a dialog, wherever its content is scrolled to. */
const OVER_FOOT = `(() => {
  const dialog = document.querySelector('[role=dialog]');
  const foot = dialog.querySelector('.dialog-foot button').getBoundingClientRect();
  const found = new Set();
  for (let top = 0; top <= dialog.scrollHeight; top += 10) {
    dialog.scrollTop = top;
    for (let x = foot.left + 10; x < foot.right; x += 20) {
      const there = document.elementFromPoint(x, foot.top + foot.height / 2);
      if (there.closest('.dialog-foot') === null) found.add(there.outerHTML.slice(0, 120));
    }
  }
  return [...found];
})()`;

onStage('customers at the register', (stage) => {
  before(async () => {
    const { client } = stage().service;
    await stock(stage());
    const customers = [
      { first_name: 'Kim', last_name: 'Lee', email: 'kim@example.org', phone: '+61 400 111 222' },
      { first_name: 'Kim', last_name: 'Lee', email: 'lee@example.org' },
      { first_name: 'Maximiliane', last_name: LONG },
      { first_name: 'محمد عبد الرحمن', last_name: 'الخطيب 🍕' },
      ...Array.from({ length: 9 }, (_, at) => ({ first_name: 'Robin', last_name: `Nr${at}` })),
    ];
    for (const [at, each] of customers.entries())
      await make(client, 'customers', { email: `guest${at}@example.org`, ...each });
  });

  it('namesakes are told apart; nobody found, and more than are shown, is said', async () => {
    const tab = await openRegister(stage());
    const { page } = tab;
    const dialog = page.getByRole('dialog');
    await touchProduct(tab, /Tomato soup/);
    await page.getByRole('button', { name: 'Details' }).click();
    const search = dialog.getByLabel('Customer');
    await search.fill('kim');
    await dialog.getByRole('button', { name: 'Kim Lee · +61 400 111 222' }).waitFor();
    await dialog.getByRole('button', { name: 'Kim Lee · lee@example.org' }).waitFor();
    await search.fill('robin');
    await dialog.getByText('Only the first 8 are shown: type more.').waitFor();
    assert.equal(await dialog.getByRole('button', { name: /^Robin/ }).count(), 8);
    await search.fill('nobody at all');
    await dialog.getByText('No customer found.').waitFor();
    await tab.checkAccessibility();
  });

  for (const name of [LONG, 'الخطيب 🍕']) {
    it(`is put on a sale and taken off again: ${name}`, async () => {
      const tab = await openRegister(stage(), { size: { width: 1180, height: 600 } });
      const { page } = tab;
      const dialog = page.getByRole('dialog');
      const sale = page.getByRole('region', { name: 'Sale', exact: true });
      const details = () => sale.getByRole('button', { name: 'Details' }).click();
      await touchProduct(tab, /Tomato soup/);
      await details();
      await dialog.getByLabel('Customer').fill(name);
      await dialog.getByRole('button', { name }).click();
      await dialog.getByRole('button', { name: 'Remove' }).waitFor();
      assert.deepEqual(await page.evaluate(OVER_FOOT), []);
      await tab.checkAccessibility();
      await dialog.getByRole('button', { name: 'Done' }).click();
      await sale.getByText(name).waitFor();
      await details();
      await dialog.getByRole('button', { name: 'Remove' }).click();
      await dialog.getByLabel('Customer').waitFor();
      await dialog.getByRole('button', { name: 'Done' }).click();
      await dialog.waitFor({ state: 'detached' });
      assert.equal(await sale.getByText(name).count(), 0);
    });
  }
});
