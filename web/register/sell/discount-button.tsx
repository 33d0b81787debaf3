import { Button, Menu as DropDown } from '@mantine/core';
import { ONE } from '#src/kernel/money.ts';
import { t } from '../../shared/words.ts';
import { useLocks } from '../approval.tsx';
import { set } from '../basket.ts';
import { useRegister, useRegisterState } from '../context.tsx';
import { discountText, percentText } from '../line-text.ts';

/** Discounts that are one tap away, in percent. */
const USUAL = [5n, 10n, 15n, 20n, 25n, 50n] as const;

interface Props {
  readonly money: (amount: bigint) => string;
  /** Asks for any other discount. */
  readonly more: () => void;
}

/** The discount of the sale: the usual ones, on the house, or another one. */
export function DiscountButton({ money, more }: Props) {
  const { core } = useRegister();
  const { discount } = useRegisterState().basket;
  const lockOf = useLocks();
  const give = (percent: bigint | undefined) =>
    core.setBasket(
      set(core.state.basket, {
        discount:
          percent === undefined ? null : { kind: 'percent', coefficient: ONE - (percent * ONE) / 100n },
      }),
    );
  return (
    <DropDown withinPortal width={180} transitionProps={{ duration: 0 }}>
      <DropDown.Target>
        <Button variant={discount === null ? 'default' : 'light'} h={44} px={6}>
          {discount === null ? t('Discount') : discountText(discount, money)}
        </Button>
      </DropDown.Target>
      <DropDown.Dropdown>
        {USUAL.map((percent) => (
          <DropDown.Item
            key={String(percent)}
            mih={44}
            {...lockOf('MakeDiscount')}
            onClick={() => give(percent)}
          >
            {t('{amount} off', { amount: percentText(percent * ONE) })}
          </DropDown.Item>
        ))}
        <DropDown.Item mih={44} {...lockOf('ApplyComp')} onClick={() => give(100n)}>
          {t('Comp')}
        </DropDown.Item>
        <DropDown.Divider />
        <DropDown.Item mih={44} {...lockOf('MakeDiscount')} onClick={more}>
          {t('Other discount…')}
        </DropDown.Item>
        {discount !== null && (
          <DropDown.Item mih={44} onClick={() => give(undefined)}>
            {t('Remove discount')}
          </DropDown.Item>
        )}
      </DropDown.Dropdown>
    </DropDown>
  );
}
