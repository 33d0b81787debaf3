import type { Id } from '../kernel/id.ts';
import { SCALE } from '../kernel/money.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { insertRows } from '../storage/rows.ts';
import type { Slice } from '../storage/slices.ts';
import { isIn, raw, sql } from '../storage/sql.ts';
import { tableOf } from '../storage/table.ts';
import { MOVED_IMPORT, type MovedImport } from './moving-shape.ts';
import type { FigureKind, FileFigure } from './rules/past-facts.ts';

// Imports of what another system kept, what their files call records, and what the files come to.

export const imports = tableOf('imports', MOVED_IMPORT);

/** Imports of a company behind an id, ascending by it or from the newest on. */
export function importPage(
  tx: Reader,
  company: Id,
  after: Id | undefined,
  limit: number,
  isNewest: boolean,
): Promise<Slice<MovedImport>> {
  const where = after === undefined ? raw('1 = 1') : isNewest ? sql`id < ${after}` : sql`id > ${after}`;
  return imports.slice(tx, company, where, raw(isNewest ? 'order by id desc' : 'order by id'), limit);
}

/** The kinds of records that files have names for. */
type MovedRecord = 'customer' | 'staff' | 'sale';

/** A record that was imported, by its name in a source; the digest says what the file had of it. */
export interface MovedName {
  readonly external_id: string;
  readonly record_id: Id;
  readonly digest: string;
}

/** Names in one statement. */
const NAMES_AT_ONCE = 2_048;

/** The records of a kind that a source has some names for (reference: imports.7). */
export async function movedNames(
  tx: Reader,
  company: Id,
  kind: MovedRecord,
  source: string,
  names: readonly string[],
): Promise<Map<string, MovedName>> {
  const found = new Map<string, MovedName>();
  const all = [...new Set(names)];
  for (let at = 0; at < all.length; at += NAMES_AT_ONCE) {
    const rows = await tx.all<MovedName>(
      sql`select external_id, record_id, digest from imported_names where company_id = ${company} and kind = ${kind}
            and source = ${source} and ${isIn('external_id', all.slice(at, at + NAMES_AT_ONCE))}`,
    );
    for (const row of rows) found.set(row.external_id, row);
  }
  return found;
}

/** Keeps what a source calls new records, for ever. */
export async function addMovedNames(
  tx: Writer,
  company: Id,
  kind: MovedRecord,
  source: string,
  names: readonly MovedName[],
): Promise<void> {
  await insertRows(
    tx,
    sql`insert into imported_names (company_id, kind, source, external_id, record_id, digest) values`,
    names.map(({ external_id, record_id, digest }) => [
      company,
      kind,
      source,
      external_id,
      record_id,
      digest,
    ]),
  );
}

/** Adds to the totals of a file. */
export async function addFileFigures(
  tx: Writer,
  company: Id,
  id: Id,
  figures: readonly FileFigure[],
): Promise<void> {
  const sums = new Map<string, { figure: FileFigure; count: bigint; amount: bigint }>();
  for (const figure of figures) {
    const key = `${figure.kind} ${figure.site} ${figure.day} ${figure.subject}`;
    const known = sums.get(key);
    if (known === undefined) sums.set(key, { figure, count: 1n, amount: figure.amount });
    else {
      known.count++;
      known.amount += figure.amount;
    }
  }
  await insertRows(
    tx,
    sql`insert into import_figures
          (company_id, import_id, kind, site_id, day, subject, count, amount, amount_rest) values`,
    Array.from(sums.values(), ({ figure: { kind, site, day, subject }, count, amount }) => [
      ...[company, id, kind, site, day, subject, count],
      ...[amount / SCALE, amount % SCALE],
    ]),
    raw(`on conflict (company_id, import_id, kind, site_id, day, subject) do update set
      count = import_figures.count + excluded.count, amount = import_figures.amount + excluded.amount,
      amount_rest = import_figures.amount_rest + excluded.amount_rest`),
  );
}

/** Most rows of the totals of a file. */
const MAX_FIGURES = 100_000;

