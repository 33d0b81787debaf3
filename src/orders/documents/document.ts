import type { Customer } from '../../customers/shape.ts';
import { parseId, saleId } from '../../kernel/id.ts';
import { type Decimal, minorUnits } from '../../kernel/money.ts';
import { placeText } from '../../kernel/seating.ts';
import { isolated } from '../../kernel/text.ts';
import type { Words } from '../../kernel/words.ts';
import { cleanParts } from '../../printing/paper/text.ts';
import { paperWords } from '../../printing/words.ts';
import { lineName } from '../rules/line-name.ts';
import { hanOf, numberLines, type Seller, type SellerSite, sellerFacts, sellerLines } from './seller.ts';
import type { ShownLine, ShownOption, ShownOptionSet, ShownOrderJson } from './shown.ts';
import { titleOf, titleWords } from './title.ts';
import {
  addressLines,
  amountText,
  clip,
  dateText,
  localText,
  numberText,
  percentText,
  present,
  type Style,
  variationText,
  variationTexts,
} from './words.ts';

/** A receipt ready to be set: every figure and label is text (reference: orders.42, orders.43). */
export interface ReceiptDocument {
  /** The version of the layout: the same order in another one is another file. */
  readonly layout: number;
  readonly title: string;
  /** The number of the invoice or credit note, else the saleid. */
  readonly number: string;
  /** Stands in the file as the time it was made: the order's own, so that the same order gives the same bytes. */
  readonly moment: string;
  readonly seller: { readonly name: string; readonly lines: readonly string[] };
  /** The text of the company at the top, line by line; an empty line sets parts off. */
  readonly header: readonly string[];
  /** The same at the end. */
  readonly footer: readonly string[];
  /** A sentence: the sale that a refund gives back money for, or that a bill is no receipt; null for other sales. */
  readonly subject: string | null;
  readonly facts: readonly Figure[];
  readonly customer: readonly string[];
  /** The headings of the columns: quantity, price, tax, amount. */
  readonly columns: readonly [item: string, quantity: string, price: string, tax: string, amount: string];
  readonly rows: readonly Row[];
  readonly notes: readonly string[];
  readonly taxes: readonly TaxRow[];
  readonly totals: readonly Figure[];
  readonly payments: readonly PaymentRow[];
  readonly settlement: readonly Figure[];
  /** The amount still to be paid; empty when it is none. */
  readonly due: string;
  /** The saleid of what is refunded; null for a sale. */
  readonly refundOf: string | null;
  /** The head above the parts. */
  readonly headings: {
    readonly customer: string;
    readonly payments: string;
    readonly noItems: string;
    readonly taxes: readonly [name: string, rate: string, net: string, tax: string];
  };
  /** The language whose forms of Chinese characters are used where a text does not show its own. */
  readonly han: 'sc' | 'tc' | 'jp' | 'kr';
  readonly qr?: string;
}

/** A label with its value. */
export interface Figure {
  readonly label: string;
  readonly value: string;
  readonly strong?: boolean;
  /** Outside the total, and no payment. */
  readonly extra?: true;
}

/** A line of the order. One that belongs to another stands below it, a level further in. */
export interface Row {
  readonly level: number;
  readonly name: string;
  readonly details: readonly string[];
  readonly quantity: string;
  readonly price: string;
  readonly tax: string;
  readonly amount: string;
}

/** The net amount taxed at one rate, and its tax. */
export interface TaxRow {
  readonly name: string;
  readonly rate: string;
  readonly net: string;
  readonly tax: string;
}

/** A payment; its detail says when, with what reference and tip. */
export interface PaymentRow {
  readonly method: string;
  readonly detail: string;
  readonly amount: string;
}

/** The order that a refund is for. */
interface RefundedOrder {
  readonly saleid: string;
  readonly invoiceNumber: string | null;
  /** When it was placed. */
  readonly moment: string;
}

/** The customer as they stand on invoices. */
type Buyer = Pick<Customer, 'company_name' | 'tax_number' | 'primary_address' | 'shipping_address'>;

/** The seller of an order, the names of its modifiers, and what it refunds. */
export interface ReceiptFacts {
  readonly company: Seller;
  readonly site: SellerSite;
  readonly buyer: Buyer | undefined;
  /** Names of modifiers, by the id of their product. */
  readonly modifierNames: ReadonlyMap<string, string>;
  readonly refunded: RefundedOrder | undefined;
}

