// The totals of an imported file beside those of the reports, day by day (reference: imports.11).
import type { Id } from '../kernel/id.ts';
import type { Decimal } from '../kernel/money.ts';
import type { Micros } from '../kernel/time.ts';
import { Ledger, loadReportedCompany } from '../reports/gather.ts';
import { formatDay } from '../reports/rules/days.ts';
import { readTaxSubject, UNTAXED } from '../reports/rules/measure.ts';
import { namesOf } from '../reports/store.ts';
import type { Entry } from '../reports/types.ts';
import type { Reader } from '../storage/port.ts';
import { type FileTotal, fileFigures } from './moving.store.ts';
import type { MovedImport, Reconciled } from './moving-shape.ts';
import { FIGURE_KINDS, type FigureKind } from './rules/past-facts.ts';

/** The names of the kinds of totals in reports. */
const REPORTED = { day: 'day', method: 'tender', tax: 'tax' } as const;

/** The sum of the days of a kind. */
interface ReconciledSum {
  readonly kind: FigureKind;
  readonly file: Decimal;
  readonly reported: Decimal;
  readonly difference: Decimal;
  readonly differing: number;
}

/** An import held against the reports. */
interface Reconciliation {
  readonly complete: boolean;
  readonly sums: readonly ReconciledSum[];
  readonly rows: readonly Reconciled[];
}

const keyOf = (kind: FigureKind, site: Id, day: bigint, subject: string) =>
  `${kind} ${site} ${day} ${subject}`;

/** The subject and the sums of a report's entry, as files name them; undefined for lines without tax. */
function reportedAs(kind: FigureKind, { place: { subject }, sums }: Entry) {
  if (kind === 'day') return { subject: '', amount: sums.total };
  if (kind === 'method') return { subject, amount: sums.paid };
  return subject === UNTAXED ? undefined : { subject: readTaxSubject(subject).id, amount: sums.total_tax };
}

/** Makes the reconciliation: every total of the file, and what the reports have on its days besides. */
export async function reconcile(
  tx: Reader,
  { company_id: company, id }: MovedImport,
  now: Micros,
): Promise<Reconciliation> {
  const business = await loadReportedCompany(tx, company);
  const ledger = await Ledger.open(tx, business, now);
  const file = await fileFigures(tx, company, id);
  const reported = await reportedOn(ledger, file);
  const totals = new Map(file.map((each) => [keyOf(each.kind, each.site, each.day, each.subject), each]));
  for (const [key, { place, amount }] of reported) {
    if (!totals.has(key) && amount !== 0n) totals.set(key, { ...place, count: 0n, amount: 0n });
  }
  const ids = (kind: FigureKind) => [
    ...new Set([...totals.values()].flatMap(({ kind: of, subject }) => (of === kind ? idOf(subject) : []))),
  ];
  const names = {
    day: new Map<string, string>(),
    method: await namesOf(tx, 'payment_methods', company, ids('method')),
    tax: await namesOf(tx, 'taxes', company, ids('tax')),
  };
  const siteNames = new Map(business.sites.map((site) => [site.id, site.name]));
  const rows = Array.from(totals, ([key, { kind, site, day, subject, amount }]): Reconciled => {
    const counted = reported.get(key)?.amount ?? 0n;
    const isUnknown = subject.startsWith('?');
    return {
      kind,
      date: formatDay(day),
      site_id: site,
      site: siteNames.get(site) ?? null,
      record_id: idOf(subject)[0] ?? null,
      name: isUnknown ? subject.slice(1) : (names[kind].get(subject) ?? null),
      file: amount,
      reported: counted,
      difference: counted - amount,
    };
  });
  rows.sort((a, b) => rank(a) - rank(b) || (placeOf(a) < placeOf(b) ? -1 : 1));
  return { complete: ledger.coverage.complete, sums: FIGURE_KINDS.map((kind) => sumOf(kind, rows)), rows };
}

const rank = ({ kind }: Reconciled): number => FIGURE_KINDS.indexOf(kind);
const placeOf = ({ date, site_id: site, name }: Reconciled): string => `${date} ${site} ${name ?? ''}`;
const idOf = (subject: string): Id[] => (/^\d+$/.test(subject) ? [BigInt(subject)] : []);

function sumOf(kind: FigureKind, rows: readonly Reconciled[]): ReconciledSum {
  const own = rows.filter((row) => row.kind === kind);
  const sum = (name: 'file' | 'reported' | 'difference') => own.reduce((all, row) => all + row[name], 0n);
  return {
    ...{ kind, file: sum('file'), reported: sum('reported'), difference: sum('difference') },
    differing: own.filter(({ difference }) => difference !== 0n).length,
  };
}

/** The totals of the reports on the days of a file at its sites. */
async function reportedOn(ledger: Ledger, file: readonly FileTotal[]) {
  const found = new Map<string, { place: Omit<FileTotal, 'count' | 'amount'>; amount: Decimal }>();
  const days = new Set(file.map(({ site, day }) => `${site} ${day}`));
  const [first] = file;
  if (first === undefined) return found;
  let { day: from } = first;
  let { day: to } = first;
  for (const { day } of file) {
    if (day < from) from = day;
    if (day > to) to = day;
  }
  const range = { sites: [...new Set(file.map(({ site }) => site))], from, to };
  for (const kind of FIGURE_KINDS) {
    for (const entry of await ledger.places(REPORTED[kind], range)) {
      const { site, day } = entry.place;
      const as = days.has(`${site} ${day}`) ? reportedAs(kind, entry) : undefined;
      if (as === undefined) continue;
      const key = keyOf(kind, site, day, as.subject);
      const known = found.get(key)?.amount ?? 0n;
      found.set(key, { place: { kind, site, day, subject: as.subject }, amount: known + as.amount });
    }
  }
  return found;
}
