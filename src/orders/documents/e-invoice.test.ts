import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  completeOrder,
  FACTS,
  invoiceXml,
  SELLER,
  soundInvoice,
  sumsOf,
  totalsOf,
} from '#test/harness/invoices.ts';
import { counting, d, lineOf } from '#test/harness/orders.ts';
import { type Decimal, minorStep, ONE, roundToMinor } from '../../kernel/money.ts';
import { figuresOf } from '../rules/figures.ts';
import { returnLines, saleOf } from '../rules/returns.ts';
import type { Line, Order, OrderTax, Payment } from '../types.ts';
import { combinedRate } from './vat.ts';

// Reference: orders.60 to orders.64.

type Terms = OrderTax['terms'];
const ON_TAXES: Terms = { compound: true, on_top: false, order_types: null, threshold: null };

const COUNTING = {
  tax_rounding: 'line',
  rounding_mode: 'half_up',
  discounts_include_tax: null,
  cash_rounding: null,
} as const;

function tax(rate: string, terms: Terms = null): OrderTax {
  return { id: BigInt(rate.replace('.', '')) + 1n, name: `Tax ${rate}`, rate: d(rate), terms };
}

let payments = 0n;
function payment(amount: Decimal, more: Partial<Payment> & { kind?: string } = {}): Payment {
  payments += 1n;
  const { kind = 'cash', ...fields } = more;
  return {
    id: payments,
    number: 1,
    method: { id: 1n, name: 'Till', kind },
    amount,
    tip: 0n,
    rounding: 0n,
    card: null,
    credit_card_surcharge: 0n,
    ref: null,
    paid_at: null,
    created_at: 0n,
    ...fields,
  };
}

/** Quantity, price without tax, and rate of a line. */
type Sold = readonly [quantity: string, price: string, rate: string | null];

function sold(all: readonly Sold[], more: Partial<Order> = {}): Order {
  const lines = all.map(([quantity, price, rate], at) => ({
    ...lineOf(price, 'ex'),
    number: at + 1,
    line_id: BigInt(at + 1),
    quantity: d(quantity),
    taxes: rate === null ? [] : [tax(rate)],
  }));
  return completeOrder({ lines, ...more });
}

describe('figures that were published with EN 16931', () => {
  const groceries: readonly Sold[] = [
    ['2', '9.95', '0.06'],
    ['1', '9.85', '0.06'],
    ['1', '8.29', '0.06'],
    ['2', '7.23', '0.06'],
    ['1', '35', '0.06'],
    ['1', '35', '0.06'],
    ['1', '10.65', '0.06'],
    ['1', '1.55', '0.06'],
    ['3', '4.79', '0.06'],
    ['1', '8.29', '0.06'],
    ['2', '8.29', '0.06'],
    ['1', '9.95', '0.06'],
    ['2', '1.65', '0.06'],
    ['1', '10.8', '0.21'],
    ['1', '3.9', '0.06'],
    ['2', '3.8', '0.21'],
    ['2', '4.67', '0.21'],
    ['1', '18.63', '0.21'],
    ['6', '17.02', '0.06'],
    ['-6', '18.33', '0.06'],
  ];
  const table: [what: string, order: Order, sums: string[], excluding: string, including: string][] = [
    [
      'deposits taken back, two rates',
      sold(groceries),
      ['S 6 183.23 10.99', 'S 21 46.37 9.74'],
      '229.60',
      '250.33',
    ],
    [
      'three kinds of tax, and returns',
      sold([
        ['1', '1273', '0.25'],
        ['-1', '3.96', '0.15'],
        ['2', '2.48', '0.15'],
        ['-1', '25', null],
        ['250', '0.75', '0.25'],
      ]),
      ['S 25 1460.50 365.13', 'S 15 1.00 0.15', 'Z 0 -25.00 0.00'],
      '1436.50',
      '1801.78',
    ],
    [
      'two rates',
      sold([
        ['1000', '1', '0.25'],
        ['100', '5', '0.25'],
        ['500', '5', '0.12'],
      ]),
      ['S 25 1500.00 375.00', 'S 12 2500.00 300.00'],
      '4000.00',
      '4675.00',
    ],
    [
      'prices of small parts of a cent',
      sold([
        ['16000', '0.0088', '0.21'],
        ['16000', '0.00101', '0.21'],
        ['11', '15.24', '0.21'],
        ['58', '1.53', '0.21'],
        ['1', '36.75', '0.21'],
        ['1', '56.5', '0.21'],
        ['1', '83.34', '0.21'],
        ['1', '190.31', '0.21'],
        ['1', '64.21', '0.21'],
        ['1', '64.46', '0.21'],
      ]),
      ['S 21 908.91 190.87'],
      '908.91',
      '1099.78',
    ],
    ['one line', sold([['3', '49', '0.21']]), ['S 21 147.00 30.87'], '147.00', '177.87'],
  ];
  for (const [what, order, sums, excluding, including] of table) {
    it(what, () => {
      const invoice = soundInvoice(order);
      assert.deepEqual(sumsOf(invoice), sums);
      assert.equal(invoice.say('LegalMonetaryTotal/TaxExclusiveAmount'), excluding);
      assert.equal(invoice.say('LegalMonetaryTotal/TaxInclusiveAmount'), including);
    });
  }

  it('a seller outside the scope of VAT', () => {
    const order = sold([
      ['1', '2500', null],
      ['1', '700', null],
    ]);
    const seller = { ...SELLER, vatNumber: null, registration: '556677-8899' };
    const invoice = soundInvoice(order, { seller, currency: 'SEK' });
    assert.deepEqual(sumsOf(invoice), ['O - 3200.00 0.00']);
  });
});

