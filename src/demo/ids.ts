import type { Id } from '../kernel/id.ts';
import type { IdKind, Writer } from '../storage/port.ts';

/** Ids by their kind, in the order in which they were taken, as text. */
export type TakenIds = Readonly<Partial<Record<IdKind, readonly string[]>>>;

/**
 * A transaction that takes the same ids again, in the same order, and new ones when those are used up; `taken` is all it
 * took so far. What is made anew in the same way has the ids that it had.
 */
export function retakingIds(tx: Writer, known: TakenIds): { tx: Writer; taken: () => TakenIds } {
  const taken: Partial<Record<IdKind, string[]>> = {};
  const ids = async (kind: IdKind, count: number): Promise<Id[]> => {
    const before = taken[kind] ?? [];
    const again = (known[kind] ?? []).slice(before.length, before.length + count).map(BigInt);
    const fresh = again.length < count ? await tx.ids(kind, count - again.length) : [];
    const all = [...again, ...fresh];
    taken[kind] = [...before, ...all.map(String)];
    return all;
  };
  return {
    tx: {
      get: (query) => tx.get(query),
      all: (query) => tx.all(query),
      run: (query) => tx.run(query),
      send: (query) => tx.send(query),
      sendFor: (query, heard) => tx.sendFor(query, heard),
      number: (key, take) => tx.number(key, take),
      idsWithin: (kind, count) => tx.idsWithin(kind, count),
      savepoint: (work) => tx.savepoint(work),
      wake: () => tx.wake(),
      undo: () => tx.undo(),
      ...(tx.heard === undefined ? {} : { heard: tx.heard }),
      ids,
    },
    taken: () => taken,
  };
}
