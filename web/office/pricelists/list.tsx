// The price lists: the base, and those that lie below it.

import { Text } from '@mantine/core';
import { Tags } from 'lucide-react';
import type { PriceList } from '#clients/typescript/index.ts';
import { AddLink } from '../../shared/ui/add-button.tsx';
import { Hint } from '../../shared/ui/hint.tsx';
import { ScreenPage } from '../../shared/ui/page.tsx';
import { type Column, ListCard } from '../../shared/ui/table.tsx';
import { t } from '../../shared/words.ts';
import { useCanEdit } from '../catalogue/use.ts';
import { usePages } from '../read.ts';
import { termsText } from './terms.tsx';

export default function PriceLists() {
  const canEdit = useCanEdit();
  const list = usePages('price_lists', 'listPriceLists', {});
  const all = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const nameOf = (id: string) => all.find((each) => each.id_str === id)?.name ?? t('Price list {id}', { id });
  const columns: Column<PriceList>[] = [
    { head: t('Price list'), cell: (each) => each.name, opens: true },
    {
      head: t('Based on'),
      cell: (each) =>
        each.parent_id === null ? (
          <Hint>{t('Base price list')}</Hint>
        ) : (
          <Text size="sm">{nameOf(each.parent_id)}</Text>
        ),
    },
    {
      head: t('When it holds'),
      wide: true,
      cell: (each) => (
        <Text size="sm" {...(termsText(each) === null ? { c: 'dimmed' } : {})}>
          {termsText(each) ?? t('Always')}
        </Text>
      ),
    },
  ];
  return (
    <ScreenPage
      title={t('Price lists')}
      actions={canEdit && <AddLink href="/price-lists/new">{t('New price list')}</AddLink>}
    >
      <ListCard
        list={list}
        columns={columns}
        label={t('Price lists')}
        to={(each) => `/price-lists/${each.id_str}`}
        empty={{ title: t('No price lists'), icon: Tags }}
      />
    </ScreenPage>
  );
}
