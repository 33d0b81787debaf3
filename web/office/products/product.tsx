// One product: its fields, where it is available, its variants and its modifiers.

import { Anchor, Badge, Tabs, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearchParams } from 'wouter';
import { ScreenPage, Section } from '../../shared/ui/page.tsx';
import { useDraft } from '../catalogue/draft.ts';
import { ChangedAlert, DeleteButton, RecordPage, SaveBar, useEdit } from '../catalogue/record.tsx';
import type { Product } from '../catalogue/records.ts';
import { useCanEdit } from '../catalogue/use.ts';
import { useCompany } from '../company.tsx';
import { ProductFields } from './fields.tsx';
import { Modifiers } from './modifiers.tsx';
import { Sites } from './sites.tsx';
import { bodyOf, FIELDS, type ProductValues, valuesOf } from './values.ts';
import { Variants } from './variants.tsx';

const BACK = { to: '/products', label: 'Products' };
const TABS = ['details', 'sites', 'variants', 'modifiers'] as const;

export default function ProductPage() {
  const { id = '' } = useParams();
  const source = { kind: 'products', path: `products/${id}` };
  return (
    <RecordPage<Product> key={id} source={source} title="Product" back={BACK}>
      {(product) => <Loaded product={product} />}
    </RecordPage>
  );
}

/** A product's place in a family. */
export function familyOf(product: Product): 'alone' | 'template' | 'variant' {
  if (product.variant_parent_id !== null) return 'variant';
  return Object.keys(product.variant_attributes).length > 0 ? 'template' : 'alone';
}

function Loaded({ product }: { product: Product }) {
  const canEdit = useCanEdit();
  const family = familyOf(product);
  const [query, setQuery] = useSearchParams();
  const tab = TABS.find((each) => each === query.get('tab')) ?? 'details';
  const draft = useDraft<ProductValues>(valuesOf(product));
  const form = useEdit<Product, ProductValues>({
    source: { kind: 'products', path: `products/${product.id_str}` },
    draft,
    valuesOf,
    bodyOf,
    fields: [...FIELDS, ...Object.keys(draft.values.attributes).map((name) => `variant_attributes.${name}`)],
  });
  const open = product.sites.filter((site) => site.availability.is_available).length;
  return (
    <ScreenPage
      title={product.name}
      back={BACK}
      badge={
        <>
          {family === 'template' && <Kind>Has variants</Kind>}
          {product.is_modifier && <Kind>Modifier</Kind>}
        </>
      }
      actions={
        canEdit && (
          <DeleteButton what="product" name={product.name} path={`products/${product.id_str}`} to="/products">
            It leaves every site and category. Orders that have it stay as they are.
          </DeleteButton>
        )
      }
    >
      {product.variant_parent_id !== null && <Parent id={product.variant_parent_id} />}
      <ChangedAlert draft={draft} form={form} />
      <Tabs
        value={tab}
        onChange={(value) => setQuery(value === 'details' ? '' : { tab: value ?? '' }, { replace: true })}
        keepMounted={false}
      >
        <Tabs.List mb="md" className="tabs">
          <Tabs.Tab value="details">Details</Tabs.Tab>
          {family !== 'template' && <Tabs.Tab value="sites">Sites ({open})</Tabs.Tab>}
          {family !== 'variant' && <Tabs.Tab value="variants">Variants ({product.variants.length})</Tabs.Tab>}
          <Tabs.Tab value="modifiers">Modifiers</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="details">
          <form
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              form.send(draft.values);
            }}
          >
            <ProductFields draft={draft} errorOf={form.errorOf} family={family} disabled={!canEdit}>
              {family === 'variant' && (
                <Section title="Variant">
                  {Object.entries(draft.values.attributes).map(([name, value]) => (
                    <TextInput
                      key={name}
                      label={name}
                      value={value}
                      disabled={!canEdit}
                      onChange={({ currentTarget }) =>
                        draft.set({ attributes: { ...draft.values.attributes, [name]: currentTarget.value } })
                      }
                      error={form.errorOf(`variant_attributes.${name}`)}
                    />
                  ))}
                </Section>
              )}
            </ProductFields>
            {canEdit && <SaveBar form={form} draft={draft} />}
          </form>
        </Tabs.Panel>
        {family !== 'template' && (
          <Tabs.Panel value="sites">
            <Sites product={product} />
          </Tabs.Panel>
        )}
        {family !== 'variant' && (
          <Tabs.Panel value="variants">
            <Variants product={product} />
          </Tabs.Panel>
        )}
        <Tabs.Panel value="modifiers">
          <Modifiers product={product} />
        </Tabs.Panel>
      </Tabs>
    </ScreenPage>
  );
}

function Kind({ children }: { children: string }) {
  return (
    <Badge color="gray" variant="light" tt="none" fw={600}>
      {children}
    </Badge>
  );
}

function Parent({ id }: { id: string }) {
  const { api } = useCompany();
  const parent = useQuery({
    queryKey: ['products', api.company, `products/${id}`],
    queryFn: ({ signal }) => api.get<Product>(`products/${id}`, { signal }),
  });
  return (
    <Text size="sm" mih={22}>
      {parent.data !== undefined && (
        <>
          A variant of{' '}
          <Anchor component={Link} href={`/products/${id}?tab=variants`} size="sm">
            {parent.data.name}
          </Anchor>
        </>
      )}
    </Text>
  );
}
