import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiError } from '../../kernel/errors.ts';
import { ONE } from '../../kernel/money.ts';
import { newProduct } from '../save.ts';
import type { Product, ProductInput, SiteProductInput } from '../types.ts';
import {
  checkProduct,
  mergeProduct,
  mergeSiteProduct,
  newSiteProduct,
  withoutCompanyValues,
} from './product.ts';

const plain = newProduct(1n, 2n, { name: 'Tea' }, 3n);

function fieldsOf(work: () => unknown): string[] {
  try {
    work();
  } catch (error) {
    assert.ok(error instanceof ApiError);
    return error.fields.map((each) => `${each.field} ${each.error_description}`);
  }
  return [];
}

/** Something else than the default for every field that a body sets on the product itself. */
const FULL = {
  name: 'Full',
  code: 'F',
  sku: 's',
  barcode: 'b',
  description: 'd',
  online_description: 'o',
  docket_name: 'D',
  image: 'https://example.com/f.png',
  tags: ['t'],
  is_sold: false,
  is_purchased: true,
  is_inventory: true,
  is_modifier: true,
  variable_price: true,
  min_sell_price: ONE,
  max_sell_price: 2n * ONE,
  show_online: true,
  measure: ONE,
  unit_of_measure: 'kg',
  taxes: [1n, 9_223_372_036_854_775_807n],
  cost_taxes: [2n],
  option_sets: [7n, 5n],
} satisfies ProductInput;

const STORED: Partial<Product> = {
  ...FULL,
  taxes: ['1', '9223372036854775807'],
  cost_taxes: ['2'],
  option_sets: ['7', '5'],
};

describe('a product', () => {
  it('is made of initial values and the fields sent', () => {
    assert.deepEqual(plain, {
      company_id: 1n,
      id: 2n,
      name: 'Tea',
      name_folded: '',
      found_by: '',
      metadata: {},
      number: null,
      code: null,
      sku: null,
      barcode: null,
      description: null,
      online_description: null,
      docket_name: null,
      image: null,
      tags: [],
      is_sold: true,
      is_purchased: false,
      is_inventory: false,
      is_modifier: false,
      variable_price: false,
      min_sell_price: null,
      max_sell_price: null,
      show_online: false,
      measure: null,
      unit_of_measure: null,
      low_stock: null,
      taxes: [],
      cost_taxes: [],
      option_sets: [],
      variant_parent_id: null,
      variant_attributes: [],
      variant_key: null,
      deleted: false,
      created_at: 3n,
      updated_at: 3n,
    });
    assert.deepEqual(newProduct(1n, 2n, FULL, 3n), { ...plain, ...STORED });
  });

  it('keeps fields that are not sent, and takes each field by itself', () => {
    const full = mergeProduct(plain, FULL);
    assert.deepEqual(mergeProduct(full, {}), full);
    for (const [field, value] of Object.entries(FULL)) {
      const merged = mergeProduct(plain, { [field]: value });
      const stored = Object.entries(STORED).find(([name]) => name === field)?.[1];
      assert.deepEqual(merged, { ...plain, [field]: stored }, field);
    }
  });

  it('gives up for null what may be null', () => {
    const full = mergeProduct(plain, FULL);
    for (const field of ['code', 'sku', 'image', 'min_sell_price', 'measure', 'docket_name'] as const) {
      assert.equal(mergeProduct(full, { [field]: null })[field], null, field);
    }
    assert.deepEqual(mergeProduct(full, { option_sets: null }).option_sets, []);
    assert.deepEqual(mergeProduct(full, { taxes: [] }).taxes, []);
  });

  it('has each tax once', () => {
    assert.deepEqual(mergeProduct(plain, { taxes: [3n, 1n, 3n] }).taxes, ['3', '1']);
  });

  it('leaves its place in a family to others', () => {
    const sent: ProductInput = { variant_parent_id: 9n, variant_attributes: { Size: ['L'] } };
    assert.deepEqual(mergeProduct(plain, sent), plain);
  });
});

