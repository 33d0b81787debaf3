import { Batch } from '../batch.ts';
import { Sql } from '../sql.ts';
import { ByText } from './by-text.ts';
import type { Change } from './postgres-draft.ts';

/** Most inserts that become one statement: each number of them is a statement to prepare. */
const MAX_TOGETHER = 8;

/** What an insert of values begins with. */
const HEAD = /^\s*insert into (\w+) \([^()]*\)\s*values\s*/i;
/** What one may end with: rows that are there already are left, or fail it. */
const TAIL = /^on conflict \([^()]*\) do (?:nothing|update set \w+ = null)$/i;
const CONFLICT = /\bon conflict\b/i;
/** What ends the rows of an insert: nothing of it may stand among what is taken for them. */
const AFTER_ROWS = /\bon conflict\b|\breturning\b/i;

/** An insert of rows that are all in the statement: those of several may stand in one. */
interface InsertForm {
  readonly table: string;
  /** Where in the first piece of its text the rows begin, and where in the last piece they end. */
  readonly from: number;
  readonly to: number;
}

const forms = new ByText<InsertForm | 'other'>();

function formOf({ query, heard }: Change): InsertForm | undefined {
  if (heard !== undefined) return undefined;
  const form = forms.of(query.text, () => readForm(query.strings) ?? 'other');
  return form === 'other' ? undefined : form;
}

function readForm(strings: readonly string[]): InsertForm | undefined {
  const last = strings.at(-1) ?? '';
  const [whole, table] = HEAD.exec(strings[0] ?? '') ?? [];
  if (whole === undefined || table === undefined || strings.length === 1) return undefined;
  const conflict = last.search(CONFLICT);
  const to = last.slice(0, conflict < 0 ? last.length : conflict).trimEnd().length;
  const tail = last.slice(to).trim();
  const values = [...strings.slice(0, -1), last.slice(0, to)];
  const isWhole =
    last[to - 1] === ')' && (tail === '' || TAIL.test(tail)) && !values.some((each) => AFTER_ROWS.test(each));
  return isWhole ? { table, from: whole.length, to } : undefined;
}

/** The tables that a statement changes. */
const CHANGED = /\b(?:insert into|delete from|(?<!\b(?:do|for) )update) (\w+)/gi;
const tablesChanged = new ByText<readonly string[]>();

/** The tables that a statement changes; none where it says that otherwise. */
const changedBy = (text: string): readonly string[] =>
  tablesChanged.of(text, () => [...text.matchAll(CHANGED)].flatMap(([, table]) => table ?? []));

/**
 * The changes of a work that hold no row that others wait for: those before the first that does, and inserts behind it that have
 * nothing to do with what is held.
 */
export function freeOf(
  changes: readonly Change[],
  firstHeld: number | undefined,
): { readonly free: Change[]; readonly held: Change[] } {
  const free = changes.slice(0, firstHeld ?? changes.length);
  const held: Change[] = [];
  const tables = new Set<string | undefined>();
  for (const change of changes.slice(free.length)) {
    const { text } = change.query;
    const isApart =
      formOf(change) !== undefined &&
      [...tables].every((table) => table !== undefined && !text.includes(table));
    (isApart ? free : held).push(change);
    if (isApart) continue;
    const changed = changedBy(text);
    for (const table of changed.length === 0 ? [undefined] : changed) tables.add(table);
  }
  return { free, held };
}

/** Statements that go as one or few; of any but inserts and batches there is one. */
interface Place {
  readonly text: string;
  readonly form: InsertForm | undefined;
  readonly changes: Change[];
}

/**
 * The changes of several works as they are sent: inserts of the same text, of one work each or of several, as one
 * statement of many rows, since a statement costs both sides more than its row does, and batches likewise. What a work changes keeps
 * its order, and an insert or a batch is sent before a statement of another work only where that does not name its tables.
 */
export function gatherInserts(works: readonly (readonly Change[])[]): Change[] {
  if (works.length === 1) return [...(works[0] ?? [])];
  const places: Place[] = [];
  for (const changes of works) {
    let from = 0;
    for (const change of changes) {
      const form = formOf(change);
      const known = form === undefined && !isBatch(change) ? undefined : placeFor(places, from, change);
      if (known === undefined) from = places.push({ text: change.query.text, form, changes: [change] }) - 1;
      else {
        known.changes.push(change);
        from = places.indexOf(known);
      }
    }
  }
  return places.flatMap(({ changes, form }) => {
    if (form !== undefined) return inStatements(changes, form);
    return changes.every(isBatch) ? asOne(changes) : changes;
  });
}