describe('the totals of an invoice', () => {
  it('say how what was charged differs from the sum by rates', () => {
    // 46.87 and 5.63 of tax each: 93.74 x 12 % is 11.25.
    const lines = [1, 2].map((number): Line => ({ ...lineOf('52.5'), number, taxes: [tax('0.12')] }));
    const order = completeOrder({ lines, payments: [payment(d('105'))] });
    const totals = totalsOf(soundInvoice(order));
    assert.deepEqual(totals, {
      LineExtensionAmount: '93.74',
      TaxInclusiveAmount: '104.99',
      PrepaidAmount: '105.00',
      PayableRoundingAmount: '0.01',
      PayableAmount: '0.00',
    });
  });

  it('have cash that was rounded to coins', () => {
    const order = sold([['1', '9.98', null]], { payments: [payment(d('10'), { rounding: d('0.02') })] });
    assert.deepEqual(totalsOf(soundInvoice(order)), {
      LineExtensionAmount: '9.98',
      TaxInclusiveAmount: '9.98',
      PrepaidAmount: '10.00',
      PayableRoundingAmount: '0.02',
      PayableAmount: '0.00',
    });
  });

  it('leave out tips, service and surcharges, which the note has', () => {
    const order = sold([['1', '10', null]], {
      tip_service_amount: d('1'),
      payments: [payment(d('10.5'), { kind: 'card', tip: d('2.5'), credit_card_surcharge: d('0.3') })],
      credit_card_surcharge: d('0.3'),
    });
    const invoice = soundInvoice(order);
    assert.equal(totalsOf(invoice).PrepaidAmount, '10.00');
    assert.equal(totalsOf(invoice).PayableAmount, '0.00');
    const note = 'Not part of this invoice: Service paid 1.00, Tips 1.50, Card surcharge 0.30';
    assert.equal(invoice.say('Note'), note);
  });

  it('owe what was put on account', () => {
    const payments = [payment(d('4')), payment(d('6'), { kind: 'account' })];
    const invoice = soundInvoice(sold([['1', '10', null]], { payments }));
    assert.equal(totalsOf(invoice).PrepaidAmount, '4.00');
    assert.equal(totalsOf(invoice).PayableAmount, '6.00');
    assert.equal(invoice.say('PaymentTerms/Note'), 'On account');
    assert.equal(invoice.say('PaymentMeans/PaymentMeansCode'), '1');
  });

  it('are those of a credit note where money went back', () => {
    const order = sold([['-2', '10', '0.19']], { payments: [payment(d('-23.8'))] });
    const invoice = soundInvoice(order);
    assert.equal(invoice.name, 'CreditNote');
    assert.equal(invoice.say('CreditNoteLine/CreditedQuantity'), '2');
    assert.deepEqual(totalsOf(invoice), {
      LineExtensionAmount: '20.00',
      TaxInclusiveAmount: '23.80',
      PrepaidAmount: '23.80',
      PayableAmount: '0.00',
    });
  });
});

