// What an import has changed so far, and the events that tell it: the same as of the same changes through the
// API (reference: imports.2), written last, because from then on every other change of the company waits.

import { priceListFacts } from '../company/facts.ts';
import { byIds } from '../company/store.ts';
import type { Id } from '../kernel/id.ts';
import type { LoopYielder } from '../kernel/loop-yielder.ts';
import type { Micros } from '../kernel/time.ts';
import { append } from '../outbox/append.ts';
import { newCategoryFacts } from '../products/categories.ts';
import {
  availabilityFacts,
  makesEvent,
  noteOverrides,
  type ProductChange,
  productFacts,
} from '../products/facts.ts';
import { optionSetFacts } from '../products/options.ts';
import { products, touchProducts } from '../products/store.ts';
import type { Product, SiteProduct } from '../products/types.ts';
import type { Writer } from '../storage/port.ts';

/** Products whose events are rendered and written at a time. */
const BATCH = 50;

/** The change of one product. */
export interface Change {
  readonly product: Id;
  readonly isNew: boolean;
  /** The names of what changed, as an event names them. */
  readonly changed: readonly string[];
  /** As answers showed it before; undefined of a new one. */
  readonly before: object | undefined;
  /** Sites it was taken from. */
  readonly leaving: readonly Id[];
  readonly atSites: readonly { readonly before: SiteProduct | undefined; readonly after: SiteProduct }[];
}

/** Collects the events of an import. */
export class ImportEvents {
  readonly #changes = new Map<Id, Change>();
  readonly #lists = new Set<Id>();
  readonly #categories = new Set<Id>();
  /** Products that changed by prices alone, which is no event of theirs. */
  readonly #repriced = new Set<Id>();
  /** Option sets by id, as answers showed them before; undefined of a new one. */
  readonly #sets = new Map<Id, object | undefined>();

  addList(list: Id): void {
    this.#lists.add(list);
  }

  /** A product whose prices moved on a list (reference: products.44). */
  addRepriced(product: Id): void {
    this.#repriced.add(product);
  }

  /** A category that was made. */
  addCategory(category: Id): void {
    this.#categories.add(category);
  }

  addSet(set: Id, before: object | undefined): void {
    if (!this.#sets.has(set)) this.#sets.set(set, before);
  }

  add(change: Change): void {
    const known = this.#changes.get(change.product);
    this.#changes.set(
      change.product,
      known === undefined
        ? change
        : {
            product: change.product,
            isNew: known.isNew,
            before: known.before,
            changed: known.isNew ? known.changed : [...new Set([...known.changed, ...change.changed])],
            leaving: [...known.leaving, ...change.leaving],
            atSites: [...known.atSites, ...change.atSites],
          },
    );
  }

  /** Writes the events: of each record one, and one for each change of a product's availability. */
  async append(tx: Writer, company: Id, now: Micros, pace: LoopYielder): Promise<void> {
    await append(tx, company, now, [
      ...(await newCategoryFacts(tx, company, [...this.#categories])),
      ...(await optionSetFacts(tx, company, this.#sets)),
      ...(await priceListFacts(tx, company, this.#lists)),
    ]);
    const repriced = [...this.#repriced];
    for (let at = 0; at < repriced.length; at += BATCH)
      await touchProducts(tx, company, repriced.slice(at, at + BATCH), now);
    const all = [...this.#changes.values()];
    for (let at = 0; at < all.length; at += BATCH) {
      await pace.yieldIfDue();
      const some = all.slice(at, at + BATCH);
      const known = await touched(tx, company, some, now);
      const news = some.flatMap((change): (ProductChange & { change: Change })[] => {
        const product = known.get(change.product);
        return product === undefined
          ? []
          : [{ ...change, product, change, topic: change.isNew ? 'products/created' : 'products/updated' }];
      });
      const before = some.flatMap((each): [Id, object][] =>
        each.before === undefined ? [] : [[each.product, each.before]],
      );
      const facts = await productFacts(tx, { company, now }, news, new Map(before));
      await append(
        tx,
        company,
        now,
        news.flatMap(({ product: { sku, low_stock: low }, change }, place) => {
          const fact = facts[place];
          return [
            ...(fact !== undefined && (change.isNew || makesEvent(change.changed)) ? [fact] : []),
            ...change.atSites.flatMap(({ before, after }) =>
              availabilityFacts({ ...after, sku }, before, low),
            ),
          ];
        }),
      );
    }
    await noteOverrides(
      tx,
      company,
      all.flatMap((change) => change.atSites),
    );
  }
}

/** The products of some changes by their ids. Those that changed beside their rows alone have changed now as well. */
async function touched(
  tx: Writer,
  company: Id,
  some: readonly Change[],
  now: Micros,
): Promise<ReadonlyMap<Id, Product>> {
  const ids = some.map(({ product }) => product);
  const known = await byIds(products, tx, company, ids);
  const stale = some
    .filter(({ isNew, changed }) => !isNew && changed.length > 0)
    .flatMap(({ product }) => known.get(product) ?? [])
    .filter((product) => product.updated_at !== now);
  await touchProducts(
    tx,
    company,
    stale.map(({ id }) => id),
    now,
  );
  for (const product of stale) known.set(product.id, { ...product, updated_at: now });
  return known;
}
