// When and on what a tax is charged: folded away, most taxes have nothing of it.

import { Accordion, MultiSelect, NumberInput, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core';
import type { Tax } from '#clients/typescript/index.ts';
import { ORDER_TYPES } from '#src/kernel/order-type.ts';
import { textOrNull } from '../../shared/changes.ts';
import { orderTypeName } from '../../shared/order-words.ts';
import { ChoiceField } from '../../shared/ui/choice.tsx';
import type { Inputs } from '../../shared/ui/form.tsx';
import { t } from '../../shared/words.ts';
import { amountBody, amountText } from '../catalogue/amounts.ts';

/** The terms of a tax as its form holds them. */
export function termValues(tax: Tax | undefined) {
  return {
    compound: tax?.compound ?? false,
    on_top: tax?.on_top ?? false,
    sort: (tax?.sort ?? 0) as number | string,
    order_types: (tax?.order_types ?? []) as readonly string[],
    effective_from: tax?.effective_from ?? '',
    effective_until: tax?.effective_until ?? '',
    threshold: amountText(tax?.threshold?.amount),
    applies: (tax?.threshold?.applies ?? 'above') as string,
  };
}
export type TermValues = ReturnType<typeof termValues>;

/** The terms as the API takes them. */
export function termBody(values: TermValues) {
  const amount = amountBody(values.threshold);
  return {
    compound: values.compound,
    on_top: values.on_top,
    sort: Number(values.sort),
    order_types:
      values.order_types.length === 0 ? null : (values.order_types as NonNullable<Tax['order_types']>),
    effective_from: textOrNull(values.effective_from),
    effective_until: textOrNull(values.effective_until),
    threshold: amount === null ? null : { amount, applies: values.applies as 'above' | 'below' },
  };
}

/** True when a tax has terms of its own. */
function hasTerms(values: TermValues): boolean {
  const usual = termValues(undefined);
  return (Object.keys(usual) as (keyof TermValues)[]).some(
    (key) => String(values[key]) !== String(usual[key]),
  );
}

interface TermForm extends Inputs<TermValues> {
  readonly values: TermValues;
  readonly set: (changed: Partial<TermValues>) => void;
  readonly errorOf: (field: string) => string | undefined;
}

export function TermFields({ form }: { form: TermForm }) {
  const { values } = form;
  return (
    <Accordion variant="contained" defaultValue={hasTerms(values) ? 'terms' : null}>
      <Accordion.Item value="terms">
        <Accordion.Control>{t('When it is charged')}</Accordion.Control>
        <Accordion.Panel>
          <Stack gap="sm">
            <MultiSelect
              label={t('Order types')}
              searchable
              description={t('Empty: all. An order without a type counts as dine-in.')}
              data={ORDER_TYPES.map((value) => ({ value, label: orderTypeName(value) }))}
              value={[...values.order_types]}
              onChange={(order_types) => form.set({ order_types })}
              error={form.errorOf('order_types')}
            />
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
              <TextInput label={t('First day')} type="date" {...form.text('effective_from')} />
              <TextInput label={t('Last day')} type="date" {...form.text('effective_until')} />
              <TextInput
                label={t('Price of one')}
                inputMode="decimal"
                {...form.text('threshold', 'threshold.amount')}
              />
              <ChoiceField
                label={t('It is charged')}
                data={[
                  { value: 'above', label: t('From that price on') },
                  { value: 'below', label: t('Below that price') },
                ]}
                {...form.choice('applies', 'threshold.applies')}
              />
            </SimpleGrid>
            <Switch
              label={t('On the taxes before it, too')}
              description={t('A tax on taxes. The place among them says which come before.')}
              {...form.flag('compound')}
            />
            <Switch
              label={t('On top of prices that include tax')}
              description={t('It is added to the price instead of being in it.')}
              {...form.flag('on_top')}
            />
            <NumberInput
              label={t('Place among taxes')}
              min={0}
              max={1000}
              allowDecimal={false}
              value={values.sort}
              onChange={(sort) => form.set({ sort })}
              error={form.errorOf('sort')}
            />
          </Stack>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  );
}
