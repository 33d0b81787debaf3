import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { taxRecord } from '#test/harness/pricing.ts';
import type { Tax } from '../../company/shape.ts';
import { ApiError } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/id.ts';
import { parseDecimal } from '../../kernel/money.ts';
import { bothForms, type EnteredPrice, type PriceForm } from '../../kernel/price.ts';
import {
  chooseForm,
  type FormTerms,
  type ListPrice,
  rateOf,
  resolvePrices,
  type SentPrice,
  type TaxBook,
} from './prices.ts';

const d = (text: string): bigint => {
  const value = parseDecimal(text);
  assert.ok(value !== undefined);
  return value;
};
const entered = (text: string, form: PriceForm): EnteredPrice => ({ amount: d(text), form });

describe('the prices that hold', () => {
  const entry = (list: Id, price: string | null, cost: string | null): ListPrice => ({
    price_list_id: list,
    price: price === null ? null : d(price),
    price_form: 'ex',
    cost: cost === null ? null : d(cost),
    cost_form: 'inc',
  });

  const CASES: readonly [
    what: string,
    chain: readonly Id[],
    entries: readonly ListPrice[],
    price: string | undefined,
    cost: string | undefined,
  ][] = [
    ['are none where no list has any', [2n, 1n], [], undefined, undefined],
    ['are those of the list', [2n, 1n], [entry(1n, '5', '3'), entry(2n, '4', '2')], '4', '2'],
    ["are the parent's where the list has none", [2n, 1n], [entry(1n, '5', '3')], '5', '3'],
    ['are looked for each by itself', [2n, 1n], [entry(1n, '5', '3'), entry(2n, null, '2')], '5', '2'],
    ['may be zero', [2n, 1n], [entry(1n, '5', null), entry(2n, '0', null)], '0', undefined],
    ['are not those of another list', [2n, 1n], [entry(3n, '9', '9')], undefined, undefined],
    ['reach over several parents', [3n, 2n, 1n], [entry(1n, '5', null)], '5', undefined],
  ];
  for (const [what, chain, entries, price, cost] of CASES) {
    it(what, () => {
      assert.deepEqual(resolvePrices(chain, entries), {
        price: price === undefined ? undefined : entered(price, 'ex'),
        cost: cost === undefined ? undefined : entered(cost, 'inc'),
      });
    });
  }
});

describe('the rates of taxes in prices as they are shown', () => {
  const book = (...taxes: readonly Partial<Tax>[]): TaxBook => ({
    taxes: new Map(taxes.map((tax, at) => [BigInt(at + 1), taxRecord({ id: BigInt(at + 1), ...tax })])),
    dayAt: (zone) => (zone === 'Pacific/Auckland' ? '2026-10-01' : '2026-09-30'),
  });

  it('add up; an unknown tax counts nothing', () => {
    const known = book({ rate: d('0.1') }, { rate: d('0.025') });
    assert.equal(rateOf([], known), 0n);
    assert.equal(rateOf(['1', '2'], known), d('0.125'));
    assert.equal(rateOf(['1', '99'], known), d('0.1'));
  });

  it('are those of the day, where the site is', () => {
    const known = book(
      { rate: d('0.2'), effective_until: '2026-09-30' },
      { rate: d('0.21'), effective_from: '2026-10-01' },
    );
    assert.equal(rateOf(['1', '2'], known), d('0.2'));
    assert.equal(rateOf(['1', '2'], known, undefined, 'Pacific/Auckland'), d('0.21'));
  });

  it('are those of orders without a type, compound ones counted and those on top not', () => {
    const types = book(
      { rate: d('0.19'), order_types: ['Dine in'] },
      { rate: d('0.07'), order_types: ['Takeaway', 'Delivery'] },
    );
    assert.equal(rateOf(['1', '2'], types), d('0.19'));
    const stacked = book(
      { rate: d('0.095'), compound: true, sort: 2 },
      { rate: d('0.05'), sort: 1 },
      { rate: d('0.1'), on_top: true, sort: 3 },
    );
    assert.equal(rateOf(['1', '2', '3'], stacked), d('0.14975'));
  });

  it('are those that the price itself is charged', () => {
    const clothing = book({ rate: d('0.04'), threshold: { amount: d('110'), applies: 'above' } });
    assert.equal(rateOf(['1'], clothing, entered('109.99', 'ex')), 0n);
    assert.equal(rateOf(['1'], clothing, entered('110', 'ex')), d('0.04'));
  });
});

