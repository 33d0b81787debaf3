// The kitchen's display when it is switched on: without a network, with tickets of the day before, with more tickets than
// fit, and in a language of its own.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Locator } from 'playwright-core';
import { MINUTE } from '#src/kernel/time.ts';
import { read } from '#test/api/helpers.ts';
import { until } from '#test/harness/process.ts';
import { onStage, type Tab } from './harness.ts';
import { bump, cardOf, type Kitchen, nameOf, namesOn, openKitchen, Screens } from './kitchen-scene.ts';

const CUT = /ERR_INTERNET_DISCONNECTED|ERR_NETWORK|ERR_FAILED|Failed to load resource|network error/i;
const SMALL = { width: 1024, height: 768 };

/** The page is kept by the time its worker has answered. */
const KEPT = `(async () => {
  const { scope } = await navigator.serviceWorker.ready;
  const cache = await caches.open('passbell-kitchen');
  for (let look = 0; look < 200; look++) {
    const kept = await cache.keys();
    if (await cache.match(scope) && kept.some((each) => each.url.endsWith('.css'))) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error('The page is not kept.');
})()`;

async function fill(kitchen: Kitchen, count: number): Promise<string[]> {
  const names: string[] = [];
  for (let at = 1; at <= count; at++) {
    const sale_number = `K${at}`;
    const made = await kitchen.order({ sale_number, lines: [{ product_id: kitchen.soup.id, quantity: at }] });
    names.push(nameOf(made));
  }
  return names;
}

function nameIn(tab: Tab, name: string) {
  return tab.page.locator('.ticket-name').getByText(name, { exact: true });
}

/** The tickets whose names are in sight. */
function inSight(tab: Tab): Promise<string[]> {
  return tab.page.locator('.board').evaluate((board) => {
    const frame = board.getBoundingClientRect();
    return [...board.querySelectorAll('.ticket-name')].flatMap((name) => {
      const { left, right, top, bottom } = name.getBoundingClientRect();
      const isIn = left >= frame.left && right <= frame.right && top >= frame.top && bottom <= frame.bottom;
      return isIn ? [name.textContent] : [];
    });
  });
}

/** The notes of lines that are in sight. */
function notesInSight(tab: Tab): Promise<string[]> {
  return tab.page.locator('.board').evaluate((board) => {
    const frame = board.getBoundingClientRect();
    return [...board.querySelectorAll('.line')].flatMap((line) => {
      const { left, right } = line.getBoundingClientRect();
      return left >= frame.left && right <= frame.right ? [line.textContent] : [];
    });
  });
}

/** The way to the tickets behind those in sight, whatever the language. */
function moreOf(tab: Tab): Locator {
  return tab.page.locator('.foot-page').last();
}

/** Presses for more until the page is turned to a ticket; answers what is in sight then. */
async function turn(tab: Tab, next: string | undefined): Promise<string[]> {
  assert.ok(next !== undefined);
  await moreOf(tab).click();
  await until(`${next} is in sight`, async () => (await inSight(tab)).includes(next));
  return inSight(tab);
}

async function checkWidth(tab: Tab): Promise<void> {
  const wide = await tab.page.evaluate('document.documentElement.scrollWidth > innerWidth');
  assert.equal(wide, false, 'The page is wider than the window.');
}

