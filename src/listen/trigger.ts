import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Topic } from '../kernel/event.ts';
import { type ApiClient, RefusedError } from '../replay/client.ts';

// Sample changes through the public API, one for every topic: what a subscriber sees is a real event of a real
// change. Samples are kept where deleting them would make other events, and used again.

const ME = '/v1/companies/me';
/** The reference_id, sku or code by which a sample is found again. */
const SAMPLE = 'passbell-sample';
const SAMPLE_NAME = 'Passbell sample';
/** How long a sample of a check-in lasts, in minutes. */
const CHECKIN_MINUTES = 5;

/** A record as far as samples look at it; ids are their digits. */
const recordShape = z.object({ id_str: z.string() });
const notCounted = z.object({ amount: z.null() });
const listShape = z.array(recordShape.loose());
type ListedRecord = z.output<typeof listShape>[number];

/** Finds and makes the sample records, through the API. */
class Samples {
  readonly #client: ApiClient;

  constructor(client: ApiClient) {
    this.#client = client;
  }

  async list(path: string): Promise<ListedRecord[]> {
    return listShape.parse(await this.#client.get(`${ME}/${path}`));
  }

  async make(path: string, body: unknown): Promise<string> {
    const answer = await this.#client.post(`${ME}/${path}`, body, randomUUID());
    if (answer.status !== 201) throw new RefusedError(`POST ${path}`, answer);
    return recordShape.parse(answer.body).id_str;
  }

  change(path: string, body: unknown): Promise<unknown> {
    return this.#client.change('PUT', `${ME}/${path}`, body);
  }

  drop(path: string): Promise<unknown> {
    return this.#client.change('DELETE', `${ME}/${path}`);
  }

  async first(path: string, what: string): Promise<string> {
    const [record] = await this.list(`${path}${path.includes('?') ? '&' : '?'}limit=1`);
    if (record === undefined) throw new Error(`The company has no ${what}.`);
    return record.id_str;
  }

  site(): Promise<string> {
    return this.first('sites', 'site');
  }

  /** Something at the site that can be ordered as it stands. */
  async product(site: string): Promise<string> {
    const query = 'sold=1&is_available=1&fields=variants,option_sets,availability&limit=500';
    const all = await this.list(`sites/${site}/products?${query}`);
    // No template of variants, nothing that has to be chosen first, and nothing that may run out.
    const found = all.find(
      (each) =>
        isEmpty(each.variants) &&
        isEmpty(each.option_sets) &&
        notCounted.safeParse(each.availability).success,
    );
    if (found === undefined) throw new Error('The company has no product that can be ordered.');
    return found.id_str;
  }

  /** The sample customer, who is no real person. */
  async customer(): Promise<string> {
    const [known] = await this.list(`customers?reference_id=${SAMPLE}`);
    return known?.id_str ?? (await this.newCustomer());
  }

  newCustomer(): Promise<string> {
    const body = { first_name: SAMPLE_NAME, phone: '000', reference_id: SAMPLE };
    return this.make('customers', body);
  }

  /** The sample of a list, made when there is none. */
  async sample(path: string, key: string, make: () => Promise<string>): Promise<string> {
    const known = (await this.list(`${path}?limit=5000`)).findLast((each) => each[key] === SAMPLE);
    return known?.id_str ?? (await make());
  }

  /** An order of one product, in a state. */
  async order(fields: object): Promise<string> {
    const site = await this.site();
    const product_id = await this.product(site);
    return this.make('orders', { site_id: site, lines: [{ product_id }], ...fields });
  }

  /** An order that the kitchen of the site has a ticket for. */
  async cooked(): Promise<string> {
    await this.change(`sites/${await this.site()}`, { kitchen_tickets: true });
    return this.order({ status: 'ACCEPTED' });
  }

  /** Posts a request whose answer is not needed. */
  post(path: string, body: unknown): Promise<unknown> {
    return this.#client.post(`${ME}/${path}`, body, randomUUID());
  }

  newProduct(): Promise<string> {
    return this.make('products', { name: SAMPLE_NAME, sku: SAMPLE, unit_price: 1, is_sold: true });
  }

  async sampleProduct(): Promise<string> {
    const [known] = await this.list(`products?sku=${SAMPLE}`);
    return known?.id_str ?? (await this.newProduct());
  }

  newTax(): Promise<string> {
    return this.make('taxes', { code: SAMPLE, name: SAMPLE_NAME, rate: 0.1 });
  }

  sampleTax(): Promise<string> {
    return this.sample('taxes', 'code', () => this.newTax());
  }

  async newRegister(): Promise<string> {
    return this.make('registers', { site_id: await this.site(), name: SAMPLE_NAME, code: SAMPLE });
  }

  sampleRegister(): Promise<string> {
    return this.sample('registers', 'code', () => this.newRegister());
  }

  newSite(): Promise<string> {
    return this.make('sites', { name: SAMPLE_NAME, code: SAMPLE });
  }

  /** Checks the sample customer in, if they are not. */
  async checkIn(): Promise<{ path: string; made: boolean }> {
    const site = await this.site();
    const customer_id = await this.customer();
    const path = `sites/${site}/checkins`;
    const active = (await this.list(`${path}?limit=5000`)).some((each) => each.id_str === customer_id);
    if (!active) await this.make(path, { customer_id, duration: CHECKIN_MINUTES });
    return { path: `${path}/${customer_id}`, made: !active };
  }
}

function isEmpty(list: unknown): boolean {
  return Array.isArray(list) && list.length === 0;
}

/** A text that no record has yet, so that setting it is a change. */
function fresh(): string {
  return `${SAMPLE_NAME} ${randomUUID().slice(0, 8)}`;
}

/** For each topic, a change that makes such an event; answers a sentence about it. */
const CHANGES: Readonly<Record<Topic, (samples: Samples) => Promise<string>>> = {
  'orders/completed': async (samples) => `order ${await samples.order({ status: 'COMPLETE' })} was completed`,
  'orders/customer': async (samples) => {
    const customer_id = await samples.customer();
    // A SUBMITTED order goes to no kitchen, and rejecting it makes no event.
    const order = await samples.order({ status: 'SUBMITTED', customer_id });
    await samples.change(`orders/${order}`, { status: 'REJECTED' });
    return `order ${order} was linked to customer ${customer_id}, then rejected`;
  },
  'orders/deleted': async (samples) => {
    const order = await samples.order({ status: 'SUBMITTED' });
    await samples.drop(`orders/${order}`);
    return `order ${order} was deleted`;
  },
  'orders/kitchen_print': async (samples) => {
    const order = await samples.order({ status: 'ACCEPTED' });
    await samples.change(`orders/${order}`, { status: 'REJECTED' });
    return `order ${order} went to the kitchen, then it was rejected`;
  },
  'orders/group_finalised': async (samples) => {
    const group_id = randomUUID();
    const orders: string[] = [];
    for (let count = 0; count < 2; count++) {
      orders.push(await samples.order({ status: 'SUBMITTED', group_id }));
    }
    for (const order of orders) await samples.change(`orders/${order}`, { status: 'REJECTED' });
    return `orders ${orders.join(' and ')} of one group were rejected`;
  },
  'products/created': async (samples) => `product ${await samples.newProduct()} was made`,
  'products/updated': async (samples) => {
    const product = await samples.sampleProduct();
    await samples.change(`products/${product}`, { description: fresh() });
    return `product ${product} was changed`;
  },
  'products/deleted': async (samples) => {
    const product = await samples.sampleProduct();
    await samples.drop(`products/${product}`);
    return `product ${product} was deleted`;
  },
  'products/availability': async (samples) => {
    const product = await samples.sampleProduct();
    const path = `sites/${await samples.site()}/products/${product}`;
    // Another amount than any before.
    const amount = Math.floor(Date.now() / 1000);
    await samples.change(path, { availability: { is_available: true, amount } });
    return `there are ${amount} of product ${product} now`;
  },
  'tickets/created': async (samples) => {
    const order = await samples.cooked();
    await samples.change(`orders/${order}`, { status: 'REJECTED' });
    return `the kitchen had a ticket for order ${order}, then another that takes it back`;
  },
  'tickets/updated': async (samples) => {
    const order = await samples.cooked();
    const site = await samples.site();
    const [ticket] = await samples.list(`orders/${order}/tickets`);
    await samples.post(`sites/${site}/tickets/${ticket?.id_str}/bump`, {});
    await samples.change(`orders/${order}`, { status: 'REJECTED' });
    return `the ticket for order ${order} was bumped`;
  },
  'checkins/created': async (samples) => {
    const before = await samples.checkIn();
    if (!before.made) {
      await samples.drop(before.path);
      await samples.checkIn();
    }
    return `the sample customer is checked in for ${CHECKIN_MINUTES} minutes`;
  },
  'checkins/deleted': async (samples) => {
    await samples.drop((await samples.checkIn()).path);
    return 'the sample customer was checked out';
  },
  'customers/created': async (samples) => `customer ${await samples.newCustomer()} was made`,
  'customers/updated': async (samples) => {
    const customer = await samples.customer();
    await samples.change(`customers/${customer}`, { description: fresh() });
    return `customer ${customer} was changed`;
  },
  'customers/deleted': async (samples) => {
    const customer = await samples.customer();
    await samples.drop(`customers/${customer}`);
    return `customer ${customer} was deleted`;
  },
  'sites/created': async (samples) => {
    const site = await samples.newSite();
    // Deleting a site makes no event.
    await samples.drop(`sites/${site}`);
    return `site ${site} was made and deleted again`;
  },
  'sites/updated': async (samples) => {
    const site = await samples.newSite();
    await samples.change(`sites/${site}`, { name: fresh() });
    await samples.drop(`sites/${site}`);
    return `site ${site} was made, changed and deleted again`;
  },
  'registers/created': async (samples) => `register ${await samples.newRegister()} was made`,
  'registers/updated': async (samples) => {
    const register = await samples.sampleRegister();
    await samples.change(`registers/${register}`, { name: fresh() });
    return `register ${register} was changed`;
  },
  'registers/deleted': async (samples) => {
    const register = await samples.sampleRegister();
    await samples.drop(`registers/${register}`);
    return `register ${register} was deleted`;
  },
  'taxes/created': async (samples) => `tax ${await samples.newTax()} was made`,
  'taxes/updated': async (samples) => {
    const tax = await samples.sampleTax();
    await samples.change(`taxes/${tax}`, { name: fresh() });
    return `tax ${tax} was changed`;
  },
  'taxes/deleted': async (samples) => {
    const tax = await samples.sampleTax();
    await samples.drop(`taxes/${tax}`);
    return `tax ${tax} was deleted`;
  },
};

/** Makes an event of the topic by a sample change. Answers a sentence about the change. */
export function trigger(client: ApiClient, topic: Topic): Promise<string> {
  return CHANGES[topic](new Samples(client));
}
