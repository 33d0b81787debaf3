import { besideRegisters, EXPAND_REGISTER } from '../company/expand.ts';
import { requireOwnRegister } from '../company/own-register.ts';
import type { Register } from '../company/shape.ts';
import { siteOf } from '../company/site-of.ts';
import { registers, sites } from '../company/store.ts';
import type { Call } from '../edge/call.ts';
import { answerPage, each } from '../edge/listing.ts';
import { type Asked, LIST, newest, oneOf, orElse, parameter } from '../edge/query.ts';
import { asking, ok, okText, type WriteHandler } from '../edge/route.ts';
import type { Author } from '../kernel/author.ts';
import { conflict, notFound } from '../kernel/errors.ts';
import type { Id } from '../kernel/id.ts';
import type { Micros } from '../kernel/time.ts';
import { sentence } from '../kernel/words.ts';
import { initial } from '../shape/state.ts';
import type { Reader, Writer } from '../storage/port.ts';
import * as input from './input.ts';
import { JOB_STATES, MAX_ATTEMPTS, MAX_CLAIM, PRINT_JOB, type PrintJob } from './job-shape.ts';
import type { PaperWidth } from './paper/paper.ts';
import { previewOf } from './pdf/preview.ts';
import {
  type Claimant,
  claimableNow,
  claimJobs,
  jobs,
  jobsOf,
  jobsOfOrder,
  LEASE,
  lateJobs,
  RETRY,
} from './store.ts';
import { claimedView, jobDocuments, jobView, jobWithDocument } from './view.ts';

// The jobs of a register, as its print agent works them (reference: printing.16): the stream announces them, the agent
// claims them, and reports the outcome of each by its id. Every report can be repeated.

/** Most of a retry's wait, in tries: a person who has put in paper does not want to wait. */
const MAX_WAIT = 3;

async function registerOf(tx: Reader, call: Call): Promise<Register> {
  const register = await registers.get(tx, call.company, call.id('register_id'));
  if (register === undefined) throw notFound();
  return register;
}

async function claimantOf(
  tx: Reader,
  { id, company_id: company, site_id: site }: Register,
): Promise<Claimant> {
  const place = await sites.get(tx, company, site);
  return { company, register: id, site, isDefault: place?.default_pass_thru_register_id === id };
}

type Find = (company: Id, id: Id) => Promise<PrintJob | undefined>;

/** The attempt at a job that a report is about. */
interface Attempt {
  readonly attempt: number;
}

/**
 * True for a job of another register that this one may have had: those of pass-thru orders go over to the default
 * register of their site (reference: printing.11), with a new attempt.
 */
function mayHaveHad(register: Register, job: PrintJob, { attempt }: Attempt): boolean {
  if (!job.pass_thru || job.site_id !== register.site_id) return false;
  return attempt < job.attempt || isOnPaper(job);
}

/** True for a job that was printed, and maybe asked for again since. */
export function isOnPaper({ state }: PrintJob): boolean {
  return state === 'printed' || state === 'reprinted';
}

/** The job of the path, read with `find`; 404 when it is none of the register's, nor one that it reports an attempt at. */
async function jobOf(tx: Reader, call: Call, find: Find, said?: Attempt): Promise<PrintJob> {
  const job = await find(call.company, call.id('job_id'));
  if (job !== undefined && job.register_id === call.id('register_id')) return job;
  const register = await registerOf(tx, call);
  if (job !== undefined && said !== undefined && mayHaveHad(register, job, said)) return job;
  throw notFound();
}

/** The job of the path, of which an attempt is reported where `said` is given, kept from changing until the call ends. */
export function holdJob(tx: Writer, call: Call, said?: Attempt): Promise<PrintJob> {
  return jobOf(tx, call, (company, id) => jobs.getForUpdate(tx, company, id), said);
}

/** The same, as it is. */
export function readJob(tx: Reader, call: Call, said?: Attempt): Promise<PrintJob> {
  return jobOf(tx, call, (company, id) => jobs.get(tx, company, id), said);
}

