// What keeps staff members from an order, as the screens show it: the service refuses the same (docs/api.md, Staff members at a register).
import type { Lock } from '#src/orders/types.ts';

/** Why something cannot be done: the lock that forbids it; undefined when nothing does. */
export function lockedBy(locks: readonly string[], lock: Exclude<Lock, 'ALL'>): string | undefined {
  const by = locks.includes(lock)
    ? lock
    : locks.includes('ALL') && lock !== 'APP_PAYMENT'
      ? 'ALL'
      : undefined;
  return by === undefined
    ? undefined
    : `${WHAT[lock]}: the add-on that made this order has locked it (${by}).`;
}

const WHAT: Readonly<Record<Exclude<Lock, 'ALL'>, string>> = {
  NEW_LINES: 'Nothing can be added',
  PAYMENTS: 'No payment can be taken',
  APP_PAYMENT: 'Only the add-on’s own payment method can be used',
  DELETE: 'The order cannot be deleted',
};
