import assert from 'node:assert/strict';
import type { Client, Json, Service } from '#test/harness/service.ts';
import { EventLog, make, pages } from './helpers.ts';

// What tests of orders do over and over, each in a word.

/** A place to sell at, with what orders are made of. Every product is available and free of tax. */
export interface Shop {
  readonly client: Client;
  readonly site: string;
  readonly register: string;
  readonly staff: string;
  readonly customer: string;
  readonly cash: string;
  readonly card: string;
  readonly account: string;
  /** Costs 10. */
  readonly soup: Json;
  /** Costs 4. */
  readonly tea: Json;
  /** Costs 5, and may not be sold. */
  readonly gone: Json;
  /** Posts an order at the site. */
  order(fields?: object): Promise<Json>;
  /** An order as it is now. */
  read(order: Json): Promise<Json>;
  /** Topics of what happened to orders while `work` ran, in order. */
  topics(work: () => Promise<unknown>): Promise<string[]>;
}

/** Opens a shop in the sandbox company, with products of its own. */
export async function openShop({ client, card }: Service): Promise<Shop> {
  const site = String(card.sites[0].id);
  const product = (name: string, fields: object) =>
    make(client, `sites/${site}/products`, { name, ...fields });
  const log = await EventLog.open(client);
  return {
    client,
    site,
    register: String(card.sites[0].registers[0].id),
    staff: String(card.staff[0].id),
    customer: String(card.customers[0].id),
    cash: String(card.payment_methods[0].id),
    card: String(card.payment_methods[1].id),
    account: String(card.payment_methods[2].id),
    soup: await product('Soup', { unit_price: 10, sku: 'SOUP' }),
    tea: await product('Tea', { unit_price: 4 }),
    gone: await product('Pie', { unit_price: 5, availability: { is_available: false } }),
    order: (fields = {}) => make(client, 'orders', { site_id: site, ...fields }),
    async read(order) {
      const answer = await client.get(`orders/${order.id}`);
      assert.equal(answer.status, 200, answer.text);
      return answer.json;
    },
    async topics(work) {
      await log.take();
      await work();
      return (await log.topics()).filter((topic) => topic.startsWith('orders/'));
    },
  };
}

/** A site in a currency of its own, without prep time. */
export async function newSite(client: Client, fields: object = {}): Promise<string> {
  const site = await make(client, 'sites', { name: 'Corner', prep_time_minutes: 0, ...fields });
  return site.id_str;
}

/** A tax; its rate is a factor. */
export async function newTax(client: Client, rate: number): Promise<number> {
  return (await make(client, 'taxes', { code: `T${rate}`, name: `Tax ${rate}`, rate })).id;
}

/** The ids of records, as text. */
export function idsOf(records: readonly Json[]): string[] {
  return records.map((record) => record.id_str);
}

/** The ids of a list, page by page to its end. */
export async function listed(client: Client, path: string): Promise<string[]> {
  return idsOf((await pages(client, path)).flat());
}
