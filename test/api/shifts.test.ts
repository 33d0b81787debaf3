import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { DAY, HOUR } from '#src/kernel/time.ts';
import { type Client, type Json, onEachEngine } from '#test/harness/service.ts';
import { change, drop, EventLog, inUse, invalidFields, make, read, refused } from './helpers.ts';
import { hire, signIn } from './operator-helpers.ts';
import { newSite, newTax, openShop, type Shop } from './order-helpers.ts';
import { letIn, screenAs, screenOf } from './screens.ts';

/** The drawer of a register of its own. */
interface Drawer {
  readonly site: string;
  readonly register: string;
  /** What is sold there, for 10. */
  readonly soup: Json;
  open(float?: number): Promise<Json>;
  /** An order at the register, PENDING, with payments of [method, amount, more]. */
  sell(
    items: number,
    payments: readonly (readonly [method: string, amount: number, more?: object])[],
  ): Promise<Json>;
}

onEachEngine('a shift', (service) => {
  let shop: Shop;
  let client: Client;
  before(async () => {
    shop = await openShop(service());
    client = shop.client;
  });

  async function drawerAt(site = shop.site): Promise<Drawer> {
    const register = await make(client, 'registers', { name: 'Drawer', site_id: site });
    const soup =
      site === shop.site
        ? shop.soup
        : await make(client, `sites/${site}/products`, { name: 'Soup', unit_price: 10 });
    return {
      site,
      register: register.id_str,
      soup,
      open: (float = 0) => make(client, 'shifts', { register_id: register.id, float }),
      sell: (items, payments) =>
        make(client, 'orders', {
          register_id: register.id,
          site_id: site,
          status: 'PENDING',
          lines: [{ product_id: soup.id, quantity: items }],
          payments: payments.map(([method_id, amount, more = {}]) => ({ method_id, amount, ...more })),
        }),
    };
  }
  const close = async (shift: Json, body: object): Promise<Json> => {
    const answer = await client.post(`shifts/${shift.id}/close`, body);
    assert.equal(answer.status, 200, answer.text);
    return answer.json;
  };
  const x = (shift: Json) => read(client, `shifts/${shift.id}/report`);
  const tenders = (rows: readonly Json[]) => rows.map(({ kind, payments, total }) => [kind, payments, total]);

  it('says what has to be in the drawer, and closes with what was counted', async () => {
    const drawer = await drawerAt();
    const shift = await drawer.open(150);
    const log = await EventLog.open(client);
    await drawer.sell(2, [[shop.cash, 20, { tip: 2 }]]);
    await drawer.sell(1, [[shop.card, 10, { tip: 1, credit_card_surcharge: 0.5 }]]);
    const open = await drawer.sell(3, [[shop.cash, 12]]);
    await make(client, `orders/${open.id}/payments`, { method_id: shop.cash, amount: 3 });
    const whole = await drawer.sell(1, [[shop.cash, 10]]);
    await make(client, 'orders', {
      ...{ site_id: drawer.site, register_id: drawer.register, original_order_id_str: whole.id_str },
      lines: [{ product_id: shop.soup.id, quantity: -1 }],
      payments: [{ method_id: shop.cash, amount: -10 }],
    });
    const movements = `shifts/${shift.id}/movements`;
    await make(client, movements, { kind: 'in', amount: 40, reason: 'Change', staff_id: shop.staff });
    await make(client, movements, { kind: 'out', amount: 25.5, reason: 'Flowers' });
    await make(client, movements, { kind: 'no_sale' });
    const running = await x(shift);
    assert.deepEqual(running.cash, {
      ...{ float: 150, cash_in: 40, cash_out: 25.5, no_sales: 1 },
      ...{ cash_taken: 37, expected: 201.5 },
    });
    assert.deepEqual(tenders(running.tenders), [
      ['cash', 5, 37],
      ['card', 1, 11.5],
    ]);
    const { orders, refunds, total, tips } = running.sales;
    assert.deepEqual({ orders, refunds, total, tips }, { orders: 4, refunds: 1, total: 30, tips: 3 });
    assert.deepEqual([running.number, running.counted, running.difference], [null, null, null]);
    assert.deepEqual(
      running.movements.map(({ kind, amount, reason }: Json) => [kind, amount, reason]),
      [
        ['in', 40, 'Change'],
        ['out', 25.5, 'Flowers'],
        ['no_sale', 0, null],
      ],
    );

    const cashup = await close(shift, { counted: { 100: 2, '0.5': 2, 0.1: 4 }, note: 'A coin is missing' });
    assert.deepEqual(
      [cashup.number, cashup.counted, cashup.expected, cashup.difference],
      [1, 201.4, 201.5, -0.1],
    );
    assert.deepEqual(cashup.report.denominations, [
      { value: 100, count: 2 },
      { value: 0.5, count: 2 },
      { value: 0.1, count: 4 },
    ]);
    const { until: _at, number: _number, ...rest } = cashup.report;
    const { until: _then, number: _none, ...so } = running;
    assert.deepEqual(rest, {
      ...so,
      ...{ counted: 201.4, difference: -0.1, note: 'A coin is missing' },
      denominations: rest.denominations,
    });
    assert.deepEqual(await x(shift), cashup.report);
    assert.equal((await read(client, `shifts/${shift.id}`)).state, 'closed');
    assert.equal((await read(client, `shifts/${shift.id}`)).movements, 3);
    const topics = (await log.topics()).filter((topic) => !topic.startsWith('orders/'));
    assert.deepEqual(topics, ['shifts/updated', 'shifts/updated', 'shifts/updated', 'cashups/created']);

    // It never changes, whatever follows.
    await make(client, `orders/${open.id}/payments`, { method_id: shop.cash, amount: 15 });
    assert.deepEqual(await read(client, `cashups/${shift.id}`), cashup);
    const next = await drawer.open(10);
    assert.deepEqual(tenders((await x(next)).before), [['cash', 1, 15]]);
    assert.equal((await x(next)).cash.expected, 10);
    assert.equal((await close(next, { counted: 10 })).number, 2);
  });

  it('takes back what was paid for an order that is deleted', async () => {
    const drawer = await drawerAt();
    const shift = await drawer.open();
    const order = await make(client, 'orders', {
      ...{ register_id: drawer.register, lines: [{ product_id: shop.soup.id }], status: 'ON_HOLD' },
      payments: [{ method_id: shop.cash, amount: 4 }],
    });
    assert.equal((await x(shift)).cash.expected, 4);
    await drop(client, `orders/${order.id}`);
    const report = await x(shift);
    assert.equal(report.cash.expected, 0);
    assert.equal(report.sales.orders, 0);
    // What a refund gave back is not given back once more.
    const sold = await drawer.sell(2, [[shop.cash, 5]]);
    await make(client, 'orders', {
      ...{ register_id: drawer.register, original_order_id_str: sold.id_str },
      payments: [{ method_id: shop.cash, amount: -5 }],
    });
    assert.equal((await x(shift)).cash.expected, 0);
    refused(await client.delete(`orders/${sold.id}`), 409, 'conflict');
    assert.equal((await x(shift)).cash.expected, 0);
    await close(shift, { counted: 0 });
  });

  it('has the taxes and the discounts of what was sold, as reports have them', async () => {
    const site = await newSite(client, { timezone: 'UTC' });
    const drawer = await drawerAt(site);
    const taxes = [await newTax(client, 0.2), await newTax(client, 0.05)];
    const pie = await make(client, `sites/${site}/products`, { name: 'Pie', unit_price: 7.99, taxes });
    const shift = await drawer.open();
    for (const quantity of [1, 3, 7]) {
      await make(client, 'orders', {
        ...{ register_id: drawer.register, status: 'COMPLETE', price_variation: 0.9 },
        lines: [{ product_id: pie.id, quantity }],
      });
    }
    const { sales, taxes: taxed } = await x(shift);
    const [day] = (await read(client, `reports/day?site_id=${site}`)).rows;
    for (const name of ['orders', 'total', 'total_tax', 'discount', 'items'])
      assert.equal(sales[name], day[name]);
    const rows = (await read(client, `reports/tax?site_id=${site}`)).rows;
    assert.equal(taxed.length, 2);
    for (const { tax_id, tax, taxable } of taxed) {
      const row = rows.find(({ id }: Json) => id === tax_id);
      assert.deepEqual([tax, taxable], [row.tax, row.taxable]);
    }
    await close(shift, { counted: 0 });
  });

  it('is one at a time, and counted once', async () => {
    const drawer = await drawerAt();
    const opened = await Promise.all(
      Array.from({ length: 5 }, () => client.post('shifts', { register_id: drawer.register })),
    );
    assert.deepEqual(opened.map(({ status }) => status).sort(), [201, 409, 409, 409, 409]);
    const shift = opened.find(({ status }) => status === 201)?.json;
    for (const answer of opened) {
      if (answer.status === 409)
        assert.match(answer.json.error_description, new RegExp(`shift ${shift.id}\\b`));
    }
    const counts = await Promise.all(
      Array.from({ length: 5 }, (_, counted) => client.post(`shifts/${shift.id}/close`, { counted })),
    );
    assert.deepEqual(counts.map(({ status }) => status).sort(), [200, 409, 409, 409, 409]);
    refused(await client.post(`shifts/${shift.id}/movements`, { kind: 'no_sale' }), 409, 'conflict');
    // What is wrong with the body is said first.
    invalidFields(await client.post(`shifts/${shift.id}/movements`, { kind: 'in' }), 'amount');
    invalidFields(await client.post(`shifts/${shift.id}/close`, { counted: 1, note: 7 }), 'note');
    assert.equal((await read(client, `registers/${drawer.register}/cashups`)).length, 1);
    inUse(await client.delete(`registers/${drawer.register}`), /used by shifts/);
  });

  it('loses and doubles no payment that is taken while it is closed', async () => {
    const drawer = await drawerAt();
    let open = await drawer.open();
    const closed: Json[] = [];
    const sales = Array.from({ length: 40 }, async (_, at) => {
      await drawer.sell(1, [[at % 3 === 0 ? shop.card : shop.cash, 10]]);
    });
    for (let count = 0; count < 4; count++) {
      const answer = await client.post(`shifts/${open.id}/close`, { counted: 0 });
      assert.equal(answer.status, 200, answer.text);
      closed.push(answer.json.report);
      open = await drawer.open();
    }
    await Promise.all(sales);
    closed.push((await close(open, { counted: 0 })).report);
    const last = await drawer.open();
    const parts = closed.flatMap(({ tenders: own, before: late }) => [...own, ...late]);
    parts.push(...(await x(last)).before);
    const sum = (kind: string) =>
      parts.reduce((whole, row) => (row.kind === kind ? whole + row.total : whole), 0);
    assert.deepEqual([sum('cash'), sum('card')], [260, 140]);
    await close(last, { counted: 0 });
    const numbers = (await read(client, `registers/${drawer.register}/cashups`)).map(
      ({ number }: Json) => number,
    );
    assert.deepEqual(numbers, [1, 2, 3, 4, 5, 6]);
  });

  it('is counted blind by whoever may not see what has to be in it (reference: reports.15)', async () => {
    const drawer = await drawerAt();
    const shift = await drawer.open(10);
    await drawer.sell(1, [[shop.cash, 10]]);
    const tender = `reports/tender?site_id=${drawer.site}`;
    const journal = `reports/journal?site_id=${drawer.site}`;
    const [byTender, byPosting] = [tender, journal].map((path) => path.replace('?', '.csv?'));
    const report = `shifts/${shift.id}/report`;
    const paths = [tender, byTender, journal, byPosting, report].map(String);
    const permissions = [{ code: 'XReport', name: 'XReport', domain: 'Cash' }];
    const staff = async (pin: string, fields: object) =>
      (await signIn(service(), client, drawer.register, await hire(client, pin, fields))).client;
    const { client: device } = await letIn(
      service(),
      await screenOf(service(), service().card),
      drawer.register,
    );
    const { client: clerk } = await screenAs(service(), 'staff');
    const ask = (by: Client, path: string) =>
      by.get(path, path.includes('.csv') ? { headers: { accept: 'text/csv' } } : {});
    for (const by of [await staff('7301', {}), device, clerk]) {
      for (const path of paths) {
        const answer = await ask(by, path);
        refused(answer, 403, 'access_denied');
        assert.equal(answer.json.right, 'XReport', path);
      }
      assert.equal((await by.get(`reports/product?site_id=${drawer.site}`)).status, 200);
      assert.equal((await by.get(`shifts/${shift.id}`)).status, 200);
    }
    for (const by of [await staff('7302', { permissions }), client])
      for (const path of paths) assert.equal((await ask(by, path)).status, 200, path);
    // Afterwards as well: a device reads no cash-up, and its stream tells of none.
    await close(shift, { counted: 20 });
    for (const path of [report, 'cashups', `cashups/${shift.id}`, 'events?topic=cashups/created']) {
      const answer = await device.get(path);
      refused(answer, 403, 'access_denied');
      assert.equal(answer.json.right, 'ZReport', path);
    }
  });

  it('belongs to the register where a staff member is signed in, and asks for their rights', async () => {
    const drawer = await drawerAt();
    const codes = ['CashIn', 'CashOut', 'OpenCashDrawer', 'XReport', 'ZReport'];
    const permissions = codes.map((code) => ({ code, name: code, domain: 'Cash' }));
    const plain = await signIn(service(), client, drawer.register, await hire(client, '7201'));
    const allowed = await signIn(
      service(),
      client,
      drawer.register,
      await hire(client, '7202', { permissions }),
    );
    const shift = await make(plain.client, 'shifts', { register_id: drawer.register, float: 5 });
    assert.notEqual(shift.staff_id, null);
    const other = { kind: 'no_sale', staff_id: shop.staff };
    invalidFields(await allowed.client.post(`shifts/${shift.id}/movements`, other), 'staff_id');
    // The order is of no register: what is paid is in the drawer of who takes it.
    await make(plain.client, 'orders', {
      ...{ site_id: drawer.site, status: 'PENDING', lines: [{ product_id: shop.tea.id }] },
      payments: [{ method_id: shop.cash, amount: 4 }],
    });
    const path = `shifts/${shift.id}`;
    const attempts = [
      ['POST', `${path}/movements`, { kind: 'in', amount: 1, reason: 'Change' }, 'CashIn'],
      ['POST', `${path}/movements`, { kind: 'out', amount: 1, reason: 'Flowers' }, 'CashOut'],
      ['POST', `${path}/movements`, { kind: 'no_sale' }, 'OpenCashDrawer'],
      ['GET', `${path}/report`, undefined, 'XReport'],
      ['POST', `${path}/close`, { counted: 9 }, 'ZReport'],
    ] as const;
    for (const [method, to, body, right] of attempts) {
      const answer = await plain.client.ask(method, to, { body });
      refused(answer, 403, 'access_denied');
      assert.equal(answer.json.right, right);
    }
    for (const [method, to, body] of attempts) {
      const answer = await allowed.client.ask(method, to, { body });
      assert.ok([200, 201].includes(answer.status), answer.text);
    }
    for (const to of ['cashups', `cashups/${shift.id}`, `${path}/report`]) {
      const answer = await plain.client.get(to);
      refused(answer, 403, 'access_denied');
      assert.equal(answer.json.right, 'ZReport');
      assert.equal((await allowed.client.get(to)).status, 200);
    }
    refused(await plain.client.put(`cashups/${shift.id}`, { processed: true }), 403, 'access_denied');
    const cashup = await read(client, `cashups/${shift.id}`);
    assert.deepEqual([cashup.expected, cashup.difference], [9, 0]);
    assert.notEqual(cashup.report.closed_by, null);
    assert.deepEqual(
      (await read(client, `staff/${shift.staff_id_str}/shifts`)).map(({ id }: Json) => id),
      [shift.id],
    );
  });

  it('refuses what makes no sense, and names it', async () => {
    const drawer = await drawerAt();
    invalidFields(await client.post('shifts', {}), 'register_id');
    invalidFields(await client.post('shifts', { register_id: 987_654_321 }), 'register_id');
    invalidFields(
      await client.post('shifts', { register_id: drawer.register, staff_id: 987_654_321 }),
      'staff_id',
    );
    // Nobody has half a cent.
    invalidFields(await client.post('shifts', { register_id: drawer.register, float: 1.005 }), 'float');
    const shift = await drawer.open();
    const path = `shifts/${shift.id}`;
    for (const counted of [1.005, { '0.001': 1 }])
      invalidFields(await client.post(`${path}/close`, { counted }), 'counted');
    const movements: readonly (readonly [object, string])[] = [
      [{ amount: 1, reason: 'x' }, 'kind'],
      [{ kind: 'away', amount: 1, reason: 'x' }, 'kind'],
      [{ kind: 'in', reason: 'x' }, 'amount'],
      [{ kind: 'in', amount: 0, reason: 'x' }, 'amount'],
      [{ kind: 'in', amount: 1.001, reason: 'x' }, 'amount'],
      [{ kind: 'out', amount: -1, reason: 'x' }, 'amount'],
      [{ kind: 'out', amount: 1 }, 'reason'],
      [{ kind: 'out', amount: 1, reason: ' ' }, 'reason'],
      [{ kind: 'no_sale', amount: 1 }, 'amount'],
    ];
    for (const [body, field] of movements) invalidFields(await client.post(`${path}/movements`, body), field);
    const tooMany = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [at + 1, 1]));
    for (const counted of [
      undefined,
      null,
      -1,
      'x',
      [],
      { 0: 1 },
      { x: 1 },
      { 5: -1 },
      { 5: 1.5 },
      tooMany,
    ]) {
      const answer = await client.post(`${path}/close`, { counted });
      assert.equal(answer.status, 400, answer.text);
      assert.ok(
        answer.json.errors.every(({ field }: Json) => field.startsWith('counted')),
        answer.text,
      );
    }
    assert.equal((await x(shift)).movements.length, 0);
    assert.equal((await read(client, path)).movements, 0);
    await close(shift, { counted: {} });
    refused(await client.get('shifts/since/yesterday'), 404, 'not_found');
    refused(await client.get('cashups/since/2026-02-31'), 404, 'not_found');
  });

  it('counts more than a column of numbers holds', async () => {
    const drawer = await drawerAt();
    const shift = await drawer.open(1_000_000_000);
    for (let count = 0; count < 100; count++) {
      const movement = { kind: 'in', amount: 1_000_000_000, reason: `Vault ${count}` };
      await make(client, `shifts/${shift.id}/movements`, movement);
    }
    invalidFields(
      await client.post(`shifts/${shift.id}/movements`, { kind: 'in', amount: 1e9 + 1, reason: 'x' }),
      'amount',
    );
    const cashup = await close(shift, { counted: { 1000000: 1_000_000 } });
    assert.deepEqual([cashup.expected, cashup.counted], [101_000_000_000, 1_000_000_000_000]);
    const [listed] = await read(client, `registers/${drawer.register}/cashups`);
    assert.equal(listed.difference, 899_000_000_000);
  });

  it('is found by site, register, state and time', async () => {
    const site = await newSite(client, { timezone: 'UTC' });
    const [one, two] = [await drawerAt(site), await drawerAt(site)];
    const first = await one.open();
    await close(first, { counted: 0 });
    service().clock.advance(2n * DAY);
    const second = await two.open();
    const third = await one.open();
    await close(second, { counted: 0 });
    const idsOf = async (path: string) => (await read(client, path)).map(({ id }: Json) => id);
    const [f, s, t] = [first.id, second.id, third.id];
    const at = await read(client, `registers/${one.register}`);
    for (const path of [`shifts/${f}`, `cashups/${f}`]) {
      assert.deepEqual((await read(client, `${path}?expand=register`)).register, at);
    }
    for (const list of ['shifts', 'cashups']) {
      const shown = await read(client, `registers/${one.register}/${list}?expand=register`);
      assert.ok(shown.every(({ register }: Json) => register.id === at.id) && shown.length > 0);
    }
    assert.deepEqual(await idsOf(`sites/${site}/shifts`), [f, s, t]);
    assert.deepEqual(await idsOf(`sites/${site}/shifts?newest=true`), [t, s, f]);
    assert.deepEqual(await idsOf(`sites/${site}/shifts?state=open`), [t]);
    assert.deepEqual(await idsOf(`registers/${one.register}/shifts?state=closed`), [f]);
    assert.deepEqual(await idsOf(`sites/${site}/cashups`), [f, s]);
    assert.deepEqual(await idsOf(`registers/${two.register}/cashups`), [s]);
    const today = second.opened_at.slice(0, 10);
    for (const since of [today, second.opened_at, `${today}T00:00:00`]) {
      const shifts = await idsOf(`shifts/since/${since}`);
      assert.ok(shifts.includes(s) && shifts.includes(t) && !shifts.includes(f), since);
    }
    assert.deepEqual(await idsOf(`cashups/since/${today}?newest=true&limit=1`), [s]);
    assert.deepEqual(await idsOf('shifts/since/2099-01-01'), []);

    const log = await EventLog.open(client);
    const taken = await change(client, `cashups/${f}`, { processed: true });
    assert.deepEqual([taken.processed, taken.number], [true, 1]);
    await change(client, `cashups/${f}`, { processed: true });
    assert.deepEqual(await log.topics(), ['cashups/updated']);
    const unprocessed = await idsOf('cashups/unprocessed?newest=true');
    assert.ok(unprocessed.includes(s) && !unprocessed.includes(f));
    assert.deepEqual(await idsOf(`sites/${site}/cashups?processed=true`), [f]);
    assert.deepEqual(await idsOf(`sites/${site}/cashups?processed=false`), [s]);
    assert.equal((await change(client, `cashups/${f}`, { processed: false })).processed_at, null);
    await close(third, { counted: 0 });
  });

  describe('that was counted closes the books (reference: shifts.9)', () => {
    const day = (at: bigint) => new Date(Number(at / 1000n)).toISOString().slice(0, 10);
    const time = (at: bigint) => new Date(Number(at / 1000n)).toISOString();
    const shown = (rows: readonly Json[]) =>
      rows.map((row) => [row.day ?? row.name, row.total ?? row.amount]);

    it('of its day once that is over: what is dated back counts today', async () => {
      const { clock } = service();
      // Noon.
      clock.advance(DAY - (clock.now() % DAY) + 12n * HOUR);
      const site = await newSite(client, { timezone: 'UTC' });
      const drawer = await drawerAt(site);
      const then = clock.now();
      const pending = await make(client, 'orders', {
        ...{ register_id: drawer.register, status: 'PENDING', lines: [{ product_id: drawer.soup.id }] },
        payments: [{ method_id: shop.cash, amount: 4 }],
      });
      const shift = await drawer.open();
      await drawer.sell(1, [[shop.cash, 10]]);
      await close(shift, { counted: 10 });
      // The day goes on.
      clock.advance(HOUR);
      const same = await drawer.sell(2, [[shop.card, 20]]);
      assert.equal(same.booked_at, null);
      const path = `from=${day(then - 5n * DAY)}&to=${day(then + 5n * DAY)}&site_id=${site}`;
      const report = async (by: string) => (await read(client, `reports/${by}?${path}`)).rows;
      const days = await report('day');
      const before = shown(days);
      assert.deepEqual(
        before.filter(([, total]: Json) => total !== 0),
        [[day(then), 30]],
      );
      const past = `from=${day(then)}&to=${day(then)}&site_id=${site}`;
      const journal = (await read(client, `reports/journal?${past}`)).rows;
      const tendersThen = (await read(client, `reports/tender?${past}`)).rows;

      clock.advance(DAY);
      const now = clock.now();
      const late = {
        placed_at: time(then),
        payments: [{ method_id: shop.cash, amount: 10, paid_at: time(then) }],
      };
      const dated = await make(client, 'orders', {
        ...{ register_id: drawer.register, status: 'PENDING', lines: [{ product_id: drawer.soup.id }] },
        ...late,
      });
      assert.deepEqual([dated.status, dated.placed_at, dated.booked_at], ['COMPLETE', time(then), time(now)]);
      await make(client, `orders/${pending.id}/payments`, { method_id: shop.card, amount: 6 });
      const completed = await shop.read(pending);
      assert.deepEqual([completed.status, completed.booked_at], ['COMPLETE', time(now)]);
      const after = shown(await report('day')).filter(([, total]: Json) => total !== 0);
      assert.deepEqual(after, [
        [day(then), 30],
        [day(now), 20],
      ]);
      // Not the smallest posting of the closed day is another.
      assert.deepEqual((await read(client, `reports/journal?${past}`)).rows, journal);
      assert.deepEqual((await read(client, `reports/tender?${past}`)).rows, tendersThen);
      const today = `from=${day(now)}&to=${day(now)}&site_id=${site}`;
      assert.deepEqual(shown((await read(client, `reports/tender?${today}`)).rows).toSorted(), [
        ['Card', 6],
        ['Cash', 14],
      ]);
      const posted = (await read(client, `reports/journal?${today}`)).rows;
      assert.equal(
        posted.reduce((sum: number, { amount }: Json) => sum + amount, 0),
        0,
      );

      for (const other of [{ timezone: 'Asia/Tokyo' }, { currency: 'EUR' }]) {
        refused(await client.put(`sites/${site}`, other), 409, 'conflict');
      }
      await change(client, `sites/${site}`, { timezone: 'UTC', name: 'Corner two' });

      // A day without a cash-up stays open, before and after.
      for (const at of [then - 3n * DAY, now]) {
        const order = await make(client, 'orders', {
          ...{ site_id: site, status: 'COMPLETE', lines: [{ product_id: drawer.soup.id }] },
          placed_at: time(at),
        });
        assert.equal(order.booked_at, null);
      }
      // Those of another site as well.
      const elsewhere = await drawerAt(await newSite(client, { timezone: 'UTC' }));
      const order = await make(client, 'orders', {
        ...{ site_id: elsewhere.site, status: 'COMPLETE', lines: [{ product_id: elsewhere.soup.id }] },
        placed_at: time(then),
      });
      assert.equal(order.booked_at, null);
    });

    it('by the clocks of the site, over midnight', async () => {
      const { clock } = service();
      const site = await newSite(client, { timezone: 'Asia/Tokyo' });
      const drawer = await drawerAt(site);
      // 22:00 in Tokyo.
      clock.advance(DAY - (clock.now() % DAY) + 13n * HOUR);
      const evening = clock.now();
      const shift = await drawer.open();
      clock.advance(4n * HOUR);
      await close(shift, { counted: 0 });
      const dated = (at: bigint) =>
        make(client, 'orders', {
          ...{ register_id: drawer.register, status: 'COMPLETE', lines: [{ product_id: drawer.soup.id }] },
          placed_at: time(at),
        });
      // 2:00: the evening's day is over, that of the count is not.
      assert.notEqual((await dated(evening)).booked_at, null);
      assert.equal((await dated(evening + 3n * HOUR)).booked_at, null);
      clock.advance(DAY);
      assert.notEqual((await dated(evening + 3n * HOUR)).booked_at, null);
      assert.notEqual((await dated(evening - 21n * HOUR)).booked_at, null);
      assert.equal((await dated(evening - 23n * HOUR)).booked_at, null);
    });
  });
});
