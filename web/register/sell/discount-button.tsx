import { Button, Menu as DropDown } from '@mantine/core';
import { useState } from 'react';
import { ONE } from '#src/kernel/money.ts';
import { type Discount, discountText, percentText } from '../../shared/discount.ts';
import { t } from '../../shared/words.ts';
import { useLocks } from '../approval.tsx';
import { set } from '../basket.ts';
import { useRegister, useRegisterState } from '../context.tsx';
import { giving, lacking, offeredOn, rightOf } from '../discounts.ts';
import type { Menu, MenuDiscount } from '../menu.ts';
import { GivenDialog } from './given-dialog.tsx';

/** Discounts that are one tap away, in percent. */
const USUAL = [5n, 10n, 15n, 20n, 25n, 50n] as const;

/** The list is no higher than the window leaves above its button, which stands low. */
const MIDDLEWARES = { flip: true, shift: true, size: true } as const;

interface Props {
  readonly menu: Menu;
  readonly money: (amount: bigint) => string;
  /** Asks for any other discount. */
  readonly more: () => void;
}

/** The discount of the sale: those of the company, the usual ones, on the house, or another one. */
export function DiscountButton({ menu, money, more }: Props) {
  const { core } = useRegister();
  const { discount } = useRegisterState().basket;
  const lockOf = useLocks();
  const [asked, setAsked] = useState<MenuDiscount>();
  const give = (wanted: Discount | null) => core.setBasket(set(core.state.basket, { discount: wanted }));
  const giveUsual = (percent: bigint) => give({ kind: 'percent', coefficient: ONE - (percent * ONE) / 100n });
  const choose = (record: MenuDiscount) => {
    const wanted = giving(record);
    if (lacking(menu, wanted) === undefined) give(wanted);
    else setAsked(record);
  };
  const name = discount?.given?.name;
  return (
    <>
      <DropDown
        withinPortal
        position="top"
        width={200}
        middlewares={MIDDLEWARES}
        transitionProps={{ duration: 0 }}
      >
        <DropDown.Target>
          <Button variant={discount === null ? 'default' : 'light'} h={44} px={6}>
            {discount === null ? t('Discount') : (name ?? discountText(discount, money))}
          </Button>
        </DropDown.Target>
        <DropDown.Dropdown style={{ overflowY: 'auto' }}>
          {offeredOn(menu, 'order').map((record) => (
            <DropDown.Item
              key={String(record.id)}
              mih={44}
              {...lockOf(rightOf(record))}
              onClick={() => choose(record)}
            >
              {record.name}
            </DropDown.Item>
          ))}
          {offeredOn(menu, 'order').length > 0 && <DropDown.Divider />}
          {USUAL.map((percent) => (
            <DropDown.Item
              key={String(percent)}
              mih={44}
              {...lockOf('MakeDiscount')}
              onClick={() => giveUsual(percent)}
            >
              {t('{amount} off', { amount: percentText(percent * ONE) })}
            </DropDown.Item>
          ))}
          <DropDown.Item mih={44} {...lockOf('ApplyComp')} onClick={() => giveUsual(100n)}>
            {t('Comp')}
          </DropDown.Item>
          <DropDown.Divider />
          <DropDown.Item mih={44} {...lockOf('MakeDiscount')} onClick={more}>
            {t('Other discount…')}
          </DropDown.Item>
          {discount !== null && (
            <DropDown.Item mih={44} onClick={() => give(null)}>
              {t('Remove discount')}
            </DropDown.Item>
          )}
        </DropDown.Dropdown>
      </DropDown>
      {asked !== undefined && (
        <GivenDialog
          menu={menu}
          discount={asked}
          now={discount}
          close={() => setAsked(undefined)}
          give={(wanted) => {
            give(wanted);
            setAsked(undefined);
          }}
        />
      )}
    </>
  );
}
