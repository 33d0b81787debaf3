// The price lists that hold at times, or for types of orders, by the service's own rule: so that prices are right without a
// network, and a line keeps the price that it was rung at (reference: prices.4).
import { isForType, isWithin } from '#src/company/rules/list-terms.ts';
import type { Id } from '#src/kernel/id.ts';
import type { OrderType } from '#src/kernel/order-type.ts';
import { localTimeAt } from '../shared/format.ts';
import type { Menu, MenuList, MenuProduct } from './menu.ts';

/** The lists whose times it is at a moment; undefined for none. A line remembers them from when it was rung. */
export function heldAt(menu: Pick<Menu, 'site'>, ms: number): readonly Id[] | undefined {
  const { price_lists: lists = [], timezone } = menu.site;
  const timed = lists.filter(({ schedule }) => schedule !== null);
  if (timed.length === 0) return undefined;
  const at = localTimeAt(ms, timezone);
  const held = timed.filter(({ schedule }) => schedule !== null && isWithin(schedule, at));
  return held.length === 0 ? undefined : held.map(({ id }) => id);
}

const menus = new WeakMap<Menu, Map<string, Menu>>();

/** The menu with the prices that hold for orders of a type, for what is rung while some lists are held. */
export function menuFor(menu: Menu, type: OrderType | null, held: readonly Id[] = []): Menu {
  const { price_lists: lists = [] } = menu.site;
  const holding = lists.filter(
    (list) => isForType(list, type) && (list.schedule === null || held.includes(list.id)),
  );
  if (lists.length === 0) return menu;
  const key = holding.map(({ id }) => String(id)).join(' ');
  const known = menus.get(menu) ?? new Map<string, Menu>();
  menus.set(menu, known);
  const made = known.get(key) ?? priced(menu, holding);
  known.set(key, made);
  return made;
}

/** The menu with the prices of some lists, the one that goes first at the beginning. */
function priced(menu: Menu, holding: readonly MenuList[]): Menu {
  const priceOf = ({ price, timed }: MenuProduct) => {
    for (const { id } of holding) {
      const found = timed?.find(({ list }) => list === id);
      if (found !== undefined) return found.price;
    }
    return price;
  };
  const products = [...menu.products].map(([id, product]): [Id, MenuProduct] =>
    product.timed === undefined ? [id, product] : [id, { ...product, price: priceOf(product) }],
  );
  return { ...menu, products: new Map(products), site: { ...menu.site, price_lists: [] } };
}
