import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ApiError } from '../../kernel/errors.ts';
import { byCodePoint } from '../../kernel/text.ts';
import type { Attributes, VariantInput } from '../types.ts';
import {
  checkTemplateChange,
  childAttributes,
  isTemplate,
  templateAttributes,
  variantKey,
  variantName,
} from './variants.ts';

/** Refused with 400 naming exactly this field, in a sentence like this. */
function refuses(field: string, sentence: RegExp, work: () => unknown): void {
  assert.throws(work, (error) => {
    assert.ok(error instanceof ApiError);
    assert.equal(error.code, 'invalid_request');
    assert.deepEqual(
      error.fields.map((each) => each.field),
      [field],
    );
    assert.match(error.fields[0]?.error_description ?? '', sentence);
    return true;
  });
}

const SHIRT: Attributes = [
  ['Colour', ['blue', 'red']],
  ['Size', ['L', 'M', 'S']],
];

describe('the attributes of a template', () => {
  it('are sorted by code point, names and values', () => {
    assert.deepEqual(
      templateAttributes({ 𝒳: ['b'], ﬀ: ['a'], é: ['𝒳', '\ufffd', 'a', 'Z'], a: ['10', '2'], Z: ['one'] }),
      [
        ['Z', ['one']],
        ['a', ['10', '2']],
        ['é', ['Z', 'a', '\ufffd', '𝒳']],
        ['ﬀ', ['a']],
        ['𝒳', ['b']],
      ],
    );
  });

  it('are none when none are given', () => {
    for (const none of [undefined, null, {}]) assert.deepEqual(templateAttributes(none), []);
  });

  it('are at most ten', () => {
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`a${at}`, ['v']]));
    assert.equal(templateAttributes(many(10)).length, 10);
    refuses('variant_attributes', /at most 10/, () => templateAttributes(many(11)));
  });

  const WRONG: readonly [what: string, input: VariantInput, sentence: RegExp][] = [
    ['one value instead of a list', { Size: 'L' }, /is a list of values/],
    ['no value', { Size: [] }, /at least one value/],
    ['a value twice', { Size: ['L', 'M', 'L'] }, /"L" twice/],
  ];
  for (const [what, input, sentence] of WRONG) {
    it(`cannot have ${what}`, () => {
      refuses('variant_attributes.Size', sentence, () => templateAttributes({ Colour: ['red'], ...input }));
    });
  }

  it('distinguish values that differ in case or composition alone', () => {
    assert.deepEqual(templateAttributes({ A: ['é', 'e\u0301', 'E', 'e'] }), [
      ['A', ['E', 'e', 'e\u0301', 'é']],
    ]);
  });
});

describe('the attributes of a child', () => {
  it('are those of the template, in its order, with one value each', () => {
    const sent: VariantInput[] = [
      { Size: 'M', Colour: 'red' },
      { Colour: ['red'], Size: ['M'] },
    ];
    for (const input of sent) {
      assert.deepEqual(childAttributes(SHIRT, input), [
        ['Colour', ['red']],
        ['Size', ['M']],
      ]);
    }
  });

  const WRONG: readonly [
    what: string,
    input: VariantInput | null | undefined,
    field: string,
    sentence: RegExp,
  ][] = [
    ['nothing', undefined, 'Colour', /required: one of "blue", "red"/],
    ['null', null, 'Colour', /required/],
    ['one attribute missing', { Colour: 'red' }, 'Size', /required: one of "L", "M", "S"/],
    [
      'one attribute too many',
      { Colour: 'red', Size: 'L', Cut: 'slim' },
      'Cut',
      /no attribute of the template; it has "Colour", "Size"/,
    ],
    ['an attribute in another case', { colour: 'red', Size: 'L' }, 'colour', /no attribute/],
    ['a value that is not there', { Colour: 'red', Size: 'XL' }, 'Size', /must be one of "L", "M", "S"/],
    ['a value in another case', { Colour: 'Red', Size: 'L' }, 'Colour', /must be one of/],
    ['several values', { Colour: ['red', 'blue'], Size: 'L' }, 'Colour', /exactly one value/],
    ['the same value twice', { Colour: ['red', 'red'], Size: 'L' }, 'Colour', /exactly one value/],
    ['an empty list', { Colour: [], Size: 'L' }, 'Colour', /exactly one value/],
  ];
  for (const [what, input, field, sentence] of WRONG) {
    it(`cannot be ${what}`, () => {
      refuses(`variant_attributes.${field}`, sentence, () => childAttributes(SHIRT, input));
    });
  }

  it('name at most twenty of the allowed values when one is wrong', () => {
    const values = Array.from({ length: 25 }, (_, at) => `v${String(at).padStart(2, '0')}`);
    refuses('variant_attributes.A', /"v19", …\.$/, () => childAttributes([['A', values]], { A: 'x' }));
  });

  it('do not take what every object has for an attribute', () => {
    refuses('variant_attributes.toString', /required/, () => childAttributes([['toString', ['a']]], {}));
  });
});

