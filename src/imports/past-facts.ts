// What the rows of some sales name, loaded together: so many statements for a part of a file, however many rows it has.
import {
  getCompany,
  paymentMethods,
  registers,
  sites,
  staffMembers,
  taxes,
  zoneOf,
} from '../company/store.ts';
import type { Id } from '../kernel/id.ts';
import { minorUnits } from '../kernel/money.ts';
import type { Micros } from '../kernel/time.ts';
import type { Writer } from '../storage/port.ts';
import { fold } from '../storage/sql.ts';
import { together } from '../storage/together.ts';
import { movedNames, productsNamed } from './moving.store.ts';
import type { PastFacts, PastProduct, PastSite, PastTax, SaleRows } from './rules/past-facts.ts';

/** Most sites, registers, taxes, payment methods and staff members that are looked at. */
const MAX_RECORDS = 5_000;

/** Into what sales are brought. */
interface PastTarget {
  readonly company: Id;
  readonly source: string;
  /** The site of rows that name none. */
  readonly site: Id | null;
  readonly now: Micros;
}

/** Records by their names, folded, and by their ids; the first of a name. */
function byName<T extends { readonly id: Id }>(
  records: readonly T[],
  nameOf: (record: T) => string,
): Map<string, T> {
  const found = new Map<string, T>();
  for (const record of records) {
    const name = fold(nameOf(record)).trim();
    if (!found.has(name)) found.set(name, record);
  }
  for (const record of records) if (!found.has(String(record.id))) found.set(String(record.id), record);
  return found;
}

const cellsOf = (groups: readonly SaleRows[], column: string): string[] => [
  ...new Set(groups.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells.get(column) ?? []))),
];

/** The sites of a company with their clocks and their currencies. */
async function sitesIn(
  tx: Writer,
  company: Id,
): Promise<{ sites: Map<string, PastSite>; only: PastSite | undefined }> {
  const own = await getCompany(tx, company);
  const zone = await zoneOf(tx, company);
  const all = await sites.page(tx, company, 0n, MAX_RECORDS);
  const past = all.map((site) => ({
    id: site.id,
    name: site.name,
    zone: site.timezone ?? zone,
    minorUnits: minorUnits(site.currency ?? own.currency) ?? 2,
  }));
  return { sites: byName(past, ({ name }) => name), only: past.length === 1 ? past[0] : undefined };
}

/** The products that sales name: by SKU, else by name. */
async function productsIn(
  tx: Writer,
  company: Id,
  groups: readonly SaleRows[],
  taxOf: ReadonlyMap<Id, PastTax>,
): Promise<PastFacts['product']> {
  const [bySku, byTitle] = await together([
    productsNamed(tx, company, 'sku', cellsOf(groups, 'sku')),
    productsNamed(tx, company, 'name', cellsOf(groups, 'name')),
  ]);
  const shown = (rows: typeof bySku, key: (row: (typeof bySku)[number]) => string | null) => {
    const found = new Map<string, PastProduct>();
    for (const row of rows) {
      const name = key(row);
      if (name === null || found.has(name)) continue;
      const ids = JSON.parse(row.taxes) as string[];
      const own = ids.flatMap((id) => taxOf.get(BigInt(id)) ?? []);
      found.set(name, { id: row.id, name: row.name, sku: row.sku, taxes: own });
    }
    return found;
  };
  const skus = shown(bySku, ({ sku }) => sku);
  const names = shown(byTitle, ({ name }) => name);
  return (sku, name) =>
    sku === undefined ? names.get(name ?? '') : (skus.get(sku) ?? names.get(name ?? ''));
}

/** Loads what some sales name. */
export async function loadPastFacts(
  tx: Writer,
  { company, source, site: usual, now }: PastTarget,
  groups: readonly SaleRows[],
): Promise<PastFacts> {
  const at = await sitesIn(tx, company);
  const [allTaxes, methods, tills, staff, staffNames, customerNames] = await together([
    taxes.page(tx, company, 0n, MAX_RECORDS),
    paymentMethods.page(tx, company, 0n, MAX_RECORDS),
    registers.page(tx, company, 0n, MAX_RECORDS),
    staffMembers.page(tx, company, 0n, MAX_RECORDS),
    movedNames(tx, company, 'staff', source, cellsOf(groups, 'staff')),
    movedNames(tx, company, 'customer', source, cellsOf(groups, 'customer')),
  ]);
  const byCode = byName(allTaxes, ({ code }) => code);
  const byTitle = byName(allTaxes, ({ name }) => name);
  const past = ({ id, name, rate }: PastTax): PastTax => ({ id, name, rate });
  const methodNames = byName(methods, ({ name }) => name);
  const people = byName(staff, ({ first_name: first, last_name: last }) => [first, last ?? ''].join(' '));
  const own = usual === null ? at.only : at.sites.get(String(usual));
  const product = await productsIn(tx, company, groups, new Map(allTaxes.map((tax) => [tax.id, past(tax)])));
  const tillsAt = new Map(
    Array.from(
      Map.groupBy(tills, ({ site_id }) => site_id),
      ([site, some]) => [site, byName(some, ({ name }) => name)],
    ),
  );
  return {
    now,
    site: (cell) => (cell === undefined ? own : at.sites.get(fold(cell))),
    register: (site, cell) => tillsAt.get(site)?.get(fold(cell))?.id,
    staff: (cell) => staffNames.get(cell)?.record_id ?? people.get(fold(cell))?.id,
    customer: (cell) => customerNames.get(cell)?.record_id,
    product,
    tax: (cell) => {
      const found = byCode.get(fold(cell)) ?? byTitle.get(fold(cell));
      return found && past(found);
    },
    onlyTax: allTaxes.length === 1 && allTaxes[0] !== undefined ? past(allTaxes[0]) : undefined,
    method: (cell) => methodNames.get(fold(cell)),
  };
}
