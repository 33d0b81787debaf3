// Imports of what another system kept: opened, taken part by part, closed (reference: imports.5, imports.6).
import type { Id } from '../kernel/id.ts';
import type { LoopYielder } from '../kernel/loop-yielder.ts';
import type { Micros } from '../kernel/time.ts';
import type { Words } from '../kernel/words.ts';
import { holdPast } from '../orders/row/past.store.ts';
import type { Act } from '../outbox/audit.ts';
import type { Writer } from '../storage/port.ts';
import { MAX_PROBLEMS } from './handlers.ts';
import { keptOf } from './mistakes.ts';
import { importCustomers, importStaff } from './moved-people.ts';
import { groupRows } from './moved-rows.ts';
import type { MovedImport, StoredProblem } from './moving-shape.ts';
import { importSales, type PartOutcome } from './past-sales.ts';
import type { MovedRow } from './rules/past-facts.ts';

const TAKES = { customers: importCustomers, staff: importStaff, sales: importSales } as const;

/** Some rows of a file. */
interface Part {
  readonly rows: readonly MovedRow[];
  readonly again: boolean;
  readonly last: boolean;
  readonly elsewhere: readonly string[];
}

/** The add-on that brings a part of a file in, and the time and language of it. */
interface PartBy {
  readonly addon: Id;
  /** By the time of the company. */
  readonly now: Micros;
  /** The language of what has no code. */
  readonly words: Words;
  readonly pace: LoopYielder;
}

/** Takes a part of the file of an import that is locked; answers the import after it, which the caller saves, and what waits. */
export async function takePart(
  tx: Writer,
  before: MovedImport,
  part: Part,
  by: PartBy,
): Promise<{ readonly after: MovedImport; readonly waiting: readonly string[] }> {
  const { company_id: company, kind } = before;
  const { groups, problems: ungrouped } = groupRows(kind, part.rows);
  // One import of a company at a time; and what is imported becomes visible in the order of its numbers.
  const past = await holdPast(tx, company);
  const outcome = await TAKES[kind](tx, groups, {
    ...{ company, past, import: before.id, source: before.source, site: before.site_id },
    ...{ addon: by.addon, now: by.now, pace: by.pace, dryRun: before.dry_run },
    ...{ again: part.again, last: part.last, elsewhere: new Set(part.elsewhere) },
  });
  const after = counted(before, groups.length + ungrouped.length, outcome, ungrouped.length, part.again, [
    ...shown([...ungrouped, ...outcome.problems], before, by),
  ]);
  return { after, waiting: outcome.waiting };
}

/** The problems that an import still has room for. */
function shown(
  problems: PartOutcome['problems'],
  { problems: before }: MovedImport,
  { words }: PartBy,
): (StoredProblem | undefined)[] {
  return problems.map(({ line, column, sentence: why }, at) =>
    before.length + at >= MAX_PROBLEMS ? undefined : { line, column: column ?? null, ...keptOf(why, words) },
  );
}

function counted(
  before: MovedImport,
  records: number,
  { created, unchanged, refused, waiting }: PartOutcome,
  ungrouped: number,
  again: boolean,
  problems: readonly (StoredProblem | undefined)[],
): MovedImport {
  return {
    ...before,
    parts: before.parts + 1,
    records: before.records + (again ? 0 : records),
    created: before.created + created,
    unchanged: before.unchanged + unchanged,
    refused: before.refused + refused + ungrouped,
    waiting: before.waiting + waiting.length - (again ? records : 0),
    problem_count: before.problem_count + problems.length,
    problems: [...before.problems, ...problems.filter((each) => each !== undefined)],
  };
}

/** The file of an import, as the audit log names it. */
const fileOf = ({ kind, source, file_name: file, sha256 }: MovedImport) => ({ kind, source, file, sha256 });

/** The act of opening an import that saves: from here on there may be something of it. */
export const openedAct = (opened: MovedImport): Act => ({
  action: 'import.opened',
  subject: opened.file_name,
  site: opened.site_id,
  after: { import_id: String(opened.id), ...fileOf(opened) },
});

/** The act of closing it, with what it did. */
export const closedAct = (closed: MovedImport): Act => ({
  action: 'import.closed',
  subject: closed.file_name,
  site: closed.site_id,
  after: {
    import_id: String(closed.id),
    ...fileOf(closed),
    records: closed.records,
    created: closed.created,
    unchanged: closed.unchanged,
    refused: closed.refused + closed.waiting,
  },
});
