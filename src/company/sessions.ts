import type { Call } from '../edge/call.ts';
import { answerPage, each, listingBy } from '../edge/listing.ts';
import { LIST, searchText } from '../edge/query.ts';
import {
  asking,
  created,
  noContent,
  ok,
  type ReadHandler,
  type Reply,
  refused,
  type WriteHandler,
} from '../edge/route.ts';
import type { Scope } from '../edge/scopes.ts';
import { type HashMatch, hashSecret, type Keyring, newSecret } from '../edge/secrets.ts';
import { ApiError, invalid, notFound } from '../kernel/errors.ts';
import { differenceOf } from '../kernel/event.ts';
import type { Id } from '../kernel/id.ts';
import type { Random } from '../kernel/random.ts';
import { HOUR, MINUTE, type Micros, SECOND } from '../kernel/time.ts';
import { type Sentence, sentence } from '../kernel/words.ts';
import { append } from '../outbox/append.ts';
import { type Act, appendAudit } from '../outbox/audit.ts';
import { view } from '../shape/view.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { signIn } from './input.ts';
import { requireOwnRegister } from './own-register.ts';
import { rightsAt } from './rights.ts';
import { FREE_FAILURES, lockedUntil } from './rules/pins.ts';
import {
  type EndedSession,
  endExpired,
  findSessionByToken,
  LATE,
  operatorSessions,
  pinFailures,
  registerOfDevice,
  renewPin,
  revokeSessions,
  savePinFailures,
  signedInRegisters,
  staffWhoSignIn,
} from './sessions.store.ts';
import type { Register } from './shape.ts';
import {
  NEW_OPERATOR_SESSION,
  OPERATOR_SESSION,
  type OperatorSession,
  type StaffMember,
} from './staff-shape.ts';
import { registers, staffMembers } from './store.ts';
import { registerView, staffView } from './view.ts';

// A staff member signs in at a register with a PIN, through its app, and then acts through the same API with a token of
// their own, within the locks and rules that orders have for staff members (reference: staff.4, staff.5).

/** How long a session lasts. */
const SESSION: Micros = 4n * HOUR;
/** The most scopes of a staff member; those of them that the add-on has are granted. */
const STAFF_SCOPES: readonly Scope[] = [
  'company:read',
  'orders:read',
  'orders:write',
  'products:read',
  'customers:read',
  'customers:write',
  'checkins:read',
  'checkins:write',
];

/** The scopes of a session. Events show records of all these scopes: a session follows them only with all of them. */
function sessionScopes(call: Call): readonly Scope[] {
  // A device has none of these scopes itself, and gives all of them to staff members.
  if (call.device !== undefined) return [...STAFF_SCOPES, 'events:read'];
  const scopes = STAFF_SCOPES.filter((scope) => call.hasScope(scope));
  const follows = scopes.length === STAFF_SCOPES.length && call.hasScope('events:read');
  return follows ? [...scopes, 'events:read'] : scopes;
}

/** Tells the audit log that PINs are not tried for a while, as one was wrong too often. */
export async function auditLockout(
  tx: Writer,
  call: Call,
  failures: bigint,
  record: NonNullable<Act['record']>,
  { id: register, site_id: site }: Pick<Register, 'id' | 'site_id'>,
): Promise<void> {
  if (failures < FREE_FAILURES) return;
  const after = { failures: String(failures) };
  await appendAudit(tx, call, call, [{ action: `${record.kind}.pin_locked`, record, register, site, after }]);
}

/** The hash that a staff member's PIN is kept as. */
export function pinHash(
  keyring: Keyring,
  { company_id: company, id }: Pick<StaffMember, 'company_id' | 'id'>,
  pin: string,
): string {
  return keyring.hashPin(pin, `${company}/${id}`);
}

/**
 * Whether a PIN is that of a staff member. One that was hashed with a key which is not the first any more is hashed anew
 * (reference: operations.30).
 */
export async function checkPin(
  tx: Writer,
  keyring: Keyring,
  member: StaffMember,
  pin: string,
): Promise<boolean> {
  const match = matchPin(keyring, member, pin);
  if (match === 'renew' && member.pin_hash !== null)
    await renewPin(tx, member, member.pin_hash, pinHash(keyring, member, pin));
  return match !== 'wrong';
}

/** How a PIN compares with that of a staff member. */
export function matchPin(
  keyring: Keyring,
  { company_id: company, id, pin_hash: stored }: Pick<StaffMember, 'company_id' | 'id' | 'pin_hash'>,
  pin: string,
): HashMatch {
  return stored === null ? 'wrong' : keyring.matchPin(stored, pin, `${company}/${id}`);
}

/** A staff member with the codes of what they may do at the register. */
interface AtWork {
  readonly member: StaffMember;
  readonly rights: readonly string[];
}

const shown = (session: OperatorSession, { member, rights }: AtWork) => ({
  staff_member: member,
  rights,
  scope: session.scopes.join(' '),
});

