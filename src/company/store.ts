import { notFound } from '../kernel/errors.ts';
import type { Id } from '../kernel/id.ts';
import { type Decimal, minorStep, minorUnits } from '../kernel/money.ts';
import type { Micros } from '../kernel/time.ts';
import type { Owned } from '../shape/shape.ts';
import { kept } from '../storage/kept.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { empty, isIn, raw, type Sql, sql } from '../storage/sql.ts';
import { type Table, tableOf } from '../storage/table.ts';
import { MAX_LIST_DEPTH } from './rules/lists.ts';
import {
  COMPANY,
  type Company,
  PAYMENT_METHOD,
  type PaymentMethod,
  PRICE_LIST,
  type PriceList,
  REGISTER,
  type Register,
  SITE,
  type Site,
  TAX,
  TAX_GROUP,
  type Tax,
  type TaxGroup,
} from './shape.ts';
import { ROLE, type Role, STAFF, type StaffMember } from './staff-shape.ts';

export const companies: Table<Company> = tableOf('companies', COMPANY);
export const sites: Table<Site> = tableOf('sites', SITE);
export const registers: Table<Register> = tableOf('registers', REGISTER);
export const staffMembers: Table<StaffMember> = tableOf('staff', STAFF);
export const roles: Table<Role> = tableOf('roles', ROLE);
export const taxes: Table<Tax> = tableOf('taxes', TAX);
export const taxGroups: Table<TaxGroup> = tableOf('tax_groups', TAX_GROUP);
export const priceLists: Table<PriceList> = tableOf('price_lists', PRICE_LIST);
export const paymentMethods: Table<PaymentMethod> = tableOf('payment_methods', PAYMENT_METHOD);

/** The company itself. A token names a company that exists, so a missing one is a 404 like any other. */
export async function getCompany(tx: Reader, company: Id): Promise<Company> {
  const found = await companies.get(tx, company, company);
  if (found === undefined) throw notFound();
  return found;
}

/** The time zone that local times are read in: of a site, else of the company (reference: conventions.15). */
export async function zoneOf(tx: Reader, company: Id, site?: Pick<Site, 'timezone'>): Promise<string> {
  return site?.timezone ?? (await getCompany(tx, company)).timezone;
}

/** The decimals of the company's currency. */
export async function decimalsOf(tx: Reader, company: Id): Promise<number> {
  return minorUnits((await getCompany(tx, company)).currency) ?? 2;
}

/** The smallest amount of a site's currency (reference: money.17). */
export async function smallestAmountAt(tx: Reader, company: Id, site: Id): Promise<Decimal> {
  const currency = (await sites.get(tx, company, site))?.currency ?? (await getCompany(tx, company)).currency;
  return minorStep(minorUnits(currency) ?? 2);
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
export async function markSeen(tx: Writer, company: Id, register: Id, now: Micros): Promise<boolean> {
  return (
    (await tx.run(
      sql`update registers set last_seen_at = ${now} where company_id = ${company} and id = ${register}`,
    )) > 0
  );
}

/** Takes a register offline, unless it has shown a sign of life after the moment `last`. */
export async function markUnseen(tx: Writer, company: Id, register: Id, last: Micros): Promise<void> {
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
export function listChain(tx: Reader, company: Id, list: Id): Promise<readonly Id[]> {
  return kept(tx, `${company} lists above ${list}`, ['price_lists'], () => readChain(tx, company, list));
}

async function readChain(tx: Reader, company: Id, list: Id): Promise<Id[]> {
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

/** The price lists of a company that hold at times, or for types of orders (reference: prices.1). */
export function termedLists(tx: Reader, company: Id): Promise<readonly PriceList[]> {
  const where = sql`(schedule is not null or order_types is not null)`;
  return kept(tx, `${company} termed lists`, ['price_lists'], () =>
    priceLists.select(tx, company, where, sql`order by id limit ${MAX_LISTS}`),
  );
}

/** The tables whose ids other records name. */
export type Referable =
  | 'sites'
  | 'registers'
  | 'staff'
  | 'roles'
  | 'taxes'
  | 'price_lists'
  | 'products'
  | 'categories';

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

/** Keeps the company's record as it is until the transaction ends; who also keeps it is not waited for. */
export async function keepCompany(tx: Writer, company: Id): Promise<void> {
  await tx.get(sql`select id from companies where company_id = ${company} and id = ${company} for share`);
}

/** The same of a site. */
export async function keepSite(tx: Writer, company: Id, site: Id): Promise<void> {
  await tx.get(sql`select id from sites where company_id = ${company} and id = ${site} for share`);
}

/** Which of the ids exist in one of the company's tables. */
export function existing(tx: Reader, from: Referable, company: Id, wanted: readonly Id[]): Promise<Set<Id>> {
  return find(tx, from, company, wanted, empty);
}

/** The same, locked: they cannot be deleted until the transaction that refers to them ends. */
export function lockExisting(
  tx: Writer,
  from: Referable,
  company: Id,
  wanted: readonly Id[],
): Promise<Set<Id>> {
  return find(tx, from, company, wanted, raw(' order by id for update'));
}

/** All of the company's taxes by id. */
export function taxesById(tx: Reader, company: Id): Promise<ReadonlyMap<Id, Tax>> {
  return kept(tx, `${company} taxes`, ['taxes'], async () => {
    const rows = await taxes.select(tx, company, sql`1 = 1`, sql`order by id limit 10000`);
    return new Map(rows.map((row) => [row.id, row]));
  });
}

/** Records of one of the company's small tables by id. */
export async function byIds<T extends Owned>(
  kind: { select(tx: Reader, company: Id, where: Sql, tail: Sql): Promise<T[]> },
  tx: Reader,
  company: Id,
  wanted: readonly Id[],
): Promise<Map<Id, T>> {
  if (wanted.length === 0) return new Map();
  const rows = await kind.select(tx, company, isIn('id', wanted), sql`order by id`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Payment methods by id. */
export function methodsById(
  tx: Reader,
  company: Id,
  wanted: readonly Id[],
): Promise<ReadonlyMap<Id, PaymentMethod>> {
  return kept(tx, `${company} methods ${wanted}`, ['payment_methods'], () =>
    byIds(paymentMethods, tx, company, wanted),
  );
}

/** Deletes a price list's prices, with the list. */
export async function removePrices(tx: Writer, { company_id, id }: PriceList): Promise<void> {
  await tx.run(sql`delete from prices where company_id = ${company_id} and price_list_id = ${id}`);
}

/** Remembers that payments exist for a method, so that it is not deleted. */
export async function markUsed(tx: Writer, method: PaymentMethod): Promise<void> {
  await tx.send(
    sql`update payment_methods set used = 1 where company_id = ${method.company_id} and id = ${method.id} and used = 0`,
  );
}

/** The add-on's own payment methods, the first one first. */
export function ownMethods(tx: Reader, company: Id, addon: Id): Promise<readonly PaymentMethod[]> {
  return kept(tx, `${company} methods of ${addon}`, ['payment_methods'], () =>
    paymentMethods.select(tx, company, sql`addon_id = ${addon}`, sql`order by id limit 1000`),
  );
}
