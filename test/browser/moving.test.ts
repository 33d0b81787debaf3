// The back office brings in what another system kept: columns are matched, everything is tried, imported and reconciled.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { make, read } from '#test/api/helpers.ts';
import { retold } from '#test/harness/reasons.ts';
import { onStage } from './harness.ts';
import { speak } from './speak.ts';

onStage('moving in', (stage) => {
  it('matches columns, names mistakes by line, imports, and reconciles', async () => {
    const { service } = stage();
    const { client, card } = service;
    const method = card.payment_methods[0].name;
    await make(client, 'products', { name: 'Old soup', sku: 'OLD-1', unit_price: 12 });
    const tab = await stage().open();
    await tab.signIn('/moving-in');
    const { page } = tab;
    await page.getByRole('heading', { name: 'Moving in', level: 1 }).waitFor();
    await page.getByText('Sales', { exact: true }).last().click();
    const csv = [
      'Transaction;Timestamp;SKU;Qty;Unit price;Tender;Amount',
      `1;2019-05-01 12:00;OLD-1;2;10,00;${method};20,00`,
      `2;2019-05-01 13:00;GONE;1;5,00;${method};5,00`,
      `3;2019-05-02 13:00;OLD-1;1;10,00;${method};10,00`,
    ].join('\r\n');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'till.csv', mimeType: 'text/csv', buffer: Buffer.from(`\ufeff${csv}`) });
    await page.getByText('Set one column to Sale.').waitFor();
    await page.getByRole('combobox', { name: 'Field of Transaction' }).click();
    await page.getByRole('option', { name: 'Sale', exact: true }).click();
    await page.getByRole('button', { name: 'Check without saving' }).click();
    const errors = page.getByRole('table', { name: 'Errors' });
    await errors.getByRole('cell', { name: '3', exact: true }).waitFor();
    await errors.getByRole('cell', { name: 'SKU' }).waitFor();
    await tab.checkAccessibility();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('1 row was left out.').waitFor();
    await page.getByRole('table', { name: 'Reconciliation' }).waitFor();
    await page.getByText(/totals? differs?\./).waitFor();
    const [done] = await read(client, 'imports?newest=1&limit=1');
    assert.deepEqual([done.kind, done.created, done.refused, done.dry_run], ['sales', 2, 1, false]);
    await tab.checkAccessibility();
    await tab.picture('moving-in-light');
  });

  it('names mistakes in the language of the page, whatever the import was answered in', async () => {
    const tab = await stage().open();
    const { page } = tab;
    await tab.signIn('/moving-in');
    await page.getByRole('heading', { name: 'Moving in', level: 1 }).waitFor();
    await speak(tab, 'de');
    await tab.goto('/moving-in');
    await page.locator('html[lang=de]').waitFor();
    await page.route(/\/imports\//, async (route) => {
      const { 'accept-language': _dropped, ...headers } = await route.request().allHeaders();
      return route.continue({ headers });
    });
    await page.locator('input[type=file]').setInputFiles({
      name: 'people.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('customer,email\n1,x\n1,y\n'),
    });
    await page.getByRole('button', { name: 'Prüfen, ohne zu speichern' }).click();
    const errors = page.getByRole('table', { name: 'Fehler' });
    await errors.waitFor();
    const [newest] = await read(stage().service.client, 'imports?newest=1&limit=1');
    assert.equal(newest.problems.length, 2);
    for (const problem of newest.problems) {
      assert.equal(problem.sentence, retold(problem));
      await errors.getByText(retold(problem, 'de') ?? '', { exact: true }).waitFor();
    }
    await tab.picture('moving-in-de');
  });
});
