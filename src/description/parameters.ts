import { MAX_PAGE } from '../edge/page.ts';
import { EXPORT_FILES } from '../imports/export.ts';
import { TOPICS } from '../kernel/event.ts';
import { ORDER_PARTS } from '../orders/view.ts';
import { JOB_STATES, TICKET_STATES } from '../printing/types.ts';
import { EXTRA_FIELDS } from '../products/view.ts';
import { REPORTS } from '../reports/by.ts';
import { DELIVERY_STATES } from '../webhooks/store.ts';
import { flag, type Schema, text, uri, whole, words } from './schema.ts';

/** A parameter as the description writes it. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description: string;
  readonly schema: Schema;
  readonly style?: 'form';
  readonly explode?: boolean;
}

const idText: Schema = { type: 'string', pattern: '^[1-9][0-9]{0,18}$' };

/** Every parameter of a path. Ids that are not listed here are told by their names. */
const PATH: Readonly<Record<string, { readonly description: string; readonly schema: Schema }>> = {
  company_id: {
    description: 'The company; `me` is the one of the token.',
    schema: { type: 'string', pattern: '^(me|[1-9][0-9]{0,18})$', default: 'me' },
  },
  saleid: {
    description: 'The 8 characters on the receipt, in capitals or not.',
    schema: { type: 'string', pattern: '^[0-9A-Za-z]{8}$' },
  },
  number: {
    description: "The part's number within the order: 1, 2, 3…",
    schema: { type: 'string', pattern: '^[1-9][0-9]{0,18}$' },
  },
  by: { description: 'By what.', schema: words(Object.keys(REPORTS)) },
  file: { description: 'Which of the files.', schema: words(EXPORT_FILES) },
  group: { description: "The orders' group_id.", schema: { type: 'string', minLength: 1 } },
};

/** A parameter of a path by its name. */
export function pathParameter(name: string): Parameter {
  const known = PATH[name];
  const what = name.replace(/_id$/, '').replaceAll('_', ' ');
  const { description, schema } = known ?? { description: `The id of the ${what}.`, schema: idText };
  return { name, in: 'path', required: true, description, schema };
}

/** Several values in one parameter, separated by commas. */
const several = (items: Schema): Schema => ({ type: 'array', items });

const moment: Schema = { type: 'string', examples: ['2026-11-21', '2026-11-21T18:30:00Z'] };
const yesOrNo = flag();
const idList = several(idText);

/** A parameter of queries; `spelt` when several are called the same. */
interface Query {
  readonly spelt?: string;
  readonly description: string;
  readonly schema: Schema;
}

const QUERY = {
  limit: {
    description:
      'The page length at most; a page ends at 8 MiB as well. Whether there is more, X-Next-Page tells.',
    schema: { type: 'integer', minimum: 1, maximum: MAX_PAGE },
  },
  cursor: { description: 'Where the page begins: comes with the address in X-Next-Page.', schema: text() },
  ids: { description: 'Only these, by their ids.', schema: idList },
  tag: { description: 'Only products with this tag.', schema: text() },
  name: { description: 'Only products whose name has this in it.', schema: text() },
  exactname: { description: 'Only products of this name.', schema: text() },
  sku: { description: 'Only products with this stock keeping unit.', schema: text() },
  sold: { description: 'Only products that are sold, or are not.', schema: yesOrNo },
  purchased: { description: 'Only products that are bought, or are not.', schema: yesOrNo },
  is_available: { description: 'Only products that are available, or are not.', schema: yesOrNo },
  inventoried: { description: 'Only products that are kept in stock, or are not.', schema: yesOrNo },
  product_fields: {
    spelt: 'fields',
    description: 'What else to show of each.',
    schema: several(words(EXTRA_FIELDS)),
  },
  order_fields: {
    spelt: 'fields',
    description: 'Which parts to show of each.',
    schema: several(words(ORDER_PARTS)),
  },
  reference_id: { description: 'Only customers that your add-on calls so.', schema: text() },
  email: { description: 'Look one customer up: answers 302 to the record, or 404.', schema: text() },
  first_name: { description: 'Look one customer up, together with `phone`.', schema: text() },
  last_name: { description: 'Narrows that.', schema: text() },
  phone: { description: 'Look one customer up, together with `first_name`.', schema: text() },
  after: { description: 'Only events after this number.', schema: { type: 'integer', minimum: 0 } },
  topic: { description: 'Only events of these topics.', schema: several(words(TOPICS)) },
  state: { description: 'Only messages in this state.', schema: words(DELIVERY_STATES) },
  job_state: { spelt: 'state', description: 'Only jobs in this state.', schema: words(JOB_STATES) },
  ticket_state: {
    spelt: 'state',
    description: 'Those in this state; open unless given.',
    schema: words(TICKET_STATES),
  },
  keep: { description: 'Keys of the member that are not revoked, by their `key`.', schema: several(text()) },
  newest: { description: 'Whether to begin at the end of the list.', schema: flag() },
  width: { description: 'Of the paper, in mm; 80 unless given.', schema: words(['58', '80']) },
  print: { description: 'Whether to say when there is something to print.', schema: flag() },
  orders: { description: 'Whether to say when orders of the site were made or changed.', schema: flag() },
  from: { description: 'The first day.', schema: { type: 'string', examples: ['2026-11-01'] } },
  to: { description: 'The last day.', schema: { type: 'string', examples: ['2026-11-21'] } },
  site_id: { description: 'Only this site.', schema: idText },
  columns_of: { spelt: 'site_id', description: 'With the columns of this site alone.', schema: idText },
  currency: { description: 'Only sites that sell in this currency.', schema: text() },
  rows: {
    spelt: 'limit',
    description: 'How many rows to show at most.',
    schema: { type: 'integer', minimum: 1, maximum: MAX_PAGE, default: 1000 },
  },
  addon_id: { description: 'Only requests of this add-on.', schema: idText },
  method: { description: 'Only requests of this method.', schema: text() },
  status_gte: {
    description: 'Only requests that were answered with this status or a higher one.',
    schema: whole(),
  },
  explain: { description: 'Whether to say how the figures came about.', schema: flag() },
} satisfies Readonly<Record<string, Query>>;

