import { invalid } from '../kernel/errors.ts';
import type { Id } from '../kernel/id.ts';
import type { Micros } from '../kernel/time.ts';
import { sentence } from '../kernel/words.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { siteProductsOf } from './at-site.store.ts';
import { categoriesOf } from './categories.store.ts';
import { setWithOption } from './options.store.ts';
import { mergeProduct } from './rules/product.ts';
import {
  checkTemplateChange,
  childAttributes,
  isTemplate,
  MAX_VARIANTS,
  shownOf,
  templateAttributes,
  variantKey,
  variantName,
} from './rules/variants.ts';
import { lockVariants, products } from './store.ts';
import type { Product, ProductInput } from './types.ts';

// What templates and their children mean for each other when one of them is saved (reference: products.15, products.16,
// products.17).

/** The fields of a product that its place in a variant family decides. */
type Family = Pick<Product, 'name' | 'variant_parent_id' | 'variant_attributes' | 'variant_key'>;

/**
 * A new product's family: of a template its attributes, of a child its values; children take the template's categories.
 */
interface NewFamily extends Family {
  /** The template's categories, for a child. */
  readonly categories: readonly Id[] | undefined;
}

/** The place of a new product in a variant family; 400 when the template, a value or the combination does not fit. */
export async function newFamily(tx: Writer, company: Id, input: ProductInput): Promise<NewFamily> {
  const { variant_parent_id: parentId = null, name = '' } = input;
  if (parentId === null) {
    const variant_attributes = templateAttributes(input.variant_attributes);
    return { name, variant_parent_id: null, variant_attributes, variant_key: null, categories: undefined };
  }
  const parent = await lockTemplate(tx, company, parentId);
  const children = await lockVariants(tx, company, parent.id);
  if (children.length >= MAX_VARIANTS) {
    throw invalid(
      'variant_parent_id',
      sentence('product {id} has {max} variants already.', { id: parent.id, max: MAX_VARIANTS }),
    );
  }
  const attributes = childAttributes(parent.variant_attributes, input.variant_attributes);
  const key = variantKey(attributes);
  refuseTaken(key, children);
  const inherited = (await categoriesOf(tx, company, [parent.id])).map(({ id }) => id);
  refuseOwnCategories(input, inherited);
  return {
    name: input.name ?? variantName(parent.name, attributes),
    variant_parent_id: parent.id,
    variant_attributes: attributes,
    variant_key: key,
    categories: inherited,
  };
}

/** The template a child is made from, kept from changing: children of one template are made one after the other. */
async function lockTemplate(tx: Writer, company: Id, id: Id): Promise<Product> {
  const parent = await products.getForUpdate(tx, company, id);
  if (parent === undefined || parent.deleted)
    throw invalid('variant_parent_id', sentence('{id} does not exist.', { id }));
  if (parent.variant_parent_id !== null) {
    throw invalid('variant_parent_id', sentence('product {id} is itself a variant.', { id }));
  }
  if (!isTemplate(parent)) {
    throw invalid(
      'variant_parent_id',
      sentence('product {id} has no variant_attributes: give it some first.', { id }),
    );
  }
  return parent;
}

function refuseTaken(key: string, others: readonly Product[]): void {
  const taken = others.find((child) => child.variant_key === key);
  if (taken === undefined) return;
  throw invalid(
    'variant_attributes',
    sentence('this combination is used already, by product {id} ("{name}").', {
      id: taken.id,
      name: taken.name,
    }),
  );
}

/** A variant is in the categories of its template, and in no others (reference: products.21). */
function refuseOwnCategories(input: ProductInput, inherited: readonly Id[]): void {
  const wanted = new Set(input.categories ?? inherited);
  if (wanted.size === inherited.length && inherited.every((id) => wanted.has(id))) return;
  throw invalid('categories', sentence('of a variant are those of its template: change them there.'));
}

/** A variant after a change of its template, and the names of the fields that it shows differently. */
export interface Follower {
  readonly product: Product;
  readonly changed: readonly string[];
}

/** A changed product's family, and the children that follow. */
interface ChangedFamily extends Family {
  /** The children of a template, kept from changing when the change matters to them. */
  readonly children: readonly Product[];
  /** Those of them that are named after the template, or show its picture or option sets. */
  readonly followers: readonly Follower[];
}

