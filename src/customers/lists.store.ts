import type { Id } from '../kernel/id.ts';
import {
  type Bound,
  countRecords,
  findRecords,
  type Listing,
  type Narrowed,
  type Total,
  within,
} from '../storage/finding.ts';
import { matchText, wordsOf } from '../storage/grams.ts';
import type { Reader } from '../storage/port.ts';
import { contains, fold, isIn, type Sql, sql } from '../storage/sql.ts';
import { searchedWord } from './rules/search.ts';
import type { Customer } from './shape.ts';
import { customersById, GRAMS } from './store.ts';

/** The filters of customer lists (reference: customers.7). */
export interface CustomerFilter {
  readonly ids: readonly Id[] | undefined;
  readonly reference: string | undefined;
  readonly phone: string | undefined;
  readonly tag: string | undefined;
  /** Words in the name, e-mail address or telephone numbers. */
  readonly q: string | undefined;
  /** Bounds of the last change; the list then goes by it. */
  readonly updated: readonly Bound[];
}

/** The filters of the list, as conditions after an id. */
async function narrowed(
  tx: Reader,
  company: Id,
  addon: Id,
  filter: CustomerFilter,
  after: Id,
): Promise<Narrowed> {
  const { ids, reference, phone, tag, q = '', updated } = filter;
  const words = wordsOf(fold(q)).map(searchedWord);
  const { ids: matching, gram, few } = await matchText(tx, GRAMS, company, words[0] ?? '', after);
  const own: Sql[] = [sql`deleted = 0`];
  const indexed: Sql[] = [];
  const listings: Listing[] = [];
  const customers = sql`select id from customers where company_id = ${company} and deleted = 0`;
  for (const some of [ids, matching]) {
    if (some === undefined) continue;
    own.push(isIn('id', some));
    indexed.push(sql`select id from customers where company_id = ${company} and ${isIn('id', some)}`);
  }
  for (const word of words) own.push(sql`found_by like ${contains(word)} escape '!'`);
  if (phone !== undefined) {
    own.push(sql`phone = ${phone}`);
    indexed.push(sql`${customers} and phone = ${phone}`);
  }
  if (reference !== undefined) {
    const where = sql`l.addon_id = ${addon} and l.reference_id = ${reference}`;
    listings.push({ from: 'customer_references', id: 'customer_id', where });
  }
  const named: Listing[] = gram === undefined ? [] : [{ from: GRAMS.name, id: 'customer_id', where: gram }];
  if (few === true) listings.push(...named);
  if (tag !== undefined) {
    listings.push({ from: 'customer_tags', id: 'customer_id', where: sql`l.tag = ${tag}` });
  }
  if (few !== true) listings.push(...named);
  return { table: 'customers', own, indexed, listings, updated: within('updated_at', updated) };
}

/** Up to `limit` customers behind a position that meet every filter, in the list's order. */
export async function listCustomers(
  tx: Reader,
  company: Id,
  addon: Id,
  filter: CustomerFilter,
  after: readonly bigint[] | undefined,
  limit: number,
): Promise<Customer[]> {
  const lastId = filter.updated.length > 0 ? 0n : (after?.[0] ?? 0n);
  const wanted = await narrowed(tx, company, addon, filter, lastId);
  const found = (await findRecords(tx, company, wanted, after, limit)).map((row) => row.id);
  const rows = await customersById(tx, company, found);
  return found.flatMap((id) => rows.get(id) ?? []);
}

/** How many customers meet every filter. */
export async function countCustomers(
  tx: Reader,
  company: Id,
  addon: Id,
  filter: CustomerFilter,
): Promise<Total> {
  return countRecords(tx, company, await narrowed(tx, company, addon, filter, 0n));
}
