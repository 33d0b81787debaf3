import type { SharedCount } from '../port.ts';
import type { Change } from './postgres-draft.ts';
import { gatherInserts } from './postgres-inserts.ts';

/** A change that takes numbers. */
interface Count extends Change {
  readonly heard: (row: unknown) => void;
  readonly shared: SharedCount;
}

const isCount = (change: Change): change is Count =>
  change.heard !== undefined && change.shared !== undefined;

/**
 * What works change behind a row that others wait for: the numbers of all are taken by one change of each row, and what
 * follows is sent as inserts of several works are. Where a work hears another row, each is sent as it is.
 */
export function takeTogether(works: readonly (readonly Change[])[]): Change[] {
  const all = works.flat();
  if (works.length === 1 || all.some((each) => each.heard !== undefined && !isCount(each))) return all;
  const byKey = Map.groupBy(all.filter(isCount), ({ shared }) => shared.key);
  const rest = works.map((changes) => changes.filter(({ heard }) => heard === undefined));
  return [...[...byKey.values()].map(takeAll), ...gatherInserts(rest)];
}

/** One change that takes the numbers of all: the first has the lowest. */
function takeAll(counts: readonly Count[]): Change {
  const last = counts.at(-1);
  if (last === undefined) throw new Error('There is nothing to count.');
  const total = counts.reduce((sum, { shared }) => sum + shared.count, 0n);
  let behind = total;
  for (const { shared } of counts) {
    behind -= shared.count;
    shared.behind(behind);
  }
  const heard = (row: unknown) => {
    for (const each of counts) each.heard(row);
  };
  return { query: last.shared.take(total), heard };
}
