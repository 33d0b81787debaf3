// How fast the register is with a menu of 1,000 products: until its tiles are in sight, and the answer to a tap.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { make } from '#test/api/helpers.ts';
import { onStageWith } from './harness.ts';
import { openRegister } from './register-screen.ts';

const PRODUCTS = 1_000;
const CATEGORIES = 20;
/** Products made at the same time. */
const TOGETHER = 20;
/**
 * Until a tile can be tapped, in ms of a processor that the processes of the page take: 1,200 where 2 s on the clock are
 * kept with ease, and the room that a slow machine with other work needs.
 */
const TILES_MS = 3_000;
/** From a tap until what it changes is painted, in ms. */
const TAP_MS = 100;
/** How often each is measured. The least counts: the machine of a test has other work to do. */
const TAPS = 5;
const LOADS = 5;

/** Says how much of a processor the processes of the page have taken so far, in ms. */
const processorOf = async (page: Page) => {
  const browser = page.context().browser();
  assert.ok(browser !== null);
  const session = await browser.newBrowserCDPSession();
  return {
    usedMs: async (): Promise<number> => {
      const { processInfo } = await session.send('SystemInfo.getProcessInfo');
      const renderers = processInfo.filter(({ type }) => type === 'renderer');
      assert.ok(renderers.length > 0, 'the browser names no process of a page');
      return renderers.reduce((sum, { cpuTime }) => sum + cpuTime * 1_000, 0);
    },
  };
};

onStageWith('the register with 1,000 products', { isTimed: true }, (stage) => {
  it('shows its tiles soon and answers a tap within a tenth of a second', async (test) => {
    const { client, card } = stage().service;
    const site = card.sites[0].id;
    const categories: number[] = [];
    for (let at = 0; at < CATEGORIES; at++) {
      categories.push((await make(client, 'categories', { name: `Heading ${at}` })).id);
    }
    for (let from = 0; from < PRODUCTS; from += TOGETHER) {
      await Promise.all(
        Array.from({ length: TOGETHER }, (_, at) =>
          make(client, `sites/${site}/products`, {
            name: `Dish number ${from + at}`,
            unit_price: 1 + (at % 40) / 4,
            sku: `DISH-${from + at}`,
            categories: [categories[(from + at) % CATEGORIES]],
          }),
        ),
      );
    }
    const tab = await openRegister(stage());
    const { page } = tab;
    // Counted rather than found by their names: among so many that takes longer than the measured time.
    const menuThere = () =>
      page
        .locator('.product')
        .nth(PRODUCTS - 1)
        .waitFor({ state: 'attached' });
    await menuThere();
    const processor = await processorOf(page);
    // Until a product can be tapped, and until the last one is there.
    const tiles: number[] = [];
    const menus: number[] = [];
    for (let load = 0; load < LOADS; load++) {
      const began = await processor.usedMs();
      await page.reload({ waitUntil: 'commit' });
      await page.locator('.product').first().click({ trial: true });
      tiles.push((await processor.usedMs()) - began);
      await menuThere();
      menus.push((await processor.usedMs()) - began);
    }
    const measure = async (press: () => Promise<void>): Promise<number> => {
      await page.evaluate(`window.slowest = new Promise((done) => {
        let longest = 0;
        const watch = new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) longest = Math.max(longest, entry.duration);
        });
        // Shorter than the shortest reported time counts as nothing.
        watch.observe({ type: 'event', durationThreshold: 16 });
        setTimeout(() => { watch.disconnect(); done(longest); }, 250);
      }); 0`);
      await press();
      return (await page.evaluate('window.slowest')) as number;
    };
    const taps: Record<'product' | 'heading' | 'all', number[]> = { product: [], heading: [], all: [] };
    const heading = (name: string) => page.locator('.chip', { hasText: new RegExp(`^${name}$`) });
    for (let tap = 0; tap < TAPS; tap++) {
      taps.product.push(await measure(() => page.locator('.product').nth(tap).click()));
      taps.heading.push(await measure(() => heading(`Heading ${tap}`).click()));
      taps.all.push(await measure(() => heading('All').click()));
    }
    const told = (figures: readonly number[]) => figures.map(Math.round).join(', ');
    test.diagnostic(
      `of a processor until the first tile ${told(tiles)} ms, until the last ${told(menus)} ms`,
    );
    assert.ok(Math.min(...tiles) < TILES_MS, `the tiles took ${told(tiles)} ms`);
    for (const [what, figures] of Object.entries(taps)) {
      test.diagnostic(`${what}: ${told(figures)} ms`);
      assert.ok(Math.min(...figures) < TAP_MS, `taps (${what}) took ${told(figures)} ms`);
    }
  });
});
