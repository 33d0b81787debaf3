// A new product; what belongs to a site, and its variants, follow on its page.

import { Checkbox, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { useApiForm } from '../../shared/ui/form.tsx';
import { ScreenPage, Section } from '../../shared/ui/page.tsx';
import { sentenceOf, toast } from '../../shared/ui/states.tsx';
import { amountBody } from '../catalogue/amounts.ts';
import { useDraft } from '../catalogue/draft.ts';
import { CATALOGUE, refresh, SaveBar } from '../catalogue/record.tsx';
import type { Product } from '../catalogue/records.ts';
import { useTaxes } from '../catalogue/use.ts';
import { useCompany } from '../company.tsx';
import { ProductFields } from './fields.tsx';
import { bodyOf, FIELDS, NEW_PRODUCT, type ProductValues } from './values.ts';

/** Sites that a new product can be offered at right away; the others are on its page. */
const MAX_SITES_SHOWN = 12;

export default function NewProduct() {
  const { api, sites } = useCompany();
  const client = useQueryClient();
  const [, go] = useLocation();
  const taxes = useTaxes();
  // The company's first tax is what most products have.
  const first = taxes[0]?.id_str;
  const blank = useMemo(
    () => (first === undefined ? NEW_PRODUCT : { ...NEW_PRODUCT, taxes: [first] }),
    [first],
  );
  const draft = useDraft<ProductValues>(blank);
  const [at, setAt] = useState<readonly string[]>();
  const [amount, setAmount] = useState('');
  const wanted = at ?? (sites.length === 1 ? sites.map(({ id_str }) => id_str) : []);
  const form = useApiForm<ProductValues, Product>({
    fields: [...FIELDS, 'availability.amount'],
    said: 'The product was created.',
    send: async (values) => {
      const body = { ...bodyOf(values, NEW_PRODUCT), name: values.name };
      const [one, ...more] = wanted;
      const availability = { is_available: true, amount: amountBody(amount) };
      if (one === undefined) return api.post<Product>('products', body);
      const made = await api.post<Product>(`sites/${one}/products`, { ...body, availability });
      try {
        for (const site of more) await api.put(`sites/${site}/products/${made.id_str}`, { availability });
      } catch (error) {
        toast(`It was created, but not at every site: ${sentenceOf(error)}`, 'failed');
      }
      return made;
    },
    done: (product) => {
      draft.load(blank);
      void refresh(client, ...CATALOGUE);
      go(`/products/${product.id_str}`);
    },
  });
  return (
    <ScreenPage title="New product" back={{ to: '/products', label: 'Products' }}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          form.send(draft.values);
        }}
      >
        <ProductFields draft={draft} errorOf={form.errorOf} family="alone" disabled={false}>
          <Section title="Available at">
            <Stack gap="sm">
              {sites.slice(0, MAX_SITES_SHOWN).map((site) => (
                <Checkbox
                  key={site.id_str}
                  label={site.name}
                  checked={wanted.includes(site.id_str)}
                  onChange={({ currentTarget }) =>
                    setAt(
                      currentTarget.checked
                        ? [...wanted, site.id_str]
                        : wanted.filter((id) => id !== site.id_str),
                    )
                  }
                />
              ))}
              <TextInput
                label="How many are left"
                description="Empty: it is not counted."
                inputMode="decimal"
                autoComplete="off"
                value={amount}
                onChange={({ currentTarget }) => setAmount(currentTarget.value)}
                error={form.errorOf('availability.amount')}
                disabled={wanted.length === 0}
                maw={220}
              />
            </Stack>
          </Section>
        </ProductFields>
        <SaveBar form={form} draft={draft} isNew label="Create the product" />
      </form>
    </ScreenPage>
  );
}
