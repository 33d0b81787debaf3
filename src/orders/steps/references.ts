// What a body of an order names and is not there is named in one answer, not one by one (reference: conventions.60). It
// is looked for when the first of it was refused: a body that names what is there costs no query more.

import { existing, methodsById } from '../../company/store.ts';
import { getCustomer } from '../../customers/store.ts';
import type { Call } from '../../edge/call.ts';
import { UnknownRecords, unknownRecord, type WrongField } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/id.ts';
import { optionSetsById } from '../../products/options.store.ts';
import type { Reader } from '../../storage/port.ts';
import { readOrder } from '../row/store.ts';
import { discountsNamed } from '../rules/discounts.ts';
import type { ChosenSetInput, LineInput, Order, OrderChange, OrderInput } from '../types.ts';
import { knownDiscounts } from './discounts.ts';
import { ascending } from './facts.ts';

type Kind =
  | 'sites'
  | 'registers'
  | 'staff'
  | 'products'
  | 'customers'
  | 'orders'
  | 'option_sets'
  | 'payment_methods'
  | 'discounts';

/** A record that a body names, and where. */
export interface Reference {
  readonly kind: Kind;
  readonly field: string;
  readonly id: Id;
}

type Sent = Id | null | undefined;

function reference(kind: Kind, field: string, id: Sent): Reference[] {
  return id === null || id === undefined ? [] : [{ kind, field, id }];
}

/** Does what is to be done with a body; where that is refused for a record that is not there, all such are named. */
export async function namingAll<T>(
  tx: Reader,
  call: Call,
  named: () => readonly Reference[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UnknownRecords)) throw error;
    const unknown = await unknownOf(tx, call.company, named());
    const others = error.wrong.filter(({ field }) => !unknown.some((each) => each.field === field));
    throw new UnknownRecords([...others, ...unknown]);
  }
}

/** Those of the named records that are not there, in the order in which they are named. */
async function unknownOf(tx: Reader, company: Id, named: readonly Reference[]): Promise<WrongField[]> {
  const known = new Map<Kind, ReadonlySet<Id>>();
  for (const [kind, all] of Map.groupBy(named, (each) => each.kind)) {
    known.set(kind, await KNOWN[kind](tx, company, ascending(all.map(({ id }) => id))));
  }
  return named.flatMap(({ kind, field, id }) =>
    known.get(kind)?.has(id) === true ? [] : unknownRecord(field, id).wrong,
  );
}

type Find = (tx: Reader, company: Id, ids: readonly Id[]) => Promise<ReadonlySet<Id>>;

const idsOf = (found: ReadonlyMap<Id, unknown>): ReadonlySet<Id> => new Set(found.keys());

/** Which of the ids are there, by what they are of. A body names one customer and one order at most. */
const KNOWN: Readonly<Record<Kind, Find>> = {
  sites: (tx, company, ids) => existing(tx, 'sites', company, ids),
  registers: (tx, company, ids) => existing(tx, 'registers', company, ids),
  staff: (tx, company, ids) => existing(tx, 'staff', company, ids),
  products: (tx, company, ids) => existing(tx, 'products', company, ids),
  customers: async (tx, company, ids) => {
    const found = await Promise.all(ids.map((id) => getCustomer(tx, company, id)));
    return new Set(found.flatMap((customer) => customer?.id ?? []));
  },
  orders: async (tx, company, ids) => {
    const found = await Promise.all(ids.map((id) => readOrder(tx, company, id)));
    return new Set(found.flatMap((order) => (order === undefined || order.deleted ? [] : order.id)));
  },
  option_sets: async (tx, company, ids) => idsOf(await optionSetsById(tx, company, ids)),
  payment_methods: async (tx, company, ids) => idsOf(await methodsById(tx, company, ids)),
  discounts: async (tx, company, ids) => idsOf(await knownDiscounts(tx, company, ids)),
};

/** The records that the body of a new order names. Lines of a refund name what was sold, which may be gone by now. */
export function namedByNew(input: OrderInput): Reference[] {
  const { original_order_id_str: original, payments = [], lines = [], options = [] } = input;
  const printer = input.pass_thru_printing === true ? input.pass_thru_printing_register : null;
  const isSale = original === undefined || original === null;
  return [
    ...reference('sites', 'site_id', input.site_id),
    ...reference('orders', 'original_order_id_str', original),
    ...namedByFields(input),
    ...reference('registers', 'pass_thru_printing_register', printer),
    ...discountsNamed(input).flatMap((id) => reference('discounts', 'discount_id', id)),
    ...(isSale ? namedByLines(lines, (at) => `lines[${at}].`) : []),
    ...(isSale ? namedBySets(options, 'options') : []),
    ...payments.flatMap(({ method_id }, at) =>
      reference('payment_methods', `payments[${at}].method_id`, method_id),
    ),
  ];
}

/** The records that a change of an order names. A customer or discount that it has already may be gone. */
export function namedByChange(input: OrderChange, before: Order): Reference[] {
  const isNew = (id: Id) => id !== before.discount_id;
  return [
    ...namedByFields(input).filter(({ field, id }) => field !== 'customer_id' || id !== before.customer_id),
    ...discountsNamed(input, before)
      .filter(isNew)
      .flatMap((id) => reference('discounts', 'discount_id', id)),
  ];
}

function namedByFields(
  input: Pick<OrderChange, 'register_id' | 'staff_member_id' | 'customer_id' | 'customer'>,
): Reference[] {
  return [
    ...reference('registers', 'register_id', input.register_id),
    ...reference('staff', 'staff_member_id', input.staff_member_id),
    ...reference('customers', 'customer_id', input.customer_id),
    ...reference('customers', 'customer.id', input.customer?.id),
  ];
}

/** The records that new lines name: products, modifiers, option sets and discounts. */
export function namedByLines(lines: readonly LineInput[], field: (at: number) => string): Reference[] {
  return lines.flatMap((line, at) => {
    if (line.part_of_option_set === true) return [];
    const { modifiers = [], option_sets = [] } = line;
    return [
      ...reference('products', `${field(at)}product_id`, line.product_id),
      ...discountsNamed(line).flatMap((id) => reference('discounts', `${field(at)}discount_id`, id)),
      ...namedModifiers(modifiers, field(at)),
      ...namedBySets(option_sets, `${field(at)}option_sets`),
    ];
  });
}

/** The modifiers of a line. */
export function namedModifiers(modifiers: readonly { readonly id: Id }[], field: string): Reference[] {
  return modifiers.flatMap(({ id }, at) => reference('products', `${field}modifiers[${at}]`, id));
}

/** Sets that are chosen from. Their options are looked for in the set, and refused as none of it. */
function namedBySets(sets: readonly ChosenSetInput[], field: string): Reference[] {
  return sets.flatMap(({ option_set_id, options }, at) => [
    ...reference('option_sets', `${field}[${at}].option_set_id`, option_set_id),
    ...options.flatMap(({ option_sets = [] }, place) =>
      namedBySets(option_sets, `${field}[${at}].options[${place}].option_sets`),
    ),
  ]);
}
