import type { Customer } from '../../shared/records.ts';

/**
 * How often orders are looked at again while they are seen, in ms: not every change of an order is an event.
 * What has not changed costs an answer without a body.
 */
export const ORDERS_EVERY_MS = 2_000;

/** What a customer is called: the name, else how to reach them. */
export function customerName(customer: Customer | null): string {
  if (customer === null) return '';
  const name = [customer.first_name, customer.last_name].filter(Boolean).join(' ');
  return name || customer.email || customer.phone || `Customer ${customer.id ?? ''}`;
}
