import { requireRights } from '../company/rights.ts';
import { changedFields } from '../edge/records.ts';
import type { Author } from '../kernel/author.ts';
import { invalid, unknownRecord } from '../kernel/errors.ts';
import { differenceOf, type Fact } from '../kernel/event.ts';
import { withGiven } from '../kernel/given.ts';
import type { Id } from '../kernel/id.ts';
import { mergeMetadata } from '../kernel/metadata.ts';
import { sentence } from '../kernel/words.ts';
import { initial } from '../shape/state.ts';
import { findByExternalId, setExternalId } from '../storage/external-ids.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { fold } from '../storage/sql.ts';
import type { CustomerInput, OrderCustomerInput } from './input.ts';
import { foundBy } from './rules/search.ts';
import { CUSTOMER, type Customer } from './shape.ts';
import {
  customers,
  findByEmail,
  findByName,
  findByReference,
  getCustomer,
  referenceOf,
  saveTraces,
  setReference,
} from './store.ts';
import { customerView } from './view.ts';

/** A customer that was saved, and the events of it. */
interface SavedCustomer {
  readonly customer: Customer;
  readonly facts: readonly Fact[];
}

/** Columns that follow from other fields; no event names them as changed. */
const DERIVED: ReadonlySet<string> = new Set(['email_folded', 'found_by']);

/** A customer after a body. The external id belongs to the add-on and is kept beside the record. */
function merge(before: Customer, input: CustomerInput): Customer {
  const { reference_id: _reference, external_id: _name, metadata, ...fields } = input;
  const merged = withGiven(before, fields);
  return {
    ...merged,
    metadata: mergeMetadata(before.metadata, metadata),
    email_folded: merged.email === null ? null : fold(merged.email),
    found_by: fold(foundBy(merged)),
  };
}

/** The rules of create and update: a first name, and an e-mail address or a phone number (reference: customers.2). */
function check(customer: Customer, field: string): void {
  const at = (name: string) => (field === '' ? name : `${field}.${name}`);
  if (customer.first_name === '') throw invalid(at('first_name'), sentence('is required.'));
  if (customer.email === null && customer.phone === null) {
    throw invalid(at('email'), sentence('an e-mail address or a phone number is required.'));
  }
}

function fact(topic: Fact['topic'], customer: Customer, changed: readonly string[], before?: Customer): Fact {
  const view = customerView(customer, '');
  const previous =
    before &&
    differenceOf(
      customerView(before, ''),
      view,
      changed.filter((name) => name !== 'reference_id'),
    ).previous;
  const payload = JSON.stringify(view);
  return { topic, resource: customer.id, sites: [], changed, previous, payload, customer: customer.id };
}

/** A customer with initial values only. */
function blankCustomer({ company, now }: Author, id: Id): Customer {
  return initial(CUSTOMER, { company_id: company, id, created_at: now, updated_at: now });
}

/** The customer with the details that were sent; 400 naming the field below `field` when something is missing. */
function withDetails(before: Customer, input: CustomerInput, field: string): Customer {
  const merged = merge(before, input);
  check(merged, field);
  return merged;
}

/** A customer who is not saved yet; 400 naming the field when something is missing. */
export function newCustomer(by: Author, id: Id, input: CustomerInput): Customer {
  return withDetails(blankCustomer(by, id), input, '');
}

/** A staff member who may not leave taxes out exempts no customer either: every order of theirs would be without (reference: orders.73). */
async function requireToExempt(tx: Writer, by: Author, { tax_exempt: exempt }: Customer): Promise<void> {
  if (exempt !== null) await requireRights(tx, by, ['OverrideTax']);
}

/** Creates a customer; 400 naming the field below `field` when something is missing. */
export async function createCustomer(
  tx: Writer,
  call: Author,
  input: CustomerInput,
  field = '',
): Promise<SavedCustomer> {
  const [id] = await tx.ids('customer', 1);
  if (id === undefined) throw new Error('No id for a customer.');
  const customer = withDetails(blankCustomer(call, id), input, field);
  await requireToExempt(tx, call, customer);
  await customers.insert(tx, customer);
  await saveTraces(tx, customer, undefined);
  if (input.reference_id) await setReference(tx, call.company, call.addon, id, input.reference_id);
  await setExternalId(tx, call, 'customer', id, input.external_id);
  return { customer, facts: [fact('customers/created', customer, Object.keys(input))] };
}

