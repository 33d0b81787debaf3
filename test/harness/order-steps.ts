import fc from 'fast-check';
import { COURSES, STATUSES, type Status } from './order-model.ts';

// The steps of a life, as plain data, so that a failing one can be shortened and read.

/** Mostly one of the orders that a step is meant for, now and then any. */
const which = fc.record({ back: fc.nat(3), any: fc.constantFrom(false, false, false, false, true) });
const variation = fc.oneof(
  fc.tuple(fc.constant('price_variation' as const), fc.constantFrom(null, '0.9', '1.15', '1', '0.333', '0')),
  fc.tuple(fc.constant('price_fixed_variation' as const), fc.constantFrom(null, '-1', '2', '0', '-3', '7')),
);
const quantity = fc.constantFrom('1', '1', '1', '2', '3', '0.5', '1.3333', '-1', '-2');
const price = fc.oneof(
  fc.tuple(fc.constant('unit_price' as const), fc.constantFrom('4.35', '0.12345678', '0', '20', '1.005')),
  fc.tuple(fc.constant('unit_price_inc_tax' as const), fc.constantFrom('4.35', '33.33', '0.01', '11')),
);
const line = fc.record({
  // The last one may not be sold.
  product: fc.constantFrom(0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5),
  quantity,
  price: fc.option(price, { freq: 3 }),
  variation: fc.option(variation, { freq: 3 }),
  course: fc.constantFrom(...COURSES, 'no status' as const, 'no status' as const),
});
export type LineStep = typeof line extends fc.Arbitrary<infer T> ? T : never;

const payment = fc.record({
  how: fc.constantFrom('due', 'due', 'due', 'half', 'half', 'zero', 'back', 'more'),
  tip: fc.constantFrom('0', '0', '1', '3'),
  onAccount: fc.boolean(),
});
export type PaymentStep = typeof payment extends fc.Arbitrary<infer T> ? T : never;

/** Every status, and those that an order leaves again more often. */
const status = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom<Status>('SUBMITTED', 'ON_HOLD', 'ACCEPTED', 'PENDING', 'PENDING', 'PENDING'),
  },
  { weight: 1, arbitrary: fc.constantFrom<Status>(...STATUSES) },
);
const field = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ status }),
  },
  { weight: 3, arbitrary: fc.record({ variation }) },
  { weight: 1, arbitrary: fc.record({ percent: fc.constantFrom(null, '10', '12.5', '0') }) },
  { weight: 1, arbitrary: fc.record({ service: fc.constantFrom(null, '0', '2', '5') }) },
  { weight: 2, arbitrary: fc.record({ completeWhenPaid: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ notes: fc.constantFrom(null, 'hot', 'cold') }) },
  { weight: 2, arbitrary: fc.record({ customer: fc.constantFrom(null, 0, 1) }) },
);
export type FieldStep = typeof field extends fc.Arbitrary<infer T> ? T : never;

/** How a call says which state it is about: not at all, the one that is there, or one before it. */
const match = fc.constantFrom(undefined, undefined, undefined, 'now' as const, 'stale' as const);

const change = fc.oneof(
  fc.record({ quantity }),
  fc.record({ price: fc.oneof(price, fc.constant(null)) }),
  fc.record({ variation }),
  fc.record({ course: fc.constantFrom(...COURSES) }),
  fc.record({ to: fc.integer({ min: 1, max: 6 }) }),
  fc.record({ notes: fc.constantFrom(null, 'hot') }),
);
export type ChangeStep = typeof change extends fc.Arbitrary<infer T> ? T : never;

const create = fc.record({
  do: fc.constant('create' as const),
  site: fc.nat(1),
  grouped: fc.boolean(),
  status: fc.option(status, { nil: undefined }),
  lines: fc.array(line, { maxLength: 4 }),
  payments: fc.array(payment, { maxLength: 2 }),
  fields: fc.array(
    field.filter((each) => !('status' in each)),
    { maxLength: 2 },
  ),
});
const step = fc.oneof(
  { weight: 3, arbitrary: create },
  { weight: 7, arbitrary: fc.record({ do: fc.constant('put' as const), which, field, match }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('add' as const),
      which,
      lines: fc.array(line, { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('change' as const), which, at: fc.nat(4), change, match }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('drop' as const), which, at: fc.nat(4), match }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('pay' as const), which, payment }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('repay' as const),
      which,
      at: fc.nat(2),
      tip: fc.constantFrom('0', '1', '2'),
      match,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('refund' as const),
      which,
      how: fc.constantFrom('goods', 'all', 'half', 'more'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), which, match }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('race' as const), which }) },
);
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** A life: an order and what happens after it, to it and to others. */
export function lives(steps: number) {
  return fc.tuple(create, fc.array(step, { minLength: 1, maxLength: steps, size: 'max' }));
}
