import type { Id } from '../../kernel/id.ts';
import { ONE } from '../../kernel/money.ts';
import { list } from '../../shape/kinds.ts';
import { viewOf } from '../../shape/nested.ts';
import * as reads from '../../shape/reads.ts';
import { z } from '../../shape/reads.ts';
import { derived, shape } from '../../shape/shape.ts';
import { takesTwins, twinReader } from '../../shape/twins.ts';
import { MAX_LINES, MAX_MERGED, MAX_PARTS, MAX_SHARE } from '../rules/limits.ts';
import { MAX_SEAT } from './line.ts';
import { ORDER } from './order.ts';

// Orders that are split and merged (reference: tables.6 to tables.9).

const MOST = 1_000_000n * ONE;

const takenLine = z.object({
  number: reads.whole(1, MAX_LINES).describe('The number of the line; the lines of its options go along.'),
  quantity: reads
    .decimal({ places: 4, min: -MOST, max: MOST })
    .nullish()
    .describe('How much of it; what is left of it unless sent.'),
});

/** POST /orders/<o>/split */
export const splitInput = z.object({
  by: reads
    .oneOf(['lines', 'seats', 'share'])
    .describe(
      '`lines` names the lines of each new order, `seats` makes one for each seat, `share` gives each a share of every line.',
    ),
  parts: z
    .array(z.object({ lines: z.array(takenLine).min(1).max(MAX_LINES).describe('Its lines.') }))
    .min(1)
    .max(MAX_PARTS)
    .nullish()
    .describe('By lines: the new orders. What is not named stays in the order.'),
  seats: z
    .array(reads.whole(1, MAX_SEAT))
    .min(1)
    .max(MAX_SEAT)
    .nullish()
    .describe('By seats: which ones; all that lines are for unless sent.'),
  count: reads
    .whole(2, MAX_PARTS)
    .nullish()
    .describe('By share: into how many equal shares; the order keeps the first.'),
  shares: z
    .array(reads.whole(1, MAX_SHARE))
    .min(2)
    .max(MAX_PARTS)
    .nullish()
    .describe(
      'By share: what each has in relation to the others, in place of `count`; the order keeps the first. 2 and 1 are two thirds and a third.',
    ),
});

const merged = z.array(reads.id).min(1).max(MAX_MERGED);

/** POST /orders/<o>/merge */
export const mergeInput = takesTwins<{ readonly order_ids: readonly Id[] }>(
  z.object({
    order_ids: merged.describe('The orders that become part of it; they are deleted.'),
    order_ids_str: twinReader(merged, 'order_ids').optional(),
  }),
  ['order_ids'],
);

/** The parts that an order was split into. */
export const SPLIT = shape('OrderSplit', 'The rest of an order, and the orders that it was split into.', {
  order: derived(viewOf(ORDER), 'The order with what stays in it.'),
  orders: derived(
    list(viewOf(ORDER)),
    'The new orders, in the order of the parts, of the seats or of the shares.',
  ),
});
