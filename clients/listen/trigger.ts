import { randomUUID } from 'node:crypto';
import type { Topic } from '../../src/kernel/event.ts';
import type { Input, Passbell } from '../typescript/index.ts';

// Sample changes through the public API, one for every topic: what a subscriber sees is a real event of a real
// change. Samples are kept where deleting them would make other events, and used again.

/** The reference_id, sku or code by which a sample is found again. */
const SAMPLE = 'passbell-sample';
const SAMPLE_NAME = 'Passbell sample';
/** The code of the register whose drawer is opened. */
const DRAWER = `${SAMPLE}-drawer`;
/** How long a sample of a check-in lasts, in minutes. */
const CHECKIN_MINUTES = 5;

/** Finds and makes the sample records, through the API. */
class Samples {
  readonly passbell: Passbell;

  constructor(passbell: Passbell) {
    this.passbell = passbell;
  }

  async site(): Promise<string> {
    const [site] = await this.passbell.call('listSites', { limit: 1 });
    if (site === undefined) throw new Error('The company has no site.');
    return site.id;
  }

  /** A product at the site that can be ordered as it is. */
  async product(site_id: string): Promise<string> {
    const all = await this.passbell.call('listSiteProducts', {
      site_id,
      sold: true,
      is_available: true,
      fields: ['variants', 'option_sets', 'availability'],
      limit: 500,
    });
    // No template of variants, nothing that has to be chosen first, and nothing that may run out.
    const found = all.find(
      ({ variants, option_sets, availability }) =>
        variants?.length === 0 && option_sets?.length === 0 && availability?.amount === null,
    );
    if (found === undefined) throw new Error('The company has no product that can be ordered.');
    return found.id;
  }

  /** The sample customer, who is no real person. */
  async customer(): Promise<string> {
    const [known] = await this.passbell.call('listCustomers', { reference_id: SAMPLE });
    return known?.id ?? (await this.newCustomer());
  }

  async newCustomer(): Promise<string> {
    const body = { first_name: SAMPLE_NAME, phone: '000', reference_id: SAMPLE };
    return (await this.passbell.call('createCustomer', { body })).id;
  }

  /** An order of one product, in a state. */
  async order(fields: Input<'createOrder'>['body']): Promise<string> {
    const site_id = await this.site();
    const body = { site_id, lines: [{ product_id: await this.product(site_id) }], ...fields };
    return (await this.passbell.call('createOrder', { body })).id;
  }

  /** An order that the kitchen of the site has a ticket for. */
  async cooked(): Promise<string> {
    const site_id = await this.site();
    await this.passbell.call('updateSite', { site_id, body: { kitchen_tickets: true } });
    return this.order({ status: 'ACCEPTED' });
  }

  reject(order_id: string): Promise<unknown> {
    return this.passbell.call('updateOrder', { order_id, body: { status: 'REJECTED' } });
  }

  async newProduct(): Promise<string> {
    const body = { name: SAMPLE_NAME, sku: SAMPLE, unit_price: 1, is_sold: true };
    return (await this.passbell.call('createProduct', { body })).id;
  }

  async sampleProduct(): Promise<string> {
    const [known] = await this.passbell.call('listProducts', { sku: SAMPLE });
    return known?.id ?? (await this.newProduct());
  }

  async newTax(): Promise<string> {
    return (await this.passbell.call('createTax', { body: { code: SAMPLE, name: SAMPLE_NAME, rate: 0.1 } }))
      .id;
  }

  /** The sample tax, made when there is none. */
  async sampleTax(): Promise<string> {
    const all = await this.passbell.call('listTaxes', { limit: 5000 });
    return all.findLast(({ code }) => code === SAMPLE)?.id ?? (await this.newTax());
  }

  async newRegister(): Promise<string> {
    const body = { site_id: await this.site(), name: SAMPLE_NAME, code: SAMPLE };
    return (await this.passbell.call('createRegister', { body })).id;
  }

  async sampleRegister(): Promise<string> {
    const all = await this.passbell.call('listRegisters', { limit: 5000 });
    return all.findLast(({ code }) => code === SAMPLE)?.id ?? (await this.newRegister());
  }

