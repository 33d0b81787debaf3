// What a kitchen's device keeps, so that it can start without a network.

import type { Site } from '#clients/typescript/index.ts';
import type { Device } from '../shared/device.ts';
import { type KeptValue, keptOutbox, keptValue, openKept } from '../shared/kept.ts';
import { EMPTY, type OutboxState, type OutboxStore } from '../shared/outbox/entries.ts';
import { memoryStore } from '../shared/outbox/memory.ts';
import type { BumpEntry } from './bumps.ts';
import type { Id, Ticket } from './tickets.ts';

/** The open tickets of a site as they were last read. */
export interface KeptTickets {
  readonly site: Id;
  /** When, in ms of the device. */
  readonly at: number;
  readonly tickets: readonly Ticket[];
}

/** The values that a device keeps. */
export interface Kept {
  /** Of this device, for what its tabs share. */
  readonly name: string;
  readonly bumps: OutboxStore<OutboxState<BumpEntry>>;
  readonly tickets: KeptValue<KeptTickets>;
  readonly site: KeptValue<Site>;
}

/** Opens what a device keeps. Where the browser keeps nothing, it lasts as long as the page. */
export async function openKitchen({ company_id, register_id }: Device): Promise<Kept> {
  const name = `passbell-kitchen-${company_id}-${register_id}`;
  try {
    const database = await openKept(name);
    return {
      name,
      bumps: keptOutbox(database, EMPTY),
      tickets: keptValue(database, 'tickets'),
      site: keptValue(database, 'site'),
    };
  } catch {
    return { name, bumps: memoryStore(EMPTY), tickets: nothingKept(), site: nothingKept() };
  }
}

function nothingKept<T>(): KeptValue<T> {
  return { read: () => Promise.resolve(undefined), write: () => Promise.resolve() };
}
