// A variant family: the attributes of the template, and what there is of each combination.

import { Anchor, Button, Group, MultiSelect, Stack, Table, TagsInput, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Product, UpdateProduct } from '#clients/typescript/index.ts';
import { AddButton } from '../../shared/ui/add-button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Form, FormFrame, useRecordForm } from '../../shared/ui/form.tsx';
import { Hint } from '../../shared/ui/hint.tsx';
import { Section } from '../../shared/ui/page.tsx';
import { t } from '../../shared/words.ts';
import { amountBody } from '../catalogue/amounts.ts';
import { listedByIds } from '../catalogue/products.ts';
import { ChangedAlert, refreshCatalogue, SaveBar, useEdit } from '../catalogue/record.tsx';
import { useCanEdit } from '../catalogue/use.ts';
import { useCompany } from '../company.tsx';
import { choices } from '../parts.tsx';
import { createAtSites, usualSites } from './create.ts';
import { type Attribute, attributesOf, type Cell, type Combination, matrixOf } from './matrix.ts';
import { useProductSource } from './source.ts';

/** Rows of the matrix that are shown at a time. */
const SHOWN = 50;

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
const bodyOf = ({ attributes }: Values): UpdateProduct => ({
  variant_attributes: Object.fromEntries(attributes.map(({ name, values }) => [name.trim(), values])),
});

function Attributes({ product }: { product: Product }) {
  const canEdit = useCanEdit();
  const form = useEdit({ source: useProductSource(product.id_str), record: product, valuesOf, bodyOf });
  const { attributes } = form.values;
  const set = (at: number, part: Partial<Attribute>) =>
    form.set({ attributes: attributes.map((each, place) => (place === at ? { ...each, ...part } : each)) });
  return (
    <FormFrame form={form}>
      <ChangedAlert form={form} />
      <Section title={t('Attributes')}>
        <Stack gap="sm">
          {attributes.length === 0 && (
            <Hint>
              {t(
                'For a product in sizes or colours: add an attribute for each, with its values. Its variants are sold then, each at its own price.',
              )}
            </Hint>
          )}
          {attributes.map((attribute, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: while its name is typed an attribute is known by its place
            <Group key={at} gap="sm" align="start">
              <TextInput
                label={t('Attribute')}
                placeholder={t('Size')}
                value={attribute.name}
                onChange={({ currentTarget }) => set(at, { name: currentTarget.value })}
                disabled={!canEdit}
                w={{ base: '100%', sm: 180 }}
              />
              <TagsInput
                label={
                  attribute.name === ''
                    ? t('Values')
                    : t('Values of {attribute}', { attribute: attribute.name })
                }
                placeholder={t('Press Enter after each')}
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
                onClick={() => form.set({ attributes: attributes.filter((_, place) => place !== at) })}
                disabled={!canEdit}
                aria-label={t('Remove: {name}', { name: attribute.name })}
              >
                {t('Remove')}
              </Button>
            </Group>
          ))}
          <Group>
            <AddButton
              variant="default"
              size="xs"
              onClick={() => form.set({ attributes: [...attributes, { name: '', values: [] }] })}
              disabled={!canEdit}
            >
              {t('Add attribute')}
            </AddButton>
          </Group>
          {canEdit && form.isDirty && <SaveBar form={form} />}
        </Stack>
      </Section>
    </FormFrame>
  );
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
    queryKey: ['products', 'some', ...ids],
    queryFn: ({ signal }) => listedByIds(company.passbell, ids, signal),
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
          ms={-8}
          disabled={!canEdit}
          aria-label={t('Add {variant}', { variant: values })}
          onClick={() => {
            setAdding(combination);
            open();
          }}
        >
          {t('Add')}
        </Button>
      );
    }
    const shown = priceOf.has(variant.id_str)
      ? company.money(priceOf.get(variant.id_str))
      : (variant.sku ?? t('Open'));
    return (
      <Anchor
        component={Link}
        href={`/products/${variant.id_str}`}
        size="sm"
        aria-label={t('{name}: {price}', { name: variant.name, price: shown })}
      >
        {shown}
      </Anchor>
    );
  };
  return (
    <Section title={t('Variants')}>
      <Table.ScrollContainer minWidth={0} type="native">
        <Table verticalSpacing="xs" className="figures" aria-label={t('Variants')}>
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
            {t('Show more')}
          </Button>
        </Group>
      )}
      <Dialog opened={opened} close={close} title={t('New variant of {product}', { product: product.name })}>
        {adding !== undefined && <AddVariant product={product} combination={adding} close={close} />}
      </Dialog>
    </Section>
  );
}

interface AddProps {
  readonly product: Product;
  readonly combination: Combination;
  readonly close: () => void;
}

function AddVariant({ product, combination, close }: AddProps) {
  const { passbell, sites } = useCompany();
  const client = useQueryClient();
  const form = useRecordForm({
    initial: { unit_price: '', sku: '', sites: usualSites(sites) },
    said: t('Variant created.'),
    send: ({ unit_price, sku, sites: at }) =>
      createAtSites(passbell, at, {
        variant_parent_id: product.id_str,
        variant_attributes: combination,
        unit_price: amountBody(unit_price),
        sku: sku === '' ? null : sku,
        taxes: product.taxes,
      }),
    done: () => {
      void refreshCatalogue(client);
      close();
    },
  });
  return (
    <Form form={form} submit={t('Create variant')}>
      <Text size="sm">
        {Object.entries(combination)
          .map(([attribute, value]) => t('{attribute}: {value}', { attribute, value }))
          .join(', ')}
      </Text>
      <TextInput
        label={t('Price with tax')}
        inputMode="decimal"
        autoComplete="off"
        {...form.text('unit_price')}
        data-autofocus
      />
      <TextInput label={t('SKU')} autoComplete="off" {...form.text('sku')} />
      <MultiSelect
        label={t('Available at')}
        placeholder={form.values.sites.length === 0 ? t('No sites') : ''}
        data={choices(sites)}
        searchable
        limit={100}
        {...form.list('sites')}
      />
    </Form>
  );
}
