// What orders and their customers are called.

import type { HistoryEntry, Order } from '#clients/typescript/index.ts';
import { inWords } from '../../shared/format.ts';
import { type Message, message, t, translated } from '../../shared/words.ts';

/** How somebody is called and reached. */
interface Person {
  readonly id: string;
  readonly first_name: string;
  readonly last_name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
}

/** The name of a customer, else how to reach them. */
export function customerName(customer: Person | null | undefined): string {
  if (customer == null) return '';
  const { first_name, last_name, email, phone, id } = customer;
  return [first_name, last_name].filter(Boolean).join(' ') || email || phone || t('Customer {id}', { id });
}

const LOCKS: Readonly<Record<Order['lock'][number], Message>> = {
  NEW_LINES: message('New lines'),
  PAYMENTS: message('Payments'),
  APP_PAYMENT: message('Payment in the app'),
  DELETE: message('Deleting'),
  ALL: message('Everything'),
};

/** The locks that an add-on has put on an order, in words. */
export function lockNames(lock: Order['lock']): string {
  return lock.map((each) => translated(LOCKS[each])).join(', ');
}

const CHANGES: Readonly<Record<string, Message>> = {
  created: message('Created'),
  status: message('Status'),
  lines: message('Lines'),
  options: message('Options'),
  payments: message('Payments'),
  customer: message('Customer'),
  customer_id: message('Customer'),
  notes: message('Notes'),
  guests: message('Guests'),
  group_id: message('Table'),
  order_type: message('Order type'),
  sale_number: message('Sale number'),
  staff_member_id: message('Staff'),
  register_id: message('Register'),
  fulfil_at: message('Fulfil at'),
  placed_at: message('Placed'),
  price_variation: message('Discount'),
  price_fixed_variation: message('Discount'),
  price_limit: message('Price limit'),
  tip_service_percent: message('Service charge'),
  tip_service_amount: message('Service charge'),
  credit_card_surcharge: message('Surcharge'),
  reject_reason: message('Reject reason'),
  lock: message('Locks'),
  deleted: message('Deleted'),
  pass_thru: message('Printing'),
  refund_of: message('Refund of'),
};

/** The changes of an entry of an order's history, in words. */
export function changeNames({ changed }: HistoryEntry): string {
  const names = changed.map((name) =>
    CHANGES[name] === undefined ? inWords(name) : translated(CHANGES[name]),
  );
  return [...new Set(names)].join(', ');
}

const INSTRUCTIONS: Readonly<Record<string, Message>> = {
  No: message('No'),
  Extra: message('Extra'),
  Only: message('Only'),
  'On Side': message('On the side'),
};

/** How a chosen option is wanted. */
export function instructionWords(instructions: string): string {
  const known = INSTRUCTIONS[instructions];
  return known === undefined ? instructions : translated(known);
}
