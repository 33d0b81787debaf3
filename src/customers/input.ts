import { email } from '../company/input.ts';
import { address, fullAddress, id, name, text, url, z } from '../edge/input.ts';

const storedAddress = address.nullable().transform(fullAddress);

/** How to reach somebody; a text with nothing in it means unset, as forms send it. */
function contact(schema: z.ZodType<string, string>) {
  const blankToNull = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? null : value);
  return z.preprocess(blankToNull, schema.nullable());
}

const fields = z.object({
  first_name: name(),
  last_name: text(255).nullable(),
  email: contact(email),
  primary_email_address: contact(email),
  phone: contact(text(50)),
  mobile: contact(text(50)),
  description: text(2000).nullable(),
  reference_id: text(255).nullable(),
  tags: z.array(name(100)).max(100),
  image: url.nullable(),
  primary_address: storedAddress,
  shipping_address: storedAddress,
});

/** The two names of the e-mail address are one field; `email` goes first. */
function oneEmail<
  T extends { email?: string | null | undefined; primary_email_address?: string | null | undefined },
>(input: T) {
  const { email = input.primary_email_address, primary_email_address: _other, ...rest } = input;
  return { ...rest, ...(email === undefined ? {} : { email }) };
}

/** What a customer may be sent with; create and update check the rest (reference: customers.2). */
export const customerInput = fields.partial().transform(oneEmail);
export type CustomerInput = z.output<typeof customerInput>;

/** A customer object in an order: it may also say which customer it is. */
export const orderCustomerInput = fields.partial().extend({ id: id.optional() }).transform(oneEmail);
export type OrderCustomerInput = z.output<typeof orderCustomerInput>;
