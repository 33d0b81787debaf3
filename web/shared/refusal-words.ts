// Refusals in the words of a screen: places in a body as what stands on the screen, products and permissions by their
// names. What a screen has no words for is left as the service says it. Loaded with the sentences of refusals (reasons.ts):
// nothing that is shown first needs it.

import type { Reason } from '#clients/typescript/index.ts';
import { isRight } from '#src/company/rules/rights.ts';
import { isolated } from '#src/kernel/text.ts';
import { RIGHT_NAMES } from './right-names.ts';
import { type Message, message, t, translated } from './words.ts';

/** The names of an order's parts. */
const PARTS: Readonly<Record<string, Message>> = {
  price_variation: message('Discount'),
  price_fixed_variation: message('Discount'),
  discount_id: message('Discount'),
  discount_reason: message('Discount'),
  quantity: message('Quantity'),
  unit_price: message('Price'),
  unit_price_inc_tax: message('Price'),
  modifiers: message('Modifiers'),
  option_sets: message('Options'),
  notes: message('Notes'),
  course_ordinal: message('Course'),
  seat: message('Seat'),
  amount: message('Amount'),
  tip: message('Tip'),
  method_id: message('Payment method'),
  customer: message('Customer'),
  customer_id: message('Customer'),
  table_id: message('Table'),
  guests: message('Guests'),
};

const ENTRY = /^(lines|payments)\[(\d+)\]/;
/** A path where a sentence begins: `lines[0].quantity: `. No sentence itself begins with a small word and a colon. */
const LEADING = /(^|[.!?] )([a-z][a-z0-9_.[\]]{0,100}): (?=\S)/g;

/** The name of a line by its place in what was sent. */
export type LineName = (at: number) => string | undefined;

/** Where something is wrong, as the screen calls it: `Line 2, Discount`; undefined for what it has no word for. */
export function placeWords(field: string, lineName?: LineName): string | undefined {
  const [, list, at = ''] = ENTRY.exec(field) ?? [];
  const number = String(Number(at) + 1);
  const entry =
    list === 'lines'
      ? (isolatedOr(lineName?.(Number(at))) ?? t('Line {number}', { number }))
      : list === 'payments'
        ? t('Payment {number}', { number })
        : undefined;
  const names = field.replace(ENTRY, '').split(/[.[\]]+/);
  const part = names.map((name) => PARTS[name]).find((name) => name !== undefined);
  const words = [entry, part && translated(part)].filter((word) => word !== undefined);
  return words.length === 0 ? undefined : words.join(', ');
}

const isolatedOr = (text: string | undefined) => (text === undefined ? undefined : isolated(text));

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The fault of a field, with its place in words, or without it. */
export function atPlace(field: string, sentence: string, lineName?: LineName): string {
  const place = placeWords(field, lineName);
  return place === undefined ? capital(sentence) : t('{field}: {sentence}', { field: place, sentence });
}

/** A sentence of the service about fields, with their places in words. */
export function withoutPaths(sentence: string): string {
  const parts = sentence.split(LEADING);
  // Before, and then of each path: the end of what was before, the path, and what follows.
  let told = parts[0] ?? '';
  for (let at = 1; at < parts.length; at += 3)
    told += `${parts[at] ?? ''}${atPlace(parts[at + 1] ?? '', parts[at + 2] ?? '')}`;
  return told;
}

/** No more can be taken off, or put on, than an amount comes to. */
export const TOO_MUCH_OFF = message('No more can be taken off than it comes to.');

function withRight(params: NonNullable<Reason['params']>, say: (right: string) => string) {
  const { right } = params;
  return typeof right === 'string' && isRight(right) ? say(translated(RIGHT_NAMES[right])) : undefined;
}

/** How products are called on a screen, by their ids. */
export type ProductName = (id: string) => string | undefined;

type Own = (params: NonNullable<Reason['params']>, productName: ProductName) => string | undefined;

/** The screens' own sentences, by the codes of what the service says. */
const OWN: Readonly<Record<string, Own>> = {
  product_product_is_out_of_stock: ({ product }, productName) => {
    const name = typeof product === 'string' ? productName(product) : undefined;
    return name === undefined ? undefined : t('{product} is out of stock.', { product: isolated(name) });
  },
  a_complete_order_cannot_be_updated: () =>
    t(
      'The order was completed before this came, and takes nothing more. If money was taken for it here, give it back.',
    ),
  this_needs_the_permission_right: (params) =>
    withRight(params, (right) => t('This needs the permission “{right}”.', { right })),
  no_staff_member_with_this_pin_has_the_permission_right: (params) =>
    withRight(params, (right) => t('No staff member with this PIN has the permission “{right}”.', { right })),
  would_make_the_order_come_to_end_no_more_can_be_taken_off_than: () => translated(TOO_MUCH_OFF),
};

/** The screen's own sentence for what the service says; undefined where it has none. */
export function ownSentence({ reason, params = {} }: Reason, name: ProductName): string | undefined {
  return OWN[reason]?.(params, name);
}

/**
 * What a screen says where a permission was missing to sell at another price than the product's: it sends the prices that it
 * was told, so that one was changed meanwhile.
 */
export function priceChanged(): string {
  return t(
    'A price was changed before this was sent. To sell at the earlier price needs the permission “{right}”.',
    {
      right: translated(RIGHT_NAMES.ChangePrice),
    },
  );
}
