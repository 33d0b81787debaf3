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
import { type ApiForm, type Inputs, inputsOf } from '../../shared/ui/form.tsx';
import { Section } from '../../shared/ui/page.tsx';
import { rateOf } from '../catalogue/amounts.ts';
import type { Draft } from '../catalogue/draft.ts';
import { OrderedItems, PictureField, PricePair, TaxChoice } from '../catalogue/fields.tsx';
import { useCategories, useOptionSets, useTaxes } from '../catalogue/use.ts';
import { selectionWords } from '../catalogue/words.ts';
import { choices } from '../parts.tsx';
import type { ProductValues } from './values.ts';

/** What a browser remembers of other products would only be in the way. */
const OFF = { autoComplete: 'off' };
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
export function ProductFields({ draft: { values, set }, errorOf, family, disabled, children }: Props) {
  const inputs = inputsOf(values, set, errorOf, disabled);
  const part: FieldsProps = { ...inputs, values, set, errorOf, family, disabled };
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, md: 8 }}>
        <Stack gap="md">
          <Section title="Product">
            <NameFields {...part} />
          </Section>
          <Section title="Price and taxes">
            <Prices {...part} />
          </Section>
          <Section title="Words">
            <TextFields {...part} />
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
            <Sorting {...part} />
          </Section>
          <Section title="Use">
            <UseFields {...part} />
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

/** What a part of the form is given: the values and their inputs. */
type FieldsProps = Inputs<ProductValues> & Props['draft'] & Pick<Props, 'errorOf' | 'family' | 'disabled'>;

function NameFields({ text }: FieldsProps) {
  return (
    <Stack gap="sm">
      <TextInput label="Name" required maxLength={255} {...OFF} {...text('name')} />
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
        <TextInput label="SKU" {...OFF} {...text('sku')} />
        <TextInput label="Barcode" {...OFF} {...text('barcode')} />
        <TextInput label="Code" {...OFF} {...text('code')} />
      </SimpleGrid>
    </Stack>
  );
}

function Prices({ values, set, errorOf, family, text, flag, list }: FieldsProps) {
  const taxes = useTaxes();
  return (
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
      <TaxChoice label="Taxes" {...list('taxes')} />
      <Switch label="The price is typed when it is sold" {...flag('variable_price')} />
      {values.variable_price && (
        <Group grow align="start" gap="sm">
          <TextInput label="At least" inputMode="decimal" {...OFF} {...text('min_sell_price')} />
          <TextInput label="At most" inputMode="decimal" {...OFF} {...text('max_sell_price')} />
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
      <TaxChoice label="Taxes on the cost" {...list('cost_taxes')} />
    </Stack>
  );
}

function TextFields({ text }: FieldsProps) {
  const long = { autosize: true, minRows: 2, maxRows: 8 };
  return (
    <Stack gap="sm">
      <TextInput label="Name on kitchen dockets" {...OFF} {...text('docket_name')} />
      <Textarea label="Description" {...long} {...text('description')} />
      <Textarea label="Description online" {...long} {...text('online_description')} />
    </Stack>
  );
}

function Sorting({ family, disabled, list }: FieldsProps) {
  const categories = useCategories();
  return (
    <Stack gap="sm">
      <MultiSelect
        label="Categories"
        description={family === 'variant' ? 'Those of its template.' : undefined}
        data={choices(categories)}
        searchable
        clearable
        limit={100}
        {...list('categories')}
        disabled={disabled || family === 'variant'}
      />
      <TagsInput label="Tags" description="Press Enter after each." {...list('tags')} />
    </Stack>
  );
}

function UseFields({ text, flag, choice }: FieldsProps) {
  return (
    <Stack gap="sm">
      <Switch label="It is sold" {...flag('is_sold')} />
      <Switch label="It is shown online" {...flag('show_online')} />
      <Switch label="It is bought" {...flag('is_purchased')} />
      <Switch label="It is inventory" {...flag('is_inventory')} />
      <Switch label="It is a modifier" {...flag('is_modifier')} />
      <Group grow align="start" gap="sm">
        <TextInput label="Measure" inputMode="decimal" {...OFF} {...text('measure')} />
        <Select label="Unit" data={UNITS} clearable {...choice('unit_of_measure')} />
      </Group>
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
