import { Button, Drawer, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Search } from 'lucide-react';
import { memo, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { Id } from '#src/kernel/id.ts';
import { roundToMinor } from '#src/kernel/money.ts';
import { bothForms } from '#src/kernel/price.ts';
import { formatMoney } from '../../shared/format.ts';
import { Loading, Trouble } from '../../shared/ui/states.tsx';
import { add, type BasketLine, change } from '../basket.ts';
import { useRegister, useRegisterState } from '../context.tsx';
import { byCode, categoriesOf, isOut, productsOf, search, variantsOf } from '../find.ts';
import { quantityText } from '../line-text.ts';
import type { Menu, MenuProduct } from '../menu.ts';
import { quoteOf } from '../quote.ts';
import { BasketPanel } from './basket-panel.tsx';
import { type Editing, LineDialog } from './line-dialog.tsx';
import { useScanner } from './scanner.ts';

/** Most products a search shows. */
const MAX_FOUND = 60;

/** Selling: the menu, and the basket beside it (on a phone behind a button). */
export function Sell() {
  const { menu, menuTrouble } = useRegisterState();
  if (menu === undefined) {
    return (
      <div className="register-pad">
        {menuTrouble === undefined ? <Loading /> : <Trouble error={new Error(menuTrouble)} />}
      </div>
    );
  }
  return <SellFrom menu={menu} />;
}

function SellFrom({ menu }: { menu: Menu }) {
  const { core } = useRegister();
  const { basket } = useRegisterState();
  const [editing, setEditing] = useState<Editing>();
  const [open, setOpen] = useState(false);
  const phone = useMediaQuery('(max-width: 780px)', false, { getInitialValueInEffect: false });
  const menuRef = useRef(menu);
  menuRef.current = menu;
  const pick = useCallback(
    (product: MenuProduct) => {
      if (needsDialog(menuRef.current, product)) setEditing({ product, line: undefined });
      else core.setBasket(add(core.state.basket, product));
    },
    [core],
  );
  useScanner((code) => {
    const product = byCode(menu, code);
    if (product !== undefined && !isOut(menu, product)) pick(product);
  });
  const edit = (line: BasketLine) => {
    const product = menu.products.get(line.product);
    if (product !== undefined) setEditing({ product, line });
  };
  const quoted = useMemo(() => quoteOf(basket, menu), [basket, menu]);
  const total = quoted.ok ? formatMoney(quoted.quote.figures.priced.total, menu.site.currency) : '–';
  const count = basket.lines.length;
  return (
    <div className="sell">
      <MenuPane menu={menu} pick={pick} />
      {!phone && (
        <section className="basket" aria-label="Basket">
          <BasketPanel menu={menu} edit={edit} />
        </section>
      )}
      {phone === true && (
        <div className="sell-open-basket">
          <Button fullWidth size="lg" onClick={() => setOpen(true)} disabled={count === 0}>
            {count === 1 ? '1 line' : `${count} lines`} · {total}
          </Button>
          <Drawer
            opened={open}
            onClose={() => setOpen(false)}
            position="bottom"
            size="92%"
            title="Basket"
            lockScroll={false}
            closeButtonProps={{ 'aria-label': 'Close', size: 44 }}
            styles={{ body: { height: 'calc(100% - 60px)', padding: 0 } }}
          >
            <div className="basket" style={{ height: '100%' }}>
              <BasketPanel menu={menu} edit={edit} done={() => setOpen(false)} />
            </div>
          </Drawer>
        </div>
      )}
      {editing !== undefined && (
        <LineDialog
          menu={menu}
          editing={editing}
          close={() => setEditing(undefined)}
          save={(product, choices) => {
            const now = core.state.basket;
            core.setBasket(
              editing.line === undefined
                ? add(now, product, choices)
                : change(now, editing.line.key, choices),
            );
            setEditing(undefined);
          }}
        />
      )}
    </div>
  );
}

/** True when something has to be, or may be, chosen before it is sold. */
function needsDialog(menu: Menu, product: MenuProduct): boolean {
  return (
    product.is_template ||
    product.asks_price !== null ||
    product.price === null ||
    product.option_sets.some((id) => menu.sets.has(id)) ||
    product.modifiers.length > 0
  );
}

const MenuPane = memo(function MenuPane({
  menu,
  pick,
}: {
  menu: Menu;
  pick: (product: MenuProduct) => void;
}) {
  const [text, setText] = useState('');
  const [category, setCategory] = useState<Id | null>(null);
  // The pressed heading is marked at once; rendering many products takes a moment longer.
  const wanted = useDeferredValue(text);
  const heading = useDeferredValue(category);
  const shown = useMemo(
    () => (wanted.trim() === '' ? productsOf(menu, heading) : search(menu, wanted, MAX_FOUND)),
    [menu, wanted, heading],
  );
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
    <section className="sell-menu" aria-label="Menu">
      <TextInput
        ref={input}
        aria-label="Search by name, SKU or barcode"
        placeholder="Search by name, SKU or barcode"
        size="md"
        type="search"
        leftSection={<Search size={18} aria-hidden />}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setText('');
          if (event.key !== 'Enter') return;
          const [first] = search(menu, text, 1);
          if (first === undefined || isOut(menu, first)) return;
          pick(first);
          setText('');
        }}
      />
      <fieldset className="bare sell-headings" aria-label="Categories">
        <Heading name="All" chosen={category === null} choose={() => setCategory(null)} />
        {categoriesOf(menu).map(({ id, name }) => (
          <Heading key={String(id)} name={name} chosen={category === id} choose={() => setCategory(id)} />
        ))}
      </fieldset>
      <fieldset className="bare sell-products" aria-label="Products">
        {shown.map((product) => (
          <ProductButton
            key={String(product.id)}
            product={product}
            price={priceText(menu, product)}
            left={leftText(product)}
            out={isOut(menu, product)}
            pick={pick}
          />
        ))}
        {shown.length === 0 && <p>Nothing is called that.</p>}
      </fieldset>
    </section>
  );
});

