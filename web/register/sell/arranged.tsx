import '../parts.css';
import { GripVertical, Star } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { t } from '../../shared/words.ts';
import { useRegister, useRegisterState } from '../context.tsx';
import { productsOf } from '../find.ts';
import type { Menu, MenuProduct } from '../menu.ts';
import { moved, withFavourite } from '../tiles.ts';
import { hueOf, Picture, styleOf } from './tile.tsx';

interface Props {
  readonly menu: Menu;
  readonly shown: readonly MenuProduct[];
}

/** The tiles while they are being arranged. */
export function Arranged({ menu, shown }: Props) {
  const { core } = useRegister();
  const { tiles } = useRegisterState();
  const all = productsOf(menu, null);
  return shown.map((product, place) => {
    const id = String(product.id);
    const isFavourite = tiles.favourites.includes(id);
    const put = (to: string) => core.setTiles(moved(core.state.tiles, all, id, to));
    return (
      <MovableTile
        key={id}
        product={product}
        hue={hueOf(menu, product)}
        isFavourite={isFavourite}
        toggle={() => core.setTiles(withFavourite(tiles, id, !isFavourite))}
        drop={(target) =>
          target === 'favourites' ? core.setTiles(withFavourite(tiles, id, true)) : put(target.id)
        }
        shift={(by) => {
          const other = shown[place + by];
          if (other !== undefined) put(String(other.id));
        }}
      />
    );
  });
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
function MovableTile({ product, hue, isFavourite, toggle, drop, shift }: MovableProps) {
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