describe('what a body does to a price', () => {
  const RATE = '0.1';
  const terms = (rate: bigint, decimals = 2): FormTerms => ({
    rate,
    rateAt: () => rate,
    minorUnits: decimals,
    names: ['unit_price', 'unit_price_ex_tax'],
  });
  const inc = entered('11', 'inc');
  const ex = entered('10', 'ex');

  const CASES: readonly [
    what: string,
    sentInc: string | null | undefined,
    sentEx: string | null | undefined,
    before: EnteredPrice | undefined,
    after: EnteredPrice | null | undefined,
  ][] = [
    ['nothing when it is not sent', undefined, undefined, inc, undefined],
    ['nothing to one that is not there', undefined, undefined, undefined, undefined],
    ['set it with tax', '5', undefined, inc, entered('5', 'inc')],
    ['set it without tax', undefined, '5', inc, entered('5', 'ex')],
    ['set it to zero', '0', undefined, inc, entered('0', 'inc')],
    ['unset it', null, undefined, inc, null],
    ['unset it without tax', undefined, null, ex, null],
    ['unset both', null, null, inc, null],
    ['set the one that is not null', '5', null, inc, entered('5', 'inc')],
    ['set the other that is not null', null, '5', inc, entered('5', 'ex')],
    ['with both, of a new price, set the one with tax', '5', '4.55', undefined, entered('5', 'inc')],
    ['take both of a new price that was entered without tax', '9.9', '9', undefined, entered('9.9', 'inc')],
    ['nothing when both come as they are shown', '11', '10', inc, undefined],
    ['nothing when both come as they are shown, entered without tax', '11', '10', ex, undefined],
    ['set the one with tax when it alone moved', '22', '10', ex, entered('22', 'inc')],
    ['set the one without tax when it alone moved', '11', '20', inc, entered('20', 'ex')],
    ['keep the form with tax when both moved', '22', '20', inc, entered('22', 'inc')],
    ['keep the form without tax when both moved', '22', '20', ex, entered('20', 'ex')],
    ['take both when they are rounded', '19.99', '18.17', inc, entered('19.99', 'inc')],
    ['take both with more decimals', '0.0123', '0.0112', inc, entered('0.0123', 'inc')],
  ];
  for (const [what, sentInc, sentEx, before, after] of CASES) {
    it(what, () => {
      const sent = (text: string | null | undefined): SentPrice =>
        typeof text === 'string' ? d(text) : text;
      assert.deepEqual(chooseForm(sent(sentInc), sent(sentEx), before, terms(d(RATE))), after);
    });
  }

  for (const [inc, ex, before, decimals] of [
    ['5', '4', undefined, 2],
    ['22', '21', entered('11', 'inc'), 2],
    ['22', '21', entered('10', 'ex'), 2],
    // As cents they are another price, though not as whole amounts.
    ['1', '1', undefined, 2],
    ['0.0123', '0.0113', undefined, 2],
    ['100', '90', undefined, 0],
  ] as const) {
    it(`refuses ${inc} with tax beside ${ex} without, of ${before?.form ?? 'a new price'}`, () => {
      assert.throws(
        () => chooseForm(d(inc), d(ex), before, terms(d(RATE), decimals)),
        (error) => error instanceof ApiError && error.fields[0]?.field === 'unit_price_ex_tax',
      );
    });
  }

  it('takes whole amounts of a currency without decimals', () => {
    assert.deepEqual(chooseForm(d('100'), d('91'), undefined, terms(d(RATE), 0)), entered('100', 'inc'));
  });

  it('holds both against the taxes of after the change', () => {
    const changed = { ...terms(d(RATE)), rateAt: () => d('0.2') };
    assert.deepEqual(chooseForm(d('24'), d('20'), inc, changed), entered('24', 'inc'));
    assert.throws(() => chooseForm(d('22'), d('20'), inc, changed), ApiError);
  });

  it('never changes a price that is sent back as it was shown', () => {
    const price = fc.record({
      amount: fc.bigInt(0n, 10n ** 17n),
      form: fc.constantFrom<PriceForm>('ex', 'inc'),
    });
    fc.assert(
      fc.property(price, fc.bigInt(0n, 10n ** 8n), (before, rate) => {
        const shown = bothForms(before, rate);
        assert.equal(shown[before.form], before.amount);
        assert.equal(chooseForm(shown.inc, shown.ex, before, terms(rate)), undefined);
      }),
    );
  });
});
