// What another system kept is brought in: sales with their refunds, customers and staff, over the API.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { before, it } from 'node:test';
import { MAX_ROWS } from '#src/imports/handlers.ts';
import { verifyAudit } from '#src/outbox/audit.ts';
import { Projector } from '#src/reports/projector.ts';
import { raw, sql } from '#src/storage/sql.ts';
import { type Client, type Json, onEachEngine, type Service } from '#test/harness/service.ts';
import { EventLog, invalidFields, make, read, refused, UNKNOWN_ID } from './helpers.ts';
import { screenAs, screenOf } from './screens.ts';

/** Adds up what there is, as a service does in the background. */
function addUp({ app, clock }: Service): Promise<void> {
  const warn = (error: unknown) => assert.fail(String(error));
  return new Projector({ storage: app.storage, stopwatch: clock, warn }).catchUp();
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Opens an import of a file. */
const open = (client: Client, kind: string, file: string, fields: object = {}): Promise<Json> =>
  make(client, 'imports/open', { kind, file_name: `${kind}.csv`, sha256: sha256(file), ...fields });

/** Sends a part of a file; answers what it did. */
async function send(
  client: Client,
  opened: Json,
  part: number,
  csv: string,
  fields: object = {},
): Promise<Json> {
  const answer = await client.post(`imports/${opened.id_str}/rows`, { part, csv, ...fields });
  assert.equal(answer.status, 200, answer.text);
  return answer.json;
}

/** Brings a whole file in. */
async function bring(client: Client, kind: string, csv: string, fields: object = {}): Promise<Json> {
  const opened = await open(client, kind, csv, fields);
  await send(client, opened, 1, csv, { last: true });
  const closed = await client.post(`imports/${opened.id_str}/close`, undefined);
  assert.equal(closed.status, 200, closed.text);
  return closed.json;
}

const counts = ({ records, created, unchanged, refused: bad, waiting }: Json) => [
  records,
  created,
  unchanged,
  bad,
  waiting,
];
const mistakes = ({ problems }: Json) => problems.map(({ line, column }: Json) => [line, column]);

const HEAD =
  'sale,time,sku,name,quantity,price,discount,tax,tax_code,line_total,method,paid,tip,total,refund_of,number';
const SALES = [
  HEAD,
  'A-1,2019-03-01 12:30,SOUP,,2,10.00,1.00,1.73,GST,19.00,Cash,19.00,2.00,19.00,,R1',
  'A-2,2019-03-01 13:00,SOUP,Soup of the day,1,10,,0.91,GST,,,,,12.50,,',
  'A-2,2019-03-01 13:00,TEA,,1,2.50,,0.23,GST,,Card,10,,,,',
  'A-2,,,,,,,,,,Cash,2.5,,,,',
  'A-3,2019-03-02 09:00,SOUP,,1,10,,0.91,GST,10,Card,10,,10,A-1,',
  '',
].join('\n');

onEachEngine('moving in', (service) => {
  let client: Client;
  let owner: Client;
  let soup: Json;
  before(async () => {
    const company = await service().newCompany('Moved');
    client = company.client;
    owner = (await screenOf(service(), company.card)).client;
    soup = await make(client, 'products', { name: 'Soup', sku: 'SOUP', unit_price: 99, is_inventory: true });
    await make(client, 'taxes', { code: 'GST', name: 'GST 10', rate: 0.1 });
    await make(client, 'payment_methods', { name: 'Card', kind: 'card' });
    await make(client, 'products', { name: 'Tea', sku: 'TEA', unit_price: 4 });
  });

  const report = async (by: string, date: string): Promise<Json[]> => {
    await addUp(service());
    return (await read(client, `reports/${by}?from=${date}&to=${date}`)).rows;
  };
  const imported = async (number: string): Promise<Json> => {
    const [order] = await read(client, `orders?sale_number=${number}`);
    return read(client, `orders/${order.id_str}`);
  };

  it('takes the scope of the records that an import makes', async () => {
    const mover = async (...scopes: string[]) => {
      const { id_str: id } = await make(owner, 'addons', { name: scopes.join(' '), scopes });
      const { access_token: token } = await make(owner, `addons/${id}/access_token`, {});
      const { companyId } = client;
      return service().as(`Bearer ${token}`, companyId);
    };
    const file = { file_name: 'a.csv', sha256: sha256('a') };
    const kinds = ['customers', 'staff', 'sales'];
    const statuses = async (by: Client) =>
      Promise.all(kinds.map(async (kind) => (await by.post('imports/open', { kind, ...file })).status));
    assert.deepEqual(await statuses(await mover('company:write')), [403, 201, 403]);
    assert.deepEqual(await statuses(await mover('company:write', 'customers:write')), [201, 201, 403]);
    assert.deepEqual(await statuses(await mover('company:write', 'orders:write')), [403, 201, 201]);
    const opened = await open(client, 'sales', 'x');
    const rows = `imports/${opened.id_str}/rows`;
    const answer = await (await mover('company:write')).post(rows, { part: 1, csv: SALES });
    refused(answer, 403, 'insufficient_scope');
    assert.match(answer.text, /orders:write/);
    assert.equal((await read(client, `imports/${opened.id_str}`)).records, 0);
  });

  it('tries, brings in, and changes nothing the second time', async () => {
    const log = await EventLog.open(client);
    const dry = await bring(client, 'sales', SALES, { dry_run: true });
    assert.deepEqual(counts(dry), [3, 3, 0, 0, 0], JSON.stringify(dry));
    assert.deepEqual(await read(client, 'orders'), []);
    const first = await bring(client, 'sales', SALES);
    assert.deepEqual(counts(first), [3, 3, 0, 0, 0], JSON.stringify(first));
    const second = await bring(client, 'sales', SALES);
    assert.deepEqual(counts(second), [3, 0, 3, 0, 0], JSON.stringify(second));
    assert.equal((await read(client, 'orders')).length, 3);
    assert.deepEqual(await log.topics(), []);
  });

  it('takes amounts, times and links as the file has them', async () => {
    const sale = await imported('R1');
    assert.deepEqual(
      [sale.status, sale.total, sale.total_tax, sale.paid, sale.tips, sale.order_number, sale.invoice_number],
      ['COMPLETE', 19, 1.73, 19, 2, null, null],
    );
    assert.equal(sale.placed_at, '2019-03-01T11:30:00.000Z');
    assert.equal(sale.created_at, sale.placed_at);
    assert.equal(sale.booked_at, null);
    assert.equal(sale.lines[0].product.id, soup.id);
    const all = await read(client, 'orders?limit=10');
    const refund = all.find((each: Json) => each.is_refund);
    assert.equal(refund.refunded_order_id_str, sale.id_str);
    assert.equal(refund.total, -10);
    // What is left of it can be given back here.
    const rest = await client.post('orders', {
      original_order_id_str: sale.id_str,
      site_id: sale.site_id,
      lines: [{ product_id: soup.id, quantity: -2 }],
    });
    invalidFields(rest, 'lines[0].quantity');
    assert.equal((await read(client, `products/${soup.id}`)).name, 'Soup');
    const { storage } = service().app;
    const company = BigInt(client.companyId);
    for (const table of ['tickets', 'mails', 'stock_movements', 'deliveries']) {
      const row = await storage.read(async (tx) =>
        tx.get<{ count: bigint }>(
          sql`select count(*) as count from ${raw(table)} where company_id = ${company}`,
        ),
      );
      assert.equal(row?.count, 0n, table);
    }
  });

  it('is in reports to the cent, and held against them', async () => {
    const [first] = await report('day', '2019-03-01');
    assert.deepEqual([first?.orders, first?.total, first?.total_tax, first?.tips], [2, 31.5, 2.87, 2]);
    const [second] = await report('day', '2019-03-02');
    assert.deepEqual([second?.orders, second?.refunds, second?.total, second?.total_tax], [1, 1, -10, -0.91]);
    const [{ id_str: id }] = await read(client, 'imports?newest=1&limit=1');
    const found = await read(client, `imports/${id}/reconciliation`);
    assert.equal(found.complete, true);
    assert.deepEqual(
      found.sums.map(({ kind, file, reported, difference, differing }: Json) => [
        ...[kind, file, reported, difference, differing],
      ]),
      [
        ['day', 21.5, 21.5, 0, 0],
        ['method', 21.5, 21.5, 0, 0],
        ['tax', 1.96, 1.96, 0, 0],
      ],
    );
    assert.deepEqual((await read(client, `imports/${id}/reconciliation?differing=1`)).rows, []);
    const file = await client.get(`imports/${id}/reconciliation.csv`, { headers: { accept: 'text/csv' } });
    assert.equal(file.status, 200, file.text);
    assert.match(file.text, /^\ufeffkind,date,.*\r\nday,2019-03-01,\d+,.*,31\.5,31\.5,0\r\n/);
  });

  it('names every mistake by its line and column, and saves what is good', async () => {
    const csv = [
      HEAD,
      'B-1,2019-04-01,SOUP,,1,10,,,,,Cash,10,,11,,',
      'B-2,01/04/2019,SOUP,,1,10,,,,,Cash,10,,,,',
      'B-3,2019-04-01,NONE,,1,10,,,,,Cash,10,,,,',
      'B-4,2019-04-01,SOUP,,0,1.2.3,,,,,Gold,10,,,,',
      'B-5,2019-04-01,SOUP,,1,10,,,,12,Cash,12,,,,',
      'B-6,2019-04-01,SOUP,,1,10,,0.91,LUX,,Cash,10,,,,',
      'B-7,2019-04-01,SOUP,,1,10,,,,,Cash,9,,,,',
      'B-8,2019-04-01,SOUP,,1,10,,,,,Cash,10,,,NONE,',
      'B-9,2099-04-01,SOUP,,1,10,,,,,Cash,10,,,,',
      'B-10,2019-04-01,SOUP,,1,10,,,,,Cash,10,,,,',
      'B-1,2019-04-01,SOUP,,1,10,,,,,Cash,10,,,,',
      ',2019-04-01,SOUP,,1,10,,,,,Cash,10,,,,',
      'A-1,2019-03-01 12:30,SOUP,,3,10,,,,,Cash,30,,,,',
    ].join('\n');
    const done = await bring(client, 'sales', csv);
    assert.deepEqual(
      mistakes(done).sort(([a]: [number], [b]: [number]) => a - b),
      [
        [2, 'total'],
        [3, 'time'],
        [4, 'sku'],
        [5, 'quantity'],
        [5, 'price'],
        [5, 'method'],
        [6, 'line_total'],
        [7, 'tax_code'],
        [8, 'paid'],
        [9, 'refund_of'],
        [10, 'time'],
        [12, 'sale'],
        [13, 'sale'],
        [14, 'sale'],
      ],
    );
    assert.deepEqual(counts(done), [13, 1, 0, 12, 0]);
    const { rows } = await read(client, `imports/${done.id_str}/reconciliation?differing=1`);
    assert.ok(rows.some(({ kind, name, file }: Json) => kind === 'method' && name === 'Gold' && file === 10));
  });

  it('waits with refunds of sales that come later, and of a part that is sent twice', async () => {
    const refund = `${HEAD}\nC-2,2019-05-02,SOUP,,-1,10,,,,-10,Cash,-10,,-10,C-1,\n`;
    const sale = `${HEAD}\nC-1,2019-05-01,SOUP,,1,10,,,,,Cash,10,,10,,\n`;
    const opened = await open(client, 'sales', refund + sale);
    const first = await send(client, opened, 1, refund);
    assert.deepEqual([first.waiting_sales, first.import.waiting], [['C-2'], 1]);
    assert.deepEqual(await send(client, opened, 1, refund), first);
    await send(client, opened, 2, sale);
    const last = await send(client, opened, 3, refund, { again: true, last: true });
    assert.deepEqual(counts(last.import), [2, 2, 0, 0, 0]);
    invalidFields(await client.post(`imports/${opened.id_str}/rows`, { part: 5, csv: sale }), 'part');
    await client.post(`imports/${opened.id_str}/close`, undefined);
    refused(await client.post(`imports/${opened.id_str}/rows`, { part: 4, csv: sale }), 409, 'conflict');
    // A refund of a sale that was imported earlier, by another file.
    const later = `${HEAD}\nC-3,2019-05-03,SOUP,,1,1,,,,1,Cash,1,,1,C-1,\n`;
    assert.deepEqual(counts(await bring(client, 'sales', later)), [1, 1, 0, 0, 0]);
    const again = `${HEAD}\nC-4,2019-05-03,SOUP,,1,1,,,,1,Cash,1,,1,C-3,\n`;
    assert.deepEqual(mistakes(await bring(client, 'sales', again)), [[2, 'refund_of']]);
  });

  it('goes on where an import was interrupted', async () => {
    const rows = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, at) => `D-${from + at},2019-06-01,TEA,,1,3,,,,,Cash,3,,3,,`);
    const opened = await open(client, 'sales', 'D');
    await send(client, opened, 1, [HEAD, ...rows(0, 40)].join('\n'));
    const whole = await bring(client, 'sales', [HEAD, ...rows(0, 100)].join('\n'));
    assert.deepEqual(counts(whole), [100, 60, 40, 0, 0]);
    const [sum] = await report('day', '2019-06-01');
    assert.deepEqual([sum?.orders, sum?.total], [100, 300]);
    assert.deepEqual((await read(client, `imports/${whole.id_str}/reconciliation?differing=1`)).rows, []);
  });

  it('reads what spreadsheets write: a byte order mark, semicolons, commas in amounts, every script', async () => {
    const csv =
      '\ufeffsale;time;name;line_total;method;paid;notes\r\nE-1;31.12.2019 18:30;Tea;12,50;cash;"12,50";"注文 «été» 🍵"\r\n';
    const done = await bring(client, 'sales', csv);
    assert.deepEqual(counts(done), [1, 1, 0, 0, 0], JSON.stringify(done.problems));
    const [sum] = await report('day', '2019-12-31');
    assert.equal(sum?.total, 12.5);
  });

  it('brings in customers and staff, whom sales name', async () => {
    const log = await EventLog.open(client);
    const people = 'customer,first_name,last_name,email,street,phone\n';
    const csv = `${people}7,Ada,Løvelace,ADA@example.com,1 Main St,\n8,Bob,,,,\n9,,,x,,\n`;
    const first = await bring(client, 'customers', csv, { source: 'old' });
    assert.deepEqual(counts(first), [3, 1, 0, 2, 0]);
    assert.deepEqual(mistakes(first), [
      [3, 'email'],
      [4, 'email'],
    ]);
    const [ada] = await read(client, 'customers?q=l%C3%B8vel');
    assert.equal(ada.primary_address.address, '1 Main St');
    const second = await bring(client, 'customers', csv, { source: 'old' });
    assert.deepEqual(counts(second), [3, 0, 1, 2, 0]);
    // Another source: known by the e-mail address.
    const other = await bring(client, 'customers', `${people}A,Ada,L,ada@example.com,,\n`, { source: 'new' });
    assert.deepEqual(counts(other), [1, 0, 1, 0, 0]);
    const staff = await bring(client, 'staff', 'staff,first_name,last_name\nS1,Cleo,Hart\n', {
      source: 'old',
    });
    assert.deepEqual(counts(staff), [1, 1, 0, 0, 0]);
    const sale =
      'sale,time,sku,price,staff,customer,number\nF-1,2019-07-01,TEA,3,S1,7,F1\nF-2,2019-07-01,TEA,3,cleo hart,7,\n';
    assert.deepEqual(counts(await bring(client, 'sales', sale, { source: 'old' })), [2, 2, 0, 0, 0]);
    const order = await imported('F1');
    assert.equal(order.customer_id_str, ada.id_str);
    const members = await read(client, 'staff');
    assert.equal(order.staff_member_id_str, members.find((each: Json) => each.first_name === 'Cleo').id_str);
    assert.deepEqual(await log.topics(), []);
  });

  it('tells the audit log who brought what in', async () => {
    const csv = `${HEAD}\nG-1,2019-08-01,TEA,,1,3,,,,,,,,,,\n`;
    const done = await bring(owner, 'sales', csv, { source: 'till' });
    const [closed, opened] = await read(owner, 'audit?limit=2');
    assert.deepEqual([opened.action, closed.action], ['import.opened', 'import.closed']);
    assert.match(closed.actor, /@/);
    assert.deepEqual(closed.after, {
      import_id: done.id_str,
      kind: 'sales',
      source: 'till',
      file: 'sales.csv',
      sha256: sha256(csv),
      records: '1',
      created: '1',
      unchanged: '0',
      refused: '0',
    });
    const company = BigInt(client.companyId);
    const { broken } = await service().app.storage.read((tx) => verifyAudit(tx, company));
    assert.equal(broken, undefined);
  });

  it('is for who runs the company, and for that company alone', async () => {
    const { client: staff } = await screenAs(service(), 'staff');
    const body = { kind: 'sales', file_name: 'a.csv', sha256: sha256('a') };
    const answer = await staff.post('imports/open', body);
    assert.equal(answer.status, 403, answer.text);
    const { client: stranger } = await service().newCompany('Stranger');
    const [{ id_str: id }] = await read(client, 'imports?limit=1');
    for (const path of ['', '/reconciliation'])
      refused(await stranger.get(`imports/${id}${path}`), 404, 'not_found');
    refused(await stranger.post(`imports/${id}/rows`, { part: 1, csv: SALES }), 404, 'not_found');
    refused(await client.get(`imports/${UNKNOWN_ID}`), 404, 'not_found');
  });

  it('refuses what is no such file, and too much', async () => {
    const opened = await open(client, 'sales', 'x');
    const rows = (csv: string) => client.post(`imports/${opened.id_str}/rows`, { part: 1, csv });
    invalidFields(await rows('time,sku\n2019-01-01,TEA\n'), 'csv');
    invalidFields(await rows('sale,sale\n1,2\n'), 'csv');
    invalidFields(await rows(`sale\n${'A\n'.repeat(MAX_ROWS + 1)}`), 'csv');
    const unreadable = await client.post('imports/open', { kind: 'menus', file_name: 'x', sha256: 'x' });
    invalidFields(unreadable, 'kind', 'sha256');
    assert.match(unreadable.json.errors[1].error_description, /^must be the SHA-256 of the file, /);
    const huge = `${HEAD}\nH-1,2019-09-01,TEA,,9999999,9999999999,,,,,,,,,,\nH-2,2019-09-01,TEA,,1000000,9999999999,,,,,,,,,,\n`;
    const answer = await send(client, opened, 1, huge);
    assert.deepEqual(mistakes(answer.import), [
      [2, 'quantity'],
      [3, null],
    ]);
    const long = await send(client, opened, 2, `${HEAD}\n${'K'.repeat(101)},2019-09-01,TEA,,1,1,,,,,,,,,,\n`);
    assert.deepEqual(mistakes(long.import)[2], [2, 'sale']);
  });
});
