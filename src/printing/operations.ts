import { C, type Operation, type Operations } from '../edge/operation.ts';
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

const ticket = (id: string, summary: string, text?: string): Operation => ({
  id,
  tag: 'Kitchen',
  summary,
  ...(text === undefined ? {} : { text }),
  answer: viewOf(TICKET),
});

const mark = (id: string, name: string, summary: string, text: string): Operation => ({
  ...ticket(id, summary, text),
  status: 200,
  body: {
    name,
    schema: input.bump,
    description: BUMP.words,
  },
});

/** What kitchens are told and printers are asked for. */
export const PRINTING_OPERATIONS: Operations = {
  [`GET ${C}/sites/:site_id/tickets`]: {
    id: 'listTickets',
    tag: 'Kitchen',
    summary: 'List the tickets of a kitchen',
    text: 'Those that are open, the oldest first; with `state=bumped` those that were bumped, the newest first.',
    answer: list(viewOf(TICKET)),
  },
  [`GET ${C}/sites/:site_id/tickets/:ticket_id`]: ticket('getTicket', 'Read a ticket'),
  [`POST ${C}/sites/:site_id/tickets/:ticket_id/bump`]: mark(
    'bumpTicket',
    'BumpTicket',
    'Say that a ticket, or some of its lines, is made',
    'Said twice it stays so.',
  ),
  [`POST ${C}/sites/:site_id/tickets/:ticket_id/recall`]: mark(
    'recallTicket',
    'RecallTicket',
    'Bring a ticket, or some of its lines, back onto the screens',
    'Said twice it stays so.',
  ),
  [`GET ${C}/orders/:order_id/tickets`]: {
    id: 'listOrderTickets',
    tag: 'Kitchen',
    summary: 'List what the kitchen was told of an order',
    answer: list(viewOf(TICKET)),
  },
  [`GET ${C}/orders/:order_id/receipt`]: {
    id: 'getOrderReceipt',
    tag: 'Printing',
    summary: 'Read what the receipt of an order says',
    answer: viewOf(RECEIPT),
  },
  [`GET ${C}/orders/:order_id/receipt/pdf`]: {
    id: 'getReceiptPdf',
    tag: 'Printing',
    summary: 'See the receipt of an order as it comes out of a printer',
    text: 'A PDF as wide as the paper.',
    errors: ['invalid_request'],
  },
  [`POST ${C}/orders/:order_id/receipt`]: {
    id: 'printOrderReceipt',
    tag: 'Printing',
    summary: 'Print the receipt of an order',
    body: {
      name: 'PrintReceipt',
      schema: input.receipt,
      description: PRINT_RECEIPT.words,
    },
    answer: viewOf(JOB_WITH_DOCUMENT),
    errors: ['conflict'],
  },
  [`GET ${C}/registers/:register_id/print_jobs`]: {
    id: 'listPrintJobs',
    tag: 'Printing',
    summary: 'List what a register has printed and has to print',
    answer: list(viewOf(PRINT_JOB)),
  },
  [`GET ${C}/sites/:site_id/print_jobs/late`]: {
    id: 'listLatePrintJobs',
    tag: 'Printing',
    summary: 'List what the printers of a site are behind with',
    text: 'Jobs that have not been printed a minute after they were due, the longest first: a printer is out of paper, or no print agent runs.',
    answer: list(viewOf(PRINT_JOB)),
  },
  [`GET ${C}/registers/:register_id/print_jobs/:job_id`]: {
    id: 'getPrintJob',
    tag: 'Printing',
    summary: 'Read a print job with what it prints',
    answer: viewOf(JOB_WITH_DOCUMENT),
  },
  [`GET ${C}/registers/:register_id/print_jobs/:job_id/pdf`]: {
    id: 'getPrintJobPdf',
    tag: 'Printing',
    summary: 'See a print job as it comes out of a printer',
    text: 'A PDF as wide as the paper.',
    errors: ['invalid_request'],
  },
  [`POST ${C}/registers/:register_id/print_jobs/claim`]: {
    id: 'claimPrintJobs',
    tag: 'Printing',
    summary: 'Take what there is to print',
    text: 'Each job goes to one agent, for the time of a lease.',
    status: 200,
    body: {
      name: 'ClaimPrintJobs',
      schema: input.claim,
      description: CLAIM.words,
    },
    answer: viewOf(CLAIMED_JOBS),
  },
  [`POST ${C}/registers/:register_id/print_jobs/:job_id/printed`]: {
    id: 'printJobPrinted',
    rights: ['FinishSale'],
    tag: 'Printing',
    summary: 'Say that a job is on paper',
    text: 'Said again it changes nothing. It can complete an order that waits for it.',
    status: 200,
    body: {
      name: 'PrintedJob',
      schema: input.printed,
      description: PRINTED.words,
    },
    answer: viewOf(PRINT_JOB),
    errors: ['conflict', 'out_of_stock'],
  },
  [`POST ${C}/registers/:register_id/print_jobs/:job_id/failed`]: {
    id: 'printJobFailed',
    tag: 'Printing',
    summary: 'Say that a job could not be printed',
    text: 'It is handed out again later.',
    status: 200,
    body: {
      name: 'FailedJob',
      schema: input.failed,
      description: FAILED.words,
    },
    answer: viewOf(PRINT_JOB),
    errors: ['conflict'],
  },
  [`POST ${C}/registers/:register_id/print_jobs/:job_id/extend`]: {
    id: 'extendPrintJob',
    tag: 'Printing',
    summary: 'Keep a job for longer',
    status: 200,
    body: { name: 'ExtendJob', schema: input.extend, description: HELD.words },
    answer: viewOf(PRINT_JOB),
    errors: ['conflict'],
  },
  [`POST ${C}/registers/:register_id/print_jobs/:job_id/reprint`]: {
    id: 'reprintJob',
    tag: 'Printing',
    summary: 'Print a job once more',
    text: 'Marked as a copy, unless it surely never was on paper.',
    answer: viewOf(JOB_WITH_DOCUMENT),
    errors: ['conflict'],
  },
};