/** The place of a changed product in its family; 400 when the others of the family do not fit any more. */
export async function changedFamily(
  tx: Writer,
  company: Id,
  before: Product,
  input: ProductInput,
  now: Micros,
): Promise<ChangedFamily> {
  refuseMove(before, input);
  return before.variant_parent_id === null
    ? changedTemplate(tx, company, before, input, now)
    : changedChild(tx, company, before, before.variant_parent_id, input);
}

function refuseMove(before: Product, input: ProductInput): void {
  const { variant_parent_id: sent } = input;
  if (sent === undefined || sent === before.variant_parent_id) return;
  throw invalid(
    'variant_parent_id',
    sentence('of a product cannot be changed: create another variant instead.'),
  );
}

async function changedTemplate(
  tx: Writer,
  company: Id,
  before: Product,
  input: ProductInput,
  now: Micros,
): Promise<ChangedFamily> {
  const { variant_attributes: sent, name = before.name, categories } = input;
  const attributes = sent === undefined ? before.variant_attributes : templateAttributes(sent);
  const family = { name, variant_parent_id: null, variant_attributes: attributes, variant_key: null };
  if (!isTemplate(before)) {
    if (attributes.length > 0) {
      await refuseOption(tx, company, before);
      await refuseOnSale(tx, company, before);
    }
    return { ...family, children: [], followers: [] };
  }
  const shows = input.image !== undefined || input.option_sets !== undefined;
  const matters = sent !== undefined || name !== before.name || categories !== undefined || shows;
  const children = matters ? await lockVariants(tx, company, before.id) : [];
  checkTemplateChange(attributes, children);
  const after = { ...mergeProduct(before, input), name };
  const followers = children.flatMap((child) => follow(child, before, after, now) ?? []);
  return { ...family, children, followers };
}

/** A variant after a change of its template; undefined when it shows nothing of what changed. */
function follow(child: Product, before: Product, after: Product, now: Micros): Follower | undefined {
  const isNamed = child.name === variantName(before.name, child.variant_attributes);
  const name = isNamed ? variantName(after.name, child.variant_attributes) : child.name;
  const [had, has] = [shownOf(child, before), shownOf(child, after)];
  const changed = [
    ...(name === child.name ? [] : ['name']),
    ...(had.image === has.image ? [] : ['image']),
    ...(String(had.option_sets) === String(has.option_sets) ? [] : ['option_sets']),
  ];
  if (changed.length === 0) return undefined;
  return { product: { ...child, name, updated_at: now }, changed };
}

/** A template cannot be an option (reference: products.25): an option cannot become a template. */
async function refuseOption(tx: Reader, company: Id, product: Product): Promise<void> {
  const set = await setWithOption(tx, company, product.id);
  if (set === undefined) return;
  throw invalid(
    'variant_attributes',
    sentence('cannot be set: the product is an option of the option set "{name}" ({id}).', {
      name: set.name,
      id: set.id,
    }),
  );
}

/** A template is not sold itself: an available product would stop being sold at its sites, without an event. */
async function refuseOnSale(tx: Reader, company: Id, product: Product): Promise<void> {
  const here = (await siteProductsOf(tx, company, [product.id])).find((at) => at.is_available);
  if (here === undefined) return;
  throw invalid(
    'variant_attributes',
    sentence(
      'cannot be set: the product is available at site {siteId}, and what has variants is ' +
        'not sold itself. Make it unavailable there first, or create a new product with ' +
        'variant_attributes.',
      { siteId: here.site_id },
    ),
  );
}

async function changedChild(
  tx: Writer,
  company: Id,
  before: Product,
  parentId: Id,
  input: ProductInput,
): Promise<ChangedFamily> {
  const kept = { variant_parent_id: parentId, children: [], followers: [] };
  if (input.categories !== undefined) {
    refuseOwnCategories(
      input,
      (await categoriesOf(tx, company, [parentId])).map(({ id }) => id),
    );
  }
  if (input.variant_attributes === undefined) {
    const { variant_attributes, variant_key } = before;
    return { ...kept, name: input.name ?? before.name, variant_attributes, variant_key };
  }
  const parent = await lockTemplate(tx, company, parentId);
  const attributes = childAttributes(parent.variant_attributes, input.variant_attributes);
  const key = variantKey(attributes);
  const others = (await lockVariants(tx, company, parentId)).filter((child) => child.id !== before.id);
  refuseTaken(key, others);
  const generated = before.name === variantName(parent.name, before.variant_attributes);
  const name = input.name ?? (generated ? variantName(parent.name, attributes) : before.name);
  return { ...kept, name, variant_attributes: attributes, variant_key: key };
}
