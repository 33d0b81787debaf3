import type { Author } from '../kernel/author.ts';
import { ApiError } from '../kernel/errors.ts';
import type { Id } from '../kernel/id.ts';
import { sentence } from '../kernel/words.ts';
import type { Reader, Writer } from '../storage/port.ts';
import type { Approval } from './approval-shape.ts';
import { usableApprovals, useApproval } from './approvals.store.ts';
import { FIRST_PERMISSIONS, type Right } from './rules/rights.ts';
import type { StaffMember } from './shape.ts';
import { staffMembers } from './store.ts';

/** True for a staff member who has a right; administrators have all (reference: staff.15). */
export function hasRight(
  member: Pick<StaffMember, 'is_admin' | 'permissions'> | undefined,
  right: Right,
): boolean {
  return member?.is_admin === true || member?.permissions.some(({ code }) => code === right) === true;
}

/** True for an author whom permissions bind: a staff member, or a user who does not run the company. */
export function isBound({ staffMember, clerk }: Pick<Author, 'staffMember' | 'clerk'>): boolean {
  return staffMember !== undefined || clerk !== undefined;
}

/** The rights of those wanted that the author of a change does not have; add-ons and who runs the company have all. */
async function missingRights(tx: Reader, by: Author, wanted: readonly Right[]): Promise<Right[]> {
  const { company, staffMember } = by;
  if (wanted.length === 0 || !isBound(by)) return [];
  const member =
    staffMember === undefined
      ? { is_admin: false, permissions: FIRST_PERMISSIONS }
      : await staffMembers.get(tx, company, staffMember.id);
  return wanted.filter((right) => !hasRight(member, right));
}

/**
 * 403 naming the first right that the author of a change neither has nor has an approval of (reference: staff.15,
 * staff.16). The approvals that let it pass are used up, and answered.
 */
export async function requireRights(
  tx: Writer,
  by: Author,
  wanted: readonly Right[],
  order?: Id,
): Promise<Approval[]> {
  const missing = await missingRights(tx, by, wanted);
  if (missing.length === 0) return [];
  const approvals = await usableApprovals(tx, by, order, 'for update');
  const used = [...new Set(missing)].map((right) => {
    const approval = approvals.find((each) => each.right_code === right);
    if (approval === undefined) throw denied(right);
    return approval;
  });
  for (const approval of used) await useApproval(tx, approval, by.now);
  return used;
}

/** The same for a read, which no approval is used up by. */
export async function requireRightToRead(tx: Reader, by: Author, right: Right): Promise<void> {
  const [missing] = await missingRights(tx, by, [right]);
  if (missing === undefined) return;
  const approvals = await usableApprovals(tx, by, undefined);
  if (!approvals.some((each) => each.right_code === missing)) throw denied(missing);
}

function denied(right: Right): ApiError {
  return new ApiError('access_denied', sentence('This needs the permission {right}.', { right }), {
    extra: { right },
  });
}
