import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Discount } from '../../shared/discount.ts';
import { t } from '../../shared/words.ts';
import { Dialog } from '../dialog.tsx';
import { giving, lacking } from '../discounts.ts';
import type { Menu, MenuDiscount } from '../menu.ts';
import { GivenFields } from './given-fields.tsx';

interface Props {
  readonly menu: Menu;
  readonly discount: MenuDiscount;
  /** The discount of the sale, where it is this one already. */
  readonly now: Discount | null;
  readonly give: (discount: Discount) => void;
  readonly close: () => void;
}

/** Asks what a discount takes off and why it is given, where that has to be said. */
export function GivenDialog({ menu, discount, now, give, close }: Props) {
  const isSame = now?.given?.id === discount.id;
  const [value, setValue] = useState<Discount>(isSame && now !== null ? now : giving(discount));
  const problem = lacking(menu, value);
  return (
    <Dialog onClose={close} title={discount.name}>
      <Stack gap="md">
        <GivenFields menu={menu} value={value} change={setValue} />
        <Text role="status" c="dimmed" mih={22}>
          {problem ?? ''}
        </Text>
        <Button size="lg" disabled={problem !== undefined} onClick={() => give(value)}>
          {t('Give discount')}
        </Button>
      </Stack>
    </Dialog>
  );
}
