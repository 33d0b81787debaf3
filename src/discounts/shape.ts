import { ONE } from '../kernel/money.ts';
import { decimal, flag, name, oneOf, orNull, whole } from '../shape/kinds.ts';
import { IDS, OWNER, STAMPS } from '../shape/records.ts';
import { field, hidden, type Stored, sent, shape } from '../shape/shape.ts';

// Discounts and comps as records, field by field (docs/changing.md).

/** How a discount is reckoned: as a share of the price, or as an amount. */
const DISCOUNT_KINDS = ['share', 'amount'] as const;
/** The things that a discount may be given on. */
const DISCOUNT_TARGETS = ['line', 'order', 'both'] as const;
/** The permissions of which a discount needs one (reference: discounts.4). */
const DISCOUNT_RIGHTS = ['MakeDiscount', 'ApplyComp'] as const;

const right = oneOf(DISCOUNT_RIGHTS);

/** A discount or comp that operators give by its name (reference: discounts.1). */
export const DISCOUNT = shape('Discount', 'A discount or comp that operators give by its name.', {
  ...IDS,
  name: field(name(100), 'The name: at registers, in orders and on receipts.', { needed: true }),
  kind: field(
    oneOf(DISCOUNT_KINDS),
    'Whether it takes off a `share` of the price or an `amount`; it stays as it is.',
    { needed: true, on: 'create' },
  ),
  value: field(
    orNull(decimal({ places: 8, min: 1n, max: 1_000_000_000n * ONE })),
    'The value: a share as a factor, 0.1 is 10 % and 1 everything, or an amount. Null: asked for when it is given.',
  ),
  applies_to: field(oneOf(DISCOUNT_TARGETS), 'Whether it is given on lines, on whole orders or on both.', {
    initially: 'both',
  }),
  reason_required: field(flag, 'Whether a reason has to be given with it.', { initially: false }),
  right: sent(
    right,
    'The permission that giving it needs; everything off needs `ApplyComp` whatever it says.',
    {
      shows: right,
      unset: 'MakeDiscount',
    },
  ),
  sort: field(whole(0, 10_000), 'Where it stands among the discounts; the lowest first.', { initially: 0 }),
  archived: field(flag, 'Whether it is not given any more; orders that have it keep it.', {
    initially: false,
  }),
  ...STAMPS,
  ...OWNER,
  right_code: hidden(right, 'The permission.', { initially: 'MakeDiscount' }),
  used: hidden(flag, 'True once an order had it.', { initially: false }),
});
export interface Discount extends Stored<typeof DISCOUNT> {}
