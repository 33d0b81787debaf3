import type { Id } from './id.ts';
import type { Micros } from './time.ts';

/** A staff member who is signed in at a register (reference: staff.4). */
export interface StaffAtRegister {
  readonly id: Id;
  readonly register: Id;
}

/**
 * Who makes a change, for which company, and when: all that rules and stores know of a request. What the service does
 * by itself is done on behalf of the add-on whose record it changes.
 */
export interface Author {
  readonly company: Id;
  readonly addon: Id;
  /** The staff member who acts; undefined when the add-on itself does. */
  readonly staffMember?: StaffAtRegister | undefined;
  readonly now: Micros;
}
