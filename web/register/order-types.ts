import type { OrderType } from '#src/kernel/order-type.ts';
import { type Message, message, translated } from '../shared/words.ts';

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

const WORDS: Readonly<Record<OrderType, Message>> = {
  'Dine in': message('Dine in'),
  Takeaway: message('Takeaway'),
  Pickup: message('Pickup'),
  Delivery: message('Delivery'),
  Catering: message('Catering'),
  'Drive Thru': message('Drive-thru'),
  Kiosk: message('Kiosk'),
};

/** An order type in the language of the page; null where an order has none. */
export function orderTypeText(type: OrderType | null | undefined): string | null {
  return type == null ? null : translated(WORDS[type]);
}

export const ORDER_TYPES = (Object.keys(PLACES) as OrderType[]).sort((a, b) => PLACES[a] - PLACES[b]);
