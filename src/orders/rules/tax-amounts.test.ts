import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { each, type OrderText, orderOf, outcome, taxesOf, taxOf } from '#test/harness/pricing.ts';
import { formatDecimal } from '../../kernel/money.ts';
import { priceOrder } from './pricing.ts';

const DOCUMENT = { isByDocument: true };
const GST = taxOf('0.05', undefined, 'GST');
const QST = taxOf('0.095', { compound: true }, 'QST');
const SERVICE = taxOf('0.1', { on_top: true }, 'service');

type Case = readonly [what: string, order: OrderText, expected: readonly string[]];

function table(cases: readonly Case[]): void {
  for (const [what, order, expected] of cases) it(what, () => assert.deepEqual(outcome(order), expected));
}

describe('compound taxes and taxes on top (reference: money.24)', () => {
  table([
    [
      'on a price without tax',
      { lines: each('ex', ['200'], GST, QST) },
      ['200 + 29.95 = 229.95 (10, 19.95)', '229.95 of which 29.95'],
    ],
    [
      'inside a price with tax',
      { lines: each('inc', ['114.98'], GST, QST) },
      ['100 + 14.98 = 114.98 (5, 9.98)', '114.98 of which 14.98'],
    ],
    [
      'three inside one price',
      { lines: each('inc', ['130'], '0.1', taxOf('0.1', undefined, 'b'), taxOf('0.1', undefined, 'c')) },
      ['100 + 30 = 130 (10, 10, 10)', '130 of which 30'],
    ],
    [
      'inside and on top',
      { lines: each('inc', ['11'], '0.1', SERVICE) },
      ['10 + 2 = 12 (1, 1)', '12 of which 2'],
    ],
    [
      'on top of a price without tax',
      { lines: each('ex', ['10'], '0.1', SERVICE) },
      ['10 + 2 = 12 (1, 1)', '12 of which 2'],
    ],
    ['on top alone', { lines: each('inc', ['10'], SERVICE) }, ['10 + 1 = 11 (1)', '11 of which 1']],
    [
      'on top and compound',
      { lines: each('inc', ['11'], '0.1', taxOf('0.1', { on_top: true, compound: true }, 'service')) },
      ['10 + 2.1 = 12.1 (1, 1.1)', '12.1 of which 2.1'],
    ],
    [
      'a discount of the order with tax keeps the proportion',
      { lines: each('inc', ['11'], '0.1', SERVICE), fixed: '-6' },
      ['5 + 1 = 6 (0.5, 0.5)', '6 of which 1'],
    ],
    [
      'the same over the document',
      { lines: each('inc', ['11', '11'], '0.1', SERVICE), rounding: DOCUMENT },
      ['10 + 2 = 12 (1, 1)', '10 + 2 = 12 (1, 1)', '24 of which 4'],
    ],
  ]);

  it('a compound tax is on the price and the taxes before it', () => {
    const taxes = taxesOf(priceOrder(orderOf({ lines: each('ex', ['200'], GST, QST) })));
    assert.deepEqual(taxes, { GST: ['200', '10'], QST: ['210', '19.95'] });
  });
});

