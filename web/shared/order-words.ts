// What the states and kinds of orders are called.

import type { Order } from '#clients/typescript/index.ts';
import { type Message, message, translated } from './words.ts';

export type OrderStatus = Order['status'];
export type OrderType = NonNullable<Order['order_type']>;

const STATUSES: Readonly<Record<OrderStatus, Message>> = {
  SUBMITTED: message('Submitted'),
  ON_HOLD: message('On hold'),
  ACCEPTED: message('Accepted'),
  PENDING: message('Pending'),
  REJECTED: message('Rejected'),
  COMPLETE: message('Complete'),
};

const TYPES: Readonly<Record<OrderType, Message>> = {
  'Dine in': message('Dine in'),
  Takeaway: message('Takeaway'),
  Pickup: message('Pickup'),
  Delivery: message('Delivery'),
  Catering: message('Catering'),
  'Drive Thru': message('Drive thru'),
  Kiosk: message('Kiosk'),
};

/** True for a status of an order. */
export function isStatus(status: string): status is OrderStatus {
  return Object.hasOwn(STATUSES, status);
}

/** The name of a status. */
export function statusName(status: OrderStatus): string {
  return translated(STATUSES[status]);
}

function isType(type: unknown): type is OrderType {
  return typeof type === 'string' && Object.hasOwn(TYPES, type);
}

/** The name of an order's type; nothing for none. */
export function orderTypeName(type: unknown): string {
  return isType(type) ? translated(TYPES[type]) : '';
}
