import { requireOwnRegister } from '../../company/own-register.ts';
import { presence } from '../../company/rules/presence.ts';
import { registers } from '../../company/store.ts';
import { answerPage } from '../../edge/listing.ts';
import { LIST } from '../../edge/query.ts';
import { asking, created, ok, type ReadHandler, type WriteHandler } from '../../edge/route.ts';
import { conflict, invalid, notFound } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/id.ts';
import { formatTime, type Micros } from '../../kernel/time.ts';
import { sentence } from '../../kernel/words.ts';
import * as printingInput from '../../printing/input.ts';
import type { PrintJob } from '../../printing/job-shape.ts';
import {
  answerJobsOf,
  holdJob,
  isOnPaper,
  JOBS_OF_ORDER,
  jobPath,
  PAPER,
  queueJob,
  readJob,
  requireHandedOut,
} from '../../printing/jobs.ts';
import { previewOf } from '../../printing/pdf/preview.ts';
import {
  EXPIRY,
  jobs,
  mayBeOnPaper,
  overduePassThru,
  printersFor,
  TICKETS_AT_ONCE,
  tickets,
  ticketsOf,
} from '../../printing/store.ts';
import { documentedView, jobView, jobWithDocument, ticketViews } from '../../printing/view.ts';
import type { Reader, Writer } from '../../storage/port.ts';
import { receiptOf } from '../documents/receipt.ts';
import { lockOrder, readOrder } from '../row/store.ts';
import { changeStatus } from '../rules/decide.ts';
import { afterPrinting, PATIENCE, waitsForPrinter } from '../rules/passthru.ts';
import { isFinal } from '../rules/status.ts';
import { isWithdrawn } from '../steps/kitchen-tickets.ts';
import { saveOrder } from '../steps/save.ts';
import type { Order } from '../types.ts';

/** GET /orders/<o>/tickets: the tickets of an order, the first one first. */
export const listTickets = asking(LIST, async (tx: Reader, call, asked) => {
  const order = await readOrder(tx, call.company, call.id('order_id'));
  if (order === undefined) throw notFound();
  return answerPage(call, call.page(asked), {
    atOnce: TICKETS_AT_ONCE,
    read: (after, limit) => ticketsOf(tx, call.company, order.id, after?.[0] ?? 0n, limit),
    position: (row) => [BigInt(row.number)],
    find: async (id) => {
      const ticket = await tickets.get(tx, call.company, id);
      return ticket?.order_id === order.id ? [BigInt(ticket.number)] : undefined;
    },
    render: async (rows) => (await ticketViews(tx, call.company, rows)).map((view) => JSON.stringify(view)),
  });
});

/** GET /orders/<o>/print_jobs: what was printed of an order, or is to be, at whichever register. */
export const listJobs = asking(JOBS_OF_ORDER, async (tx: Reader, call, asked) => {
  const order = await readOrder(tx, call.company, call.id('order_id'));
  if (order === undefined) throw notFound();
  return answerJobsOf(tx, call, order.id, asked);
});

/**
 * POST /registers/<r>/print_jobs/<j>/printed: the agent has it on paper. For a pass-thru order that is "printing done"
 * (reference: printing.10, printing.17): one that is PENDING and paid is COMPLETE now. Saying it again changes nothing.
 */
export const jobPrinted: WriteHandler = async (tx, call) => {
  await requireOwnRegister(tx, call);
  const report = call.input(printingInput.printed);
  // The order is locked before its job, as everywhere.
  const { order_id: orderId } = await readJob(tx, call, report);
  const order = await lockOrder(tx, call.company, orderId);
  const job = await holdJob(tx, call, report);
  if (isOnPaper(job)) return ok(jobView(job));
  requireHandedOut(job, report);
  // An agent that has printed the job is believed, also when its lease ended and another agent claimed it meanwhile,
  // be it of another register.
  const done: PrintJob = {
    ...job,
    state: 'printed',
    register_id: call.id('register_id'),
    agent: report.agent,
    copy: report.copy ?? job.copy,
    failure: null,
    printed_at: call.now,
    updated_at: call.now,
  };
  await jobs.update(tx, done);
  if (job.pass_thru && order !== undefined && !isWithdrawn(order)) {
    await saveOrder(tx, call, order, afterPrinting(order, done.register_id, call.now));
  }
  return ok(jobView(done));
};

/** True for the job of a ticket with something to make, not with what is taken back alone. */
async function isToMake(tx: Reader, { company_id: company, ticket_id: id }: PrintJob): Promise<boolean> {
  const ticket = id === null ? undefined : await tickets.get(tx, company, id);
  return ticket?.entries.some(({ quantity }) => BigInt(quantity) > 0n) === true;
}

/**
 * POST /registers/<r>/print_jobs/<j>/reprint: once more, marked as a copy unless it surely never was on paper. Without the
 * mark a kitchen would make what was withdrawn: such a ticket is refused (reference: printing.14).
 */
