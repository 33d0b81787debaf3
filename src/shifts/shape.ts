import { REGISTER } from '../company/shape.ts';
import { ONE } from '../kernel/money.ts';
import { sentence } from '../kernel/words.ts';
import { count, decimal, id, oneOf, orNull, readBy, text, time } from '../shape/kinds.ts';
import { viewOf } from '../shape/nested.ts';
import { because } from '../shape/reads.ts';
import { IDS, OWNER, STAMPS } from '../shape/records.ts';
import { derived, field, fixed, type Stored, shape } from '../shape/shape.ts';

// The time a cash drawer is open, and what is put into it and taken out, field by field (docs/changing.md).

/** Money in a drawer: nothing below zero. */
export const cash = decimal({ places: 8, min: 0n, max: 1_000_000_000n * ONE });

export const SHIFT_STATES = ['open', 'closed'] as const;

/** The time from opening the drawer of a register to closing it (reference: shifts.1). */
export const SHIFT = shape('Shift', 'The time from opening the drawer of a register to closing it.', {
  ...IDS,
  register_id: field(id, 'The register whose drawer it is.', { needed: true, on: 'create' }),
  register: derived(orNull(viewOf(REGISTER)), 'That register, with `expand`.', { sometimes: true }),
  site_id: fixed(id, 'The site of the register.'),
  staff_id: field(
    orNull(id),
    'The staff member who opened it; the one signed in at the register, unless sent.',
    {
      on: 'create',
      initially: null,
    },
  ),
  state: derived(oneOf(SHIFT_STATES), 'Whether it is still open.'),
  float: field(cash, 'The cash in the drawer when it was opened.', { on: 'create', initially: 0n }),
  note: field(orNull(text(500)), 'A note.', { on: 'create', initially: null }),
  movements: fixed(count, 'How many movements it has: cash in and out, and openings without a sale.'),
  opened_at: derived(time, 'When it was opened.', { from: 'created_at' }),
  closed_at: fixed(orNull(time), 'When it was closed; null while it is open.'),
  ...STAMPS,
  ...OWNER,
});
export interface Shift extends Stored<typeof SHIFT> {}

export const MOVEMENT_KINDS = ['in', 'out', 'no_sale'] as const;

const reason = text(255);

/** Cash that is put into a drawer or taken out, or that it was opened without a sale (reference: shifts.4). */
export const MOVEMENT = shape('ShiftMovement', 'Cash in or out of a drawer, or that it was opened.', {
  ...IDS,
  shift_id: fixed(id, 'The shift.'),
  kind: field(
    oneOf(MOVEMENT_KINDS),
    '`in` puts cash into the drawer, `out` takes some, `no_sale` opens it alone.',
    { needed: true, on: 'create' },
  ),
  amount: field(cash, 'How much, above 0; nothing without a sale.', { on: 'create', initially: 0n }),
  reason: field(
    readBy(
      orNull(reason),
      reason.reads
        .refine((value) => value.trim() !== '', { error: because(sentence('must not be empty.')) })
        .nullable(),
    ),
    'Why; needed where cash is put in or taken.',
    { on: 'create', initially: null },
  ),
  staff_id: field(
    orNull(id),
    'The staff member who did it; the one signed in at the register, unless sent.',
    {
      on: 'create',
      initially: null,
    },
  ),
  approved_by: fixed(orNull(id), 'The staff member who approved it, where an approval was needed.'),
  ...STAMPS,
  ...OWNER,
});
export interface Movement extends Stored<typeof MOVEMENT> {}
export type MovementKind = Movement['kind'];
