// One product: its fields, where it is available, its variants and its modifiers.

import { Anchor, Tabs, Text, TextInput } from '@mantine/core';
import { Link, useParams, useSearchParams } from 'wouter';
import type { Product, UpdateProduct } from '#clients/typescript/index.ts';
import { FormFrame, type RecordForm } from '../../shared/ui/form.tsx';
import { LeaveScope, useLeaveScope } from '../../shared/ui/leave.tsx';
import { CATALOGUE } from '../../shared/ui/live.tsx';
import { RecordPage, ScreenPage, Section } from '../../shared/ui/page.tsx';
import { Tag } from '../../shared/ui/tag.tsx';
import { rich, t } from '../../shared/words.ts';
import { ChangedAlert, SaveBar, useEdit, useRecord } from '../catalogue/record.tsx';
import { useCanEdit } from '../catalogue/use.ts';
import { useCompany } from '../company.tsx';
import { DeleteButton } from '../parts.tsx';
import { useRead } from '../read.ts';
import { ProductFields } from './fields.tsx';
import { Modifiers } from './modifiers.tsx';
import { Sites } from './sites.tsx';
import { useProductSource } from './source.ts';
import { bodyOf, type ProductValues, valuesOf } from './values.ts';
import { Variants } from './variants.tsx';

const back = () => ({ to: '/products', label: t('Products') });
const TABS = ['details', 'sites', 'variants', 'modifiers'] as const;

export default function ProductPage() {
  const { id = '' } = useParams();
  const record = useRecord(useProductSource(id));
  return (
    <RecordPage key={id} query={record} title={t('Product')} back={back()}>
      {(product) => <Loaded product={product} />}
    </RecordPage>
  );
}

/** A product's place in a family. */
export function familyOf(product: Product): 'alone' | 'template' | 'variant' {
  if (product.variant_parent_id !== null) return 'variant';
  return Object.keys(product.variant_attributes).length > 0 ? 'template' : 'alone';
}

/** The attributes that tell a variant from the others. */
function Attributes({ form, disabled }: { form: RecordForm<ProductValues>; disabled: boolean }) {
  return (
    <Section title={t('Variant')}>
      {Object.entries(form.values.attributes).map(([name, value]) => (
        <TextInput
          key={name}
          label={name}
          value={value}
          disabled={disabled}
          onChange={({ currentTarget }) =>
            form.set({ attributes: { ...form.values.attributes, [name]: currentTarget.value } })
          }
          error={form.errorOf(`variant_attributes.${name}`)}
        />
      ))}
    </Section>
  );
}

function Loaded({ product }: { product: Product }) {
  const canEdit = useCanEdit();
  const family = familyOf(product);
  const [query, setQuery] = useSearchParams();
  const tab = TABS.find((each) => each === query.get('tab')) ?? 'details';
  const { passbell } = useCompany();
  const { id_str: id } = product;
  const form = useEdit<'getProduct', UpdateProduct, ProductValues>({
    source: useProductSource(id),
    record: product,
    valuesOf,
    bodyOf,
  });
  // Their forms go with them, the product's own stays.
  const panels = useLeaveScope();
  const open = product.sites.filter((site) => site.availability.is_available).length;
  return (
    <ScreenPage
      title={product.name}
      back={back()}
      badge={
        <>
          {family === 'template' && <Kind>{t('Has variants')}</Kind>}
          {product.is_modifier && <Kind>{t('Modifier')}</Kind>}
        </>
      }
      actions={
        canEdit && (
          <DeleteButton
            name={product.name}
            act={() => passbell.call('deleteProduct', { product_id: id })}
            stale={CATALOGUE}
            to="/products"
          >
            {t('It is removed from every site and category. Orders keep it.')}
          </DeleteButton>
        )
      }
    >
      {product.variant_parent_id !== null && <Parent id={product.variant_parent_id} />}
      <ChangedAlert form={form} />
      <Tabs
        value={tab}
        onChange={(value) =>
          panels.leave(() => setQuery(value === 'details' ? '' : { tab: value ?? '' }, { replace: true }))
        }
        keepMounted={false}
      >
        <Tabs.List mb="md" className="tabs">
          <Tabs.Tab value="details">{t('Details')}</Tabs.Tab>
          {family !== 'template' && (
            <Tabs.Tab value="sites">{t('Sites ({count})', { count: open })}</Tabs.Tab>
          )}
          {family !== 'variant' && (
            <Tabs.Tab value="variants">
              {t('Variants ({count})', { count: product.variants.length })}
            </Tabs.Tab>
          )}
          <Tabs.Tab value="modifiers">{t('Modifiers')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="details">
          <FormFrame form={form}>
            <ProductFields form={form} family={family} disabled={!canEdit}>
              {family === 'variant' && <Attributes form={form} disabled={!canEdit} />}
            </ProductFields>
            {canEdit && <SaveBar form={form} />}
          </FormFrame>
        </Tabs.Panel>
        {family !== 'template' && (
          <Tabs.Panel value="sites">
            <Sites product={product} />
          </Tabs.Panel>
        )}
        {family !== 'variant' && (
          <Tabs.Panel value="variants">
            <LeaveScope value={panels.scope}>
              <Variants product={product} />
            </LeaveScope>
          </Tabs.Panel>
        )}
        <Tabs.Panel value="modifiers">
          <LeaveScope value={panels.scope}>
            <Modifiers product={product} />
          </LeaveScope>
        </Tabs.Panel>
      </Tabs>
    </ScreenPage>
  );
}

function Kind({ children }: { children: string }) {
  return (
    <Tag color="gray" fw={600}>
      {children}
    </Tag>
  );
}

function Parent({ id }: { id: string }) {
  const parent = useRead('products', 'getProduct', { product_id: id });
  return (
    <Text size="sm" mih={22}>
      {parent.data !== undefined &&
        rich('A variant of <link>{name}</link>', {
          name: parent.data.name,
          link: (parts) => (
            <Anchor key="link" component={Link} href={`/products/${id}?tab=variants`} size="sm">
              {parts}
            </Anchor>
          ),
        })}
    </Text>
  );
}
