import { body, C, filedUnder, type Operation, type Operations } from '../edge/operation.ts';
import { list } from '../shape/kinds.ts';
import { viewOf } from '../shape/nested.ts';
import { cashupChange, closeInput } from './input.ts';
import { CASHUP, CASHUP_WITH_REPORT, SHIFT_REPORT } from './shape.ts';

const shifts = filedUnder('Shifts');

/** A list of cash-ups. */
const listing = (id: string, summary: string): Operation =>
  shifts(id, summary, {
    rights: ['ZReport'],
    text: 'The first one first, or the newest with `newest`; without their reports.',
    answer: list(viewOf(CASHUP)),
  });

/** Cash-ups, and what shifts come to. */
export const CASHUP_OPERATIONS: Operations = {
  [`GET ${C}/shifts/:shift_id/report`]: shifts('getShiftReport', 'Read what a shift comes to', {
    rights: ['XReport', 'ZReport'],
    text: 'So far, while it is open (an X report); else what it came to (a Z report).',
    answer: viewOf(SHIFT_REPORT),
  }),
  [`POST ${C}/shifts/:shift_id/close`]: shifts('closeShift', 'Count a drawer and close its shift', {
    rights: ['ZReport'],
    text: 'Makes its cash-up, which answers.',
    body: body('CloseShift', closeInput, 'The count of the drawer.'),
    status: 200,
    answer: viewOf(CASHUP_WITH_REPORT),
    errors: ['conflict'],
  }),
  [`GET ${C}/cashups`]: listing('listCashups', 'List cash-ups'),
  [`GET ${C}/cashups/unprocessed`]: listing(
    'listUnprocessedCashups',
    'List the cash-ups that were not taken over yet',
  ),
  [`GET ${C}/cashups/since/:date`]: listing(
    'listCashupsSince',
    'List the cash-ups that were made from a date on',
  ),
  [`GET ${C}/sites/:site_id/cashups`]: listing('listSiteCashups', 'List the cash-ups of a site'),
  [`GET ${C}/registers/:register_id/cashups`]: listing(
    'listRegisterCashups',
    'List the cash-ups of a register',
  ),
  [`GET ${C}/cashups/:cashup_id`]: shifts('getCashup', 'Read a cash-up', {
    rights: ['ZReport'],
    text: 'Its id is that of its shift.',
    answer: viewOf(CASHUP_WITH_REPORT),
  }),
  [`GET ${C}/cashups/:cashup_id/pdf`]: shifts('getCashupPdf', 'Read a cash-up as a PDF', {
    rights: ['ZReport'],
    text: 'As it comes out of a receipt printer, in the language of the site.',
  }),
  [`PUT ${C}/cashups/:cashup_id`]: shifts('updateCashup', 'Say that a cash-up was taken over', {
    rights: ['ZReport'],
    text: 'Nothing else of it changes. PATCH does the same.',
    body: body('UpdateCashup', cashupChange, 'Whether it was.'),
    answer: viewOf(CASHUP_WITH_REPORT),
  }),
};
