import { body, C, filedUnder, type Operation, type Operations } from '../edge/operation.ts';
import { list } from '../shape/kinds.ts';
import { viewOf } from '../shape/nested.ts';
import { movementInput, openInput } from './input.ts';
import { MOVEMENT, SHIFT } from './shape.ts';

const shifts = filedUnder('Shifts');

const ORDER = 'The first one first, or the newest with `newest`.';

/** A list of shifts. */
const listing = (id: string, summary: string): Operation =>
  shifts(id, summary, { text: ORDER, answer: list(viewOf(SHIFT)) });

/** Shifts, and cash in and out of drawers. */
export const SHIFT_OPERATIONS: Operations = {
  [`GET ${C}/shifts`]: listing('listShifts', 'List shifts'),
  [`GET ${C}/shifts/since/:date`]: listing(
    'listShiftsSince',
    'List the shifts that were opened from a date on',
  ),
  [`GET ${C}/sites/:site_id/shifts`]: listing('listSiteShifts', 'List the shifts of a site'),
  [`GET ${C}/registers/:register_id/shifts`]: listing('listRegisterShifts', 'List the shifts of a register'),
  [`GET ${C}/staff/:staff_id/shifts`]: listing(
    'listStaffShifts',
    'List the shifts that a staff member opened',
  ),
  [`GET ${C}/shifts/:shift_id`]: shifts('getShift', 'Read a shift', { answer: viewOf(SHIFT) }),
  [`POST ${C}/shifts`]: shifts('openShift', 'Open the drawer of a register', {
    text: 'A register has one open shift at a time.',
    body: body('OpenShift', openInput, 'Which register, and with what in its drawer.'),
    answer: viewOf(SHIFT),
    errors: ['conflict'],
  }),
  [`GET ${C}/shifts/:shift_id/movements`]: shifts(
    'listShiftMovements',
    'List what was put into a drawer and taken out',
    { answer: list(viewOf(MOVEMENT)) },
  ),
  [`GET ${C}/shifts/:shift_id/movements/:movement_id`]: shifts(
    'getShiftMovement',
    'Read what was put into a drawer or taken out',
    { answer: viewOf(MOVEMENT) },
  ),
  [`POST ${C}/shifts/:shift_id/movements`]: shifts(
    'createShiftMovement',
    'Put cash into a drawer, take some out, or open it without a sale',
    {
      rights: ['CashIn', 'CashOut', 'OpenCashDrawer'],
      body: body('CreateShiftMovement', movementInput, 'What, how much, and why.'),
      answer: viewOf(MOVEMENT),
      errors: ['conflict'],
    },
  ),
};
