import type { Id } from './id.ts';

/** Every topic an event can have (reference: events.3). */
export const TOPICS = [
  'orders/completed',
  'orders/customer',
  'orders/deleted',
  'orders/kitchen_print',
  'orders/group_finalised',
  'products/created',
  'products/updated',
  'products/deleted',
  'products/availability',
  'checkins/created',
  'checkins/deleted',
  'customers/created',
  'customers/updated',
  'customers/deleted',
  'sites/created',
  'sites/updated',
  'registers/created',
  'registers/updated',
  'registers/deleted',
  'taxes/created',
  'taxes/updated',
  'taxes/deleted',
  'tickets/created',
  'tickets/updated',
] as const;

/** The name of a kind of event. */
export type Topic = (typeof TOPICS)[number];

/** True for a topic this platform knows. */
export function isTopic(text: string): text is Topic {
  return (TOPICS as readonly string[]).includes(text);
}

/** A fact of the change being saved, before the log has numbered it. */
export interface Fact {
  readonly topic: Topic;
  /** The record it is about. */
  readonly resource: Id;
  /** The sites it applies to; empty when it is not a matter of sites. */
  readonly sites: readonly Id[];
  /** Names of the attributes that changed; webhooks can filter by them. */
  readonly changed: readonly string[];
  /** The payload, rendered by the feature that saw the change. */
  readonly payload: string;
  /** The customer shown in the payload, whose reference_id is private to each add-on (reference: customers.3). */
  readonly customer?: Id | null;
}
