import { besideRegisters, EXPAND_REGISTER } from '../company/expand.ts';
import { mayRead, requireRights, requireRightToRead } from '../company/rights.ts';
import { getCompany, sites } from '../company/store.ts';
import type { Call } from '../edge/call.ts';
import { etagOf } from '../edge/etag.ts';
import type { HiddenTopics } from '../edge/events.ts';
import { answerPage, each } from '../edge/listing.ts';
import { type Asked, flag, LIST, newest } from '../edge/query.ts';
import { asking, ok, okText, type ReadHandler, type WriteHandler } from '../edge/route.ts';
import { refuseFractions } from '../kernel/coins.ts';
import { notFound } from '../kernel/errors.ts';
import { differenceOf, type Fact, type Topic } from '../kernel/event.ts';
import { type Decimal, formatDecimal, minorStep, minorUnits } from '../kernel/money.ts';
import { type Micros, startOfDay } from '../kernel/time.ts';
import { append } from '../outbox/append.ts';
import { type Act, appendAudit } from '../outbox/audit.ts';
import { PAPER } from '../printing/jobs.ts';
import { COLUMNS } from '../printing/paper/paper.ts';
import { shownPaper } from '../printing/pdf/preview.ts';
import { holdOpenShift, ownersIn, readShift, sinceIn, staffOf } from '../shifts/handlers.ts';
import { type DrawerFilter, type DrawerTable, drawerListing, PROCESSED } from '../shifts/lists.store.ts';
import type { Shift } from '../shifts/shape.ts';
import { shifts } from '../shifts/store.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { cashupChange, closeInput } from './input.ts';
import { cashupPaper } from './paper.ts';
import { placeOfShift, reportOf } from './report.ts';
import type { Cashup, Counted } from './shape.ts';
import { cashups, nextNumber } from './store.ts';
import { cashupView, cashupWithReportView, shiftReportView } from './view.ts';

// What a shift comes to, and its closing (reference: shifts.5 to shifts.9).

/** GET /shifts/<s>/report: what it comes to so far; of a closed one what it came to. */
export const getReport: ReadHandler = async (tx, call) => {
  const shift = await readShift(tx, call);
  if (shift.closed_at === null) {
    await requireRightToRead(tx, call, 'XReport');
    const place = await placeOfShift(tx, call.company, shift);
    return ok(shiftReportView(await reportOf(tx, call.company, shift, place, { at: call.now })));
  }
  const cashup = await cashups.get(tx, call.company, shift.id);
  if (cashup === undefined) throw new Error('A shift is closed without a cash-up.');
  await requireRightToRead(tx, call, 'ZReport');
  return ok(shiftReportView(cashup.report));
};

function factOf(topic: Topic, cashup: Cashup, difference: Pick<Fact, 'changed' | 'previous'>): Fact {
  const payload = JSON.stringify(cashupWithReportView(cashup));
  return { topic, resource: cashup.id, sites: [cashup.site_id], ...difference, payload };
}

/** The act of closing a shift with more or less than was expected. */
function differenceAct(cashup: Cashup): Act {
  const { counted, expected } = cashup;
  return {
    action: 'shift.closed_with_difference',
    record: { kind: 'shift', id: cashup.id },
    site: cashup.site_id,
    register: cashup.register_id,
    before: { expected: formatDecimal(expected) },
    after: { counted: formatDecimal(counted), difference: formatDecimal(counted - expected) },
    reason: cashup.note,
    approvedBy: cashup.approved_by,
  };
}

/** The days of a shift by the clocks of its site, whose books it closes: from the first one's start to the last one's end. */
function booksOf(shift: Shift, at: Micros, zone: string) {
  return { books_from: startOfDay(shift.created_at, zone), books_until: startOfDay(at, zone, 1) };
}

/** 400 for what no coins and notes of the currency come to. */
function requireCoins({ total, denominations }: Counted, smallest: Decimal): void {
  for (const { value } of denominations) refuseFractions(value, smallest, 'counted');
  refuseFractions(total, smallest, 'counted');
}

/**
 * POST /shifts/<s>/close: counts the drawer, closes the shift and makes its cash-up, in one commit with the numbers
 * without gaps (reference: shifts.6).
 */
export const closeShift: WriteHandler = async (tx, call) => {
  const found = await readShift(tx, call);
  const input = call.input(closeInput);
  // First the site, whose books it closes, then the shift: an order takes them in this order, too.
  await sites.getForUpdate(tx, call.company, found.site_id);
  const shift = await holdOpenShift(tx, call, found.id);
  const [approval] = await requireRights(tx, call, ['ZReport']);
  const staff = await staffOf(tx, call, input.staff_id);
  const place = await placeOfShift(tx, call.company, shift);
  const number = await nextNumber(tx, call.company, shift.register_id);
  const { counted, note = null } = input;
  requireCoins(counted, minorStep(minorUnits(place.currency) ?? 2));
  const end = { at: call.now, number, counted, staff, note };
  const report = await reportOf(tx, call.company, shift, place, end);
  const cashup: Cashup = {
    company_id: call.company,
    id: shift.id,
    number,
    register_id: shift.register_id,
    site_id: shift.site_id,
    staff_id: staff,
    approved_by: approval?.staff_id ?? null,
    opened_at: shift.created_at,
    closed_at: call.now,
    float: shift.float,
    expected: report.cash.expected,
    counted: counted.total,
    note,
    processed: false,
    processed_at: null,
    report,
    ...booksOf(shift, call.now, place.timezone),
    created_at: call.now,
    updated_at: call.now,
  };
  await shifts.update(tx, { ...shift, closed_at: call.now, updated_at: call.now });
  await cashups.insert(tx, cashup);
  await append(tx, call.company, call.now, [
    factOf('cashups/created', cashup, { changed: ['number', 'counted'] }),
  ]);
  if (cashup.counted !== cashup.expected) await appendAudit(tx, call, call, [differenceAct(cashup)]);
  return ok(cashupWithReportView(cashup));
};

