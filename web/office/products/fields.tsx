// The fields of a product, in the order in which somebody thinks of them.

import {
  Grid,
  Group,
  MultiSelect,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  TagsInput,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { ApiForm } from '../../shared/ui/form.tsx';
import { Section } from '../../shared/ui/page.tsx';
import { formatPercent, rateOf } from '../catalogue/amounts.ts';
import type { Draft } from '../catalogue/draft.ts';
import { OrderedItems, PictureField, PricePair } from '../catalogue/fields.tsx';
import { choices, useCategories, useOptionSets, useTaxes } from '../catalogue/use.ts';
import { selectionWords } from '../catalogue/words.ts';
import type { ProductValues } from './values.ts';

const UNITS = ['unit', 'g', 'kg', 'ml', 'l'];

interface Props {
  readonly draft: Pick<Draft<ProductValues>, 'values' | 'set'>;
  readonly errorOf: ApiForm<never, unknown>['errorOf'];
  /** A template is not sold itself; a variant has the categories of its template. */
  readonly family: 'alone' | 'template' | 'variant';
  readonly disabled: boolean;
  /** More at the end of the left column. */
  readonly children?: ReactNode;
}

/** All fields of a product that do not belong to a site. */
export function ProductFields({ draft, errorOf, family, disabled, children }: Props) {
  const { values, set } = draft;
  const taxes = useTaxes();
  const categories = useCategories();
  const text = (
    field:
      | 'name'
      | 'code'
      | 'sku'
      | 'barcode'
      | 'docket_name'
      | 'measure'
      | 'min_sell_price'
      | 'max_sell_price',
    label: string,
  ) => ({
    label,
    value: values[field],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      set({ [field]: currentTarget.value }),
    error: errorOf(field),
    disabled,
    autoComplete: 'off',
  });
  const flag = (
    field: 'is_sold' | 'is_purchased' | 'is_inventory' | 'is_modifier' | 'variable_price' | 'show_online',
    label: string,
  ) => (
    <Switch
      label={label}
      checked={values[field]}
      onChange={({ currentTarget }) => set({ [field]: currentTarget.checked })}
      error={errorOf(field)}
      disabled={disabled}
    />
  );
  const taxChoices = taxes.map(({ id_str, name, rate }) => ({
    value: id_str,
    label: `${name} (${formatPercent(rate)})`,
  }));
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, md: 8 }}>
        <Stack gap="md">
          <Section title="Product">
            <Stack gap="sm">
              <TextInput {...text('name', 'Name')} required maxLength={255} />
              <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
                <TextInput {...text('sku', 'SKU')} />
                <TextInput {...text('barcode', 'Barcode')} />
                <TextInput {...text('code', 'Code')} />
              </SimpleGrid>
            </Stack>
          </Section>
          <Section title="Price and taxes">
            <Stack gap="sm">
              {family === 'template' && (
                <Text size="sm" c="dimmed">
                  Its variants are sold, each at its own price.
                </Text>
              )}
              <PricePair
                label="Price"
                name="unit_price"
                value={values.price}
                rate={rateOf(values.taxes, taxes)}
                onChange={(price) => set({ price })}
                errorOf={errorOf}
                description="Type one of the two: it is kept as you typed it, and the other follows the taxes."
              />
              <MultiSelect
                label="Taxes"
                data={taxChoices}
                value={[...values.taxes]}
                onChange={(list) => set({ taxes: list })}
                error={errorOf('taxes')}
                disabled={disabled}
                clearable
              />
              {flag('variable_price', 'The price is typed when it is sold')}
              {values.variable_price && (
                <Group grow align="start" gap="sm">
                  <TextInput {...text('min_sell_price', 'At least')} inputMode="decimal" />
                  <TextInput {...text('max_sell_price', 'At most')} inputMode="decimal" />
                </Group>
              )}
              <PricePair
                label="Cost"
                name="cost_price"
                value={values.cost}
                rate={rateOf(values.cost_taxes, taxes)}
                onChange={(cost) => set({ cost })}
                errorOf={errorOf}
              />
              <MultiSelect
                label="Taxes on the cost"
                data={taxChoices}
                value={[...values.cost_taxes]}
                onChange={(list) => set({ cost_taxes: list })}
                error={errorOf('cost_taxes')}
                disabled={disabled}
                clearable
              />
            </Stack>
          </Section>
          <Section title="Words">
            <Stack gap="sm">
              <TextInput {...text('docket_name', 'Name on kitchen dockets')} />
              <Textarea
                label="Description"
                value={values.description}
                onChange={({ currentTarget }) => set({ description: currentTarget.value })}
                error={errorOf('description')}
                disabled={disabled}
                autosize
                minRows={2}
                maxRows={8}
              />
              <Textarea
                label="Description online"
                value={values.online_description}
                onChange={({ currentTarget }) => set({ online_description: currentTarget.value })}
                error={errorOf('online_description')}
                disabled={disabled}
                autosize
                minRows={2}
                maxRows={8}
              />
            </Stack>
          </Section>
          {children}
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 4 }}>
        <Stack gap="md">
          <Section title="Picture">
            <PictureField
              value={values.image}
              onChange={(image) => set({ image })}
              error={errorOf('image')}
            />
          </Section>
          <Section title="Sorting">
            <Stack gap="sm">
              <MultiSelect
                label="Categories"
                description={family === 'variant' ? 'Those of its template.' : undefined}
                data={choices(categories)}
                value={[...values.categories]}
                onChange={(list) => set({ categories: list })}
                error={errorOf('categories')}
                disabled={disabled || family === 'variant'}
                searchable
                clearable
                limit={100}
              />
              <TagsInput
                label="Tags"
                description="Press Enter after each."
                value={[...values.tags]}
                onChange={(tags) => set({ tags })}
                error={errorOf('tags')}
                disabled={disabled}
              />
            </Stack>
          </Section>
          <Section title="Use">
            <Stack gap="sm">
              {flag('is_sold', 'It is sold')}
              {flag('show_online', 'It is shown online')}
              {flag('is_purchased', 'It is bought')}
              {flag('is_inventory', 'It is inventory')}
              {flag('is_modifier', 'It is a modifier')}
              <Group grow align="start" gap="sm">
                <TextInput {...text('measure', 'Measure')} inputMode="decimal" />
                <Select
                  label="Unit"
                  data={UNITS}
                  value={values.unit_of_measure}
                  onChange={(unit_of_measure) => set({ unit_of_measure })}
                  error={errorOf('unit_of_measure')}
                  disabled={disabled}
                  clearable
                />
              </Group>
            </Stack>
          </Section>
          <Section title="Choices">
            <OptionSets
              value={values.option_sets}
              onChange={(option_sets) => set({ option_sets })}
              error={errorOf('option_sets')}
              disabled={disabled}
            />
          </Section>
        </Stack>
      </Grid.Col>
    </Grid>
  );
}

