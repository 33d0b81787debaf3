// What a basket comes to, by the server's own rules: the same files compute POST /orders/price (docs/pricing.md).
import { ApiError } from '#src/kernel/errors.ts';
import type { Decimal } from '#src/kernel/money.ts';
import type { Telling } from '#src/kernel/words.ts';
import { blankOrder } from '#src/orders/rules/blank.ts';
import { refuseTooMuchPaidBack, refuseTurnedOrder } from '#src/orders/rules/bounds.ts';
import { addPayment, applyFields, completeWhenPaid } from '#src/orders/rules/decide.ts';
import { type Figures, figuresOf } from '#src/orders/rules/figures.ts';
import { addLines } from '#src/orders/rules/lines.ts';
import type { OrderStatus } from '#src/orders/rules/status.ts';
import type { Order } from '#src/orders/types.ts';
import { ownWords } from '../shared/reasons.ts';
import { told, translated } from '../shared/words.ts';
import { type Basket, type BasketLine, exemptionOf } from './basket.ts';
import { fieldsInput, lineInput, paymentInput, type Tender } from './body.ts';
import { byHand } from './given-discounts.ts';
import { type Menu, offerOf } from './menu.ts';
import { menuFor } from './price-lists.ts';

/** A basket as the order it would be, with every figure. */
export interface Quote {
  readonly order: Order;
  readonly figures: Figures;
}

/** Why the server would refuse a basket: as it says so, and in the words of the screen. */
interface QuoteRefusal extends Pick<ApiError, 'message' | 'fields'> {
  readonly description: Telling;
}

/** A quote, or why the server would refuse the basket. */
export type Quoted =
  | { readonly ok: true; readonly quote: Quote }
  | { readonly ok: false; readonly refusal: QuoteRefusal };

const NOBODY = 0n;
const lineField = (at: number) => `lines[${at}].`;

/** A basket's figures by the menu of the register, and the amount due after some payments. */
export function quoteOf(
  sold: Basket,
  menu: Menu,
  tenders: readonly Tender[] = [],
  status: OrderStatus = 'PENDING',
): Quoted {
  try {
    const basket = byHand(sold);
    // Lines of a menu with one price for each product have that; others name the one they were rung at.
    const hasLists = (menu.site.price_lists ?? []).length > 0;
    const at = (line: BasketLine | undefined) => menuFor(menu, basket.order_type, line?.held);
    let parts = 0n;
    const blank = blankOrder({
      company_id: NOBODY,
      id: NOBODY,
      saleid: '',
      site_id: menu.site.id,
      register_id: null,
      staff_member_id: null,
      addon_id: NOBODY,
      minor_units: menu.site.minor_units,
      counting: menu.site.counting ?? null,
      status,
      fulfil_at: 0n,
      original_order_id: null,
      placed_at: 0n,
      now: 0n,
    });
    const fresh = { ...applyFields(blank, fieldsInput(basket)), tax_exempt: exemptionOf(basket) };
    const lines = {
      lines: basket.lines.map((line) => lineInput(line, hasLists ? at(line) : undefined)),
      field: lineField,
    };
    let order = addLines(fresh, lines, offerOf(at(basket.lines.at(-1))), () => --parts);
    for (const [at, tender] of tenders.entries()) {
      const method = menu.methods.find((each) => each.id === tender.method);
      const { amount, tip = 0n, ref = null } = paymentInput(tender);
      const payment = {
        id: --parts,
        method: { id: tender.method, name: method?.name ?? '', kind: method?.kind ?? '' },
        amount,
        tip,
        credit_card_surcharge: tender.surcharge,
        ref,
        card: null,
        paid_at: null,
        created_at: 0n,
      };
      order = addPayment(order, payment, `payments[${at}].`);
    }
    refuseTurnedOrder(order);
    refuseTooMuchPaidBack(order, (at) => `payments[${at}].`);
    const figures = figuresOf(order);
    return { ok: true, quote: { order: completeWhenPaid(order, figures), figures } };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { message, fields } = error;
    return { ok: false, refusal: { message, fields, description: inWords(error, sold, menu) } };
  }
}

/** The refusal of the rules, with lines by the names of their products; an amount that goes below zero says no more than that. */
function inWords({ wrong, description }: ApiError, basket: Basket, menu: Menu): Telling {
  const lineName = (at: number) => menu.products.get(basket.lines[at]?.product ?? 0n)?.name;
  const words = ownWords();
  if (wrong.length === 0 || words === undefined) return description;
  return wrong.map(({ field, sentence }) => {
    return words.atPlace(
      field,
      isBelowZero(sentence) ? translated(words.TOO_MUCH_OFF) : told(sentence),
      lineName,
    );
  });
}

/** True for what is said of a variation that turns an amount around. */
const isBelowZero = (said: Telling) =>
  typeof said === 'object' && said !== null && 'text' in said && said.values?.what !== undefined;

/** One line of a quote as the screen shows it: its total includes its options. */
export interface QuotedLine {
  readonly line: BasketLine;
  /** With tax, variations and the order's discount. */
  readonly total: Decimal;
  readonly options: readonly {
    readonly name: string;
    readonly instructions: string | null;
    readonly total: Decimal;
  }[];
}

/** The quote's lines by the basket's lines. */
export function quotedLines(basket: Basket, { order, figures }: Quote): QuotedLine[] {
  const found: { line: BasketLine; total: Decimal; options: QuotedLine['options'][number][] }[] = [];
  let at = 0;
  for (const [place, each] of order.lines.entries()) {
    const total = figures.priced.lines[place]?.totalInc ?? 0n;
    if (each.part_of === null) {
      const line = basket.lines[at++];
      if (line !== undefined) found.push({ line, total, options: [] });
    } else {
      const { product, instructions } = each;
      found.at(-1)?.options.push({ name: product.name, instructions, total });
    }
  }
  return found;
}
