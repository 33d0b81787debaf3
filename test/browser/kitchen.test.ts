// The kitchen's screens in browsers: two of them, and an add-on that posts orders.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { change, drop, make, read } from '#test/api/helpers.ts';
import { until } from '#test/harness/process.ts';
import type { Json } from '#test/harness/service.ts';
import { onStage, type Tab } from './harness.ts';
import { bump, cardOf, feast, linesOf, nameOf, namesOn, openKitchen, Screens } from './kitchen-scene.ts';

/** How soon a ticket has to be on the screens, in ms (reference: printing.13): the fastest of a few, on a busy machine. */
const SOON_MS = 1_000;

/** How far an element, and the page, can be scrolled sideways. */
const SIDEWAYS = new Function(
  'element',
  'return [element, document.documentElement].map((each) => each.scrollWidth - each.clientWidth)',
) as () => unknown;

onStage('the kitchen', (stage) => {
  const screens = new Screens(stage);

  it('shows an order within a second of the call, and says all of it', async (test) => {
    const { service } = stage();
    const kitchen = await openKitchen(service);
    const tabs = await Promise.all([screens.open(kitchen), screens.open(kitchen)]);
    const times: number[] = [];
    // On a machine that does other work: one in ten has to be.
    while (times.length < 10 && !times.some((time) => time < SOON_MS)) {
      const began = performance.now();
      const made = await kitchen.order();
      await Promise.all(tabs.map((tab) => cardOf(tab, made).waitFor()));
      times.push(performance.now() - began);
    }
    test.diagnostic(`from the call to two screens: ${times.map(Math.round).join(', ')} ms`);
    assert.ok(Math.min(...times) < SOON_MS, `It took ${times.map(Math.round).join(', ')} ms.`);

    const [tab] = tabs as [Tab, Tab];
    const card = cardOf(tab, await kitchen.order(feast(service, kitchen)));
    await card.waitFor();
    const said = (await card.textContent()) ?? '';
    const { first_name: customer } = await read(service.client, `customers/${service.card.customers[0].id}`);
    for (const words of ['Dine in', 'Table 12', '3 guests', 'Birthday at the table', 'Course 2', customer]) {
      assert.ok(said.includes(words), `${words} is missing in: ${said}`);
    }
    assert.deepEqual(await linesOf(card), [
      '3 Lager 0.5 l',
      '2 Soup NO Onions One to go',
      '1 Pizza Margherita EXTRA Olives ON SIDE Burrata',
    ]);
    await tab.page.getByText(/^New ticket/).waitFor();
  });

  it('shows all of a ticket that is higher than the board, and all counts', async () => {
    const { service } = stage();
    const kitchen = await openKitchen(service);
    const name = 'Donaudampfschifffahrtsgesellschaftskapitaensmuetzenabzeichen';
    const long = await make(service.client, `sites/${kitchen.site.id}/products`, { name, unit_price: 8 });
    const lines = Array.from({ length: 24 }, (_, at) => ({
      product_id: at % 2 === 0 ? kitchen.soup.id : long.id,
      notes: at === 1 ? 'The guest is allergic to nuts. '.repeat(30) : 'No onions, and the sauce beside it',
    }));
    const tab = await screens.open(kitchen);
    const made = await kitchen.order({ lines });
    const card = cardOf(tab, made);
    await card.waitFor();
    const below = await card.evaluate(
      new Function(
        'card',
        `const end = card.parentElement.getBoundingClientRect().bottom;
        return [...card.querySelectorAll('button')].filter((each) => each.getBoundingClientRect().bottom > end).length;`,
      ) as () => unknown,
    );
    assert.equal(below, 0, 'Lines or Bump are below the board.');
    await tab.page.getByRole('button', { name: 'All day' }).click();
    const counts = tab.page.getByRole('complementary', { name: 'All day' });
    assert.deepEqual(await counts.evaluate(SIDEWAYS), [0, 0]);
    await tab.page.getByRole('button', { name: 'All day' }).first().click();
    await bump(tab, made);
    await card.waitFor({ state: 'detached' });
  });

  it('marks changes and voids on the ticket, and shows later ones of a bumped ticket', async () => {
    const { client } = stage().service;
    const kitchen = await openKitchen(stage().service);
    const tab = await screens.open(kitchen);
    const made = await kitchen.order({
      lines: [
        { product_id: kitchen.soup.id, quantity: 2 },
        { product_id: kitchen.beer.id, quantity: 3 },
      ],
    });
    const card = cardOf(tab, made);
    await card.waitFor();
    await change(client, `orders/${made.id}/lines/1`, { quantity: 3 });
    await card.getByText('MORE +1').waitFor();
    await change(client, `orders/${made.id}/lines/2`, { quantity: 1 });
    await card.getByText('LESS −2').waitFor();
    await make(client, `orders/${made.id}/lines`, { product_id: kitchen.pizza.id });
    await card.getByText('ADDED').waitFor();
    assert.deepEqual(await linesOf(card), [
      '3 Soup MORE +1',
      '1 Lager 0.5 l LESS −2',
      '1 Pizza Margherita ADDED',
    ]);
    await drop(client, `orders/${made.id}/lines/2`);
    await card.getByText('VOID').waitFor();
    assert.deepEqual(await linesOf(card), [
      '3 Soup MORE +1',
      '1 Lager 0.5 l VOID',
      '1 Pizza Margherita ADDED',
    ]);
    await tab.checkAccessibility();
    await bump(tab, made);
    await card.waitFor({ state: 'detached' });
    await change(client, `orders/${made.id}/lines/1`, { quantity: 4 });
    await card.getByText('CHANGE to a bumped order').waitFor();
    assert.deepEqual(await linesOf(card), ['+1 Soup MORE +1']);
    await tab.page.getByText(/^Change to ticket/).waitFor();
    await change(client, `orders/${made.id}`, { status: 'REJECTED' });
    await card.getByText('VOID: do not make').waitFor();
    await bump(tab, made);
    await tab.page.getByText('No open tickets').waitFor();
  });

  it('bumps and recalls on all screens, whole or line by line', async () => {
    const kitchen = await openKitchen(stage().service);
    const [one, other] = await Promise.all([screens.open(kitchen), screens.open(kitchen)]);
    const first = await kitchen.order();
    const second = await kitchen.order({
      lines: [{ product_id: kitchen.soup.id }, { product_id: kitchen.beer.id }],
    });
    await Promise.all([one, other].map((tab) => cardOf(tab, second).waitFor()));
    assert.deepEqual(await namesOn(other), [nameOf(first), nameOf(second)]);
    // A finger that touches twice bumps one ticket, not the one that moves up as well.
    const spot = await cardOf(one, first).getByRole('button', { name: /^Bump/ }).boundingBox();
    assert.ok(spot);
    await one.page.mouse.dblclick(spot.x + spot.width / 2, spot.y + spot.height / 2);
    // At once here, and soon over there.
    assert.equal(await cardOf(one, first).count(), 0);
    assert.equal(await cardOf(one, second).locator('.line[data-done]').count(), 0);
    await cardOf(other, first).waitFor({ state: 'detached' });
    await cardOf(one, second).getByRole('button', { name: '1 Soup', pressed: false }).click();
    await cardOf(other, second).getByRole('button', { name: '1 Soup', pressed: true }).waitFor();
    await cardOf(other, second).getByRole('button', { name: '1 Soup', pressed: true }).click();
    await cardOf(one, second).getByRole('button', { name: '1 Soup', pressed: false }).waitFor();
    await cardOf(other, second).getByRole('button', { name: '1 Soup' }).click();
    await cardOf(other, second).getByRole('button', { name: '1 Lager 0.5 l' }).click();
    await one.page.getByText('No open tickets').waitFor();
    await one.page.getByRole('button', { name: 'Bumped' }).click();
    await cardOf(one, first).waitFor();
    assert.deepEqual(new Set(await namesOn(one)), new Set([nameOf(first), nameOf(second)]));
    await one.checkAccessibility();
    await cardOf(one, first)
      .getByRole('button', { name: /^Recall/ })
      .click();
    await cardOf(other, first).waitFor();
    await other.page.getByRole('button', { name: /^Recall/ }).click();
    await cardOf(other, second).getByRole('button', { name: '1 Soup', pressed: false }).waitFor();
    await one.page.getByRole('button', { name: /^Now/ }).click();
    await cardOf(one, second).waitFor();
    assert.deepEqual(await namesOn(one), [nameOf(first), nameOf(second)]);
  });

  it('gives each station its own lines, and everything else to another', async () => {
    const kitchen = await openKitchen(stage().service);
    const stoves = await screens.open(kitchen);
    const pass = await screens.open(
      kitchen,
      {},
      { station: { mode: 'except', categories: [kitchen.stoves.id_str] } },
    );
    await stoves.page.getByRole('button', { name: 'Settings' }).click();
    await stoves.page.getByRole('radio', { name: 'Only some categories' }).click();
    await stoves.page.getByRole('combobox', { name: 'Categories made here' }).click();
    await stoves.page.getByRole('option', { name: kitchen.stoves.name }).click();
    await stoves.page.keyboard.press('Escape');
    await stoves.checkAccessibility();
    await stoves.page.getByRole('button', { name: 'Close' }).click();
    await stoves.page.getByText(kitchen.stoves.name, { exact: true }).waitFor();
    await pass.page.getByText(`All but ${kitchen.stoves.name}`).waitFor();
    const made = await kitchen.order({
      lines: [
        { product_id: kitchen.soup.id },
        { product_id: kitchen.pizza.id },
        { product_id: kitchen.beer.id },
      ],
    });
    await cardOf(stoves, made).getByText('+ 1 line at other stations').waitFor();
    assert.deepEqual(await linesOf(cardOf(stoves, made)), ['1 Soup', '1 Pizza Margherita']);
    assert.deepEqual(await linesOf(cardOf(pass, made)), ['1 Lager 0.5 l']);
    await bump(stoves, made);
    await cardOf(stoves, made).waitFor({ state: 'detached' });
    await stoves.page.getByRole('button', { name: `Recall ${nameOf(made)}` }).waitFor();
    await pass.page.getByText('+ 2 lines at other stations').waitFor({ state: 'detached' });
    assert.equal(await cardOf(pass, made).count(), 1);
    await bump(pass, made);
    const { client } = stage().service;
    const left = async () => (await read(client, `sites/${kitchen.site.id}/tickets`)).length;
    await until('it is bumped', async () => (await left()) === 0);
    await stoves.page.reload();
    await stoves.page.getByText(kitchen.stoves.name, { exact: true }).waitFor();
  });

  it('is worked by the keys of a bump bar alone', async () => {
    const kitchen = await openKitchen(stage().service);
    const tab = await screens.open(kitchen);
    const orders: Json[] = [];
    for (let at = 0; at < 3; at++) {
      orders.push(
        await kitchen.order({ lines: [{ product_id: kitchen.soup.id }, { product_id: kitchen.beer.id }] }),
      );
    }
    const [first, second, third] = orders;
    await cardOf(tab, third).waitFor();
    const { keyboard } = tab.page;
    const chosen = () => tab.page.locator('.ticket[data-chosen] .ticket-name').textContent();
    await keyboard.press('Enter');
    assert.equal(await chosen(), nameOf(first), 'the first press bumps nothing');
    assert.equal((await namesOn(tab)).length, 3);
    await keyboard.press('3');
    assert.equal(await chosen(), nameOf(third));
    await keyboard.press('ArrowLeft');
    assert.equal(await chosen(), nameOf(second));
    await keyboard.press('ArrowDown');
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await cardOf(tab, second).getByRole('button', { name: '1 Lager 0.5 l', pressed: true }).waitFor();
    await keyboard.press('ArrowRight');
    await keyboard.press('ArrowLeft');
    await keyboard.press(' ');
    await cardOf(tab, second).waitFor({ state: 'detached' });
    assert.equal(await chosen(), nameOf(third), 'the next one takes its place');
    await keyboard.press('a');
    const counts = tab.page.getByRole('complementary', { name: 'All day' });
    await counts.getByRole('row', { name: 'Soup 2' }).waitFor();
    await keyboard.press('r');
    await cardOf(tab, second).waitFor();
    assert.equal(await chosen(), nameOf(second));
    await keyboard.press('Enter');
    await keyboard.press('Escape');
    await counts.getByRole('row', { name: 'Soup 3' }).waitFor();
    assert.deepEqual(await namesOn(tab), orders.map(nameOf));
    await keyboard.press('?');
    await tab.page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await keyboard.press('1');
    await keyboard.press('Escape');
    await tab.page.getByRole('dialog', { name: 'Keys' }).waitFor({ state: 'detached' });
    assert.equal((await namesOn(tab)).length, 3);
    // What another screen has bumped leaves nothing chosen that the next press would hit.
    await keyboard.press('1');
    const { client } = stage().service;
    const [open] = await read(client, `orders/${first.id}/tickets`);
    await client.post(`sites/${kitchen.site.id}/tickets/${open.id}/bump`, {});
    await cardOf(tab, first).waitFor({ state: 'detached' });
    assert.equal(await tab.page.locator('.ticket[data-chosen]').count(), 0);
  });
});
