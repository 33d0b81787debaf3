import { Button, Group, Stack, Text } from '@mantine/core';
import { ONE } from '#src/kernel/money.ts';
import { isolated } from '#src/kernel/text.ts';
import { formatMoney, formatNumber } from '../../shared/format.ts';
import { t } from '../../shared/words.ts';
import { useRegisterState } from '../context.tsx';
import { Dialog } from '../dialog.tsx';
import type { Write } from '../writes.ts';
import { linesSold, moneyTaken } from './content.ts';

/** Giving a refused write up: it goes, or comes back to the basket without the money that was taken for it. */
export type GivingUp = 'discard' | 'edit';

interface Props {
  readonly write: Write;
  readonly what: GivingUp;
  readonly close: () => void;
  readonly discard: () => void;
  /** Takes a sale back to the basket; undefined where there is none, or the basket has another one. */
  readonly edit: (() => void) | undefined;
}

/** Asks before a refused write is given up, with what goes with it: the money that was taken, and the lines. */
export function GiveUpDialog({ write, what, close, discard, edit }: Props) {
  const { queue, menu } = useRegisterState();
  const taken = moneyTaken(write, queue.entries);
  const lines = linesSold(write, queue.entries, menu);
  const amount = formatMoney(taken, menu?.site.currency ?? 'USD');
  const isOrder = write.kind === 'create';
  return (
    <Dialog onClose={close} title={what === 'edit' ? t('Edit sale?') : t('Discard?')}>
      <Stack gap="md">
        <Text fw={600}>{isolated(write.label)}</Text>
        {lines.length > 0 && (
          <ul className="order-lines plain" aria-label={t('Lines')}>
            {lines.map(({ name, quantity }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they do not change while it is asked
              <li key={at}>
                <span>
                  {quantity !== ONE && `${formatNumber(quantity)} × `}
                  <bdi>{name ?? t('No longer on the menu')}</bdi>
                </span>
              </li>
            ))}
          </ul>
        )}
        {taken > 0n && (
          <Text role="alert">
            {what === 'edit'
              ? t(
                  '{amount} was taken for this sale. It comes back to the basket unpaid: take its payment again there, with the same money.',
                  { amount },
                )
              : t(
                  '{amount} was taken. Once this is discarded, nothing says so: give the money back first, or try again.',
                  { amount },
                )}
          </Text>
        )}
        {taken === 0n && <Text>{t('It cannot be brought back.')}</Text>}
        <Group justify="flex-end" gap="sm">
          <Button h={44} variant="default" onClick={close} data-autofocus>
            {t('Cancel')}
          </Button>
          {edit !== undefined && (
            <Button h={44} variant={what === 'edit' ? 'filled' : 'default'} onClick={edit}>
              {t('Edit sale')}
            </Button>
          )}
          {what === 'discard' && (
            <Button h={44} color="red.9" onClick={discard}>
              {isOrder ? t('Discard order') : t('Discard')}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}