const CASHUP_TABLE: DrawerTable<Cashup> = {
  rows: cashups,
  time: 'closed_at',
  done: PROCESSED,
  omit: ['report'],
};
const processed = flag('Only those that were taken over, or only the others.');
const CASHUPS = { processed, newest, ...EXPAND_REGISTER, ...LIST };
const UNPROCESSED = { newest, ...EXPAND_REGISTER, ...LIST };

/** The topics whose messages have the figures of cash-ups. */
const TOPICS: readonly Topic[] = ['cashups/created', 'cashups/updated'];

/**
 * Callers who may not see cash-ups do not see their events either: the log leaves them out, and 403 where they are asked for by
 * name (reference: shifts.11).
 */
export const hiddenTopics: HiddenTopics = async (tx, call, asked) => {
  if (await mayRead(tx, call, 'ZReport')) return [];
  if (asked.some((topic) => TOPICS.includes(topic))) await requireRightToRead(tx, call, 'ZReport');
  return TOPICS;
};

/** A list of cash-ups, without their reports. */
async function answerCashups(tx: Reader, call: Call, asked: Asked<typeof UNPROCESSED>, filter: DrawerFilter) {
  await requireRightToRead(tx, call, 'ZReport');
  return answerPage(call, call.page(asked), {
    ...drawerListing(tx, call.company, CASHUP_TABLE, filter),
    render: (rows) => besideRegisters(tx, call, rows, each(cashupView)(rows), asked.expand),
  });
}

/** GET /cashups, /cashups/since/<date>, and below a site or register: ascending by id, or the newest first. */
export const listCashups = asking(CASHUPS, async (tx: Reader, call, asked) =>
  answerCashups(tx, call, asked, {
    owners: await ownersIn(tx, call),
    since: await sinceIn(tx, call),
    done: asked.processed,
    newest: asked.newest,
  }),
);

/** GET /cashups/unprocessed: those that were not taken over yet. */
export const listUnprocessed = asking(UNPROCESSED, async (tx: Reader, call, asked) =>
  answerCashups(tx, call, asked, { owners: {}, since: undefined, done: false, newest: asked.newest }),
);

/** The cash-up of the path; 404 when there is none, 403 for staff without the right to see it. */
async function readCashup(tx: Reader, call: Call): Promise<Cashup> {
  const cashup = await cashups.get(tx, call.company, call.id('cashup_id'));
  if (cashup === undefined) throw notFound();
  await requireRightToRead(tx, call, 'ZReport');
  return cashup;
}

/** GET /cashups/<c>: with its report. */
export const getCashup = asking(EXPAND_REGISTER, async (tx: Reader, call, { expand }) => {
  const cashup = await readCashup(tx, call);
  const shown = each(cashupWithReportView)([cashup]);
  const [text = ''] = await besideRegisters(tx, call, [cashup], shown, expand);
  return okText(text);
});

/** GET /cashups/<c>/pdf?width=: as it comes out of a receipt printer, in the language of the site. */
export const getCashupPdf = asking(PAPER, async (tx: Reader, call, asked) => {
  const cashup = await readCashup(tx, call);
  const company = await getCompany(tx, call.company);
  const site = await sites.get(tx, call.company, cashup.site_id);
  const paper = cashupPaper(cashup.report, {
    company: company.name,
    language: site?.language ?? null,
    minorUnits: minorUnits(cashup.report.currency) ?? 2,
    columns: COLUMNS[asked.width],
  });
  return { status: 200, print: shownPaper(paper) };
});

/** PUT /cashups/<c>: says whether it was taken over; nothing else of it changes. */
export const updateCashup: WriteHandler = async (tx: Writer, call) => {
  const before = await cashups.getForUpdate(tx, call.company, call.id('cashup_id'));
  if (before === undefined) throw notFound();
  await requireRights(tx, call, ['ZReport']);
  const shown = cashupWithReportView(before);
  if (call.hasIfMatch) call.checkMatch(etagOf(JSON.stringify(shown)));
  const { processed: isProcessed = before.processed } = call.input(cashupChange);
  if (isProcessed === before.processed) return ok(shown);
  const cashup: Cashup = {
    ...before,
    processed: isProcessed,
    processed_at: isProcessed ? call.now : null,
    updated_at: call.now,
  };
  await cashups.update(tx, cashup);
  const view = cashupWithReportView(cashup);
  await append(tx, call.company, call.now, [factOf('cashups/updated', cashup, differenceOf(shown, view))]);
  return ok(view);
};
