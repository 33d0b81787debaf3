import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { FileError } from '../imports/csv.ts';
import { formatDecimal, parseDecimal } from '../kernel/money.ts';
import {
  CHIPOTLE,
  type Choice,
  choiceSku,
  itemSku,
  listSku,
  menuOf,
  parseChoices,
  readOrders,
  selectionsOf,
  setOf,
  unitPriceOf,
} from './chipotle.ts';
import type { Selection } from './dataset.ts';

const DATA = fileURLToPath(new URL('../../test/data/chipotle/', import.meta.url));

/** The other way round: the choices that options stand for. */
function choicesOf(selections: readonly Selection[]): Choice[] {
  return selections.map(({ sku, set, options }) =>
    set === null ? sku.slice(choiceSku('').length) : choicesOf(options),
  );
}

const made: string[] = [];
after(() => Promise.all(made.map((dir) => rm(dir, { recursive: true, force: true }))));

async function folder(text: string): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'chipotle-'));
  made.push(dir);
  await writeFile(join(dir, 'orders.tsv'), text);
  return dir;
}

const HEAD = 'order_id\tquantity\titem_name\tchoice_description\titem_price\n';

describe('the published orders', () => {
  test('add up to the expected figures', async () => {
    assert.equal(await CHIPOTLE.isIn(DATA), true);
    assert.equal(await CHIPOTLE.isIn(tmpdir()), false);
    const expected = JSON.parse(await readFile(join(DATA, 'expected.json'), 'utf8'));
    const orders = await readOrders(DATA);
    const lines = orders.flatMap((order) => order.lines);
    const flat = lines.map(({ choices }) => choices.flat(2));
    assert.deepEqual(
      {
        orders: orders.length,
        lines: lines.length,
        quantity: lines.reduce((sum, { quantity }) => sum + quantity, 0),
        revenue_sum_of_item_price: formatDecimal(
          lines.reduce((sum, { price }) => sum + (parseDecimal(price) ?? 0n), 0n),
        ),
        item_names: new Set(lines.map(({ item }) => item)).size,
        lines_with_choices: lines.filter(({ choices }) => choices.length > 0).length,
        lines_with_nested_choices: lines.filter(({ choices }) =>
          choices.some((each) => typeof each !== 'string'),
        ).length,
        distinct_choices: new Set(flat.flat()).size,
        choices_total: flat.flat().length,
      },
      {
        orders: expected.orders,
        lines: expected.lines,
        quantity: expected.quantity,
        revenue_sum_of_item_price: expected.revenue_sum_of_item_price,
        item_names: expected.item_names,
        lines_with_choices: expected.lines_with_choices,
        lines_with_nested_choices: expected.lines_with_nested_choices,
        distinct_choices: expected.distinct_choices,
        choices_total: expected.choices_total,
      },
    );
  });

  test('can be placed whole from their menu, and read back as the tree they were', async () => {
    const orders = await readOrders(DATA);
    const menu = menuOf(orders);
    const sets = new Map(menu.sets?.map((set) => [set.name, set]));
    const products = new Map(menu.products.map((product) => [product.sku, product]));
    assert.equal(products.size, 50 + 46 + 2);
    const fits = (name: string, selections: readonly Selection[]): void => {
      const set = sets.get(name);
      assert.ok(set !== undefined, name);
      assert.ok(selections.length >= set.min_selection, name);
      assert.ok(set.max_selection === null || selections.length <= set.max_selection, name);
      for (const each of selections) {
        assert.ok(set.options.includes(each.sku), `${name}: ${each.sku}`);
        assert.deepEqual(products.get(each.sku)?.option_sets ?? [], each.set === null ? [] : [each.set]);
        if (each.set !== null) fits(each.set, each.options);
      }
    };
    for (const line of orders.flatMap((order) => order.lines)) {
      const own = products.get(itemSku(line.item))?.option_sets ?? [];
      const selections = selectionsOf(line.choices);
      assert.deepEqual(own, line.choices.length === 0 ? [] : [setOf(line.item)]);
      if (line.choices.length > 0) fits(setOf(line.item), selections);
      assert.deepEqual(choicesOf(selections), line.choices);
      const total = Number(unitPriceOf(line)) * line.quantity;
      assert.equal(total.toFixed(2), line.price, 'a line costs what it cost');
    }
  });

  test('have a menu with usual prices and names that fit', async () => {
    const menu = menuOf(await readOrders(DATA));
    const find = (sku: string) => menu.products.find((product) => product.sku === sku);
    assert.deepEqual(find(itemSku('Chips and Guacamole')), {
      sku: 'item: Chips and Guacamole',
      name: 'Chips and Guacamole',
      category: 'Menu',
      price: '4.45',
    });
    assert.equal(find(itemSku('Chicken Bowl'))?.price, '8.75');
    assert.deepEqual(find(choiceSku('Rice')), { sku: 'choice: Rice', name: 'Rice', price: '0' });
    assert.deepEqual(
      menu.sets?.find(({ name }) => name === setOf('Izze')),
      {
        name: 'Izze *',
        min_selection: 1,
        max_selection: 1,
        options: ['Blackberry', 'Clementine', 'Grapefruit'].map(choiceSku),
      },
    );
    for (const { name } of menu.sets ?? []) assert.ok([...name].length <= 64, name);
  });
});

