import { RIGHTS } from '../../company/rules/rights.ts';
import { decimal, id, list, oneOf, orNull, time, whole, words } from '../../shape/kinds.ts';
import { of } from '../../shape/nested.ts';
import { derived, fixed, part, type Stored, shape } from '../../shape/shape.ts';
import { ORDER_STATUSES } from '../rules/status.ts';

// The history of an order: one entry for each change.

/** The kinds of author of a change of an order: an add-on, or through its app a staff member at a register. */
const ACTOR = part('The author of the change.', {
  addon_id: fixed(id, 'The add-on.'),
  staff_member_id: fixed(orNull(id), 'The staff member who was signed in.'),
  register_id: fixed(orNull(id), 'At which register.'),
});
export interface Actor extends Stored<typeof ACTOR> {}

const NAMED_ACTOR = part('The author of the change.', {
  addon_id: ACTOR.fields.addon_id,
  addon_name: fixed(orNull(words), 'The name of the add-on.'),
  staff_member_id: ACTOR.fields.staff_member_id,
  register_id: ACTOR.fields.register_id,
});

const ALLOWED = part('A permission that its author did not have, and who let it pass.', {
  right: fixed(oneOf(RIGHTS), 'The permission.'),
  staff_member_id: fixed(id, 'The staff member who approved it.'),
  reason: fixed(orNull(words), 'Why.'),
});
export interface Allowed extends Stored<typeof ALLOWED> {}

/** One change of an order that was saved. */
export const HISTORY_ENTRY = shape('HistoryEntry', 'A change that was saved.', {
  number: derived(whole(1, Number.MAX_SAFE_INTEGER), '1 is the first.'),
  at: fixed(time, 'When.'),
  by: fixed(of(ACTOR), 'The author of the change.', { shows: of(NAMED_ACTOR) }),
  approvals: fixed(list(of(ALLOWED), 50), 'Approvals that it was made with (reference: staff.17).', {
    initially: [],
  }),
  changed: fixed(list(words, 1000), 'The names of what changed; `created` for the first.'),
  order_ids: fixed(list(id, 50), 'The other orders of a split or a merge.', { initially: [] }),
  status: fixed(oneOf(ORDER_STATUSES), 'The status after it.'),
  total: fixed(decimal(), 'The total after it.'),
  paid: fixed(decimal(), 'The amount paid after it.'),
});
export interface HistoryEntry extends Stored<typeof HISTORY_ENTRY> {}