describe('taxes over the document (reference: money.21)', () => {
  table([
    [
      'are rounded once; the lines share them by the largest remainder',
      { lines: each('ex', ['1.04', '1.04', '1.04'], '0.1'), rounding: DOCUMENT },
      [
        '1.04 + 0.11 = 1.15 (0.11)',
        '1.04 + 0.1 = 1.14 (0.1)',
        '1.04 + 0.1 = 1.14 (0.1)',
        '3.43 of which 0.31',
      ],
    ],
    [
      'may leave a line without',
      { lines: each('ex', ['0.05', '0.04'], '0.1'), rounding: DOCUMENT },
      ['0.05 + 0.01 = 0.06 (0.01)', '0.04 + 0 = 0.04 (0)', '0.1 of which 0.01'],
    ],
    [
      'with prices with tax, what is paid stays',
      { lines: each('inc', ['1.99', '1.99', '1.99'], '0.1'), rounding: DOCUMENT },
      [
        '1.81 + 0.18 = 1.99 (0.18)',
        '1.81 + 0.18 = 1.99 (0.18)',
        '1.81 + 0.18 = 1.99 (0.18)',
        '5.97 of which 0.54',
      ],
    ],
    [
      'sales and returns together',
      {
        lines: [...each('ex', ['1.04'], '0.1'), { price: ['1.04', 'ex'], quantity: '-1', taxes: ['0.1'] }],
        rounding: DOCUMENT,
      },
      ['1.04 + 0.1 = 1.14 (0.1)', '-1.04 + -0.1 = -1.14 (-0.1)', '0 of which 0'],
    ],
    [
      'halves that come to nothing, and their mirror',
      {
        lines: [...each('ex', ['0.05'], '0.1'), { price: ['0.05', 'ex'], quantity: '-1', taxes: ['0.1'] }],
        rounding: DOCUMENT,
      },
      ['0.05 + 0.01 = 0.06 (0.01)', '-0.05 + -0.01 = -0.06 (-0.01)', '0 of which 0'],
    ],
    [
      'the mirror itself',
      {
        lines: [{ price: ['0.05', 'ex'], quantity: '-1', taxes: ['0.1'] }, ...each('ex', ['0.05'], '0.1')],
        rounding: DOCUMENT,
      },
      ['-0.05 + -0.01 = -0.06 (-0.01)', '0.05 + 0.01 = 0.06 (0.01)', '0 of which 0'],
    ],
    ['nothing at all', { lines: [], rounding: DOCUMENT }, ['0 of which 0']],
  ]);
});

describe('halves (reference: money.22)', () => {
  const EVEN = { mode: 'half_even' } as const;
  table([
    [
      'go to the even one',
      {
        lines: [
          ...each('ex', ['0.05', '0.15', '0.25'], '0.1'),
          { price: ['0.15', 'ex'], quantity: '-1', taxes: ['0.1'] },
        ],
        rounding: EVEN,
      },
      [
        '0.05 + 0 = 0.05 (0)',
        '0.15 + 0.02 = 0.17 (0.02)',
        '0.25 + 0.02 = 0.27 (0.02)',
        '-0.15 + -0.02 = -0.17 (-0.02)',
        '0.32 of which 0.02',
      ],
    ],
    [
      'of the document, too',
      { lines: each('ex', ['0.1', '0.15'], '0.1'), rounding: { ...EVEN, ...DOCUMENT } },
      ['0.1 + 0.01 = 0.11 (0.01)', '0.15 + 0.01 = 0.16 (0.01)', '0.27 of which 0.02'],
    ],
    [
      'of the amount itself',
      { lines: each('inc', ['1.005', '1.015']), rounding: EVEN },
      ['1 + 0 = 1 ()', '1.02 + 0 = 1.02 ()', '2.02 of which 0'],
    ],
    [
      'of a fixed variation',
      { lines: each('inc', ['1']), fixed: '-0.005', rounding: EVEN },
      ['1 + 0 = 1 ()', '1 of which 0'],
    ],
  ]);
});

describe('discounts with or without tax (reference: money.23)', () => {
  const line = (form: 'ex' | 'inc', fixed?: string) => ({
    price: [form === 'ex' ? '100' : '110', form] as const,
    taxes: ['0.1'],
    ...(fixed === undefined ? {} : { fixed }),
  });
  const WITH = { discountsIncludeTax: true };
  const WITHOUT = { discountsIncludeTax: false };
  table([
    [
      'of a line with tax, on a price without',
      { lines: [line('ex', '-11')], rounding: WITH },
      ['90 + 9 = 99 (9)', '99 of which 9'],
    ],
    [
      'of a line with tax, on a price with',
      { lines: [line('inc', '-11')], rounding: WITH },
      ['90 + 9 = 99 (9)', '99 of which 9'],
    ],
    [
      'of a line without tax, on a price without',
      { lines: [line('ex', '-10')], rounding: WITHOUT },
      ['90 + 9 = 99 (9)', '99 of which 9'],
    ],
    [
      'of a line without tax, on a price with',
      { lines: [line('inc', '-10')], rounding: WITHOUT },
      ['90 + 9 = 99 (9)', '99 of which 9'],
    ],
    [
      'of an order with tax',
      { lines: [line('ex')], fixed: '-11', rounding: WITH },
      ['90 + 9 = 99 (9)', '99 of which 9'],
    ],
    [
      'of an order without tax',
      { lines: [line('inc')], fixed: '-10', rounding: WITHOUT },
      ['90 + 9 = 99 (9)', '99 of which 9'],
    ],
    [
      'of an order without tax, by what the lines are without',
      { lines: [line('inc'), { price: ['100', 'ex'] }], fixed: '-20', rounding: WITHOUT },
      ['90 + 9 = 99 (9)', '90 + 0 = 90 ()', '189 of which 9'],
    ],
    [
      'a surcharge over lines of nothing, without tax',
      { lines: each('ex', ['0', '0'], '0.1'), fixed: '1', rounding: WITHOUT },
      ['0.5 + 0.05 = 0.55 (0.05)', '0.5 + 0.05 = 0.55 (0.05)', '1.1 of which 0.1'],
    ],
    [
      'a surcharge over lines of nothing, by the document',
      { lines: each('inc', ['0', '0'], '0.1'), fixed: '1.1', rounding: DOCUMENT },
      ['0.5 + 0.05 = 0.55 (0.05)', '0.5 + 0.05 = 0.55 (0.05)', '1.1 of which 0.1'],
    ],
  ]);
});

