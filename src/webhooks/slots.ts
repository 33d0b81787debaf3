import { type Micros, SECOND } from '../kernel/time.ts';
import type { DueTarget, Lane } from './queue.store.ts';

// The addresses that may be sent to just now (reference: events.34). Addresses take turns, so that a slow one, or one
// with a long queue, costs the others no more than its own slots. What an address is likely to take within a moment is
// claimed ahead and waits here for its slots, so that no slot is idle while the database is asked.

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
/** Deliveries that an address takes in this time are claimed ahead: the least and the greatest time. */
const LEAST_AHEAD: Micros = SECOND / 50n;
const MOST_AHEAD: Micros = SECOND / 2n;
/** How many times as long as it takes to claim. */
const PASSES_AHEAD = 3n;
/** Most that waits for the slots of one address in a lane, and most of one record. */
const MAX_AHEAD = 256;
/** The share of the last answer in the time that an address is expected to take, as a divisor. */
const SMOOTHING = 4n;

/** An address, with what waits for its slots. */
interface AddressLoad<Item> {
  readonly flying: Record<Lane, number>;
  readonly waiting: Record<Lane, Item[]>;
  failures: number;
  /** How long it takes for an answer; undefined before the first one. */
  latency: Micros | undefined;
  /** The lane that began last, if both wait they take turns. */
  last: Lane;
}

/** How much of each lane may be claimed for an address. */
export interface SlotShare {
  readonly target: string;
  readonly first: number;
  readonly retry: number;
  /** How many may be claimed behind each first attempt, about the same record. */
  readonly behind: number;
  /** Its slots that nothing waits for. */
  readonly idle: number;
}

/** The end of an attempt, as an address is judged by it. */
interface Flight {
  readonly delivered: boolean;
  readonly latency: Micros;
}

/** The slots of one process, and the items that wait for them. */
export class Slots<Item> {
  readonly #uses = new Map<string, AddressLoad<Item>>();
  /** Slots that are taken, or that something claimed waits for. */
  readonly #reserved: Record<Lane, number> = { first: 0, retry: 0 };
  /** Messages in flight. */
  inFlight = 0;
  /** For how long messages are claimed ahead. */
  #ahead = LEAST_AHEAD;

  /** True when neither lane has a slot. */
  get isFull(): boolean {
    return this.#reserved.first >= LANE_SLOTS.first && this.#reserved.retry >= LANE_SLOTS.retry;
  }

