// The modifiers that pop up when a product is sold, in their order, with what each costs there.

import { Group, Stack, Text, TextInput } from '@mantine/core';
import type { Amount } from '../../shared/json.ts';
import { Section } from '../../shared/ui/page.tsx';
import { Loading, Trouble } from '../../shared/ui/states.tsx';
import { amountBody, priceText } from '../catalogue/amounts.ts';
import { useDraft } from '../catalogue/draft.ts';
import { OrderedItems } from '../catalogue/fields.tsx';
import { ProductPicker } from '../catalogue/picker.tsx';
import { ChangedAlert, SaveBar, type Source, useEdit, useRecord } from '../catalogue/record.tsx';
import type { ListedProduct, Product } from '../catalogue/records.ts';
import { useCanEdit } from '../catalogue/use.ts';

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

function modifierRow({ id_str: id, name, unit_price }: ListedProduct): ModifierRow {
  const price = priceText(unit_price as Amount | null | undefined);
  return { id, name, price, shown: price };
}

const valuesOf = (list: readonly ListedProduct[]): Values => ({ modifiers: list.map(modifierRow) });

/** An unedited price is not sent: it goes on following the modifier's own. */
const bodyOf = ({ modifiers }: Values) => ({
  modifiers: modifiers.map(({ id, price, shown }) => ({
    id,
    ...(price === shown ? {} : { unit_price: amountBody(price) }),
  })),
});

/** The product's modifiers. */
export function Modifiers({ product }: { product: Product }) {
  const source = {
    kind: 'products',
    path: `products/${product.id_str}/modifiers`,
    query: `?limit=${MAX_MODIFIERS}`,
  };
  const record = useRecord<readonly ListedProduct[]>(source);
  if (record.data === undefined) {
    return record.isError ? <Trouble error={record.error} /> : <Loading rows={3} />;
  }
  return <ModifierForm source={source} list={record.data.value} />;
}

function ModifierForm({ source, list }: { source: Source; list: readonly ListedProduct[] }) {
  const canEdit = useCanEdit();
  const draft = useDraft(valuesOf(list));
  const { modifiers } = draft.values;
  const fields = modifiers.flatMap((_, at) => [`modifiers[${at}].id`, `modifiers[${at}].unit_price`]);
  const form = useEdit<readonly ListedProduct[], Values>({
    source,
    draft,
    valuesOf,
    bodyOf,
    fields,
  });
  const set = (items: readonly ModifierRow[]) => draft.set({ modifiers: items });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.send(draft.values);
      }}
    >
      <Stack gap="md">
        <ChangedAlert draft={draft} form={form} />
        <Section title="Modifiers">
          <Stack gap="md">
            <OrderedItems
              label="Modifiers"
              items={modifiers}
              keyOf={({ id }) => id}
              nameOf={({ name }) => name}
              onChange={set}
              disabled={!canEdit}
              empty="Nothing pops up when this product is sold."
              render={(item, at) => (
                <Group gap="sm" wrap="nowrap" justify="space-between">
                  <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                    {item.name}
                  </Text>
                  <TextInput
                    aria-label={`Price with tax: ${item.name}`}
                    placeholder="Its own price"
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
              label="Add a modifier"
              fits={(each) => each.is_modifier && !modifiers.some(({ id }) => id === each.id_str)}
              pick={(each) => set([...modifiers, modifierRow(each)])}
              disabled={!canEdit}
            />
            <Text size="xs" c="dimmed">
              Products that are modifiers can be added. An emptied price is the modifier's own.
            </Text>
          </Stack>
        </Section>
        {canEdit && <SaveBar form={form} draft={draft} />}
      </Stack>
    </form>
  );
}