describe('the lines of an invoice', () => {
  const line = (more: Partial<Line>) =>
    soundInvoice(completeOrder({ lines: [{ ...lineOf('10', 'ex'), ...more }] }));
  const figures = (invoice: ReturnType<typeof line>) =>
    [
      'InvoicedQuantity',
      'Price/PriceAmount',
      'Price/BaseQuantity',
      'AllowanceCharge/Amount',
      'LineExtensionAmount',
    ].map((path) => invoice.say(`InvoiceLine/${path}`));

  it('show a discount', () => {
    const invoice = line({ quantity: d('2'), price_variation: d('0.9') });
    assert.deepEqual(figures(invoice), ['2', '10.00', undefined, '2.00', '18.00']);
    assert.equal(invoice.say('InvoiceLine/AllowanceCharge/AllowanceChargeReason'), 'Discount');
  });

  it('have a price of the whole where rounding of the unit would not give the amount', () => {
    const third = { ...lineOf('0.05'), quantity: d('30'), taxes: [tax('0.12')] };
    const invoice = soundInvoice(completeOrder({ lines: [third] }));
    // 30 x 0.04464286 is 1.34; the line is 1.50 with tax, 1.34 without.
    assert.deepEqual(figures(invoice), ['30', '0.04464286', undefined, undefined, '1.34']);
    const odd = { ...lineOf('0.01'), quantity: d('0.6'), taxes: [tax('0.5')] };
    // 0.6 x 0.00666667 is 0.00; 0.01 with tax is 0.01 without.
    assert.deepEqual(figures(soundInvoice(completeOrder({ lines: [odd] }))), [
      '0.6',
      '0.01',
      '0.6',
      undefined,
      '0.01',
    ]);
  });

  it('take one rate of several taxes', () => {
    const order = (taxes: OrderTax[]) => completeOrder({ lines: [{ ...lineOf('100', 'ex'), taxes }] });
    assert.deepEqual(sumsOf(soundInvoice(order([tax('0.05'), tax('0.09975')]))), ['S 14.975 100.00 14.98']);
  });

  it('take the rate of taxes on taxes', () => {
    const order = (form: 'ex' | 'inc', more: Partial<Order> = {}) =>
      completeOrder({
        lines: [{ ...lineOf('100', form), taxes: [tax('0.05'), tax('0.09975', ON_TAXES)] }],
        ...more,
      });
    assert.deepEqual(sumsOf(soundInvoice(order('ex'))), ['S 15.47375 100.00 15.47']);
    assert.deepEqual(sumsOf(soundInvoice(order('inc'))), ['S 15.47375 86.60 13.40']);
    const counted = { ...COUNTING, tax_rounding: 'document' as const };
    assert.deepEqual(sumsOf(soundInvoice(order('inc', { counting: counted }))), ['S 15.47375 86.60 13.40']);
  });

  it('need no rounding where the order counts as the standard does', () => {
    const lines = ['0.33', '1.21', '7.77'].map(
      (price, at): Line => ({
        ...lineOf(price, 'ex'),
        number: at + 1,
        line_id: BigInt(at),
        taxes: [tax('0.07')],
      }),
    );
    const by = (tax_rounding: 'line' | 'document') =>
      completeOrder({ lines, counting: { ...COUNTING, tax_rounding } });
    // By line 0.02 + 0.08 + 0.54, together 9.31 x 7 % = 0.65.
    assert.equal(totalsOf(soundInvoice(by('line'))).PayableRoundingAmount, '-0.01');
    assert.equal(totalsOf(soundInvoice(by('document'))).PayableRoundingAmount, undefined);
  });

  it('know a tax on taxes by what it came to', () => {
    const one = (rate: string, exact: string) => ({ name: '', rate: d(rate), exact: d(exact) });
    assert.equal(combinedRate([one('0.05', '5'), one('0.09975', '9.975')]), d('0.14975'));
    assert.equal(combinedRate([one('0.05', '5'), one('0.09975', '10.47375')]), d('0.1547375'));
    assert.equal(combinedRate([one('0.05', '-0.33333333'), one('0.1', '-0.7')]), d('0.155'));
    assert.equal(combinedRate([one('0.05', '0'), one('0.1', '0')]), d('0.15'));
    assert.equal(combinedRate([]), 0n);
  });

  it('are exempt for a reason', () => {
    const tax_exempt = { number: 'EX-1', reason: 'Diplomatic mission' };
    const invoice = soundInvoice(sold([['1', '10', null]], { tax_exempt }));
    assert.deepEqual(sumsOf(invoice), ['E 0 10.00 0.00']);
    assert.equal(
      invoice.say('TaxTotal/TaxSubtotal/TaxCategory/TaxExemptionReason'),
      'Diplomatic mission, EX-1',
    );
  });
});

