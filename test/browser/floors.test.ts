// Floors and tables in the back office: drawn with the mouse and by the keyboard, saved in the API.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { change, make, read } from '#test/api/helpers.ts';
import { until } from '#test/harness/process.ts';
import type { Json } from '#test/harness/service.ts';
import { onStage, PHONE } from './harness.ts';

onStage('floors in the back office', (stage) => {
  const site = () => `sites/${stage().service.card.sites[0].id}`;
  const tables = (): Promise<Json[]> => read(stage().service.client, `${site()}/tables?limit=500`);

  it('draws a floor: tables are made, dragged, sized and renamed', async () => {
    const { client } = stage().service;
    const tab = await stage().open({ expected: /409|400/ });
    const { page } = tab;
    await tab.signIn('/floors');
    await page.getByRole('heading', { name: 'Floors and tables', level: 1 }).waitFor();
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'New floor' }).click();
    await dialog.getByLabel('Name').fill('Dining room');
    await dialog.getByRole('button', { name: 'Create floor' }).click();
    await page.getByRole('heading', { name: 'Dining room' }).waitFor();
    const add = async (name?: string) => {
      await page.getByRole('button', { name: 'New table' }).click();
      if (name !== undefined) await dialog.getByLabel('Name').fill(name);
      await dialog.getByText('Round').click();
      await dialog.getByRole('button', { name: 'Create table' }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    await add();
    await add('Window');
    const plan = page.getByRole('list', { name: 'Tables on Dining room' });
    const table = (name: string) => plan.getByRole('button', { name: new RegExp(`^Table ${name},`) });
    await table('Window').waitFor();
    assert.deepEqual(
      (await tables()).map(({ name, shape, x, y, width }) => [name, shape, x, y, width]),
      [
        ['1', 'round', 0, 0, 2],
        ['Window', 'round', 3, 0, 2],
      ],
    );
    // Dragged by five units and three.
    const unit = ((await plan.boundingBox())?.width ?? 0) / 20;
    const box = await table('Window').boundingBox();
    assert.ok(box !== null);
    await page.mouse.move(box.x + unit, box.y + unit);
    await page.mouse.down();
    await page.mouse.move(box.x + unit * 6, box.y + unit * 4, { steps: 6 });
    await page.mouse.up();
    await plan.getByRole('button', { name: /^Table Window, 4 seats, 8 across, 3 down/ }).waitFor();
    await until('the table is saved', async () => {
      const [, moved] = await tables();
      return moved?.x === 8 && moved.y === 3;
    });
    assert.equal(await dialog.count(), 0);
    // By the keyboard.
    await table('Window').focus();
    for (const key of ['ArrowDown', 'ArrowLeft', 'Shift+ArrowRight']) await page.keyboard.press(key);
    await until('the table is saved', async () => {
      const [, moved] = await tables();
      return moved?.x === 7 && moved.y === 4 && moved.width === 3;
    });
    await tab.checkAccessibility();
    await tab.picture('floors');
    await table('1').click();
    await dialog.getByLabel('Name').fill('Window');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText(/called Window already/).waitFor();
    await dialog.getByLabel('Name').fill('2');
    await dialog.getByLabel('Seats').fill('6');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await plan.getByRole('button', { name: /^Table 2, 6 seats/ }).waitFor();
    // What others draw comes by itself.
    const [, { id }] = (await tables()) as [Json, Json];
    await change(client, `${site()}/tables/${id}`, { name: 'Corner' });
    await table('Corner').waitFor();
    await table('Corner').click();
    await dialog.getByRole('button', { name: 'Delete table Corner' }).click();
    await page.getByRole('button', { name: 'Delete table', exact: true }).click();
    await table('Corner').waitFor({ state: 'detached' });
    assert.equal((await tables()).length, 1);
  });

  it('fits a phone, and keeps a floor that has tables', async () => {
    const { client } = stage().service;
    const floor = await make(client, `${site()}/floors`, { name: 'Terrace', sort: 9 });
    await make(client, `${site()}/tables`, { floor_id: floor.id, name: 'T1', x: 4, y: 4 });
    const tab = await stage().open({ size: PHONE, expected: /409/ });
    const { page } = tab;
    await tab.signIn('/floors');
    await page.getByRole('button', { name: 'Terrace' }).click();
    await page.getByRole('button', { name: /^Table T1,/ }).waitFor();
    assert.equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false);
    await tab.checkAccessibility();
    await tab.picture('floors-phone');
    await page.getByRole('button', { name: 'Edit floor' }).click();
    await page.getByRole('button', { name: 'Delete floor Terrace' }).click();
    await page.getByRole('button', { name: 'Delete floor', exact: true }).click();
    await page.getByText(/T1/).last().waitFor();
    assert.equal((await read(client, `${site()}/floors`)).length, 2);
  });
});
