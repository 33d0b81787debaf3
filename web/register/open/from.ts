import { type Message, message } from '../../shared/words.ts';

/** The list that an order was chosen from. */
export interface From {
  readonly path: string;
  readonly label: Message;
  /** Below which path others of its orders are. */
  readonly orders: string;
}

export const ORDERS: From = { path: '/orders', label: message('All orders'), orders: '/orders' };
