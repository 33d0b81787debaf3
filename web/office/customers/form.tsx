// The form of a customer: new, or as they are.

import { Fieldset, SimpleGrid, Switch, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Customer } from '#clients/typescript/index.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Form, useRecordForm } from '../../shared/ui/form.tsx';
import { type Message, message, t, translated } from '../../shared/words.ts';
import { useCompany } from '../company.tsx';
import { ADDRESS_PARTS, type AddressValues, bodyOf, valuesOf } from './values.ts';

const PARTS: Readonly<Record<keyof AddressValues, Message>> = {
  address: message('Street'),
  city: message('City'),
  state: message('State'),
  postal_code: message('Postal code'),
  country: message('Country'),
};

const ADDRESSES = {
  primary_address: message('Address'),
  shipping_address: message('Shipping address'),
};

/** A customer with the ETag they were read with. */
export interface KnownCustomer {
  readonly body: Customer;
  readonly etag: string | undefined;
}

interface Props {
  /** The customer to change; without one a customer is created. */
  readonly known?: KnownCustomer;
  readonly close: () => void;
  readonly done: (customer: Customer) => void;
}

export function CustomerSheet({ known: given, close, done }: Props) {
  const { passbell } = useCompany();
  const client = useQueryClient();
  // As it was when the form was opened: another change meanwhile is refused, not overwritten.
  const [known] = useState(given);
  const [before] = useState(() => valuesOf(known?.body));
  const form = useRecordForm({
    initial: before,
    send: (values) => {
      const body = bodyOf(values, before);
      if (known === undefined)
        return passbell.call('createCustomer', { body: { ...body, first_name: values.first_name } });
      const { etag } = known;
      const options = etag === undefined ? {} : { ifMatch: etag };
      return passbell.call('updateCustomer', { customer_id: known.body.id_str, body }, options);
    },
    done: (customer) => {
      void client.invalidateQueries({ queryKey: ['customers'] });
      done(customer);
    },
    said: known === undefined ? t('Customer added.') : t('Customer saved.'),
  });
  const { values, set, text } = form;
  return (
    <Dialog
      title={known === undefined ? t('New customer') : t('Edit customer')}
      opened
      close={close}
      size="lg"
    >
      <Form form={form} submit={known === undefined ? t('Add customer') : t('Save')} cancel={close}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          <TextInput label={t('First name')} {...text('first_name')} withAsterisk data-autofocus />
          <TextInput label={t('Last name')} {...text('last_name')} />
          <TextInput label={t('E-mail')} type="email" autoComplete="off" {...text('email')} />
          <TextInput label={t('Phone')} type="tel" autoComplete="off" {...text('phone')} />
          <TextInput label={t('Mobile')} type="tel" autoComplete="off" {...text('mobile')} />
          <TextInput
            label={t('Reference')}
            description={t('Their number in another system')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            {...text('reference_id')}
          />
        </SimpleGrid>
        <TagsInput
          label={t('Tags')}
          placeholder={values.tags.length === 0 ? t('Type one and press Enter') : ''}
          {...form.list('tags')}
        />
        <Fieldset legend={t('Taxes')} variant="filled">
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
            <TextInput label={t('Company name')} maxLength={255} {...text('company_name')} />
            <TextInput label={t('Tax number')} maxLength={100} {...text('tax_number')} />
          </SimpleGrid>
          <Switch
            my="sm"
            label={t('Tax exempt')}
            description={t('No tax is charged. Receipts show number and reason.')}
            {...form.flag('is_exempt')}
          />
          {values.is_exempt && (
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
              <TextInput
                label={t('Number of the certificate')}
                maxLength={100}
                {...text('exempt_number', 'tax_exempt.number')}
              />
              <TextInput
                label={t('Reason')}
                maxLength={500}
                {...text('exempt_reason', 'tax_exempt.reason')}
              />
            </SimpleGrid>
          )}
        </Fieldset>
        <Textarea label={t('Description')} autosize minRows={2} {...text('description')} />
        {(['primary_address', 'shipping_address'] as const).map((name) => (
          <Fieldset key={name} legend={translated(ADDRESSES[name])} variant="filled">
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
              {ADDRESS_PARTS.map((part) => (
                <TextInput
                  key={part}
                  label={translated(PARTS[part])}
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
      </Form>
    </Dialog>
  );
}
