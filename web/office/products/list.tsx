// The list of products, with the filters of the API; at a site with a switch for sold out products.

import { Anchor, Badge, Button, Group, Select, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FileSpreadsheet, Package, Plus, Search } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';
import { formatNumber } from '../../shared/format.ts';
import { ScreenPage } from '../../shared/ui/page.tsx';
import { Empty, sentenceOf, toast } from '../../shared/ui/states.tsx';
import { type Column, ListTable, useList } from '../../shared/ui/table.tsx';
import { Thumb } from '../catalogue/fields.tsx';
import { refresh } from '../catalogue/record.tsx';
import type { Availability, ListedProduct } from '../catalogue/records.ts';
import { useCanEdit, useCategories } from '../catalogue/use.ts';
import { useCompany } from '../company.tsx';
import { choices } from '../parts.tsx';
import { type ProductFilter, pathOf, readFilter, SEARCHED, writeFilter } from './filter.ts';

/** How often the list is read again, in ms: no event announces a change of the price alone. */
const LOOK_EVERY_MS = 10_000;
/** How long typing pauses before it is looked for, in ms. */
const PAUSE_MS = 250;

export default function Products() {
  const company = useCompany();
  const canEdit = useCanEdit();
  const [, go] = useLocation();
  const [query, setQuery] = useSearchParams();
  const filter = readFilter(query);
  const list = useList<ListedProduct>({
    key: ['products'],
    api: company.api,
    path: pathOf(filter),
    everyMs: LOOK_EVERY_MS,
  });
  const change = (part: Partial<ProductFilter>) =>
    setQuery(writeFilter({ ...filter, ...part }), { replace: true });
  const narrowed = [...writeFilter(filter)].length > 0;
  const columns: Column<ListedProduct>[] = [
    { head: 'Product', cell: (product) => <NameCell product={product} /> },
    { head: 'SKU', cell: (product) => <Text size="sm">{product.sku}</Text>, wide: true },
    {
      head: 'Categories',
      cell: (product) => (
        <Text size="sm" lineClamp={1}>
          {(product.categories ?? []).map(({ name }) => name).join(', ')}
        </Text>
      ),
      wide: true,
    },
    {
      head: filter.site === null ? 'Sites' : 'Available',
      cell: (product) => <Available product={product} site={filter.site} canEdit={canEdit} />,
    },
    {
      head: 'Price',
      cell: (product) => (isTemplate(product) ? '' : company.money(product.unit_price, filter.site)),
      figure: true,
    },
  ];
  return (
    <ScreenPage
      title="Products"
      actions={
        <>
          <Button
            component={Link}
            href="/products/import"
            variant="default"
            leftSection={<FileSpreadsheet size={16} aria-hidden />}
          >
            Import and export
          </Button>
          {canEdit && (
            <Button component={Link} href="/products/new" leftSection={<Plus size={16} aria-hidden />}>
              New product
            </Button>
          )}
        </>
      }
    >
      <Filters filter={filter} change={change} />
      <div className="card">
        <ListTable
          list={list}
          columns={columns}
          idOf={(product) => product.id_str}
          label="Products"
          open={(product) => go(`/products/${product.id_str}`)}
          empty={
            <Empty
              title={narrowed ? 'No product fits these filters' : 'No products yet'}
              icon={Package}
              action={
                narrowed ? (
                  <Button variant="default" size="xs" onClick={() => setQuery('')}>
                    Show all products
                  </Button>
                ) : undefined
              }
            >
              {narrowed ? undefined : 'Add the first one, or import a whole menu from a CSV file.'}
            </Empty>
          }
        />
      </div>
    </ScreenPage>
  );
}

/** True for a product that others are variants of: it is not sold itself. */
function isTemplate({ variant_parent_id, variant_attributes }: ListedProduct): boolean {
  return variant_parent_id == null && Object.keys(variant_attributes ?? {}).length > 0;
}

function NameCell({ product }: { product: ListedProduct }) {
  return (
    <Group gap="sm" wrap="nowrap">
      <Thumb image={product.image} />
      <div style={{ minWidth: 0 }}>
        <Anchor
          component={Link}
          href={`/products/${product.id_str}`}
          fw={600}
          size="sm"
          c="inherit"
          style={{ overflowWrap: 'anywhere' }}
        >
          {product.name}
        </Anchor>
        <Group gap={4}>
          {isTemplate(product) && <Kind>Has variants</Kind>}
          {product.variant_parent_id != null && <Kind>Variant</Kind>}
          {product.is_modifier && <Kind>Modifier</Kind>}
          {!product.is_sold && <Kind>Not sold</Kind>}
        </Group>
      </div>
    </Group>
  );
}

function Kind({ children }: { children: string }) {
  return (
    <Badge size="xs" variant="light" color="gray" tt="none" fw={500}>
      {children}
    </Badge>
  );
}