/** Counted up with every change of what pages look like, new fonts included. */
const LAYOUT = 3;
/** Deepest level shown; what lies deeper stands there too. */
const MAX_LEVEL = 4;
/** The document of an order for its guests: a receipt, or the bill of what is to be paid. Pure: the same order of the same seller gives the same document. */
export function receiptDocument(order: ShownOrderJson, facts: ReceiptFacts): ReceiptDocument {
  const { company, site } = facts;
  const words = paperWords(site.language);
  const style: Style = { words, minorUnits: minorUnits(site.currency) ?? 2 };
  const money = (amount: Decimal): string => amountText(amount, style);
  const zone = site.timezone;
  const taxed = order.lines.some((line) => line.taxes.length > 0);
  const variations = variationTexts(order, style);
  const original = parseId(order.original_order_id_str ?? '');
  const seller = sellerFacts(company, site);
  const title = titleOf(order, seller);
  return {
    layout: LAYOUT,
    title: titleWords(title, words),
    number: order.invoice_number ?? order.saleid,
    moment: order.placed_at,
    seller: { name: company.name, lines: sellerLines(company, site, words) },
    header: cleanParts(seller.header),
    footer: cleanParts(seller.footer),
    subject: title === 'bill' ? words.say('This is not a receipt.') : subjectOf(order, facts, words),
    facts: orderFacts(order, original, zone, words),
    customer: customerLines(
      order,
      title === 'bill' || title === 'receipt' || title === 'refund' ? undefined : facts.buyer,
      words,
    ),
    columns: columnsOf(taxed, words),
    rows: rowsOf(order, style, facts.modifierNames),
    notes: [
      ...variations.map((variation) =>
        words.say('{variation} on the whole order, included in the amounts above', { variation }),
      ),
      ...exemptionTexts(order, words),
    ],
    taxes: taxed ? taxRows(order, style) : [],
    totals: [
      ...(taxed
        ? [
            { label: words.say('Total excluding tax'), value: money(order.total - order.total_tax) },
            { label: words.say('Tax'), value: money(order.total_tax) },
          ]
        : []),
      { label: words.say('Total'), value: `${site.currency} ${money(order.total)}`, strong: true },
    ],
    payments: order.payments.map((payment) => ({
      method: payment.method.name,
      detail: [
        localText(payment.paid_at, zone),
        ...(payment.ref ? [isolated(payment.ref)] : []),
        ...(payment.tip === 0n ? [] : [words.say('tip {amount}', { amount: money(payment.tip) })]),
      ].join(' · '),
      amount: money(payment.amount),
    })),
    settlement: settlement(order, style),
    due: order.owed === 0n ? '' : money(order.owed),
    refundOf: original === undefined ? null : saleId(original),
    headings: {
      customer: words.say('Customer'),
      payments: words.say('Payments'),
      noItems: words.say('No items'),
      taxes: [words.say('Tax'), words.say('Rate'), words.say('Net'), words.say('Tax amount')],
    },
    han: hanOf(site),
  };
}

/** The sale that a refund gives back money for (reference: orders.56). */
function subjectOf(order: ShownOrderJson, { refunded, site }: ReceiptFacts, words: Words): string | null {
  if (refunded === undefined) return null;
  const { saleid: receipt, invoiceNumber: invoice } = refunded;
  const date = dateText(refunded.moment, site.timezone);
  const number = order.invoice_number;
  if (number === null) return words.say('Refund of receipt {receipt} of {date}', { receipt, date });
  return invoice === null
    ? words.say('Credit note {number} for receipt {receipt} of {date}', { number, receipt, date })
    : words.say('Credit note {number} for invoice {invoice} of {date}', { number, invoice, date });
}

/** Why an order is charged no tax (reference: orders.57). */
function exemptionTexts({ tax_exempt: exempt }: ShownOrderJson, words: Words): string[] {
  if (exempt === null) return [];
  const why = present([exempt.reason, exempt.number]).map(isolated).join(' · ');
  return [why === '' ? words.say('Tax exempt') : words.say('Tax exempt: {why}', { why })];
}

