import { body, C, filedUnder, type Operation, type Operations } from '../edge/operation.ts';
import { list } from '../shape/kinds.ts';
import { viewOf } from '../shape/nested.ts';
import * as input from './input.ts';
import {
  CLAIM,
  CLAIMED_JOBS,
  FAILED,
  HELD,
  JOB_WITH_DOCUMENT,
  PRINT_JOB,
  PRINT_RECEIPT,
  PRINTED,
} from './job-shape.ts';
import { BUMP, RECEIPT, TICKET } from './shape.ts';

const kitchen = filedUnder('Kitchen');
const printing = filedUnder('Printing');

const mark = (id: string, name: string, summary: string): Operation =>
  kitchen(id, summary, {
    text: 'Said twice it stays so.',
    status: 200,
    errors: ['access_denied'],
    body: body(name, input.bump, BUMP.words),
    answer: viewOf(TICKET),
  });

/** Kitchen tickets and print jobs. */
export const PRINTING_OPERATIONS: Operations = {
  [`GET ${C}/sites/:site_id/tickets`]: kitchen('listTickets', 'List the tickets of a kitchen', {
    text: 'Those that are open, the oldest first; with `state=bumped` those that were bumped, the newest first.',
    answer: list(viewOf(TICKET)),
  }),
  [`GET ${C}/sites/:site_id/tickets/:ticket_id`]: kitchen('getTicket', 'Read a ticket', {
    answer: viewOf(TICKET),
  }),
  [`POST ${C}/sites/:site_id/tickets/:ticket_id/bump`]: mark(
    'bumpTicket',
    'BumpTicket',
    'Say that a ticket, or some of its lines, is made',
  ),
  [`POST ${C}/sites/:site_id/tickets/:ticket_id/recall`]: mark(
    'recallTicket',
    'RecallTicket',
    'Bring a ticket, or some of its lines, back onto the screens',
  ),
  [`GET ${C}/orders/:order_id/tickets`]: kitchen('listOrderTickets', 'List the tickets of an order', {
    answer: list(viewOf(TICKET)),
  }),
  [`GET ${C}/orders/:order_id/receipt`]: printing(
    'getOrderReceipt',
    'Read what the receipt of an order says',
    { answer: viewOf(RECEIPT) },
  ),
  [`GET ${C}/orders/:order_id/receipt/pdf`]: printing(
    'getReceiptPdf',
    'See the receipt of an order as it comes out of a printer',
    { text: 'A PDF as wide as the paper.', errors: ['invalid_request'] },
  ),
  [`POST ${C}/orders/:order_id/receipt`]: printing('printOrderReceipt', 'Print the receipt of an order', {
    text: 'Of an open order that is not paid in full it is the bill.',
    body: body('PrintReceipt', input.receipt, PRINT_RECEIPT.words),
    answer: viewOf(JOB_WITH_DOCUMENT),
    errors: ['conflict'],
  }),
  [`GET ${C}/registers/:register_id/print_jobs`]: printing(
    'listPrintJobs',
    'List what a register has printed and has to print',
    { answer: list(viewOf(PRINT_JOB)) },
  ),
  [`GET ${C}/orders/:order_id/print_jobs`]: printing(
    'listOrderPrintJobs',
    'List what was printed of an order, or is to be',
    { text: 'At all registers, the first job first.', answer: list(viewOf(PRINT_JOB)) },
  ),
  [`GET ${C}/sites/:site_id/print_jobs/late`]: printing(
    'listLatePrintJobs',
    'List what the printers of a site are behind with',
    {
      text: 'Jobs that have not been printed a minute after they were due, the longest first: a printer is out of paper, or no print agent runs.',
      answer: list(viewOf(PRINT_JOB)),
    },
  ),
  [`GET ${C}/registers/:register_id/print_jobs/:job_id`]: printing(
    'getPrintJob',
    'Read a print job with what it prints',
    { answer: viewOf(JOB_WITH_DOCUMENT) },
  ),
  [`GET ${C}/registers/:register_id/print_jobs/:job_id/pdf`]: printing(
    'getPrintJobPdf',
    'See a print job as it comes out of a printer',
    { text: 'A PDF as wide as the paper.', errors: ['invalid_request'] },
  ),
  [`POST ${C}/registers/:register_id/print_jobs/claim`]: printing(
    'claimPrintJobs',
    'Take what there is to print',
    {
      text: 'Each job goes to one agent, for the time of a lease.',
      status: 200,
      body: body('ClaimPrintJobs', input.claim, CLAIM.words),
      answer: viewOf(CLAIMED_JOBS),
      errors: ['access_denied'],
    },
  ),
  [`POST ${C}/registers/:register_id/print_jobs/:job_id/printed`]: printing(
    'printJobPrinted',
    'Say that a job is on paper',
    {
      rights: ['FinishSale'],
      text: 'Said again it changes nothing. It can complete an order that waits for it.',
      status: 200,
      body: body('PrintedJob', input.printed, PRINTED.words),
      answer: viewOf(PRINT_JOB),
      errors: ['access_denied', 'conflict', 'out_of_stock'],
    },
  ),
  [`POST ${C}/registers/:register_id/print_jobs/:job_id/failed`]: printing(
    'printJobFailed',
    'Say that a job could not be printed',
    {
      text: 'It is handed out again later.',
      status: 200,
      body: body('FailedJob', input.failed, FAILED.words),
      answer: viewOf(PRINT_JOB),
      errors: ['access_denied', 'conflict'],
    },
  ),
  [`POST ${C}/registers/:register_id/print_jobs/:job_id/extend`]: printing(
    'extendPrintJob',
    'Keep a job for longer',
    {
      status: 200,
      body: body('ExtendJob', input.extend, HELD.words),
      answer: viewOf(PRINT_JOB),
      errors: ['access_denied', 'conflict'],
    },
  ),
  [`POST ${C}/registers/:register_id/print_jobs/:job_id/reprint`]: printing(
    'reprintJob',
    'Print a job once more',
    {
      text: 'Marked as a copy, unless it surely never was on paper.',
      answer: viewOf(JOB_WITH_DOCUMENT),
      errors: ['conflict'],
    },
  ),
};
