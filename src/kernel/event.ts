import type { Id } from './id.ts';
import { isSame } from './same.ts';

/** Every topic an event can have (reference: events.3). */
export const TOPICS = [
  'orders/created',
  'orders/updated',
  'orders/completed',
  'orders/customer',
  'orders/deleted',
  'orders/kitchen_print',
  'orders/group_finalised',
  'products/created',
  'products/updated',
  'products/deleted',
  'products/availability',
  'products/stock_low',
  'categories/created',
  'categories/updated',
  'categories/deleted',
  'option_sets/created',
  'option_sets/updated',
  'option_sets/deleted',
  'price_lists/updated',
  'checkins/created',
  'checkins/deleted',
  'customers/created',
  'customers/updated',
  'customers/deleted',
  'sites/created',
  'sites/updated',
  'sites/deleted',
  'registers/created',
  'registers/updated',
  'registers/deleted',
  'taxes/created',
  'taxes/updated',
  'taxes/deleted',
  'payment_methods/created',
  'payment_methods/updated',
  'payment_methods/deleted',
  'discounts/created',
  'discounts/updated',
  'discounts/deleted',
  'staff/created',
  'staff/updated',
  'staff/deleted',
  'company/updated',
  'tickets/created',
  'tickets/updated',
  'roles/created',
  'roles/updated',
  'roles/deleted',
  'floors/created',
  'floors/updated',
  'floors/deleted',
  'tables/created',
  'tables/updated',
  'tables/deleted',
  'shifts/created',
  'shifts/updated',
  'cashups/created',
  'cashups/updated',
  'payment_requests/created',
  'payment_requests/updated',
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
  /** The values that changed attributes had before: JSON, an object by their names. Nothing where there is no before. */
  readonly previous?: string | undefined;
  /** The payload, rendered by the feature that saw the change. */
  readonly payload: string;
  /**
   * The end of the payload, where the order's row has all before it: the log then keeps this end alone until the row changes
   * (outbox/order-texts.ts). The fact is appended before the row is saved again.
   */
  readonly tail?: string;
  /** Members that the payload of this fact has before those: JSON without the braces. */
  readonly extra?: string | undefined;
  /** The customer shown in the payload, whose reference_id is private to each add-on (reference: customers.3). */
  readonly customer?: Id | null;
  /** The external ids of the record by add-on, where the change knows them: of a new record, for example. */
  readonly named?: ReadonlyMap<Id, string>;
  /** The orders listed in the payload, whose external_id is private to each add-on (reference: conventions.50). */
  readonly orders?: readonly Id[];
  /** Their customers, whose reference_id is private likewise. */
  readonly customers?: readonly Id[];
}

/** Fields that say when a record was saved, and no event names. */
const STAMPS: ReadonlySet<string> = new Set(['updated_at']);

const textOf = (value: unknown) => JSON.stringify(value) as string | undefined;

function withoutStamps(value: unknown): string | undefined {
  return JSON.stringify(value, (name, item: unknown) => (STAMPS.has(name) ? undefined : item)) as
    | string
    | undefined;
}

/** True for texts of values that may have a stamp in them. */
const mayBeStamped = (text: string | undefined) => STAMP_KEYS.some((key) => text?.includes(key));
const STAMP_KEYS = [...STAMPS].map((name) => `"${name}":`);

/** The fields that an update changed, as its event shows them (reference: events.42). */
export type Difference = Pick<Fact, 'changed' | 'previous'>;

/**
 * The fields in which two views of a record differ, with their values before; of `names` only, when they are given.
 * Fields that the later view does not have are left out.
 */
export function differenceOf(before: object, after: object, names = Object.keys(after)): Difference {
  const texts = names.flatMap((name): [string, string | undefined][] => {
    if (STAMPS.has(name)) return [];
    const was: unknown = Reflect.get(before, name);
    const is: unknown = Reflect.get(after, name);
    // Most of a record is as it was, which is found out without making texts.
    if (isSame(was, is, STAMPS)) return [];
    const [text, now] = [textOf(was), textOf(is)];
    const isStamped = mayBeStamped(text) || mayBeStamped(now);
    const isAlike = isStamped ? withoutStamps(was) === withoutStamps(is) : text === now;
    return isAlike ? [] : [[name, text]];
  });
  // The twin of an id is there for its value before, and no change of its own.
  const isTwin = (name: string) =>
    name.endsWith('_str') && Object.hasOwn(after, name.slice(0, -'_str'.length));
  return { changed: texts.flatMap(([name]) => (isTwin(name) ? [] : [name])), previous: objectOf(texts) };
}

/** The values that a record's view before a change has under some names. */
export function previousOf(before: object | undefined, names: readonly string[]): string | undefined {
  if (before === undefined) return undefined;
  return objectOf(names.map((name) => [name, textOf(Reflect.get(before, name))]));
}

/** A JSON object of values that are JSON already. */
function objectOf(texts: readonly (readonly [string, string | undefined])[]): string {
  return `{${texts.flatMap(([name, text]) => (text === undefined ? [] : `${JSON.stringify(name)}:${text}`)).join(',')}}`;
}
