import type { OrderType } from '#src/orders/types.ts';

/** Every order type, in the order in which the register shows them; a new one does not compile until it is here. */
const PLACES: Readonly<Record<OrderType, number>> = {
  'Dine in': 0,
  Takeaway: 1,
  Pickup: 2,
  Delivery: 3,
  Catering: 4,
  'Drive Thru': 5,
  Kiosk: 6,
};

export const ORDER_TYPES = (Object.keys(PLACES) as OrderType[]).sort((a, b) => PLACES[a] - PLACES[b]);