const RATES = ['0', '0.05', '0.06', '0.07', '0.09975', '0.1', '0.15', '0.19', '0.21', '0.25', '0.081'];
const amountText = fc.oneof(
  fc.integer({ min: 0, max: 100_000 }).map((cents) => BigInt(cents) * 1_000_000n),
  fc.bigInt({ min: 0n, max: 2_000n * ONE }),
);
const quantity = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 12 }).map((whole) => BigInt(whole) * ONE) },
  fc.integer({ min: 1, max: 99_999 }).map((parts) => BigInt(parts) * 10_000n),
);
const variation = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ price_variation: null, price_fixed_variation: null }) },
  fc.integer({ min: 1, max: 150 }).map((percent) => ({
    price_variation: BigInt(percent) * 1_000_000n,
    price_fixed_variation: null,
  })),
  fc.integer({ min: -900, max: 900 }).map((cents) => ({
    price_variation: null,
    price_fixed_variation: cents === 0 ? null : BigInt(cents) * 1_000_000n,
  })),
);
const taxesOfLine = fc
  .uniqueArray(fc.constantFrom(...RATES), { maxLength: 3 })
  .chain((rates) =>
    fc.tuple(...rates.map((rate) => fc.boolean().map((on) => tax(rate, on ? ON_TAXES : null)))),
  );
const someLine = fc
  .record({
    amount: amountText,
    form: fc.constantFrom('ex' as const, 'inc' as const),
    quantity,
    isReturn: fc.boolean(),
    variation,
    taxes: taxesOfLine,
  })
  .map(
    ({ amount, form, quantity: size, isReturn, variation: varied, taxes }): Line => ({
      ...lineOf('0'),
      unit: { amount, form },
      quantity: isReturn && size < 3n * ONE ? -size : size,
      ...varied,
      taxes,
    }),
  );

const someOrder = fc
  .record({
    lines: fc.array(someLine, { minLength: 1, maxLength: 8 }),
    minor_units: fc.constantFrom(0, 2, 2, 2, 3),
    variation,
    tip_service_percent: fc.option(fc.constantFrom(d('10'), d('12.5'))),
    counting: fc.record({
      tax_rounding: fc.constantFrom('line' as const, 'document' as const),
      rounding_mode: fc.constantFrom('half_up' as const, 'half_even' as const),
      discounts_include_tax: fc.constantFrom(null, true, false),
      cash_rounding: fc.constant(null),
    }),
    tax_exempt: fc.option(fc.constant({ number: null, reason: 'Export' }), { freq: 5 }),
    part: fc.integer({ min: 0, max: 120 }),
    kind: fc.constantFrom('cash', 'card', 'account', 'addon'),
    tip: fc.integer({ min: 0, max: 500 }),
    coins: fc.boolean(),
  })
  .map(({ lines, variation: varied, part, kind, tip, coins, ...fields }): Order => {
    const step = minorStep(fields.minor_units);
    const order = completeOrder({
      ...fields,
      ...varied,
      lines: lines.map((line, at) => ({
        ...line,
        number: at + 1,
        line_id: BigInt(at + 1),
        product: { id: BigInt(at + 1), name: `Article ${at + 1}`, sku: null },
      })),
    });
    const { total } = figuresOf(order).priced;
    const paid = roundToMinor((total * BigInt(part)) / 100n, fields.minor_units);
    const given = { kind, tip: BigInt(tip) * step, rounding: coins ? step : 0n };
    return { ...order, payments: part === 0 ? [] : [payment(paid, given)] };
  });

