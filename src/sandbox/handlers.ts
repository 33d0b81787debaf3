import { getCompany } from '../company/store.ts';
import { restartOf } from '../demo/sandbox.ts';
import type { Call } from '../edge/call.ts';
import { etagOf } from '../edge/etag.ts';
import { answerPage, listingOf } from '../edge/listing.ts';
import { LIST } from '../edge/query.ts';
import { asking, created, noContent, ok, type ReadHandler, type WriteHandler } from '../edge/route.ts';
import { ApiError, conflict, invalid, notFound } from '../kernel/errors.ts';
import { DAY, type Micros, resolveTime } from '../kernel/time.ts';
import { sentence } from '../kernel/words.ts';
import { rejectUnprinted } from '../orders/http/printing.ts';
import { appendAudit, auditEnd, restartAudit } from '../outbox/audit.ts';
import { aheadOf } from '../outbox/company-time.ts';
import { holdCounter } from '../outbox/deliveries.ts';
import { addFault, listFaults, MAX_FAULTS, removeFaults, type SandboxFault } from '../outbox/faults.ts';
import { expireRequests } from '../payment-requests/apply.ts';
import { sweepPrinting } from '../printing/store.ts';
import { bodies } from '../shape/bodies.ts';
import { view } from '../shape/view.ts';
import type { Reader } from '../storage/port.ts';
import { advanceTime } from './clock.store.ts';
import { faultOfInput } from './faults.ts';
import {
  clearBusiness,
  hasTooMany,
  holdBusiness,
  lastEvent,
  MAX_ORDERS,
  reassignRegisters,
} from './reset.store.ts';
import { CLOCK_CHANGE, SANDBOX_CLOCK, SANDBOX_FAULT, SANDBOX_RESET } from './shape.ts';

// The routes of a sandbox (docs/reference/sandbox.md): its clock, its faults, its beginning.

/** How far the time of a company may be ahead: ten years. */
const MAX_AHEAD: Micros = 3_653n * DAY;
/** Orders and jobs that are looked after when the clock was moved; the sweeper does the rest. */
const MAX_DUE = 1_000;

export const clockChange = bodies(CLOCK_CHANGE).create;
export const faultCreate = bodies(SANDBOX_FAULT).create;

/** The company, when it is a sandbox (reference: sandbox.1); 403 for any other. */
async function requireSandbox(tx: Reader, call: Call) {
  const company = await getCompany(tx, call.company);
  if (company.is_sandbox) return company;
  throw new ApiError(
    'access_denied',
    sentence(
      'This company is no sandbox: it keeps real time, has no faults and is not reset. ' +
        'Use the company of sandbox.json, or one made with passbell company create --sandbox.',
    ),
  );
}

const clockView = view(SANDBOX_CLOCK, ({ now, ahead }: { now: Micros; ahead: Micros }) => ({
  now: now + ahead,
  server_time: now,
  ahead: Temporal.Duration.from({ microseconds: Number(ahead) })
    .round({ largestUnit: 'hours' })
    .toString(),
}));

/** GET /sandbox/clock */
export const getClock: ReadHandler = async (tx, call) => {
  await requireSandbox(tx, call);
  return ok(clockView({ now: call.serverTime, ahead: await aheadOf(tx, call.company) }));
};

/** The moment that a duration leads to, by the calendar of a time zone; undefined when it is none. */
function momentAfter(duration: string, from: Micros, zone: string): Micros | undefined {
  try {
    const begin = new Temporal.ZonedDateTime(from * 1000n, zone);
    return begin.add(Temporal.Duration.from(duration)).epochNanoseconds / 1000n;
  } catch {
    return undefined;
  }
}

/** POST /sandbox/clock: forward alone. What has become due by then is done in the same transaction, or at once after it. */
export const setClock: WriteHandler = async (tx, call) => {
  const { timezone } = await requireSandbox(tx, call);
  const { advance, now: wanted } = call.input(clockChange);
  if ((advance === undefined) === (wanted === undefined)) {
    throw invalid('advance', sentence('is required, or now: one of the two.'));
  }
  await holdCounter(tx, call.company);
  const ahead = await aheadOf(tx, call.company);
  const before = call.serverTime + ahead;
  const [field, to] =
    advance === undefined
      ? ['now', wanted && resolveTime(wanted, timezone)]
      : ['advance', momentAfter(advance, before, timezone)];
  if (to === undefined || to < before || (advance !== undefined && to === before)) {
    throw invalid(
      field,
      advance === undefined
        ? sentence('must not be before the time of the company: its clock goes forward only.')
        : sentence('must be a duration such as PT8H or P1D, forward only.'),
    );
  }
  const by = to - before;
  if (ahead + by > MAX_AHEAD) {
    throw invalid(field, sentence('must not lead further than 10 years ahead of the time of the service.'));
  }
  await advanceTime(tx, call.company, by);
  await rejectUnprinted(tx, to, MAX_DUE, call.company);
  await sweepPrinting(tx, to, MAX_DUE, call.company);
  await expireRequests(tx, to, MAX_DUE, call.company);
  return ok(clockView({ now: call.serverTime, ahead: ahead + by }));
};

