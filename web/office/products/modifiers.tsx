// The modifiers that pop up when a product is sold, in their order, with what each costs there.

import { Group, Stack, Text, TextInput } from '@mantine/core';
import type { ListedProduct, Product, ProductModifiers } from '#clients/typescript/index.ts';
import { FormFrame } from '../../shared/ui/form.tsx';
import { Hint } from '../../shared/ui/hint.tsx';
import { Section } from '../../shared/ui/page.tsx';
import { Known } from '../../shared/ui/states.tsx';
import { t } from '../../shared/words.ts';
import { amountBody, priceText } from '../catalogue/amounts.ts';
import { OrderedItems } from '../catalogue/fields.tsx';
import { type PickedProduct, ProductPicker } from '../catalogue/picker.tsx';
import { ChangedAlert, SaveBar, type Source, useEdit, useRecord } from '../catalogue/record.tsx';
import { useCanEdit } from '../catalogue/use.ts';
import { useCompany } from '../company.tsx';
import { useQuickProduct } from './create.ts';

/** As many as the API takes. */
const MAX_MODIFIERS = 200;

interface ModifierRow {
  readonly id: string;
  readonly name: string;
  /** With tax. */
  readonly price: string;
  /** The price before it was edited. */
  readonly shown: string;
}

interface Values {
  readonly modifiers: readonly ModifierRow[];
}

function modifierRow({ id_str: id, name, unit_price }: PickedProduct): ModifierRow {
  const price = priceText(unit_price);
  return { id, name, price, shown: price };
}

const valuesOf = (list: readonly ListedProduct[]): Values => ({ modifiers: list.map(modifierRow) });

/** An unedited price is not sent: it goes on following the modifier's own. */
const bodyOf = ({ modifiers }: Values): ProductModifiers => ({
  modifiers: modifiers.map(({ id, price, shown }) => ({
    id,
    ...(price === shown ? {} : { unit_price: amountBody(price) }),
  })),
});

/** The product's modifiers. */
export function Modifiers({ product }: { product: Product }) {
  const { passbell } = useCompany();
  const { id_str: id } = product;
  const source: ModifierSource = {
    topic: 'products',
    read: 'listModifiers',
    input: { product_id: id, limit: MAX_MODIFIERS },
    write: (body, options) => passbell.request('setModifiers', { product_id: id, body }, options),
  };
  const record = useRecord(source);
  return (
    <Known query={record} rows={3}>
      {(list) => <ModifierForm source={source} list={list} />}
    </Known>
  );
}

type ModifierSource = Source<'listModifiers', ProductModifiers>;

function ModifierForm({ source, list }: { source: ModifierSource; list: readonly ListedProduct[] }) {
  const canEdit = useCanEdit();
  const form = useEdit({ source, record: list, valuesOf, bodyOf });
  const { modifiers } = form.values;
  const create = useQuickProduct({ is_modifier: true });
  const set = (items: readonly ModifierRow[]) => form.set({ modifiers: items });
  return (
    <FormFrame form={form}>
      <Stack gap="md">
        <ChangedAlert form={form} />
        <Section title={t('Modifiers')}>
          <Stack gap="md">
            <OrderedItems
              label={t('Modifiers')}
              items={modifiers}
              keyOf={({ id }) => id}
              nameOf={({ name }) => name}
              onChange={set}
              disabled={!canEdit}
              empty={t('No modifiers')}
              render={(item, at) => (
                <Group gap="sm" wrap="nowrap" justify="space-between">
                  <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                    {item.name}
                  </Text>
                  <TextInput
                    aria-label={t('Price with tax: {name}', { name: item.name })}
                    placeholder={t('Own price')}
                    inputMode="decimal"
                    autoComplete="off"
                    value={item.price}
                    disabled={!canEdit}
                    onChange={({ currentTarget: { value } }) =>
                      set(modifiers.map((each) => (each.id === item.id ? { ...each, price: value } : each)))
                    }
                    error={form.errorOf(`modifiers[${at}].unit_price`, `modifiers[${at}].id`)}
                    w={130}
                    flex="0 0 130px"
                  />
                </Group>
              )}
            />
            <ProductPicker
              label={t('Add modifier')}
              create={create}
              fits={(each) => each.is_modifier && !modifiers.some(({ id }) => id === each.id_str)}
              pick={(each) => set([...modifiers, modifierRow(each)])}
              disabled={!canEdit}
            />
            <Hint size="xs">
              {t('Only products marked as modifiers can be added. An empty price is the modifier’s own.')}
            </Hint>
          </Stack>
        </Section>
        {canEdit && <SaveBar form={form} />}
      </Stack>
    </FormFrame>
  );
}
