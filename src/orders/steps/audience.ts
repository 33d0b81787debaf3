import type { Topic } from '../../kernel/event.ts';
import type { Id } from '../../kernel/id.ts';
import { type Subscriptions, subscriptionsTo } from '../../outbox/deliveries.ts';
import { allExternalIds } from '../../storage/external-ids.ts';
import type { Reader } from '../../storage/port.ts';
import { together } from '../../storage/together.ts';

/** The audience of an order's events: add-ons, with their external ids of it, and webhooks. */
export interface Audience {
  /** The external id of the order for each add-on. */
  readonly names: ReadonlyMap<Id, string>;
  /** Webhooks that may want its events; undefined: they are asked for when there are events. */
  readonly subscriptions: Subscriptions | undefined;
}

/** The topics of what a change of an order may tell; of another one webhooks are asked for by itself. */
const TOPICS_OF_CHANGE = [
  'orders/updated',
  'orders/completed',
  'orders/customer',
  'orders/deleted',
  'orders/kitchen_print',
  'orders/group_finalised',
  'products/availability',
  'products/stock_low',
  'tickets/created',
  'tickets/updated',
] as const satisfies readonly Topic[];

/** The audience of an order that is changed. The caller has locked it, or asks for the lock right before. */
export async function audienceOf(tx: Reader, company: Id, id: Id): Promise<Audience> {
  const [names, subscriptions] = await together([
    allExternalIds(tx, company, [{ kind: 'order', id }]),
    subscriptionsTo(tx, company, TOPICS_OF_CHANGE),
  ]);
  return { names: names.get(`order ${id}`) ?? NO_NAMES, subscriptions };
}

const NO_NAMES: Audience['names'] = new Map();

/** Of a new order that nobody has named. */
export const UNNAMED: Audience = { names: NO_NAMES, subscriptions: undefined };

/** The audience of a new order, which its author may call by a name of their own. */
export function audienceOfNew(
  addon: Id,
  name: string | undefined,
  subscriptions: Subscriptions | undefined,
): Audience {
  return { names: name === undefined ? NO_NAMES : new Map([[addon, name]]), subscriptions };
}
