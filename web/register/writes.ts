// What the till still has to tell the service: writes in the order in which they were made, kept through everything.

/** What a write does. */
export type WriteKind = 'create' | 'lines' | 'optionset' | 'payment' | 'fields' | 'line' | 'void' | 'delete';

/** Why a write was refused, for whoever stands at the till. */
export interface Trouble {
  /** The service's code, or `unsure`: it was sent, and nobody knows any more what became of it. */
  readonly code: string;
  readonly sentence: string;
}

/** Something the till wants done. */
export interface NewWrite {
  /** The order: its id, or the till's own name for one that is not made yet. */
  readonly order: string;
  readonly kind: WriteKind;
  /** The body as it is sent, to the byte; null where there is none. */
  readonly body: string | null;
  /** The line's `line_id`, for changes of one line: its number may be another by the time this is sent. */
  readonly line?: string;
  /** What it is, in words. */
  readonly label: string;
}

/** A write that waits. */
export interface Write extends NewWrite {
  /** Its place among all writes of this till. */
  readonly seq: number;
  /** Its Idempotency-Key. */
  readonly key: string;
  /** When it was made, in ms. */
  readonly made_at: number;
  /** When it was first sent, if nothing is known of what became of it; null when it was never sent. */
  readonly tried_at: number | null;
  /** Set when it was refused: it and what comes after it for the same order wait for a decision. */
  readonly trouble: Trouble | null;
}

/** Everything a till has not told yet. */
export interface QueueState {
  /** The seq of the next write. */
  readonly next: number;
  readonly writes: readonly Write[];
  /** Ids that the service gave to orders, by the till's own names for them; the latest last. */
  readonly known: readonly (readonly [local: string, id: string])[];
}

export const EMPTY_QUEUE: QueueState = { next: 1, writes: [], known: [] };

/** Most writes that wait; a till that has more has to be looked after first. */
export const MAX_WRITES = 2_000;
/** How many orders' ids are remembered. */
const MAX_KNOWN = 500;

/** True for the id of an order that the service knows. */
export function isServerId(order: string): boolean {
  return /^[1-9]\d*$/.test(order);
}

/** The id of an order, if it has one yet. */
export function serverIdOf(state: QueueState, order: string): string | undefined {
  if (isServerId(order)) return order;
  return state.known.find(([local]) => local === order)?.[1];
}

/** The queue with writes at its end. Throws when there are too many. */
export function append(
  state: QueueState,
  writes: readonly NewWrite[],
  now: number,
  newKey: () => string,
): QueueState {
  if (state.writes.length + writes.length > MAX_WRITES) {
    throw new Error(`${MAX_WRITES} changes wait to be sent already. Connect the till before going on.`);
  }
  const added = writes.map(
    (write, at): Write => ({
      ...write,
      seq: state.next + at,
      key: newKey(),
      made_at: now,
      tried_at: null,
      trouble: null,
    }),
  );
  return { ...state, next: state.next + writes.length, writes: [...state.writes, ...added] };
}

/** The write that is sent next: the first that does not wait behind a refused one of its order. */
export function nextWrite(state: QueueState): Write | undefined {
  const stuck = new Set<string>();
  for (const write of state.writes) {
    if (write.trouble !== null) stuck.add(write.order);
    else if (!stuck.has(write.order)) return write;
  }
  return undefined;
}

/** The queue with one write changed. */
export function withWrite(state: QueueState, seq: number, change: (write: Write) => Write): QueueState {
  return { ...state, writes: state.writes.map((write) => (write.seq === seq ? change(write) : write)) };
}

/** The queue without a write that was done; `made` is the id of the order it made. */
export function withDone(state: QueueState, done: Write, made: string | undefined): QueueState {
  const writes = state.writes.filter((write) => write.seq !== done.seq);
  if (made === undefined || isServerId(done.order)) return { ...state, writes };
  return { ...state, writes, known: [...state.known, [done.order, made] as const].slice(-MAX_KNOWN) };
}

/** The queue without a write that is given up; with an order that was never made go the writes for it. */
export function withoutWrite(state: QueueState, seq: number): QueueState {
  const gone = state.writes.find((write) => write.seq === seq);
  if (gone === undefined) return state;
  const all = gone.kind === 'create';
  return {
    ...state,
    writes: state.writes.filter((write) => (all ? write.order !== gone.order : write.seq !== seq)),
  };
}