const JOBS = { state: oneOf(JOB_STATES, 'Only jobs in this state.'), newest, ...EXPAND_REGISTER, ...LIST };

/** GET /registers/<r>/print_jobs?state=&newest=: ascending by id, or the newest first. */
export const listJobs = asking(JOBS, async (tx: Reader, call, asked) => {
  const register = await registerOf(tx, call);
  return answerPage(call, call.page(asked), {
    read: (after, limit) =>
      jobsOf(tx, call.company, register.id, asked.state ?? null, after?.[0], limit, asked.newest),
    position: (job) => [job.id],
    find: async (id) => {
      const job = await jobs.get(tx, call.company, id);
      return job?.register_id === register.id ? [id] : undefined;
    },
    render: (rows) => besideRegisters(tx, call, rows, each(jobView)(rows), asked.expand),
  });
});

/** A page of the jobs of an order, wherever they are printed, the first one first. */
export function answerJobsOf(tx: Reader, call: Call, order: Id, asked: Asked<typeof JOBS_OF_ORDER>) {
  return answerPage(call, call.page(asked), {
    read: (after, limit) => jobsOfOrder(tx, call.company, order, after?.[0], limit),
    position: (job) => [job.id],
    find: async (id) => {
      const job = await jobs.get(tx, call.company, id);
      return job?.order_id === order ? [id] : undefined;
    },
    render: (rows) => besideRegisters(tx, call, rows, each(jobView)(rows), asked.expand),
  });
}

/** The parameters of a list of an order's jobs. */
export const JOBS_OF_ORDER = { ...EXPAND_REGISTER, ...LIST };

/** GET /sites/<s>/print_jobs/late: what should have been printed by now and was not, the longest first. */
export const listLateJobs = asking({ ...EXPAND_REGISTER, ...LIST }, async (tx: Reader, call, asked) => {
  const site = await siteOf(tx, call);
  return answerPage(call, call.page(asked), {
    read: (after, limit) => lateJobs(tx, call.company, site, call.now, after, limit),
    position: (job) => [job.due_at, job.id],
    find: async (id) => {
      const job = await jobs.get(tx, call.company, id);
      return job?.site_id === site ? [job.due_at, id] : undefined;
    },
    render: (rows) => besideRegisters(tx, call, rows, each(jobView)(rows), asked.expand),
  });
});

/** GET /registers/<r>/print_jobs/<j>: the job with its document. */
export const getJob = asking(EXPAND_REGISTER, async (tx: Reader, call, { expand }) => {
  const job = await readJob(tx, call);
  const shown = JSON.stringify(await jobWithDocument(tx, job));
  const [text = ''] = await besideRegisters(tx, call, [job], [shown], expand);
  return okText(text);
});

const WIDTHS: Readonly<Record<string, PaperWidth>> = { 58: 58, 80: 80 };

/** The paper that a preview is asked for on. */
export const PAPER = {
  width: orElse(
    parameter<PaperWidth>(
      'Of the paper, in mm; 80 unless given.',
      { type: 'string', enum: Object.keys(WIDTHS) },
      (text) => (Object.hasOwn(WIDTHS, text) ? WIDTHS[text] : undefined),
      sentence('must be 58 or 80, in mm.'),
    ),
    80,
  ),
};

/** GET /registers/<r>/print_jobs/<j>/pdf?width=: the job as it comes out of a printer. */
export const previewJob = asking(PAPER, async (tx: Reader, call, asked) => {
  const job = await readJob(tx, call);
  const document = (await jobDocuments(tx, call.company, [job])).get(job.id);
  if (document === undefined) throw notFound();
  return { status: 200, print: previewOf(document, { width: asked.width, copy: job.copy }) };
});

/** A text that changes with the jobs that a register can print; see `claimableNow`. */
export async function printProbe(
  tx: Reader,
  register: Register,
): Promise<(tx: Reader, now: Micros) => Promise<string>> {
  const who = await claimantOf(tx, register);
  return (reader, now) => claimableNow(reader, who, now);
}