/** Changes a customer; fields that were not sent keep their values. */
export async function updateCustomer(
  tx: Writer,
  call: Author,
  before: Customer,
  input: CustomerInput,
  field = '',
): Promise<SavedCustomer> {
  const merged = withDetails(before, input, field);
  const changed = changedFields(before, merged).filter((name) => !DERIVED.has(name));
  if (changed.includes('tax_exempt')) await requireToExempt(tx, call, merged);
  const reference = input.reference_id === undefined ? undefined : (input.reference_id ?? '');
  if (reference !== undefined && reference !== (await referenceOf(tx, call.company, call.addon, before.id))) {
    await setReference(tx, call.company, call.addon, before.id, reference);
    changed.push('reference_id');
  }
  if (await setExternalId(tx, call, 'customer', before.id, input.external_id)) changed.push('external_id');
  if (changed.length === 0) return { customer: before, facts: [] };
  const customer = { ...merged, updated_at: call.now };
  await customers.update(tx, customer);
  await saveTraces(tx, customer, before);
  return { customer, facts: [fact('customers/updated', customer, changed, before)] };
}

/** Deletes a customer: it is gone for everybody, but orders keep pointing at who they were for. */
export async function deleteCustomer(tx: Writer, call: Author, before: Customer): Promise<readonly Fact[]> {
  const customer = { ...before, deleted: true, updated_at: call.now };
  await customers.update(tx, customer);
  await saveTraces(tx, { ...customer, found_by: '', tags: [] }, before);
  return [fact('customers/deleted', before, [])];
}

/**
 * The customer object of an order (reference: orders.33): an existing customer is recognised
 * by id, else the add-on's reference_id or external_id, else e-mail, else names and phone together, and is updated with
 * the fields that were sent; a missing one is created.
 */
export async function linkCustomer(
  tx: Writer,
  call: Author,
  input: OrderCustomerInput,
): Promise<SavedCustomer> {
  const { id, ...details } = input;
  const existing = (await recognise(tx, call, id, details)) ?? (await recogniseInTurn(tx, call, details));
  if (existing === undefined) return createCustomer(tx, call, details, 'customer');
  const locked = await customers.getForUpdate(tx, call.company, existing.id);
  return updateCustomer(tx, call, locked ?? existing, details, 'customer');
}

/** A customer as an add-on would see it. */
interface ForeseenCustomer {
  /** Undefined when it would be created. */
  readonly id: Id | undefined;
  readonly customer: Customer;
  readonly reference: string;
}

/** The customer that `linkCustomer` would save. */
export async function foreseeCustomer(
  tx: Reader,
  call: Author,
  input: OrderCustomerInput,
): Promise<ForeseenCustomer> {
  const { id, ...details } = input;
  const existing = await recognise(tx, call, id, details);
  const customer = withDetails(existing ?? blankCustomer(call, 0n), details, 'customer');
  const kept = existing && (await referenceOf(tx, call.company, call.addon, existing.id));
  const { reference_id: sent = kept } = details;
  return { id: existing?.id, customer, reference: sent ?? '' };
}

/** The customer that another order may just have made of the same details: of several at once one makes it. */
async function recogniseInTurn(
  tx: Writer,
  call: Author,
  details: CustomerInput,
): Promise<Customer | undefined> {
  const { reference_id: reference, external_id: name, email, phone } = details;
  const known = [
    ...(reference ? [`reference ${call.addon} ${reference}`] : []),
    ...(name ? [`name ${call.addon} ${name}`] : []),
    ...(email ? [`e-mail ${fold(email)}`] : []),
    ...(phone ? [`phone ${phone}`] : []),
  ];
  if (known.length === 0) return undefined;
  await tx.turn(known.map((each) => `customer of ${call.company}: ${each}`));
  return recognise(tx, call, undefined, details);
}

async function recognise(
  tx: Reader,
  call: Author,
  id: Id | undefined,
  input: CustomerInput,
): Promise<Customer | undefined> {
  const { company, addon } = call;
  if (id !== undefined) {
    const found = await getCustomer(tx, company, id);
    if (found === undefined) throw unknownRecord('customer.id', id);
    return found;
  }
  if (input.reference_id) {
    const found = await findByReference(tx, company, addon, input.reference_id);
    if (found !== undefined) return found;
  }
  const named = input.external_id
    ? await findByExternalId(tx, call, 'customer', input.external_id)
    : undefined;
  if (named !== undefined) return getCustomer(tx, company, named);
  if (input.email) {
    const found = await findByEmail(tx, company, input.email);
    if (found !== undefined) return found;
  }
  if (input.first_name !== undefined && input.phone) {
    return findByName(tx, company, input.first_name, input.last_name ?? '', input.phone);
  }
  return undefined;
}
