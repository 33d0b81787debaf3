import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { d } from '#test/harness/orders.ts';
import { checkVectors, each, taxOf, type Vector } from '#test/harness/pricing.ts';
import { formatDecimal } from '../../kernel/money.ts';
import { inCoins } from './cash.ts';

// What authorities of countries ask for: figures re-typed as facts, with where they are from. Those marked "rule" are worked out by hand from the rule that is named.

const DOCUMENT = { isByDocument: true };

const GST = taxOf('0.05', undefined, 'GST');
const COMPOUND = { compound: true };

const VECTORS: Record<string, readonly Vector[]> = {
  // A New Tax System (Goods and Services Tax) Act 1999, s 9-90: once over the invoice, or each supply by itself.
  Australia: [
    [
      'rule, 9-90(1): half a cent goes up',
      { lines: each('ex', ['0.05'], '0.1') },
      { '0.1': '0.01' },
      '0.06',
      '0.01',
    ],
    [
      'rule, 9-90(2)(a) total invoice',
      { lines: each('ex', ['1.04', '1.04', '1.04'], '0.1'), rounding: DOCUMENT },
      { '0.1': '0.31' },
      '3.43',
      '0.31',
    ],
    [
      'rule, 9-90(2)(b) taxable supply',
      { lines: each('ex', ['1.04', '1.04', '1.04'], '0.1') },
      { '0.1': '0.3' },
      '3.42',
      '0.3',
    ],
    [
      'rule, one eleventh of the price',
      { lines: each('inc', ['11', '5.5'], '0.1') },
      { '0.1': '1.5' },
      '16.5',
      '1.5',
    ],
    [
      'rule, one eleventh of the total',
      { lines: each('inc', ['1.99', '1.99', '1.99'], '0.1'), rounding: DOCUMENT },
      { '0.1': '0.54' },
      '5.97',
      '0.54',
    ],
  ],
  // Inland Revenue: three twenty-thirds of the price with GST at 15 %.
  'New Zealand': [
    ['rule, 3/23 of 115', { lines: each('inc', ['115'], '0.15') }, { '0.15': '15' }, '115', '15'],
    ['rule, 3/23 of 9.99', { lines: each('inc', ['9.99'], '0.15') }, { '0.15': '1.3' }, '9.99', '1.3'],
  ],
  Canada: [
    // Revenu Québec, "Calculating the taxes": a sale of 100.
    [
      'Revenu Québec: 100',
      { lines: each('ex', ['100'], GST, taxOf('0.09975', undefined, 'QST')) },
      { GST: '5', QST: '9.98' },
      '114.98',
      '14.98',
    ],
    // Revenu Québec until 2012: QST at 9.5 % on the price and the GST, rule.
    [
      'QST on GST, 2012',
      { lines: each('ex', ['100'], GST, taxOf('0.095', COMPOUND, 'QST')) },
      { GST: '5', QST: '9.98' },
      '114.98',
      '14.98',
    ],
    // Prince Edward Island until March 2013: PST at 10 % on the price and the GST, rule.
    [
      'PST on GST, Prince Edward Island',
      { lines: each('ex', ['100'], GST, taxOf('0.1', COMPOUND, 'PST')) },
      { GST: '5', PST: '10.5' },
      '115.5',
      '15.5',
    ],
    // Canada Revenue Agency: HST 13 % in Ontario, 15 % in the Atlantic provinces, rule.
    ['HST in Ontario', { lines: each('ex', ['19.99', '4.25'], '0.13') }, { '0.13': '3.15' }, '27.39', '3.15'],
    [
      'HST in Nova Scotia until 2025',
      { lines: each('ex', ['19.99', '4.25'], '0.15'), rounding: DOCUMENT },
      { '0.15': '3.64' },
      '27.88',
      '3.64',
    ],
    // British Columbia: GST and PST 7 % side by side, rule.
    [
      'GST and PST',
      { lines: each('ex', ['12.5'], GST, taxOf('0.07', undefined, 'PST')) },
      { GST: '0.63', PST: '0.88' },
      '14.01',
      '1.51',
    ],
  ],
  'United States': [
    // New York City: 4 % of the state, 4.5 % of the city, 0.375 % of the transport district; clothing below 110 is free of
    // them (Tax Law s 1115(a)(30)), rule.
    [
      'New York City',
      {
        lines: each(
          'ex',
          ['100'],
          taxOf('0.04', undefined, 'NYS'),
          taxOf('0.045', undefined, 'NYC'),
          taxOf('0.00375', undefined, 'MCTD'),
        ),
      },
      { NYS: '4', NYC: '4.5', MCTD: '0.38' },
      '108.88',
      '8.88',
    ],
    [
      'New York clothing of 109.99',
      { lines: each('ex', ['109.99'], taxOf('0.04', { threshold: ['110', 'above'] })) },
      {},
      '109.99',
      '0',
    ],
    [
      'New York clothing of 110',
      { lines: each('ex', ['110'], taxOf('0.04', { threshold: ['110', 'above'] })) },
      { '0.04': '4.4' },
      '114.4',
      '4.4',
    ],
    // Streamlined Sales and Use Tax Agreement, s 324: to the third decimal, up from five thousandths; by item or invoice.
    ['SSUTA 324 by item', { lines: each('ex', ['1.5', '1.5'], '0.07') }, { '0.07': '0.22' }, '3.22', '0.22'],
    [
      'SSUTA 324 by invoice',
      { lines: each('ex', ['1.5', '1.5'], '0.07'), rounding: DOCUMENT },
      { '0.07': '0.21' },
      '3.21',
      '0.21',
    ],
    // Texas: 6.25 % of the state and 2 % of the place; California: 7.25 %, rule.
    [
      'Texas',
      { lines: each('ex', ['9.95'], taxOf('0.0625', undefined, 'state'), taxOf('0.02', undefined, 'local')) },
      { state: '0.62', local: '0.2' },
      '10.77',
      '0.82',
    ],
    ['California', { lines: each('ex', ['19.99'], '0.0725') }, { '0.0725': '1.45' }, '21.44', '1.45'],
  ],
  'United Kingdom': [
    // HMRC, VAT fraction of 20 %: one sixth; VAT Notice 700 s 17.5 lets retailers round each line or the invoice, rule.
    ['one sixth of 9.99', { lines: each('inc', ['9.99'], '0.2') }, { '0.2': '1.67' }, '9.99', '1.67'],
    [
      'one sixth by the invoice',
      { lines: each('inc', ['9.99', '9.99', '9.99'], '0.2'), rounding: DOCUMENT },
      { '0.2': '5' },
      '29.97',
      '5',
    ],
    [
      'one sixth by the line',
      { lines: each('inc', ['9.99', '9.99', '9.99'], '0.2') },
      { '0.2': '5.01' },
      '29.97',
      '5.01',
    ],
    ['one twenty-first at 5 %', { lines: each('inc', ['21'], '0.05') }, { '0.05': '1' }, '21', '1'],
  ],
  // Umsatzsteuergesetz s 12: 19 % and 7 %.
  Germany: [
    ['rule, 119 with 19 %', { lines: each('inc', ['119'], '0.19') }, { '0.19': '19' }, '119', '19'],
    ['rule, 4.99 with 7 %', { lines: each('inc', ['4.99'], '0.07') }, { '0.07': '0.33' }, '4.99', '0.33'],
    [
      'rule, both rates',
      {
        lines: [...each('inc', ['4.5', '4.5', '4.5'], '0.19'), ...each('inc', ['2.99'], '0.07')],
        rounding: DOCUMENT,
      },
      { '0.19': '2.16', '0.07': '0.2' },
      '16.49',
      '2.36',
    ],
  ],
  // Code général des impôts: 20, 10, 5.5 and 2.1 %.
  France: [
    ['rule, 5.5 % within 1.10', { lines: each('inc', ['1.1'], '0.055') }, { '0.055': '0.06' }, '1.1', '0.06'],
    [
      'rule, three rates',
      { lines: [...each('ex', ['10'], '0.2'), ...each('ex', ['10'], '0.1'), ...each('ex', ['10'], '0.055')] },
      { '0.2': '2', '0.1': '1', '0.055': '0.55' },
      '33.55',
      '3.55',
    ],
  ],
  // Federal Tax Administration: 8.1, 2.6 and 3.8 % since 2024.
  Switzerland: [
    [
      'rule, 8.1 % within 108.10',
      { lines: each('inc', ['108.1'], '0.081') },
      { '0.081': '8.1' },
      '108.1',
      '8.1',
    ],
    [
      'rule, 2.6 % within 4.95',
      { lines: each('inc', ['4.95'], '0.026') },
      { '0.026': '0.13' },
      '4.95',
      '0.13',
    ],
  ],
  // National Tax Agency, Q&A on the invoice system: rounded once for each rate of an invoice.
  Japan: [
    [
      'rule, once for each rate',
      {
        minorUnits: 0,
        lines: [...each('ex', ['123', '123', '123'], '0.08'), ...each('ex', ['205'], '0.1')],
        rounding: DOCUMENT,
      },
      { '0.08': '30', '0.1': '21' },
      '625',
      '51',
    ],
    [
      'rule, the same by the line',
      { minorUnits: 0, lines: each('ex', ['118', '118', '118'], '0.08') },
      { '0.08': '27' },
      '381',
      '27',
    ],
    [
      'rule, 10 % within 1100',
      { minorUnits: 0, lines: each('inc', ['1100'], '0.1') },
      { '0.1': '100' },
      '1100',
      '100',
    ],
  ],
  // Central and state GST are one half each.
  India: [
    [
      'rule, 18 % in halves',
      { lines: each('ex', ['99.5'], taxOf('0.09', undefined, 'CGST'), taxOf('0.09', undefined, 'SGST')) },
      { CGST: '8.96', SGST: '8.96' },
      '117.42',
      '17.92',
    ],
    [
      'rule, 5 % within 105',
      { lines: each('inc', ['105'], taxOf('0.025', undefined, 'CGST'), taxOf('0.025', undefined, 'SGST')) },
      { CGST: '2.5', SGST: '2.5' },
      '105',
      '5',
    ],
  ],
  // Skatteverket, Skatteetaten, Skattestyrelsen, Vero, Belastingdienst: 25, 25, 25, 25.5 and 21 %.
  'the North and the Netherlands': [
    ['rule, Sweden: 12 % within 112', { lines: each('inc', ['112'], '0.12') }, { '0.12': '12' }, '112', '12'],
    [
      'rule, Norway: 15 % food, 25 % else',
      { lines: [...each('inc', ['39.9'], '0.15'), ...each('inc', ['129'], '0.25')] },
      { '0.15': '5.2', '0.25': '25.8' },
      '168.9',
      '31',
    ],
    [
      'rule, Denmark: one fifth',
      { lines: each('inc', ['49.95'], '0.25') },
      { '0.25': '9.99' },
      '49.95',
      '9.99',
    ],
    [
      'rule, Finland: 25.5 %',
      { lines: each('inc', ['125.5'], '0.255') },
      { '0.255': '25.5' },
      '125.5',
      '25.5',
    ],
    [
      'rule, Netherlands: 21/121',
      { lines: each('inc', ['2.95', '2.95'], '0.21'), rounding: DOCUMENT },
      { '0.21': '1.02' },
      '5.9',
      '1.02',
    ],
  ],
  // EN 16931-1, BR-CO-17: the amount of a VAT category is its taxable amount x rate, rounded to two decimals.
  'EN 16931': [
    [
      'rule, BR-CO-17',
      { lines: each('ex', ['33.33', '33.33', '33.33'], '0.25'), rounding: DOCUMENT },
      { '0.25': '25' },
      '124.99',
      '25',
    ],
    [
      'rule, BR-CO-17, two categories',
      {
        lines: [...each('ex', ['10.05', '10.05'], '0.21'), ...each('ex', ['7.77'], '0.06')],
        rounding: DOCUMENT,
      },
      { '0.21': '4.22', '0.06': '0.47' },
      '32.56',
      '4.69',
    ],
  ],
};

