// Whether calls that overlapped can have happened one after the other (Wing & Gong, with the states that were
// tried kept, as Lowe does it).

/** One call: when it was made, when it was answered, and its effect as seen from outside. */
export interface Call<Op> {
  readonly from: number;
  readonly to: number;
  readonly op: Op;
}

/** The state after a call; undefined when the call could not have ended as it did in that state. */
export type Step<State, Op> = (state: State, op: Op) => State | undefined;

/** Most different points of a search; beyond them the history is too wild to be judged. */
const MAX_POINTS = 1_000_000;

/**
 * True when the calls have an order in which each ends as it did, and in which a call that was answered before
 * another was made comes before it. `key` names a state: states of one key are the same.
 */
export function isLinearizable<State, Op>(
  history: readonly Call<Op>[],
  start: State,
  step: Step<State, Op>,
  key: (state: State) => string,
): boolean {
  const calls = [...history].sort((a, b) => a.from - b.from);
  const tried = new Set<string>();
  const goOn = (state: State, done: bigint, left: number): boolean => {
    if (left === 0) return true;
    const point = `${done} ${key(state)}`;
    if (tried.has(point)) return false;
    tried.add(point);
    if (tried.size > MAX_POINTS) throw new Error('The history has too many orders to be judged.');
    // Calls made before any of the rest was answered may come first.
    let end = Number.POSITIVE_INFINITY;
    for (const [at, call] of calls.entries()) {
      if (call.from > end) break;
      if ((done >> BigInt(at)) & 1n) continue;
      end = Math.min(end, call.to);
      const next = step(state, call.op);
      if (next !== undefined && goOn(next, done | (1n << BigInt(at)), left - 1)) return true;
    }
    return false;
  };
  return goOn(start, 0n, calls.length);
}
