import { baseListId, byIds, lockExisting, taxGroups } from '../company/store.ts';
import { changedFields } from '../edge/records.ts';
import { conflict, invalid, requireKnown } from '../kernel/errors.ts';
import type { Id } from '../kernel/id.ts';
import type { Micros } from '../kernel/time.ts';
import { sentence } from '../kernel/words.ts';
import { initial } from '../shape/state.ts';
import { saveGrams } from '../storage/grams.ts';
import type { Writer } from '../storage/port.ts';
import { fold } from '../storage/sql.ts';
import { addToCategories, categoriesOf, removeFromCategories, touchCategories } from './categories.store.ts';
import { refuseProductLoop, requireOptionSets } from './nesting.ts';
import { productWithModifier, saveProductSets } from './options.store.ts';
import { checkProduct, mergeProduct } from './rules/product.ts';
import { isTemplate, withoutInherited } from './rules/variants.ts';
import { setPrices } from './set-prices.ts';
import { PRODUCT } from './shape/product.ts';
import { GRAMS, products, saveTags } from './store.ts';
import type { CatalogueAuthor, Product, ProductInput } from './types.ts';
import { changedFamily, type Follower, newFamily } from './variants.ts';

/** A new product: initial values, then the fields of the body. */
export function newProduct(company: Id, id: Id, input: ProductInput, now: Micros): Product {
  return mergeProduct(initial(PRODUCT, { company_id: company, id, created_at: now, updated_at: now }), input);
}

/** The references of a body. */
interface Refs {
  readonly taxes?: readonly Id[] | null | undefined;
  readonly cost_taxes?: readonly Id[] | null | undefined;
  readonly categories?: readonly Id[] | undefined;
}

/**
 * The body with groups of taxes replaced by their members, each tax once (reference: products.39). 400 naming each
 * reference to a missing record; those found are locked until the change is saved.
 */
export async function resolveRefs<T extends Refs>(tx: Writer, company: Id, input: T): Promise<T> {
  const { categories = [], taxes, cost_taxes } = input;
  const found =
    categories.length === 0 ? new Set() : await lockExisting(tx, 'categories', company, categories);
  requireKnown(
    categories,
    (id) => found.has(id),
    (at) => `categories[${at}]`,
  );
  const named = [...new Set([...(taxes ?? []), ...(cost_taxes ?? [])])];
  if (named.length === 0) return input;
  const known = await lockExisting(tx, 'taxes', company, named);
  const groups = await membersOf(
    tx,
    company,
    named.filter((id) => !known.has(id)),
  );
  const resolved = (ids: readonly Id[], field: string): Id[] => {
    requireKnown(
      ids,
      (id) => known.has(id) || groups.has(id),
      (at) => `${field}[${at}]`,
    );
    return [...new Set(ids.flatMap((id) => groups.get(id) ?? id))];
  };
  return {
    ...input,
    ...(taxes ? { taxes: resolved(taxes, 'taxes') } : {}),
    ...(cost_taxes ? { cost_taxes: resolved(cost_taxes, 'cost_taxes') } : {}),
  };
}

/** The members of groups of taxes, locked, by the group. */
async function membersOf(tx: Writer, company: Id, ids: readonly Id[]): Promise<Map<Id, Id[]>> {
  const groups = await byIds(taxGroups, tx, company, ids);
  const members = [...groups].map(([id, group]): [Id, Id[]] => [id, group.tax_ids.map(BigInt)]);
  const taxes = members.flatMap(([, each]) => each);
  if (taxes.length > 0) await lockExisting(tx, 'taxes', company, taxes);
  return new Map(members);
}

/** The product with what it is found by (reference: products.13, products.32). */
export function withFoldedNames(product: Product): Product {
  const { name, sku, barcode } = product;
  const found = [name, sku ?? '', barcode ?? ''].filter((text) => text !== '');
  return { ...product, name_folded: fold(name), found_by: fold(found.join('\n')) };
}

/**
 * A new product with its tags, categories and option sets, alone, as a template or as a variant of one; its
 * prices are set apart. 400 naming what does not fit. `reserved` is an id that was taken for it before.
 */
export async function createProduct(
  tx: Writer,
  { company, now }: CatalogueAuthor,
  sent: ProductInput,
  reserved?: Id,
): Promise<Product> {
  const { categories: inherited, ...family } = await newFamily(tx, company, sent);
  const hasPrice = typeof sent.unit_price === 'bigint' || typeof sent.unit_price_ex_tax === 'bigint';
  // The price of a template is zero unless it is given (reference: products.15).
  if (!hasPrice && !isTemplate(family)) {
    throw invalid('unit_price', sentence('is required: give unit_price (with tax) or unit_price_ex_tax.'));
  }
  const input = await resolveRefs(tx, company, sent);
  await requireOptionSets(tx, company, input.option_sets, undefined);
  const [id = reserved] = reserved === undefined ? await tx.ids('product', 1) : [];
  if (id === undefined) throw new Error('No id for a product.');
  const product = withFoldedNames({ ...newProduct(company, id, input, now), ...family });
  checkProduct(product, input);
  await products.insert(tx, product);
  await saveGrams(tx, GRAMS, product, '', product.found_by);
  await saveTags(tx, product);
  if (product.option_sets.length > 0) await saveProductSets(tx, product);
  await setCategories(tx, { company, now }, [id], [], inherited ?? input.categories ?? []);
  return product;
}

