// A basket as the API takes it: once as the input of the server's rules, once as the JSON that is sent.

import { jsonDecimal } from '#src/kernel/exact.ts';
import type { Id } from '#src/kernel/id.ts';
import type { Decimal } from '#src/kernel/money.ts';
import type { OrderType } from '#src/kernel/order-type.ts';
import type { EnteredPrice } from '#src/kernel/price.ts';
import type { OrderStatus } from '#src/orders/rules/status.ts';
import type {
  ChosenSetInput,
  LineInput,
  ModifierInput,
  OrderChange,
  PaymentInput,
} from '#src/orders/types.ts';
import type { Discount, Given } from '../shared/discount.ts';
import type { Basket, BasketLine, BasketSet } from './basket.ts';
import type { Menu } from './menu.ts';
import { menuFor } from './price-lists.ts';

/** Money that is going to be taken. */
export interface Tender {
  readonly method: Id;
  readonly amount: Decimal;
  readonly tip: Decimal;
  readonly surcharge: Decimal;
  readonly ref: string | null;
  /** The items that it pays for, when guests split by item; see `Payable`. */
  readonly items?: readonly string[];
}

function variation(discount: Discount | null) {
  if (discount === null) return {};
  const { given } = discount;
  const named = given === undefined ? {} : { discount_id: given.id, ...reasonOf(given) };
  return { ...named, ...amountOf(discount) };
}

const reasonOf = ({ reason }: Given) => (reason === null ? {} : { discount_reason: reason });

function amountOf(discount: Discount) {
  return discount.kind === 'percent'
    ? { price_variation: discount.coefficient }
    : { price_fixed_variation: discount.amount };
}

/** A price in the form in which it was entered. */
function priceFields(price: EnteredPrice | null | undefined) {
  if (price === null || price === undefined) return {};
  return price.form === 'ex' ? { unit_price: price.amount } : { unit_price_inc_tax: price.amount };
}

/** The price of an option by the menu; nothing when it is left out. */
export function optionPrice(set: Id, product: Id, menu: Menu): EnteredPrice | null | undefined {
  const own = menu.sets.get(set)?.options.get(product);
  return own === null || own === undefined ? menu.products.get(product)?.price : { amount: own, form: 'ex' };
}

function setInput({ set, choices }: BasketSet, menu: Menu | undefined): ChosenSetInput {
  return {
    option_set_id: set,
    options: choices.map((choice) => ({
      product_id: choice.product,
      ...(menu === undefined || choice.instructions === 'No'
        ? {}
        : priceFields(optionPrice(set, choice.product, menu))),
      ...(choice.instructions === null ? {} : { instructions: choice.instructions }),
      ...(choice.sets.length === 0 ? {} : { option_sets: choice.sets.map((each) => setInput(each, menu)) }),
    })),
  };
}

/**
 * A line as the rules take it. With a menu it names the price that was shown: a change of the price meanwhile does
 * not change the total that the customer has paid.
 */
export function lineInput(line: BasketLine, menu?: Menu): LineInput {
  return {
    product_id: line.product,
    quantity: line.quantity,
    ...(line.seat == null ? {} : { seat: line.seat }),
    ...(line.notes === null ? {} : { notes: line.notes }),
    ...priceFields(line.unit ?? menu?.products.get(line.product)?.price),
    ...variation(line.discount),
    ...(line.modifiers.length === 0 ? {} : { modifiers: [...line.modifiers] }),
    ...(line.sets.length === 0 ? {} : { option_sets: line.sets.map((each) => setInput(each, menu)) }),
    ...(line.course === null
      ? {}
      : { course_ordinal: line.course, course_status: line.course === 1 ? 'called' : 'uncalled' }),
  };
}

