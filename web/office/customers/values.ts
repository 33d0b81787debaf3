// What a customer's form holds, and what of it is sent.

import { ADDRESS_PARTS, type Address, type CustomerRecord } from './records.ts';

export interface AddressValues {
  readonly address: string;
  readonly city: string;
  readonly state: string;
  readonly postal_code: string;
  readonly country: string;
}

export interface CustomerValues {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly phone: string;
  readonly mobile: string;
  readonly description: string;
  readonly reference_id: string;
  readonly tags: readonly string[];
  readonly primary_address: AddressValues;
  readonly shipping_address: AddressValues;
}

function addressValues(address: Address | null | undefined): AddressValues {
  const part = (name: keyof Address) => address?.[name] ?? '';
  return {
    address: part('address'),
    city: part('city'),
    state: part('state'),
    postal_code: part('postal_code'),
    country: part('country'),
  };
}

/** A customer as a form shows them; empty for one to be made. */
export function valuesOf(customer?: CustomerRecord): CustomerValues {
  return {
    first_name: customer?.first_name ?? '',
    last_name: customer?.last_name ?? '',
    email: customer?.email ?? '',
    phone: customer?.phone ?? '',
    mobile: customer?.mobile ?? '',
    description: customer?.description ?? '',
    reference_id: customer?.reference_id ?? '',
    tags: customer?.tags ?? [],
    primary_address: addressValues(customer?.primary_address),
    shipping_address: addressValues(customer?.shipping_address),
  };
}

const textOrNull = (text: string) => (text.trim() === '' ? null : text);

function sentAddress(values: AddressValues): unknown {
  if (ADDRESS_PARTS.every((part) => values[part].trim() === '')) return null;
  return Object.fromEntries(ADDRESS_PARTS.map((part) => [part, textOrNull(values[part])]));
}

/** The body of a change: only the fields that differ from `before`, with null for emptied ones. */
export function bodyOf(values: CustomerValues, before: CustomerValues): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const name of Object.keys(values) as (keyof CustomerValues)[]) {
    const value = values[name];
    if (JSON.stringify(value) === JSON.stringify(before[name])) continue;
    if (name === 'first_name') body[name] = value;
    else if (typeof value === 'string') body[name] = textOrNull(value);
    else if (Array.isArray(value)) body[name] = value;
    else body[name] = sentAddress(value as AddressValues);
  }
  return body;
}