describe('choices', () => {
  for (const [text, wanted] of [
    ['NULL', []],
    ['[Apple]', ['Apple']],
    ['[Salsa (Hot), [Rice, Dr. Pepper]]', ['Salsa (Hot)', ['Rice', 'Dr. Pepper']]],
    ['[[A, B], [C]]', [['A', 'B'], ['C']]],
    ['[[A]]', [['A']]],
  ] as const) {
    test(`${text} is a tree`, () => assert.deepEqual(parseChoices(text), wanted));
  }

  for (const text of [
    '',
    'Apple',
    '[',
    '[]',
    '[A',
    '[A]]',
    '[A,]',
    '[,A]',
    '[A][B]',
    '[[[A]]]',
    '[A [B]]',
    '[A] ',
  ]) {
    test(`"${text}" is no list`, () => assert.equal(parseChoices(text), undefined));
  }

  test('become options, with one that stands for each list', () => {
    const option = (sku: string) => ({ sku, set: null, options: [] });
    const cases: readonly [readonly Choice[], readonly Selection[]][] = [
      [
        ['A', 'B'],
        [option('choice: A'), option('choice: B')],
      ],
      [
        [['A', 'B'], ['C']],
        [
          { sku: listSku('Several'), set: 'Several', options: [option('choice: A'), option('choice: B')] },
          { sku: listSku('Fillings'), set: 'Fillings', options: [option('choice: C')] },
        ],
      ],
    ];
    for (const [choices, wanted] of cases) {
      assert.deepEqual(selectionsOf(choices), wanted);
      assert.deepEqual(choicesOf(wanted), choices);
    }
  });
});

describe('unusable orders are refused by line', () => {
  for (const [row, words] of [
    ['x\t1\tChips\tNULL\t$1.00 ', /line 3: "x" is not an order number/],
    ['1\t0\tChips\tNULL\t$1.00 ', /line 3: "0" is not a quantity/],
    ['1\t1\t\tNULL\t$1.00 ', /line 3: an item has a name/],
    ['1\t1\tChips\t[A\t$1.00 ', /line 3: "\[A" is not a list of choices/],
    ['1\t1\tChips\tNULL\t1.00', /line 3: "1.00" is not a price/],
    ['1\t1\tChips\tNULL\t$1.00 \tx', /line 3: there are more than five cells/],
  ] as const) {
    test(row.replaceAll('\t', ' | '), async () => {
      const dir = await folder(`${HEAD}1\t1\tChips\tNULL\t$1.00 \n${row}\n`);
      await assert.rejects(
        readOrders(dir),
        (error) => error instanceof FileError && words.test(error.message),
      );
    });
  }

  test('other columns', async () => {
    await assert.rejects(readOrders(await folder('a\tb\n')), /line 1: its columns have to be order_id/);
  });
});
