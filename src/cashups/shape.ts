import { REGISTER } from '../company/shape.ts';
import { type Decimal, ONE, parseDecimal } from '../kernel/money.ts';
import { sentence } from '../kernel/words.ts';
import {
  count,
  decimal,
  flag,
  id,
  list,
  oneOf,
  orNull,
  readBy,
  text,
  time,
  whole,
  words,
} from '../shape/kinds.ts';
import { of, viewOf } from '../shape/nested.ts';
import * as reads from '../shape/reads.ts';
import { because, z } from '../shape/reads.ts';
import { IDS, OWNER, STAMPS } from '../shape/records.ts';
import { derived, field, fixed, hidden, part, type Stored, sent, shape } from '../shape/shape.ts';
import { cash, MOVEMENT_KINDS } from '../shifts/shape.ts';

// What a shift comes to, while it is open and once it is closed, field by field (docs/changing.md).

const amount = decimal();
/** The same in a column of its own, however large: what was taken in a shift has no bound. */
const total = { ...amount, column: 'json' } as const;

/** Coins or notes of one value. */
const DENOMINATION = part('Coins or notes of one value.', {
  value: fixed(amount, 'The value of one.'),
  count: fixed(count, 'How many of them there were.'),
});

/** The count of a drawer. */
export interface Counted {
  readonly total: Decimal;
  /** The largest value first; empty where only the total was sent. */
  readonly denominations: readonly Stored<typeof DENOMINATION>[];
}

const COUNTED_WORDS = sentence(
  'must be an amount, or how many there are of each coin and note by their values, such as {example}.',
  { example: '{"50": 4, "0.05": 12}' },
);
/** Most values of coins and notes. */
const MAX_VALUES = 100;
const MAX_PIECES = 1_000_000;
const value = z.string().refine(
  (name) => {
    const parsed = parseDecimal(name);
    return parsed !== undefined && parsed > 0n && parsed <= 1_000_000n * ONE;
  },
  { error: because(COUNTED_WORDS) },
);

function countPieces(pieces: Readonly<Record<string, number>>): Counted {
  const denominations = Object.entries(pieces)
    .map(([name, number]) => ({ value: parseDecimal(name) ?? 0n, count: number }))
    .sort((a, b) => (a.value < b.value ? 1 : -1));
  const total = denominations.reduce((sum, each) => sum + each.value * BigInt(each.count), 0n);
  return { total, denominations };
}

const counted = z.union(
  [
    cash.reads.transform((total): Counted => ({ total, denominations: [] })),
    z
      .record(value, reads.whole(0, MAX_PIECES))
      .refine((pieces) => Object.keys(pieces).length <= MAX_VALUES, { error: because(COUNTED_WORDS) })
      .transform(countPieces),
  ],
  { error: because(COUNTED_WORDS) },
);

/** The count at the end of a shift (reference: shifts.6). */
export const CLOSE = part('The counted amount.', {
  counted: sent(
    readBy(amount, counted),
    'The cash in the drawer: an amount, or how many there are of each coin and note, by their values.',
    { needed: true },
  ),
  staff_id: sent(orNull(id), 'The staff member who counted; the one signed in at the register, unless sent.'),
  note: sent(orNull(text(500)), 'A note, such as the reason of a difference.'),
});

const TENDER = part('The takings of one payment method.', {
  payment_method_id: fixed(id, 'The payment method.'),
  name: fixed(words, 'Its name.'),
  kind: fixed(words, 'The kind of tender.'),
  payments: fixed(count, 'How many payments.'),
  amount: fixed(amount, 'The amount paid so.'),
  tip: fixed(amount, 'The tips with it.'),
  credit_card_surcharge: fixed(amount, 'The surcharges.'),
  rounding: fixed(
    amount,
    'The amount that rounding to coins added to the amount due, below 0 where it took some.',
  ),
  total: fixed(amount, 'All of it: amount, tip and surcharge.'),
});
export interface TenderFigures extends Stored<typeof TENDER> {}

const CASH = part('The cash in the drawer.', {
  float: fixed(amount, 'The cash in the drawer when it was opened.'),
  cash_in: fixed(amount, 'The cash put in.'),
  cash_out: fixed(amount, 'The cash taken out.'),
  no_sales: fixed(count, 'How often it was opened without a sale.'),
  cash_taken: fixed(amount, 'The cash payments, less those given back.'),
  expected: fixed(amount, 'The amount that has to be in it.'),
});
export interface CashFigures extends Stored<typeof CASH> {}

const SALES = part('The sales.', {
  orders: fixed(count, 'Completed orders, refunds included.'),
  refunds: fixed(count, 'How many of them are refunds.'),
  items: fixed(amount, 'How many were sold; returns take away.'),
  total: fixed(amount, 'Their total, with tax.'),
  total_tax: fixed(amount, 'The tax in it.'),
  discount: fixed(amount, 'The amount taken off by discounts.'),
  tips: fixed(amount, 'Ordinary tips.'),
  tip_service_amount: fixed(amount, 'Service.'),
  credit_card_surcharge: fixed(amount, 'Surcharges on credit cards.'),
  rounding: fixed(
    amount,
    'The amount that rounding to coins added to the amount due, below 0 where it took some.',
  ),
});
export interface SalesFigures extends Stored<typeof SALES> {}

