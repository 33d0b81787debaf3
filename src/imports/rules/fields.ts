// The columns of files that another system has written: their names, and what else they are called (docs/moving-in.md).

import { type Sentence, sentence } from '../../kernel/words.ts';

/** The kinds of record that can be brought in beside the catalogue. */
export const MOVED_KINDS = ['customers', 'staff', 'sales'] as const;
export type MovedKind = (typeof MOVED_KINDS)[number];

/** The columns of customers. */
const CUSTOMER_FIELDS = {
  customer: ['id', 'customer id', 'customer number', 'reference id', 'customer no'],
  first_name: ['first name', 'given name', 'name', 'customer name'],
  last_name: ['last name', 'surname', 'family name'],
  email: ['e-mail', 'email address', 'e-mail address'],
  phone: ['phone number', 'telephone', 'tel'],
  mobile: ['mobile number', 'mobile phone', 'cell', 'cell phone'],
  company_name: ['company', 'business', 'company name'],
  tax_number: ['tax number', 'vat number', 'vat id', 'abn'],
  description: ['notes', 'note', 'memo', 'comment'],
  street: ['address', 'street address', 'street address 1', 'address line 1'],
  city: ['suburb', 'town'],
  state: ['region', 'province', 'county'],
  postal_code: ['postcode', 'zip', 'zip code', 'postal code'],
  country: ['country code'],
} as const;

/** The columns of staff. */
const STAFF_FIELDS = {
  staff: ['id', 'staff id', 'employee id', 'employee number', 'user id'],
  first_name: ['first name', 'given name', 'name', 'employee name'],
  last_name: ['last name', 'surname', 'family name'],
  email: ['e-mail', 'email address', 'e-mail address'],
  phone: ['phone number', 'telephone', 'mobile', 'tel'],
} as const;

/** The columns that say something of a whole sale; each of its rows may repeat them. */
const SALE_FIELDS = {
  sale: ['sale id', 'order id', 'transaction id', 'receipt id', 'id', 'order', 'order number'],
  time: ['date and time', 'datetime', 'timestamp', 'created at', 'placed at', 'sold at'],
  date: ['sale date', 'day', 'order date'],
  site: ['location', 'store', 'shop', 'branch', 'outlet'],
  register: ['till', 'terminal', 'device', 'pos'],
  number: ['receipt number', 'receipt no', 'sale number', 'invoice number', 'receipt'],
  order_type: ['dining option', 'order type', 'service type'],
  staff: ['staff id', 'employee', 'employee id', 'server', 'cashier', 'staff member', 'user'],
  customer: ['customer id', 'customer reference id', 'customer number'],
  notes: ['note', 'comment', 'memo'],
  refund_of: ['refunded sale', 'original sale', 'refund of', 'original order id', 'original receipt'],
  total: ['sale total', 'order total', 'total collected', 'grand total'],
} as const;

/** The columns of one line of a sale. */
export const LINE_FIELDS = {
  sku: ['product', 'product code', 'item sku', 'plu', 'item number'],
  name: ['item', 'product name', 'item name', 'description'],
  quantity: ['qty', 'units', 'count'],
  price: ['unit price', 'item price', 'price with tax'],
  price_ex_tax: ['net price', 'unit price ex tax', 'price without tax'],
  discount: ['discounts', 'discount amount', 'line discount'],
  tax: ['tax amount', 'taxes', 'vat', 'gst', 'line tax'],
  tax_code: ['tax name', 'tax rate name', 'tax code'],
  line_total: ['line amount', 'item total', 'line total', 'gross sales'],
} as const;

/** The columns of one payment of a sale. */
export const PAYMENT_FIELDS = {
  method: ['payment method', 'tender', 'payment type', 'payment', 'tender type'],
  paid: ['amount', 'amount paid', 'payment amount', 'tendered', 'paid amount'],
  tip: ['tips', 'gratuity'],
  rounding: ['cash rounding'],
  paid_at: ['payment time', 'paid at'],
} as const;

type Fields = Readonly<Record<string, readonly string[]>>;

const FIELDS: Readonly<Record<MovedKind, Fields>> = {
  customers: CUSTOMER_FIELDS,
  staff: STAFF_FIELDS,
  sales: { ...SALE_FIELDS, ...LINE_FIELDS, ...PAYMENT_FIELDS },
};

/** The names of the columns of a kind. */
export function fieldsOf(kind: MovedKind): readonly string[] {
  return Object.keys(FIELDS[kind]);
}

/** The fields of a file's columns, by the names of the columns; null is left out. */
export type ColumnMap = ReadonlyMap<string, string | null>;

/** A column's name without what tells spellings apart. */
const plain = (name: string): string =>
  name
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ');

/** The field of each column of a head: as it was chosen, else guessed by its name; null is left out. No two are the same. */
export function guessFields(
  kind: MovedKind,
  head: readonly string[],
  said: ColumnMap = new Map(),
): (string | null)[] {
  const names = head.map(plain);
  const fields = new Map(Array.from(said, ([name, field]) => [plain(name), field]));
  const guessed = names.map((name) => fields.get(name) ?? null);
  const take = (field: string, aliases: readonly string[]): void => {
    if (guessed.includes(field)) return;
    for (const alias of aliases) {
      const at = names.findIndex(
        (name, place) => name === plain(alias) && guessed[place] === null && !fields.has(name),
      );
      if (at === -1) continue;
      guessed[at] = field;
      return;
    }
  };
  const all = Object.entries(FIELDS[kind]);
  for (const [field] of all) take(field, [field]);
  for (const [field, aliases] of all) take(field, aliases);
  return guessed;
}

/** The fault of a choice of columns, in words; undefined when it can be used. */
export function wrongMap(kind: MovedKind, head: readonly string[], said: ColumnMap): Sentence | undefined {
  const known = fieldsOf(kind);
  const columns = new Set(head.map(plain));
  const taken = new Set<string>();
  for (const [name, field] of said) {
    if (!columns.has(plain(name))) return sentence('there is no column "{name}".', { name });
    if (field === null) continue;
    if (!known.includes(field))
      return sentence('"{name}" cannot be "{field}": there are {known}.', {
        ...{ name, field },
        known: known.join(', '),
      });
    if (taken.has(field)) return sentence('two columns are "{field}".', { field });
    taken.add(field);
  }
  return undefined;
}
