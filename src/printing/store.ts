import { PRESENCE } from '../company/rules/presence.ts';
import type { Id } from '../kernel/id.ts';
import { DAY, MINUTE, type Micros, SECOND } from '../kernel/time.ts';
import type { Language } from '../kernel/words.ts';
import type { Reader, Writer } from '../storage/port.ts';
import type { Slice } from '../storage/slices.ts';
import { isIn, raw, sql } from '../storage/sql.ts';
import { tableOf } from '../storage/table.ts';
import { type JobState, PRINT_JOB, type PrintJob } from './job-shape.ts';
import { TICKET, type Ticket, type TicketState } from './shape.ts';

export const tickets = tableOf('tickets', TICKET);
export const jobs = tableOf('print_jobs', PRINT_JOB);

/** How long an agent has a job before it is handed out again; it can ask for more. */
export const LEASE: Micros = MINUTE;
/** How long a job that was not printed waits for its next try. */
export const RETRY: Micros = 5n * SECOND;
/** How long a job that is due waits for its printer; after that it is of no use on paper. */
export const EXPIRY: Micros = DAY / 2n;
/** How long a ticket stays open on the screens, and how long tickets and jobs are kept at all. */
const OPEN: Micros = DAY;
const KEPT: Micros = 60n * DAY;

/** Which number the next ticket of an order has. */
export async function nextTicketNumber(tx: Reader, company: Id, order: Id): Promise<number> {
  const row = await tx.get<{ last: bigint | null }>(
    sql`select max(number) as last from tickets where company_id = ${company} and order_id = ${order}`,
  );
  return Number(row?.last ?? 0n) + 1;
}

/** The latest tickets of an order, kept from being changed meanwhile, in the order in which they were made. */
export async function latestTickets(
  tx: Writer,
  company: Id,
  order: Id,
  most: number,
): Promise<readonly Ticket[]> {
  const tail = sql`order by number desc limit ${most}`;
  const found = await tickets.select(tx, company, sql`order_id = ${order}`, tail);
  const held: Ticket[] = [];
  for (const { id } of found.toReversed()) {
    const ticket = await tickets.getForUpdate(tx, company, id);
    if (ticket !== undefined) held.push(ticket);
  }
  return held;
}

/** Makes the print jobs of an order's tickets those of another order, which its tickets belong to from now on. */
export async function moveTicketJobs(tx: Writer, company: Id, from: Id, to: Id, now: Micros): Promise<void> {
  await tx.run(
    sql`update print_jobs set order_id = ${to}, updated_at = ${now}
        where company_id = ${company} and order_id = ${from} and kind = 'ticket'`,
  );
}

/** Tickets that are read and shown in one go: each may have a thousand lines. */
export const TICKETS_AT_ONCE = 50;

/** The tickets of an order, in the order in which they were made. */
export function ticketsOf(
  tx: Reader,
  company: Id,
  order: Id,
  after: bigint,
  limit: number,
): Promise<Slice<Ticket>> {
  const where = sql`order_id = ${order} and number > ${after}`;
  return tickets.slice(tx, company, where, raw('order by number'), limit);
}

/** The tickets of a site in a state, behind an id: open ones from the oldest on, bumped ones from the newest on. */
export function ticketsAt(
  tx: Reader,
  company: Id,
  site: Id,
  state: TicketState,
  after: Id | undefined,
  limit: number,
): Promise<Slice<Ticket>> {
  const isOpen = state === 'open';
  const behind = after === undefined ? sql`` : isOpen ? sql` and id > ${after}` : sql` and id < ${after}`;
  const where = sql`site_id = ${site} and state = ${state}${behind}`;
  return tickets.slice(tx, company, where, raw(isOpen ? 'order by id' : 'order by id desc'), limit);
}

/** Some tickets, ascending by id. */
export async function ticketsByIds(tx: Reader, company: Id, ids: readonly Id[]): Promise<Ticket[]> {
  return ids.length === 0 ? [] : tickets.select(tx, company, isIn('id', ids), sql`order by id`);
}

