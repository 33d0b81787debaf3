import type { Author } from '../kernel/author.ts';
import type { Id } from '../kernel/id.ts';
import { DAY, type Micros } from '../kernel/time.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { contains, every, isIn, raw, sql } from '../storage/sql.ts';
import { type Table, tableOf } from '../storage/table.ts';
import { APPROVAL, type Approval } from './approval-shape.ts';
import type { Right } from './rules/rights.ts';
import type { StaffMember } from './staff-shape.ts';
import { staffMembers } from './store.ts';

export const approvals: Table<Approval> = tableOf('approvals', APPROVAL);

/** Staff members who could give an approval, at most. */
const MAX_APPROVERS = 5_000;

/** The staff members who have a PIN, ascending by id. */
export function staffWithPin(tx: Reader, company: Id): Promise<StaffMember[]> {
  return staffMembers.select(tx, company, sql`pin_hash is not null`, sql`order by id limit ${MAX_APPROVERS}`);
}

/**
 * Up to `limit` staff members with a PIN, by id after `after`, who may have all of some permissions: whoever has them of
 * their own, is an administrator or has roles, whatever those give.
 */
export function likelyApprovers(
  tx: Reader,
  company: Id,
  rights: readonly Right[],
  after: Id,
  limit: number,
): Promise<StaffMember[]> {
  const own = rights.map((right) => sql`permissions like ${contains(`"code":"${right}"`)} escape '!'`);
  return staffMembers.select(
    tx,
    company,
    sql`pin_hash is not null and id > ${after} and (is_admin = 1 or roles <> '[]' or (${every(own)}))`,
    sql`order by id limit ${limit}`,
  );
}

/**
 * Those of the approvals that the author of a change names which can be used for an order, or for no order: not used
 * before (with `for update`, and by nobody else until the transaction ends), within their time, asked for by the author, or by the add-on at the author's register.
 */
export async function usableApprovals(
  tx: Reader,
  by: Author,
  order: Id | undefined,
  locking: 'for update' | '' = '',
): Promise<Approval[]> {
  const { approvals: named = [], company, addon, staffMember, clerk, now } = by;
  if (named.length === 0) return [];
  const found = await approvals.select(
    tx,
    company,
    sql`${isIn('id', [...named])} and used_at is null and expires_at > ${now} and addon_id = ${addon}`,
    sql`order by id ${raw(locking)}`,
  );
  return found.filter((each) => {
    const { asked_by_staff: staff, asked_by_user: user, order_id: wanted } = each;
    const isOwn =
      staffMember === undefined
        ? user !== null && user === clerk
        : user === null &&
          each.register_id === staffMember.register &&
          (staff === null || staff === staffMember.id);
    return isOwn && (wanted === null || wanted === order);
  });
}

/** Uses an approval up. The row is locked already. */
export function useApproval(tx: Writer, approval: Approval, now: Micros): Promise<void> {
  return approvals.update(tx, { ...approval, used_at: now, updated_at: now });
}

/** Wrong PINs at a register, where an approval was asked for, and when the last was. */
interface RegisterFailures {
  readonly failures: bigint;
  readonly failed_at: Micros;
}

/** How often a PIN was wrong at a register, as of the last time (see `stillCounted`). The row of the register is locked already. */
export async function approvalFailures(tx: Reader, company: Id, register: Id): Promise<RegisterFailures> {
  const row = await tx.get<RegisterFailures>(
    sql`select failures, failed_at from approval_failures
        where company_id = ${company} and register_id = ${register}`,
  );
  return row ?? { failures: 0n, failed_at: 0n };
}

/** Keeps how often a PIN was wrong at a register. */
export async function saveApprovalFailures(
  tx: Writer,
  company: Id,
  register: Id,
  { failures, failed_at: at }: RegisterFailures,
): Promise<void> {
  await tx.run(
    sql`insert into approval_failures (company_id, register_id, failures, failed_at)
        values (${company}, ${register}, ${failures}, ${at})
        on conflict (company_id, register_id) do update set failures = excluded.failures, failed_at = excluded.failed_at`,
  );
}

/** Deletes up to `limit` approvals of any company that ended a day ago. Answers how many went. */
export async function sweepApprovals(tx: Writer, now: Micros, limit: number): Promise<number> {
  return tx.run(
    sql`delete from approvals where (company_id, id) in (
          select company_id, id from approvals where expires_at <= ${now - DAY}
          order by expires_at limit ${limit})`,
  );
}
