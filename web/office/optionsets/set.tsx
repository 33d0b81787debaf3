// One option set: its rules, its options in their order, and the choices that follow from them.

import { Anchor, Grid, Group, Stack, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import type { CreateOptionSet, OptionSet } from '#clients/typescript/index.ts';
import type { Inputs, RecordForm } from '../../shared/ui/form.tsx';
import { Hint } from '../../shared/ui/hint.tsx';
import { Section } from '../../shared/ui/page.tsx';
import { Wrong } from '../../shared/ui/refusal.tsx';
import { t } from '../../shared/words.ts';
import { amountBody, priceText, wholeBody } from '../catalogue/amounts.ts';
import { OrderedItems } from '../catalogue/fields.tsx';
import { isNoTemplate, ProductPicker } from '../catalogue/picker.tsx';
import { useProducts } from '../catalogue/products.ts';
import { type FieldsProps, KindPage, type PageKind } from '../catalogue/record-page.tsx';
import { useQuickProduct } from '../products/create.ts';
import { Nested } from './nested.tsx';
import { formOf, OptionPrice } from './price.tsx';

interface OptionValue {
  readonly id: string;
  /** Without tax, as the API has it; empty: the product's own price. */
  readonly price: string;
}

interface Values {
  readonly name: string;
  readonly instructions: boolean;
  readonly min: string;
  readonly max: string;
  readonly options: readonly OptionValue[];
}

const BLANK: Values = { name: '', instructions: false, min: '0', max: '', options: [] };

const valuesOf = (set: OptionSet): Values => ({
  name: set.name,
  instructions: set.instructions,
  min: String(set.min_selection),
  max: set.max_selection === null ? '' : String(set.max_selection),
  options: set.options.map(({ product_id: id, price_ex_tax }) => ({
    id,
    price: priceText(price_ex_tax),
  })),
});

const bodyOf = ({ name, instructions, min, max, options }: Values): CreateOptionSet => ({
  name,
  instructions,
  min_selection: wholeBody(min, 'min_selection') ?? 0,
  max_selection: wholeBody(max, 'max_selection'),
  options: options.map(({ id, price }) => ({ product_id: id, price_ex_tax: amountBody(price) })),
});

function Fields({ form, canEdit }: FieldsProps<'getOptionSet', Values>) {
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Section title={t('Option set')}>
          <Rules {...form} />
        </Section>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Section title={t('Options')}>
          <Options
            options={form.values.options}
            change={(options) => form.set({ options })}
            errorOf={form.errorOf}
            canEdit={canEdit}
          />
        </Section>
      </Grid.Col>
    </Grid>
  );
}

/** The set's name, and how many options may be chosen. */
function Rules({ text, flag }: Inputs<Values>) {
  const number = { inputMode: 'numeric', autoComplete: 'off' } as const;
  return (
    <Stack gap="sm">
      <TextInput label={t('Name')} required maxLength={64} {...text('name')} />
      <Group grow align="start" gap="sm">
        <TextInput
          label={t('Minimum')}
          description={t('0: optional.')}
          {...number}
          {...text('min', 'min_selection')}
        />
        <TextInput
          label={t('Maximum')}
          description={t('Empty: no limit.')}
          {...number}
          {...text('max', 'max_selection')}
        />
      </Group>
      <Switch label={t('Allow No, Extra, Only and On side')} {...flag('instructions')} />
    </Stack>
  );
}

interface OptionsProps {
  readonly options: readonly OptionValue[];
  readonly change: (options: readonly OptionValue[]) => void;
  readonly errorOf: RecordForm<Values>['errorOf'];
  readonly canEdit: boolean;
}

/** The products that can be chosen, each with its price. */
function Options({ options, change, errorOf, canEdit }: OptionsProps) {
  const ids = options.map(({ id }) => id);
  const products = useProducts(ids);
  const form = formOf([...products.values()]);
  // The name of an option just added is known before its product is read.
  const [added, setAdded] = useState<ReadonlyMap<string, string>>(new Map());
  const nameOf = ({ id }: OptionValue) =>
    products.get(id)?.name ?? added.get(id) ?? t('Product {id}', { id });
  const priced = ({ id }: OptionValue, price: string) =>
    change(options.map((each) => (each.id === id ? { ...each, price } : each)));
  return (
    <Stack gap="md">
      <OrderedItems
        label={t('Options')}
        items={options}
        keyOf={({ id }) => id}
        nameOf={nameOf}
        onChange={change}
        disabled={!canEdit}
        empty={t('Add the products that can be chosen.')}
        render={(option, at) => (
          <>
            <Group gap="sm" wrap="nowrap" justify="space-between" align="center">
              <Anchor
                component={Link}
                href={`/products/${option.id}`}
                size="sm"
                style={{ overflowWrap: 'anywhere' }}
              >
                {nameOf(option)}
              </Anchor>
              <OptionPrice
                name={nameOf(option)}
                product={products.get(option.id)}
                form={form}
                value={option.price}
                onChange={(price) => priced(option, price)}
                error={errorOf(`options[${at}].price_ex_tax`, `options[${at}].product_id`)}
                disabled={!canEdit}
              />
            </Group>
            <Nested sets={products.get(option.id)?.option_sets ?? []} depth={1} />
          </>
        )}
      />
      <Wrong>{errorOf('options')}</Wrong>
      <ProductPicker
        label={t('Add option')}
        create={useQuickProduct()}
        fits={(product) => isNoTemplate(product) && !ids.includes(product.id_str)}
        pick={(product) => {
          setAdded(new Map(added).set(product.id_str, product.name));
          change([...options, { id: product.id_str, price: '' }]);
        }}
        disabled={!canEdit}
      />
      <Hint size="xs">
        {form === 'inc'
          ? t('Prices include tax. An empty price is the product’s own.')
          : t('Prices exclude tax. An empty price is the product’s own.')}
      </Hint>
    </Stack>
  );
}

const KIND: PageKind<'getOptionSet', CreateOptionSet, Values> = {
  topic: 'option_sets',
  path: '/optionsets',
  texts: () => ({
    list: t('Option sets'),
    one: t('Option set'),
    fresh: t('New option set'),
    create: t('Create option set'),
    created: t('Option set created.'),
  }),
  read: 'getOptionSet',
  inputOf: (id) => ({ option_set_id: id }),
  blank: BLANK,
  valuesOf,
  bodyOf,
  create: (passbell, body) => passbell.call('createOptionSet', { body }),
  update: (passbell, id, body, options) =>
    passbell.request('updateOptionSet', { option_set_id: id, body }, options),
  remove: (passbell, id) => passbell.call('deleteOptionSet', { option_set_id: id }),
  Fields,
};

export default function OptionSetPage() {
  return <KindPage kind={KIND} />;
}
