// Working with orders in the back office, and that the API agrees.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { hirePerson } from '#test/api/screens.ts';
import { until } from '#test/harness/process.ts';
import type { Json, Service } from '#test/harness/service.ts';
import { onStage, PHONE } from './harness.ts';
import { HOSTILE, WIDER } from './pages.ts';

/** A product with two modifiers. */
async function makeSoup({ client, card }: Service): Promise<{ soup: Json; cheese: Json; onion: Json }> {
  const make = async (fields: object) => {
    const made = await client.post(`sites/${card.sites[0].id}/products`, fields);
    assert.equal(made.status, 201, made.text);
    return made.json;
  };
  return {
    soup: await make({ name: 'Soup of the day', unit_price: 10 }),
    cheese: await make({ name: 'Cheese', unit_price: 1.5, is_modifier: true }),
    onion: await make({ name: 'Onion', unit_price: 0.5, is_modifier: true }),
  };
}

async function post({ client, card }: Service, fields: object): Promise<Json> {
  const answer = await client.post('orders', { site_id: card.sites[0].id, ...fields });
  assert.equal(answer.status, 201, answer.text);
  return answer.json;
}

onStage('the work with orders', (stage) => {
  it('offers staff nothing that can only be refused', async () => {
    const { service } = stage();
    const { soup } = await makeSoup(service);
    const [method] = service.card.payment_methods;
    const lines = [{ product_id: soup.id_str }];
    const held = await post(service, { status: 'ON_HOLD', lines });
    const sold = await post(service, {
      ...{ status: 'COMPLETE', lines },
      payments: [{ method_id: method.id, amount: 10 }],
    });
    const tab = await stage().open();
    await tab.signIn(`/orders/${sold.id_str}`, await hirePerson(service, 'staff'));
    const { page } = tab;
    const refund = page.getByRole('button', { name: 'Refund', exact: true });
    await refund.waitFor();
    assert.equal(await refund.isDisabled(), true);
    assert.equal(await refund.getAttribute('title'), 'This needs the permission “Refund sales”.');
    assert.equal(await page.getByRole('link', { name: 'Cash-ups' }).count(), 0);
    await tab.goto(`/orders/${held.id_str}`);
    await page.getByRole('button', { name: 'More' }).click();
    assert.equal(await page.getByRole('menuitem', { name: 'Delete' }).isDisabled(), true);
    await tab.goto('/cashups');
    await page.getByRole('heading', { name: 'For owners and managers' }).waitFor();
  });

  it('takes an order from submitted to complete, and tells who did what', async () => {
    const { service } = stage();
    const { client, card } = service;
    const { soup, cheese, onion } = await makeSoup(service);
    const order = await post(service, {
      customer_id: card.customers[0].id,
      staff_member_id: card.staff?.[0]?.id,
      lines: [{ product_id: soup.id_str, quantity: 2, modifiers: [cheese.id, cheese.id, -onion.id] }],
    });
    const tab = await stage().open();
    await tab.signIn(`/orders/${order.id_str}`);
    const { page } = tab;
    await page.getByText('2 × Cheese, without Onion').waitFor();
    const status = async () => (await client.get(`orders/${order.id_str}`)).json.status;
    await page.getByRole('button', { name: 'Accept', exact: true }).click();
    await page.getByRole('button', { name: 'Set to pending' }).waitFor();
    assert.equal(await status(), 'ACCEPTED');
    await page.getByRole('button', { name: 'Status', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Put on hold' }).click();
    await page.getByText('On hold', { exact: true }).first().waitFor();
    assert.equal(await status(), 'ON_HOLD');
    await page.getByRole('button', { name: 'Status', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Complete' }).click();
    await page.getByText('is still due.', { exact: false }).waitFor();
    await tab.checkAccessibility();
    await page.getByRole('dialog').getByRole('button', { name: 'Complete' }).click();
    await page.getByRole('button', { name: 'Refund' }).waitFor();
    assert.equal(await status(), 'COMPLETE');
    await page.getByRole('tab', { name: 'History' }).click();
    const history = page.getByRole('table', { name: 'History' });
    await history.getByText('Passbell').first().waitFor();
    await history.getByText('Sandbox add-on').first().waitFor();
    await page.getByRole('link', { name: 'Ada Example' }).click();
    await page.getByRole('heading', { name: 'Ada Example', level: 1 }).waitFor();
    await page.getByRole('link', { name: order.saleid }).waitFor();
  });

  it('says which discounts lines and the order have, also those of orders that were merged', async () => {
    const { service } = stage();
    const { client } = service;
    const { soup } = await makeSoup(service);
    const discount = async (fields: object): Promise<Json> =>
      (await client.post('discounts', { applies_to: 'both', ...fields })).json;
    const voucher = await discount({ name: 'Voucher', kind: 'amount', value: 2 });
    const house = await discount({ name: 'House', kind: 'share', value: 0.1 });
    const order = await post(service, {
      ...{ status: 'ON_HOLD', discount_id: voucher.id, discount_reason: 'Late' },
      lines: [{ product_id: soup.id_str, discount_id: house.id }],
    });
    const other = await post(service, {
      ...{ status: 'ON_HOLD', price_fixed_variation: -1 },
      lines: [{ product_id: soup.id_str }],
    });
    const merged = await client.post(`orders/${order.id_str}/merge`, { order_ids: [other.id_str] });
    assert.equal(merged.status, 200, merged.text);
    const tab = await stage().open();
    await tab.signIn(`/orders/${order.id_str}`);
    const lines = tab.page.getByRole('table', { name: 'Lines' });
    await lines.getByText('House: 10% off').waitFor();
    await lines.getByText(/Discount: Voucher: “Late”.*\$2\.00 off.*\$1\.00 off/).waitFor();
  });

  it('does not show as due what a refund by money alone gave back, nor a rejected order', async () => {
    const { service } = stage();
    const { soup } = await makeSoup(service);
    const [method] = service.card.payment_methods;
    const lines = [{ product_id: soup.id_str }];
    const sold = await post(service, {
      ...{ status: 'COMPLETE', lines },
      payments: [{ method_id: method.id, amount: 10 }],
    });
    const refund = await post(service, {
      original_order_id_str: sold.id_str,
      payments: [{ method_id: method.id, amount: -4 }],
    });
    const rejected = await post(service, { status: 'REJECTED', lines });
    assert.deepEqual([refund.due, rejected.due], [4, 10]);
    const tab = await stage().open();
    await tab.signIn(`/orders/${refund.id_str}`);
    const { page } = tab;
    const due = () => page.getByText('Due', { exact: true }).locator('..');
    await due().getByText('$0.00', { exact: true }).waitFor();
    await tab.goto(`/orders/${rejected.id_str}`);
    await due().getByText('$0.00', { exact: true }).waitFor();
  });

  it('rejects with a reason, and deletes after a question', async () => {
    const { service } = stage();
    const { client } = service;
    const { soup } = await makeSoup(service);
    const order = await post(service, { lines: [{ product_id: soup.id_str }] });
    const tab = await stage().open({ expected: /\b400\b/ });
    await tab.signIn(`/orders/${order.id_str}`);
    const { page } = tab;
    await page.getByRole('button', { name: 'Status', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Reject' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('x'.repeat(300));
    await dialog.getByRole('button', { name: 'Reject' }).click();
    await dialog.locator('[aria-invalid="true"]').waitFor();
    await dialog.getByLabel('Reason').fill('Kitchen closed');
    await dialog.getByLabel('Notes').fill('Open again at six');
    await dialog.getByRole('button', { name: 'Reject' }).click();
    await page.getByText('Kitchen closed: Open again at six').waitFor();
    const { json } = await client.get(`orders/${order.id_str}`);
    assert.deepEqual([json.status, json.reject_reason.name], ['REJECTED', 'Kitchen closed']);

    const other = await post(service, { lines: [{ product_id: soup.id_str }] });
    await tab.goto(`/orders/${other.id_str}`);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    assert.equal((await client.get(`orders/${other.id_str}`)).json.deleted, false);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Deleted', { exact: true }).waitFor();
    assert.equal((await client.get(`orders/${other.id_str}`)).json.deleted, true);
  });

  it('gives one line back at what was paid for it, and no more than is left', async () => {
    const { service } = stage();
    const { client, card } = service;
    const { soup, cheese } = await makeSoup(service);
    const order = await post(service, {
      status: 'COMPLETE',
      lines: [
        { product_id: soup.id_str, quantity: 3, modifiers: [cheese.id], price_variation: 0.9 },
        { product_id: soup.id_str, quantity: 1 },
      ],
      payments: [{ method_id: card.payment_methods[0].id, amount: 41.05 }],
    });
    const tab = await stage().open({ expected: /\b400\b/ });
    await tab.signIn(`/orders/${order.id_str}`);
    const { page } = tab;
    await page.getByRole('button', { name: 'Refund' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Quantity to refund: Soup of the day').first().fill('2');
    const price = await client.post('orders/price', {
      site_id: card.sites[0].id,
      original_order_id_str: order.id_str,
      lines: [{ product_id: soup.id_str, modifiers: [cheese.id], quantity: -2 }],
    });
    const back = (-price.json.total).toFixed(2);
    await dialog.getByText(`Refund total: $${back}`).waitFor();
    await tab.checkAccessibility();
    await tab.picture('refund');
    await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
    await page.getByRole('heading', { name: /^Refund /, level: 1 }).waitFor();
    const { json: refund } = await client.get(`orders/${tab.path.split('/')[2]}`);
    assert.deepEqual(
      [refund.original_order_id_str, refund.total, refund.paid, refund.status],
      [order.id_str, price.json.total, price.json.total, 'COMPLETE'],
    );
    assert.deepEqual(
      refund.lines.map((line: Json) => [String(line.product_id), line.quantity]),
      [[soup.id_str, -2]],
    );

    await page.getByRole('link', { name: 'Original order' }).click();
    await page.getByRole('heading', { name: `Order ${order.saleid}` }).waitFor();
    await page.getByRole('table', { name: 'Lines' }).getByText('2 refunded').waitFor();
    await page.getByRole('link', { name: refund.saleid }).waitFor();
    await page.getByRole('button', { name: 'Refund' }).click();
    await dialog.getByText('1 left to refund').waitFor();
    const more = dialog.getByLabel('Quantity to refund: Soup of the day');
    assert.equal(await more.count(), 2);
    await dialog.getByRole('button', { name: 'Refund all' }).click();
    assert.deepEqual(await more.evaluateAll((all) => all.map((each) => Reflect.get(each, 'value'))), [
      '1',
      '1',
    ]);
    // Another user refunds it meanwhile: it is offered no more.
    const rest = { site_id: order.site_id, original_order_id_str: order.id_str, status: 'COMPLETE' };
    const taken = await client.post('orders', {
      ...rest,
      lines: [{ product_id: soup.id_str, modifiers: [], quantity: -1 }],
    });
    assert.equal(taken.status, 201, taken.text);
    await more.nth(1).waitFor({ state: 'detached' });
    const last = await client.post('orders', {
      ...rest,
      lines: [{ product_id: soup.id_str, modifiers: [cheese.id], quantity: -1 }],
    });
    assert.equal(last.status, 201, last.text);
    await dialog.getByText('Everything has been refunded.').waitFor();
  });

  it('shows what the kitchen was told and what was printed, and prints the receipt', async () => {
    const { service } = stage();
    const { client, card } = service;
    const site = card.sites[0];
    await client.put(`sites/${site.id}`, { kitchen_tickets: true });
    const { soup, cheese } = await makeSoup(service);
    const lines = [{ product_id: soup.id_str, modifiers: [cheese.id], notes: 'Hot' }];
    const order = await post(service, { status: 'ACCEPTED', lines });
    await client.put(`sites/${site.id}`, { kitchen_tickets: false });
    const tab = await stage().open();
    await tab.signIn(`/orders/${order.id_str}`);
    const { page } = tab;
    const tickets = page.getByRole('region', { name: 'Kitchen tickets' });
    // A page that is still loading may come up anew, with its first tab.
    await until('the tickets are shown', async () => {
      await page.getByRole('tab', { name: 'Kitchen and printing' }).click();
      return tickets.getByText('1 × Soup of the day').isVisible();
    });
    await tickets.getByText('Cheese · Hot').waitFor();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Show the receipt' }).click();
    await page.getByRole('dialog').getByText('1 Soup of the day').waitFor();
    await tab.checkAccessibility();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Print the receipt' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Print' }).click();
    await page.getByText('Receipt at Register 1: waiting for the printer').waitFor();
    const jobs = await client.get(`registers/${site.registers[0].id}/print_jobs?state=queued`);
    assert.deepEqual(
      jobs.json.map((job: Json) => [job.kind, job.order_id_str]),
      [['receipt', order.id_str]],
    );
    await tab.checkAccessibility();

    // A pass-thru order shows where it prints, and waits there.
    const register = site.registers[0];
    await client.put(`sites/${site.id}`, { default_pass_thru_register_id: register.id });
    await client.post(`registers/${register.id}/heartbeat`);
    const pass = await post(service, {
      status: 'ON_HOLD',
      pass_thru_printing: true,
      pass_thru_printing_register: register.id,
      lines,
    });
    await tab.goto(`/orders/${pass.id_str}`);
    await page.getByText(/^Register 1, due .+, not printed yet$/).waitFor();
    await page.getByRole('tab', { name: 'Kitchen and printing' }).click();
    await page.getByText('Ticket at Register 1: waiting for the printer').waitFor();
    const claim = { agent: 'counter' };
    const { json: claimed } = await client.post(`registers/${register.id}/print_jobs/claim`, claim);
    for (const { id, attempt } of Array.isArray(claimed) ? claimed : claimed.jobs) {
      const done = await client.post(`registers/${register.id}/print_jobs/${id}/printed`, {
        ...claim,
        attempt,
      });
      assert.equal(done.status, 200, done.text);
    }
    await page.getByText(/^Register 1, printed /).waitFor();
    await page.getByText('Ticket at Register 1: printed').waitFor();
    await page.getByRole('button', { name: 'Reprint' }).click();
    await page.getByText('Ticket at Register 1: waiting for the printer (copy)').waitFor();
  });

  it('shows hostile texts as text, on a phone', async () => {
    const { service } = stage();
    const { client, card } = service;
    const made = await client.post(`sites/${card.sites[0].id}/products`, { name: HOSTILE[1], unit_price: 1 });
    const long = { name: 'W'.repeat(60), unit_price: 1_234.5 };
    const wide = await client.post(`sites/${card.sites[0].id}/products`, long);
    const order = await post(service, {
      customer: { first_name: HOSTILE[0], phone: '5' },
      notes: HOSTILE.join(' '),
      group_id: HOSTILE[2],
      lines: [{ product_id: made.json.id_str, notes: HOSTILE[3] }, { product_id: wide.json.id_str }],
      status: 'REJECTED',
      reject_reason: { name: HOSTILE[0], notes: HOSTILE[3] },
    });
    const tab = await stage().open({ size: PHONE });
    await tab.signIn(`/orders/${order.id_str}`);
    const { page } = tab;
    await page.getByText(HOSTILE[1]).first().waitFor();
    await page.getByText('Whole order').waitFor();
    assert.deepEqual(await page.evaluate(WIDER), []);
    const sum = await page
      .getByRole('region', { name: 'Whole order' })
      .locator('td.amount')
      .first()
      .boundingBox();
    assert.ok(sum !== null && sum.height < 40, `a sum is ${sum?.height} pixels high`);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Show the receipt' }).click();
    await page.getByRole('dialog').getByText(`1 ${HOSTILE[1]}`).waitFor();
    assert.equal(await page.evaluate('window.pwned'), undefined);
    await tab.checkAccessibility();
  });
});
