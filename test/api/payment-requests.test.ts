import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Right } from '#src/company/rules/rights.ts';
import { MINUTE } from '#src/kernel/time.ts';
import {
  judge,
  type Outcome,
  REQUEST_STATUSES,
  type RequestStatus,
  type Verdict,
} from '#src/payment-requests/rules/answers.ts';
import { type Taken, takenFor } from '#src/payment-requests/rules/taken.ts';
import { type Answer, type Client, type Json, onEachEngine } from '#test/harness/service.ts';
import {
  change,
  drop,
  EventLog,
  invalidFields,
  make,
  pages,
  read,
  refused,
  secondAddon,
  UNKNOWN_ID,
} from './helpers.ts';
import { hire, permissionsOf, type SignedIn, signIn } from './operator-helpers.ts';
import { openShop, type Shop } from './order-helpers.ts';
import { screenOf } from './screens.ts';

describe('what a payment request with a tip records (reference: requests.6)', () => {
  const bill = { due: 11n, tipServiceAmount: 1n, tipsToService: 0n };
  const cases: readonly [string, typeof bill, Taken, Taken][] = [
    ['a part leaves room for the tip', bill, { amount: 4n, tip: 2n }, { amount: 4n, tip: 2n }],
    ['no tip', bill, { amount: 11n, tip: 0n }, { amount: 11n, tip: 0n }],
    ['all, and a tip', bill, { amount: 11n, tip: 2n }, { amount: 10n, tip: 3n }],
    ['nearly all, and a tip', { ...bill, due: 12n }, { amount: 11n, tip: 4n }, { amount: 11n, tip: 4n }],
    ['no service', { ...bill, tipServiceAmount: 0n }, { amount: 11n, tip: 2n }, { amount: 11n, tip: 2n }],
    [
      'service that tips have paid',
      { ...bill, due: 10n, tipsToService: 1n },
      { amount: 10n, tip: 2n },
      { amount: 10n, tip: 2n },
    ],
    [
      'little left, paid by money',
      { ...bill, due: 1n, tipServiceAmount: 5n },
      { amount: 1n, tip: 2n },
      { amount: 0n, tip: 3n },
    ],
  ];
  for (const [name, settlement, given, taken] of cases)
    it(name, () => assert.deepEqual(takenFor(settlement, given), taken));
});

describe('an answer to a payment request', () => {
  const table: Readonly<Record<RequestStatus, Readonly<Partial<Record<RequestStatus, Verdict>>>>> = {
    pending: { pending: 'same', approved: 'taken', declined: 'taken', cancelled: 'taken', unknown: 'taken' },
    unknown: { unknown: 'same', approved: 'taken', declined: 'taken', cancelled: 'taken' },
    approved: { approved: 'same' },
    declined: { declined: 'same' },
    cancelled: { cancelled: 'same' },
  };
  for (const from of REQUEST_STATUSES) {
    for (const to of REQUEST_STATUSES) {
      const verdict = table[from][to] ?? 'refused';
      it(`${from} -> ${to} is ${verdict}`, () =>
        assert.equal(judge({ status: from }, { status: to }, false), verdict));
    }
  }

  const known: Outcome = { status: 'approved', amount: 10n, tip: 1n, credit_card_surcharge: 0n, ref: 'A' };
  const answers: readonly [Outcome, Verdict][] = [
    [{ status: 'approved' }, 'same'],
    [{ status: 'approved', amount: 10n, ref: 'A' }, 'same'],
    [{ status: 'approved', amount: 9n }, 'refused'],
    [{ status: 'approved', tip: 2n }, 'refused'],
    [{ status: 'approved', ref: 'B' }, 'refused'],
  ];
  for (const [answer, verdict] of answers)
    it(`says ${verdict} of another approval: ${Object.keys(answer).join(' ')}`, () => {
      assert.equal(judge(known, answer, false), verdict);
    });

  it('of the provider corrects what was declined by hand, and nothing else', () => {
    assert.equal(judge({ status: 'declined' }, { status: 'approved' }, true), 'taken');
    assert.equal(judge({ status: 'approved' }, { status: 'declined' }, true), 'refused');
    assert.equal(judge({ status: 'declined' }, { status: 'cancelled' }, true), 'refused');
  });
});

