// Registers and kitchen screens as apps of the device, and what the browser promises to keep.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Json } from '#test/harness/service.ts';
import { onStage } from './harness.ts';
import { openRegister, stock, touchProduct } from './register-screen.ts';

/** Width and height of a PNG: they stand behind its signature and the head of its first part. */
const sizeOf = (png: Buffer) => `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;

onStage('screens as apps', (stage) => {
  for (const screen of ['register', 'kitchen'] as const) {
    it(`the ${screen} can be installed`, async () => {
      const { service } = stage();
      const tab = await stage().open({ expected: /401/ });
      await tab.goto(`/${screen}`);
      const cdp = await tab.context.newCDPSession(tab.page);
      const found = await cdp.send('Page.getAppManifest');
      assert.deepEqual(found.errors, []);
      const { installabilityErrors: errors } = await cdp.send('Page.getInstallabilityErrors');
      assert.deepEqual(errors, []);
      const manifest: Json = JSON.parse(found.data ?? '');
      const at = (address: string) => new URL(address, found.url);
      assert.equal(at(manifest.start_url).href, `${service.url}/${screen}`);
      assert.equal(manifest.short_name.toLowerCase(), screen);
      const apple = await tab.page.locator('link[rel=apple-touch-icon]').getAttribute('href');
      const icons = [...manifest.icons, { src: String(apple), sizes: '180x180' }];
      assert.equal(icons.length, 4);
      for (const { src, sizes } of icons) {
        const answer = await service.client.get(at(src).pathname, { headers: { accept: '*/*' } });
        assert.equal(answer.status, 200, src);
        assert.equal(answer.headers['content-type'], 'image/png');
        assert.equal(sizeOf(answer.bytes), sizes);
      }
    });
  }

  it('a register says when the browser may delete what waits to be sent', async () => {
    await stock(stage());
    const tab = await openRegister(stage(), { kept: true, expected: /ERR_INTERNET_DISCONNECTED|ERR_FAILED/ });
    const { page } = tab;
    const note = page.getByText('This browser may delete what waits here when its disk is full.');
    for (const isKept of [true, false]) {
      await tab.context.addInitScript(`Object.assign(StorageManager.prototype, {
        persisted: async () => false,
        persist: async () => { window.asked = true; return ${isKept}; },
      })`);
      await page.reload();
      await page.getByRole('button', { name: /Tomato soup/ }).waitFor();
      assert.equal(await page.evaluate('window.asked'), true);
      await tab.context.setOffline(true);
      await touchProduct(tab, /Tomato soup/);
      await page.getByRole('button', { name: 'Exact cash' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'New sale' }).click();
      await page.getByRole('link', { name: /Offline queue/ }).click();
      await page.getByRole('list', { name: 'Waiting changes' }).waitFor();
      if (!isKept) {
        await note.waitFor();
        await tab.checkAccessibility();
      }
      assert.equal(await note.count(), isKept ? 0 : 1);
      await tab.context.setOffline(false);
      await page.getByText('All changes sent').waitFor();
      await page.getByRole('link', { name: 'Sell' }).click();
    }
  });
});
