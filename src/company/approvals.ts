import type { Call } from '../edge/call.ts';
import { answerPage, each, listingBy } from '../edge/listing.ts';
import { LIST, someOf } from '../edge/query.ts';
import { asking, created, ok, type ReadHandler, type Reply, refused } from '../edge/route.ts';
import { ApiError, invalid, notFound } from '../kernel/errors.ts';
import type { Id } from '../kernel/id.ts';
import { MINUTE, type Micros } from '../kernel/time.ts';
import { sentence } from '../kernel/words.ts';
import { view } from '../shape/view.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { APPROVAL, type Approval } from './approval-shape.ts';
import {
  approvalFailures,
  approvals,
  likelyApprovers,
  saveApprovalFailures,
  staffWithPin,
} from './approvals.store.ts';
import { type ApprovalInput, approvalInput } from './input.ts';
import { rightsAt } from './rights.ts';
import { stillCounted } from './rules/pins.ts';
import { RIGHTS, type Right } from './rules/rights.ts';
import { pinFailures, savePinFailures } from './sessions.store.ts';
import { auditLockout, checkPin, matchPin, refuseGuessing } from './sessions.ts';
import type { Register } from './shape.ts';
import type { StaffMember } from './staff-shape.ts';
import { registers, staffMembers } from './store.ts';
import { staffView } from './view.ts';

// A manager's PIN lets a staff member do once what they may not (reference: staff.16, staff.17).

/** How long an approval can be used. */
const LIFE: Micros = 2n * MINUTE;

const approvalView = view(APPROVAL);

/** The register of the path, which a signed-in staff member has to be at; 404, 403. */
async function ownRegister(tx: Writer, call: Call): Promise<Register> {
  const register = await registers.getForUpdate(tx, call.company, call.id('register_id'));
  if (register === undefined) throw notFound();
  const own = call.staffMember?.register;
  if (own !== undefined && own !== register.id)
    throw new ApiError(
      'access_denied',
      sentence('Ask for it at register {own}: you are signed in there.', { own }),
    );
  return register;
}

/** The staff members whose PIN it may be: the one who is named, else everybody with a PIN. */
async function candidates(tx: Writer, call: Call, named: bigint | null): Promise<StaffMember[]> {
  if (named === null) return staffWithPin(tx, call.company);
  const member = await staffMembers.getForUpdate(tx, call.company, named);
  if (member === undefined) throw invalid('staff_id', sentence('{id} does not exist.', { id: named }));
  const { pin_failures: failures, pin_failed_at: at } = await pinFailures(tx, call.company, named);
  refuseGuessing(failures, at, call.now);
  return [member];
}

/** Counts a wrong PIN: of the staff member who was named, and at the register. */
async function countFailure(tx: Writer, call: Call, register: Register, named: bigint | null): Promise<void> {
  const { company, now } = call;
  const { failures: before, failed_at: at } = await approvalFailures(tx, company, register.id);
  const failures = stillCounted(before, at, now) + 1n;
  await saveApprovalFailures(tx, company, register.id, { failures, failed_at: now });
  const { pin_failures: wrong } =
    named === null ? { pin_failures: 0n } : await pinFailures(tx, company, named);
  if (named !== null) await savePinFailures(tx, company, named, wrong + 1n, now);
  await auditLockout(tx, call, failures, { kind: 'register', id: register.id }, register);
  if (named !== null) await auditLockout(tx, call, wrong + 1n, { kind: 'staff', id: named }, register);
}

/** An approval that is asked for. */
export interface AskedApproval {
  readonly register: Register;
  readonly input: ApprovalInput;
}

/** The requested approval at the register of the path, before it is checked; 404, 403, 400. */
export async function askedApproval(tx: Writer, call: Call): Promise<AskedApproval> {
  const register = await ownRegister(tx, call);
  return { register, input: call.input(approvalInput) };
}

