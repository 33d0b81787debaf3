// The words that orders are written with.

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

/** Changes of its orders that an add-on can forbid to staff members (reference: staff.8). */
export const LOCKS = ['NEW_LINES', 'PAYMENTS', 'APP_PAYMENT', 'DELETE', 'ALL'] as const;
export type Lock = (typeof LOCKS)[number];

/** The instructions of an option (reference: orders.24). */
export const INSTRUCTIONS = ['No', 'Extra', 'Only', 'On Side'] as const;
export type Instruction = (typeof INSTRUCTIONS)[number];
