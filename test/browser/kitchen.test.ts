// The kitchen's screens in browsers: two of them, and an add-on that posts orders.

import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { Locator } from 'playwright-core';
import { MINUTE } from '#src/kernel/time.ts';
import { change, drop, make, read, refused } from '#test/api/helpers.ts';
import { letIn, type Screen, screenOf } from '#test/api/screens.ts';
import { until } from '#test/harness/process.ts';
import type { Json, Service } from '#test/harness/service.ts';
import { onStage, PHONE, TABLET, type Tab, type TabOptions } from './harness.ts';

/** A kitchen with a menu of its own. */
interface Kitchen {
  readonly site: Json;
  readonly register: Json;
  readonly soup: Json;
  readonly pizza: Json;
  readonly beer: Json;
  readonly onion: Json;
  readonly toppings: Json;
  readonly stoves: Json;
  readonly bar: Json;
  order(fields?: object): Promise<Json>;
}

/** How soon a ticket has to be on the screens, in ms (contract 9). */
const SOON_MS = 1_000;
/** A connection that was cut leaves words on the console. */
const CUT = /ERR_INTERNET_DISCONNECTED|ERR_NETWORK|Failed to load resource|network error/i;

/** What the device keeps, and the colours that somebody chose. */
type Settings = { readonly scheme?: 'light' | 'dark'; readonly [name: string]: unknown };

let kitchens = 0;

async function openKitchen({ client }: Service, fields: object = {}): Promise<Kitchen> {
  const name = `Bistro ${++kitchens}`;
  const site = await make(client, 'sites', {
    ...{ name, kitchen_tickets: true, timezone: 'Europe/London', prep_time_minutes: 15 },
    ...fields,
  });
  const register = await make(client, 'registers', { name: `${name} pass`, site_id: site.id });
  const product = (what: string, more: object = {}) =>
    make(client, `sites/${site.id}/products`, { name: what, unit_price: 8, ...more });
  const onion = await product('Onions', { is_modifier: true });
  const olives = await product('Olives');
  const burrata = await product('Burrata');
  const toppings = await make(client, 'optionsets', {
    ...{ name: 'Toppings', instructions: true, min_selection: 0, max_selection: 3 },
    options: [{ product_id: olives.id }, { product_id: burrata.id }],
  });
  const soup = await product('Soup of the day', { docket_name: 'Soup' });
  const pizza = await product('Pizza Margherita', { option_sets: [toppings.id] });
  const beer = await product('Lager 0.5 l');
  await change(client, `products/${soup.id}/modifiers`, { modifiers: [{ id: onion.id }] });
  const stoves = await make(client, 'categories', { name: `Stoves ${kitchens}` });
  const bar = await make(client, 'categories', { name: `Bar ${kitchens}` });
  await client.put(`categories/${stoves.id}/products`, { product_ids: [soup.id, pizza.id] });
  await client.put(`categories/${bar.id}/products`, { product_ids: [beer.id] });
  const order = (more: object = {}) =>
    make(client, 'orders', {
      ...{ site_id: site.id, register_id: register.id, status: 'ON_HOLD' },
      lines: [{ product_id: soup.id, quantity: 2 }],
      ...more,
    });
  return {
    site,
    register,
    soup,
    pizza,
    beer,
    onion,
    toppings: { ...toppings, olives, burrata },
    stoves,
    bar,
    order,
  };
}

/** An order with everything that a ticket can say. */
function feast({ card }: Service, { soup, pizza, beer, onion, toppings }: Kitchen): object {
  const { olives, burrata } = toppings;
  return {
    ...{ order_type: 'Dine in', group_id: '12', guests: 3, notes: 'Birthday at the table' },
    ...{ customer_id: card.customers[0].id, staff_member_id: card.staff[0].id },
    lines: [
      { product_id: soup.id, quantity: 2, notes: 'One to go', course_ordinal: 1, modifiers: [-onion.id] },
      {
        ...{ product_id: pizza.id, course_ordinal: 2 },
        option_sets: [
          {
            option_set_id: toppings.id,
            options: [
              { product_id: olives.id, instructions: 'Extra' },
              { product_id: burrata.id, instructions: 'On Side' },
            ],
          },
        ],
      },
      { product_id: beer.id, quantity: 3 },
    ],
  };
}

