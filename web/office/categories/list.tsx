// The categories of the menu.

import { Anchor, Badge, Button, Text } from '@mantine/core';
import { LayoutList, Plus } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { formatNumber } from '../../shared/format.ts';
import { ScreenPage } from '../../shared/ui/page.tsx';
import { Empty } from '../../shared/ui/states.tsx';
import { type Column, ListTable, useList } from '../../shared/ui/table.tsx';
import type { Category } from '../catalogue/records.ts';
import { useCanEdit } from '../catalogue/use.ts';
import { useCompany } from '../company.tsx';

/** How often the list is looked at again, in ms: categories are told by no event. */
const LOOK_EVERY_MS = 10_000;

export default function Categories() {
  const { api } = useCompany();
  const canEdit = useCanEdit();
  const [, go] = useLocation();
  const list = useList<Category>({ key: ['categories'], api, path: 'categories', everyMs: LOOK_EVERY_MS });
  const columns: Column<Category>[] = [
    {
      head: 'Category',
      cell: (category) => (
        <Anchor
          component={Link}
          href={`/categories/${category.id_str}`}
          fw={600}
          size="sm"
          c="inherit"
          style={{ overflowWrap: 'anywhere' }}
        >
          {category.name}
        </Anchor>
      ),
    },
    {
      head: 'Description',
      cell: (category) => (
        <Text size="sm" c="dimmed" lineClamp={1}>
          {category.description}
        </Text>
      ),
      wide: true,
    },
    {
      head: 'Online',
      cell: (category) =>
        category.show_online ? (
          'Shown'
        ) : (
          <Badge color="gray" variant="light" tt="none">
            Hidden
          </Badge>
        ),
    },
    { head: 'Products', cell: (category) => formatNumber(category.products.count), figure: true },
  ];
  return (
    <ScreenPage
      title="Categories"
      actions={
        canEdit && (
          <Button component={Link} href="/categories/new" leftSection={<Plus size={16} aria-hidden />}>
            New category
          </Button>
        )
      }
    >
      <div className="card">
        <ListTable
          list={list}
          columns={columns}
          idOf={(category) => category.id_str}
          label="Categories"
          open={(category) => go(`/categories/${category.id_str}`)}
          empty={
            <Empty title="No categories yet" icon={LayoutList}>
              Categories are the headings of the menu, at the till and online.
            </Empty>
          }
        />
      </div>
    </ScreenPage>
  );
}
