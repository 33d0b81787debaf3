// The form of a customer: new, or as they are.

import { Button, Fieldset, Group, SimpleGrid, Stack, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Refused } from '../../shared/ui/ask.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { useApiForm } from '../../shared/ui/form.tsx';
import { useCompany } from '../company.tsx';
import { ADDRESS_PARTS, type CustomerRecord } from './records.ts';
import { type AddressValues, bodyOf, type CustomerValues, valuesOf } from './values.ts';

const PARTS: Readonly<Record<keyof AddressValues, string>> = {
  address: 'Street',
  city: 'City',
  state: 'State',
  postal_code: 'Postal code',
  country: 'Country',
};

const ADDRESSES = ['primary_address', 'shipping_address'] as const;
const FIELDS = [
  ...(['first_name', 'last_name', 'email', 'phone', 'mobile', 'description', 'reference_id'] as const),
  ...ADDRESSES.flatMap((name) => ADDRESS_PARTS.map((part) => `${name}.${part}`)),
];
/** Errors of a single tag stand at the tags. */
const TAG_FIELDS = ['tags', ...Array.from({ length: 101 }, (_, at) => `tags[${at}]`)];

interface Props {
  /** The customer to change, with the ETag they were read with; without it a customer is created. */
  readonly known?: { readonly value: CustomerRecord; readonly etag: string | undefined };
  readonly close: () => void;
  readonly done: (customer: CustomerRecord) => void;
}

export function CustomerSheet({ known, close, done }: Props) {
  const { api } = useCompany();
  const client = useQueryClient();
  const [before] = useState(() => valuesOf(known?.value));
  const [etag] = useState(known?.etag);
  const [values, setValues] = useState(before);
  const place = useRef<HTMLFormElement>(null);
  const form = useApiForm({
    fields: [...FIELDS, ...TAG_FIELDS],
    send: (sent: CustomerValues) =>
      known === undefined
        ? api.post<CustomerRecord>('customers', bodyOf(sent, before))
        : api.put<CustomerRecord>(`customers/${known.value.id_str}`, bodyOf(sent, before), {
            ifMatch: etag,
          }),
    done: (customer) => {
      void client.invalidateQueries({ queryKey: ['customers'] });
      done(customer);
    },
    said: known === undefined ? 'The customer is added.' : 'The customer is saved.',
  });
  const { failureCount, isError } = form.mutation;
  useEffect(() => {
    if (isError && failureCount > 0)
      place.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [isError, failureCount]);
  const set = (part: Partial<CustomerValues>) => setValues((old) => ({ ...old, ...part }));
  const text = (name: Exclude<keyof CustomerValues, 'tags' | (typeof ADDRESSES)[number]>) => ({
    value: values[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      set({ [name]: currentTarget.value }),
    error: form.errorOf(name),
  });
  return (
    <Dialog title={known === undefined ? 'New customer' : 'Edit customer'} opened close={close} size="lg">
      <form
        ref={place}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!form.busy) form.send(values);
        }}
      >
        <Stack gap="md">
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
            <TextInput label="First name" {...text('first_name')} withAsterisk data-autofocus />
            <TextInput label="Last name" {...text('last_name')} />
            <TextInput label="E-mail" type="email" autoComplete="off" {...text('email')} />
            <TextInput label="Phone" type="tel" autoComplete="off" {...text('phone')} />
            <TextInput label="Mobile" type="tel" autoComplete="off" {...text('mobile')} />
            <TextInput
              label="Reference"
              description="What you call them elsewhere"
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              {...text('reference_id')}
            />
          </SimpleGrid>
          <TagsInput
            label="Tags"
            placeholder={values.tags.length === 0 ? 'Type one and press Enter' : ''}
            value={[...values.tags]}
            onChange={(tags) => set({ tags })}
            error={form.errorOf(...TAG_FIELDS)}
          />
          <Textarea label="Description" autosize minRows={2} {...text('description')} />
          {ADDRESSES.map((name) => (
            <Fieldset
              key={name}
              legend={name === 'primary_address' ? 'Address' : 'Shipping address'}
              variant="filled"
            >
              <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
                {ADDRESS_PARTS.map((part) => (
                  <TextInput
                    key={part}
                    label={PARTS[part]}
                    value={values[name][part]}
                    onChange={({ currentTarget: { value } }) =>
                      set({ [name]: { ...values[name], [part]: value } })
                    }
                    error={form.errorOf(`${name}.${part}`)}
                  />
                ))}
              </SimpleGrid>
            </Fieldset>
          ))}
          {form.otherError !== undefined && <Refused>{form.otherError}</Refused>}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={form.busy}>
              {known === undefined ? 'Add customer' : 'Save'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
