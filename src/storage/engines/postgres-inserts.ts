import { Sql } from '../sql.ts';
import { ByText } from './by-text.ts';
import type { Change } from './postgres-draft.ts';
import { asOne, changedBy, isShared } from './postgres-statements.ts';

/** Most inserts that become one statement: each number of them is a statement to prepare. */
const MAX_TOGETHER = 8;

/** The beginning of an insert of values. */
const HEAD = /^\s*insert into (\w+) \([^()]*\)\s*values\s*/i;
/** The ends that one may have: rows that are there already are left, or fail it. */
const TAIL = /^on conflict \([^()]*\) do (?:nothing|update set \w+ = null)$/i;
const CONFLICT = /\bon conflict\b/i;
/** The words that end the rows of an insert: none of them may stand within the rows. */
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

/** Statements that go as one or few; of any but inserts and shared ones there is one. */
interface Place {
  readonly text: string;
  readonly form: InsertForm | undefined;
  readonly changes: Change[];
}

/**
 * The changes of several works as they are sent: inserts of the same text, of one work each or of several, as one
 * statement of many rows, since a statement costs both sides more than its row does, and shared statements likewise. What a work changes keeps
 * its order, and either is sent before a statement of another work only where that does not name its tables.
 */
export function gatherInserts(works: readonly (readonly Change[])[]): Change[] {
  if (works.length === 1) return [...(works[0] ?? [])];
  const places: Place[] = [];
  for (const changes of works) {
    let from = 0;
    for (const change of changes) {
      const form = formOf(change);
      const known = form === undefined && !isShared(change) ? undefined : placeFor(places, from, change);
      if (known === undefined) from = places.push({ text: change.query.text, form, changes: [change] }) - 1;
      else {
        known.changes.push(change);
        from = places.indexOf(known);
      }
    }
  }
  return places.flatMap(({ changes, form }) => {
    if (form !== undefined) return inStatements(changes, form);
    return changes.every(isShared) ? asOne(changes) : changes;
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
    const isSame = isShared(change)
      ? isShared(first) && first.query.takes(change.query)
      : place?.text === text;
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
