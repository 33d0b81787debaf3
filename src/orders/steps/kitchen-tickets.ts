import { presence } from '../../company/rules/presence.ts';
import { registers, sites } from '../../company/store.ts';
import type { Call } from '../../edge/call.ts';
import type { Author } from '../../kernel/author.ts';
import { invalid, unknownRecord } from '../../kernel/errors.ts';
import type { Fact } from '../../kernel/event.ts';
import type { Id } from '../../kernel/id.ts';
import { formatTime, MINUTE, type Micros } from '../../kernel/time.ts';
import { sentence } from '../../kernel/words.ts';
import { queueJob } from '../../printing/jobs.ts';
import type { Entry, Ticket } from '../../printing/shape.ts';
import {
  cancelTickets,
  isKnownToPrinter,
  latestTickets,
  moveDue,
  moveTicketJobs,
  nextTicketNumber,
  tickets,
} from '../../printing/store.ts';
import { ticketFact } from '../../printing/tickets.ts';
import type { Reader, Writer } from '../../storage/port.ts';
import { type Kitchen, kitchenAt, type Place } from '../row/store.ts';
import { isMade } from '../rules/kitchen.ts';
import type { Printing, Registers } from '../rules/passthru.ts';
import type { Order } from '../types.ts';

/**
 * When a kitchen should begin with an order (reference: printing.14): its prep time before it is wanted, but not in the
 * past.
 */
export function dueAt(fulfil: Micros, prepMinutes: bigint, now: Micros): Micros {
  const due = fulfil - prepMinutes * MINUTE;
  return due > now ? due : now;
}

/** The registers that could print an order of a place (reference: printing.7); 400 for one that is not there. */
export async function printersAt(
  tx: Reader,
  call: Call,
  place: Place,
  wanted: Id | null | undefined,
): Promise<Registers> {
  const site = await sites.get(tx, call.company, place.site_id);
  const find = async (id: Id | null | undefined): Promise<Printing | undefined> => {
    if (id === null || id === undefined) return undefined;
    const found = await registers.get(tx, call.company, id);
    return found && { ...found, isOnline: presence(found.last_seen_at, call.now) === 'online' };
  };
  const given = await find(wanted);
  if (wanted !== null && wanted !== undefined) {
    if (given === undefined) throw unknownRecord('pass_thru_printing_register', wanted);
    if (given.site_id !== place.site_id) {
      throw invalid(
        'pass_thru_printing_register',
        sentence('register {wanted} ({name}) is not at site {siteId}.', {
          wanted,
          name: given.name,
          siteId: place.site_id,
        }),
      );
    }
  }
  return { given, standard: await find(site?.default_pass_thru_register_id) };
}

function headingOf(order: Order): Ticket['heading'] {
  return {
    saleid: order.saleid,
    addon_id: order.addon_id.toString(),
    staff_id: order.staff_member_id?.toString() ?? null,
    customer_id: order.customer_id?.toString() ?? null,
    order_type: order.order_type,
    group_id: order.group_id,
    table_name: order.table_name,
    order_number: order.order_number,
    sale_number: order.sale_number,
    guests: order.guests,
    notes: order.notes,
    placed_at: formatTime(order.placed_at),
    fulfil_at: formatTime(order.fulfil_at),
  };
}

/** True for an order that the kitchen does not make any more. */
export function isWithdrawn(order: Order): boolean {
  return order.deleted || order.status === 'REJECTED';
}

/** Whether a site's kitchen gets tickets at all, on its screens or from the register's printer. */
function hasKitchen({ kitchen_tickets: screens, kitchen_printing: printing }: Kitchen): boolean {
  return screens === 1n || printing === 1n;
}

/** A change of an order, with what is new in it for the kitchen. */
export interface KitchenChange {
  readonly before: Order | undefined;
  readonly order: Order;
  readonly entries: readonly Entry[];
}

/**
 * Records a change of an order for the kitchen: a ticket for its screens, and a job for the register that prints it
 * (reference: printing.12). In the transaction of the change, so that neither is without the other. `place` is the site
 * and register of a new order, when they were just read.
 */
export async function recordKitchenTickets(
  tx: Writer,
  by: Author,
  change: KitchenChange,
  place: Place | undefined,
): Promise<Fact[]> {
  const { before, order } = change;
  const renamed = before === undefined ? [] : await renameTickets(tx, by, before, order);
  return [...renamed, ...(await recordChange(tx, by, change, place))];
}

