// Roles in the back office, and what they unlock at the register of their site.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { change, read } from '#test/api/helpers.ts';
import { onStage } from './harness.ts';
import { openRegister, stock, touchProduct } from './register-screen.ts';

onStage('roles', (stage) => {
  it('are made, given to staff at a site, and shown at its register', async () => {
    const { client, card } = stage().service;
    await stock(stage());
    const [member] = card.staff;
    const [site] = card.sites;
    await change(client, `staff/${member.id}`, { is_admin: false, permissions: [] });
    const tab = await stage().open({ expected: /409/ });
    const { page } = tab;
    await tab.signIn('/staff');
    await page.getByRole('button', { name: 'New role' }).click();
    const dialog = page.getByRole('dialog', { name: 'New role' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Discount giver');
    await dialog.getByRole('checkbox', { name: 'Give discounts' }).check();
    await tab.checkAccessibility();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('Role added').waitFor();

    const { first_name: first, last_name: last } = await read(client, `staff/${member.id}`);
    const name = [first, last].filter(Boolean).join(' ');
    await page.getByRole('button', { name, exact: true }).click();
    const form = page.getByRole('dialog', { name });
    await form.getByRole('button', { name: 'Add role' }).click();
    await form.getByRole('combobox', { name: 'Site of role 1' }).click();
    await page.getByRole('option', { name: site.name, exact: true }).click();
    await tab.checkAccessibility();
    await tab.picture('staff-roles');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Staff member saved').waitFor();
    await page.getByText(`Discount giver at ${site.name}`).waitFor();
    const [role] = await read(client, 'roles');
    assert.deepEqual(
      role.permissions.map(({ code }: { code: string }) => code),
      ['FinishSale', 'MakeDiscount'],
    );

    await page.getByRole('button', { name: 'Discount giver', exact: true }).click();
    await page.getByRole('button', { name: 'Delete Discount giver' }).click();
    await page.getByRole('button', { name: 'Delete role' }).click();
    await page.getByText(/used by staff who have it/i).waitFor();

    const register = await openRegister(stage());
    const sale = register.page.getByRole('region', { name: 'Sale' });
    await touchProduct(register, 'Tomato soup');
    await sale.getByRole('button', { name: 'Discount' }).click();
    await register.page.getByRole('menuitem', { name: '10% off', exact: true }).click();
    await sale.getByText('$9.00').last().waitFor();
    await sale.getByRole('button', { name: 'Exact cash' }).click();
    await register.page
      .getByRole('dialog')
      .getByText(/^Sale /)
      .waitFor();
  });
});
