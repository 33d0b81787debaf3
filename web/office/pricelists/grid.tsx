// The prices of a list as a grid: each is typed with or without tax, and all that were typed are saved at once.

import { Anchor, Button, Center, Stack, Table, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Search, Tags } from 'lucide-react';
import { type KeyboardEvent, useDeferredValue, useState } from 'react';
import { Link } from 'wouter';
import { ApiError, type PriceList } from '#clients/typescript/index.ts';
import type { PriceForm } from '#src/kernel/price.ts';
import { InputError } from '../../shared/input-error.ts';
import { FormFrame, type RecordForm, useRecordForm } from '../../shared/ui/form.tsx';
import { Section } from '../../shared/ui/page.tsx';
import { Empty, Loading } from '../../shared/ui/states.tsx';
import { t } from '../../shared/words.ts';
import {
  amountBody,
  idsOf,
  type PriceFields,
  priceFields,
  rateOf,
  typedPrice,
} from '../catalogue/amounts.ts';
import { isNoTemplate, ProductPicker } from '../catalogue/picker.tsx';
import { useProducts } from '../catalogue/products.ts';
import { refreshCatalogue, SaveBar } from '../catalogue/record.tsx';
import { useCanEdit, useTaxes } from '../catalogue/use.ts';
import { useCompany } from '../company.tsx';

/** Prices that are shown at a time. */
const SHOWN = 100;

interface Row {
  readonly id: string;
  readonly name: string;
}

interface Values {
  /** The typed prices, by the product's id. */
  readonly edits: Readonly<Record<string, PriceFields>>;
  /** Products that had no price on this list. */
  readonly added: readonly Row[];
}

const UNTOUCHED: Values = { edits: {}, added: [] };

/** The most prices that one call sets. */
const AT_ONCE = 500;
/** The most prices of a list that are shown. */
const MAX_PRICES = 20_000;

/** Saves the typed prices, all of a call or none. */
function useGrid(list: PriceList): RecordForm<Values> {
  const { passbell } = useCompany();
  const client = useQueryClient();
  const form: RecordForm<Values> = useRecordForm<Values, unknown>({
    initial: UNTOUCHED,
    said: t('Saved.'),
    send: async ({ edits }) => {
      const typed = Object.entries(edits).map(([id, { inc, ex, typed: kind }]) =>
        kind === 'ex' ? { id, unit_price_ex_tax: amountBody(ex) } : { id, unit_price: amountBody(inc) },
      );
      for (let at = 0; at < typed.length; at += AT_ONCE) {
        const products = typed.slice(at, at + AT_ONCE);
        const input = { price_list_id: list.id_str, body: { products } };
        await passbell.call('updatePriceListProducts', input).catch((error: unknown) => {
          if (!(error instanceof ApiError) || error.fields.length === 0) throw error;
          throw new InputError(
            error.fields.map((fault) => ({ ...fault, field: fieldOf(fault.field, products) })),
          );
        });
      }
    },
    done: () => {
      form.reset(UNTOUCHED);
      void refreshCatalogue(client);
    },
  });
  return form;
}

/** The field of the grid for one of the call's: `products[3].unit_price`. */
function fieldOf(field: string, products: readonly { readonly id: string }[]): string {
  const at = Number(/^products\[(\d+)\]/.exec(field)?.[1]);
  return `edits.${products[at]?.id ?? ''}`;
}

/** The prices that a list sets. */
function usePrices({ id_str: id }: PriceList) {
  const { passbell } = useCompany();
  return useQuery({
    queryKey: ['price_lists', id, 'products'],
    queryFn: ({ signal }) =>
      passbell.all('listPriceListProducts', MAX_PRICES, { price_list_id: id, limit: 1000 }, { signal }),
  });
}

