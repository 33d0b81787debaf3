// Discounts by name on lines and orders: what a body makes of them (reference: discounts.2, discounts.3).
import { invalid, unknownRecord } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/id.ts';
import { type Decimal, ONE } from '../../kernel/money.ts';
import { sentence } from '../../kernel/words.ts';
import type { Discount, Line } from '../types.ts';
import { ONE_OF_BOTH, refuseBoth, variationOf } from './variations.ts';

/** The coefficient or amount of a line or an order, and the discount that it is by. */
export type Discounted = Pick<
  Line,
  'price_variation' | 'price_fixed_variation' | 'discount_id' | 'discount_name' | 'discount_reason'
>;

/** The fields of bodies for it. */
export interface SentDiscount {
  readonly price_variation?: Decimal | null | undefined;
  readonly price_fixed_variation?: Decimal | null | undefined;
  readonly discount_id?: Id | null | undefined;
  readonly discount_reason?: string | null | undefined;
}

/** The discounts that a body is about, by their ids. */
export type Discounts = ReadonlyMap<Id, Discount>;

export const NO_DISCOUNTS: Discounts = new Map();

/** A line or order without variations. */
export const UNDISCOUNTED: Discounted = {
  price_variation: null,
  price_fixed_variation: null,
  discount_id: null,
  discount_name: null,
  discount_reason: null,
};

/** The discount of a line or an order of which a part is left; none where nothing is taken off it any more. */
export function discountLeft(
  one: Discounted,
): Pick<Discounted, 'discount_id' | 'discount_name' | 'discount_reason'> {
  const isLeft = one.price_variation !== null || one.price_fixed_variation !== null;
  const { discount_id, discount_name, discount_reason } = isLeft ? one : UNDISCOUNTED;
  return { discount_id, discount_name, discount_reason };
}

/** The discounts that have to be known for a body: those that it names, and the one whose terms it changes. */
export function discountsNamed(sent: SentDiscount, before: Discounted = UNDISCOUNTED): Id[] {
  const { discount_id: named } = sent;
  if (named !== undefined && named !== null) return [named];
  if (named === null || before.discount_id === null) return [];
  const isAbout = Object.values(changedTerms(sent, before)).some((value) => value !== undefined);
  return isAbout ? [before.discount_id] : [];
}

/** The fields of a body that differ from the record: one that is sent back as it was read changes nothing. */
function changedTerms(sent: SentDiscount, before: Discounted): Omit<SentDiscount, 'discount_id'> {
  const { price_variation: percent, price_fixed_variation: fixed, discount_reason: reason } = sent;
  return {
    price_variation: (percent ?? ONE) === (before.price_variation ?? ONE) ? undefined : percent,
    price_fixed_variation: (fixed ?? 0n) === (before.price_fixed_variation ?? 0n) ? undefined : fixed,
    discount_reason: (reason || null) === before.discount_reason ? undefined : reason,
  };
}

/**
 * A line or order after a body: with its variations, and the discount by which they are. `field` is where in the body it
 * stands, with a dot behind it. 400 for a discount that cannot be given there, or not like that.
 */
export function discounted(
  before: Discounted,
  sent: SentDiscount,
  known: Discounts,
  on: 'line' | 'order',
  field: string,
): Discounted {
  const { discount_id: named } = sent;
  const id = named === undefined ? before.discount_id : named;
  if (id === null) return withoutDiscount(before, sent, field);
  const isNew = id !== before.discount_id;
  const changed = changedTerms(sent, before);
  const discount = known.get(id);
  if (discount === undefined) {
    if (isNew || Object.values(changed).some((value) => value !== undefined))
      throw unknownRecord(`${field}discount_id`, id);
    return kept(before);
  }
  const terms = isNew ? termsOf(discount, sent, on, field) : changedBy(discount, before, changed, field);
  if (terms === undefined) return withoutDiscount({ ...before }, sent, field);
  refuseOther(discount, changed, field);
  const reason = changed.discount_reason === undefined ? before.discount_reason : changed.discount_reason;
  const discount_reason = isNew ? sent.discount_reason?.trim() || null : reason?.trim() || null;
  if (discount.reason_required && discount_reason === null)
    throw invalid(
      `${field}discount_reason`,
      sentence('is required: "{name}" is not given without a reason.', { name: discount.name }),
    );
  const name = isNew ? discount.name : before.discount_name;
  return { ...terms, discount_id: id, discount_name: name, discount_reason };
}