/** A product after a change, and the names of what changed. */
export interface ChangedProduct {
  readonly product: Product;
  readonly changed: readonly string[];
  /** The variants that show the changed fields of their template. */
  readonly followers: readonly Follower[];
  /** The price lists on which its prices moved. */
  readonly lists: readonly Id[];
}

/** 409 when a product that pops up for others is to be a modifier no more. */
async function refuseAttached(tx: Writer, company: Id, modifier: Id): Promise<void> {
  const user = await productWithModifier(tx, company, modifier);
  if (user === undefined) return;
  throw conflict(
    sentence('It has to stay a modifier: it is one of product {id} ("{name}").', {
      id: user.id,
      name: user.name,
    }),
  );
}

/** The template of a variant, when a body holds what variants take over from it. */
async function templateOf(
  tx: Writer,
  { company_id: company, variant_parent_id: id }: Product,
  { image, option_sets: sets }: ProductInput,
): Promise<Product | undefined> {
  if (id === null || (image === undefined && sets === undefined)) return undefined;
  return products.get(tx, company, id);
}

/** Columns that follow from other fields; no event names them as changed. */
const DERIVED: ReadonlySet<string> = new Set(['name_folded', 'found_by', 'variant_key']);

/**
 * Changes a company's product; prices go on the base list. Fields that were not sent keep their values. `also` names what
 * has changed beside its row.
 */
export async function updateProduct(
  tx: Writer,
  author: CatalogueAuthor,
  before: Product,
  sent: ProductInput,
  also: readonly string[] = [],
): Promise<ChangedProduct> {
  const { company, now } = author;
  const template = await templateOf(tx, before, sent);
  const own = template === undefined ? sent : withoutInherited(sent, before, template);
  const input = await resolveRefs(tx, company, own);
  const { children, followers, ...family } = await changedFamily(tx, company, before, input, now);
  await requireOptionSets(tx, company, input.option_sets, before.option_sets);
  if (input.option_sets !== undefined) {
    // A variant that gives its own up has its template's, and variants without any have those of this template.
    const shown = input.option_sets ?? template?.option_sets.map(BigInt) ?? [];
    const heirs = children.filter((child) => child.option_sets.length === 0).map(({ id }) => id);
    if (shown.length > 0) await refuseProductLoop(tx, company, [before.id, ...heirs], shown);
  }
  if (before.is_modifier && input.is_modifier === false) await refuseAttached(tx, company, before.id);
  const merged = withFoldedNames({ ...mergeProduct(before, input), ...family });
  checkProduct(merged, input);
  const changed = changedFields(before, merged).filter((name) => !DERIVED.has(name));
  changed.push(...also);
  const base = await baseListId(tx, company);
  const priced = await setPrices(
    tx,
    author,
    { ...before, after: merged },
    { list: base, chain: [base] },
    input,
  );
  changed.push(...priced);
  if (input.categories !== undefined && before.variant_parent_id === null) {
    const known = await categoriesOf(tx, company, [before.id]);
    const members = [before.id, ...children.map((child) => child.id)];
    const moved = await setCategories(
      tx,
      author,
      members,
      known.map(({ id }) => id),
      input.categories,
    );
    if (moved) changed.push('categories');
  }
  for (const { product: child } of followers) {
    const follower = withFoldedNames(child);
    await products.update(tx, follower);
    const was = children.find(({ id }) => id === child.id);
    await saveGrams(tx, GRAMS, follower, was?.found_by ?? '', follower.found_by);
  }
  const lists = priced.length > 0 ? [base] : [];
  if (changed.length === 0) return { product: before, changed, followers, lists };
  const product = { ...merged, updated_at: now };
  await products.update(tx, product);
  await saveGrams(tx, GRAMS, product, before.found_by, product.found_by);
  if (changed.includes('tags')) await saveTags(tx, product);
  if (changed.includes('option_sets')) await saveProductSets(tx, product);
  return { product, changed, followers, lists };
}

/** Puts products into the wanted categories and takes them from the others they are in; false when nothing changed. */
async function setCategories(
  tx: Writer,
  { company, now }: CatalogueAuthor,
  members: readonly Id[],
  before: readonly Id[],
  wanted: readonly Id[],
): Promise<boolean> {
  const added = [...new Set(wanted)].filter((id) => !before.includes(id));
  const removed = before.filter((id) => !wanted.includes(id));
  await addToCategories(tx, company, members, added, now);
  if (removed.length > 0) await removeFromCategories(tx, company, members, removed);
  await touchCategories(tx, company, [...added, ...removed], now);
  return added.length + removed.length > 0;
}
