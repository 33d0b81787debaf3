import type { Id } from '../kernel/id.ts';
import type { Counter, IdKind, Writer } from '../storage/port.ts';
import type { Sql } from '../storage/sql.ts';

/** Ids by their kind, in the order in which they were taken, as text. */
export type TakenIds = Readonly<Partial<Record<IdKind, readonly string[]>>>;

/** A transaction that takes ids again. */
interface Retaking {
  readonly tx: Writer;
  /** All ids it took so far. */
  readonly taken: () => TakenIds;
  /** Moves the counters, which were empty, behind the numbers that it gave out. */
  readonly numbers: () => Sql[];
}

/**
 * A transaction that takes the same ids again, in the same order, and new ones when those are used up. What is made anew in
 * the same way has the ids that it had. Numbers of counters it gives from 1, and takes none: others do not wait for its end.
 */
export function retakingIds(tx: Writer, known: TakenIds): Retaking {
  const given = new Map<string, { count: bigint; readonly take: Counter['take'] }>();
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
      engine: tx.engine,
      get: (query) => tx.get(query),
      all: (query) => tx.all(query),
      run: (query) => tx.run(query),
      send: (query) => tx.send(query),
      sendFor: (query, heard) => tx.sendFor(query, heard),
      number: ({ key, take }) => {
        const counter = given.get(key) ?? { count: 0n, take };
        given.set(key, counter);
        return ++counter.count;
      },
      decide: (decision) => tx.decide(decision),
      turn: (keys) => tx.turn(keys),
      idsWithin: (kind, count) => tx.idsWithin(kind, count),
      savepoint: (work) => tx.savepoint(work),
      wake: () => tx.wake(),
      undo: () => tx.undo(),
      ...(tx.heard === undefined ? {} : { heard: tx.heard }),
      ids,
    },
    taken: () => taken,
    numbers: () => [...given.values()].map(({ count, take }) => take(count)),
  };
}