onStage('the kitchen, switched on', (stage) => {
  const screens = new Screens(stage);

  it('starts without a network with the tickets last seen, and bumps them', async () => {
    const { client } = stage().service;
    const kitchen = await openKitchen(stage().service);
    const tab = await screens.open(kitchen, { kept: true, expected: CUT });
    const first = await kitchen.order();
    const second = await kitchen.order();
    await cardOf(tab, second).waitFor();
    await tab.page.evaluate(KEPT);
    // A page of the back office whose address begins alike is not the display's.
    const office = await tab.context.newPage();
    await office.goto(`${stage().service.url}/kitchens`);
    await office.close();
    await tab.context.setOffline(true);
    await tab.page.reload();
    await cardOf(tab, second).waitFor();
    await tab.page.getByText('Tickets as of 06:30 PM.').waitFor();
    assert.deepEqual(await namesOn(tab), [nameOf(first), nameOf(second)]);
    await bump(tab, first);
    await tab.page.getByText('1 bump waits to be sent.').waitFor();
    await tab.checkAccessibility();
    await tab.page.reload();
    await tab.page.getByText('1 bump waits to be sent.').waitFor();
    assert.deepEqual(await namesOn(tab), [nameOf(second)]);
    const third = await kitchen.order();
    await tab.context.setOffline(false);
    await cardOf(tab, third).waitFor();
    await tab.page.getByText('Up to date').waitFor();
    assert.deepEqual(await namesOn(tab), [nameOf(second), nameOf(third)]);
    const isBumped = async () => (await read(client, `orders/${first.id}/tickets`))[0].state === 'bumped';
    await until('it is bumped', isBumped);
  });

  it('shows a refused bump again after a new start, until the note is closed', async () => {
    const kitchen = await openKitchen(stage().service);
    const tab = await screens.open(kitchen, { expected: /403/ });
    const made = await kitchen.order();
    await cardOf(tab, made).waitFor();
    await tab.page.route('**/bump', (route) =>
      route.fulfill({ status: 403, json: { error: 'access_denied', error_description: 'Not from here.' } }),
    );
    const note = tab.page.getByRole('alert').filter({ hasText: `${nameOf(made)}: Not from here.` });
    await bump(tab, made);
    await note.waitFor();
    await tab.page.reload();
    await note.waitFor();
    await cardOf(tab, made).waitFor();
    await note.getByRole('button', { name: 'Close this note' }).click();
    await note.waitFor({ state: 'detached' });
    await tab.page.reload();
    await cardOf(tab, made).waitFor();
    await tab.page.getByText('Up to date').waitFor();
    assert.equal(await note.count(), 0);
  });

  it('sets tickets apart that were left open, as long before as the device says', async () => {
    const { service } = stage();
    const kitchen = await openKitchen(service);
    const left = await kitchen.order();
    service.clock.advance(5n * 60n * MINUTE);
    const fresh = await kitchen.order();
    const tab = await screens.open(kitchen);
    await cardOf(tab, fresh).waitFor();
    assert.deepEqual(await namesOn(tab), [nameOf(fresh)]);
    await tab.page.getByRole('button', { name: 'Old 1' }).click();
    await cardOf(tab, left).getByText('LATE').waitFor();
    assert.deepEqual(await namesOn(tab), [nameOf(left)]);
    await tab.checkAccessibility();
    await tab.page.getByRole('button', { name: 'Settings' }).click();
    await tab.page.getByRole('textbox', { name: 'Old after' }).fill('6');
    await tab.page.getByRole('button', { name: 'Close' }).click();
    await tab.page.getByText('No old tickets').waitFor();
    await tab.page.getByRole('button', { name: 'Now 2' }).click();
    assert.deepEqual(await namesOn(tab), [nameOf(left), nameOf(fresh)]);
    await bump(tab, left);
    await cardOf(tab, left).waitFor({ state: 'detached' });
    assert.equal(await tab.page.getByRole('button', { name: /^Old/ }).count(), 0);
  });

  for (const [name, size] of [
    ['a tablet', SMALL],
    ['a phone', { width: 390, height: 844 }],
  ] as const) {
    it(`says how many tickets do not fit on ${name}, and shows them`, async () => {
      const kitchen = await openKitchen(stage().service);
      const names = await fill(kitchen, 20);
      const tab = await screens.open(kitchen, { size });
      await nameIn(tab, 'A20').waitFor({ state: 'attached' });
      const first = await inSight(tab);
      assert.deepEqual(first, names.slice(0, first.length));
      const before = tab.page.getByRole('button', { name: /before$/ });
      const more = moreOf(tab);
      assert.equal(await more.textContent(), `+${20 - first.length} more`);
      assert.equal(await before.count(), 0);
      await tab.checkAccessibility();
      await checkWidth(tab);
      await tab.picture(`kitchen-more-${size.width}`);
      let seen = first;
      let place = await more.boundingBox();
      while (seen.at(-1) !== 'A20') {
        place = await more.boundingBox();
        seen = await turn(tab, names[names.indexOf(seen.at(-1) ?? '') + 1]);
      }
      await more.waitFor({ state: 'hidden' });
      assert.match((await before.textContent()) ?? '', /^1\d before$/);
      await tab.picture(`kitchen-end-${size.width}`);
      // Once too often: nothing moves, nothing is bumped.
      assert.ok(place);
      await tab.page.mouse.click(place.x + place.width / 2, place.y + place.height / 2);
      assert.deepEqual(await inSight(tab), seen);
      await before.click();
      await before.waitFor({ state: 'detached' });
      assert.deepEqual(await inSight(tab), first);
      assert.equal(await more.textContent(), `+${20 - first.length} more`);
    });
  }

  for (const language of ['English', 'العربية']) {
    it(`a ticket of more columns than the board has is read to its end: ${language}`, async () => {
      const kitchen = await openKitchen(stage().service);
      await kitchen.order();
      const lines = Array.from({ length: 40 }, (_, at) => ({
        ...{ product_id: kitchen.soup.id, quantity: 1, course_ordinal: 1 + Math.floor(at / 15) },
        notes: `Guest ${at + 1}, who wants a note of their own`,
      }));
      const long = await kitchen.order({ lines });
      const tab = await screens.open(kitchen, { size: SMALL });
      if (language !== 'English') {
        await tab.page.locator('.bar-tools button').last().click();
        await tab.page.locator('[role=dialog] select').selectOption(language);
        await tab.page.locator('html[dir=rtl]').waitFor();
      }
      await nameIn(tab, nameOf(long)).waitFor();
      const seen = new Set<string>();
      const ends = tab.page.locator('.ticket').last().locator('.ticket-bump');
      for (let presses = 0; presses < 8; presses++) {
        for (const each of await notesInSight(tab)) seen.add(each);
        if (await moreOf(tab).isDisabled()) break;
        await moreOf(tab).click();
      }
      assert.equal(seen.size, 41, 'Not every line was in sight.');
      const box = await ends.boundingBox();
      assert.ok(box !== null && box.x >= 0 && box.x + box.width <= SMALL.width, 'It cannot be bumped.');
      await tab.checkAccessibility();
    });
  }

  it('is in the language of its device, from right to left where that is how it is read', async () => {
    const kitchen = await openKitchen(stage().service);
    const names = await fill(kitchen, 20);
    const tab = await screens.open(kitchen, { size: SMALL });
    const root = tab.page.locator('html');
    assert.deepEqual([await root.getAttribute('lang'), await root.getAttribute('dir')], ['en', 'ltr']);
    const settings = tab.page.locator('.bar-tools button').last();
    await settings.click();
    await tab.page.getByRole('combobox', { name: 'Language' }).selectOption('العربية');
    await tab.page.locator('html[lang=ar][dir=rtl]').waitFor();
    await nameIn(tab, 'A20').waitFor({ state: 'attached' });
    const first = await inSight(tab);
    assert.equal(first[0], names[0]);
    assert.ok(first.length < 20);
    await checkWidth(tab);
    await tab.picture('kitchen-rtl');
    const seen = await turn(tab, names[first.length]);
    assert.ok(!seen.includes(names[0] ?? ''));
    await tab.checkAccessibility();
    await settings.click();
    await tab.page.locator('dialog, [role=dialog]').waitFor();
    await tab.checkAccessibility();
    await tab.page.locator('[role=dialog] select').selectOption('Deutsch');
    await tab.page.locator('html[lang=de][dir=ltr]').waitFor();
    await nameIn(tab, 'A20').waitFor({ state: 'attached' });
  });

  it('has its settings in line: each circle on the height of its words', async () => {
    const kitchen = await openKitchen(stage().service);
    const tab = await screens.open(kitchen, { size: SMALL });
    await tab.page.getByRole('button', { name: 'Settings' }).click();
    const radios = tab.page.getByRole('radio', { name: /Everything|Only/ });
    await radios.first().waitFor();
    const apart: number[] = [];
    for (const radio of await radios.all()) {
      const words = tab.page.locator(`label[for="${await radio.getAttribute('id')}"]`);
      const [circle, label] = await Promise.all([radio.boundingBox(), words.boundingBox()]);
      assert.ok(circle && label);
      apart.push(Math.abs(circle.y + circle.height / 2 - label.y - label.height / 2));
    }
    assert.equal(apart.length, 3);
    assert.ok(Math.max(...apart) <= 2, `The circles are off by ${apart.join(', ')} px.`);
    await tab.picture('kitchen-settings');
  });
});
