import type { Id } from './id.ts';
import type { Micros } from './time.ts';

/** A staff member who is signed in at a register (reference: staff.4). */
export interface StaffAtRegister {
  readonly id: Id;
  readonly register: Id;
}

/**
 * The author of a change, its company and its time: all that rules and stores know of a request. Work of the service
 * itself is done on behalf of the add-on whose record it changes.
 */
export interface Author {
  readonly company: Id;
  readonly addon: Id;
  /** The staff member signed in at a register; undefined when the add-on itself acts. */
  readonly staffMember?: StaffAtRegister | undefined;
  /** A user at Passbell's own screens who does not run the company. */
  readonly clerk?: Id | undefined;
  /** A user at Passbell's own screens: the audit log names them. */
  readonly person?: { readonly user: Id } | undefined;
  /** The device that acts while no staff member is signed in at it. */
  readonly device?: Id | undefined;
  /** False for a user who has to prove who they are before money goes out (reference: authentication.29). */
  readonly isProved?: boolean | undefined;
  /** The approvals that the change is made with (reference: staff.17). */
  readonly approvals?: readonly Id[] | undefined;
  readonly now: Micros;
}
