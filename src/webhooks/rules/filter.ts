import type { Topic } from '../../kernel/event.ts';
import { type Sentence, sentence } from '../../kernel/words.ts';

// The filters that each topic can have (reference: events.16, events.17, events.18).

/** The attributes that changes of orders/completed can be filtered by. */
const COMPLETED_ATTRIBUTES = ['customer'];

/** Resources whose events apply to sites. */
const OF_SITES: ReadonlySet<string> = new Set([
  'orders',
  'products',
  'checkins',
  'sites',
  'registers',
  'tickets',
  'payment_requests',
  'shifts',
  'cashups',
  'floors',
  'tables',
]);

/** Topics that apply to sites. */
function hasSites(topic: Topic): boolean {
  const [resource = topic] = topic.split('/');
  return OF_SITES.has(resource);
}

/** Topics about records whose attributes change. */
function hasAttributes(topic: Topic): boolean {
  return topic === 'orders/completed' || topic.endsWith('/updated');
}

/** A field of a filter that does not go with the topic, and the sentence that says so. */
interface FilterFault {
  readonly field: 'site_ids' | 'attributes';
  readonly sentence: Sentence;
}

/** The part of a filter that its topic cannot have; undefined when all fits. `fields` are those of the topic's payload. */
export function filterFault(
  topic: Topic,
  filter: { readonly site_ids?: readonly string[]; readonly attributes?: readonly string[] },
  fields: readonly string[],
): FilterFault | undefined {
  const { site_ids: sites, attributes } = filter;
  if (topic === 'products/availability' && sites === undefined) {
    return { field: 'site_ids', sentence: sentence('is required for {topic}.', { topic }) };
  }
  if (sites !== undefined && !hasSites(topic)) {
    return {
      field: 'site_ids',
      sentence: sentence('cannot be used with {topic}, which is not a matter of sites.', { topic }),
    };
  }
  if (attributes === undefined) return undefined;
  if (!hasAttributes(topic)) {
    return {
      field: 'attributes',
      sentence: sentence('cannot be used with {topic}, which has no attributes.', { topic }),
    };
  }
  const known = topic === 'orders/completed' ? COMPLETED_ATTRIBUTES : fields;
  if (attributes.every((name) => known.includes(name))) return undefined;
  return {
    field: 'attributes',
    sentence: sentence('of {topic} can only be {names}.', { topic, names: known.join(', ') }),
  };
}
