import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ApiError } from '../kernel/errors.ts';
import type { ReceiptDocument } from '../orders/documents/document.ts';
import { Printer } from './printer.ts';

const receipt: ReceiptDocument = {
  layout: 1,
  title: 'Receipt',
  number: '4G7K2M9Q',
  moment: '2026-03-07T18:30:00.000Z',
  seller: { name: 'Blue Door', lines: [] },
  header: [],
  footer: [],
  subject: null,
  facts: [],
  customer: [],
  columns: ['Item', 'Qty', 'Price', 'Tax', 'Amount'],
  rows: [],
  notes: [],
  taxes: [],
  totals: [],
  payments: [],
  settlement: [],
  due: '',
  refundOf: null,
  headings: {
    customer: 'Customer',
    payments: 'Payments',
    noItems: 'No items',
    taxes: ['Tax', 'Rate', 'Net', 'Tax amount'],
  },
  han: 'sc',
};
const PROGRAM = new URL('../print-worker.ts', import.meta.url);
const asText = (invoice: ReceiptDocument) => JSON.stringify({ kind: 'invoice', invoice });
const document = asText(receipt);

const isLater = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 503 && error.headers['retry-after'] === '1';

it('makes files beside each other, each its own', async () => {
  const printer = new Printer(PROGRAM);
  try {
    const wanted = ['AAAA', 'BBBB'].map((number) => asText({ ...receipt, title: number }));
    const [first, second, again] = await Promise.all(
      [...wanted, ...wanted].map((each) => printer.print(1n, each)),
    );
    assert.match(first?.toString('latin1') ?? '', /^%PDF-1\.7/);
    assert.notDeepEqual(first, second);
    assert.deepEqual(first, again);
  } finally {
    await printer.close();
  }
});

it('goes on after a document that cannot be made', async () => {
  const printer = new Printer(PROGRAM);
  try {
    const [broken, good] = await Promise.allSettled([
      printer.print(1n, '{"rows":1}'),
      printer.print(1n, document),
    ]);
    assert.equal(broken?.status, 'rejected');
    assert.equal(good?.status, 'fulfilled');
  } finally {
    await printer.close();
  }
});

it('tells a company with a full queue to come back, and serves the others by turns', async () => {
  const printer = new Printer(PROGRAM);
  const ended: bigint[] = [];
  const statusOf = (company: bigint) =>
    printer.print(company, document).then(
      () => {
        ended.push(company);
        return 200;
      },
      (error: unknown) => (error instanceof ApiError ? error.status : 500),
    );
  const statuses = await Promise.all([...Array.from({ length: 40 }, () => statusOf(1n)), statusOf(2n)]);
  // One is being made, 32 wait.
  assert.deepEqual(statuses, [...Array.from({ length: 40 }, (_, at) => (at < 33 ? 200 : 429)), 200]);
  assert.ok(ended.indexOf(2n) <= 2, ended.join(' '));
  await printer.print(1n, document);
  await printer.close();
});

it('makes small documents beside large ones', async () => {
  const printer = new Printer(PROGRAM);
  const row = {
    level: 0,
    name: 'x'.repeat(200),
    details: [],
    quantity: '1',
    price: '1.00',
    tax: '0.10',
    amount: '1.00',
  };
  const large = asText({ ...receipt, rows: Array.from({ length: 130 }, () => row) });
  const ended: string[] = [];
  const made = (what: string, file: Promise<Buffer>) =>
    file.catch(() => undefined).then(() => ended.push(what));
  await Promise.all([
    ...Array.from({ length: 3 }, () => made('large', printer.print(1n, large))),
    made('small', printer.print(2n, document)),
  ]);
  assert.ok(ended.indexOf('small') <= 1, ended.join(' '));
  await printer.close();
});

it('refuses what waits when it is closed, and everything after that', async () => {
  const printer = new Printer(PROGRAM);
  const waiting = assert.rejects(printer.print(1n, document), isLater);
  await printer.close();
  await waiting;
  await assert.rejects(printer.print(1n, document), isLater);
  await new Printer(PROGRAM).close();
});

it('gives up a document that takes too long, and starts anew for the next', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const printer = new Printer(PROGRAM);
  const waiting = assert.rejects(printer.print(1n, document), isLater);
  t.mock.timers.tick(30_000);
  await waiting;
  assert.match((await printer.print(1n, document)).toString('latin1'), /^%PDF/);
  // Idle it is ended, and comes back when it is needed.
  t.mock.timers.tick(120_000);
  assert.match((await printer.print(1n, document)).toString('latin1'), /^%PDF/);
  await printer.close();
});
