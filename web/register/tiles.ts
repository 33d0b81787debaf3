// How the tiles of the menu stand at this register: their order, and the favourites. Kept in the browser.
import type { MenuProduct } from './menu.ts';

/** The places of tiles. */
export interface Tiles {
  /** Ids of products in their order; what is not named stands behind by name. */
  readonly order: readonly string[];
  readonly favourites: readonly string[];
}

export const NO_TILES: Tiles = { order: [], favourites: [] };

/** Products in the order of their tiles. */
export function arranged(products: readonly MenuProduct[], { order }: Tiles): readonly MenuProduct[] {
  if (order.length === 0) return products;
  const places = new Map(order.map((id, place) => [id, place]));
  const placeOf = ({ id }: MenuProduct) => places.get(String(id)) ?? order.length;
  return products.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** The tiles with one of them at the place of another one, which moves aside. */
export function moved(tiles: Tiles, products: readonly MenuProduct[], id: string, to: string): Tiles {
  const all = arranged(products, tiles).map((product) => String(product.id));
  const [from, place] = [all.indexOf(id), all.indexOf(to)];
  if (from < 0 || place < 0 || from === place) return tiles;
  return { ...tiles, order: all.toSpliced(from, 1).toSpliced(place, 0, id) };
}

/** The tiles with one more favourite, or one less. */
export function withFavourite(tiles: Tiles, id: string, isFavourite: boolean): Tiles {
  const others = tiles.favourites.filter((each) => each !== id);
  return { ...tiles, favourites: isFavourite ? [...others, id] : others };
}
