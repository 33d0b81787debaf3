// The menu of the register: there at once from the browser's database, refreshed by events, read anew at intervals.
import type { AvailabilityChange, Event, Passbell } from '#clients/typescript/index.ts';
import type { Id } from '#src/kernel/id.ts';
import { loadMenu, loadProducts, loadTaxes, type Menu, type MenuProduct, readAvailability } from './menu.ts';

/** Where a menu is kept. */
export interface MenuStore {
  read(): Promise<Menu | undefined>;
  write(menu: Menu): Promise<void>;
}

export interface CatalogueParts {
  readonly passbell: Passbell;
  readonly site: Id;
  readonly store: MenuStore;
  /** Called with every new menu. */
  readonly changed?: (menu: Menu) => void;
}

/** So many products that changed together are read one by one; with more the whole menu is. */
const MAX_CHANGED = 500;

/** Kinds of records of which there are few: when one changes, everything is read. */
const READ_WITH_ALL: ReadonlySet<string> = new Set([
  'discounts',
  'option_sets',
  'categories',
  'payment_methods',
]);

export class Catalogue {
  readonly #parts: CatalogueParts;
  #menu: Menu | undefined;
  /** Products that changed since they were read. */
  readonly #stale = new Set<Id>();
  #taxes = false;
  #all = false;
  /** The reading under way; one at a time, so that older answers never replace newer ones. */
  #reading: Promise<unknown> = Promise.resolve();
  #busy = 0;

  constructor(parts: CatalogueParts) {
    this.#parts = parts;
  }

  /** The menu as it is known; undefined before there was one. */
  get menu(): Menu | undefined {
    return this.#menu;
  }

  /** The menu that was kept, as after opening the register without a network. */
  async open(): Promise<void> {
    const kept = await this.#parts.store.read();
    if (kept === undefined || this.#menu !== undefined || kept.site.id !== this.#parts.site) return;
    this.#menu = kept;
    this.#parts.changed?.(kept);
  }

  /** True when events noted something that is not read yet. */
  get waits(): boolean {
    return this.#taxes || this.#all || this.#stale.size > 0;
  }

  /** Reads everything, also what changes without an event, such as what a site overrides. */
  refresh(): Promise<void> {
    return this.#inTurn(() => this.#readAll());
  }

  async #readAll(): Promise<void> {
    this.#all = false;
    try {
      await this.#take(await loadMenu(this.#parts.passbell, this.#parts.site));
    } catch (error) {
      this.#all = true;
      throw error;
    }
  }

  /** Takes an event. Records it only names are noted, and read by `flush`. True when there is something to flush. */
  take(event: Event): boolean {
    const [kind, what] = event.topic.split('/');
    if (kind === 'taxes') this.#taxes = true;
    else if (READ_WITH_ALL.has(kind ?? '') || this.#isOfLists(event)) this.#all = true;
    else if (
      event.topic === 'company/updated' ||
      (event.topic === 'sites/updated' && BigInt(event.resource_id) === this.#parts.site)
    )
      this.#all = true;
    else if (event.topic === 'products/availability')
      this.#setAvailability(event.payload as unknown as AvailabilityChange);
    else if (kind === 'products') {
      const id = BigInt(event.resource_id);
      this.#stale.add(id);
      if (what === 'deleted') void this.#without(id);
    }
    return this.waits;
  }

  /**
   * True when other price lists may hold at the site, and for prices of those it sells by: its own, those above it, and
   * those with terms. The event does not say which products they are of (reference: events.5).
   */
  #isOfLists({ topic, resource_id: id, changed }: Event): boolean {
    if (topic !== 'price_lists/updated') return false;
    const { lists, price_lists: timed = [] } = this.#menu?.site ?? {};
    if (lists === undefined || changed.some((name) => name !== 'products')) return true;
    const list = BigInt(id);
    return lists.includes(list) || timed.some((each) => each.id === list);
  }

  /** Reads the noted records. Those that fail stay noted. */
  flush(): Promise<void> {
    return this.#inTurn(() => this.#readChanged());
  }

  async #inTurn(work: () => Promise<void>): Promise<void> {
    this.#busy++;
    const mine = this.#reading.then(work);
    this.#reading = mine.catch(() => undefined);
    try {
      await mine;
    } finally {
      this.#busy--;
    }
  }

  async #readChanged(): Promise<void> {
    if (this.#menu === undefined || this.#all || this.#stale.size > MAX_CHANGED) {
      this.#stale.clear();
      this.#taxes = false;
      return this.#readAll();
    }
    const { passbell, site } = this.#parts;
    const ids = [...this.#stale];
    const withTaxes = this.#taxes;
    this.#stale.clear();
    this.#taxes = false;
    try {
      const [found, taxes] = await Promise.all([
        ids.length === 0 ? [] : loadProducts(passbell, site, ids),
        withTaxes ? loadTaxes(passbell) : undefined,
      ]);
      const menu = this.#menu;
      const fresh = replaced(menu, ids, found);
      const knowsSets = found.every((product) => product.option_sets.every((id) => menu.sets.has(id)));
      if (!knowsSets) return await this.#readAll();
      await this.#take(taxes === undefined ? fresh : { ...fresh, taxes });
    } catch (error) {
      for (const id of ids) this.#stale.add(id);
      this.#taxes ||= withTaxes;
      throw error;
    }
  }

  async #take(menu: Menu): Promise<void> {
    this.#menu = menu;
    this.#parts.changed?.(menu);
    await this.#parts.store.write(menu);
  }

  async #without(id: Id): Promise<void> {
    const menu = this.#menu;
    if (menu?.products.has(id)) await this.#take(replaced(menu, [id], []));
  }

  /** The event has the whole record: a product out of stock shows at once. */
  #setAvailability({ site_id: site, product_id, availability }: AvailabilityChange): void {
    const menu = this.#menu;
    const id = BigInt(product_id);
    if (menu === undefined || BigInt(site) !== menu.site.id) return;
    const known = menu.products.get(id);
    // A reading under way may be older than this event: then the product is read once more.
    if (known === undefined || this.#busy > 0) this.#stale.add(id);
    if (known === undefined) return;
    const product = { ...known, ...readAvailability(availability) };
    void this.#take({ ...menu, products: new Map(menu.products).set(id, product) });
  }
}

/** The menu with some products read anew; those that are not there any more are taken out. */
function replaced(menu: Menu, ids: readonly Id[], found: readonly MenuProduct[]): Menu {
  const products = new Map(menu.products);
  const fresh = new Map(found.map((product) => [product.id, product]));
  for (const id of ids) {
    const product = fresh.get(id);
    if (product === undefined) products.delete(id);
    else products.set(id, product);
  }
  return { ...menu, products };
}