/** A total of a file. */
export interface FileTotal extends FileFigure {
  readonly count: bigint;
}

/** The totals of the file of an import; at most MAX_FIGURES + 1. */
export async function fileFigures(tx: Reader, company: Id, id: Id): Promise<FileTotal[]> {
  const rows = await tx.all<{
    kind: FigureKind;
    site_id: Id;
    day: bigint;
    subject: string;
    count: bigint;
    amount: bigint;
    amount_rest: bigint;
  }>(
    sql`select kind, site_id, day, subject, count, amount, amount_rest from import_figures
        where company_id = ${company} and import_id = ${id}
        order by kind, site_id, day, subject limit ${MAX_FIGURES + 1}`,
  );
  return rows.map(({ kind, site_id: site, day, subject, count, amount, amount_rest: rest }) => ({
    ...{ kind, site, day, subject, count },
    amount: amount * SCALE + rest,
  }));
}

/** A product as sales name it. */
interface NamedProductRow {
  readonly id: Id;
  readonly name: string;
  readonly sku: string | null;
  /** The ids of its taxes, as JSON. */
  readonly taxes: string;
}

/** Products by SKU or name; those that are not deleted come first, then the older ones. */
export async function productsNamed(
  tx: Reader,
  company: Id,
  column: 'sku' | 'name',
  names: readonly string[],
): Promise<NamedProductRow[]> {
  if (names.length === 0) return [];
  return tx.all<NamedProductRow>(
    sql`select id, name, sku, taxes from products where company_id = ${company} and ${isIn(column, names)}
        order by deleted, id limit ${names.length * 4 + 100}`,
  );
}

/** Which of some orders are refunds. */
export async function refundsAmong(tx: Reader, company: Id, ids: readonly Id[]): Promise<Set<Id>> {
  if (ids.length === 0) return new Set();
  const rows = await tx.all<{ id: Id }>(
    sql`select id from orders where company_id = ${company} and ${isIn('id', ids)}
          and (original_order_id is not null or deleted <> 0)`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Customers who are not deleted by their e-mail addresses, folded; of several the one that was changed last. */
export async function customersByEmail(
  tx: Reader,
  company: Id,
  folded: readonly string[],
): Promise<Map<string, Id>> {
  if (folded.length === 0) return new Map();
  const rows = await tx.all<{ id: Id; email_folded: string }>(
    sql`select id, email_folded from customers where company_id = ${company} and ${isIn('email_folded', folded)}
          and deleted = 0 order by +updated_at, +id limit ${folded.length * 4 + 100}`,
  );
  return new Map(rows.map(({ id, email_folded: email }) => [email, id]));
}

/** Cash-ups that are looked at for the first one of a site: as many as may be of one time. */
const MAX_CASHUPS = 100;

/** The earliest moment that a cash-up of some sites has closed the books of, by site. */
export async function booksFrom(tx: Reader, company: Id, sites: readonly Id[]): Promise<Map<Id, bigint>> {
  const found = new Map<Id, bigint>();
  for (const site of sites) {
    const row = await tx.get<{ first: bigint | null }>(
      sql`select min(books_from) as first from (
            select books_from from cashups where company_id = ${company} and site_id = ${site}
            order by books_until, books_from limit ${MAX_CASHUPS}) earliest`,
    );
    if (row !== undefined && row.first !== null) found.set(site, row.first);
  }
  return found;
}

/** Marks payment methods that payments were imported with as used. */
export async function useMethods(tx: Writer, company: Id, ids: readonly Id[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.send(
    sql`update payment_methods set used = 1 where company_id = ${company} and ${isIn('id', ids)} and used = 0`,
  );
}

/** The first add-on of a company: what the command line brings in is in its name. */
export async function firstAddon(tx: Reader, company: Id): Promise<Id | undefined> {
  const row = await tx.get<{ id: Id | null }>(
    sql`select min(id) as id from addons where company_id = ${company}`,
  );
  return row?.id ?? undefined;
}
