import { type Difference, differenceOf } from '../../kernel/event.ts';
import type { Id } from '../../kernel/id.ts';
import { ONE } from '../../kernel/money.ts';
import type { View } from '../../shape/shape.ts';
import { view } from '../../shape/view.ts';
import { inCoins } from '../rules/cash.ts';
import { numberedSets } from '../rules/choices.ts';
import { paidAt } from '../rules/dates.ts';
import type { Figures } from '../rules/figures.ts';
import { lineName } from '../rules/line-name.ts';
import type { PricedLine } from '../rules/pricing.ts';
import { lineTaxes, orderTaxes } from '../rules/taxes.ts';
import { GROUP_HEAD } from '../shape/answers.ts';
import { CHOSEN_OPTION, LINE_OPTION, LINE_OPTION_SET, ORDER_OPTION_SET } from '../shape/chosen.ts';
import { HISTORY_ENTRY } from '../shape/history.ts';
import { NO_ID } from '../shape/ids.ts';
import { LINE } from '../shape/line.ts';
import { ORDER_HEAD } from '../shape/order.ts';
import { PAYMENT } from '../shape/payment.ts';
import type { Choice, ChosenSet, HistoryEntry, Line, Order, Payment } from '../types.ts';
import type { NumberedEntry } from './history.store.ts';

/** An order as JSON, in the parts it is stored in: lists show `head` alone or with what they are asked for. */
export interface Rendered {
  readonly head: string;
  readonly lines: string;
  readonly options: string;
  readonly payments: string;
}

/** The parts a list can add to its orders (reference: orders.41). */
export const ORDER_PARTS = ['lines', 'options', 'payments', 'customer'] as const;
export type OrderPart = (typeof ORDER_PARTS)[number];

const lineView = view(LINE, (line: Line, priced: PricedLine, sets: readonly View[]) => ({
  product_id: line.product.id,
  product: line.product,
  unit_price: priced.unitEx,
  unit_price_inc_tax: priced.unitInc,
  unit_tax: priced.unitTax,
  price_variation: line.price_variation ?? ONE,
  price_fixed_variation: line.price_fixed_variation ?? 0n,
  line_total_ex_tax: priced.totalEx,
  line_total_tax: priced.totalTax,
  taxes: lineTaxes(priced),
  modifiers: line.modifiers,
  part_of_option_set: line.part_of !== null,
  option_sets: sets,
}));

/** A line with its price, by its line_id. */
type PricedLines = ReadonlyMap<Id, { readonly line: Line; readonly priced: PricedLine }>;

function lineOf(lines: PricedLines, id: Id) {
  const found = lines.get(id);
  if (found === undefined) throw new Error('An option set names a line that is not there.');
  return found;
}

/** The look-ups for the views of an order's option sets. */
interface SetContext {
  readonly lines: PricedLines;
  readonly numbers: ReadonlyMap<ChosenSet, number>;
}

function setContext({ lines, options }: Order, { priced }: Figures): SetContext {
  const numbered = options.length === 0 ? [] : numberedSets(options);
  return {
    lines: new Map(lines.map((line, at) => [line.line_id, { line, priced: priced.lines[at] ?? NO_PRICE }])),
    numbers: new Map(numbered.map(({ set, number }) => [set, number])),
  };
}

/** An option as its line shows it. */
const optionFields = ({ line, priced }: ReturnType<typeof lineOf>) => ({
  product_id: line.product.id,
  name: lineName(line),
  line_number: line.number,
  instructions: line.instructions,
  unit_price: priced.unitEx,
  unit_price_inc_tax: priced.unitInc,
});

/** A set as its line shows it. */
const setFields = (set: ChosenSet, { numbers }: SetContext) => ({
  number: numbers.get(set) ?? 0,
  option_set_id: set.option_set_id,
  name: set.name,
});

const choiceView = view(CHOSEN_OPTION, (choice: Choice, context: SetContext) => {
  const found = lineOf(context.lines, choice.line_id);
  return {
    ...optionFields(found),
    unit_tax: found.priced.unitTax,
    taxes: found.priced.taxes.map(({ tax }) => tax),
    option_sets: choice.option_sets.map((set): View => setView(set, context)),
  };
});

/** An option set in its original form (reference: orders.22). */
const setView: (set: ChosenSet, context: SetContext) => View = view(
  ORDER_OPTION_SET,
  (set: ChosenSet, context: SetContext) => ({
    ...setFields(set, context),
    line_number: lineOf(context.lines, set.line_id).line.number,
    options: set.options.map((choice) => choiceView(choice, context)),
  }),
);

const lineChoiceView = view(LINE_OPTION, (choice: Choice, context: SetContext) => ({
  ...optionFields(lineOf(context.lines, choice.line_id)),
  option_sets: choice.option_sets.map((set): View => lineSetView(set, context)),
}));

/** The same as its line shows it (reference: orders.47). */
const lineSetView: (set: ChosenSet, context: SetContext) => View = view(
  LINE_OPTION_SET,
  (set: ChosenSet, context: SetContext) => ({
    ...setFields(set, context),
    options: set.options.map((choice) => lineChoiceView(choice, context)),
  }),
);

/** Every option set of an order by its number, nested ones too; those of the order's lines come first. */
export function setViews(order: Order, figures: Figures) {
  if (order.options.length === 0) return [];
  const context = setContext(order, figures);
  return [...context.numbers.keys()].map((set) => setView(set, context));
}

/** The fields of the event of a finished group, beside its orders. */
export const groupView = view(GROUP_HEAD);

