import type { Id } from '../kernel/id.ts';
import type { Decimal } from '../kernel/money.ts';
import type { Reader } from '../storage/port.ts';
import type { Ledger, ReportedCompany } from './gather.ts';
import { formatDay, formatMonth, formatYear, mondayOf } from './rules/days.ts';
import { readDiscountSubject } from './rules/discounts.ts';
import { NONE, readTaxSubject } from './rules/measure.ts';
import { type Sums, SumsBy } from './rules/sums.ts';
import type { LabelsOf, ReportKind } from './shape.ts';
import { memberships, namedProducts, namesOf, personNames } from './store.ts';
import type { Range } from './sums.store.ts';

/** The labels of a row, as its shape declares them. */
export type Labels = Readonly<Record<string, unknown>>;

/** One row of a report. */
export interface ReportRow<L extends Labels = Labels> {
  readonly labels: L;
  readonly sums: Readonly<Sums>;
}

/** The sources of a report's rows. */
interface Sources {
  readonly tx: Reader;
  readonly business: ReportedCompany;
  readonly ledger: Ledger;
  readonly range: Range;
}

/** Reads the rows of a report. */
type Report<K extends ReportKind> = (sources: Sources) => Promise<ReportRow<LabelsOf<K>>[]>;

const idsIn = (keys: Iterable<string>): Id[] => [...keys].filter((key) => key !== NONE).map(BigInt);
const idLabel = (key: string): Id | null => (key === NONE ? null : BigInt(key));

/** Largest first; of the same, in the order of their ids. */
function descending<L extends Labels>(
  rows: ReportRow<L>[],
  by: (sums: Readonly<Sums>) => Decimal,
): ReportRow<L>[] {
  const rank = ({ labels: { id } }: ReportRow) => (typeof id === 'bigint' ? id : -1n);
  return rows.sort((a, b) => order(by(b.sums), by(a.sums)) || order(rank(a), rank(b)));
}

function order(a: bigint, b: bigint): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

const byTotal = (sums: Readonly<Sums>) => sums.total;

/** A report by records with an id and a name; they may be unknown. */
function byName(
  kind: 'staff' | 'register' | 'source' | 'customer' | 'tender',
  largest: (sums: Readonly<Sums>) => Decimal,
  names: (tx: Reader, company: Id, ids: readonly Id[]) => Promise<Map<string, string>>,
): Report<typeof kind> {
  return async ({ tx, business, ledger, range }) => {
    const sums = await ledger.by(kind, 'subject', range);
    const known = await names(tx, business.company.id, idsIn(sums.keys()));
    const rows = Array.from(sums, ([key, each]) => ({
      labels: { id: idLabel(key), name: known.get(key) ?? null },
      sums: each,
    }));
    return descending(rows, largest);
  };
}

const day: Report<'day'> = async ({ ledger, range }) => {
  const days = [...(await ledger.by('day', 'day', range))].sort(([a], [b]) => order(BigInt(a), BigInt(b)));
  return days.map(([at, sums]) => ({ labels: { day: formatDay(BigInt(at)) }, sums }));
};

/** Sums of days by a longer period, in order; `periodOf` names the one that a day is in. */
async function periods(
  { ledger, range }: Sources,
  periodOf: (day: bigint) => string,
): Promise<[string, Sums][]> {
  const days = [...(await ledger.by('day', 'day', range))].sort(([a], [b]) => order(BigInt(a), BigInt(b)));
  const sums = new SumsBy<string>();
  for (const [at, each] of days) sums.add(periodOf(BigInt(at)), each);
  return [...sums.entries];
}

const week: Report<'week'> = async (sources) =>
  (await periods(sources, (at) => formatDay(mondayOf(at)))).map(([key, sums]) => ({
    labels: { week: key },
    sums,
  }));

const month: Report<'month'> = async (sources) =>
  (await periods(sources, formatMonth)).map(([key, sums]) => ({ labels: { month: key }, sums }));

const year: Report<'year'> = async (sources) =>
  (await periods(sources, formatYear)).map(([key, sums]) => ({ labels: { year: key }, sums }));

const hour: Report<'hour'> = async ({ ledger, range }) => {
  const hours = [...(await ledger.by('hour', 'subject', range))].sort(([a], [b]) => Number(a) - Number(b));
  return hours.map(([at, sums]) => ({ labels: { hour: Number(at) }, sums }));
};

const site: Report<'site'> = async ({ business, ledger, range }) => {
  const names = new Map(business.sites.map((each) => [String(each.id), each.name]));
  const sums = await ledger.by('day', 'site', range);
  const rows = Array.from(sums, ([key, each]) => ({
    labels: { id: BigInt(key), name: names.get(key) ?? null },
    sums: each,
  }));
  return descending(rows, byTotal);
};

