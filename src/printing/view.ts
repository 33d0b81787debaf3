import { addonNames } from '../edge/store.ts';
import type { Id } from '../kernel/id.ts';
import { formatDecimal } from '../kernel/money.ts';
import { formatTime, type Micros } from '../kernel/time.ts';
import { view } from '../shape/view.ts';
import type { Reader } from '../storage/port.ts';
import { CLAIMED_JOB, JOB_WITH_DOCUMENT, PRINT_JOB, type PrintJob } from './job-shape.ts';
import {
  type Document,
  type Entry,
  type EntryContent,
  type EntryOption,
  type EntryProduct,
  TICKET,
  TICKET_CHANGE,
  type Ticket,
  type TicketDocument,
  type TicketLine,
  type TicketModifier,
  type TicketOption,
} from './shape.ts';
import {
  docketCategories,
  docketProducts,
  personNames,
  type SiteOnPaper,
  siteNames,
  ticketsByIds,
} from './store.ts';

/** Names of records as they are now: a ticket is stored without any look-up. */
interface RecordNames {
  product(product: EntryProduct): string;
  categories(product: EntryProduct): readonly string[];
  addon(id: string): string | null;
  staff(id: string | null): string | null;
  customer(id: string | null): string | null;
  site(id: Id): SiteOnPaper;
}

function productsOf({ product, modifiers, options }: EntryContent): string[] {
  const inOption = (option: EntryOption): string[] => [
    option.product.id,
    ...option.options.flatMap(inOption),
  ];
  return [product.id, ...modifiers.map((modifier) => modifier.product.id), ...options.flatMap(inOption)];
}

const distinct = (texts: readonly (string | null)[]): Id[] =>
  [...new Set(texts)].flatMap((text) => (text === null ? [] : BigInt(text)));

/** Finds the names that some tickets need, each kind in one query. */
async function namesFor(tx: Reader, company: Id, rows: readonly Ticket[]): Promise<RecordNames> {
  const headings = rows.map((row) => row.heading);
  const entries = rows.flatMap((row) => row.entries);
  const [products, categories, addons, staff, customers, sites] = await Promise.all([
    docketProducts(tx, company, distinct(entries.flatMap(productsOf))),
    docketCategories(tx, company, distinct(entries.map((entry) => entry.product.id))),
    addonNames(tx, distinct(headings.map((heading) => heading.addon_id))),
    personNames(tx, 'staff', company, distinct(headings.map((heading) => heading.staff_id))),
    personNames(tx, 'customers', company, distinct(headings.map((heading) => heading.customer_id))),
    siteNames(tx, company, [...new Set(rows.map((row) => row.site_id))]),
  ]);
  const person = (known: ReadonlyMap<Id, string>) => (id: string | null) =>
    id === null ? null : (known.get(BigInt(id)) ?? null);
  return {
    product: ({ id, name }) => products.get(BigInt(id))?.docket_name || name,
    categories: ({ id }) => (categories.get(BigInt(id)) ?? []).map(String),
    addon: (id) => addons.get(BigInt(id)) ?? null,
    staff: person(staff),
    customer: person(customers),
    site: (id) => sites.get(id) ?? { name: '', timezone: 'UTC', language: null },
  };
}

function modifiersOf({ modifiers }: EntryContent, names: RecordNames): TicketModifier[] {
  const counted = new Map<string, TicketModifier>();
  for (const { product, without } of modifiers) {
    const key = `${without}${product.id}`;
    const before = counted.get(key);
    const count = without ? 1 : (before?.count ?? 0) + 1;
    counted.set(key, { name: names.product(product), count, without });
  }
  return [...counted.values()];
}

function optionOf({ set, product, instructions, options }: EntryOption, names: RecordNames): TicketOption {
  return {
    set,
    name: names.product(product),
    instructions,
    options: options.map((each) => optionOf(each, names)),
  };
}

