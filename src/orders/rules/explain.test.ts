import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { blankOrder, d, lineOf, paymentOf } from '#test/harness/orders.ts';
import { type Decimal, formatDecimal, parseDecimal } from '../../kernel/money.ts';
import type { PriceForm } from '../../kernel/price.ts';
import { ENGLISH } from '../../kernel/words.ts';
import type { Line, LineModifier, Order, OrderTax } from '../types.ts';
import { explainOrder } from './explain.ts';
import { figuresOf } from './figures.ts';

const tax = (id: bigint, rate: string): OrderTax => ({ id, name: `T${id}`, rate: d(rate), terms: null });
const modifier = (name: string, amount: string, form: PriceForm, without = false): LineModifier => ({
  product: { id: 9n, name, sku: null },
  price: { amount: d(amount), form },
  without,
});
const withLine = (line: Line, more: Partial<Order> = {}): Order => ({
  ...blankOrder,
  lines: [line],
  ...more,
});

/** The steps of the first line as text, one to a line. */
function stepsOf(order: Order): string[] {
  const [line] = explainOrder(order, ENGLISH).lines;
  return (line?.steps ?? []).map(({ text, amount }) => `${text}: ${amount}`);
}
/** The steps of the order as text. */
const orderSteps = (order: Order): string[] =>
  explainOrder(order, ENGLISH).order.map(({ text, amount }) => `${text.replace(/:.*$/, '')}: ${amount}`);

