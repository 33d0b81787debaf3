import type { Id } from '../kernel/id.ts';
import type { Decimal } from '../kernel/money.ts';
import type { Micros } from '../kernel/time.ts';
import type { MaybePromise, Reader, Writer } from '../storage/port.ts';
import { isIn, join, raw, sql } from '../storage/sql.ts';
import { tableOf } from '../storage/table.ts';
import { MOVEMENT, type Movement, SHIFT, type Shift } from './shape.ts';

export const shifts = tableOf('shifts', SHIFT);
export const movements = tableOf('shift_movements', MOVEMENT);

/** The shift in which the drawer of a register is open; undefined while it is closed. */
export async function openShift(tx: Reader, company: Id, register: Id): Promise<Shift | undefined> {
  const where = sql`register_id = ${register} and closed_at is null`;
  const [found] = await shifts.select(tx, company, where, raw('limit 1'));
  return found;
}

/** The shift of a register before another one. */
export async function shiftBefore(tx: Reader, company: Id, { register_id, id }: Shift) {
  const row = await tx.get<{ id: Id | null }>(
    sql`select max(id) as id from shifts where company_id = ${company} and register_id = ${register_id} and id < ${id}`,
  );
  return row?.id ?? undefined;
}

/** Most movements of a shift (reference: shifts.4). */
export const MAX_MOVEMENTS = 1_000;

/** The movements of a shift, in their order. */
export function movementsOf(tx: Reader, company: Id, shift: Id): Promise<Movement[]> {
  return movements.select(tx, company, sql`shift_id = ${shift}`, sql`order by id limit ${MAX_MOVEMENTS}`);
}

/** Up to `limit` movements of a shift after an id, ascending by it. */
export function movementPage(tx: Reader, company: Id, shift: Id, after: Id, limit: number) {
  return movements.page(tx, company, after, limit, sql`shift_id = ${shift}`);
}

/** The amount that a change of an order took, or gave back, by one payment: the difference to before. */
export interface Taking {
  /** 0 for the order's completion, which has no amounts. */
  readonly payment: Id;
  readonly method: Id;
  readonly amount: Decimal;
  readonly tip: Decimal;
  readonly surcharge: Decimal;
  readonly rounding: Decimal;
}

/**
 * Adds what was taken at a register to its latest shift, where it has had one; what comes once that is closed is kept as
 * late. The shift is kept from being closed until the transaction ends (reference: shifts.3).
 */
export function addTakings(
  tx: Writer,
  { company, register, order }: { readonly company: Id; readonly register: Id; readonly order: Id },
  takings: readonly Taking[],
): MaybePromise<void> {
  const rows = takings.map(
    ({ payment, method, amount, tip, surcharge, rounding }) =>
      sql`select cast(${payment} as bigint) as payment_id, cast(${method} as bigint) as method_id,
            cast(${amount} as bigint) as amount, cast(${tip} as bigint) as tip,
            cast(${surcharge} as bigint) as surcharge, cast(${rounding} as bigint) as rounding`,
  );
  return tx.send(
    sql`insert into shift_takings (company_id, shift_id, is_late, order_id, payment_id, method_id, amount, tip,
          surcharge, rounding)
        select ${company}, s.id, case when s.closed_at is null then 0 else 1 end, ${order}, t.payment_id, t.method_id,
          t.amount, t.tip, t.surcharge, t.rounding
        from (select id, closed_at from shifts where company_id = ${company} and register_id = ${register}
          order by id desc limit 1 for share) s, (${join(rows, ' union all ')}) t
        where 1 = 1
        on conflict (company_id, shift_id, is_late, order_id, payment_id) do update set
          method_id = excluded.method_id, amount = shift_takings.amount + excluded.amount,
          tip = shift_takings.tip + excluded.tip, surcharge = shift_takings.surcharge + excluded.surcharge,
          rounding = shift_takings.rounding + excluded.rounding`,
  );
}

/** Keeps cash-ups of a site from being made until the transaction ends. */
export function holdBooks(tx: Writer, company: Id, site: Id): MaybePromise<void> {
  return tx.decide({
    key: `books ${company}`,
    ids: [site],
    rows: (ids) =>
      sql`select id from sites where company_id = ${company} and ${isIn('id', ids)} order by id for share`,
    idOf: (row: { readonly id: Id }) => row.id,
    decide: () => ({ value: undefined, changed: [] }),
  });
}

/** Whether a site has cash-ups. */
export async function hasCashups(tx: Reader, company: Id, site: Id): Promise<boolean> {
  const found = await tx.get(
    sql`select 1 as one from cashups where company_id = ${company} and site_id = ${site} limit 1`,
  );
  return found !== undefined;
}

/** Cash-ups that are looked at for a time. */
const MAX_CASHUPS = 100;

/** Whether a cash-up was made at a site of the day of a moment, which may not be over yet. */
export async function isCountedAt(tx: Reader, company: Id, site: Id, at: Micros): Promise<boolean> {
  const rows = await tx.all<{ books_from: Micros }>(
    sql`select books_from from cashups where company_id = ${company} and site_id = ${site} and books_until > ${at}
        order by books_until, books_from limit ${MAX_CASHUPS}`,
  );
  return rows.some((row) => row.books_from <= at);
}
