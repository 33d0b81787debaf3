// How money is counted at the company or a site of it: rounding, discounts, prices below 0.

import { Select, Stack, Switch, Text, TextInput } from '@mantine/core';
import type { CompanyUpdate, Site, UpdateSite } from '#clients/typescript/index.ts';
import type { Inputs } from '../../shared/ui/form.tsx';
import { t } from '../../shared/words.ts';
import { amountBody, amountText } from '../catalogue/amounts.ts';

type Setting =
  | 'tax_rounding'
  | 'rounding_mode'
  | 'cash_rounding'
  | 'discounts_include_tax'
  | 'negative_prices';

/** The settings of a site: those of a company, where null is as the company has it. */
type Settings = Pick<Site, Setting>;

/** A boolean that may be null, as a choice holds it. */
export function yesNoText(value: boolean | null): string | null {
  return value === null ? null : String(value);
}

/** The same as the API takes it. */
export function yesNoBody(value: string | null): boolean | null {
  return value === null ? null : value === 'true';
}

/** The settings as the form holds them. */
export function moneyValues(record: Settings) {
  return {
    tax_rounding: record.tax_rounding as string | null,
    rounding_mode: record.rounding_mode as string | null,
    cash_increment: amountText(record.cash_rounding?.increment),
    cash_methods: record.cash_rounding?.methods ?? ['cash'],
    discounts_include_tax: yesNoText(record.discounts_include_tax),
    negative_prices: yesNoText(record.negative_prices),
  };
}
export type MoneyValues = ReturnType<typeof moneyValues>;

/** The settings as the API takes them; those of a company are never null where the company needs them. */
export function moneyBody<B extends CompanyUpdate | UpdateSite = UpdateSite>(values: MoneyValues) {
  const increment = amountBody(values.cash_increment);
  const body: Required<Pick<UpdateSite, Setting>> = {
    tax_rounding: values.tax_rounding as Site['tax_rounding'],
    rounding_mode: values.rounding_mode as Site['rounding_mode'],
    negative_prices: yesNoBody(values.negative_prices),
    discounts_include_tax: yesNoBody(values.discounts_include_tax),
    cash_rounding: increment === null ? null : { increment, methods: [...values.cash_methods] },
  };
  return body as Required<Pick<B, Setting>>;
}

/** What a choice of a site has that follows the company while it is empty; a company always chooses. */
export function choiceOf(isSite: boolean) {
  return isSite ? { clearable: true, placeholder: t('As the company') } : { allowDeselect: false };
}

interface FieldsProps {
  readonly form: Inputs<MoneyValues>;
  /** Of a site: what is empty is as the company has it. */
  readonly isSite?: boolean;
}

export function MoneyFields({ form, isSite = false }: FieldsProps) {
  const look = choiceOf(isSite);
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {isSite
          ? t('Orders keep the rounding they were made with. What is empty is as the company has it.')
          : t('Orders keep the rounding they were made with. Sites can have their own.')}
      </Text>
      <Select
        label={t('Taxes are rounded')}
        data={[
          { value: 'line', label: t('On each line') },
          { value: 'document', label: t('Once per tax of an order') },
        ]}
        {...look}
        {...form.choice('tax_rounding')}
      />
      <Select
        label={t('Half a cent is rounded')}
        data={[
          { value: 'half_up', label: t('Away from zero') },
          { value: 'half_even', label: t('To the even cent') },
        ]}
        {...look}
        {...form.choice('rounding_mode')}
      />
      <TextInput
        label={t('Smallest coin')}
        description={
          isSite
            ? t('Cash is rounded to it, such as 0.05; 0 when there are coins for every amount.')
            : t('Cash is rounded to it, such as 0.05. Leave it empty when there are coins for every amount.')
        }
        {...(isSite ? { placeholder: t('As the company') } : {})}
        inputMode="decimal"
        {...form.text('cash_increment', 'cash_rounding.increment')}
      />
      <Select
        label={t('Discounts in money')}
        data={[
          { value: 'true', label: t('Include tax') },
          { value: 'false', label: t('Are without tax') },
        ]}
        clearable
        placeholder={isSite ? t('As the company') : t('As the price of the line; of an order including tax')}
        {...form.choice('discounts_include_tax')}
      />
      <NegativePrices form={form} isSite={isSite} />
    </Stack>
  );
}

function NegativePrices({ form, isSite = false }: FieldsProps) {
  const { value, onChange, error } = form.choice('negative_prices');
  const words = {
    label: t('Prices below zero'),
    description: t('Lines for deposits that are given back, vouchers and trade-ins.'),
    error,
  };
  if (isSite)
    return <Select {...words} data={yesOrNo()} {...choiceOf(true)} value={value} onChange={onChange} />;
  return (
    <Switch
      {...words}
      checked={value === 'true'}
      onChange={({ currentTarget }) => onChange(String(currentTarget.checked))}
    />
  );
}

/** The choices of a setting that is on or off. */
export function yesOrNo() {
  return [
    { value: 'true', label: t('Yes') },
    { value: 'false', label: t('No') },
  ];
}