interface AvailableProps {
  readonly product: ListedProduct;
  readonly site: string | null;
  readonly canEdit: boolean;
}

function Available({ product, site, canEdit }: AvailableProps) {
  const { availability } = product;
  if (availability === undefined || isTemplate(product)) return null;
  if ('is_available' in availability) {
    return <AtSite product={product} site={site ?? ''} now={availability} canEdit={canEdit} />;
  }
  const open = availability.filter((each) => each.is_available).length;
  if (availability.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        Nowhere
      </Text>
    );
  }
  return (
    <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
      {open} of {availability.length}
    </Text>
  );
}

/** At one site: the switch is saved at once. */
function AtSite({
  product,
  site,
  now,
  canEdit,
}: Pick<AvailableProps, 'product' | 'canEdit'> & { site: string; now: Availability }) {
  const { api } = useCompany();
  const client = useQueryClient();
  const turn = useMutation({
    mutationFn: (is_available: boolean) =>
      api.put(`sites/${site}/products/${product.id_str}`, { availability: { is_available } }),
    onSettled: () => refresh(client, 'products'),
    onError: (error) => toast(sentenceOf(error), 'failed'),
  });
  const shown = turn.isPending ? turn.variables : now.is_available;
  return (
    <Group gap="xs" wrap="nowrap">
      <Switch
        aria-label={`Available: ${product.name}`}
        checked={shown}
        disabled={!canEdit}
        onChange={({ currentTarget }) => turn.mutate(currentTarget.checked)}
      />
      {now.amount !== null && (
        <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
          {formatNumber(now.amount)} left
        </Text>
      )}
    </Group>
  );
}

const BY_LABELS = { name: 'Name', sku: 'SKU', tag: 'Tag' } as const;

interface FilterProps {
  readonly filter: ProductFilter;
  readonly change: (part: Partial<ProductFilter>) => void;
}

function Filters({ filter, change }: FilterProps) {
  const company = useCompany();
  const categories = useCategories();
  const [text, setText] = useState(filter.text);
  const [known, setKnown] = useState(filter.text);
  // The address was changed by something else: the filters were taken away.
  if (known !== filter.text) {
    setKnown(filter.text);
    setText(filter.text);
  }
  const look = useDebouncedCallback((wanted: string) => {
    setKnown(wanted);
    change({ text: wanted });
  }, PAUSE_MS);
  return (
    <Stack gap="sm" role="search" aria-label="Filters">
      <Group gap="sm" align="end">
        <Group gap={0} align="end" wrap="nowrap" flex={{ base: '1 1 100%', sm: '0 1 380px' }}>
          <Select
            label="Look in"
            data={SEARCHED.map((value) => ({ value, label: BY_LABELS[value] }))}
            value={filter.by}
            onChange={(value) => change({ by: SEARCHED.find((each) => each === value) ?? 'name' })}
            allowDeselect={false}
            w={110}
            mr="xs"
          />
          <TextInput
            label={filter.by === 'name' ? 'A part of the name' : `The whole ${BY_LABELS[filter.by]}`}
            leftSection={<Search size={16} aria-hidden />}
            value={text}
            onChange={({ currentTarget }) => {
              setText(currentTarget.value);
              look(currentTarget.value);
            }}
            maxLength={255}
            flex={1}
          />
        </Group>
        <Select
          label="Category"
          placeholder="All"
          data={choices(categories)}
          value={filter.category}
          onChange={(category) => change({ category })}
          clearable
          searchable
          limit={100}
          flex={{ base: '1 1 40%', sm: '0 1 auto' }}
        />
        <Select
          label="Site"
          placeholder="All"
          data={choices(company.sites)}
          value={filter.site}
          onChange={(site) => change({ site })}
          clearable
          searchable
          limit={100}
          flex={{ base: '1 1 40%', sm: '0 1 auto' }}
        />
      </Group>
      {filter.site !== null && <SiteFilters filter={filter} change={change} />}
    </Stack>
  );
}

/** Filters by fields that differ between sites. */
function SiteFilters({ filter, change }: FilterProps) {
  const either = (name: 'available' | 'sold' | 'counted', yes: string, no: string) => ({
    placeholder: 'Any',
    data: [
      { value: 'true', label: yes },
      { value: 'false', label: no },
    ],
    value: filter[name],
    onChange: (value: string | null) =>
      change({ [name]: value === 'true' || value === 'false' ? value : null }),
    clearable: true,
    flex: { base: '1 1 40%', sm: '0 1 auto' },
  });
  return (
    <Group gap="sm" align="end">
      <Select label="Availability" {...either('available', 'Available', 'Sold out')} />
      <Select label="Sold" {...either('sold', 'Sold', 'Not sold')} />
      <Select label="Inventory" {...either('counted', 'Inventory', 'No inventory')} />
    </Group>
  );
}