/** The condition of a state, in the words of the index that has it. */
function inState(state: JobState) {
  if (state === 'printed') return sql` and state = 'printed'`;
  const states = state === 'queued' || state === 'sent' ? WAITING : `'failed', 'reprinted'`;
  return sql` and state in (${raw(states)}) and state = ${state}`;
}
const WAITING = `'queued', 'sent'`;

/** The jobs of a register without their documents, in a state when one is given, ascending by id. */
export function jobsOf(
  tx: Reader,
  company: Id,
  register: Id,
  state: JobState | null,
  after: Id | undefined,
  limit: number,
  newest = false,
): Promise<Slice<PrintJob>> {
  const behind = after === undefined ? sql`` : newest ? sql` and id < ${after}` : sql` and id > ${after}`;
  const waits = state === 'queued' || state === 'sent';
  // Those that wait are few in a company: they are looked up and sorted.
  const mine = waits ? sql`(register_id = ${register}) is true` : sql`register_id = ${register}`;
  const id = raw(waits ? '+id' : 'id');
  const where = sql`${mine}${behind}${state === null ? sql`` : inState(state)}`;
  return jobs.slice(tx, company, where, sql`order by ${id} ${raw(newest ? 'desc' : 'asc')}`, limit, [
    'document',
  ]);
}

/** The jobs of an order at all registers, without their documents, ascending by id. */
export function jobsOfOrder(
  tx: Reader,
  company: Id,
  order: Id,
  after: Id | undefined,
  limit: number,
): Promise<Slice<PrintJob>> {
  const where = sql`order_id = ${order} and id > ${after ?? 0n}`;
  return jobs.slice(tx, company, where, raw('order by id'), limit, ['document']);
}

/** How long behind its time a job is late: a minute is that of a retry or two. */
const LATE: Micros = MINUTE;

/** The jobs of a site that are late at a moment, without their documents, the longest first (reference: printing.25). */
export function lateJobs(
  tx: Reader,
  company: Id,
  site: Id,
  now: Micros,
  after: readonly bigint[] | undefined,
  limit: number,
): Promise<Slice<PrintJob>> {
  const [due, id] = after ?? [];
  const behind = due === undefined ? sql`` : sql` and (due_at, id) > (${due}, ${id})`;
  const where = sql`site_id = ${site} and state in (${raw(WAITING)}) and due_at <= ${now - LATE}${behind}`;
  return jobs.slice(tx, company, where, sql`order by due_at, id`, limit, ['document']);
}

/** A register whose printing is in trouble. */
export interface PrintTrouble {
  readonly id: Id;
  readonly name: string;
  readonly site_id: Id;
  /** Jobs that failed within the last day, and jobs that are late. */
  readonly failed: number;
  readonly late: number;
  /** The failure of the newest of them that has one. */
  readonly failure: string | null;
}

/** Jobs that are counted for troubles, of the failed and of the late. */
const MAX_COUNTED = 5_000;

/** Up to `limit` registers of some sites whose print jobs failed within a day or are late at a moment (reference: reports.16). */
export async function printTroubles(
  tx: Reader,
  company: Id,
  sites: readonly Id[],
  now: Micros,
  limit: number,
): Promise<PrintTrouble[]> {
  const rows = await tx.all<{ failed: bigint; late: bigint } & Omit<PrintTrouble, 'failed' | 'late'>>(
    sql`select r.id, r.name, r.site_id, t.failed, t.late,
          (select j.failure from print_jobs j where j.company_id = ${company} and j.id = t.job) as failure
        from (
          select register_id, sum(failed) as failed, sum(late) as late, max(job) as job from (
            select register_id, 1 as failed, 0 as late, case when failure is not null then id end as job from (
              select register_id, id, failure from print_jobs
              where company_id = ${company} and state = 'failed' and updated_at > ${now - DAY}
              order by updated_at desc limit ${MAX_COUNTED}) as f
            union all
            select register_id, 0, 1, case when failure is not null then id end from (
              select register_id, id, failure from print_jobs
              where company_id = ${company} and ${isIn('site_id', sites)} and state in (${raw(WAITING)})
                and due_at <= ${now - LATE} limit ${MAX_COUNTED}) as w
          ) as jobs group by register_id) as t
        join registers r on r.company_id = ${company} and r.id = t.register_id
        where ${isIn('r.site_id', sites)} order by r.id limit ${limit}`,
  );
  return rows.map((row) => ({ ...row, failed: Number(row.failed), late: Number(row.late) }));
}

