import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { blankOrder, counting, d, lineOf } from '#test/harness/orders.ts';
import { ApiError } from '../../kernel/errors.ts';
import { ONE } from '../../kernel/money.ts';
import type { ChoiceInput, ChosenSet, ChosenSetInput, Line } from '../types.ts';
import { choose, countChoices, following, linesOfSet, numberedSets, withoutSet } from './choices.ts';
import { addLines, removeLine } from './lines.ts';
import type { LineProduct, Offer, OfferedSet } from './offer.ts';
import { removeSet } from './sets.ts';

const product = (id: bigint, more: Partial<LineProduct> = {}): [bigint, LineProduct] => [
  id,
  {
    id,
    name: `P${id}`,
    sku: null,
    price: { amount: d('4'), form: 'inc' },
    cost: null,
    taxes: [],
    is_available: true,
    amount: null,
    is_modifier: false,
    is_template: false,
    option_sets: [],
    price_bounds: null,
    ...more,
  },
];
const set = (id: bigint, more: Partial<OfferedSet> = {}): [bigint, OfferedSet] => [
  id,
  {
    id,
    name: `S${id}`,
    instructions: true,
    min_selection: 0,
    max_selection: null,
    options: new Map([
      [2n, d('3')],
      [3n, null],
    ]),
    ...more,
  },
];
/** Product 1 has sets 10 and 11; of 10, product 2 has set 12 of its own, and of that product 3 has set 13. */
const offer: Offer = {
  products: new Map([
    product(1n, { option_sets: [10n, 11n] }),
    product(2n, { option_sets: [12n] }),
    product(3n, { option_sets: [13n] }),
    product(4n, { price: undefined }),
    product(5n, { is_template: true }),
  ]),
  sets: new Map([
    set(10n),
    set(11n, { instructions: false, min_selection: 1, max_selection: 2 }),
    set(12n),
    set(13n, { options: new Map([4n, 5n, 6n].map((id) => [id, null])) }),
  ]),
  popUps: new Map(),
  taxes: new Map(),
  negativePrices: false,
};
const sent = (id: bigint, ...options: ChoiceInput[]): ChosenSetInput => ({ option_set_id: id, options });
const parent: Line = { ...lineOf('4'), line_id: 100n, quantity: d('1.5'), course_ordinal: 2 };
const chooseFor = (...sets: ChosenSetInput[]) =>
  choose(
    blankOrder,
    parent,
    { id: 1n, option_sets: [10n, 11n] },
    sets.map((input, at) => ({ input, field: `s[${at}].` })),
    offer,
    counting(200n),
  );
const refusedAt = (field: string) => (error: unknown) => {
  assert.ok(error instanceof ApiError, String(error));
  assert.deepEqual(
    error.fields.map((each) => each.field),
    [field],
  );
  return true;
};

