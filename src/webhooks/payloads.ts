import { CASHUP_WITH_REPORT } from '../cashups/shape.ts';
import { CHECKIN } from '../checkins/shape.ts';
import { COMPANY, PAYMENT_METHOD, PRICE_LIST, REGISTER, SITE, TAX } from '../company/shape.ts';
import { ROLE, STAFF } from '../company/staff-shape.ts';
import { CUSTOMER } from '../customers/shape.ts';
import { DISCOUNT } from '../discounts/shape.ts';
import type { Topic } from '../kernel/event.ts';
import { KITCHEN_PRINT, ORDER_GROUP } from '../orders/shape/answers.ts';
import { ORDER } from '../orders/shape/order.ts';
import { PAYMENT_REQUEST } from '../payment-requests/shape.ts';
import { TICKET_CHANGE } from '../printing/shape.ts';
import { CATEGORY, OPTION_SET } from '../products/shape/menu.ts';
import { AVAILABILITY_CHANGE, PRODUCT } from '../products/shape/product.ts';
import { STOCK_LOW } from '../products/shape/stock.ts';
import { isShown, type Shape } from '../shape/shape.ts';
import { SHIFT } from '../shifts/shape.ts';
import { FLOOR, TABLE } from '../tables/shape.ts';

// What the events of each topic carry (reference: events.3).

/** Every topic with the shape of its payload. */
export const PAYLOADS = {
  'orders/created': { of: ORDER, when: 'An order was created, in whatever status.' },
  'orders/updated': {
    of: ORDER,
    when: 'An order was changed otherwise than by completing or deleting it, or linking a known customer.',
  },
  'orders/completed': { of: ORDER, when: 'An order is COMPLETE.' },
  'orders/customer': {
    of: ORDER,
    when: 'A customer with a reference_id was linked to an order, or unlinked.',
  },
  'orders/deleted': { of: ORDER, when: 'An order was deleted.' },
  'orders/kitchen_print': {
    of: KITCHEN_PRINT,
    when: 'The kitchen has something of an order to make, more or less of it, or not to make it any more, or the course of what it has is called.',
  },
  'orders/group_finalised': { of: ORDER_GROUP, when: 'The last open order of a group was closed.' },
  'products/created': { of: PRODUCT, when: 'A product was created.' },
  'products/updated': {
    of: PRODUCT,
    when: 'A product was changed for the company, or made available at a site or taken from it.',
  },
  'products/deleted': { of: PRODUCT, when: 'A product was deleted for the company.' },
  'products/availability': {
    of: AVAILABILITY_CHANGE,
    when: 'Whether or how many there are of a product at a site has changed. It needs the filter site_ids.',
  },
  'products/stock_low': {
    of: STOCK_LOW,
    when: 'The counted amount of a product at a site has come down to its `low_stock`.',
  },
  'categories/created': { of: CATEGORY, when: 'A category was created.' },
  'categories/updated': { of: CATEGORY, when: 'A category was changed, or the products in it.' },
  'categories/deleted': { of: CATEGORY, when: 'A category was deleted.' },
  'option_sets/created': { of: OPTION_SET, when: 'An option set was created.' },
  'option_sets/updated': { of: OPTION_SET, when: 'An option set was changed.' },
  'option_sets/deleted': { of: OPTION_SET, when: 'An option set was deleted.' },
  'price_lists/updated': { of: PRICE_LIST, when: 'A price list was changed, or prices on it.' },
  'checkins/created': { of: CHECKIN, when: 'A customer was checked in.' },
  'checkins/deleted': { of: CHECKIN, when: 'A customer was checked out.' },
  'customers/created': { of: CUSTOMER, when: 'A customer was created.' },
  'customers/updated': { of: CUSTOMER, when: 'A customer was changed.' },
  'customers/deleted': { of: CUSTOMER, when: 'A customer was deleted.' },
  'sites/created': { of: SITE, when: 'A site was created.' },
  'sites/updated': { of: SITE, when: 'A site was changed.' },
  'sites/deleted': { of: SITE, when: 'A site was deleted.' },
  'registers/created': { of: REGISTER, when: 'A register was created.' },
  'registers/updated': { of: REGISTER, when: 'A register was changed.' },
  'registers/deleted': { of: REGISTER, when: 'A register was deleted.' },
  'taxes/created': { of: TAX, when: 'A tax was created.' },
  'taxes/updated': { of: TAX, when: 'A tax was changed.' },
  'taxes/deleted': { of: TAX, when: 'A tax was deleted.' },
  'payment_methods/created': { of: PAYMENT_METHOD, when: 'A payment method was created.' },
  'payment_methods/updated': { of: PAYMENT_METHOD, when: 'A payment method was changed.' },
  'payment_methods/deleted': { of: PAYMENT_METHOD, when: 'A payment method was deleted.' },
  'discounts/created': { of: DISCOUNT, when: 'A discount was created.' },
  'discounts/updated': { of: DISCOUNT, when: 'A discount was changed.' },
  'discounts/deleted': { of: DISCOUNT, when: 'A discount was deleted.' },
  'staff/created': { of: STAFF, when: 'A member of staff was created.' },
  'staff/updated': { of: STAFF, when: 'A member of staff was changed.' },
  'staff/deleted': { of: STAFF, when: 'A member of staff was deleted.' },
  'company/updated': { of: COMPANY, when: 'The company was changed.' },
  'tickets/created': { of: TICKET_CHANGE, when: 'A kitchen was told something.' },
  'tickets/updated': { of: TICKET_CHANGE, when: 'Some of a ticket was made, or brought back.' },
  'roles/created': { of: ROLE, when: 'A role was made.' },
  'roles/updated': { of: ROLE, when: 'A role was changed.' },
  'roles/deleted': { of: ROLE, when: 'A role was deleted.' },
  'floors/created': { of: FLOOR, when: 'A floor was made.' },
  'floors/updated': { of: FLOOR, when: 'A floor was changed.' },
  'floors/deleted': { of: FLOOR, when: 'A floor was deleted.' },
  'tables/created': { of: TABLE, when: 'A table was made.' },
  'tables/updated': {
    of: TABLE,
    when: 'A table was changed. Who sits at it is told by the events of orders.',
  },
  'tables/deleted': { of: TABLE, when: 'A table was deleted.' },
  'shifts/created': { of: SHIFT, when: 'The drawer of a register was opened.' },
  'shifts/updated': {
    of: SHIFT,
    when: 'Cash was put into an open drawer or taken out, or it was opened without a sale.',
  },
  'cashups/created': { of: CASHUP_WITH_REPORT, when: 'A drawer was counted and its shift closed.' },
  'cashups/updated': { of: CASHUP_WITH_REPORT, when: 'A cash-up was taken over, or is not any more.' },
  'payment_requests/created': {
    of: PAYMENT_REQUEST,
    when: 'The add-on of a payment method is asked to take money, or to give it back.',
  },
  'payment_requests/updated': {
    of: PAYMENT_REQUEST,
    when: 'A payment request came to its outcome or is unknown, or its provider is asked to cancel it or to look it up.',
  },
} satisfies Readonly<Record<Topic, { readonly of: Shape; readonly when: string }>>;

/** The shape of a topic's payload. */
export function payloadOf(topic: Topic): Shape {
  return PAYLOADS[topic].of;
}

/** The fields that the payload of a topic shows, without what answers show on asking alone. */
export function fieldsOf(topic: Topic): readonly string[] {
  return Object.entries(payloadOf(topic).fields).flatMap(([name, field]) =>
    isShown(field) && field.options.sometimes !== true ? [name] : [],
  );
}