  /** A shift of a register of its own, which keeps no other from being deleted, after `meanwhile`. */
  async closedShift(meanwhile?: (shift_id: string) => Promise<void>): Promise<string> {
    const all = await this.passbell.call('listRegisters', { limit: 5000 });
    const body = { site_id: await this.site(), name: SAMPLE_NAME, code: DRAWER };
    const known = all.findLast(({ code }) => code === DRAWER);
    const { id: register_id } = known ?? (await this.passbell.call('createRegister', { body }));
    const { id } = await this.passbell.call('openShift', { body: { register_id } });
    await meanwhile?.(id);
    await this.passbell.call('closeShift', { shift_id: id, body: { counted: 0 } });
    return id;
  }

  /** A payment request of an order that is deleted in the end, by a method of our own. */
  async declinedRequest(): Promise<string> {
    const all = await this.passbell.call('listPaymentMethods', { limit: 5000 });
    const method = { name: SAMPLE_NAME, ledger_code: SAMPLE, kind: 'addon' } as const;
    const known = all.findLast(({ ledger_code: code }) => code === SAMPLE);
    const { id: method_id } = known ?? (await this.passbell.call('createPaymentMethod', { body: method }));
    const order_id = await this.order({ status: 'SUBMITTED' });
    const { id } = await this.passbell.call('createPaymentRequest', { body: { order_id, method_id } });
    const body = { status: 'declined' } as const;
    await this.passbell.call('answerPaymentRequest', { payment_request_id: id, body });
    await this.passbell.call('deleteOrder', { order_id });
    return id;
  }

  async newSite(): Promise<string> {
    return (await this.passbell.call('createSite', { body: { name: SAMPLE_NAME, code: SAMPLE } })).id;
  }

  /** A floor of the sample site that is made, renamed and deleted again; on it first whatever `meanwhile` does. */
  async floor(meanwhile?: (at: { site_id: string; floor_id: string }) => Promise<void>): Promise<string> {
    const site_id = await this.site();
    const { id } = await this.passbell.call('createFloor', { site_id, body: { name: SAMPLE_NAME } });
    await this.passbell.call('updateFloor', { site_id, floor_id: id, body: { name: fresh() } });
    await meanwhile?.({ site_id, floor_id: id });
    await this.passbell.call('deleteFloor', { site_id, floor_id: id });
    return id;
  }

  /** The same of a table on such a floor. */
  async table(): Promise<string> {
    let made = '';
    await this.floor(async ({ site_id, floor_id }) => {
      const { id } = await this.passbell.call('createTable', { site_id, body: { name: fresh(), floor_id } });
      made = id;
      await this.passbell.call('updateTable', { site_id, table_id: id, body: { name: fresh() } });
      await this.passbell.call('deleteTable', { site_id, table_id: id });
    });
    return made;
  }

  /** The same of a role, and of a discount. */
  async role(): Promise<string> {
    const { id } = await this.passbell.call('createRole', { body: { name: SAMPLE_NAME } });
    await this.passbell.call('updateRole', { role_id: id, body: { name: fresh() } });
    await this.passbell.call('deleteRole', { role_id: id });
    return id;
  }

  async category(): Promise<string> {
    return (await this.passbell.call('createCategory', { body: { name: fresh() } })).id;
  }

  async optionSet(): Promise<string> {
    const options = [{ product_id: await this.sampleProduct() }];
    return (await this.passbell.call('createOptionSet', { body: { name: fresh(), options } })).id;
  }

  async method(): Promise<string> {
    return (await this.passbell.call('createPaymentMethod', { body: { name: fresh(), kind: 'account' } })).id;
  }

  async discount(): Promise<string> {
    const { id } = await this.passbell.call('createDiscount', { body: { name: fresh(), kind: 'amount' } });
    await this.passbell.call('updateDiscount', { discount_id: id, body: { sort: 1 } });
    await this.passbell.call('deleteDiscount', { discount_id: id });
    return id;
  }

