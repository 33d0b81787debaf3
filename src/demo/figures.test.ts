import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { formatCount, formatSeconds, Progress } from '#clients/replay/progress.ts';
import { parseDecimal } from '../kernel/money.ts';
import { compareFigures, formatAmount, Tally } from './figures.ts';
import { PIZZA_PLACE, readMenu, readOrders } from './pizza-place.ts';

const DATA = fileURLToPath(new URL('../../test/data/pizza-place/', import.meta.url));

function amount(text: string): bigint {
  const value = parseDecimal(text);
  assert.ok(value !== undefined);
  return value;
}

describe('figures', () => {
  test('the whole year adds up to the expected figures', async () => {
    const menu = await readMenu(DATA);
    const prices = new Map(menu.products.map((product) => [product.sku, amount(product.price)]));
    const tally = new Tally();
    for (const { placedAt, lines } of await readOrders(DATA)) {
      const items = lines.reduce((sum, line) => sum + line.quantity, 0);
      const revenue = lines.reduce(
        (sum, line) => sum + (prices.get(line.sku) ?? 0n) * BigInt(line.quantity),
        0n,
      );
      tally.add(placedAt.slice(0, 10), lines.length, items, revenue);
    }
    assert.deepEqual(compareFigures(await PIZZA_PLACE.expected(DATA), tally.figures()), []);
    assert.equal(tally.figures().revenue, '817860.05');
  });

  test('are exact, and in the order of days', () => {
    const tally = new Tally();
    tally.add('2015-02-01', 1, 1, amount('0.2'));
    tally.add('2015-01-31', 2, 3, amount('0.1'));
    tally.add('2015-02-01', 1, 1, amount('0.1'));
    assert.deepEqual(tally.figures(), {
      orders: 3,
      lines: 4,
      items: 5,
      revenue: '0.40',
      byMonth: { '2015-01': '0.10', '2015-02': '0.30' },
      byDay: {
        '2015-01-31': { orders: 1, lines: 2, items: 3, revenue: '0.10' },
        '2015-02-01': { orders: 2, lines: 2, items: 2, revenue: '0.30' },
      },
    });
  });

  test('that differ are named; the same amount written otherwise does not differ', () => {
    const day = { orders: 1, lines: 2, items: 3, revenue: '10' };
    const expected = { ...day, byMonth: { '2015-01': '10' }, byDay: { '2015-01-01': day } };
    const same = { ...expected, revenue: '10.00', byMonth: { '2015-01': '10.0' } };
    assert.deepEqual(compareFigures(expected, same), []);
    const actual = { ...day, lines: 1, byMonth: { '2015-02': '9.99' }, byDay: { '2015-02-01': day } };
    assert.deepEqual(
      compareFigures(expected, actual).map(
        ({ what, expected, actual }) => `${what}: ${expected} / ${actual}`,
      ),
      [
        'lines: 2 / 1',
        'revenue of 2015-01: 10 / 0',
        'revenue of 2015-02: 0 / 9.99',
        'orders of 2015-01-01: 1 / 0',
        'lines of 2015-01-01: 2 / 0',
        'items of 2015-01-01: 3 / 0',
        'revenue of 2015-01-01: 10 / 0',
        'orders of 2015-02-01: 0 / 1',
        'lines of 2015-02-01: 0 / 2',
        'items of 2015-02-01: 0 / 3',
        'revenue of 2015-02-01: 0 / 10',
      ],
    );
  });

  test('are written for people', () => {
    assert.deepEqual(['0', '12.5', '1234.567', '-3'].map(amount).map(formatAmount), [
      '0.00',
      '12.50',
      '1234.567',
      '-3.00',
    ]);
    assert.deepEqual(['0', '999', '1000', '817860.05', '1234567.12345'].map(formatCount), [
      '0',
      '999',
      '1,000',
      '817,860.05',
      '1,234,567.12345',
    ]);
    assert.deepEqual([0.4, 59.4, 59.6, 125, 3725].map(formatSeconds), [
      '0 s',
      '59 s',
      '1 min 00 s',
      '2 min 05 s',
      '1 h 02 min',
    ]);
  });
});

describe('progress', () => {
  function make(isTTY: boolean) {
    let now = 0;
    const written: string[] = [];
    const progress = new Progress({ write: (text) => written.push(text), isTTY }, () => now, 'Sending', 2000);
    return {
      written,
      progress,
      add(ms: number, count: number) {
        now += ms;
        progress.add(count);
      },
    };
  }

  test('is a bar on a terminal, and makes room for sentences', () => {
    const { written, progress, add } = make(true);
    add(50, 1);
    add(950, 499);
    progress.say('Hello.');
    progress.end();
    assert.deepEqual(written, [
      '\rSending ██████░░░░░░░░░░░░░░░░░░ 500 of 2,000 (25 %), 500 a second, 3 s left\x1b[K',
      '\r\x1b[K',
      'Hello.\n',
    ]);
  });

  test('is a line every few seconds elsewhere', () => {
    const { written, progress, add } = make(false);
    for (let second = 1; second <= 12; second++) add(1000, 100);
    progress.end();
    assert.deepEqual(written, [
      'Sending: 500 of 2,000 (25 %), 100 a second, 15 s left\n',
      'Sending: 1,000 of 2,000 (50 %), 100 a second, 10 s left\n',
    ]);
  });
});