const paymentView = view(PAYMENT, (payment: Payment) => ({
  method_id: payment.method.id,
  paid_at: paidAt(payment),
}));

/** The fields that every list shows of an order, and that the whole order begins with (reference: orders.1). */
const headView = view(ORDER_HEAD, (order: Order, { priced, settlement }: Figures) => ({
  saleid: order.id === NO_ID ? null : order.saleid,
  // What add-ons call it is put in for each (storage/external-ids.ts).
  external_id: null,
  is_refund: order.original_order_id !== null,
  total: priced.total,
  total_tax: priced.totalTax,
  taxes: orderTaxes(priced.lines),
  paid: settlement.paid,
  due: settlement.due,
  cash_due: cashDue(order, settlement),
  tips: settlement.tips,
  tip_service_amount: settlement.tipServiceAmount,
  tip_service_paid: settlement.tipServicePaid,
  price_variation: order.price_variation ?? ONE,
  price_fixed_variation: order.price_fixed_variation ?? 0n,
  pass_thru_printing: order.pass_thru !== null,
  pass_thru_printing_register: order.pass_thru && { ...order.pass_thru, id: order.pass_thru.register_id },
}));

/** The amount due in cash, where that is rounded. */
function cashDue({ counting }: Order, { due }: Figures['settlement']) {
  const cash = counting?.cash_rounding ?? null;
  return cash === null || cash.increment === 0n ? undefined : inCoins(due, cash);
}

const NO_PRICE: PricedLine = {
  unitEx: 0n,
  unitInc: 0n,
  unitTax: 0n,
  totalEx: 0n,
  totalTax: 0n,
  totalInc: 0n,
  taxes: [],
};

/** An order as answers show it, in the parts it is stored in; who its customer is apart. */
export interface ShownParts {
  readonly head: View;
  readonly lines: readonly View[];
  readonly options: readonly View[];
  readonly payments: readonly View[];
}

/** The view of an order. */
export function shownParts(order: Order, figures: Figures): ShownParts {
  return {
    head: headView(order, figures),
    lines: lineViews(order, figures),
    options: setViews(order, figures).slice(0, order.options.length),
    payments: paymentViews(order),
  };
}

/** The fields in which an order changed, as answers show them, and what they were. */
export function orderDifference(before: ShownParts, after: ShownParts): Difference {
  return differenceOf(membersOf(before), membersOf(after));
}

const membersOf = ({ head, ...parts }: ShownParts): object => ({ ...head, ...parts });

const NO_SETS: readonly View[] = [];

/** The order's line views; also what the line endpoints answer. */
export function lineViews(order: Order, figures: Figures) {
  const ofLine = order.options.length === 0 ? undefined : setsByLine(order, figures);
  const { lines } = figures.priced;
  return order.lines.map((line, at) =>
    lineView(line, lines[at] ?? NO_PRICE, ofLine?.get(line.line_id) ?? NO_SETS),
  );
}

/** The option sets of lines by line_id, as the lines show them. */
function setsByLine(order: Order, figures: Figures): ReadonlyMap<Id, readonly View[]> {
  const context = setContext(order, figures);
  const shown = new Map<Id, View[]>();
  for (const set of order.options) {
    const known = shown.get(set.line_id);
    if (known === undefined) shown.set(set.line_id, [lineSetView(set, context)]);
    else known.push(lineSetView(set, context));
  }
  return shown;
}

const entryView = view(
  HISTORY_ENTRY,
  ({ by }: HistoryEntry, number: number, addons: ReadonlyMap<Id, string>) => ({
    number,
    by: { ...by, addon_name: addons.get(by.addon_id) ?? null },
  }),
);

/** Entries of an order's history. `addons` has the names of those that acted. */
export function historyViews(entries: readonly NumberedEntry[], addons: ReadonlyMap<Id, string>) {
  return entries.map(({ entry, number }) => entryView(entry, number, addons));
}

/** The order's payment views. */
export function paymentViews(order: Order) {
  return order.payments.map((payment: Payment) => paymentView(payment));
}

/** Renders an order once, when it is saved: GET then answers stored bytes. */
export function render(order: Order, figures: Figures): Rendered {
  return renderParts(shownParts(order, figures));
}

/** The same of what answers show of it. */
export function renderParts({ head, lines, options, payments }: ShownParts): Rendered {
  return {
    head: JSON.stringify(head),
    lines: JSON.stringify(lines),
    options: JSON.stringify(options),
    payments: JSON.stringify(payments),
  };
}

/** The order with the given parts; `customer` is the linked customer as the reader may see it. */
export function compose(rendered: Rendered, wanted: ReadonlySet<OrderPart>, customer: string): string {
  let body = rendered.head.slice(0, -1);
  if (wanted.has('lines')) body += `,"lines":${rendered.lines}`;
  if (wanted.has('options')) body += `,"options":${rendered.options}`;
  if (wanted.has('payments')) body += `,"payments":${rendered.payments}`;
  return wanted.has('customer') ? body + orderTail(customer) : `${body}}`;
}

/** The end of a whole order, behind the parts that its row has: its customer. */
export const orderTail = (customer: string): string => `,"customer":${customer}}`;

/** Every part of an order. */
export const ALL_PARTS: ReadonlySet<OrderPart> = new Set(ORDER_PARTS);

/** The whole order as GET shows it. */
export function composeWhole(parts: Rendered, customer: string): string {
  return compose(parts, ALL_PARTS, customer);
}
