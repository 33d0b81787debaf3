import { Button } from '@mantine/core';
import { useState } from 'react';
import { isolated } from '#src/kernel/text.ts';
import { t } from '../../shared/words.ts';
import { placeOf, seated } from '../basket.ts';
import { useRegister, useRegisterState } from '../context.tsx';
import { TableDialog } from '../later.tsx';

/** The table of the sale; choosing one makes it dine-in. */
export function TableButton() {
  const { core } = useRegister();
  const { basket } = useRegisterState();
  const [open, setOpen] = useState(false);
  const place = placeOf(basket);
  return (
    <>
      <Button variant={place === null ? 'default' : 'light'} h={44} px={6} onClick={() => setOpen(true)}>
        {place === null ? t('Table') : t('Table {table}', { table: isolated(place) })}
      </Button>
      {open && (
        <TableDialog
          table={basket.table?.id}
          group={basket.group}
          choose={(chosen) => core.setBasket(seated(core.state.basket, chosen))}
          close={() => setOpen(false)}
        />
      )}
    </>
  );
}