  async member(): Promise<string> {
    return (await this.passbell.call('createStaffMember', { body: { first_name: SAMPLE_NAME } })).id;
  }

  /** Checks the sample customer in, if they are not. */
  async checkIn(): Promise<{ site_id: string; checkin_id: string; made: boolean }> {
    const site_id = await this.site();
    const customer_id = await this.customer();
    const active = await this.passbell.call('listCheckins', { site_id, limit: 5000 });
    const made = !active.some(({ id }) => id === customer_id);
    const body = { customer_id, duration: CHECKIN_MINUTES };
    if (made) await this.passbell.call('createCheckin', { site_id, body });
    return { site_id, checkin_id: customer_id, made };
  }
}

/** A change that makes a record, changes it and deletes it again. */
function passing(kind: 'discount' | 'role' | 'floor' | 'table') {
  return async (samples: Samples) => `${kind} ${await samples[kind]()} was made, changed and deleted again`;
}

/** A text that no record has yet, so that setting it is a change. */
function fresh(): string {
  return `${SAMPLE_NAME} ${randomUUID().slice(0, 8)}`;
}

/** For each topic, a change that makes such an event; answers a sentence about it. */
const CHANGES: Readonly<Record<Topic, (samples: Samples) => Promise<string>>> = {
  'orders/created': async (samples) => {
    const order = await samples.order({ status: 'SUBMITTED' });
    await samples.reject(order);
    return `order ${order} was made, then rejected`;
  },
  'orders/updated': async (samples) => {
    const order = await samples.order({ status: 'SUBMITTED' });
    await samples.reject(order);
    return `order ${order} was rejected`;
  },
  'orders/completed': async (samples) => `order ${await samples.order({ status: 'COMPLETE' })} was completed`,
  'orders/customer': async (samples) => {
    const customer_id = await samples.customer();
    // A SUBMITTED order goes to no kitchen.
    const order = await samples.order({ status: 'SUBMITTED', customer_id });
    await samples.reject(order);
    return `order ${order} was linked to customer ${customer_id}, then rejected`;
  },
  'orders/deleted': async (samples) => {
    const order = await samples.order({ status: 'SUBMITTED' });
    await samples.passbell.call('deleteOrder', { order_id: order });
    return `order ${order} was deleted`;
  },
  'orders/kitchen_print': async (samples) => {
    const order = await samples.order({ status: 'ACCEPTED' });
    await samples.reject(order);
    return `order ${order} went to the kitchen, then it was rejected`;
  },
  'orders/group_finalised': async (samples) => {
    const group_id = randomUUID();
    const orders: string[] = [];
    for (let count = 0; count < 2; count++) {
      orders.push(await samples.order({ status: 'SUBMITTED', group_id }));
    }
    for (const order of orders) await samples.reject(order);
    return `orders ${orders.join(' and ')} of one group were rejected`;
  },
  'products/created': async (samples) => `product ${await samples.newProduct()} was made`,
  'products/updated': async (samples) => {
    const product = await samples.sampleProduct();
    await samples.passbell.call('updateProduct', { product_id: product, body: { description: fresh() } });
    return `product ${product} was changed`;
  },
  'products/deleted': async (samples) => {
    const product = await samples.sampleProduct();
    await samples.passbell.call('deleteProduct', { product_id: product });
    return `product ${product} was deleted`;
  },
  'products/availability': async (samples) => {
    const product_id = await samples.sampleProduct();
    const site_id = await samples.site();
    // Another amount than any before.
    const amount = Math.floor(Date.now() / 1000);
    const body = { availability: { is_available: true, amount } };
    await samples.passbell.call('updateSiteProduct', { site_id, product_id, body });
    return `there are ${amount} of product ${product_id} now`;
  },
  'products/stock_low': async (samples) => {
    const product_id = await samples.sampleProduct();
    const site_id = await samples.site();
    const count = (amount: number) => ({ availability: { is_available: true, amount } });
    await samples.passbell.call('updateProduct', { product_id, body: { low_stock: 5 } });
    await samples.passbell.call('updateSiteProduct', { site_id, product_id, body: count(6) });
    const body = { product_id, change: -1, reason: 'wastage' } as const;
    await samples.passbell.call('moveStock', { site_id, body });
    return `product ${product_id} runs low: 5 are left`;
  },
  'categories/created': async (samples) => `category ${await samples.category()} was made`,
  'categories/updated': async (samples) => {
    const category_id = await samples.category();
    await samples.passbell.call('updateCategory', { category_id, body: { name: fresh() } });
    return `category ${category_id} was made and changed`;
  },
  'categories/deleted': async (samples) => {
    const category_id = await samples.category();
    await samples.passbell.call('deleteCategory', { category_id });
    return `category ${category_id} was made and deleted again`;
  },
  'option_sets/created': async (samples) => `option set ${await samples.optionSet()} was made`,
  'option_sets/updated': async (samples) => {
    const option_set_id = await samples.optionSet();
    await samples.passbell.call('updateOptionSet', { option_set_id, body: { name: fresh() } });
    return `option set ${option_set_id} was made and changed`;
  },
  'option_sets/deleted': async (samples) => {
    const option_set_id = await samples.optionSet();
    await samples.passbell.call('deleteOptionSet', { option_set_id });
    return `option set ${option_set_id} was made and deleted again`;
  },
  'price_lists/updated': async (samples) => {
    const { id } = await samples.passbell.call('createPriceList', { body: { name: SAMPLE_NAME } });
    await samples.passbell.call('updatePriceList', { price_list_id: id, body: { name: fresh() } });
    await samples.passbell.call('deletePriceList', { price_list_id: id });
    return `price list ${id} was made, changed and deleted again`;
  },
  'payment_methods/created': async (samples) => `payment method ${await samples.method()} was made`,
  'payment_methods/updated': async (samples) => {
    const payment_method_id = await samples.method();
    await samples.passbell.call('updatePaymentMethod', { payment_method_id, body: { name: fresh() } });
    return `payment method ${payment_method_id} was made and changed`;
  },
  'payment_methods/deleted': async (samples) => {
    const payment_method_id = await samples.method();
    await samples.passbell.call('deletePaymentMethod', { payment_method_id });
    return `payment method ${payment_method_id} was made and deleted again`;
  },
  'discounts/created': passing('discount'),
  'discounts/updated': passing('discount'),
  'discounts/deleted': passing('discount'),
  'staff/created': async (samples) => `member of staff ${await samples.member()} was made`,
  'staff/updated': async (samples) => {
    const staff_id = await samples.member();
    await samples.passbell.call('updateStaffMember', { staff_id, body: { last_name: fresh() } });
    return `member of staff ${staff_id} was made and changed`;
  },
  'staff/deleted': async (samples) => {
    const staff_id = await samples.member();
    await samples.passbell.call('deleteStaffMember', { staff_id });
    return `member of staff ${staff_id} was made and deleted again`;
  },
  'company/updated': async (samples) => {
    const { website } = await samples.passbell.call('getCompany', {});
    await samples.passbell.call('updateCompany', {
      body: { website: `https://example.com/${randomUUID()}` },
    });
    await samples.passbell.call('updateCompany', { body: { website } });
    return 'the website of the company was changed and changed back';
  },
  'tickets/created': async (samples) => {
    const order = await samples.cooked();
    await samples.reject(order);
    return `the kitchen had a ticket for order ${order}, then another that takes it back`;
  },
  'tickets/updated': async (samples) => {
    const order = await samples.cooked();
    const [ticket] = await samples.passbell.call('listOrderTickets', { order_id: order });
    if (ticket === undefined) throw new Error(`The kitchen has no ticket for order ${order}.`);
    const { id: ticket_id, site_id } = ticket;
    await samples.passbell.call('bumpTicket', { site_id, ticket_id, body: {} });
    await samples.reject(order);
    return `the ticket for order ${order} was bumped`;
  },
  'checkins/created': async (samples) => {
    const before = await samples.checkIn();
    if (!before.made) {
      await samples.passbell.call('deleteCheckin', before);
      await samples.checkIn();
    }
    return `the sample customer is checked in for ${CHECKIN_MINUTES} minutes`;
  },
  'checkins/deleted': async (samples) => {
    await samples.passbell.call('deleteCheckin', await samples.checkIn());
    return 'the sample customer was checked out';
  },
  'customers/created': async (samples) => `customer ${await samples.newCustomer()} was made`,
  'customers/updated': async (samples) => {
    const customer = await samples.customer();
    await samples.passbell.call('updateCustomer', { customer_id: customer, body: { description: fresh() } });
    return `customer ${customer} was changed`;
  },
  'customers/deleted': async (samples) => {
    const customer = await samples.customer();
    await samples.passbell.call('deleteCustomer', { customer_id: customer });
    return `customer ${customer} was deleted`;
  },
  'sites/created': async (samples) => {
    const site = await samples.newSite();
    await samples.passbell.call('deleteSite', { site_id: site });
    return `site ${site} was made and deleted again`;
  },
  'sites/updated': async (samples) => {
    const site = await samples.newSite();
    await samples.passbell.call('updateSite', { site_id: site, body: { name: fresh() } });
    await samples.passbell.call('deleteSite', { site_id: site });
    return `site ${site} was made, changed and deleted again`;
  },
  'sites/deleted': async (samples) => {
    const site = await samples.newSite();
    await samples.passbell.call('deleteSite', { site_id: site });
    return `site ${site} was made and deleted again`;
  },
  'registers/created': async (samples) => `register ${await samples.newRegister()} was made`,
  'registers/updated': async (samples) => {
    const register = await samples.sampleRegister();
    await samples.passbell.call('updateRegister', { register_id: register, body: { name: fresh() } });
    return `register ${register} was changed`;
  },
  'registers/deleted': async (samples) => {
    const register = await samples.sampleRegister();
    await samples.passbell.call('deleteRegister', { register_id: register });
    return `register ${register} was deleted`;
  },
  'taxes/created': async (samples) => `tax ${await samples.newTax()} was made`,
  'taxes/updated': async (samples) => {
    const tax = await samples.sampleTax();
    await samples.passbell.call('updateTax', { tax_id: tax, body: { name: fresh() } });
    return `tax ${tax} was changed`;
  },
  'taxes/deleted': async (samples) => {
    const tax = await samples.sampleTax();
    await samples.passbell.call('deleteTax', { tax_id: tax });
    return `tax ${tax} was deleted`;
  },
  'roles/created': passing('role'),
  'roles/updated': passing('role'),
  'roles/deleted': passing('role'),
  'floors/created': passing('floor'),
  'floors/updated': passing('floor'),
  'floors/deleted': passing('floor'),
  'tables/created': passing('table'),
  'tables/updated': passing('table'),
  'tables/deleted': passing('table'),
  'shifts/created': async (samples) => `shift ${await samples.closedShift()} was opened, then closed`,
  'shifts/updated': async (samples) => {
    const shift = await samples.closedShift(async (id) => {
      await samples.passbell.call('createShiftMovement', { shift_id: id, body: { kind: 'no_sale' } });
    });
    return `the drawer of shift ${shift} was opened without a sale, then the shift was closed`;
  },
  'cashups/created': async (samples) => `shift ${await samples.closedShift()} was opened and closed`,
  'cashups/updated': async (samples) => {
    const shift = await samples.closedShift();
    await samples.passbell.call('updateCashup', { cashup_id: shift, body: { processed: true } });
    return `the cash-up of shift ${shift} was taken over`;
  },
  'payment_requests/created': async (samples) =>
    `payment request ${await samples.declinedRequest()} was made, then declined`,
  'payment_requests/updated': async (samples) =>
    `payment request ${await samples.declinedRequest()} was declined`,
};

/** Makes an event of the topic by a sample change. Answers a sentence about the change. */
export function trigger(passbell: Passbell, topic: Topic): Promise<string> {
  return CHANGES[topic](new Samples(passbell));
}