describe('what a product cannot be', () => {
  const template: Product = { ...plain, variant_attributes: [['Size', ['L']]] };
  const child: Product = { ...template, variant_parent_id: 9n };

  it('is a template and a modifier; the one that was sent is named', () => {
    const both = { ...template, is_modifier: true };
    assert.deepEqual(
      fieldsOf(() => checkProduct(both, { is_modifier: true })),
      ['is_modifier cannot be true on a product that has variants.'],
    );
    assert.deepEqual(
      fieldsOf(() => checkProduct(both, { variant_attributes: { Size: ['L'] } })),
      ['variant_attributes cannot be set on a modifier.'],
    );
    assert.deepEqual(
      fieldsOf(() => checkProduct(both, { is_modifier: true, variant_attributes: { Size: ['L'] } })),
      ['is_modifier cannot be true on a product that has variants.'],
    );
  });

  it('is not a child and a modifier', () => {
    checkProduct({ ...child, is_modifier: true }, { is_modifier: true });
    checkProduct({ ...plain, is_modifier: true }, { is_modifier: true });
    checkProduct(template, {});
  });

  it('is sold between bounds that cross; the one that was sent is named', () => {
    const crossed = { ...plain, min_sell_price: 3n * ONE, max_sell_price: 2n * ONE };
    const CASES: readonly [input: ProductInput, sentence: string][] = [
      [{ max_sell_price: 2n * ONE }, 'max_sell_price must not be below min_sell_price, which is 3.'],
      [{ min_sell_price: 3n * ONE }, 'min_sell_price must not be above max_sell_price, which is 2.'],
      [
        { min_sell_price: 3n * ONE, max_sell_price: 2n * ONE },
        'min_sell_price must not be above max_sell_price, which is 2.',
      ],
    ];
    for (const [input, sentence] of CASES) {
      assert.deepEqual(
        fieldsOf(() => checkProduct(crossed, input)),
        [sentence],
      );
    }
    for (const [min, max] of [
      [null, 0n],
      [ONE, null],
      [ONE, ONE],
    ] as const) {
      checkProduct({ ...plain, min_sell_price: min, max_sell_price: max }, {});
    }
  });
});

describe('a product at a site', () => {
  const fresh = newSiteProduct(1n, 5n, 2n, 3n);

  it('has nothing of its own at first, and is not counted', () => {
    assert.deepEqual(fresh, {
      company_id: 1n,
      site_id: 5n,
      product_id: 2n,
      taxes: null,
      cost_taxes: null,
      is_inventory: null,
      show_online: null,
      is_available: true,
      amount: null,
      updated_at: 3n,
    });
  });

  const CASES: readonly [what: string, input: SiteProductInput, part: Partial<typeof fresh>][] = [
    ['nothing', {}, {}],
    ['an empty availability', { availability: {} }, {}],
    ['an amount alone', { availability: { amount: 5n * ONE } }, { amount: 5n * ONE }],
    ['that it is sold out', { availability: { is_available: false } }, { is_available: false }],
    ['taxes, each once', { taxes: [4n, 4n] }, { taxes: ['4'] }],
    ['no taxes at all', { taxes: [], cost_taxes: [] }, { taxes: [], cost_taxes: [] }],
    ['flags', { is_inventory: false, show_online: true }, { is_inventory: false, show_online: true }],
  ];
  for (const [what, input, part] of CASES) {
    it(`takes ${what}, and goes back to the company's for null`, () => {
      const merged = mergeSiteProduct(fresh, input, 9n);
      assert.deepEqual(merged, { ...fresh, ...part, updated_at: 9n });
      assert.deepEqual(mergeSiteProduct(merged, {}, 9n), merged);
      const back = mergeSiteProduct(
        merged,
        {
          taxes: null,
          cost_taxes: null,
          is_inventory: null,
          show_online: null,
          availability: { is_available: true, amount: null },
        },
        3n,
      );
      assert.deepEqual(back, fresh);
    });
  }

  const company = { taxes: ['4', '5'], cost_taxes: [], is_inventory: true, show_online: false };
  const BACK: readonly [what: string, own: Partial<typeof fresh>, input: SiteProductInput, left: object][] = [
    [
      'leaves everything to the company that is as it has it',
      {},
      { taxes: [4n, 5n], cost_taxes: [], is_inventory: true, show_online: false },
      {},
    ],
    [
      'takes what is otherwise',
      {},
      { taxes: [5n, 4n], cost_taxes: [4n], is_inventory: false, show_online: true },
      { taxes: [5n, 4n], cost_taxes: [4n], is_inventory: false, show_online: true },
    ],
    [
      'keeps what it has of its own, also where the company has the same',
      { taxes: ['4'], cost_taxes: ['4'], is_inventory: false, show_online: true },
      { taxes: [4n, 5n], cost_taxes: [], is_inventory: true, show_online: false },
      { taxes: [4n, 5n], cost_taxes: [], is_inventory: true, show_online: false },
    ],
    [
      'takes null as it is',
      {},
      { taxes: null, cost_taxes: null, is_inventory: null, show_online: null },
      { taxes: null, cost_taxes: null, is_inventory: null, show_online: null },
    ],
    [
      'takes availability and prices',
      {},
      { availability: {}, unit_price: ONE },
      { availability: {}, unit_price: ONE },
    ],
  ];
  for (const [what, own, input, left] of BACK) {
    it(`${what}, when it is sent back`, () => {
      const given = withoutCompanyValues(input, { ...fresh, ...own }, company);
      assert.deepEqual(
        Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
        left,
      );
    });
  }
});