describe('the explanation of a line', () => {
  const CASES: readonly [what: string, order: Order, steps: readonly string[]][] = [
    [
      '52.50 with 12 % inside (reference: money.6)',
      withLine({ ...lineOf('52.5'), taxes: [tax(1n, '0.12')] }),
      [
        'price of one with tax: 52.5',
        'x quantity 1: 52.5',
        'rounded half away from zero to 0.01, with tax: 52.5',
        'tax inside: 52.5 x 0.12 / (1 + 0.12), rounded: 5.63',
        'without tax: 46.87',
        'line_total_ex_tax: 46.87',
        'line_total_tax: 5.63',
      ],
    ],
    [
      '100 without tax at 5 % and 9.975 % (reference: money.7)',
      withLine({ ...lineOf('100', 'ex'), taxes: [tax(1n, '0.05'), tax(2n, '0.09975')] }),
      [
        'price of one without tax: 100',
        'x quantity 1: 100',
        'rounded half away from zero to 0.01, without tax: 100',
        'T1: 100 x 0.05, rounded: 5',
        'T2: 100 x 0.09975, rounded: 9.98',
        'with tax: 114.98',
        'line_total_ex_tax: 100',
        'line_total_tax: 14.98',
      ],
    ],
    [
      'both variations, a quantity and two taxes inside',
      withLine(
        {
          ...lineOf('100'),
          quantity: d('3'),
          price_variation: d('0.9'),
          taxes: [tax(1n, '0.05'), tax(2n, '0.09975')],
        },
        { price_variation: d('1.15') },
      ),
      [
        'price of one with tax: 100',
        'x quantity 3: 300',
        'x price_variation 0.9 of the line: 270',
        'x price_variation 1.15 of the order: 310.5',
        'rounded half away from zero to 0.01, with tax: 310.5',
        'tax inside: 310.5 x 0.14975 / (1 + 0.14975), rounded: 40.44',
        'T1: its share of the tax by its rate, largest remainder: 13.5',
        'T2: its share of the tax by its rate, largest remainder: 26.94',
        'without tax: 270.06',
        'line_total_ex_tax: 270.06',
        'line_total_tax: 40.44',
      ],
    ],
    [
      'modifiers of the other form, one left out, amounts that no decimal is',
      withLine({
        ...lineOf('10', 'ex'),
        quantity: d('2'),
        price_fixed_variation: d('-1'),
        modifiers: [modifier('Egg', '1', 'inc'), modifier('Salt', '0', 'ex', true)],
        taxes: [tax(1n, '0.07')],
      }),
      [
        'price of one without tax: 10',
        '+ modifier Egg with tax: 1',
        'price of one with its modifiers, without tax: 10.9345794392523364485981308411214953271028…',
        'x quantity 2: 21.8691588785046728971962616822429906542056…',
        '+ price_fixed_variation -1 of the line: 20.8691588785046728971962616822429906542056…',
        'rounded half away from zero to 0.01, without tax: 20.87',
        'T1: 20.87 x 0.07, rounded: 1.46',
        'with tax: 22.33',
        'line_total_ex_tax: 20.87',
        'line_total_tax: 1.46',
      ],
    ],
    [
      "the order's fixed variation, rounded first",
      withLine(
        { ...lineOf('20', 'ex'), taxes: [tax(1n, '0.05'), tax(2n, '0.09975')] },
        { price_fixed_variation: d('-0.995') },
      ),
      [
        'price of one without tax: 20',
        'x quantity 1: 20',
        'rounded half away from zero to 0.01, without tax: 20',
        'T1: 20 x 0.05, rounded: 1',
        'T2: 20 x 0.09975, rounded: 2',
        'with tax: 23',
        "share of the order's price_fixed_variation -0.995 (rounded: -1), by the line's total with tax: -1",
        'with tax after the share: 22',
        'tax inside: 22 x 0.14975 / (1 + 0.14975), rounded: 2.87',
        'T1: its share of the tax by its rate, largest remainder: 0.96',
        'T2: its share of the tax by its rate, largest remainder: 1.91',
        'without tax: 19.13',
        'line_total_ex_tax: 19.13',
        'line_total_tax: 2.87',
      ],
    ],
    [
      'a line of a refund, which is a share of the line sold',
      withLine({
        ...lineOf('10'),
        quantity: d('-1'),
        taxes: [tax(1n, '0.1')],
        returned: { line_id: 1n, total_inc: d('-3.33'), taxes: [d('-0.3')], exact: [] },
      }),
      [
        'given back: the share of the refunded line that this quantity is, with tax: -3.33',
        'T1: the same share of its tax: -0.3',
        'line_total_ex_tax: -3.03',
        'line_total_tax: -0.3',
      ],
    ],
    [
      'a return in a currency without minor units',
      withLine({ ...lineOf('33.5'), quantity: d('-1') }, { minor_units: 0 }),
      [
        'price of one with tax: 33.5',
        'x quantity -1: -33.5',
        'rounded half away from zero to 1, with tax: -34',
        'line_total_ex_tax: -34',
        'line_total_tax: 0',
      ],
    ],
  ];
  for (const [what, order, steps] of CASES) {
    it(`explains ${what}`, () => assert.deepEqual(stepsOf(order), steps));
  }

  it('writes amounts out exactly, with all their decimals', () => {
    const line = { ...lineOf('0.00000001'), quantity: d('0.0001'), price_variation: d('0.00000001') };
    assert.deepEqual(stepsOf(withLine(line)).slice(0, 4), [
      'price of one with tax: 0.00000001',
      'x quantity 0.0001: 0.000000000001',
      'x price_variation 0.00000001 of the line: 0.00000000000000000001',
      'rounded half away from zero to 0.01, with tax: 0',
    ]);
  });

  it('names the line', () => {
    const [line] = explainOrder(withLine(lineOf('1')), ENGLISH).lines;
    assert.deepEqual([line?.number, line?.name], [1, 'Tea']);
  });
});

describe('the explanation of an order', () => {
  const ten = withLine(lineOf('10'), { tip_service_percent: d('10') });
  const paying = (amount: string, tip = '0') => ({
    ...ten,
    payments: [{ ...paymentOf(amount), tip: d(tip) }],
  });

  // The examples of service (reference: money.14).
  for (const [what, order, service, money] of [
    ['5', paying('5'), ['0', '0', '0.45'], ['5', '6']],
    ['4 with a tip of 0.10', paying('4', '0.1'), ['0.1', '0', '0.37'], ['4', '6.9']],
    ['4 with a tip of 2', paying('4', '2'), ['1', '1', '1'], ['4', '6']],
  ] as const) {
    it(`explains 10 % service when ${what} is paid`, () => {
      const [toService, tips, servicePaid] = service;
      assert.deepEqual(orderSteps(order), [
        'total: 10',
        'total_tax: 0',
        'tip_service_amount: 1',
        `paid: ${money[0]}`,
        `of the tips went to service: ${toService}`,
        `tips: ${tips}`,
        `tip_service_paid: ${servicePaid}`,
        `due: ${money[1]}`,
      ]);
    });
  }

  it('says whether the service was set or follows from a percent', () => {
    const [, , percent] = explainOrder(ten, ENGLISH).order;
    assert.deepEqual(percent, {
      text: 'tip_service_amount: 10 % of the total, rounded',
      field: 'tip_service_amount',
      amount: '1',
    });
    const set = { ...ten, tip_service_percent: null, tip_service_amount: d('2.5') };
    const [, , amount] = explainOrder(set, ENGLISH).order;
    assert.deepEqual(amount, {
      text: 'tip_service_amount: as it was set',
      field: 'tip_service_amount',
      amount: '2.5',
    });
  });

  it('of nothing is nothing', () => {
    const { lines, order } = explainOrder(blankOrder, ENGLISH);
    assert.deepEqual(lines, []);
    assert.ok(order.every(({ amount }) => amount === '0'));
  });
});

