// The price lists: the base, and those that lie below it.

import { Button, Text } from '@mantine/core';
import { Plus, Tags } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import type { PriceList } from '#clients/typescript/index.ts';
import { Hint } from '../../shared/ui/hint.tsx';
import { ScreenPage } from '../../shared/ui/page.tsx';
import { RecordLink } from '../../shared/ui/record-link.tsx';
import { Empty } from '../../shared/ui/states.tsx';
import { type Column, ListTable, usePages } from '../../shared/ui/table.tsx';
import { t } from '../../shared/words.ts';
import { useCanEdit } from '../catalogue/use.ts';
import { useCompany } from '../company.tsx';
import { termsText } from './terms.tsx';

export default function PriceLists() {
  const { passbell } = useCompany();
  const canEdit = useCanEdit();
  const [, go] = useLocation();
  const list = usePages({ key: ['price_lists'], passbell, list: 'listPriceLists', input: {} });
  const all = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const nameOf = (id: string) => all.find((each) => each.id_str === id)?.name ?? t('Price list {id}', { id });
  const columns: Column<PriceList>[] = [
    {
      head: t('Price list'),
      cell: (each) => <RecordLink href={`/price-lists/${each.id_str}`}>{each.name}</RecordLink>,
    },
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
      actions={
        canEdit && (
          <Button component={Link} href="/price-lists/new" leftSection={<Plus size={16} aria-hidden />}>
            {t('New price list')}
          </Button>
        )
      }
    >
      <div className="card">
        <ListTable
          list={list}
          columns={columns}
          idOf={(each) => each.id_str}
          label={t('Price lists')}
          open={(each) => go(`/price-lists/${each.id_str}`)}
          empty={<Empty title={t('No price lists')} icon={Tags} />}
        />
      </div>
    </ScreenPage>
  );
}