const CURRENCIES: Readonly<Record<number, string>> = { 0: 'JPY', 2: 'EUR', 3: 'KWD' };

describe('the invoice of any order', () => {
  it('keeps every rule of EN 16931, and adds up to what was charged', () => {
    let count = 0;
    const kinds = new Set<string>();
    fc.assert(
      fc.property(someOrder, (order) => {
        const currency = CURRENCIES[order.minor_units] ?? 'EUR';
        const invoice = soundInvoice(order, { currency });
        kinds.add(invoice.name);
        count++;
      }),
      { numRuns: 400 },
    );
    assert.ok(count >= 400);
    assert.deepEqual([...kinds].sort(), ['CreditNote', 'Invoice']);
  });

  it('keeps them with refunds in parts, whose credit notes add up to the sale', () => {
    fc.assert(
      fc.property(someOrder, fc.integer({ min: 1, max: 99 }), (sale, percent) => {
        const order = { ...sale, lines: sale.lines.filter((line) => line.quantity > 0n), payments: [] };
        fc.pre(order.lines.length > 0 && figuresOf(order).priced.total >= 0n);
        const currency = CURRENCIES[order.minor_units] ?? 'EUR';
        const nextId = counting(1_000n);
        const refunds: Order[] = [];
        const giveBack = (part: (line: Line) => Decimal) => {
          const from = saleOf(order, refunds);
          const lines = order.lines.flatMap((line) => {
            const size = part(line);
            return size === 0n
              ? []
              : returnLines({ product_id: line.product.id, quantity: -size }, from, nextId, '');
          });
          if (lines.length === 0) return;
          const numbered = lines.map((line, at) => ({ ...line, number: at + 1 }));
          const { counting: how, minor_units } = order;
          refunds.push(
            completeOrder({ lines: numbered, original_order_id: order.id, counting: how, minor_units }),
          );
        };
        const firstPart = ({ quantity: all }: Line) => ((all * BigInt(percent)) / 100n / 10_000n) * 10_000n;
        giveBack(firstPart);
        giveBack((line) => line.quantity - firstPart(line));
        const settled = refunds.map((refund) => {
          const original = { number: 'R-1', issued: '2027-01-15' };
          const note = soundInvoice(refund, { currency, original });
          assert.equal(note.name, 'CreditNote');
          assert.equal(note.say('BillingReference/InvoiceDocumentReference/ID'), 'R-1');
          return note.amount('LegalMonetaryTotal/LineExtensionAmount');
        });
        const whole = soundInvoice(order, { currency }).amount('LegalMonetaryTotal/LineExtensionAmount');
        assert.equal(
          settled.reduce((sum, each) => sum + each, 0n),
          whole,
        );
      }),
      { numRuns: 150 },
    );
  });

  it('is made within a moment, and in the same way every time', () => {
    const lines = Array.from(
      { length: 2500 },
      (_, at): Line => ({
        ...lineOf('52.5'),
        number: at + 1,
        line_id: BigInt(at + 1),
        quantity: d('1.5'),
        taxes: [tax('0.12'), tax('0.05')],
        price_variation: d('0.9'),
      }),
    );
    const order = completeOrder({ lines });
    assert.equal(invoiceXml(order), invoiceXml(order, FACTS));
    soundInvoice(order);
  });
});
