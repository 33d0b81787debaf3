/** How an order reaches the customer (reference: orders.1). */
export const ORDER_TYPES = [
  'Dine in',
  'Takeaway',
  'Pickup',
  'Delivery',
  'Catering',
  'Drive Thru',
  'Kiosk',
] as const;
export type OrderType = (typeof ORDER_TYPES)[number];
