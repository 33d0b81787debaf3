import { addTax, type Decimal, removeTax } from './money.ts';

/** Whether a price was entered without or with tax. It keeps its form. */
export type PriceForm = 'ex' | 'inc';

/** A price as it was entered. */
export interface EnteredPrice {
  readonly amount: Decimal;
  readonly form: PriceForm;
}

/** A price in both forms; the entered one comes back as it was entered. */
export function bothForms(price: EnteredPrice, rate: Decimal): { ex: Decimal; inc: Decimal; tax: Decimal } {
  const ex = price.form === 'ex' ? price.amount : removeTax(price.amount, rate);
  const inc = price.form === 'inc' ? price.amount : addTax(price.amount, rate);
  return { ex, inc, tax: inc - ex };
}