async function atWork(tx: Reader, member: StaffMember, site: Id | undefined): Promise<AtWork> {
  const rightsOf = await rightsAt(tx, member.company_id, [member], site);
  return { member, rights: [...rightsOf(member)] };
}

const sessionView = view(OPERATOR_SESSION, shown);

const newSessionView = view(NEW_OPERATOR_SESSION, (session: OperatorSession, at: AtWork, token: string) => ({
  access_token: token,
  token_type: 'Bearer' as const,
  expires_in: Number(SESSION / SECOND),
  ...shown(session, at),
}));

/** POST /registers/<r>/sessions: signs in with a PIN; the token is shown this once. */
export const createSession: WriteHandler = async (tx, call): Promise<Reply> => {
  await requireOwnRegister(tx, call);
  const register = await registers.getForUpdate(tx, call.company, call.id('register_id'));
  if (register === undefined) throw notFound();
  const input = call.input(signIn);
  const member = await staffMembers.getForUpdate(tx, call.company, input.staff_id);
  if (member === undefined)
    throw invalid('staff_id', sentence('{id} does not exist.', { id: input.staff_id }));
  if (member.pin_hash === null || !call.keyring.knowsHash(member.pin_hash))
    throw denied(sentence('{firstName} has no PIN. Set one first.', { firstName: member.first_name }));
  const failures = await pinFailures(tx, call.company, member.id);
  refuseGuessing(failures.pin_failures, failures.pin_failed_at, call.now);
  if (!(await checkPin(tx, call.keyring, member, input.pin))) {
    // Answered rather than thrown: that it was wrong has to be remembered.
    await savePinFailures(tx, call.company, member.id, failures.pin_failures + 1n, call.now);
    await auditLockout(tx, call, failures.pin_failures + 1n, { kind: 'staff', id: member.id }, register);
    return refused(denied(sentence('The PIN is wrong.')));
  }
  if (failures.pin_failures > 0n) await savePinFailures(tx, call.company, member.id, 0n, 0n);
  const [id] = await tx.ids('operator_session', 1);
  if (id === undefined) throw new Error('No id for a session.');
  const token = newSecret('pb_os_', call.random);
  const session: OperatorSession = {
    company_id: call.company,
    id,
    token_hash: hashSecret(token),
    addon_id: call.addon,
    staff_id: member.id,
    register_id: register.id,
    scopes: sessionScopes(call),
    expires_at: call.now + SESSION,
    revoked_at: null,
    device_id: call.device ?? null,
    late_of: null,
    created_at: call.now,
    updated_at: call.now,
  };
  await operatorSessions.insert(tx, session);
  await setSignedIn(tx, call, register, member.id);
  return created(
    newSessionView(session, await atWork(tx, member, register.site_id), token),
    `/companies/${call.company}/registers/${register.id}/sessions/${id}`,
  );
};

/** How long a token for unsent orders of an ended session is good. */
const LATE_SESSION: Micros = 15n * MINUTE;
/** Its scopes, as far as the session had them. */
const LATE_SCOPES: readonly Scope[] = ['orders:read', 'orders:write'];

/** The authenticated device at which a session was. */
interface AtDevice {
  readonly company: Id;
  readonly device: Id;
  readonly register: Id;
}

interface LateSessionParts {
  readonly now: Micros;
  readonly random: Random;
}

/**
 * A token with which a device sends orders that a staff member made there and that could not be sent before the session
 * ended: for orders alone, as that staff member and within the same rules. Undefined unless the session was one of this
 * device and began within `LATE`.
 */
export async function lateSession(
  tx: Writer,
  { company, device, register }: AtDevice,
  ended: string,
  { now, random }: LateSessionParts,
): Promise<{ readonly token: string; readonly session: OperatorSession } | undefined> {
  const before = await findSessionByToken(tx, company, hashSecret(ended));
  if (before === undefined || before.late_of !== null || before.created_at <= now - LATE) return undefined;
  if (before.register_id !== register || (before.device_id ?? device) !== device) return undefined;
  if ((await staffMembers.getForUpdate(tx, company, before.staff_id)) === undefined) return undefined;
  const [id] = await tx.ids('operator_session', 1);
  if (id === undefined) throw new Error('No id for a session.');
  const token = newSecret('pb_os_', random);
  const session: OperatorSession = {
    ...before,
    id,
    token_hash: hashSecret(token),
    scopes: LATE_SCOPES.filter((scope) => before.scopes.includes(scope)),
    expires_at: now + LATE_SESSION,
    revoked_at: null,
    device_id: device,
    late_of: before.id,
    created_at: now,
    updated_at: now,
  };
  await operatorSessions.insert(tx, session);
  return { token, session };
}

/** In which company something happens, and when. */
type At = Pick<Call, 'company' | 'now'>;

/** Sets the signed-in staff member of a register, with the event of any change of the register. */
async function setSignedIn(tx: Writer, call: At, before: Register, staff: Id | null): Promise<void> {
  if (before.current_staff_member === staff) return;
  const register: Register = { ...before, current_staff_member: staff, updated_at: call.now };
  await registers.update(tx, register);
  await append(tx, call.company, call.now, [
    {
      topic: 'registers/updated',
      resource: register.id,
      sites: [register.site_id],
      ...differenceOf(registerView(before, call.now), registerView(register, call.now)),
      payload: JSON.stringify(registerView(register, call.now)),
    },
  ]);
}

