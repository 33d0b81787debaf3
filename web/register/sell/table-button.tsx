import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { isolated } from '#src/kernel/text.ts';
import { t } from '../../shared/words.ts';
import { set } from '../basket.ts';
import { useRegister, useRegisterState } from '../context.tsx';
import { Dialog } from '../dialog.tsx';
import { useOpen } from '../orders.ts';

/** Tables that are offered by their numbers, whether or not anybody sits there. */
const NUMBERED = 20;

/** The table of the sale; choosing one makes it dine-in. */
export function TableButton() {
  const { group } = useRegisterState().basket;
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant={group === null ? 'default' : 'light'} h={44} px={6} onClick={() => setOpen(true)}>
        {group === null ? t('Table') : t('Table {table}', { table: isolated(group) })}
      </Button>
      {open && <Tables close={() => setOpen(false)} />}
    </>
  );
}

function Tables({ close }: { close: () => void }) {
  const { core } = useRegister();
  const { basket } = useRegisterState();
  const open = useOpen();
  const [name, setName] = useState('');
  const taken = new Set(open.data?.flatMap(({ group_id }) => group_id ?? []));
  const numbered = Array.from({ length: NUMBERED }, (_, at) => String(at + 1));
  const named = [...taken].filter((table) => !numbered.includes(table)).sort();
  const choose = (group: string | null) => {
    const order_type = group === null ? null : 'Dine in';
    core.setBasket(set(core.state.basket, { group, order_type }));
    close();
  };
  return (
    <Dialog onClose={close} title={t('Table')} size="lg">
      <Stack gap="md">
        <fieldset className="bare tables" aria-label={t('Tables')}>
          {[...numbered, ...named].map((table) => (
            <button
              key={table}
              type="button"
              className="table-tile"
              aria-pressed={basket.group === table}
              data-taken={taken.has(table)}
              onClick={() => choose(table)}
            >
              <bdi>{table}</bdi>
              {taken.has(table) && <span className="table-taken">{t('Open')}</span>}
            </button>
          ))}
        </fieldset>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim() !== '') choose(name.trim());
          }}
        >
          <Group align="end" gap="xs" wrap="nowrap">
            <TextInput
              label={t('Other table or group')}
              size="md"
              flex={1}
              maxLength={100}
              value={name}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
            />
            <Button type="submit" h={44} disabled={name.trim() === ''}>
              {t('Choose')}
            </Button>
          </Group>
        </form>
        {basket.group !== null && (
          <Button variant="default" h={44} onClick={() => choose(null)}>
            {t('No table')}
          </Button>
        )}
      </Stack>
    </Dialog>
  );
}
