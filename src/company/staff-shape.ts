import { sentence } from '../kernel/words.ts';
import { count, flag, id, list, name, oneOf, orNull, readBy, text, time, words } from '../shape/kinds.ts';
import { of } from '../shape/nested.ts';
import * as reads from '../shape/reads.ts';
import { because } from '../shape/reads.ts';
import { IDS, OWNER, STAMPS } from '../shape/records.ts';
import { derived, field, fixed, hidden, part, type Stored, sent, shape } from '../shape/shape.ts';
import { FIRST_PERMISSIONS } from './rules/rights.ts';
import { ADDRESSES, CONTACT, email } from './shape.ts';

// Staff members, what they may do, and their sessions at registers (reference: staff.1 to staff.5, staff.18).

const PERMISSION = part('A permission.', {
  code: field(name(100), 'Its code.', { needed: true }),
  name: field(text(200), 'Its name.', { needed: true }),
  domain: field(text(100), 'The part of the work that it is about.', { needed: true }),
});

/** Permissions under one name, which staff members are given together (reference: staff.18). */
export const ROLE = shape('Role', 'Permissions of staff members with a job.', {
  ...IDS,
  name: field(name(), 'Its name, which no other role has.', { needed: true }),
  permissions: field(list(of(PERMISSION), 200), 'The permissions of its staff members.', { initially: [] }),
  ...STAMPS,
  ...OWNER,
});
export interface Role extends Stored<typeof ROLE> {}

/** Most roles of a staff member. */
const MAX_STAFF_ROLES = 100;

const STAFF_ROLE = part('A role that a staff member has.', {
  role_id: field(id, 'The role.', { needed: true }),
  site_id: field(orNull(id), 'The site at whose registers they have it; null for everywhere.'),
});
/** A role of a staff member, everywhere or at a site. */
export interface StaffRole extends Stored<typeof STAFF_ROLE> {}

/** The PIN with which a staff member signs in at a register. */
export const pin = readBy(
  text(12),
  reads
    .text(12)
    .refine((value) => /^[0-9]{4,12}$/.test(value), { error: because(sentence('must have 4 to 12 digits.')) })
    .meta({ pattern: '^[0-9]{4,12}$' }),
);

/** A person who works at the company. */
export const STAFF = shape('StaffMember', 'A person who works for the company. A PIN is never shown.', {
  ...IDS,
  first_name: field(name(), 'The first name.', { needed: true }),
  last_name: field(orNull(text(255)), 'The last name.'),
  primary_email_address: field(orNull(email), 'The e-mail address.'),
  email_addresses: field(list(email, 20), 'All e-mail addresses, as they were sent.', { initially: [] }),
  phone: field(orNull(text(50)), 'The telephone number.'),
  ...CONTACT,
  ...ADDRESSES,
  is_admin: field(flag, 'Whether they may do everything; they then show no permissions.', {
    initially: false,
  }),
  permissions: field(list(of(PERMISSION), 200), 'Their permissions; unless sent, to sell.', {
    initially: FIRST_PERMISSIONS,
    shows: list(of(PERMISSION), 200),
    sometimes: true,
  }),
  roles: field(
    list(of(STAFF_ROLE), MAX_STAFF_ROLES),
    'The roles they have besides, everywhere or at a site.',
    {
      initially: [],
    },
  ),
  pin: sent(
    orNull(pin),
    'The PIN that the staff member signs in with: 4 to 12 digits. Setting another one ends their sessions.',
  ),
  ...STAMPS,
  ...OWNER,
  pin_hash: hidden(orNull(words), 'The hash of the PIN.'),
});
export interface StaffMember extends Stored<typeof STAFF> {}

const SIGNED_IN = part('The signed-in staff member.', {
  ...IDS,
  first_name: fixed(words, 'The first name.'),
  last_name: fixed(orNull(words), 'The last name.'),
  is_admin: fixed(flag, 'Whether they may do everything.'),
});

const SESSION = {
  ...IDS,
  register_id: fixed(id, 'The register.'),
  staff_member: derived(of(SIGNED_IN), 'The signed-in staff member.'),
  rights: derived(
    list(words),
    'The codes of what they may do at this register: of their own, and by roles. An administrator has all that bind.',
  ),
  scope: derived(words, 'The scopes of the token, separated by blanks.'),
  expires_at: fixed(time, 'When the session ends.'),
  created_at: fixed(time, 'When it began.'),
  ...OWNER,
  updated_at: hidden(time, 'When it last changed.'),
  token_hash: hidden(words, 'The hash of the token, which itself is not kept.'),
  addon_id: hidden(id, 'The add-on through which they signed in.'),
  staff_id: hidden(id, 'The signed-in staff member.'),
  scopes: hidden(list(words, 50), 'The scopes of the token.'),
  revoked_at: hidden(orNull(time), 'When it was ended before its time.'),
  device_id: hidden(
    orNull(id),
    'The device of ours at which they signed in; none for another add-on, and of sessions of earlier versions.',
  ),
  late_of: hidden(orNull(id), 'For what was left unsent: the session in which it was made.'),
};

/** A staff member who is signed in at a register. */
export const OPERATOR_SESSION = shape(
  'OperatorSession',
  'A staff member who is signed in at a register.',
  SESSION,
);
export interface OperatorSession extends Stored<typeof OPERATOR_SESSION> {}

export const NEW_OPERATOR_SESSION = shape(
  'NewOperatorSession',
  'A session that has just begun, with its token.',
  {
    access_token: derived(words, 'The token of the staff member, shown this once.'),
    token_type: derived(oneOf(['Bearer']), 'How the token is sent.'),
    expires_in: derived(count, 'Seconds until it ends.'),
    ...SESSION,
  },
);

/** The body of a sign-in (reference: staff.4). */
export const SIGN_IN = part('The staff member who signs in, and the PIN.', {
  staff_id: sent(id, 'The staff member.', { needed: true }),
  pin: sent(pin, 'Their PIN.', { needed: true }),
});