const cents = (min: number, max: number) =>
  fc.integer({ min, max }).map((count) => BigInt(count) * 1_000_000n);
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const form = fc.constantFrom<PriceForm>('ex', 'inc');
const taxes = fc
  .array(fc.constantFrom('0.05', '0.09975', '0.2', '0'), { maxLength: 3 })
  .map((rates) => rates.map((rate, at) => tax(BigInt(at + 1), rate)));
const factor = fc.integer({ min: 0, max: 2_000 }).map((count) => BigInt(count) * 100_000n);
const lines = fc.array(
  fc
    .record({
      amount: cents(0, 100_000),
      form,
      quantity: fc.integer({ min: -50_000, max: 50_000 }).map((count) => BigInt(count) * 10_000n),
      percent: maybe(factor),
      fixed: maybe(cents(-1_000, 1_000)),
      taxes,
      extras: fc.array(fc.record({ amount: cents(0, 1_000), form }), { maxLength: 2 }),
    })
    .map(({ amount, form, quantity, percent, fixed, taxes, extras }): Line => {
      const line = lineOf('0');
      return {
        ...line,
        unit: { amount, form },
        quantity,
        price_variation: percent,
        price_fixed_variation: percent === null ? fixed : null,
        taxes,
        modifiers: extras.map((price) => ({ product: line.product, price, without: false })),
      };
    }),
  { maxLength: 4 },
);
const orders = fc
  .record({
    lines,
    minor_units: fc.constantFrom(0, 2, 3),
    percent: maybe(factor),
    fixed: maybe(cents(-1_000, 1_000)),
    service: maybe(cents(0, 3_000)),
  })
  .map(
    ({ lines, minor_units, percent, fixed, service }): Order => ({
      ...blankOrder,
      minor_units,
      lines: lines.map((line, at) => ({ ...line, number: at + 1, line_id: BigInt(at + 1) })),
      price_variation: percent,
      price_fixed_variation: percent === null ? fixed : null,
      tip_service_percent: service,
      payments: [{ ...paymentOf('7'), tip: d('1') }],
    }),
  );

describe('every explanation', () => {
  const amountsOf = (steps: readonly { amount: string }[], count: number) =>
    steps.slice(-count).map(({ amount }) => amount);
  const text = (amounts: readonly Decimal[]) => amounts.map(formatDecimal);

  it("ends in the order's own figures", () => {
    fc.assert(
      fc.property(orders, (order) => {
        const { priced, settlement } = figuresOf(order);
        const explained = explainOrder(order, ENGLISH);
        assert.equal(explained.lines.length, order.lines.length);
        for (const [at, line] of explained.lines.entries()) {
          const figures = priced.lines[at];
          assert.deepEqual(amountsOf(line.steps, 2), text([figures?.totalEx ?? 0n, figures?.totalTax ?? 0n]));
        }
        assert.deepEqual(
          explained.order.map(({ amount }) => amount),
          text([
            priced.total,
            priced.totalTax,
            settlement.tipServiceAmount,
            settlement.paid,
            settlement.tipsToService,
            settlement.tips,
            settlement.tipServicePaid,
            settlement.due,
          ]),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('is written in plain decimals', () => {
    fc.assert(
      fc.property(orders, (order) => {
        const explained = explainOrder(order, ENGLISH);
        for (const { amount } of [...explained.order, ...explained.lines.flatMap(({ steps }) => steps)]) {
          assert.match(amount, /^-?\d+(\.\d*[1-9])?$|^-?\d+\.\d{40}…$/);
          assert.notEqual(amount, '-0');
          if (!amount.endsWith('…') && !/\.\d{9}/.test(amount))
            assert.notEqual(parseDecimal(amount), undefined);
        }
      }),
      { numRuns: 300 },
    );
  });
});
