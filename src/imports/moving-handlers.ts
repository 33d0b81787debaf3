// Imports of what another system kept over the API (reference: imports.5 to imports.11).
import { existing } from '../company/store.ts';
import { refuseScope } from '../edge/admission.ts';
import type { Call } from '../edge/call.ts';

import { answerPage, answerRows, each } from '../edge/listing.ts';
import { flag, LIST, newest, orElse } from '../edge/query.ts';
import { asking, created, ok, type Prepare, type ReadHandler, type WriteHandler } from '../edge/route.ts';
import type { AddonScope } from '../edge/scopes.ts';
import { BYTE_ORDER_MARK, writeLine } from '../kernel/csv.ts';
import { ApiError, conflict, invalid, notFound } from '../kernel/errors.ts';
import { LoopYielder } from '../kernel/loop-yielder.ts';
import { formatDecimal } from '../kernel/money.ts';
import { sentence, type Words } from '../kernel/words.ts';
import { appendAudit } from '../outbox/audit.ts';
import { refuseIncomplete } from '../reports/handlers.ts';
import { bodies } from '../shape/bodies.ts';
import { view } from '../shape/view.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { readCsv } from './csv.ts';
import { MAX_ROWS, usable } from './handlers.ts';
import { tellKept } from './mistakes.ts';
import { movedRows } from './moved-rows.ts';
import { importPage, imports } from './moving.store.ts';
import { closedAct, openedAct, takePart } from './moving.ts';
import {
  IMPORT_PART,
  IMPORT_ROWS,
  MOVED_IMPORT,
  type MovedImport,
  OPEN_IMPORT,
  RECONCILIATION,
  type Reconciled,
} from './moving-shape.ts';
import { reconcile } from './reconcile.ts';

/** POST /imports/open */
export const openInput = bodies(OPEN_IMPORT).create;
/** POST /imports/<i>/rows */
export const rowsInput = bodies(IMPORT_ROWS).create;

/** Rows of a reconciliation that an answer has; a file has all of them. */
const MAX_RECONCILED = 1_000;

const importView = view(MOVED_IMPORT, ({ problems }: MovedImport, words: Words) => ({
  problems: problems.map((each) => ({ ...each, sentence: tellKept(each, words) })),
}));
const partView = view(
  IMPORT_PART,
  ({ after, waiting }: { after: MovedImport; waiting: readonly string[] }, words: Words) => ({
    import: importView(after, words),
    waiting_sales: waiting,
  }),
);

/** 403 for who does not run the company: an import makes sales that nobody sold here. */
function requireRunner(call: Call): void {
  if (call.staffMember === undefined && call.device === undefined && call.clerk === undefined) return;
  throw new ApiError('access_denied', sentence('Owners and managers may import what another system kept.'));
}

/** The scopes that an import of each kind takes beside company:write: it makes records that these scopes are for. */
const RECORD_SCOPES = {
  customers: 'customers:write',
  staff: 'company:write',
  sales: 'orders:write',
} as const satisfies Record<MovedImport['kind'], AddonScope>;

/** 403 for who may not make the records that an import brings in. */
function requireRecordScope(call: Call, kind: MovedImport['kind']): void {
  const scope = RECORD_SCOPES[kind];
  if (!call.hasScope(scope)) throw refuseScope({ device: call.device }, scope);
}

/** GET /imports */
export const listImports = asking({ newest, ...LIST }, (tx: Reader, call, asked) => {
  requireRunner(call);
  return answerPage(call, call.page(asked), {
    falling: asked.newest,
    read: (after, limit) => importPage(tx, call.company, after?.[0], limit, asked.newest),
    position: (row: MovedImport) => [row.id],
    find: async (id) => ((await imports.get(tx, call.company, id)) === undefined ? undefined : [id]),
    render: each((row) => importView(row, call.words)),
  });
});

/** The import of the path; 404 when there is none. */
async function readImport(tx: Reader, call: Call): Promise<MovedImport> {
  requireRunner(call);
  const found = await imports.get(tx, call.company, call.id('import_id'));
  if (found === undefined) throw notFound();
  return found;
}

/** GET /imports/<i> */
export const getImport: ReadHandler = async (tx, call) =>
  ok(importView(await readImport(tx, call), call.words));

