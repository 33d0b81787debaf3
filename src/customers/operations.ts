import { LISTED_ADDRESS } from '../company/shape.ts';
import { body, C, filedUnder, type Operations, records } from '../edge/operation.ts';
import { list } from '../shape/kinds.ts';
import { viewOf } from '../shape/nested.ts';
import { customerCreate, customerInput } from './input.ts';
import { CUSTOMER } from './shape.ts';

const customers = filedUnder('Customers');

/** Customers. */
export const CUSTOMER_OPERATIONS: Operations = {
  ...records(
    {
      path: 'customers',
      param: 'customer_id',
      shape: CUSTOMER,
      create: customerCreate,
      update: customerInput,
    },
    { tag: 'Customers', one: 'a customer', many: 'the customers' },
  ),
  [`GET ${C}/customers/:customer_id/addresses`]: customers(
    'listCustomerAddresses',
    'List the addresses of a customer',
    { answer: list(viewOf(LISTED_ADDRESS)) },
  ),
  [`GET ${C}/customers`]: customers('listCustomers', 'List or look up customers', {
    text:
      'With `email`, or with `first_name` and `phone`, it looks one customer up and answers 302 with the address of ' +
      'the record, or 404. Of several that fit, it is the one that changed last.',
    answer: list(viewOf(CUSTOMER)),
    lookup: {
      id: 'findCustomer',
      summary: 'Look a customer up',
      parameters: ['email', 'first_name', 'last_name', 'phone'],
      shared: ['phone'],
    },
  }),
  [`POST ${C}/customers`]: customers('createCustomer', 'Create a customer', {
    text: 'It needs a first name, and an e-mail address or a telephone number.',
    body: body('CreateCustomer', customerCreate, 'The fields of a new customer.'),
    answer: viewOf(CUSTOMER),
    errors: ['conflict'],
  }),
};
