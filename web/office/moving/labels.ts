// What people call the columns of files that another system has written.

import { fieldsOf, type MovedKind } from '#src/imports/rules/fields.ts';
import { type Message, message, translated } from '../../shared/words.ts';

const LABELS: Readonly<Record<string, Message>> = {
  sale: message('Sale'),
  time: message('Time'),
  date: message('Date'),
  site: message('Site'),
  register: message('Register'),
  number: message('Receipt number'),
  order_type: message('Order type'),
  staff: message('Staff member'),
  customer: message('Customer'),
  notes: message('Notes'),
  refund_of: message('Refunded sale'),
  total: message('Total'),
  sku: message('SKU'),
  name: message('Name'),
  quantity: message('Quantity'),
  price: message('Price with tax'),
  price_ex_tax: message('Price without tax'),
  discount: message('Discount'),
  tax: message('Tax'),
  tax_code: message('Tax code'),
  line_total: message('Line total'),
  method: message('Payment method'),
  paid: message('Paid'),
  tip: message('Tip'),
  rounding: message('Rounding'),
  paid_at: message('Time of payment'),
  first_name: message('First name'),
  last_name: message('Last name'),
  email: message('E-mail'),
  phone: message('Phone'),
  mobile: message('Mobile'),
  company_name: message('Company'),
  tax_number: message('Tax number'),
  description: message('Description'),
  street: message('Street and number'),
  city: message('City'),
  state: message('State or region'),
  postal_code: message('Postal code'),
  country: message('Country'),
};

/** The label of a column. */
export function fieldName(field: string): string {
  const label = LABELS[field];
  return label === undefined ? field : translated(label);
}

/** The columns that a kind of file may have. */
export function offeredFields(kind: MovedKind): { value: string; label: string }[] {
  return fieldsOf(kind).map((value) => ({ value, label: fieldName(value) }));
}