/** The fields of an order beside its lines, as the rules take them. The exemption of a customer is the service's to take over. */
export function fieldsInput(basket: Basket): OrderChange {
  const exempt = basket.customer?.tax_exempt == null ? (basket.tax_exempt ?? null) : null;
  return {
    ...(exempt === null ? {} : { tax_exempt: exempt }),
    ...variation(basket.discount),
    ...(basket.order_type === null ? {} : { order_type: basket.order_type }),
    ...(basket.table == null ? {} : { table_id: basket.table.id }),
    ...(basket.group === null ? {} : { group_id: basket.group }),
    ...(basket.guests === null ? {} : { guests: basket.guests }),
    ...(basket.notes === null ? {} : { notes: basket.notes }),
    ...(basket.service_percent === null ? {} : { tip_service_percent: basket.service_percent }),
  };
}

/** A payment as the rules take it. */
export function paymentInput({ method, amount, tip, surcharge, ref }: Tender): PaymentInput {
  return {
    method_id: method,
    amount,
    ...(tip === 0n ? {} : { tip }),
    ...(surcharge === 0n ? {} : { credit_card_surcharge: surcharge }),
    ...(ref === null ? {} : { ref }),
  };
}

/** The fields that the API takes as ids; every other bigint is an amount. */
const IDS = new Set([
  ...['product_id', 'option_set_id', 'method_id', 'customer_id', 'site_id', 'register_id'],
  ...['discount_id', 'table_id'],
]);

/**
 * What is written for the API: as the rules take it. What the API has answered is another form of it, in which modifiers are
 * texts: it is sent as it is.
 */
export type Written =
  | readonly LineInput[]
  | { readonly lines?: readonly LineInput[]; readonly [field: string]: unknown };

/** JSON of an input: ids as texts, amounts as exact numbers, modifiers as the API writes them. */
export function writeJson(input: Written): string {
  return JSON.stringify(input, (key, value: unknown) => {
    if (typeof value === 'bigint') return IDS.has(key) ? String(value) : jsonDecimal(value);
    if (key === 'modifiers' && Array.isArray(value)) {
      return (value as ModifierInput[]).map(({ id, without }) => (without ? `-${id}` : String(id)));
    }
    return value;
  });
}

/** Where and how an order is made. */
export interface NewOrderFields {
  readonly register: Id;
  readonly status: OrderStatus;
  /** The register's own number of the sale. */
  readonly sale_number: string;
  readonly staff: Id | null;
  /** When the sale was made, which may be long before it is sent. */
  readonly placed_at: string;
  /** The same for its payments; undefined: when they are sent. */
  readonly paid_at: string | undefined;
  readonly tenders: readonly Tender[];
}

/** The body of POST /orders. */
export function orderBody(basket: Basket, menu: Menu | undefined, making: NewOrderFields): string {
  const { customer } = basket;
  return writeJson({
    register_id: making.register,
    status: making.status,
    sale_number: making.sale_number,
    placed_at: making.placed_at,
    ...(making.staff === null ? {} : { staff_member_id: String(making.staff) }),
    ...fieldsInput(basket),
    ...(customer === null
      ? {}
      : customer.id === null
        ? { customer: customer.fields }
        : { customer_id: customer.id }),
    lines: basket.lines.map((line) => lineInput(line, menu && menuFor(menu, basket.order_type, line.held))),
    ...(making.tenders.length === 0
      ? {}
      : {
          payments: making.tenders.map((tender) => ({
            ...paymentInput(tender),
            paid_at: making.paid_at,
          })),
        }),
  });
}

/** The body of POST /orders/<o>/lines, for an order of a type. */
export function linesBody(
  lines: readonly BasketLine[],
  menu: Menu | undefined,
  type: OrderType | null = null,
): string {
  return writeJson(lines.map((line) => lineInput(line, menu && menuFor(menu, type, line.held))));
}

/** The body of POST /orders/<o>/payments, for money that was taken at this time; undefined: when it is sent. */
export function paymentBody(tender: Tender, paid_at: string | undefined): string {
  return writeJson({ ...paymentInput(tender), paid_at });
}
