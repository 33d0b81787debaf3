/** A webhook's filter as it is stored; an absent member lets everything pass (reference: events.16, events.17). */
export interface Filter {
  readonly site_ids?: readonly string[];
  readonly attributes?: readonly string[];
}

/** The parts of an event that a filter reads. */
export interface Matchable {
  readonly topic: string;
  /** The sites it applies to, as texts. */
  readonly sites: readonly string[];
  readonly changed: readonly string[];
  readonly payload: string;
}

/**
 * True when an event passes a filter: it applies to one of the sites, and one of the attributes changed. For
 * products/updated, show_online also passes every change of a product that is shown online (reference: events.18).
 */
export function matches(filter: Filter, event: Matchable): boolean {
  const { site_ids: sites, attributes } = filter;
  if (sites !== undefined && !event.sites.some((site) => sites.includes(site))) return false;
  if (attributes === undefined || event.changed.some((name) => attributes.includes(name))) return true;
  return (
    event.topic === 'products/updated' && attributes.includes('show_online') && isShownOnline(event.payload)
  );
}

function isShownOnline(payload: string): boolean {
  const product: unknown = JSON.parse(payload);
  return (
    typeof product === 'object' &&
    product !== null &&
    'show_online' in product &&
    product.show_online === true
  );
}