function lineOf(entry: Entry, names: RecordNames): TicketLine {
  return {
    line_id: entry.line_id,
    action: entry.action,
    quantity: formatDecimal(BigInt(entry.quantity)),
    name: entry.description ?? names.product(entry.product),
    product_id: entry.product.id,
    category_ids: names.categories(entry.product),
    course: entry.course,
    notes: entry.notes,
    modifiers: modifiersOf(entry, names),
    options: entry.options.map((option) => optionOf(option, names)),
  };
}

function ticketOf(row: Ticket, names: RecordNames): TicketDocument {
  const { heading } = row;
  const site = names.site(row.site_id);
  return {
    kind: 'ticket',
    order_id: row.order_id.toString(),
    saleid: heading.saleid,
    number: row.number,
    site_name: site.name,
    timezone: site.timezone,
    language: site.language,
    addon_name: names.addon(heading.addon_id),
    staff_name: names.staff(heading.staff_id),
    customer_name: names.customer(heading.customer_id),
    order_type: heading.order_type,
    group_id: heading.group_id,
    table_name: heading.table_name,
    order_number: heading.order_number,
    sale_number: heading.sale_number,
    guests: heading.guests,
    notes: heading.notes,
    placed_at: heading.placed_at,
    fulfil_at: heading.fulfil_at,
    at: formatTime(row.created_at),
    lines: row.entries.map((entry) => lineOf(entry, names)),
  };
}

/** Tickets as they are shown and printed, with names as they are now. */
async function ticketDocuments(tx: Reader, company: Id, rows: readonly Ticket[]): Promise<TicketDocument[]> {
  if (rows.length === 0) return [];
  const names = await namesFor(tx, company, rows);
  return rows.map((row) => ticketOf(row, names));
}

const ticketView = view(TICKET, (_ticket: Ticket, document: TicketDocument) => ({ document }));

/** Tickets as records. */
export async function ticketViews(tx: Reader, company: Id, rows: readonly Ticket[]) {
  const documents = await ticketDocuments(tx, company, rows);
  return rows.map((row, at) => {
    const document = documents[at];
    if (document === undefined) throw new Error('A ticket has no document.');
    return ticketView(row, document);
  });
}

/** The payload of a ticket's event. */
export const changeView = view(TICKET_CHANGE);

/** Until when an agent has a job for itself. */
const leaseOf = ({ state, available_at: end }: PrintJob): Micros | null => (state === 'sent' ? end : null);

/** A job without its document. */
export const jobView = view(PRINT_JOB, (job: PrintJob) => ({ lease_until: leaseOf(job) }));

/** A job with what it prints. */
export const documentedView = view(JOB_WITH_DOCUMENT, (job: PrintJob, document: Document | null) => ({
  lease_until: leaseOf(job),
  document,
}));

/** A job as it is handed out. */
export const claimedView = view(CLAIMED_JOB, (job: PrintJob, mine: boolean, document: Document | null) => ({
  lease_until: leaseOf(job),
  mine,
  document,
}));

/** A job with its document, read now. */
export async function jobWithDocument(tx: Reader, job: PrintJob) {
  const documents = await jobDocuments(tx, job.company_id, [job]);
  return documentedView(job, documents.get(job.id) ?? null);
}

/** The documents of some jobs, by their ids. */
export async function jobDocuments(
  tx: Reader,
  company: Id,
  rows: readonly PrintJob[],
): Promise<Map<Id, Document>> {
  const found = await ticketsByIds(
    tx,
    company,
    rows.flatMap((job) => job.ticket_id ?? []),
  );
  const documents = await ticketDocuments(tx, company, found);
  const byTicket = new Map(found.map((row, at) => [row.id, documents[at]]));
  const byJob = new Map<Id, Document>();
  for (const job of rows) {
    const document = job.document ?? byTicket.get(job.ticket_id ?? 0n);
    if (document !== undefined) byJob.set(job.id, document);
  }
  return byJob;
}
