import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { FileError } from '../imports/csv.ts';
import { PIZZA_PLACE, readMenu, readOrders } from './pizza-place.ts';

const DATA = fileURLToPath(new URL('../../test/data/pizza-place/', import.meta.url));

const made: string[] = [];
after(() => Promise.all(made.map((dir) => rm(dir, { recursive: true, force: true }))));

const SMALL = {
  'pizza_types.csv': 'pizza_type_id,name,category,ingredients\r\nham,The Ham Pizza,Classic,"Ham, Cheese"\r\n',
  'pizzas.csv': 'pizza_id,pizza_type_id,size,price\r\nham_s,ham,S,10.50\r\nham_xl,ham,XL,20\r\n',
  'orders.csv': 'order_id,date,time\r\n1,2015-01-01,11:38:36\r\n2,2015-01-01,11:57:40\r\n',
  'order_details.csv':
    'order_details_id,order_id,pizza_id,quantity\r\n1,1,ham_s,1\r\n2,2,ham_xl,2\r\n3,1,ham_xl,1\r\n',
};

/** The folder of a small pizza place with some files changed, added or (null) left out. */
async function place(changes: Readonly<Record<string, string | Buffer | null>>) {
  const dir = await mkdtemp(join(tmpdir(), 'pizza-place-'));
  made.push(dir);
  for (const [file, content] of Object.entries({ ...SMALL, ...changes })) {
    if (content !== null) await writeFile(join(dir, file), content);
  }
  return dir;
}

function fails(promise: Promise<unknown>, ...parts: string[]) {
  return assert.rejects(promise, (error: unknown) => {
    assert.ok(error instanceof FileError);
    for (const part of parts) assert.ok(error.message.includes(part), `"${error.message}" lacks "${part}"`);
    return true;
  });
}

describe('the published data', () => {
  test('is recognised by its menu, and other folders are not', async () => {
    assert.equal(await PIZZA_PLACE.isIn(DATA), true);
    assert.equal(await PIZZA_PLACE.isIn(tmpdir()), false);
    assert.equal(await PIZZA_PLACE.isIn('/no/such/folder'), false);
    assert.equal(
      await PIZZA_PLACE.isIn(await place({ 'orders.csv': null, 'order_details.csv': null })),
      true,
    );
    assert.equal(await PIZZA_PLACE.isIn(await place({ 'pizzas.csv': null })), false);
    assert.equal(
      await PIZZA_PLACE.isIn(await place({ 'pizzas.csv': null, 'pizzas.csv.gz': gzipSync('x') })),
      true,
    );
  });

  test('has 96 products in 4 categories', async () => {
    const menu = await readMenu(DATA);
    assert.deepEqual(
      [...new Set(menu.products.map(({ category }) => category))],
      ['Chicken', 'Classic', 'Supreme', 'Veggie'],
    );
    assert.equal(menu.products.length, 96);
    assert.equal(new Set(menu.products.map((product) => product.name)).size, 96);
    assert.deepEqual(
      menu.products.find((product) => product.sku === 'hawaiian_m'),
      {
        sku: 'hawaiian_m',
        name: 'The Hawaiian Pizza (Medium)',
        category: 'Classic',
        description: 'Sliced Ham, Pineapple, Mozzarella Cheese',
        price: '13.25',
        family: 'hawaiian',
        value: 'M',
      },
    );
    const greek = menu.products
      .filter((product) => product.family === 'the_greek')
      .map((product) => product.name);
    assert.deepEqual(
      greek,
      ['Small', 'Medium', 'Large', 'X Large', 'XX Large'].map((size) => `The Greek Pizza (${size})`),
    );
  });

  test('is read as cp1252 where it is not UTF-8', async () => {
    const bytes = await readFile(join(DATA, 'pizza_types.csv'));
    assert.equal(bytes[1710], 0x91);
    const menu = await readMenu(DATA);
    const quoted = menu.products.filter((product) => product.description?.startsWith('‘Nduja Salami, '));
    assert.deepEqual(
      quoted.map((product) => product.sku),
      ['calabrese_s', 'calabrese_m', 'calabrese_l'],
    );
    assert.ok(!menu.products.some((product) => /[\u0080-\u009f\ufffd]/.test(product.description ?? '')));
  });

  test('has 21,350 orders that add up to the expected figures', async () => {
    const orders = await readOrders(DATA);
    const expected = await PIZZA_PLACE.expected(DATA);
    assert.equal(orders.length, expected.orders);
    assert.equal(expected.revenue, '817860.05');
    assert.equal(Object.keys(expected.byMonth).length, 12);
    assert.equal(Object.keys(expected.byDay).length, 358);
    const lines = orders.flatMap((order) => order.lines);
    assert.equal(lines.length, expected.lines);
    assert.equal(
      lines.reduce((sum, line) => sum + line.quantity, 0),
      expected.items,
    );
    assert.deepEqual(orders[0], {
      number: '1',
      placedAt: '2015-01-01T11:38:36.000Z',
      lines: [{ sku: 'hawaiian_m', quantity: 1 }],
    });
    assert.equal(orders.at(-1)?.placedAt, '2015-12-31T23:02:05.000Z');
    const first = orders.filter((order) => order.placedAt.startsWith('2015-01-01'));
    assert.equal(first.length, expected.byDay['2015-01-01']?.orders);
  });
});