describe('choosing', () => {
  it('makes lines in the order of the tree, each with the line it belongs to', () => {
    const { sets, lines } = chooseFor(
      sent(
        10n,
        { product_id: 2n, option_sets: [sent(12n, { product_id: 3n }, { product_id: 2n })] },
        { product_id: 3n },
      ),
      sent(11n, { product_id: 3n }),
    );
    assert.deepEqual(
      lines.map((line) => [line.line_id, line.product.id, line.part_of, line.quantity, line.course_ordinal]),
      [
        [200n, 2n, 100n, d('1.5'), 2],
        [201n, 3n, 200n, d('1.5'), 2],
        [202n, 2n, 200n, d('1.5'), 2],
        [203n, 3n, 100n, d('1.5'), 2],
        [204n, 3n, 100n, d('1.5'), 2],
      ],
    );
    assert.deepEqual(sets.map(linesOfSet), [[200n, 201n, 202n, 203n], [204n]]);
    assert.deepEqual(
      sets.map((each) => [each.name, each.line_id]),
      [
        ['S10', 100n],
        ['S11', 100n],
      ],
    );
  });

  it('has the price of the body, of the set or of the product; one left out has none', () => {
    const unit = (choice: ChoiceInput) => chooseFor(sent(10n, choice)).lines[0]?.unit;
    const price = (amount: string, form: 'ex' | 'inc') => ({ amount: d(amount), form });
    assert.deepEqual(unit({ product_id: 2n }), price('3', 'ex'));
    assert.deepEqual(unit({ product_id: 3n }), price('4', 'inc'));
    assert.deepEqual(unit({ product_id: 2n, unit_price_inc_tax: ONE }), price('1', 'inc'));
    assert.deepEqual(unit({ product_id: 2n, unit_price: d('2'), unit_price_inc_tax: ONE }), price('2', 'ex'));
    assert.deepEqual(unit({ product_id: 2n, unit_price: ONE, instructions: 'No' }), price('0', 'ex'));
    // As it was shown: it keeps its form.
    const shown = { unit_price: d('4'), unit_price_inc_tax: d('4') };
    assert.deepEqual(unit({ product_id: 3n, ...shown }), price('4', 'inc'));
  });

  it('is refused at its place in the body', () => {
    const two = { product_id: 2n };
    const nested = (...sets: ChosenSetInput[]) => sent(10n, two, { product_id: 2n, option_sets: sets });
    const wrong: [field: string, ...sets: ChosenSetInput[]][] = [
      ['s[0].option_set_id', sent(12n, two)],
      ['s[1].option_set_id', sent(10n), sent(99n)],
      ['s[1].option_set_id', sent(10n), sent(10n)],
      ['s[0].options[0].product_id', sent(10n, { product_id: 1n })],
      ['s[0].options[0].instructions', sent(11n, { product_id: 2n, instructions: 'Extra' })],
      ['s[0].options', sent(11n)],
      ['s[0].options', sent(11n, two, two, two)],
      ['s[0].options[1].option_sets[0].option_set_id', nested(sent(10n))],
      ['s[0].options[1].option_sets[1].option_set_id', nested(sent(12n), sent(12n))],
      ['s[0].options[0].option_sets', sent(10n, { ...two, instructions: 'No', option_sets: [sent(12n)] })],
      [
        's[0].options[1].option_sets[0].options[0].option_sets[0].options[0].unit_price',
        nested(sent(12n, { product_id: 3n, option_sets: [sent(13n, { product_id: 4n })] })),
      ],
      [
        's[0].options[1].option_sets[0].options[0].option_sets[0].options[0].product_id',
        nested(sent(12n, { product_id: 3n, option_sets: [sent(13n, { product_id: 5n })] })),
      ],
      [
        's[0].options[1].option_sets[0].options[0].option_sets[0].options[0].product_id',
        nested(sent(12n, { product_id: 3n, option_sets: [sent(13n, { product_id: 6n })] })),
      ],
    ];
    for (const [field, ...sets] of wrong) assert.throws(() => chooseFor(...sets), refusedAt(field), field);
  });

  it('counts options left out neither towards the least nor the most', () => {
    const free: Offer = { ...offer, sets: new Map([set(10n, { min_selection: 1, max_selection: 1 })]) };
    const no = { product_id: 2n, instructions: 'No' } as const;
    const pick = (...options: ChoiceInput[]) =>
      choose(
        blankOrder,
        parent,
        { id: 1n, option_sets: [10n] },
        [{ input: sent(10n, ...options), field: '' }],
        free,
        counting(1n),
      );
    assert.equal(pick(no, { product_id: 3n }, no).lines.length, 3);
    assert.throws(() => pick(no, no), refusedAt('options'));
    assert.throws(() => pick({ product_id: 3n }, no, { product_id: 3n }), refusedAt('options'));
  });

  it('counts the lines it will make', () => {
    const deep = sent(10n, {
      product_id: 2n,
      option_sets: [sent(12n, { product_id: 3n }, { product_id: 3n })],
    });
    assert.equal(countChoices([deep, sent(11n, { product_id: 3n })]), 4);
    assert.equal(countChoices([]), 0);
  });
});

describe('chosen sets', () => {
  const order = addLines(
    blankOrder,
    {
      lines: [
        {
          product_id: 1n,
          option_sets: [sent(10n, { product_id: 2n, option_sets: [sent(12n, { product_id: 3n })] })],
        },
        { product_id: 1n, option_sets: [sent(11n, { product_id: 2n, option_sets: [sent(12n)] }), sent(10n)] },
      ],
      field: (at) => `[${at}].`,
    },
    offer,
    counting(100n),
  );
  const numbers = (options: readonly ChosenSet[]) =>
    numberedSets(options).map((each) => `${each.number} ${each.set.name}`);

  it('are numbered those of lines first, then those inside them', () => {
    assert.deepEqual(numbers(order.options), ['1 S10', '2 S11', '3 S10', '4 S12', '5 S12']);
    assert.deepEqual(numbers([]), []);
  });

  it('are taken away alone, wherever they are, with their lines', () => {
    const lines = (number: number) => removeSet(order, number)?.lines.map((line) => line.product.id);
    assert.deepEqual(
      order.lines.map((line) => line.product.id),
      [1n, 2n, 3n, 1n, 2n],
    );
    assert.deepEqual(lines(1), [1n, 1n, 2n]);
    assert.deepEqual(lines(2), [1n, 2n, 3n, 1n]);
    assert.deepEqual(lines(3), [1n, 2n, 3n, 1n, 2n]);
    assert.deepEqual(lines(4), [1n, 2n, 1n, 2n]);
    assert.deepEqual(numbers(removeSet(order, 4)?.options ?? []), ['1 S10', '2 S11', '3 S10', '4 S12']);
    assert.deepEqual(numbers(removeSet(order, 1)?.options ?? []), ['1 S11', '2 S10', '3 S12']);
    assert.equal(removeSet(order, 6), undefined);
    assert.equal(removeSet(order, 0), undefined);
    const [first] = order.options;
    assert.ok(first !== undefined);
    assert.equal(withoutSet(order.options, { ...first }).length, 3, 'it is that very set that goes');
  });

  it('go with their line', () => {
    const rest = removeLine(order, 1);
    assert.deepEqual(
      rest.lines.map((line) => line.number),
      [1, 2],
    );
    assert.deepEqual(numbers(rest.options), ['1 S11', '2 S10', '3 S12']);
  });

  it('have lines that follow theirs', () => {
    const [line, option] = order.lines;
    assert.ok(line !== undefined && option !== undefined);
    const changed = { ...line, quantity: -ONE, course_ordinal: 3, course_status: 'called' } as const;
    assert.deepEqual(following(changed, [option]), [
      { ...option, quantity: -ONE, course_ordinal: 3, course_status: 'called' },
    ]);
  });
});
