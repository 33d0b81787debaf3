// The signed-in staff member's session: begun with a PIN, it has a token of its own.
import { ApiError, type Passbell, type StaffMember as StaffRecord } from '#clients/typescript/index.ts';
import { isRight, type Right } from '#src/company/rules/rights.ts';

/** The session of the staff member who is signed in here. */
export interface StaffSession {
  readonly staff: string;
  readonly name: string;
  readonly token: string;
  /** The session, to sign out of. */
  readonly session: string;
  /** How far this device's clock is ahead of the service's, in ms; absent in sessions of earlier versions. */
  readonly ahead?: number;
  /** The clocks of this device and of the service, in ms, where they were too far apart. */
  readonly clocks?: ClocksApart;
  /** Their permissions when they signed in; absent in sessions of earlier versions. */
  readonly rights?: readonly Right[];
}

/** Two clocks at one moment, in ms. */
export interface ClocksApart {
  readonly here: number;
  readonly there: number;
}

/** Clocks that are further apart put a sale into another hour, and soon into another day, in ms. */
const APART_MS = 5 * 60_000;

/** The clocks, where this device's is too far from one that showed `there` a moment ago. */
export function clocksApart(here: number, there: number): ClocksApart | undefined {
  return Math.abs(here - there) < APART_MS ? undefined : { here, there };
}

/** Clocks that are no further apart count as the same, in ms: an answer is on its way for as long. */
const SAME_TIME_MS = 60_000;

/**
 * How far a clock that shows `now` is ahead of one that showed `there` a moment ago, in ms; 0 for one that is behind, which
 * may be put right meanwhile, and would then be ahead if it were corrected.
 */
export function clockAhead(now: number, there: string): number {
  const ahead = now - Date.parse(there);
  return ahead > SAME_TIME_MS ? ahead : 0;
}

/** When something is sold now: a till may send it much later. Never ahead of the service's clock; see `ahead`. */
export function momentNow({ ahead = 0 }: Pick<StaffSession, 'ahead'>, now: number): string {
  return new Date(now - ahead).toISOString();
}

/** When money is taken now; undefined where the clock was not compared: the service refuses money of the future. */
export function paidNow(session: Pick<StaffSession, 'ahead'>, now: number): string | undefined {
  return session.ahead === undefined ? undefined : momentNow(session, now);
}

/** A staff member who can sign in. */
export interface StaffMember {
  readonly id: string;
  readonly name: string;
}

/** A staff member of the API as one who can sign in. */
export function readStaff(record: StaffRecord): StaffMember {
  return { id: record.id_str, name: staffName(record) };
}

/** A staff member's full name. */
export function staffName({ first_name, last_name }: Pick<StaffRecord, 'first_name' | 'last_name'>): string {
  return [first_name, last_name].filter(Boolean).join(' ');
}

/** Signs in with a PIN, and remembers it for the list of who signed in last. `passbell` is the device's. Throws an ApiError. */
export async function signIn(
  passbell: Passbell,
  register: string,
  staff: StaffMember,
  pin: string,
): Promise<StaffSession> {
  const body = { staff_id: staff.id, pin };
  const answer = await passbell.call('signIn', { register_id: register, body }).catch((error: unknown) => {
    // A staff member who is gone meanwhile.
    if (error instanceof ApiError && error.status === 400) keepRecentStaff(register, staff, false);
    throw error;
  });
  keepRecentStaff(register, staff, true);
  const { access_token, id_str, created_at, rights } = answer;
  const now = Date.now();
  const ahead = clockAhead(now, created_at);
  const clocks = clocksApart(now, Date.parse(created_at));
  return {
    staff: staff.id,
    name: staff.name,
    token: access_token,
    session: id_str,
    ahead,
    ...(clocks === undefined ? {} : { clocks }),
    rights: rights.filter(isRight),
  };
}

/** Signs out; without a network the session ends by its time. */
export async function signOut(
  passbell: Passbell,
  register: string,
  { session }: StaffSession,
): Promise<void> {
  try {
    await passbell.call('signOut', { register_id: register, session_id: session });
  } catch {
    // The token is dropped from this device in any case.
  }
}

// Devices in use have the session under this name.
const keyOf = (register: string) => `passbell.operator.${register}`;

/** The session that was open when the page was left. */
export function loadStaffSession(register: string): StaffSession | undefined {
  try {
    const text = localStorage.getItem(keyOf(register));
    return text === null ? undefined : (JSON.parse(text) as StaffSession);
  } catch {
    return undefined;
  }
}

/** Stores the session, or removes it. */
export function keepStaffSession(register: string, staffMember: StaffSession | undefined): void {
  if (staffMember === undefined) localStorage.removeItem(keyOf(register));
  else localStorage.setItem(keyOf(register), JSON.stringify(staffMember));
}

/** Staff members who signed in at this device that are remembered. */
const MAX_RECENT = 8;
const recentKeyOf = (register: string) => `passbell.recent-staff.${register}`;

/** The staff members who signed in at this device last, the newest first. */
export function loadRecentStaff(register: string): readonly StaffMember[] {
  try {
    return JSON.parse(localStorage.getItem(recentKeyOf(register)) ?? '[]') as StaffMember[];
  } catch {
    return [];
  }
}

/** Remembers a staff member who has signed in, or forgets one who cannot any more. */
function keepRecentStaff(register: string, { id, name }: StaffMember, canSignIn: boolean): void {
  const others = loadRecentStaff(register).filter((each) => each.id !== id);
  const kept = canSignIn ? [{ id, name }, ...others].slice(0, MAX_RECENT) : others;
  localStorage.setItem(recentKeyOf(register), JSON.stringify(kept));
}
