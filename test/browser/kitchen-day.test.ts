// A day of the kitchen's screens: connections that go, orders for later, sounds, and what holds for everybody.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { MINUTE } from '#src/kernel/time.ts';
import { change, drop, read, refused } from '#test/api/helpers.ts';
import { letIn, screenOf } from '#test/api/screens.ts';
import { until } from '#test/harness/process.ts';
import type { Json } from '#test/harness/service.ts';
import { onStage, PHONE } from './harness.ts';
import { bump, cardOf, feast, nameOf, namesOn, openKitchen, Screens } from './kitchen-scene.ts';

/** A connection that was cut leaves words on the console, and ends the worker's fetching of what a start without it needs. */
const CUT = /ERR_INTERNET_DISCONNECTED|ERR_NETWORK|ERR_FAILED|Failed to load resource|network error/i;

onStage('the kitchen, all day', (stage) => {
  const screens = new Screens(stage);

  it('says that the connection is gone, keeps what it shows, and sends bumps when it is back', async () => {
    const { client } = stage().service;
    const kitchen = await openKitchen(stage().service);
    const [cut, other] = await Promise.all([
      screens.open(kitchen, { kept: true, expected: CUT }),
      screens.open(kitchen),
    ]);
    const first = await kitchen.order();
    const second = await kitchen.order();
    await cardOf(cut, second).waitFor();
    const foot = await cut.page.locator('.foot').boundingBox();
    await cut.context.setOffline(true);
    await cut.page.getByText('No connection.').waitFor();
    assert.deepEqual(await cut.page.locator('.foot').boundingBox(), foot, 'nothing moves');
    await bump(cut, first);
    await cardOf(cut, first).waitFor({ state: 'detached' });
    await cut.page.getByText('1 bump waits').waitFor();
    await cut.checkAccessibility();
    await cut.picture('kitchen-offline');
    const third = await kitchen.order();
    await bump(other, second);
    await cardOf(other, third).waitFor();
    assert.equal(await cardOf(other, first).count(), 1);
    assert.equal(await cardOf(cut, third).count(), 0);
    await cut.context.setOffline(false);
    await Promise.all([
      cardOf(other, first).waitFor({ state: 'detached' }),
      cardOf(cut, second).waitFor({ state: 'detached' }),
      cardOf(cut, third).waitFor(),
      cut.page.getByText('Up to date').waitFor(),
    ]);
    const [ticketOf] = await read(client, `orders/${first.id}/tickets`);
    assert.equal(ticketOf.state, 'bumped');
    const told = (await read(client, `events?topic=tickets/updated&limit=5000`)) as Json[];
    assert.equal(told.filter((event) => event.resource_id_str === ticketOf.id_str).length, 1, 'heard once');
  });

  it('counts what waits by what was pressed: a card with a void on it is one bump', async () => {
    const { client } = stage().service;
    const kitchen = await openKitchen(stage().service);
    const { soup, beer } = kitchen;
    const tab = await screens.open(kitchen, { kept: true, expected: CUT });
    const first = await kitchen.order({ lines: [{ product_id: soup.id }, { product_id: beer.id }] });
    const second = await kitchen.order({ lines: [{ product_id: soup.id }, { product_id: beer.id }] });
    for (const each of [first, second]) await drop(client, `orders/${each.id}/lines/2`);
    await cardOf(tab, first).getByText('VOID').waitFor();
    await cardOf(tab, second).getByText('VOID').waitFor();
    await tab.context.setOffline(true);
    await tab.page.getByText('No connection.').waitFor();
    await bump(tab, first);
    await tab.page.getByText('1 bump waits to be sent.').waitFor();
    await tab.page.getByRole('button', { name: /^Recall/ }).click();
    await tab.page.getByText('2 bumps wait to be sent.').waitFor();
    await bump(tab, second);
    await tab.page.getByText('3 bumps wait to be sent.').waitFor();
    await tab.context.setOffline(false);
    await until('both tickets are bumped', async () => {
      const tickets: Json[] = await read(client, `orders/${second.id}/tickets`);
      return tickets.length === 2 && tickets.every(({ state }) => state === 'bumped');
    });
  });

  it('takes back what the service refuses, and says why', async () => {
    const kitchen = await openKitchen(stage().service);
    const tab = await screens.open(kitchen, { expected: /403/ });
    const made = await kitchen.order();
    await cardOf(tab, made).waitFor();
    await tab.page.route('**/bump', (route) =>
      route.fulfill({ status: 403, json: { error: 'access_denied', error_description: 'Not from here.' } }),
    );
    await bump(tab, made);
    await tab.page.getByText(`${nameOf(made)}: Not from here.`).waitFor();
    await cardOf(tab, made).waitFor();
  });

  it('keeps orders for later apart until it is time, and tells ages', async () => {
    const { service } = stage();
    const kitchen = await openKitchen(service);
    const tab = await screens.open(kitchen);
    const at = (minutes: number) =>
      new Date(Number(service.clock.now() / 1000n) + minutes * 60_000).toISOString();
    const later = await kitchen.order({ fulfil_at: at(45) });
    const now = await kitchen.order();
    await cardOf(tab, now).waitFor();
    await tab.page.getByRole('button', { name: 'Later 1' }).click();
    await cardOf(tab, later).getByText('Start 07:00 PM').waitFor();
    assert.deepEqual(await namesOn(tab), [nameOf(later)]);
    await tab.page.getByRole('button', { name: 'Now 1' }).click();
    const pass = async (minutes: bigint) => {
      service.clock.advance(minutes * MINUTE);
      await tab.context.clock.setFixedTime(new Date(Number(service.clock.now() / 1000n)));
    };
    const timer = cardOf(tab, now).getByRole('timer');
    await pass(9n);
    await timer.getByText('9:00').waitFor();
    await tab.page.locator('.ticket-head[data-level=slow]').waitFor();
    await pass(21n);
    await timer.getByText('30:00').waitFor();
    await cardOf(tab, now).getByText('LATE').waitFor();
    await cardOf(tab, later).getByRole('timer').getByText('0:00').waitFor();
    assert.deepEqual(await namesOn(tab), [nameOf(now), nameOf(later)]);
    await tab.page.getByRole('button', { name: 'Later 0' }).waitFor();
  });

  it('rings for new tickets once somebody has touched the page, unless the sound is off', async () => {
    const kitchen = await openKitchen(stage().service);
    const tab = await screens.open(kitchen, {}, { sound: false });
    const counting = `(() => {
      const { start } = OscillatorNode.prototype;
      OscillatorNode.prototype.start = function (when) {
        document.body.dataset.tones = String(Number(document.body.dataset.tones ?? '0') + 1);
        start.call(this, when);
      };
    })()`;
    await tab.page.evaluate(counting);
    await tab.context.addInitScript(counting);
    const tones = () => tab.page.locator('body').getAttribute('data-tones');
    const silenced = tab.page.getByText('No sound until this screen is touched');
    const rung = async () => {
      const made = await kitchen.order();
      await cardOf(tab, made).waitFor();
      await tab.page.getByText(`New ticket ${nameOf(made)}`).waitFor({ state: 'attached' });
      return tones();
    };
    const button = tab.page.getByRole('button', { name: 'Sound' });
    await tab.page.getByRole('button', { name: /^Now/ }).click();
    assert.equal(await rung(), null);
    assert.equal(await silenced.count(), 0);
    await button.click();
    assert.equal(await button.getAttribute('aria-pressed'), 'true');
    assert.equal(await rung(), '2');
    // Loaded anew, as by a power cut at night: nobody has touched it.
    await tab.silence();
    await tab.page.reload();
    await silenced.waitFor();
    await tab.checkAccessibility();
    assert.equal(await rung(), null);
    await tab.page.getByRole('heading', { name: 'Pass', level: 1 }).click();
    await silenced.waitFor({ state: 'detached' });
    assert.equal(await rung(), '2');
    await button.click();
    assert.equal(await rung(), '2');
  });

  it('says that a site keeps no tickets, and begins when somebody turns them on', async () => {
    const { service } = stage();
    const kitchen = await openKitchen(service, { kitchen_tickets: false });
    const { client } = await letIn(
      service,
      await screenOf(service, service.card),
      kitchen.register.id,
      'Pass',
    );
    refused(
      await client.put(`sites/${kitchen.site.id}`, { kitchen_tickets: true }),
      403,
      'insufficient_scope',
    );
    const tab = await screens.openAny(kitchen);
    await tab.page.getByText(`${kitchen.site.name} keeps no kitchen tickets`).waitFor();
    await tab.checkAccessibility();
    const office = await stage().open();
    await office.signIn('/kitchens');
    const choice = office.page.getByRole('switch', { name: kitchen.site.name, exact: true });
    await choice.waitFor();
    await office.checkAccessibility();
    await choice.click();
    await tab.page.getByText('No open tickets').waitFor();
    await office.page.getByText(`Kitchen tickets are on at ${kitchen.site.name}.`).waitFor();
  });

  for (const [name, options, settings] of [
    ['dark', { scheme: 'dark' }, { allDay: true }],
    ['light', {}, { scheme: 'light' }],
    ['phone', { size: PHONE, scheme: 'dark' }, {}],
  ] as const) {
    it(`can be used by everybody: ${name}`, async () => {
      const { service } = stage();
      const { clock } = service;
      const kitchen = await openKitchen(service);
      const { soup, pizza, beer } = kitchen;
      const old = await kitchen.order({ ...feast(service, kitchen), sale_number: 'A7' });
      clock.advance(8n * MINUTE);
      await kitchen.order({
        ...{ sale_number: 'A8', order_type: 'Takeaway' },
        lines: [{ product_id: pizza.id, quantity: 2, notes: 'Cut in eight' }, { product_id: beer.id }],
      });
      await change(service.client, `orders/${old.id}/lines/1`, { quantity: 3 });
      clock.advance(8n * MINUTE);
      const third = await kitchen.order({
        sale_number: 'A9',
        lines: [{ product_id: soup.id }, { product_id: beer.id }],
      });
      await drop(service.client, `orders/${third.id}/lines/2`);
      const fourth = await kitchen.order({
        ...{ sale_number: 'A10', order_type: 'Delivery', group_id: 'Rider 4' },
        lines: [{ product_id: pizza.id, quantity: 3 }, { product_id: soup.id }],
      });
      const [told] = await read(service.client, `orders/${fourth.id}/tickets`);
      await service.client.post(`sites/${kitchen.site.id}/tickets/${told.id}/bump`, {});
      await change(service.client, `orders/${fourth.id}/lines/1`, { quantity: 2 });
      const tab = await screens.open(kitchen, options, settings);
      await cardOf(tab, third).getByText('VOID').waitFor();
      await tab.checkAccessibility();
      await tab.picture(`kitchen-${name}`);
      const small = await tab.page.locator('button:visible').evaluateAll((all) =>
        all.flatMap((each) => {
          const { width, height } = each.getBoundingClientRect();
          return width < 44 || height < 44 ? [`${each.textContent} is ${width} × ${height}`] : [];
        }),
      );
      assert.deepEqual(small, []);
      const wide = await tab.page.evaluate('document.documentElement.scrollWidth > innerWidth');
      assert.equal(wide, false, 'The page is wider than the window.');
    });
  }
});
