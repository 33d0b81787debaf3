import type { MantineColor } from '@mantine/core';
import { type OrderStatus, statusName } from '../order-words.ts';
import { Tag } from './tag.tsx';

const COLOURS: Readonly<Record<OrderStatus, MantineColor>> = {
  SUBMITTED: 'brass',
  ON_HOLD: 'grape',
  ACCEPTED: 'blue',
  PENDING: 'tide',
  REJECTED: 'red',
  COMPLETE: 'gray',
};

/** An order's status as a word with a colour. */
export function StatusBadge({ status }: { status: OrderStatus }) {
  return (
    <Tag className={`status status-${COLOURS[status]}`} color={COLOURS[status]} fw={600}>
      {statusName(status)}
    </Tag>
  );
}
