// Variants: a template's attributes, and the children that have one value of each (reference: products.15,
// products.16).
import { invalid } from '../../kernel/errors.ts';
import { byCodePoint } from '../../kernel/text.ts';
import { sentence } from '../../kernel/words.ts';
import type { Attributes, Product, ProductInput, VariantInput } from '../types.ts';

/** Most attributes of a template, and most children. */
const MAX_ATTRIBUTES = 10;
export const MAX_VARIANTS = 1000;

const FIELD = 'variant_attributes';

/** True for a product that others are variants of. */
export function isTemplate(product: Pick<Product, 'variant_parent_id' | 'variant_attributes'>): boolean {
  return product.variant_parent_id === null && product.variant_attributes.length > 0;
}

/**
 * The fields that a variant takes over from its template unless it has its own.
 */
type Shown = Pick<Product, 'image' | 'option_sets'>;

/** A product's picture and option sets, with those it takes over from its template. */
export function shownOf(product: Shown, template: Shown | undefined): Shown {
  if (template === undefined) return product;
  return {
    image: product.image ?? template.image,
    option_sets: product.option_sets.length > 0 ? product.option_sets : template.option_sets,
  };
}

/** A body without what a variant shows of its template already: sent back as it was read, it makes nothing its own. */
export function withoutInherited(input: ProductInput, before: Shown, template: Shown): ProductInput {
  const { image, option_sets: sets, ...rest } = input;
  const sameImage = before.image === null && image === template.image;
  const sameSets = before.option_sets.length === 0 && String(sets ?? []) === String(template.option_sets);
  return {
    ...rest,
    ...(image === undefined || sameImage ? {} : { image }),
    ...(sets === undefined || sameSets ? {} : { option_sets: sets }),
  };
}

function sorted(input: VariantInput): [string, string | string[]][] {
  return Object.entries(input).sort(([a], [b]) => byCodePoint(a, b));
}

/** The attributes of a template: each name once, with at least one value, none twice; all sorted. */
export function templateAttributes(input: VariantInput | null | undefined): Attributes {
  const entries = sorted(input ?? {});
  if (entries.length > MAX_ATTRIBUTES)
    throw invalid(FIELD, sentence('must have at most {max} attributes.', { max: MAX_ATTRIBUTES }));
  return entries.map(([name, values]) => {
    const field = `${FIELD}.${name}`;
    if (typeof values === 'string') throw invalid(field, sentence('of a template is a list of values.'));
    if (values.length === 0) throw invalid(field, sentence('must have at least one value.'));
    const twice = values.find((value, at) => values.indexOf(value) !== at);
    if (twice !== undefined) throw invalid(field, sentence('has the value "{twice}" twice.', { twice }));
    return [name, values.toSorted(byCodePoint)];
  });
}

/** The attributes of a template's child: every one of the template's, each with one of its values. */
export function childAttributes(template: Attributes, input: VariantInput | null | undefined): Attributes {
  const given = new Map(sorted(input ?? {}));
  for (const name of given.keys()) {
    if (!template.some(([known]) => known === name)) {
      throw invalid(
        `${FIELD}.${name}`,
        sentence('is no attribute of the template; it has {known}.', {
          known: list(template.map(([known]) => known)),
        }),
      );
    }
  }
  return template.map(([name, allowed]) => {
    const field = `${FIELD}.${name}`;
    const sent = given.get(name);
    if (sent === undefined)
      throw invalid(field, sentence('is required: one of {allowed}.', { allowed: list(allowed) }));
    const [value, ...more] = typeof sent === 'string' ? [sent] : sent;
    if (value === undefined || more.length > 0)
      throw invalid(field, sentence('of a variant is exactly one value.'));
    if (!allowed.includes(value))
      throw invalid(field, sentence('must be one of {allowed}.', { allowed: list(allowed) }));
    return [name, [value]];
  });
}

function list(words: readonly string[]): string {
  const shown = words.slice(0, 20).map((word) => `"${word}"`);
  return words.length > shown.length ? `${shown.join(', ')}, …` : shown.join(', ');
}

/** The values of a child as one text: equal for equal combinations only. */
export function variantKey(attributes: Attributes): string {
  return JSON.stringify(attributes.map(([, [value]]) => value));
}

/** Longest name of a product, in code points. */
const MAX_NAME = 255;

/** The name of a child that was given none: the template's name and its values (reference: products.16). */
export function variantName(template: string, attributes: Attributes): string {
  const values = attributes.map(([, [value]]) => value).join(', ');
  const points = [...`${template} - ${values}`];
  return points.length > MAX_NAME ? `${points.slice(0, MAX_NAME - 1).join('')}…` : points.join('');
}

/**
 * Refuses a change of a template that its children do not fit any more: with children its attributes keep
 * their names, and the values in use stay.
 */
export function checkTemplateChange(
  after: Attributes,
  children: readonly Pick<Product, 'name' | 'variant_attributes'>[],
): void {
  for (const child of children) {
    for (const [name, [value]] of child.variant_attributes) {
      const [, allowed] = after.find(([known]) => known === name) ?? [];
      if (value !== undefined && allowed?.includes(value) === true) continue;
      throw invalid(
        `${FIELD}.${name}`,
        sentence('must keep "{value}": the variant "{name}" has it.', { value, name: child.name }),
      );
    }
    const added = after.find(([name]) => !child.variant_attributes.some(([known]) => known === name));
    if (added !== undefined) {
      throw invalid(
        `${FIELD}.${added[0]}`,
        sentence('cannot be added: the variant "{name}" has no value of it.', { name: child.name }),
      );
    }
  }
}
