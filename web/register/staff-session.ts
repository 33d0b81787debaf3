// The signed-in staff member's session: begun with a PIN, it has a token of its own.
import { type Api, fieldsOf, refusalOf } from './api.ts';
import { textOf } from './values.ts';

/** The session of the staff member who is signed in here. */
export interface StaffSession {
  readonly staff: string;
  readonly name: string;
  readonly token: string;
  /** The session, to sign out of. */
  readonly session: string;
}

/** A staff member who can sign in. */
export interface StaffMember {
  readonly id: string;
  readonly name: string;
}

/** A staff member's full name. */
export function staffName(record: unknown): string {
  const { first_name, last_name } = fieldsOf(record);
  return [textOf(first_name), textOf(last_name)].filter((part) => part !== null && part !== '').join(' ');
}

/** Signs in with a PIN. `api` is the device's. Throws a Refused. */
export async function signIn(
  api: Api,
  register: string,
  staff: StaffMember,
  pin: string,
): Promise<StaffSession> {
  const answer = await api({
    method: 'POST',
    path: `registers/${register}/sessions`,
    body: JSON.stringify({ staff_id: staff.id, pin }),
  });
  if (answer.status !== 201) throw refusalOf(answer);
  const { access_token, id_str } = fieldsOf(JSON.parse(answer.text));
  return {
    staff: staff.id,
    name: staff.name,
    token: String(access_token),
    session: String(id_str),
  };
}

/** Signs out; without a network the session ends by its time. */
export async function signOut(api: Api, register: string, { session }: StaffSession): Promise<void> {
  try {
    await api({ method: 'DELETE', path: `registers/${register}/sessions/${session}` });
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
