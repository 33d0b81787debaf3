import { decimal, id, oneOf } from '../../shape/kinds.ts';
import { fixed, part } from '../../shape/shape.ts';

/** The price of a product in a list that holds at times, or for types of orders (reference: prices.5). */
export const TIMED_PRICE = part('A price on a price list that holds at times, or for types of orders.', {
  price_list_id: fixed(id, 'The list.'),
  unit_price: fixed(decimal(), 'The price with tax.'),
  unit_price_ex_tax: fixed(decimal(), 'The price without tax.'),
  price_form: fixed(oneOf(['ex', 'inc']), 'The form the price was entered in.'),
});