/** The ticket and the job of a change, and when the kitchen begins. */
async function recordChange(
  tx: Writer,
  by: Author,
  { before, order, entries }: KitchenChange,
  place: Place | undefined,
): Promise<Fact[]> {
  const { company, now } = by;
  const register = order.pass_thru?.register_id ?? order.register_id ?? by.staffMember?.register ?? null;
  const isKnown = place !== undefined && place.site_id === order.site_id && place.register_id === register;
  // Without a kitchen nothing is read for one.
  if (before === undefined && isKnown && order.pass_thru === null && !hasKitchen(place)) return [];
  const isMoved = before !== undefined && before.fulfil_at !== order.fulfil_at;
  if (entries.length === 0 && !isMoved) return [];
  if (order.pass_thru === null && !isMade(order, now)) return [];
  const kitchen = isKnown ? place : await kitchenAt(tx, company, order.site_id, register);
  const due = dueAt(order.fulfil_at, kitchen.prep_time_minutes, now);
  const moved = isMoved ? await moveDue(tx, company, order.id, due, now) : [];
  const facts = moved.map((ticket) => ticketFact('tickets/updated', ticket, ['due_at']));
  const hasScreens = kitchen.kitchen_tickets === 1n;
  const prints = order.pass_thru !== null || kitchen.kitchen_printing === 1n;
  if (entries.length === 0 || !(prints || hasScreens)) return facts;
  const isUnknown = isWithdrawn(order) && !(await isKnownToPrinter(tx, company, order.id));
  if (isUnknown) {
    // The kitchen has not begun: a ticket that was never printed is not voided on paper.
    await cancelTickets(tx, company, order.id, 'The order was withdrawn before it was printed.', now);
  }
  const ticket = await addTicket(tx, by, order, entries, {
    number: before === undefined ? 1 : await nextTicketNumber(tx, company, order.id),
    due,
    isShown: hasScreens,
  });
  if (prints && !isUnknown && register !== null) {
    await queueJob(tx, by, {
      register_id: register,
      site_id: order.site_id,
      order_id: order.id,
      ticket_id: ticket.id,
      kind: 'ticket',
      pass_thru: order.pass_thru !== null,
      due_at: due,
      document: null,
    });
  }
  if (hasScreens) facts.push(ticketFact('tickets/created', ticket, []));
  return facts;
}

/** Most tickets of an order that are updated when it moves to another table, the latest; older ones are history. */
const MAX_RENAMED = 200;

/** Tells the tickets of an order where it is now: its screens say so, and what is still to be printed (reference: tables.10). */
async function renameTickets(tx: Writer, by: Author, before: Order, order: Order): Promise<Fact[]> {
  if (before.table_name === order.table_name && before.group_id === order.group_id) return [];
  const facts: Fact[] = [];
  const found = await latestTickets(tx, by.company, order.id, MAX_RENAMED);
  for (const ticket of found) {
    const { table_name, group_id } = order;
    const heading = { ...ticket.heading, table_name, group_id };
    facts.push(await saveTicket(tx, { ...ticket, heading, updated_at: by.now }, ['document']));
  }
  return facts;
}

/**
 * The lines of orders that their tickets have entries of. None are looked for where no line is a part of another; undefined
 * where an order has too many tickets to look at all of them. The orders are locked: no ticket of theirs comes meanwhile.
 */
export async function toldLines(
  tx: Writer,
  company: Id,
  orders: readonly Order[],
): Promise<ReadonlySet<Id> | undefined> {
  const ticketed = new Set<Id>();
  if (orders.every(({ lines }) => lines.every((line) => line.divided_from === null))) return ticketed;
  for (const { id } of orders) {
    const found = await latestTickets(tx, company, id, MAX_RENAMED);
    if (found.length === MAX_RENAMED) return undefined;
    for (const { entries } of found) for (const { line_id: line } of entries) ticketed.add(BigInt(line));
  }
  return ticketed;
}

async function saveTicket(tx: Writer, ticket: Ticket, changed: readonly string[]): Promise<Fact> {
  await tickets.update(tx, ticket);
  return ticketFact('tickets/updated', ticket, changed);
}

/**
 * Makes the tickets of merged orders tickets of the order that they became a part of, behind its own: nothing is printed
 * and no screen rings (reference: tables.10). Answers their events, which the caller appends.
 */
export async function joinTickets(
  tx: Writer,
  { company, now }: Pick<Author, 'company' | 'now'>,
  target: Order,
  sources: readonly Order[],
): Promise<Fact[]> {
  const facts: Fact[] = [];
  let number = 0;
  for (const source of sources) {
    const found = await latestTickets(tx, company, source.id, MAX_RENAMED);
    if (found.length === 0) continue;
    if (number === 0) number = await nextTicketNumber(tx, company, target.id);
    for (const ticket of found) {
      const { saleid, order_number, sale_number, table_name, group_id, guests } = target;
      const heading = { ...ticket.heading, saleid, order_number, sale_number, table_name, group_id, guests };
      const joined: Ticket = { ...ticket, order_id: target.id, number: number++, heading, updated_at: now };
      facts.push(await saveTicket(tx, joined, ['order_id', 'number', 'document']));
    }
    await moveTicketJobs(tx, company, source.id, target.id, now);
  }
  return facts;
}

/** Writes a ticket; one that no screen shows is kept as bumped, for its number and its print job. */
export async function addTicket(
  tx: Writer,
  { company, now }: Pick<Author, 'company' | 'now'>,
  order: Order,
  entries: readonly Entry[],
  { number, due, isShown }: { number: number; due: Micros; isShown: boolean },
): Promise<Ticket> {
  const [id] = await tx.ids('ticket', 1);
  if (id === undefined) throw new Error('No id for a ticket.');
  const ticket: Ticket = {
    company_id: company,
    id,
    site_id: order.site_id,
    order_id: order.id,
    number,
    state: isShown ? 'open' : 'bumped',
    heading: headingOf(order),
    entries,
    done: [],
    due_at: due,
    bumped_at: isShown ? null : now,
    created_at: now,
    updated_at: now,
  };
  await tickets.sendInsert(tx, ticket);
  return ticket;
}