/** The register and agent that claim jobs. */
export interface Claimant {
  readonly company: Id;
  readonly register: Id;
  /** The site that the register is at. */
  readonly site: Id;
  /** Whether it is the site's default pass-thru register, which prints for those that are offline. */
  readonly isDefault: boolean;
}

/**
 * The jobs that a register can print at a moment, as a condition on `print_jobs j`: its own, and where it is the
 * default, those that wait for a pass-thru register which is offline (reference: printing.11). Those of one order
 * come one after the other, so that a change never prints before its base. What is to be given up is not among them: a
 * service that was down must not print what nobody waits for any more.
 */
function claimable({ company, register, site, isDefault }: Claimant, now: Micros) {
  const others = isDefault
    ? sql` or (j.pass_thru = 1 and exists (
        select 1 from registers r where r.company_id = j.company_id and r.id = j.register_id
          and (r.last_seen_at is null or r.last_seen_at <= ${now - PRESENCE})))`
    : sql``;
  return sql`j.company_id = ${company} and j.site_id = ${site} and j.state in ('queued', 'sent')
    and j.available_at <= ${now} and j.due_at > ${now - EXPIRY} and (j.register_id = ${register}${others})
    and not exists (select 1 from print_jobs e where e.company_id = j.company_id and e.order_id = j.order_id
      and e.id < j.id and e.kind = 'ticket' and j.kind = 'ticket' and e.state in ('queued', 'sent'))`;
}

/** A text that changes with the jobs that a register can print; '' for none. */
export async function claimableNow(tx: Reader, who: Claimant, now: Micros): Promise<string> {
  const row = await tx.get<{ newest: Micros | null; last: Id | null; count: bigint }>(
    sql`select max(j.available_at) as newest, max(j.id) as last, count(*) as count
        from print_jobs j where ${claimable(who, now)}`,
  );
  return row === undefined || row.count === 0n ? '' : `${row.newest}/${row.last}/${row.count}`;
}

/** A job that was handed out. */
interface ClaimedRow {
  readonly job: PrintJob;
  /** The same agent had it last and did not report: its own journal knows whether it is on paper. */
  readonly mine: boolean;
}

/** Hands out up to `limit` jobs, oldest first: each to one agent at a time, however many ask. */
export async function claimJobs(
  tx: Writer,
  who: Claimant,
  agent: string,
  now: Micros,
  limit: number,
): Promise<ClaimedRow[]> {
  const found = await tx.all<{ id: Id; mine: bigint }>(
    sql`select j.id, case when j.state = 'sent' and j.copy = 0 and j.agent = ${agent} then 1 else 0 end as mine
        from print_jobs j where ${claimable(who, now)} order by j.id limit ${limit} for update skip locked`,
  );
  if (found.length === 0) return [];
  const ids = found.map((row) => row.id);
  // A job whose lease ran out may be on paper: its agent did not report.
  await tx.run(
    sql`update print_jobs set copy = case when state = 'sent' then 1 else copy end, state = 'sent',
          attempt = attempt + 1, agent = ${agent}, register_id = ${who.register},
          available_at = ${now + LEASE}, updated_at = ${now}
        where company_id = ${who.company} and ${isIn('id', ids)}`,
  );
  const mine = new Set(found.filter((row) => row.mine === 1n).map((row) => row.id));
  const rows = await jobs.select(tx, who.company, isIn('id', ids), sql`order by id`);
  return rows.map((job) => ({ job, mine: mine.has(job.id) }));
}

