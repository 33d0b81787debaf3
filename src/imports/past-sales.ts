// Sales of another system into the company, in the caller's transaction (reference: imports.8 to imports.10).

import { ApiError } from '../kernel/errors.ts';
import type { Id } from '../kernel/id.ts';
import type { LoopYielder } from '../kernel/loop-yielder.ts';
import { type Micros, startOfDay } from '../kernel/time.ts';
import { sentence } from '../kernel/words.ts';
import { appendPast } from '../orders/row/past.store.ts';
import { insertOrders, type NewRow } from '../orders/row/store.ts';
import { holdBooks, isCountedAt } from '../shifts/store.ts';
import type { Writer } from '../storage/port.ts';
import { digestOf } from './moved-rows.ts';
import {
  addFileFigures,
  addMovedNames,
  booksFrom,
  type MovedName,
  movedNames,
  refundsAmong,
  useMethods,
} from './moving.store.ts';
import { loadPastFacts } from './past-facts.ts';
import { partsOf, pastOrder } from './past-order.ts';
import type { FileFigure, MovedProblem, PastSale, SaleRows } from './rules/past-facts.ts';
import { readSale } from './rules/past-sale.ts';

/** The outcome of some rows. */
export interface PartOutcome {
  readonly created: number;
  readonly unchanged: number;
  readonly refused: number;
  readonly problems: readonly MovedProblem[];
  /** Refunds that wait for a sale, by their names. */
  readonly waiting: readonly string[];
}

/** How some rows are brought in. */
export interface PartOptions {
  readonly company: Id;
  readonly addon: Id;
  readonly source: string;
  readonly site: Id | null;
  readonly import: Id;
  readonly now: Micros;
  readonly dryRun: boolean;
  /** Rows that were sent before: the totals of the file have them. */
  readonly again: boolean;
  /** Nothing comes behind them. */
  readonly last: boolean;
  /** Sales that other parts of the file have, in a dry run. */
  readonly elsewhere: ReadonlySet<string>;
  /** The number of the last imported order; the caller holds it. */
  readonly past: bigint;
  readonly pace: LoopYielder;
}

/** A sale that is to be made. */
interface Planned {
  readonly sale: PastSale;
  readonly digest: string;
  /** The sale in the same rows that it gives back, or one that is there. */
  readonly original: Planned | Id | null;
}

/** Takes sales; what is wrong with those that cannot be is in the answer. */
export async function importSales(
  tx: Writer,
  groups: readonly SaleRows[],
  options: PartOptions,
): Promise<PartOutcome> {
  const { company, source, pace } = options;
  const facts = await loadPastFacts(tx, options, groups);
  const refunded = groups.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells.get('refund_of') ?? []));
  const known = await movedNames(tx, company, 'sale', source, [...groups.map(({ key }) => key), ...refunded]);
  const figures: FileFigure[] = [];
  const problems: MovedProblem[] = [];
  const read: { readonly sale: PastSale; readonly digest: string }[] = [];
  let unchanged = 0;
  for (const group of groups) {
    await pace.yieldIfDue();
    const found = known.get(group.key);
    const digest = digestOf(group);
    const { sale, problems: wrong, figures: own } = readSale(group, facts);
    if (!options.again) figures.push(...own);
    if (found !== undefined) {
      unchanged++;
      // A sale that was imported stays as it is: another file that differs is refused with a sentence that says so.
      if (found.digest !== digest) {
        unchanged--;
        const line = group.rows[0]?.line ?? 0;
        problems.push({
          line,
          column: 'sale',
          sentence: sentence('was imported before, and said something else then.'),
        });
      }
    } else if (sale === undefined) problems.push(...wrong);
    else read.push({ sale, digest });
  }
  const isDone = unchanged;
  const { planned, waiting, refusals } = await plan(tx, read, known, options);
  problems.push(...refusals);
  const made = options.dryRun ? planned.length : await save(tx, planned, options, problems);
  await addFileFigures(tx, company, options.import, figures);
  const refused = groups.length - isDone - made - waiting.length;
  return { created: made, unchanged: isDone, refused, problems, waiting };
}

