import { stateCodec } from '../../shape/state.ts';
import { ORDER } from '../shape/order.ts';
import type { Order } from '../types.ts';

// The state that an order is stored as.

const codec = stateCodec(ORDER);

/** The order as text for its row. */
export function encodeState(order: Order): string {
  return codec.write(order);
}

/** True for orders whose rows have the same text. */
export function isSameState(a: Order, b: Order): boolean {
  return codec.isSame(a, b);
}

/** The order back from its row. */
export function decodeState(state: string): Order {
  return codec.read(JSON.parse(state));
}
