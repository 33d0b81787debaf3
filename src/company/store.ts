import type { Address } from '../edge/input.ts';
import type { Stored } from '../edge/records.ts';
import { notFound } from '../kernel/errors.ts';
import type { Id } from '../kernel/id.ts';
import type { Decimal } from '../kernel/money.ts';
import type { Micros } from '../kernel/time.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { empty, isIn, raw, type Sql, sql } from '../storage/sql.ts';
import { table } from '../storage/table.ts';
import { MAX_LIST_DEPTH } from './rules/lists.ts';

/** A company: the tenant everything belongs to. Its own id is its company_id. */
export interface Company extends Stored {
  readonly name: string;
  readonly business_number: string | null;
  readonly currency: string;
  readonly timezone: string;
  readonly website: string | null;
  readonly image: string | null;
  readonly contact_staff_member: Id | null;
}

/** A location of the company. */
export interface Site extends Stored {
  readonly name: string;
  readonly code: string | null;
  /** Unset: the company's. */
  readonly currency: string | null;
  readonly timezone: string | null;
  readonly postal_address: Address | null;
  readonly shipping_address: Address | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly latitude: Decimal | null;
  readonly longitude: Decimal | null;
  readonly price_list_id: Id;
  readonly prep_time_minutes: number;
  readonly online_products_enabled: boolean;
  readonly default_pass_thru_register_id: Id | null;
  /** What the kitchen is told of orders is kept as tickets, for its screens. */
  readonly kitchen_tickets: boolean;
}

/** A till. */
export interface Register extends Stored {
  readonly site_id: Id;
  readonly code: string | null;
  readonly name: string;
  readonly sale_prefix: string | null;
  readonly return_prefix: string | null;
  readonly current_staff_member: Id | null;
  readonly assigned_to_device: boolean;
  readonly last_seen_at: Micros | null;
  /** Tickets of orders of this register are printed by its agent. */
  readonly kitchen_printing: boolean;
}

/** What a staff member may do. */
export interface Permission {
  readonly code: string;
  readonly name: string;
  readonly domain: string;
}

/** Somebody who works at the company. */
export interface StaffMember extends Stored {
  readonly first_name: string;
  readonly last_name: string | null;
  readonly primary_email_address: string | null;
  readonly phone: string | null;
  readonly is_admin: boolean;
  readonly permissions: readonly Permission[];
  readonly pin_hash: string | null;
}

/** A tax; its rate is a factor (0.1 = 10 %). */
export interface Tax extends Stored {
  readonly code: string;
  readonly name: string;
  readonly rate: Decimal;
}

/** Taxes that are charged together. */
export interface TaxGroup extends Stored {
  readonly code: string;
  readonly name: string;
  readonly tax_ids: readonly string[];
}

/** Prices by product; what a list does not have, its parent does. One list without a parent is the base. */
export interface PriceList extends Stored {
  readonly name: string;
  readonly parent_id: Id | null;
}

/** A tender. */
export interface PaymentMethod extends Stored {
  readonly name: string;
  readonly ledger_code: string | null;
  readonly kind: 'cash' | 'card' | 'account' | 'addon';
  /** For kind addon: whose own method it is. */
  readonly addon_id: Id | null;
  /** True once a payment was made with it. */
  readonly used: boolean;
}

const stored = { company_id: 'plain', id: 'plain', created_at: 'plain', updated_at: 'plain' } as const;

export const companies = table<Company>('companies', {
  ...stored,
  name: 'plain',
  business_number: 'plain',
  currency: 'plain',
  timezone: 'plain',
  website: 'plain',
  image: 'plain',
  contact_staff_member: 'plain',
});

export const sites = table<Site>('sites', {
  ...stored,
  name: 'plain',
  code: 'plain',
  currency: 'plain',
  timezone: 'plain',
  postal_address: 'json',
  shipping_address: 'json',
  email: 'plain',
  phone: 'plain',
  latitude: 'plain',
  longitude: 'plain',
  price_list_id: 'plain',
  prep_time_minutes: 'int',
  online_products_enabled: 'bool',
  default_pass_thru_register_id: 'plain',
  kitchen_tickets: 'bool',
});

