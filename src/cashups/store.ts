import type { Id } from '../kernel/id.ts';
import { SCALE } from '../kernel/money.ts';
import type { Reader } from '../storage/port.ts';
import { raw, sql } from '../storage/sql.ts';
import { tableOf } from '../storage/table.ts';
import { CASHUP } from './shape.ts';
import type { MethodTakings } from './types.ts';

export const cashups = tableOf('cashups', CASHUP);

/** The number of the next cash-up of a register; the caller holds its open shift. */
export async function nextNumber(tx: Reader, company: Id, register: Id): Promise<number> {
  const row = await tx.get<{ last: bigint | null }>(
    sql`select max(number) as last from cashups where company_id = ${company} and register_id = ${register}`,
  );
  return Number(row?.last ?? 0n) + 1;
}

/** Most payment methods of a report. */
const MAX_METHODS = 10_000;
const SUMMED = ['amount', 'tip', 'surcharge', 'rounding'] as const;
// In whole units and the rest, as in the sums of reports: no sum grows too large for its type.
const SUMS = SUMMED.map(
  (name) =>
    `cast(sum(${name} / ${SCALE}) as bigint) as ${name}, cast(sum(${name} % ${SCALE}) as bigint) as ${name}_rest`,
).join(', ');

/** The takings of a shift by method, with those at its register after it was closed. */
export async function takingsBy(
  tx: Reader,
  company: Id,
  shift: Id,
  isLate: boolean,
): Promise<MethodTakings[]> {
  const rows = await tx.all<Record<string, bigint>>(
    sql`select method_id, sum(case when amount <> 0 or tip <> 0 or surcharge <> 0 then 1 else 0 end) as payments,
          ${raw(SUMS)} from shift_takings
        where company_id = ${company} and shift_id = ${shift} and is_late = ${isLate ? 1n : 0n} and payment_id <> 0
        group by method_id order by method_id limit ${MAX_METHODS}`,
  );
  return rows.map((row) => {
    const of = (name: (typeof SUMMED)[number]) => (row[name] ?? 0n) * SCALE + (row[`${name}_rest`] ?? 0n);
    return {
      method: row.method_id ?? 0n,
      payments: Number(row.payments ?? 0n),
      amount: of('amount'),
      tip: of('tip'),
      surcharge: of('surcharge'),
      rounding: of('rounding'),
    };
  });
}

/** Up to `limit` orders that were completed in a shift, after an id, ascending by it. */
export async function completedIn(
  tx: Reader,
  company: Id,
  shift: Id,
  after: Id,
  limit: number,
): Promise<Id[]> {
  const rows = await tx.all<{ order_id: Id }>(
    sql`select order_id from shift_takings where company_id = ${company} and shift_id = ${shift} and is_late = 0
          and payment_id = 0 and order_id > ${after} order by order_id limit ${limit}`,
  );
  return rows.map((row) => row.order_id);
}
