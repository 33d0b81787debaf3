import type { Author } from '../kernel/author.ts';
import { ApiError } from '../kernel/errors.ts';
import type { Id } from '../kernel/id.ts';
import { sentence } from '../kernel/words.ts';
import type { Reader, Writer } from '../storage/port.ts';
import type { Approval } from './approval-shape.ts';
import { usableApprovals, useApproval } from './approvals.store.ts';
import { FIRST_PERMISSIONS, RIGHTS, type Right } from './rules/rights.ts';
import type { Role, StaffMember } from './staff-shape.ts';
import { byIds, registers, roles, staffMembers } from './store.ts';

/** The roles that staff members have, by their ids. */
function rolesOf(
  tx: Reader,
  company: Id,
  members: readonly Pick<StaffMember, 'roles'>[],
): Promise<Map<Id, Role>> {
  const wanted = new Set(members.flatMap(({ roles: each }) => each.map(({ role_id: id }) => id)));
  return byIds(roles, tx, company, [...wanted]);
}

/**
 * The codes of what staff members may do at a site: of their own, and by roles that they have there or everywhere; an
 * administrator has all that bind (reference: staff.15, staff.18).
 */
export async function rightsAt<T extends Pick<StaffMember, 'is_admin' | 'permissions' | 'roles'>>(
  tx: Reader,
  company: Id,
  members: readonly T[],
  site: Id | undefined,
): Promise<(member: T) => ReadonlySet<string>> {
  const known = await rolesOf(tx, company, members);
  return ({ is_admin: isAdmin, permissions, roles: given }) => {
    const here = given.filter(({ site_id: at }) => at === null || at === site);
    const byRole = here.flatMap(({ role_id: id }) => known.get(id)?.permissions ?? []);
    const codes = [...permissions, ...byRole].map(({ code }) => code);
    return new Set(isAdmin ? [...RIGHTS, ...codes] : codes);
  };
}

/** The site of a register, where some of a staff member's roles are for sites. */
async function siteOf(
  tx: Reader,
  company: Id,
  { roles: given }: Pick<StaffMember, 'roles'>,
  register: Id,
): Promise<Id | undefined> {
  if (given.every(({ site_id: site }) => site === null)) return undefined;
  return (await registers.get(tx, company, register))?.site_id;
}

/** True for an author whom permissions bind: a staff member, or a user who does not run the company. */
export function isBound({ staffMember, clerk }: Pick<Author, 'staffMember' | 'clerk'>): boolean {
  return staffMember !== undefined || clerk !== undefined;
}

/** The rights of those wanted that the author of a change does not have; add-ons and who runs the company have all. */
async function missingRights(tx: Reader, by: Author, wanted: readonly Right[]): Promise<Right[]> {
  const { company, staffMember } = by;
  if (wanted.length === 0 || !isBound(by)) return [];
  if (staffMember === undefined) return without(wanted, new Set(FIRST_PERMISSIONS.map(({ code }) => code)));
  const member = await staffMembers.get(tx, company, staffMember.id);
  if (member === undefined) return [...wanted];
  const site = await siteOf(tx, company, member, staffMember.register);
  return without(wanted, (await rightsAt(tx, company, [member], site))(member));
}

const without = (wanted: readonly Right[], has: ReadonlySet<string>): Right[] =>
  wanted.filter((right) => !has.has(right));

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

/**
 * True where an author may read what needs a permission, or has an approval of it: no approval is used up by a read. A device
 * by itself has none: who stands at it may have none either (reference: staff.15).
 */
export async function mayRead(tx: Reader, by: Author, right: Right): Promise<boolean> {
  if (by.device !== undefined && by.staffMember === undefined) return false;
  const [missing] = await missingRights(tx, by, [right]);
  if (missing === undefined) return true;
  const approvals = await usableApprovals(tx, by, undefined);
  return approvals.some((each) => each.right_code === missing);
}

/** 403 naming the permission where an author may not read what needs it. */
export async function requireRightToRead(tx: Reader, by: Author, right: Right): Promise<void> {
  if (!(await mayRead(tx, by, right))) throw denied(right);
}

function denied(right: Right): ApiError {
  return new ApiError('access_denied', sentence('This needs the permission {right}.', { right }), {
    extra: { right },
  });
}
