import type { Topic } from '../../kernel/event.ts';
import type { Id } from '../../kernel/id.ts';

// What of a site's menu may be otherwise after some events.

/** The topics of everything that a menu shows. */
export const MENU_TOPICS: readonly Topic[] = [
  'products/created',
  'products/updated',
  'products/deleted',
  'products/availability',
  'categories/created',
  'categories/updated',
  'categories/deleted',
  'option_sets/created',
  'option_sets/updated',
  'option_sets/deleted',
  'price_lists/updated',
  'sites/updated',
  'taxes/created',
  'taxes/updated',
  'taxes/deleted',
];

/** The topic and record of an event. */
interface MenuEvent {
  readonly topic: Topic;
  readonly resource_id: Id;
  readonly sites: readonly Id[];
  readonly changed: readonly string[];
}

/** The parts of a menu that events touched. */
export interface Touched {
  /** Every product may be otherwise: prices, taxes or the site have changed. */
  readonly everything: boolean;
  /** Products came to the site, to a category or to an option set, or left one. */
  readonly membership: boolean;
  /** Products that changed themselves. */
  readonly products: ReadonlySet<Id>;
  /** Those among them that may have become modifiers, or none any more. */
  readonly turned: ReadonlySet<Id>;
  /** Products of which there are more or fewer at the site. */
  readonly stock: ReadonlySet<Id>;
  readonly categories: ReadonlySet<Id>;
  readonly sets: ReadonlySet<Id>;
  readonly taxes: ReadonlySet<Id>;
}

/** True when nothing of a menu was touched. */
export const isUntouched = ({ everything, membership, ...records }: Touched): boolean =>
  !everything && !membership && Object.values(records).every((ids) => ids.size === 0);

/** Changes of a product that move it between sites, categories and option sets. */
const MOVES: ReadonlySet<string> = new Set(['sites', 'categories', 'option_sets']);

/** The parts that events touched of the menu of a site whose prices come from some lists. */
export function touchedBy(
  events: readonly MenuEvent[],
  { site, lists }: { readonly site: Id; readonly lists: readonly Id[] },
): Touched {
  const of = (kind: string) => events.filter(({ topic }) => topic.startsWith(`${kind}/`));
  const ids = (some: readonly MenuEvent[]) => new Set(some.map((event) => event.resource_id));
  const isStock = ({ topic }: MenuEvent) => topic === 'products/availability';
  const stock = of('products').filter(isStock);
  const products = of('products').filter((event) => !isStock(event));
  const [categories, sets, taxes] = [of('categories'), of('option_sets'), of('taxes')];
  const moves = ({ topic, changed }: MenuEvent) =>
    topic !== 'products/updated' || changed.some((name) => MOVES.has(name));
  return {
    everything:
      taxes.some(({ topic }) => topic === 'taxes/updated') ||
      of('sites').some(({ resource_id: id }) => id === site) ||
      of('price_lists').some(({ resource_id: id }) => lists.includes(id)),
    membership: categories.length > 0 || products.some(moves),
    products: ids(products),
    turned: ids(products.filter(({ changed }) => changed.includes('is_modifier'))),
    stock: ids(stock.filter(({ sites }) => sites.includes(site))),
    categories: ids(categories),
    sets: ids(sets),
    taxes: ids(taxes),
  };
}
