// What a customer's form holds, and what of it is sent.

import type { Customer, UpdateCustomer } from '#clients/typescript/index.ts';
import { changesOf, textOrNull } from '../../shared/changes.ts';

/** The parts of an address that the form has. */
export const ADDRESS_PARTS = ['address', 'city', 'state', 'postal_code', 'country'] as const;

export type AddressValues = Readonly<Record<(typeof ADDRESS_PARTS)[number], string>>;

export interface CustomerValues {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly phone: string;
  readonly mobile: string;
  readonly description: string;
  readonly reference_id: string;
  readonly company_name: string;
  readonly tax_number: string;
  readonly is_exempt: boolean;
  readonly exempt_number: string;
  readonly exempt_reason: string;
  readonly tags: readonly string[];
  readonly primary_address: AddressValues;
  readonly shipping_address: AddressValues;
}

/** Every part of an address. */
function addressOf<T>(part: (name: keyof AddressValues) => T) {
  return {
    address: part('address'),
    city: part('city'),
    state: part('state'),
    postal_code: part('postal_code'),
    country: part('country'),
  };
}

/** A customer as a form shows them; empty for one to be made. */
export function valuesOf(customer?: Customer): CustomerValues {
  return {
    first_name: customer?.first_name ?? '',
    last_name: customer?.last_name ?? '',
    email: customer?.email ?? '',
    phone: customer?.phone ?? '',
    mobile: customer?.mobile ?? '',
    description: customer?.description ?? '',
    reference_id: customer?.reference_id ?? '',
    company_name: customer?.company_name ?? '',
    tax_number: customer?.tax_number ?? '',
    is_exempt: (customer?.tax_exempt ?? null) !== null,
    exempt_number: customer?.tax_exempt?.number ?? '',
    exempt_reason: customer?.tax_exempt?.reason ?? '',
    tags: customer?.tags ?? [],
    primary_address: addressOf((name) => customer?.primary_address?.[name] ?? ''),
    shipping_address: addressOf((name) => customer?.shipping_address?.[name] ?? ''),
  };
}

function sentAddress(values: AddressValues): NonNullable<UpdateCustomer['primary_address']> | null {
  const isEmpty = ADDRESS_PARTS.every((part) => values[part].trim() === '');
  return isEmpty ? null : addressOf((name) => textOrNull(values[name]));
}

/** The body of a change: only the fields that differ from `before`, with null for emptied ones. */
export function bodyOf(values: CustomerValues, before: CustomerValues): UpdateCustomer {
  return changesOf(sentOf(before), sentOf(values));
}

function sentOf(values: CustomerValues) {
  return {
    first_name: values.first_name,
    last_name: textOrNull(values.last_name),
    email: textOrNull(values.email),
    phone: textOrNull(values.phone),
    mobile: textOrNull(values.mobile),
    description: textOrNull(values.description),
    reference_id: textOrNull(values.reference_id),
    company_name: textOrNull(values.company_name),
    tax_number: textOrNull(values.tax_number),
    tax_exempt: values.is_exempt
      ? { number: textOrNull(values.exempt_number), reason: textOrNull(values.exempt_reason) }
      : null,
    tags: [...values.tags],
    primary_address: sentAddress(values.primary_address),
    shipping_address: sentAddress(values.shipping_address),
  };
}