const TAXED = part('A tax of what was sold.', {
  tax_id: fixed(orNull(id), 'The tax; null for what had none.'),
  name: fixed(orNull(words), 'Its name when it was charged.'),
  rate: fixed(orNull(amount), 'Its rate as a factor.'),
  taxable: fixed(amount, 'The amount that it was charged on.'),
  tax: fixed(amount, 'The amount charged.'),
});
export interface TaxedFigures extends Stored<typeof TAXED> {}

const MOVED = part('Cash in or out, or that the drawer was opened.', {
  kind: fixed(oneOf(MOVEMENT_KINDS), 'The kind of movement.'),
  amount: fixed(amount, 'How much.'),
  reason: fixed(orNull(words), 'Why.'),
  staff_id: fixed(orNull(id), 'The staff member who did it.'),
  at: fixed(time, 'When.'),
});

/** The report of a shift (reference: shifts.5). */
export const SHIFT_REPORT = shape('ShiftReport', 'The report of a shift.', {
  shift_id: fixed(id, 'The shift.'),
  number: fixed(
    orNull(whole(1, Number.MAX_SAFE_INTEGER)),
    'The number of its cash-up; null while it is open.',
  ),
  register_id: fixed(id, 'The register.'),
  register_name: fixed(words, 'Its name.'),
  site_id: fixed(id, 'The site.'),
  site_name: fixed(words, 'Its name.'),
  currency: fixed(words, 'The ISO 4217 code of the currency.'),
  timezone: fixed(words, 'The time zone of the site.'),
  opened_at: fixed(time, 'When the drawer was opened.'),
  opened_by: fixed(orNull(words), 'The staff member who opened it.'),
  until: fixed(time, 'Up to when it is counted: when it was closed, or now.'),
  closed_by: fixed(orNull(words), 'The staff member who counted it.'),
  cash: fixed(of(CASH), 'The cash in the drawer.'),
  counted: fixed(orNull(amount), 'The counted amount; null while it is open.'),
  difference: fixed(orNull(amount), 'The counted amount less the expected one.'),
  denominations: fixed(
    list(of(DENOMINATION), MAX_VALUES),
    'The counted coins and notes, the largest value first.',
  ),
  tenders: fixed(list(of(TENDER), 10_000), 'The takings, by payment method.'),
  before: fixed(
    list(of(TENDER), 10_000),
    'The takings at the register between the shift before and this one, which are in neither.',
  ),
  sales: fixed(of(SALES), 'The sales: orders that were completed in the shift.'),
  taxes: fixed(list(of(TAXED), 10_000), 'The taxes of it.'),
  movements: fixed(list(of(MOVED), 1000), 'The movements of cash.'),
  note: fixed(orNull(words), 'The note of who counted it.'),
});
export interface ShiftReport extends Stored<typeof SHIFT_REPORT> {}

const HEAD = {
  ...IDS,
  number: fixed(whole(1, Number.MAX_SAFE_INTEGER), 'Its number: 1, 2, 3… at the register, without gaps.'),
  register_id: fixed(id, 'The register.'),
  register: derived(orNull(viewOf(REGISTER)), 'That register, with `expand`.', { sometimes: true }),
  site_id: fixed(id, 'The site.'),
  staff_id: fixed(orNull(id), 'The staff member who counted.'),
  approved_by: fixed(orNull(id), 'The staff member who approved the closing, where an approval was needed.'),
  opened_at: fixed(time, 'When the drawer was opened.'),
  closed_at: fixed(time, 'When it was counted.'),
  float: fixed(total, 'The cash in the drawer when it was opened.'),
  expected: fixed(total, 'The amount that had to be in it.'),
  counted: fixed(total, 'The counted amount.'),
  difference: derived(amount, 'The counted amount less the expected one.'),
  note: fixed(orNull(words), 'The note of who counted it.'),
  processed: field(flag, 'Whether you have taken it over, into your books for example.', {
    initially: false,
  }),
  processed_at: fixed(orNull(time), 'When that was said.'),
  ...STAMPS,
};

/** A shift that was counted and closed; it never changes but for `processed` (reference: shifts.6). */
export const CASHUP = shape('Cashup', 'A shift that was counted and closed.', {
  ...HEAD,
  ...OWNER,
  report: hidden(of(SHIFT_REPORT), 'The report of the shift.'),
  books_from: hidden(time, 'The beginning of the day on which the drawer was opened.'),
  books_until: hidden(time, 'The end of the day on which it was counted.'),
});
export interface Cashup extends Stored<typeof CASHUP> {}

export const CASHUP_WITH_REPORT = shape(
  'CashupWithReport',
  'A shift that was closed, with what it came to.',
  {
    ...HEAD,
    report: fixed(of(SHIFT_REPORT), 'The report of the shift.'),
  },
);
