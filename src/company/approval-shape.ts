import { sentence } from '../kernel/words.ts';
import { id, oneOf, orNull, readBy, text, time } from '../shape/kinds.ts';
import * as reads from '../shape/reads.ts';
import { because } from '../shape/reads.ts';
import { IDS, OWNER, STAMPS } from '../shape/records.ts';
import { derived, fixed, hidden, part, type Stored, sent, shape } from '../shape/shape.ts';
import { RIGHTS } from './rules/rights.ts';
import { pin } from './staff-shape.ts';

// What one staff member lets another do once, field by field (docs/changing.md).

/** Why something is let pass: the history keeps it. */
const reason = readBy(
  text(255),
  reads.text(255).refine((value) => value.trim() !== '', { error: because(sentence('must not be empty.')) }),
);

/** An approval: `X-Approval: <id>` lets one act pass once (reference: staff.17). */
export const APPROVAL = shape('Approval', 'An act that one staff member lets another do once, by a PIN.', {
  ...IDS,
  register_id: fixed(id, 'The register it was given at.'),
  right: derived(oneOf(RIGHTS), 'The permission that it stands for.', { from: 'right_code' }),
  order_id: fixed(orNull(id), 'The order it is for; null for a new one, and for what is no order.'),
  reason: fixed(orNull(reason), 'Why.'),
  staff_id: fixed(id, 'The staff member who gave it.'),
  expires_at: fixed(time, 'Until when it can be used.'),
  used_at: fixed(orNull(time), 'When it was used; null before.'),
  ...STAMPS,
  ...OWNER,
  right_code: hidden(oneOf(RIGHTS), 'The permission.'),
  addon_id: hidden(id, 'The add-on that it was asked through.'),
  asked_by_staff: hidden(
    orNull(id),
    'The signed-in staff member who asked for it; null for an add-on or a user.',
  ),
  asked_by_user: hidden(orNull(id), 'The user who asked for it.'),
});
export interface Approval extends Stored<typeof APPROVAL> {}

/** The body of a request for an approval. */
export const APPROVE = part('The act to be approved, and the PIN of the approver.', {
  pin: sent(pin, 'The PIN of who approves.', { needed: true }),
  right: sent(oneOf(RIGHTS), 'The permission that is needed, as the refusal names it.', { needed: true }),
  order_id: sent(orNull(id), 'The order it is for; left out for a new one, and for what is no order.'),
  staff_id: sent(orNull(id), 'Whose PIN it is; left out, whoever has the PIN and the permission.'),
  reason: sent(orNull(reason), 'Why: the history keeps it.'),
});
