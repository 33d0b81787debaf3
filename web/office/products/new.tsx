// A new product; what belongs to a site, and its variants, follow on its page.

import { MultiSelect, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { useApiForm } from '../../shared/ui/form.tsx';
import { ScreenPage, Section } from '../../shared/ui/page.tsx';
import { Loading, Trouble } from '../../shared/ui/states.tsx';
import { amountBody } from '../catalogue/amounts.ts';
import { useDraft } from '../catalogue/draft.ts';
import { CATALOGUE, refresh, SaveBar } from '../catalogue/record.tsx';
import type { Product } from '../catalogue/records.ts';
import { useTaxList } from '../catalogue/use.ts';
import { useCompany } from '../company.tsx';
import { choices } from '../parts.tsx';
import { createAtSites, usualSites } from './create.ts';
import { ProductFields } from './fields.tsx';
import { bodyOf, FIELDS, NEW_PRODUCT, type ProductValues } from './values.ts';

export default function NewProduct() {
  const taxes = useTaxList();
  return (
    <ScreenPage title="New product" back={{ to: '/products', label: 'Products' }}>
      {taxes.data !== undefined ? (
        <NewProductForm tax={taxes.data[0]?.id_str} />
      ) : taxes.error === null ? (
        <Loading />
      ) : (
        <Trouble error={taxes.error} again={() => void taxes.refetch()} />
      )}
    </ScreenPage>
  );
}

/** The form of a new product, with the company's first tax: it is what most products have. */
function NewProductForm({ tax }: { tax: string | undefined }) {
  const { api, sites } = useCompany();
  const client = useQueryClient();
  const [, go] = useLocation();
  const blank = useMemo(() => (tax === undefined ? NEW_PRODUCT : { ...NEW_PRODUCT, taxes: [tax] }), [tax]);
  const draft = useDraft<ProductValues>(blank);
  const [chosen, setChosen] = useState<string[]>();
  const at = chosen ?? usualSites(sites);
  const [amount, setAmount] = useState('');
  const form = useApiForm<ProductValues, Product>({
    fields: [...FIELDS, 'availability.amount'],
    said: 'The product was created.',
    send: (values) =>
      createAtSites(api, at, { ...bodyOf(values, NEW_PRODUCT), name: values.name }, amountBody(amount)),
    done: (product) => {
      draft.load(blank);
      void refresh(client, ...CATALOGUE);
      go(`/products/${product.id_str}`);
    },
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.send(draft.values);
      }}
    >
      <ProductFields draft={draft} errorOf={form.errorOf} family="alone" disabled={false}>
        <Section title="Sites">
          <Stack gap="sm">
            <MultiSelect
              label="Available at"
              placeholder={at.length === 0 ? 'No site yet' : ''}
              data={choices(sites)}
              value={at}
              onChange={setChosen}
              searchable
              limit={100}
            />
            <TextInput
              label="How many are left"
              description="Empty: it is not counted."
              inputMode="decimal"
              autoComplete="off"
              value={amount}
              onChange={({ currentTarget }) => setAmount(currentTarget.value)}
              error={form.errorOf('availability.amount')}
              disabled={at.length === 0}
              maw={220}
            />
          </Stack>
        </Section>
      </ProductFields>
      <SaveBar form={form} draft={draft} isNew label="Create the product" />
    </form>
  );
}