describe('the key of a combination', () => {
  it('is the same for equal combinations only', () => {
    const value = fc.constantFrom('a', 'b', '","', '"', ',', 'a","b', '[', '\\');
    fc.assert(
      fc.property(fc.tuple(value, value), fc.tuple(value, value), (one, other) => {
        const key = ([a, b]: [string, string]) =>
          variantKey([
            ['A', [a]],
            ['B', [b]],
          ]);
        assert.equal(key(one) === key(other), one[0] === other[0] && one[1] === other[1]);
      }),
    );
  });
});

describe('the name of a child', () => {
  const child: Attributes = [
    ['Colour', ['red']],
    ['Size', ['L']],
  ];

  it('is the name of the template and the values in the order of their attributes', () => {
    assert.equal(variantName('Shirt', child), 'Shirt - red, L');
  });

  it('has at most 255 characters, the last of a longer one being an ellipsis', () => {
    // " - red, L" is nine characters.
    const lengths: readonly [template: number, name: number][] = [
      [245, 254],
      [246, 255],
      [247, 255],
      [255, 255],
    ];
    for (const unit of ['x', '🍕']) {
      for (const [template, length] of lengths) {
        const name = variantName(unit.repeat(template), child);
        assert.equal([...name].length, length, `${template} of ${unit}`);
        assert.equal(name.endsWith('…'), template > 246);
        assert.ok(name.isWellFormed());
        assert.ok(name.startsWith(unit.repeat(245)));
      }
    }
  });
});

describe('a template', () => {
  it('is what has attributes and no template itself', () => {
    assert.equal(isTemplate({ variant_parent_id: null, variant_attributes: SHIRT }), true);
    assert.equal(isTemplate({ variant_parent_id: null, variant_attributes: [] }), false);
    assert.equal(isTemplate({ variant_parent_id: 7n, variant_attributes: [['Size', ['L']]] }), false);
  });

  const red = {
    name: 'Red L',
    variant_attributes: [
      ['Colour', ['red']],
      ['Size', ['L']],
    ],
  } as const;
  const blue = {
    name: 'Blue M',
    variant_attributes: [
      ['Colour', ['blue']],
      ['Size', ['M']],
    ],
  } as const;

  const FINE: readonly [what: string, after: Attributes][] = [
    ['keep everything', SHIRT],
    [
      'take values more',
      [
        ['Colour', ['blue', 'green', 'red']],
        ['Size', ['L', 'M', 'S', 'XL']],
      ],
    ],
    [
      'give up a value that no variant has',
      [
        ['Colour', ['blue', 'red']],
        ['Size', ['L', 'M']],
      ],
    ],
  ];
  for (const [what, after] of FINE) {
    it(`with children may ${what}`, () => {
      checkTemplateChange(after, [red, blue]);
    });
  }

  const WRONG: readonly [what: string, after: Attributes, field: string, sentence: RegExp][] = [
    [
      'give up a value in use',
      [
        ['Colour', ['blue', 'red']],
        ['Size', ['L', 'S']],
      ],
      'Size',
      /must keep "M": the variant "Blue M"/,
    ],
    ['give up an attribute', [['Colour', ['blue', 'red']]], 'Size', /must keep "L": the variant "Red L"/],
    ['give up all of them', [], 'Colour', /must keep "red"/],
    ['take an attribute more', [...SHIRT, ['Z', ['z']]], 'Z', /cannot be added: the variant "Red L"/],
  ];
  for (const [what, after, field, sentence] of WRONG) {
    it(`with children may not ${what}`, () => {
      refuses(`variant_attributes.${field}`, sentence, () => checkTemplateChange(after, [red, blue]));
    });
  }

  it('without children may change in any way', () => {
    for (const [, after] of WRONG) checkTemplateChange(after, []);
  });

  it('accepts every child of itself as it is', () => {
    const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 });
    const input = fc.dictionary(
      word.filter((name) => name !== '__proto__'),
      fc.uniqueArray(word, { minLength: 1, maxLength: 4 }),
      { maxKeys: 4 },
    );
    fc.assert(
      fc.property(input, fc.nat(), (sent, pick) => {
        const template = templateAttributes(sent);
        for (const [, values] of template) assert.deepEqual(values, [...values].sort(byCodePoint));
        const chosen = Object.fromEntries(
          template.map(([name, values]) => [name, values[pick % values.length] ?? '']),
        );
        const attributes = childAttributes(template, chosen);
        checkTemplateChange(template, [{ name: 'Child', variant_attributes: attributes }]);
      }),
    );
  });
});
