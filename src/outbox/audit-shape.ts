import { id, long, orNull, time, words } from '../shape/kinds.ts';
import { derived, fixed, type Shown, shape } from '../shape/shape.ts';

// The audit log: its record, field by field (docs/changing.md).

const values: Shown<unknown, unknown> = {
  schema: { type: ['object', 'null'], additionalProperties: true },
  show: undefined,
  shapes: [],
};

/** An entry of the audit log (reference: audit.2). */
export const AUDIT_ENTRY = shape('AuditEntry', 'An act, with its author.', {
  id: fixed(id, 'Its number.'),
  number: derived(long, "Its number in the company's chain: 1, 2, 3… without gaps.", { from: 'id' }),
  company_id: fixed(id, 'The company.'),
  created_at: fixed(time, 'When.'),
  action: fixed(words, 'What, such as `order.refunded`.'),
  actor: fixed(words, 'Who, as they were called then: a staff member, a user by e-mail address, an add-on.'),
  addon_id: fixed(orNull(id), 'The add-on that asked, or through which somebody did.'),
  user_id: fixed(orNull(id), 'The user who did it.'),
  staff_id: fixed(orNull(id), 'The staff member who did it.'),
  register_id: fixed(orNull(id), 'The register where it was done.'),
  site_id: fixed(orNull(id), 'The site where it was done.'),
  record_kind: fixed(orNull(words), 'The kind of record it was done to: `order`, `tax`.'),
  record_id: fixed(orNull(id), 'That record.'),
  subject: fixed(orNull(words), 'To what, in words.'),
  before: fixed(
    orNull(words),
    'The changed fields as they were; numbers as text. Null where there was nothing.',
    {
      shows: values,
    },
  ),
  after: fixed(orNull(words), 'The same as it is from then on; null of what is deleted.', { shows: values }),
  reason: fixed(orNull(words), 'Why.'),
  approved_by: fixed(orNull(id), 'The staff member who approved it.'),
  address: fixed(
    orNull(words),
    'The address of the network it came from, for users; it is not hashed, and is forgotten after two years.',
  ),
  previous_hash: fixed(words, 'The hash of the entry before; 64 zeros of the first one.'),
  hash: fixed(words, 'The SHA-256 of the entry and of `previous_hash`.'),
});
