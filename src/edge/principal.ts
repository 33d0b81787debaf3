import type { StaffAtRegister } from '../kernel/author.ts';
import type { Id } from '../kernel/id.ts';
import type { Micros } from '../kernel/time.ts';
import type { RouteFault } from '../outbox/faults.ts';
import type { Role, Scope } from './scopes.ts';

/** A signed-in user with the role in the company. */
export interface Person {
  readonly user: Id;
  readonly role: Role;
  /** When they last proved who they are (reference: authentication.29). */
  readonly provedAt: Micros;
}

/** The authenticated caller: an add-on, for one company. */
export interface Principal {
  readonly company: Id;
  readonly addon: Id;
  readonly scopes: ReadonlySet<Scope>;
  /** The staff member signed in at a register; absent when the add-on itself acts. */
  readonly staffMember?: StaffAtRegister;
  /** The person at one of Passbell's own screens. */
  readonly person?: Person;
  /** The register, kitchen screen or print agent. */
  readonly device?: Id;
  /** The key of the rate limit at Passbell's own screens, which share one add-on: `user 3`, `device 5`. */
  readonly counted?: string;
  /** How far the company's time is ahead of the service's; absent when it is not. */
  readonly ahead?: Micros;
  /** The faults that are played to callers of the company (reference: sandbox.3). */
  readonly faults?: readonly RouteFault[];
  /** The kind of credentials it sent. */
  readonly via: 'basic' | 'bearer';
}
