// A new product; what belongs to a site, and its variants, follow on its page.

import { MultiSelect, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { FormFrame, useRecordForm } from '../../shared/ui/form.tsx';
import { ScreenPage, Section } from '../../shared/ui/page.tsx';
import { Loading, Trouble } from '../../shared/ui/states.tsx';
import { t } from '../../shared/words.ts';
import { amountBody } from '../catalogue/amounts.ts';
import { refreshCatalogue, SaveBar } from '../catalogue/record.tsx';
import { useTaxList } from '../catalogue/use.ts';
import { useCompany } from '../company.tsx';
import { choices } from '../parts.tsx';
import { createAtSites, usualSites } from './create.ts';
import { ProductFields } from './fields.tsx';
import { bodyOf, NEW_PRODUCT, type ProductValues } from './values.ts';

export default function NewProduct() {
  const taxes = useTaxList();
  return (
    <ScreenPage title={t('New product')} back={{ to: '/products', label: t('Products') }}>
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

interface NewValues extends ProductValues {
  readonly sites: readonly string[];
  /** How many there are at each of the sites. */
  readonly amount: string;
}

/** The form of a new product, with the company's first tax: it is what most products have. */
function NewProductForm({ tax }: { tax: string | undefined }) {
  const { passbell, sites } = useCompany();
  const client = useQueryClient();
  const [, go] = useLocation();
  const blank = tax === undefined ? NEW_PRODUCT : { ...NEW_PRODUCT, taxes: [tax] };
  const initial: NewValues = { ...blank, sites: usualSites(sites), amount: '' };
  const form = useRecordForm({
    initial,
    said: t('Product created.'),
    send: (values) =>
      createAtSites(
        passbell,
        values.sites,
        { ...bodyOf(values, NEW_PRODUCT), name: values.name },
        amountBody(values.amount),
      ),
    done: (product) => {
      void refreshCatalogue(client);
      go(`/products/${product.id_str}`);
    },
  });
  return (
    <FormFrame form={form}>
      <ProductFields form={form} family="alone" disabled={false}>
        <Section title={t('Sites')}>
          <Stack gap="sm">
            <MultiSelect
              label={t('Available at')}
              placeholder={form.values.sites.length === 0 ? t('No sites') : ''}
              data={choices(sites)}
              {...form.list('sites')}
              searchable
              limit={100}
            />
            <TextInput
              label={t('Stock')}
              description={t('Empty: not counted.')}
              inputMode="decimal"
              autoComplete="off"
              {...form.text('amount', 'availability.amount')}
              disabled={form.values.sites.length === 0}
              maw={220}
            />
          </Stack>
        </Section>
      </ProductFields>
      <SaveBar form={form} isNew label={t('Create product')} />
    </FormFrame>
  );
}
