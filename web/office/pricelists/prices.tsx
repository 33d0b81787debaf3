// One price list: where it lies, and its prices.

import { Select, Stack, TextInput } from '@mantine/core';
import type { CreatePriceList, PriceList } from '#clients/typescript/index.ts';
import { Hint } from '../../shared/ui/hint.tsx';
import { Section } from '../../shared/ui/page.tsx';
import { t } from '../../shared/words.ts';
import { type FieldsProps, KindPage, type PageKind } from '../catalogue/record-page.tsx';
import { choices } from '../parts.tsx';
import { useAll } from '../read.ts';
import { PriceGrid } from './grid.tsx';
import { NO_TERMS, TermFields, type TermValues, termsBody, termsOf } from './terms.tsx';

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

const isBase = (list: PriceList | undefined): boolean => list?.parent_id === null;

function Fields({ form, record }: FieldsProps<'getPriceList', Values>) {
  const lists = useAll('price_lists', 'listPriceLists', { limit: 1000 }).data ?? [];
  return (
    <Stack gap="md">
      <Section title={t('Price list')}>
        <Stack gap="sm">
          <TextInput label={t('Name')} required maxLength={255} {...form.text('name')} />
          {isBase(record) ? (
            <Hint>{t('The base price list: prices that no other list sets come from here.')}</Hint>
          ) : (
            <Select
              label={t('Based on')}
              description={t('Prices that this list does not set come from there.')}
              placeholder={t('Base price list')}
              data={choices(lists.filter(({ id_str }) => id_str !== record?.id_str))}
              {...form.choice('parent', 'parent_id')}
              searchable
              clearable
              limit={100}
            />
          )}
        </Stack>
      </Section>
      {!isBase(record) && (
        <Section title={t('When it holds')}>
          <TermFields values={form.values} set={form.set} errorOf={form.errorOf} />
        </Section>
      )}
    </Stack>
  );
}

const KIND: PageKind<'getPriceList', CreatePriceList, Values> = {
  topic: 'price_lists',
  path: '/price-lists',
  texts: () => ({
    list: t('Price lists'),
    one: t('Price list'),
    fresh: t('New price list'),
    create: t('Create price list'),
    created: t('Price list created.'),
    onDelete: t('Its prices are deleted with it.'),
  }),
  read: 'getPriceList',
  inputOf: (id) => ({ price_list_id: id }),
  blank: BLANK,
  valuesOf,
  bodyOf,
  create: (passbell, body) => passbell.call('createPriceList', { body }),
  update: (passbell, id, body, options) =>
    passbell.request('updatePriceList', { price_list_id: id, body }, options),
  remove: (passbell, id) => passbell.call('deletePriceList', { price_list_id: id }),
  isFixed: isBase,
  Fields,
  Below: ({ record }) => <PriceGrid list={record} />,
};

export default function PriceListPage() {
  return <KindPage kind={KIND} />;
}