/** Clears the staff member of a register at sign-out, unless it shows another one or they have another session there. */
async function clearSignedIn(tx: Writer, call: At, id: Id, staff: Id): Promise<void> {
  const register = await registers.getForUpdate(tx, call.company, id);
  if (register?.current_staff_member !== staff) return;
  if ((await signedInRegisters(tx, call.company, staff, call.now)).includes(id)) return;
  await setSignedIn(tx, call, register, null);
}

/** Ends every session of a staff member. */
export async function endSessions(tx: Writer, call: Call, staff: Id): Promise<void> {
  const at = await signedInRegisters(tx, call.company, staff, call.now);
  await revokeSessions(tx, call.company, staff, call.now);
  for (const register of at) await clearSignedIn(tx, call, register, staff);
}

/** Sweeps the sessions that time has ended: nobody is at their registers any more. Answers how many they were. */
export async function sweepExpired(tx: Writer, now: Micros, limit: number, company?: Id): Promise<number> {
  const { count, ended } = await endExpired(tx, now, limit, company);
  await clearEnded(tx, ended, now);
  return count;
}

/**
 * Clears the staff members of registers whose sessions ended otherwise than by signing out: by time, with their device or
 * the add-on that they came through (reference: staff.6). The companies one after the other, as their logs are locked.
 */
export async function clearEnded(tx: Writer, ended: readonly EndedSession[], now: Micros): Promise<void> {
  const places = new Map(
    ended.map((each) => [`${each.company_id} ${each.register_id} ${each.staff_id}`, each] as const),
  );
  const inTurn = [...places.values()].sort((a, b) =>
    a.company_id === b.company_id
      ? Number(a.register_id - b.register_id)
      : Number(a.company_id - b.company_id),
  );
  for (const { company_id: company, register_id: register, staff_id: staff } of inTurn)
    await clearSignedIn(tx, { company, now }, register, staff);
}

function denied(why: Sentence): ApiError {
  return new ApiError('access_denied', why);
}

/** 429 while PINs are not tried, after too many wrong ones in a row (reference: staff.3). */
export function refuseGuessing(failures: bigint, failedAt: Micros, now: Micros): void {
  const until = lockedUntil(failures, failedAt);
  if (until <= now) return;
  const seconds = String((until - now + SECOND - 1n) / SECOND);
  throw new ApiError(
    'rate_limit_exceeded',
    sentence('The PIN was wrong too often. Try again in {seconds} s.', { seconds }),
    {
      headers: { 'retry-after': seconds },
    },
  );
}

/**
 * A session of the register in the path that has not ended; 404 for those of other add-ons or staff members, and for a device
 * those of another register.
 */
async function load(tx: Reader, call: Call): Promise<OperatorSession> {
  const session = await operatorSessions.get(tx, call.company, call.id('session_id'));
  const isOpen = session !== undefined && session.revoked_at === null && session.expires_at > call.now;
  if (!isOpen || session.register_id !== call.id('register_id') || session.addon_id !== call.addon) {
    throw notFound();
  }
  if (call.staffMember !== undefined && call.staffMember.id !== session.staff_id) throw notFound();
  const isElsewhere =
    call.device !== undefined &&
    (await registerOfDevice(tx, call.company, call.device)) !== session.register_id;
  if (isElsewhere) throw notFound();
  return session;
}

/** GET /registers/<r>/sessions/<id> */
export const getSession: ReadHandler = async (tx, call) => {
  const session = await load(tx, call);
  const member = await staffMembers.get(tx, call.company, session.staff_id);
  if (member === undefined) throw notFound();
  const register = await registers.get(tx, call.company, session.register_id);
  return ok(sessionView(session, await atWork(tx, member, register?.site_id)));
};

/** DELETE /registers/<r>/sessions/<id>: signs out. */
export const deleteSession: WriteHandler = async (tx, call) => {
  const session = await load(tx, call);
  await operatorSessions.update(tx, { ...session, revoked_at: call.now, updated_at: call.now });
  await clearSignedIn(tx, call, session.register_id, session.staff_id);
  return noContent();
};

const SIGNING_IN = {
  name: searchText('Only who has each of these words in the name, without case and accents.'),
  ...LIST,
};

/** GET /registers/<r>/staff: who can sign in at a register (reference: staff.22). */
export const listStaffWhoSignIn = asking(SIGNING_IN, async (tx: Reader, call, asked) => {
  const register = await registers.get(tx, call.company, call.id('register_id'));
  if (register === undefined) throw notFound();
  return answerPage(call, call.page(asked), {
    ...listingBy(
      (after = 0n, limit) => staffWhoSignIn(tx, call.company, asked.name, { after, limit }),
      ({ id }) => id,
      each(staffView),
    ),
    find: async (id) => (await staffMembers.get(tx, call.company, id)) && [id],
  });
});
