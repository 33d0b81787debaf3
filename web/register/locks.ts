// What keeps staff members from an order, as the screens show it: the service refuses the same (docs/api.md, Staff members at a register).
import type { Lock } from '#src/orders/types.ts';
import { type Message, message, translated } from '../shared/words.ts';

/** Why something cannot be done: the lock that forbids it; undefined when nothing does. */
export function lockedBy(locks: readonly string[], lock: Exclude<Lock, 'ALL'>): string | undefined {
  const by = locks.includes(lock)
    ? lock
    : locks.includes('ALL') && lock !== 'APP_PAYMENT'
      ? 'ALL'
      : undefined;
  return by === undefined ? undefined : translated(WHAT[lock], { lock: by });
}

const WHAT: Readonly<Record<Exclude<Lock, 'ALL'>, Message>> = {
  NEW_LINES: message('Nothing can be added: the add-on that made this order has locked it ({lock}).'),
  PAYMENTS: message('No payment can be taken: the add-on that made this order has locked it ({lock}).'),
  APP_PAYMENT: message(
    'Only the add-on’s own payment method can be used: it has locked this order ({lock}).',
  ),
  DELETE: message('The order cannot be deleted: the add-on that made it has locked it ({lock}).'),
};
