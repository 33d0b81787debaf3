import { ExactNumber, parseExact } from '../../kernel/json.ts';
import { type Decimal, ONE, parseDecimal } from '../../kernel/money.ts';
import { z } from '../../shape/reads.ts';
import { owedOf } from '../rules/owed.ts';
import { ORDER_STATUSES } from '../rules/status.ts';

// The parts of an order's JSON, as its GET shows it, that receipts and invoices are made of. Numbers are read from their
// text, never as doubles. What an order may lack has a default here.

const decimal = z.unknown().transform((value, context): Decimal => {
  const text = value instanceof ExactNumber ? value.text : typeof value === 'number' ? String(value) : '';
  const found = parseDecimal(text);
  if (found !== undefined) return found;
  context.addIssue({ code: 'custom', message: 'is no decimal number' });
  return z.NEVER;
});

const idText = z
  .union([z.number(), z.string(), z.instanceof(ExactNumber)])
  .transform((id) => (id instanceof ExactNumber ? id.text : String(id)));

const name = z.string().nullish();

/** An option of a set on an order, with the sets of the option itself (reference: orders.22). */
export interface ShownOption {
  readonly name?: string | null | undefined;
  readonly line_number?: number | null | undefined;
  readonly instructions?: string | null | undefined;
  readonly option_sets?: readonly ShownOptionSet[] | undefined;
}

/** An option set on an order; a nested one belongs to its option's line. */
export interface ShownOptionSet {
  readonly name?: string | null | undefined;
  readonly line_number?: number | null | undefined;
  readonly options: readonly ShownOption[];
}

const lineNumber = z.number().nullish();
const optionSet: z.ZodType<ShownOptionSet> = z.lazy(() =>
  z.object({
    name,
    line_number: lineNumber,
    options: z.array(
      z.object({
        name,
        line_number: lineNumber,
        instructions: name,
        option_sets: z.array(optionSet).optional(),
      }),
    ),
  }),
);

/** The amount of a tax. */
const tax = z.object({ name: z.string(), rate: decimal, taxable: decimal, amount: decimal });

/** A tax on a line, with its amount before rounding. */
const lineTax = z.object({ name: z.string(), rate: decimal, exact: decimal.default(0n) });

const line = z.object({
  number: z.number(),
  product: z.object({ id: idText, name: z.string(), sku: name }),
  description: z.string().nullable().default(null),
  quantity: decimal,
  unit_price: decimal.default(0n),
  unit_price_inc_tax: decimal,
  price_variation: decimal.default(ONE),
  price_fixed_variation: decimal.default(0n),
  discount_name: z.string().nullable().default(null),
  line_total_ex_tax: decimal,
  line_total_tax: decimal,
  taxes: z.array(lineTax),
  /** Ids of products; negative for those that are left out. */
  modifiers: z.array(idText).default([]),
  part_of_option_set: z.boolean().default(false),
});

const shownCard = z.object({ brand: name, last4: name }).nullish();

const payment = z
  .object({
    method: z.object({ name: z.string() }),
    card: shownCard,
    amount: decimal,
    tip: decimal,
    rounding: decimal.default(0n),
    ref: name,
    paid_at: z.string(),
  })
  .transform(({ method, card, ...paid }) => ({ ...paid, method: { name: paidBy(method.name, card) } }));

/** How an order was paid, as receipts say it: with brand and last digits of a card (reference: requests.9). */
function paidBy(method: string, card: z.output<typeof shownCard>): string {
  const parts = [method, card?.brand, card?.last4 && `····${card.last4}`];
  return parts.filter((part) => part).join(' ');
}

const order = z.object({
  id_str: z.string(),
  saleid: z.string(),
  sale_number: name,
  order_number: z.string().nullable().default(null),
  status: z.enum(ORDER_STATUSES),
  order_type: name,
  table_name: z.string().nullable().default(null),
  group_id: z.string().nullable().default(null),
  is_refund: z.boolean(),
  original_order_id_str: name,
  invoice_number: z.string().nullable().default(null),
  tax_exempt: z.object({ number: name, reason: name }).nullable().default(null),
  total: decimal,
  total_tax: decimal,
  taxes: z.array(tax),
  paid: decimal,
  due: decimal,
  tips: decimal,
  tip_service_percent: decimal.nullable().default(null),
  tip_service_amount: decimal,
  tip_service_paid: decimal,
  credit_card_surcharge: decimal,
  price_variation: decimal.default(ONE),
  price_fixed_variation: decimal.default(0n),
  discount_name: z.string().nullable().default(null),
  discounts: z
    .array(z.object({ discount_name: z.string().nullable(), price_fixed_variation: decimal }))
    .default([]),
  placed_at: z.string(),
  lines: z.array(line),
  options: z.array(optionSet).default([]),
  payments: z.array(payment),
  customer: z.object({ first_name: name, last_name: name, email: name, phone: name }).nullable(),
});

const shownOrder = order.transform((shown) => ({
  ...shown,
  owed: owedOf({ ...shown, isRefund: shown.is_refund }),
}));

export type ShownOrderJson = z.output<typeof shownOrder>;
export type ShownLine = z.output<typeof line>;
export type ShownLineTax = z.output<typeof lineTax>;

/** Reads an order's JSON as GET shows it. Throws when it is none. */
export function readShownOrder(json: string): ShownOrderJson {
  return shownOrder.parse(parseExact(json));
}
