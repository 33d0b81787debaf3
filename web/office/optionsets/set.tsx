// One option set: its rules, its options in their order, and the choices that follow from them.

import { Anchor, Grid, Group, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation, useParams } from 'wouter';
import { type ApiForm, type Inputs, inputsOf, useApiForm } from '../../shared/ui/form.tsx';
import { ScreenPage, Section } from '../../shared/ui/page.tsx';
import { amountBody, priceText } from '../catalogue/amounts.ts';
import { type Draft, useDraft } from '../catalogue/draft.ts';
import { OrderedItems } from '../catalogue/fields.tsx';
import { isNoTemplate, ProductPicker } from '../catalogue/picker.tsx';
import {
  CATALOGUE,
  ChangedAlert,
  DeleteButton,
  RecordPage,
  refresh,
  SaveBar,
  useEdit,
} from '../catalogue/record.tsx';
import type { ListedProduct, OptionSet } from '../catalogue/records.ts';
import { useCanEdit } from '../catalogue/use.ts';
import { useCompany } from '../company.tsx';
import { Nested } from './nested.tsx';
import { useProducts } from './products.ts';

const BACK = { to: '/optionsets', label: 'Option sets' };

interface OptionValue {
  readonly id: string;
  /** Without tax; empty: the product's own price. */
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
  options: set.options.map(({ product_id_str: id, price_ex_tax }) => ({
    id,
    price: priceText(price_ex_tax),
  })),
});

const bodyOf = ({ name, instructions, min, max, options }: Values) => ({
  name,
  instructions,
  min_selection: min.trim() === '' ? 0 : amountBody(min),
  max_selection: amountBody(max),
  options: options.map(({ id, price }) => ({ product_id: id, price_ex_tax: amountBody(price) })),
});

export default function OptionSetPage() {
  const { id = '' } = useParams();
  if (id === 'new') return <NewSet />;
  return (
    <RecordPage<OptionSet>
      key={id}
      source={{ kind: 'optionsets', path: `optionsets/${id}` }}
      title="Option set"
      back={BACK}
    >
      {(set) => <Loaded set={set} />}
    </RecordPage>
  );
}

function fieldsOf({ options }: Values): string[] {
  return [
    ...['name', 'instructions', 'min_selection', 'max_selection', 'options'],
    ...options.flatMap((_, at) => [`options[${at}].product_id`, `options[${at}].price_ex_tax`]),
  ];
}

function NewSet() {
  const { api } = useCompany();
  const client = useQueryClient();
  const [, go] = useLocation();
  const draft = useDraft(BLANK);
  const form = useApiForm<Values, OptionSet>({
    fields: fieldsOf(draft.values),
    said: 'The option set was created.',
    send: (values) => api.post<OptionSet>('optionsets', bodyOf(values)),
    done: (set) => {
      draft.load(BLANK);
      void refresh(client, ...CATALOGUE);
      go(`/optionsets/${set.id_str}`);
    },
  });
  return (
    <ScreenPage title="New option set" back={BACK}>
      <SetForm draft={draft} form={form} isNew canEdit />
    </ScreenPage>
  );
}

function Loaded({ set }: { set: OptionSet }) {
  const canEdit = useCanEdit();
  const path = `optionsets/${set.id_str}`;
  const draft = useDraft(valuesOf(set));
  const form = useEdit<OptionSet, Values>({
    source: { kind: 'optionsets', path },
    draft,
    valuesOf,
    bodyOf,
    fields: fieldsOf(draft.values),
  });
  return (
    <ScreenPage
      title={set.name}
      back={BACK}
      actions={canEdit && <DeleteButton what="option set" name={set.name} path={path} to="/optionsets" />}
    >
      <ChangedAlert draft={draft} form={form} />
      <SetForm draft={draft} form={form} canEdit={canEdit} />
    </ScreenPage>
  );
}

interface FormProps {
  readonly draft: Draft<Values>;
  readonly form: ApiForm<Values, OptionSet>;
  readonly isNew?: boolean;
  readonly canEdit: boolean;
}