function columnsOf(taxed: boolean, words: Words): ReceiptDocument['columns'] {
  return [
    words.say('Item'),
    words.say('Qty'),
    taxed ? words.say('Price incl. tax') : words.say('Price'),
    words.say('Tax'),
    taxed ? words.say('Amount incl. tax') : words.say('Amount'),
  ];
}

function orderFacts(
  order: ShownOrderJson,
  original: bigint | undefined,
  zone: string,
  words: Words,
): Figure[] {
  const table = placeText(order);
  return [
    ...(order.invoice_number === null
      ? []
      : [
          {
            label: order.is_refund ? words.say('Credit note number') : words.say('Invoice number'),
            value: order.invoice_number,
            strong: true,
          },
        ]),
    { label: words.say('Receipt'), value: order.saleid, strong: true },
    ...(original === undefined
      ? []
      : [
          { label: words.say('Refund of receipt'), value: saleId(original) },
          { label: words.say('Refund of order'), value: original.toString() },
        ]),
    ...(order.sale_number ? [{ label: words.say('Sale number'), value: order.sale_number }] : []),
    { label: words.say('Order'), value: order.order_number ?? order.id_str },
    { label: words.say('Date'), value: localText(order.placed_at, zone) },
    { label: words.say('Time zone'), value: zone },
    ...(order.order_type ? [{ label: words.say('Order type'), value: order.order_type }] : []),
    ...(table === null ? [] : [{ label: words.say('Table'), value: table }]),
  ];
}

/** The buyer (reference: orders.71): on invoices and credit notes the business and its address as well. */
function customerLines({ customer }: ShownOrderJson, buyer: Buyer | undefined, words: Words): string[] {
  if (customer === null) return [];
  const addresses = [buyer?.primary_address, buyer?.shipping_address].map((each) =>
    addressLines(each ?? null),
  );
  return present([
    buyer?.company_name ?? null,
    present([customer.first_name, customer.last_name]).join(' '),
    ...(addresses.find((lines) => lines.length > 0) ?? []),
    ...numberLines(buyer?.tax_number ?? null, (number) => words.say('Tax number {number}', { number })),
    customer.email,
    customer.phone,
  ]);
}

/** How a line that came from an option set is called, and what stands below it. */
interface Choice {
  readonly label: string;
  readonly line: ShownLine | undefined;
  readonly sets: readonly ShownOptionSet[];
}

export function optionName(
  { name, instructions }: ShownOption,
  line: ShownLine | undefined,
  words: Words,
): string {
  const shown = isolated(name ?? (line && lineName(line)) ?? words.say('Option'));
  if (!instructions) return shown;
  return instructions === 'On Side'
    ? words.say('{option} on the side', { option: shown })
    : `${instructions} ${shown}`;
}

/** Lines in their order; what option sets added stands below the line it was added to. */
function rowsOf(order: ShownOrderJson, style: Style, names: ReceiptFacts['modifierNames']): Row[] {
  const byNumber = new Map(order.lines.map((line) => [line.number, line]));
  const setsOf = Map.groupBy(order.options, (set) => set.line_number ?? 0);
  const rows: Row[] = [];
  const shown = new Set<number>();
  const add = (line: ShownLine, level: number, label: string): void => {
    shown.add(line.number);
    rows.push(lineRow(line, level, label, names, style));
  };
  const addSets = (sets: readonly ShownOptionSet[], level: number): void => {
    for (const set of sets)
      for (const choice of choices(set, byNumber, style.words)) addChoice(choice, level);
  };
  const addChoice = ({ label, line, sets }: Choice, level: number): void => {
    const at = Math.min(level, MAX_LEVEL);
    if (line === undefined) {
      rows.push({ level: at, name: label, details: [], quantity: '', price: '', tax: '', amount: '' });
    } else if (shown.has(line.number)) return;
    else add(line, at, label);
    addSets(sets, level + 1);
    if (line !== undefined) addSets(setsOf.get(line.number) ?? [], level + 1);
  };
  for (const line of order.lines) {
    if (line.part_of_option_set) continue;
    add(line, 0, lineName(line));
    addSets(setsOf.get(line.number) ?? [], 1);
  }
  // A line is never left out, also when no set of the order names it.
  for (const line of order.lines) if (!shown.has(line.number)) add(line, 1, lineName(line));
  return rows;
}

