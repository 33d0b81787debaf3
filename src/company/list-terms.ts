import { ORDER_TYPES } from '../kernel/order-type.ts';
import { sentence } from '../kernel/words.ts';
import { list, oneOf, orNull, readBy, text, whole } from '../shape/kinds.ts';
import { of } from '../shape/nested.ts';
import * as reads from '../shape/reads.ts';
import { because } from '../shape/reads.ts';
import { field, part } from '../shape/shape.ts';
import { CLOCK_TIME } from './rules/list-terms.ts';

// When and for which orders a price list holds, field by field (reference: prices.1).

/** Most times of a price list. */
const MAX_TIMES = 50;

/** A time of the day by the clocks of the site. */
const clock = readBy(
  text(5),
  reads.z
    .string()
    .refine((value) => CLOCK_TIME.test(value), {
      error: because(sentence('must be a time of the day, from 00:00 to 23:59.')),
    })
    .meta({ maxLength: 5, pattern: CLOCK_TIME.source, examples: ['17:00'] }),
);

const LIST_TIMES = part('Days of the week with the times at which the list holds.', {
  weekdays: field(list(whole(1, 7), 7, 1), 'The days on which it begins: 1 is Monday, 7 is Sunday.', {
    needed: true,
  }),
  from: field(clock, 'When it begins, by the clocks of the site.', { needed: true }),
  until: field(clock, 'When it ends; at or before `from` it does on the day after.', { needed: true }),
});

/** The fields of a price list that say when it holds. */
export const LIST_TERMS = {
  schedule: field(
    orNull(list(of(LIST_TIMES), MAX_TIMES, 1)),
    'The times at which it holds, by the clocks of each site; null is always. ' +
      'With times or types of orders, it holds at every site whose own list it lies below, or one above that.',
  ),
  order_types: field(
    orNull(list(oneOf(ORDER_TYPES), ORDER_TYPES.length, 1)),
    'The types of orders that it holds for; null is all. An order without a type counts as `Dine in`.',
  ),
};
