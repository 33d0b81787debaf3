import type { Author } from '../kernel/author.ts';
import { ApiError } from '../kernel/errors.ts';
import { sentence } from '../kernel/words.ts';
import type { Reader } from '../storage/port.ts';
import { staffMembers } from './store.ts';

/** The codes of the permissions that a signed-in staff member is asked for (reference: staff.15). */
export type Right = 'OverrideTax' | 'CashIn' | 'CashOut' | 'OpenCashDrawer' | 'XReport' | 'ZReport';

/** 403 naming the right when a signed-in staff member does not have it; administrators have all, and add-ons need none. */
export async function requireRight(
  tx: Reader,
  { company, staffMember }: Pick<Author, 'company' | 'staffMember'>,
  right: Right,
): Promise<void> {
  if (staffMember === undefined) return;
  const member = await staffMembers.get(tx, company, staffMember.id);
  const isAllowed = member?.is_admin === true || member?.permissions.some(({ code }) => code === right);
  if (isAllowed === true) return;
  throw new ApiError('access_denied', sentence('This needs the permission {right}.', { right }), {
    extra: { right },
  });
}
