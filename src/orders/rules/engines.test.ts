import assert from 'node:assert/strict';
import { it } from 'node:test';
import { checkVectors, each, orderOf, taxOf } from '#test/harness/pricing.ts';
import { formatDecimal } from '../../kernel/money.ts';
import { priceOrder } from './pricing.ts';

// What other engines expect in their own tests: numbers re-typed as facts, with the file they are from.

const DOCUMENT = { isByDocument: true };
const GST = taxOf('0.05', undefined, 'GST');
const COMPOUND = { compound: true };

checkVectors({
  // plugins/woocommerce/tests/legacy/unit-tests/tax/tax.php: 1.665, 1.998; GST 5 % and compound 8.5 % of 100: 5 and 8.925
  // on it, 4.3889 and 7.8341 in it.
  WooCommerce: [
    [
      '20 % within 9.99',
      { minorUnits: 3, lines: each('inc', ['9.99'], '0.2') },
      { '0.2': '1.665' },
      '9.99',
      '1.665',
    ],
    [
      '20 % on 9.99',
      { minorUnits: 3, lines: each('ex', ['9.99'], '0.2') },
      { '0.2': '1.998' },
      '11.988',
      '1.998',
    ],
    [
      'compound on 100',
      { minorUnits: 3, lines: each('ex', ['100'], GST, taxOf('0.085', COMPOUND, 'PST')) },
      { GST: '5', PST: '8.925' },
      '113.925',
      '13.925',
    ],
    [
      'compound within 100',
      { minorUnits: 4, lines: each('inc', ['100'], GST, taxOf('0.085', COMPOUND, 'PST')) },
      { GST: '4.3889', PST: '7.8341' },
      '100',
      '12.223',
    ],
  ],
  // addons/account/tests/test_taxes_tax_totals_summary.py: two lines of 15.89 at 6 %, 6 % and 3 % on all of it.
  Odoo: [
    [
      'round per line',
      {
        lines: each(
          'ex',
          ['15.89', '15.89'],
          taxOf('0.06', undefined, 'tax1'),
          taxOf('0.06', undefined, 'tax2'),
          taxOf('0.03', COMPOUND, 'tax3'),
        ),
      },
      { tax1: '1.9', tax2: '1.9', tax3: '1.06' },
      '36.64',
      '4.86',
    ],
    [
      'round globally',
      {
        lines: each(
          'ex',
          ['15.89', '15.89'],
          taxOf('0.06', undefined, 'tax1'),
          taxOf('0.06', undefined, 'tax2'),
          taxOf('0.03', COMPOUND, 'tax3'),
        ),
        rounding: DOCUMENT,
      },
      { tax1: '1.91', tax2: '1.91', tax3: '1.07' },
      '36.67',
      '4.89',
    ],
  ],
  // packages/core/utils/src/totals/__tests__/totals.ts
  Medusa: [
    [
      'items and taxes',
      {
        lines: [
          { price: ['30', 'ex'], quantity: '2', taxes: ['0.1'] },
          { price: ['5', 'ex'], taxes: ['0.5'] },
        ],
      },
      { '0.1': '6', '0.5': '2.5' },
      '73.5',
      '8.5',
    ],
    [
      'an adjustment of 10',
      { lines: [{ price: ['50', 'ex'], quantity: '2', fixed: '-10', taxes: ['0.1'] }] },
      { '0.1': '9' },
      '99',
      '9',
    ],
    [
      'with and without tax, adjusted',
      {
        lines: [
          { price: ['100', 'inc'], fixed: '-10', taxes: ['0.1'] },
          { price: ['10', 'ex'], fixed: '-3', taxes: ['0.1'] },
        ],
      },
      { '0.1': '8.88' },
      '97.7',
      '8.88',
    ],
    [
      'half of it with tax',
      {
        lines: [
          { price: ['50', 'inc'], quantity: '2', taxes: ['0.1'] },
          { price: ['50', 'ex'], quantity: '2', taxes: ['0.1'] },
        ],
      },
      { '0.1': '19.09' },
      '210',
      '19.09',
    ],
  ],
  // developer.wafeq.com/reference/calculations-and-rounding; knowledgebase.ceretax.com, "Tax rounding".
  'Wafeq and CereTax': [
    [
      'Wafeq: 45.30 at 5 %, 33.45 at 10 %',
      { lines: [...each('ex', ['45.3'], '0.05'), ...each('ex', ['33.45'], '0.1')] },
      { '0.05': '2.27', '0.1': '3.35' },
      '84.37',
      '5.62',
    ],
    [
      'CereTax: 6.25 % of an invoice of 89.99',
      { lines: each('ex', ['89.99'], '0.0625') },
      { '0.0625': '5.62' },
      '95.61',
      '5.62',
    ],
  ],
});

// Spree's and Solidus' default tax calculator: 5 % of three at 10 is 1.50 on the price, 1.43 in it.
it('Spree and Solidus', () => {
  const taxOfThree = (form: 'ex' | 'inc') =>
    priceOrder(orderOf({ lines: [{ price: ['10', form], quantity: '3', taxes: ['0.05'] }] })).totalTax;
  assert.deepEqual([taxOfThree('ex'), taxOfThree('inc')].map(formatDecimal), ['1.5', '1.43']);
});