/** POST /imports/open: begins one, whose rows come in parts. */
export const openImport: WriteHandler = async (tx, call) => {
  requireRunner(call);
  const { kind, source = 'file', file_name, sha256, dry_run = false, site_id = null } = call.input(openInput);
  requireRecordScope(call, kind);
  if (site_id !== null && !(await existing(tx, 'sites', call.company, [site_id])).has(site_id))
    throw invalid('site_id', sentence('must be the id of a site.'));
  const [id] = await tx.ids('import', 1);
  if (id === undefined) throw new Error('No id for an import.');
  const opened: MovedImport = {
    ...{ company_id: call.company, id, kind, source, file_name, sha256, dry_run, site_id, state: 'open' },
    ...{ parts: 0, records: 0, created: 0, unchanged: 0, waiting: 0, refused: 0, problem_count: 0 },
    ...{ problems: [], answer: null, ended_at: null, created_at: call.now, updated_at: call.now },
  };
  await imports.insert(tx, opened);
  if (!dry_run) await appendAudit(tx, call, call, [openedAct(opened)]);
  return created(importView(opened, call.words), `/companies/${call.company}/imports/${id}`);
};

/** The import of the path, locked. */
async function holdImport(tx: Writer, call: Call): Promise<MovedImport> {
  const found = await imports.getForUpdate(tx, call.company, call.id('import_id'));
  if (found === undefined) throw notFound();
  return found;
}

/** POST /imports/<i>/rows: takes a part of the file, each number once. */
export const sendRows: Prepare = async (call) => {
  requireRunner(call);
  const input = call.input(rowsInput);
  const pace = new LoopYielder();
  const file = await usable(() => readCsv(Buffer.from(input.csv), 'csv', pace, MAX_ROWS));
  return async (tx) => {
    const before = await holdImport(tx, call);
    requireRecordScope(call, before.kind);
    if (input.part === before.parts && before.answer !== null) return { status: 200, body: before.answer };
    if (before.state !== 'open') throw conflict(sentence('The import is closed.'));
    if (input.part !== before.parts + 1)
      throw invalid(
        'part',
        sentence('must be {next}: the parts of a file come one after the other.', { next: before.parts + 1 }),
      );
    const rows = await usable(async () => movedRows(before.kind, file));
    const { again = false, last = false, elsewhere = [] } = input;
    const { after, waiting } = await takePart(
      tx,
      { ...before, updated_at: call.now },
      { rows, again, last, elsewhere },
      { addon: call.addon, now: call.now, pace, words: call.words },
    );
    const made = before.dry_run || before.kind === 'staff' ? 0 : after.created - before.created;
    // The part is undone with the refusal, and may be sent again.
    if (made > 0) call.requireRoom(made);
    const answer = JSON.stringify(partView({ after, waiting }, call.words));
    await imports.update(tx, { ...after, answer });
    return { status: 200, body: answer, made };
  };
};

/** POST /imports/<i>/close: nothing comes behind it. */
export const closeImport: WriteHandler = async (tx, call) => {
  requireRunner(call);
  const before = await holdImport(tx, call);
  if (before.state === 'done') return ok(importView(before, call.words));
  const closed: MovedImport = {
    ...before,
    state: 'done',
    answer: null,
    ended_at: call.now,
    updated_at: call.now,
  };
  await imports.update(tx, closed);
  if (!closed.dry_run) await appendAudit(tx, call, call, [closedAct(closed)]);
  return ok(importView(closed, call.words));
};

const DIFFERING = {
  differing: orElse(flag('Whether to leave out what is the same.'), false),
};

const reconciliationView = view(
  RECONCILIATION,
  ({ rows, ...rest }: Awaited<ReturnType<typeof reconcile>> & { readonly import_id: bigint }) => ({
    ...rest,
    row_count: rows.length,
    rows: rows.slice(0, MAX_RECONCILED),
  }),
);

/** GET /imports/<i>/reconciliation?differing= */
export const getReconciliation = asking(DIFFERING, async (tx: Reader, call, { differing }) => {
  const found = await readImport(tx, call);
  const { rows, ...rest } = await reconcile(tx, found, call.now);
  const shown = differing ? rows.filter(({ difference }) => difference !== 0n) : rows;
  return ok(reconciliationView({ ...rest, rows: shown, import_id: found.id }));
});

const COLUMNS = [
  'kind',
  'date',
  'site_id',
  'site',
  'record_id',
  'name',
  'file',
  'reported',
  'difference',
] as const;

function lineOf(row: Reconciled): string {
  return writeLine(
    COLUMNS.map((column) => {
      const value = row[column];
      if (value === null) return undefined;
      const isId = column === 'site_id' || column === 'record_id';
      return typeof value === 'bigint' && !isId ? formatDecimal(value) : String(value);
    }),
  );
}

/** GET /imports/<i>/reconciliation.csv: every row. */
export const getReconciliationCsv = asking(DIFFERING, async (tx: Reader, call, { differing }) => {
  const { rows, complete } = await reconcile(tx, await readImport(tx, call), call.now);
  refuseIncomplete({ complete });
  return answerRows(call, {
    open: BYTE_ORDER_MARK + writeLine(COLUMNS),
    between: '',
    close: '',
    most: Number.POSITIVE_INFINITY,
    rows: differing ? rows.filter(({ difference }) => difference !== 0n) : rows,
    render: lineOf,
  });
});