checkVectors(VECTORS);

describe('cash', () => {
  // Swiss 0.05; Canada since February 2013: 0.05; Australia and New Zealand: 0.05 and 0.10; Sweden and Norway: whole crowns;
  // Denmark: 0.50; Finland and the Netherlands: 0.05.
  const CASES: readonly [where: string, increment: string, amounts: Record<string, string>][] = [
    [
      'Switzerland',
      '0.05',
      { '12.32': '12.3', '12.33': '12.35', '12.37': '12.35', '12.38': '12.4', '12.325': '12.35' },
    ],
    [
      'Canada',
      '0.05',
      {
        '1.01': '1',
        '1.02': '1',
        '1.03': '1.05',
        '1.04': '1.05',
        '1.06': '1.05',
        '1.07': '1.05',
        '1.08': '1.1',
        '1.09': '1.1',
      },
    ],
    ['New Zealand', '0.1', { '2.84': '2.8', '2.85': '2.9', '2.86': '2.9' }],
    ['Sweden and Norway', '1', { '99.49': '99', '99.5': '100' }],
    ['Denmark', '0.5', { '10.24': '10', '10.25': '10.5', '10.74': '10.5', '10.75': '11' }],
    ['Finland', '0.05', { '0.02': '0', '0.03': '0.05' }],
  ];
  for (const [where, increment, amounts] of CASES) {
    it(where, () => {
      for (const [amount, coins] of Object.entries(amounts)) {
        assert.equal(formatDecimal(inCoins(d(amount), { increment: d(increment) })), coins, amount);
        assert.equal(inCoins(-d(amount), { increment: d(increment) }), -d(coins), `-${amount}`);
      }
    });
  }
});
