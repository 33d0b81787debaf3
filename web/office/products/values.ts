// A product as its form has it: every input is text, and only changed fields are sent.

import type { Product, UpdateProduct } from '#clients/typescript/index.ts';
import { isSame } from '../../shared/json.ts';
import {
  amountBody,
  amountText,
  type PriceFields,
  priceBody,
  priceFields,
  priceText,
} from '../catalogue/amounts.ts';

/** The fields that are plain text; empty means unset. */
const TEXTS = [
  'code',
  'sku',
  'barcode',
  'docket_name',
  'description',
  'online_description',
  'image',
] as const;
const FLAGS = [
  'is_sold',
  'is_purchased',
  'is_inventory',
  'is_modifier',
  'variable_price',
  'show_online',
] as const;
const AMOUNTS = ['min_sell_price', 'max_sell_price', 'measure', 'low_stock'] as const;
/** Lists of ids. */
const LISTS = ['taxes', 'cost_taxes', 'categories', 'option_sets'] as const;

/** The values of a product's form. */
export interface ProductValues {
  readonly name: string;
  readonly code: string;
  readonly sku: string;
  readonly barcode: string;
  readonly docket_name: string;
  readonly description: string;
  readonly online_description: string;
  readonly image: string;
  readonly tags: readonly string[];
  readonly is_sold: boolean;
  readonly is_purchased: boolean;
  readonly is_inventory: boolean;
  readonly is_modifier: boolean;
  readonly variable_price: boolean;
  readonly show_online: boolean;
  readonly min_sell_price: string;
  readonly max_sell_price: string;
  readonly measure: string;
  readonly unit_of_measure: string | null;
  readonly low_stock: string;
  readonly taxes: readonly string[];
  readonly cost_taxes: readonly string[];
  readonly categories: readonly string[];
  readonly option_sets: readonly string[];
  readonly price: PriceFields;
  readonly cost: PriceFields;
  /** Of a variant: its values. */
  readonly attributes: Readonly<Record<string, string>>;
}

const NO_PRICE: PriceFields = { inc: '', ex: '', typed: null };

/** The values of a new product: the same as of one that was created with a name alone. */
export const NEW_PRODUCT: ProductValues = {
  name: '',
  code: '',
  sku: '',
  barcode: '',
  docket_name: '',
  description: '',
  online_description: '',
  image: '',
  tags: [],
  is_sold: true,
  is_purchased: false,
  is_inventory: false,
  is_modifier: false,
  variable_price: false,
  show_online: false,
  min_sell_price: '',
  max_sell_price: '',
  measure: '',
  unit_of_measure: null,
  low_stock: '',
  taxes: [],
  cost_taxes: [],
  categories: [],
  option_sets: [],
  price: NO_PRICE,
  cost: NO_PRICE,
  attributes: {},
};

/** The form of a product that was read. */
export function valuesOf(product: Product): ProductValues {
  const { variant_parent_id, variant_attributes } = product;
  return {
    name: product.name,
    code: product.code ?? '',
    sku: product.sku ?? '',
    barcode: product.barcode ?? '',
    docket_name: product.docket_name ?? '',
    description: product.description ?? '',
    online_description: product.online_description ?? '',
    image: product.image ?? '',
    tags: product.tags,
    is_sold: product.is_sold,
    is_purchased: product.is_purchased,
    is_inventory: product.is_inventory,
    is_modifier: product.is_modifier,
    variable_price: product.variable_price,
    show_online: product.show_online,
    min_sell_price: priceText(product.min_sell_price),
    max_sell_price: priceText(product.max_sell_price),
    measure: amountText(product.measure),
    unit_of_measure: product.unit_of_measure,
    low_stock: amountText(product.low_stock),
    taxes: product.taxes.map(String),
    cost_taxes: product.cost_taxes.map(String),
    categories: product.categories.map(({ id_str }) => id_str),
    option_sets: product.option_sets.map(({ id_str }) => id_str),
    price: priceFields(product.unit_price, product.unit_price_ex_tax),
    cost: priceFields(product.cost_price, product.cost_price_ex_tax),
    attributes:
      variant_parent_id === null
        ? {}
        : Object.fromEntries(
            Object.entries(variant_attributes).map(([name, value]) => [name, String(value)]),
          ),
  };
}

/** The body that makes `values` of `base`: equal fields are left out. */
export function bodyOf(values: ProductValues, base: ProductValues): UpdateProduct {
  const body: { -readonly [K in keyof UpdateProduct]: UpdateProduct[K] } = {};
  if (values.name !== base.name) body.name = values.name;
  for (const field of TEXTS) {
    if (values[field] !== base[field]) body[field] = values[field] === '' ? null : values[field];
  }
  for (const field of FLAGS) if (values[field] !== base[field]) body[field] = values[field];
  for (const field of AMOUNTS) if (values[field] !== base[field]) body[field] = amountBody(values[field]);
  for (const field of LISTS) if (!isSame(values[field], base[field])) body[field] = values[field];
  if (!isSame(values.tags, base.tags)) body.tags = values.tags;
  if (values.unit_of_measure !== base.unit_of_measure) body.unit_of_measure = values.unit_of_measure;
  if (!isSame(values.attributes, base.attributes)) body.variant_attributes = values.attributes;
  return { ...body, ...priceBody(values.price, 'unit_price'), ...priceBody(values.cost, 'cost_price') };
}
