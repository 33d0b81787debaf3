// One price list: where it lies, and its prices.

import { Anchor, Button, Center, Select, Stack, Table, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Search, Tags } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { Link, useLocation, useParams } from 'wouter';
import { type ApiForm, useApiForm } from '../../shared/ui/form.tsx';
import { ScreenPage, Section } from '../../shared/ui/page.tsx';
import { Empty } from '../../shared/ui/states.tsx';
import { type Draft, useDraft } from '../catalogue/draft.ts';
import {
  CATALOGUE,
  ChangedAlert,
  DeleteButton,
  RecordPage,
  refresh,
  SaveBar,
  useEdit,
} from '../catalogue/record.tsx';
import type { PriceList } from '../catalogue/records.ts';
import { useCanEdit, usePriceLists } from '../catalogue/use.ts';
import { useCompany } from '../company.tsx';
import { choices } from '../parts.tsx';

const BACK = { to: '/price-lists', label: 'Price lists' };
const FIELDS = ['name', 'parent_id'] as const;
/** Prices that are shown at a time. */
const SHOWN = 100;

interface Values {
  readonly name: string;
  readonly parent: string | null;
}

const BLANK: Values = { name: '', parent: null };
const valuesOf = ({ name, parent_id }: PriceList): Values => ({ name, parent: parent_id });
const bodyOf = ({ name, parent }: Values) => ({ name, parent_id: parent });

export default function PriceListPage() {
  const { id = '' } = useParams();
  if (id === 'new') return <NewList />;
  return (
    <RecordPage<PriceList>
      key={id}
      source={{ kind: 'price_lists', path: `price_lists/${id}` }}
      title="Price list"
      back={BACK}
    >
      {(list) => <Loaded list={list} />}
    </RecordPage>
  );
}

function NewList() {
  const { api } = useCompany();
  const client = useQueryClient();
  const [, go] = useLocation();
  const draft = useDraft(BLANK);
  const form = useApiForm<Values, PriceList>({
    fields: FIELDS,
    said: 'The price list was created.',
    send: (values) => api.post<PriceList>('price_lists', bodyOf(values)),
    done: (list) => {
      draft.load(BLANK);
      void refresh(client, ...CATALOGUE);
      go(`/price-lists/${list.id_str}`);
    },
  });
  return (
    <ScreenPage title="New price list" back={BACK}>
      <ListForm draft={draft} form={form} own={undefined} canEdit />
    </ScreenPage>
  );
}

interface FormProps {
  readonly draft: Draft<Values>;
  readonly form: ApiForm<Values, PriceList>;
  /** Undefined for a new one. */
  readonly own: PriceList | undefined;
  readonly canEdit: boolean;
}

function ListForm({ draft, form, own, canEdit }: FormProps) {
  const { values, set } = draft;
  const lists = usePriceLists().data ?? [];
  const isBase = own !== undefined && own.parent_id === null;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.send(values);
      }}
    >
      <Section title="Price list">
        <Stack gap="sm">
          <TextInput
            label="Name"
            required
            maxLength={255}
            value={values.name}
            onChange={({ currentTarget }) => set({ name: currentTarget.value })}
            error={form.errorOf('name')}
            disabled={!canEdit}
          />
          {isBase ? (
            <Text size="sm" c="dimmed">
              The base price list: what no other list says is looked up here.
            </Text>
          ) : (
            <Select
              label="Below"
              description="What this list does not say is looked up there."
              placeholder="The base price list"
              data={choices(lists.filter(({ id_str }) => id_str !== own?.id_str))}
              value={values.parent}
              onChange={(parent) => set({ parent })}
              error={form.errorOf('parent_id')}
              disabled={!canEdit}
              searchable
              clearable
              limit={100}
            />
          )}
        </Stack>
      </Section>
      {canEdit && (
        <SaveBar
          form={form}
          draft={draft}
          isNew={own === undefined}
          label={own === undefined ? 'Create the price list' : 'Save'}
        />
      )}
    </form>
  );
}

function Loaded({ list }: { list: PriceList }) {
  const canEdit = useCanEdit();
  const path = `price_lists/${list.id_str}`;
  const draft = useDraft(valuesOf(list));
  const form = useEdit<PriceList, Values>({
    source: { kind: 'price_lists', path },
    draft,
    valuesOf,
    bodyOf,
    fields: FIELDS,
  });
  return (
    <ScreenPage
      title={list.name}
      back={BACK}
      actions={
        canEdit &&
        list.parent_id !== null && (
          <DeleteButton what="price list" name={list.name} path={path} to="/price-lists">
            Its prices go with it.
          </DeleteButton>
        )
      }
    >
      <ChangedAlert draft={draft} form={form} />
      <ListForm draft={draft} form={form} own={list} canEdit={canEdit} />
      <PriceTable list={list} />
    </ScreenPage>
  );
}

function PriceTable({ list }: { list: PriceList }) {
  const company = useCompany();
  const [text, setText] = useState('');
  const [shown, setShown] = useState(SHOWN);
  const wanted = useDeferredValue(text.trim().toLowerCase());
  const fitting = list.products.filter(({ name }) => name.toLowerCase().includes(wanted));
  return (
    <Section title="Prices">
      {list.products.length === 0 ? (
        <Empty title="No prices on this list" icon={Tags}>
          A price is set on a product's page, at a site that uses this list, or by a CSV file with columns of
          this list.
        </Empty>
      ) : (
        <>
          <TextInput
            aria-label="Find a product"
            placeholder="Find a product"
            leftSection={<Search size={16} aria-hidden />}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
            maw={320}
            mb="sm"
          />
          <Table className="rows figures" verticalSpacing="xs" aria-label="Prices">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Product</Table.Th>
                <Table.Th ta="right">Without tax</Table.Th>
                <Table.Th ta="right">With tax</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {fitting.slice(0, shown).map((product) => (
                <Table.Tr key={product.id_str}>
                  <Table.Td>
                    <Anchor
                      component={Link}
                      href={`/products/${product.id_str}`}
                      size="sm"
                      c="inherit"
                      style={{ overflowWrap: 'anywhere' }}
                    >
                      {product.name}
                    </Anchor>
                  </Table.Td>
                  <Table.Td ta="right">{company.money(product.unit_price_ex_tax)}</Table.Td>
                  <Table.Td ta="right">{company.money(product.unit_price)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          {fitting.length > shown && (
            <Center p="md">
              <Button variant="default" onClick={() => setShown(shown + SHOWN)}>
                Show more
              </Button>
            </Center>
          )}
        </>
      )}
    </Section>
  );
}
