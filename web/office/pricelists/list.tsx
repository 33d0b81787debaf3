// The price lists: the base, and those that lie below it.

import { Anchor, Button, Text } from '@mantine/core';
import { Plus, Tags } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { formatNumber } from '../../shared/format.ts';
import { ScreenPage } from '../../shared/ui/page.tsx';
import { Empty } from '../../shared/ui/states.tsx';
import { type Column, ListTable, useList } from '../../shared/ui/table.tsx';
import type { PriceList } from '../catalogue/records.ts';
import { useCanEdit } from '../catalogue/use.ts';
import { useCompany } from '../company.tsx';

export default function PriceLists() {
  const { api } = useCompany();
  const canEdit = useCanEdit();
  const [, go] = useLocation();
  const list = useList<PriceList>({ key: ['price_lists'], api, path: 'price_lists' });
  const all = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const nameOf = (id: string) => all.find((each) => each.id_str === id)?.name ?? `Price list ${id}`;
  const columns: Column<PriceList>[] = [
    {
      head: 'Price list',
      cell: (each) => (
        <Anchor
          component={Link}
          href={`/price-lists/${each.id_str}`}
          fw={600}
          size="sm"
          c="inherit"
          style={{ overflowWrap: 'anywhere' }}
        >
          {each.name}
        </Anchor>
      ),
    },
    {
      head: 'Below',
      cell: (each) =>
        each.parent_id === null ? (
          <Text size="sm" c="dimmed">
            The base of all
          </Text>
        ) : (
          <Text size="sm">{nameOf(each.parent_id)}</Text>
        ),
    },
    { head: 'Prices', cell: (each) => formatNumber(each.products.length), figure: true },
  ];
  return (
    <ScreenPage
      title="Price lists"
      actions={
        canEdit && (
          <Button component={Link} href="/price-lists/new" leftSection={<Plus size={16} aria-hidden />}>
            New price list
          </Button>
        )
      }
    >
      <div className="card">
        <ListTable
          list={list}
          columns={columns}
          idOf={(each) => each.id_str}
          label="Price lists"
          open={(each) => go(`/price-lists/${each.id_str}`)}
          empty={<Empty title="No price lists" icon={Tags} />}
        />
      </div>
    </ScreenPage>
  );
}