/** Where a change may be sent: from its work's last statement on, and not before one that has to do with its tables. */
function placeFor(places: readonly Place[], from: number, change: Change): Place | undefined {
  const { text } = change.query;
  const tables = changedBy(text);
  for (let at = places.length - 1; at >= from; at--) {
    const place = places[at];
    const [first] = place?.changes ?? [];
    if (first === undefined) continue;
    const isSame = isBatch(change) ? isBatch(first) && first.query.takes(change.query) : place?.text === text;
    if (isSame) return place;
    if (place?.form === undefined && tables.some((table) => place?.text.includes(table))) return undefined;
  }
  return undefined;
}

/** Inserts of one form as few statements, of 1, 2, 4 or 8 of them. */
function inStatements(changes: readonly Change[], form: InsertForm): Change[] {
  const statements: Change[] = [];
  for (let at = 0, size = MAX_TOGETHER; at < changes.length; at += size) {
    while (size > changes.length - at) size /= 2;
    statements.push({ query: joined(changes.slice(at, at + size), form) });
  }
  return statements;
}

function joined(changes: readonly Change[], { from, to }: InsertForm): Sql {
  const [first, ...rest] = changes.map(({ query }) => query);
  if (first === undefined) throw new Error('There is nothing to insert.');
  if (rest.length === 0) return first;
  const strings = [...first.strings];
  const values = [...first.values];
  const tail = strings.pop() ?? '';
  let end = tail.slice(0, to);
  for (const query of rest) {
    const [head = '', ...others] = query.strings;
    strings.push(`${end},${head.slice(from)}`, ...others.slice(0, -1));
    values.push(...query.values);
    end = (others.at(-1) ?? '').slice(0, to);
  }
  return new Sql([...strings, end + tail.slice(to)], values);
}

/** A change of a work whose statement may become one with those of others. */
type BatchChange = Change & { readonly query: Batch };

/** What works change whose batches are alike: between batches, and the batches that are one statement, by turns. */
interface Run {
  readonly between: readonly Change[][];
  readonly batches: readonly BatchChange[][];
  /** The last work changes what its batches did once more: those of a later one would be in between. */
  readonly isOver: boolean;
}

const EMPTY: Run = { between: [], batches: [], isOver: false };

/**
 * What works change that others wait for. The batches of works that follow one another are one statement each, where they have
 * alike ones in the same order: what they are given by it is in the order of the works, and each work's changes keep theirs.
 */
export function gatherBatches(works: readonly (readonly Change[])[]): Change[] {
  const runs: Run[] = [];
  for (const changes of works.filter(({ length }) => length > 0)) {
    const own = runOf(changes);
    const last = runs.at(-1);
    if (last !== undefined && !last.isOver && areAlike(last, own)) runs[runs.length - 1] = bothOf(last, own);
    else runs.push(own);
  }
  return runs.flatMap(({ between, batches }) =>
    between.flatMap((changes, at) => [...changes, ...asOne(batches[at] ?? [])]),
  );
}

/** A run of one work. */
function runOf(changes: readonly Change[]): Run {
  const own = changes.filter(isBatch);
  // Of two of a kind the second comes behind what others are given by the first.
  const isTwice = own.some((each, at) => own.slice(at + 1).some(({ query }) => each.query.takes(query)));
  if (own.length === 0 || isTwice) return { ...EMPTY, between: [[...changes]] };
  const places = own.map((each) => changes.indexOf(each));
  const tables = new Set(own.flatMap(({ query }) => changedBy(query.text)));
  const after = changes.slice(places[0]).filter((each) => !isBatch(each));
  return {
    between: [-1, ...places].map((place, at) => changes.slice(place + 1, places[at])),
    batches: own.map((each) => [each]),
    isOver: after.some(({ query }) => changedBy(query.text).some((table) => tables.has(table))),
  };
}

const bothOf = (run: Run, { between, batches, isOver }: Run): Run => ({
  between: between.map((some, at) => [...(run.between[at] ?? []), ...some]),
  batches: batches.map((some, at) => [...(run.batches[at] ?? []), ...some]),
  isOver,
});

function areAlike(run: Run, { batches }: Run): boolean {
  return (
    batches.length > 0 &&
    batches.length === run.batches.length &&
    batches.every(([own], at) => own !== undefined && run.batches[at]?.[0]?.query.takes(own.query) === true)
  );
}

function isBatch(change: Change): change is BatchChange {
  return change.query instanceof Batch;
}

function asOne(batches: readonly BatchChange[]): readonly Change[] {
  const [first, ...others] = batches;
  if (first === undefined || others.length === 0) return batches;
  const query = first.query.with(others.map((each) => each.query));
  const heard = batches.flatMap((each) => each.heard ?? []);
  if (heard.length === 0) return [{ query }];
  return [{ query, heard: (row) => heard.forEach((hear) => void hear(row)) }];
}
