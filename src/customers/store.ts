import { byIds } from '../company/store.ts';
import type { Id } from '../kernel/id.ts';
import { type GramTable, gramsOf, saveGrams } from '../storage/grams.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { insertRows } from '../storage/rows.ts';
import { every, fold, isIn, join, type Sql, sql } from '../storage/sql.ts';
import { type Table, tableOf } from '../storage/table.ts';
import { CUSTOMER, type Customer } from './shape.ts';

export const customers: Table<Customer> = tableOf('customers', CUSTOMER);

/** Saves new customers together, with the rows that they are found by. */
export async function insertCustomers(tx: Writer, company: Id, made: readonly Customer[]): Promise<void> {
  await customers.sendInserts(tx, made);
  await insertRows(
    tx,
    sql`insert into customer_grams (company_id, gram, customer_id) values`,
    made.flatMap(({ id, found_by }) => gramsOf(found_by).map((gram) => [company, gram, id])),
  );
}

/** A customer who is not deleted. */
export async function getCustomer(tx: Reader, company: Id, id: Id): Promise<Customer | undefined> {
  const found = await customers.get(tx, company, id);
  return found === undefined || found.deleted ? undefined : found;
}

/** The pieces that customers are found by. */
export const GRAMS: GramTable = { name: 'customer_grams', id: 'customer_id' };

/** Keeps the rows that a customer is found by; `before` is undefined for a new one. */
export async function saveTraces(
  tx: Writer,
  customer: Customer,
  before: Customer | undefined,
): Promise<void> {
  const { company_id: company, id } = customer;
  await saveGrams(tx, GRAMS, customer, before?.found_by ?? '', customer.found_by);
  const tags = [...new Set(customer.tags)];
  const had = before?.tags ?? [];
  if (had.length === tags.length && had.every((tag) => tags.includes(tag))) return;
  await tx.run(sql`delete from customer_tags where company_id = ${company} and customer_id = ${id}`);
  if (tags.length === 0) return;
  const rows = tags.map((tag) => sql`(${company}, ${tag}, ${id})`);
  await tx.run(sql`insert into customer_tags (company_id, tag, customer_id) values ${join(rows)}`);
}

// The plus sign keeps a planner from walking through all customers by their last change instead of looking the few up.
const NEWEST = sql`order by +updated_at desc, id desc limit 1`;

/** The most recently updated customer with an e-mail address, compared without case. */
export async function findByEmail(tx: Reader, company: Id, email: string): Promise<Customer | undefined> {
  const rows = await customers.select(
    tx,
    company,
    sql`deleted = 0 and email_folded = ${fold(email)}`,
    NEWEST,
  );
  return rows[0];
}

/** The condition that a last name is this one; an empty one is that of customers without any. */
function lastNameIs(last: string): Sql {
  return last === '' ? sql`(last_name is null or last_name = '')` : sql`last_name = ${last}`;
}

/** The most recently updated customer with a name and phone number; with any last name when `last` is absent. */
export async function findByName(
  tx: Reader,
  company: Id,
  first: string,
  last: string | undefined,
  phone: string,
): Promise<Customer | undefined> {
  // Found by the number: many have the same first name.
  const where = [sql`deleted = 0`, sql`(first_name = ${first}) is true`, sql`phone = ${phone}`];
  if (last !== undefined) where.push(sql`(${lastNameIs(last)}) is true`);
  const rows = await customers.select(tx, company, every(where), NEWEST);
  return rows[0];
}

/** The first customer whom an add-on knows by a reference. */
export async function findByReference(
  tx: Reader,
  company: Id,
  addon: Id,
  reference: string,
): Promise<Customer | undefined> {
  const rows = await customers.select(
    tx,
    company,
    sql`deleted = 0 and id in (select customer_id from customer_references
        where company_id = ${company} and addon_id = ${addon} and reference_id = ${reference})`,
    sql`order by id limit 1`,
  );
  return rows[0];
}

/** An add-on's references of the customers; those it has none for are missing. */
export async function referencesOf(
  tx: Reader,
  company: Id,
  addon: Id,
  ids: readonly Id[],
): Promise<Map<Id, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.all<{ customer_id: Id; reference_id: string }>(
    sql`select customer_id, reference_id from customer_references
        where company_id = ${company} and addon_id = ${addon} and ${isIn('customer_id', ids)}`,
  );
  return new Map(rows.map((row) => [row.customer_id, row.reference_id]));
}

/** An add-on's reference of a customer; "" when it has none. */
export async function referenceOf(tx: Reader, company: Id, addon: Id, id: Id): Promise<string> {
  return (await referencesOf(tx, company, addon, [id])).get(id) ?? '';
}

/** True when any add-on has a reference for the customer. */
export async function hasReference(tx: Reader, company: Id, id: Id): Promise<boolean> {
  const row = await tx.get(
    sql`select 1 as one from customer_references where company_id = ${company} and customer_id = ${id} limit 1`,
  );
  return row !== undefined;
}

/** Sets or (with an empty text) removes what an add-on calls a customer. */
export async function setReference(
  tx: Writer,
  company: Id,
  addon: Id,
  id: Id,
  reference: string,
): Promise<void> {
  if (reference === '') {
    await tx.run(
      sql`delete from customer_references
          where company_id = ${company} and addon_id = ${addon} and customer_id = ${id}`,
    );
    return;
  }
  await tx.run(
    sql`insert into customer_references (company_id, addon_id, customer_id, reference_id)
        values (${company}, ${addon}, ${id}, ${reference})
        on conflict (company_id, addon_id, customer_id) do update set reference_id = excluded.reference_id`,
  );
}

/** Several customers by id, deleted ones too: an order still shows who it was for. */
export async function customersById(tx: Reader, company: Id, ids: readonly Id[]): Promise<Map<Id, Customer>> {
  return byIds(customers, tx, company, ids);
}
