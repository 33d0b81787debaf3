import { zoneOf } from '../company/store.ts';
import type { Call } from '../edge/call.ts';
import { answerPage, answerRows, each, listingBy } from '../edge/listing.ts';
import { type Asked, flag, idOf, LIST, oneOf, orElse, paged, text } from '../edge/query.ts';
import { timeBounds, timesOf } from '../edge/ranges.ts';
import { asking, ok, type ReadHandler } from '../edge/route.ts';
import { BYTE_ORDER_MARK, writeLine } from '../kernel/csv.ts';
import { ApiError, invalid, notFound } from '../kernel/errors.ts';
import { parseId } from '../kernel/id.ts';
import { formatTime } from '../kernel/time.ts';
import { sentence } from '../kernel/words.ts';
import { type AuditFilter, auditEntries, auditEntry } from '../outbox/audit.ts';
import { AUDIT_COLUMNS, type AuditRow } from '../outbox/audit-chain.ts';
import { RECORD_KINDS } from '../outbox/audit-kinds.ts';
import { AUDIT_ENTRY } from '../outbox/audit-shape.ts';
import { view } from '../shape/view.ts';
import type { Reader } from '../storage/port.ts';

// Reading the audit log (reference: audit.1, audit.5).

const parsed = (json: string | null): unknown => (json === null ? null : JSON.parse(json));

const entryView = view(AUDIT_ENTRY, ({ before, after }: AuditRow) => ({
  before: parsed(before),
  after: parsed(after),
}));

/** An entry as it is shown; its network address to users alone. */
const shown = (call: Call, row: AuditRow): object =>
  entryView(call.person === undefined ? { ...row, address: null } : row);

/** 403 for who does not run the company: staff members, devices and users who are staff. */
function requireReader(call: Call): void {
  if (call.staffMember === undefined && call.device === undefined && call.clerk === undefined) return;
  throw new ApiError('access_denied', sentence('Owners and managers may read the audit log.'));
}

const FILTERS = {
  action: text('Only entries of this action, such as `order.refunded`.'),
  staff_id: idOf('Only what this staff member did.'),
  user_id: idOf('Only what this user did.'),
  site_id: idOf('Only what was done at this site.'),
  record_kind: oneOf(RECORD_KINDS, 'Only what was done to the record of this kind with the id `record_id`.'),
  record_id: idOf('The id of that record.'),
  ...timesOf('created', 'when it was done'),
};

/** The filter that is asked for; 400 for two of them, which no index leads along. */
async function filterOf(tx: Reader, call: Call, asked: Asked<typeof FILTERS>): Promise<AuditFilter> {
  const { action, staff_id, user_id, site_id, record_kind: kind, record_id: id } = asked;
  if (kind === undefined && id !== undefined) throw invalid('record_kind', sentence('is required.'));
  if (kind !== undefined && id === undefined) throw invalid('record_id', sentence('is required.'));
  const sent = Object.entries({ action, staff_id, user_id, site_id, record_id: id }).filter(
    ([, value]) => value !== undefined,
  );
  const [, second] = sent;
  if (second !== undefined)
    throw invalid(
      second[0],
      sentence('cannot be sent together with {other}.', { other: sent[0]?.[0] ?? '' }),
    );
  const created = await timeBounds(asked, 'created', () => zoneOf(tx, call.company));
  const record = kind === undefined || id === undefined ? undefined : { kind, id };
  return { action, staff_id, user_id, site_id, record, created };
}

const LISTED = {
  ...FILTERS,
  oldest: orElse(flag('Whether to begin with the first entry.'), false),
  ...LIST,
};

/** GET /audit: newest first, unless the first ones are asked for. */
export const list = asking(LISTED, async (tx: Reader, call, asked) => {
  requireReader(call);
  const filter = await filterOf(tx, call, asked);
  const { oldest } = asked;
  return answerPage(call, call.page(asked), {
    ...listingBy(
      (after, limit) => auditEntries(tx, call.company, filter, after, limit, oldest),
      (row) => row.id,
      each((row) => shown(call, row)),
    ),
    find: async (id) => (await auditEntry(tx, call.company, id)) && [id],
  });
});

/** GET /audit/<number> */
export const get: ReadHandler = async (tx, call) => {
  requireReader(call);
  const row = await auditEntry(tx, call.company, parseId(call.word('number')) ?? 0n);
  if (row === undefined) throw notFound();
  return ok(shown(call, row));
};

/** The columns of the file, in the order in which an entry is hashed: all but its network address. */
const FILED_COLUMNS = AUDIT_COLUMNS.filter((column) => column !== 'address');

/** An entry as a line of the file. */
function lineOf(row: AuditRow): string {
  const cells = { ...row, created_at: formatTime(row.created_at) };
  return writeLine(
    FILED_COLUMNS.map((column) => {
      const cell = cells[column];
      return cell === null ? undefined : String(cell);
    }),
  );
}

/** Entries in a file, unless another number is asked for. */
const FILE_LENGTH = 1000;
const FILED = { ...FILTERS, ...paged(FILE_LENGTH) };

/** How entries are written into a file. */
interface FileForm {
  readonly head: string;
  readonly line: (call: Call, row: AuditRow) => string;
}

/** Answers a file of entries, the first ones first, as many as a page has; X-Next-Page leads to the rest, without the head. */
function fileOf({ head, line }: FileForm) {
  return asking(FILED, async (tx: Reader, call, asked) => {
    requireReader(call);
    const filter = await filterOf(tx, call, asked);
    const { limit, after, start } = call.page(asked);
    const from = after?.[0] ?? start;
    const rows = await auditEntries(tx, call.company, filter, from, limit + 1, true);
    const listed = rows.slice(0, limit);
    const reply = await answerRows(call, {
      open: from === undefined ? head : '',
      between: '',
      close: '',
      most: Number.POSITIVE_INFINITY,
      rows: listed,
      render: (row) => line(call, row),
    });
    const last = listed.at(-1);
    return rows.length > limit && last !== undefined ? { ...reply, next: [last.id] } : reply;
  });
}

/** GET /audit.csv */
export const getCsv = fileOf({
  head: BYTE_ORDER_MARK + writeLine(FILED_COLUMNS.map((column) => (column === 'id' ? 'number' : column))),
  line: (_call, row) => lineOf(row),
});

/** GET /audit.jsonl */
export const getLines = fileOf({ head: '', line: (call, row) => `${JSON.stringify(shown(call, row))}\n` });
