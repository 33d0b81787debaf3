// How money is counted at the company and, where it differs, at a site: rounding, discounts, prices below 0.

import { Select, Stack, TextInput } from '@mantine/core';
import type { Company, Site } from '#clients/typescript/index.ts';
import type { Inputs } from '../../shared/ui/form.tsx';
import { Hint } from '../../shared/ui/hint.tsx';
import { t } from '../../shared/words.ts';
import { amountBody, amountText } from '../catalogue/amounts.ts';

const yesOrNo = (value: boolean | null) => (value === null ? null : String(value));
const flagOf = (value: string | null) => (value === null ? null : value === 'true');

/** The settings as the form holds them; null is as the company has it. */
export function moneyValues(record: Company | Site) {
  return {
    tax_rounding: record.tax_rounding as string | null,
    rounding_mode: record.rounding_mode as string | null,
    cash_increment: amountText(record.cash_rounding?.increment),
    cash_methods: record.cash_rounding?.methods ?? ['cash'],
    discounts_include_tax: yesOrNo(record.discounts_include_tax),
    negative_prices: yesOrNo(record.negative_prices),
  };
}
export type MoneyValues = ReturnType<typeof moneyValues>;

/** The settings of a site as the API takes them. */
export function siteMoneyBody(values: MoneyValues) {
  const { cash_increment: typed, cash_methods: methods } = values;
  const increment = amountBody(typed);
  return {
    tax_rounding: values.tax_rounding as Site['tax_rounding'],
    rounding_mode: values.rounding_mode as Site['rounding_mode'],
    negative_prices: flagOf(values.negative_prices),
    discounts_include_tax: flagOf(values.discounts_include_tax),
    cash_rounding: increment === null ? null : { increment, methods: [...methods] },
  };
}

/** The settings of the company as the API takes them. */
export function moneyBody(values: MoneyValues) {
  const { tax_rounding, rounding_mode, negative_prices, ...rest } = siteMoneyBody(values);
  return {
    ...rest,
    tax_rounding: tax_rounding ?? 'line',
    rounding_mode: rounding_mode ?? 'half_up',
    negative_prices: negative_prices ?? false,
  };
}

export function MoneyFields({ form, isSite = false }: { form: Inputs<MoneyValues>; isSite?: boolean }) {
  const choice = isSite ? { clearable: true, placeholder: t('As the company') } : { allowDeselect: false };
  return (
    <Stack gap="sm">
      <Hint>
        {isSite
          ? t('Orders keep the rounding they were made with.')
          : t('Orders keep the rounding they were made with. Sites can have their own.')}
      </Hint>
      <Select
        label={t('Taxes are rounded')}
        data={[
          { value: 'line', label: t('On each line') },
          { value: 'document', label: t('Once per tax of an order') },
        ]}
        {...choice}
        {...form.choice('tax_rounding')}
      />
      <Select
        label={t('Half a cent is rounded')}
        data={[
          { value: 'half_up', label: t('Away from zero') },
          { value: 'half_even', label: t('To the even cent') },
        ]}
        {...choice}
        {...form.choice('rounding_mode')}
      />
      <TextInput
        label={t('Smallest coin')}
        description={
          isSite
            ? t('Cash is rounded to it, such as 0.05; with 0 it is not. Empty: as the company.')
            : t('Cash is rounded to it, such as 0.05. Leave it empty when there are coins for every amount.')
        }
        inputMode="decimal"
        {...form.text('cash_increment', 'cash_rounding.increment')}
      />
      <Select
        label={t('Discounts in money')}
        data={[
          { value: 'true', label: t('Include tax') },
          { value: 'false', label: t('Are without tax') },
        ]}
        placeholder={isSite ? t('As the company') : t('As the price of the line; of an order including tax')}
        clearable
        {...form.choice('discounts_include_tax')}
      />
      <Select
        label={t('Prices below zero')}
        description={t('Lines for deposits that are given back, vouchers and trade-ins.')}
        data={[
          { value: 'true', label: t('Yes') },
          { value: 'false', label: t('No') },
        ]}
        {...choice}
        {...form.choice('negative_prices')}
      />
    </Stack>
  );
}
