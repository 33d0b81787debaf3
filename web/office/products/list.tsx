// The list of products, with the filters of the API; at a site with a switch for sold out products.

import { Button, Group, Select, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { FileSpreadsheet, Package, Search } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import type { Availability, ListedProduct } from '#clients/typescript/index.ts';
import { formatNumber } from '../../shared/format.ts';
import { AddLink } from '../../shared/ui/add-button.tsx';
import { ChoiceField } from '../../shared/ui/choice.tsx';
import { Hint } from '../../shared/ui/hint.tsx';
import { usePolling } from '../../shared/ui/live.tsx';
import { ScreenPage } from '../../shared/ui/page.tsx';
import { RecordLink } from '../../shared/ui/record-link.tsx';
import { type Column, ListCard } from '../../shared/ui/table.tsx';
import { Tag } from '../../shared/ui/tag.tsx';
import { message, t, translated } from '../../shared/words.ts';
import { Thumb } from '../catalogue/fields.tsx';
import { useCanEdit, useCategories } from '../catalogue/use.ts';
import { useCompany } from '../company.tsx';
import { choices, FilterSelect } from '../parts.tsx';
import { usePages } from '../read.ts';
import { callOf, type ProductFilter, readFilter, SEARCHED, writeFilter } from './filter.ts';
import { useTurn } from './turn.ts';

/** How long typing pauses before it is looked for, in ms. */
const PAUSE_MS = 250;

export default function Products() {
  const company = useCompany();
  const canEdit = useCanEdit();
  const [query, setQuery] = useSearchParams();
  const filter = readFilter(query);
  const { list: called, input } = callOf(filter);
  const list = usePages('products', called, input, { everyMs: usePolling() });
  const change = (part: Partial<ProductFilter>) =>
    setQuery(writeFilter({ ...filter, ...part }), { replace: true });
  const narrowed = [...writeFilter(filter)].length > 0;
  const columns: Column<ListedProduct>[] = [
    { head: t('Product'), cell: (product) => <NameCell product={product} /> },
    { head: t('SKU'), cell: (product) => <Text size="sm">{product.sku}</Text>, wide: true },
    {
      head: t('Categories'),
      cell: (product) => (
        <Text size="sm" lineClamp={1}>
          {(product.categories ?? []).map(({ name }) => name).join(', ')}
        </Text>
      ),
      wide: true,
    },
    {
      head: filter.site === null ? t('Sites') : t('Available'),
      cell: (product) => <Available product={product} site={filter.site} canEdit={canEdit} />,
    },
    {
      head: t('Price'),
      cell: (product) => (isTemplate(product) ? '' : company.money(product.unit_price, filter.site)),
      figure: true,
    },
  ];
  return (
    <ScreenPage
      title={t('Products')}
      actions={
        <>
          <Button
            component={Link}
            href="/products/import"
            variant="default"
            leftSection={<FileSpreadsheet size={16} aria-hidden />}
          >
            {t('Import and export')}
          </Button>
          {canEdit && <AddLink href="/products/new">{t('New product')}</AddLink>}
        </>
      }
    >
      <Filters filter={filter} change={change} />
      <ListCard
        list={list}
        columns={columns}
        label={t('Products')}
        to={(product) => `/products/${product.id_str}`}
        empty={
          narrowed
            ? {
                title: t('No products found'),
                icon: Package,
                act: { label: t('Clear filters'), onClick: () => setQuery('') },
              }
            : {
                title: t('No products yet'),
                icon: Package,
                text: t('Add the first one, or import a menu from a CSV file.'),
              }
        }
      />
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
        <RecordLink href={`/products/${product.id_str}`}>{product.name}</RecordLink>
        <Group gap={4}>
          {isTemplate(product) && <Kind>{t('Has variants')}</Kind>}
          {product.variant_parent_id != null && <Kind>{t('Variant')}</Kind>}
          {product.is_modifier && <Kind>{t('Modifier')}</Kind>}
          {!product.is_sold && <Kind>{t('Not sellable')}</Kind>}
        </Group>
      </div>
    </Group>
  );
}

function Kind({ children }: { children: string }) {
  return (
    <Tag size="xs" color="gray" fw={500}>
      {children}
    </Tag>
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
  if (site !== null) {
    return <AtSite product={product} site={site} now={availability} canEdit={canEdit} />;
  }
  const { sites } = availability;
  const open = sites.filter((each) => each.is_available).length;
  if (sites.length === 0) {
    return <Hint>{t('None')}</Hint>;
  }
  return (
    <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
      {t('{open} of {count}', { open, count: sites.length })}
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
  const turn = useTurn(site, product.id_str);
  const shown = turn.isPending ? turn.variables : now.is_available;
  return (
    <Group gap="xs" wrap="nowrap">
      <Switch
        aria-label={t('Available: {name}', { name: product.name })}
        checked={shown}
        disabled={!canEdit}
        onChange={({ currentTarget }) => turn.mutate(currentTarget.checked)}
      />
      {now.amount !== null && (
        <Hint style={{ whiteSpace: 'nowrap' }}>{t('{count} left', { count: formatNumber(now.amount) })}</Hint>
      )}
    </Group>
  );
}

const BY_LABELS = {
  name: message('Name'),
  sku: message('SKU'),
  barcode: message('Barcode'),
  tag: message('Tag'),
} as const;
const TEXT_LABELS = {
  name: message('Part of the name'),
  sku: message('Whole SKU'),
  barcode: message('Whole barcode'),
  tag: message('Whole tag'),
} as const;

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
    <Stack gap="sm" role="search" aria-label={t('Filters')}>
      <Group gap="sm" align="end">
        <Group gap={0} align="end" wrap="nowrap" flex={{ base: '1 1 100%', sm: '0 1 380px' }}>
          <ChoiceField
            label={t('Search in')}
            data={SEARCHED.map((value) => ({ value, label: translated(BY_LABELS[value]) }))}
            value={filter.by}
            onChange={(value) => change({ by: SEARCHED.find((each) => each === value) ?? 'name' })}
            w={110}
            me="xs"
          />
          <TextInput
            label={translated(TEXT_LABELS[filter.by])}
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
        <FilterSelect
          label={t('Category')}
          data={choices(categories)}
          value={filter.category}
          onChange={(category) => change({ category })}
          searchable
        />
        <FilterSelect
          label={t('Site')}
          data={choices(company.sites)}
          value={filter.site}
          onChange={(site) => change({ site })}
          searchable
        />
      </Group>
      {filter.site !== null && <SiteFilters filter={filter} change={change} />}
    </Stack>
  );
}

/** Filters by fields that differ between sites. */
function SiteFilters({ filter, change }: FilterProps) {
  const either = (name: 'available' | 'sold' | 'counted', yes: string, no: string) => ({
    placeholder: t('Any'),
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
      <Select label={t('Availability')} {...either('available', t('Available'), t('Sold out'))} />
      <Select label={t('Sellable')} {...either('sold', t('Sellable'), t('Not sellable'))} />
      <Select label={t('Inventory')} {...either('counted', t('Tracked'), t('Not tracked'))} />
    </Group>
  );
}
