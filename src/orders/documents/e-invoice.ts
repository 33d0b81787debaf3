// An order as an electronic invoice: what EN 16931 wants to know of a sale, or of what was given back of one.

import { type Decimal, minorStep, ONE } from '../../kernel/money.ts';
import type { Words } from '../../kernel/words.ts';
import { lineName } from '../rules/line-name.ts';
import { modifierTexts, optionName } from './document.ts';
import { type LineAmounts, lineAmounts } from './invoice-lines.ts';
import { hasTaxNumber, type Party } from './invoice-party.ts';
import { type InvoiceTotals, invoiceTotals } from './invoice-totals.ts';
import type { ShownLine, ShownOptionSet, ShownOrderJson } from './shown.ts';
import { type Vat, type VatSubtotal, vatOf, vatSubtotals } from './vat.ts';
import { amountText, dateText, plain } from './words.ts';

/** An invoice or credit note; all amounts of a credit note are those of its order reversed. */
export interface EInvoice {
  readonly isCreditNote: boolean;
  readonly number: string;
  /** The day by the clocks of the site, such as 2026-03-07. */
  readonly issued: string;
  readonly currency: string;
  /** The decimals of the currency's smallest amount. */
  readonly minorUnits: number;
  readonly note: string | null;
  readonly order: { readonly saleid: string; readonly saleNumber: string | null };
  /** The invoice that a credit note is about. */
  readonly original: InvoiceReference | null;
  readonly seller: Party;
  readonly buyer: Party;
  readonly means: { readonly code: string; readonly name: string } | null;
  /** How what is payable is to be paid; null when nothing is. */
  readonly terms: string | null;
  readonly lines: readonly EInvoiceLine[];
  readonly subtotals: readonly (VatSubtotal & { readonly reason: string | null })[];
  readonly totals: InvoiceTotals;
  /** Names of the allowance and the charge of a line whose amount is not quantity x price. */
  readonly labels: { readonly discount: string; readonly surcharge: string };
}

export interface EInvoiceLine extends LineAmounts {
  readonly number: number;
  /** The code of the unit of the quantity. */
  readonly unit: string;
  readonly name: string;
  readonly description: string;
  readonly sku: string | null;
  readonly vat: Vat;
}

export interface InvoiceReference {
  readonly number: string;
  readonly issued: string;
}

/** The parts of an invoice that its order does not have. */
export interface EInvoiceFacts {
  readonly seller: Party;
  readonly buyer: Party;
  readonly original: InvoiceReference | null;
  readonly currency: string;
  /** Decimals of the amounts of the order. */
  readonly minorUnits: number;
  readonly timezone: string;
  readonly words: Words;
  /** The kinds of tender of the payments, in their order. */
  readonly kinds: readonly string[];
  /** The units of measure of the products that are sold by them, by id. */
  readonly units: ReadonlyMap<string, string>;
  /** Names of modifiers, by the id of their product. */
  readonly modifierNames: ReadonlyMap<string, string>;
}

/** Units of measure by their codes in UN/ECE Recommendation 20. */
const UNIT_CODES: Readonly<Record<string, string>> = {
  g: 'GRM',
  kg: 'KGM',
  l: 'LTR',
  lb: 'LBR',
  ml: 'MLT',
  oz: 'ONZ',
};
/** One. */
const PIECE = 'C62';

/** Kinds of tender by their codes in UNCL 4461; the others are not defined there. */
const MEANS_CODES: Readonly<Record<string, string>> = { cash: '10', card: '48' };
const NOT_DEFINED = '1';

/** The invoice of a COMPLETE order. Pure: the same order with the same facts gives the same invoice. */
export function eInvoice(order: ShownOrderJson, facts: EInvoiceFacts): EInvoice {
  const { seller, words } = facts;
  const isCreditNote = order.is_refund || order.total < 0n;
  const sign = isCreditNote ? -1n : 1n;
  const step = minorStep(facts.minorUnits);
  const isTaxable = hasTaxNumber(seller);
  const lines = linesOf(order, facts, sign, (line) => vatOf(line, order, isTaxable));
  const subtotals = vatSubtotals(lines, step);
  const totals = invoiceTotals(order, subtotals, facts.kinds, sign);
  return {
    isCreditNote,
    number: order.invoice_number || order.saleid,
    issued: dateText(order.placed_at, facts.timezone),
    currency: facts.currency,
    minorUnits: facts.minorUnits,
    note: noteOf(order, facts, sign),
    order: { saleid: order.saleid, saleNumber: order.sale_number || null },
    original: facts.original,
    seller,
    buyer: {
      ...facts.buyer,
      name: facts.buyer.name || words.say('Cash customer'),
      // An invoice outside the scope of VAT has no VAT numbers.
      vatNumber: isTaxable ? facts.buyer.vatNumber : null,
    },
    means: meansOf(order, facts.kinds),
    terms: termsOf(totals, words),
    lines,
    subtotals: subtotals.map((sum) => ({ ...sum, reason: reasonOf(sum, order, words) })),
    totals,
    labels: { discount: words.say('Discount'), surcharge: words.say('Surcharge') },
  };
}

