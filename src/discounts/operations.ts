import { type Operations, records } from '../edge/operation.ts';
import { discountHandlers } from './handlers.ts';

/** The discounts of a company. */
export const DISCOUNT_OPERATIONS: Operations = {
  ...records(discountHandlers.kind, { tag: 'Company', one: 'a discount', many: 'the discounts' }),
};