  #loadOf(target: string): AddressLoad<Item> {
    return (
      this.#uses.get(target) ?? {
        ...{ flying: { first: 0, retry: 0 }, waiting: { first: [], retry: [] } },
        ...{ failures: 0, latency: undefined, last: 'retry' },
      }
    );
  }

  /** Notes how long it takes to claim: the slots of an address are to be busy meanwhile. */
  tookToClaim(duration: Micros): void {
    const ahead = duration * PASSES_AHEAD;
    this.#ahead = ahead < LEAST_AHEAD ? LEAST_AHEAD : ahead > MOST_AHEAD ? MOST_AHEAD : ahead;
  }

  /** Shares free slots among addresses that have something due: each gets one in turn. */
  share(targets: readonly DueTarget[], now: Micros): SlotShare[] {
    const open = {
      first: LANE_SLOTS.first - this.#reserved.first,
      retry: LANE_SLOTS.retry - this.#reserved.retry,
    };
    const shares = targets.map((due) => {
      const use = this.#loadOf(due.target);
      return { target: due.target, first: 0, retry: 0, lanes: lanesOf(due, now), use };
    });
    let waiting = shares.filter((share) => share.lanes.length > 0);
    for (let turn = 0; turn < PER_ADDRESS && waiting.length > 0; turn++) {
      waiting = waiting.filter((share) => {
        const { use } = share;
        const capacity = capacityOf(use);
        const held = { first: heldOf(use, 'first') + share.first, retry: heldOf(use, 'retry') + share.retry };
        if (held.first + held.retry >= capacity) return false;
        // In the last of its slots the lane that is due longest goes first; else they take turns.
        const order = turn % 2 === 0 ? share.lanes : share.lanes.toReversed();
        const lane = order.find((each) => open[each] > 0 && held[each] < slotsOf(each, capacity));
        if (lane === undefined) return false;
        share[lane]++;
        open[lane]--;
        return true;
      });
    }
    for (const share of shares) {
      const { use, lanes } = share;
      if (heldIn(use) + share.first + share.retry < capacityOf(use)) continue;
      for (const lane of lanes) {
        const ahead = aheadOf(use, lane, this.#ahead);
        const held = heldOf(use, lane) + share[lane];
        const reserved = Math.min(ahead, Math.max(0, slotsOf(lane, PER_ADDRESS) - held));
        if (reserved > open[lane]) continue;
        share[lane] += ahead;
        open[lane] -= reserved;
      }
    }
    return shares
      .filter((share) => share.first + share.retry > 0)
      .map(({ target, first, retry, use }) => ({
        ...{ target, first, retry, behind: behindOf(use, this.#ahead) },
        idle: Math.max(0, capacityOf(use) - heldIn(use)),
      }));
  }

  /** Lets a claimed item wait for a slot of its address. */
  wait(target: string, lane: Lane, item: Item): void {
    this.#change(target, ({ waiting }) => waiting[lane].push(item));
  }

  /** The item of an address that has a slot now; undefined when none waits or none is free. Its flight begins. */
  begin(target: string): { readonly lane: Lane; readonly item: Item } | undefined {
    const use = this.#uses.get(target);
    if (use === undefined) return undefined;
    const { flying, waiting, last } = use;
    const capacity = capacityOf(use);
    if (flying.first + flying.retry >= capacity) return undefined;
    const order: readonly Lane[] = last === 'first' ? ['retry', 'first'] : ['first', 'retry'];
    const lane = order.find((each) => waiting[each].length > 0 && flying[each] < slotsOf(each, capacity));
    if (lane === undefined) return undefined;
    return this.#change(target, () => {
      use.last = lane;
      flying[lane]++;
      this.inFlight++;
      return { lane, item: waiting[lane].shift() as Item };
    });
  }

  /** A flight is over; undefined when nothing was learnt about the address. */
  free(target: string, lane: Lane, flight: Flight | undefined): void {
    this.inFlight--;
    this.#change(target, (use) => {
      use.flying[lane]--;
      if (flight === undefined) return;
      const { delivered, latency } = flight;
      use.failures = delivered ? 0 : use.failures + 1;
      use.latency = use.latency === undefined ? latency : use.latency + (latency - use.latency) / SMOOTHING;
    });
  }

  /** Takes away everything that waits. */
  drain(): Item[] {
    const items: Item[] = [];
    for (const target of [...this.#uses.keys()]) {
      this.#change(target, ({ waiting }) => {
        items.push(...waiting.first.splice(0), ...waiting.retry.splice(0));
      });
    }
    return items;
  }

  #change<T>(target: string, change: (use: AddressLoad<Item>) => T): T {
    const use = this.#loadOf(target);
    const before = reservedOf(use);
    const result = change(use);
    const after = reservedOf(use);
    this.#reserved.first += after.first - before.first;
    this.#reserved.retry += after.retry - before.retry;
    this.#uses.set(target, use);
    if (after.first + after.retry === 0) this.#forget(target, use);
    return result;
  }

  /** Remembers an address that is idle, the last ones of them longest. */
  #forget(target: string, use: AddressLoad<Item>): void {
    this.#uses.delete(target);
    this.#uses.set(target, use);
    if (this.#uses.size <= MAX_REMEMBERED) return;
    for (const [oldest, its] of this.#uses) {
      if (heldIn(its) > 0) continue;
      this.#uses.delete(oldest);
      return;
    }
  }
}

type Load = AddressLoad<unknown>;

function capacityOf({ failures }: Load): number {
  return failures >= FAILURES_TO_NARROW ? 1 : PER_ADDRESS;
}

/** How many slots of an address a lane may have. */
function slotsOf(lane: Lane, capacity: number): number {
  return lane === 'first' ? capacity : Math.min(RETRIES_PER_ADDRESS, capacity);
}

/** How many of a lane are in flight or wait. */
function heldOf({ flying, waiting }: Load, lane: Lane): number {
  return flying[lane] + waiting[lane].length;
}

function heldIn(use: Load): number {
  return heldOf(use, 'first') + heldOf(use, 'retry');
}

function reservedOf(use: Load): Record<Lane, number> {
  return {
    first: Math.min(heldOf(use, 'first'), PER_ADDRESS),
    retry: Math.min(heldOf(use, 'retry'), RETRIES_PER_ADDRESS),
  };
}

/** How many one slot of an address takes within a time; none of one that fails. */
function paceOf({ failures, latency }: Load, time: Micros): number {
  if (failures > 0 || latency === undefined) return 0;
  return Number(time / (latency > 0n ? latency : 1n));
}

/** How many more of a lane may be claimed for a time ahead: none before half of them have begun. */
function aheadOf(use: Load, lane: Lane, time: Micros): number {
  const most = Math.min(paceOf(use, time) * slotsOf(lane, PER_ADDRESS), MAX_AHEAD);
  const waiting = use.waiting[lane].length;
  return waiting * 2 > most ? 0 : most - waiting;
}

/** How many may be claimed behind a first attempt: they are sent one after the other. */
function behindOf(use: Load, time: Micros): number {
  return Math.min(Math.max(0, paceOf(use, time) - 1), MAX_AHEAD);
}

/** The lanes that have something due, the one that is due longest first. */
function lanesOf({ first, retry }: DueTarget, now: Micros): Lane[] {
  const retries = retry !== null && retry <= now;
  if (first === null) return retries ? ['retry'] : [];
  if (!retries) return ['first'];
  return first <= retry ? ['first', 'retry'] : ['retry', 'first'];
}