const viewFault = view(SANDBOX_FAULT);

/** A fault as it is shown. */
function faultView({ method, path, topic, ...fault }: SandboxFault) {
  const { status, delay_ms: delay, remaining, hits } = fault;
  return viewFault({
    ...fault,
    match: { method, path, topic },
    status: status === null ? null : Number(status),
    delay_ms: delay === 0n ? null : Number(delay),
    count: remaining === null ? null : Number(remaining + hits),
    remaining: remaining === null ? null : Number(remaining),
    hits: Number(hits),
  });
}

/** GET /sandbox/faults: the oldest first, with those that are over. */
export const getFaults = asking(LIST, async (tx: Reader, call, asked) => {
  await requireSandbox(tx, call);
  const faults = await listFaults(tx, call.company);
  return answerPage(
    call,
    call.page(asked),
    listingOf(faults.map((fault) => ({ id: fault.id, view: faultView(fault) }))),
  );
});

/** The fault of the path; 404 when there is none. */
async function faultOf(tx: Reader, call: Call): Promise<SandboxFault> {
  const id = call.id('fault_id');
  const fault = (await listFaults(tx, call.company)).find((each) => each.id === id);
  if (fault === undefined) throw notFound();
  return fault;
}

/** GET /sandbox/faults/<id> */
export const getFault: ReadHandler = async (tx, call) => {
  await requireSandbox(tx, call);
  return ok(faultView(await faultOf(tx, call)));
};

/** POST /sandbox/faults */
export const createFault: WriteHandler = async (tx, call) => {
  await requireSandbox(tx, call);
  const input = call.input(faultCreate);
  await holdCounter(tx, call.company);
  const [id] = await tx.ids('sandbox_fault', 1);
  if (id === undefined) throw new Error('No id for a fault.');
  const fault = faultOfInput(input, {
    company_id: call.company,
    id,
    seed: call.random.bytes(12).toString('base64url'),
    created_at: call.now,
  });
  if (!(await addFault(tx, fault))) {
    throw conflict(
      sentence('A sandbox has at most {max} faults at a time. Delete some.', { max: MAX_FAULTS }),
    );
  }
  return created(faultView(fault), `/companies/${call.company}/sandbox/faults/${id}`);
};

/** DELETE /sandbox/faults: all of them. */
export const deleteFaults: WriteHandler = async (tx, call) => {
  await requireSandbox(tx, call);
  await removeFaults(tx, call.company);
  return noContent();
};

/** DELETE /sandbox/faults/<id> */
export const deleteFault: WriteHandler = async (tx, call) => {
  await requireSandbox(tx, call);
  if (call.hasIfMatch) call.checkMatch(etagOf(JSON.stringify(faultView(await faultOf(tx, call)))));
  if (!(await removeFaults(tx, call.company, call.id('fault_id')))) throw notFound();
  return noContent();
};

const resetView = view(SANDBOX_RESET);

/** POST /sandbox/reset: as it began, with the ids it had (reference: sandbox.5). One transaction. */
export const reset: WriteHandler = async (tx, call) => {
  await requireSandbox(tx, call);
  const { company, serverTime: now, random, keyring } = call;
  const restart = await restartOf(tx, company);
  if (restart === undefined) {
    throw conflict(
      sentence(
        'This sandbox was made by an earlier version, which did not keep what it began with. Make another one.',
      ),
    );
  }
  if (await hasTooMany(tx, company)) {
    throw conflict(
      sentence('A sandbox with more than {max} orders is not reset. Make another one.', { max: MAX_ORDERS }),
    );
  }
  await holdBusiness(tx, company);
  const { last: entries, hash } = await auditEnd(tx, company);
  await clearBusiness(tx, company, restart.kept, now);
  await restartAudit(tx, company);
  await restart.run(tx, { now, random, keyring });
  await reassignRegisters(tx, company, now);
  // The first entry of the new chain says where the one before ended (reference: audit.6).
  const before = { entries: String(entries), last_entry: hash };
  await appendAudit(tx, call, { serverTime: now }, [{ action: 'sandbox.reset', before }]);
  return ok(resetView({ company_id: company, last_event: await lastEvent(tx, company) }));
};
