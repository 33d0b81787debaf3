// What a customer's form holds, and what of it is sent.

import type { Customer, UpdateCustomer } from '#clients/typescript/index.ts';

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
  readonly tags: readonly string[];
  readonly primary_address: AddressValues;
  readonly shipping_address: AddressValues;
  readonly tax_exempt: ExemptValues;
}

/** Whether taxes are left out, and why. */
interface ExemptValues {
  readonly is: boolean;
  readonly number: string;
  readonly reason: string;
}

const textOrNull = (text: string) => (text.trim() === '' ? null : text);

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
    tags: customer?.tags ?? [],
    primary_address: addressOf((name) => customer?.primary_address?.[name] ?? ''),
    shipping_address: addressOf((name) => customer?.shipping_address?.[name] ?? ''),
    tax_exempt: {
      is: (customer?.tax_exempt ?? null) !== null,
      number: customer?.tax_exempt?.number ?? '',
      reason: customer?.tax_exempt?.reason ?? '',
    },
  };
}

function sentAddress(values: AddressValues): NonNullable<UpdateCustomer['primary_address']> | null {
  const isEmpty = ADDRESS_PARTS.every((part) => values[part].trim() === '');
  return isEmpty ? null : addressOf((name) => textOrNull(values[name]));
}

function sentExempt({ is, number, reason }: ExemptValues): NonNullable<UpdateCustomer['tax_exempt']> | null {
  return is ? { number: textOrNull(number), reason: textOrNull(reason) } : null;
}

/** The body of a change: only the fields that differ from `before`, with null for emptied ones. */
export function bodyOf(values: CustomerValues, before: CustomerValues): UpdateCustomer {
  const sent: Required<Pick<UpdateCustomer, keyof CustomerValues>> = {
    first_name: values.first_name,
    last_name: textOrNull(values.last_name),
    email: textOrNull(values.email),
    phone: textOrNull(values.phone),
    mobile: textOrNull(values.mobile),
    description: textOrNull(values.description),
    reference_id: textOrNull(values.reference_id),
    tags: values.tags,
    primary_address: sentAddress(values.primary_address),
    shipping_address: sentAddress(values.shipping_address),
    tax_exempt: sentExempt(values.tax_exempt),
  };
  const changed = Object.entries(values)
    .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(before, name)))
    .map(([name]) => name);
  return Object.fromEntries(Object.entries(sent).filter(([name]) => changed.includes(name)));
}
