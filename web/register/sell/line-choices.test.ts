import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Id } from '#src/kernel/id.ts';
import { formatDecimal, ONE } from '#src/kernel/money.ts';
import type { Menu, MenuProduct } from '../menu.ts';
import { fitting, hasOptions, isLeftOut, readQuantity, unchosenSet } from './line-choices.ts';

const product = (id: Id, option_sets: readonly Id[] = []): MenuProduct => ({
  ...{ id, name: `Product ${id}`, sku: null, barcode: null, image: null, price: null, taxes: [] },
  ...{ is_sold: true, is_modifier: false, asks_price: null, option_sets, modifiers: [], categories: [] },
  ...{ is_template: false, parent: null, attributes: [], is_available: true, amount: null },
});

const setOf = (id: Id, min_selection: number) => ({
  ...{ id, name: `Set ${id}`, min_selection, max_selection: null, instructions: false },
  options: new Map([[20n, null]]),
});

const menu: Menu = {
  site: { id: 1n, name: '', currency: 'AUD', minor_units: 2, timezone: 'UTC', prep_time_minutes: 0 },
  products: new Map([[20n, product(20n)]]),
  sets: new Map([
    [7n, setOf(7n, 1)],
    [8n, setOf(8n, 0)],
  ]),
  ...{ categories: [], taxes: new Map(), methods: [] },
};

describe('the quantity of a line', () => {
  it('is what stands in its field, or none', () => {
    for (const [text, is] of [
      ['7', '7'],
      ['0,35', '0.35'],
      ['-1', '-1'],
      ['0', '0'],
      ['0.3334', '0.3334'],
    ] as const)
      assert.equal(formatDecimal(readQuantity(text) ?? assert.fail(text)), is);
    for (const text of ['', '-', 'two', '0.33333', '1000001'])
      assert.equal(readQuantity(text), undefined, text);
  });
});

describe('what goes with the options of a line', () => {
  const side = { set: 8n, choices: [{ product: 20n, instructions: null, sets: [] }] };
  const extra = [{ id: 30n, without: false }];
  const half = { kind: 'percent', coefficient: ONE / 2n } as const;

  it('is no modifier and no discount of its own', () => {
    const plain = product(1n, [8n]);
    const wanted = { quantity: ONE, sets: [], modifiers: extra, discount: half };
    assert.deepEqual(fitting(menu, plain, wanted), wanted);
    assert.equal(isLeftOut(menu, plain, wanted), false);
    const chosen = { ...wanted, sets: [side] };
    assert.deepEqual(fitting(menu, plain, chosen), { ...chosen, modifiers: [], discount: null });
    assert.equal(isLeftOut(menu, plain, chosen), true);
    assert.equal(isLeftOut(menu, plain, { ...chosen, modifiers: [], discount: null }), false);
  });

  it('is known before they are chosen, where they have to be', () => {
    assert.equal(hasOptions(menu, product(1n, [7n]), []), true);
    assert.equal(hasOptions(menu, product(1n, [8n]), []), false);
    assert.equal(unchosenSet(menu, product(1n, [7n, 8n]), [])?.id, 7n);
  });
});
