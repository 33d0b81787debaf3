import { foreseeCustomer, linkCustomer } from '../../customers/save.ts';
import { customersById, getCustomer, hasReference, referencesOf } from '../../customers/store.ts';
import { orderCustomerView } from '../../customers/view.ts';
import type { Call } from '../../edge/call.ts';
import type { Author } from '../../kernel/author.ts';
import { invalid, unknownRecord } from '../../kernel/errors.ts';
import type { Fact } from '../../kernel/event.ts';
import type { Id } from '../../kernel/id.ts';
import { sentence } from '../../kernel/words.ts';
import type { Reader, Writer } from '../../storage/port.ts';
import { together } from '../../storage/together.ts';
import type { Order, OrderChange, OrderInput } from '../types.ts';

// The customer of an order, and how they are shown (reference: orders.33, customers.6).

/** A linked customer as JSON, or "null". */
export interface ShownCustomer {
  /** As the calling add-on sees it. */
  readonly own: string;
  /** As events keep it: a reference_id is private, and filled in for each add-on that reads the event. */
  readonly forEvents: string;
}

const NO_CUSTOMER: ShownCustomer = { own: 'null', forEvents: 'null' };

/** Several linked customers by id, deleted ones too: an order still shows who it was for. */
export async function shownCustomers(
  tx: Reader,
  by: Pick<Author, 'company' | 'addon'>,
  ids: readonly (Id | null)[],
): Promise<(id: Id | null) => ShownCustomer> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (wanted.length === 0) return () => NO_CUSTOMER;
  const [customers, references] = await together([
    customersById(tx, by.company, wanted),
    referencesOf(tx, by.company, by.addon, wanted),
  ]);
  const shown = new Map(
    [...customers].map(([id, customer]): [Id, ShownCustomer] => [
      id,
      {
        own: JSON.stringify(orderCustomerView(customer, references.get(id) ?? '')),
        forEvents: JSON.stringify(orderCustomerView(customer, '')),
      },
    ]),
  );
  return (id) => (id === null ? NO_CUSTOMER : (shown.get(id) ?? NO_CUSTOMER));
}

/** 400 when a body names a customer in both ways. */
export function refuseTwoCustomers({ customer_id: id, customer }: OrderChange): void {
  if (id !== undefined && id !== null && customer) {
    throw invalid('customer', sentence('send customer_id or customer, not both.'));
  }
}

/** 400 when the customer does not exist. */
async function requireCustomer(tx: Reader, call: Call, id: Id | null): Promise<void> {
  if (id !== null && (await getCustomer(tx, call.company, id)) === undefined) {
    throw unknownRecord('customer_id', id);
  }
}

/** The customer of an order after a change, and the events of the customer's own record. */
export interface LinkedCustomer {
  readonly customer: Id | null;
  readonly facts: readonly Fact[];
}

/** The customer that a body links, unlinks or leaves. One who was deleted since can stay, but not be linked anew. */
export async function linkOrderCustomer(
  tx: Writer,
  call: Call,
  input: OrderChange,
  before: Id | null,
): Promise<LinkedCustomer> {
  const { customer_id: id, customer } = input;
  refuseTwoCustomers(input);
  if (customer) {
    const saved = await linkCustomer(tx, call, customer);
    return { customer: saved.customer.id, facts: saved.facts };
  }
  if ((id === undefined && customer === undefined) || id === before) return { customer: before, facts: [] };
  await requireCustomer(tx, call, id ?? null);
  return { customer: id ?? null, facts: [] };
}

/** The customer that `linkOrderCustomer` would link to a new order, and their JSON; nothing is saved. */
export async function foreseeOrderCustomer(
  tx: Reader,
  call: Call,
  input: OrderChange,
): Promise<{ readonly customer: Id | null; readonly own: string }> {
  const { customer_id: id = null, customer } = input;
  refuseTwoCustomers(input);
  if (!customer) {
    await requireCustomer(tx, call, id);
    return { customer: id, own: (await shownCustomers(tx, call, [id]))(id).own };
  }
  const { id: known, customer: merged, reference } = await foreseeCustomer(tx, call, customer);
  const view = orderCustomerView(merged, reference);
  const own = known === undefined ? { ...view, id: null, id_str: null } : view;
  return { customer: known ?? null, own: JSON.stringify(own) };
}

/** Why a customer is charged no tax; null when taxes are (reference: money.26). */
async function customerExemption(
  tx: Reader,
  { company }: Pick<Author, 'company'>,
  id: Id | null,
): Promise<Order['tax_exempt']> {
  return id === null ? null : ((await getCustomer(tx, company, id))?.tax_exempt ?? null);
}

/** True when two exemptions say the same. */
export function isSame(one: Order['tax_exempt'], other: Order['tax_exempt']): boolean {
  return (
    one?.number === other?.number && one?.reason === other?.reason && (one === null) === (other === null)
  );
}

/**
 * Why an order is charged no tax after its customer may have changed: an exemption comes with its customer and goes with
 * them; one that the order was given itself stays.
 */
export async function exemptionAfter(
  tx: Reader,
  by: Pick<Author, 'company'>,
  { customer_id: was, tax_exempt: before }: Order,
  customer: Id | null,
): Promise<Order['tax_exempt']> {
  if (customer === was) return before;
  const own = await customerExemption(tx, by, customer);
  if (own !== null || before === null) return own;
  return isSame(before, await customerExemption(tx, by, was)) ? null : before;
}

/** Why a new order is charged no tax: what its body says, else its customer; a refund is as its original was. */
export async function exemptionOf(
  tx: Reader,
  call: Call,
  { tax_exempt: sent, customer_id: id, customer }: OrderInput,
  original: Order | undefined,
): Promise<Order['tax_exempt']> {
  if (original !== undefined) return original.tax_exempt;
  if (sent !== undefined) return sent;
  if (customer) return (await foreseeCustomer(tx, call, customer)).customer.tax_exempt;
  return customerExemption(tx, call, id ?? null);
}

/** True when one of the customers is known to some add-on by a reference (reference: orders.34). */
export async function anyReferenced(tx: Reader, company: Id, ids: readonly (Id | null)[]): Promise<boolean> {
  for (const id of ids) if (id !== null && (await hasReference(tx, company, id))) return true;
  return false;
}