/** True when some job of an order was handed out, or printed. */
export async function isKnownToPrinter(tx: Reader, company: Id, order: Id): Promise<boolean> {
  const row = await tx.get(
    sql`select 1 as one from print_jobs where company_id = ${company} and order_id = ${order}
          and kind = 'ticket' and attempt > 0 limit 1`,
  );
  return row !== undefined;
}

/** Takes the tickets of an order that no printer has had back from the queue; answers how many there were. */
export async function cancelTickets(
  tx: Writer,
  company: Id,
  order: Id,
  reason: string,
  now: Micros,
): Promise<number> {
  return tx.run(
    sql`update print_jobs set state = 'failed', failure = ${reason}, updated_at = ${now}
        where company_id = ${company} and order_id = ${order} and kind = 'ticket' and state = 'queued'`,
  );
}

/**
 * Moves the time at which the tickets of an order that no printer has had yet are printed; answers those that screens
 * show.
 */
export async function moveDue(
  tx: Writer,
  company: Id,
  order: Id,
  due: Micros,
  now: Micros,
): Promise<Ticket[]> {
  await tx.run(
    sql`update print_jobs set due_at = ${due}, available_at = ${due}, updated_at = ${now}
        where company_id = ${company} and order_id = ${order} and kind = 'ticket' and state = 'queued'
          and attempt = 0`,
  );
  await tx.run(
    sql`update tickets set due_at = ${due}, updated_at = ${now}
        where company_id = ${company} and order_id = ${order} and state = 'open'`,
  );
  return tickets.select(tx, company, sql`order_id = ${order} and state = 'open'`, sql`order by id`);
}

/** Of one company, or of all: looked up by what is due, which few are. */
const of = (company: Id | undefined) =>
  company === undefined ? sql`1 = 1` : sql`(company_id = ${company}) is true`;

/**
 * The jobs by which orders wait for a printer, due before a moment and surely not on paper. The states are named as
 * the index has them.
 */
export async function overduePassThru(
  tx: Writer,
  before: Micros,
  limit: number,
  company?: Id,
): Promise<{ company_id: Id; id: Id; order_id: Id; due_at: Micros }[]> {
  return tx.all(
    sql`select company_id, id, order_id, due_at from print_jobs
        where state in ('queued', 'sent') and state = 'queued' and pass_thru = 1 and copy = 0 and due_at <= ${before}
          and ${of(company)}
        order by due_at limit ${limit}`,
  );
}

/** True when a ticket of an order is on paper, or may be: it was printed, or handed out and not surely kept from it. */
export async function mayBeOnPaper(tx: Reader, company: Id, order: Id): Promise<boolean> {
  const row = await tx.get(
    sql`select 1 as one from print_jobs where company_id = ${company} and order_id = ${order}
          and kind = 'ticket' and (copy = 1 or state in ('sent', 'printed', 'reprinted')) limit 1`,
  );
  return row !== undefined;
}

/** The registers at the site of a job that could print it, and when they were seen last. */
export async function printersFor(
  tx: Reader,
  company: Id,
  job: Id,
): Promise<{ id: Id; name: string; last_seen_at: Micros | null }[]> {
  return tx.all(
    sql`select r.id, r.name, r.last_seen_at from print_jobs j
          join sites s on s.company_id = j.company_id and s.id = j.site_id
          join registers r on r.company_id = j.company_id
            and (r.id = j.register_id or r.id = s.default_pass_thru_register_id)
        where j.company_id = ${company} and j.id = ${job} order by r.id`,
  );
}

/**
 * Gives up jobs that waited too long (reference: printing.16), takes unbumped old tickets off the screens, and deletes old
 * rows; of one company when it is given. An agent that has a job may still say what became of it; one that has not said
 * so when its lease ends may have it on paper. Pass-thru orders that surely are not on paper are rejected elsewhere.
 */
