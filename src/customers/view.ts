import { ids, stamps } from '../kernel/view.ts';
import type { Customer } from './store.ts';

/**
 * A customer as one add-on sees it: `reference` is what that add-on calls it, "" when it does not (reference:
 * customers.3).
 */
export function customerView(customer: Customer, reference: string) {
  return {
    ...ids(customer.id),
    first_name: customer.first_name,
    last_name: customer.last_name,
    email: customer.email,
    primary_email_address: customer.email,
    phone: customer.phone,
    mobile: customer.mobile,
    description: customer.description,
    reference_id: reference,
    tags: customer.tags,
    image: customer.image,
    primary_address: customer.primary_address,
    shipping_address: customer.shipping_address,
    ...stamps(customer),
  };
}

/** The customer inside an order (reference: customers.6). */
export function orderCustomerView(customer: Customer, reference: string) {
  return {
    ...ids(customer.id),
    first_name: customer.first_name,
    last_name: customer.last_name,
    email: customer.email,
    phone: customer.phone,
    reference_id: reference,
    image: customer.image,
  };
}
