import { it } from 'node:test';
import { onStage } from './harness.ts';
import { makeShop } from './shop-day/shop.ts';
import { Till } from './shop-day/till.ts';

onStage('probe', (stage) => {
  it('opens', async () => {
    const shop = await makeShop(stage().service);
    const till = await Till.open(stage(), 'Bar till', { ...shop.cora, name: 'Cora' });
    await till.openDrawer('150');
    await till.sellForCash(990n, 'Soup');
    console.log(await till.products.textContent());
    await till.page.screenshot({ path: '/tmp/shop-day/till.png' });
  });
}, { ROLE: 'all' });
