import './tables.css';
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { isolated } from '#src/kernel/text.ts';
import { t } from '../../shared/words.ts';
import { fields } from '../actions.ts';
import { useRegister } from '../context.tsx';
import { numberOf } from '../open/title.ts';
import type { RegisterOrder } from '../orders.ts';
import { sendWrites } from '../send-writes.ts';
import { MergeDialog } from './merge.tsx';
import { SplitDialog } from './split.tsx';
import { TableDialog } from './table-dialog.tsx';

interface Props {
  readonly order: RegisterOrder;
  /** How its buttons look where its lines are locked. */
  readonly locked: { readonly disabled?: boolean; readonly leftSection?: ReactNode };
}

/** Moves an order to another table, divides it, or takes others into it. */
export function Regroup({ order, locked }: Props) {
  const { core } = useRegister();
  const [open, setOpen] = useState<'move' | 'split' | 'merge'>();
  const close = () => setOpen(undefined);
  const isRefund = order.is_refund || order.lines.length === 0;
  return (
    <>
      <Button size="lg" variant="default" onClick={() => setOpen('move')}>
        {order.table_id === null ? t('Table') : t('Move')}
      </Button>
      <Button size="lg" variant="default" disabled={isRefund} {...locked} onClick={() => setOpen('split')}>
        {t('Split')}
      </Button>
      <Button size="lg" variant="default" disabled={isRefund} {...locked} onClick={() => setOpen('merge')}>
        {t('Merge')}
      </Button>
      {open === 'move' && (
        <TableDialog
          title={t('Move {order} to', { order: numberOf(order) })}
          table={order.table_id === null ? undefined : BigInt(order.table_id)}
          group={order.group_id}
          close={close}
          choose={({ table = null, group = null }) => {
            const name = table?.name ?? group;
            const label =
              name === null
                ? t('{order} to no table', { order: numberOf(order) })
                : t('{order} to table {table}', { order: numberOf(order), table: isolated(name) });
            const body = { table_id: table === null ? null : String(table.id), group_id: group };
            sendWrites(core, [fields(order.id_str, label, body)]);
          }}
        />
      )}
      {open === 'split' && <SplitDialog order={order} close={close} />}
      {open === 'merge' && <MergeDialog order={order} close={close} />}
    </>
  );
}
