// A variant family: the attributes of the template, and what there is of each combination.

import {
  Anchor,
  Button,
  Group,
  Modal,
  MultiSelect,
  Stack,
  Table,
  TagsInput,
  Text,
  TextInput,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Api } from '../../shared/api.ts';
import { useApiForm } from '../../shared/ui/form.tsx';
import { Section } from '../../shared/ui/page.tsx';
import { amountBody } from '../catalogue/amounts.ts';
import { useDraft } from '../catalogue/draft.ts';
import { CATALOGUE, ChangedAlert, OtherError, refresh, SaveBar, useEdit } from '../catalogue/record.tsx';
import type { ListedProduct, Product } from '../catalogue/records.ts';
import { useCanEdit } from '../catalogue/use.ts';
import { useCompany } from '../company.tsx';
import { choices } from '../parts.tsx';
import { createAtSites, usualSites } from './create.ts';
import { type Attribute, attributesOf, type Cell, type Combination, matrixOf } from './matrix.ts';

/** Rows of the matrix that are shown at a time. */
const SHOWN = 50;
/** Ids that are asked for at a time. */
const IDS_AT_ONCE = 100;

/** The family of a template, or how a product becomes one. */
export function Variants({ product }: { product: Product }) {
  const hasFamily = Object.keys(product.variant_attributes).length > 0;
  return (
    <Stack gap="md">
      <Attributes product={product} />
      {hasFamily && <MatrixTable product={product} />}
    </Stack>
  );
}

interface Values {
  readonly attributes: readonly Attribute[];
}

const valuesOf = (product: Product): Values => ({ attributes: attributesOf(product.variant_attributes) });
const bodyOf = ({ attributes }: Values) => ({
  variant_attributes: Object.fromEntries(attributes.map(({ name, values }) => [name.trim(), values])),
});

function Attributes({ product }: { product: Product }) {
  const canEdit = useCanEdit();
  const draft = useDraft(valuesOf(product));
  const { attributes } = draft.values;
  const form = useEdit<Product, Values>({
    source: { kind: 'products', path: `products/${product.id_str}` },
    draft,
    valuesOf,
    bodyOf,
    fields: attributes.map(({ name }) => `variant_attributes.${name.trim()}`),
  });
  const set = (at: number, part: Partial<Attribute>) =>
    draft.set({ attributes: attributes.map((each, place) => (place === at ? { ...each, ...part } : each)) });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.send(draft.values);
      }}
    >
      <ChangedAlert draft={draft} form={form} />
      <Section title="Attributes">
        <Stack gap="sm">
          {attributes.length === 0 && (
            <Text size="sm" c="dimmed">
              A product that comes in sizes or colours has an attribute for each, with its values. Its
              variants are sold then, each at its own price, and not the product itself.
            </Text>
          )}
          {attributes.map((attribute, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: while its name is typed an attribute is known by its place
            <Group key={at} gap="sm" align="start">
              <TextInput
                label="Attribute"
                placeholder="Size"
                value={attribute.name}
                onChange={({ currentTarget }) => set(at, { name: currentTarget.value })}
                disabled={!canEdit}
                w={{ base: '100%', sm: 180 }}
              />
              <TagsInput
                label={`Values${attribute.name === '' ? '' : ` of ${attribute.name}`}`}
                placeholder="Press Enter after each"
                value={[...attribute.values]}
                onChange={(values) => set(at, { values })}
                error={form.errorOf(`variant_attributes.${attribute.name.trim()}`)}
                disabled={!canEdit}
                flex={1}
                miw={220}
              />
              <Button
                variant="subtle"
                color="gray"
                mt={25}
                onClick={() => draft.set({ attributes: attributes.filter((_, place) => place !== at) })}
                disabled={!canEdit}
                aria-label={`Remove the attribute ${attribute.name}`}
              >
                Remove
              </Button>
            </Group>
          ))}
          <Group>
            <Button
              variant="default"
              size="xs"
              leftSection={<Plus size={14} aria-hidden />}
              onClick={() => draft.set({ attributes: [...attributes, { name: '', values: [] }] })}
              disabled={!canEdit}
            >
              Add an attribute
            </Button>
          </Group>
          {canEdit && draft.isDirty && <SaveBar form={form} draft={draft} />}
        </Stack>
      </Section>
    </form>
  );
}

/** What lists say of some products, asked for in portions. */
async function listedByIds(api: Api, ids: readonly string[], signal: AbortSignal): Promise<ListedProduct[]> {
  const found: ListedProduct[] = [];
  for (let at = 0; at < ids.length; at += IDS_AT_ONCE) {
    const some = ids.slice(at, at + IDS_AT_ONCE).join(',');
    found.push(
      ...(await api.get<ListedProduct[]>(`products?ids=${some}&limit=${IDS_AT_ONCE}&fields=unit_price`, {
        signal,
      })),
    );
  }
  return found;
}

