import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { BYTE_ORDER_MARK } from '#src/kernel/csv.ts';
import { Projector } from '#src/reports/projector.ts';
import { type Client, type Json, onEachEngine, type Service } from '#test/harness/service.ts';
import { change, make, read } from './helpers.ts';
import { newSite, newTax, openShop, type Shop } from './order-helpers.ts';

// What reports have for the books: any range, costs, taxes before rounding, customers, and the journal.

const CSV = { headers: { accept: 'text/csv' } };

/** Adds up what there is, as a service does in the background. */
function addUp({ app, clock }: Service): Promise<void> {
  const warn = (error: unknown) => assert.fail(String(error));
  return new Projector({ storage: app.storage, stopwatch: clock, warn }).catchUp();
}

const columnsOf = (report: Json, ...names: string[]) =>
  report.rows.map((row: Json) => names.map((name) => row[name]));

onEachEngine('reports for the books', (service) => {
  let shop: Shop;
  let client: Client;
  before(async () => {
    shop = await openShop(service());
    client = shop.client;
  });

  /** A site with nothing sold yet, so that a report of it is of this test alone. */
  const fresh = (fields: object = {}) => newSite(client, { timezone: 'Australia/Sydney', ...fields });
  const product = (site: string, fields: object) =>
    make(client, `sites/${site}/products`, { unit_price: 5, ...fields });
  const sell = (site: string, fields: object): Promise<Json> =>
    shop.order({ site_id: site, status: 'COMPLETE', ...fields });
  const report = (by: string, site: string, query = '') =>
    read(client, `reports/${by}?site_id=${site}${query}`);

  it('is of any range, by day, week, month and year, which are sums of days', async () => {
    const site = await fresh({ timezone: 'UTC' });
    const pie = await product(site, { name: 'Pie' });
    // Ten years, the 29th of February in three of them.
    const first = Date.UTC(2016, 0, 1);
    const placed = ['2016-01-01', '2016-01-03', '2016-01-04', '2016-12-31', '2017-01-01', '2025-12-31'];
    for (const day of placed) {
      await sell(site, { placed_at: `${day}T12:00:00Z`, lines: [{ product_id: pie.id }] });
    }
    const days = (Date.UTC(2025, 11, 31) - first) / 86_400_000 + 1;
    assert.equal(days, 3653);
    const range = '&from=2016-01-01&to=2025-12-31&limit=5000';
    const of = async (by: string) => columnsOf(await report(by, site, range), by, 'orders', 'total');
    const both = async () => [await of('day'), await of('week'), await of('month'), await of('year')];
    const expected = [
      placed.map((day) => [day, 1, 5]),
      [
        ['2015-12-28', 2, 10],
        ['2016-01-04', 1, 5],
        ['2016-12-26', 2, 10],
        ['2025-12-29', 1, 5],
      ],
      [
        ['2016-01', 3, 15],
        ['2016-12', 1, 5],
        ['2017-01', 1, 5],
        ['2025-12', 1, 5],
      ],
      [
        ['2016', 4, 20],
        ['2017', 1, 5],
        ['2025', 1, 5],
      ],
    ];
    assert.deepEqual(await both(), expected);
    await addUp(service());
    assert.deepEqual(await both(), expected, 'and from the sums');
  });

  it('has taxes before they were rounded, rounded once for each row', async () => {
    const site = await fresh();
    const vat = await newTax(client, 0.1);
    const tea = await product(site, {
      name: 'Tea',
      unit_price_ex_tax: 0.25,
      unit_price: undefined,
      taxes: [vat],
    });
    // The tax of each is 0.025, charged as 0.03.
    const orders = [];
    for (let count = 0; count < 5; count++)
      orders.push(
        await sell(site, {
          lines: [{ product_id: tea.id }],
          payments: [{ method_id: shop.cash, amount: 0.28 }],
        }),
      );
    const check = async (wanted: unknown) =>
      assert.deepEqual(
        columnsOf(await report('tax', site), 'taxable', 'tax', 'exact', 'amount', 'rounding'),
        [wanted],
      );
    await check([1.25, 0.15, 0.125, 0.13, 0.02]);
    await addUp(service());
    await check([1.25, 0.15, 0.125, 0.13, 0.02]);
    await make(client, 'orders', {
      site_id: site,
      status: 'COMPLETE',
      original_order_id_str: orders[0].id_str,
      payments: [{ method_id: shop.cash, amount: -0.28 }],
      lines: [{ product_id: tea.id, quantity: -1 }],
    });
    await check([1, 0.12, 0.1, 0.1, 0.02]);
  });

  it('keeps what a product cost when it was sold, and gives it back with a refund', async () => {
    const site = await fresh();
    const vat = await newTax(client, 0.25);
    const pie = await product(site, { name: 'Pie', cost_price: 2.5, cost_taxes: [vat] });
    const free = await product(site, { name: 'Leaflet', unit_price: 1 });
    const lines = [{ product_id: pie.id, quantity: 2 }, { product_id: free.id }];
    const sold = await sell(site, { lines, payments: [{ method_id: shop.cash, amount: 11 }] });
    assert.ok(!('cost' in sold.lines[0]), 'it is for nobody but the shop');
    await change(client, `sites/${site}/products/${pie.id}`, { cost_price: 3 });
    const figures = async () => {
      const found = await report('product', site);
      return columnsOf({ rows: [...found.rows, found.totals] }, 'cost', 'margin', 'without_cost');
    };
    assert.deepEqual(await figures(), [
      [4, 6, 0],
      [0, 0, 1],
      [4, 6, 1],
    ]);
    await make(client, 'orders', {
      site_id: site,
      status: 'COMPLETE',
      original_order_id_str: sold.id_str,
      lines: [{ product_id: pie.id, quantity: -1 }],
      payments: [{ method_id: shop.cash, amount: -5 }],
    });
    await addUp(service());
    assert.deepEqual((await figures()).at(-1), [2, 3, 1]);
    await sell(site, { lines: [{ product_id: pie.id }] });
    assert.deepEqual((await figures()).at(-1), [4.4, 5.6, 1]);
  });

  it('is a journal by day and site that adds up to 0, on the accounts there are', async () => {
    const site = await fresh({ timezone: 'UTC' });
    const vat = await newTax(client, 0.25);
    await change(client, `taxes/${vat}`, { ledger_code: '=2200' });
    await change(client, '', { ledger_codes: { sales: '4000', receivable: '1100', tips: '2400' } });
    const pie = await product(site, { name: 'Pie', unit_price: 10, taxes: [vat] });
    const method = await make(client, 'payment_methods', {
      name: 'Drawer',
      kind: 'cash',
      ledger_code: '1000',
    });
    const paid = { method_id: method.id, amount: 6, tip: 1, credit_card_surcharge: 0.5 };
    await sell(site, {
      ...{ placed_at: '2026-02-03T10:00:00Z', lines: [{ product_id: pie.id }] },
      payments: [{ ...paid, paid_at: '2026-02-04T10:00:00Z' }],
    });
    const rows = async () =>
      columnsOf(
        await report('journal', site, '&from=2026-02-01&to=2026-02-28'),
        ...['date', 'kind', 'account', 'name', 'debit', 'credit'],
      );
    const wanted = [
      ['2026-02-03', 'sales', '4000', null, 0, 8],
      ['2026-02-03', 'tax', '=2200', 'Tax 0.25', 0, 2],
      ['2026-02-03', 'tips', '2400', null, 0, 1],
      ['2026-02-03', 'receivable', '1100', null, 11, 0],
      ['2026-02-04', 'payment', '1000', 'Drawer', 7.5, 0],
      ['2026-02-04', 'surcharges', null, null, 0, 0.5],
      ['2026-02-04', 'receivable', '1100', null, 0, 7],
    ];
    assert.deepEqual(await rows(), wanted);
    await addUp(service());
    assert.deepEqual(await rows(), wanted);
    const file = await client.get(`reports/journal.csv?site_id=${site}&from=2026-02-03&to=2026-02-03`, CSV);
    assert.deepEqual(file.text.split('\r\n').slice(0, 3), [
      `${BYTE_ORDER_MARK}date,site,kind,account,name,debit,credit,reference`,
      `2026-02-03,Corner,sales,4000,,0,8,2026-02-03/${site}`,
      `2026-02-03,Corner,tax,'=2200,Tax 0.25,0,2,2026-02-03/${site}`,
    ]);
  });

  it('has what a refund gave back by money alone, which nobody owes', async () => {
    const site = await fresh({ timezone: 'UTC' });
    const pie = await product(site, { name: 'Pie', unit_price: 10 });
    const on = (day: number) => ({ site_id: site, placed_at: `2026-02-0${day}T10:00:00Z` });
    const paid = (amount: number, day: number) => ({
      ...{ method_id: shop.cash, amount },
      paid_at: `2026-02-0${day}T10:00:00Z`,
    });
    // Two too much are owed to the customer.
    const sold = await sell(site, { ...on(3), lines: [{ product_id: pie.id }], payments: [paid(12, 3)] });
    const refund = { ...on(4), status: 'COMPLETE', original_order_id_str: sold.id_str };
    for (const amount of [-5, -1]) await make(client, 'orders', { ...refund, payments: [paid(amount, 4)] });
    const rows = async () =>
      columnsOf(
        await report('journal', site, '&from=2026-02-01&to=2026-02-28'),
        ...['date', 'kind', 'debit', 'credit'],
      );
    const wanted = [
      ['2026-02-03', 'sales', 0, 10],
      ['2026-02-03', 'payment', 12, 0],
      ['2026-02-03', 'receivable', 0, 2],
      ['2026-02-04', 'payment', 0, 6],
      ['2026-02-04', 'refunds', 4, 0],
      ['2026-02-04', 'receivable', 2, 0],
    ];
    assert.deepEqual(await rows(), wanted);
    await addUp(service());
    assert.deepEqual(await rows(), wanted);
  });

  it('names the customers of orders, also those with none', async () => {
    const site = await fresh();
    const pie = await product(site, { name: 'Pie' });
    const ada = await make(client, 'customers', {
      first_name: 'Ada',
      last_name: 'Byron',
      email: 'ada@x.example',
    });
    await sell(site, { lines: [{ product_id: pie.id, quantity: 2 }], customer_id: ada.id });
    await sell(site, { lines: [{ product_id: pie.id }] });
    const rows = async () => columnsOf(await report('customer', site), 'id', 'name', 'orders', 'total');
    const wanted = [
      [ada.id, 'Ada Byron', 1, 10],
      [null, null, 1, 5],
    ];
    assert.deepEqual(await rows(), wanted);
    await addUp(service());
    assert.deepEqual(await rows(), wanted);
  });
});
