import { TextInput } from '@mantine/core';
import { Check, LayoutGrid, Search, Star } from 'lucide-react';
import { memo, type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { Id } from '#src/kernel/id.ts';
import { t } from '../../shared/words.ts';
import { useRegisterState } from '../context.tsx';
import { categoriesOf, isOut, productsOf, search } from '../find.ts';
import { Arranged } from '../later.tsx';
import type { Menu, MenuProduct } from '../menu.ts';
import { priceText } from '../prices.ts';
import { arranged, type Tiles } from '../tiles.ts';
import { hueOf, Tile } from './tile.tsx';
import { useWalk } from './walk.ts';

/** Most products a search shows. */
const MAX_FOUND = 60;

/** A heading of the menu, the favourites, or everything. */
type Heading = Id | 'favourites' | null;

function tilesUnder(menu: Menu, heading: Heading, tiles: Tiles): readonly MenuProduct[] {
  if (heading !== 'favourites') return arranged(productsOf(menu, heading), tiles);
  const chosen = new Set(tiles.favourites);
  return arranged(
    productsOf(menu, null).filter(({ id }) => chosen.has(String(id))),
    tiles,
  );
}

interface Props {
  readonly menu: Menu;
  readonly pick: (product: MenuProduct) => void;
}

/** The menu: the search, its headings, and a tile for each product. */
export const MenuPane = memo(function MenuPane({ menu, pick }: Props) {
  const { tiles } = useRegisterState();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<Heading>(null);
  const [arranging, setArranging] = useState(false);
  // The pressed heading is marked at once; rendering many products takes a moment longer.
  const wanted = useDeferredValue(text);
  const heading = useDeferredValue(chosen);
  const shown = useMemo(
    () => (wanted.trim() === '' ? tilesUnder(menu, heading, tiles) : search(menu, wanted, MAX_FOUND)),
    [menu, wanted, heading, tiles],
  );
  const headings = useRef<HTMLDivElement>(null);
  const products = useRef<HTMLDivElement>(null);
  useWalk(headings);
  useWalk(products);
  return (
    <section className="sell-menu" aria-label={t('Menu')}>
      <SearchField menu={menu} text={text} change={setText} pick={pick} />
      {/* What is scrolled is never a fieldset: browsers forget how far one was when they lay it out anew. */}
      <fieldset className="bare" aria-label={t('Categories')}>
        <div ref={headings} className="sell-headings">
          <Chip chosen={chosen === null} choose={() => setChosen(null)}>
            {t('All')}
          </Chip>
          {(tiles.favourites.length > 0 || arranging) && (
            <Chip chosen={chosen === 'favourites'} choose={() => setChosen('favourites')} isFavourites>
              <Star size={16} aria-hidden /> {t('Favorites')}
            </Chip>
          )}
          {categoriesOf(menu).map(({ id, name }) => (
            <Chip key={String(id)} chosen={chosen === id} choose={() => setChosen(id)}>
              {name}
            </Chip>
          ))}
          <Chip chosen={arranging} choose={() => setArranging(!arranging)}>
            {arranging ? <Check size={16} aria-hidden /> : <LayoutGrid size={16} aria-hidden />}{' '}
            {arranging ? t('Done') : t('Arrange')}
          </Chip>
        </div>
      </fieldset>
      {arranging && <p className="sell-hint">{t('Drag tiles into order. Tap one to make it a favorite.')}</p>}
      <fieldset className="bare sell-tiles" aria-label={t('Products')}>
        <div ref={products} className="sell-products">
          {arranging ? (
            <Arranged menu={menu} shown={shown} />
          ) : (
            shown.map((product) => (
              <Tile
                key={String(product.id)}
                product={product}
                price={priceText(menu, product)}
                out={isOut(menu, product)}
                hue={hueOf(menu, product)}
                pick={pick}
              />
            ))
          )}
          {shown.length === 0 && <p>{t('No products found')}</p>}
        </div>
      </fieldset>
    </section>
  );
});

interface SearchProps extends Props {
  readonly text: string;
  readonly change: (text: string) => void;
}

/** Finds products; Enter takes the first, the arrow down goes to the tiles, and the slash key comes here. */
function SearchField({ menu, text, change, pick }: SearchProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key === '/' && !(event.target instanceof HTMLInputElement)) {
        event.preventDefault();
        input.current?.focus();
      }
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  return (
    <TextInput
      ref={input}
      aria-label={t('Search by name, SKU or barcode')}
      placeholder={t('Search by name, SKU or barcode')}
      size="md"
      type="search"
      leftSection={<Search size={18} aria-hidden />}
      value={text}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') change('');
        if (event.key === 'ArrowDown') {
          event.preventDefault();
          document.querySelector<HTMLElement>('.sell-products > [data-stop]')?.focus();
        }
        if (event.key !== 'Enter') return;
        const [first] = search(menu, text, 1);
        if (first === undefined || isOut(menu, first)) return;
        pick(first);
        change('');
      }}
    />
  );
}

interface ChipProps {
  readonly chosen: boolean;
  readonly choose: () => void;
  readonly isFavourites?: boolean;
  readonly children: ReactNode;
}

function Chip({ chosen, choose, isFavourites = false, children }: ChipProps) {
  return (
    <button
      type="button"
      className="chip"
      aria-pressed={chosen}
      data-favourites={isFavourites || undefined}
      onClick={choose}
    >
      {children}
    </button>
  );
}
