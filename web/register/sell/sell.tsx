import { Button, Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { formatMoney } from '../../shared/format.ts';
import { markShown } from '../../shared/shown.ts';
import { Loading, Trouble } from '../../shared/ui/states.tsx';
import { t } from '../../shared/words.ts';
import { add, type BasketLine, change } from '../basket.ts';
import { useRegister, useRegisterState } from '../context.tsx';
import { byCode, isOut, needsDialog } from '../find.ts';
import { LineDialog } from '../later.tsx';
import type { Menu, MenuProduct } from '../menu.ts';
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

function SellFrom({ menu }: { menu: Menu }) {
  const { core } = useRegister();
  const { basket } = useRegisterState();
  const [editing, setEditing] = useState<Editing>();
  const [open, setOpen] = useState(false);
  const phone = useMediaQuery('(max-width: 780px)', false, { getInitialValueInEffect: false });
  useEffect(markShown, []);
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
        <section className="basket" aria-label={t('Sale')}>
          <BasketPanel menu={menu} edit={edit} />
        </section>
      )}
      {phone === true && (
        <div className="sell-open-basket">
          <Button fullWidth size="lg" onClick={() => setOpen(true)} disabled={count === 0}>
            {t('{count, plural, one {# line} other {# lines}} · {total}', { count, total })}
          </Button>
          <Drawer
            opened={open}
            onClose={() => setOpen(false)}
            position="bottom"
            size="92%"
            title={t('Sale')}
            lockScroll={false}
            closeButtonProps={{ 'aria-label': t('Close'), size: 44 }}
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
