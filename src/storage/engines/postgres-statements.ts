import { SharedStatement } from '../shared-statement.ts';
import { ByText } from './by-text.ts';
import type { Change } from './postgres-draft.ts';

/** The tables that a statement changes. */
const CHANGED = /\b(?:insert into|delete from|(?<!\b(?:do|for) )update) (\w+)/gi;
const tablesChanged = new ByText<readonly string[]>();

/** The tables that a statement changes; none where it says that otherwise. */
export const changedBy = (text: string): readonly string[] =>
  tablesChanged.of(text, () => [...text.matchAll(CHANGED)].flatMap(([, table]) => table ?? []));

/** A change of a work whose statement may become one with those of others. */
type SharedChange = Change & { readonly query: SharedStatement };

/** Works whose shared statements are alike: the keys that they change between them, and the statements that become one, by turns. */
interface Run {
  readonly between: readonly Change[][];
  readonly shared: readonly SharedChange[][];
  /** The last work changes once more what its shared statements did: those of a later one would be in between. */
  readonly isOver: boolean;
}

const EMPTY: Run = { between: [], shared: [], isOver: false };

/**
 * What works change that others wait for. The shared statements of works that follow one another are one each, where they have
 * alike ones in the same order: what they are given by it is in the order of the works, and each work's changes keep theirs.
 */
export function gatherShared(works: readonly (readonly Change[])[]): Change[] {
  const runs: Run[] = [];
  for (const changes of works.filter(({ length }) => length > 0)) {
    const own = runOf(changes);
    const last = runs.at(-1);
    if (last !== undefined && !last.isOver && areAlike(last, own)) runs[runs.length - 1] = bothOf(last, own);
    else runs.push(own);
  }
  return runs.flatMap(({ between, shared }) =>
    between.flatMap((changes, at) => [...changes, ...asOne(shared[at] ?? [])]),
  );
}

/** A run of one work. */
function runOf(changes: readonly Change[]): Run {
  const own = changes.filter(isShared);
  // Of two of a kind the second comes behind what others are given by the first.
  const isTwice = own.some((each, at) => own.slice(at + 1).some(({ query }) => each.query.takes(query)));
  if (own.length === 0 || isTwice) return { ...EMPTY, between: [[...changes]] };
  const places = own.map((each) => changes.indexOf(each));
  const tables = new Set(own.flatMap(({ query }) => changedBy(query.text)));
  const after = changes.slice(places[0]).filter((each) => !isShared(each));
  return {
    between: [-1, ...places].map((place, at) => changes.slice(place + 1, places[at])),
    shared: own.map((each) => [each]),
    isOver: after.some(({ query }) => changedBy(query.text).some((table) => tables.has(table))),
  };
}

const bothOf = (run: Run, { between, shared, isOver }: Run): Run => ({
  between: between.map((some, at) => [...(run.between[at] ?? []), ...some]),
  shared: shared.map((some, at) => [...(run.shared[at] ?? []), ...some]),
  isOver,
});

function areAlike(run: Run, { shared }: Run): boolean {
  return (
    shared.length > 0 &&
    shared.length === run.shared.length &&
    shared.every(([own], at) => own !== undefined && run.shared[at]?.[0]?.query.takes(own.query) === true)
  );
}

/** True for a change whose statement may become one with those of others. */
export function isShared(change: Change): change is SharedChange {
  return change.query instanceof SharedStatement;
}

/** Shared statements of which each takes the others, as one; its answer is heard by all. */
export function asOne(shared: readonly SharedChange[]): readonly Change[] {
  const [first, ...others] = shared;
  if (first === undefined || others.length === 0) return shared;
  const query = first.query.with(others.map((each) => each.query));
  const heard = shared.flatMap((each) => each.heard ?? []);
  if (heard.length === 0) return [{ query }];
  return [{ query, heard: (row) => heard.forEach((hear) => void hear(row)) }];
}
