// Every list of the API with every filter that the description allows, as paths below a company.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Described {
  readonly name: string;
  readonly in: string;
}
interface Operation {
  readonly parameters?: readonly (Described | { readonly $ref: string })[];
}
interface Description {
  readonly paths: Readonly<
    Record<string, { readonly get?: Operation; readonly parameters?: Operation['parameters'] }>
  >;
  readonly components: { readonly parameters: Readonly<Record<string, Described>> };
}

/** Parameters that narrow nothing. */
const SHOWN = new Set(['limit', 'cursor', 'start', 'fields', 'expand', 'count', 'format']);

const PREFIX = '/v1/companies/{company_id}/';

/** A list and what narrows it. */
export interface ListFilters {
  /** Below the company, with its parameters in braces. */
  readonly path: string;
  readonly filters: readonly string[];
}

/** Every list below a company. */
export function describedLists(): ListFilters[] {
  const file = join(import.meta.dirname, '../../docs/openapi.json');
  const { paths, components }: Description = JSON.parse(readFileSync(file, 'utf8'));
  return Object.entries(paths).flatMap(([path, { get, parameters = [] }]) => {
    const all = [...parameters, ...(get?.parameters ?? [])].map((each) =>
      '$ref' in each ? components.parameters[each.$ref.split('/').at(-1) ?? ''] : each,
    );
    const query = all.flatMap((each) => (each?.in === 'query' ? [each.name] : []));
    if (!path.startsWith(PREFIX) || !query.includes('limit')) return [];
    return [{ path: path.slice(PREFIX.length), filters: query.filter((name) => !SHOWN.has(name)) }];
  });
}

/** Values of parameters of paths and queries by their names. */
export type ListValues = Readonly<Record<string, readonly string[]>>;

/** The filters of a path that order lists combine with each other (reference: orders.40). */
const OWNERS = ['site', 'register', 'staff', 'customer'];
const FLAGS = [
  ...['submitted', 'on_hold', 'accepted', 'pending', 'pending/accounts', 'rejected', 'complete'],
  ...['discounted', 'deleted', 'linkedcustomer', 'submitted/accepted'],
];

/** Each way of choosing one value for each parameter in braces. */
function filled(path: string, values: ListValues): string[] {
  const found = /\{(\w+)\}/.exec(path);
  if (found === null) return [path];
  const [whole, name = ''] = found;
  const known = values[name];
  if (known === undefined) throw new Error(`No value for ${whole} of ${path}.`);
  return known.flatMap((value) => filled(path.replace(whole, value), values));
}

const withQuery = (path: string, query: readonly string[]) =>
  query.length === 0 ? path : `${path}?${query.join('&')}`;

/** The filters of a list one by one, as parts of a query. */
function queriesOf(filters: readonly string[], values: ListValues): string[] {
  return filters.flatMap((name) =>
    (values[name] ?? []).map((value) => `${name}=${encodeURIComponent(value)}`),
  );
}

const nameOf = (part: string) => part.split('=')[0] ?? '';

/** Each two of some parts of a query. */
function pairs(parts: readonly string[]): string[][] {
  return parts.flatMap((one, at) =>
    parts.slice(at + 1).flatMap((other) => (nameOf(one) === nameOf(other) ? [] : [[one, other]])),
  );
}

/**
 * Every list with each of its filters and each two of them, where a value is given. Lists of orders have owners and flags
 * in their paths besides: each of these with each other, and each with one filter of the query.
 */
export function listCalls(values: ListValues): string[] {
  const lists = describedLists();
  const orders = new Set(
    lists.flatMap(({ path }) => (/(?:^|\/)orders(?:\/[a-z]|$)/.test(path) ? [path] : [])),
  );
  const plain = lists.filter(({ path }) => !orders.has(path));
  const calls = plain.flatMap(({ path, filters }) => {
    const queries = queriesOf(filters, values);
    const narrowed = [[], ...queries.map((each) => [each]), ...pairs(queries)];
    return filled(path, values).flatMap((each) => narrowed.map((query) => withQuery(each, query)));
  });
  const queries = queriesOf(lists.find(({ path }) => path === 'orders')?.filters ?? [], values);
  const owners = OWNERS.flatMap((owner) =>
    (values[`${owner}_id`] ?? []).map((id) => `${owner === 'staff' ? owner : `${owner}s`}/${id}/orders`),
  );
  const alone = ['orders', ...owners, ...FLAGS.map((flag) => `orders/${flag}`)];
  const both = owners.flatMap((owner) => FLAGS.map((flag) => `${owner}/${flag}`));
  const sites = (values.site_id ?? []).flatMap((site) =>
    owners.filter((each) => !each.startsWith('sites')).map((each) => `sites/${site}/${each}`),
  );
  return [
    ...calls,
    ...[...alone, ...both, ...sites],
    ...alone.flatMap((path) => queries.map((query) => withQuery(path, [query]))),
    ...pairs(queries).map((query) => withQuery('orders', query)),
  ];
}