/** The same without more than that. */
function kept({
  price_variation,
  price_fixed_variation,
  discount_id,
  discount_name,
  discount_reason,
}: Discounted): Discounted {
  return { price_variation, price_fixed_variation, discount_id, discount_name, discount_reason };
}

/** Variations by hand. What a discount took off goes with it. */
function withoutDiscount(before: Discounted, sent: SentDiscount, field: string): Discounted {
  const isTakenOff = before.discount_id !== null;
  const {
    price_variation: percent,
    price_fixed_variation: fixed,
    discount_reason,
  } = changedTerms(sent, before);
  if ((discount_reason ?? '').trim() !== '')
    throw invalid(`${field}discount_reason`, sentence('is for a discount: it needs discount_id.'));
  const price_variation = variationOf(percent, isTakenOff ? null : before.price_variation, ONE);
  const price_fixed_variation = variationOf(fixed, isTakenOff ? null : before.price_fixed_variation, 0n);
  refuseBoth(price_variation, price_fixed_variation, field.replace(/\.$/, ''));
  return { ...UNDISCOUNTED, price_variation, price_fixed_variation };
}

type Variations = Pick<Discounted, 'price_variation' | 'price_fixed_variation'>;

/** The name of the variation that a discount makes. */
const variationName = ({ kind }: Pick<Discount, 'kind'>) =>
  kind === 'share' ? ('price_variation' as const) : ('price_fixed_variation' as const);

/** 400 for a variation of the other kind than the discount's: it would be dropped, and the customer would pay more than was meant. */
function refuseOther({ kind }: Discount, changed: SentDiscount, field: string): void {
  const other = kind === 'share' ? 'price_fixed_variation' : 'price_variation';
  const said = changed[other];
  if (said === undefined || said === null || said === (kind === 'share' ? 0n : ONE)) return;
  throw invalid(`${field}${other}`, ONE_OF_BOTH);
}

/** The amount that a newly given discount takes off: by the body, else by its record. */
function termsOf(discount: Discount, sent: SentDiscount, on: 'line' | 'order', field: string): Variations {
  const { id, kind, value, applies_to: target, archived, name } = discount;
  if (archived)
    throw invalid(
      `${field}discount_id`,
      sentence('"{name}" is archived: it is not given any more.', { name }),
    );
  if (target !== 'both' && target !== on)
    throw invalid(
      `${field}discount_id`,
      on === 'line'
        ? sentence('"{name}" is given on whole orders only.', { name })
        : sentence('"{name}" is given on lines only.', { name }),
    );
  const ofKind = sent[variationName(discount)];
  const isSaid = ofKind !== undefined && ofKind !== null && ofKind !== (kind === 'share' ? ONE : 0n);
  if (isSaid) return variationsOf(discount, ofKind, field);
  if (value === null)
    throw invalid(
      `${field}${variationName(discount)}`,
      sentence('is required: discount {id} has no value of its own.', { id }),
    );
  return kind === 'share'
    ? { price_variation: ONE - value, price_fixed_variation: null }
    : { price_variation: null, price_fixed_variation: -value };
}

/** The variation of a discount that a body says; 400 for one that takes nothing off. */
function variationsOf(discount: Discount, said: Decimal, field: string): Variations {
  const isLess = discount.kind === 'share' ? said >= 0n && said < ONE : said < 0n;
  if (!isLess)
    throw invalid(
      `${field}${variationName(discount)}`,
      sentence('must take something off: "{name}" is a discount.', { name: discount.name }),
    );
  return discount.kind === 'share'
    ? { price_variation: said, price_fixed_variation: null }
    : { price_variation: null, price_fixed_variation: said };
}

/** The amount that an existing discount takes off after a change; undefined when it is removed, or becomes one by hand. */
function changedBy(
  discount: Discount,
  before: Discounted,
  changed: SentDiscount,
  field: string,
): Variations | undefined {
  const { price_variation: percent, price_fixed_variation: fixed } = changed;
  if (percent === undefined && fixed === undefined) return kept(before);
  const said = changed[variationName(discount)];
  // One without a value of its own takes off what is said; with another variation it is that discount no more.
  const isSaid = said !== undefined && said !== null && said !== (discount.kind === 'share' ? ONE : 0n);
  return discount.value === null && isSaid ? variationsOf(discount, said, field) : undefined;
}
