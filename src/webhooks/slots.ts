import type { Micros } from '../kernel/time.ts';
import type { DueTarget, Lane } from './queue.store.ts';

// The addresses that may be sent to just now (reference: events.34). Addresses take turns, so that a slow one, or one
// with a long queue, costs the others no more than its own slots.

/** Messages in flight to one address at a time, while it answers. */
export const PER_ADDRESS = 8;
/** Of these, retries may take so many. */
const RETRIES_PER_ADDRESS = 4;
/** Failures in a row after which an address has one slot, until a success. */
const FAILURES_TO_NARROW = 5;
/** Messages in flight at a time: first attempts have a lane that retries cannot fill. */
export const LANE_SLOTS: Readonly<Record<Lane, number>> = { first: 512, retry: 128 };
/** Addresses that are remembered without anything in flight. */
const MAX_REMEMBERED = 10_000;

interface AddressLoad {
  first: number;
  retry: number;
  failures: number;
}

/** How many messages of each lane an address gets. */
export interface SlotShare {
  readonly target: string;
  readonly first: number;
  readonly retry: number;
}

/** The slots of one process. */
export class Slots {
  readonly #uses = new Map<string, AddressLoad>();
  readonly #lanes: Record<Lane, number> = { first: 0, retry: 0 };

  get inFlight(): number {
    return this.#lanes.first + this.#lanes.retry;
  }

  /** True when neither lane has a slot. */
  get isFull(): boolean {
    return this.#lanes.first >= LANE_SLOTS.first && this.#lanes.retry >= LANE_SLOTS.retry;
  }

  #loadOf(target: string): AddressLoad {
    return this.#uses.get(target) ?? { first: 0, retry: 0, failures: 0 };
  }

  /** Shares free slots among addresses that have something due: each gets one in turn. */
  share(targets: readonly DueTarget[], now: Micros): SlotShare[] {
    const open = { first: LANE_SLOTS.first - this.#lanes.first, retry: LANE_SLOTS.retry - this.#lanes.retry };
    const shares = targets.map((due) => ({
      target: due.target,
      first: 0,
      retry: 0,
      lanes: lanesOf(due, now),
      use: this.#loadOf(due.target),
    }));
    let waiting = shares.filter((share) => share.lanes.length > 0);
    for (let turn = 0; turn < PER_ADDRESS && waiting.length > 0; turn++) {
      waiting = waiting.filter((share) => {
        const { use } = share;
        const capacity = use.failures >= FAILURES_TO_NARROW ? 1 : PER_ADDRESS;
        if (use.first + use.retry + share.first + share.retry >= capacity) return false;
        // In the last of its slots the lane that is due longest goes first; else they take turns.
        const order = turn % 2 === 0 ? share.lanes : share.lanes.toReversed();
        const lane = order.find(
          (each) =>
            open[each] > 0 &&
            (each === 'first' || use.retry + share.retry < Math.min(RETRIES_PER_ADDRESS, capacity)),
        );
        if (lane === undefined) return false;
        share[lane]++;
        open[lane]--;
        return true;
      });
    }
    return shares
      .filter((share) => share.first + share.retry > 0)
      .map(({ target, first, retry }) => ({ target, first, retry }));
  }

  /** A message of an address is in flight. */
  take(target: string, lane: Lane): void {
    const use = this.#loadOf(target);
    use[lane]++;
    this.#lanes[lane]++;
    this.#uses.set(target, use);
  }

  /** It is over; undefined when nothing was learnt about the address. */
  free(target: string, lane: Lane, delivered: boolean | undefined): void {
    const use = this.#loadOf(target);
    use[lane]--;
    this.#lanes[lane]--;
    if (delivered !== undefined) use.failures = delivered ? 0 : use.failures + 1;
    const idle = use.first + use.retry === 0;
    if (idle && (use.failures === 0 || this.#uses.size > MAX_REMEMBERED)) this.#uses.delete(target);
  }
}

/** The lanes that have something due, the one that is due longest first. */
function lanesOf({ first, retry }: DueTarget, now: Micros): Lane[] {
  const retries = retry !== null && retry <= now;
  if (first === null) return retries ? ['retry'] : [];
  if (!retries) return ['first'];
  return first <= retry ? ['first', 'retry'] : ['retry', 'first'];
}
