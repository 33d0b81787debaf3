import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type Decimal, formatDecimal, minorStep, parseDecimal } from '../../kernel/money.ts';
import { type OrderToSettle, settle } from './payments.ts';

/** The Decimal a test writes as text. */
function d(text: string): Decimal {
  const value = parseDecimal(text);
  assert.notEqual(value, undefined, `${text} is not a decimal`);
  return value ?? 0n;
}

interface OrderText {
  readonly total: string;
  readonly percent?: string;
  readonly amount?: string;
  /** Amount and tip of each. */
  readonly payments?: readonly (readonly [string, string])[];
  readonly minorUnits?: number;
}

function orderOf(text: OrderText): OrderToSettle {
  return {
    total: d(text.total),
    minorUnits: text.minorUnits ?? 2,
    mode: 'half_up',
    tipServicePercent: text.percent === undefined ? null : d(text.percent),
    tipServiceAmount: text.amount === undefined ? null : d(text.amount),
    payments: (text.payments ?? []).map(([amount, tip]) => ({
      amount: d(amount),
      tip: d(tip),
      rounding: 0n,
    })),
  };
}

type Outcome = readonly [
  service: string,
  servicePaid: string,
  tips: string,
  paid: string,
  due: string,
  fully: boolean,
];

describe('settle', () => {
  const ten = { total: '10', percent: '10' };
  const table: readonly (readonly [string, OrderText, Outcome])[] = [
    ['money.14: nothing paid', ten, ['1', '0', '0', '0', '11', false]],
    ['money.14: pay 5', { ...ten, payments: [['5', '0']] }, ['1', '0.45', '0', '5', '6', false]],
    [
      'money.14: pay 4, tip 0.10',
      { ...ten, payments: [['4', '0.1']] },
      ['1', '0.37', '0', '4', '6.9', false],
    ],
    ['money.14: pay 4, tip 2', { ...ten, payments: [['4', '2']] }, ['1', '1', '1', '4', '6', false]],
    [
      'paid in two',
      {
        ...ten,
        payments: [
          ['5', '0'],
          ['6', '0'],
        ],
      },
      ['1', '1', '0', '11', '0', true],
    ],
    ['paid by the tip', { ...ten, payments: [['10', '1']] }, ['1', '1', '0', '10', '0', true]],
    ['a cent short', { ...ten, payments: [['10.99', '0']] }, ['1', '1', '0', '10.99', '0.01', false]],
    ['overpaid', { ...ten, payments: [['20', '3']] }, ['1', '1', '2', '20', '0', true]],
    [
      'no service: all tips are ordinary',
      { total: '10', payments: [['10', '2']] },
      ['0', '0', '2', '10', '0', true],
    ],
    ['no service, nothing paid', { total: '10' }, ['0', '0', '0', '0', '10', false]],
    [
      'an amount',
      { total: '10', amount: '2.5', payments: [['5', '0']] },
      ['2.5', '1', '0', '5', '7.5', false],
    ],
    ['the percent wins', { ...ten, amount: '7' }, ['1', '0', '0', '0', '11', false]],
    ['0 percent is set too', { total: '10', percent: '0', amount: '7' }, ['0', '0', '0', '0', '10', false]],
    ['12.5 percent, half up', { total: '10.04', percent: '12.5' }, ['1.26', '0', '0', '0', '11.3', false]],
    ['JPY', { total: '1005', percent: '10', minorUnits: 0 }, ['101', '0', '0', '0', '1106', false]],
    ['KWD', { total: '1.235', percent: '10', minorUnits: 3 }, ['0.124', '0', '0', '0', '1.359', false]],
    ['a zero total with no payment', { total: '0' }, ['0', '0', '0', '0', '0', false]],
    [
      'a zero total with a payment of 0',
      { total: '0', payments: [['0', '0']] },
      ['0', '0', '0', '0', '0', true],
    ],
    [
      'a zero total with service',
      { total: '0', amount: '1', payments: [['0', '0']] },
      ['1', '0', '0', '0', '1', false],
    ],
    [
      'refunded',
      {
        ...ten,
        payments: [
          ['11', '0'],
          ['-11', '0'],
        ],
      },
      ['1', '0', '0', '0', '11', false],
    ],
    ['refunded too much', { ...ten, payments: [['-5', '0']] }, ['1', '0', '0', '-5', '16', false]],
    ['a return', { total: '-10', payments: [['-10', '0']] }, ['0', '0', '0', '-10', '0', true]],
    [
      'a return, partly given back',
      { total: '-10', payments: [['-4', '0']] },
      ['0', '0', '0', '-4', '0', false],
    ],
    [
      'a return, nothing given back',
      { total: '-10', payments: [['0', '0']] },
      ['0', '0', '0', '0', '0', false],
    ],
    [
      'a return with service',
      { total: '-10', percent: '10', payments: [['-11', '2']] },
      ['-1', '0', '2', '-11', '0', true],
    ],
    [
      'a tip taken back',
      {
        total: '10',
        payments: [
          ['10', '2'],
          ['0', '-2'],
        ],
      },
      ['0', '0', '0', '10', '0', true],
    ],
  ];
  for (const [name, order, outcome] of table) {
    it(name, () => {
      const { tipServiceAmount, tipServicePaid, tips, paid, due, fullyPaid } = settle(orderOf(order));
      const amounts = [tipServiceAmount, tipServicePaid, tips, paid, due].map(formatDecimal);
      assert.deepEqual([...amounts, fullyPaid], outcome);
    });
  }

  const cents = (min: number, max: number): fc.Arbitrary<Decimal> =>
    fc.bigInt({ min: BigInt(min), max: BigInt(max) }).map((count) => count * minorStep(2));
  const order: fc.Arbitrary<OrderToSettle> = fc.record({
    total: cents(-5_000, 50_000),
    minorUnits: fc.constant(2),
    mode: fc.constant('half_up' as const),
    tipServicePercent: fc.option(
      fc.integer({ min: 0, max: 300 }).map((tenths) => BigInt(tenths) * 10_000_000n),
      {
        nil: null,
      },
    ),
    tipServiceAmount: fc.option(cents(0, 2_000), { nil: null }),
    payments: fc.array(
      fc.record({ amount: cents(-2_000, 20_000), tip: cents(0, 2_000), rounding: fc.constant(0n) }),
      { maxLength: 4 },
    ),
  });

  it('loses no money and keeps every amount within its bounds', () => {
    fc.assert(
      fc.property(order, (input) => {
        const result = settle(input);
        const tips = input.payments.reduce((sum, payment) => sum + payment.tip, 0n);
        assert.equal(result.tips + result.tipsToService, tips);
        assert.equal(
          result.paid,
          input.payments.reduce((sum, payment) => sum + payment.amount, 0n),
        );
        assert.ok(result.due >= 0n && result.tipServicePaid >= 0n && result.tipsToService >= 0n);
        if (result.tipServiceAmount >= 0n) {
          assert.ok(result.tipServicePaid <= result.tipServiceAmount);
          assert.ok(result.tipsToService <= result.tipServicePaid);
        }
        const asked = input.total + result.tipServiceAmount;
        const given = result.paid + result.tipsToService;
        assert.equal(result.due, asked > given ? asked - given : 0n);
        const isSettled = asked < 0n ? given <= asked : given >= asked;
        assert.equal(result.fullyPaid, input.payments.length > 0 && isSettled);
        if (result.fullyPaid && asked > 0n) assert.equal(result.tipServicePaid, result.tipServiceAmount);
        for (const amount of Object.values(result)) {
          if (typeof amount === 'bigint') assert.equal(amount % minorStep(2), 0n);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('is settled by paying the amount due', () => {
    fc.assert(
      fc.property(order, (input) => {
        const { due, paid, tipsToService, tipServiceAmount } = settle(input);
        const asked = input.total + tipServiceAmount;
        // What a return still owes the customer is given back as a negative payment.
        const amount = asked < 0n ? asked - paid - tipsToService : due;
        const after = settle({ ...input, payments: [...input.payments, { amount, tip: 0n, rounding: 0n }] });
        assert.equal(after.due, 0n);
        assert.equal(after.fullyPaid, true);
      }),
    );
  });
});
