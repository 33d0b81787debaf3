import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  blankOrder,
  counting,
  d,
  lineOf,
  NO_OFFER,
  orderOf,
  refusal,
  withLine,
  wrong,
} from '#test/harness/orders.ts';
import { ApiError } from '../../kernel/errors.ts';
import { ONE } from '../../kernel/money.ts';
import type { Line, LineChange, LineInput, Order } from '../types.ts';
import { MAX_LINES } from './limits.ts';
import { addLines, changeLine, moreIsSold, removeLine } from './lines.ts';
import type { LineProduct } from './offer.ts';
import { COURSE_STATUSES } from './status.ts';

const shown = (order: Order) => order.lines.map((line) => `${line.number}${line.notes}`).join(' ');

describe('lines', () => {
  const product: LineProduct = {
    id: 50n,
    name: 'Tea',
    sku: null,
    price: { amount: d('4'), form: 'inc' },
    cost: null,
    taxes: [{ id: 1n, name: 'GST', rate: d('0.1'), terms: null }],
    is_available: true,
    amount: null,
    is_modifier: false,
    is_template: false,
    option_sets: [],
    price_bounds: null,
  };
  const products = new Map([[50n, product]]);
  const field = (at: number) => `lines[${at}].`;
  const add = (order: Order, inputs: readonly LineInput[]) =>
    addLines(order, { lines: inputs, field }, { ...NO_OFFER, products }, counting(7n));

  it('are added behind those that are there, with the product as it is', () => {
    const { lines } = add(orderOf('a'), [
      { product_id: 50n },
      { product_id: 50n, quantity: -ONE, notes: 'x' },
    ]);
    const base = { ...lineOf('4'), taxes: product.taxes };
    assert.deepEqual(lines.slice(1), [
      { ...base, number: 2, line_id: 7n },
      { ...base, number: 3, line_id: 8n, quantity: -ONE, notes: 'x' },
    ]);
  });

  it('are refused with the place in the body', () => {
    assert.throws(
      () => add(blankOrder, [{ product_id: 50n }, { product_id: 51n }]),
      wrong('lines[1].product_id'),
    );
    const both = { product_id: 50n, price_variation: d('0.5'), price_fixed_variation: ONE };
    assert.throws(() => add(blankOrder, [both]), wrong('lines[0].price_variation'));
    const unpriced = new Map([[50n, { ...product, price: undefined }]]);
    const addUnpriced = (input: LineInput) =>
      addLines(blankOrder, { lines: [input], field }, { ...NO_OFFER, products: unpriced }, counting(7n));
    assert.throws(() => addUnpriced({ product_id: 50n }), wrong('lines[0].unit_price'));
    assert.equal(addUnpriced({ product_id: 50n, unit_price: ONE }).lines[0]?.unit.amount, ONE);
    const full = { ...blankOrder, lines: Array.from({ length: MAX_LINES }, () => lineOf('1')) };
    assert.throws(() => add(full, [{ product_id: 50n }]), wrong('lines'));
  });

  it('are moved and removed, and numbered 1 to n', () => {
    const move = (from: number, number: number) =>
      shown(changeLine(orderOf('abcd'), from, { number }, undefined, NO_OFFER));
    assert.equal(move(1, 4), '1b 2c 3d 4a');
    assert.equal(move(4, 1), '1d 2a 3b 4c');
    assert.equal(move(2, 3), '1a 2c 3b 4d');
    assert.equal(move(3, 3), '1a 2b 3c 4d');
    assert.throws(() => move(1, 5), wrong('number'));
    assert.equal(shown(removeLine(orderOf('abc'), 2)), '1a 2c');
    assert.equal(shown(removeLine(orderOf('a'), 1)), '');
  });

  it('keep or change their price by the fields sent', () => {
    const before = withLine({ unit: { amount: d('11'), form: 'inc' }, taxes: product.taxes });
    const price = { amount: d('99'), form: 'inc' } as const;
    const unit = (input: LineChange) => changeLine(before, 1, input, price, NO_OFFER).lines[0]?.unit;
    const kept = { amount: d('11'), form: 'inc' };
    assert.deepEqual(unit({ notes: 'x' }), kept);
    assert.deepEqual(unit({ unit_price: d('5') }), { amount: d('5'), form: 'ex' });
    assert.deepEqual(unit({ unit_price_inc_tax: d('5') }), { amount: d('5'), form: 'inc' });
    assert.deepEqual(unit({ unit_price: d('5'), unit_price_inc_tax: d('6') }), {
      amount: d('5'),
      form: 'ex',
    });
    assert.deepEqual(unit({ unit_price: null }), price);
    assert.deepEqual(unit({ unit_price: null, unit_price_inc_tax: d('6') }), { amount: d('6'), form: 'inc' });
    // Sent back with both forms as shown, the price keeps its kind; with one of them it is an override.
    assert.deepEqual(unit({ unit_price: d('10'), unit_price_inc_tax: d('11') }), kept);
    assert.deepEqual(unit({ unit_price: d('10') }), { amount: d('10'), form: 'ex' });
    assert.throws(
      () => changeLine(before, 1, { unit_price: null }, undefined, NO_OFFER),
      wrong('unit_price'),
    );
  });

  it('sell more when more goes out than before', () => {
    const sells = (from: string, to: string) =>
      moreIsSold({ ...lineOf('1'), quantity: d(from) }, { ...lineOf('1'), quantity: d(to) });
    assert.deepEqual(
      [
        sells('1', '2'),
        sells('2', '1'),
        sells('1', '1'),
        sells('-2', '-1'),
        sells('-1', '1'),
        sells('1', '-5'),
      ],
      [true, false, false, false, true, false],
    );
  });

  it('sell more with a modifier that they did not have, though they have no more of them', () => {
    const modifiers = (...ids: bigint[]) => ({
      ...lineOf('1'),
      modifiers: ids.map((id) => ({
        product: { id: id < 0n ? -id : id, name: '', sku: null },
        price: { amount: 0n, form: 'ex' } as const,
        without: id < 0n,
      })),
    });
    const sells = (before: bigint[], after: bigint[]) =>
      moreIsSold(modifiers(...before), modifiers(...after));
    assert.equal(sells([60n], [61n]), true);
    assert.equal(sells([60n, 61n], [60n, 60n]), true);
    assert.equal(sells([-60n], [60n]), true);
    assert.equal(sells([60n], [-60n, -61n]), false);
    assert.equal(sells([60n, 61n], [61n, 60n]), false);
    assert.equal(sells([60n, 60n], [60n]), false);
  });

  it('are sent again as they were shown at the price they had, modifiers counted once', () => {
    const cheese: LineProduct = {
      ...product,
      id: 60n,
      price: { amount: d('2'), form: 'ex' },
      is_modifier: true,
    };
    const offer = { ...NO_OFFER, products: new Map([...products, [60n, cheese]]) };
    const unit = (input: Partial<LineInput>) =>
      addLines(
        blankOrder,
        { lines: [{ product_id: 50n, modifiers: [{ id: 60n, without: false }], ...input }], field },
        offer,
        counting(7n),
      ).lines[0]?.unit;
    const shown = { unit_price: d('5.63636364'), unit_price_inc_tax: d('6.2') };
    assert.deepEqual(unit(shown), product.price);
    assert.deepEqual(unit({ ...shown, unit_price_inc_tax: d('6.3') }), {
      amount: shown.unit_price,
      form: 'ex',
    });
    assert.deepEqual(unit({ unit_price: shown.unit_price }), { amount: shown.unit_price, form: 'ex' });
  });

  it('of option sets stay behind theirs, however lines are moved, changed and removed', () => {
    const step = fc.record({
      what: fc.constantFrom('move', 'quantity', 'remove'),
      at: fc.nat(30),
      to: fc.nat(30),
    });
    const blocks = fc.array(fc.nat(3), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(blocks, fc.array(step, { maxLength: 10 }), (sizes, steps) => {
        let order: Order = { ...blankOrder };
        let id = 100n;
        for (const size of sizes) {
          const own = id++;
          const options = Array.from(
            { length: size },
            (): Line => ({ ...lineOf('1'), line_id: id++, part_of: own }),
          );
          order = { ...order, lines: [...order.lines, { ...lineOf('4'), line_id: own }, ...options] };
        }
        order = { ...order, lines: order.lines.map((line, at) => ({ ...line, number: at + 1 })) };
        for (const { what, at, to } of steps) {
          if (order.lines.length === 0) break;
          const number = (at % order.lines.length) + 1;
          const was = order;
          try {
            if (what === 'remove') order = removeLine(order, number);
            else if (what === 'quantity')
              order = changeLine(order, number, { quantity: BigInt(to + 1) * ONE }, undefined, NO_OFFER);
            else order = changeLine(order, number, { number: to + 1 }, undefined, NO_OFFER);
          } catch (error) {
            assert.ok(error instanceof ApiError);
            assert.equal(order, was);
          }
          let own: Line | undefined;
          for (const [place, line] of order.lines.entries()) {
            assert.equal(line.number, place + 1);
            if (line.part_of === null) own = line;
            assert.equal(line.part_of ?? line.line_id, own?.line_id);
            assert.equal(line.quantity, own?.quantity);
          }
          const known = was.lines.filter((line) => order.lines.some((each) => each.line_id === line.line_id));
          assert.equal(known.length, order.lines.length);
          if (what !== 'remove') assert.equal(order.lines.length, was.lines.length);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('of option sets are not sent without them', () => {
    const part = { product_id: 50n, part_of_option_set: true };
    assert.throws(() => add(blankOrder, [{ product_id: 50n }, part]), wrong('lines[1].part_of_option_set'));
  });

  it('have courses that go forward', () => {
    for (const [at, from] of COURSE_STATUSES.entries()) {
      for (const [target, to] of COURSE_STATUSES.entries()) {
        const change = () =>
          changeLine(withLine({ course_status: from }), 1, { course_status: to }, undefined, NO_OFFER);
        if (target < at) assert.throws(change, refusal('conflict'));
        else assert.equal(change().lines[0]?.course_status, to);
      }
    }
  });
});
