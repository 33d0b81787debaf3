// What is printed of an order beside its tickets: the bill, the receipt, and either once more.

import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { type Client, type Json, onEachEngine } from '#test/harness/service.ts';
import { change, make, read, refused, UNKNOWN_ID } from './helpers.ts';
import { hire, signIn } from './operator-helpers.ts';

onEachEngine('what is printed of an order', (service) => {
  let site: Json;
  /** The register that prints what the kitchen has to make, and the one that a waiter is at. */
  let kitchen: Json;
  let bar: Json;
  let dish: Json;
  let method: number;
  let waiter: Client;
  before(async () => {
    const { client } = service();
    await change(client, '', { business_number: '51 824 753 556' });
    site = await make(client, 'sites', { name: 'Bistro', receipt_qr: true });
    kitchen = await make(client, 'registers', { name: 'Kitchen', site_id: site.id, kitchen_printing: true });
    bar = await make(client, 'registers', { name: 'Bar', site_id: site.id });
    const tax = await make(client, 'taxes', { code: 'GST', name: 'GST', rate: 0.1 });
    dish = await make(client, `sites/${site.id}/products`, {
      ...{ name: 'Soup', unit_price: 11, taxes: [{ id: tax.id }] },
    });
    method = (await make(client, 'payment_methods', { name: 'Cash', kind: 'cash' })).id;
    const member = await hire(client);
    waiter = (await signIn(service(), client, bar.id_str, member)).client;
  });

  const open = (fields: object = {}): Promise<Json> =>
    make(service().client, 'orders', {
      ...{ register_id: kitchen.id, status: 'ON_HOLD', lines: [{ product_id: dish.id, quantity: 2 }] },
      ...fields,
    });
  const print = (order: Json, by = service().client): Promise<Json> =>
    make(by, `orders/${order.id}/receipt`, { register_id: bar.id });
  const jobsOf = (order: Json, query = ''): Promise<Json[]> =>
    read(service().client, `orders/${order.id}/print_jobs${query}`);
  const pay = (order: Json, amount: number) =>
    make(service().client, `orders/${order.id}/payments`, { method_id: method, amount });

  it('is the bill until it is paid, and a receipt from then on (reference: orders.57, printing.19)', async () => {
    const order = await open({ status: 'PENDING' });
    const said = async () => {
      const { document } = await print(order, waiter);
      assert.deepEqual(
        { ...document, at: 0 },
        { ...(await read(service().client, `orders/${order.id}/receipt`)), at: 0 },
      );
      const { title, subject, due, payments, qr } = document;
      return [title, subject, due, payments.length, qr !== null];
    };
    const notPaid = 'This is not a receipt.';
    assert.deepEqual(await said(), ['Bill', notPaid, '22.00', 0, false]);
    await pay(order, 12);
    assert.deepEqual(await said(), ['Bill', notPaid, '10.00', 1, false]);
    await pay(order, 10);
    assert.deepEqual(await said(), ['Tax invoice', null, '', 2, true]);
  });

  it('of an order that was rejected is a receipt with its status: nobody is to pay it', async () => {
    const order = await open();
    await change(service().client, `orders/${order.id}`, { status: 'REJECTED' });
    const { title, subject, status } = await read(service().client, `orders/${order.id}/receipt`);
    assert.deepEqual([title, subject, status], ['Tax invoice', null, 'REJECTED']);
  });

  it('is listed with every register that prints it, the first job first (reference: printing.27)', async () => {
    const order = await open();
    const other = await open();
    const bill = await print(order);
    const [ticket, ...rest] = await jobsOf(order, '?expand=register');
    assert.deepEqual(
      [ticket.kind, ticket.register.name, ticket.document, rest.map(({ id }: Json) => id)],
      ['ticket', 'Kitchen', undefined, [bill.id]],
    );
    assert.deepEqual(
      await jobsOf(order, `?start=${ticket.id}&limit=1`),
      await jobsOf(order, `?start=${ticket.id}`),
    );
    refused(
      await service().client.get(`orders/${order.id}/print_jobs?start=${(await jobsOf(other))[0].id}`),
      400,
      'invalid_request',
      'start',
    );
    const { foreign } = service();
    for (const id of [order.id, UNKNOWN_ID])
      refused(await foreign.get(`orders/${id}/print_jobs`), 404, 'not_found');
  });

  it('is printed again in the kitchen by who works at another register', async () => {
    const order = await open();
    const [ticket] = await jobsOf(order);
    const at = `registers/${kitchen.id}/print_jobs/${ticket.id}`;
    await service().client.post(`registers/${kitchen.id}/print_jobs/claim`, { agent: 'a' });
    assert.equal((await service().client.post(`${at}/printed`, { agent: 'a', attempt: 1 })).status, 200);
    const again = await make(waiter, `${at}/reprint`, {});
    assert.deepEqual([again.register_id, again.copy, again.state], [kitchen.id, true, 'queued']);
    assert.deepEqual(
      (await jobsOf(order)).map(({ state }: Json) => state),
      ['reprinted', 'queued'],
    );
  });
});