export const registers = table<Register>('registers', {
  ...stored,
  site_id: 'plain',
  code: 'plain',
  name: 'plain',
  sale_prefix: 'plain',
  return_prefix: 'plain',
  current_staff_member: 'plain',
  assigned_to_device: 'bool',
  last_seen_at: 'plain',
  kitchen_printing: 'bool',
});

export const staffMembers = table<StaffMember>('staff', {
  ...stored,
  first_name: 'plain',
  last_name: 'plain',
  primary_email_address: 'plain',
  phone: 'plain',
  is_admin: 'bool',
  permissions: 'json',
  pin_hash: 'plain',
});

export const taxes = table<Tax>('taxes', { ...stored, code: 'plain', name: 'plain', rate: 'plain' });

export const taxGroups = table<TaxGroup>('tax_groups', {
  ...stored,
  code: 'plain',
  name: 'plain',
  tax_ids: 'json',
});

export const priceLists = table<PriceList>('price_lists', { ...stored, name: 'plain', parent_id: 'plain' });

export const paymentMethods = table<PaymentMethod>('payment_methods', {
  ...stored,
  name: 'plain',
  ledger_code: 'plain',
  kind: 'plain',
  addon_id: 'plain',
  used: 'bool',
});

/** The company itself. A token names a company that exists, so a missing one is a 404 like any other. */
export async function getCompany(tx: Reader, company: Id): Promise<Company> {
  const found = await companies.get(tx, company, company);
  if (found === undefined) throw notFound();
  return found;
}

/** True when the installation has a company already. */
export async function hasCompany(tx: Reader): Promise<boolean> {
  return (await tx.get(sql`select 1 as one from companies limit 1`)) !== undefined;
}

/** True when the installation has no company but this one. */
export async function isOnlyCompany(tx: Reader, company: Id): Promise<boolean> {
  return (await tx.get(sql`select 1 as one from companies where id <> ${company} limit 1`)) === undefined;
}

/** The company made first, which in a sandbox is the sandbox. */
export async function firstCompany(tx: Reader): Promise<Id | undefined> {
  return (await tx.get<{ id: Id }>(sql`select id from companies order by id limit 1`))?.id;
}

/** The company's first site. */
export async function firstSite(tx: Reader, company: Id): Promise<Id | undefined> {
  return (
    await tx.get<{ id: Id }>(sql`select id from sites where company_id = ${company} order by id limit 1`)
  )?.id;
}

/** The condition that a register is at a site. */
export function atSite(site: Id): Sql {
  return sql`site_id = ${site}`;
}

/** The registers of some sites, ascending by id. */
export function registersAt(tx: Reader, company: Id, wanted: readonly Id[]): Promise<Register[]> {
  return registers.select(tx, company, isIn('site_id', wanted), sql`order by id`);
}

/**
 * Notes a sign of life of a register; false when there is no such register. Presence is no change of the record:
 * `updated_at` stays.
 */
export async function see(tx: Writer, company: Id, register: Id, now: Micros): Promise<boolean> {
  return (
    (await tx.run(
      sql`update registers set last_seen_at = ${now} where company_id = ${company} and id = ${register}`,
    )) > 0
  );
}

/** Takes a register offline, unless it has shown a sign of life after the moment `last`. */
export async function unsee(tx: Writer, company: Id, register: Id, last: Micros): Promise<void> {
  await tx.run(
    sql`update registers set last_seen_at = null
        where company_id = ${company} and id = ${register} and last_seen_at <= ${last}`,
  );
}

/** The base price list's id. */
export async function baseListId(tx: Reader, company: Id): Promise<Id> {
  const row = await tx.get<{ id: Id }>(
    sql`select id from price_lists where company_id = ${company} and parent_id is null order by id limit 1`,
  );
  if (row === undefined) throw new Error('The company has no base price list.');
  return row.id;
}

/** The most price lists of a company that are looked at. */
const MAX_LISTS = 10_000;

/** The parents of all of the company's price lists. */
export async function listParents(tx: Reader, company: Id): Promise<Map<Id, Id | null>> {
  const rows = await tx.all<{ id: Id; parent_id: Id | null }>(
    sql`select id, parent_id from price_lists where company_id = ${company} order by id limit ${MAX_LISTS}`,
  );
  return new Map(rows.map((row) => [row.id, row.parent_id]));
}

