// One price list: where it lies, and its prices.

import { Select, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useParams } from 'wouter';
import type { CreatePriceList, PriceList, UpdatePriceList } from '#clients/typescript/index.ts';
import { FormFrame, type RecordForm, useRecordForm } from '../../shared/ui/form.tsx';
import { Hint } from '../../shared/ui/hint.tsx';
import { RecordPage, ScreenPage, Section } from '../../shared/ui/page.tsx';
import { t } from '../../shared/words.ts';
import {
  ChangedAlert,
  DeleteButton,
  refreshCatalogue,
  SaveBar,
  type Source,
  useEdit,
  useRecord,
} from '../catalogue/record.tsx';
import { useCanEdit } from '../catalogue/use.ts';
import { useCompany } from '../company.tsx';
import { choices } from '../parts.tsx';
import { useAll } from '../read.ts';
import { PriceGrid } from './grid.tsx';
import { NO_TERMS, TermFields, type TermValues, termsBody, termsOf } from './terms.tsx';

const back = () => ({ to: '/price-lists', label: t('Price lists') });

interface Values extends TermValues {
  readonly name: string;
  readonly parent: string | null;
}

const BLANK: Values = { name: '', parent: null, ...NO_TERMS };
const valuesOf = (list: PriceList): Values => ({
  name: list.name,
  parent: list.parent_id,
  ...termsOf(list),
});
const bodyOf = ({ name, parent, ...terms }: Values): CreatePriceList => ({
  name,
  parent_id: parent,
  ...termsBody(terms),
});

export default function PriceListPage() {
  const { id = '' } = useParams();
  const record = useRecord(useSource(id), id !== 'new');
  if (id === 'new') return <NewList />;
  return (
    <RecordPage key={id} query={record} title={t('Price list')} back={back()}>
      {(list) => <Loaded list={list} />}
    </RecordPage>
  );
}

function useSource(id: string): Source<'getPriceList', UpdatePriceList> {
  const { passbell } = useCompany();
  return {
    topic: 'price_lists',
    read: 'getPriceList',
    input: { price_list_id: id },
    write: (body, options) => passbell.request('updatePriceList', { price_list_id: id, body }, options),
  };
}

function NewList() {
  const { passbell } = useCompany();
  const client = useQueryClient();
  const [, go] = useLocation();
  const form = useRecordForm<Values, PriceList>({
    initial: BLANK,
    said: t('Price list created.'),
    send: (values) => passbell.call('createPriceList', { body: bodyOf(values) }),
    done: (list) => {
      void refreshCatalogue(client);
      go(`/price-lists/${list.id_str}`);
    },
  });
  return (
    <ScreenPage title={t('New price list')} back={back()}>
      <ListForm form={form} own={undefined} canEdit />
    </ScreenPage>
  );
}

interface FormProps {
  readonly form: RecordForm<Values>;
  /** Undefined for a new one. */
  readonly own: PriceList | undefined;
  readonly canEdit: boolean;
}

function ListForm({ form, own, canEdit }: FormProps) {
  const lists = useAll('price_lists', 'listPriceLists', { limit: 1000 }).data ?? [];
  const isBase = own !== undefined && own.parent_id === null;
  return (
    <FormFrame form={form}>
      <Stack gap="md">
        <Section title={t('Price list')}>
          <Stack gap="sm">
            <TextInput label={t('Name')} required maxLength={255} {...form.text('name')} />
            {isBase ? (
              <Hint>{t('The base price list: prices that no other list sets come from here.')}</Hint>
            ) : (
              <Select
                label={t('Based on')}
                description={t('Prices that this list does not set come from there.')}
                placeholder={t('Base price list')}
                data={choices(lists.filter(({ id_str }) => id_str !== own?.id_str))}
                {...form.choice('parent', 'parent_id')}
                searchable
                clearable
                limit={100}
              />
            )}
          </Stack>
        </Section>
        {!isBase && (
          <Section title={t('When it holds')}>
            <TermFields values={form.values} set={form.set} errorOf={form.errorOf} />
          </Section>
        )}
      </Stack>
      {canEdit && (
        <SaveBar
          form={form}
          isNew={own === undefined}
          {...(own === undefined ? { label: t('Create price list') } : {})}
        />
      )}
    </FormFrame>
  );
}

function Loaded({ list }: { list: PriceList }) {
  const canEdit = useCanEdit();
  const { passbell } = useCompany();
  const { id_str: id } = list;
  const form = useEdit({
    source: useSource(id),
    record: list,
    valuesOf,
    bodyOf,
  });
  return (
    <ScreenPage
      title={list.name}
      back={back()}
      actions={
        canEdit &&
        list.parent_id !== null && (
          <DeleteButton
            title={t('Delete this price list?')}
            name={list.name}
            remove={() => passbell.call('deletePriceList', { price_list_id: id })}
            to="/price-lists"
          >
            {t('Its prices are deleted with it.')}
          </DeleteButton>
        )
      }
    >
      <ChangedAlert form={form} />
      <ListForm form={form} own={list} canEdit={canEdit} />
      <PriceGrid list={list} />
    </ScreenPage>
  );
}
