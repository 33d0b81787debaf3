import { TAX_EXEMPT } from '../company/money-shape.ts';
import { ADDRESS, email } from '../company/shape.ts';
import { flag, list, name, orNull, readBy, text, uri } from '../shape/kinds.ts';
import { of } from '../shape/nested.ts';
import { z } from '../shape/reads.ts';
import { IDS, NAMED, NOTED, OWNER, STAMPS } from '../shape/records.ts';
import { field, fixed, hidden, type Kind, type Stored, sent, shape } from '../shape/shape.ts';

/** An e-mail address or phone number: an empty text, as forms send it, is null. */
function contact(kind: Kind<string, string, string>) {
  const blankToNull = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? null : value);
  return readBy(orNull(kind), z.preprocess(blankToNull, kind.reads.nullable()));
}

/** The reference of one add-on to a customer, kept beside the record (reference: customers.3). */
const REFERENCE = {
  reference_id: sent(
    orNull(text(255)),
    `Your add-on's own id of the customer; "" without one. Other add-ons do not see it.`,
    {
      shows: text(255),
    },
  ),
};

/** A customer of the company. Deleted ones stay, because orders point at them. */
export const CUSTOMER = shape('Customer', 'A customer, as one add-on sees it.', {
  ...IDS,
  first_name: field(name(), 'The first name.', { initially: '', needed: true }),
  last_name: field(orNull(text(255)), 'The last name.'),
  email: field(contact(email), 'The e-mail address.'),
  primary_email_address: sent(contact(email), 'The same as `email`.', { from: 'email' }),
  phone: field(contact(text(50)), 'The telephone number.'),
  mobile: field(contact(text(50)), 'The mobile number.'),
  description: field(orNull(text(2000)), 'A note about the customer.'),
  ...REFERENCE,
  ...NAMED,
  ...NOTED,
  tags: field(list(name(100), 100), 'Words the customer is filed under.', { initially: [] }),
  image: field(orNull(uri), 'The address of a picture.'),
  primary_address: field(orNull(of(ADDRESS)), 'The home address.'),
  shipping_address: field(orNull(of(ADDRESS)), 'Where deliveries go.'),
  company_name: field(orNull(text(255)), 'The business the customer buys for, as invoices name it.'),
  tax_number: field(orNull(text(100)), 'The number that business pays taxes by.'),
  tax_exempt: field(orNull(of(TAX_EXEMPT)), 'Why the customer is charged no tax; null when taxes are.'),
  ...STAMPS,
  ...OWNER,
  email_folded: hidden(orNull(text(320)), 'The e-mail address as look-ups compare it: without case.'),
  found_by: hidden(text(4000), 'Name, e-mail address and telephone numbers as searches compare them.', {
    initially: '',
  }),
  deleted: hidden(flag, 'Whether it was deleted.', { initially: false }),
});
export interface Customer extends Stored<typeof CUSTOMER> {}

const { id, id_str, first_name, last_name, email: address, phone, reference_id, image } = CUSTOMER.fields;

/** The customer inside an order (reference: customers.6). */
/** A customer beside the id of a record that names them. */
export const EXPANDED_CUSTOMER = shape('ExpandedCustomer', 'A customer whom another record names.', {
  ...CUSTOMER.fields,
  deleted: fixed(flag, 'Whether the customer was deleted.'),
});

export const ORDER_CUSTOMER = shape('OrderCustomer', 'The customer of an order.', {
  id,
  id_str,
  first_name,
  last_name,
  email: address,
  phone,
  reference_id,
  image,
});