describe('thresholds and exemption (reference: money.25, money.26)', () => {
  const clothing = taxOf('0.04', { threshold: ['110', 'above'] });
  table([
    [
      'the price of one counts, not the line',
      { lines: [{ price: ['60', 'ex'], quantity: '3', taxes: [clothing] }] },
      ['180 + 0 = 180 ()', '180 of which 0'],
    ],
    [
      'after the discount of the line',
      { lines: [{ price: ['120', 'ex'], variation: '0.9', taxes: [clothing] }] },
      ['108 + 0 = 108 ()', '108 of which 0'],
    ],
    [
      'after the discount of the order',
      { lines: [{ price: ['120', 'ex'], taxes: [clothing] }], variation: '0.9' },
      ['108 + 0 = 108 ()', '108 of which 0'],
    ],
    [
      'a fixed discount is shared by the quantity',
      { lines: [{ price: ['115', 'ex'], quantity: '2', fixed: '-10', taxes: [clothing] }] },
      ['220 + 8.8 = 228.8 (8.8)', '228.8 of which 8.8'],
    ],
    [
      'the size of a return counts',
      { lines: [{ price: ['110', 'ex'], quantity: '-1', taxes: [clothing] }] },
      ['-110 + -4.4 = -114.4 (-4.4)', '-114.4 of which -4.4'],
    ],
    [
      'a price with tax counts as it was entered',
      { lines: each('inc', ['110', '109.99'], clothing) },
      ['105.77 + 4.23 = 110 (4.23)', '109.99 + 0 = 109.99 ()', '219.99 of which 4.23'],
    ],
    [
      'exempt: prices without tax stay',
      { lines: each('ex', ['100'], GST, QST), exempt: true },
      ['100 + 0 = 100 ()', '100 of which 0'],
    ],
    [
      'exempt: tax is taken out of prices with it',
      { lines: each('inc', ['114.98'], GST, QST), exempt: true },
      ['100 + 0 = 100 ()', '100 of which 0'],
    ],
    [
      'exempt: nothing is on top',
      { lines: each('inc', ['11'], '0.1', SERVICE), exempt: true },
      ['10 + 0 = 10 ()', '10 of which 0'],
    ],
    [
      'exempt: an order discount',
      { lines: each('inc', ['11'], '0.1'), fixed: '-1', exempt: true },
      ['9 + 0 = 9 ()', '9 of which 0'],
    ],
  ]);

  it('exempt: the price of one is shown without tax', () => {
    const [line] = priceOrder(orderOf({ lines: each('inc', ['11'], '0.1'), exempt: true })).lines;
    assert.deepEqual(line && [line.unitEx, line.unitTax, line.unitInc].map(formatDecimal), ['10', '0', '10']);
  });
});

describe('types of orders', () => {
  it('one price with tax: 19 % eaten in, 7 % taken away', () => {
    assert.deepEqual(outcome({ lines: each('inc', ['11.9'], '0.19') }), [
      '10 + 1.9 = 11.9 (1.9)',
      '11.9 of which 1.9',
    ]);
    assert.deepEqual(outcome({ lines: each('inc', ['11.9'], '0.07') }), [
      '11.12 + 0.78 = 11.9 (0.78)',
      '11.9 of which 0.78',
    ]);
  });
});