onStage('the kitchen', (stage) => {
  let owner: Screen;
  before(async () => {
    owner = await screenOf(stage().service, stage().service.card);
  });

  /** A kitchen screen that was set up before. */
  async function screen(kitchen: Kitchen, options: TabOptions = {}, settings: Settings = {}): Promise<Tab> {
    const tab = await idle(kitchen, options, settings);
    await tab.page.locator('.board[aria-busy=false]').waitFor();
    await tab.page.getByText('Up to date').waitFor();
    return tab;
  }
  /** The same, whatever it shows then. */
  async function idle(
    kitchen: Kitchen,
    options: TabOptions = {},
    { scheme, ...settings }: Settings = {},
  ): Promise<Tab> {
    const { service } = stage();
    const { client } = await letIn(service, owner, kitchen.register.id, 'Pass');
    const tab = await stage().open({ size: TABLET, scheme: 'light', ...options });
    const device = {
      access_token: client.token.replace('Bearer ', ''),
      company_id: String(service.card.company_id),
      company_name: 'Sandbox',
      register_id: kitchen.register.id_str,
      name: 'Pass',
    };
    await tab.context.addInitScript(
      (kept) => {
        for (const [key, value] of kept)
          if (localStorage.getItem(key) === null) localStorage.setItem(key, value);
      },
      [
        ['passbell.device.kitchen', JSON.stringify(device)],
        ['passbell.kitchen.settings', JSON.stringify(settings)],
        ['passbell.kitchen.scheme', scheme ?? 'dark'],
      ] as const,
    );
    await tab.goto('/kitchen');
    await tab.page.getByRole('heading', { name: 'Pass', level: 1 }).waitFor();
    return tab;
  }
  const lines = (card: Locator): Promise<string[]> =>
    card
      .locator('.line')
      .evaluateAll((all) => all.map((each) => each.textContent.replaceAll(/\s+/g, ' ').trim()));
  const ticket = (tab: Tab, order: Json) =>
    tab.page.getByRole('article', { name: new RegExp(`[Tt]icket ${nameOf(order)}\\b`) });
  const nameOf = ({ sale_number, saleid }: Json): string => sale_number ?? saleid;
  const names = (tab: Tab): Promise<string[]> => tab.page.locator('.ticket-name').allTextContents();
  const bump = (tab: Tab, order: Json) =>
    ticket(tab, order)
      .getByRole('button', { name: /^(Bump|Seen)/ })
      .click();

  it('shows an order within a second of the call, and says all of it', async () => {
    const { service } = stage();
    const kitchen = await openKitchen(service);
    const tabs = await Promise.all([screen(kitchen), screen(kitchen)]);
    const times: number[] = [];
    for (let round = 0; round < 3; round++) {
      const began = performance.now();
      const made = await kitchen.order();
      await Promise.all(tabs.map((tab) => ticket(tab, made).waitFor()));
      times.push(performance.now() - began);
    }
    times.sort((one, other) => one - other);
    assert.ok((times[1] ?? 0) < SOON_MS, `It took ${times.map(Math.round).join(', ')} ms.`);

    const [tab] = tabs as [Tab, Tab];
    const card = ticket(tab, await kitchen.order(feast(service, kitchen)));
    await card.waitFor();
    const said = (await card.textContent()) ?? '';
    const { first_name: customer } = await read(service.client, `customers/${service.card.customers[0].id}`);
    for (const words of ['Dine in', 'Table 12', '3 guests', 'Birthday at the table', 'Course 2', customer]) {
      assert.ok(said.includes(words), `${words} is missing in: ${said}`);
    }
    assert.deepEqual(await lines(card), [
      '3 Lager 0.5 l',
      '2 Soup NO Onions One to go',
      '1 Pizza Margherita EXTRA Olives Burrata – ON SIDE',
    ]);
    await tab.page.getByText(/^New ticket/).waitFor();
  });

  it('marks changes and voids on the ticket, and shows later ones of a bumped ticket', async () => {
    const { client } = stage().service;
    const kitchen = await openKitchen(stage().service);
    const tab = await screen(kitchen);
    const made = await kitchen.order({
      lines: [
        { product_id: kitchen.soup.id, quantity: 2 },
        { product_id: kitchen.beer.id, quantity: 3 },
      ],
    });
    const card = ticket(tab, made);
    await card.waitFor();
    await change(client, `orders/${made.id}/lines/1`, { quantity: 3 });
    await card.getByText('MORE +1').waitFor();
    await change(client, `orders/${made.id}/lines/2`, { quantity: 1 });
    await card.getByText('LESS −2').waitFor();
    await make(client, `orders/${made.id}/lines`, { product_id: kitchen.pizza.id });
    await card.getByText('ADDED').waitFor();
    assert.deepEqual(await lines(card), [
      '3 Soup MORE +1',
      '1 Lager 0.5 l LESS −2',
      '1 Pizza Margherita ADDED',
    ]);
    await drop(client, `orders/${made.id}/lines/2`);
    await card.getByText('VOID').waitFor();
    assert.deepEqual(await lines(card), ['3 Soup MORE +1', '1 Lager 0.5 l VOID', '1 Pizza Margherita ADDED']);
    await tab.checkAccessibility();
    await bump(tab, made);
    await card.waitFor({ state: 'detached' });
    await change(client, `orders/${made.id}/lines/1`, { quantity: 4 });
    await card.getByText('CHANGE to an order bumped before').waitFor();
    assert.deepEqual(await lines(card), ['+1 Soup MORE +1']);
    await tab.page.getByText(/^Change to ticket/).waitFor();
    await change(client, `orders/${made.id}`, { status: 'REJECTED' });
    await card.getByText('VOID – do not make').waitFor();
    await bump(tab, made);
    await tab.page.getByText('Nothing to make').waitFor();
  });

  it('bumps and recalls on all screens, whole or line by line', async () => {
    const kitchen = await openKitchen(stage().service);
    const [one, other] = await Promise.all([screen(kitchen), screen(kitchen)]);
    const first = await kitchen.order();
    const second = await kitchen.order({
      lines: [{ product_id: kitchen.soup.id }, { product_id: kitchen.beer.id }],
    });
    await ticket(other, second).waitFor();
    assert.deepEqual(await names(other), [nameOf(first), nameOf(second)]);
    await bump(one, first);
    // At once here, and soon over there.
    assert.equal(await ticket(one, first).count(), 0);
    await ticket(other, first).waitFor({ state: 'detached' });
    await ticket(one, second).getByRole('button', { name: '1 Soup', pressed: false }).click();
    await ticket(other, second).getByRole('button', { name: '1 Soup', pressed: true }).waitFor();
    await ticket(other, second).getByRole('button', { name: '1 Soup', pressed: true }).click();
    await ticket(one, second).getByRole('button', { name: '1 Soup', pressed: false }).waitFor();
    await ticket(other, second).getByRole('button', { name: '1 Soup' }).click();
    await ticket(other, second).getByRole('button', { name: '1 Lager 0.5 l' }).click();
    await one.page.getByText('Nothing to make').waitFor();
    await one.page.getByRole('button', { name: 'Bumped' }).click();
    await ticket(one, first).waitFor();
    assert.deepEqual(new Set(await names(one)), new Set([nameOf(first), nameOf(second)]));
    await one.checkAccessibility();
    await ticket(one, first)
      .getByRole('button', { name: /^Recall/ })
      .click();
    await ticket(other, first).waitFor();
    await other.page.getByRole('button', { name: /^Recall/ }).click();
    await ticket(other, second).getByRole('button', { name: '1 Soup', pressed: false }).waitFor();
    await one.page.getByRole('button', { name: /^Now/ }).click();
    await ticket(one, second).waitFor();
    assert.deepEqual(await names(one), [nameOf(first), nameOf(second)]);
  });

  it('gives each station its own lines, and everything else to another', async () => {
    const kitchen = await openKitchen(stage().service);
    const stoves = await screen(kitchen);
    const pass = await screen(
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
    await ticket(stoves, made).getByText('+ 1 line at other stations').waitFor();
    assert.deepEqual(await lines(ticket(stoves, made)), ['1 Soup', '1 Pizza Margherita']);
    assert.deepEqual(await lines(ticket(pass, made)), ['1 Lager 0.5 l']);
    await bump(stoves, made);
    await ticket(stoves, made).waitFor({ state: 'detached' });
    await stoves.page.getByRole('button', { name: `Recall ${nameOf(made)}` }).waitFor();
    await pass.page.getByText('+ 2 lines at other stations').waitFor({ state: 'detached' });
    assert.equal(await ticket(pass, made).count(), 1);
    await bump(pass, made);
    const { client } = stage().service;
    const left = async () => (await read(client, `sites/${kitchen.site.id}/tickets`)).length;
    await until('it is bumped', async () => (await left()) === 0);
    await stoves.page.reload();
    await stoves.page.getByText(kitchen.stoves.name, { exact: true }).waitFor();
  });

  it('is worked by the keys of a bump bar alone', async () => {
    const kitchen = await openKitchen(stage().service);
    const tab = await screen(kitchen);
    const orders: Json[] = [];
    for (let at = 0; at < 3; at++) {
      orders.push(
        await kitchen.order({ lines: [{ product_id: kitchen.soup.id }, { product_id: kitchen.beer.id }] }),
      );
    }
    const [first, second, third] = orders;
    await ticket(tab, third).waitFor();
    const { keyboard } = tab.page;
    const chosen = () => tab.page.locator('.ticket[data-chosen] .ticket-name').textContent();
    await keyboard.press('Enter');
    assert.equal(await chosen(), nameOf(first), 'the first press bumps nothing');
    assert.equal((await names(tab)).length, 3);
    await keyboard.press('3');
    assert.equal(await chosen(), nameOf(third));
    await keyboard.press('ArrowLeft');
    assert.equal(await chosen(), nameOf(second));
    await keyboard.press('ArrowDown');
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await ticket(tab, second).getByRole('button', { name: '1 Lager 0.5 l', pressed: true }).waitFor();
    await keyboard.press('ArrowRight');
    await keyboard.press('ArrowLeft');
    await keyboard.press(' ');
    await ticket(tab, second).waitFor({ state: 'detached' });
    assert.equal(await chosen(), nameOf(third), 'the next one takes its place');
    await keyboard.press('a');
    const counts = tab.page.getByRole('complementary', { name: 'All-day counts' });
    await counts.getByRole('row', { name: 'Soup 2' }).waitFor();
    await keyboard.press('r');
    await ticket(tab, second).waitFor();
    assert.equal(await chosen(), nameOf(second));
    await keyboard.press('Enter');
    await keyboard.press('Escape');
    await counts.getByRole('row', { name: 'Soup 3' }).waitFor();
    assert.deepEqual(await names(tab), orders.map(nameOf));
    await keyboard.press('?');
    await tab.page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await keyboard.press('1');
    await keyboard.press('Escape');
    await tab.page.getByRole('dialog', { name: 'Keys' }).waitFor({ state: 'detached' });
    assert.equal((await names(tab)).length, 3);
    // What another screen has bumped leaves nothing chosen that the next press would hit.
    await keyboard.press('1');
    const { client } = stage().service;
    const [open] = await read(client, `orders/${first.id}/tickets`);
    await client.post(`sites/${kitchen.site.id}/tickets/${open.id}/bump`, {});
    await ticket(tab, first).waitFor({ state: 'detached' });
    assert.equal(await tab.page.locator('.ticket[data-chosen]').count(), 0);
  });

  it('says that the connection is gone, keeps what it shows, and sends bumps when it is back', async () => {
    const { client } = stage().service;
    const kitchen = await openKitchen(stage().service);
    const [cut, other] = await Promise.all([screen(kitchen, { expected: CUT }), screen(kitchen)]);
    const first = await kitchen.order();
    const second = await kitchen.order();
    await ticket(cut, second).waitFor();
    const foot = await cut.page.locator('.foot').boundingBox();
    await cut.context.setOffline(true);
    await cut.page.getByText('No connection.').waitFor();
    assert.deepEqual(await cut.page.locator('.foot').boundingBox(), foot, 'nothing moves');
    await bump(cut, first);
    await ticket(cut, first).waitFor({ state: 'detached' });
    await cut.page.getByText('1 bump waits').waitFor();
    await cut.checkAccessibility();
    await cut.picture('kitchen-offline');
    const third = await kitchen.order();
    await bump(other, second);
    await ticket(other, third).waitFor();
    assert.equal(await ticket(other, first).count(), 1);
    assert.equal(await ticket(cut, third).count(), 0);
    await cut.context.setOffline(false);
    await Promise.all([
      ticket(other, first).waitFor({ state: 'detached' }),
      ticket(cut, second).waitFor({ state: 'detached' }),
      ticket(cut, third).waitFor(),
      cut.page.getByText('Up to date').waitFor(),
    ]);
    const [ticketOf] = await read(client, `orders/${first.id}/tickets`);
    assert.equal(ticketOf.state, 'bumped');
    const told = (await read(client, `events?topic=tickets/updated&limit=5000`)) as Json[];
    assert.equal(told.filter((event) => event.resource_id_str === ticketOf.id_str).length, 1, 'heard once');
  });

  it('takes back what the service refuses, and says why', async () => {
    const kitchen = await openKitchen(stage().service);
    const tab = await screen(kitchen, { expected: /403/ });
    const made = await kitchen.order();
    await ticket(tab, made).waitFor();
    await tab.page.route('**/bump', (route) =>
      route.fulfill({ status: 403, json: { error: 'access_denied', error_description: 'Not from here.' } }),
    );
    await bump(tab, made);
    await tab.page.getByText(`${nameOf(made)}: Not from here.`).waitFor();
    await ticket(tab, made).waitFor();
  });

  it('keeps orders for later apart until it is time, and tells ages', async () => {
    const { service } = stage();
    const kitchen = await openKitchen(service);
    const tab = await screen(kitchen);
    const at = (minutes: number) =>
      new Date(Number(service.clock.now() / 1000n) + minutes * 60_000).toISOString();
    const later = await kitchen.order({ fulfil_at: at(45) });
    const now = await kitchen.order();
    await ticket(tab, now).waitFor();
    await tab.page.getByRole('button', { name: 'Later 1' }).click();
    await ticket(tab, later).getByText('begin 07:00 PM').waitFor();
    assert.deepEqual(await names(tab), [nameOf(later)]);
    await tab.page.getByRole('button', { name: 'Now 1' }).click();
    const pass = async (minutes: bigint) => {
      service.clock.advance(minutes * MINUTE);
      await tab.context.clock.setFixedTime(new Date(Number(service.clock.now() / 1000n)));
    };
    const timer = ticket(tab, now).getByRole('timer');
    await pass(9n);
    await timer.getByText('9:00').waitFor();
    await tab.page.locator('.ticket-head[data-level=slow]').waitFor();
    await pass(21n);
    await timer.getByText('30:00').waitFor();
    await ticket(tab, now).getByText('LATE').waitFor();
    await ticket(tab, later).getByRole('timer').getByText('0:00').waitFor();
    assert.deepEqual(await names(tab), [nameOf(now), nameOf(later)]);
    await tab.page.getByRole('button', { name: 'Later 0' }).waitFor();
  });

  it('rings for new tickets once somebody has touched the page, unless the sound is off', async () => {
    const kitchen = await openKitchen(stage().service);
    const tab = await screen(kitchen, {}, { sound: false });
    await tab.page.evaluate(() => {
      const start = OscillatorNode.prototype.start;
      OscillatorNode.prototype.start = function (when) {
        document.body.dataset.tones = String(Number(document.body.dataset.tones ?? '0') + 1);
        start.call(this, when);
      };
    });
    const tones = () => tab.page.locator('body').getAttribute('data-tones');
    const rung = async () => {
      const made = await kitchen.order();
      await ticket(tab, made).waitFor();
      await tab.page.getByText(`New ticket ${nameOf(made)}`).waitFor({ state: 'attached' });
      return tones();
    };
    const button = tab.page.getByRole('button', { name: 'Sound' });
    await tab.page.getByRole('button', { name: /^Now/ }).click();
    assert.equal(await rung(), null);
    await button.click();
    assert.equal(await button.getAttribute('aria-pressed'), 'true');
    assert.equal(await rung(), '2');
    await button.click();
    assert.equal(await rung(), '2');
  });

  it('says that a site keeps no tickets, and begins when somebody turns them on', async () => {
    const { service } = stage();
    const kitchen = await openKitchen(service, { kitchen_tickets: false });
    const { client } = await letIn(service, owner, kitchen.register.id, 'Pass');
    refused(
      await client.put(`sites/${kitchen.site.id}`, { kitchen_tickets: true }),
      403,
      'insufficient_scope',
    );
    const tab = await idle(kitchen);
    await tab.page.getByText(`${kitchen.site.name} keeps no kitchen tickets`).waitFor();
    await tab.checkAccessibility();
    const office = await stage().open();
    await office.signIn('/kitchens');
    const choice = office.page.getByRole('switch', { name: kitchen.site.name, exact: true });
    await choice.waitFor();
    await office.checkAccessibility();
    await choice.click();
    await tab.page.getByText('Nothing to make').waitFor();
    await office.page.getByText(`${kitchen.site.name} keeps kitchen tickets.`).waitFor();
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
      const tab = await screen(kitchen, options, settings);
      await ticket(tab, third).getByText('VOID').waitFor();
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
