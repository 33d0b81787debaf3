import { ONE } from '../../kernel/money.ts';
import { sentence } from '../../kernel/words.ts';
import { decimal, id, oneOf, orNull, readBy, text, time, words } from '../../shape/kinds.ts';
import * as reads from '../../shape/reads.ts';
import { because } from '../../shape/reads.ts';
import { IDS, OWNER, STAMPS } from '../../shape/records.ts';
import { field, fixed, hidden, type Stored, shape } from '../../shape/shape.ts';

// What is put into tracked stock and taken out by hand, field by field (docs/changing.md).

/** Why stock was moved by hand. */
const STOCK_REASONS = ['delivery', 'wastage', 'count', 'transfer', 'correction'] as const;

/** The most that one movement moves. */
const LARGEST = 1_000_000_000n * ONE;
const limits = { places: 4, min: -LARGEST, max: LARGEST };
const change = readBy(
  decimal(limits),
  reads.decimal(limits).refine((amount) => amount !== 0n, { error: because(sentence('must not be 0.')) }),
);

/** A movement of tracked stock at a site (reference: products.42). */
export const STOCK_MOVEMENT = shape('StockMovement', 'A movement of tracked stock at a site, by hand.', {
  ...IDS,
  site_id: fixed(id, 'The site.'),
  product_id: field(id, 'The product; it has to be counted there.', { needed: true, on: 'create' }),
  change: field(change, 'How much came in; below 0 what went out. Up to 4 decimals.', {
    needed: true,
    on: 'create',
  }),
  reason: field(oneOf(STOCK_REASONS), 'Why.', { needed: true, on: 'create' }),
  note: field(orNull(text(500)), 'A note, such as the number of a delivery.', {
    on: 'create',
    initially: null,
  }),
  amount: fixed(decimal(), 'How many were left after it.'),
  ...STAMPS,
  ...OWNER,
  addon_id: hidden(id, 'The add-on that made it.'),
});
export interface StockMovement extends Stored<typeof STOCK_MOVEMENT> {}

/** The payload of products/stock_low (reference: events.44). */
export const STOCK_LOW = shape('StockLow', 'A product that runs low at a site.', {
  company_id: fixed(id, 'The company.'),
  site_id: fixed(id, 'The site.'),
  product_id: fixed(id, 'The product.'),
  sku: fixed(orNull(words), 'Its stock keeping unit.'),
  amount: fixed(decimal(), 'How many are left.'),
  low_stock: fixed(decimal(), 'At how many left this is told.'),
  updated_at: fixed(time, 'When it came to that.'),
});