function SetForm({ draft, form, isNew = false, canEdit }: FormProps) {
  const { values, set } = draft;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.send(values);
      }}
    >
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Section title="Option set">
            <Rules {...inputsOf(values, set, form.errorOf, !canEdit)} />
          </Section>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Section title="Options">
            <Options
              options={values.options}
              change={(options) => set({ options })}
              errorOf={form.errorOf}
              canEdit={canEdit}
            />
          </Section>
        </Grid.Col>
      </Grid>
      {canEdit && (
        <SaveBar form={form} draft={draft} isNew={isNew} label={isNew ? 'Create the option set' : 'Save'} />
      )}
    </form>
  );
}

/** The set's name, and how many options may be chosen. */
function Rules({ text, flag }: Inputs<Values>) {
  const number = { inputMode: 'numeric', autoComplete: 'off' } as const;
  return (
    <Stack gap="sm">
      <TextInput label="Name" required maxLength={64} {...text('name')} />
      <Group grow align="start" gap="sm">
        <TextInput
          label="At least"
          description="0: nothing has to be chosen."
          {...number}
          {...text('min', 'min_selection')}
        />
        <TextInput
          label="At most"
          description="Empty: as many as wanted."
          {...number}
          {...text('max', 'max_selection')}
        />
      </Group>
      <Switch label="Instructions: No, Extra, Only, On Side" {...flag('instructions')} />
    </Stack>
  );
}

interface OptionsProps {
  readonly options: readonly OptionValue[];
  readonly change: (options: readonly OptionValue[]) => void;
  readonly errorOf: FormProps['form']['errorOf'];
  readonly canEdit: boolean;
}

/** The products that can be chosen, each with its price. */
function Options({ options, change, errorOf, canEdit }: OptionsProps) {
  const company = useCompany();
  const ids = options.map(({ id }) => id);
  const products = useProducts(ids);
  // The name of an option just added is known before its product is read.
  const [added, setAdded] = useState<ReadonlyMap<string, string>>(new Map());
  const nameOf = ({ id }: OptionValue) => products.get(id)?.name ?? added.get(id) ?? `Product ${id}`;
  const priced = ({ id }: OptionValue, price: string) =>
    change(options.map((each) => (each.id === id ? { ...each, price } : each)));
  return (
    <Stack gap="md">
      <OrderedItems
        label="Options"
        items={options}
        keyOf={({ id }) => id}
        nameOf={nameOf}
        onChange={change}
        disabled={!canEdit}
        empty="Add the products that can be chosen."
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
              <TextInput
                aria-label={`Price without tax: ${nameOf(option)}`}
                placeholder={ownPrice(products.get(option.id), company.money)}
                inputMode="decimal"
                autoComplete="off"
                value={option.price}
                disabled={!canEdit}
                onChange={({ currentTarget }) => priced(option, currentTarget.value)}
                error={errorOf(`options[${at}].price_ex_tax`, `options[${at}].product_id`)}
                w={130}
                flex="0 0 130px"
              />
            </Group>
            <Nested sets={products.get(option.id)?.option_sets ?? []} depth={1} />
          </>
        )}
      />
      {errorOf('options') !== undefined && (
        <Text size="sm" c="red" role="alert">
          {errorOf('options')}
        </Text>
      )}
      <ProductPicker
        label="Add an option"
        fits={(product) => isNoTemplate(product) && !ids.includes(product.id_str)}
        pick={(product) => {
          setAdded(new Map(added).set(product.id_str, product.name));
          change([...options, { id: product.id_str, price: '' }]);
        }}
        disabled={!canEdit}
      />
      <Text size="xs" c="dimmed">
        Prices are without tax; an empty one is the product's own. Choices that a product has itself follow
        when it is chosen.
      </Text>
    </Stack>
  );
}

function ownPrice(
  product: ListedProduct | undefined,
  money: (amount: ListedProduct['unit_price']) => string,
) {
  return product?.unit_price_ex_tax == null ? 'Its own price' : money(product.unit_price_ex_tax);
}
