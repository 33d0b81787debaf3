// The states of an order and of the courses of its lines, and the ways between them (reference: orders.3, orders.35).

import { ORDER_STATUSES } from '../../kernel/order-status.ts';

export { ORDER_STATUSES };

/** The status of an order. */
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** A change of status: the same status, an allowed transition, or one that is not allowed (409). */
export type Transition = 'same' | 'allowed' | 'refused';

/** The ways between statuses, by PUT or by the platform itself. A status without a way out is final. */
export const TRANSITIONS: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  SUBMITTED: ['ACCEPTED', 'ON_HOLD', 'PENDING', 'REJECTED', 'COMPLETE'],
  ON_HOLD: ['SUBMITTED', 'ACCEPTED', 'PENDING', 'REJECTED', 'COMPLETE'],
  ACCEPTED: ['ON_HOLD', 'PENDING', 'REJECTED', 'COMPLETE'],
  PENDING: ['ACCEPTED', 'ON_HOLD', 'REJECTED', 'COMPLETE'],
  REJECTED: [],
  COMPLETE: [],
};

/** The statuses in which an order holds the counted amounts of its products (reference: orders.37). */
export const HOLDS_STOCK: ReadonlySet<OrderStatus> = new Set<OrderStatus>([
  'ON_HOLD',
  'ACCEPTED',
  'PENDING',
  'COMPLETE',
]);

/**
 * Whether an order may go from one status to another (reference: orders.4). That a COMPLETE order
 * cannot be updated at all, not even to the same status, is for the caller to refuse (reference: orders.5).
 */
export function checkTransition(from: OrderStatus, to: OrderStatus): Transition {
  if (from === to) return 'same';
  return TRANSITIONS[from].includes(to) ? 'allowed' : 'refused';
}

/** True when no other status can follow. */
export function isFinal(status: OrderStatus): boolean {
  return TRANSITIONS[status].length === 0;
}

/** Every status of a course, in the order in which a course goes through them (reference: orders.35). */
export const COURSE_STATUSES = ['no status', 'uncalled', 'pending', 'called'] as const;

/** The status of the course of a line. */
export type CourseStatus = (typeof COURSE_STATUSES)[number];

/** Whether a course may go from one status to another: forward only, skipping allowed (reference: orders.35). */
export function checkCourse(from: CourseStatus, to: CourseStatus): Transition {
  if (from === to) return 'same';
  return COURSE_STATUSES.indexOf(from) < COURSE_STATUSES.indexOf(to) ? 'allowed' : 'refused';
}
