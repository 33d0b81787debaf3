// An address in a form, part by part.

import { SimpleGrid, TextInput } from '@mantine/core';
import type { Address } from '#clients/typescript/index.ts';
import { message, translated } from '../../shared/words.ts';

export const NO_ADDRESS: Address = {
  address: null,
  city: null,
  state: null,
  postal_code: null,
  country: null,
};

const PARTS = [
  ['address', message('Street')],
  ['city', message('City')],
  ['postal_code', message('Postal code')],
  ['state', message('State or province')],
  ['country', message('Country')],
] as const;

/** An address as the API takes it: one without any part is none. */
export function addressOf(address: Address): Address | null {
  return Object.values(address).every((part) => part === null) ? null : address;
}

interface Props {
  readonly label: string;
  /** The field of the record, for what the API says of its parts. */
  readonly name: string;
  readonly address: Address;
  readonly change: (address: Address) => void;
  readonly errorOf: (field: string) => string | undefined;
}

export function AddressFields({ label, name, address, change, errorOf }: Props) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" role="group" aria-label={label}>
      {PARTS.map(([part, word]) => (
        <TextInput
          key={part}
          label={translated(word)}
          value={address[part] ?? ''}
          onChange={({ currentTarget: { value } }) =>
            change({ ...address, [part]: value === '' ? null : value })
          }
          error={errorOf(`${name}.${part}`)}
        />
      ))}
    </SimpleGrid>
  );
}
