// Hostile requests: what a client may send with an ordinary token to hold everybody else up or to bring the service
// down. Plain data, made by a seed, so that the same list can be played anywhere.

import { KINDS } from './hostile-kinds.ts';
import { type HostileIds, type HostileRandom, type HostileRequest, Maker } from './hostile-maker.ts';

export type { HostileIds, HostileRandom, HostileRequest } from './hostile-maker.ts';

/** The ids of the records in a sandbox.json. */
export function hostileIds(card: unknown): HostileIds {
  return {
    site: find(card, ['sites', 0, 'id']),
    register: find(card, ['sites', 0, 'registers', 0, 'id']),
    product: '1',
    customer: find(card, ['customers', 0, 'id']),
    staff: find(card, ['staff', 0, 'id']),
    paymentMethod: find(card, ['payment_methods', 0, 'id']),
    tax: find(card, ['taxes', 0, 'id']),
  };
}

function find(value: unknown, path: readonly (string | number)[]): string {
  let at = value;
  for (const key of path) at = typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined;
  return at === undefined ? '1' : String(at);
}

/** How many requests are one of each kind. */
export const HOSTILE_ROUND = KINDS.length;

/** Hostile requests without end: round after round, each kind once a round and never the same twice. */
export function* hostileRequests(ids: HostileIds, random: HostileRandom): Generator<HostileRequest, never> {
  const make = new Maker(ids, random);
  for (;;) for (const kind of KINDS) yield kind(make);
}
