// The lists of orders whose cost must not grow with the table: every filter, on its first, middle and last page;
// and how the database goes about each of them.

import { DAY } from '#src/kernel/time.ts';
import { listByPath } from '#src/orders/http/lists.ts';
import { openStorage } from '#src/storage/open.ts';
import { Sql } from '#src/storage/sql.ts';
import { chanceOf } from '#test/harness/chance.ts';
import { FIRST_ORDER_AT, type Filled, type World } from './fill.ts';
import { openPlanner } from './plans.ts';
import { probeOf } from './probe.ts';

/** One list of orders. */
export interface ListCase {
  readonly name: string;
  /** Below the company, without `limit`. */
  readonly path: string;
}

/** Records on a page; fewer where the smallest table has not twice as many matches. */
const PAGE = 25;

const iso = (day: number) => new Date(Number((FIRST_ORDER_AT + BigInt(day) * DAY) / 1000n)).toISOString();

function idsOf(orders: number, count: number): string {
  const roll = chanceOf(5);
  return Array.from({ length: count }, () => 1 + Math.floor(roll() * orders)).join(',');
}

/**
 * Every filter of order lists (reference: orders.40, orders.41), alone and in the combinations that integrations use.
 */
export function listCases(world: World, orders: number): ListCase[] {
  const [site = 0, otherSite = 0] = world.sites;
  const [register = 0] = world.registers;
  const [, staff = 0] = world.staff;
  const [rareCustomer = 0] = world.customers;
  const one = (name: string, path: string): ListCase => ({ name, path });
  return [
    one('no filter', 'orders'),
    one('site', `sites/${site}/orders`),
    one('register', `registers/${register}/orders`),
    one('staff', `staff/${staff}/orders`),
    one('customer with few orders', `customers/${rareCustomer}/orders`),
    ...['submitted', 'on_hold', 'accepted', 'pending', 'rejected', 'complete'].map((status) =>
      one(status, `orders/${status}`),
    ),
    one('pending/accounts', 'orders/pending/accounts'),
    one('discounted', 'orders/discounted'),
    one('deleted', 'orders/deleted'),
    one('linkedcustomer', 'orders/linkedcustomer'),
    one('created: two months', `orders?created_gte=${iso(120)}&created_lt=${iso(180)}`),
    one('updated: two months', `orders?updated_gte=${iso(120)}&updated_lt=${iso(180)}`),
    one('value: most', 'orders?value_gte=20&value_lte=500'),
    one('value: 40 in any table', 'orders?value_gte=5000'),
    one('value: 1 in 400', 'orders?value_gte=1000&value_lte=2000'),
    one('ids: 25', `orders?ids=${idsOf(orders, 25)}`),
    one('ids: 500', `orders?ids=${idsOf(orders, 500)}`),
    one('site, complete', `sites/${site}/orders/complete`),
    one('site, rejected', `sites/${otherSite}/orders/rejected`),
    one('site, updated', `sites/${site}/orders?updated_gte=${iso(120)}&updated_lt=${iso(180)}`),
    one('site, value: 40', `sites/${site}/orders?value_gte=5000`),
    one('site, discounted', `sites/${site}/orders/discounted`),
    one('site, deleted', `sites/${otherSite}/orders/deleted`),
    one('customer, complete', `customers/${rareCustomer}/orders/complete`),
    one('complete, created', `orders/complete?created_gte=${iso(120)}&created_lt=${iso(180)}`),
    one('complete, updated', `orders/complete?updated_gte=${iso(120)}&updated_lt=${iso(180)}`),
    one('submitted and accepted', 'orders/submitted/accepted'),
    one('discounted, rejected', 'orders/discounted/rejected'),
    one('register of another site', `sites/${otherSite}/registers/${register}/orders`),
    one('complete, deleted', 'orders/complete/deleted'),
    one('placed: two months', `orders?placed_gte=${iso(120)}&placed_lt=${iso(180)}`),
    one('wanted: two months', `orders?fulfil_gte=${iso(120)}&fulfil_lt=${iso(180)}`),
    one('paid: two months', `orders?paid_gte=${iso(120)}&paid_lt=${iso(180)}`),
    one('by value', 'orders?sort=value'),
    one('by time of placing', 'orders?sort=placed'),
    one('complete, by value', 'orders?status=COMPLETE&sort=-value'),
    one('order type', 'orders?order_type=Delivery'),
    one('product', `orders?product_id=${world.products[0]?.id ?? 0}`),
    one('product, two months', `orders?product_id=${world.products[0]?.id ?? 0}&created_gte=${iso(120)}`),
    one('counted: site, rejected', `sites/${otherSite}/orders/rejected?count=true`),
    one('customer, other site, pending', `customers/${rareCustomer}/sites/${otherSite}/orders/pending`),
  ];
}

