// One category: its name and the products in it.

import { ActionIcon, Anchor, Group, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Package, X } from 'lucide-react';
import { Link, useLocation, useParams } from 'wouter';
import { type ApiForm, inputsOf, useApiForm } from '../../shared/ui/form.tsx';
import { ScreenPage, Section } from '../../shared/ui/page.tsx';
import { Empty, sentenceOf, toast } from '../../shared/ui/states.tsx';
import { type Column, ListTable, useList } from '../../shared/ui/table.tsx';
import { type Draft, useDraft } from '../catalogue/draft.ts';
import { Thumb } from '../catalogue/fields.tsx';
import { ProductPicker } from '../catalogue/picker.tsx';
import {
  CATALOGUE,
  ChangedAlert,
  DeleteButton,
  LOOK_EVERY_MS,
  RecordPage,
  refresh,
  SaveBar,
  useEdit,
} from '../catalogue/record.tsx';
import type { Category, ListedProduct } from '../catalogue/records.ts';
import { useCanEdit } from '../catalogue/use.ts';
import { useCompany } from '../company.tsx';

const BACK = { to: '/categories', label: 'Categories' };
const FIELDS = ['name', 'description', 'image', 'show_online'] as const;

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

function bodyOf(values: Values): object {
  const { description, image } = values;
  return {
    ...values,
    description: description === '' ? null : description,
    image: image === '' ? null : image,
  };
}

export default function CategoryPage() {
  const { id = '' } = useParams();
  if (id === 'new') return <NewCategory />;
  return (
    <RecordPage<Category>
      key={id}
      source={{ kind: 'categories', path: `categories/${id}` }}
      title="Category"
      back={BACK}
    >
      {(category) => <Loaded category={category} />}
    </RecordPage>
  );
}

function NewCategory() {
  const { api } = useCompany();
  const client = useQueryClient();
  const [, go] = useLocation();
  const draft = useDraft(BLANK);
  const form = useApiForm<Values, Category>({
    fields: FIELDS,
    said: 'The category was created.',
    send: (values) => api.post<Category>('categories', bodyOf(values)),
    done: (category) => {
      draft.load(BLANK);
      void refresh(client, ...CATALOGUE);
      go(`/categories/${category.id_str}`);
    },
  });
  return (
    <ScreenPage title="New category" back={BACK}>
      <CategoryForm draft={draft} form={form} isNew canEdit />
    </ScreenPage>
  );
}

interface FormProps {
  readonly draft: Draft<Values>;
  readonly form: ApiForm<Values, Category>;
  readonly isNew?: boolean;
  readonly canEdit: boolean;
}

function CategoryForm({ draft, form, isNew = false, canEdit }: FormProps) {
  const { values, set } = draft;
  const { text, flag } = inputsOf(values, set, form.errorOf, !canEdit);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.send(values);
      }}
    >
      <Section title="Category">
        <Stack gap="sm">
          <TextInput label="Name" required maxLength={255} {...text('name')} />
          <Textarea label="Description" autosize minRows={2} maxRows={8} {...text('description')} />
          <Group gap="md" align="end" wrap="nowrap">
            <Thumb image={values.image === '' ? null : values.image} size={56} />
            <TextInput label="Address of its picture" placeholder="https://" flex={1} {...text('image')} />
          </Group>
          <Switch label="It is shown online" {...flag('show_online')} />
        </Stack>
      </Section>
      {canEdit && (
        <SaveBar form={form} draft={draft} isNew={isNew} label={isNew ? 'Create the category' : 'Save'} />
      )}
    </form>
  );
}

function Loaded({ category }: { category: Category }) {
  const canEdit = useCanEdit();
  const path = `categories/${category.id_str}`;
  const draft = useDraft(valuesOf(category));
  const form = useEdit<Category, Values>({
    source: { kind: 'categories', path },
    draft,
    valuesOf,
    bodyOf,
    fields: FIELDS,
  });
  return (
    <ScreenPage
      title={category.name}
      back={BACK}
      actions={
        canEdit && (
          <DeleteButton what="category" name={category.name} path={path} to="/categories">
            Its products stay.
          </DeleteButton>
        )
      }
    >
      <ChangedAlert draft={draft} form={form} />
      <CategoryForm draft={draft} form={form} canEdit={canEdit} />
      <Members path={path} canEdit={canEdit} />
    </ScreenPage>
  );
}

function Members({ path, canEdit }: { path: string; canEdit: boolean }) {
  const { api } = useCompany();
  const client = useQueryClient();
  const list = useList<ListedProduct>({
    key: ['products'],
    api,
    path: `${path}/products?fields=image,variant_parent_id`,
    everyMs: LOOK_EVERY_MS,
  });
  const options = {
    onSuccess: () => refresh(client, ...CATALOGUE),
    onError: (error: Error) => toast(sentenceOf(error), 'failed'),
  };
  const add = useMutation({
    mutationFn: (id: string) => api.put(`${path}/products`, { product_ids: [id] }),
    ...options,
  });
  const remove = useMutation({
    mutationFn: (id: string) => api.delete(`${path}/products/${id}`),
    ...options,
  });
  const columns: Column<ListedProduct>[] = [
    {
      head: 'Product',
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
    { head: 'SKU', cell: (product) => <Text size="sm">{product.sku}</Text>, wide: true },
    {
      head: 'Remove',
      width: 90,
      figure: true,
      cell: (product) =>
        product.variant_parent_id == null ? (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Take out: ${product.name}`}
            disabled={!canEdit}
            onClick={() => remove.mutate(product.id_str)}
          >
            <X size={16} aria-hidden />
          </ActionIcon>
        ) : (
          <Text size="xs" c="dimmed">
            Variant
          </Text>
        ),
    },
  ];
  return (
    <Section title="Products">
      {canEdit && (
        <ProductPicker
          label="Add a product"
          fits={(product) => product.variant_parent_id == null}
          pick={(product) => add.mutate(product.id_str)}
        />
      )}
      <ListTable
        list={list}
        columns={columns}
        idOf={(product) => product.id_str}
        label="Products of the category"
        empty={
          <Empty title="No products in this category" icon={Package}>
            Add some above, or choose this category on a product's page.
          </Empty>
        }
      />
    </Section>
  );
}
