import { view } from '../shape/view.ts';
import { CUSTOMER, type Customer, ORDER_CUSTOMER } from './shape.ts';

/** `reference` is what the add-on that reads calls the customer, "" when it does not (reference: customers.3). */
const referred = (_customer: Customer, reference: string) => ({ reference_id: reference });

/** A customer as one add-on sees it. */
export const customerView = view(CUSTOMER, referred);

/** The customer inside an order (reference: customers.6). */
export const orderCustomerView = view(ORDER_CUSTOMER, referred);
