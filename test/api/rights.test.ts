import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Right } from '#src/company/rules/rights.ts';
import { MINUTE } from '#src/kernel/time.ts';
import { type Answer, type Json, onEachEngine } from '#test/harness/service.ts';
import { change, invalidFields, make, read, refused, UNKNOWN_ID } from './helpers.ts';
import { EVERY_RIGHT, hire, permissionsOf, type SignedIn, signIn } from './operator-helpers.ts';
import { newSite, openShop, type Shop } from './order-helpers.ts';

/** Customers of tests are somebody else each time. */
let exempt = 0;

/** A call. */
interface Attempt {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
  /** The order that it changes; undefined where it makes one, or is about none. */
  readonly order?: string;
}

onEachEngine('what staff members may do (reference: staff.15, orders.73)', (service) => {
  let shop: Shop;
  let manager: { readonly id: string; readonly pin: string };
  before(async () => {
    shop = await openShop(service());
    manager = await hire(shop.client, '9731', { first_name: 'Mia', is_admin: true });
  });

  const held = (fields: object = {}) =>
    shop.order({ status: 'ON_HOLD', lines: [{ product_id: shop.soup.id, quantity: 2 }], ...fields });
  const changing = async (body: object, fields: object = {}): Promise<Attempt> => {
    const { id_str: id } = await held(fields);
    return { method: 'PUT', path: `orders/${id}`, body, order: id };
  };
  const line = (fields: object = {}) => ({ lines: [{ product_id: shop.soup.id, quantity: 2, ...fields }] });
  const drawer = async (site = shop.site): Promise<Json> => {
    const register = await make(shop.client, 'registers', { name: 'Drawer', site_id: site });
    return make(shop.client, 'shifts', { register_id: register.id, float: 100 });
  };
  /** A new staff member with some permissions, signed in. */
  const staffWith = async (rights: readonly Right[]): Promise<SignedIn> =>
    signIn(
      service(),
      shop.client,
      shop.register,
      await hire(shop.client, '4711', { permissions: permissionsOf(rights) }),
    );
  const attempt = (
    { client }: Pick<SignedIn, 'client'>,
    { method, path, body }: Attempt,
    approval?: string,
  ): Promise<Answer> =>
    client.ask(method, path, {
      ...(body === undefined ? {} : { body }),
      ...(approval === undefined ? {} : { headers: { 'x-approval': approval } }),
    });
  const succeeded = (answer: Answer) => assert.ok(answer.status >= 200 && answer.status < 300, answer.text);
  const denied = (answer: Answer, right: Right) => {
    refused(answer, 403, 'access_denied');
    assert.equal(answer.json.right, right, answer.text);
  };
  const approve = async (
    by: Pick<SignedIn, 'client' | 'register'>,
    right: Right,
    fields: object = {},
  ): Promise<Json> =>
    make(by.client, `registers/${by.register}/approvals`, { pin: manager.pin, right, ...fields });

  it('what they need none for stays free: orders, more of a line, dearer, the price as it is, an asked price', async () => {
    const { client: none } = await staffWith([]);
    const { client, site, soup, tea } = shop;
    const asked = await make(client, `sites/${site}/products`, {
      name: 'Open',
      unit_price: 5,
      variable_price: true,
    });
    const deal = await make(client, 'optionsets', {
      name: 'Side',
      options: [{ product_id: tea.id, unit_price: 1 }],
    });
    const menu = await make(client, `sites/${site}/products`, {
      name: 'Menu',
      unit_price: 12,
      option_sets: [deal.id],
    });
    const order = await make(none, 'orders', {
      site_id: site,
      status: 'ON_HOLD',
      lines: [
        { product_id: soup.id, unit_price: soup.unit_price },
        { product_id: asked.id, unit_price: 7 },
        { product_id: menu.id, option_sets: [{ option_set_id: deal.id, options: [{ product_id: tea.id }] }] },
      ],
    });
    await change(none, `orders/${order.id}/lines/1`, { quantity: 3, price_variation: 1.1, notes: 'hot' });
    const shown = (await read(none, `orders/${order.id}`)).lines[0];
    await change(none, `orders/${order.id}/lines/1`, { unit_price: shown.unit_price, quantity: 3 });
    await change(none, `orders/${order.id}`, { price_variation: null, notes: 'By the window', guests: 2 });
    denied(await none.put(`orders/${order.id}/lines/2`, { unit_price: 6, quantity: 0.5 }), 'Void');
    // What is cheap already may stay so.
    await change(client, `orders/${order.id}`, { price_variation: 0.5 });
    await change(none, `orders/${order.id}`, { price_variation: 0.6, notes: 'Dearer' });
    denied(await none.put(`orders/${order.id}`, { price_variation: 0.59 }), 'MakeDiscount');
    const waiting = await shop.order();
    await change(none, `orders/${waiting.id}`, { status: 'REJECTED' });
  });

  it('several permissions take several approvals', async () => {
    const none = await staffWith([]);
    const body = { site_id: shop.site, ...line({ unit_price: 1 }), price_variation: 0.5 };
    const [price, discount] = [await approve(none, 'ChangePrice'), await approve(none, 'MakeDiscount')];
    const post = (approval: string) => attempt(none, { method: 'POST', path: 'orders', body }, approval);
    denied(await post(price.id_str), 'MakeDiscount');
    const made = await post(`${price.id_str}, ${discount.id_str}`);
    succeeded(made);
    const [entry] = await read(shop.client, `orders/${made.json.id}/history`);
    assert.deepEqual(entry.approvals.map((each: Json) => each.right).sort(), ['ChangePrice', 'MakeDiscount']);
    refused(await post('seven'), 400, 'invalid_request');
    refused(await post(Array.from({ length: 21 }, (_, at) => at + 1).join()), 400, 'invalid_request');
  });

  it('a surcharge is given back like money', async () => {
    const seller = await staffWith(['FinishSale']);
    const payment = (credit_card_surcharge: number) => ({
      ...{ method_id: shop.cash, amount: 0, credit_card_surcharge },
    });
    const order = await held({ payments: [payment(3)] });
    const path = `orders/${order.id}/payments`;
    denied(await seller.client.post(path, payment(-3)), 'Refund');
    succeeded(await (await staffWith(['FinishSale', 'Refund'])).client.post(path, payment(-3)));
  });

  it('what was accepted is not rejected by way of what was not', async () => {
    const none = await staffWith([]);
    denied(await attempt(none, await changing({ status: 'SUBMITTED' })), 'DeleteHeldOrder');
    denied(await attempt(none, await changing({ status: 'REJECTED' })), 'DeleteHeldOrder');
    const may = await staffWith(['DeleteHeldOrder']);
    const again = await changing({ status: 'SUBMITTED' });
    succeeded(await attempt(may, again));
    succeeded(await attempt(none, { ...again, body: { status: 'REJECTED' } }));
  });

  it('a return gives back no more by factors and amounts than by its price', async () => {
    const may = await staffWith(['RefundWithoutReceipt', 'MakeDiscount']);
    const back = (fields: object = {}, more: object = {}) =>
      may.client.post('orders', {
        ...{ site_id: shop.site, status: 'ON_HOLD', ...more },
        lines: [{ product_id: shop.soup.id, quantity: -1, ...fields }],
      });
    for (const fields of [{ price_fixed_variation: -1000 }, { price_variation: 1.01 }, { unit_price: 11 }])
      denied(await back(fields), 'ChangePrice');
    for (const more of [{ price_variation: 1.01 }, { price_fixed_variation: -1 }])
      denied(await back({}, more), 'ChangePrice');
    const made = await back({ price_variation: 0.5 });
    assert.deepEqual([made.status, made.json.total], [201, -5], made.text);
    // More of it needs what the return needed, and more than its price the permission for that.
    const none = await staffWith(['ChangePrice']);
    const line = `orders/${made.json.id}/lines/1`;
    denied(await none.client.put(line, { price_variation: 0.6 }), 'RefundWithoutReceipt');
    denied(await none.client.put(`orders/${made.json.id}`, { price_variation: 1.5 }), 'RefundWithoutReceipt');
    denied(await may.client.put(line, { price_variation: 100 }), 'ChangePrice');
    succeeded(await may.client.put(line, { price_variation: 1 }));
    succeeded(await none.client.put(line, { price_variation: 0.2 }));
  });

  it('who may not leave taxes out exempts no customer', async () => {
    const none = await staffWith([]);
    const may = await staffWith(['OverrideTax']);
    const customer = (fields: object = {}) => ({
      ...{ first_name: 'Ada', email: `exempt${++exempt}@example.com`, ...fields },
    });
    const tax_exempt = { number: '1', reason: 'Diplomat' };
    denied(await none.client.post('customers', customer({ tax_exempt })), 'OverrideTax');
    const known = await make(none.client, 'customers', customer());
    denied(await none.client.put(`customers/${known.id}`, { tax_exempt }), 'OverrideTax');
    const order = { site_id: shop.site, ...line(), customer: customer({ tax_exempt }) };
    denied(await none.client.post('orders', order), 'OverrideTax');
    succeeded(await may.client.put(`customers/${known.id}`, { tax_exempt }));
    // Who is exempted is sold to without taxes by everybody, and stays so when sent back.
    succeeded(await none.client.put(`customers/${known.id}`, { tax_exempt, last_name: 'L' }));
    const sold = await none.client.post('orders', { site_id: shop.site, ...line(), customer_id: known.id });
    assert.deepEqual([sold.status, sold.json.total_tax], [201, 0], sold.text);
  });

  describe('an approval', () => {
    const discount = async (): Promise<Attempt> => changing({ price_variation: 0.9 });

    it('is for one order, one permission, one person, one register and two minutes', async () => {
      const { client } = shop;
      const [none, other] = [await staffWith([]), await staffWith([])];
      const act = await discount();
      const approval = await approve(none, 'MakeDiscount', { order_id: act.order });
      assert.deepEqual([approval.used_at, String(approval.staff_id)], [null, manager.id]);
      assert.equal(Date.parse(approval.expires_at) - Date.parse(approval.created_at), 120_000);
      denied(await attempt(none, await discount(), approval.id_str), 'MakeDiscount');
      denied(await attempt(other, act, approval.id_str), 'MakeDiscount');
      refused(
        await other.client.get(`registers/${other.register}/approvals/${approval.id}`),
        404,
        'not_found',
      );
      denied(await attempt(none, act, (await approve(none, 'Void')).id_str), 'MakeDiscount');
      denied(await attempt(none, act, '987654321'), 'MakeDiscount');
      // Refused and undone, it stays good.
      const path = `/v1/companies/${client.companyId}/${act.path}`;
      const request = { method: 'PUT', path, body: act.body, headers: { 'X-Approval': approval.id_str } };
      const tried = await none.client.put(`${act.path}?dry_run=true`, act.body, {
        headers: { 'x-approval': approval.id_str },
      });
      succeeded(tried);
      const undone = await none.client.post('batch', {
        atomic: true,
        requests: [request, { ...request, body: { price_variation: 'much' } }],
      });
      assert.equal(undone.json.responses[1].status, 400, undone.text);
      const batch = await none.client.post('batch', { atomic: true, requests: [request] });
      assert.equal(batch.json.responses[0].status, 200, batch.text);

      const late = await approve(none, 'MakeDiscount');
      service().clock.advance(2n * MINUTE);
      denied(await attempt(none, await discount(), late.id_str), 'MakeDiscount');

      const elsewhere = await make(client, 'registers', { name: 'Other', site_id: shop.site });
      refused(
        await none.client.post(`registers/${elsewhere.id}/approvals`, { pin: manager.pin, right: 'Void' }),
        403,
        'access_denied',
      );
      const byApp = await make(client, `registers/${elsewhere.id}/approvals`, {
        pin: manager.pin,
        right: 'MakeDiscount',
      });
      denied(await attempt(none, await discount(), byApp.id_str), 'MakeDiscount');
      const here = await make(client, `registers/${none.register}/approvals`, {
        pin: manager.pin,
        right: 'MakeDiscount',
      });
      succeeded(await attempt(none, await discount(), here.id_str));
    });

    it('is used once when two acts come at the same time', async () => {
      const none = await staffWith([]);
      const acts = await Promise.all([discount(), discount(), discount()]);
      const approval = await approve(none, 'MakeDiscount');
      const answers = await Promise.all(acts.map((act) => attempt(none, act, approval.id_str)));
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 403, 403]);
    });

    it('takes the PIN of somebody who has the permission, and counts wrong ones', async () => {
      const { client } = shop;
      const site = await newSite(client);
      const register = await make(client, 'registers', { name: 'Guessed', site_id: site });
      const path = `registers/${register.id}/approvals`;
      const cashier = await hire(client, '5501', { permissions: permissionsOf(['CashIn']) });
      const ask = (fields: object) => client.post(path, { right: 'CashIn', ...fields });
      succeeded(await ask({ pin: '5501' }));
      succeeded(await ask({ pin: '5501', staff_id: cashier.id }));
      denied(await ask({ pin: '5501', right: 'CashOut' }), 'CashOut');
      denied(await ask({ pin: '5501', staff_id: manager.id }), 'CashIn');
      // Two with one PIN: it is to be said whose it is.
      const twin = await hire(client, '5501', EVERY_RIGHT);
      invalidFields(await ask({ pin: '5501' }), 'staff_id');
      assert.equal((await ask({ pin: '5501', staff_id: twin.id })).json.staff_id, Number(twin.id));
      for (const [field, body] of [
        ['pin', { pin: '1' }],
        ['right', { pin: '5501', right: 'Everything' }],
        ['reason', { pin: '5501', reason: ' ' }],
        ['staff_id', { pin: '5501', staff_id: 987654321 }],
        // Wrong PINs are not counted with these: none of them was looked at.
        ['order_id', { pin: '0000', order_id: UNKNOWN_ID }],
        ['order_id_str', { pin: '0000', order_id_str: UNKNOWN_ID }],
      ] as const)
        invalidFields(await ask(body), field);
      // Two are counted by now: right ones take none of them back.
      for (let wrong = 0; wrong < 3; wrong++) denied(await ask({ pin: '0000' }), 'CashIn');
      const locked = await ask({ pin: '9731' });
      refused(locked, 429, 'rate_limit_exceeded');
      assert.equal(locked.headers['retry-after'], '60');
      // At another register others are not held up.
      succeeded(await client.post(`registers/${shop.register}/approvals`, { pin: '9731', right: 'CashIn' }));
      service().clock.advance(MINUTE);
      succeeded(await ask({ pin: '9731' }));
    });

    it('is guessed no sooner by whoever knows one PIN: a right one forgets no wrong ones, time does', async () => {
      const { client } = shop;
      const register = await make(client, 'registers', { name: 'Known', site_id: shop.site });
      const cashier = await signIn(service(), client, register.id_str, await hire(client, '5502'));
      const ask = (pin: string, right: string) =>
        cashier.client.post(`registers/${register.id}/approvals`, { pin, right });
      for (let wrong = 0; wrong < 4; wrong++) {
        denied(await ask('0000', 'CashIn'), 'CashIn');
        succeeded(await ask('5502', 'FinishSale'));
      }
      denied(await ask('0000', 'CashIn'), 'CashIn');
      refused(await ask('5502', 'FinishSale'), 429, 'rate_limit_exceeded');
      // One for each quarter of an hour: four of five are left then, and one more locks again.
      service().clock.advance(15n * MINUTE);
      denied(await ask('0000', 'CashIn'), 'CashIn');
      assert.equal((await ask('5502', 'FinishSale')).headers['retry-after'], '60');
      service().clock.advance(75n * MINUTE);
      for (let wrong = 0; wrong < 4; wrong++) denied(await ask('0000', 'CashIn'), 'CashIn');
      succeeded(await ask('5502', 'FinishSale'));
    });

    it('of movements and closings says who gave it', async () => {
      const none = await staffWith([]);
      const shift = await drawer();
      const out = { kind: 'out', amount: 5, reason: 'Bank' };
      const approval = await approve(none, 'CashOut');
      const at = `shifts/${shift.id}/movements`;
      const moved = await attempt(none, { method: 'POST', path: at, body: out }, approval.id_str);
      assert.equal(moved.json.approved_by, Number(manager.id), moved.text);
      assert.equal((await make(shop.client, at, out)).approved_by, null);
      const close = { method: 'POST', path: `shifts/${shift.id}/close`, body: { counted: 90 } };
      const closed = await attempt(none, close, (await approve(none, 'ZReport')).id_str);
      assert.equal(closed.json.approved_by, Number(manager.id), closed.text);
    });
  });

  it('a new staff member sells; an empty list is nothing', async () => {
    const { client, site, soup } = shop;
    const made = await make(client, 'staff', { first_name: 'New' });
    assert.deepEqual(made.permissions, [{ code: 'FinishSale', name: 'Finish sales', domain: 'Sales' }]);
    assert.deepEqual((await make(client, 'staff', { first_name: 'None', permissions: [] })).permissions, []);
    const sale = { site_id: site, status: 'COMPLETE', lines: [{ product_id: soup.id }] };
    const seller = await signIn(service(), client, shop.register, await hire(client));
    succeeded(await seller.client.post('orders', sale));
    denied(await (await staffWith([])).client.post('orders', sale), 'FinishSale');
  });
});
