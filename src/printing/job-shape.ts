import { REGISTER } from '../company/shape.ts';
import { count, flag, id, list, name, oneOf, orNull, text, time, whole, words } from '../shape/kinds.ts';
import { asIs, viewOf } from '../shape/nested.ts';
import { IDS, OWNER, STAMPS } from '../shape/records.ts';
import { derived, fixed, hidden, part, type Stored, sent, shape } from '../shape/shape.ts';
import { DOCUMENT, RECEIPT } from './shape.ts';

// What registers have to print, and what their agents answer, field by field (docs/changing.md).

export const JOB_STATES = ['queued', 'sent', 'printed', 'failed', 'reprinted'] as const;
/** How often a job is handed out at most: more often than its time allows for. */
export const MAX_ATTEMPTS = 10_000;

/** A job of a register (reference: printing.15). */
const JOB = {
  ...IDS,
  register_id: fixed(id, 'The register whose agent prints it.'),
  site_id: fixed(id, 'The site.'),
  order_id: fixed(id, 'The order it is about.'),
  ticket_id: fixed(orNull(id), 'The ticket it prints; null for a receipt.'),
  kind: fixed(oneOf(['ticket', 'receipt']), 'The printed document.'),
  state: fixed(oneOf(JOB_STATES), 'How far it is.'),
  pass_thru: fixed(flag, 'Whether its order waits for it (pass-through printing).'),
  copy: fixed(flag, 'Whether it may be on paper already; it then prints marked as a copy.'),
  copy_of: fixed(orNull(id), 'The job it was asked for again from.'),
  attempt: fixed(count, 'How often it was handed out.'),
  agent: fixed(orNull(words), 'The agent that has it, or had it last.'),
  due_at: fixed(time, 'When it is to be printed.'),
  lease_until: derived(orNull(time), 'Until when the agent has it for itself.'),
  failure: fixed(orNull(words), 'Why it was not printed the last time.'),
  printed_at: fixed(orNull(time), 'When it was on paper.'),
  ...STAMPS,
};
/** The register that a job names, where it is asked for. */
const EXPANDED = {
  register: derived(orNull(viewOf(REGISTER)), 'That register, with `expand`.', { sometimes: true }),
};
const SHOWN_DOCUMENT = derived(orNull(DOCUMENT), 'The printed document.');

export const PRINT_JOB = shape('PrintJob', 'A print job of a register.', {
  ...JOB,
  ...EXPANDED,
  ...OWNER,
  available_at: hidden(
    time,
    'When it can be handed out, for the first time or again: the end of a lease while an agent has it.',
  ),
  document: hidden(orNull(asIs(RECEIPT)), 'The receipt it prints; null for a ticket.'),
});
export interface PrintJob extends Stored<typeof PRINT_JOB> {}
export type JobState = PrintJob['state'];

export const JOB_WITH_DOCUMENT = shape(
  'PrintJobWithDocument',
  'A print job of a register, with its document.',
  { ...JOB, document: SHOWN_DOCUMENT, ...EXPANDED },
);

export const CLAIMED_JOB = shape('ClaimedJob', 'A job that is handed out, with what it says.', {
  ...JOB,
  mine: derived(flag, 'Whether the same agent had it last and never said what became of it.'),
  document: SHOWN_DOCUMENT,
});

export const CLAIMED_JOBS = shape('ClaimedJobs', 'The jobs that an agent has to print.', {
  jobs: derived(list(viewOf(CLAIMED_JOB)), 'The jobs, in their order.'),
});

/** How many jobs an agent gets at once. */
export const MAX_CLAIM = 20;

const AGENT = { agent: sent(name(100), "The agent's name for itself.", { needed: true }) };

export const CLAIM = part('The agent, and how many jobs it takes.', {
  ...AGENT,
  limit: sent(whole(1, MAX_CLAIM), 'How many at most.'),
});

/** The attempt that an agent has. */
export const HELD = part('The agent that needs longer.', {
  ...AGENT,
  attempt: sent(whole(1, MAX_ATTEMPTS), 'The attempt the job was handed out with.', { needed: true }),
});

export const PRINTED = part('The agent that has it on paper.', {
  ...HELD.fields,
  copy: sent(flag, 'Whether it was printed marked as a copy.'),
});

export const FAILED = part('The agent that could not print it, and the reason.', {
  ...HELD.fields,
  reason: sent(text(500), 'Why.', { needed: true }),
  printed: sent(oneOf(['no', 'maybe']), 'Whether any of it may be on paper.', { needed: true }),
});

export const PRINT_RECEIPT = part('Where.', {
  register_id: sent(orNull(id), "The register; the operator's, or the order's own, unless given."),
});
