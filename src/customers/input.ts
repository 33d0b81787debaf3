import { bodies } from '../shape/bodies.ts';
import { id } from '../shape/kinds.ts';
import type { z } from '../shape/reads.ts';
import { part, sent } from '../shape/shape.ts';
import { CUSTOMER } from './shape.ts';

/** The two names of the e-mail address are one field; `email` goes first. */
function oneEmail<
  T extends { email?: string | null | undefined; primary_email_address?: string | null | undefined },
>(input: T) {
  const { email = input.primary_email_address, primary_email_address: _other, ...rest } = input;
  return { ...rest, ...(email === undefined ? {} : { email }) };
}

/** The body of a new customer; `createCustomer` checks the rest (reference: customers.2). */
export const customerCreate = bodies(CUSTOMER).create.transform(oneEmail);
/** The same of a change. */
export const customerInput = bodies(CUSTOMER).update.transform(oneEmail);
export type CustomerInput = z.output<typeof customerInput>;

/** A customer object in an order: it may also say which customer it is. */
export const orderCustomerInput = bodies(
  part('The customer of an order, with details.', {
    ...CUSTOMER.fields,
    id: sent(id, 'Which customer it is; else known by reference_id, e-mail, or name and telephone number.'),
  }),
).update.transform(oneEmail);
export type OrderCustomerInput = z.output<typeof orderCustomerInput>;
