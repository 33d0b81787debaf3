import type { Id } from '../../kernel/id.ts';
import { jsonInteger } from '../../kernel/json.ts';
import { ONE } from '../../kernel/money.ts';
import { decimal, id, idText, orNull, text, words } from '../../shape/kinds.ts';
import { IDS } from '../../shape/records.ts';
import { derived, field, fixed, type Kind, part, type Stored } from '../../shape/shape.ts';
import { LARGEST } from './chosen.ts';

// Shared by the parts of an order: bounds of amounts, and ids that an order does not have while it is only priced.

/** A number with a sign: an amount, or a change of one. */
export const signed = decimal({ places: 8, min: -LARGEST, max: LARGEST });
/** A factor of prices. */
export const coefficient = decimal({ places: 8, min: 0n, max: 1_000n * ONE });

/** The discount that a line or an order has, as it was called when it was given (reference: discounts.2). */
export const DISCOUNT_FIELDS = {
  discount_id: field(
    orNull(id),
    'The discount by which it is cheaper: it sets the variation, unless one is sent with it. Null takes it off.',
  ),
  discount_name: fixed(orNull(words), 'The name of that discount when it was given.'),
  discount_reason: field(orNull(text(500)), 'Why it was given.'),
};

/** One of the discounts of orders that were merged (reference: discounts.6). */
export const MERGED_DISCOUNT = part('A discount of an order that was merged.', {
  discount_id: fixed(orNull(id), 'The discount; null for one without a name.'),
  discount_name: fixed(orNull(words), 'Its name when it was given.'),
  discount_reason: fixed(orNull(words), 'Why it was given.'),
  price_fixed_variation: fixed(decimal(), 'Its part of the price_fixed_variation of the order.'),
});
export interface MergedDiscount extends Stored<typeof MERGED_DISCOUNT> {}

/** Stands, as every number below it, for an id in an order that is priced and not saved (reference: orders.13). */
export const NO_ID: Id = 0n;

const newIdText: Kind<Id, Id, string> = {
  ...idText,
  show: { toJson: (value: Id) => (value <= NO_ID ? null : value.toString()) },
};
/** An id; null in an order that is only priced. */
export const newId: Kind<Id, Id, string> = {
  ...id,
  show: { toJson: (value: Id) => (value <= NO_ID ? null : jsonInteger(value)) },
  twin: newIdText,
};
export const NEW_IDS = {
  id: fixed(newId, IDS.id.words),
  id_str: derived(newIdText, IDS.id_str.words, { from: 'id' }),
};
/** The same in an order that is only priced. */
export const PRICED_IDS = {
  id: fixed(orNull(newId), IDS.id.words),
  id_str: derived(orNull(newIdText), IDS.id_str.words, { from: 'id' }),
};