/** The grid of a list's prices. */
export function PriceGrid({ list }: { list: PriceList }) {
  const canEdit = useCanEdit();
  const form = useGrid(list);
  const { added } = form.values;
  const [text, setText] = useState('');
  const [shown, setShown] = useState(SHOWN);
  const wanted = useDeferredValue(text.trim().toLowerCase());
  const { data: prices = [], isPending } = usePrices(list);
  const own = new Map(prices.map((product) => [product.id_str, product]));
  const rows = [
    ...added.filter(({ id }) => !own.has(id)),
    ...prices.map(({ id_str: id, name }) => ({ id, name })),
  ];
  const fitting = rows.filter(({ name }) => name.toLowerCase().includes(wanted));
  const before = (id: string) => priceFields(own.get(id)?.unit_price, own.get(id)?.unit_price_ex_tax);
  return (
    <FormFrame form={form}>
      <Section title={t('Prices')}>
        <Stack gap="sm">
          {rows.length > 0 && (
            <TextInput
              aria-label={t('Find a product')}
              placeholder={t('Find a product')}
              leftSection={<Search size={16} aria-hidden />}
              value={text}
              onChange={({ currentTarget }) => setText(currentTarget.value)}
              maw={320}
            />
          )}
          {isPending ? (
            <Loading />
          ) : rows.length === 0 ? (
            <Empty title={t('No prices on this list')} icon={Tags} />
          ) : (
            <Grid form={form} rows={fitting.slice(0, shown)} before={before} disabled={!canEdit} />
          )}
          {fitting.length > shown && (
            <Center p="md">
              <Button variant="default" onClick={() => setShown(shown + SHOWN)}>
                {t('Show more')}
              </Button>
            </Center>
          )}
          {canEdit && (
            <ProductPicker
              label={t('Add product')}
              fits={(product) => isNoTemplate(product) && !rows.some(({ id }) => id === product.id_str)}
              pick={({ id_str: id, name }) => form.set({ added: [{ id, name }, ...added] })}
            />
          )}
        </Stack>
      </Section>
      {canEdit && form.isDirty && <SaveBar form={form} label={t('Save prices')} />}
    </FormFrame>
  );
}

interface GridProps {
  readonly form: RecordForm<Values>;
  readonly rows: readonly Row[];
  /** The price of a product in the list, in words. */
  readonly before: (id: string) => PriceFields;
  readonly disabled: boolean;
}

function Grid({ form, rows, before, disabled }: GridProps) {
  const taxes = useTaxes();
  const products = useProducts(rows.map(({ id }) => id));
  const { edits } = form.values;
  const field = ({ id, name }: Row, kind: PriceForm) => (
    <TextInput
      aria-label={
        kind === 'inc' ? t('Price with tax: {name}', { name }) : t('Price without tax: {name}', { name })
      }
      inputMode="decimal"
      autoComplete="off"
      size="xs"
      value={(edits[id] ?? before(id))[kind]}
      onChange={({ currentTarget }) => {
        const rate = rateOf(idsOf(products.get(id)?.taxes), taxes);
        form.set({ edits: { ...edits, [id]: typedPrice(currentTarget.value, kind, rate) } });
      }}
      error={edits[id]?.typed === kind ? form.errorOf(`edits.${id}`) : undefined}
      disabled={disabled}
      data-column={kind}
      onKeyDown={moveBetweenRows}
      styles={{ input: { textAlign: 'end' } }}
    />
  );
  return (
    <Table className="rows figures" verticalSpacing={6} aria-label={t('Prices')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('Product')}</Table.Th>
          <Table.Th ta="end" w={150}>
            {t('Without tax')}
          </Table.Th>
          <Table.Th ta="end" w={150}>
            {t('With tax')}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row.id}>
            <Table.Td>
              <Anchor component={Link} href={`/products/${row.id}`} size="sm" c="inherit">
                <Text span size="sm" style={{ overflowWrap: 'anywhere' }}>
                  {row.name}
                </Text>
              </Anchor>
            </Table.Td>
            <Table.Td>{field(row, 'ex')}</Table.Td>
            <Table.Td>{field(row, 'inc')}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** Enter and the arrows lead to the price above or below, as in a spreadsheet. */
function moveBetweenRows(event: KeyboardEvent<HTMLInputElement>): void {
  const { currentTarget: input, key } = event;
  if (key !== 'Enter' && key !== 'ArrowDown' && key !== 'ArrowUp') return;
  event.preventDefault();
  const row = input.closest('tr');
  const next = key === 'ArrowUp' ? row?.previousElementSibling : row?.nextElementSibling;
  const field = next?.querySelector<HTMLInputElement>(`input[data-column="${input.dataset.column}"]`);
  field?.focus();
  field?.select();
}
