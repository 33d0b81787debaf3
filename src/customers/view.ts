import { view } from '../shape/view.ts';
import { CUSTOMER, type Customer, EXPANDED_CUSTOMER, ORDER_CUSTOMER } from './shape.ts';

/** The external id is put in for each add-on (storage/external-ids.ts). */
const UNNAMED = { external_id: null };

/** `reference` is what the add-on that reads calls the customer, "" when it does not (reference: customers.3). */
const referred = (_customer: unknown, reference: string) => ({ reference_id: reference });

/** The fields of a customer in an order. */
type OrderCustomer = Pick<Customer, 'id' | 'first_name' | 'last_name' | 'email' | 'phone' | 'image'>;

/** A customer as one add-on sees it. */
export const customerView = view(CUSTOMER, (customer: Customer, reference: string) => ({
  ...referred(customer, reference),
  ...UNNAMED,
}));

/** The same beside the id of a record that names the customer. */
export const expandedCustomerView = view(EXPANDED_CUSTOMER, (customer: Customer, reference: string) => ({
  ...referred(customer, reference),
  ...UNNAMED,
}));

/** The customer inside an order (reference: customers.6). */
export const orderCustomerView = view(ORDER_CUSTOMER, (customer: OrderCustomer, reference: string) =>
  referred(customer, reference),
);
