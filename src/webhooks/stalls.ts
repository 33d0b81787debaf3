import { formatTime, type Micros, SECOND } from '../kernel/time.ts';
import { LANE } from '../outbox/deliveries.ts';
import type { Candidate, Claim, Lane } from './queue.store.ts';
import type { SlotShare } from './slots.ts';
import type { OverdueDelivery } from './stalls.store.ts';

/** How long a delivery may be due while slots are free before it counts as stalled. */
export const STALL_AFTER: Micros = 60n * SECOND;

/** A delivery that is due, could be sent, and is not. */
export interface Stall {
  readonly since: Micros;
  /** The problem, in a sentence: which address, which record, which state. */
  readonly cause: string;
  /** The delivery it is about; undefined when nothing at all can be claimed. */
  readonly delivery: OverdueDelivery | undefined;
}

interface UnclaimedDelivery {
  readonly delivery: OverdueDelivery;
  readonly since: Micros;
}

/**
 * The engine's view of its own work: deliveries that were due with slots free and were not claimed. A backlog is no
 * stall: while a slot of an address is in use or something of it is claimed, its queue moves. A stall is the same
 * delivery, unclaimed in every pass for STALL_AFTER.
 */
export class StallDetector {
  #unclaimed = new Map<string, UnclaimedDelivery>();
  /** The beginning of the first pass since the last one that ended. */
  #lookingSince: Micros | undefined;
  #failure = '';

  /** A pass over the queue begins. */
  beginPass(now: Micros): void {
    this.#lookingSince ??= now;
  }

  /** The pass ended; these deliveries were not claimed although there were slots for them. */
  endPass(now: Micros, unclaimed: readonly OverdueDelivery[]): void {
    this.#lookingSince = undefined;
    this.#failure = '';
    const before = this.#unclaimed;
    this.#unclaimed = new Map(
      unclaimed.map((delivery) => {
        const key = `${delivery.company_id} ${delivery.id}`;
        return [key, { delivery, since: before.get(key)?.since ?? now }];
      }),
    );
  }

  /** The pass failed. */
  failPass(error: unknown): void {
    this.#failure = String(error);
  }

  /** The stalls, the longest first. */
  stalls(now: Micros): Stall[] {
    const stalls: Stall[] = [];
    const blind = this.#lookingSince;
    if (blind !== undefined && blind + STALL_AFTER <= now) {
      const why = this.#failure === '' ? 'The look has not come to an end.' : this.#failure;
      const cause = `The queue of deliveries could not be looked at since ${formatTime(blind)}: ${why}`;
      stalls.push({ since: blind, cause, delivery: undefined });
    }
    const late = [...this.#unclaimed.values()].filter(({ since }) => since + STALL_AFTER <= now);
    for (const { delivery, since } of late.sort((a, b) => (a.since < b.since ? -1 : 1))) {
      stalls.push({ since, cause: causeOf(delivery, since), delivery });
    }
    return stalls;
  }
}

function causeOf(delivery: OverdueDelivery, since: Micros): string {
  const { company_id: company, id, webhook_id: webhook, resource_id: record, address } = delivery;
  const lane: Lane = delivery.lane === 1n ? 'retry' : 'first';
  const about = webhook === 0n ? `callback about order ${record}` : `webhook ${webhook}, record ${record}`;
  return (
    `Delivery ${id} of company ${company} (${about}) to ${new URL(address).origin} is due and is not sent ` +
    `although slots are free, since ${formatTime(since)}: it is ${delivery.state} in the lane "${lane}", ` +
    `due ${formatTime(delivery.due_at)}, after ${delivery.attempts} attempts.`
  );
}

/** The lane that a delivery was claimed from. */
export function laneOf({ lane }: Pick<Claim, 'lane'>): Lane {
  return Number(lane) === LANE.first ? 'first' : 'retry';
}

/** The shares, candidates, selection (by memory) and claims of one pass; candidates by address and then by lane. */
interface QueuePass {
  readonly shares: readonly SlotShare[];
  readonly candidates: readonly (readonly Candidate[])[];
  readonly chosen: readonly (readonly Candidate[])[];
  readonly claims: readonly Claim[];
}

/** Addresses and lanes that had something due, a slot and memory, and of which nothing was claimed. */
export function unclaimedOf(lanes: readonly Lane[], { shares, candidates, chosen, claims }: QueuePass) {
  const claimed = new Set(claims.map((each) => `${each.target} ${laneOf(each)}`));
  return shares.flatMap(({ target, ...share }, at) =>
    lanes.flatMap((lane, place) => {
      const list = at * lanes.length + place;
      const hadRoom = candidates[list]?.length === 0 || (chosen[list]?.length ?? 0) > 0;
      const isLeft = share[lane] > 0 && hadRoom && !claimed.has(`${target} ${lane}`);
      return isLeft ? [{ target, lane }] : [];
    }),
  );
}
