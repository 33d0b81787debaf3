import { GripVertical, Star } from 'lucide-react';
import { type CSSProperties, type KeyboardEvent, memo, useState } from 'react';
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

/** What stands below a product's name. */
function priceLine({ is_template, amount }: MenuProduct, price: string, out: boolean): string {
  if (out) return t('Out of stock');
  if (is_template || amount === null) return price;
  return t('{price} · {count} left', { price, count: formatNumber(amount) });
}

/** A hue on the page; every heading has its own. */
function styleOf(hue: number | undefined): CSSProperties | undefined {
  return hue === undefined ? undefined : ({ '--tile-hue': hue } as CSSProperties);
}

/** The hue of a product's first heading. */
export function hueOf(menu: Menu, { categories }: MenuProduct): number | undefined {
  const [first] = categories;
  const place = first === undefined ? -1 : menu.categories.findIndex(({ id }) => id === first);
  // The golden angle: neighbours are far apart, however many there are.
  return place < 0 ? undefined : Math.round(place * 137.5) % 360;
}

function Picture({ image }: { image: string | null }) {
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

interface MovableProps {
  readonly product: MenuProduct;
  readonly hue: number | undefined;
  readonly isFavourite: boolean;
  /** Makes it a favourite, or none. */
  readonly toggle: () => void;
  /** Puts it in the place of another tile, or among the favourites. */
  readonly drop: (target: { readonly id: string } | 'favourites') => void;
  /** Moves it by so many places. */
  readonly shift: (by: number) => void;
}

/** A tile that is being arranged: dragged by its handle, moved by the arrow keys, and marked as a favourite by a tap. */
export function MovableTile({ product, hue, isFavourite, toggle, drop, shift }: MovableProps) {
  const [dragging, setDragging] = useState(false);
  const drag = () => {
    setDragging(true);
    const stop = new AbortController();
    /** The tile whose place was taken last: only another one is moved aside. */
    let over: string | undefined;
    const move = ({ clientX, clientY }: PointerEvent) => {
      const id = document
        .elementsFromPoint(clientX, clientY)
        .map((each) => each.closest<HTMLElement>('[data-tile]')?.dataset.tile)
        .find((each) => each !== undefined && each !== String(product.id));
      if (id !== undefined && id !== over) drop({ id });
      over = id;
    };
    const end = ({ clientX, clientY, type }: PointerEvent) => {
      stop.abort();
      setDragging(false);
      const below = document.elementsFromPoint(clientX, clientY);
      const isOverFavourites = below.some((each) => each.closest('[data-favourites]') !== null);
      if (type === 'pointerup' && isOverFavourites) drop('favourites');
    };
    // On the window: the handle itself is moved with its tile.
    addEventListener('pointermove', move, { signal: stop.signal });
    addEventListener('pointerup', end, { signal: stop.signal });
    addEventListener('pointercancel', end, { signal: stop.signal });
  };
  const press = (event: KeyboardEvent) => {
    const isRtl = document.documentElement.dir === 'rtl';
    const by = { ArrowLeft: isRtl ? 1 : -1, ArrowRight: isRtl ? -1 : 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    shift(by);
  };
  return (
    <div className="product-movable" data-tile={String(product.id)} data-dragging={dragging}>
      <button
        type="button"
        className="product"
        style={styleOf(hue)}
        aria-pressed={isFavourite}
        aria-label={t('Favorite: {product}', { product: product.name })}
        onClick={toggle}
        onKeyDown={press}
      >
        <Picture image={product.image} />
        <span className="product-name">{product.name}</span>
        <Star size={18} aria-hidden fill={isFavourite ? 'currentColor' : 'none'} />
      </button>
      <span className="product-grip" aria-hidden onPointerDown={drag}>
        <GripVertical size={22} aria-hidden />
      </span>
    </div>
  );
}