interface SetsProps {
  readonly value: readonly string[];
  readonly onChange: (ids: string[]) => void;
  readonly error: string | undefined;
  readonly disabled: boolean;
}

/** The option sets a buyer chooses from, in their order. */
function OptionSets({ value, onChange, error, disabled }: SetsProps) {
  const sets = useOptionSets();
  const known = new Map(sets.map((set) => [set.id_str, set]));
  const nameOf = (id: string) => known.get(id)?.name ?? `Option set ${id}`;
  return (
    <Stack gap="sm">
      <OrderedItems
        label="Option sets"
        items={value}
        keyOf={(id) => id}
        nameOf={nameOf}
        onChange={onChange}
        disabled={disabled}
        empty="A buyer has nothing to choose."
        render={(id) => (
          <>
            <Text size="sm" component={Link} href={`/optionsets/${id}`} style={{ overflowWrap: 'anywhere' }}>
              {nameOf(id)}
            </Text>
            <Text size="xs" c="dimmed">
              {selectionWords(known.get(id))}
            </Text>
          </>
        )}
      />
      <Select
        label="Add an option set"
        placeholder="Choose"
        data={choices(sets.filter((set) => !value.includes(set.id_str)))}
        value={null}
        onChange={(id) => id !== null && onChange([...value, id])}
        error={error}
        disabled={disabled}
        searchable
        limit={100}
      />
    </Stack>
  );
}
