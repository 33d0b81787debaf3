import type { Topic } from '../../kernel/event.ts';

// The filters that each topic can have (reference: events.16, events.17, events.18).

/** The attributes that changes of orders/completed can be filtered by. */
const COMPLETED_ATTRIBUTES = ['customer'];

/** Topics that apply to sites. */
function hasSites(topic: Topic): boolean {
  return /^(?:orders|products|checkins|sites|registers|tickets)\//.test(topic);
}

/** Topics about records whose attributes change. */
function hasAttributes(topic: Topic): boolean {
  return topic === 'orders/completed' || topic.endsWith('/updated');
}

/** A field of a filter that does not go with the topic, and the sentence that says so. */
export interface FilterFault {
  readonly field: 'site_ids' | 'attributes';
  readonly sentence: string;
}

/** The part of a filter that its topic cannot have; undefined when all fits. */
export function filterFault(
  topic: Topic,
  filter: { readonly site_ids?: readonly string[]; readonly attributes?: readonly string[] },
): FilterFault | undefined {
  const { site_ids: sites, attributes } = filter;
  if (topic === 'products/availability' && sites === undefined) {
    return { field: 'site_ids', sentence: `is required for ${topic}.` };
  }
  if (sites !== undefined && !hasSites(topic)) {
    return { field: 'site_ids', sentence: `cannot be used with ${topic}, which is not a matter of sites.` };
  }
  if (attributes === undefined) return undefined;
  if (!hasAttributes(topic)) {
    return { field: 'attributes', sentence: `cannot be used with ${topic}, which has no attributes.` };
  }
  if (topic === 'orders/completed' && attributes.some((name) => !COMPLETED_ATTRIBUTES.includes(name))) {
    return { field: 'attributes', sentence: `of ${topic} can only be ${COMPLETED_ATTRIBUTES.join(', ')}.` };
  }
  return undefined;
}