/** By product, named as it is now; a deleted one is still there. */
const product: Report<'product'> = async ({ tx, business, ledger, range }) => {
  const sums = await ledger.by('product', 'subject', range);
  const known = await namedProducts(tx, business.company.id, idsIn(sums.keys()));
  const rows = Array.from(sums, ([key, each]) => {
    const { name = null, sku = null, deleted = true } = known.get(key) ?? {};
    return { labels: { id: BigInt(key), name, sku, deleted }, sums: each };
  });
  return descending(rows, byTotal);
};

/** By category as products are in them now: a product in two of them counts in both. */
const category: Report<'category'> = async ({ tx, business, ledger, range }) => {
  const products = await ledger.by('product', 'subject', range);
  const found = await memberships(tx, business.company.id, idsIn(products.keys()));
  const names = new Map(found.map(({ id, name }) => [String(id), name]));
  const inCategories = Map.groupBy(found, (each) => String(each.product_id));
  const sums = new SumsBy<string>();
  for (const [key, each] of products) {
    for (const { id } of inCategories.get(key) ?? [{ id: NONE }]) sums.add(String(id), each);
  }
  const rows = Array.from(sums.entries, ([key, each]) => ({
    labels: { id: idLabel(key), name: names.get(key) ?? null },
    sums: each,
  }));
  return descending(rows, byTotal);
};

/** By tax and rate as they were charged; the tax is named as it is now, or was last when it is gone. */
const tax: Report<'tax'> = async ({ tx, business, ledger, range }) => {
  const sums = new SumsBy<string>();
  const charged = new Map<string, string>();
  for (const [subject, each] of await ledger.by('tax', 'subject', range)) {
    const { id, rate, name } = readTaxSubject(subject);
    const key = subject === NONE ? NONE : `${id} ${rate}`;
    sums.add(key, each);
    charged.set(key, name);
  }
  const ids = idsIn([...charged.keys()].map((key) => key.split(' ')[0] ?? NONE));
  const known = await namesOf(tx, 'taxes', business.company.id, [...new Set(ids)]);
  const rows = Array.from(sums.entries, ([key, each]): ReportRow<LabelsOf<'tax'>> => {
    if (key === NONE) return { labels: { id: null, name: null, rate: null }, sums: each };
    const { id, rate } = readTaxSubject(key);
    return {
      labels: { id: BigInt(id), name: known.get(id) ?? charged.get(key) ?? null, rate },
      sums: each,
    };
  });
  return descending(rows, (each) => each.total_tax);
};

/** By discount and by whom it was given: the discount that took off most first, without a name last of the same. */
const discount: Report<'discount'> = async ({ tx, business: { company }, ledger, range }) => {
  const rows = Array.from(await ledger.by('discount', 'subject', range), ([subject, sums]) => ({
    ...readDiscountSubject(subject),
    sums,
  }));
  const names = await namesOf(tx, 'discounts', company.id, idsIn(new Set(rows.map((row) => row.discount))));
  const people = await personNames('staff', tx, company.id, idsIn(new Set(rows.map(({ staff }) => staff))));
  const named = rows.map(({ discount: key, staff, sums }): ReportRow<LabelsOf<'discount'>> => {
    const who = { staff_member_id: idLabel(staff), staff_member: people.get(staff) ?? null };
    return { labels: { id: idLabel(key), name: names.get(key) ?? null, ...who }, sums };
  });
  const byStaff = ({ labels: { staff_member_id: id } }: (typeof named)[number]) => id ?? -1n;
  return descending(
    named.sort((a, b) => order(byStaff(a), byStaff(b))),
    (sums) => sums.discount,
  );
};

const orderType: Report<'order_type'> = async ({ ledger, range }) => {
  const sums = await ledger.by('order_type', 'subject', range);
  const rows = Array.from(sums, ([key, each]) => ({
    labels: { order_type: key === NONE ? null : key },
    sums: each,
  }));
  return descending(rows, byTotal);
};

/** Every report by the word in its path. */
export const REPORTS: { readonly [K in ReportKind]: Report<K> } = {
  day,
  week,
  month,
  year,
  hour,
  product,
  category,
  staff: byName('staff', byTotal, (...of) => personNames('staff', ...of)),
  register: byName('register', byTotal, (...of) => namesIn('registers', ...of)),
  tender: byName(
    'tender',
    (sums) => sums.paid,
    (...of) => namesIn('payment_methods', ...of),
  ),
  tax,
  order_type: orderType,
  source: byName('source', byTotal, (...of) => namesIn('addons', ...of)),
  customer: byName('customer', byTotal, (...of) => personNames('customers', ...of)),
  discount,
  site,
};

/** True for a word that there is a report by. */
export function isReportKind(word: string): word is ReportKind {
  return Object.hasOwn(REPORTS, word);
}

function namesIn(
  from: 'addons' | 'payment_methods' | 'registers',
  tx: Reader,
  company: Id,
  ids: readonly Id[],
): Promise<Map<string, string>> {
  return namesOf(tx, from, company, ids);
}