export async function sweepPrinting(tx: Writer, now: Micros, limit: number, company?: Id): Promise<void> {
  const given = sql`state in ('queued', 'sent') and due_at <= ${now - EXPIRY}
    and ((state = 'queued' and (pass_thru = 0 or copy = 1)) or (state = 'sent' and available_at <= ${now}))`;
  await tx.run(
    sql`update print_jobs set copy = case when state = 'sent' then 1 else copy end, state = 'failed',
          failure = 'It was not printed in time.', updated_at = ${now}
        where (company_id, id) in (select company_id, id from print_jobs
          where ${given} and ${of(company)} limit ${limit}) and ${given}`,
  );
  await tx.run(
    sql`update tickets set state = 'bumped', bumped_at = ${now}, updated_at = ${now}
        where (company_id, id) in (select company_id, id from tickets
          where state = 'open' and due_at <= ${now - OPEN} and ${of(company)} limit ${limit})`,
  );
  await tx.run(
    sql`delete from tickets where (company_id, id) in (select company_id, id from tickets
          where state = 'bumped' and due_at <= ${now - KEPT} and ${of(company)} limit ${limit})`,
  );
  await tx.run(
    sql`delete from print_jobs where (company_id, id) in (select company_id, id from print_jobs
          where updated_at <= ${now - KEPT} and state not in ('queued', 'sent') and ${of(company)} limit ${limit})`,
  );
}

/** The names of a product for a ticket. */
interface DocketProduct {
  readonly id: Id;
  readonly name: string;
  readonly docket_name: string | null;
}

/** Products by id, deleted ones too. */
export async function docketProducts(
  tx: Reader,
  company: Id,
  ids: readonly Id[],
): Promise<Map<Id, DocketProduct>> {
  const rows = await tx.all<DocketProduct>(
    sql`select id, name, docket_name from products where company_id = ${company} and ${isIn('id', ids)}`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** The categories of products; those of a variant are its template's. */
export async function docketCategories(tx: Reader, company: Id, ids: readonly Id[]): Promise<Map<Id, Id[]>> {
  const rows = await tx.all<{ product_id: Id; category_id: Id }>(
    sql`select x.id as product_id, c.category_id from products x
          join product_categories c on c.company_id = x.company_id
            and c.product_id = coalesce(x.variant_parent_id, x.id)
        where x.company_id = ${company} and ${isIn('x.id', ids)} order by x.id, c.category_id`,
  );
  const byProduct = new Map<Id, Id[]>();
  for (const { product_id: product, category_id: category } of rows) {
    byProduct.set(product, [...(byProduct.get(product) ?? []), category]);
  }
  return byProduct;
}

/** The names of some staff or customers. */
export async function personNames(
  tx: Reader,
  from: 'staff' | 'customers',
  company: Id,
  ids: readonly Id[],
): Promise<Map<Id, string>> {
  const rows = await tx.all<{ id: Id; first_name: string; last_name: string | null }>(
    sql`select id, first_name, last_name from ${raw(from)} where company_id = ${company} and ${isIn('id', ids)}`,
  );
  return new Map(rows.map((row) => [row.id, [row.first_name, row.last_name ?? ''].join(' ').trim()]));
}

/** A site as tickets need it. */
export interface SiteOnPaper {
  readonly name: string;
  readonly timezone: string;
  readonly language: Language | null;
}

/** The fields of a site on tickets, with the time zone that applies there. */
export async function siteNames(tx: Reader, company: Id, ids: readonly Id[]): Promise<Map<Id, SiteOnPaper>> {
  const rows = await tx.all<SiteOnPaper & { id: Id }>(
    sql`select s.id, s.name, coalesce(s.timezone, c.timezone) as timezone, s.language
        from sites s join companies c on c.company_id = s.company_id and c.id = s.company_id
        where s.company_id = ${company} and ${isIn('s.id', ids)}`,
  );
  return new Map(rows.map(({ id, ...site }) => [id, site]));
}
