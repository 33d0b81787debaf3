// One category: its name and the products in it.

import { ActionIcon, Anchor, Group, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Package, X } from 'lucide-react';
import { Link } from 'wouter';
import type { Category, CreateCategory, ListedProduct } from '#clients/typescript/index.ts';
import { Hint } from '../../shared/ui/hint.tsx';
import { usePolling } from '../../shared/ui/live.tsx';
import { Section } from '../../shared/ui/page.tsx';
import { sentenceOf, toast } from '../../shared/ui/states.tsx';
import { type Column, ListTable } from '../../shared/ui/table.tsx';
import { t } from '../../shared/words.ts';
import { ADDRESS, Thumb } from '../catalogue/fields.tsx';
import { ProductPicker } from '../catalogue/picker.tsx';
import { refreshCatalogue } from '../catalogue/record.tsx';
import { type FieldsProps, KindPage, type PageKind } from '../catalogue/record-page.tsx';
import { useCompany } from '../company.tsx';
import { usePages } from '../read.ts';

interface Values {
  readonly name: string;
  readonly description: string;
  readonly image: string;
  readonly show_online: boolean;
}

const BLANK: Values = { name: '', description: '', image: '', show_online: true };

const valuesOf = ({ name, description, image, show_online }: Category): Values => ({
  name,
  description: description ?? '',
  image: image ?? '',
  show_online,
});

function bodyOf(values: Values): CreateCategory {
  const { description, image } = values;
  return {
    ...values,
    description: description === '' ? null : description,
    image: image === '' ? null : image,
  };
}

function Fields({ form }: FieldsProps<'getCategory', Values>) {
  const { values, text, flag } = form;
  return (
    <Section title={t('Category')}>
      <Stack gap="sm">
        <TextInput label={t('Name')} required maxLength={255} {...text('name')} />
        <Textarea label={t('Description')} autosize minRows={2} maxRows={8} {...text('description')} />
        <Group gap="md" align="end" wrap="nowrap">
          <Thumb image={values.image === '' ? null : values.image} size={56} />
          <TextInput label={t('Picture address')} placeholder={ADDRESS} flex={1} {...text('image')} />
        </Group>
        <Switch label={t('Show online')} {...flag('show_online')} />
      </Stack>
    </Section>
  );
}

function Members({ record, canEdit }: { record: Category; canEdit: boolean }) {
  const { id_str: id } = record;
  const { passbell } = useCompany();
  const client = useQueryClient();
  const list = usePages(
    'products',
    'listCategoryProducts',
    { category_id: id, fields: ['image', 'variant_parent_id'] },
    { everyMs: usePolling() },
  );
  const options = {
    onSuccess: () => refreshCatalogue(client),
    onError: (error: Error) => toast(sentenceOf(error), 'failed'),
  };
  const add = useMutation({
    mutationFn: (product: string) =>
      passbell.call('addCategoryProducts', { category_id: id, body: { product_ids: [product] } }),
    ...options,
  });
  const remove = useMutation({
    mutationFn: (product: string) =>
      passbell.call('removeCategoryProduct', { category_id: id, product_id: product }),
    ...options,
  });
  const columns: Column<ListedProduct>[] = [
    {
      head: t('Product'),
      cell: (product) => (
        <Group gap="sm" wrap="nowrap">
          <Thumb image={product.image} size={32} />
          <Anchor
            component={Link}
            href={`/products/${product.id_str}`}
            size="sm"
            c="inherit"
            style={{ overflowWrap: 'anywhere' }}
          >
            {product.name}
          </Anchor>
        </Group>
      ),
    },
    { head: t('SKU'), cell: (product) => <Text size="sm">{product.sku}</Text>, wide: true },
    {
      head: t('Remove'),
      width: 90,
      figure: true,
      cell: (product) =>
        product.variant_parent_id == null ? (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('Remove: {name}', { name: product.name })}
            disabled={!canEdit}
            onClick={() => remove.mutate(product.id_str)}
          >
            <X size={16} aria-hidden />
          </ActionIcon>
        ) : (
          <Hint size="xs">{t('Variant')}</Hint>
        ),
    },
  ];
  return (
    <Section title={t('Products')}>
      {canEdit && (
        <ProductPicker
          label={t('Add product')}
          fits={(product) => product.variant_parent_id == null}
          pick={(product) => add.mutate(product.id_str)}
        />
      )}
      <ListTable
        list={list}
        columns={columns}
        label={t('Products in this category')}
        empty={{
          title: t('No products in this category'),
          icon: Package,
          text: t('Add products above, or set this category on a product’s page.'),
        }}
      />
    </Section>
  );
}

const KIND: PageKind<'getCategory', CreateCategory, Values> = {
  topic: 'categories',
  path: '/categories',
  texts: () => ({
    list: t('Categories'),
    one: t('Category'),
    fresh: t('New category'),
    create: t('Create category'),
    created: t('Category created.'),
    onDelete: t('Its products are kept.'),
  }),
  read: 'getCategory',
  inputOf: (id) => ({ category_id: id }),
  blank: BLANK,
  valuesOf,
  bodyOf,
  create: (passbell, body) => passbell.call('createCategory', { body }),
  update: (passbell, id, body, options) =>
    passbell.request('updateCategory', { category_id: id, body }, options),
  remove: (passbell, id) => passbell.call('deleteCategory', { category_id: id }),
  Fields,
  Below: Members,
};

export default function CategoryPage() {
  return <KindPage kind={KIND} />;
}
