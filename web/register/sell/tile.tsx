import { type CSSProperties, memo, useState } from 'react';
import { BASE } from '../../shared/base.ts';
import { formatNumber } from '../../shared/format.ts';
import { t } from '../../shared/words.ts';
import type { Menu, MenuProduct } from '../menu.ts';

interface TileProps {
  readonly product: MenuProduct;
  readonly name?: string;
  readonly price: string;
  readonly out: boolean;
  /** The hue of its heading, in degrees; none without a heading. */
  readonly hue: number | undefined;
  readonly pick: (product: MenuProduct) => void;
}

/** A product: its picture or the colour of its heading, its name and its price. */
export const Tile = memo(function Tile({ product, name, price, out, hue, pick }: TileProps) {
  return (
    <button
      type="button"
      className="product"
      style={styleOf(hue)}
      aria-disabled={out}
      onClick={() => {
        if (!out) pick(product);
      }}
    >
      <Picture image={product.image} />
      <span className="product-name">{name ?? product.name}</span>
      <span className="product-price">{priceLine(product, price, out)}</span>
    </button>
  );
});

/** The line below a product's name. */
function priceLine({ is_template, amount }: MenuProduct, price: string, out: boolean): string {
  if (out) return t('Out of stock');
  if (is_template || amount === null) return price;
  return t('{price} · {count} left', { price, count: formatNumber(amount) });
}

/** A hue on the page; every heading has its own. */
export function styleOf(hue: number | undefined): CSSProperties | undefined {
  return hue === undefined ? undefined : ({ '--tile-hue': hue } as CSSProperties);
}

/** The hue of a product's first heading. */
export function hueOf(menu: Menu, { categories }: MenuProduct): number | undefined {
  const [first] = categories;
  const place = first === undefined ? -1 : menu.categories.findIndex(({ id }) => id === first);
  // The golden angle: neighbours are far apart, however many there are.
  return place < 0 ? undefined : Math.round(place * 137.5) % 360;
}

/** The picture of a product, where it has one that can be loaded. */
export function Picture({ image }: { image: string | null }) {
  const [failed, setFailed] = useState<string>();
  if (image === null || image === failed) return null;
  const kept = /\/images\/\d{1,20}\/[0-9a-f]{64}$/.exec(image);
  return (
    <img
      className="product-picture"
      src={kept === null ? image : `${BASE}${kept[0]}`}
      alt=""
      loading="lazy"
      draggable={false}
      onError={() => setFailed(image)}
    />
  );
}