export const reprint: WriteHandler = async (tx, call) => {
  // The order is locked before its job, as everywhere.
  const { order_id: orderId } = await readJob(tx, call);
  const order = await lockOrder(tx, call.company, orderId);
  const job = await holdJob(tx, call);
  if (job.state === 'queued' || job.state === 'sent') {
    throw conflict(sentence('This job has not been printed yet: wait until it is, or has failed.'));
  }
  const copy = isOnPaper(job) || job.copy;
  if (!copy && order !== undefined && isWithdrawn(order) && (await isToMake(tx, job))) {
    throw conflict(
      sentence(
        'The order is rejected or deleted, and this ticket never was on paper: the kitchen makes nothing of it.',
      ),
    );
  }
  if (isOnPaper(job)) await jobs.update(tx, { ...job, state: 'reprinted', updated_at: call.now });
  const again = await queueJob(tx, call, { ...job, copy, copy_of: job.id, due_at: call.now });
  return created(await jobWithDocument(tx, again), jobPath(call, again));
};

/** POST /orders/<o>/receipt: prints the customer's receipt at a register, the order's own when none is named. */
export const printReceipt: WriteHandler = async (tx, call) => {
  const order = await readOrder(tx, call.company, call.id('order_id'));
  if (order === undefined) throw notFound();
  const input = call.input(printingInput.receipt);
  if (order.deleted) throw conflict(sentence('The order is deleted.'));
  const id = input.register_id ?? call.staffMember?.register ?? order.register_id;
  if (id === null)
    throw invalid('register_id', sentence('is required: the order has no register of its own.'));
  const register = await registers.get(tx, call.company, id);
  if (register === undefined) throw invalid('register_id', sentence('{id} does not exist.', { id }));
  if (register.site_id !== order.site_id) {
    throw invalid(
      'register_id',
      sentence('register {id} is not at site {siteId}.', { id, siteId: order.site_id }),
    );
  }
  const job = await queueJob(tx, call, {
    register_id: register.id,
    site_id: register.site_id,
    order_id: order.id,
    ticket_id: null,
    kind: 'receipt',
    pass_thru: false,
    due_at: call.now,
    document: await receiptOf(tx, call, order),
  });
  return created(documentedView(job, job.document), jobPath(call, job));
};

/** GET /orders/<o>/receipt: what the receipt says. */
export const getReceipt: ReadHandler = async (tx, call) => {
  const order = await readOrder(tx, call.company, call.id('order_id'));
  if (order === undefined) throw notFound();
  return ok(await receiptOf(tx, call, order));
};

/** GET /orders/<o>/receipt/pdf?width=: the receipt as it comes out of a printer. */
export const previewReceipt = asking(PAPER, async (tx: Reader, call, asked) => {
  const order = await readOrder(tx, call.company, call.id('order_id'));
  if (order === undefined) throw notFound();
  // As of the order's last change: the same order gives the same bytes.
  const receipt = { ...(await receiptOf(tx, call, order)), at: formatTime(order.updated_at) };
  return { status: 200, print: previewOf(receipt, { width: asked.width }) };
});

/**
 * Rejects orders that no register printed in time (reference: printing.11): those whose registers have all been away
 * for longer than anybody waits. Of one company alone when it is given. An order of which something may be on paper is left to people.
 */
export async function rejectUnprinted(tx: Writer, now: Micros, limit: number, company?: Id): Promise<void> {
  for (const due of await overduePassThru(tx, now - PATIENCE, limit, company)) {
    const printers = await printersFor(tx, due.company_id, due.id);
    const isAnyThere = printers.some((each) => presence(each.last_seen_at, now) === 'online');
    if (isAnyThere && due.due_at > now - EXPIRY) continue;
    const order = await lockOrder(tx, due.company_id, due.order_id);
    const isWaiting =
      order !== undefined &&
      waitsForPrinter(order) &&
      !(await mayBeOnPaper(tx, due.company_id, due.order_id));
    // A ticket of changes to an order that is on paper already, or may be, is waited for as any other ticket is.
    if (!isWaiting && due.due_at > now - EXPIRY) continue;
    const job = await jobs.getForUpdate(tx, due.company_id, due.id);
    if (job?.state !== 'queued') continue;
    const names = printers.map(({ id, name }) => `register ${id} (${name})`).join(' and ');
    const reason = isAnyThere
      ? `${names} could not print it.`
      : `${names}: offline when it was to be printed.`;
    await jobs.update(tx, { ...job, state: 'failed', failure: reason, updated_at: now });
    if (!isWaiting || order.deleted || isFinal(order.status)) continue;
    const rejected: Order = {
      ...changeStatus(order, 'REJECTED'),
      reject_reason: { id: null, name: 'Not printed', notes: reason },
    };
    await saveOrder(tx, { company: order.company_id, addon: order.addon_id, now }, order, rejected);
  }
}
