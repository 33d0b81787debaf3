// How money is counted at the company: rounding, discounts, prices below 0.

import { Select, Stack, Switch, Text, TextInput } from '@mantine/core';
import type { Company } from '#clients/typescript/index.ts';
import type { Inputs } from '../../shared/ui/form.tsx';
import { t } from '../../shared/words.ts';
import { amountBody, amountText } from '../catalogue/amounts.ts';

/** The settings as the form holds them. */
export function moneyValues(company: Company) {
  return {
    tax_rounding: company.tax_rounding as string,
    rounding_mode: company.rounding_mode as string,
    cash_increment: amountText(company.cash_rounding?.increment),
    cash_methods: company.cash_rounding?.methods ?? ['cash'],
    discounts_include_tax:
      company.discounts_include_tax === null ? null : String(company.discounts_include_tax),
    negative_prices: company.negative_prices,
  };
}
export type MoneyValues = ReturnType<typeof moneyValues>;

/** The settings as the API takes them. */
export function moneyBody(values: MoneyValues) {
  const { cash_increment: typed, cash_methods: methods, discounts_include_tax: withTax, ...rest } = values;
  const increment = amountBody(typed);
  return {
    tax_rounding: rest.tax_rounding as Company['tax_rounding'],
    rounding_mode: rest.rounding_mode as Company['rounding_mode'],
    negative_prices: rest.negative_prices,
    discounts_include_tax: withTax === null ? null : withTax === 'true',
    cash_rounding: increment === null ? null : { increment, methods: [...methods] },
  };
}

export function MoneyFields({ form }: { form: Inputs<MoneyValues> }) {
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {t('Orders keep the rounding they were made with. Sites can have their own.')}
      </Text>
      <Select
        label={t('Taxes are rounded')}
        data={[
          { value: 'line', label: t('On each line') },
          { value: 'document', label: t('Once per tax of an order') },
        ]}
        allowDeselect={false}
        {...form.choice('tax_rounding')}
      />
      <Select
        label={t('Half a cent is rounded')}
        data={[
          { value: 'half_up', label: t('Away from zero') },
          { value: 'half_even', label: t('To the even cent') },
        ]}
        allowDeselect={false}
        {...form.choice('rounding_mode')}
      />
      <TextInput
        label={t('Smallest coin')}
        description={t(
          'Cash is rounded to it, such as 0.05. Leave it empty when there are coins for every amount.',
        )}
        inputMode="decimal"
        {...form.text('cash_increment', 'cash_rounding.increment')}
      />
      <Select
        label={t('Discounts in money')}
        data={[
          { value: 'true', label: t('Include tax') },
          { value: 'false', label: t('Are without tax') },
        ]}
        placeholder={t('As the price of the line; of an order including tax')}
        clearable
        {...form.choice('discounts_include_tax')}
      />
      <Switch
        label={t('Prices below zero')}
        description={t('Lines for deposits that are given back, vouchers and trade-ins.')}
        {...form.flag('negative_prices')}
      />
    </Stack>
  );
}
