import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ApiError } from '../kernel/errors.ts';
import type { ReceiptDocument } from '../orders/pdf/document.ts';
import { Printer } from './printer.ts';

const receipt: ReceiptDocument = {
  layout: 1,
  title: 'Receipt',
  number: '4G7K2M9Q',
  moment: '2026-03-07T18:30:00.000Z',
  seller: { name: 'Blue Door', lines: [] },
  facts: [],
  customer: [],
  columns: ['Item', 'Qty', 'Price', 'Tax', 'Amount'],
  rows: [],
  notes: [],
  taxes: [],
  totals: [],
  payments: [],
  settlement: [],
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
      [...wanted, ...wanted].map((each) => printer.print(each)),
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
    const [broken, good] = await Promise.allSettled([printer.print('{"rows":1}'), printer.print(document)]);
    assert.equal(broken?.status, 'rejected');
    assert.equal(good?.status, 'fulfilled');
  } finally {
    await printer.close();
  }
});

it('tells those who come to a full queue to come back', async () => {
  const printer = new Printer(PROGRAM);
  const all = await Promise.allSettled(Array.from({ length: 40 }, () => printer.print(document)));
  assert.equal(all.filter(({ status }) => status === 'fulfilled').length, 32);
  for (const each of all) if (each.status === 'rejected') assert.ok(isLater(each.reason));
  await printer.print(document);
  await printer.close();
});

it('refuses what waits when it is closed, and everything after that', async () => {
  const printer = new Printer(PROGRAM);
  const waiting = assert.rejects(printer.print(document), isLater);
  await printer.close();
  await waiting;
  await assert.rejects(printer.print(document), isLater);
  await new Printer(PROGRAM).close();
});

it('gives up a document that takes too long, and starts anew for the next', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const printer = new Printer(PROGRAM);
  const waiting = assert.rejects(printer.print(document), isLater);
  t.mock.timers.tick(30_000);
  await waiting;
  assert.match((await printer.print(document)).toString('latin1'), /^%PDF/);
  // Idle it is ended, and comes back when it is needed.
  t.mock.timers.tick(120_000);
  assert.match((await printer.print(document)).toString('latin1'), /^%PDF/);
  await printer.close();
});
