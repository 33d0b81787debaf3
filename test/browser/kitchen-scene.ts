// What the tests of the kitchen's screens share: kitchens with a menu, devices that were set up, and cards by order.

import type { Locator } from 'playwright-core';
import { change, make } from '#test/api/helpers.ts';
import { letInScreen, type Screen, screenOf } from '#test/api/screens.ts';
import type { Json, Service } from '#test/harness/service.ts';
import { type Stage, TABLET, type Tab, type TabOptions } from './harness.ts';

/** A kitchen with a menu of its own. */
export interface Kitchen {
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

/** The device's settings and colour scheme. */
export type Settings = { readonly scheme?: 'light' | 'dark'; readonly [name: string]: unknown };

let kitchens = 0;

/** A site that keeps tickets, with things to order there. */
export async function openKitchen({ client }: Service, fields: object = {}): Promise<Kitchen> {
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
export function feast({ card }: Service, { soup, pizza, beer, onion, toppings }: Kitchen): object {
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

/** Sets kitchen screens up, each for the owner of the sandbox. */
export class Screens {
  readonly #stage: () => Stage;
  #owner: Promise<Screen> | undefined;

  constructor(stage: () => Stage) {
    this.#stage = stage;
  }

  /** Who lets devices in. */
  owner(): Promise<Screen> {
    const { service } = this.#stage();
    this.#owner ??= screenOf(service, service.card);
    return this.#owner;
  }

  /** A kitchen's screen that was set up before, with the tickets that there are. */
  async open(kitchen: Kitchen, options: TabOptions = {}, settings: Settings = {}): Promise<Tab> {
    const tab = await this.openAny(kitchen, options, settings);
    await tab.page.locator('.board[aria-busy=false]').waitFor();
    await tab.page.getByText('Up to date').waitFor();
    return tab;
  }

  /** The same, without checking the contents. */
  async openAny(
    kitchen: Kitchen,
    options: TabOptions = {},
    { scheme, ...settings }: Settings = {},
  ): Promise<Tab> {
    const { service, open } = this.#stage();
    const { cookie } = await letInScreen(service, await this.owner(), kitchen.register.id, 'kitchen', 'Pass');
    const tab = await open({ size: TABLET, scheme: 'light', ...options });
    const device = {
      company_id: String(service.card.company_id),
      company_name: 'Sandbox',
      register_id: kitchen.register.id_str,
      name: 'Pass',
    };
    const [name, value] = cookie;
    const url = `${service.url}/session/device`;
    await tab.context.addCookies([{ name, value, url, httpOnly: true, secure: true, sameSite: 'Strict' }]);
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
}

/** What the lines of a card say. */
export function linesOf(card: Locator): Promise<string[]> {
  return card
    .locator('.line')
    .evaluateAll((all) => all.map((each) => each.textContent.replaceAll(/\s+/g, ' ').trim()));
}

/** What an order is called in the kitchen. */
export function nameOf({ order_number: number }: Json): string {
  return number;
}

/** The names of the cards on the board, in their order. */
export function namesOn(tab: Tab): Promise<string[]> {
  return tab.page.locator('.ticket-name').allTextContents();
}

/** The card of an order. */
export function cardOf(tab: Tab, order: Json): Locator {
  return tab.page.getByRole('article', { name: new RegExp(`[Tt]icket ${nameOf(order)}\\b`) });
}

/** Bumps the card of an order by its button. */
export function bump(tab: Tab, order: Json): Promise<void> {
  return cardOf(tab, order)
    .getByRole('button', { name: /^(Bump|Acknowledge)/ })
    .click();
}
