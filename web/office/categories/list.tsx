// The categories of the menu.

import { Button } from '@mantine/core';
import { LayoutList, Plus } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import type { Category } from '#clients/typescript/index.ts';
import { formatNumber } from '../../shared/format.ts';
import { Hint } from '../../shared/ui/hint.tsx';
import { usePolling } from '../../shared/ui/live.tsx';
import { ScreenPage } from '../../shared/ui/page.tsx';
import { RecordLink } from '../../shared/ui/record-link.tsx';
import { Empty } from '../../shared/ui/states.tsx';
import { type Column, ListTable, usePages } from '../../shared/ui/table.tsx';
import { Tag } from '../../shared/ui/tag.tsx';
import { t } from '../../shared/words.ts';
import { useCanEdit } from '../catalogue/use.ts';
import { useCompany } from '../company.tsx';

export default function Categories() {
  const { passbell } = useCompany();
  const canEdit = useCanEdit();
  const [, go] = useLocation();
  const list = usePages({
    key: ['categories'],
    passbell,
    list: 'listCategories',
    input: {},
    everyMs: usePolling(),
  });
  const columns: Column<Category>[] = [
    {
      head: t('Category'),
      cell: (category) => <RecordLink href={`/categories/${category.id_str}`}>{category.name}</RecordLink>,
    },
    {
      head: t('Description'),
      cell: (category) => <Hint lineClamp={1}>{category.description}</Hint>,
      wide: true,
    },
    {
      head: t('Online'),
      cell: (category) => (category.show_online ? t('Shown') : <Tag color="gray">{t('Hidden')}</Tag>),
    },
    { head: t('Products'), cell: (category) => formatNumber(category.products.count), figure: true },
  ];
  return (
    <ScreenPage
      title={t('Categories')}
      actions={
        canEdit && (
          <Button component={Link} href="/categories/new" leftSection={<Plus size={16} aria-hidden />}>
            {t('New category')}
          </Button>
        )
      }
    >
      <div className="card">
        <ListTable
          list={list}
          columns={columns}
          idOf={(category) => category.id_str}
          label={t('Categories')}
          open={(category) => go(`/categories/${category.id_str}`)}
          empty={
            <Empty title={t('No categories yet')} icon={LayoutList}>
              {t('Categories are the headings of the menu, at the register and online.')}
            </Empty>
          }
        />
      </div>
    </ScreenPage>
  );
}