/** A list on one table: how many match, and the paths of its pages. */
export interface ListPages {
  readonly matches: number;
  readonly limit: number;
  readonly paths: Readonly<Record<PageName, string | undefined>>;
  readonly plan: readonly string[];
}

export const PAGES = ['first', 'middle', 'last'] as const;
export type PageName = (typeof PAGES)[number];

/** Runs a list through the service's own handler: its statements are kept and explained. */
export interface Explorer {
  /** `limit` is the page size that the smallest table allowed; absent on the smallest. */
  pages(list: ListCase, limit: number | undefined): Promise<ListPages>;
  close(): Promise<void>;
}

/** The parts of a statement that goes through a list, by the orders themselves or by the rows of a term. */
interface Walk {
  readonly from: string;
  readonly where: string;
  /** `order by created_at desc, id desc` */
  readonly ordered: string;
  /** What it goes by. */
  readonly at: string;
  readonly id: string;
}

const SOURCES = ['orders', 'order_terms c'];
const END = /\slimit \?$/;

/** Undefined for a statement of another shape. */
function walkOf(query: Sql): Walk | undefined {
  const text = query.strings.join('?');
  const starts = SOURCES.map((from) => ({ from, at: text.indexOf(` from ${from} where `) }));
  const [first] = starts.filter(({ at }) => at >= 0).sort((a, b) => a.at - b.at);
  const sorted = text.lastIndexOf('order by ');
  if (first === undefined || sorted < first.at || !END.test(text)) return undefined;
  const ordered = text.slice(sorted, text.lastIndexOf('limit ?')).trim();
  const [at = '', id = ''] = ordered
    .slice('order by '.length)
    .split(', ')
    .map((each) => each.split(' ')[0]?.replace('+', '') ?? '');
  const where = text.slice(first.at + ` from ${first.from} where `.length, sorted);
  return { from: first.from, where, ordered, at, id };
}

/** The same conditions with other columns and another end. */
function rewritten(query: Sql, walk: Walk, columns: string, order: 'kept' | 'dropped', tail: string): Sql {
  const ordered = order === 'kept' ? walk.ordered : '';
  const changed = `select ${columns} from ${walk.from} where ${walk.where}${ordered}${tail}`;
  return new Sql(changed.split('?'), query.values.slice(0, -1));
}

/** Opens a filled database for exploring. */
export async function explore(filled: Filled): Promise<Explorer> {
  const { dataDir, databaseUrl } = filled;
  const storage = await openStorage({ dataDir, databaseUrl });
  const planner = await openPlanner(databaseUrl);
  const probe = probeOf(filled, listByPath);

  return {
    pages: (list, given) =>
      storage.read(async (tx) => {
        const { place, seen } = await probe.run(tx, list.path, PAGE, {});
        const statements = seen.filter((statement) => / from order(?:s|_terms)\s/.test(statement.sql));
        const main = statements.findLast((statement) => walkOf(statement) !== undefined);
        const walk = main && walkOf(main);
        const plan = (
          await Promise.all(statements.map((statement) => planner.explain(tx, statement)))
        ).flat();
        const pathOf = (limit: number) =>
          `/v1/companies/me/${list.path}${list.path.includes('?') ? '&' : '?'}limit=${limit}`;
        if (main === undefined || walk === undefined) {
          // It is answered without looking for orders: none can be in it.
          const limit = given ?? PAGE;
          return {
            ...{ matches: 0, limit, plan },
            paths: { first: pathOf(limit), middle: undefined, last: undefined },
          };
        }
        const counted = await tx.get<{ n: bigint }>(rewritten(main, walk, 'count(*) as n', 'dropped', ''));
        const matches = Number(counted?.n ?? 0n);
        const limit = given ?? Math.max(1, Math.min(PAGE, Math.floor(matches / 2)));
        const cursor = async (skipped: number): Promise<string | undefined> => {
          if (skipped < 1) return undefined;
          const tail = ` limit 1 offset ${skipped - 1}`;
          const row = await tx.get<{ at: bigint; id: bigint }>(
            rewritten(main, walk, `${walk.at} as at, ${walk.id} as id`, 'kept', tail),
          );
          return row === undefined ? undefined : probe.cursor(place, [row.at, row.id]);
        };
        const path = pathOf(limit);
        const at = async (skipped: number) => {
          const text = await cursor(skipped);
          return text === undefined ? undefined : `${path}&cursor=${text}`;
        };
        return {
          matches,
          limit,
          plan,
          paths: {
            first: path,
            middle: await at(Math.floor((matches - limit) / 2)),
            last: await at(matches - limit),
          },
        };
      }),
    close: async () => {
      await planner.close();
      await storage.close();
    },
  };
}