onEachEngine('a payment request', (service) => {
  let shop: Shop;
  let client: Client;
  /** The add-on of the method, another one than the register's. */
  let terminal: Client;
  let method: Json;
  let register: string;
  before(async () => {
    shop = await openShop(service());
    client = shop.client;
    terminal = await secondAddon(service());
    method = await make(terminal, 'payment_methods', {
      name: 'Terminal',
      kind: 'addon',
      takes_requests: true,
    });
    register = (await make(client, 'registers', { name: 'Counter', site_id: shop.site })).id_str;
  });

  /** An order of so many soups for 10, PENDING. */
  const order = (items = 1, fields: object = {}): Promise<Json> =>
    shop.order({ status: 'PENDING', lines: [{ product_id: shop.soup.id, quantity: items }], ...fields });
  const ask = ({ id }: Json, fields: object = {}): Promise<Answer> =>
    client.post('payment_requests', { order_id: id, method_id: method.id, register_id: register, ...fields });
  const asked = async (of: Json, fields: object = {}): Promise<Json> => {
    const answer = await ask(of, fields);
    assert.equal(answer.status, 201, answer.text);
    return answer.json;
  };
  const put = ({ id }: Json, body: object, by = terminal) => by.put(`payment_requests/${id}`, body);
  const say = async (request: Json, body: object): Promise<Json> => {
    const answer = await put(request, body);
    assert.equal(answer.status, 200, answer.text);
    return answer.json;
  };
  const staffWith = async (...rights: Right[]): Promise<SignedIn> => {
    const member = await hire(client, '4711', { permissions: permissionsOf(rights) });
    return signIn(service(), client, register, member);
  };
  const now = ({ id }: Json) => read(client, `payment_requests/${id}`);
  const pay = ({ id }: Json, amount: number) =>
    client.post(`orders/${id}/payments`, { method_id: shop.cash, amount });

  it('leaves a tip a tip, where tips go to service first (reference: requests.6)', async () => {
    const sale = await order(1, { tip_service_percent: 10 });
    const part = await asked(sale, { amount: 4 });
    await say(part, { status: 'approved', tip: 2 });
    const left = await shop.read(sale);
    assert.deepEqual([left.due, left.tips, left.tip_service_paid], [6, 1, 1]);
    const whole = await order(1, { tip_service_percent: 10 });
    const request = await say(await asked(whole), { status: 'approved', tip: 2 });
    assert.deepEqual([request.approved_amount, request.tip], [11, 2]);
    const paid = await shop.read(whole);
    const { status, paid: money, due, tips, tip_service_paid: service } = paid;
    assert.deepEqual([status, money, due, tips, service], ['COMPLETE', 10, 0, 2, 1]);
  });

  it('becomes the payment that was approved, and the order completes, in one commit', async () => {
    const shift = await make(client, 'shifts', { register_id: register, float: 0 });
    const sale = await order(1);
    const log = await EventLog.open(client);
    const request = await asked(sale);
    const { status, amount, kind, site_id_str: site, expires_at: end, created_at: made } = request;
    assert.deepEqual([status, amount, kind, site], ['pending', 10, 'sale', shop.site]);
    assert.equal(Date.parse(end) - Date.parse(made), 300_000);
    assert.deepEqual(await shop.read(sale), sale);
    const card = { brand: 'Visa', last4: '4242' };
    const said = await say(request, {
      status: 'approved',
      tip: 2,
      credit_card_surcharge: 0.5,
      ref: 'T1',
      card,
    });
    assert.deepEqual(
      [said.status, said.approved_amount, said.payment_number, said.unapplied],
      ['approved', 10, 1, false],
    );
    const paid = await shop.read(sale);
    assert.deepEqual([paid.status, paid.due, paid.tips], ['COMPLETE', 0, 2]);
    const [payment] = paid.payments;
    assert.deepEqual(
      [payment.method.name, payment.amount, payment.tip, payment.ref, payment.card],
      ['Terminal', 10, 2, 'T1', card],
    );
    const events = await log.take();
    const topics = ['payment_requests/created', 'payment_requests/updated', 'orders/completed'];
    assert.deepEqual(
      events.map(({ topic }) => topic).filter((topic) => topics.includes(topic)),
      topics,
    );
    const updated = events.find(({ topic }) => topic === 'payment_requests/updated');
    assert.deepEqual(updated?.payload, await now(request));
    assert.deepEqual(events[0]?.payload, request);
    const report = await read(client, `shifts/${shift.id}/report`);
    assert.deepEqual(
      report.tenders.map(({ name, payments, amount, total }: Json) => [name, payments, amount, total]),
      [['Terminal', 1, 10, 12.5]],
    );
    const [, entry] = await read(client, `orders/${sale.id}/history`);
    assert.ok(
      entry.changed.includes('payments') && !entry.changed.includes('requests'),
      String(entry.changed),
    );
    assert.equal(entry.by.register_id_str, register);
    assert.equal((await client.post(`shifts/${shift.id}/close`, { counted: 0 })).status, 200);
  });

  it('is answered once: the same again changes nothing, another answer is refused', async () => {
    const sale = await order();
    const request = await asked(sale);
    const body = { status: 'approved', amount: 10, ref: 'T2' };
    const [a, b] = await Promise.all([put(request, body), put(request, body)]);
    assert.deepEqual([a.status, b.status], [200, 200]);
    assert.deepEqual(a.json, b.json);
    const log = await EventLog.open(client);
    await say(request, body);
    await say(request, { status: 'approved' });
    refused(await put(request, { status: 'declined' }), 409, 'conflict');
    refused(await put(request, { ...body, amount: 9 }), 409, 'conflict');
    assert.deepEqual(await log.topics(), []);
    assert.equal((await shop.read(sale)).payments.length, 1);
  });

  it('never asks for more than is due, with others that have no outcome', async () => {
    const sale = await order(2);
    invalidFields(await ask(sale, { amount: 20.01 }), 'amount');
    invalidFields(await ask(sale, { amount: 0 }), 'amount');
    invalidFields(await ask(sale, { amount: 0.001 }), 'amount');
    const all = await Promise.all([ask(sale, { amount: 15 }), ask(sale, { amount: 15 })]);
    assert.deepEqual(all.map(({ status }) => status).sort(), [201, 409]);
    const first = all.find(({ status }) => status === 201)?.json;
    assert.match(all.find(({ status }) => status === 409)?.json.error_description, new RegExp(first.id_str));
    const rest = await asked(sale);
    assert.equal(rest.amount, 5);
    refused(await ask(sale), 409, 'conflict');
    refused(await pay(sale, 1), 409, 'conflict');
    await say(rest, { status: 'declined', message: 'Card expired' });
    assert.equal((await pay(sale, 5)).status, 201);
    refused(await pay(sale, 0.01), 409, 'conflict');
    await say(first, { status: 'approved', amount: 10 });
    const partly = await shop.read(sale);
    assert.deepEqual([partly.status, partly.due], ['PENDING', 5]);
    await say(await asked(sale), { status: 'approved' });
    assert.equal((await shop.read(sale)).status, 'COMPLETE');
  });

  it('races with cash: either the request or the payment is refused', async () => {
    for (let round = 0; round < 4; round++) {
      const sale = await order();
      const [request, cash] = await Promise.all([ask(sale), pay(sale, 10)]);
      assert.deepEqual([request.status, cash.status].sort(), [201, 409]);
    }
  });

  it('races between approval and cancelling: one outcome, and the money is where it says', async () => {
    for (let round = 0; round < 4; round++) {
      const sale = await order();
      const request = await asked(sale);
      const [, cancel, approve, cancelled] = await Promise.all([
        client.get(`payment_requests/${request.id}`),
        client.post(`payment_requests/${request.id}/cancel`, {}),
        put(request, { status: 'approved' }),
        put(request, { status: 'cancelled' }),
      ]);
      assert.deepEqual([approve.status, cancelled.status].sort(), [200, 409]);
      assert.ok([200, 409].includes(cancel.status), cancel.text);
      const { status } = await now(request);
      assert.equal((await shop.read(sale)).payments.length, status === 'approved' ? 1 : 0);
    }
  });

  it('keeps money that the order cannot take any more', async () => {
    const [gone, rejected, closed, cheaper] = [await order(), await order(), await order(), await order(2)];
    const all = [gone, rejected, closed, cheaper];
    const requests: Json[] = [];
    for (const each of all) requests.push(await asked(each));
    // The company's own add-on is not bound.
    await drop(client, `orders/${gone.id}`);
    await change(client, `orders/${rejected.id}`, { status: 'REJECTED' });
    await change(client, `orders/${closed.id}`, { status: 'COMPLETE' });
    await change(client, `orders/${cheaper.id}/lines/1`, { quantity: 1 });
    for (const request of requests) {
      const said = await say(request, { status: 'approved', ref: 'X' });
      assert.deepEqual([said.status, said.unapplied, said.payment_number], ['approved', true, null]);
      await say(request, { status: 'approved', ref: 'X' });
    }
    for (const each of all) assert.equal((await shop.read(each)).payments.length, 0);
    const listed = (await pages(client, 'payment_requests?unapplied=true&limit=2')).flat();
    assert.deepEqual(
      listed.map(({ id }) => id),
      requests.map(({ id }) => id),
    );
    // Dealt with by the office.
    const { client: owner } = await screenOf(service(), service().card);
    invalidFields(await put(listed[0], { unapplied: false }, owner), 'reason');
    const settled = await put(listed[0], { unapplied: false, reason: 'Given back at the terminal' }, owner);
    assert.deepEqual(
      [settled.json.unapplied, settled.json.settled.reason],
      [false, 'Given back at the terminal'],
    );
    assert.equal((await pages(client, 'payment_requests?unapplied=true')).flat().length, 3);
  });

  it('races with deletion: the money is on the order, or kept beside it', async () => {
    for (let round = 0; round < 4; round++) {
      const sale = await order(2);
      const request = await asked(sale, { amount: 10 });
      const [deleted, said] = await Promise.all([
        client.delete(`orders/${sale.id}`),
        put(request, { status: 'approved' }),
      ]);
      assert.deepEqual([deleted.status, said.status], [204, 200]);
      const { payments } = await shop.read(sale);
      assert.equal(payments.length, said.json.unapplied ? 0 : 1);
    }
  });

  it('is for an open order, and a method of an add-on', async () => {
    const done = await shop.order({ status: 'COMPLETE', lines: [{ product_id: shop.soup.id }] });
    refused(await ask(done), 409, 'conflict');
    refused(await ask(await order(0.000_1)), 409, 'conflict');
    const sale = await order();
    invalidFields(await ask(sale, { method_id: shop.card }), 'method_id');
    invalidFields(await ask(sale, { method_id: UNKNOWN_ID }), 'method_id');
    invalidFields(await ask(sale, { register_id: UNKNOWN_ID }), 'register_id');
    invalidFields(await ask(sale, { staff_id: UNKNOWN_ID }), 'staff_id');
    invalidFields(await ask({ id: UNKNOWN_ID }), 'order_id');
    invalidFields(await ask(sale, { timeout_seconds: 5 }), 'timeout_seconds');
    invalidFields(
      await client.post('payment_methods', { name: 'X', kind: 'card', takes_requests: true }),
      'takes_requests',
    );
    const own = await make(terminal, 'payment_methods', { name: 'Y', kind: 'addon' });
    refused(await client.put(`payment_methods/${own.id}`, { takes_requests: true }), 403, 'access_denied');
  });

  it('is answered by the add-on of the method alone', async () => {
    const request = await asked(await order());
    refused(await put(request, { status: 'approved' }, client), 403, 'access_denied');
    refused(await put(request, { status: 'declined', reason: 'Because' }, client), 403, 'access_denied');
    invalidFields(await put(request, { status: 'approved', amount: 10.01 }), 'amount');
    invalidFields(await put(request, { status: 'approved', amount: 0 }), 'amount');
    invalidFields(await put(request, { status: 'approved', tip: -1 }), 'tip');
    invalidFields(await put(request, {}), 'status');
    assert.equal((await now(request)).status, 'pending');
  });

  it('says to the cashier what its provider says, while it has no outcome', async () => {
    const request = await asked(await order());
    assert.equal((await say(request, { message: 'Enter PIN' })).message, 'Enter PIN');
    await say(request, { status: 'declined', message: 'No funds' });
    refused(await put(request, { message: 'Enter PIN' }), 409, 'conflict');
    assert.equal((await now(request)).message, 'No funds');
  });

  it('is unknown once its time is over, and then asked about, never charged again', async () => {
    const sale = await order();
    const request = await asked(sale, { timeout_seconds: 60 });
    const log = await EventLog.open(client);
    service().clock.advance(MINUTE);
    await service().app.sweep();
    assert.deepEqual(await log.topics(), ['payment_requests/updated']);
    assert.equal((await now(request)).status, 'unknown');
    refused(await ask(sale), 409, 'conflict');
    refused(await client.post(`payment_requests/${request.id}/cancel`, {}), 409, 'conflict');
    const again = await client.post(`payment_requests/${request.id}/resolve`, {});
    assert.deepEqual([again.status, again.json.asked_again, again.json.status], [200, 1, 'unknown']);
    assert.deepEqual(await log.topics(), ['payment_requests/updated']);
    await say(request, { status: 'approved' });
    assert.equal((await shop.read(sale)).status, 'COMPLETE');
    refused(await client.post(`payment_requests/${request.id}/resolve`, {}), 409, 'conflict');
  });

  it('is settled by hand with ModifySales, and its provider still knows better', async () => {
    const seller = await staffWith('FinishSale');
    const manager = await staffWith('FinishSale', 'ModifySales');
    const sale = await order();
    const asks = { order_id: sale.id, method_id: method.id };
    const made = await seller.client.post('payment_requests', asks);
    assert.equal(made.status, 201, made.text);
    const request = made.json;
    assert.deepEqual([request.staff_id_str, request.register_id_str], [seller.staff, register]);
    refused(await seller.client.put(`orders/${sale.id}`, { status: 'COMPLETE' }), 409, 'conflict');
    refused(await seller.client.delete(`orders/${sale.id}`), 409, 'conflict');
    const by = { status: 'declined', reason: 'No such transaction in the portal' };
    refused(await put(request, by, manager.client), 409, 'conflict');
    await say(request, { status: 'unknown' });
    const denied = await put(request, by, seller.client);
    refused(denied, 403, 'access_denied');
    assert.equal(denied.json.right, 'ModifySales');
    invalidFields(await put(request, { status: 'declined' }, manager.client), 'reason');
    const settled = await put(request, by, manager.client);
    assert.equal(settled.status, 200, settled.text);
    assert.deepEqual(
      [settled.json.settled.staff_id_str, settled.json.settled.reason],
      [manager.staff, by.reason],
    );
    const history = await read(client, `orders/${sale.id}/history`);
    const last = history.at(-1);
    assert.deepEqual([last.changed, last.by.staff_member_id_str], [['payment_requests'], manager.staff]);
    // The money was taken all the same.
    assert.equal((await say(request, { status: 'approved', ref: 'Z' })).payment_number, 1);
    assert.equal((await shop.read(sale)).status, 'COMPLETE');
  });

  it('needs of staff what taking the payment needs', async () => {
    const nobody = await staffWith('CashIn');
    const sale = await order();
    const denied = await nobody.client.post('payment_requests', { order_id: sale.id, method_id: method.id });
    refused(denied, 403, 'access_denied');
    assert.equal(denied.json.right, 'FinishSale');
    const locked = await order(1, { lock: ['PAYMENTS'] });
    const seller = await staffWith('FinishSale');
    const asks = { order_id: locked.id, method_id: method.id };
    assert.equal((await seller.client.post('payment_requests', asks)).status, 403);
  });

  it('gives back to the same card, on a refund that waits for it', async () => {
    const sale = await order(2);
    await say(await asked(sale), { status: 'approved', ref: 'CARD-1' });
    const body = {
      ...{ site_id: shop.site, original_order_id_str: sale.id_str, refund_pending: true },
      lines: [{ product_id: shop.soup.id, quantity: -1 }],
    };
    invalidFields(
      await client.post('orders', { site_id: shop.site, refund_pending: true }),
      'refund_pending',
    );
    const refund = await make(client, 'orders', body);
    assert.deepEqual([refund.status, refund.total, refund.is_refund], ['PENDING', -10, true]);
    refused(
      await client.post(`orders/${refund.id}/lines`, { product_id: shop.soup.id, quantity: -1 }),
      409,
      'conflict',
    );
    refused(await client.put(`orders/${refund.id}`, { status: 'REJECTED' }), 409, 'conflict');
    refused(await ask(refund), 409, 'conflict');
    invalidFields(await ask(refund, { kind: 'refund', amount: 10.01 }), 'amount');
    invalidFields(await ask(refund, { kind: 'refund', original_ref: 'CARD-2' }), 'original_ref');
    const request = await asked(refund, { kind: 'refund' });
    assert.deepEqual([request.amount, request.original_ref], [10, 'CARD-1']);
    refused(await ask(refund, { kind: 'refund' }), 409, 'conflict');
    refused(await pay(refund, -10), 409, 'conflict');
    invalidFields(await put(request, { status: 'approved', tip: 1 }), 'tip');
    await say(request, { status: 'approved', ref: 'BACK-1' });
    const done = await shop.read(refund);
    assert.deepEqual(
      [done.status, done.payments[0].amount, done.payments[0].ref],
      ['COMPLETE', -10, 'BACK-1'],
    );
    // Goods and money are two acts; the sale that they come from is known to both.
    const acts = await read(client, `audit?record_kind=order&record_id=${refund.id}`);
    assert.deepEqual(
      acts.map(({ action }: Json) => action),
      ['order.refunded', 'order.refunded'],
    );
    // What one refund holds, no other gives back; one that is deleted holds nothing.
    const other = await make(client, 'orders', body);
    refused(await client.post('orders', body), 400, 'invalid_request');
    const declined = await asked(other, { kind: 'refund' });
    await say(declined, { status: 'declined' });
    await drop(client, `orders/${other.id}`);
    const cash = await make(client, 'orders', body);
    assert.equal((await pay(cash, -10)).status, 201);
    assert.equal((await shop.read(cash)).status, 'COMPLETE');
  });

  it('is found by its order, register, status and time', async () => {
    const own = (await make(client, 'registers', { name: 'Own', site_id: shop.site })).id_str;
    const sale = await order(3);
    const made: Json[] = [];
    for (let at = 0; at < 3; at++) made.push(await asked(sale, { amount: 1 + at, register_id: own }));
    await say(made[1], { status: 'declined' });
    const ids = made.map(({ id_str }) => id_str);
    const list = async (path: string) => (await pages(client, path)).flat().map(({ id_str }) => id_str);
    assert.deepEqual(await list(`orders/${sale.id}/payment_requests?limit=2`), ids);
    assert.deepEqual(
      await list(`payment_requests?order_id=${sale.id}&newest=true&limit=2`),
      ids.toReversed(),
    );
    assert.deepEqual(await list(`payment_requests?register_id=${own}&status=pending&limit=1`), [
      ids[0],
      ids[2],
    ]);
    assert.deepEqual(await list(`payment_requests?register_id=${own}&created_gte=2001-01-01`), ids);
    assert.deepEqual(await list(`payment_requests?register_id=${own}&created_lt=2001-01-01`), []);
    assert.deepEqual(await list(`payment_requests?register_id=${own}&start=${ids[0]}`), ids.slice(1));
    refused(await client.get(`orders/${UNKNOWN_ID}/payment_requests`), 404, 'not_found');
    const [shown] = await read(client, `orders/${sale.id}/payment_requests?expand=register`);
    assert.equal(shown.register.name, 'Own');
  });
});
