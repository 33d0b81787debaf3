import type { Register, Site } from '../company/shape.ts';
import { byIds, getCompany, paymentMethods, registers, sites } from '../company/store.ts';
import type { Id } from '../kernel/id.ts';
import { LoopYielder } from '../kernel/loop-yielder.ts';
import type { Micros } from '../kernel/time.ts';
import { measure, readTaxSubject, UNTAXED } from '../reports/rules/measure.ts';
import { addTo, noSums, type Sums, SumsBy } from '../reports/rules/sums.ts';
import { ordersById, personNames } from '../reports/store.ts';
import type { Shift } from '../shifts/shape.ts';
import { movementsOf, shiftBefore } from '../shifts/store.ts';
import type { Reader } from '../storage/port.ts';
import { cashOf, tendersOf } from './rules/report.ts';
import type { Counted, SalesFigures, ShiftReport, TaxedFigures } from './shape.ts';
import { completedIn, takingsBy } from './store.ts';

/** Orders that are read in one go. */
const BATCH = 200;

/** The sums of a shift's orders: in all, and by tax. */
async function soldIn(tx: Reader, company: Id, shift: Id) {
  const whole = noSums();
  const taxes = new SumsBy<string>();
  const pace = new LoopYielder();
  let after = 0n;
  // Ends: ids rise.
  for (;;) {
    const ids = await completedIn(tx, company, shift, after, BATCH);
    for (const order of await ordersById(tx, company, ids)) {
      // Days play no part: a shift is one.
      for (const { place, sums } of measure(order, 'UTC')) {
        if (place.kind === 'day') addTo(whole, sums);
        if (place.kind === 'tax') taxes.add(place.subject, sums);
      }
      await pace.yieldIfDue();
    }
    const last = ids.at(-1);
    if (last === undefined || ids.length < BATCH) return { whole, taxes: new Map(taxes.entries) };
    after = last;
  }
}

function salesOf(sums: Sums): SalesFigures {
  return {
    orders: Number(sums.orders),
    refunds: Number(sums.refunds),
    items: sums.items,
    total: sums.total,
    total_tax: sums.total_tax,
    discount: sums.discount,
    tips: sums.tips,
    tip_service_amount: sums.tip_service_amount,
    credit_card_surcharge: sums.credit_card_surcharge,
    rounding: sums.rounding,
  };
}

function taxesOf(taxes: ReadonlyMap<string, Sums>): TaxedFigures[] {
  return Array.from(taxes, ([subject, sums]): TaxedFigures => {
    const figures = { taxable: sums.total - sums.total_tax, tax: sums.total_tax };
    if (subject === UNTAXED) return { tax_id: null, name: null, rate: null, ...figures };
    const { id, name, rate } = readTaxSubject(subject);
    return { tax_id: BigInt(id), name, rate, ...figures };
  }).sort((a, b) => ((a.tax_id ?? -1n) < (b.tax_id ?? -1n) ? -1 : 1));
}

/** Where a shift is. */
interface ShiftPlace {
  readonly register: Pick<Register, 'name'>;
  readonly site: Pick<Site, 'name'>;
  readonly timezone: string;
  readonly currency: string;
}

/** Where a shift is, by the names that its register and site have now. */
export async function placeOfShift(tx: Reader, company: Id, shift: Shift): Promise<ShiftPlace> {
  const [owner, site, register] = [
    await getCompany(tx, company),
    await sites.get(tx, company, shift.site_id),
    await registers.get(tx, company, shift.register_id),
  ];
  return {
    register: { name: register?.name ?? '' },
    site: { name: site?.name ?? '' },
    timezone: site?.timezone ?? owner.timezone,
    currency: site?.currency ?? owner.currency,
  };
}

/** The end of a shift: when and by whom it is counted. Without a count it goes on. */
interface ShiftEnd {
  readonly at: Micros;
  readonly number?: number;
  readonly counted?: Counted;
  readonly staff?: Id | null;
  readonly note?: string | null;
}

/** The report of a shift (reference: shifts.5). */
export async function reportOf(
  tx: Reader,
  company: Id,
  shift: Shift,
  place: ShiftPlace,
  { at, number, counted, staff = null, note = null }: ShiftEnd,
): Promise<ShiftReport> {
  const moved = await movementsOf(tx, company, shift.id);
  const earlier = await shiftBefore(tx, company, shift);
  const taken = await takingsBy(tx, company, shift.id, false);
  const between = earlier === undefined ? [] : await takingsBy(tx, company, earlier, true);
  const methods = await byIds(paymentMethods, tx, company, [
    ...new Set([...taken, ...between].map(({ method }) => method)),
  ]);
  const people = await personNames(
    'staff',
    tx,
    company,
    [shift.staff_id, staff].filter((id) => id !== null),
  );
  const nameOf = (id: Id | null) => (id === null ? null : (people.get(String(id)) ?? null));
  const tenders = tendersOf(taken, methods);
  const cash = cashOf(shift.float, moved, tenders);
  const { whole, taxes } = await soldIn(tx, company, shift.id);
  return {
    shift_id: shift.id,
    number: number ?? null,
    register_id: shift.register_id,
    register_name: place.register.name,
    site_id: shift.site_id,
    site_name: place.site.name,
    currency: place.currency,
    timezone: place.timezone,
    opened_at: shift.created_at,
    opened_by: nameOf(shift.staff_id),
    until: at,
    closed_by: nameOf(staff),
    cash,
    counted: counted?.total ?? null,
    difference: counted === undefined ? null : counted.total - cash.expected,
    denominations: counted?.denominations ?? [],
    tenders,
    before: tendersOf(between, methods),
    sales: salesOf(whole),
    taxes: taxesOf(taxes),
    movements: moved.map(({ kind, amount, reason, staff_id, created_at }) => {
      return { kind, amount, reason, staff_id, at: created_at };
    }),
    note,
  };
}
