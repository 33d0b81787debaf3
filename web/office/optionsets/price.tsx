// The price of an option, typed with or without tax as the prices of its products are.

import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ListedProduct } from '#clients/typescript/index.ts';
import type { PriceForm } from '#src/kernel/price.ts';
import { t } from '../../shared/words.ts';
import { idsOf, otherForm, rateOf } from '../catalogue/amounts.ts';
import { useTaxList } from '../catalogue/use.ts';
import { useCompany } from '../company.tsx';

/** How the products' own prices are entered: with tax unless all of them are without. */
export function formOf(products: readonly ListedProduct[]): PriceForm {
  const forms = products.flatMap(({ price_form }) => price_form ?? []);
  return forms.length > 0 && forms.every((form) => form === 'ex') ? 'ex' : 'inc';
}

interface Props {
  readonly name: string;
  readonly product: ListedProduct | undefined;
  readonly form: PriceForm;
  /** Without tax. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | undefined;
  readonly disabled: boolean;
}

/**
 * The field of an option's price. What is typed stays as it was typed, and is turned into the price without tax: so
 * nothing can be typed with tax before the product's taxes and their rates are known.
 */
export function OptionPrice({ name, product, form, value, onChange, error, disabled }: Props) {
  const { money } = useCompany();
  const taxes = useTaxList().data;
  const rate = product === undefined || taxes === undefined ? undefined : rateOf(idsOf(product.taxes), taxes);
  const [typed, setTyped] = useState({ text: '', value: '' });
  const shown = form === 'ex' ? value : rate === undefined ? '' : otherForm(value, 'ex', rate);
  const own = form === 'ex' ? product?.unit_price_ex_tax : product?.unit_price;
  return (
    <TextInput
      aria-label={
        form === 'ex' ? t('Price without tax: {name}', { name }) : t('Price with tax: {name}', { name })
      }
      placeholder={own == null ? t('Own price') : money(own)}
      inputMode="decimal"
      autoComplete="off"
      value={typed.value === value ? typed.text : shown}
      disabled={disabled || rate === undefined}
      onChange={({ currentTarget: { value: text } }) => {
        if (rate === undefined) return;
        const next = form === 'ex' ? text : otherForm(text, 'inc', rate);
        setTyped({ text, value: next });
        onChange(next);
      }}
      error={error}
      w={130}
      flex="0 0 130px"
    />
  );
}
