import { accepted, type RecordKind, recordHandlers } from '../edge/records.ts';
import { invalid } from '../kernel/errors.ts';
import { ONE } from '../kernel/money.ts';
import { sentence } from '../kernel/words.ts';
import { view } from '../shape/view.ts';
import { DISCOUNT, type Discount } from './shape.ts';
import { discounts } from './store.ts';

const discountView = view(DISCOUNT, ({ right_code: right }: Discount) => ({ right }));

/** The field `right` of a body is kept as `right_code`: the word means something in SQL. */
function storeRight<T extends { right?: Discount['right_code'] | undefined }>({ right, ...fields }: T) {
  return { ...fields, right_code: right };
}

const discountKind: RecordKind<Discount> = {
  table: discounts,
  ids: 'discount',
  audited: 'discount',
  path: 'discounts',
  param: 'discount_id',
  accepted: accepted(DISCOUNT, storeRight),
  check(_tx, { kind, value }) {
    if (kind === 'share' && value !== null && value > ONE)
      throw invalid('value', sentence('must be at most 1, which is everything, for a share: 0.1 is 10 %.'));
    return Promise.resolve();
  },
  view: (_tx, records) => Promise.resolve(records.map((discount) => discountView(discount))),
  usedBy: (_tx, discount) => Promise.resolve(discount.used ? sentence('orders') : undefined),
  topics: { created: 'discounts/created', updated: 'discounts/updated', deleted: 'discounts/deleted' },
};

/** /discounts (reference: discounts.1) */
export const discountHandlers = recordHandlers(discountKind);
