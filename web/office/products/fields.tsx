// The fields of a product, the most used ones first.

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
import { UNITS } from '#src/products/rules/units.ts';
import type { RecordForm } from '../../shared/ui/form.tsx';
import { Hint } from '../../shared/ui/hint.tsx';
import { Section } from '../../shared/ui/page.tsx';
import { t } from '../../shared/words.ts';
import { rateOf } from '../catalogue/amounts.ts';
import { OrderedItems, PictureField, PricePair, TaxChoice } from '../catalogue/fields.tsx';
import { useCategories, useOptionSets, useTaxes } from '../catalogue/use.ts';
import { selectionWords } from '../catalogue/words.ts';
import { choices } from '../parts.tsx';
import type { ProductValues } from './values.ts';

/** Turns suggestions off: those of other products would only be in the way. */
const OFF = { autoComplete: 'off' };

/** The form as the fields need it; it may have more values. */
type FormParts = Pick<
  RecordForm<ProductValues>,
  'values' | 'set' | 'errorOf' | 'text' | 'flag' | 'choice' | 'list'
>;

interface Props {
  readonly form: FormParts;
  /** A template is not sold itself; a variant has the categories of its template. */
  readonly family: 'alone' | 'template' | 'variant';
  readonly disabled: boolean;
  /** More at the end of the left column. */
  readonly children?: ReactNode;
}

/** All fields of a product that do not belong to a site. */
export function ProductFields({ form, family, disabled, children }: Props) {
  const { values, set, errorOf } = form;
  const part: FieldsProps = { ...form, family, disabled };
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, md: 8 }}>
        <Stack gap="md">
          <Section title={t('Product')}>
            <NameFields {...part} />
          </Section>
          <Section title={t('Price and taxes')}>
            <Prices {...part} />
          </Section>
          <Section title={t('Descriptions')}>
            <TextFields {...part} />
          </Section>
          {children}
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 4 }}>
        <Stack gap="md">
          <Section title={t('Picture')}>
            <PictureField
              value={values.image}
              onChange={(image) => set({ image })}
              error={errorOf('image')}
              disabled={disabled}
            />
          </Section>
          <Section title={t('Categories and tags')}>
            <Sorting {...part} />
          </Section>
          <Section title={t('Settings')}>
            <UseFields {...part} />
          </Section>
          <Section title={t('Option sets')}>
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

/** The properties of a part of the form: the values and their inputs. */
type FieldsProps = FormParts & Pick<Props, 'family' | 'disabled'>;

function NameFields({ text }: FieldsProps) {
  return (
    <Stack gap="sm">
      <TextInput label={t('Name')} required maxLength={255} {...OFF} {...text('name')} />
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
        <TextInput label={t('SKU')} {...OFF} {...text('sku')} />
        <TextInput label={t('Barcode')} {...OFF} {...text('barcode')} />
        <TextInput label={t('Code')} {...OFF} {...text('code')} />
      </SimpleGrid>
    </Stack>
  );
}

function Prices({ values, set, errorOf, family, text, flag, list }: FieldsProps) {
  const taxes = useTaxes();
  return (
    <Stack gap="sm">
      {family === 'template' && <Hint>{t('Its variants are sold, each at its own price.')}</Hint>}
      <PricePair
        labels={{ inc: t('Price with tax'), ex: t('Price without tax') }}
        name="unit_price"
        value={values.price}
        rate={rateOf(values.taxes, taxes)}
        onChange={(price) => set({ price })}
        errorOf={errorOf}
        description={t('Enter one; the other is calculated.')}
      />
      <TaxChoice label={t('Taxes')} {...list('taxes')} />
      <Switch
        label={t('Variable price')}
        description={t('The register asks for the price.')}
        {...flag('variable_price')}
      />
      {values.variable_price && (
        <Group grow align="start" gap="sm">
          <TextInput label={t('Minimum price')} inputMode="decimal" {...OFF} {...text('min_sell_price')} />
          <TextInput label={t('Maximum price')} inputMode="decimal" {...OFF} {...text('max_sell_price')} />
        </Group>
      )}
      <PricePair
        labels={{ inc: t('Cost with tax'), ex: t('Cost without tax') }}
        name="cost_price"
        value={values.cost}
        rate={rateOf(values.cost_taxes, taxes)}
        onChange={(cost) => set({ cost })}
        errorOf={errorOf}
      />
      <TaxChoice label={t('Taxes on the cost')} {...list('cost_taxes')} />
    </Stack>
  );
}

function TextFields({ text }: FieldsProps) {
  const long = { autosize: true, minRows: 2, maxRows: 8 };
  return (
    <Stack gap="sm">
      <TextInput label={t('Kitchen name')} {...OFF} {...text('docket_name')} />
      <Textarea label={t('Description')} {...long} {...text('description')} />
      <Textarea label={t('Online description')} {...long} {...text('online_description')} />
    </Stack>
  );
}

function Sorting({ family, disabled, list }: FieldsProps) {
  const categories = useCategories();
  return (
    <Stack gap="sm">
      <MultiSelect
        label={t('Categories')}
        description={family === 'variant' ? t('From its template') : undefined}
        data={choices(categories)}
        searchable
        clearable
        limit={100}
        {...list('categories')}
        disabled={disabled || family === 'variant'}
      />
      <TagsInput label={t('Tags')} description={t('Press Enter after each.')} {...list('tags')} />
    </Stack>
  );
}

function UseFields({ text, flag, choice }: FieldsProps) {
  return (
    <Stack gap="sm">
      <Switch label={t('Sellable')} {...flag('is_sold')} />
      <Switch label={t('Show online')} {...flag('show_online')} />
      <Switch label={t('Purchased')} {...flag('is_purchased')} />
      <Switch label={t('Track inventory')} {...flag('is_inventory')} />
      <Switch label={t('Modifier')} {...flag('is_modifier')} />
      <Group grow align="start" gap="sm">
        <TextInput label={t('Measure')} inputMode="decimal" {...OFF} {...text('measure')} />
        <Select label={t('Unit')} data={[...UNITS]} clearable {...choice('unit_of_measure')} />
      </Group>
      <TextInput
        label={t('Low stock')}
        description={t('At how many left at a site add-ons are told that it runs low. Empty: never.')}
        inputMode="decimal"
        maw={220}
        {...OFF}
        {...text('low_stock')}
      />
    </Stack>
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
  const nameOf = (id: string) => known.get(id)?.name ?? t('Option set {id}', { id });
  return (
    <Stack gap="sm">
      <OrderedItems
        label={t('Option sets')}
        items={value}
        keyOf={(id) => id}
        nameOf={nameOf}
        onChange={onChange}
        disabled={disabled}
        empty={t('No option sets')}
        render={(id) => (
          <>
            <Text size="sm" component={Link} href={`/optionsets/${id}`} style={{ overflowWrap: 'anywhere' }}>
              {nameOf(id)}
            </Text>
            <Hint size="xs">{selectionWords(known.get(id))}</Hint>
          </>
        )}
      />
      <Select
        label={t('Add option set')}
        placeholder={t('Choose')}
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
