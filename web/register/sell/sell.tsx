import { Button, Drawer } from '@mantine/core';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Id } from '#src/kernel/id.ts';
import { formatMoney } from '../../shared/format.ts';
import { markShown } from '../../shared/shown.ts';
import { Loading, Trouble } from '../../shared/ui/states.tsx';
import { t } from '../../shared/words.ts';
import { add, type BasketLine, change } from '../basket.ts';
import { useRegister, useRegisterState } from '../context.tsx';
import { closedByEscape } from '../dialog.tsx';
import { byCode, isOut, needsDialog } from '../find.ts';
import { LineDialog } from '../later.tsx';
import type { Menu, MenuProduct } from '../menu.ts';
import { usePhone } from '../phone.ts';
import { heldAt, menuFor } from '../price-lists.ts';
import { quoteOf } from '../quote.ts';
import { BasketPanel } from './basket-panel.tsx';
import type { Editing } from './line-dialog.tsx';
import { MenuPane } from './menu-pane.tsx';
import { useScanner } from './scanner.ts';

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

/** How often it is looked whether other price lists hold. */
const LOOK_MS = 5_000;

/** The price lists whose times it is now, by their ids in one text; looked at again and again. */
function useHeld(menu: Menu): readonly Id[] | undefined {
  const [now, setNow] = useState(() => Date.now());
  const hasLists = (menu.site.price_lists ?? []).length > 0;
  useEffect(() => {
    if (!hasLists) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), LOOK_MS);
    return () => clearInterval(timer);
  }, [hasLists]);
  return useMemo(() => heldAt(menu, now), [menu, now]);
}

function SellFrom({ menu: whole }: { menu: Menu }) {
  const { core, target } = useRegister();
  const { basket } = useRegisterState();
  const held = useHeld(whole);
  // Lines for an order have the prices of its type.
  const type = target === undefined ? basket.order_type : target.order_type;
  const menu = menuFor(whole, type, held);
  const [editing, setEditing] = useState<Editing>();
  const [open, setOpen] = useState(false);
  const phone = usePhone();
  useEffect(markShown, []);
  const menuRef = useRef({ menu, held });
  menuRef.current = { menu, held };
  const pick = useCallback(
    (product: MenuProduct) => {
      if (needsDialog(menuRef.current.menu, product)) setEditing({ product, line: undefined });
      else core.setBasket(add(core.state.basket, product, { held: menuRef.current.held }));
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
  const quoted = useMemo(() => quoteOf(basket, whole), [basket, whole]);
  const total = quoted.ok ? formatMoney(quoted.quote.figures.priced.total, menu.site.currency) : '–';
  const count = basket.lines.length;
  return (
    <div className="sell">
      <MenuPane menu={menu} pick={pick} />
      {!phone && (
        <section className="basket" aria-label={t('Sale')}>
          <BasketPanel menu={whole} edit={edit} />
        </section>
      )}
      {phone && (
        <div className="sell-open-basket">
          <Button fullWidth size="lg" onClick={() => setOpen(true)} disabled={count === 0}>
            {t('{count, plural, one {# line} other {# lines}} · {total}', { count, total })}
          </Button>
          <Drawer
            opened={open}
            onClose={() => setOpen(false)}
            {...closedByEscape(() => setOpen(false))}
            position="bottom"
            size="92%"
            title={t('Sale')}
            lockScroll={false}
            closeButtonProps={{ 'aria-label': t('Close'), size: 44 }}
            classNames={{ content: 'sell-drawer', body: 'sell-drawer-body' }}
          >
            <div className="basket" style={{ height: '100%' }}>
              <BasketPanel menu={whole} edit={edit} done={() => setOpen(false)} />
            </div>
          </Drawer>
        </div>
      )}
      {editing !== undefined && (
        <LineDialog
          menu={editing.line === undefined ? menu : menuFor(whole, type, editing.line.held)}
          editing={editing}
          close={() => setEditing(undefined)}
          save={(product, choices) => {
            const now = core.state.basket;
            core.setBasket(
              editing.line === undefined
                ? add(now, product, { ...choices, held })
                : change(now, editing.line.key, choices),
            );
            setEditing(undefined);
          }}
        />
      )}
    </div>
  );
}
