// The changes that are not sent yet: writes in the order in which they were made, stored in the browser.

import { t } from '../shared/words.ts';

/** What a write does. */
export type WriteKind = 'create' | 'lines' | 'payment' | 'fields' | 'line' | 'void' | 'delete';

/** Why a write was refused, as the register shows it. */
export interface Trouble {
  /** The service's code, or `unsure`: it was sent, and its outcome cannot be found out any more. */
  readonly code: string;
  readonly sentence: string;
  /** The fields that are wrong, as the service names them. Absent when it named none. */
  readonly fields?: readonly string[];
}

/** The session in which something was made. Its token is kept with it until it is sent, and no longer. */
export interface Author {
  readonly session: string;
  readonly token: string;
}

/** A change to be sent. */
export interface NewWrite {
  /** The order: its id, or this device's own name for one that is not created yet. */
  readonly order: string;
  readonly kind: WriteKind;
  /** The body as it is sent, to the byte; null where there is none. */
  readonly body: string | null;
  /** The line's `line_id`, for changes of one line: its number may be another by the time this is sent. */
  readonly line?: string;
  /** The name of the change on screen. */
  readonly label: string;
  /** The items that a payment is for, when guests split by item; see `Payable`. */
  readonly items?: readonly string[];
  /**
   * Its author's session. Absent in writes of earlier versions and in retried ones: those are sent as the present
   * staff member.
   */
  readonly by?: Author;
}

/** A write that waits. */
export interface Write extends NewWrite {
  /** Its place among all writes of this device. */
  readonly seq: number;
  /** Its Idempotency-Key. */
  readonly key: string;
  /** When it was made, in ms. */
  readonly made_at: number;
  /** When it was first sent, while its outcome is unknown; null when it was never sent. */
  readonly tried_at: number | null;
  /** Set when it was refused: it and what comes after it for the same order wait for a decision. */
  readonly trouble: Trouble | null;
}

/** Everything a device has not sent yet. */
export interface QueueState {
  /** The seq of the next write. */
  readonly next: number;
  readonly writes: readonly Write[];
  /** Ids that the service gave to orders, by the device's own names for them; the latest last. */
  readonly known: readonly (readonly [local: string, id: string])[];
  /**
   * Items that payments of this device were for, by the order's id; the latest last. Absent in data of earlier
   * versions.
   */
  readonly paid?: readonly (readonly [order: string, items: readonly string[]])[];
}

/** The result of a write that was done. */
export interface Done {
  /** The id of the order it made. */
  readonly made?: string;
  /** The order's lines that are no options, by `line_id`, as they were then. */
  readonly lines?: readonly string[];
}

export const EMPTY_QUEUE: QueueState = { next: 1, writes: [], known: [] };

/** Most writes that wait; beyond that nothing can be sold until some are sent. */
export const MAX_WRITES = 2_000;
/** How many orders' ids are remembered. */
const MAX_KNOWN = 500;
/** How many payments are remembered that were for some items. */
const MAX_PAID = 500;

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
    throw new Error(
      t('The offline queue is full ({count} changes). Connect the register before going on.', {
        count: String(MAX_WRITES),
      }),
    );
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

/** The item at a place among an order's lines that are no options, as long as only this device knows the order. */
export function localItem(place: number): string {
  return `#${place}`;
}

/** The queue without a write that was done. */
export function withDone(before: QueueState, done: Write, { made, lines = [] }: Done): QueueState {
  const writes = before.writes.filter((write) => write.seq !== done.seq);
  const isNew = made !== undefined && !isServerId(done.order);
  const known = isNew ? [...before.known, [done.order, made] as const].slice(-MAX_KNOWN) : before.known;
  const state = { ...before, writes, known };
  const order = serverIdOf(state, done.order);
  if (done.items === undefined || done.items.length === 0 || order === undefined) return state;
  // Lines that go move those behind them: from here on each is known by its own id.
  const own = new Map(lines.map((line, place) => [localItem(place), line]));
  const items = done.items.map((item) => own.get(item) ?? item);
  return { ...state, paid: [...(before.paid ?? []), [order, items] as const].slice(-MAX_PAID) };
}

/** The items of an order that this device took money for, refused payments left out. */
export function paidItems(state: QueueState, order: string): ReadonlySet<string> {
  const id = serverIdOf(state, order);
  const isMeant = (name: string) => name === order || (id !== undefined && serverIdOf(state, name) === id);
  return new Set([
    ...(state.paid ?? []).flatMap(([name, items]) => (isMeant(name) ? items : [])),
    ...state.writes.flatMap((write) =>
      write.trouble === null && isMeant(write.order) ? (write.items ?? []) : [],
    ),
  ]);
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
