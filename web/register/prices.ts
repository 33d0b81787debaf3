// Prices as the register shows them: with tax, in the currency of the site.
import { ratesOf, rateWithin, taxesForType } from '#src/company/rules/rates.ts';
import type { Id } from '#src/kernel/id.ts';
import { type Decimal, roundToMinor } from '#src/kernel/money.ts';
import { bothForms, type EnteredPrice } from '#src/kernel/price.ts';
import { formatMoney } from '../shared/format.ts';
import { t } from '../shared/words.ts';
import { optionPrice } from './body.ts';
import { variantsOf } from './find.ts';
import { type Menu, type MenuProduct, taxesOf, todayAt } from './menu.ts';

/** A price of a product with its tax. */
function withTax(menu: Menu, { taxes }: Pick<MenuProduct, 'taxes'>, price: EnteredPrice): Decimal {
  const charged = taxesForType(taxesOf(menu, taxes, todayAt(menu)), null);
  const rate = rateWithin(ratesOf(charged));
  return roundToMinor(bothForms(price, rate).inc, menu.site.minor_units);
}

/** The price of one, with tax; undefined when it has none. */
function priceOf(menu: Menu, product: MenuProduct): Decimal | undefined {
  return product.price === null ? undefined : withTax(menu, product, product.price);
}

const texts = new WeakMap<Menu['products'], Map<Id, string>>();

/** The price of a product, tax included; of a template that of the cheapest variant. */
export function priceText(menu: Menu, product: MenuProduct): string {
  let known = texts.get(menu.products);
  if (known === undefined) {
    known = new Map();
    texts.set(menu.products, known);
  }
  let text = known.get(product.id);
  if (text === undefined) {
    text = makeText(menu, product);
    known.set(product.id, text);
  }
  return text;
}

function makeText(menu: Menu, product: MenuProduct): string {
  const money = (amount: Decimal) => formatMoney(amount, menu.site.currency);
  if (product.is_template) {
    const all = variantsOf(menu, product.id).flatMap((variant) => priceOf(menu, variant) ?? []);
    const [least, most] = [all.reduce(lesser, all[0] ?? 0n), all.reduce(greater, all[0] ?? 0n)];
    if (all.length === 0) return '';
    return least === most ? money(least) : t('from {price}', { price: money(least) });
  }
  if (product.asks_price !== null) return t('Variable price');
  const price = priceOf(menu, product);
  return price === undefined ? t('No price') : money(price);
}

const lesser = (a: Decimal, b: Decimal) => (a < b ? a : b);
const greater = (a: Decimal, b: Decimal) => (a > b ? a : b);

/** The amount that an option or modifier adds to the price: `+$2.20`; empty for nothing. */
export function addedText(menu: Menu, product: Id, price: EnteredPrice | null | undefined): string {
  const option = menu.products.get(product);
  if (option === undefined || price === null || price === undefined) return '';
  const amount = withTax(menu, option, price);
  if (amount === 0n) return '';
  const text = formatMoney(amount, menu.site.currency);
  return amount > 0n ? `+${text}` : text;
}

/** The amount that an option of a set adds to the price. */
export function optionAddedText(menu: Menu, set: Id, product: Id): string {
  return addedText(menu, product, optionPrice(set, product, menu));
}