/** Which of the sales can be made now, and in what order: a refund behind the sale that it gives back. */
async function plan(
  tx: Writer,
  read: readonly { readonly sale: PastSale; readonly digest: string }[],
  known: ReadonlyMap<string, MovedName>,
  { company, last, dryRun, elsewhere }: PartOptions,
): Promise<{ planned: Planned[]; waiting: string[]; refusals: MovedProblem[] }> {
  const sales = read.flatMap(({ sale, digest }) =>
    sale.refundOf === null ? [{ sale, digest, original: null }] : [],
  );
  const here = new Map(sales.map((each) => [each.sale.key, each]));
  const keysOfRefunds = new Set(read.flatMap(({ sale }) => (sale.refundOf === null ? [] : [sale.key])));
  const refunds: Planned[] = [];
  const waiting: string[] = [];
  const refusals: MovedProblem[] = [];
  const linked = read.flatMap(({ sale }) => known.get(sale.refundOf ?? '')?.record_id ?? []);
  const unfit = await refundsAmong(tx, company, [...new Set(linked)]);
  for (const { sale, digest } of read) {
    if (sale.refundOf === null) continue;
    const there = known.get(sale.refundOf)?.record_id;
    const original = here.get(sale.refundOf) ?? there;
    const refuse = (why: MovedProblem['sentence']) =>
      refusals.push({ line: sale.line, column: 'refund_of', sentence: why });
    if (keysOfRefunds.has(sale.refundOf) || (there !== undefined && unfit.has(there)))
      refuse(sentence('"{name}" is itself a refund, or deleted.', { name: sale.refundOf }));
    else if (original !== undefined) refunds.push({ sale, digest, original });
    else if (dryRun && elsewhere.has(sale.refundOf)) refunds.push({ sale, digest, original: null });
    else if (last) refuse(sentence('there is no sale "{name}": import it first.', { name: sale.refundOf }));
    else waiting.push(sale.key);
  }
  return { planned: [...sales, ...refunds], waiting, refusals };
}

/** Makes orders of sales and saves them together; answers how many. */
async function save(
  tx: Writer,
  planned: readonly Planned[],
  options: PartOptions,
  problems: MovedProblem[],
): Promise<number> {
  if (planned.length === 0) return 0;
  const { company, addon, source, now, past, pace } = options;
  const ids = await tx.ids('order', planned.length);
  const parts = await tx.ids(
    'order_part',
    planned.reduce((sum, { sale }) => sum + partsOf(sale), 0),
  );
  let next = 0;
  const nextPart = (): Id => {
    const id = parts[next++];
    if (id === undefined) throw new Error('A part of an order has no id.');
    return id;
  };
  // Held first: no cash-up closes the books between the question and the commit.
  const sites = [...new Set(planned.map(({ sale }) => sale.site.id))];
  for (const site of sites) await holdBooks(tx, company, site);
  const closed = await booksFrom(tx, company, sites);
  const made = new Map<Planned, Id>();
  const rows: NewRow[] = [];
  const names: MovedName[] = [];
  for (const [at, each] of planned.entries()) {
    await pace.yieldIfDue();
    const id = ids[at];
    if (id === undefined) throw new Error('An order has no id.');
    const { sale, original } = each;
    const of = original !== null && typeof original === 'object' ? made.get(original) : original;
    if (of === undefined) {
      const why = sentence('there is no sale "{name}": import it first.', { name: sale.refundOf ?? '' });
      problems.push({ line: sale.line, column: 'refund_of', sentence: why });
      continue;
    }
    const bookedAt = (await isClosed(tx, company, sale, closed, now)) ? now : null;
    try {
      rows.push(pastOrder(sale, { company, addon, id, nextPart, original: of, bookedAt, now }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      problems.push({ line: sale.line, column: undefined, sentence: error.description });
      continue;
    }
    made.set(each, id);
    names.push({ external_id: sale.key, record_id: id, digest: each.digest });
  }
  await insertOrders(tx, rows);
  await addMovedNames(tx, company, 'sale', source, names);
  await appendPast(tx, company, past, [...made.values()]);
  const methods = planned.flatMap(({ sale }) => sale.payments.map(({ method }) => method.id));
  await useMethods(tx, company, [...new Set(methods)]);
  return rows.length;
}

/**
 * Whether a cash-up has closed the books of one of the days of a sale: it is booked when it is imported then (reference:
 * shifts.9). What is of before the first shift of its site is of its own day.
 */
async function isClosed(
  tx: Writer,
  company: Id,
  { site, placedAt, payments }: PastSale,
  closed: ReadonlyMap<Id, Micros>,
  now: Micros,
): Promise<boolean> {
  const first = closed.get(site.id);
  if (first === undefined) return false;
  const today = startOfDay(now, site.zone);
  for (const at of new Set([placedAt, ...payments.map(({ paidAt }) => paidAt)])) {
    if (at >= first && at < today && (await isCountedAt(tx, company, site.id, at))) return true;
  }
  return false;
}