/** POST /registers/<r>/print_jobs/claim: hands out the jobs to print, to one agent for the time of a lease. */
export const claim: WriteHandler = async (tx, call) => {
  await requireOwnRegister(tx, call);
  const { agent, limit = MAX_CLAIM } = call.input(input.claim);
  const who = await claimantOf(tx, await registerOf(tx, call));
  const rows = await claimJobs(tx, who, agent, call.now, limit);
  const documents = await jobDocuments(
    tx,
    call.company,
    rows.map(({ job }) => job),
  );
  return ok({ jobs: rows.map(({ job, mine }) => claimedView(job, mine, documents.get(job.id) ?? null)) });
};

/** 409 for the report of an attempt that no agent was handed the job with yet (reference: printing.17). */
export function requireHandedOut(job: PrintJob, { attempt }: Attempt): void {
  if (attempt > job.attempt) {
    throw conflict(sentence('Attempt {attempt} at this job has not been handed out.', { attempt }));
  }
}

/** True while an agent holds the job of its report: a late report is ignored. */
function isHeld(job: PrintJob, { agent, attempt }: Attempt & { agent: string }): boolean {
  return job.state === 'sent' && job.agent === agent && job.attempt === attempt;
}

/** POST /registers/<r>/print_jobs/<j>/extend: the agent needs longer. */
export const extendJob: WriteHandler = async (tx, call) => {
  await requireOwnRegister(tx, call);
  const said = call.input(input.extend);
  const job = await holdJob(tx, call, said);
  if (!isHeld(job, said)) throw conflict(sentence('Another agent has this job by now, or it is done.'));
  const longer: PrintJob = { ...job, available_at: call.now + LEASE, updated_at: call.now };
  await jobs.update(tx, longer);
  return ok(jobView(longer));
};

/**
 * POST /registers/<r>/print_jobs/<j>/failed: it goes back into the queue, as a copy when some of it may be on paper.
 */
export const failJob: WriteHandler = async (tx, call) => {
  await requireOwnRegister(tx, call);
  const said = call.input(input.failed);
  const job = await holdJob(tx, call, said);
  if (isOnPaper(job)) return ok(jobView(job));
  requireHandedOut(job, said);
  if (!isHeld(job, said)) return ok(jobView(job));
  const failed: PrintJob = {
    ...job,
    state: job.attempt >= MAX_ATTEMPTS ? 'failed' : 'queued',
    copy: job.copy || said.printed === 'maybe',
    failure: said.reason,
    available_at: call.now + RETRY * BigInt(Math.min(job.attempt, MAX_WAIT)),
    updated_at: call.now,
  };
  await jobs.update(tx, failed);
  return ok(jobView(failed));
};

/** Where a job is read, below /v1. */
export function jobPath(call: Call, job: PrintJob): string {
  return `/companies/${call.company}/registers/${job.register_id}/print_jobs/${job.id}`;
}

/** The fields of a new job. */
type NewJob = Pick<
  PrintJob,
  'register_id' | 'site_id' | 'order_id' | 'ticket_id' | 'kind' | 'pass_thru' | 'due_at' | 'document'
> &
  Partial<Pick<PrintJob, 'copy' | 'copy_of'>>;

/** Queues a job, and wakes the agents that wait for one. */
export async function queueJob(
  tx: Writer,
  { company, now }: Pick<Author, 'company' | 'now'>,
  wanted: NewJob,
) {
  const [id] = await tx.ids('print_job', 1);
  if (id === undefined) throw new Error('No id for a print job.');
  const job = initial(PRINT_JOB, {
    company_id: company,
    id,
    register_id: wanted.register_id,
    site_id: wanted.site_id,
    order_id: wanted.order_id,
    ticket_id: wanted.ticket_id,
    kind: wanted.kind,
    state: 'queued',
    pass_thru: wanted.pass_thru,
    copy: wanted.copy ?? false,
    copy_of: wanted.copy_of ?? null,
    attempt: 0,
    due_at: wanted.due_at,
    available_at: wanted.due_at,
    document: wanted.document,
    created_at: now,
    updated_at: now,
  });
  await jobs.sendInsert(tx, job);
  tx.wake();
  return job;
}