/** Remembers that what some price lists say has changed. */
export async function touchLists(tx: Writer, company: Id, lists: readonly Id[], now: Micros): Promise<void> {
  await tx.run(
    sql`update price_lists set updated_at = ${now} where company_id = ${company} and ${isIn('id', lists)}`,
  );
}

/** A price list followed by its parents, nearest first. */
export async function listChain(tx: Reader, company: Id, list: Id): Promise<Id[]> {
  const chain: Id[] = [];
  for (let next: Id | null = list; next !== null && chain.length < MAX_LIST_DEPTH; ) {
    const found: { parent_id: Id | null } | undefined = await tx.get<{ parent_id: Id | null }>(
      sql`select parent_id from price_lists where company_id = ${company} and id = ${next}`,
    );
    if (found === undefined) break;
    chain.push(next);
    next = found.parent_id;
  }
  return chain;
}

/** The tables whose ids other records name. */
export type Referable = 'sites' | 'registers' | 'staff' | 'taxes' | 'price_lists' | 'products' | 'categories';

async function find(
  tx: Reader,
  from: Referable,
  company: Id,
  wanted: readonly Id[],
  tail: Sql,
): Promise<Set<Id>> {
  const alive = from === 'products' ? sql` and deleted = 0` : empty;
  const rows = await tx.all<{ id: Id }>(
    sql`select id from ${raw(from)} where company_id = ${company} and ${isIn('id', wanted)}${alive}${tail}`,
  );
  return new Set(rows.map((row) => row.id));
}

/** Which of the ids exist in one of the company's tables. */
export function existing(tx: Reader, from: Referable, company: Id, wanted: readonly Id[]): Promise<Set<Id>> {
  return find(tx, from, company, wanted, empty);
}

/** The same, and keeps them from being deleted until the transaction that names them ends. */
export function holdExisting(
  tx: Writer,
  from: Referable,
  company: Id,
  wanted: readonly Id[],
): Promise<Set<Id>> {
  return find(tx, from, company, wanted, raw(' order by id for update'));
}

/** All of the company's taxes by id. */
export async function taxesById(tx: Reader, company: Id): Promise<Map<Id, Tax>> {
  const rows = await taxes.select(tx, company, sql`1 = 1`, sql`order by id limit 10000`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Records of one of the company's small tables by id. */
export async function byIds<T extends Stored>(
  kind: { select(tx: Reader, company: Id, where: Sql, tail: Sql): Promise<T[]> },
  tx: Reader,
  company: Id,
  wanted: readonly Id[],
): Promise<Map<Id, T>> {
  if (wanted.length === 0) return new Map();
  const rows = await kind.select(tx, company, isIn('id', wanted), sql`order by id`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Deletes a price list's prices, with the list. */
export async function removePrices(tx: Writer, { company_id, id }: PriceList): Promise<void> {
  await tx.run(sql`delete from prices where company_id = ${company_id} and price_list_id = ${id}`);
}

/** Remembers that payments exist for a method, so that it is not deleted. */
export async function markUsed(tx: Writer, method: PaymentMethod): Promise<void> {
  await tx.run(
    sql`update payment_methods set used = 1 where company_id = ${method.company_id} and id = ${method.id} and used = 0`,
  );
}

/** The add-on's own payment methods, the first one first. */
export function ownMethods(tx: Reader, company: Id, addon: Id): Promise<PaymentMethod[]> {
  return paymentMethods.select(tx, company, sql`addon_id = ${addon}`, sql`order by id limit 1000`);
}

/** The prices of a list with the product's name, ascending by product. */
export async function pricesOf(
  tx: Reader,
  company: Id,
  lists: readonly Id[],
): Promise<
  {
    price_list_id: Id;
    product_id: Id;
    name: string;
    price: Decimal;
    price_form: 'ex' | 'inc';
    taxes: string;
  }[]
> {
  return tx.all(
    sql`select p.price_list_id, p.product_id, x.name, p.price, p.price_form, x.taxes
        from prices p join products x on x.company_id = p.company_id and x.id = p.product_id
        where p.company_id = ${company} and ${isIn('p.price_list_id', lists)} and p.price is not null and x.deleted = 0
        order by p.price_list_id, p.product_id limit 100000`,
  );
}