/** Lets one act pass once, within two minutes. Whether there is the order that it is for is the caller's to know. */
export async function approve(tx: Writer, call: Call, { register, input }: AskedApproval): Promise<Reply> {
  const { pin, right, order_id: order = null, staff_id: named = null, reason = null } = input;
  // A user may ask at every register: where the PINs of all were compared, each would be another five guesses.
  if (call.clerk !== undefined && named === null) throw invalid('staff_id', sentence('is required.'));
  const { failures, failed_at: failedAt } = await approvalFailures(tx, call.company, register.id);
  refuseGuessing(failures, failedAt, call.now);
  const asked = await candidates(tx, call, named);
  const rightsOf = await rightsAt(tx, call.company, asked, register.site_id);
  const able = asked.filter(
    (member) => rightsOf(member).has(right) && matchPin(call.keyring, member, pin) !== 'wrong',
  );
  const [approver, other] = able;
  if (approver === undefined) {
    // Answered rather than thrown: that it was wrong has to be remembered.
    await countFailure(tx, call, register, named);
    const why = sentence('No staff member with this PIN has the permission {right}.', { right });
    return refused(new ApiError('access_denied', why, { extra: { right } }));
  }
  if (other !== undefined)
    throw invalid(
      'staff_id',
      sentence('is required: several staff members have this PIN and the permission.'),
    );
  await checkPin(tx, call.keyring, approver, pin);
  if (named !== null) await savePinFailures(tx, call.company, named, 0n, 0n);
  const [id] = await tx.ids('approval', 1);
  if (id === undefined) throw new Error('No id for an approval.');
  const approval: Approval = {
    company_id: call.company,
    id,
    register_id: register.id,
    right_code: right,
    order_id: order,
    reason,
    staff_id: approver.id,
    expires_at: call.now + LIFE,
    used_at: null,
    addon_id: call.addon,
    asked_by_staff: call.staffMember?.id ?? null,
    asked_by_user: call.person?.user ?? null,
    created_at: call.now,
    updated_at: call.now,
  };
  await approvals.insert(tx, approval);
  return created(
    approvalView(approval),
    `/companies/${call.company}/registers/${register.id}/approvals/${id}`,
  );
}

/** GET /registers/<r>/approvals/<id>: one that the caller asked for; 404 for others. */
export const getApproval: ReadHandler = async (tx, call) => {
  const approval = await approvals.get(tx, call.company, call.id('approval_id'));
  const isOwn =
    approval?.register_id === call.id('register_id') &&
    approval.addon_id === call.addon &&
    approval.asked_by_user === (call.person?.user ?? null) &&
    (call.staffMember === undefined || approval.asked_by_staff === call.staffMember.id);
  if (approval === undefined || !isOwn) throw notFound();
  return ok(approvalView(approval));
};

/** Staff members who are looked at in one go for who may approve something. */
const LOOKED_AT = 500;

/** Up to `limit` staff members with a PIN, by id after `after`, who have all of some permissions at a site. */
async function approversAt(
  tx: Reader,
  { company_id: company, site_id: site }: Register,
  rights: ReadonlySet<Right>,
  { after, limit }: { readonly after: Id; readonly limit: number },
): Promise<StaffMember[]> {
  const found: StaffMember[] = [];
  // Ends: every look goes on behind the last one, and a short one is the last.
  for (let from = after; ; ) {
    const likely = await likelyApprovers(tx, company, [...rights], from, LOOKED_AT);
    const rightsOf = await rightsAt(tx, company, likely, site);
    found.push(...likely.filter((member) => rights.isSubsetOf(rightsOf(member))));
    const last = likely.at(-1);
    if (last === undefined || likely.length < LOOKED_AT || found.length >= limit)
      return found.slice(0, limit);
    from = last.id;
  }
}

const APPROVERS = {
  rights: someOf(RIGHTS, 'Only who has all of these permissions there, of their own or by roles.'),
  ...LIST,
};

/** GET /registers/<r>/approvers: who could give an approval at a register (reference: staff.21). */
export const listApprovers = asking(APPROVERS, async (tx: Reader, call, asked) => {
  const register = await registers.get(tx, call.company, call.id('register_id'));
  if (register === undefined) throw notFound();
  return answerPage(call, call.page(asked), {
    ...listingBy(
      (after = 0n, limit) => approversAt(tx, register, asked.rights, { after, limit }),
      ({ id }) => id,
      each(staffView),
    ),
    find: async (id) => (await staffMembers.get(tx, call.company, id)) && [id],
  });
});
