import { LayoutList } from 'lucide-react';
import type { Category } from '#clients/typescript/index.ts';
import { formatNumber } from '../../shared/format.ts';
import { AddLink } from '../../shared/ui/add-button.tsx';
import { Hint } from '../../shared/ui/hint.tsx';
import { usePolling } from '../../shared/ui/live.tsx';
import { ScreenPage } from '../../shared/ui/page.tsx';
import { type Column, ListCard } from '../../shared/ui/table.tsx';
import { Tag } from '../../shared/ui/tag.tsx';
import { t } from '../../shared/words.ts';
import { useCanEdit } from '../catalogue/use.ts';
import { usePages } from '../read.ts';

export default function Categories() {
  const canEdit = useCanEdit();
  const list = usePages('categories', 'listCategories', {}, { everyMs: usePolling() });
  const columns: Column<Category>[] = [
    { head: t('Category'), cell: (category) => category.name, opens: true },
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
      actions={canEdit && <AddLink href="/categories/new">{t('New category')}</AddLink>}
    >
      <ListCard
        list={list}
        columns={columns}
        label={t('Categories')}
        to={(category) => `/categories/${category.id_str}`}
        empty={{
          title: t('No categories yet'),
          icon: LayoutList,
          text: t('Categories are the headings of the menu, at the register and online.'),
        }}
      />
    </ScreenPage>
  );
}
