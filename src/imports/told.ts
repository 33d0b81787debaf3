// What an import has changed so far, and the events that tell it: the same as of the same changes through the
// API (reference: imports.2), written last, because from then on every other change of the company waits.

import { byIds } from '../company/store.ts';
import type { Id } from '../kernel/id.ts';
import type { LoopYielder } from '../kernel/loop-yielder.ts';
import type { Micros } from '../kernel/time.ts';
import { append } from '../outbox/append.ts';
import { availabilityFacts, makesEvent, type ProductChange, productFacts } from '../products/facts.ts';
import { products } from '../products/store.ts';
import type { SiteProduct } from '../products/types.ts';
import type { Writer } from '../storage/port.ts';

/** Products whose events are rendered and written at a time. */
const BATCH = 50;

/** What changed of one product. */
export interface Change {
  readonly product: Id;
  readonly isNew: boolean;
  /** The names of what changed, as an event names them. */
  readonly changed: readonly string[];
  /** Sites it was taken from. */
  readonly leaving: readonly Id[];
  readonly atSites: readonly { readonly before: SiteProduct | undefined; readonly after: SiteProduct }[];
}

/** Collects what is to be told. */
export class Told {
  readonly #changes = new Map<Id, Change>();

  add(change: Change): void {
    const known = this.#changes.get(change.product);
    this.#changes.set(
      change.product,
      known === undefined
        ? change
        : {
            product: change.product,
            isNew: known.isNew,
            changed: known.isNew ? known.changed : [...new Set([...known.changed, ...change.changed])],
            leaving: [...known.leaving, ...change.leaving],
            atSites: [...known.atSites, ...change.atSites],
          },
    );
  }

  /** Writes the events, of each product one, and one for each change of its availability. */
  async append(tx: Writer, company: Id, now: Micros, pace: LoopYielder): Promise<void> {
    const all = [...this.#changes.values()];
    for (let at = 0; at < all.length; at += BATCH) {
      await pace.yieldIfDue();
      const some = all.slice(at, at + BATCH);
      const known = await byIds(
        products,
        tx,
        company,
        some.map(({ product }) => product),
      );
      const news = some.flatMap((change): (ProductChange & { change: Change })[] => {
        const product = known.get(change.product);
        return product === undefined
          ? []
          : [{ ...change, product, change, topic: change.isNew ? 'products/created' : 'products/updated' }];
      });
      const facts = await productFacts(tx, company, news);
      await append(
        tx,
        company,
        now,
        news.flatMap(({ product: { sku }, change }, place) => {
          const fact = facts[place];
          return [
            ...(fact !== undefined && (change.isNew || makesEvent(change.changed)) ? [fact] : []),
            ...change.atSites.flatMap(({ before, after }) => availabilityFacts({ ...after, sku }, before)),
          ];
        }),
      );
    }
  }
}