function choices(set: ShownOptionSet, byNumber: ReadonlyMap<number, ShownLine>, words: Words): Choice[] {
  return set.options.map((option) => {
    const line = byNumber.get(option.line_number ?? 0);
    const name = optionName(option, line, words);
    return {
      label: set.name ? `${isolated(set.name)}: ${name}` : name,
      line: line?.part_of_option_set === true ? line : undefined,
      sets: option.option_sets ?? [],
    };
  });
}

function lineRow(
  line: ShownLine,
  level: number,
  label: string,
  names: ReceiptFacts['modifierNames'],
  style: Style,
): Row {
  const variation = variationText(line, style);
  return {
    level,
    name: clip(label),
    details: [...modifierTexts(line, names, style.words), ...(variation === undefined ? [] : [variation])],
    quantity: numberText(line.quantity, style),
    price: amountText(line.unit_price_inc_tax, style),
    tax: line.taxes.map((tax) => percentText(tax.rate, style)).join(' + '),
    amount: amountText(line.line_total_ex_tax + line.line_total_tax, style),
  };
}

/** Modifiers in words: a repeat means so many, a negative id means without (reference: orders.21). */
export function modifierTexts(line: ShownLine, names: ReceiptFacts['modifierNames'], words: Words): string[] {
  const counts = new Map<string, { name: string; count: number }>();
  for (const id of line.modifiers) {
    const product = id.replace(/^-/, '');
    const entry = counts.get(id) ?? {
      name: names.get(product) ?? words.say('Modifier {id}', { id: product }),
      count: 0,
    };
    counts.set(id, { ...entry, count: entry.count + 1 });
  }
  const texts = [...counts].map(([id, { name, count }]) => {
    const shown = isolated(name);
    return id.startsWith('-')
      ? words.say('without {modifier}', { modifier: shown })
      : count > 1
        ? `${count} × ${shown}`
        : shown;
  });
  return texts.length === 0 ? [] : [clip(texts.join(', '))];
}

/** Net and tax by tax and rate, in the order in which they first appear; untaxed amounts come last. */
function taxRows(order: ShownOrderJson, style: Style): TaxRow[] {
  const sums = new Map<string, { name: string; rate: string; net: Decimal; tax: Decimal }>();
  for (const { name, rate, taxable, amount } of order.taxes) {
    const key = `${rate} ${name}`;
    const sum = sums.get(key) ?? { name, rate: percentText(rate, style), net: 0n, tax: 0n };
    sums.set(key, { ...sum, net: sum.net + taxable, tax: sum.tax + amount });
  }
  const rows = [...sums.values()];
  const untaxed = order.lines.filter((line) => line.taxes.length === 0);
  if (untaxed.length > 0) {
    const net = untaxed.reduce((sum, line) => sum + line.line_total_ex_tax, 0n);
    rows.push({ name: style.words.say('Not taxed'), rate: '', net, tax: 0n });
  }
  return rows.map((row) => ({
    ...row,
    net: amountText(row.net, style),
    tax: amountText(row.tax, style),
  }));
}

/** Amounts outside the total, payments and the amount due. */
function settlement(order: ShownOrderJson, style: Style): Figure[] {
  const { words } = style;
  const percent = order.tip_service_percent;
  const service =
    percent === null
      ? words.say('Service')
      : words.say('Service {percent}%', { percent: numberText(percent, style) });
  const figure = (label: string, amount: Decimal): Figure[] =>
    amount === 0n ? [] : [{ label, value: amountText(amount, style), extra: true }];
  return [
    ...figure(service, order.tip_service_amount),
    ...figure(words.say('Service paid'), order.tip_service_paid),
    ...figure(words.say('Tips'), order.tips),
    ...figure(words.say('Card surcharge'), order.credit_card_surcharge),
    {
      label: order.is_refund ? words.say('Paid back') : words.say('Paid'),
      value: amountText(order.is_refund ? -order.paid : order.paid, style),
    },
    ...(order.owed === 0n
      ? []
      : [{ label: words.say('Amount due'), value: amountText(order.owed, style), strong: true }]),
  ];
}