function isVaried(one: {
  readonly price_variation: Decimal;
  readonly price_fixed_variation: Decimal;
}): boolean {
  return one.price_variation !== ONE || one.price_fixed_variation !== 0n;
}

function linesOf(
  order: ShownOrderJson,
  facts: EInvoiceFacts,
  sign: 1n | -1n,
  vat: (line: ShownLine) => Vat,
): EInvoiceLine[] {
  const step = minorStep(facts.minorUnits);
  const byNumber = new Map(order.lines.map((line) => [line.number, line]));
  const setsOf = Map.groupBy(allSets(order.options), (set) => set.line_number ?? 0);
  return order.lines.map((line) => ({
    ...lineAmounts(line, sign, step, isVaried(order) || isVaried(line)),
    number: line.number,
    unit: UNIT_CODES[facts.units.get(line.product.id) ?? ''] ?? PIECE,
    name: lineName(line),
    description: [
      ...modifierTexts(line, facts.modifierNames, facts.words),
      ...(setsOf.get(line.number) ?? []).map((set) => choiceText(set, byNumber, facts.words)),
    ]
      .map(plain)
      .join('; '),
    sku: line.product.sku || null,
    vat: vat(line),
  }));
}

/** Sets with those that lie in their options; each belongs to a line. */
function allSets(sets: readonly ShownOptionSet[]): ShownOptionSet[] {
  return sets.flatMap((set) => [
    set,
    ...set.options.flatMap(({ option_sets }) => allSets(option_sets ?? [])),
  ]);
}

/** The chosen options of a set. */
function choiceText(set: ShownOptionSet, lines: ReadonlyMap<number, ShownLine>, words: Words): string {
  const chosen = set.options.map((option) => optionName(option, lines.get(option.line_number ?? 0), words));
  return set.name ? `${set.name}: ${chosen.join(', ')}` : chosen.join(', ');
}

/** A note of amounts paid beside the lines: they are no part of an invoice's amounts. Notes of orders are the kitchen's. */
function noteOf(order: ShownOrderJson, { words, minorUnits }: EInvoiceFacts, sign: bigint): string | null {
  const beside = [
    { label: words.say('Service paid'), amount: order.tip_service_paid },
    { label: words.say('Tips'), amount: order.tips },
    { label: words.say('Card surcharge'), amount: order.credit_card_surcharge },
  ].filter(({ amount }) => amount !== 0n);
  const style = { words, minorUnits };
  const amounts = beside
    .map(({ label, amount }) => `${label} ${amountText(sign * amount, style)}`)
    .join(', ');
  return amounts === '' ? null : words.say('Not part of this invoice: {amounts}', { amounts });
}

function meansOf({ payments }: ShownOrderJson, kinds: readonly string[]): EInvoice['means'] {
  if (payments.length === 0) return null;
  const codes = new Set(kinds.map((kind) => MEANS_CODES[kind] ?? NOT_DEFINED));
  const [code = NOT_DEFINED] = codes;
  const names = new Set(payments.map(({ method }) => method.name));
  return { code: codes.size === 1 ? code : NOT_DEFINED, name: [...names].join(', ') };
}

function termsOf({ payable, onAccount }: InvoiceTotals, words: Words): string | null {
  if (payable === 0n) return null;
  return onAccount === 0n ? words.say('Payable on receipt') : words.say('On account');
}

function reasonOf({ category }: Vat, { tax_exempt }: ShownOrderJson, words: Words): string | null {
  if (category !== 'E' && category !== 'O') return null;
  const said = [tax_exempt?.reason, tax_exempt?.number].filter(Boolean).join(', ');
  if (said !== '') return said;
  return category === 'E' ? words.say('Exempt from tax') : words.say('Not subject to tax');
}
