import { ROLES } from '../edge/scopes.ts';
import type { Micros } from '../kernel/time.ts';
import { flag, name, oneOf, readBy, time, words } from '../shape/kinds.ts';
import * as reads from '../shape/reads.ts';
import { IDS } from '../shape/records.ts';
import { derived, field, fixed, type Stored, shape } from '../shape/shape.ts';

// What the API shows of users and what they do: every record, field by field (docs/changing.md).

/** A user's place in a company; its id is the user's. */
export const MEMBER = shape('Member', 'A user who is in the company.', {
  ...IDS,
  email: fixed(words, 'The e-mail address they sign in with.'),
  name: fixed(words, 'The name.'),
  role: field(oneOf(ROLES), 'An owner may do everything, a manager the daily business, staff the register.', {
    needed: true,
  }),
  has_second_factor: derived(flag, 'Whether they have an authenticator app or a passkey.'),
  created_at: fixed(time, 'When they joined.'),
});
export interface Member extends Stored<typeof MEMBER> {
  /** When an authenticator app was set up; null without one. */
  readonly factor_since: Micros | null;
  /** How many passkeys there are. */
  readonly passkeys: bigint;
}

/** An invitation that was not followed yet. */
export const INVITATION = shape('Invitation', 'A person who may join.', {
  ...IDS,
  email: field(readBy(name(254), reads.name(254).meta({ format: 'email' })), 'The address that is invited.', {
    needed: true,
  }),
  role: field(oneOf(ROLES), 'As what.', { needed: true }),
  created_at: fixed(time, 'When it was made.'),
  expires_at: fixed(time, 'Until when the link works.'),
});
export interface Invitation extends Stored<typeof INVITATION> {}

export const NEW_INVITATION = shape('NewInvitation', 'A new invitation, with its link.', {
  ...INVITATION.fields,
  link: derived(words, 'The link to hand out, shown this once.'),
  mailed: derived(flag, 'Whether it is sent to them by e-mail as well.'),
});