describe('a small pizza place', () => {
  test('may be plain or packed, with or without a byte order mark', async () => {
    const dir = await place({
      'orders.csv': null,
      'orders.csv.gz': gzipSync(SMALL['orders.csv']),
      'pizzas.csv': `\ufeff${SMALL['pizzas.csv']}`,
    });
    assert.deepEqual(await readOrders(dir), [
      {
        number: '1',
        placedAt: '2015-01-01T11:38:36.000Z',
        lines: [
          { sku: 'ham_s', quantity: 1 },
          { sku: 'ham_xl', quantity: 1 },
        ],
      },
      { number: '2', placedAt: '2015-01-01T11:57:40.000Z', lines: [{ sku: 'ham_xl', quantity: 2 }] },
    ]);
    const menu = await readMenu(dir);
    assert.deepEqual(
      menu.products.map((product) => [product.sku, product.price]),
      [
        ['ham_s', '10.50'],
        ['ham_xl', '20'],
      ],
    );
  });

  test('UTF-8 stays UTF-8', async () => {
    const dir = await place({
      'pizza_types.csv': 'pizza_type_id,name,category,ingredients\nham,The Jalapeño Pizza,Classic,‘Nduja\n',
    });
    const [product] = (await readMenu(dir)).products;
    assert.equal(product?.name, 'The Jalapeño Pizza (Small)');
    assert.equal(product?.description, '‘Nduja');
  });
});

describe('unusable data is refused by file and line', () => {
  const pizzas = (row: string) => ({ 'pizzas.csv': `${SMALL['pizzas.csv']}${row}\r\n` });
  const orders = (row: string) => ({ 'orders.csv': `${SMALL['orders.csv']}${row}\r\n` });
  const details = (row: string) => ({ 'order_details.csv': `${SMALL['order_details.csv']}${row}\r\n` });

  for (const [row, words] of [
    ['ham_s,ham,M,1.00', 'the pizza ham_s is there twice'],
    ['ham_m,spam,M,1.00', 'no pizza type "spam"'],
    ['ham_m,ham,Q,1.00', '"Q" is not a size'],
    ['ham_m,ham,M,1.005', '"1.005" is not a price'],
    ['ham_m,ham,M,-1', '"-1" is not a price'],
    ['ham_m,ham,M,01', '"01" is not a price'],
    ['ham_m,ham,M,', '"" is not a price'],
    [',ham,M,1', '"" is not an id'],
  ] as const) {
    test(`pizzas.csv: ${row}`, async () => {
      await fails(readMenu(await place(pizzas(row))), 'pizzas.csv, line 4: ', words);
    });
  }

  for (const [row, words] of [
    ['1,2015-01-02,10:00:00', 'the order 1 is there twice'],
    ['x,2015-01-02,10:00:00', '"x" is not an order number'],
    ['3,2015-02-30,10:00:00', '"2015-02-30 10:00:00" is not a time'],
    ['3,2015-02-03,24:00:00', 'is not a time'],
    ['3,02/03/2015,10:00:00', 'is not a time'],
    ['3,2015-01-02,10:00:00', 'the order 3 has no line in'],
  ] as const) {
    test(`orders.csv: ${row}`, async () => {
      await fails(readOrders(await place(orders(row))), 'orders.csv, line 4: ', words);
    });
  }

  for (const [row, words] of [
    ['4,9,ham_s,1', 'there is no order "9"'],
    ['4,2,spam_s,1', 'there is no pizza "spam_s"'],
    ['4,2,ham_s,0', '"0" is not a quantity'],
    ['4,2,ham_s,1.5', '"1.5" is not a quantity'],
  ] as const) {
    test(`order_details.csv: ${row}`, async () => {
      await fails(readOrders(await place(details(row))), 'order_details.csv, line 5: ', words);
    });
  }

  test('a row with a column too few', async () => {
    await fails(readOrders(await place(orders('3,2015-01-02'))), 'orders.csv', 'line 4');
  });

  test('a quote that is never closed', async () => {
    await fails(readMenu(await place(pizzas('"ham_m,ham,M,1'))), 'pizzas.csv', 'Quote');
  });

  test('a missing column', async () => {
    await fails(
      readOrders(await place({ 'orders.csv': 'order_id,day\n1,2\n' })),
      'orders.csv, line 1',
      '"date"',
    );
    await fails(readOrders(await place({ 'orders.csv': '' })), 'orders.csv, line 1', '"order_id"');
  });

  test('a missing or damaged file', async () => {
    await fails(readOrders(await place({ 'orders.csv': null })), 'orders.csv', 'no such file');
    const damaged = gzipSync(SMALL['orders.csv']).subarray(0, 30);
    await fails(
      readOrders(await place({ 'orders.csv': null, 'orders.csv.gz': damaged })),
      'orders.csv.gz',
      'damaged',
    );
  });

  test('a file that unpacks to more than is read', async () => {
    const bomb = gzipSync(Buffer.alloc(65 * 1024 * 1024));
    await fails(readOrders(await place({ 'orders.csv': null, 'orders.csv.gz': bomb })), 'larger than 64 MiB');
  });

  test('expected figures that are not there or not right', async () => {
    const dir = await place({});
    await fails(PIZZA_PLACE.expected(dir), 'expected.json', 'no such file');
    await writeFile(join(dir, 'expected.json'), '{"orders": 1');
    await fails(PIZZA_PLACE.expected(dir), 'expected.json', 'not valid JSON');
    await cp(join(DATA, 'expected.json'), join(dir, 'expected.json'));
    const text = await readFile(join(dir, 'expected.json'), 'utf8');
    await writeFile(join(dir, 'expected.json'), text.replace('"817860.05"', '817860.05'));
    await fails(PIZZA_PLACE.expected(dir), 'expected.json', 'revenue');
  });
});
