import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { placeText } from '#src/kernel/seating.ts';
import { isolated } from '#src/kernel/text.ts';
import { formatMoney, inLine } from '../../shared/format.ts';
import { statusName } from '../../shared/order-words.ts';
import { RefusalAlert } from '../../shared/ui/refusal.tsx';
import { t } from '../../shared/words.ts';
import { useRegister, useRegisterState } from '../context.tsx';
import { Dialog } from '../dialog.tsx';
import { numberOf, titleOf } from '../open/title.ts';
import { type RegisterOrder, useOpen } from '../orders.ts';
import { useRegrouping } from './regrouping.ts';

/** Chooses the open orders that become part of this one. */
export function MergeDialog({ order, close }: { order: RegisterOrder; close: () => void }) {
  const { core } = useRegister();
  const { menu } = useRegisterState();
  const open = useOpen();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const { busy, trouble, run } = useRegrouping(close);
  const currency = menu?.site.currency ?? 'USD';
  const isNear = (other: RegisterOrder) => order.table_id !== null && other.table_id === order.table_id;
  const others = (open.data ?? [])
    .filter((each) => each.id_str !== order.id_str && each.status === order.status && !each.is_refund)
    .sort((a, b) => Number(isNear(b)) - Number(isNear(a)));
  const merge = () =>
    run([order.id_str, ...chosen], chosen.join(), async (options) => {
      const body = { order_ids: chosen };
      await core.acting.call('mergeOrders', { order_id: order.id_str, body }, options);
      return t('Merged into {order}', { order: numberOf(order) });
    });
  return (
    <Dialog onClose={close} title={t('Merge into {order}', { order: numberOf(order) })} size="lg">
      <Stack gap="md">
        <RefusalAlert>{trouble}</RefusalAlert>
        {others.length === 0 && (
          <Text c="dimmed">
            {t('No other order could become part of this one: it would have to be “{state}” as well.', {
              state: statusName(order.status),
            })}
          </Text>
        )}
        <fieldset className="bare choices" aria-label={t('Orders')}>
          {others.map((each) => {
            const place = placeText(each);
            const isChosen = chosen.includes(each.id_str);
            return (
              <button
                key={each.id_str}
                type="button"
                className="choice"
                aria-pressed={isChosen}
                onClick={() =>
                  setChosen(isChosen ? chosen.filter((id) => id !== each.id_str) : [...chosen, each.id_str])
                }
              >
                <span>
                  {inLine([
                    place === null ? null : t('Table {table}', { table: isolated(place) }),
                    titleOf(each),
                  ])}
                </span>
                <span className="figures">{formatMoney(each.total, currency)}</span>
              </button>
            );
          })}
        </fieldset>
        <div className="dialog-foot">
          <Button
            size="lg"
            fullWidth
            loading={busy}
            disabled={chosen.length === 0}
            onClick={() => void merge()}
          >
            {t('{count, plural, =0 {Merge} one {Merge # order} other {Merge # orders}}', {
              count: chosen.length,
            })}
          </Button>
        </div>
      </Stack>
    </Dialog>
  );
}