function Heading({ name, chosen, choose }: { name: string; chosen: boolean; choose: () => void }) {
  return (
    <button type="button" className="chip" aria-pressed={chosen} onClick={choose}>
      {name}
    </button>
  );
}

interface ProductProps {
  readonly product: MenuProduct;
  readonly price: string;
  readonly left: string | null;
  readonly out: boolean;
  readonly pick: (product: MenuProduct) => void;
}

const ProductButton = memo(function ProductButton({ product, price, left, out, pick }: ProductProps) {
  return (
    <button
      type="button"
      className="product"
      aria-disabled={out}
      onClick={() => {
        if (!out) pick(product);
      }}
    >
      <span className="product-name">{product.name}</span>
      <span className="product-price">
        {out ? 'Out of stock' : price}
        {left !== null && !out && ` · ${left} left`}
      </span>
    </button>
  );
});

function leftText(product: MenuProduct): string | null {
  return product.is_template || product.amount === null ? null : quantityText(product.amount);
}

const prices = new WeakMap<Menu['products'], Map<Id, string>>();

/** What a product costs, tax included; of a template what the cheapest does. */
function priceText(menu: Menu, product: MenuProduct): string {
  let known = prices.get(menu.products);
  if (known === undefined) {
    known = new Map();
    prices.set(menu.products, known);
  }
  let text = known.get(product.id);
  if (text === undefined) {
    text = makePriceText(menu, product);
    known.set(product.id, text);
  }
  return text;
}

function makePriceText(menu: Menu, product: MenuProduct): string {
  if (product.is_template) {
    const all = variantsOf(menu, product.id).flatMap((variant) => priceOf(menu, variant) ?? []);
    const [least] = all.sort((a, b) => (a < b ? -1 : 1));
    return least === undefined ? '' : `from ${formatMoney(least, menu.site.currency)}`;
  }
  if (product.asks_price !== null) return 'Open price';
  const price = priceOf(menu, product);
  return price === undefined ? 'No price' : formatMoney(price, menu.site.currency);
}

/** The price of one, with tax. */
function priceOf(menu: Menu, product: MenuProduct): bigint | undefined {
  if (product.price === null) return undefined;
  const rate = product.taxes.reduce((sum, id) => sum + (menu.taxes.get(id)?.rate ?? 0n), 0n);
  return roundToMinor(bothForms(product.price, rate).inc, menu.site.minor_units);
}
