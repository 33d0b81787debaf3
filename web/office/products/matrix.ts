// The variants of a family as a matrix: the last attribute across, the combinations of the others down.

import type { AttributeView, VariantHead } from '../catalogue/records.ts';

/** An attribute of a family with its values. */
export interface Attribute {
  readonly name: string;
  readonly values: readonly string[];
}

/** One value of each attribute, by name. */
export type Combination = Readonly<Record<string, string>>;

export interface Cell {
  readonly combination: Combination;
  readonly variant: VariantHead | undefined;
}

export interface Matrix {
  /** The attributes that are down the side. */
  readonly side: readonly string[];
  /** The attribute across, and its values. */
  readonly across: Attribute;
  readonly rows: readonly {
    readonly key: string;
    readonly values: readonly string[];
    readonly cells: readonly Cell[];
  }[];
  /** How many rows there would be. */
  readonly total: number;
}

/** The attributes of a template as it shows them. */
export function attributesOf(view: AttributeView): Attribute[] {
  return Object.entries(view).map(([name, values]) => ({
    name,
    values: typeof values === 'string' ? [values] : values,
  }));
}

const keyOf = (attributes: readonly Attribute[], combination: VariantHead['variant_attributes']) =>
  JSON.stringify(attributes.map(({ name }) => combination[name]));

/** Lays the variants out; at most `most` rows. Undefined where there are no attributes. */
export function matrixOf(
  attributes: readonly Attribute[],
  variants: readonly VariantHead[],
  most: number,
): Matrix | undefined {
  const across = attributes.at(-1);
  if (across === undefined) return undefined;
  const side = attributes.slice(0, -1);
  const known = new Map(variants.map((variant) => [keyOf(attributes, variant.variant_attributes), variant]));
  const total = side.reduce((count, { values }) => count * values.length, 1);
  const rows: Matrix['rows'][number][] = [];
  for (let at = 0; at < Math.min(total, most); at++) {
    let rest = at;
    const values: string[] = [];
    // The last of them changes fastest.
    for (const each of side.toReversed()) {
      values.unshift(each.values[rest % each.values.length] ?? '');
      rest = Math.floor(rest / each.values.length);
    }
    const fixed = Object.fromEntries(side.map(({ name }, place) => [name, values[place] ?? '']));
    rows.push({
      key: JSON.stringify(values),
      values,
      cells: across.values.map((value) => {
        const combination = { ...fixed, [across.name]: value };
        return { combination, variant: known.get(keyOf(attributes, combination)) };
      }),
    });
  }
  return { side: side.map(({ name }) => name), across, rows, total };
}