const SUFFIXES = { lt: 'below', lte: 'up to', gt: 'above', gte: 'from' } as const;
type Bound = `${'created' | 'updated' | 'value'}_${keyof typeof SUFFIXES}`;

/** The name of a parameter of queries. */
export type QueryName = keyof typeof QUERY | Bound;

const OWNERS = {
  created:
    'when the order was made; a date alone is read as its end by gt and lte, as its start by lt and gte',
  updated: 'when the order last changed; the list then comes last changed first',
  value: "the order's total",
} as const;

function allBounds(prefix: keyof typeof OWNERS): Bound[] {
  return (Object.keys(SUFFIXES) as (keyof typeof SUFFIXES)[]).map((suffix): Bound => `${prefix}_${suffix}`);
}

/** The parameters that every list of orders takes. */
export const ORDER_FILTERS: readonly QueryName[] = [
  ...allBounds('created'),
  ...allBounds('updated'),
  ...allBounds('value'),
  'ids',
  'order_fields',
];

function bound(name: string): Query {
  const [prefix = '', suffix = ''] = name.split('_');
  const what = OWNERS[prefix as keyof typeof OWNERS];
  const than = SUFFIXES[suffix as keyof typeof SUFFIXES];
  return {
    description: `Only ${than} this: ${what}.`,
    schema: prefix === 'value' ? { type: 'number' } : moment,
  };
}

/** A parameter of queries by its name. */
export function queryParameter(name: QueryName): Parameter {
  const known: Query | undefined = (QUERY as Readonly<Record<string, Query>>)[name];
  const { spelt = name, description, schema } = known ?? bound(name);
  const commas = schema.type === 'array' ? { style: 'form' as const, explode: false } : {};
  return { name: spelt, in: 'query', description, schema, ...commas };
}

/** Headers that requests may carry. */
export const REQUEST_HEADERS = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A key of your own for this change. Sent again with it within 24 hours, the first answer comes once more and ' +
      'nothing happens twice.',
    schema: { type: 'string', pattern: '^[a-zA-Z0-9-]{1,255}$' },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The ETag of the state you know: 412 when somebody was faster.',
    schema: text(),
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The ETag of what you have: 304 when nothing has changed.',
    schema: text(),
  },
  LastEventId: {
    name: 'Last-Event-ID',
    in: 'header',
    description: 'The number of the last event you have: the stream goes on after it.',
    schema: text(),
  },
} as const satisfies Readonly<Record<string, Parameter>>;

/** Headers of answers, by their names. */
export const RESPONSE_HEADERS = {
  'X-Request-Id': {
    description: 'The name of this request in the logs; your own when you sent one.',
    schema: text(),
  },
  'X-RateLimit-Limit': { description: 'Requests a minute.', schema: whole() },
  'X-RateLimit-Remaining': { description: 'How many of them are left.', schema: whole() },
  'X-RateLimit-Reset': { description: 'When the minute ends, in Unix seconds.', schema: whole() },
  ETag: { description: 'Names this state of the record.', schema: text() },
  Location: { description: 'The address of the record.', schema: uri() },
  'X-Next-Page': {
    description: 'The address of the next page, to be used as it is; absent on the last page.',
    schema: uri(),
  },
  'X-Ignored-Fields': { description: 'The fields of the body that were not taken.', schema: text() },
  'Idempotent-Replayed': {
    description: 'true when this is the answer of an earlier request with the same key.',
    schema: words(['true']),
  },
  'Retry-After': { description: 'When to try again, in seconds.', schema: whole() },
  'WWW-Authenticate': { description: 'How to show who you are.', schema: text() },
} as const satisfies Readonly<Record<string, { readonly description: string; readonly schema: Schema }>>;

/** The name of a header of answers. */
export type ResponseHeader = keyof typeof RESPONSE_HEADERS;
