/** A webhook's filter as it is stored; an absent member lets everything pass (reference: events.16, events.17). */
export interface Filter {
  readonly site_ids?: readonly string[];
  readonly attributes?: readonly string[];
}

/** The parts of an event that a filter reads. */
interface Matchable {
  readonly topic: string;
  /** The sites it applies to, as texts. */
  readonly sites: readonly string[];
  readonly changed: readonly string[];
  readonly payload: string;
}

/**
 * True when an event passes a filter: it applies to one of the sites, and one of the attributes changed. For
 * orders/completed, customer passes orders that have one, whether this change linked it or not; for products/updated,
 * show_online also passes every change of a product that is shown online (reference: events.18).
 */
export function matches(filter: Filter, event: Matchable): boolean {
  const { site_ids: sites, attributes } = filter;
  if (sites !== undefined && !event.sites.some((site) => sites.includes(site))) return false;
  if (attributes === undefined) return true;
  if (event.topic === 'orders/completed') {
    const customer = memberOf(event.payload, 'customer_id');
    return attributes.includes('customer') && customer !== undefined && customer !== null;
  }
  if (event.changed.some((name) => attributes.includes(name))) return true;
  return (
    event.topic === 'products/updated' &&
    attributes.includes('show_online') &&
    memberOf(event.payload, 'show_online') === true
  );
}

/** A member of a payload; undefined where it has none of that name. */
function memberOf(payload: string, name: string): unknown {
  const record: unknown = JSON.parse(payload);
  return typeof record === 'object' && record !== null ? Reflect.get(record, name) : undefined;
}