function MatrixTable({ product }: { product: Product }) {
  const company = useCompany();
  const canEdit = useCanEdit();
  const [most, setMost] = useState(SHOWN);
  const [adding, setAdding] = useState<Combination>();
  const [opened, { open, close }] = useDisclosure();
  const matrix = matrixOf(attributesOf(product.variant_attributes), product.variants, most);
  const ids = (matrix?.rows ?? []).flatMap(({ cells }) =>
    cells.flatMap(({ variant }) => variant?.id_str ?? []),
  );
  const prices = useQuery({
    queryKey: ['products', company.api.company, 'variants', ...ids],
    queryFn: ({ signal }) => listedByIds(company.api, ids, signal),
    enabled: ids.length > 0,
  });
  const priceOf = new Map(prices.data?.map(({ id_str, unit_price }) => [id_str, unit_price]));
  if (matrix === undefined) return null;
  const show = ({ combination, variant }: Cell) => {
    const values = Object.values(combination).join(', ');
    if (variant === undefined) {
      return (
        <Button
          size="compact-xs"
          variant="subtle"
          ml={-8}
          disabled={!canEdit}
          aria-label={`Add ${values}`}
          onClick={() => {
            setAdding(combination);
            open();
          }}
        >
          Add
        </Button>
      );
    }
    const shown = priceOf.has(variant.id_str)
      ? company.money(priceOf.get(variant.id_str))
      : (variant.sku ?? 'Open');
    return (
      <Anchor
        component={Link}
        href={`/products/${variant.id_str}`}
        size="sm"
        aria-label={`${variant.name}: ${shown}`}
      >
        {shown}
      </Anchor>
    );
  };
  return (
    <Section title="Variants">
      <Table.ScrollContainer minWidth={0} type="native">
        <Table verticalSpacing="xs" className="figures" aria-label="Variants">
          <Table.Thead>
            <Table.Tr>
              {matrix.side.map((name) => (
                <Table.Th key={name}>{name}</Table.Th>
              ))}
              {matrix.across.values.map((value) => (
                <Table.Th key={value}>
                  {matrix.across.name} {value}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {matrix.rows.map(({ key, values, cells }) => (
              <Table.Tr key={key}>
                {values.map((value, at) => (
                  <Table.Td key={matrix.side[at]}>{value}</Table.Td>
                ))}
                {cells.map((cell) => (
                  <Table.Td key={JSON.stringify(cell.combination)}>{show(cell)}</Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {matrix.total > most && (
        <Group justify="center" p="md">
          <Button variant="default" onClick={() => setMost(most + SHOWN)}>
            Show more
          </Button>
        </Group>
      )}
      <Modal opened={opened} onClose={close} title={`A variant of ${product.name}`} centered>
        {adding !== undefined && <AddVariant product={product} combination={adding} close={close} />}
      </Modal>
    </Section>
  );
}

interface AddProps {
  readonly product: Product;
  readonly combination: Combination;
  readonly close: () => void;
}

function AddVariant({ product, combination, close }: AddProps) {
  const { api, sites } = useCompany();
  const client = useQueryClient();
  const [chosen, setChosen] = useState<string[]>();
  const at = chosen ?? usualSites(sites);
  const [price, setPrice] = useState('');
  const [sku, setSku] = useState('');
  const form = useApiForm<void, Product>({
    fields: ['unit_price', 'sku'],
    said: 'The variant was created.',
    send: () =>
      createAtSites(api, at, {
        variant_parent_id: product.id_str,
        variant_attributes: combination,
        unit_price: amountBody(price),
        sku: sku === '' ? null : sku,
        taxes: product.taxes,
      }),
    done: () => {
      void refresh(client, ...CATALOGUE);
      close();
    },
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.send();
      }}
    >
      <Stack gap="md">
        <Text size="sm">
          {Object.entries(combination)
            .map(([name, value]) => `${name}: ${value}`)
            .join(', ')}
        </Text>
        <TextInput
          label="Price with tax"
          inputMode="decimal"
          autoComplete="off"
          value={price}
          onChange={({ currentTarget }) => setPrice(currentTarget.value)}
          error={form.errorOf('unit_price')}
          data-autofocus
        />
        <TextInput
          label="SKU"
          autoComplete="off"
          value={sku}
          onChange={({ currentTarget }) => setSku(currentTarget.value)}
          error={form.errorOf('sku')}
        />
        <MultiSelect
          label="Available at"
          placeholder={at.length === 0 ? 'No site yet' : ''}
          data={choices(sites)}
          value={at}
          onChange={setChosen}
          searchable
          limit={100}
        />
        <OtherError form={form} />
        <Group justify="flex-end">
          <Button type="submit" loading={form.busy}>
            Create the variant
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
