/** Every status of an order (reference: orders.3); orders/rules/status.ts has the ways between them. */
export const ORDER_STATUSES = [
  'SUBMITTED',
  'ON_HOLD',
  'ACCEPTED',
  'PENDING',
  'REJECTED',
  'COMPLETE',
] as const;
